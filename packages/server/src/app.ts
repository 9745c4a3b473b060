import { join } from "node:path";
import { API_DOCUMENT } from "./api-document.ts";
import { ACCESS } from "./access.ts";
import { composeIdentity } from "#src/parties/identity/compose-identity.ts";
import { ownSessionRoutes } from "#src/parties/identity/own-session-routes.ts";
import { composeKyb } from "#src/parties/organizations/compose-kyb.ts";
import type { Config } from "./config.ts";
import { countPayments } from "#src/back-office/analytics/count-payments.ts";
import { foldStatsJob } from "#src/back-office/analytics/fold-stats.ts";
import { analyticsRoutes } from "#src/back-office/analytics/routes.ts";
import { revokeKeysOfMember } from "#src/parties/api-keys/revoke-api-key.ts";
import { apiKeyRoutes } from "#src/parties/api-keys/routes.ts";
import { warnOfExpiryJob } from "#src/parties/api-keys/warn-of-expiry.ts";
import { auditRoutes } from "#src/record/audit/routes.ts";
import { sealAuditJob } from "#src/record/audit/seal-audit.ts";
import { settlementJob } from "#src/back-office/settlements/match-account.ts";
import { fetchStatementsJob } from "#src/back-office/settlements/fetch-statements.ts";
import { purgeSettlementFilesJob } from "#src/back-office/settlements/purge-files.ts";
import { settlementRoutes } from "#src/back-office/settlements/routes.ts";
import { writeHeadsJob } from "#src/record/evidence/write-heads.ts";
import { apiChangelogRoutes } from "#src/back-office/api-changelog/routes.ts";
import { testClockRoutes } from "#src/kernel/test-clock/routes.ts";
import { TEST_CLOCK_TOPIC, type TestClock } from "#src/kernel/test-clock/test-clock.ts";
import { cryptoAssetRoutes } from "#src/pricing/reference/crypto-asset-routes.ts";
import { bankValidationRoutes } from "#src/pricing/reference/bank-validation-routes.ts";
import { createBeneficiaryFinder } from "#src/parties/beneficiaries/find-beneficiary.ts";
import { beneficiaryRoutes } from "#src/parties/beneficiaries/routes.ts";
import { followApproval } from "#src/products/batches/change-batch.ts";
import { eraseBatchesJob } from "#src/products/batches/erase-batches.ts";
import { followBatchesJob } from "#src/products/batches/follow-batch.ts";
import { holdPayoutBatches } from "#src/products/batches/hold-batch.ts";
import { previewBatchesJob } from "#src/products/batches/preview-batch.ts";
import { repeatBatchesJob } from "#src/products/batches/repeat-batch.ts";
import { payoutBatchRoutes } from "#src/products/batches/routes.ts";
import { sendBatchesJob } from "#src/products/batches/send-batch.ts";
import { followAccount } from "#src/products/escrow/follow-beneficiaries.ts";
import { creditFundings, followEscrowPayments } from "#src/products/escrow/follow-payments.ts";
import { escrowRoutes } from "#src/products/escrow/routes.ts";
import { createDisburser } from "#src/products/escrow/settle-disbursements.ts";
import { eventRoutes } from "#src/record/events/routes.ts";
import { createFees } from "#src/pricing/fees/charge-fee.ts";
import { feeRoutes } from "#src/pricing/fees/routes.ts";
import { balanceRoutes } from "#src/back-office/balances/routes.ts";
import { operatorRoutes } from "#src/back-office/balances/operator-routes.ts";
import { notePendingSettlements, settlePayinsJob } from "#src/back-office/balances/settle-payins.ts";
import { createFloats, watchFloatsJob } from "#src/back-office/balances/watch-floats.ts";
import { ledgerRoutes } from "#src/record/ledger/routes.ts";
import { networkRoutes } from "#src/pricing/reference/network-routes.ts";
import { takeMailTo } from "#src/parties/identity/attempts.ts";
import { deliverEmailsJob, purgeEmailsJob } from "#src/parties/notifications/deliver-emails.ts";
import { createMailTransport } from "#src/parties/notifications/mail-transport.ts";
import { PLATFORM_ORGANIZATION } from "#src/parties/notifications/notification.ts";
import { createNotifyOrganization, notifyPlatform } from "#src/parties/notifications/notify-organization.ts";
import { createSendMail, queueEmails } from "#src/parties/notifications/queue-email.ts";
import { notificationRoutes } from "#src/parties/notifications/routes.ts";
import { verificationRoutes } from "#src/parties/notifications/verification-routes.ts";
import {
  isMember,
  organizationExists,
  organizationsOfUser,
  rolesOfMembers,
} from "#src/parties/organizations/membership.ts";
import { organizationRoutes } from "#src/parties/organizations/routes.ts";
import { createObjectionToPaying } from "#src/parties/identity/objection-to-paying.ts";
import { createFindOrganizationAccess } from "#src/parties/organizations/find-organization-access.ts";
import { createFindOrganizationProfile } from "#src/parties/organizations/find-organization-profile.ts";
import type { LimitMailTo, QueueMail, NotifyPlatform } from "#src/parties/organizations/send-mail.ts";
import { brandRoutes } from "#src/products/links/brand/brand-routes.ts";
import { createMayEmbed } from "#src/products/links/brand/may-embed.ts";
import { createFindBrand } from "#src/products/links/brand/find-brand.ts";
import { findLogo } from "#src/products/links/brand/queries.ts";
import { checkoutRoutes } from "#src/products/links/checkout-routes.ts";
import { createCardGate } from "#src/products/links/card-gate.ts";
import { type CheckoutTokens, createCheckoutTokens, pageAddressesOf } from "#src/products/links/checkout-token.ts";
import { sendReceiptsJob } from "#src/products/links/receipt/send-receipts.ts";
import { sendTextReceiptsJob } from "#src/products/links/receipt/send-text-receipts.ts";
import { expireLinksJob } from "#src/products/links/expire-links.ts";
import { followLinkPayments } from "#src/products/links/follow-link-payments.ts";
import { createOffers } from "#src/products/links/offer-methods.ts";
import { paymentLinkRoutes } from "#src/products/links/routes.ts";
import { reviewPayment } from "#src/payments/records/review-payment.ts";
import { createRequestPaymentApprovals } from "#src/payments/store/request-payment-approvals.ts";
import { measureBacklogJob } from "#src/payments/store/measure-backlog.ts";
import { purgePayoutCountsJob } from "#src/payments/store/screen-payouts.ts";
import { expireApprovalsJob } from "#src/parties/approvals/request-approval.ts";
import { approvalRoutes } from "#src/parties/approvals/routes.ts";
import { createPaymentStore } from "#src/payments/store/payment-store.ts";
import { createCheckJob, createPaymentContinuation } from "#src/payments/at-providers/check-payments.ts";
import { createDispatcher } from "#src/payments/at-providers/dispatch-payment.ts";
import { plainPayment } from "#src/payments/at-providers/dispatch-request.ts";
import { initiationRoutes } from "#src/payments/initiate/initiation-routes.ts";
import { keepRateLocks } from "#src/payments/initiate/keep-rate-locks.ts";
import { publicPaymentRoutes } from "#src/payments/at-providers/public-routes.ts";
import { createAbsenceJudge } from "#src/payments/store/proof-of-absence.ts";
import { createLeftBehindJob } from "#src/payments/at-providers/watch-left-behind.ts";
import { purgeCallbacksJob } from "#src/payments/at-providers/purge-callbacks.ts";
import { isBeneficiaryInUse } from "#src/payments/store/beneficiary-in-use.ts";
import { usualDurationMs } from "#src/payments/store/usual-duration.ts";
import { isAnythingUnderWayAt } from "#src/payments/at-providers/anything-under-way.ts";
import { disputeRoutes } from "#src/payments/disputes/routes.ts";
import { watchDeadlinesJob } from "#src/payments/disputes/watch-deadlines.ts";
import { createDisputeHearer } from "#src/payments/disputes/hear-dispute.ts";
import { type CallbackReceiver, createCallbackReceiver } from "#src/payments/at-providers/receive-callback.ts";
import { createAccountResolver } from "#src/payments/at-providers/resolve-payee.ts";
import { erasePayersJob } from "#src/payments/records/erase-payers.ts";
import { findCustomer } from "#src/parties/customers/find-customer.ts";
import { customerRoutes } from "#src/parties/customers/routes.ts";
import { findPaymentsBy } from "#src/payments/store/find-payments-by.ts";
import { paymentListRoutes } from "#src/payments/records/list-routes.ts";
import { paymentRoutes } from "#src/payments/records/routes.ts";
import { refundRoutes } from "#src/payments/refunds/routes.ts";
import { announceItemsJob } from "#src/payments/store/announce-items.ts";
import { createRefundWrites } from "#src/payments/refunds/refund-writes.ts";
import { createRefundJob } from "#src/payments/refunds/settle-refund.ts";
import { createProviderRegistry } from "#src/pricing/provider-accounts/provider-registry.ts";
import { providerRoutes } from "#src/pricing/provider-accounts/routes.ts";
import { createRampContinuation } from "#src/payments/ramps/continue-ramp.ts";
import { priceRamp } from "#src/payments/ramps/price-ramp.ts";
import { rampKind } from "#src/payments/ramps/ramp-kind.ts";
import { rampRoutes } from "#src/payments/ramps/routes.ts";
import { assertLockHolds } from "#src/pricing/rates/check-lock.ts";
import { createLiveRates } from "#src/pricing/rates/live-rates.ts";
import { purgeRatesJob } from "#src/pricing/rates/purge-rates.ts";
import { createFeedJob } from "#src/pricing/rates/read-feed.ts";
import { quoteRoutes } from "#src/pricing/quotes/routes.ts";
import { rateRoutes } from "#src/pricing/rates/routes.ts";
import { createCircuitBreaker } from "#src/pricing/routing/circuit-breaker.ts";
import { createLiveCorridors } from "#src/pricing/routing/live-corridors.ts";
import { createRouter } from "#src/pricing/routing/route-payments.ts";
import { routingRoutes } from "#src/pricing/routing/routes.ts";
import { createDepositReceiver } from "#src/products/virtual-accounts/apply-deposits.ts";
import { followWithdrawals } from "#src/products/virtual-accounts/follow-withdrawals.ts";
import { createAccountNumbers } from "#src/products/virtual-accounts/request-number.ts";
import { virtualAccountRoutes } from "#src/products/virtual-accounts/routes.ts";
import type { Memberships } from "#src/parties/users/memberships.ts";
import { userRoutes } from "#src/parties/users/routes.ts";
import { searchRoutes } from "#src/back-office/search/routes.ts";
import { expireExportsJob, makeExportsJob } from "#src/back-office/exports/make-exports.ts";
import { exportRoutes } from "#src/back-office/exports/routes.ts";
import { reportRoutes } from "#src/back-office/reports/routes.ts";
import { savedViewRoutes } from "#src/back-office/saved-views/routes.ts";
import { docsRoutes } from "#src/back-office/web/docs-routes.ts";
import { webRoutes } from "#src/back-office/web/routes.ts";
import { createDeliveryJob } from "#src/record/webhooks/deliver-webhooks.ts";
import { measureLatenessJob } from "#src/record/webhooks/measure-lateness.ts";
import { createRetentionJob } from "#src/record/webhooks/retention.ts";
import { notifyRoutes } from "#src/record/webhooks/notify-routes.ts";
import { webhookRoutes } from "#src/record/webhooks/routes.ts";
import { createAddressGuard } from "#src/kernel/address-guard.ts";
import type { Clock } from "@corridor/base/clock.ts";
import { s3SettingsOf } from "#src/kernel/db/backup/backup-places.ts";
import { type CellsInUse, oneCell } from "#src/kernel/db/cells-in-use.ts";
import { connect, type Db, type Queryable, type Reader } from "#src/kernel/db/client.ts";
import { type Invalidations, listenForInvalidations } from "#src/kernel/db/invalidation.ts";
import { readFromReplica } from "#src/kernel/db/read-replica.ts";
import type { CallerSources } from "#src/kernel/http/authenticate.ts";
import type { OrganizationExists } from "#src/kernel/http/caller.ts";
import { idempotencyCleanUp } from "#src/kernel/http/idempotency-store.ts";
import type { Rooms } from "#src/kernel/http/admission.ts";
import type { LocateCaller } from "#src/kernel/http/locate-caller.ts";
import { proveWritable, type ReadinessCheck } from "#src/kernel/http/health.ts";
import { createServer } from "#src/kernel/http/server.ts";
import { FIRST_CELL } from "@corridor/base/ids.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import type { Logger } from "#src/kernel/log.ts";
import type { Metrics } from "#src/kernel/metrics.ts";
import { traceOutbound } from "#src/kernel/trace-outbound.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import { createPeers, type Peers } from "#src/kernel/peers.ts";
import { createSecretBox } from "#src/kernel/secrets.ts";
import { createProviders } from "@corridor/providers/index.ts";
import type { Provider, ProviderName } from "@corridor/provider-kit/provider.ts";
import { THIRD_PARTIES } from "@corridor/providers/third-parties.ts";

