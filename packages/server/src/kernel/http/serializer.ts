import fastJson from "fast-json-stringify";
import type { FastifySerializerCompiler } from "fastify";
import type { TSchema } from "typebox";
import { Decimal } from "@corridor/base/decimal.ts";
import { Money } from "@corridor/base/money.ts";

/** Compiled from the schema: unnamed fields are dropped, and money is written from its exact digits everywhere. */
type Node = Record<string, unknown>;

export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  const build = fastJson(forWriting(schema as unknown as Node) as fastJson.Schema, {
    mode: "debug",
  }) as unknown as DebugBuild;
  const writeNumber = build.serializer.asNumber;
  build.serializer.asNumber = (value) =>
    value instanceof Money || value instanceof Decimal ? value.toWire() : writeNumber(value);
  return fastJson.restore(build) as (data: unknown) => string;
};

type DebugBuild = Parameters<typeof fastJson.restore>[0] & { serializer: { asNumber: (value: unknown) => string } };

/** As fast-json-stringify needs it: its own unions validate with ajv, which does not know Money and is slow. */
function forWriting(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(forWriting);
  if (typeof node !== "object" || node === null) return node;
  const schema = node as Node;
  if (schema["x-money"] === true) return { type: "number" };
  if (Array.isArray(schema.anyOf)) return forUnion(schema.anyOf as Node[]);
  if (schema.allOf !== undefined || schema.oneOf !== undefined) return {};
  if (schema.const !== undefined || schema.enum !== undefined)
    return schema.type === "string" ? { type: "string" } : {};
  if (schema.type === "object") return forObject(schema);
  if (schema.type === "array") return { type: "array", items: forWriting(schema.items ?? {}) };
  if (typeof schema.type !== "string") return {};
  return schema.format === undefined ? { type: schema.type } : { type: schema.type, format: schema.format };
}

function forUnion(alternatives: readonly Node[]): Node {
  const others = alternatives.filter((alternative) => alternative.type !== "null");
  if (others.length !== 1 || others.length === alternatives.length) return {};
  const only = forWriting(others[0]) as Node;
  return typeof only.type === "string" ? { ...only, nullable: true } : {};
}

function forObject({ properties = {}, patternProperties, additionalProperties, required }: Node): Node {
  const isOpen = Object.keys(properties as Node).length === 0 && additionalProperties !== false;
  if (isOpen && patternProperties === undefined) return {};
  const all = (fields: unknown): Node =>
    Object.fromEntries(Object.entries(fields as Node).map(([name, field]) => [name, forWriting(field)]));
  return {
    type: "object",
    properties: all(properties),
    ...(required === undefined ? {} : { required }),
    ...(patternProperties === undefined ? {} : { patternProperties: all(patternProperties) }),
    ...(additionalProperties === undefined ? {} : { additionalProperties: forWriting(additionalProperties) }),
  };
}
