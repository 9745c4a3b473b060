export type Server = { readonly host: string; readonly port: number };
export type State = { readonly is_standby: boolean; readonly is_read_only: boolean };

const USUAL_PORT = 5432;
const SEVERAL = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*,[^/?]*)(.*)$/;
const SERVER = /^\[?(.+?)\]?(?::(\d+))?$/;

/** The values of `target_session_attrs`, as libpq names them. */
export const TARGETS: Readonly<Record<string, (state: State) => boolean>> = {
  any: () => true,
  "read-write": ({ is_read_only }) => !is_read_only,
  "read-only": ({ is_read_only }) => is_read_only,
  primary: ({ is_standby }) => !is_standby,
  standby: ({ is_standby }) => is_standby,
};

/** No URL may name `host1:port1,host2:port2`; libpq knows both as parameters too, which one may. */
export function withHostsAsParameters(raw: string): string {
  const [, head = "", hosts = "", tail = ""] = SEVERAL.exec(raw) ?? [];
  const servers = hosts.split(",").map((server) => SERVER.exec(server));
  const first = `${head}${hosts.split(",", 1)[0]}${tail}`;
  if (servers.includes(null) || !URL.canParse(first)) return raw;
  const url = new URL(first);
  url.searchParams.set("host", servers.map((server) => server![1]).join(","));
  url.searchParams.set("port", servers.map((server) => server![2] ?? USUAL_PORT).join(","));
  return url.href;
}

/** Several servers are there so that one takes writes, unless the URL says otherwise. */
export function serversOf(url: string): { servers: readonly Server[]; target: string } {
  const { hostname, port, searchParams } = new URL(url);
  const ports = (searchParams.get("port") ?? port).split(",");
  const servers = (searchParams.get("host") ?? hostname)
    .split(",")
    .map((host, index) => ({ host, port: Number(ports[index] ?? ports[0]) || USUAL_PORT }));
  return { servers, target: searchParams.get("target_session_attrs") ?? (servers.length > 1 ? "read-write" : "any") };
}