/**
 * The map of the product: which modules there are, what each needs, and their routes and jobs. Nothing is discovered
 * automatically; a module that is not listed here does not run. One process may serve requests, run jobs, or both: all
 * state is in PostgreSQL.
 */
export type CorridorOptions = {
  /** The configuration with its secret; in development the command line generates one. */
  config: Config & { secret: string };
  databaseUrl: string;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  /** Where the sandbox listens; null when this deployment has none. */
  sandbox: { url: string; key: string } | null;
  /** Folder of the built pages. */
  webDirectory: string;
  /** Moves `clock`; exists only in development. */
  testClock?: TestClock | undefined;
};

/** What the parts of one cell need from the deployment (cells.ts). Absent in a deployment with one cell. */
export type Place = {
  readonly cell: number;
  readonly db: Db;
  readonly writerDb: Db;
  /** The read replica of DATABASE_READ_URL; null if that is not set. */
  readonly replica: Db | null;
  readonly invalidations: Invalidations;
  readonly peers: Peers;
  readonly rooms: Rooms;
  readonly cells: CellsInUse;
  /** The database of the first cell, which holds the directory. */
  readonly directory: Db;
  /** The facts about callers, from all cells; absent in the Corridor that gathers them. */
  readonly sources?: CallerSources;
  /** Throws for a request that belongs to another cell, judged by its headers. */
  readonly assertHere: (rawHeaders: readonly string[]) => void;
  readonly receiveCallback: CallbackReceiver["receive"];
  /** Whether each cell can be written to. */
  readonly health: () => readonly ReadinessCheck[];
};

