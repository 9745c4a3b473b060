import Type, { type TSchema } from "typebox";
import { Value } from "typebox/value";
import { Decimal } from "@corridor/base/decimal.ts";
import { addressesOf, propertiesOf, type Settings } from "./entered-settings.ts";
import kit from "./package.json" with { type: "json" };
import { CALLBACK_KINDS, type Manifest, PAYMENT_METHODS, type ProviderKind, RESERVED_NAMES } from "./provider.ts";

/** Whether a package may be loaded: the service asks at its start, and the conformance command before everything. */
export const KIT_VERSION: string = kit.version;

/** It stands in addresses, in the database and in the ledger's accounts. */
export const NAME = /^[a-z][a-z0-9_]{1,17}$/;
const HOST = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;
const oneOf = (values: readonly string[]) => Type.Unsafe<string>({ type: "string", enum: values });
const every = (pattern: string) =>
  Type.Union([Type.Literal("*"), Type.Array(Type.String({ pattern }), { minItems: 1 })]);
const AMOUNT = { pattern: "^\\d+(?:\\.\\d+)?$" };
const Amount = Type.Optional(Type.String(AMOUNT));
const Corridor = Type.Object(
  {
    direction: oneOf(["inbound", "outbound"]),
    method: oneOf(PAYMENT_METHODS),
    countries: every("^[A-Z]{2}$"),
    currencies: every("^[A-Z0-9]{3,10}$"),
    decimals: Type.Optional(Type.Integer({ minimum: 0 })),
    min: Amount,
    max: Amount,
    charges: Type.Optional(Type.Object({ percent: Type.String(AMOUNT), fixed: Type.String(AMOUNT) })),
    needs: Type.Optional(Type.Array(Type.String())),
  },
  { additionalProperties: false },
);
const Certified = Type.Object({ at: Type.String({ format: "date-time" }), by: Type.String(), kit: Type.String() });
/** What the first words of each fault do not say already. */
const SHAPE = Type.Object({ corridors: Type.Array(Corridor, { minItems: 1 }), certified: Type.Optional(Certified) });
const PARTS: ReadonlySet<string> = new Set(
  "name displayName kit corridors settings hosts callbacks forbiddenInAddress certified journey create".split(" "),
);
const RANGE = /^\^(\d+)\.(\d+)\.(\d+)$/;

/** What keeps the object from being a provider, each with what to mend. */
export function faultsOfKind(given: unknown): string[] {
  if (typeof given !== "object" || given === null)
    return ["it must export one object as its default, made by providerKind of @corridor/provider-kit"];
  const {
    name,
    displayName,
    kit: range,
    corridors,
    settings,
    hosts,
    callbacks,
    create,
  } = given as Partial<ProviderKind>;
  const strings = (list: unknown): list is string[] =>
    Array.isArray(list) && list.every((one) => typeof one === "string");
  const rules: readonly (readonly [isRight: boolean, fault: string])[] = [
    [typeof create === "function", "it has no create(): make the object by providerKind of @corridor/provider-kit"],
    [typeof name === "string" && NAME.test(name), "`name` must be 2 to 18 small letters, digits and underscores"],
    [!RESERVED_NAMES.has(name ?? ""), `\`name\` must be another than ${name}, which is Corridor's own`],
    [typeof displayName === "string" && displayName !== "", "`displayName` must be its name for people"],
    [
      typeof range === "string" && RANGE.test(range),
      `\`kit\` must be the versions of the kit that it works with, as "^${KIT_VERSION}"`,
    ],
    [
      typeof range !== "string" || !RANGE.test(range) || worksWith(range),
      `it works with ${range} of the kit, and this is ${KIT_VERSION}: install a version of it that works with this one`,
    ],
    ...Object.keys(given).map((part) => [PARTS.has(part), `\`${part}\` is no part of a manifest`] as const),
    [Array.isArray(corridors) && corridors.length > 0, "`corridors` must say what it serves"],
    [typeof settings === "object" && "properties" in settings, "`settings` must be a schema, made by settingsOf"],
    [strings(hosts) && hosts.length > 0, "`hosts` must list the hosts that it may call"],
    [
      !strings(hosts) || hosts.every((host) => HOST.test(host)),
      "`hosts` must be names as api.example.com or *.example.com, without protocol, port and path",
    ],
    [
      strings(callbacks) && callbacks.every((kind) => (CALLBACK_KINDS as readonly string[]).includes(kind)),
      `\`callbacks\` must list what makes a callback genuine: ${CALLBACK_KINDS.join(", ")}`,
    ],
  ];
  const faults = rules.flatMap(([isRight, fault]) => (isRight ? [] : [fault]));
  return faults.length > 0 ? faults : [...faultsOfShape(given as Manifest), ...presetsElsewhere(given as Manifest)];
}

function worksWith(range: string): boolean {
  const [major, ...least] = RANGE.exec(range)!.slice(1).map(Number) as [number, number, number];
  const [own, ...has] = KIT_VERSION.split(".").map(Number) as [number, number, number];
  return own === major && (has[0]! > least[0]! || (has[0] === least[0] && has[1]! >= least[1]!));
}

function faultsOfShape(given: Manifest): string[] {
  const faults = Value.Errors(SHAPE, given).map(
    ({ instancePath, message }) => `\`${instancePath.slice(1).replaceAll("/", ".")}\` ${message}`,
  );
  if (faults.length > 0) return faults;
  const isEmpty = given.corridors.findIndex(
    ({ min, max }) => min !== undefined && max !== undefined && Decimal.parse(min).compare(Decimal.parse(max)) > 0,
  );
  return isEmpty === -1 ? [] : [`\`corridors.${isEmpty}.min\` must not be above its max`];
}

/** Of an address that the package itself presets, the host must be declared like every other. */
function presetsElsewhere({ settings, hosts }: Manifest): string[] {
  return propertiesOf(settings).flatMap(([setting, { format, default: preset }]) =>
    format === "uri" && typeof preset === "string" && !isDeclared(new URL(preset), hosts)
      ? [`\`hosts\` must name ${new URL(preset).hostname}, which the setting ${setting} presets`]
      : [],
  );
}

export function isDeclared({ protocol, hostname, port }: URL, hosts: readonly string[]): boolean {
  const isIn = (host: string): boolean =>
    host.startsWith("*.") ? hostname.endsWith(host.slice(1)) : hostname === host;
  return protocol === "https:" && port === "" && hosts.some(isIn);
}

/** What an admin entered as an address: a test server, a gateway, or a host that differs by merchant. */
export function originsIn(schema: TSchema, settings: Settings): Set<string> {
  return new Set(addressesOf(schema).flatMap((name) => URL.parse(String(settings[name]))?.origin ?? []));
}
