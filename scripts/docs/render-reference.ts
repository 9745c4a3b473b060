import { Marked } from "marked";
import { page } from "./page.ts";
import { describeSchema, type Schema, type SchemaSource } from "./render-schema.ts";
import { escaped } from "./svg.ts";

/**
 * The API reference: one page with the list of operations, and one fragment for each operation, which the page loads
 * when it is opened. A single page with everything took seconds to become usable.
 */
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema?: Schema; $ref?: string };
type Body = { content?: Record<string, { schema?: Schema; example?: unknown }>; description?: string; $ref?: string };
type Operation = {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: Body;
  responses?: Record<string, Body>;
};
type Item = Record<string, Operation>;
type Document = SchemaSource & {
  info: { description: string; version: string };
  tags: { name: string; description?: string }[];
  paths: Record<string, Item>;
  webhooks?: Record<string, Item>;
  components: { parameters?: Record<string, Parameter>; responses?: Record<string, Body> };
};
type Entry = { method: string; path: string; operation: Operation; isWebhook: boolean };

const METHODS: ReadonlySet<string> = new Set(["get", "post", "put", "patch", "delete"]);
const markdown = new Marked({ gfm: true });

export async function renderReference(json: string): Promise<[string, string][]> {
  const document = JSON.parse(json) as Document;
  const entries = [...entriesOf(document.paths, false), ...entriesOf(document.webhooks ?? {}, true)];
  const fragments = await Promise.all(
    entries.map(async (entry): Promise<[string, string]> => [
      `operations/${entry.operation.operationId}.html`,
      await fragment(entry, document),
    ]),
  );
  const content =
    `<div id="operation"></div><div id="introduction"><h1>API ` +
    `reference</h1>${await markdown.parse(document.info.description)}</div>`;
  return [
    [
      "index.html",
      page({
        title: "API reference",
        navigation: navigation(entries, document.tags),
        content,
        scripts: ["reference.js"],
        bodyClass: "reference",
      }),
    ],
    ...fragments,
  ];
}

function entriesOf(paths: Record<string, Item>, isWebhook: boolean): Entry[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => ({
        method,
        path,
        operation: { ...operation, operationId: operation.operationId ?? `event-${path}` },
        isWebhook,
      })),
  );
}

function navigation(entries: readonly Entry[], tags: Document["tags"]): string {
  const groups = tags.map(({ name }) => {
    const own = entries.filter(({ operation }) => operation.tags?.[0] === name);
    const links = own.map(({ method, path, operation, isWebhook }) => {
      const text = isWebhook ? path : (operation.summary ?? path);
      return (
        `<li><a href="#${operation.operationId}" title="${method.toUpperCase()} ${escaped(path)}"><span ` +
        `class="method ${method}">${isWebhook ? "EVENT" : method.toUpperCase()}</span> ` +
        `${escaped(text)}</a></li>`
      );
    });
    return links.length === 0 ? "" : `<section><h2>${escaped(name)}</h2><ul>${links.join("")}</ul></section>`;
  });
  return `<label>Find <input type="search" id="find" placeholder="refund, /balances ..."></label>${groups.join("")}`;
}

async function fragment({ method, path, operation, isWebhook }: Entry, document: Document): Promise<string> {
  const parameters = (operation.parameters ?? []).map((one) => resolved(one, document));
  const json = operation.requestBody?.content?.["application/json"];
  const example = json?.example ?? undefined;
  return [
    `<h1>${escaped(operation.summary ?? path)}</h1>`,
    `<p class="path"><span class="method ${method}">${isWebhook ? "EVENT" : method.toUpperCase()}</span> ` +
      `${escaped(path)}</p>`,
    operation.description === undefined ? "" : await markdown.parse(operation.description),
    isWebhook ? "" : tryForm(method, path, parameters, example, json !== undefined),
    parameters.length === 0
      ? ""
      : `<h2>Parameters</h2><ul class="fields">${parameters.map((one) => parameterLine(one, document)).join("")}</ul>`,
    json?.schema === undefined
      ? ""
      : `<h2>${isWebhook ? "What is sent" : "Request body"}</h2>${describeSchema(json.schema, document)}`,
    ...Object.entries(operation.responses ?? {}).map(([status, response]) =>
      responseSection(status, resolved(response, document), document),
    ),
  ].join("\n");
}

function resolved<T extends { $ref?: string }>(value: T, document: Document): T {
  if (value.$ref === undefined) return value;
  const [, , kind, name] = value.$ref.split("/");
  return (document.components as Record<string, Record<string, T>>)[kind!]![name!]!;
}

function parameterLine({ name, in: place, required, description, schema }: Parameter, document: Document): string {
  const type = schema === undefined ? "" : describeSchema(schema, document, "inline");
  return (
    `<li><code>${escaped(name)}</code> <span class="type">${place}</span> ` +
    `${type}${required === true ? ' <span class="required">required</span>' : ""}${description === undefined ? "" : `<p>${escaped(description)}</p>`}</li>`
  );
}

function responseSection(status: string, response: Body, document: Document): string {
  const json = response.content?.["application/json"];
  const body = json?.schema === undefined ? "" : describeSchema(json.schema, document);
  const example =
    json?.example === undefined
      ? ""
      : `<pre tabindex="0"><code>${escaped(JSON.stringify(json.example, null, 2))}</code></pre>`;
  const inside = `${example}${body === "" ? "" : `<details><summary>Fields</summary>${body}</details>`}`;
  if (status.startsWith("2")) return `<h2>Answer ${status}</h2><p>${escaped(response.description ?? "")}</p>${inside}`;
  return `<details><summary>${status} ${escaped(response.description ?? "")}</summary>${inside}</details>`;
}

/** Filled and sent by packages/web/docs/reference.js. */
function tryForm(
  method: string,
  path: string,
  parameters: readonly Parameter[],
  example: unknown,
  hasBody: boolean,
): string {
  const fields = parameters
    .filter(({ in: place }) => place === "path" || place === "query")
    .map(
      ({ name, in: place, required }) =>
        `<label>${escaped(name)} <span class="type">${place}</span><input name="${escaped(name)}" ` +
        `data-in="${place}"${required === true ? " required" : ""}></label>`,
    );
  const body = hasBody
    ? `<label>Body<textarea name="body" ` +
      `spellcheck="false">${escaped(example === undefined ? "{}" : JSON.stringify(example, null, 2))}</textarea></label>`
    : "";
  return (
    `<details class="try"><summary>Try it</summary><form data-method="${method.toUpperCase()}" ` +
    `data-path="${escaped(path)}"><label>X-Api-Key<input name="key" autocomplete="off" ` +
    `required></label>${fields.join("")}${body}<button>Send</button><pre tabindex="0" aria-live="polite" ` +
    "hidden></pre></form></details>"
  );
}
