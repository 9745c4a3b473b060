import { newId } from "@corridor/base/ids.ts";
import { type Answer, json, notFound } from "./exchange.ts";
import { type Fields, optionalText, reference, text, webAddress } from "./fields.ts";
import { newOperation, type Operation } from "./operation.ts";
import type { Sandbox } from "./sandbox.ts";

/**
 * The sandbox's verification of businesses. Both paths need `Authorization: Bearer <shared key>`.
 *
 * POST /kyb/applications { "reference", "company_name", "country", "registration_number" | null, "callback_url" }
 *   201 { "accepted": true, "application_id", "customer_id", "reference", "status": "pending", "reason": null }
 *   200 with the same body for a repeated reference; 4xx { "accepted": false, "code", "message", "field" }
 * GET /kyb/applications/{application_id}
 *   200 as above with status pending | approved | rejected; 404 { "accepted": false, "code": "not_found" }
 *
 * After the sandbox's delay a company name that ends in "Reject" is rejected, any other approved. POST callback_url:
 *   { "event_id", "event": "kyb.decided", "application_id", "customer_id", "company_name", "country", "reference",
 *     "status": "approved" | "rejected", "reason": null | "...", "occurred_at": "<ISO 8601>" }
 *   signed as in signature.ts. Answer 2xx; else it is retried five times. A repeated decision has the same event_id.
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
