/**
 * JSON text taken literally by JSON.stringify: how an exact decimal becomes a JSON number without passing through a
 * float.
 */
interface RawJSON {
  readonly rawJSON: string;
}

interface JSON {
  rawJSON(text: string): RawJSON;
  isRawJSON(value: unknown): value is RawJSON;
}