/** The parts of one cell that other cells use. */
export type CellParts = {
  readonly db: Db;
  readonly sources: CallerSources;
  readonly locate: LocateCaller;
  readonly receiver: CallbackReceiver;
  readonly providers: ReadonlyMap<ProviderName, Provider>;
  readonly checkoutTokens: CheckoutTokens;
  readonly checkWritable: () => Promise<void>;
};

export type Corridor = {
  server: App;
  db: Db;
  /** Background work of the deployment, for any number of worker processes. */
  jobs: readonly Job[];
  /** Background work of a process that answers requests. */
  serverJobs: readonly Job[];
  /** Background work of every process. */
  processJobs: readonly Job[];
  /** Resolves when this process has finished the work of the callbacks that it answered. */
  callbacksFollowed(): Promise<void>;
  parts: CellParts;
  /** In a deployment with several cells: whether each of them can be written to. */
  cells?: () => readonly ReadinessCheck[];
  partsOf(cell: number): CellParts;
  /** Finishes requests and jobs in flight and closes connections; the server stops accepting requests first. */
  close(): Promise<void>;
};

export async function createCorridor(options: CorridorOptions, place?: Place): Promise<Corridor> {
  const { config, databaseUrl, clock, log, metrics } = options;
  const { publicBaseUrl } = config;
  const isDevelopment = config.environment === "development";
  const db =
    place?.db ??
    connect({ url: databaseUrl, maxConnections: config.databasePoolSize, applicationName: "corridor", log, metrics });
  const writerDb =
    place?.writerDb ??
    connect({
      url: databaseUrl,
      maxConnections: PAYMENT_WRITERS,
      applicationName: "corridor-writer",
      log,
      purpose: "writer",
    });
  const replica =
    place !== undefined || config.databaseReadUrl === undefined
      ? (place?.replica ?? null)
      : connect({
          url: config.databaseReadUrl,
          maxConnections: config.databasePoolSize,
          applicationName: "corridor-reader",
          log,
          metrics,
        });
  /**
   * Reads for pages that people look at, from the replica if there is one. No decision uses these reads, because a
   * replica may lag behind.
   */
  const reads: Reader = replica === null ? db : readFromReplica({ primary: db, replica, log, metrics });
  const invalidations =
    place?.invalidations ?? listenForInvalidations({ url: databaseUrl, db, applicationName: "corridor-listener", log });
  const cells = place?.cells ?? oneCell(db);
  const cell = place?.cell ?? FIRST_CELL;
  /** The first cell does the work that concerns the whole deployment. */
  const isFirst = cell === FIRST_CELL;
  invalidations.subscribe(TEST_CLOCK_TOPIC, () => void options.testClock?.follow());
  const secrets = createSecretBox({ masterSecret: config.secret, previousMasterSecrets: config.previousSecrets });
  const outbound = createOutbound({ log, around: traceOutbound });
  const base = { db, clock, log, invalidations, cells };
  const sandbox =
    options.sandbox === null ? null : { ...options.sandbox, settlesWithinMs: config.sandboxSettlesWithinMs };
  const builtIn = createProviders({ sandbox, manualAccounts: config.manualAccounts, outbound, clock });
  const thirdParties = {
    kinds: THIRD_PARTIES,
    builtIn,
    secrets,
    outbound,
    secureOnly: config.environment === "production",
  };
  const registry = createProviderRegistry({ ...base, ...thirdParties, publicBaseUrl });
  await registry.start();
  const { providers } = registry;

  const mail = { ...base, secrets };
  const transport = createMailTransport({ ...config, log });
  if (config.isExposedDevelopment)
    options.log.warn(
      { host: config.host },
      "development listens on an address that others can reach: metrics need METRICS_TOKEN, and the sandbox stays on " +
        "this machine",
    );
  const identity = composeIdentity({
    ...options,
    ...base,
    shared: sharedOf(place),
    directory: place?.directory ?? db,
    secrets,
    outbound,
    sendMail: createSendMail(mail),
  });
  const profileOf = createFindOrganizationProfile({ ...base, payoutDestinations: config.payoutDestinations });
  const liveRates = createLiveRates({
    ...base,
    feedStaleMs: config.rateFeedStaleSeconds * 1_000,
    feedRefreshSeconds: config.rateFeedRefreshSeconds,
  });
  const lockLimits = {
    driftBps: config.rateLockDriftBps,
    maxOpen: config.rateLockMaxOpen,
    maxHourlyUsd: config.rateLockHourlyUsd,
  };
  const rates = {
    ...base,
    liveRates,
    lockLimits,
    marginBpsOf: async (orgId: string) => (await profileOf(orgId)).marginBps,
  };
  const peers = place?.peers ?? createPeers({ db, invalidations });
  const breaker = createCircuitBreaker(clock, peers);
  const floats = createFloats(base);
  const router = createRouter({ ...base, providers, breaker, floats, live: createLiveCorridors(base) });

  const notifyOrganization = createNotifyOrganization(mail);
  const tellPlatform: NotifyPlatform = (tx, notice) => notifyPlatform(tx, mail, notice);
  const approvals = { ...base, notifyOrganization, notifyPlatform: tellPlatform };
  const kinds = { payment: plainPayment, ramp: rampKind };
  const store = createPaymentStore({
    db: writerDb,
    clock,
    // Listeners run in the order of locks (ARCHITECTURE.md): payout batches and rates first, an escrow project before
    // virtual accounts.
    listeners: [
      holdPayoutBatches,
      keepRateLocks(lockLimits.maxHourlyUsd),
      followEscrowPayments,
      followWithdrawals,
      followLinkPayments(publicBaseUrl),
      notePendingSettlements,
      countPayments,
    ],
    kinds,
    requestApprovals: createRequestPaymentApprovals(approvals),
  });
  const tokens = createCheckoutTokens(secrets);
  const addresses = pageAddressesOf(publicBaseUrl, tokens);
  const dispatcher = createDispatcher({
    ...base,
    store,
    kinds,
    providers,
    breaker,
    ...addresses,
    assertLockHolds: (one) => assertLockHolds(rates, one),
  });
  const receiver = createCallbackReceiver({
    ...base,
    db: writerDb,
    store,
    providers,
    applyDeposits: createDepositReceiver({
      ...base,
      others: place === undefined ? undefined : { every: cells.every, isFirst },
    }),
    hearDispute: createDisputeHearer({ clock, store, notifyOrganization }),
  });
  const payments = {
    ...base,
    store,
    kinds,
    dispatcher,
    providers,
    absence: createAbsenceJudge(base),
    refundWrites: createRefundWrites({ ...base, store }),
    router,
    ...addresses,
    profileOf,
    findCustomer: (orgId: string, customerId: string) => findCustomer(db, orgId, customerId),
    rates,
    fees: createFees(base),
    findBeneficiary: createBeneficiaryFinder(base),
    holdPayoutsUntilKyb: config.holdPayoutsUntilKyb,
  };
  const resolveAccount = createAccountResolver({ router, providers });
  const continuations = { payment: createPaymentContinuation(payments), ramp: createRampContinuation(payments) };
  const queueMail: QueueMail = (tx, one) => queueEmails(tx, mail, [one]);
  const limitMailTo: LimitMailTo = (tx, recipient) => takeMailTo(tx, recipient, clock.now());
  const organizations = {
    ...base,
    approvals,
    queueMail,
    limitMailTo,
    revokeKeysOfMember,
    publicBaseUrl,
    firstMarginBps: config.rateMarginBps,
    notifyPlatform: tellPlatform,
    access: ACCESS,
    kyb: composeKyb({ ...options, outbound }),
  };
  const separatesEscrow = async (orgId: string) => (await profileOf(orgId)).controls?.escrow_separation === true;
  const escrow = {
    ...base,
    payments,
    approvals,
    separatesEscrow,
    disburser: createDisburser({ ...base, payments, separatesEscrow }),
  };
  const virtualAccounts = {
    ...base,
    payments,
    profileOf,
    numbers: createAccountNumbers({ ...base, router, providers, publicBaseUrl }),
  };

  const accessOf = createFindOrganizationAccess(base);
  const checkout = {
    ...payments,
    rates,
    offers: createOffers({ ...base, providers }),
    tokens,
    cards: createCardGate({ ...base, outbound, environment: config.environment, challenge: config.checkoutChallenge }),
    accessOf,
    environment: config.environment,
    brandOf: createFindBrand(base),
  };
  const receipts = {
    ...base,
    findPayment: store.findPayment,
    profileOf,
    publicBaseUrl,
    environment: config.environment,
  };

  const guard = createAddressGuard({
    allowInsecure: config.allowInsecureWebhooks,
    connectTimeoutMs: WEBHOOK_CONNECT_TIMEOUT_MS,
  });
  const isStandby = (): boolean => !invalidations.leads(cell);
  const deliveries = createDeliveryJob({ ...base, metrics, guard, secrets, notifyOrganization, isStandby });

  const server = await createServer({
    config,
    log,
    metrics,
    clock,
    peers,
    rooms: place?.rooms,
    db,
    writerDb,
    authenticate:
      place === undefined
        ? identity.authenticate
        : async (request) => {
            place.assertHere(request.rawHeaders);
            return identity.authenticate(request);
          },
    access: ACCESS,
    document: API_DOCUMENT,
    secrets,
    readiness: [identity.readiness, ...(place === undefined ? [{ name: "payments", check: store.assertWritten }] : [])],
    cells: place?.health,
    routes: [
      initiationRoutes(payments),
      approvalRoutes({
        ...approvals,
        access: ACCESS,
        followDecision: (tx, approval) => followApproval(base, tx, approval),
        reviewPayment: async (request, { org_id: orgId, subject: paymentId }, decision, comment) => {
          await reviewPayment(payments, request, (await store.findPayment({ orgId, paymentId }))!, {
            decision,
            comment,
          });
        },
      }),
      paymentListRoutes({ ...payments, reads, access: ACCESS, liveRates }),
      paymentRoutes({ ...payments, reads, access: ACCESS }),
      refundRoutes(payments),
      publicPaymentRoutes({ ...payments, receive: place?.receiveCallback ?? receiver.receive }),
      payoutBatchRoutes({ ...payments, approvals }),
      disputeRoutes(payments),
      rampRoutes({ ...rates, ...payments }),
      routingRoutes({
        ...base,
        router,
        breaker,
        providers,
        fees: payments.fees,
        corridorsOf: (provider) => registry.corridorsOf(provider),
      }),
      providerRoutes({
        ...base,
        ...thirdParties,
        registry,
        publicBaseUrl,
        isBusy: (provider) => isAnythingUnderWayAt(cells.every, provider),
      }),
      feeRoutes(base),
      rateRoutes(rates),
      quoteRoutes({
        ...payments,
        ...rates,
        usualDurationMs: (orgId, place) => usualDurationMs(db, orgId, place),
        priceRamp: (question) => priceRamp({ ...payments, ...rates }, question),
      }),
      networkRoutes({ resolveAccount }),
      cryptoAssetRoutes(),
      bankValidationRoutes(),
      apiChangelogRoutes(),
      ...(isDevelopment ? [testClockRoutes({ clock, testClock: options.testClock ?? null })] : []),
      customerRoutes(base),
      beneficiaryRoutes({ ...base, isInUse: isBeneficiaryInUse, followAccount }),
      paymentLinkRoutes({ ...base, liveRates, publicBaseUrl }),
      brandRoutes({ ...base, publicBaseUrl }),
      checkoutRoutes(checkout),
      analyticsRoutes({ ...base, db: reads, breaker, liveRates }),
      reportRoutes({ ...base, liveRates }),
      virtualAccountRoutes(virtualAccounts),
      escrowRoutes(escrow),
      balanceRoutes({ db: reads, clock }),
      operatorRoutes({ ...base, approvals, notifyPlatform: tellPlatform }),
      ledgerRoutes({ db: reads }),
      settlementRoutes({ ...base, secrets }),
      exportRoutes({ ...base, secrets, publicBaseUrl, organizationExists }),
      savedViewRoutes({ ...base, organizationExists }),
      webhookRoutes({ ...base, organizationExists: organizationOrPlatformExists, guard, secrets }),
      searchRoutes({
        db: reads,
        findPayments: (scope, filters, limit) => findPaymentsBy(reads, scope, filters, limit),
      }),
      eventRoutes({ ...base, writerDb }),
      notifyRoutes({ ...base, organizationExists }),
      organizationRoutes(organizations),
      ownSessionRoutes(base),
      userRoutes({ ...base, memberships: membershipsIn(place) }),
      apiKeyRoutes({ ...base, approvals, environment: config.environment }),
      auditRoutes({ db: reads, organizationExists }),
      verificationRoutes(base),
      notificationRoutes({ ...mail, limitMailTo, profileOf, findByTransactionId: store.findByTransactionId }),
    ],
    pages: [
      identity.routes,
      webRoutes({
        directory: options.webDirectory,
        publicBaseUrl,
        challenge: config.challengeWidget,
        findLogo: (hash) => findLogo(cells.anywhere, hash),
        mayEmbed: createMayEmbed({
          ...checkout,
          db: cells.anywhere,
          brandOf: isFirst && place !== undefined ? createFindBrand({ ...base, db: cells.anywhere }) : checkout.brandOf,
        }),
      }),
      docsRoutes({
        directory: options.webDirectory,
        https: publicBaseUrl.startsWith("https://"),
        demoDirectory: config.environment === "development" && !config.isExposedDevelopment ? config.dataDir : null,
      }),
    ],
  });

  const withStandby = (jobs: readonly Job[]): Job[] => jobs.map((job) => ({ ...job, isStandby }));
  const feed =
    config.rateFeedUrl === undefined || !isFirst
      ? []
      : [
          createFeedJob({
            ...base,
            outbound,
            url: config.rateFeedUrl,
            mapping: config.rateFeedMapping,
            refreshMs: config.rateFeedRefreshSeconds * 1_000,
          }),
        ];
  const parts: CellParts = {
    db,
    sources: identity.sources,
    locate: identity.locate,
    receiver,
    providers,
    checkoutTokens: tokens,
    checkWritable: async () => void (await Promise.all([store.assertWritten(), proveWritable({ db, writerDb })])),
  };
  return {
    server,
    db,
    jobs: withStandby([
      deliveries,
      createCheckJob({ ...payments, continuations }),
      previewBatchesJob({ ...payments, floats, resolveAccount }),
      sendBatchesJob({
        ...payments,
        accessOf,
        objectionTo: createObjectionToPaying(base),
        perSecond: config.payoutBatchPerSecond,
      }),
      repeatBatchesJob({ ...payments, approvals }),
      eraseBatchesJob({ ...base, retentionDays: config.payoutBatchRetentionDays }),
      followBatchesJob(base),
      createRefundJob(payments),
      announceItemsJob(base),
      expireApprovalsJob(base),
      erasePayersJob(base),
      purgePayoutCountsJob(base),
      createLeftBehindJob(payments),
      settlePayinsJob({ ...base, store, onSettled: creditFundings }),
      settlementJob({ ...base, matches: isFirst }),
      receiver.follower.job,
      purgeCallbacksJob(base),
      watchDeadlinesJob({ ...base, store, notifyOrganization }),
      purgeRatesJob(base),
      virtualAccounts.numbers.job,
      escrow.disburser.job,
      expireLinksJob(base),
      sendReceiptsJob({
        ...receipts,
        ...mail,
        brandOf: checkout.brandOf,
        sendsTexts: config.receiptSmsUrl !== undefined,
      }),
      ...(config.receiptSmsUrl === undefined
        ? []
        : [
            sendTextReceiptsJob({
              ...receipts,
              outbound,
              hook: { url: config.receiptSmsUrl, secret: config.receiptSmsSecret! },
            }),
          ]),
      foldStatsJob(base),
      makeExportsJob({ ...base, replica: replica === null ? null : reads }),
      expireExportsJob(base),
      createRetentionJob(base),
      sealAuditJob(base),
      deliverEmailsJob({ ...mail, transport, findLogo: (hash) => findLogo(db, hash) }),
      purgeEmailsJob(base),
      idempotencyCleanUp(base),
      ...(isFirst
        ? [
            fetchStatementsJob({ ...base, providers }),
            purgeSettlementFilesJob({ ...base, retentionDays: config.settlementFileRetentionDays }),
            watchFloatsJob({ ...base, providers, notifyPlatform: tellPlatform }),
            writeHeadsJob({
              ...base,
              db: cells.every,
              outbound,
              secrets,
              target: config.evidenceHeads ?? join(config.dataDir, HEADS_FILE),
              s3: s3SettingsOf(config),
            }),
            ...identity.jobs,
          ]
        : []),
      warnOfExpiryJob({ ...base, notifyOrganization }),
      measureLatenessJob({ ...base, metrics, cell }),
      measureBacklogJob({ ...base, metrics, cell }),
      ...feed,
    ]),
    serverJobs: identity.lastUsedJobs,
    processJobs: [peers.job],
    callbacksFollowed: receiver.follower.idle,
    parts,
    partsOf: () => parts,
    close: async () => {
      await server.close();
      await deliveries.close();
      await receiver.follower.close();
      await store.drain();
      await identity.flush();
      await registry.close();
      await Promise.all([place === undefined && invalidations.close(), outbound.close()]);
      transport.close();
      await Promise.all([db.close(), writerDb.close(), replica?.close()]);
    },
  };
}

