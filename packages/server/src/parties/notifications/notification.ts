import type { Row } from "#src/kernel/db/statement.ts";
import { OneOf } from "#src/kernel/http/schemas.ts";

export const PRIORITIES = ["low", "medium", "high", "urgent"] as const;
export type Priority = (typeof PRIORITIES)[number];

export const PrioritySchema = OneOf(PRIORITIES, {
  title: "Priority",
  description: "Priority of a notification and its e-mail",
});

/** Delivery state of the e-mail that goes with a notification; `none` when there is no such e-mail. */
export const EMAIL_STATES = ["none", "pending", "sent", "failed"] as const;
export type EmailState = (typeof EMAIL_STATES)[number];

/** `type`: `noun.verb`, for clients that show kinds differently. */
export type Notification = Omit<Row<"notifications.SELECT_NOTIFICATIONS">, "email_status" | "read_at">;

export type ShownNotification = Notification & { readonly read_at: Date | null; readonly email_status: EmailState };

/** Records that concern no single organization: e-mail of a password reset, events, the platform's webhooks. */
export const PLATFORM_ORGANIZATION = "00000000-0000-0000-0000-000000000000";
