import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type Session, SessionContext } from "../../session/session.ts";
import type { Payment } from "./payment.ts";
import { PaymentActions } from "./payment-actions.tsx";

const session: Session = {
  user: { user_id: "u", email: "ama@example.com", name: "Ama", platform_role: null },
  second_factor: { is_set_up: false, must_set_up: false, has_passkey: false },
  memberships: [],
  organization: {
    org_id: "o",
    name: "O",
    role: "org-viewer",
    permissions: [],
    features: ["payments"],
    status: "active",
  },
};

/** The texts of the buttons and of everything else. */
function shown(payment: Partial<Payment>): string[] {
  const page = createElement(
    MantineProvider,
    {},
    createElement(
      QueryClientProvider,
      { client: new QueryClient() },
      createElement(
        SessionContext,
        { value: session },
        createElement(PaymentActions, { payment: { attempts: [{}], ...payment } as Payment }),
      ),
    ),
  );
  const html = renderToStaticMarkup(page);
  return [...html.replaceAll(/<style[\s\S]*?<\/style>/g, "").matchAll(/>([^<>]+)</g)].map((match) => match[1]!);
}

test("the buttons are those that the record names, whatever its status", () => {
  for (const status of ["initiated", "pending", "processing", "completed"] as const) {
    expect(shown({ status, direction: "outbound", actions: [] })).toEqual([]);
    expect(shown({ status, actions: ["submit_otp", "resend_otp", "cancel"] })).toEqual(["Cancel payment"]);
    expect(shown({ status, actions: ["approve", "reject"] })).toEqual(["Approve", "Reject"]);
    expect(shown({ status, actions: ["refund", "settle"] })).toEqual(["Mark as completed", "Mark as failed", "Refund"]);
  }
});

test("whoever may not review a payout reads that it waits for somebody else", () => {
  expect(shown({ status: "initiated", attempts: [], actions: [] })).toEqual(["Waits for a second person."]);
  expect(shown({ status: "reviewed", attempts: [], actions: ["approve", "reject"] })).toEqual(["Approve", "Reject"]);
  expect(shown({ status: "rejected", attempts: [], actions: [] })).toEqual([]);
});
