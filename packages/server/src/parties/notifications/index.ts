export { PLATFORM_ORGANIZATION, PRIORITIES } from "./notification.ts";
export type { Notice } from "./notify-organization.ts";
export { type MailQueueDeps, type NewEmail, queueEmails } from "./queue-email.ts";
