import { OutboundError, type Outbound } from "../outbound.ts";
import { type Exchange, pathOf, withoutSecrets } from "./recording.ts";

/** Answers each request like the recording, time by time, and lists requests that the recording does not have. */
export function replayingOutbound(
  recorded: readonly Exchange[],
  secrets: readonly string[],
  differences: string[],
): Outbound {
  const left = [...recorded];
  return {
    async request(request) {
      const asked = questionOf(request.method, withoutSecrets(pathOf(request), secrets));
      const index = left.findIndex(({ method, path }) => questionOf(method, path) === asked);
      if (index === -1) {
        differences.push(`${asked} was requested, but the recording does not contain it, or not that often`);
        throw new OutboundError("not in the recording", "not_sent", "connect");
      }
      const { status, response, failure = "" } = left.splice(index, 1)[0]!;
      if (status === null) throw new OutboundError(failure, "unknown", "broken");
      return { statusCode: status, headers: {}, body: Buffer.from(response) };
    },
    close: async () => undefined,
  };
}

/** A request without its query, which may contain the time of the run. */
function questionOf(method: string, path: string): string {
  return `${method} ${path.replace(/\?.*$/s, "")}`;
}
