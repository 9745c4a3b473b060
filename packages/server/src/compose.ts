import { API_DOCUMENT } from "./api-document.ts";
import {
  closeGround,
  jobsOf,
  onlyHere,
  openGround,
  type Place,
  type Service,
  type ServiceOptions,
  sharedOf,
} from "./deployment.ts";
import { composeAnalytics } from "#src/back-office/analytics/index.ts";
import { composeApiChangelog } from "#src/back-office/api-changelog/index.ts";
import { composeBacktests } from "#src/back-office/backtests/index.ts";
import { composeBalances, createFloats, notePendingSettlements } from "#src/back-office/balances/index.ts";
import { composeExports, forgetExports } from "#src/back-office/exports/index.ts";
import { composeReports } from "#src/back-office/reports/index.ts";
import { composeSavedViews } from "#src/back-office/saved-views/index.ts";
import { composeSearch } from "#src/back-office/search/index.ts";
import { composeSettlements } from "#src/back-office/settlements/index.ts";
import { composeWeb, renderReturn } from "#src/back-office/web/index.ts";
import { proveWritable } from "#src/kernel/http/health.ts";
import { idempotencyCleanUp } from "#src/kernel/http/idempotency-store.ts";
import { createServer } from "#src/kernel/http/server.ts";
import type { Part } from "#src/kernel/part.ts";
import { composeTestClock } from "#src/kernel/test-clock/routes.ts";
import { composeApiKeys, revokeKeysOfMember } from "#src/parties/api-keys/index.ts";
import { composeApprovals, createSecondPerson } from "#src/parties/approvals/index.ts";
import { composeBeneficiaries } from "#src/parties/beneficiaries/index.ts";
import { composeCustomers, findCustomer } from "#src/parties/customers/index.ts";
import { composeIdentity, createLimitMailTo, createObjectionToPaying } from "#src/parties/identity/index.ts";
import { composeNotifications, createMail, ownerExists } from "#src/parties/notifications/index.ts";
import { composeOrganizations, membershipsIn, organizationExists } from "#src/parties/organizations/index.ts";
import { composeUsers } from "#src/parties/users/index.ts";
import { composePayments } from "#src/payments/compose.ts";
import { createReviewPayment } from "#src/payments/records/index.ts";
import { keepRateLocks } from "#src/payments/initiate/index.ts";
import { isAnythingUnderWayAt } from "#src/payments/at-providers/index.ts";
import { priceRamp } from "#src/payments/ramps/index.ts";
import { createCountArms, isBeneficiaryInUse, usualDurationMs } from "#src/payments/store/index.ts";
import { composeFees } from "#src/pricing/fees/index.ts";
import { composePlatformSettings } from "#src/pricing/platform-settings/index.ts";
import { composeProviderAccounts } from "#src/pricing/provider-accounts/index.ts";
import { composeQuotes } from "#src/pricing/quotes/index.ts";
import { composeRates } from "#src/pricing/rates/index.ts";
import { composeReference } from "#src/pricing/reference/index.ts";
import { composeRouting } from "#src/pricing/routing/index.ts";
import { composeBatches, followApproval, batchListener } from "#src/products/batches/index.ts";
import { composeEscrow, creditFundings, followAccount, escrowListener } from "#src/products/escrow/index.ts";
import { composeLinks, createCheckoutTokens, linkListener, pageAddressesOf } from "#src/products/links/index.ts";
import {
  composeVirtualAccounts,
  createDepositReceiver,
  withdrawalListener,
} from "#src/products/virtual-accounts/index.ts";
import { composeAudit } from "#src/record/audit/index.ts";
import { composeEvents } from "#src/record/events/index.ts";
import { composeEvidence } from "#src/record/evidence/index.ts";
import { composeLedger } from "#src/record/ledger/index.ts";
import { composeWebhooks } from "#src/record/webhooks/index.ts";

