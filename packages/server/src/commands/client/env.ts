import { OperatorError } from "#src/kernel/operator-error.ts";
import { print, printJson } from "./output.ts";
import { findService, postBeside, type ServiceFlags } from "./service.ts";

/** The demo as shell variables and functions, so that the guides need no jq. The admin's token lasts an hour. */
export async function envCommand(flags: ServiceFlags): Promise<void> {
  const { baseUrl, apiKey, demo } = findService(flags);
  if (demo === null)
    throw new OperatorError("There is no demo data here; run this in the folder where `npm start` runs.");
  const [organization] = demo.organizations;
  const { email, password } = demo.admin;
  const { token } = await postBeside(demo.identity_url, "/token", { email, password });
  const variables = {
    CORRIDOR_URL: baseUrl,
    CORRIDOR_API_KEY: apiKey!,
    DEMO_ORG: organization!.org_id,
    DEMO_USER: organization!.org_admin.user_id,
    DEMO_BENEFICIARY: organization!.beneficiary_id,
    DEMO_SANDBOX: demo.sandbox_url ?? "",
    DEMO_ADMIN_TOKEN: token,
  };
  if (flags.json === true) return printJson(variables);
  for (const [name, value] of Object.entries(variables)) print(`export ${name}='${value}'`);
  print(FUNCTIONS);
}

/** Shell functions for any POSIX shell. `pick` finds the first text field of a given name. */
const FUNCTIONS = `
# call METHOD PATH [JSON]: as the demo organization.   admin METHOD PATH [JSON]: as the platform's admin.
call() { corridor_request "$1" "$2" "\${3-}" -H 'Authorization: NONE' -H "X-Api-Key: $CORRIDOR_API_KEY"; }
admin() { corridor_request "$1" "$2" "\${3-}" -H "Authorization: Bearer $DEMO_ADMIN_TOKEN" -H 'X-Api-Key: NONE'; }
corridor_request() {
  corridor_method=$1 corridor_path=$2 corridor_body=$3; shift 3
  if [ -n "$corridor_body" ]; then set -- "$@" -H 'Content-Type: application/json' -d "$corridor_body"; fi
  curl -sS --fail-with-body -X "$corridor_method" "$CORRIDOR_URL$corridor_path" "$@"
}
# pick NAME: the first text field of this name.   wait_for PAYMENT STATUS: until the payment has it.
pick() { grep -o "\\"$1\\":\\"[^\\"]*\\"" | sed -n '1s/^[^:]*:"\\(.*\\)"$/\\1/p'; }
wait_for() {
  corridor_tries=0
  while [ $corridor_tries -lt 150 ]; do
    case "$(call GET "/payments/$1")" in *"\\"status\\":\\"$2\\""*) echo "$2"; return 0;; esac
    corridor_tries=$((corridor_tries + 1)); sleep 0.2
  done
  echo "payment $1 is not $2" >&2; return 1
}`;
