/** Text taken literally by JSON.stringify: an exact decimal becomes a JSON number without passing through a float. */
interface RawJSON {
  readonly rawJSON: string;
}

interface JSON {
  rawJSON(text: string): RawJSON;
  isRawJSON(value: unknown): value is RawJSON;
}