/** What each module gets. One that is not in the list below does not run. All state is in PostgreSQL. */
export async function composeService(options: ServiceOptions, place?: Place): Promise<Service> {
  const ground = await openGround(options, place);
  const { db, writerDb, clock, cells, publicBaseUrl, isFirst } = ground;
  const mail = { ...createMail(ground), limitMailTo: createLimitMailTo(clock), organizationExists };
  const base = { ...ground, ...mail, ...createSecondPerson({ ...ground, ...mail }) };

  const organizations = composeOrganizations({ ...base, revokeKeysOfMember });
  const { profileOf, accessOf } = organizations;
  const identity = composeIdentity({ ...base, shared: sharedOf(place) });
  const beneficiaries = composeBeneficiaries({ ...base, isInUse: isBeneficiaryInUse, followAccount });

  const isBusy = isAnythingUnderWayAt.bind(null, cells.every);
  const accounts = await composeProviderAccounts({ ...base, profileOf, isBusy });
  const fees = composeFees(base);
  const known = { floats: createFloats(base), countArms: createCountArms(cells.every) };
  const routing = composeRouting({ ...base, ...accounts, ...fees, ...known, profileOf });
  const pricing = composeRates({ ...base, profileOf });
  const { rates } = pricing;

  const evidence = composeEvidence(base);
  const tokens = createCheckoutTokens(base.secrets);
  const floor = composePayments({
    ...rates,
    ...base,
    ...pageAddressesOf(publicBaseUrl, tokens),
    renderReturn,
    // In the order of locks (ARCHITECTURE.md): payout batches, rates, and an escrow project before virtual accounts.
    listeners: [
      batchListener,
      keepRateLocks(rates.lockLimits),
      escrowListener(mail),
      withdrawalListener,
      linkListener(publicBaseUrl),
      notePendingSettlements,
    ],
    forgetExports,
    applyDeposits: createDepositReceiver({ ...base, others: place && { every: cells.every, isFirst } }),
    receiveCallback: place?.receiveCallback,
    ...accounts,
    ...routing,
    rates,
    fees: fees.fees,
    floats: known.floats,
    profileOf,
    accessOf,
    findBeneficiary: beneficiaries.findBeneficiary,
    findCustomer: (orgId: string, customerId: string) => findCustomer(db, orgId, customerId),
  });
  const { payments, receiver } = floor;
  const [{ store }, { limitInstrument }] = [payments, identity];
  const links = composeLinks({ ...payments, tokens, limitInstrument, seesEveryCell: isFirst && place !== undefined });
  const followDecision = followApproval(base, floor.followReturn);
  const parts: readonly Part[] = [
    // record
    composeAudit(base),
    composeLedger(base),
    composeEvents(base),
    composeWebhooks({ ...base, ownerExists }),
    evidence,
    // parties
    composeUsers({ ...base, memberships: membershipsIn(place?.cells) }),
    composeApprovals({ ...identity, ...base, followDecision, reviewPayment: createReviewPayment(payments) }),
    organizations,
    composeApiKeys(base),
    beneficiaries,
    composeCustomers(base),
    composeNotifications({ ...base, ...links, profileOf, findByTransactionId: store.findByTransactionId }),
    identity,
    // pricing
    composePlatformSettings(base),
    accounts,
    routing,
    fees,
    pricing,
    composeQuotes({ ...payments, usualDurationMs, priceRamp: (question) => priceRamp(payments, question) }),
    composeReference(payments),
    ...floor.parts,
    // products
    links,
    composeVirtualAccounts({ ...payments, payments }),
    composeEscrow({ ...payments, payments }),
    composeBatches({ ...payments, objectionTo: createObjectionToPaying(base) }),
    // back-office
    composeBalances({ ...payments, onSettled: creditFundings }),
    composeSettlements(payments),
    composeAnalytics(payments),
    composeReports(payments),
    composeExports(base),
    composeBacktests({ ...base, ...accounts }),
    composeSavedViews(base),
    composeSearch(base),
    composeApiChangelog(),
    composeWeb({ ...base, ...links, openCorridors: routing.openCorridors, directory: options.webDirectory }),
    // kernel
    { jobs: [idempotencyCleanUp(base)] },
    composeTestClock({ ...base, testClock: options.testClock }),
  ];

  const written = place ? [] : [{ name: "payments", check: store.assertWritten }];
  const server = await createServer({
    ...base,
    rooms: place?.rooms,
    authenticate: onlyHere(identity.authenticate, place),
    stopOfWrites: (orgId) => routing.gate.reasonOf({ flow: "writes", orgId }),
    document: API_DOCUMENT,
    readiness: [identity.readiness, ...written, ...evidence.readiness],
    cells: place?.health,
    routes: parts.flatMap(({ routes = [] }) => routes),
    pages: parts.flatMap(({ pages = [] }) => pages),
  });
  const ofCell = {
    db,
    sources: identity.sources,
    locate: identity.locate,
    receiver,
    providers: accounts.providers,
    checkoutTokens: tokens,
    checkWritable: async () => void (await Promise.all([store.assertWritten(), proveWritable({ db, writerDb })])),
  };
  return {
    server,
    db,
    jobs: jobsOf(parts, base),
    serverJobs: identity.serverJobs,
    jobReadiness: evidence.readiness,
    processJobs: [base.peers.job],
    callbacksFollowed: receiver.follower.idle,
    parts: ofCell,
    partsOf: () => ofCell,
    close: async () => {
      await server.close();
      for (const part of parts.toReversed()) await part.close?.();
      await closeGround(base, place);
    },
  };
}
