import type { OutboundRequest, OutboundResponse } from "@corridor/provider-kit/outbound.ts";
import { isTracing, traced } from "./tracing.ts";

/** Only the host: paths and queries carry keys and account numbers. No trace id is sent to a provider. */
type Call = () => Promise<OutboundResponse>;

export function traceOutbound(request: OutboundRequest, call: Call): Promise<OutboundResponse> {
  if (!isTracing()) return call();
  const host = URL.canParse(request.url) ? new URL(request.url).host : "unknown";
  const attributes = { "http.request.method": request.method, "server.address": host };
  return traced(`${request.method} ${host}`, { kind: "client", attributes }, async (span) => {
    const answer = await call();
    if (span !== undefined) span.attributes["http.response.status_code"] = answer.statusCode;
    return answer;
  });
}
