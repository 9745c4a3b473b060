import { hash } from "node:crypto";
import { ENDINGS, failureOf } from "./behaviour.ts";
import { type Answer, invalid, notFound, type SandboxRequest } from "./exchange.ts";
import { isFinal, type Operation, pageAlias } from "./operation.ts";
import type { Sandbox } from "./sandbox.ts";

/**
 * The payment page behind `redirect` and `pay_by_link`, and the front page. Plain HTML without a script; the one style
 * sheet is allowed by its hash. All outside text is escaped.
 */
const STYLE = `
  :root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif; }
  body { margin: 0 auto; max-width: 34rem; padding: 2rem 1rem; }
  .amount { font-size: 2rem; font-weight: 600; margin: 0; }
  form { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
  button { flex: 1 1 9rem; font: inherit; min-height: 3rem; border-radius: .5rem; border: 2px solid #1a5d3a; cursor: pointer; }
  .approve { background: #1a5d3a; color: #fff; }
  .decline { background: transparent; color: inherit; border-color: #767676; }
  button:focus-visible, a:focus-visible { outline: 3px solid #1f6feb; outline-offset: 2px; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; vertical-align: top; padding: .4rem .5rem; border-bottom: 1px solid #8888; }
  .note { border-left: .25rem solid #767676; padding-left: .75rem; }
`;

const PAGE_HEADERS = {
  // No form-action: browsers apply it to redirects too, and the return goes on to the merchant's own site or app.
  "content-security-policy":
    `default-src 'none'; style-src 'sha256-${hash("sha256", STYLE, "base64")}'; base-uri ` +
    "'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

const DECISIONS = ["approve", "decline"] as const;

export function showHostedPage(sandbox: Sandbox, id: string): Answer {
  const payment = pagePayment(sandbox, id);
  return page(200, "Sandbox payment", paymentPage(payment));
}

/** Pressing a button twice, or after the outcome is known, changes nothing and leads to the same page. */
export async function decideHostedPage(sandbox: Sandbox, id: string, request: SandboxRequest): Promise<Answer> {
  const payment = pagePayment(sandbox, id);
  const decision = new URLSearchParams(request.body).get("decision");
  if (!DECISIONS.some((known) => known === decision))
    throw invalid("decision", `must be one of ${DECISIONS.join(", ")}`);
  if (payment.status === "pending") {
    if (decision === "approve") sandbox.progress.change(payment, { status: "completed", word: "approved" });
    else sandbox.progress.change(payment, { status: "failed", word: "declined", ...failureOf("decline")! });
  }
  await sandbox.store.durable();
  if (payment.behaviour === "redirect")
    return {
      statusCode: 303,
      headers: { ...PAGE_HEADERS, location: payment.returnUrl! },
      contentType: "text/plain; charset=utf-8",
    };
  return page(200, "Sandbox payment", paymentPage(payment));
}

function pagePayment(sandbox: Sandbox, id: string): Operation {
  const payment = sandbox.store.findByAlias(pageAlias(id));
  if (payment === undefined) throw notFound("payment page");
  return payment;
}

function paymentPage(payment: Operation): string {
  const what = payment.kind === "payout" ? "Payout" : "Payment";
  const head =
    `<h1>${what} of</h1><p class="amount">${escape(payment.amount!)} ` +
    `${escape(payment.currency!)}</p><p>Reference ${escape(payment.id)}</p>`;
  if (isFinal(payment.status)) {
    const back =
      payment.behaviour === "redirect"
        ? `<p><a href="${escape(payment.returnUrl!)}" rel="noreferrer">Back to the merchant</a></p>`
        : "<p>You can close this page.</p>";
    return (
      `${head}<p ` +
      `role="status"><strong>${
        payment.status === "completed" ? "Approved." : "Not paid: " + `${escape(payment.reason ?? payment.word)}.`
      }</strong></p>${back}`
    );
  }
  return `${head}
<p class="note">This is a simulation. No money moves, whatever you choose.</p>
<form method="post" action="/pay/${encodeURIComponent(payment.id)}">
<button class="approve" name="decision" value="approve">Approve</button>
<button class="decline" name="decision" value="decline">Decline</button>
</form>`;
}

export function showFrontPage(sandbox: Sandbox): Answer {
  const rows = ENDINGS.map(
    ([ending, , meaning]) => `<tr><th scope="row">${ending}</th><td>${escape(meaning)}</td></tr>`,
  ).join("\n");
  return page(
    200,
    "Corridor sandbox",
    `<h1>Corridor sandbox</h1>
<p>Plays the providers fiat, hybrid and crypto, a small set of chains and a KYB provider. Nothing here is real money. Accepted so far: ${sandbox.store.acceptedCount}.</p>
<p>The last four digits of the card number, the mobile money phone number or the bank account number decide what happens:</p>
<table><thead><tr><th scope="col">Ending</th><th scope="col">What happens</th></tr></thead><tbody>
${rows}
<tr><th scope="row">any other</th><td>accepted, completes by signed callback after ${sandbox.delayMs} ms; a bank transfer payin waits for its deposit</td></tr>
</tbody></table>
<h2>Standing in for the outside world</h2>
<table><tbody>
<tr><th scope="row">POST /deposits</th><td>{account_number, amount, currency}: pays bank transfer instructions or into a virtual account</td></tr>
<tr><th scope="row">POST /chain/deposits</th><td>{address, amount, asset, network}: sends crypto to a deposit address</td></tr>
<tr><th scope="row">GET /journal</th><td>?since=&amp;cursor=: everything that was accepted</td></tr>
<tr><th scope="row">POST /faults</th><td>{provider, mode: refuse | error | timeout | lost_answer | slow | late, share, seconds, delay_ms}: breaks a provider for a while</td></tr>
<tr><th scope="row">DELETE /faults</th><td>mends all</td></tr>
</tbody></table>
<p>A refund whose reason ends in “Fail” fails; a company whose name ends in “Reject” is rejected.</p>`,
  );
}

function page(statusCode: number, title: string, main: string): Answer {
  const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(title)}</title><style>${STYLE}</style></head>
<body><main>${main}</main></body></html>`;
  return { statusCode, contentType: "text/html; charset=utf-8", body, headers: PAGE_HEADERS };
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
