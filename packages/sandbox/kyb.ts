import { newId } from "@corridor/base/ids.ts";
import { type Answer, json, notFound } from "./exchange.ts";
import { type Fields, optionalText, reference, text, webAddress } from "./fields.ts";
import { newOperation, type Operation } from "./operation.ts";
import type { Sandbox } from "./sandbox.ts";

/**
 * The sandbox's verification of businesses.
 *
 * POST /kyb/applications                          Authorization: Bearer <shared key>
 *   { "reference": "<our application id>", "company_name": "Acme Ltd", "country": "NG", "registration_number": "RC123"
 *   | null, "callback_url": "https://..." } 201 { "accepted": true, "application_id", "customer_id", "reference",
 *   "status": "pending", "reason": null } 200 with the same body for a reference that was sent before; 4xx {
 *   "accepted": false, "code", "message", "field" }
 *
 * GET /kyb/applications/{application_id}          Authorization: Bearer <shared key>
 *   200 as above with status pending | approved | rejected; 404 { "accepted": false, "code": "not_found" }
 *
 * After the sandbox's delay it decides: a company name that ends in "Reject" is rejected, any other approved. Then it
 * POSTs to callback_url:
 *   { "event_id", "event": "kyb.decided", "application_id", "customer_id", "company_name", "country", "reference",
 *     "status": "approved" | "rejected", "reason": null | "...", "occurred_at": "<ISO 8601>" }
 *   X-Kyb-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>" under the secret>, where the secret is
 *   the text hex(HMAC-SHA256(shared key, "callbacks:kyb")); a receiver refuses a `t` that is more than 300 s away from
 *   its clock. Answer 2xx; anything else is retried five times. A repeated decision has the same event_id.
 */
const REJECTED_NAME = /reject\W*$/i;

export async function applyForVerification(sandbox: Sandbox, fields: Fields): Promise<Answer> {
  const applicationReference = reference(fields, "reference");
  const companyName = text(fields, "company_name");
  const country = text(fields, "country");
  optionalText(fields, "registration_number");
  const callbackUrl = webAddress(fields, "callback_url");

  const key = `kyb/applications/${applicationReference}`;
  const existing = sandbox.store.find(key);
  const application = existing ?? newApplication();
  if (existing === undefined) sandbox.progress.accept(application);
  await sandbox.store.durable();
  return json(existing === undefined ? 201 : 200, { accepted: true, ...applicationView(application) });

  function newApplication(): Operation {
    const nowMs = sandbox.progress.nowMs();
    const id = `kyb_${newId()}`;
    return newOperation({
      key,
      kind: "kyb",
      provider: "kyb",
      id,
      reference: applicationReference,
      behaviour: "complete",
      callbackUrl,
      aliases: [applicationAlias(id)],
      status: "pending",
      word: "pending",
      atMs: nowMs,
      due: [{ atMs: nowMs + sandbox.delayMs, step: "decide" }],
      data: { application_id: id, customer_id: `cus_${newId()}`, company_name: companyName, country },
    });
  }
}

export function showApplication(sandbox: Sandbox, id: string): Answer {
  const application = sandbox.store.findByAlias(applicationAlias(id));
  if (application === undefined) throw notFound("application");
  return json(200, applicationView(application));
}

/** Performs the step "decide". */
export function decideApplication(sandbox: Sandbox, application: Operation): void {
  const isRejected = REJECTED_NAME.test(String(application.data["company_name"]));
  const reason = isRejected ? "the company could not be verified" : null;
  const ending = isRejected ? (["failed", "rejected"] as const) : (["completed", "approved"] as const);
  sandbox.progress.change(application, { status: ending[0], word: ending[1], reason });
}

function applicationView(application: Operation): object {
  return {
    application_id: application.id,
    customer_id: application.data["customer_id"],
    reference: application.reference,
    status: application.word,
    reason: application.reason,
  };
}

const applicationAlias = (id: string): string => `kyb:${id}`;
