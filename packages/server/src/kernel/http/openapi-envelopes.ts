/**
 * Answers are `{status, message, data}`; lists also have a cursor. The document describes both envelopes once: each
 * answer refers to its envelope and adds its own `data`. Generators turn such an answer into one flat type.
 */
type Node = Record<string, unknown>;
type Envelope = {
  readonly type: "object";
  readonly required: readonly string[];
  readonly properties: Record<string, Node>;
};

/** The envelopes, by their fields besides `data`. */
const NAMES: Readonly<Record<string, readonly [name: string, description: string]>> = {
  "message,status": ["Success", "What every answer has"],
  "last_evaluated_key,message,meta,status": ["SuccessPage", "What every list has"],
  "lastEvaluatedKey,message,meta,status": [
    "SuccessOrganizationPage",
    "The fields of every list under `/organizations`",
  ],
};

export function shareEnvelopes(schemas: Record<string, Node>): Record<string, Node> {
  const shared: Record<string, Node> = {};
  const answers = Object.entries(schemas).map(([name, schema]): [string, Node] => {
    const { data, ...beside } = (schema["properties"] ?? {}) as Record<string, Node>;
    const [envelope, description] = NAMES[Object.keys(beside).toSorted().join()] ?? [];
    if (data === undefined || envelope === undefined) return [name, schema];
    const { required, properties: _, ...rest } = schema as Envelope;
    const written = {
      ...rest,
      description,
      required: required.filter((field) => field !== "data"),
      properties: beside,
    };
    shared[envelope] ??= written;
    // An answer that differs from the envelope, for example in an optional field, stays as it is.
    if (JSON.stringify(shared[envelope]) !== JSON.stringify(written)) return [name, schema];
    return [
      name,
      {
        allOf: [
          { $ref: `#/components/schemas/${envelope}` },
          { type: "object", required: required.filter((field) => field === "data"), properties: { data } },
        ],
      },
    ];
  });
  return { ...Object.fromEntries(answers), ...shared };
}