/** The platform has its own webhooks, for events that concern no single organization. */
const organizationOrPlatformExists: OrganizationExists = async (db, orgId) =>
  orgId === PLATFORM_ORGANIZATION || organizationExists(db, orgId);

/**
 * With several cells, the facts about callers come from all cells. The cell that serves the request records the last
 * use of a key or session.
 */
function sharedOf(
  place: Place | undefined,
): Pick<CallerSources, "findApiKey" | "findUserOf" | "findPerson" | "findOrganization"> | undefined {
  if (place?.sources === undefined) return undefined;
  const { findApiKey, findUserOf, findPerson, findOrganization } = place.sources;
  return { findApiKey, findUserOf, findPerson, findOrganization };
}

/** A person may be a member in any cell. With one cell, memberships are read in the caller's transaction. */
function membershipsIn(place: Place | undefined): Memberships {
  const memberships = { isMember, organizationsOfUser, rolesOfMembers };
  if (place === undefined) return memberships;
  const { every, anywhere } = place.cells;
  return {
    ...memberships,
    isMember: (_db: Queryable, orgId, userId) => isMember(anywhere, orgId, userId),
    // Reads every cell, because each of the user's organizations gets an event about the verification.
    organizationsOfUser: (_db: Queryable, userId) => organizationsOfUser(every, userId),
  };
}

const HEADS_FILE = "chain-heads.jsonl";
const WEBHOOK_CONNECT_TIMEOUT_MS = 5_000;
/**
 * Connections that write payments: two for batches of creations, two for transitions, two for callbacks, and a spare
 * one for reads.
 */
const PAYMENT_WRITERS = 7;
