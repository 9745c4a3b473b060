import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { heldNote } from "@corridor/shared/held.ts";
import { type Session, SessionContext } from "../../session/session.ts";
import type { Payment } from "./payment.ts";
import { PaymentActions } from "./payment-actions.tsx";
import { statusText } from "./payment-badge.tsx";

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
    expect(shown({ status, actions: ["refund", "settle"] })).toEqual(["Mark as completed", "Mark as failed", "Refund"]);
  }
});

test("a payment that waits for other people says so, and is decided on the page of its approval", () => {
  const timeline = [{ note: heldNote(["it is large"]) }] as Payment["timeline"];
  const waits = { status: "initiated", attempts: [], timeline, hold: null } as unknown as Payment;
  expect(statusText(waits)).toBe("Waits for approval");
  expect(statusText({ ...waits, timeline: [] })).toBe("Not sent yet");
  expect(statusText({ ...waits, status: "rejected" })).toBe("Rejected");
  expect(statusText({ ...waits, timeline: [], hold: { reason: "x", since: "x" } })).toBe("Held by the operator");
  expect(shown({ ...waits, actions: ["approve", "reject"] })).toEqual([]);
});
