import type { Config } from "#src/config.ts";
import type { OrganizationExists } from "#src/kernel/http/caller.ts";
import { type NotifyPlatform, organizationExists, type QueueMail } from "#src/parties/organizations/index.ts";
import { measureQueue } from "#src/kernel/jobs/measure.ts";
import type { Metrics } from "#src/kernel/metrics.ts";
import type { Needs, Part } from "#src/kernel/part.ts";
import { deliverEmailsJob, purgeEmailsJob } from "./deliver-emails.ts";
import { createMailTransport } from "./mail-transport.ts";
import { PLATFORM_ORGANIZATION } from "./notification.ts";
import { findOldestEmail } from "./outbox-queries.ts";
import { createNotifyOrganization, createNotifyPerson, notifyPlatform } from "./notify-organization.ts";
import { createSendMail, queueEmails } from "./queue-email.ts";
import { notificationRoutes } from "./routes.ts";
import { verificationRoutes } from "./verification-routes.ts";

export { PLATFORM_ORGANIZATION, PRIORITIES } from "./notification.ts";
export type { Notice } from "./notify-organization.ts";
export { type MailQueueDeps, type NewEmail, queueEmails } from "./queue-email.ts";

/** Of something that an organization or the platform may own. */
export const ownerExists: OrganizationExists = async (db, orgId) =>
  orgId === PLATFORM_ORGANIZATION || organizationExists(db, orgId);

export function createMail(deps: Needs<typeof createSendMail | typeof createNotifyPerson>) {
  const queueMail: QueueMail = (tx, one) => queueEmails(tx, deps, [one]);
  const tellPlatform: NotifyPlatform = (tx, notice) => notifyPlatform(tx, deps, notice);
  return {
    sendMail: createSendMail(deps),
    queueMail,
    notifyOrganization: createNotifyOrganization(deps),
    notifyPerson: createNotifyPerson(deps),
    notifyPlatform: tellPlatform,
  };
}

type NotificationsDeps = Needs<
  typeof deliverEmailsJob | typeof purgeEmailsJob | typeof notificationRoutes | typeof verificationRoutes,
  "transport"
> & { config: Config; metrics: Metrics; cell: number };

export function composeNotifications(deps: NotificationsDeps): Part {
  const transport = createMailTransport({ ...deps.config, log: deps.log });
  return {
    routes: [verificationRoutes(deps), notificationRoutes(deps)],
    jobs: [deliverEmailsJob({ ...deps, transport }), purgeEmailsJob(deps)],
    measures: [measureQueue("emails", deps, () => findOldestEmail(deps.db))],
    close: async () => transport.close(),
  };
}
