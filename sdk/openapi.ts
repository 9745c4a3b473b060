/** Generated from openapi.json by scripts/generate-api-types.ts. Do not edit. */
export interface paths {
    "/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what waits, or waited, for a second person
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["listApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/{approval_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an approval
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["getApproval"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/{approval_id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve
         * @description Never by the person who asked, nor by whoever made the key that asked. Each person decides once.
         *
         *     **Access:** the role org-admin or admin, or the permission payouts:approve. Not with an API key.
         */
        post: operations["approveApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/{approval_id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject
         * @description Never by the person who asked, nor by whoever made the key that asked. Each person decides once.
         *
         *     **Access:** the role org-admin or admin, or the permission payouts:approve. Not with an API key.
         */
        post: operations["rejectApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the balances of an organization, one for each currency
         * @description `available` is what the organization has; `pending` are completed payins that their provider has not handed over yet; `reserved` is set aside for payouts and refunds under way; `credit_line` is how far below zero `available` may go for what is started; `spendable` is what can be started now. In development every currency starts with a sandbox balance.
         *
         *     **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["listBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/balances/adjustments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List prefunding and corrections, newest first
         * @description **Access:** the role staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["listAdjustments"];
        put?: never;
        /**
         * Ask for prefunding or a correction of a balance
         * @description A positive `amount` is given to the organization, a negative one is taken from it. Nothing is booked before another platform admin approves it. `provider` names who holds the money, where a provider does: it counts to the float expected there.
         *
         *     **Access:** the role admin. Scope of an API key: `settings:write`.
         */
        post: operations["requestAdjustment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/balances/adjustments/{adjustment_id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve an adjustment that another platform admin asked for, and book it
         * @description **Access:** the role admin. Scope of an API key: `settings:write`.
         */
        post: operations["approveAdjustment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/balances/adjustments/{adjustment_id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject an adjustment, or withdraw one's own
         * @description **Access:** the role admin. Scope of an API key: `settings:write`.
         */
        post: operations["rejectAdjustment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/balances/credit-lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the credit lines that are granted
         * @description **Access:** the role staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["listCreditLines"];
        /**
         * Set how far below zero an organization's balance may go
         * @description For what is started: payouts, refunds, fees of ramps. `amount` 0 takes the line back, also from who has used it. Lowering takes effect at once. Raising is refused with 409 `APPROVAL_REQUIRED` until another platform admin has approved it (`/approvals`); then repeat the request.
         *
         *     **Access:** the role admin. Scope of an API key: `settings:write`.
         */
        put: operations["setCreditLine"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/balances/float": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the money held at each provider, by our books and by the provider's word
         * @description `expected` is what the ledger says over all organizations, `reported` what the provider said last, where it can be asked. Payouts under way are still in `expected`.
         *
         *     **Access:** the role staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["listFloat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/balances/float/thresholds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the float below which platform admins are alerted
         * @description `amount` 0: nobody is alerted any more.
         *
         *     **Access:** the role admin. Scope of an API key: `settings:write`.
         */
        put: operations["setFloatThreshold"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/balances/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what changed an organization's balance in one currency, newest first
         * @description One entry for each posting to the balance. `credit_line` stands where the entry changed the credit line, and is null elsewhere.
         *
         *     **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["listBalanceHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/beneficiaries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List beneficiaries
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `beneficiaries:read`.
         */
        get: operations["listBeneficiaries"];
        put?: never;
        /**
         * Add a beneficiary
         * @description Exactly one of bank_details, momo_details and crypto_details, as account_type says. `currency` defaults to the country's.
         *
         *     **Access:** the role org-admin or org-member or admin, or the permission beneficiaries:write. Scope of an API key: `beneficiaries:write`.
         */
        post: operations["createBeneficiary"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/beneficiaries/{beneficiary_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a beneficiary
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `beneficiaries:read`.
         */
        get: operations["getBeneficiary"];
        put?: never;
        post?: never;
        /**
         * Delete a beneficiary
         * @description 409 while a payment that is not finished uses it.
         *
         *     **Access:** the role org-admin or org-member or admin, or the permission beneficiaries:write. Scope of an API key: `beneficiaries:write`.
         */
        delete: operations["deleteBeneficiary"];
        options?: never;
        head?: never;
        /**
         * Change a beneficiary
         * @description What is given replaces what is stored (detail objects as a whole), null empties it. Payments that were already initiated keep what they copied.
         *
         *     **Access:** the role org-admin or org-member or admin, or the permission beneficiaries:write. Scope of an API key: `beneficiaries:write`.
         */
        patch: operations["changeBeneficiary"];
        trace?: never;
    };
    "/callbacks/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a provider's callback
         * @description Authenticated by the provider's own signature over the raw body. It is stored, answered and then followed, so the answer waits for no provider. Some providers are answered with the text that they ask for.
         *
         *     **Access:** a signature of the sender instead of a credential.
         */
        post: operations["receiveCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/callbacks/{provider}/{reference}/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Receive an unsigned notice of a provider
         * @description For providers that sign nothing: the address is known to the provider alone, and what it says only makes us poll the provider, after the answer.
         *
         *     **Access:** a signature of the sender instead of a credential.
         */
        put: operations["putNotice"];
        /**
         * Receive an unsigned notice of a provider
         * @description For providers that sign nothing: the address is known to the provider alone, and what it says only makes us poll the provider, after the answer.
         *
         *     **Access:** a signature of the sender instead of a credential.
         */
        post: operations["receiveNotice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/checkout/links/{link_ref}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a customer sees of a payment link
         * @description A link that cannot be paid answers with its status and no countries.
         *
         *     **Access:** no credential.
         */
        get: operations["readCheckoutLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/checkout/links/{link_ref}/pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay a payment link
         * @description 409 LINK_NOT_PAYABLE: it is paid, expired or disabled. 409 LINK_BUSY: a payment of this fixed link is under way; one that only waits for its customer gives way to the same payer at once and to others after three minutes. 502 ALL_PROVIDERS_FAILED: nobody accepted; another method may work. Send an Idempotency-Key per filled form.
         *
         *     **Access:** no credential.
         */
        post: operations["payCheckoutLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/checkout/payments/{checkout_token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a customer sees of a payment
         * @description Polled by the hosted page.
         *
         *     **Access:** no credential.
         */
        get: operations["readCheckoutPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/checkout/payments/{checkout_token}/action": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit or resend a one-time password, or cancel, as the customer
         * @description **Access:** no credential.
         */
        post: operations["actOnCheckoutPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/disputes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List disputes
         * @description Newest first. A dispute leaves the status of its payment as it is.
         *
         *     **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["listDisputes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/disputes/{dispute_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a dispute and its evidence
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["getDispute"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/disputes/{dispute_id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept a dispute: the money goes back to the payer
         * @description Once. Where the provider's answer is lost, the dispute counts as answered, and the provider's next update tells how it stands.
         *
         *     **Access:** the role org-admin or admin, or the permission refunds:write. The organization needs the feature `payments`. Scope of an API key: `refunds:write`.
         */
        post: operations["acceptDispute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/disputes/{dispute_id}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a piece of evidence
         * @description A text, or a file (PDF, JPEG or PNG, as base64). Nothing is handed over before the evidence is submitted.
         *
         *     **Access:** the role org-admin or org-member or admin, or the permission payments:write. The organization needs the feature `payments`. Scope of an API key: `refunds:write`.
         */
        post: operations["addDisputeEvidence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/disputes/{dispute_id}/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit the evidence to the provider
         * @description Once. Where the provider's answer is lost, the dispute counts as answered, and the provider's next update tells how it stands.
         *
         *     **Access:** the role org-admin or admin, or the permission refunds:write. The organization needs the feature `payments`. Scope of an API key: `refunds:write`.
         */
        post: operations["submitDispute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the event log
         * @description Newest first. With `order=asc` oldest first, and `meta.follow_key` is there to follow the log without missing an event: page to the end, then send `follow_key` as `last_evaluated_key` with the same filters, again and again, and take the `follow_key` of each answer for the next request. Events then come in the order of their transactions, as soon as no open one can still write before them; some may come twice, so know them by `event_id`. Without it, a page of `order=asc` ends 10 seconds before now, and before the oldest open transaction.
         *
         *     **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `webhooks:read`.
         */
        get: operations["getEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `webhooks:read`.
         */
        get: operations["getEventsEventId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/externals/banks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List banks
         * @description The codes to use as `bank_code`, of one country, one currency, or all; `search` looks into the names.
         *
         *     **Access:** any valid credential. Scope of an API key: `payments:read`.
         */
        post: operations["listBanks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/externals/networks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List mobile money networks
         * @description The names to use as `mobile_money_details.provider`, of one country, one currency, or all.
         *
         *     **Access:** any valid credential. Scope of an API key: `payments:read`.
         */
        post: operations["listNetworks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/externals/resolve-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find out whose bank account this is
         * @description Shape and check digits are verified here (IBAN, NUBAN, sort code, ABA); then the provider is asked. 404 when the bank knows no such account.
         *
         *     **Access:** the role org-admin or org-member or admin, or the permission payments:write. Scope of an API key: `payments:read`.
         */
        post: operations["resolveAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List fee schedules
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["listFees"];
        put?: never;
        /**
         * Create a fee schedule
         * @description **Access:** the role admin. Scope of an API key: `settings:write`.
         */
        post: operations["createFee"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fees/{fee_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a fee schedule, or switch it off
         * @description **Access:** the role admin. Scope of an API key: `settings:write`.
         */
        patch: operations["changeFee"];
        trace?: never;
    };
    "/ledger/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List ledger accounts with their balances
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["listLedgerAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ledger/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List ledger transactions with their postings
         * @description All of the organisation, or those of one resource, or those of one ledger account. A resource is what a cause begins with: a payment (of a withdrawal its `payment_id`), a deposit, the debit of a transfer between virtual accounts, a funding, a milestone, a refund of an escrow. What a virtual account was credited with is found by its ledger account.
         *
         *     **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["listLedgerTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List organizations
         * @description **Access:** the role staff or admin. Scope of an API key: `settings:read`.
         */
        get: operations["getOrganizations"];
        put?: never;
        /**
         * Create an organization
         * @description **Access:** the role admin. Scope of an API key: `settings:write`.
         */
        post: operations["postOrganizations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{org_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an organization
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `settings:read`.
         */
        get: operations["getOrganizationsOrgId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an organization
         * @description Name, `settings.payout_review_above`, `settings.controls` and `settings.payout_destinations: registered` by the organization itself; country, status, features, margin and `payout_destinations: any` by the platform's admin. Loosening a control needs a second person: 409 APPROVAL_REQUIRED names the approval, and the same request is repeated once it is approved.
         *
         *     **Access:** the role org-admin or admin, or the permission organization:write. Not with an API key.
         */
        patch: operations["patchOrganizationsOrgId"];
        trace?: never;
    };
    "/organizations/{org_id}/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit log
         * @description Every change made by a person or key, newest first. The log is append-only and hash-chained. What concerns no single organisation (rates, global routes and fees, people) platform people read under the org_id 00000000-0000-0000-0000-000000000000.
         *
         *     **Access:** the role org-admin or staff or admin. Scope of an API key: `settings:read`.
         */
        get: operations["getOrganizationsOrgIdAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{org_id}/invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invites
         * @description **Access:** the role org-admin or admin, or the permission members:write. Scope of an API key: `settings:read`.
         */
        get: operations["getOrganizationsOrgIdInvites"];
        put?: never;
        /**
         * Invite a person by e-mail
         * @description 409 when the address is invited already or belongs to a member; 429 when it was written to too often within the hour.
         *
         *     **Access:** the role org-admin or admin, or the permission members:write. Not with an API key.
         */
        post: operations["postOrganizationsOrgIdInvites"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{org_id}/invites/{invite_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an invite
         * @description **Access:** the role org-admin or admin, or the permission members:write. Scope of an API key: `settings:write`.
         */
        delete: operations["deleteOrganizationsOrgIdInvitesInviteId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{org_id}/invites/{invite_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an invite again
         * @description With a new link; the old one stops working. 429 when the address was written to too often within the hour.
         *
         *     **Access:** the role org-admin or admin, or the permission members:write. Not with an API key.
         */
        post: operations["postOrganizationsOrgIdInvitesInviteIdResend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{org_id}/kyb": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start business verification
         * @description Opens a case at the verification provider, or goes on with the open one. The outcome comes as `kyb.approved` or `kyb.rejected`.
         *
         *     **Access:** the role org-admin or admin, or the permission organization:write. Scope of an API key: `settings:write`.
         */
        post: operations["postOrganizationsOrgIdKyb"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{org_id}/kyb/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide a business verification
         * @description For deployments without a verification provider, and to overrule one.
         *
         *     **Access:** the role admin. Scope of an API key: `settings:write`.
         */
        post: operations["postOrganizationsOrgIdKybDecision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{org_id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `settings:read`.
         */
        get: operations["getOrganizationsOrgIdMembers"];
        put?: never;
        /**
         * Add a user as a member
         * @description For the platform's admin. Organisations invite people instead.
         *
         *     **Access:** the role admin. Scope of an API key: `settings:write`.
         */
        post: operations["postOrganizationsOrgIdMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{org_id}/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a member
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `settings:read`.
         */
        get: operations["getOrganizationsOrgIdMembersUserId"];
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description Their API keys are revoked with them. The last org-admin cannot be removed (409).
         *
         *     **Access:** the role org-admin or admin, or the permission members:write. Not with an API key.
         */
        delete: operations["deleteOrganizationsOrgIdMembersUserId"];
        options?: never;
        head?: never;
        /**
         * Change a member's role
         * @description An organisation always keeps at least one org-admin (409).
         *
         *     **Access:** the role org-admin or admin, or the permission members:write. Not with an API key.
         */
        patch: operations["patchOrganizationsOrgIdMembersUserId"];
        trace?: never;
    };
    "/organizations/{org_id}/members/{user_id}/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace permissions
         * @description **Access:** the role org-admin or admin, or the permission members:write. Not with an API key.
         */
        put: operations["putOrganizationsOrgIdMembersUserIdPermissions"];
        /**
         * Grant permissions
         * @description **Access:** the role org-admin or admin, or the permission members:write. Not with an API key.
         */
        post: operations["postOrganizationsOrgIdMembersUserIdPermissions"];
        /**
         * Revoke permissions
         * @description Those named in the query or the body; without any, all that were granted.
         *
         *     **Access:** the role org-admin or admin, or the permission members:write. Not with an API key.
         */
        delete: operations["deleteOrganizationsOrgIdMembersUserIdPermissions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{org_id}/members/{user_id}/permissions/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check a member's permission
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `settings:read`.
         */
        get: operations["getOrganizationsOrgIdMembersUserIdPermissionsCheck"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{org_id}/service-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List service accounts
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `settings:read`.
         */
        get: operations["getOrganizationsOrgIdServiceAccounts"];
        put?: never;
        /**
         * Create a service account
         * @description A member that is no person: nobody signs in as it, and only API keys act as it (`user_id` when creating a key). Its keys go on working when the person who made them leaves. Permissions are granted, and it is removed, like any member's.
         *
         *     **Access:** the role org-admin or admin, or the permission members:write. Not with an API key.
         */
        post: operations["postOrganizationsOrgIdServiceAccounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/admin/exchange-rate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Quote a rate and lock it for the organization
         * @description The rate is locked for 15 minutes and for one payment, transfer or withdrawal. With `amount` the lock holds for at most that much.
         *
         *     **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["getExchangeRate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/admin/exchange-rate/{org_rate_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a rate lock
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["getRateLock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/admin/rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the rate table
         * @description **Access:** the role staff or admin. Scope of an API key: `settings:read`.
         */
        get: operations["listRates"];
        /**
         * Write the rate table
         * @description All of the given rates are written, or none. A rate is in units of the currency per US dollar.
         *
         *     **Access:** the role admin. Scope of an API key: `settings:write`.
         */
        put: operations["setRates"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/invites/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invite
         * @description As the signed-in user, whose e-mail address must be the invited one.
         *
         *     **Access:** any valid credential. Not with an API key.
         */
        post: operations["postOrganizationsInvitesAccept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/webhook/kyb": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a callback of the verification provider
         * @description Authenticated by the provider's signature over the raw body. The same callback again changes nothing.
         *
         *     **Access:** a signature of the sender instead of a credential.
         */
        post: operations["postOrganizationsWebhookKyb"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org_id}/payment-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payment links, newest first
         * @description All of them; a page with a cursor when `limit` is sent.
         *
         *     **Access:** the role org-admin or staff or admin, or the permission payment-links:write. The organization needs the feature `payment_links`. Scope of an API key: `payment-links:read`.
         */
        get: operations["listPaymentLinks"];
        put?: never;
        /**
         * Create a payment link
         * @description `fixed`: the organisation gets exactly `amount`, once. `open`: the payer says how much, as often as the link is used; `amount` is a suggestion. Without `amount_type` it is fixed when an amount is given. With another `payer_currency` the customer pays in it, at a rate that is locked when the price is shown.
         *
         *     **Access:** the role org-admin or org-member or admin, or the permission payment-links:write. The organization needs the feature `payment_links`. Scope of an API key: `payment-links:write`.
         */
        post: operations["createPaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org_id}/payment-links/{link_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a payment link
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. The organization needs the feature `payment_links`. Scope of an API key: `payment-links:read`.
         */
        get: operations["getPaymentLink"];
        put?: never;
        post?: never;
        /**
         * Disable a payment link
         * @description It can no longer be paid, and stays readable as `disabled` with its payments. 409 for a paid link.
         *
         *     **Access:** the role org-admin or org-member or admin, or the permission payment-links:write. The organization needs the feature `payment_links`. Scope of an API key: `payment-links:write`.
         */
        delete: operations["deletePaymentLink"];
        options?: never;
        head?: never;
        /**
         * Change, disable or enable a payment link
         * @description What is given replaces what is stored, null empties it. 409 for a paid link, and for amount and payer_currency while a payment of the link is under way.
         *
         *     **Access:** the role org-admin or org-member or admin, or the permission payment-links:write. The organization needs the feature `payment_links`. Scope of an API key: `payment-links:write`.
         */
        patch: operations["changePaymentLink"];
        trace?: never;
    };
    "/payments-init/{payment_id}/action": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit or resend a one-time password, or cancel
         * @description **Access:** the role org-admin or org-member or admin, or the permission payments:write. Scope of an API key: `payins:write` or `payouts:write` or `ramps:write`.
         */
        post: operations["actOnPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments-init/initiate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Initiate a payin or payout
         * @description Checks the request, chooses a provider and sends the payment there. 422 ROUTING_CONFIG_NOT_FOUND: no provider serves the corridor. 502 ALL_PROVIDERS_FAILED: every provider refused; the payment is stored as failed and can be read.
         *
         *     **Access:** the role org-admin or org-member or admin, or the permission payments:write. The organization needs the feature `payments`. Scope of an API key: `payins:write` or `payouts:write`.
         */
        post: operations["initiatePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments-init/ramp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Buy crypto with fiat (on_ramp) or sell it for fiat (off_ramp)
         * @description Collects what the customer pays in, then delivers the other side: crypto to wallet_address, or fiat to the beneficiary, destination, bank or mobile money account. 400 RATE_MISMATCH: client_rate is more than 0.5 percent off the live rate in the direction of the funds. 422 ROUTING_CONFIG_NOT_FOUND: no provider serves the corridor. 502 ALL_PROVIDERS_FAILED: every provider refused to collect.
         *
         *     **Access:** the role org-admin or org-member or admin, or the permission ramps:write. The organization needs the feature `ramps`. Scope of an API key: `ramps:write`.
         */
        post: operations["initiateRamp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{payment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a payment by its payment id
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["getPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{payment_id}/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a hosted page for a payin
         * @description For a payin that was initiated through the API: our own page shows its next action (one-time password, bank details, a page to continue on) and its status, and then goes to its return_url.
         *
         *     **Access:** the role org-admin or org-member or admin, or the permission payments:write. The organization needs the feature `payments`. Scope of an API key: `payins:write`.
         */
        post: operations["createCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{payment_id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a payin, in whole or in part
         * @description **Access:** the role org-admin or admin, or the permission refunds:write. The organization needs the feature `payments`. Scope of an API key: `refunds:write`.
         */
        post: operations["refundPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{payment_id}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the refunds of a payment
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["listRefunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{payment_id}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve or reject a payout that waits for a second person
         * @description **Access:** the role org-admin or admin, or the permission payouts:approve. The organization needs the feature `payments`. Not with an API key.
         */
        post: operations["reviewPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{payment_id}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say how a payment ended, where its provider does not
         * @description For payments of the manual provider, and for those whose provider has been silent for a day; such a one is asked once more, and its answer counts (409).
         *
         *     **Access:** the role admin. Scope of an API key: `settings:write`.
         */
        post: operations["settlePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/bank-validation/validate-uk-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the format of a UK sort code and account number
         * @description A wrong format is an answer (200, `success: false`), not an error.
         *
         *     **Access:** any valid credential. Scope of an API key: `payments:read`.
         */
        post: operations["validateUkAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/provider-configs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List provider configs
         * @description **Access:** the role staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["listProviderConfigs"];
        put?: never;
        /**
         * Create a provider config
         * @description Refused (400) where the provider does not serve the corridor: `details` says which part of it, and what the provider serves.
         *
         *     **Access:** the role admin. Scope of an API key: `settings:write`.
         */
        post: operations["createProviderConfig"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/provider-configs/{provider}/{config_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a provider config
         * @description **Access:** the role staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["getProviderConfig"];
        put?: never;
        post?: never;
        /**
         * Remove a provider config
         * @description **Access:** the role admin. Scope of an API key: `settings:write`.
         */
        delete: operations["removeProviderConfig"];
        options?: never;
        head?: never;
        /**
         * Change a provider config
         * @description **Access:** the role admin. Scope of an API key: `settings:write`.
         */
        patch: operations["changeProviderConfig"];
        trace?: never;
    };
    "/payments/provider-configs/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the order in which a corridor's providers are tried
         * @description All priorities change or none does. `config_ids` are of one corridor, the first to be tried first. An organisation's own configs always come before the global ones, so the order counts among each of these; of those that are named, none may be left out (409).
         *
         *     **Access:** the role admin. Scope of an API key: `settings:write`.
         */
        put: operations["orderProviderConfigs"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/provider-health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Circuits of the providers as this process sees them
         * @description **Access:** the role staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["getProviderHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the providers, and which of them are set up
         * @description **Access:** the role staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["listProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/providers/{provider}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a provider up, or change its settings
         * @description `settings_schema` of the list says what it needs. A secret that is left out stays as it is, any other setting goes back to its default; null takes a value away. With another host in an address every secret has to be given again. Payments go by the change within a second.
         *
         *     **Access:** the role admin. Scope of an API key: `settings:write`.
         */
        put: operations["setUpProvider"];
        post?: never;
        /**
         * Forget a provider's settings
         * @description Refused while payments or refunds are under way there (409).
         *
         *     **Access:** the role admin. Scope of an API key: `settings:write`.
         */
        delete: operations["removeProviderSettings"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/providers/{provider}/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find out whether a provider answers and takes our credentials
         * @description One cheap question that moves nothing. `works`: true; false, where the provider refuses us, with its reason in `message`; null, where it could not be reached.
         *
         *     **Access:** the role admin. Scope of an API key: `settings:write`.
         */
        post: operations["tryProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/reconciliation-items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contradictions between providers and our records
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["listReconciliationItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/reconciliation-items/{item_id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve a contradiction, saying how
         * @description **Access:** the role org-admin or admin. Scope of an API key: `settings:write`.
         */
        post: operations["resolveReconciliationItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/route-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say which provider would be chosen and why, without paying
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. The organization needs the feature `payments`. Scope of an API key: `payments:read`.
         */
        post: operations["previewRoute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/transaction/{transaction_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a payment by its transaction id
         * @description The status-polling endpoint.
         *
         *     **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["getPaymentByTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `settings:read`.
         */
        get: operations["getPublicApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The key is shown in this answer and never again. It acts as the member who creates it, or as a service account, with that member's role at the time of each call, limited by `scopes` and `allowed_addresses`. What decides over people, keys and controls, and approving, need a person: no key may do it. Where a crash swallowed the answer, the same request with its `Idempotency-Key` gives the same entry another key.
         *
         *     **Access:** the role org-admin or admin, or the permission api-keys:write. Not with an API key.
         */
        post: operations["postPublicApiKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/api-keys/{api_key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an API key
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `settings:read`.
         */
        get: operations["getPublicApiKeysApiKeyId"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description It stops working at once, on every node.
         *
         *     **Access:** the role org-admin or admin, or the permission api-keys:write. Scope of an API key: `settings:write`.
         */
        delete: operations["deletePublicApiKeysApiKeyId"];
        options?: never;
        head?: never;
        /**
         * Rename an API key, or change where it may be used from
         * @description **Access:** the role org-admin or admin, or the permission api-keys:write. Not with an API key.
         */
        patch: operations["patchPublicApiKeysApiKeyId"];
        trace?: never;
    };
    "/public/api-keys/{api_key_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace an API key by a new one
         * @description The old key goes on working for `overlap_seconds` (default 0: it stops at once).
         *
         *     **Access:** the role org-admin or admin, or the permission api-keys:write. Not with an API key.
         */
        post: operations["postPublicApiKeysApiKeyIdRotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `webhooks:read`.
         */
        get: operations["getPublicWebhooks"];
        put?: never;
        /**
         * Register a webhook endpoint
         * @description Delivery starts at once. The signing secret is shown in this answer and never again. At most 50 endpoints per organisation.
         *
         *     **Access:** the role org-admin or admin, or the permission webhooks:write. Scope of an API key: `webhooks:write`.
         */
        post: operations["postPublicWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook endpoint
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `webhooks:read`.
         */
        get: operations["getPublicWebhooksWebhookId"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Deliveries that wait for it are canceled.
         *
         *     **Access:** the role org-admin or admin, or the permission webhooks:write. Scope of an API key: `webhooks:write`.
         */
        delete: operations["deletePublicWebhooksWebhookId"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Deliveries of a disabled endpoint are held for 30 days; events that happen meanwhile come with a replay of what is missing.
         *
         *     **Access:** the role org-admin or admin, or the permission webhooks:write. Scope of an API key: `webhooks:write`.
         */
        patch: operations["patchPublicWebhooksWebhookId"];
        trace?: never;
    };
    "/public/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an endpoint's deliveries
         * @description Newest event first, each with its attempts.
         *
         *     **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `webhooks:read`.
         */
        get: operations["getPublicWebhooksWebhookIdDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/webhooks/{webhook_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the events of a time range again
         * @description Every event from `from` (inclusive) to `to` (exclusive), or with `only_missing` those that the endpoint never acknowledged. Of test notifications those that were sent to it.
         *
         *     **Access:** the role org-admin or admin, or the permission webhooks:write. Scope of an API key: `webhooks:write`.
         */
        post: operations["postPublicWebhooksWebhookIdReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/webhooks/{webhook_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace an endpoint's signing secret
         * @description For `overlap_seconds` (default 86400) deliveries are signed with both secrets; 0 drops the old one at once.
         *
         *     **Access:** the role org-admin or admin, or the permission webhooks:write. Scope of an API key: `webhooks:write`.
         */
        post: operations["postPublicWebhooksWebhookIdRotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/webhooks/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List dead letters
         * @description Deliveries whose every attempt failed. `fault` tells failures of the receiver apart from those of our own side.
         *
         *     **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `webhooks:read`.
         */
        get: operations["getPublicWebhooksDeadLetters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/webhooks/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `webhooks:read`.
         */
        get: operations["getPublicWebhooksDeliveriesDeliveryId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/webhooks/deliveries/{delivery_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description A finished delivery starts its retry schedule again; one that waits is tried at once.
         *
         *     **Access:** the role org-admin or admin, or the permission webhooks:write. Scope of an API key: `webhooks:write`.
         */
        post: operations["postPublicWebhooksDeliveriesDeliveryIdReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/webhooks/notify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test notification to every endpoint of an organisation
         * @description An event of type `transaction.updated` whose `data` is `transaction_data` with `test: true`.
         *
         *     **Access:** the role org-admin or admin, or the permission webhooks:write. Scope of an API key: `webhooks:write`.
         */
        post: operations["postPublicWebhooksNotify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/returns/{org_id}/{payment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The way back from a hosted page
         * @description Asks the provider for the truth, then redirects to the payment's return_url with status and reference.
         *
         *     **Access:** no credential.
         */
        get: operations["returnCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payments, newest first
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["listTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/analytics/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An organisation's own payments over time, and what needs attention
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/analytics/trends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Payments over time, for platform people
         * @description **Access:** the role staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["getTrends"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a user
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `settings:read`.
         */
        get: operations["getUsersUserId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a user
         * @description **Access:** the role admin. Scope of an API key: `settings:write`.
         */
        patch: operations["patchUsersUserId"];
        trace?: never;
    };
    "/users/{user_id}/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Link a user to an external identity
         * @description A token of this issuer with this subject then speaks for the user.
         *
         *     **Access:** the role admin. Scope of an API key: `settings:write`.
         */
        post: operations["postUsersUserIdIdentities"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user_id}/kyc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set a user's KYC status
         * @description **Access:** the role admin. Scope of an API key: `settings:write`.
         */
        patch: operations["patchUsersUserIdKyc"];
        trace?: never;
    };
    "/users/analytics/geographic-distribution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Users and payments per country
         * @description Of all time unless dates are given. Members see their own organisation.
         *
         *     **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `settings:read`.
         */
        get: operations["getGeographicDistribution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description The members of the caller's organisation; for platform people everybody, or one organisation.
         *
         *     **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `settings:read`.
         */
        get: operations["getUsersList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one's own profile
         * @description **Access:** any valid credential. Scope of an API key: `settings:read`.
         */
        get: operations["getUsersMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change one's own profile
         * @description **Access:** any valid credential. Scope of an API key: `settings:write`.
         */
        patch: operations["patchUsersMe"];
        trace?: never;
    };
    "/users/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's notifications
         * @description **Access:** any valid credential. Scope of an API key: `settings:read`.
         */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/notifications/{notification_id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a notification as read
         * @description **Access:** any valid credential. Scope of an API key: `settings:write`.
         */
        post: operations["readNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/notifications/read-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark all of the caller's notifications as read
         * @description **Access:** any valid credential. Scope of an API key: `settings:write`.
         */
        post: operations["readAllNotifications"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/notifications/unread-count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the caller's unread notifications
         * @description **Access:** any valid credential. Scope of an API key: `settings:read`.
         */
        get: operations["countUnreadNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/notifications/verification-request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the sender or the beneficiary of a transaction for identity data
         * @description Stored, shown in the product and sent by e-mail. For both targets, 207 when one of them could not be reached. 429 when a beneficiary's address was written to too often within the hour.
         *
         *     **Access:** the role org-admin or org-member or staff or admin, or the permission payments:write. Scope of an API key: `settings:write`.
         */
        post: operations["requestVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/virtual-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List virtual accounts
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. The organization needs the feature `virtual_accounts`. Scope of an API key: `virtual-accounts:read`.
         */
        get: operations["listVirtualAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/virtual-accounts/{account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a virtual account
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. The organization needs the feature `virtual_accounts`. Scope of an API key: `virtual-accounts:read`.
         */
        get: operations["getVirtualAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/virtual-accounts/{account_id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close an empty virtual account for ever
         * @description **Access:** the role org-admin or admin, or the permission virtual-accounts:write. The organization needs the feature `virtual_accounts`. Scope of an API key: `virtual-accounts:write`.
         */
        post: operations["closeVirtualAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/virtual-accounts/{account_id}/freeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Freeze a virtual account: nothing can be taken out, deposits still arrive
         * @description **Access:** the role org-admin or admin, or the permission virtual-accounts:write. The organization needs the feature `virtual_accounts`. Scope of an API key: `virtual-accounts:write`.
         */
        post: operations["freezeVirtualAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/virtual-accounts/{account_id}/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a statement as CSV
         * @description Opening balance, every movement and closing balance of whole days (UTC), at most 366 of them; the last 30 days unless told.
         *
         *     **Access:** the role org-admin or org-member or org-viewer or staff or admin. The organization needs the feature `virtual_accounts`. Scope of an API key: `virtual-accounts:read`.
         */
        get: operations["getVirtualAccountStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/virtual-accounts/{account_id}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the transactions of a virtual account
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. The organization needs the feature `virtual_accounts`. Scope of an API key: `virtual-accounts:read`.
         */
        get: operations["listVirtualTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/virtual-accounts/{account_id}/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move money to another virtual account of the organisation
         * @description With org_rate_id when the accounts are in different currencies; the credit is then rounded down. Answers with the debit.
         *
         *     **Access:** the role org-admin or org-member or admin, or the permission virtual-accounts:write. The organization needs the feature `virtual_accounts`. Scope of an API key: `virtual-accounts:write`.
         */
        post: operations["transferBetweenVirtualAccounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/virtual-accounts/{account_id}/unfreeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unfreeze a virtual account
         * @description **Access:** the role org-admin or admin, or the permission virtual-accounts:write. The organization needs the feature `virtual_accounts`. Scope of an API key: `virtual-accounts:write`.
         */
        post: operations["unfreezeVirtualAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/virtual-accounts/{account_id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay a beneficiary out of a virtual account
         * @description A payout to the beneficiary's own account, whose money and fee come from the virtual account. 409 INSUFFICIENT_FUNDS when it does not hold both. In another currency, target_amount must agree with the locked rate to one minor unit, and what is paid is our own value.
         *
         *     **Access:** the role org-admin or org-member or admin, or the permission virtual-accounts:write. The organization needs the feature `virtual_accounts`. Scope of an API key: `virtual-accounts:write`.
         */
        post: operations["withdrawFromVirtualAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/virtual-accounts/escrow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List escrow projects
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. The organization needs the feature `escrow`. Scope of an API key: `escrow:read`.
         */
        get: operations["listEscrowProjects"];
        put?: never;
        /**
         * Create an escrow project, as a draft
         * @description **Access:** the role org-admin or admin, or the permission escrow:write. The organization needs the feature `escrow`. Scope of an API key: `escrow:write`.
         */
        post: operations["createEscrowProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/virtual-accounts/escrow/{escrow_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an escrow project with its parties and milestones
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. The organization needs the feature `escrow`. Scope of an API key: `escrow:read`.
         */
        get: operations["getEscrowProject"];
        put?: never;
        post?: never;
        /**
         * Delete a draft
         * @description **Access:** the role org-admin or admin, or the permission escrow:write. The organization needs the feature `escrow`. Scope of an API key: `escrow:write`.
         */
        delete: operations["deleteEscrowProject"];
        options?: never;
        head?: never;
        /**
         * Change an escrow project
         * @description total_amount only while it is a draft.
         *
         *     **Access:** the role org-admin or admin, or the permission escrow:write. The organization needs the feature `escrow`. Scope of an API key: `escrow:write`.
         */
        patch: operations["changeEscrowProject"];
        trace?: never;
    };
    "/virtual-accounts/escrow/{escrow_id}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate a draft: its amounts stand, and it takes money
         * @description **Access:** the role org-admin or admin, or the permission escrow:write. The organization needs the feature `escrow`. Scope of an API key: `escrow:write`.
         */
        post: operations["activateEscrowProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/virtual-accounts/escrow/{escrow_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a project; what was not released goes back to who funded it
         * @description **Access:** the role org-admin or admin, or the permission escrow:write. The organization needs the feature `escrow`. Scope of an API key: `escrow:write`.
         */
        post: operations["cancelEscrowProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/virtual-accounts/escrow/{escrow_id}/disbursements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was paid out of a project: shares and refunds
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. The organization needs the feature `escrow`. Scope of an API key: `escrow:read`.
         */
        get: operations["listEscrowDisbursements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/virtual-accounts/escrow/{escrow_id}/disbursements/{disbursement_id}/redirect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a failed payout or refund elsewhere
         * @description To another beneficiary or virtual account of the organization: exactly one of the two, in the project's currency. 409: it is not failed, or (`APPROVAL_REQUIRED`) the organization separates the steps of a release and nobody else has approved this.
         *
         *     **Access:** the role org-admin or admin, or the permission escrow:write. The organization needs the feature `escrow`. Scope of an API key: `escrow:write`.
         */
        post: operations["redirectEscrowDisbursement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/virtual-accounts/escrow/{escrow_id}/disbursements/{disbursement_id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a share that could not be paid back to who funded the project
         * @description A failed payout only; it becomes `returned`. The refunds go to the latest funding first. 409: it is not failed, or it is a refund itself.
         *
         *     **Access:** the role org-admin or admin, or the permission escrow:write. The organization needs the feature `escrow`. Scope of an API key: `escrow:write`.
         */
        post: operations["refundEscrowDisbursement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/virtual-accounts/escrow/{escrow_id}/disbursements/{disbursement_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a failed payout or refund again
         * @description To the party's beneficiary or virtual account as it is now; a refund to the payer.
         *
         *     **Access:** the role org-admin or admin, or the permission escrow:write. The organization needs the feature `escrow`. Scope of an API key: `escrow:write`.
         */
        post: operations["retryEscrowDisbursement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/virtual-accounts/escrow/{escrow_id}/fund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put money into an active project
         * @description From a virtual account (account_id), at once; or by a payin (payment), which counts when it completes. It covers milestones in the order of their sequence.
         *
         *     **Access:** the role org-admin or admin, or the permission escrow:write. The organization needs the feature `escrow`. Scope of an API key: `escrow:write`.
         */
        post: operations["fundEscrowProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/virtual-accounts/escrow/{escrow_id}/fundings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was put into a project
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. The organization needs the feature `escrow`. Scope of an API key: `escrow:read`.
         */
        get: operations["listEscrowFundings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/virtual-accounts/escrow/{escrow_id}/milestones": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the milestones of a project, in the order of their sequence
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. The organization needs the feature `escrow`. Scope of an API key: `escrow:read`.
         */
        get: operations["listEscrowMilestones"];
        put?: never;
        /**
         * Add a milestone to a draft
         * @description **Access:** the role org-admin or admin, or the permission escrow:write. The organization needs the feature `escrow`. Scope of an API key: `escrow:write`.
         */
        post: operations["addEscrowMilestone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/virtual-accounts/escrow/{escrow_id}/milestones/{milestone_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a milestone
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. The organization needs the feature `escrow`. Scope of an API key: `escrow:read`.
         */
        get: operations["getEscrowMilestone"];
        put?: never;
        post?: never;
        /**
         * Remove a milestone from a draft
         * @description **Access:** the role org-admin or admin, or the permission escrow:write. The organization needs the feature `escrow`. Scope of an API key: `escrow:write`.
         */
        delete: operations["removeEscrowMilestone"];
        options?: never;
        head?: never;
        /**
         * Change a milestone
         * @description Its amount and sequence only while the project is a draft.
         *
         *     **Access:** the role org-admin or admin, or the permission escrow:write. The organization needs the feature `escrow`. Scope of an API key: `escrow:write`.
         */
        patch: operations["changeEscrowMilestone"];
        trace?: never;
    };
    "/virtual-accounts/escrow/{escrow_id}/milestones/{milestone_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a milestone
         * @description Its money covers the milestones after it; what is left when none is open goes back to who funded it.
         *
         *     **Access:** the role org-admin or admin, or the permission escrow:write. The organization needs the feature `escrow`. Scope of an API key: `escrow:write`.
         */
        post: operations["cancelEscrowMilestone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/virtual-accounts/escrow/{escrow_id}/milestones/{milestone_id}/contract": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the contract of a milestone
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. The organization needs the feature `escrow`. Scope of an API key: `escrow:read`.
         */
        get: operations["getEscrowContract"];
        put?: never;
        /**
         * Submit the contract of a milestone, or replace it before it is approved
         * @description **Access:** the role org-admin or admin, or the permission escrow:write. The organization needs the feature `escrow`. Scope of an API key: `escrow:write`.
         */
        post: operations["submitEscrowContract"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/virtual-accounts/escrow/{escrow_id}/milestones/{milestone_id}/contract/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve the contract of a milestone
         * @description **Access:** the role org-admin or admin, or the permission escrow:write. The organization needs the feature `escrow`. Scope of an API key: `escrow:write`.
         */
        post: operations["approveEscrowContract"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/virtual-accounts/escrow/{escrow_id}/milestones/{milestone_id}/parties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the shares of several parties at once
         * @description A `parties` wrapper, a single update or a bare array. All shares change or none does. 400: shape, unknown share, percentages over 100, fixed shares over the milestone. 404: project, milestone or party. 409: the milestone is disbursed or canceled.
         *
         *     **Access:** the role org-admin or admin, or the permission escrow:write. The organization needs the feature `escrow`. Scope of an API key: `escrow:write`.
         */
        put: operations["changeEscrowSplits"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/virtual-accounts/escrow/{escrow_id}/milestones/{milestone_id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay a milestone to its parties
         * @description It must be approved and fully funded, and its shares must cover all of it. Virtual accounts are credited at once; beneficiaries are paid out, see the project's disbursements.
         *
         *     **Access:** the role org-admin or admin, or the permission escrow:write. The organization needs the feature `escrow`. Scope of an API key: `escrow:write`.
         */
        post: operations["releaseEscrowMilestone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/virtual-accounts/escrow/{escrow_id}/parties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the parties of a project
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. The organization needs the feature `escrow`. Scope of an API key: `escrow:read`.
         */
        get: operations["listEscrowParties"];
        put?: never;
        /**
         * Add a party
         * @description Paid to a beneficiary or to a virtual account: exactly one of the two, in the project's currency.
         *
         *     **Access:** the role org-admin or admin, or the permission escrow:write. The organization needs the feature `escrow`. Scope of an API key: `escrow:write`.
         */
        post: operations["addEscrowParty"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/virtual-accounts/escrow/{escrow_id}/parties/{party_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a party
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. The organization needs the feature `escrow`. Scope of an API key: `escrow:read`.
         */
        get: operations["getEscrowParty"];
        put?: never;
        post?: never;
        /**
         * Remove a party that has no share of any milestone
         * @description **Access:** the role org-admin or admin, or the permission escrow:write. The organization needs the feature `escrow`. Scope of an API key: `escrow:write`.
         */
        delete: operations["removeEscrowParty"];
        options?: never;
        head?: never;
        /**
         * Change a party, or where it is paid to
         * @description **Access:** the role org-admin or admin, or the permission escrow:write. The organization needs the feature `escrow`. Scope of an API key: `escrow:write`.
         */
        patch: operations["changeEscrowParty"];
        trace?: never;
    };
    "/virtual-accounts/internal/bank": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a virtual account
         * @description One open account per organisation, user and currency; the same again is a 409.
         *
         *     **Access:** the role org-admin or admin, or the permission virtual-accounts:write. The organization needs the feature `virtual_accounts`. Scope of an API key: `virtual-accounts:write`.
         */
        post: operations["openVirtualAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/virtual-accounts/transactions/{transaction_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one transaction of a virtual account
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. The organization needs the feature `virtual_accounts`. Scope of an API key: `virtual-accounts:read`.
         */
        get: operations["getVirtualTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Error: {
            /** @description Where it says more than the status does */
            code?: string;
            /** @description What to mend, field by field */
            details?: {
                message: string;
                path: string;
            }[];
            /** @description On a 500: the request id to quote to support */
            error?: string;
            message: string;
            /** @enum {string} */
            status: "error";
        };
        InitiationError: {
            code: string;
            /** @description What to mend, field by field */
            details?: {
                message: string;
                path: string;
            }[];
            error: string;
            message: string;
            /** @description Of the payment that exists in spite of the error (ALL_PROVIDERS_FAILED) */
            payment_id?: string;
            transaction_id?: string;
        };
    };
    responses: {
        /** @description The request is wrong; `details` says where */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Valid credentials, but the role, permission or feature is missing */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is wrong; `details` says where */
        InitiationBadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InitiationError"];
            };
        };
        /** @description Valid credentials, but the role, permission or feature is missing */
        InitiationForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InitiationError"];
            };
        };
        /** @description Something went wrong on our side */
        InitiationInternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InitiationError"];
            };
        };
        /** @description No such resource in the caller's organization */
        InitiationNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InitiationError"];
            };
        };
        /** @description Too many requests; `Retry-After` says how long to wait */
        InitiationTooManyRequests: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InitiationError"];
            };
        };
        /** @description Missing, malformed or expired credentials */
        InitiationUnauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InitiationError"];
            };
        };
        /** @description `UNAVAILABLE`: trouble of ours (database, overload, shutdown) that passes. Send the request again after `Retry-After`; with an `Idempotency-Key` nothing is done twice */
        InitiationUnavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InitiationError"];
            };
        };
        /** @description Something went wrong on our side */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No such resource in the caller's organization */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests; `Retry-After` says how long to wait */
        TooManyRequests: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Missing, malformed or expired credentials */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `UNAVAILABLE`: trouble of ours (database, overload, shutdown) that passes. Send the request again after `Retry-After`; with an `Idempotency-Key` nothing is done twice */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description What is left: `"credential";r=<requests>;t=<seconds until whole again>` */
        RateLimit: string;
        /** @description The allowance: `"credential";q=<requests>;w=<seconds>` */
        "RateLimit-Policy": string;
        /** @description Seconds to wait */
        "Retry-After": number;
    };
    pathItems: never;
}
export interface operations {
    listApprovals: {
        parameters: {
            query?: {
                kind?: "payment" | "change";
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                /** @description UUIDv7 */
                org_id?: string;
                status?: "pending" | "approved" | "rejected" | "used" | "expired";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description What this caller may do now */
                            actions: ("approve" | "reject")[];
                            /** @description UUIDv7 */
                            approval_id: string;
                            approver_role: ("org-admin" | "platform-admin") | null;
                            approvers_needed: number;
                            /** Format: date-time */
                            created_at: string;
                            decided_at: string | null;
                            decisions: {
                                comment: string | null;
                                /** Format: date-time */
                                decided_at: string;
                                /** @enum {string} */
                                decision: "approve" | "reject";
                                /** @description UUIDv7 */
                                user_id: string;
                            }[];
                            /** @enum {string} */
                            kind: "payment" | "change";
                            /** @description UUIDv7 */
                            org_id: string;
                            payment_id: string | null;
                            /** @description The names of those who asked or decided, as far as they are known */
                            people: {
                                name: string;
                                /** @description UUIDv7 */
                                user_id: string;
                            }[];
                            /** @description Why a second person is needed */
                            reasons: string[];
                            request: {
                                [key: string]: unknown;
                            };
                            /** @description UUIDv7 */
                            requested_by: string;
                            requested_with: string | null;
                            /** @enum {string} */
                            status: "pending" | "approved" | "rejected" | "used" | "expired";
                            title: string;
                        }[];
                        last_evaluated_key: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            last_evaluated_key: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                approval_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description What this caller may do now */
                            actions: ("approve" | "reject")[];
                            /** @description UUIDv7 */
                            approval_id: string;
                            approver_role: ("org-admin" | "platform-admin") | null;
                            approvers_needed: number;
                            /** Format: date-time */
                            created_at: string;
                            decided_at: string | null;
                            decisions: {
                                comment: string | null;
                                /** Format: date-time */
                                decided_at: string;
                                /** @enum {string} */
                                decision: "approve" | "reject";
                                /** @description UUIDv7 */
                                user_id: string;
                            }[];
                            /** @enum {string} */
                            kind: "payment" | "change";
                            /** @description UUIDv7 */
                            org_id: string;
                            payment_id: string | null;
                            /** @description The names of those who asked or decided, as far as they are known */
                            people: {
                                name: string;
                                /** @description UUIDv7 */
                                user_id: string;
                            }[];
                            /** @description Why a second person is needed */
                            reasons: string[];
                            request: {
                                [key: string]: unknown;
                            };
                            /** @description UUIDv7 */
                            requested_by: string;
                            requested_with: string | null;
                            /** @enum {string} */
                            status: "pending" | "approved" | "rejected" | "used" | "expired";
                            title: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    approveApproval: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                approval_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    comment?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description What this caller may do now */
                            actions: ("approve" | "reject")[];
                            /** @description UUIDv7 */
                            approval_id: string;
                            approver_role: ("org-admin" | "platform-admin") | null;
                            approvers_needed: number;
                            /** Format: date-time */
                            created_at: string;
                            decided_at: string | null;
                            decisions: {
                                comment: string | null;
                                /** Format: date-time */
                                decided_at: string;
                                /** @enum {string} */
                                decision: "approve" | "reject";
                                /** @description UUIDv7 */
                                user_id: string;
                            }[];
                            /** @enum {string} */
                            kind: "payment" | "change";
                            /** @description UUIDv7 */
                            org_id: string;
                            payment_id: string | null;
                            /** @description The names of those who asked or decided, as far as they are known */
                            people: {
                                name: string;
                                /** @description UUIDv7 */
                                user_id: string;
                            }[];
                            /** @description Why a second person is needed */
                            reasons: string[];
                            request: {
                                [key: string]: unknown;
                            };
                            /** @description UUIDv7 */
                            requested_by: string;
                            requested_with: string | null;
                            /** @enum {string} */
                            status: "pending" | "approved" | "rejected" | "used" | "expired";
                            title: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rejectApproval: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                approval_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    comment?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description What this caller may do now */
                            actions: ("approve" | "reject")[];
                            /** @description UUIDv7 */
                            approval_id: string;
                            approver_role: ("org-admin" | "platform-admin") | null;
                            approvers_needed: number;
                            /** Format: date-time */
                            created_at: string;
                            decided_at: string | null;
                            decisions: {
                                comment: string | null;
                                /** Format: date-time */
                                decided_at: string;
                                /** @enum {string} */
                                decision: "approve" | "reject";
                                /** @description UUIDv7 */
                                user_id: string;
                            }[];
                            /** @enum {string} */
                            kind: "payment" | "change";
                            /** @description UUIDv7 */
                            org_id: string;
                            payment_id: string | null;
                            /** @description The names of those who asked or decided, as far as they are known */
                            people: {
                                name: string;
                                /** @description UUIDv7 */
                                user_id: string;
                            }[];
                            /** @description Why a second person is needed */
                            reasons: string[];
                            request: {
                                [key: string]: unknown;
                            };
                            /** @description UUIDv7 */
                            requested_by: string;
                            requested_with: string | null;
                            /** @enum {string} */
                            status: "pending" | "approved" | "rejected" | "used" | "expired";
                            title: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBalances: {
        parameters: {
            query?: {
                /** @description ISO 4217, or a crypto asset code */
                currency?: string;
                /** @description For platform people: the organization */
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @example 1500 */
                            available: number;
                            /** @example 1500 */
                            credit_line: number;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @example 1500 */
                            pending: number;
                            /** @example 1500 */
                            reserved: number;
                            /** @example 1500 */
                            spendable: number;
                            updated_at: string | null;
                        }[];
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAdjustments: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                org_id?: string;
                status?: "requested" | "approved" | "rejected";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description UUIDv7 */
                            adjustment_id: string;
                            /** @example 1500 */
                            amount: number;
                            comment: string | null;
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            decided_at: string | null;
                            decided_by: string | null;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description The names of those who asked and decided, as far as they are known */
                            people: {
                                name: string;
                                /** @description UUIDv7 */
                                user_id: string;
                            }[];
                            provider: string | null;
                            reason: string;
                            /** @description UUIDv7 */
                            requested_by: string;
                            /** @enum {string} */
                            status: "requested" | "approved" | "rejected";
                        }[];
                        last_evaluated_key: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            last_evaluated_key: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    requestAdjustment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount: number;
                    /**
                     * Format: currency-code
                     * @description ISO 4217, or a crypto asset code
                     */
                    currency: string;
                    /** @description UUIDv7 */
                    org_id: string;
                    provider?: ("manual" | "crypto" | "fiat" | "hybrid" | "paystack" | "flutterwave" | "stripe" | "adyen" | "wise" | "pawapay" | "mtn_momo" | "mpesa" | "yellowcard") | null;
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description UUIDv7 */
                            adjustment_id: string;
                            /** @example 1500 */
                            amount: number;
                            comment: string | null;
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            decided_at: string | null;
                            decided_by: string | null;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description The names of those who asked and decided, as far as they are known */
                            people: {
                                name: string;
                                /** @description UUIDv7 */
                                user_id: string;
                            }[];
                            provider: string | null;
                            reason: string;
                            /** @description UUIDv7 */
                            requested_by: string;
                            /** @enum {string} */
                            status: "requested" | "approved" | "rejected";
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    approveAdjustment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                adjustment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    comment?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description UUIDv7 */
                            adjustment_id: string;
                            /** @example 1500 */
                            amount: number;
                            comment: string | null;
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            decided_at: string | null;
                            decided_by: string | null;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description The names of those who asked and decided, as far as they are known */
                            people: {
                                name: string;
                                /** @description UUIDv7 */
                                user_id: string;
                            }[];
                            provider: string | null;
                            reason: string;
                            /** @description UUIDv7 */
                            requested_by: string;
                            /** @enum {string} */
                            status: "requested" | "approved" | "rejected";
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rejectAdjustment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                adjustment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    comment?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description UUIDv7 */
                            adjustment_id: string;
                            /** @example 1500 */
                            amount: number;
                            comment: string | null;
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            decided_at: string | null;
                            decided_by: string | null;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description The names of those who asked and decided, as far as they are known */
                            people: {
                                name: string;
                                /** @description UUIDv7 */
                                user_id: string;
                            }[];
                            provider: string | null;
                            reason: string;
                            /** @description UUIDv7 */
                            requested_by: string;
                            /** @enum {string} */
                            status: "requested" | "approved" | "rejected";
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCreditLines: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description The ledger account whose floor it lowers */
                            account_id: string;
                            /** @example 1500 */
                            available: number;
                            /** Format: date-time */
                            created_at: string;
                            /** @example 1500 */
                            credit_line: number;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                        last_evaluated_key: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            last_evaluated_key: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setCreditLine: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount: number;
                    /**
                     * Format: currency-code
                     * @description ISO 4217, or a crypto asset code
                     */
                    currency: string;
                    /** @description UUIDv7 */
                    org_id: string;
                    reason: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @example 1500 */
                            available: number;
                            /** @example 1500 */
                            credit_line: number;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @example 1500 */
                            pending: number;
                            /** @example 1500 */
                            reserved: number;
                            /** @example 1500 */
                            spendable: number;
                            updated_at: string | null;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFloat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            difference: number | null;
                            /** @example 1500 */
                            expected: number;
                            is_low: boolean;
                            provider: string;
                            reported: number | null;
                            reported_at: string | null;
                            threshold: number | null;
                        }[];
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setFloatThreshold: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount: number;
                    /**
                     * Format: currency-code
                     * @description ISO 4217, or a crypto asset code
                     */
                    currency: string;
                    /** @enum {string} */
                    provider: "manual" | "crypto" | "fiat" | "hybrid" | "paystack" | "flutterwave" | "stripe" | "adyen" | "wise" | "pawapay" | "mtn_momo" | "mpesa" | "yellowcard";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            difference: number | null;
                            /** @example 1500 */
                            expected: number;
                            is_low: boolean;
                            provider: string;
                            reported: number | null;
                            reported_at: string | null;
                            threshold: number | null;
                        }[];
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBalanceHistory: {
        parameters: {
            query: {
                /** @description ISO 4217, or a crypto asset code */
                currency: string;
                /** @description ISO 8601 date or date-time, inclusive */
                date_from?: string;
                /** @description ISO 8601 date (inclusive) or date-time (exclusive) */
                date_to?: string;
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                /** @description For platform people: the organization */
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @example 1500 */
                            amount: number;
                            /** @example 1500 */
                            available_after: number;
                            cause: string;
                            /** Format: date-time */
                            created_at: string;
                            credit_line: number | null;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            description: string;
                            /** @description Place in the organization's books: position and line */
                            entry: string;
                            /** @description UUIDv7 */
                            resource_id: string;
                        }[];
                        last_evaluated_key: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            last_evaluated_key: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBeneficiaries: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                /** @description For platform people: only those of this organisation */
                org_id?: string;
                /** @description Only those kept for this user */
                user_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {string} */
                            account_type: "bank" | "mobile_money" | "crypto";
                            bank_details: {
                                [key: string]: unknown;
                            };
                            /** @description UUIDv7 */
                            beneficiary_id: string;
                            /** @description The user on whose behalf it is kept */
                            beneficiary_of: string;
                            /** @enum {string} */
                            beneficiary_type: "individual" | "business" | "loan_client";
                            country?: string;
                            /** Format: date-time */
                            created_at: string;
                            crypto_details: {
                                [key: string]: unknown;
                            };
                            currency: string;
                            email?: string;
                            external_account_id?: string;
                            fname: string;
                            lname?: string;
                            loan_client_details: {
                                [key: string]: unknown;
                            };
                            momo_details: {
                                [key: string]: unknown;
                            };
                            /** @description UUIDv7 */
                            org_id: string;
                            phone_number?: string;
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                        last_evaluated_key: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            last_evaluated_key: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createBeneficiary: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    account_type: "bank" | "mobile_money" | "crypto";
                    bank_details?: {
                        account_name?: string | null;
                        account_number?: string | null;
                        bank_code?: string | null;
                        bank_name?: string | null;
                        branch_code?: string | null;
                        iban?: string | null;
                        swift_code?: string | null;
                    } | null;
                    /** @description A member of the organisation; the caller when absent */
                    beneficiary_of?: string;
                    /**
                     * @default individual
                     * @enum {string}
                     */
                    beneficiary_type?: "individual" | "business" | "loan_client";
                    country?: string | null;
                    crypto_details?: {
                        memo?: string | null;
                        network?: string | null;
                        wallet_address?: string | null;
                    } | null;
                    currency?: string | null;
                    email?: string | null;
                    external_account_id?: string | null;
                    fname: string;
                    lname?: string | null;
                    loan_client_details?: {
                        [key: string]: unknown;
                    } | null;
                    momo_details?: {
                        phone_number?: string | null;
                        provider?: string | null;
                    } | null;
                    /** @description For platform people; members act in their own organisation */
                    org_id?: string;
                    phone_number?: string | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {string} */
                            account_type: "bank" | "mobile_money" | "crypto";
                            bank_details: {
                                [key: string]: unknown;
                            };
                            /** @description UUIDv7 */
                            beneficiary_id: string;
                            /** @description The user on whose behalf it is kept */
                            beneficiary_of: string;
                            /** @enum {string} */
                            beneficiary_type: "individual" | "business" | "loan_client";
                            country?: string;
                            /** Format: date-time */
                            created_at: string;
                            crypto_details: {
                                [key: string]: unknown;
                            };
                            currency: string;
                            email?: string;
                            external_account_id?: string;
                            fname: string;
                            lname?: string;
                            loan_client_details: {
                                [key: string]: unknown;
                            };
                            momo_details: {
                                [key: string]: unknown;
                            };
                            /** @description UUIDv7 */
                            org_id: string;
                            phone_number?: string;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBeneficiary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                beneficiary_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {string} */
                            account_type: "bank" | "mobile_money" | "crypto";
                            bank_details: {
                                [key: string]: unknown;
                            };
                            /** @description UUIDv7 */
                            beneficiary_id: string;
                            /** @description The user on whose behalf it is kept */
                            beneficiary_of: string;
                            /** @enum {string} */
                            beneficiary_type: "individual" | "business" | "loan_client";
                            country?: string;
                            /** Format: date-time */
                            created_at: string;
                            crypto_details: {
                                [key: string]: unknown;
                            };
                            currency: string;
                            email?: string;
                            external_account_id?: string;
                            fname: string;
                            lname?: string;
                            loan_client_details: {
                                [key: string]: unknown;
                            };
                            momo_details: {
                                [key: string]: unknown;
                            };
                            /** @description UUIDv7 */
                            org_id: string;
                            phone_number?: string;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteBeneficiary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                beneficiary_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeBeneficiary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                beneficiary_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    account_type?: "bank" | "mobile_money" | "crypto";
                    bank_details?: {
                        account_name?: string | null;
                        account_number?: string | null;
                        bank_code?: string | null;
                        bank_name?: string | null;
                        branch_code?: string | null;
                        iban?: string | null;
                        swift_code?: string | null;
                    } | null;
                    /**
                     * @default individual
                     * @enum {string}
                     */
                    beneficiary_type?: "individual" | "business" | "loan_client";
                    country?: string | null;
                    crypto_details?: {
                        memo?: string | null;
                        network?: string | null;
                        wallet_address?: string | null;
                    } | null;
                    currency?: string | null;
                    email?: string | null;
                    external_account_id?: string | null;
                    fname?: string;
                    lname?: string | null;
                    loan_client_details?: {
                        [key: string]: unknown;
                    } | null;
                    momo_details?: {
                        phone_number?: string | null;
                        provider?: string | null;
                    } | null;
                    phone_number?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {string} */
                            account_type: "bank" | "mobile_money" | "crypto";
                            bank_details: {
                                [key: string]: unknown;
                            };
                            /** @description UUIDv7 */
                            beneficiary_id: string;
                            /** @description The user on whose behalf it is kept */
                            beneficiary_of: string;
                            /** @enum {string} */
                            beneficiary_type: "individual" | "business" | "loan_client";
                            country?: string;
                            /** Format: date-time */
                            created_at: string;
                            crypto_details: {
                                [key: string]: unknown;
                            };
                            currency: string;
                            email?: string;
                            external_account_id?: string;
                            fname: string;
                            lname?: string;
                            loan_client_details: {
                                [key: string]: unknown;
                            };
                            momo_details: {
                                [key: string]: unknown;
                            };
                            /** @description UUIDv7 */
                            org_id: string;
                            phone_number?: string;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    receiveCallback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        received: true;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putNotice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
                reference: string;
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        received: true;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    receiveNotice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
                reference: string;
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        received: true;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readCheckoutLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                link_ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            amount: number | null;
                            /** @enum {string} */
                            amount_type: "fixed" | "open";
                            /** @description Where and how it can be paid at present; empty unless the link is active */
                            countries: {
                                country: string;
                                methods: ("mobile_money" | "card" | "bank_transfer")[];
                                networks: {
                                    code: string;
                                    currency: string;
                                    name: string;
                                }[];
                            }[];
                            country: string;
                            currency: string;
                            description: string | null;
                            email: string | null;
                            expires_at: string | null;
                            link_ref: string;
                            organization: {
                                name: string;
                            };
                            paid_at: string | null;
                            payer_amount: number | null;
                            /** @description What the payer is charged in */
                            payer_currency: string;
                            quote: {
                                /** Format: date-time */
                                expires_at: string;
                                /** @description Send it back to pay exactly what was shown */
                                quote_id: string;
                                rate: number;
                            } | null;
                            /** @enum {string} */
                            status: "active" | "paid" | "expired" | "disabled";
                            suggested_amount: number | null;
                            /** @description True in development: nothing that is paid here is real */
                            test: boolean;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    payCheckoutLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                link_ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of an open link what is paid; of a fixed one what the payer was shown: refused when the link costs something else by now */
                    amount?: number;
                    bank_details?: {
                        account_name?: string | null;
                        account_number?: string;
                        bank_code?: string | null;
                        bank_name?: string | null;
                        country?: string | null;
                    } | null;
                    card_details?: {
                        card_holder_name?: string | null;
                        card_number: string;
                        cvv?: string | null;
                        expiry_month: string;
                        expiry_year: string;
                    } | null;
                    /**
                     * Format: country-code
                     * @description ISO 3166-1 alpha-2
                     */
                    country: string;
                    locale?: string;
                    mobile_money_details?: {
                        phone_number?: string;
                        /** @description A network name from POST /externals/networks */
                        provider?: string;
                    } | null;
                    payer_details: {
                        email?: string | null;
                        name?: string;
                        phone?: string | null;
                    };
                    /** @enum {string} */
                    payment_method: "mobile_money" | "card" | "bank_transfer";
                    quote_id?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @example 1500 */
                            amount: number;
                            bank_transfer: {
                                account_name: string;
                                account_number: string;
                                /** @example 1500 */
                                amount: number;
                                bank_code: string | null;
                                bank_name: string;
                                currency: string;
                                expires_at: string | null;
                                received_amount: number | null;
                                reference: string;
                            } | null;
                            card: {
                                brand: string | null;
                                last4: string;
                            } | null;
                            checkout_token: string;
                            /** Format: date-time */
                            created_at: string;
                            currency: string;
                            description: string | null;
                            expires_at: string | null;
                            failure_reason: string | null;
                            link_ref: string | null;
                            mobile_money: {
                                network: string;
                                /** @description The last four digits of the payer's number */
                                phone_hint: string;
                                prompt_code: string | null;
                            } | null;
                            next_action: ("redirect" | "wait" | "bank_transfer" | "pay_by_link" | "collect_otp" | "check_status") | null;
                            organization: {
                                name: string;
                            };
                            otp: {
                                attempts_left: number;
                                phone_hint: string | null;
                            } | null;
                            payment_link: string | null;
                            payment_method: string;
                            redirect_url: string | null;
                            reference: string;
                            return_url: string | null;
                            /** @enum {string} */
                            status: "initiated" | "reviewed" | "confirmed" | "processing" | "pending" | "completed" | "failed" | "refunded" | "rejected" | "canceled";
                            test: boolean;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No provider serves this corridor (ROUTING_CONFIG_NOT_FOUND) */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            /** @description Every provider of the route refused it (ALL_PROVIDERS_FAILED) */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE`: trouble of ours that passes, or a rate that is too old; `Retry-After` says when to try again */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readCheckoutPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                checkout_token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @example 1500 */
                            amount: number;
                            bank_transfer: {
                                account_name: string;
                                account_number: string;
                                /** @example 1500 */
                                amount: number;
                                bank_code: string | null;
                                bank_name: string;
                                currency: string;
                                expires_at: string | null;
                                received_amount: number | null;
                                reference: string;
                            } | null;
                            card: {
                                brand: string | null;
                                last4: string;
                            } | null;
                            checkout_token: string;
                            /** Format: date-time */
                            created_at: string;
                            currency: string;
                            description: string | null;
                            expires_at: string | null;
                            failure_reason: string | null;
                            link_ref: string | null;
                            mobile_money: {
                                network: string;
                                /** @description The last four digits of the payer's number */
                                phone_hint: string;
                                prompt_code: string | null;
                            } | null;
                            next_action: ("redirect" | "wait" | "bank_transfer" | "pay_by_link" | "collect_otp" | "check_status") | null;
                            organization: {
                                name: string;
                            };
                            otp: {
                                attempts_left: number;
                                phone_hint: string | null;
                            } | null;
                            payment_link: string | null;
                            payment_method: string;
                            redirect_url: string | null;
                            reference: string;
                            return_url: string | null;
                            /** @enum {string} */
                            status: "initiated" | "reviewed" | "confirmed" | "processing" | "pending" | "completed" | "failed" | "refunded" | "rejected" | "canceled";
                            test: boolean;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    actOnCheckoutPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                checkout_token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action: "submit_otp" | "resend_otp" | "cancel";
                    /** @description Required for submit_otp */
                    otp?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @example 1500 */
                            amount: number;
                            bank_transfer: {
                                account_name: string;
                                account_number: string;
                                /** @example 1500 */
                                amount: number;
                                bank_code: string | null;
                                bank_name: string;
                                currency: string;
                                expires_at: string | null;
                                received_amount: number | null;
                                reference: string;
                            } | null;
                            card: {
                                brand: string | null;
                                last4: string;
                            } | null;
                            checkout_token: string;
                            /** Format: date-time */
                            created_at: string;
                            currency: string;
                            description: string | null;
                            expires_at: string | null;
                            failure_reason: string | null;
                            link_ref: string | null;
                            mobile_money: {
                                network: string;
                                /** @description The last four digits of the payer's number */
                                phone_hint: string;
                                prompt_code: string | null;
                            } | null;
                            next_action: ("redirect" | "wait" | "bank_transfer" | "pay_by_link" | "collect_otp" | "check_status") | null;
                            organization: {
                                name: string;
                            };
                            otp: {
                                attempts_left: number;
                                phone_hint: string | null;
                            } | null;
                            payment_link: string | null;
                            payment_method: string;
                            redirect_url: string | null;
                            reference: string;
                            return_url: string | null;
                            /** @enum {string} */
                            status: "initiated" | "reviewed" | "confirmed" | "processing" | "pending" | "completed" | "failed" | "refunded" | "rejected" | "canceled";
                            test: boolean;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            /** @description The provider did not answer (PROVIDER_UNAVAILABLE) */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    listDisputes: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                /** @description UUIDv7 */
                org_id?: string;
                /** @description UUIDv7 */
                payment_id?: string;
                provider?: "manual" | "crypto" | "fiat" | "hybrid" | "paystack" | "flutterwave" | "stripe" | "adyen" | "wise" | "pawapay" | "mtn_momo" | "mpesa" | "yellowcard";
                status?: "needs_response" | "under_review" | "won" | "lost" | "accepted" | "expired";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @example 1500 */
                            amount: number;
                            /** Format: date-time */
                            created_at: string;
                            currency: string;
                            /** @description UUIDv7 */
                            dispute_id: string;
                            /** @example 1500 */
                            fee: number;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description UUIDv7 */
                            payment_id: string;
                            /** @enum {string} */
                            provider: "manual" | "crypto" | "fiat" | "hybrid" | "paystack" | "flutterwave" | "stripe" | "adyen" | "wise" | "pawapay" | "mtn_momo" | "mpesa" | "yellowcard";
                            provider_dispute_id: string;
                            /** @description The provider's own word */
                            provider_status: string;
                            reason: string | null;
                            respond_by: string | null;
                            responded_at: string | null;
                            /** @enum {string} */
                            status: "needs_response" | "under_review" | "won" | "lost" | "accepted" | "expired";
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                        last_evaluated_key: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            last_evaluated_key: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDispute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dispute_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description What can be done now; empty where the provider takes answers on its own dashboard only */
                            actions: ("submit" | "accept")[];
                            /** @example 1500 */
                            amount: number;
                            /** Format: date-time */
                            created_at: string;
                            currency: string;
                            /** @description UUIDv7 */
                            dispute_id: string;
                            evidence: {
                                content_type: string | null;
                                /** Format: date-time */
                                created_at: string;
                                /** @description UUIDv7 */
                                created_by: string;
                                /** @description UUIDv7 */
                                evidence_id: string;
                                name: string;
                                /** @description In bytes */
                                size: number;
                                text: string | null;
                            }[];
                            /** @example 1500 */
                            fee: number;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description UUIDv7 */
                            payment_id: string;
                            /** @enum {string} */
                            provider: "manual" | "crypto" | "fiat" | "hybrid" | "paystack" | "flutterwave" | "stripe" | "adyen" | "wise" | "pawapay" | "mtn_momo" | "mpesa" | "yellowcard";
                            provider_dispute_id: string;
                            /** @description The provider's own word */
                            provider_status: string;
                            reason: string | null;
                            respond_by: string | null;
                            responded_at: string | null;
                            /** @enum {string} */
                            status: "needs_response" | "under_review" | "won" | "lost" | "accepted" | "expired";
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    acceptDispute: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                dispute_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description What can be done now; empty where the provider takes answers on its own dashboard only */
                            actions: ("submit" | "accept")[];
                            /** @example 1500 */
                            amount: number;
                            /** Format: date-time */
                            created_at: string;
                            currency: string;
                            /** @description UUIDv7 */
                            dispute_id: string;
                            evidence: {
                                content_type: string | null;
                                /** Format: date-time */
                                created_at: string;
                                /** @description UUIDv7 */
                                created_by: string;
                                /** @description UUIDv7 */
                                evidence_id: string;
                                name: string;
                                /** @description In bytes */
                                size: number;
                                text: string | null;
                            }[];
                            /** @example 1500 */
                            fee: number;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description UUIDv7 */
                            payment_id: string;
                            /** @enum {string} */
                            provider: "manual" | "crypto" | "fiat" | "hybrid" | "paystack" | "flutterwave" | "stripe" | "adyen" | "wise" | "pawapay" | "mtn_momo" | "mpesa" | "yellowcard";
                            provider_dispute_id: string;
                            /** @description The provider's own word */
                            provider_status: string;
                            reason: string | null;
                            respond_by: string | null;
                            responded_at: string | null;
                            /** @enum {string} */
                            status: "needs_response" | "under_review" | "won" | "lost" | "accepted" | "expired";
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The dispute waits for no answer, was answered already, or its provider takes answers on its own dashboard only (INVALID_STATE) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            /** @description The provider refused the answer (DISPUTE_ANSWER_REFUSED); the dispute is open again */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    addDisputeEvidence: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                dispute_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The file, as base64 */
                    content?: string;
                    /** @enum {string} */
                    content_type?: "application/pdf" | "image/jpeg" | "image/png";
                    name: string;
                    text?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            content_type: string | null;
                            /** Format: date-time */
                            created_at: string;
                            /** @description UUIDv7 */
                            created_by: string;
                            /** @description UUIDv7 */
                            evidence_id: string;
                            name: string;
                            /** @description In bytes */
                            size: number;
                            text: string | null;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    submitDispute: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                dispute_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description What can be done now; empty where the provider takes answers on its own dashboard only */
                            actions: ("submit" | "accept")[];
                            /** @example 1500 */
                            amount: number;
                            /** Format: date-time */
                            created_at: string;
                            currency: string;
                            /** @description UUIDv7 */
                            dispute_id: string;
                            evidence: {
                                content_type: string | null;
                                /** Format: date-time */
                                created_at: string;
                                /** @description UUIDv7 */
                                created_by: string;
                                /** @description UUIDv7 */
                                evidence_id: string;
                                name: string;
                                /** @description In bytes */
                                size: number;
                                text: string | null;
                            }[];
                            /** @example 1500 */
                            fee: number;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description UUIDv7 */
                            payment_id: string;
                            /** @enum {string} */
                            provider: "manual" | "crypto" | "fiat" | "hybrid" | "paystack" | "flutterwave" | "stripe" | "adyen" | "wise" | "pawapay" | "mtn_momo" | "mpesa" | "yellowcard";
                            provider_dispute_id: string;
                            /** @description The provider's own word */
                            provider_status: string;
                            reason: string | null;
                            respond_by: string | null;
                            responded_at: string | null;
                            /** @enum {string} */
                            status: "needs_response" | "under_review" | "won" | "lost" | "accepted" | "expired";
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The dispute waits for no answer, was answered already, or its provider takes answers on its own dashboard only (INVALID_STATE) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            /** @description The provider refused the answer (DISPUTE_ANSWER_REFUSED); the dispute is open again */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    getEvents: {
        parameters: {
            query?: {
                from?: string;
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                order?: "asc" | "desc";
                /** @description The organisation; needed by platform people only */
                org_id?: string;
                resource_id?: string;
                resource_type?: string;
                to?: string;
                /** @description One or more event types, separated by commas: payment.processing, payment.pending, payment.completed, payment.failed, payment.refunded, payment.canceled, transaction.updated, dispute.opened, dispute.updated, dispute.under_review, dispute.won, dispute.lost, dispute.accepted, dispute.expired, virtual_account.deposit, virtual_account.withdrawal, virtual_account.frozen, virtual_account.unfrozen, escrow.milestone.funded, escrow.milestone.disbursed, escrow.milestone.approval_revoked, payment_link.paid, approval.requested, approval.approved, approval.rejected, float.low, api_key.expiring, kyb.approved, kyb.rejected, kyc.approved, kyc.rejected */
                type?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            created_at: string;
                            /** @description The resource as its read endpoint shows it, with `sequence` */
                            data: {
                                [key: string]: unknown;
                            };
                            /** @description UUIDv7 */
                            event_id: string;
                            /** @enum {string} */
                            event_type: "payment.processing" | "payment.pending" | "payment.completed" | "payment.failed" | "payment.refunded" | "payment.canceled" | "transaction.updated" | "dispute.opened" | "dispute.updated" | "dispute.under_review" | "dispute.won" | "dispute.lost" | "dispute.accepted" | "dispute.expired" | "virtual_account.deposit" | "virtual_account.withdrawal" | "virtual_account.frozen" | "virtual_account.unfrozen" | "escrow.milestone.funded" | "escrow.milestone.disbursed" | "escrow.milestone.approval_revoked" | "payment_link.paid" | "approval.requested" | "approval.approved" | "approval.rejected" | "float.low" | "api_key.expiring" | "kyb.approved" | "kyb.rejected" | "kyc.approved" | "kyc.rejected";
                            /** @description UUIDv7 */
                            org_id: string;
                        }[];
                        last_evaluated_key: string | null;
                        message: string;
                        meta: {
                            count: number;
                            /** @description With `order=asc`: send it as `last_evaluated_key` to go on from here, whether or not anything is there yet */
                            follow_key?: string;
                            has_more: boolean;
                            last_evaluated_key: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEventsEventId: {
        parameters: {
            query?: {
                /** @description The organisation; needed by platform people only */
                org_id?: string;
            };
            header?: never;
            path: {
                /** @description UUIDv7 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Exactly the text that is signed and delivered */
                        data: {
                            /** Format: date-time */
                            created_at: string;
                            /** @description The resource as its read endpoint shows it, with `sequence` */
                            data: {
                                [key: string]: unknown;
                            };
                            /** @description UUIDv7 */
                            event_id: string;
                            /** @enum {string} */
                            event_type: "payment.processing" | "payment.pending" | "payment.completed" | "payment.failed" | "payment.refunded" | "payment.canceled" | "transaction.updated" | "dispute.opened" | "dispute.updated" | "dispute.under_review" | "dispute.won" | "dispute.lost" | "dispute.accepted" | "dispute.expired" | "virtual_account.deposit" | "virtual_account.withdrawal" | "virtual_account.frozen" | "virtual_account.unfrozen" | "escrow.milestone.funded" | "escrow.milestone.disbursed" | "escrow.milestone.approval_revoked" | "payment_link.paid" | "approval.requested" | "approval.approved" | "approval.rejected" | "float.low" | "api_key.expiring" | "kyb.approved" | "kyb.rejected" | "kyc.approved" | "kyc.rejected";
                            /** @description UUIDv7 */
                            org_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBanks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: country-code
                     * @description ISO 3166-1 alpha-2
                     */
                    country?: string;
                    /**
                     * Format: currency-code
                     * @description ISO 4217, or a crypto asset code
                     */
                    currency?: string;
                    search?: string;
                } | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            code: string;
                            country: string;
                            currency: string;
                            name: string;
                        }[];
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listNetworks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: country-code
                     * @description ISO 3166-1 alpha-2
                     */
                    country?: string;
                    /**
                     * Format: currency-code
                     * @description ISO 4217, or a crypto asset code
                     */
                    currency?: string;
                } | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            code: string;
                            country: string;
                            currency: string;
                            name: string;
                        }[];
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resolveAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description National account number, or an IBAN */
                    account_number: string;
                    /** @description As /externals/banks lists it; in GB the sort code */
                    bank_code: string;
                    /**
                     * Format: country-code
                     * @description ISO 3166-1 alpha-2
                     */
                    country?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            account_name: string;
                            account_number: string;
                            bank_code: string;
                            bank_name: string | null;
                            country: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            /** @description The provider did not answer (PROVIDER_UNAVAILABLE) */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    listFees: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                /** @description UUIDv7 */
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            country: string | null;
                            /** Format: date-time */
                            created_at: string;
                            currency: string;
                            direction: string | null;
                            /** @description UUIDv7 */
                            fee_id: string;
                            /** @example 1500 */
                            fixed_amount: number;
                            is_active: boolean;
                            max_fee: number | null;
                            min_fee: number | null;
                            name: string;
                            org_id: string | null;
                            payment_method: string | null;
                            percent: number;
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                        last_evaluated_key: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            last_evaluated_key: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createFee: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    country?: string | null;
                    /**
                     * Format: currency-code
                     * @description ISO 4217, or a crypto asset code
                     */
                    currency: string;
                    direction?: ("inbound" | "outbound" | "external") | null;
                    fixed_amount?: number;
                    is_active?: boolean;
                    max_fee?: number | null;
                    min_fee?: number | null;
                    name: string;
                    org_id?: string | null;
                    payment_method?: ("bank_transfer" | "card" | "mobile_money" | "crypto" | "wallet") | null;
                    percent?: number;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            country: string | null;
                            /** Format: date-time */
                            created_at: string;
                            currency: string;
                            direction: string | null;
                            /** @description UUIDv7 */
                            fee_id: string;
                            /** @example 1500 */
                            fixed_amount: number;
                            is_active: boolean;
                            max_fee: number | null;
                            min_fee: number | null;
                            name: string;
                            org_id: string | null;
                            payment_method: string | null;
                            percent: number;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeFee: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                fee_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    country?: string | null;
                    /**
                     * Format: currency-code
                     * @description ISO 4217, or a crypto asset code
                     */
                    currency?: string;
                    direction?: ("inbound" | "outbound" | "external") | null;
                    fixed_amount?: number;
                    is_active?: boolean;
                    max_fee?: number | null;
                    min_fee?: number | null;
                    name?: string;
                    org_id?: string | null;
                    payment_method?: ("bank_transfer" | "card" | "mobile_money" | "crypto" | "wallet") | null;
                    percent?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            country: string | null;
                            /** Format: date-time */
                            created_at: string;
                            currency: string;
                            direction: string | null;
                            /** @description UUIDv7 */
                            fee_id: string;
                            /** @example 1500 */
                            fixed_amount: number;
                            is_active: boolean;
                            max_fee: number | null;
                            min_fee: number | null;
                            name: string;
                            org_id: string | null;
                            payment_method: string | null;
                            percent: number;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listLedgerAccounts: {
        parameters: {
            query?: {
                /** @description ISO 4217, or a crypto asset code */
                currency?: string;
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                /** @description For platform people: the organisation */
                org_id?: string;
                owner_id?: string;
                purpose?: "settlement" | "pending_settlement" | "provider" | "fees" | "fx" | "in_transit" | "refunds_in_transit" | "disputes" | "virtual_account" | "escrow" | "ramp_clearing" | "suspense" | "adjustments" | "sandbox";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description UUIDv7 */
                            account_id: string;
                            /** @example 1500 */
                            available: number;
                            /** @example 1500 */
                            balance: number;
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            /** @example 1500 */
                            held: number;
                            /** @description UUIDv7 */
                            org_id: string;
                            owner_id: string | null;
                            /** @enum {string} */
                            purpose: "settlement" | "pending_settlement" | "provider" | "fees" | "fx" | "in_transit" | "refunds_in_transit" | "disputes" | "virtual_account" | "escrow" | "ramp_clearing" | "suspense" | "adjustments" | "sandbox";
                            /** @enum {string} */
                            status: "active" | "frozen" | "closed";
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                        last_evaluated_key: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            last_evaluated_key: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listLedgerTransactions: {
        parameters: {
            query?: {
                account_id?: string;
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                /** @description For platform people: the organisation */
                org_id?: string;
                resource_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Applied at most once: the resource and what happened to it */
                            cause: string;
                            /** Format: date-time */
                            created_at: string;
                            description: string;
                            /** @description SHA-256 over the hash before it and all of this transaction */
                            hash: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description Place in the organisation's chain, from 1 */
                            position: number;
                            postings: {
                                /** @description UUIDv7 */
                                account_id: string;
                                account_status: ("active" | "frozen" | "closed") | null;
                                /** @example 1500 */
                                amount: number;
                                /** @example 1500 */
                                balance_after: number;
                                /**
                                 * Format: currency-code
                                 * @description ISO 4217, or a crypto asset code
                                 */
                                currency: string;
                                /** @example 1500 */
                                held_after: number;
                                /** @example 1500 */
                                held_change: number;
                                hold_id: string | null;
                                owner_id: string | null;
                                /** @enum {string} */
                                purpose: "settlement" | "pending_settlement" | "provider" | "fees" | "fx" | "in_transit" | "refunds_in_transit" | "disputes" | "virtual_account" | "escrow" | "ramp_clearing" | "suspense" | "adjustments" | "sandbox";
                            }[];
                            /** @description UUIDv7 */
                            resource_id: string;
                        }[];
                        last_evaluated_key: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            last_evaluated_key: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrganizations: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-2 */
                country?: string;
                /** @description Only those whose verification provider contradicts a person's decision */
                kyb_review?: "open";
                kyb_status?: "not_started" | "pending" | "approved" | "rejected";
                /** @description Cursor from the previous page */
                lastEvaluatedKey?: string;
                /** @description Page size */
                limit?: number;
                status?: "active" | "suspended";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            country: string;
                            /** Format: date-time */
                            created_at: string;
                            features: ("payments" | "ramps" | "virtual_accounts" | "escrow" | "payment_links")[];
                            kyb_customer_id: string | null;
                            kyb_decided_by?: string | null;
                            kyb_provider: string | null;
                            kyb_review?: {
                                /** Format: date-time */
                                occurred_at: string;
                                reason: string | null;
                                /** @enum {string} */
                                status: "not_started" | "pending" | "approved" | "rejected";
                            } | null;
                            /** @enum {string} */
                            kyb_status: "not_started" | "pending" | "approved" | "rejected";
                            name: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            settings: {
                                controls: {
                                    beneficiary_cool_off_hours?: number;
                                    escrow_separation?: boolean;
                                    limits: {
                                        /** @enum {string} */
                                        action: "refuse" | "review";
                                        /** @example 1500 */
                                        amount?: number;
                                        count?: number;
                                        currency: string;
                                        /** @enum {string} */
                                        per: "organization" | "key" | "beneficiary" | "customer";
                                        /** @enum {string} */
                                        window: "hour" | "day";
                                    }[];
                                    policies: {
                                        /** @example 1500 */
                                        above?: number;
                                        approvers: number;
                                        currency: string;
                                        /** @enum {string} */
                                        role?: "org-admin";
                                        /** @enum {string} */
                                        when: "always" | "amount" | "daily_total" | "daily_beneficiary_total" | "new_beneficiary" | "destination_mismatch";
                                    }[];
                                };
                                /** @description Added to rates quoted to this organisation, in hundredths of a percent */
                                margin_bps: number;
                                /**
                                 * @description `registered`: payouts go to the beneficiary's own account only. `any`: as the platform's `PAYOUT_DESTINATIONS` says
                                 * @enum {string}
                                 */
                                payout_destinations: "registered" | "any";
                                /** @description By currency, `*` for every other: a payout at or above it waits for a second person. Empty: none does */
                                payout_review_above: {
                                    [key: string]: number;
                                };
                                /** @description Members sign in with a second factor, or only to set one up */
                                require_second_factor: boolean;
                            };
                            /** @enum {string} */
                            status: "active" | "suspended";
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                        lastEvaluatedKey: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            lastEvaluatedKey: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postOrganizations: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: country-code
                     * @description ISO 3166-1 alpha-2
                     */
                    country: string;
                    features?: ("payments" | "ramps" | "virtual_accounts" | "escrow" | "payment_links")[];
                    /** Format: name */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            country: string;
                            /** Format: date-time */
                            created_at: string;
                            features: ("payments" | "ramps" | "virtual_accounts" | "escrow" | "payment_links")[];
                            kyb_customer_id: string | null;
                            kyb_decided_by?: string | null;
                            kyb_provider: string | null;
                            kyb_review?: {
                                /** Format: date-time */
                                occurred_at: string;
                                reason: string | null;
                                /** @enum {string} */
                                status: "not_started" | "pending" | "approved" | "rejected";
                            } | null;
                            /** @enum {string} */
                            kyb_status: "not_started" | "pending" | "approved" | "rejected";
                            name: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            settings: {
                                controls: {
                                    beneficiary_cool_off_hours?: number;
                                    escrow_separation?: boolean;
                                    limits: {
                                        /** @enum {string} */
                                        action: "refuse" | "review";
                                        /** @example 1500 */
                                        amount?: number;
                                        count?: number;
                                        currency: string;
                                        /** @enum {string} */
                                        per: "organization" | "key" | "beneficiary" | "customer";
                                        /** @enum {string} */
                                        window: "hour" | "day";
                                    }[];
                                    policies: {
                                        /** @example 1500 */
                                        above?: number;
                                        approvers: number;
                                        currency: string;
                                        /** @enum {string} */
                                        role?: "org-admin";
                                        /** @enum {string} */
                                        when: "always" | "amount" | "daily_total" | "daily_beneficiary_total" | "new_beneficiary" | "destination_mismatch";
                                    }[];
                                };
                                /** @description Added to rates quoted to this organisation, in hundredths of a percent */
                                margin_bps: number;
                                /**
                                 * @description `registered`: payouts go to the beneficiary's own account only. `any`: as the platform's `PAYOUT_DESTINATIONS` says
                                 * @enum {string}
                                 */
                                payout_destinations: "registered" | "any";
                                /** @description By currency, `*` for every other: a payout at or above it waits for a second person. Empty: none does */
                                payout_review_above: {
                                    [key: string]: number;
                                };
                                /** @description Members sign in with a second factor, or only to set one up */
                                require_second_factor: boolean;
                            };
                            /** @enum {string} */
                            status: "active" | "suspended";
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrganizationsOrgId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            country: string;
                            /** Format: date-time */
                            created_at: string;
                            features: ("payments" | "ramps" | "virtual_accounts" | "escrow" | "payment_links")[];
                            kyb_customer_id: string | null;
                            kyb_decided_by?: string | null;
                            kyb_provider: string | null;
                            kyb_review?: {
                                /** Format: date-time */
                                occurred_at: string;
                                reason: string | null;
                                /** @enum {string} */
                                status: "not_started" | "pending" | "approved" | "rejected";
                            } | null;
                            /** @enum {string} */
                            kyb_status: "not_started" | "pending" | "approved" | "rejected";
                            name: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            settings: {
                                controls: {
                                    beneficiary_cool_off_hours?: number;
                                    escrow_separation?: boolean;
                                    limits: {
                                        /** @enum {string} */
                                        action: "refuse" | "review";
                                        /** @example 1500 */
                                        amount?: number;
                                        count?: number;
                                        currency: string;
                                        /** @enum {string} */
                                        per: "organization" | "key" | "beneficiary" | "customer";
                                        /** @enum {string} */
                                        window: "hour" | "day";
                                    }[];
                                    policies: {
                                        /** @example 1500 */
                                        above?: number;
                                        approvers: number;
                                        currency: string;
                                        /** @enum {string} */
                                        role?: "org-admin";
                                        /** @enum {string} */
                                        when: "always" | "amount" | "daily_total" | "daily_beneficiary_total" | "new_beneficiary" | "destination_mismatch";
                                    }[];
                                };
                                /** @description Added to rates quoted to this organisation, in hundredths of a percent */
                                margin_bps: number;
                                /**
                                 * @description `registered`: payouts go to the beneficiary's own account only. `any`: as the platform's `PAYOUT_DESTINATIONS` says
                                 * @enum {string}
                                 */
                                payout_destinations: "registered" | "any";
                                /** @description By currency, `*` for every other: a payout at or above it waits for a second person. Empty: none does */
                                payout_review_above: {
                                    [key: string]: number;
                                };
                                /** @description Members sign in with a second factor, or only to set one up */
                                require_second_factor: boolean;
                            };
                            /** @enum {string} */
                            status: "active" | "suspended";
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    patchOrganizationsOrgId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: country-code
                     * @description ISO 3166-1 alpha-2
                     */
                    country?: string;
                    features?: ("payments" | "ramps" | "virtual_accounts" | "escrow" | "payment_links")[];
                    /** Format: name */
                    name?: string;
                    settings?: {
                        controls?: {
                            beneficiary_cool_off_hours?: number;
                            /** @description Submit, approve and release of a milestone by different people */
                            escrow_separation?: boolean;
                            limits?: {
                                /** @enum {string} */
                                action: "refuse" | "review";
                                /** @example 1500 */
                                amount?: number;
                                count?: number;
                                currency?: string;
                                /**
                                 * @description Whose payouts are counted together. `customer` counts payins and payouts of one payer, by each of `payer_details.email`, `payer_details.phone` and, of a payin, `mobile_money_details.phone_number`
                                 * @enum {string}
                                 */
                                per: "organization" | "key" | "beneficiary" | "customer";
                                /** @enum {string} */
                                window: "hour" | "day";
                            }[];
                            policies?: {
                                /** @example 1500 */
                                above?: number;
                                /** @description How many other people must approve; 1 when absent */
                                approvers?: number;
                                /** @description `*`, the default: every currency, at face value */
                                currency?: string;
                                /** @enum {string} */
                                role?: "org-admin";
                                /**
                                 * @description What makes a payout wait for approval; the daily ones count the last 24 hours
                                 * @enum {string}
                                 */
                                when: "always" | "amount" | "daily_total" | "daily_beneficiary_total" | "new_beneficiary" | "destination_mismatch";
                            }[];
                        } | null;
                        margin_bps?: number;
                        /** @enum {string} */
                        payout_destinations?: "registered" | "any";
                        payout_review_above?: (number | {
                            [key: string]: number;
                        }) | null;
                        require_second_factor?: boolean;
                    };
                    /** @enum {string} */
                    status?: "active" | "suspended";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            country: string;
                            /** Format: date-time */
                            created_at: string;
                            features: ("payments" | "ramps" | "virtual_accounts" | "escrow" | "payment_links")[];
                            kyb_customer_id: string | null;
                            kyb_decided_by?: string | null;
                            kyb_provider: string | null;
                            kyb_review?: {
                                /** Format: date-time */
                                occurred_at: string;
                                reason: string | null;
                                /** @enum {string} */
                                status: "not_started" | "pending" | "approved" | "rejected";
                            } | null;
                            /** @enum {string} */
                            kyb_status: "not_started" | "pending" | "approved" | "rejected";
                            name: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            settings: {
                                controls: {
                                    beneficiary_cool_off_hours?: number;
                                    escrow_separation?: boolean;
                                    limits: {
                                        /** @enum {string} */
                                        action: "refuse" | "review";
                                        /** @example 1500 */
                                        amount?: number;
                                        count?: number;
                                        currency: string;
                                        /** @enum {string} */
                                        per: "organization" | "key" | "beneficiary" | "customer";
                                        /** @enum {string} */
                                        window: "hour" | "day";
                                    }[];
                                    policies: {
                                        /** @example 1500 */
                                        above?: number;
                                        approvers: number;
                                        currency: string;
                                        /** @enum {string} */
                                        role?: "org-admin";
                                        /** @enum {string} */
                                        when: "always" | "amount" | "daily_total" | "daily_beneficiary_total" | "new_beneficiary" | "destination_mismatch";
                                    }[];
                                };
                                /** @description Added to rates quoted to this organisation, in hundredths of a percent */
                                margin_bps: number;
                                /**
                                 * @description `registered`: payouts go to the beneficiary's own account only. `any`: as the platform's `PAYOUT_DESTINATIONS` says
                                 * @enum {string}
                                 */
                                payout_destinations: "registered" | "any";
                                /** @description By currency, `*` for every other: a payout at or above it waits for a second person. Empty: none does */
                                payout_review_above: {
                                    [key: string]: number;
                                };
                                /** @description Members sign in with a second factor, or only to set one up */
                                require_second_factor: boolean;
                            };
                            /** @enum {string} */
                            status: "active" | "suspended";
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrganizationsOrgIdAuditLog: {
        parameters: {
            query?: {
                /** @description Exact action, e.g. `api_key.revoked` */
                action?: string;
                /** @description The person or key that acted */
                actor_id?: string;
                from?: string;
                /** @description Cursor from the previous page */
                lastEvaluatedKey?: string;
                /** @description Page size */
                limit?: number;
                /** @description The thing that was changed */
                resource_id?: string;
                /** @description Kind of thing that was changed */
                resource_type?: string;
                to?: string;
            };
            header?: never;
            path: {
                /** @description UUIDv7 */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @example api_key.revoked */
                            action: string;
                            /** @description The person, key or part of the system that did it */
                            actor_id: string;
                            /** @enum {string} */
                            actor_type: "user" | "api-key" | "system";
                            actor_user_id: string | null;
                            /** @description UUIDv7 */
                            audit_id: string;
                            changes: {
                                [key: string]: unknown;
                            } | null;
                            /** Format: date-time */
                            created_at: string;
                            hash: string | null;
                            /** @description UUIDv7 */
                            org_id: string;
                            position: number | null;
                            request_id: string | null;
                            resource_id: string;
                            resource_type: string;
                        }[];
                        lastEvaluatedKey: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            lastEvaluatedKey: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrganizationsOrgIdInvites: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                lastEvaluatedKey?: string;
                /** @description Page size */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description UUIDv7 */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            accepted_at: string | null;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: email */
                            email: string;
                            /** Format: date-time */
                            expires_at: string;
                            /** @description UUIDv7 */
                            invite_id: string;
                            /** @description UUIDv7 */
                            invited_by: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @enum {string} */
                            role: "org-admin" | "org-member" | "org-viewer";
                            /** @enum {string} */
                            status: "pending" | "accepted" | "revoked" | "expired";
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                        lastEvaluatedKey: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            lastEvaluatedKey: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postOrganizationsOrgIdInvites: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    /** @enum {string} */
                    role: "org-admin" | "org-member" | "org-viewer";
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            accepted_at: string | null;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: email */
                            email: string;
                            /** @description Always true: the mail is stored with the invite, and tried until it is taken */
                            email_sent: boolean;
                            /** Format: date-time */
                            expires_at: string;
                            /** @description UUIDv7 */
                            invite_id: string;
                            /** @description UUIDv7 */
                            invited_by: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @enum {string} */
                            role: "org-admin" | "org-member" | "org-viewer";
                            /** @enum {string} */
                            status: "pending" | "accepted" | "revoked" | "expired";
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteOrganizationsOrgIdInvitesInviteId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                invite_id: string;
                /** @description UUIDv7 */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postOrganizationsOrgIdInvitesInviteIdResend: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                invite_id: string;
                /** @description UUIDv7 */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            accepted_at: string | null;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: email */
                            email: string;
                            /** @description Always true: the mail is stored with the invite, and tried until it is taken */
                            email_sent: boolean;
                            /** Format: date-time */
                            expires_at: string;
                            /** @description UUIDv7 */
                            invite_id: string;
                            /** @description UUIDv7 */
                            invited_by: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @enum {string} */
                            role: "org-admin" | "org-member" | "org-viewer";
                            /** @enum {string} */
                            status: "pending" | "accepted" | "revoked" | "expired";
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postOrganizationsOrgIdKyb: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            kyb_customer_id: string;
                            /** @enum {string} */
                            kyb_status: "not_started" | "pending" | "approved" | "rejected";
                            verification_url: string | null;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postOrganizationsOrgIdKybDecision: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    decision: "approved" | "rejected";
                    reason?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            country: string;
                            /** Format: date-time */
                            created_at: string;
                            features: ("payments" | "ramps" | "virtual_accounts" | "escrow" | "payment_links")[];
                            kyb_customer_id: string | null;
                            kyb_decided_by?: string | null;
                            kyb_provider: string | null;
                            kyb_review?: {
                                /** Format: date-time */
                                occurred_at: string;
                                reason: string | null;
                                /** @enum {string} */
                                status: "not_started" | "pending" | "approved" | "rejected";
                            } | null;
                            /** @enum {string} */
                            kyb_status: "not_started" | "pending" | "approved" | "rejected";
                            name: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            settings: {
                                controls: {
                                    beneficiary_cool_off_hours?: number;
                                    escrow_separation?: boolean;
                                    limits: {
                                        /** @enum {string} */
                                        action: "refuse" | "review";
                                        /** @example 1500 */
                                        amount?: number;
                                        count?: number;
                                        currency: string;
                                        /** @enum {string} */
                                        per: "organization" | "key" | "beneficiary" | "customer";
                                        /** @enum {string} */
                                        window: "hour" | "day";
                                    }[];
                                    policies: {
                                        /** @example 1500 */
                                        above?: number;
                                        approvers: number;
                                        currency: string;
                                        /** @enum {string} */
                                        role?: "org-admin";
                                        /** @enum {string} */
                                        when: "always" | "amount" | "daily_total" | "daily_beneficiary_total" | "new_beneficiary" | "destination_mismatch";
                                    }[];
                                };
                                /** @description Added to rates quoted to this organisation, in hundredths of a percent */
                                margin_bps: number;
                                /**
                                 * @description `registered`: payouts go to the beneficiary's own account only. `any`: as the platform's `PAYOUT_DESTINATIONS` says
                                 * @enum {string}
                                 */
                                payout_destinations: "registered" | "any";
                                /** @description By currency, `*` for every other: a payout at or above it waits for a second person. Empty: none does */
                                payout_review_above: {
                                    [key: string]: number;
                                };
                                /** @description Members sign in with a second factor, or only to set one up */
                                require_second_factor: boolean;
                            };
                            /** @enum {string} */
                            status: "active" | "suspended";
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrganizationsOrgIdMembers: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                lastEvaluatedKey?: string;
                /** @description Page size */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description UUIDv7 */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            created_at: string;
                            email: string;
                            name: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description Granted beyond the role */
                            permissions: ("payments:write" | "payouts:approve" | "refunds:write" | "ramps:write" | "beneficiaries:write" | "payment-links:write" | "virtual-accounts:write" | "escrow:write" | "webhooks:write" | "api-keys:write" | "members:write" | "organization:write")[];
                            /** @enum {string} */
                            role: "org-admin" | "org-member" | "org-viewer";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            user_id: string;
                        }[];
                        lastEvaluatedKey: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            lastEvaluatedKey: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postOrganizationsOrgIdMembers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role: "org-admin" | "org-member" | "org-viewer";
                    user_id: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            created_at: string;
                            email: string;
                            name: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description Granted beyond the role */
                            permissions: ("payments:write" | "payouts:approve" | "refunds:write" | "ramps:write" | "beneficiaries:write" | "payment-links:write" | "virtual-accounts:write" | "escrow:write" | "webhooks:write" | "api-keys:write" | "members:write" | "organization:write")[];
                            /** @enum {string} */
                            role: "org-admin" | "org-member" | "org-viewer";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            user_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrganizationsOrgIdMembersUserId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                org_id: string;
                /** @description UUIDv7 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            created_at: string;
                            email: string;
                            name: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description Granted beyond the role */
                            permissions: ("payments:write" | "payouts:approve" | "refunds:write" | "ramps:write" | "beneficiaries:write" | "payment-links:write" | "virtual-accounts:write" | "escrow:write" | "webhooks:write" | "api-keys:write" | "members:write" | "organization:write")[];
                            /** @enum {string} */
                            role: "org-admin" | "org-member" | "org-viewer";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            user_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteOrganizationsOrgIdMembersUserId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                org_id: string;
                /** @description UUIDv7 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    patchOrganizationsOrgIdMembersUserId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                org_id: string;
                /** @description UUIDv7 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role: "org-admin" | "org-member" | "org-viewer";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            created_at: string;
                            email: string;
                            name: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description Granted beyond the role */
                            permissions: ("payments:write" | "payouts:approve" | "refunds:write" | "ramps:write" | "beneficiaries:write" | "payment-links:write" | "virtual-accounts:write" | "escrow:write" | "webhooks:write" | "api-keys:write" | "members:write" | "organization:write")[];
                            /** @enum {string} */
                            role: "org-admin" | "org-member" | "org-viewer";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            user_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putOrganizationsOrgIdMembersUserIdPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                org_id: string;
                /** @description UUIDv7 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    permissions: ("payments:write" | "payouts:approve" | "refunds:write" | "ramps:write" | "beneficiaries:write" | "payment-links:write" | "virtual-accounts:write" | "escrow:write" | "webhooks:write" | "api-keys:write" | "members:write" | "organization:write")[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            created_at: string;
                            email: string;
                            name: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description Granted beyond the role */
                            permissions: ("payments:write" | "payouts:approve" | "refunds:write" | "ramps:write" | "beneficiaries:write" | "payment-links:write" | "virtual-accounts:write" | "escrow:write" | "webhooks:write" | "api-keys:write" | "members:write" | "organization:write")[];
                            /** @enum {string} */
                            role: "org-admin" | "org-member" | "org-viewer";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            user_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postOrganizationsOrgIdMembersUserIdPermissions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                org_id: string;
                /** @description UUIDv7 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    permission?: "payments:write" | "payouts:approve" | "refunds:write" | "ramps:write" | "beneficiaries:write" | "payment-links:write" | "virtual-accounts:write" | "escrow:write" | "webhooks:write" | "api-keys:write" | "members:write" | "organization:write";
                    permissions?: ("payments:write" | "payouts:approve" | "refunds:write" | "ramps:write" | "beneficiaries:write" | "payment-links:write" | "virtual-accounts:write" | "escrow:write" | "webhooks:write" | "api-keys:write" | "members:write" | "organization:write")[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            created_at: string;
                            email: string;
                            name: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description Granted beyond the role */
                            permissions: ("payments:write" | "payouts:approve" | "refunds:write" | "ramps:write" | "beneficiaries:write" | "payment-links:write" | "virtual-accounts:write" | "escrow:write" | "webhooks:write" | "api-keys:write" | "members:write" | "organization:write")[];
                            /** @enum {string} */
                            role: "org-admin" | "org-member" | "org-viewer";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            user_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteOrganizationsOrgIdMembersUserIdPermissions: {
        parameters: {
            query?: {
                permission?: "payments:write" | "payouts:approve" | "refunds:write" | "ramps:write" | "beneficiaries:write" | "payment-links:write" | "virtual-accounts:write" | "escrow:write" | "webhooks:write" | "api-keys:write" | "members:write" | "organization:write";
            };
            header?: never;
            path: {
                /** @description UUIDv7 */
                org_id: string;
                /** @description UUIDv7 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    permission?: "payments:write" | "payouts:approve" | "refunds:write" | "ramps:write" | "beneficiaries:write" | "payment-links:write" | "virtual-accounts:write" | "escrow:write" | "webhooks:write" | "api-keys:write" | "members:write" | "organization:write";
                    permissions?: ("payments:write" | "payouts:approve" | "refunds:write" | "ramps:write" | "beneficiaries:write" | "payment-links:write" | "virtual-accounts:write" | "escrow:write" | "webhooks:write" | "api-keys:write" | "members:write" | "organization:write")[];
                } | null;
            };
        };
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrganizationsOrgIdMembersUserIdPermissionsCheck: {
        parameters: {
            query: {
                permission: "payments:write" | "payouts:approve" | "refunds:write" | "ramps:write" | "beneficiaries:write" | "payment-links:write" | "virtual-accounts:write" | "escrow:write" | "webhooks:write" | "api-keys:write" | "members:write" | "organization:write";
            };
            header?: never;
            path: {
                /** @description UUIDv7 */
                org_id: string;
                /** @description UUIDv7 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            allowed: boolean;
                            /** @enum {string} */
                            permission: "payments:write" | "payouts:approve" | "refunds:write" | "ramps:write" | "beneficiaries:write" | "payment-links:write" | "virtual-accounts:write" | "escrow:write" | "webhooks:write" | "api-keys:write" | "members:write" | "organization:write";
                            /** @enum {string} */
                            role: "org-admin" | "org-member" | "org-viewer";
                            source: ("role" | "grant") | null;
                            /** @description UUIDv7 */
                            user_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrganizationsOrgIdServiceAccounts: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                lastEvaluatedKey?: string;
                /** @description Page size */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description UUIDv7 */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            created_at: string;
                            email: string;
                            name: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description Granted beyond the role */
                            permissions: ("payments:write" | "payouts:approve" | "refunds:write" | "ramps:write" | "beneficiaries:write" | "payment-links:write" | "virtual-accounts:write" | "escrow:write" | "webhooks:write" | "api-keys:write" | "members:write" | "organization:write")[];
                            /** @enum {string} */
                            role: "org-admin" | "org-member" | "org-viewer";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            user_id: string;
                        }[];
                        lastEvaluatedKey: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            lastEvaluatedKey: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postOrganizationsOrgIdServiceAccounts: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: name */
                    name: string;
                    /** @enum {string} */
                    role: "org-member" | "org-viewer";
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            created_at: string;
                            email: string;
                            name: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description Granted beyond the role */
                            permissions: ("payments:write" | "payouts:approve" | "refunds:write" | "ramps:write" | "beneficiaries:write" | "payment-links:write" | "virtual-accounts:write" | "escrow:write" | "webhooks:write" | "api-keys:write" | "members:write" | "organization:write")[];
                            /** @enum {string} */
                            role: "org-admin" | "org-member" | "org-viewer";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            user_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getExchangeRate: {
        parameters: {
            query: {
                /** @example 1500 */
                amount?: number;
                /** @description ISO 4217, or a crypto asset code */
                fromCurrency: string;
                /** @description UUIDv7 */
                org_id?: string;
                /** @description ISO 4217, or a crypto asset code */
                toCurrency: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @example 1500 */
                            amount?: number;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            expires_at: string;
                            fromCurrency: string;
                            inverse_rate: number;
                            margin_bps: number;
                            /** @description UUIDv7 */
                            org_rate_id: string;
                            rate: number;
                            source: string;
                            toCurrency: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The organization holds too many open locks, or has locked too much of this pair within the hour (LIMIT_EXCEEDED) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRateLock: {
        parameters: {
            query?: {
                /** @description UUIDv7 */
                org_id?: string;
            };
            header?: never;
            path: {
                /** @description UUIDv7 */
                org_rate_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @example 1500 */
                            amount?: number;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            expires_at: string;
                            fromCurrency: string;
                            inverse_rate: number;
                            margin_bps: number;
                            /** @description UUIDv7 */
                            org_rate_id: string;
                            rate: number;
                            source: string;
                            /**
                             * @description A lock is used by one payment or transfer; it is open again when that ends without success
                             * @enum {string}
                             */
                            status: "open" | "used" | "expired";
                            toCurrency: string;
                            /** @description `payment_id` of the payment, or `transaction_id` of the transfer, that used it */
                            used_by?: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            currency: string;
                            per_usd: number;
                            source: string;
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setRates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    rates: {
                        /**
                         * Format: currency-code
                         * @description ISO 4217, or a crypto asset code
                         */
                        currency: string;
                        per_usd: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            currency: string;
                            per_usd: number;
                            source: string;
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postOrganizationsInvitesAccept: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            accepted_at: string | null;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: email */
                            email: string;
                            /** Format: date-time */
                            expires_at: string;
                            /** @description UUIDv7 */
                            invite_id: string;
                            /** @description UUIDv7 */
                            invited_by: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @enum {string} */
                            role: "org-admin" | "org-member" | "org-viewer";
                            /** @enum {string} */
                            status: "pending" | "accepted" | "revoked" | "expired";
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postOrganizationsWebhookKyb: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: null;
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPaymentLinks: {
        parameters: {
            query?: {
                last_evaluated_key?: string;
                limit?: number;
                status?: "active" | "paid" | "expired" | "disabled";
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        data: {
                            amount: number | null;
                            /** @enum {string} */
                            amount_type: "fixed" | "open";
                            /** Format: date-time */
                            created_at: string;
                            /** @description UUIDv7 */
                            created_by: string;
                            currency: string;
                            description: string | null;
                            email: string | null;
                            expires_at: string | null;
                            /** @description UUIDv7 */
                            link_id: string;
                            /** @description The unguessable part of the url */
                            link_ref: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            paid_at: string | null;
                            /** @example 1500 */
                            paid_total: number;
                            payer_currency: string;
                            payment_id: string | null;
                            payments_count: number;
                            return_url: string | null;
                            /** @enum {string} */
                            status: "active" | "paid" | "expired" | "disabled";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description The hosted page on which it is paid */
                            url: string;
                        }[];
                        last_evaluated_key: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            last_evaluated_key: string | null;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount?: number | null;
                    /** @enum {string} */
                    amount_type?: "fixed" | "open";
                    /**
                     * Format: currency-code
                     * @description ISO 4217, or a crypto asset code
                     */
                    currency: string;
                    description?: string | null;
                    email?: string | null;
                    expires_at?: string | null;
                    payer_currency?: string | null;
                    return_url?: string | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            amount: number | null;
                            /** @enum {string} */
                            amount_type: "fixed" | "open";
                            /** Format: date-time */
                            created_at: string;
                            /** @description UUIDv7 */
                            created_by: string;
                            currency: string;
                            description: string | null;
                            email: string | null;
                            expires_at: string | null;
                            /** @description UUIDv7 */
                            link_id: string;
                            /** @description The unguessable part of the url */
                            link_ref: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            paid_at: string | null;
                            /** @example 1500 */
                            paid_total: number;
                            payer_currency: string;
                            payment_id: string | null;
                            payments_count: number;
                            return_url: string | null;
                            /** @enum {string} */
                            status: "active" | "paid" | "expired" | "disabled";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description The hosted page on which it is paid */
                            url: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                link_id: string;
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            amount: number | null;
                            /** @enum {string} */
                            amount_type: "fixed" | "open";
                            /** Format: date-time */
                            created_at: string;
                            /** @description UUIDv7 */
                            created_by: string;
                            currency: string;
                            description: string | null;
                            email: string | null;
                            expires_at: string | null;
                            /** @description UUIDv7 */
                            link_id: string;
                            /** @description The unguessable part of the url */
                            link_ref: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            paid_at: string | null;
                            /** @example 1500 */
                            paid_total: number;
                            payer_currency: string;
                            payment_id: string | null;
                            payments_count: number;
                            return_url: string | null;
                            /** @enum {string} */
                            status: "active" | "paid" | "expired" | "disabled";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description The hosted page on which it is paid */
                            url: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                link_id: string;
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changePaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                link_id: string;
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount?: number | null;
                    description?: string | null;
                    email?: string | null;
                    expires_at?: string | null;
                    payer_currency?: string | null;
                    return_url?: string | null;
                    /** @enum {string} */
                    status?: "active" | "disabled";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            amount: number | null;
                            /** @enum {string} */
                            amount_type: "fixed" | "open";
                            /** Format: date-time */
                            created_at: string;
                            /** @description UUIDv7 */
                            created_by: string;
                            currency: string;
                            description: string | null;
                            email: string | null;
                            expires_at: string | null;
                            /** @description UUIDv7 */
                            link_id: string;
                            /** @description The unguessable part of the url */
                            link_ref: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            paid_at: string | null;
                            /** @example 1500 */
                            paid_total: number;
                            payer_currency: string;
                            payment_id: string | null;
                            payments_count: number;
                            return_url: string | null;
                            /** @enum {string} */
                            status: "active" | "paid" | "expired" | "disabled";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description The hosted page on which it is paid */
                            url: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    actOnPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action: "submit_otp" | "resend_otp" | "cancel";
                    /** @description Required for submit_otp */
                    otp?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        response: {
                            account_name?: string;
                            account_number?: string;
                            /** @example 1500 */
                            amount?: number;
                            bank_code?: string | null;
                            bank_name?: string;
                            currency?: string;
                            expires_at?: string;
                            message: string | null;
                            mobile_money?: {
                                network: string;
                                /** @description The last four digits of the payer's number */
                                phone_hint: string;
                                prompt_code: string | null;
                            };
                            /** @enum {string} */
                            next_action?: "redirect" | "wait" | "bank_transfer" | "pay_by_link" | "collect_otp" | "check_status" | "make_transfer";
                            payment_data: {
                                /** @example 1500 */
                                amount: number;
                                currency: string;
                                metadata: {
                                    [key: string]: unknown;
                                } | null;
                                /** @example 1500 */
                                target_amount: number;
                                target_currency: string;
                            } | null;
                            payment_id: string;
                            payment_link?: string;
                            provider: string | null;
                            redirect_url?: string | null;
                            reference?: string;
                            /** @enum {string} */
                            status: "initiated" | "reviewed" | "confirmed" | "processing" | "pending" | "completed" | "failed" | "refunded" | "rejected" | "canceled";
                            success: boolean;
                            transaction_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                        statusCode: number;
                    };
                };
            };
            400: components["responses"]["InitiationBadRequest"];
            401: components["responses"]["InitiationUnauthorized"];
            403: components["responses"]["InitiationForbidden"];
            404: components["responses"]["InitiationNotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiationError"];
                };
            };
            429: components["responses"]["InitiationTooManyRequests"];
            500: components["responses"]["InitiationInternalError"];
            /** @description The provider did not answer (PROVIDER_UNAVAILABLE) */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiationError"];
                };
            };
            503: components["responses"]["InitiationUnavailable"];
        };
    };
    initiatePayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example 1500 */
                    amount: number;
                    bank_account?: {
                        account_number?: string;
                        bank_code?: string | null;
                        bank_name?: string | null;
                    } | null;
                    bank_details?: {
                        account_name?: string | null;
                        account_number?: string;
                        bank_code?: string | null;
                        bank_name?: string | null;
                        country?: string | null;
                    } | null;
                    beneficiary_id?: string | null;
                    card_details?: {
                        card_holder_name?: string | null;
                        card_number: string;
                        cvv?: string | null;
                        expiry_month: string;
                        expiry_year: string;
                    } | null;
                    client_reference?: string | null;
                    country?: string | null;
                    /** @description ISO 4217 */
                    currency: string;
                    description?: string | null;
                    /** @enum {string} */
                    direction: "payin" | "payout";
                    metadata?: {
                        [key: string]: unknown;
                    } | null;
                    mobile_money_details?: {
                        phone_number?: string;
                        /** @description A network name from POST /externals/networks */
                        provider?: string;
                    } | null;
                    org_rate_id?: string | null;
                    payer_details?: {
                        email?: string | null;
                        name?: string;
                        phone?: string | null;
                    } | null;
                    /** @enum {string} */
                    payment_method: "mobile_money" | "bank_transfer" | "card";
                    return_url?: string | null;
                    /**
                     * @description Equals `amount` within one currency. Otherwise `amount` at the locked rate, in any precision: what is paid is our own value, at most one minor unit away
                     * @example 1500
                     */
                    target_amount: number;
                    /** @description ISO 4217; equals currency for single-currency flows */
                    target_currency: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        response: {
                            account_name?: string;
                            account_number?: string;
                            /** @example 1500 */
                            amount?: number;
                            bank_code?: string | null;
                            bank_name?: string;
                            currency?: string;
                            expires_at?: string;
                            message: string | null;
                            mobile_money?: {
                                network: string;
                                /** @description The last four digits of the payer's number */
                                phone_hint: string;
                                prompt_code: string | null;
                            };
                            /** @enum {string} */
                            next_action?: "redirect" | "wait" | "bank_transfer" | "pay_by_link" | "collect_otp" | "check_status" | "make_transfer";
                            payment_data: {
                                /** @example 1500 */
                                amount: number;
                                currency: string;
                                metadata: {
                                    [key: string]: unknown;
                                } | null;
                                /** @example 1500 */
                                target_amount: number;
                                target_currency: string;
                            } | null;
                            payment_id: string;
                            payment_link?: string;
                            provider: string | null;
                            redirect_url?: string | null;
                            reference?: string;
                            /** @enum {string} */
                            status: "initiated" | "reviewed" | "confirmed" | "processing" | "pending" | "completed" | "failed" | "refunded" | "rejected" | "canceled";
                            success: boolean;
                            transaction_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                        statusCode: number;
                    };
                };
            };
            400: components["responses"]["InitiationBadRequest"];
            401: components["responses"]["InitiationUnauthorized"];
            403: components["responses"]["InitiationForbidden"];
            /** @description The balance does not cover the payout and its fee (INSUFFICIENT_FUNDS), or the `Idempotency-Key` was used with another request */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiationError"];
                };
            };
            /** @description No provider serves this corridor (ROUTING_CONFIG_NOT_FOUND) */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiationError"];
                };
            };
            429: components["responses"]["InitiationTooManyRequests"];
            500: components["responses"]["InitiationInternalError"];
            /** @description Every provider of the route refused it (ALL_PROVIDERS_FAILED) */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiationError"];
                };
            };
            /** @description `UNAVAILABLE`: trouble of ours that passes, or a rate that is too old; `Retry-After` says when to try again */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiationError"];
                };
            };
        };
    };
    initiateRamp: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    bank_details?: {
                        account_name?: string | null;
                        account_number?: string;
                        bank_code?: string | null;
                        bank_name?: string | null;
                        country?: string | null;
                    } | null;
                    beneficiary_id?: string | null;
                    beneficiary_name?: string | null;
                    business_id?: string | null;
                    business_name?: string | null;
                    /** @description From GET /organizations/admin/exchange-rate, in the direction of the funds: fiat to crypto for on_ramp, crypto to fiat for off_ramp */
                    client_rate: number;
                    client_reference?: string | null;
                    country?: string | null;
                    /** @description Asset code, such as USDT */
                    crypto_currency: string;
                    /** @description Network name, such as TRON; matched without regard to case */
                    crypto_network: string;
                    customer_type?: ("retail" | "business") | null;
                    destination?: {
                        accountNumber?: string;
                        bankCode?: string | null;
                        bankName?: string | null;
                    } | null;
                    direction?: ("on_ramp" | "off_ramp") | null;
                    /** @example 1500 */
                    fiat_amount: number;
                    /** @description ISO 4217 */
                    fiat_currency: string;
                    metadata?: {
                        [key: string]: unknown;
                    } | null;
                    mobile_money_details?: {
                        phone_number?: string;
                        /** @description A network name from POST /externals/networks */
                        provider?: string;
                    } | null;
                    wallet_address?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        response: {
                            /** @example 1500 */
                            crypto_amount: number;
                            crypto_currency: string;
                            crypto_network: string;
                            /** @enum {string} */
                            direction: "on_ramp" | "off_ramp";
                            expires_at: string | null;
                            /** @example 1500 */
                            fiat_amount: number;
                            fiat_currency: string;
                            message: string;
                            /** @enum {string} */
                            next_action?: "make_transfer" | "wait" | "collect_otp" | "pay_by_link" | "redirect" | "check_status";
                            payment_id: string;
                            payment_instructions: ({
                                account_name?: string;
                                /** @description crypto_transfer: the deposit address; mobile_money: the phone that is asked to approve */
                                account_number?: string;
                                /** @example 1500 */
                                amount: number;
                                bank_code?: string | null;
                                /** @description crypto_transfer: the network; mobile_money: the operator */
                                bank_name?: string;
                                currency: string;
                                memo?: string | null;
                                payment_link?: string;
                                redirect_url?: string;
                                reference: string;
                                /** @enum {string} */
                                type: "bank_transfer" | "crypto_transfer" | "mobile_money" | "pay_by_link" | "redirect" | "collect_otp";
                            } & {
                                [key: string]: unknown;
                            }) | null;
                            provider: string | null;
                            /** @description The live rate at which the amounts were computed, in the direction of the funds */
                            rate: number;
                            /** @enum {string} */
                            status: "initiated" | "reviewed" | "confirmed" | "processing" | "pending" | "completed" | "failed" | "refunded" | "rejected" | "canceled";
                            success: boolean;
                            transaction_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                        statusCode: number;
                    };
                };
            };
            400: components["responses"]["InitiationBadRequest"];
            401: components["responses"]["InitiationUnauthorized"];
            403: components["responses"]["InitiationForbidden"];
            /** @description The balance does not cover the fee of the ramp (INSUFFICIENT_FUNDS), or the `Idempotency-Key` was used with another request */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiationError"];
                };
            };
            /** @description No provider serves this corridor (ROUTING_CONFIG_NOT_FOUND) */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiationError"];
                };
            };
            429: components["responses"]["InitiationTooManyRequests"];
            500: components["responses"]["InitiationInternalError"];
            /** @description Every provider of the route refused it (ALL_PROVIDERS_FAILED) */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiationError"];
                };
            };
            /** @description `UNAVAILABLE`: trouble of ours that passes, or a rate that is too old; `Retry-After` says when to try again */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiationError"];
                };
            };
        };
    };
    getPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description What this caller may do now: submit_otp, resend_otp and cancel by POST /payments-init/{payment_id}/action, approve and reject by POST /payments/{payment_id}/review, refund, and settle (say how it ended, where its provider does not). By the caller's role, the state of the payment and what its provider supports; not part of events. */
                            actions: ("submit_otp" | "resend_otp" | "cancel" | "approve" | "reject" | "refund" | "settle")[];
                            /** @example 1500 */
                            amount: number;
                            attempts: {
                                /** @description UUIDv7 */
                                attempt_id: string;
                                config_id: string;
                                finished_at: string | null;
                                /** @enum {string} */
                                leg: "payment" | "collect" | "settle";
                                /** @enum {string} */
                                outcome: "dispatching" | "accepted" | "refused" | "unreachable" | "unknown";
                                provider: string;
                                provider_payment_id: string | null;
                                reason: string | null;
                                started_at: string;
                            }[];
                            bank_account: {
                                account_name?: string;
                                account_number?: string;
                                bank_code?: string | null;
                                bank_name?: string;
                                branch_code?: string;
                                country?: string;
                                swift_code?: string;
                            };
                            bank_details: {
                                account_name?: string;
                                account_number?: string;
                                bank_code?: string | null;
                                bank_name?: string;
                                branch_code?: string;
                                country?: string;
                                swift_code?: string;
                            };
                            beneficiary_id: string | null;
                            card_details: {
                                /** @description `unknown` where the number does not tell it */
                                brand?: string;
                                card_holder_name?: string | null;
                                expiry_month?: string;
                                expiry_year?: string;
                                first6?: string;
                                last4?: string;
                            };
                            client_reference: string | null;
                            comments: string | null;
                            country: string;
                            /** Format: date-time */
                            created_at: string;
                            currency: string;
                            description: string | null;
                            destination: {
                                differs: string[];
                                matches_beneficiary: boolean;
                            } | null;
                            /** @enum {string} */
                            direction: "inbound" | "outbound" | "external";
                            dispute: {
                                /** @description UUIDv7 */
                                dispute_id: string;
                                /** @enum {string} */
                                status: "needs_response" | "under_review" | "won" | "lost" | "accepted" | "expired";
                            } | null;
                            expires_at: string | null;
                            failure_reason: string | null;
                            fee_ids: string[];
                            from_currency: string | null;
                            instructions: string | null;
                            metadata: {
                                [key: string]: unknown;
                            };
                            mobile_money_details: {
                                phone_number?: string;
                                provider?: string;
                            };
                            next_action: ("redirect" | "wait" | "bank_transfer" | "pay_by_link" | "collect_otp" | "check_status" | "crypto_transfer") | null;
                            org_id: string | null;
                            payer_details: {
                                email?: string;
                                name?: string;
                                phone?: string;
                            };
                            /** @description UUIDv7 */
                            payment_id: string;
                            /** @enum {string} */
                            payment_method: "bank_transfer" | "card" | "mobile_money" | "crypto" | "wallet";
                            payment_path_method: ("direct" | "intermediary" | "third_party") | null;
                            payout_id: string | null;
                            payout_initiated: boolean;
                            provider: string | null;
                            provider_data: {
                                [key: string]: unknown;
                            };
                            provider_payment_id: string | null;
                            provider_status: string | null;
                            ramp: {
                                business_id?: string;
                                business_name?: string;
                                collection_under_way?: boolean;
                                crypto_currency: string;
                                crypto_network: string;
                                /** @enum {string} */
                                customer_type: "retail" | "business";
                                /** @enum {string} */
                                direction: "on_ramp" | "off_ramp";
                                failed_attempts?: string[];
                                /** @enum {string} */
                                fiat_method: "bank_transfer" | "mobile_money";
                                next_step_at?: string | null;
                                /** @description Units of what the customer gets per unit of what the customer pays in */
                                rate: string;
                                refund_id?: string | null;
                                refund_tries?: number;
                                round_starts_at?: number;
                                settle_round?: number;
                                settle_route?: {
                                    config_id: string;
                                    priority: number;
                                    provider: string;
                                    reason: string;
                                    /** @enum {string} */
                                    scope: "organization" | "global";
                                    /** @description How long the provider keeps a payin before it hands it over */
                                    settlement_delay_hours?: number;
                                    taken: boolean;
                                }[];
                                settlement?: {
                                    [key: string]: unknown;
                                };
                                /** @enum {string} */
                                step?: "collecting" | "settling" | "refunding" | "ended";
                                wallet_address?: string;
                            } | null;
                            received_amount: number | null;
                            recipient_info: {
                                email?: string;
                                name?: string;
                                phone?: string;
                            };
                            /** @example 1500 */
                            refunded_amount: number;
                            region_id: string | null;
                            route: {
                                config_id: string;
                                priority: number;
                                provider: string;
                                reason: string;
                                /** @enum {string} */
                                scope: "organization" | "global";
                                /** @description How long the provider keeps a payin before it hands it over */
                                settlement_delay_hours?: number;
                                taken: boolean;
                            }[];
                            /** @enum {string} */
                            status: "initiated" | "reviewed" | "confirmed" | "processing" | "pending" | "completed" | "failed" | "refunded" | "rejected" | "canceled";
                            target_amount: number | null;
                            target_currency: string | null;
                            timeline: {
                                at: string;
                                from: ("initiated" | "reviewed" | "confirmed" | "processing" | "pending" | "completed" | "failed" | "refunded" | "rejected" | "canceled") | null;
                                note: string | null;
                                /** @enum {string} */
                                source: "api" | "dispatch" | "callback" | "poll" | "return" | "action" | "person" | "expiry" | "recovery";
                                /** @enum {string} */
                                to: "initiated" | "reviewed" | "confirmed" | "processing" | "pending" | "completed" | "failed" | "refunded" | "rejected" | "canceled";
                            }[];
                            total_fees: number | null;
                            transaction_id: string | null;
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            user_id: string;
                            user_metadata: {
                                [key: string]: unknown;
                            };
                            webhook_metadata: {
                                [key: string]: unknown;
                            };
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCheckout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            checkout_token: string;
                            checkout_url: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    refundPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example 1500 */
                    amount?: number;
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @example 1500 */
                            amount: number;
                            /** Format: date-time */
                            created_at: string;
                            currency: string;
                            failure_reason: string | null;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description UUIDv7 */
                            payment_id: string;
                            provider: string;
                            reason: string;
                            /** @description UUIDv7 */
                            refund_id: string;
                            requested_by: string | null;
                            /** @enum {string} */
                            status: "pending" | "completed" | "failed";
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The balance does not cover the refund (INSUFFICIENT_FUNDS), the payment cannot be refunded (INVALID_STATE), or the `Idempotency-Key` was used with another request */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            /** @description The provider refused the refund (REFUND_REFUSED) */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    listRefunds: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
            };
            header?: never;
            path: {
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @example 1500 */
                            amount: number;
                            /** Format: date-time */
                            created_at: string;
                            currency: string;
                            failure_reason: string | null;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description UUIDv7 */
                            payment_id: string;
                            provider: string;
                            reason: string;
                            /** @description UUIDv7 */
                            refund_id: string;
                            requested_by: string | null;
                            /** @enum {string} */
                            status: "pending" | "completed" | "failed";
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                        last_evaluated_key: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            last_evaluated_key: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reviewPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    comment?: string;
                    /** @enum {string} */
                    decision: "approve" | "reject";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description What this caller may do now: submit_otp, resend_otp and cancel by POST /payments-init/{payment_id}/action, approve and reject by POST /payments/{payment_id}/review, refund, and settle (say how it ended, where its provider does not). By the caller's role, the state of the payment and what its provider supports; not part of events. */
                            actions: ("submit_otp" | "resend_otp" | "cancel" | "approve" | "reject" | "refund" | "settle")[];
                            /** @example 1500 */
                            amount: number;
                            attempts: {
                                /** @description UUIDv7 */
                                attempt_id: string;
                                config_id: string;
                                finished_at: string | null;
                                /** @enum {string} */
                                leg: "payment" | "collect" | "settle";
                                /** @enum {string} */
                                outcome: "dispatching" | "accepted" | "refused" | "unreachable" | "unknown";
                                provider: string;
                                provider_payment_id: string | null;
                                reason: string | null;
                                started_at: string;
                            }[];
                            bank_account: {
                                account_name?: string;
                                account_number?: string;
                                bank_code?: string | null;
                                bank_name?: string;
                                branch_code?: string;
                                country?: string;
                                swift_code?: string;
                            };
                            bank_details: {
                                account_name?: string;
                                account_number?: string;
                                bank_code?: string | null;
                                bank_name?: string;
                                branch_code?: string;
                                country?: string;
                                swift_code?: string;
                            };
                            beneficiary_id: string | null;
                            card_details: {
                                /** @description `unknown` where the number does not tell it */
                                brand?: string;
                                card_holder_name?: string | null;
                                expiry_month?: string;
                                expiry_year?: string;
                                first6?: string;
                                last4?: string;
                            };
                            client_reference: string | null;
                            comments: string | null;
                            country: string;
                            /** Format: date-time */
                            created_at: string;
                            currency: string;
                            description: string | null;
                            destination: {
                                differs: string[];
                                matches_beneficiary: boolean;
                            } | null;
                            /** @enum {string} */
                            direction: "inbound" | "outbound" | "external";
                            dispute: {
                                /** @description UUIDv7 */
                                dispute_id: string;
                                /** @enum {string} */
                                status: "needs_response" | "under_review" | "won" | "lost" | "accepted" | "expired";
                            } | null;
                            expires_at: string | null;
                            failure_reason: string | null;
                            fee_ids: string[];
                            from_currency: string | null;
                            instructions: string | null;
                            metadata: {
                                [key: string]: unknown;
                            };
                            mobile_money_details: {
                                phone_number?: string;
                                provider?: string;
                            };
                            next_action: ("redirect" | "wait" | "bank_transfer" | "pay_by_link" | "collect_otp" | "check_status" | "crypto_transfer") | null;
                            org_id: string | null;
                            payer_details: {
                                email?: string;
                                name?: string;
                                phone?: string;
                            };
                            /** @description UUIDv7 */
                            payment_id: string;
                            /** @enum {string} */
                            payment_method: "bank_transfer" | "card" | "mobile_money" | "crypto" | "wallet";
                            payment_path_method: ("direct" | "intermediary" | "third_party") | null;
                            payout_id: string | null;
                            payout_initiated: boolean;
                            provider: string | null;
                            provider_data: {
                                [key: string]: unknown;
                            };
                            provider_payment_id: string | null;
                            provider_status: string | null;
                            ramp: {
                                business_id?: string;
                                business_name?: string;
                                collection_under_way?: boolean;
                                crypto_currency: string;
                                crypto_network: string;
                                /** @enum {string} */
                                customer_type: "retail" | "business";
                                /** @enum {string} */
                                direction: "on_ramp" | "off_ramp";
                                failed_attempts?: string[];
                                /** @enum {string} */
                                fiat_method: "bank_transfer" | "mobile_money";
                                next_step_at?: string | null;
                                /** @description Units of what the customer gets per unit of what the customer pays in */
                                rate: string;
                                refund_id?: string | null;
                                refund_tries?: number;
                                round_starts_at?: number;
                                settle_round?: number;
                                settle_route?: {
                                    config_id: string;
                                    priority: number;
                                    provider: string;
                                    reason: string;
                                    /** @enum {string} */
                                    scope: "organization" | "global";
                                    /** @description How long the provider keeps a payin before it hands it over */
                                    settlement_delay_hours?: number;
                                    taken: boolean;
                                }[];
                                settlement?: {
                                    [key: string]: unknown;
                                };
                                /** @enum {string} */
                                step?: "collecting" | "settling" | "refunding" | "ended";
                                wallet_address?: string;
                            } | null;
                            received_amount: number | null;
                            recipient_info: {
                                email?: string;
                                name?: string;
                                phone?: string;
                            };
                            /** @example 1500 */
                            refunded_amount: number;
                            region_id: string | null;
                            route: {
                                config_id: string;
                                priority: number;
                                provider: string;
                                reason: string;
                                /** @enum {string} */
                                scope: "organization" | "global";
                                /** @description How long the provider keeps a payin before it hands it over */
                                settlement_delay_hours?: number;
                                taken: boolean;
                            }[];
                            /** @enum {string} */
                            status: "initiated" | "reviewed" | "confirmed" | "processing" | "pending" | "completed" | "failed" | "refunded" | "rejected" | "canceled";
                            target_amount: number | null;
                            target_currency: string | null;
                            timeline: {
                                at: string;
                                from: ("initiated" | "reviewed" | "confirmed" | "processing" | "pending" | "completed" | "failed" | "refunded" | "rejected" | "canceled") | null;
                                note: string | null;
                                /** @enum {string} */
                                source: "api" | "dispatch" | "callback" | "poll" | "return" | "action" | "person" | "expiry" | "recovery";
                                /** @enum {string} */
                                to: "initiated" | "reviewed" | "confirmed" | "processing" | "pending" | "completed" | "failed" | "refunded" | "rejected" | "canceled";
                            }[];
                            total_fees: number | null;
                            transaction_id: string | null;
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            user_id: string;
                            user_metadata: {
                                [key: string]: unknown;
                            };
                            webhook_metadata: {
                                [key: string]: unknown;
                            };
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    settlePayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    comment: string;
                    /** @enum {string} */
                    status: "completed" | "failed";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description What this caller may do now: submit_otp, resend_otp and cancel by POST /payments-init/{payment_id}/action, approve and reject by POST /payments/{payment_id}/review, refund, and settle (say how it ended, where its provider does not). By the caller's role, the state of the payment and what its provider supports; not part of events. */
                            actions: ("submit_otp" | "resend_otp" | "cancel" | "approve" | "reject" | "refund" | "settle")[];
                            /** @example 1500 */
                            amount: number;
                            attempts: {
                                /** @description UUIDv7 */
                                attempt_id: string;
                                config_id: string;
                                finished_at: string | null;
                                /** @enum {string} */
                                leg: "payment" | "collect" | "settle";
                                /** @enum {string} */
                                outcome: "dispatching" | "accepted" | "refused" | "unreachable" | "unknown";
                                provider: string;
                                provider_payment_id: string | null;
                                reason: string | null;
                                started_at: string;
                            }[];
                            bank_account: {
                                account_name?: string;
                                account_number?: string;
                                bank_code?: string | null;
                                bank_name?: string;
                                branch_code?: string;
                                country?: string;
                                swift_code?: string;
                            };
                            bank_details: {
                                account_name?: string;
                                account_number?: string;
                                bank_code?: string | null;
                                bank_name?: string;
                                branch_code?: string;
                                country?: string;
                                swift_code?: string;
                            };
                            beneficiary_id: string | null;
                            card_details: {
                                /** @description `unknown` where the number does not tell it */
                                brand?: string;
                                card_holder_name?: string | null;
                                expiry_month?: string;
                                expiry_year?: string;
                                first6?: string;
                                last4?: string;
                            };
                            client_reference: string | null;
                            comments: string | null;
                            country: string;
                            /** Format: date-time */
                            created_at: string;
                            currency: string;
                            description: string | null;
                            destination: {
                                differs: string[];
                                matches_beneficiary: boolean;
                            } | null;
                            /** @enum {string} */
                            direction: "inbound" | "outbound" | "external";
                            dispute: {
                                /** @description UUIDv7 */
                                dispute_id: string;
                                /** @enum {string} */
                                status: "needs_response" | "under_review" | "won" | "lost" | "accepted" | "expired";
                            } | null;
                            expires_at: string | null;
                            failure_reason: string | null;
                            fee_ids: string[];
                            from_currency: string | null;
                            instructions: string | null;
                            metadata: {
                                [key: string]: unknown;
                            };
                            mobile_money_details: {
                                phone_number?: string;
                                provider?: string;
                            };
                            next_action: ("redirect" | "wait" | "bank_transfer" | "pay_by_link" | "collect_otp" | "check_status" | "crypto_transfer") | null;
                            org_id: string | null;
                            payer_details: {
                                email?: string;
                                name?: string;
                                phone?: string;
                            };
                            /** @description UUIDv7 */
                            payment_id: string;
                            /** @enum {string} */
                            payment_method: "bank_transfer" | "card" | "mobile_money" | "crypto" | "wallet";
                            payment_path_method: ("direct" | "intermediary" | "third_party") | null;
                            payout_id: string | null;
                            payout_initiated: boolean;
                            provider: string | null;
                            provider_data: {
                                [key: string]: unknown;
                            };
                            provider_payment_id: string | null;
                            provider_status: string | null;
                            ramp: {
                                business_id?: string;
                                business_name?: string;
                                collection_under_way?: boolean;
                                crypto_currency: string;
                                crypto_network: string;
                                /** @enum {string} */
                                customer_type: "retail" | "business";
                                /** @enum {string} */
                                direction: "on_ramp" | "off_ramp";
                                failed_attempts?: string[];
                                /** @enum {string} */
                                fiat_method: "bank_transfer" | "mobile_money";
                                next_step_at?: string | null;
                                /** @description Units of what the customer gets per unit of what the customer pays in */
                                rate: string;
                                refund_id?: string | null;
                                refund_tries?: number;
                                round_starts_at?: number;
                                settle_round?: number;
                                settle_route?: {
                                    config_id: string;
                                    priority: number;
                                    provider: string;
                                    reason: string;
                                    /** @enum {string} */
                                    scope: "organization" | "global";
                                    /** @description How long the provider keeps a payin before it hands it over */
                                    settlement_delay_hours?: number;
                                    taken: boolean;
                                }[];
                                settlement?: {
                                    [key: string]: unknown;
                                };
                                /** @enum {string} */
                                step?: "collecting" | "settling" | "refunding" | "ended";
                                wallet_address?: string;
                            } | null;
                            received_amount: number | null;
                            recipient_info: {
                                email?: string;
                                name?: string;
                                phone?: string;
                            };
                            /** @example 1500 */
                            refunded_amount: number;
                            region_id: string | null;
                            route: {
                                config_id: string;
                                priority: number;
                                provider: string;
                                reason: string;
                                /** @enum {string} */
                                scope: "organization" | "global";
                                /** @description How long the provider keeps a payin before it hands it over */
                                settlement_delay_hours?: number;
                                taken: boolean;
                            }[];
                            /** @enum {string} */
                            status: "initiated" | "reviewed" | "confirmed" | "processing" | "pending" | "completed" | "failed" | "refunded" | "rejected" | "canceled";
                            target_amount: number | null;
                            target_currency: string | null;
                            timeline: {
                                at: string;
                                from: ("initiated" | "reviewed" | "confirmed" | "processing" | "pending" | "completed" | "failed" | "refunded" | "rejected" | "canceled") | null;
                                note: string | null;
                                /** @enum {string} */
                                source: "api" | "dispatch" | "callback" | "poll" | "return" | "action" | "person" | "expiry" | "recovery";
                                /** @enum {string} */
                                to: "initiated" | "reviewed" | "confirmed" | "processing" | "pending" | "completed" | "failed" | "refunded" | "rejected" | "canceled";
                            }[];
                            total_fees: number | null;
                            transaction_id: string | null;
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            user_id: string;
                            user_metadata: {
                                [key: string]: unknown;
                            };
                            webhook_metadata: {
                                [key: string]: unknown;
                            };
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    validateUkAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example 55779911 */
                    accountNumber: string;
                    /** @example 20-00-00 */
                    sortCode: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accountDetails: {
                            accountNumber: string;
                            message: string;
                            sortCode: string;
                            validated: boolean;
                        };
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProviderConfigs: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-2 */
                country?: string;
                direction?: "inbound" | "outbound" | "external";
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                /** @description UUIDv7 */
                org_id?: string;
                payment_method?: "bank_transfer" | "card" | "mobile_money" | "crypto" | "wallet";
                provider?: "manual" | "crypto" | "fiat" | "hybrid" | "paystack" | "flutterwave" | "stripe" | "adyen" | "wise" | "pawapay" | "mtn_momo" | "mpesa" | "yellowcard";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            api_version: string | null;
                            /** @description UUIDv7 */
                            config_id: string;
                            country: string;
                            /** Format: date-time */
                            created_at: string;
                            description: string | null;
                            direction: string;
                            is_active: boolean;
                            max_amount: number | null;
                            min_amount: number | null;
                            org_id: string | null;
                            payment_method: string;
                            priority: number;
                            provider: string;
                            settlement_delay_hours: number | null;
                            /** Format: date-time */
                            updated_at: string;
                            webhook_required: boolean;
                            webhook_url: string | null;
                        }[];
                        last_evaluated_key: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            last_evaluated_key: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createProviderConfig: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    api_version?: string | null;
                    /**
                     * Format: country-code
                     * @description ISO 3166-1 alpha-2
                     */
                    country: string;
                    description?: string | null;
                    /** @enum {string} */
                    direction: "inbound" | "outbound" | "external";
                    is_active?: boolean;
                    max_amount?: number | null;
                    min_amount?: number | null;
                    org_id?: string | null;
                    /** @enum {string} */
                    payment_method: "bank_transfer" | "card" | "mobile_money" | "crypto" | "wallet";
                    priority?: number;
                    /** @enum {string} */
                    provider: "manual" | "crypto" | "fiat" | "hybrid" | "paystack" | "flutterwave" | "stripe" | "adyen" | "wise" | "pawapay" | "mtn_momo" | "mpesa" | "yellowcard";
                    settlement_delay_hours?: number | null;
                    webhook_required?: boolean;
                    webhook_url?: string | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            api_version: string | null;
                            /** @description UUIDv7 */
                            config_id: string;
                            country: string;
                            /** Format: date-time */
                            created_at: string;
                            description: string | null;
                            direction: string;
                            is_active: boolean;
                            max_amount: number | null;
                            min_amount: number | null;
                            org_id: string | null;
                            payment_method: string;
                            priority: number;
                            provider: string;
                            settlement_delay_hours: number | null;
                            /** Format: date-time */
                            updated_at: string;
                            webhook_required: boolean;
                            webhook_url: string | null;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProviderConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                config_id: string;
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        api_version: string | null;
                        /** @description UUIDv7 */
                        config_id: string;
                        country: string;
                        /** Format: date-time */
                        created_at: string;
                        description: string | null;
                        direction: string;
                        is_active: boolean;
                        max_amount: number | null;
                        min_amount: number | null;
                        org_id: string | null;
                        payment_method: string;
                        priority: number;
                        provider: string;
                        settlement_delay_hours: number | null;
                        /** Format: date-time */
                        updated_at: string;
                        webhook_required: boolean;
                        webhook_url: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeProviderConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                config_id: string;
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeProviderConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                config_id: string;
                provider: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    api_version?: string | null;
                    /**
                     * Format: country-code
                     * @description ISO 3166-1 alpha-2
                     */
                    country?: string;
                    description?: string | null;
                    /** @enum {string} */
                    direction?: "inbound" | "outbound" | "external";
                    is_active?: boolean;
                    max_amount?: number | null;
                    min_amount?: number | null;
                    org_id?: string | null;
                    /** @enum {string} */
                    payment_method?: "bank_transfer" | "card" | "mobile_money" | "crypto" | "wallet";
                    priority?: number;
                    /** @enum {string} */
                    provider?: "manual" | "crypto" | "fiat" | "hybrid" | "paystack" | "flutterwave" | "stripe" | "adyen" | "wise" | "pawapay" | "mtn_momo" | "mpesa" | "yellowcard";
                    settlement_delay_hours?: number | null;
                    webhook_required?: boolean;
                    webhook_url?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            api_version: string | null;
                            /** @description UUIDv7 */
                            config_id: string;
                            country: string;
                            /** Format: date-time */
                            created_at: string;
                            description: string | null;
                            direction: string;
                            is_active: boolean;
                            max_amount: number | null;
                            min_amount: number | null;
                            org_id: string | null;
                            payment_method: string;
                            priority: number;
                            provider: string;
                            settlement_delay_hours: number | null;
                            /** Format: date-time */
                            updated_at: string;
                            webhook_required: boolean;
                            webhook_url: string | null;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    orderProviderConfigs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    config_ids: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            api_version: string | null;
                            /** @description UUIDv7 */
                            config_id: string;
                            country: string;
                            /** Format: date-time */
                            created_at: string;
                            description: string | null;
                            direction: string;
                            is_active: boolean;
                            max_amount: number | null;
                            min_amount: number | null;
                            org_id: string | null;
                            payment_method: string;
                            priority: number;
                            provider: string;
                            settlement_delay_hours: number | null;
                            /** Format: date-time */
                            updated_at: string;
                            webhook_required: boolean;
                            webhook_url: string | null;
                        }[];
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProviderHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            faults: number;
                            provider: string;
                            /** @enum {string} */
                            state: "closed" | "open" | "half_open";
                        }[];
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description The address to give to the provider for its callbacks */
                            callback_url: string;
                            /** @description What it serves: a route outside of these rows is refused. null: every country, every currency */
                            corridors: {
                                countries: string[] | null;
                                currencies: string[] | null;
                                direction: string;
                                payment_method: string;
                            }[];
                            countries: string[] | null;
                            directions: string[];
                            display_name: string;
                            /** @description Needs no settings, and cannot be taken out */
                            is_built_in: boolean;
                            methods: string[];
                            problem: string | null;
                            provider: string;
                            /** @description Secrets that are stored. They are never shown */
                            secrets_set: string[];
                            settings: {
                                [key: string]: unknown;
                            } | null;
                            settings_schema: {
                                [key: string]: unknown;
                            } | null;
                            /** @enum {string} */
                            state: "ready" | "not_set_up" | "unusable";
                            /** @description refunds, account_look_up, virtual_accounts */
                            supports: string[];
                            updated_at: string | null;
                        }[];
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setUpProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description The address to give to the provider for its callbacks */
                            callback_url: string;
                            /** @description What it serves: a route outside of these rows is refused. null: every country, every currency */
                            corridors: {
                                countries: string[] | null;
                                currencies: string[] | null;
                                direction: string;
                                payment_method: string;
                            }[];
                            countries: string[] | null;
                            directions: string[];
                            display_name: string;
                            /** @description Needs no settings, and cannot be taken out */
                            is_built_in: boolean;
                            methods: string[];
                            problem: string | null;
                            provider: string;
                            /** @description Secrets that are stored. They are never shown */
                            secrets_set: string[];
                            settings: {
                                [key: string]: unknown;
                            } | null;
                            settings_schema: {
                                [key: string]: unknown;
                            } | null;
                            /** @enum {string} */
                            state: "ready" | "not_set_up" | "unusable";
                            /** @description refunds, account_look_up, virtual_accounts */
                            supports: string[];
                            updated_at: string | null;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeProviderSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    tryProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            message: string;
                            works: boolean | null;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReconciliationItems: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                /** @description UUIDv7 */
                org_id?: string;
                /** @description UUIDv7 */
                payment_id?: string;
                status?: "open" | "resolved";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            created_at: string;
                            detail: {
                                [key: string]: unknown;
                            };
                            /** @description UUIDv7 */
                            item_id: string;
                            /** @enum {string} */
                            kind: "accepted_after_refusal" | "accepted_after_end" | "contradicts_final_status" | "contradicts_refund" | "contradicts_dispute" | "refunded_elsewhere" | "said_by_another" | "wrong_currency" | "underpaid" | "overpaid" | "unexpected_money" | "settled_twice" | "ramp_refund_needed" | "link_paid_twice" | "deposit_in_suspense";
                            message: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            payment_id: string | null;
                            provider: string | null;
                            resolution: string | null;
                            resolved_at: string | null;
                            resolved_by: string | null;
                            /** @enum {string} */
                            status: "open" | "resolved";
                        }[];
                        last_evaluated_key: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            last_evaluated_key: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resolveReconciliationItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                item_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    resolution: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            created_at: string;
                            detail: {
                                [key: string]: unknown;
                            };
                            /** @description UUIDv7 */
                            item_id: string;
                            /** @enum {string} */
                            kind: "accepted_after_refusal" | "accepted_after_end" | "contradicts_final_status" | "contradicts_refund" | "contradicts_dispute" | "refunded_elsewhere" | "said_by_another" | "wrong_currency" | "underpaid" | "overpaid" | "unexpected_money" | "settled_twice" | "ramp_refund_needed" | "link_paid_twice" | "deposit_in_suspense";
                            message: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            payment_id: string | null;
                            provider: string | null;
                            resolution: string | null;
                            resolved_at: string | null;
                            resolved_by: string | null;
                            /** @enum {string} */
                            status: "open" | "resolved";
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewRoute: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example 1500 */
                    amount: number;
                    /**
                     * Format: country-code
                     * @description ISO 3166-1 alpha-2
                     */
                    country: string;
                    /**
                     * Format: currency-code
                     * @description ISO 4217, or a crypto asset code
                     */
                    currency: string;
                    /** @enum {string} */
                    direction: "payin" | "payout" | "external";
                    /** @description UUIDv7 */
                    org_id?: string;
                    /** @enum {string} */
                    payment_method: "bank_transfer" | "card" | "mobile_money" | "crypto" | "wallet";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            candidates: {
                                /** @description UUIDv7 */
                                config_id: string;
                                priority: number;
                                provider: string;
                                reason: string;
                                scope: string;
                                taken: boolean;
                            }[];
                            fallbacks: string[];
                            provider: string | null;
                            would_route: boolean;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPaymentByTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                transaction_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What this caller may do now: submit_otp, resend_otp and cancel by POST /payments-init/{payment_id}/action, approve and reject by POST /payments/{payment_id}/review, refund, and settle (say how it ended, where its provider does not). By the caller's role, the state of the payment and what its provider supports; not part of events. */
                        actions: ("submit_otp" | "resend_otp" | "cancel" | "approve" | "reject" | "refund" | "settle")[];
                        /** @example 1500 */
                        amount: number;
                        attempts: {
                            /** @description UUIDv7 */
                            attempt_id: string;
                            config_id: string;
                            finished_at: string | null;
                            /** @enum {string} */
                            leg: "payment" | "collect" | "settle";
                            /** @enum {string} */
                            outcome: "dispatching" | "accepted" | "refused" | "unreachable" | "unknown";
                            provider: string;
                            provider_payment_id: string | null;
                            reason: string | null;
                            started_at: string;
                        }[];
                        bank_account: {
                            account_name?: string;
                            account_number?: string;
                            bank_code?: string | null;
                            bank_name?: string;
                            branch_code?: string;
                            country?: string;
                            swift_code?: string;
                        };
                        bank_details: {
                            account_name?: string;
                            account_number?: string;
                            bank_code?: string | null;
                            bank_name?: string;
                            branch_code?: string;
                            country?: string;
                            swift_code?: string;
                        };
                        beneficiary_id: string | null;
                        card_details: {
                            /** @description `unknown` where the number does not tell it */
                            brand?: string;
                            card_holder_name?: string | null;
                            expiry_month?: string;
                            expiry_year?: string;
                            first6?: string;
                            last4?: string;
                        };
                        client_reference: string | null;
                        comments: string | null;
                        country: string;
                        /** Format: date-time */
                        created_at: string;
                        currency: string;
                        description: string | null;
                        destination: {
                            differs: string[];
                            matches_beneficiary: boolean;
                        } | null;
                        /** @enum {string} */
                        direction: "inbound" | "outbound" | "external";
                        dispute: {
                            /** @description UUIDv7 */
                            dispute_id: string;
                            /** @enum {string} */
                            status: "needs_response" | "under_review" | "won" | "lost" | "accepted" | "expired";
                        } | null;
                        expires_at: string | null;
                        failure_reason: string | null;
                        fee_ids: string[];
                        from_currency: string | null;
                        instructions: string | null;
                        metadata: {
                            [key: string]: unknown;
                        };
                        mobile_money_details: {
                            phone_number?: string;
                            provider?: string;
                        };
                        next_action: ("redirect" | "wait" | "bank_transfer" | "pay_by_link" | "collect_otp" | "check_status" | "crypto_transfer") | null;
                        org_id: string | null;
                        payer_details: {
                            email?: string;
                            name?: string;
                            phone?: string;
                        };
                        /** @description UUIDv7 */
                        payment_id: string;
                        /** @enum {string} */
                        payment_method: "bank_transfer" | "card" | "mobile_money" | "crypto" | "wallet";
                        payment_path_method: ("direct" | "intermediary" | "third_party") | null;
                        payout_id: string | null;
                        payout_initiated: boolean;
                        provider: string | null;
                        provider_data: {
                            [key: string]: unknown;
                        };
                        provider_payment_id: string | null;
                        provider_status: string | null;
                        ramp: {
                            business_id?: string;
                            business_name?: string;
                            collection_under_way?: boolean;
                            crypto_currency: string;
                            crypto_network: string;
                            /** @enum {string} */
                            customer_type: "retail" | "business";
                            /** @enum {string} */
                            direction: "on_ramp" | "off_ramp";
                            failed_attempts?: string[];
                            /** @enum {string} */
                            fiat_method: "bank_transfer" | "mobile_money";
                            next_step_at?: string | null;
                            /** @description Units of what the customer gets per unit of what the customer pays in */
                            rate: string;
                            refund_id?: string | null;
                            refund_tries?: number;
                            round_starts_at?: number;
                            settle_round?: number;
                            settle_route?: {
                                config_id: string;
                                priority: number;
                                provider: string;
                                reason: string;
                                /** @enum {string} */
                                scope: "organization" | "global";
                                /** @description How long the provider keeps a payin before it hands it over */
                                settlement_delay_hours?: number;
                                taken: boolean;
                            }[];
                            settlement?: {
                                [key: string]: unknown;
                            };
                            /** @enum {string} */
                            step?: "collecting" | "settling" | "refunding" | "ended";
                            wallet_address?: string;
                        } | null;
                        received_amount: number | null;
                        recipient_info: {
                            email?: string;
                            name?: string;
                            phone?: string;
                        };
                        /** @example 1500 */
                        refunded_amount: number;
                        region_id: string | null;
                        route: {
                            config_id: string;
                            priority: number;
                            provider: string;
                            reason: string;
                            /** @enum {string} */
                            scope: "organization" | "global";
                            /** @description How long the provider keeps a payin before it hands it over */
                            settlement_delay_hours?: number;
                            taken: boolean;
                        }[];
                        /** @enum {string} */
                        status: "initiated" | "reviewed" | "confirmed" | "processing" | "pending" | "completed" | "failed" | "refunded" | "rejected" | "canceled";
                        target_amount: number | null;
                        target_currency: string | null;
                        timeline: {
                            at: string;
                            from: ("initiated" | "reviewed" | "confirmed" | "processing" | "pending" | "completed" | "failed" | "refunded" | "rejected" | "canceled") | null;
                            note: string | null;
                            /** @enum {string} */
                            source: "api" | "dispatch" | "callback" | "poll" | "return" | "action" | "person" | "expiry" | "recovery";
                            /** @enum {string} */
                            to: "initiated" | "reviewed" | "confirmed" | "processing" | "pending" | "completed" | "failed" | "refunded" | "rejected" | "canceled";
                        }[];
                        total_fees: number | null;
                        transaction_id: string | null;
                        /** Format: date-time */
                        updated_at: string;
                        /** @description UUIDv7 */
                        user_id: string;
                        user_metadata: {
                            [key: string]: unknown;
                        };
                        webhook_metadata: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPublicApiKeys: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                /** @description The organisation whose keys to list; needed by platform people only */
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Addresses and networks that the key may be used from; none: any */
                            allowed_addresses: string[];
                            /** @description UUIDv7 */
                            api_key_id: string;
                            /** Format: date-time */
                            created_at: string;
                            expires_at: string | null;
                            last_used_address: string | null;
                            last_used_at: string | null;
                            last_used_user_agent: string | null;
                            name: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description First 12 characters of the key */
                            prefix: string;
                            scopes: ("payments:read" | "payins:write" | "payouts:write" | "refunds:write" | "ramps:write" | "beneficiaries:read" | "beneficiaries:write" | "payment-links:read" | "payment-links:write" | "virtual-accounts:read" | "virtual-accounts:write" | "escrow:read" | "escrow:write" | "webhooks:read" | "webhooks:write" | "settings:read" | "settings:write")[] | null;
                            /** @enum {string} */
                            status: "active" | "revoked" | "expired";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description The member whom the key acts as */
                            user_id: string;
                        }[];
                        last_evaluated_key: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            last_evaluated_key: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPublicApiKeys: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description IP addresses or networks such as 203.0.113.0/24; none: any */
                    allowed_addresses?: string[];
                    expires_at?: string | null;
                    name: string;
                    /** @description For platform people: the organisation */
                    org_id?: string;
                    /**
                     * @description A set of scopes instead of `scopes`
                     * @enum {string}
                     */
                    preset?: "payins" | "payouts" | "read";
                    /** @description Left out: whatever its member may do */
                    scopes?: ("payments:read" | "payins:write" | "payouts:write" | "refunds:write" | "ramps:write" | "beneficiaries:read" | "beneficiaries:write" | "payment-links:read" | "payment-links:write" | "virtual-accounts:read" | "virtual-accounts:write" | "escrow:read" | "escrow:write" | "webhooks:read" | "webhooks:write" | "settings:read" | "settings:write")[];
                    /** @description A service account; for platform people, any member whom the key is to act as */
                    user_id?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Addresses and networks that the key may be used from; none: any */
                            allowed_addresses: string[];
                            /** @description The key itself, shown this once */
                            api_key: string;
                            /** @description UUIDv7 */
                            api_key_id: string;
                            /** Format: date-time */
                            created_at: string;
                            expires_at: string | null;
                            last_used_address: string | null;
                            last_used_at: string | null;
                            last_used_user_agent: string | null;
                            name: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description First 12 characters of the key */
                            prefix: string;
                            scopes: ("payments:read" | "payins:write" | "payouts:write" | "refunds:write" | "ramps:write" | "beneficiaries:read" | "beneficiaries:write" | "payment-links:read" | "payment-links:write" | "virtual-accounts:read" | "virtual-accounts:write" | "escrow:read" | "escrow:write" | "webhooks:read" | "webhooks:write" | "settings:read" | "settings:write")[] | null;
                            /** @enum {string} */
                            status: "active" | "revoked" | "expired";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description The member whom the key acts as */
                            user_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPublicApiKeysApiKeyId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                api_key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Addresses and networks that the key may be used from; none: any */
                            allowed_addresses: string[];
                            /** @description UUIDv7 */
                            api_key_id: string;
                            /** Format: date-time */
                            created_at: string;
                            expires_at: string | null;
                            last_used_address: string | null;
                            last_used_at: string | null;
                            last_used_user_agent: string | null;
                            name: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description First 12 characters of the key */
                            prefix: string;
                            scopes: ("payments:read" | "payins:write" | "payouts:write" | "refunds:write" | "ramps:write" | "beneficiaries:read" | "beneficiaries:write" | "payment-links:read" | "payment-links:write" | "virtual-accounts:read" | "virtual-accounts:write" | "escrow:read" | "escrow:write" | "webhooks:read" | "webhooks:write" | "settings:read" | "settings:write")[] | null;
                            /** @enum {string} */
                            status: "active" | "revoked" | "expired";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description The member whom the key acts as */
                            user_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePublicApiKeysApiKeyId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                api_key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    patchPublicApiKeysApiKeyId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                api_key_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description IP addresses or networks such as 203.0.113.0/24; none: any */
                    allowed_addresses?: string[];
                    name?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Addresses and networks that the key may be used from; none: any */
                            allowed_addresses: string[];
                            /** @description UUIDv7 */
                            api_key_id: string;
                            /** Format: date-time */
                            created_at: string;
                            expires_at: string | null;
                            last_used_address: string | null;
                            last_used_at: string | null;
                            last_used_user_agent: string | null;
                            name: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description First 12 characters of the key */
                            prefix: string;
                            scopes: ("payments:read" | "payins:write" | "payouts:write" | "refunds:write" | "ramps:write" | "beneficiaries:read" | "beneficiaries:write" | "payment-links:read" | "payment-links:write" | "virtual-accounts:read" | "virtual-accounts:write" | "escrow:read" | "escrow:write" | "webhooks:read" | "webhooks:write" | "settings:read" | "settings:write")[] | null;
                            /** @enum {string} */
                            status: "active" | "revoked" | "expired";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description The member whom the key acts as */
                            user_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPublicApiKeysApiKeyIdRotate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                api_key_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    overlap_seconds?: number;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Addresses and networks that the key may be used from; none: any */
                            allowed_addresses: string[];
                            /** @description The key itself, shown this once */
                            api_key: string;
                            /** @description UUIDv7 */
                            api_key_id: string;
                            /** Format: date-time */
                            created_at: string;
                            expires_at: string | null;
                            last_used_address: string | null;
                            last_used_at: string | null;
                            last_used_user_agent: string | null;
                            name: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description First 12 characters of the key */
                            prefix: string;
                            /** Format: date-time */
                            previous_expires_at?: string;
                            scopes: ("payments:read" | "payins:write" | "payouts:write" | "refunds:write" | "ramps:write" | "beneficiaries:read" | "beneficiaries:write" | "payment-links:read" | "payment-links:write" | "virtual-accounts:read" | "virtual-accounts:write" | "escrow:read" | "escrow:write" | "webhooks:read" | "webhooks:write" | "settings:read" | "settings:write")[] | null;
                            /** @enum {string} */
                            status: "active" | "revoked" | "expired";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description The member whom the key acts as */
                            user_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPublicWebhooks: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                /** @description The organisation; needed by platform people only */
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            created_at: string;
                            disabled_at: string | null;
                            disabled_reason: ("requested" | "gone" | "failing") | null;
                            endpoint_url: string;
                            /** @description Subscribed event types */
                            events: ("payment.processing" | "payment.pending" | "payment.completed" | "payment.failed" | "payment.refunded" | "payment.canceled" | "transaction.updated" | "dispute.opened" | "dispute.updated" | "dispute.under_review" | "dispute.won" | "dispute.lost" | "dispute.accepted" | "dispute.expired" | "virtual_account.deposit" | "virtual_account.withdrawal" | "virtual_account.frozen" | "virtual_account.unfrozen" | "escrow.milestone.funded" | "escrow.milestone.disbursed" | "escrow.milestone.approval_revoked" | "payment_link.paid" | "approval.requested" | "approval.approved" | "approval.rejected" | "float.low" | "api_key.expiring" | "kyb.approved" | "kyb.rejected" | "kyc.approved" | "kyc.rejected")[];
                            failing_since: string | null;
                            /** @description UUIDv7 */
                            org_id: string;
                            previous_secret_expires_at: string | null;
                            /** @enum {string} */
                            status: "active" | "disabled";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            webhook_id: string;
                        }[];
                        last_evaluated_key: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            last_evaluated_key: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPublicWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An https URL whose every address is public */
                    endpoint_url: string;
                    events?: string[] | null;
                    /** @description For platform people: the organisation */
                    org_id?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            created_at: string;
                            disabled_at: string | null;
                            disabled_reason: ("requested" | "gone" | "failing") | null;
                            endpoint_url: string;
                            /** @description Subscribed event types */
                            events: ("payment.processing" | "payment.pending" | "payment.completed" | "payment.failed" | "payment.refunded" | "payment.canceled" | "transaction.updated" | "dispute.opened" | "dispute.updated" | "dispute.under_review" | "dispute.won" | "dispute.lost" | "dispute.accepted" | "dispute.expired" | "virtual_account.deposit" | "virtual_account.withdrawal" | "virtual_account.frozen" | "virtual_account.unfrozen" | "escrow.milestone.funded" | "escrow.milestone.disbursed" | "escrow.milestone.approval_revoked" | "payment_link.paid" | "approval.requested" | "approval.approved" | "approval.rejected" | "float.low" | "api_key.expiring" | "kyb.approved" | "kyb.rejected" | "kyc.approved" | "kyc.rejected")[];
                            failing_since: string | null;
                            /** @description UUIDv7 */
                            org_id: string;
                            previous_secret_expires_at: string | null;
                            /** @description The signing secret, shown this once */
                            secret_key: string;
                            /** @enum {string} */
                            status: "active" | "disabled";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            webhook_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPublicWebhooksWebhookId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            created_at: string;
                            disabled_at: string | null;
                            disabled_reason: ("requested" | "gone" | "failing") | null;
                            endpoint_url: string;
                            /** @description Subscribed event types */
                            events: ("payment.processing" | "payment.pending" | "payment.completed" | "payment.failed" | "payment.refunded" | "payment.canceled" | "transaction.updated" | "dispute.opened" | "dispute.updated" | "dispute.under_review" | "dispute.won" | "dispute.lost" | "dispute.accepted" | "dispute.expired" | "virtual_account.deposit" | "virtual_account.withdrawal" | "virtual_account.frozen" | "virtual_account.unfrozen" | "escrow.milestone.funded" | "escrow.milestone.disbursed" | "escrow.milestone.approval_revoked" | "payment_link.paid" | "approval.requested" | "approval.approved" | "approval.rejected" | "float.low" | "api_key.expiring" | "kyb.approved" | "kyb.rejected" | "kyc.approved" | "kyc.rejected")[];
                            failing_since: string | null;
                            /** @description UUIDv7 */
                            org_id: string;
                            previous_secret_expires_at: string | null;
                            /** @enum {string} */
                            status: "active" | "disabled";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            webhook_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePublicWebhooksWebhookId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    patchPublicWebhooksWebhookId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    endpoint_url?: string;
                    events?: string[] | null;
                    /** @enum {string} */
                    status?: "active" | "disabled";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            created_at: string;
                            disabled_at: string | null;
                            disabled_reason: ("requested" | "gone" | "failing") | null;
                            endpoint_url: string;
                            /** @description Subscribed event types */
                            events: ("payment.processing" | "payment.pending" | "payment.completed" | "payment.failed" | "payment.refunded" | "payment.canceled" | "transaction.updated" | "dispute.opened" | "dispute.updated" | "dispute.under_review" | "dispute.won" | "dispute.lost" | "dispute.accepted" | "dispute.expired" | "virtual_account.deposit" | "virtual_account.withdrawal" | "virtual_account.frozen" | "virtual_account.unfrozen" | "escrow.milestone.funded" | "escrow.milestone.disbursed" | "escrow.milestone.approval_revoked" | "payment_link.paid" | "approval.requested" | "approval.approved" | "approval.rejected" | "float.low" | "api_key.expiring" | "kyb.approved" | "kyb.rejected" | "kyc.approved" | "kyc.rejected")[];
                            failing_since: string | null;
                            /** @description UUIDv7 */
                            org_id: string;
                            previous_secret_expires_at: string | null;
                            /** @enum {string} */
                            status: "active" | "disabled";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            webhook_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPublicWebhooksWebhookIdDeliveries: {
        parameters: {
            query?: {
                /** @description UUIDv7 */
                event_id?: string;
                event_type?: "payment.processing" | "payment.pending" | "payment.completed" | "payment.failed" | "payment.refunded" | "payment.canceled" | "transaction.updated" | "dispute.opened" | "dispute.updated" | "dispute.under_review" | "dispute.won" | "dispute.lost" | "dispute.accepted" | "dispute.expired" | "virtual_account.deposit" | "virtual_account.withdrawal" | "virtual_account.frozen" | "virtual_account.unfrozen" | "escrow.milestone.funded" | "escrow.milestone.disbursed" | "escrow.milestone.approval_revoked" | "payment_link.paid" | "approval.requested" | "approval.approved" | "approval.rejected" | "float.low" | "api_key.expiring" | "kyb.approved" | "kyb.rejected" | "kyc.approved" | "kyc.rejected";
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                status?: "pending" | "delivered" | "dead" | "canceled";
            };
            header?: never;
            path: {
                /** @description UUIDv7 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            attempt_count: number;
                            /** @description Newest last */
                            attempts: {
                                attempt: number;
                                /** Format: date-time */
                                attempted_at: string;
                                detail: string | null;
                                fault: ("receiver" | "system") | null;
                                latency_ms: number;
                                reason: ("status" | "timeout" | "connection" | "tls" | "invalid_answer" | "name_not_found" | "name_lookup" | "address_refused" | "network" | "secret_unreadable" | "internal") | null;
                                /** @description First 2 KiB of the answer, secrets removed */
                                response_body: string;
                                status_code: number | null;
                            }[];
                            /** Format: date-time */
                            created_at: string;
                            /** @description UUIDv7 */
                            delivery_id: string;
                            /** @description UUIDv7 */
                            event_id: string;
                            /** @enum {string} */
                            event_type: "payment.processing" | "payment.pending" | "payment.completed" | "payment.failed" | "payment.refunded" | "payment.canceled" | "transaction.updated" | "dispute.opened" | "dispute.updated" | "dispute.under_review" | "dispute.won" | "dispute.lost" | "dispute.accepted" | "dispute.expired" | "virtual_account.deposit" | "virtual_account.withdrawal" | "virtual_account.frozen" | "virtual_account.unfrozen" | "escrow.milestone.funded" | "escrow.milestone.disbursed" | "escrow.milestone.approval_revoked" | "payment_link.paid" | "approval.requested" | "approval.approved" | "approval.rejected" | "float.low" | "api_key.expiring" | "kyb.approved" | "kyb.rejected" | "kyc.approved" | "kyc.rejected";
                            finished_at: string | null;
                            next_attempt_at: string | null;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @enum {string} */
                            status: "pending" | "delivered" | "dead" | "canceled";
                            /** @description UUIDv7 */
                            webhook_id: string;
                        }[];
                        last_evaluated_key: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            last_evaluated_key: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPublicWebhooksWebhookIdReplay: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    event_types?: ("payment.processing" | "payment.pending" | "payment.completed" | "payment.failed" | "payment.refunded" | "payment.canceled" | "transaction.updated" | "dispute.opened" | "dispute.updated" | "dispute.under_review" | "dispute.won" | "dispute.lost" | "dispute.accepted" | "dispute.expired" | "virtual_account.deposit" | "virtual_account.withdrawal" | "virtual_account.frozen" | "virtual_account.unfrozen" | "escrow.milestone.funded" | "escrow.milestone.disbursed" | "escrow.milestone.approval_revoked" | "payment_link.paid" | "approval.requested" | "approval.approved" | "approval.rejected" | "float.low" | "api_key.expiring" | "kyb.approved" | "kyb.rejected" | "kyc.approved" | "kyc.rejected")[];
                    /** Format: date-time */
                    from: string;
                    only_missing?: boolean;
                    /** Format: date-time */
                    to: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Deliveries that are sent */
                            replayed: number;
                            /** @description UUIDv7 */
                            webhook_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPublicWebhooksWebhookIdRotateSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    overlap_seconds?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            created_at: string;
                            disabled_at: string | null;
                            disabled_reason: ("requested" | "gone" | "failing") | null;
                            endpoint_url: string;
                            /** @description Subscribed event types */
                            events: ("payment.processing" | "payment.pending" | "payment.completed" | "payment.failed" | "payment.refunded" | "payment.canceled" | "transaction.updated" | "dispute.opened" | "dispute.updated" | "dispute.under_review" | "dispute.won" | "dispute.lost" | "dispute.accepted" | "dispute.expired" | "virtual_account.deposit" | "virtual_account.withdrawal" | "virtual_account.frozen" | "virtual_account.unfrozen" | "escrow.milestone.funded" | "escrow.milestone.disbursed" | "escrow.milestone.approval_revoked" | "payment_link.paid" | "approval.requested" | "approval.approved" | "approval.rejected" | "float.low" | "api_key.expiring" | "kyb.approved" | "kyb.rejected" | "kyc.approved" | "kyc.rejected")[];
                            failing_since: string | null;
                            /** @description UUIDv7 */
                            org_id: string;
                            previous_secret_expires_at: string | null;
                            /** @description The signing secret, shown this once */
                            secret_key: string;
                            /** @enum {string} */
                            status: "active" | "disabled";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            webhook_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPublicWebhooksDeadLetters: {
        parameters: {
            query?: {
                fault?: "receiver" | "system";
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                /** @description The organisation; needed by platform people only */
                org_id?: string;
                /** @description UUIDv7 */
                webhook_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            attempt_count: number;
                            /** @description Newest last */
                            attempts: {
                                attempt: number;
                                /** Format: date-time */
                                attempted_at: string;
                                detail: string | null;
                                fault: ("receiver" | "system") | null;
                                latency_ms: number;
                                reason: ("status" | "timeout" | "connection" | "tls" | "invalid_answer" | "name_not_found" | "name_lookup" | "address_refused" | "network" | "secret_unreadable" | "internal") | null;
                                /** @description First 2 KiB of the answer, secrets removed */
                                response_body: string;
                                status_code: number | null;
                            }[];
                            /** Format: date-time */
                            created_at: string;
                            /** @description UUIDv7 */
                            delivery_id: string;
                            /** @description UUIDv7 */
                            event_id: string;
                            /** @enum {string} */
                            event_type: "payment.processing" | "payment.pending" | "payment.completed" | "payment.failed" | "payment.refunded" | "payment.canceled" | "transaction.updated" | "dispute.opened" | "dispute.updated" | "dispute.under_review" | "dispute.won" | "dispute.lost" | "dispute.accepted" | "dispute.expired" | "virtual_account.deposit" | "virtual_account.withdrawal" | "virtual_account.frozen" | "virtual_account.unfrozen" | "escrow.milestone.funded" | "escrow.milestone.disbursed" | "escrow.milestone.approval_revoked" | "payment_link.paid" | "approval.requested" | "approval.approved" | "approval.rejected" | "float.low" | "api_key.expiring" | "kyb.approved" | "kyb.rejected" | "kyc.approved" | "kyc.rejected";
                            finished_at: string | null;
                            next_attempt_at: string | null;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @enum {string} */
                            status: "pending" | "delivered" | "dead" | "canceled";
                            /** @description UUIDv7 */
                            webhook_id: string;
                        }[];
                        last_evaluated_key: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            last_evaluated_key: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPublicWebhooksDeliveriesDeliveryId: {
        parameters: {
            query?: {
                /** @description The organisation; needed by platform people only */
                org_id?: string;
            };
            header?: never;
            path: {
                /** @description UUIDv7 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            attempt_count: number;
                            /** @description Newest last */
                            attempts: {
                                attempt: number;
                                /** Format: date-time */
                                attempted_at: string;
                                detail: string | null;
                                fault: ("receiver" | "system") | null;
                                latency_ms: number;
                                reason: ("status" | "timeout" | "connection" | "tls" | "invalid_answer" | "name_not_found" | "name_lookup" | "address_refused" | "network" | "secret_unreadable" | "internal") | null;
                                /** @description First 2 KiB of the answer, secrets removed */
                                response_body: string;
                                status_code: number | null;
                            }[];
                            /** Format: date-time */
                            created_at: string;
                            /** @description UUIDv7 */
                            delivery_id: string;
                            /** @description UUIDv7 */
                            event_id: string;
                            /** @enum {string} */
                            event_type: "payment.processing" | "payment.pending" | "payment.completed" | "payment.failed" | "payment.refunded" | "payment.canceled" | "transaction.updated" | "dispute.opened" | "dispute.updated" | "dispute.under_review" | "dispute.won" | "dispute.lost" | "dispute.accepted" | "dispute.expired" | "virtual_account.deposit" | "virtual_account.withdrawal" | "virtual_account.frozen" | "virtual_account.unfrozen" | "escrow.milestone.funded" | "escrow.milestone.disbursed" | "escrow.milestone.approval_revoked" | "payment_link.paid" | "approval.requested" | "approval.approved" | "approval.rejected" | "float.low" | "api_key.expiring" | "kyb.approved" | "kyb.rejected" | "kyc.approved" | "kyc.rejected";
                            finished_at: string | null;
                            next_attempt_at: string | null;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @enum {string} */
                            status: "pending" | "delivered" | "dead" | "canceled";
                            /** @description UUIDv7 */
                            webhook_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPublicWebhooksDeliveriesDeliveryIdReplay: {
        parameters: {
            query?: {
                /** @description The organisation; needed by platform people only */
                org_id?: string;
            };
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            attempt_count: number;
                            /** @description Newest last */
                            attempts: {
                                attempt: number;
                                /** Format: date-time */
                                attempted_at: string;
                                detail: string | null;
                                fault: ("receiver" | "system") | null;
                                latency_ms: number;
                                reason: ("status" | "timeout" | "connection" | "tls" | "invalid_answer" | "name_not_found" | "name_lookup" | "address_refused" | "network" | "secret_unreadable" | "internal") | null;
                                /** @description First 2 KiB of the answer, secrets removed */
                                response_body: string;
                                status_code: number | null;
                            }[];
                            /** Format: date-time */
                            created_at: string;
                            /** @description UUIDv7 */
                            delivery_id: string;
                            /** @description UUIDv7 */
                            event_id: string;
                            /** @enum {string} */
                            event_type: "payment.processing" | "payment.pending" | "payment.completed" | "payment.failed" | "payment.refunded" | "payment.canceled" | "transaction.updated" | "dispute.opened" | "dispute.updated" | "dispute.under_review" | "dispute.won" | "dispute.lost" | "dispute.accepted" | "dispute.expired" | "virtual_account.deposit" | "virtual_account.withdrawal" | "virtual_account.frozen" | "virtual_account.unfrozen" | "escrow.milestone.funded" | "escrow.milestone.disbursed" | "escrow.milestone.approval_revoked" | "payment_link.paid" | "approval.requested" | "approval.approved" | "approval.rejected" | "float.low" | "api_key.expiring" | "kyb.approved" | "kyb.rejected" | "kyc.approved" | "kyc.rejected";
                            finished_at: string | null;
                            next_attempt_at: string | null;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @enum {string} */
                            status: "pending" | "delivered" | "dead" | "canceled";
                            /** @description UUIDv7 */
                            webhook_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPublicWebhooksNotify: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    org_id?: string;
                    transaction_data: {
                        amount?: number;
                        currency?: string;
                        status?: string;
                        transaction_id?: string;
                        updated_at?: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deliveries: {
                                /** @description UUIDv7 */
                                delivery_id: string;
                                /** @description UUIDv7 */
                                webhook_id: string;
                            }[];
                            /** @description UUIDv7 */
                            event_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    returnCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        payment_id: string;
                        status: string;
                    };
                };
            };
            /** @description See Other */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTransactions: {
        parameters: {
            query?: {
                /** @description UUIDv7 */
                beneficiary_id?: string;
                client_reference?: string;
                /** @description ISO 4217, or a crypto asset code */
                currency?: string;
                /** @description ISO 8601 date or date-time, inclusive */
                date_from?: string;
                /** @description ISO 8601 date (inclusive) or date-time (exclusive) */
                date_to?: string;
                direction?: "inbound" | "outbound" | "external";
                kind?: "payment" | "ramp";
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                /** @description UUIDv7 */
                org_id?: string;
                payment_method?: "bank_transfer" | "card" | "mobile_money" | "crypto" | "wallet";
                provider?: "manual" | "crypto" | "fiat" | "hybrid" | "paystack" | "flutterwave" | "stripe" | "adyen" | "wise" | "pawapay" | "mtn_momo" | "mpesa" | "yellowcard";
                /** @description Any id of a payment, or the caller's own reference */
                search?: string;
                status?: "initiated" | "reviewed" | "confirmed" | "processing" | "pending" | "completed" | "failed" | "refunded" | "rejected" | "canceled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description What this caller may do now: submit_otp, resend_otp and cancel by POST /payments-init/{payment_id}/action, approve and reject by POST /payments/{payment_id}/review, refund, and settle (say how it ended, where its provider does not). By the caller's role, the state of the payment and what its provider supports; not part of events. */
                            actions: ("submit_otp" | "resend_otp" | "cancel" | "approve" | "reject" | "refund" | "settle")[];
                            /** @example 1500 */
                            amount: number;
                            attempts: {
                                /** @description UUIDv7 */
                                attempt_id: string;
                                config_id: string;
                                finished_at: string | null;
                                /** @enum {string} */
                                leg: "payment" | "collect" | "settle";
                                /** @enum {string} */
                                outcome: "dispatching" | "accepted" | "refused" | "unreachable" | "unknown";
                                provider: string;
                                provider_payment_id: string | null;
                                reason: string | null;
                                started_at: string;
                            }[];
                            bank_account: {
                                account_name?: string;
                                account_number?: string;
                                bank_code?: string | null;
                                bank_name?: string;
                                branch_code?: string;
                                country?: string;
                                swift_code?: string;
                            };
                            bank_details: {
                                account_name?: string;
                                account_number?: string;
                                bank_code?: string | null;
                                bank_name?: string;
                                branch_code?: string;
                                country?: string;
                                swift_code?: string;
                            };
                            beneficiary_id: string | null;
                            card_details: {
                                /** @description `unknown` where the number does not tell it */
                                brand?: string;
                                card_holder_name?: string | null;
                                expiry_month?: string;
                                expiry_year?: string;
                                first6?: string;
                                last4?: string;
                            };
                            client_reference: string | null;
                            comments: string | null;
                            country: string;
                            /** Format: date-time */
                            created_at: string;
                            currency: string;
                            description: string | null;
                            destination: {
                                differs: string[];
                                matches_beneficiary: boolean;
                            } | null;
                            /** @enum {string} */
                            direction: "inbound" | "outbound" | "external";
                            dispute: {
                                /** @description UUIDv7 */
                                dispute_id: string;
                                /** @enum {string} */
                                status: "needs_response" | "under_review" | "won" | "lost" | "accepted" | "expired";
                            } | null;
                            expires_at: string | null;
                            failure_reason: string | null;
                            fee_ids: string[];
                            from_currency: string | null;
                            instructions: string | null;
                            metadata: {
                                [key: string]: unknown;
                            };
                            mobile_money_details: {
                                phone_number?: string;
                                provider?: string;
                            };
                            next_action: ("redirect" | "wait" | "bank_transfer" | "pay_by_link" | "collect_otp" | "check_status" | "crypto_transfer") | null;
                            org_id: string | null;
                            payer_details: {
                                email?: string;
                                name?: string;
                                phone?: string;
                            };
                            /** @description UUIDv7 */
                            payment_id: string;
                            /** @enum {string} */
                            payment_method: "bank_transfer" | "card" | "mobile_money" | "crypto" | "wallet";
                            payment_path_method: ("direct" | "intermediary" | "third_party") | null;
                            payout_id: string | null;
                            payout_initiated: boolean;
                            provider: string | null;
                            provider_data: {
                                [key: string]: unknown;
                            };
                            provider_payment_id: string | null;
                            provider_status: string | null;
                            ramp: {
                                business_id?: string;
                                business_name?: string;
                                collection_under_way?: boolean;
                                crypto_currency: string;
                                crypto_network: string;
                                /** @enum {string} */
                                customer_type: "retail" | "business";
                                /** @enum {string} */
                                direction: "on_ramp" | "off_ramp";
                                failed_attempts?: string[];
                                /** @enum {string} */
                                fiat_method: "bank_transfer" | "mobile_money";
                                next_step_at?: string | null;
                                /** @description Units of what the customer gets per unit of what the customer pays in */
                                rate: string;
                                refund_id?: string | null;
                                refund_tries?: number;
                                round_starts_at?: number;
                                settle_round?: number;
                                settle_route?: {
                                    config_id: string;
                                    priority: number;
                                    provider: string;
                                    reason: string;
                                    /** @enum {string} */
                                    scope: "organization" | "global";
                                    /** @description How long the provider keeps a payin before it hands it over */
                                    settlement_delay_hours?: number;
                                    taken: boolean;
                                }[];
                                settlement?: {
                                    [key: string]: unknown;
                                };
                                /** @enum {string} */
                                step?: "collecting" | "settling" | "refunding" | "ended";
                                wallet_address?: string;
                            } | null;
                            received_amount: number | null;
                            recipient_info: {
                                email?: string;
                                name?: string;
                                phone?: string;
                            };
                            /** @example 1500 */
                            refunded_amount: number;
                            region_id: string | null;
                            route: {
                                config_id: string;
                                priority: number;
                                provider: string;
                                reason: string;
                                /** @enum {string} */
                                scope: "organization" | "global";
                                /** @description How long the provider keeps a payin before it hands it over */
                                settlement_delay_hours?: number;
                                taken: boolean;
                            }[];
                            /** @enum {string} */
                            status: "initiated" | "reviewed" | "confirmed" | "processing" | "pending" | "completed" | "failed" | "refunded" | "rejected" | "canceled";
                            target_amount: number | null;
                            target_currency: string | null;
                            timeline: {
                                at: string;
                                from: ("initiated" | "reviewed" | "confirmed" | "processing" | "pending" | "completed" | "failed" | "refunded" | "rejected" | "canceled") | null;
                                note: string | null;
                                /** @enum {string} */
                                source: "api" | "dispatch" | "callback" | "poll" | "return" | "action" | "person" | "expiry" | "recovery";
                                /** @enum {string} */
                                to: "initiated" | "reviewed" | "confirmed" | "processing" | "pending" | "completed" | "failed" | "refunded" | "rejected" | "canceled";
                            }[];
                            total_fees: number | null;
                            transaction_id: string | null;
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            user_id: string;
                            user_metadata: {
                                [key: string]: unknown;
                            };
                            webhook_metadata: {
                                [key: string]: unknown;
                            };
                        }[];
                        last_evaluated_key: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            last_evaluated_key: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOverview: {
        parameters: {
            query?: {
                /** @description UTC day, included; thirty days up to dateTo when absent */
                dateFrom?: string;
                /** @description UTC day, included; today when absent. At most 366 days */
                dateTo?: string;
                /** @description For platform people: one organisation instead of all */
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            attention: {
                                /** @description Webhook deliveries that were given up, counted to 1000 at most */
                                dead_letters: number;
                                /** @description Circuit open, or less than half of at least ten attempts accepted since yesterday */
                                failing_providers: {
                                    acceptance_rate: number | null;
                                    accepted: number;
                                    /** @description How often finished payments were sent there */
                                    attempts: number;
                                    /** @enum {string} */
                                    circuit: "closed" | "open" | "half_open";
                                    provider: string;
                                }[];
                                /** @description Payouts that wait for a second person */
                                payouts_to_review: number;
                                /** @description Open ones, counted to 1000 at most */
                                reconciliation_items: number;
                            };
                            /** @description The busiest hundred */
                            corridors: {
                                /** @description Refunded ones included */
                                completed: number;
                                count: number;
                                country: string;
                                direction: string;
                                failed: number;
                                payment_method: string;
                                success_rate: number | null;
                            }[];
                            date_from: string;
                            date_to: string;
                            /** @description Every day of the range, by the UTC day on which payments were created */
                            days: {
                                /** @description Refunded ones included */
                                completed: number;
                                count: number;
                                date: string;
                                failed: number;
                                success_rate: number | null;
                                /** @description Amounts of completed payments, per currency */
                                volume: {
                                    currency: string;
                                    /** @example 1500 */
                                    external: number;
                                    /** @example 1500 */
                                    inbound: number;
                                    /** @example 1500 */
                                    outbound: number;
                                    /** @example 1500 */
                                    total: number;
                                }[];
                            }[];
                            methods: {
                                /** @description Refunded ones included */
                                completed: number;
                                count: number;
                                failed: number;
                                payment_method: string;
                                success_rate: number | null;
                                /** @description Amounts of completed payments, per currency */
                                volume: {
                                    /** @example 1500 */
                                    amount: number;
                                    currency: string;
                                }[];
                            }[];
                            /** @description Finished payments, by the provider that finished them */
                            providers: {
                                acceptance_rate: number | null;
                                accepted: number;
                                /** @description How often finished payments were sent there */
                                attempts: number;
                                /** @description Refunded ones included */
                                completed: number;
                                count: number;
                                failed: number;
                                provider: string;
                                success_rate: number | null;
                                /** @description Amounts of completed payments, per currency */
                                volume: {
                                    /** @example 1500 */
                                    amount: number;
                                    currency: string;
                                }[];
                            }[];
                            statuses: {
                                count: number;
                                /** @enum {string} */
                                status: "initiated" | "reviewed" | "confirmed" | "processing" | "pending" | "completed" | "failed" | "refunded" | "rejected" | "canceled";
                            }[];
                            totals: {
                                /** @description Refunded ones included */
                                completed: number;
                                count: number;
                                failed: number;
                                success_rate: number | null;
                                /** @description Amounts of completed payments, per currency */
                                volume: {
                                    currency: string;
                                    /** @example 1500 */
                                    external: number;
                                    /** @example 1500 */
                                    inbound: number;
                                    /** @example 1500 */
                                    outbound: number;
                                    /** @example 1500 */
                                    total: number;
                                }[];
                            };
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTrends: {
        parameters: {
            query?: {
                /** @description UTC day, included; thirty days up to dateTo when absent */
                dateFrom?: string;
                /** @description UTC day, included; today when absent. At most 366 days */
                dateTo?: string;
                /** @description For platform people: one organisation instead of all */
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description The busiest hundred */
                            corridors: {
                                /** @description Refunded ones included */
                                completed: number;
                                count: number;
                                country: string;
                                direction: string;
                                failed: number;
                                payment_method: string;
                                success_rate: number | null;
                            }[];
                            date_from: string;
                            date_to: string;
                            /** @description Every day of the range, by the UTC day on which payments were created */
                            days: {
                                /** @description Refunded ones included */
                                completed: number;
                                count: number;
                                date: string;
                                failed: number;
                                success_rate: number | null;
                                /** @description Amounts of completed payments, per currency */
                                volume: {
                                    currency: string;
                                    /** @example 1500 */
                                    external: number;
                                    /** @example 1500 */
                                    inbound: number;
                                    /** @example 1500 */
                                    outbound: number;
                                    /** @example 1500 */
                                    total: number;
                                }[];
                            }[];
                            methods: {
                                /** @description Refunded ones included */
                                completed: number;
                                count: number;
                                failed: number;
                                payment_method: string;
                                success_rate: number | null;
                                /** @description Amounts of completed payments, per currency */
                                volume: {
                                    /** @example 1500 */
                                    amount: number;
                                    currency: string;
                                }[];
                            }[];
                            /** @description Finished payments, by the provider that finished them */
                            providers: {
                                acceptance_rate: number | null;
                                accepted: number;
                                /** @description How often finished payments were sent there */
                                attempts: number;
                                /** @description Refunded ones included */
                                completed: number;
                                count: number;
                                failed: number;
                                provider: string;
                                success_rate: number | null;
                                /** @description Amounts of completed payments, per currency */
                                volume: {
                                    /** @example 1500 */
                                    amount: number;
                                    currency: string;
                                }[];
                            }[];
                            statuses: {
                                count: number;
                                /** @enum {string} */
                                status: "initiated" | "reviewed" | "confirmed" | "processing" | "pending" | "completed" | "failed" | "refunded" | "rejected" | "canceled";
                            }[];
                            totals: {
                                /** @description Refunded ones included */
                                completed: number;
                                count: number;
                                failed: number;
                                success_rate: number | null;
                                /** @description Amounts of completed payments, per currency */
                                volume: {
                                    currency: string;
                                    /** @example 1500 */
                                    external: number;
                                    /** @example 1500 */
                                    inbound: number;
                                    /** @example 1500 */
                                    outbound: number;
                                    /** @example 1500 */
                                    total: number;
                                }[];
                            };
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUsersUserId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            country: string | null;
                            /** Format: date-time */
                            created_at: string;
                            default_org_id: string | null;
                            email: string;
                            /** @enum {string} */
                            kyc_status: "not_started" | "pending" | "approved" | "rejected";
                            name: string;
                            phone: string | null;
                            platform_role: ("admin" | "staff") | null;
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            user_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    patchUsersUserId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    country?: string | null;
                    default_org_id?: string | null;
                    /** Format: name */
                    name?: string;
                    phone?: string | null;
                    platform_role?: ("admin" | "staff") | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            country: string | null;
                            /** Format: date-time */
                            created_at: string;
                            default_org_id: string | null;
                            email: string;
                            /** @enum {string} */
                            kyc_status: "not_started" | "pending" | "approved" | "rejected";
                            name: string;
                            phone: string | null;
                            platform_role: ("admin" | "staff") | null;
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            user_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postUsersUserIdIdentities: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    issuer: string;
                    subject: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            issuer: string;
                            subject: string;
                            /** @description UUIDv7 */
                            user_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    patchUsersUserIdKyc: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kyc_status: "not_started" | "pending" | "approved" | "rejected";
                    reason?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            country: string | null;
                            /** Format: date-time */
                            created_at: string;
                            default_org_id: string | null;
                            email: string;
                            /** @enum {string} */
                            kyc_status: "not_started" | "pending" | "approved" | "rejected";
                            name: string;
                            phone: string | null;
                            platform_role: ("admin" | "staff") | null;
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            user_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getGeographicDistribution: {
        parameters: {
            query?: {
                /** @description UTC day, included; thirty days up to dateTo when absent */
                dateFrom?: string;
                /** @description UTC day, included; today when absent. At most 366 days */
                dateTo?: string;
                /** @description For platform people: one organisation instead of all */
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            countries: {
                                completed: number;
                                country: string | null;
                                failed: number;
                                payments: number;
                                success_rate: number | null;
                                users: number;
                                /** @description Amounts of completed payments, per currency */
                                volume: {
                                    /** @example 1500 */
                                    amount: number;
                                    currency: string;
                                }[];
                            }[];
                            date_from: string | null;
                            date_to: string | null;
                            total_payments: number;
                            total_users: number;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUsersList: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-2 */
                country?: string;
                email?: string;
                kyc_status?: "not_started" | "pending" | "approved" | "rejected";
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            country: string | null;
                            /** Format: date-time */
                            created_at: string;
                            default_org_id: string | null;
                            email: string;
                            /** @enum {string} */
                            kyc_status: "not_started" | "pending" | "approved" | "rejected";
                            name: string;
                            phone: string | null;
                            platform_role: ("admin" | "staff") | null;
                            role: ("org-admin" | "org-member" | "org-viewer") | null;
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            user_id: string;
                        }[];
                        last_evaluated_key: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            last_evaluated_key: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUsersMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            country: string | null;
                            /** Format: date-time */
                            created_at: string;
                            default_org_id: string | null;
                            email: string;
                            /** @enum {string} */
                            kyc_status: "not_started" | "pending" | "approved" | "rejected";
                            name: string;
                            phone: string | null;
                            platform_role: ("admin" | "staff") | null;
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            user_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    patchUsersMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    country?: string | null;
                    default_org_id?: string | null;
                    /** Format: name */
                    name?: string;
                    phone?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            country: string | null;
                            /** Format: date-time */
                            created_at: string;
                            default_org_id: string | null;
                            email: string;
                            /** @enum {string} */
                            kyc_status: "not_started" | "pending" | "approved" | "rejected";
                            name: string;
                            phone: string | null;
                            platform_role: ("admin" | "staff") | null;
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            user_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                /** @description Only those not read yet */
                unread?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            body: string;
                            /** Format: date-time */
                            created_at: string;
                            data: {
                                [key: string]: unknown;
                            };
                            /**
                             * @description Delivery of the e-mail that says the same
                             * @enum {string}
                             */
                            email_status: "none" | "pending" | "sent" | "failed";
                            /** @description UUIDv7 */
                            notification_id: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @enum {string} */
                            priority: "low" | "medium" | "high" | "urgent";
                            read_at: string | null;
                            title: string;
                            /** @example verification.requested */
                            type: string;
                        }[];
                        last_evaluated_key: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            last_evaluated_key: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                notification_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            body: string;
                            /** Format: date-time */
                            created_at: string;
                            data: {
                                [key: string]: unknown;
                            };
                            /**
                             * @description Delivery of the e-mail that says the same
                             * @enum {string}
                             */
                            email_status: "none" | "pending" | "sent" | "failed";
                            /** @description UUIDv7 */
                            notification_id: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @enum {string} */
                            priority: "low" | "medium" | "high" | "urgent";
                            read_at: string | null;
                            title: string;
                            /** @example verification.requested */
                            type: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readAllNotifications: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            marked: number;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    countUnreadNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            unread: number;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    requestVerification: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    beneficiary_id?: string | null;
                    message?: string | null;
                    /**
                     * @default high
                     * @enum {string}
                     */
                    priority?: "low" | "medium" | "high" | "urgent";
                    sender_id?: string | null;
                    /** @enum {string} */
                    target_type: "beneficiary" | "sender" | "both";
                    transaction_id: string;
                    /** @description Who or what asked for it */
                    triggered_by: string;
                    /** @description Requesting user: the sender of the transaction */
                    user_id: string;
                    /** @enum {string} */
                    verification_type: "bvn" | "nin";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True only when every notification was dispatched */
                        all_success: boolean;
                        message: string;
                        results?: {
                            message: string;
                            request_id: string;
                            /** @enum {string} */
                            status: "sent" | "failed";
                            success: boolean;
                            /** @enum {string} */
                            target: "beneficiary" | "sender";
                            user_id: string;
                        }[];
                        /** @enum {string} */
                        target_type: "beneficiary" | "sender" | "both";
                        transaction_id: string;
                        /** @enum {string} */
                        verification_type: "bvn" | "nin";
                    };
                };
            };
            /** @description Multi-Status */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True only when every notification was dispatched */
                        all_success: boolean;
                        message: string;
                        results?: {
                            message: string;
                            request_id: string;
                            /** @enum {string} */
                            status: "sent" | "failed";
                            success: boolean;
                            /** @enum {string} */
                            target: "beneficiary" | "sender";
                            user_id: string;
                        }[];
                        /** @enum {string} */
                        target_type: "beneficiary" | "sender" | "both";
                        transaction_id: string;
                        /** @enum {string} */
                        verification_type: "bvn" | "nin";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listVirtualAccounts: {
        parameters: {
            query?: {
                /** @description ISO 4217, or a crypto asset code */
                currency?: string;
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                /** @description For platform people: the organisation */
                org_id?: string;
                status?: "active" | "frozen" | "closed";
                user_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description UUIDv7 */
                            account_id: string;
                            account_name: string | null;
                            account_number: string | null;
                            /** @enum {string} */
                            account_type: "currency";
                            /** @example 1500 */
                            available_balance: number;
                            /** @example 1500 */
                            balance: number;
                            bank_code: string | null;
                            bank_name: string | null;
                            country: string;
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            customer_id: string | null;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description Who gives the account its bank account number; manual when nobody does */
                            provider: string;
                            /** @enum {string} */
                            status: "active" | "frozen" | "closed";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            user_id: string;
                            virtual_account_name: string;
                        }[];
                        last_evaluated_key: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            last_evaluated_key: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getVirtualAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description UUIDv7 */
                            account_id: string;
                            account_name: string | null;
                            account_number: string | null;
                            /** @enum {string} */
                            account_type: "currency";
                            /** @example 1500 */
                            available_balance: number;
                            /** @example 1500 */
                            balance: number;
                            bank_code: string | null;
                            bank_name: string | null;
                            country: string;
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            customer_id: string | null;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description Who gives the account its bank account number; manual when nobody does */
                            provider: string;
                            /** @enum {string} */
                            status: "active" | "frozen" | "closed";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            user_id: string;
                            virtual_account_name: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    closeVirtualAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description UUIDv7 */
                            account_id: string;
                            account_name: string | null;
                            account_number: string | null;
                            /** @enum {string} */
                            account_type: "currency";
                            /** @example 1500 */
                            available_balance: number;
                            /** @example 1500 */
                            balance: number;
                            bank_code: string | null;
                            bank_name: string | null;
                            country: string;
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            customer_id: string | null;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description Who gives the account its bank account number; manual when nobody does */
                            provider: string;
                            /** @enum {string} */
                            status: "active" | "frozen" | "closed";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            user_id: string;
                            virtual_account_name: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    freezeVirtualAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description UUIDv7 */
                            account_id: string;
                            account_name: string | null;
                            account_number: string | null;
                            /** @enum {string} */
                            account_type: "currency";
                            /** @example 1500 */
                            available_balance: number;
                            /** @example 1500 */
                            balance: number;
                            bank_code: string | null;
                            bank_name: string | null;
                            country: string;
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            customer_id: string | null;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description Who gives the account its bank account number; manual when nobody does */
                            provider: string;
                            /** @enum {string} */
                            status: "active" | "frozen" | "closed";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            user_id: string;
                            virtual_account_name: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getVirtualAccountStatement: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
            };
            header?: never;
            path: {
                /** @description UUIDv7 */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listVirtualTransactions: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                status?: "pending" | "completed" | "failed" | "reversed";
                type?: "credit" | "debit";
            };
            header?: never;
            path: {
                /** @description UUIDv7 */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description UUIDv7 */
                            account_id: string;
                            /** @example 1500 */
                            amount: number;
                            counterparty: string | null;
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            description: string;
                            /** @example 1500 */
                            fee: number;
                            /** @description UUIDv7 */
                            org_id: string;
                            payment_id: string | null;
                            payment_rail: string;
                            reference: string;
                            /** @enum {string} */
                            status: "pending" | "completed" | "failed" | "reversed";
                            /** @description UUIDv7 */
                            transaction_id: string;
                            /** @enum {string} */
                            type: "credit" | "debit";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            user_id: string;
                        }[];
                        last_evaluated_key: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            last_evaluated_key: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    transferBetweenVirtualAccounts: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example 1500 */
                    amount: number;
                    description?: string | null;
                    org_rate_id?: string | null;
                    reference?: string | null;
                    to_account_id: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description UUIDv7 */
                            account_id: string;
                            /** @example 1500 */
                            amount: number;
                            counterparty: string | null;
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            description: string;
                            /** @example 1500 */
                            fee: number;
                            /** @description UUIDv7 */
                            org_id: string;
                            payment_id: string | null;
                            payment_rail: string;
                            reference: string;
                            /** @enum {string} */
                            status: "pending" | "completed" | "failed" | "reversed";
                            /** @description UUIDv7 */
                            transaction_id: string;
                            /** @enum {string} */
                            type: "credit" | "debit";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            user_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    unfreezeVirtualAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description UUIDv7 */
                            account_id: string;
                            account_name: string | null;
                            account_number: string | null;
                            /** @enum {string} */
                            account_type: "currency";
                            /** @example 1500 */
                            available_balance: number;
                            /** @example 1500 */
                            balance: number;
                            bank_code: string | null;
                            bank_name: string | null;
                            country: string;
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            customer_id: string | null;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description Who gives the account its bank account number; manual when nobody does */
                            provider: string;
                            /** @enum {string} */
                            status: "active" | "frozen" | "closed";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            user_id: string;
                            virtual_account_name: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    withdrawFromVirtualAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example 1500 */
                    amount: number;
                    beneficiary_id: string;
                    description?: string | null;
                    org_rate_id?: string | null;
                    reference?: string | null;
                    target_amount?: number | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description UUIDv7 */
                            account_id: string;
                            /** @example 1500 */
                            amount: number;
                            counterparty: string | null;
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            description: string;
                            /** @example 1500 */
                            fee: number;
                            /** @description UUIDv7 */
                            org_id: string;
                            payment_id: string | null;
                            payment_rail: string;
                            reference: string;
                            /** @enum {string} */
                            status: "pending" | "completed" | "failed" | "reversed";
                            /** @description UUIDv7 */
                            transaction_id: string;
                            /** @enum {string} */
                            type: "credit" | "debit";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            user_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEscrowProjects: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                /** @description For platform people: the organisation */
                org_id?: string;
                status?: "draft" | "active" | "completed" | "canceled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            created_at: string;
                            /** @description UUIDv7 */
                            created_by: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            description: string | null;
                            /** @description UUIDv7 */
                            escrow_id: string;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @enum {string} */
                            status: "draft" | "active" | "completed" | "canceled";
                            title: string;
                            /** @example 1500 */
                            total_amount: number;
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                        last_evaluated_key: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            last_evaluated_key: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createEscrowProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description ISO 4217 */
                    currency: string;
                    description?: string | null;
                    /** @description For platform people: the organisation */
                    org_id?: string;
                    /** @description What the project is */
                    title: string;
                    /** @example 1500 */
                    total_amount: number;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            created_at: string;
                            /** @description UUIDv7 */
                            created_by: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            description: string | null;
                            /** @description UUIDv7 */
                            escrow_id: string;
                            /** @example 1500 */
                            funded_amount: number;
                            milestones: {
                                contract_submitted_at: string | null;
                                /** @example 1500 */
                                covered_amount: number;
                                /** Format: date-time */
                                created_at: string;
                                /**
                                 * Format: currency-code
                                 * @description ISO 4217, or a crypto asset code
                                 */
                                currency: string;
                                description: string | null;
                                disbursed_at: string | null;
                                /** @example 1500 */
                                disbursed_total: number;
                                due_date: string | null;
                                /** @description UUIDv7 */
                                escrow_id: string;
                                /** @example 1500 */
                                expected_disbursement: number;
                                /** @enum {string} */
                                funding_status: "unfunded" | "partially_funded" | "funded";
                                label: string;
                                /** @description UUIDv7 */
                                milestone_id: string;
                                parties: {
                                    /** @description UUIDv7 */
                                    party_id: string;
                                    /** @enum {string} */
                                    split_type: "percentage" | "fixed";
                                    split_value: number;
                                }[];
                                /** @example 1500 */
                                returned_total: number;
                                sequence: number;
                                /** @enum {string} */
                                status: "pending" | "contract_submitted" | "approved" | "disbursed" | "canceled";
                                /** Format: date-time */
                                updated_at: string;
                            }[];
                            /** @description UUIDv7 */
                            org_id: string;
                            parties: {
                                account_id: string | null;
                                beneficiary_id: string | null;
                                /** Format: date-time */
                                created_at: string;
                                email: string | null;
                                name: string;
                                /** @description UUIDv7 */
                                party_id: string;
                                role: string;
                                /** Format: date-time */
                                updated_at: string;
                            }[];
                            /** @example 1500 */
                            pending_funding: number;
                            /** @enum {string} */
                            status: "draft" | "active" | "completed" | "canceled";
                            title: string;
                            /** @example 1500 */
                            total_amount: number;
                            /** @example 1500 */
                            unspent_amount: number;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEscrowProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                escrow_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            created_at: string;
                            /** @description UUIDv7 */
                            created_by: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            description: string | null;
                            /** @description UUIDv7 */
                            escrow_id: string;
                            /** @example 1500 */
                            funded_amount: number;
                            milestones: {
                                contract_submitted_at: string | null;
                                /** @example 1500 */
                                covered_amount: number;
                                /** Format: date-time */
                                created_at: string;
                                /**
                                 * Format: currency-code
                                 * @description ISO 4217, or a crypto asset code
                                 */
                                currency: string;
                                description: string | null;
                                disbursed_at: string | null;
                                /** @example 1500 */
                                disbursed_total: number;
                                due_date: string | null;
                                /** @description UUIDv7 */
                                escrow_id: string;
                                /** @example 1500 */
                                expected_disbursement: number;
                                /** @enum {string} */
                                funding_status: "unfunded" | "partially_funded" | "funded";
                                label: string;
                                /** @description UUIDv7 */
                                milestone_id: string;
                                parties: {
                                    /** @description UUIDv7 */
                                    party_id: string;
                                    /** @enum {string} */
                                    split_type: "percentage" | "fixed";
                                    split_value: number;
                                }[];
                                /** @example 1500 */
                                returned_total: number;
                                sequence: number;
                                /** @enum {string} */
                                status: "pending" | "contract_submitted" | "approved" | "disbursed" | "canceled";
                                /** Format: date-time */
                                updated_at: string;
                            }[];
                            /** @description UUIDv7 */
                            org_id: string;
                            parties: {
                                account_id: string | null;
                                beneficiary_id: string | null;
                                /** Format: date-time */
                                created_at: string;
                                email: string | null;
                                name: string;
                                /** @description UUIDv7 */
                                party_id: string;
                                role: string;
                                /** Format: date-time */
                                updated_at: string;
                            }[];
                            /** @example 1500 */
                            pending_funding: number;
                            /** @enum {string} */
                            status: "draft" | "active" | "completed" | "canceled";
                            title: string;
                            /** @example 1500 */
                            total_amount: number;
                            /** @example 1500 */
                            unspent_amount: number;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteEscrowProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                escrow_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeEscrowProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                escrow_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string | null;
                    /** @description What the project is */
                    title?: string;
                    /** @example 1500 */
                    total_amount?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            created_at: string;
                            /** @description UUIDv7 */
                            created_by: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            description: string | null;
                            /** @description UUIDv7 */
                            escrow_id: string;
                            /** @example 1500 */
                            funded_amount: number;
                            milestones: {
                                contract_submitted_at: string | null;
                                /** @example 1500 */
                                covered_amount: number;
                                /** Format: date-time */
                                created_at: string;
                                /**
                                 * Format: currency-code
                                 * @description ISO 4217, or a crypto asset code
                                 */
                                currency: string;
                                description: string | null;
                                disbursed_at: string | null;
                                /** @example 1500 */
                                disbursed_total: number;
                                due_date: string | null;
                                /** @description UUIDv7 */
                                escrow_id: string;
                                /** @example 1500 */
                                expected_disbursement: number;
                                /** @enum {string} */
                                funding_status: "unfunded" | "partially_funded" | "funded";
                                label: string;
                                /** @description UUIDv7 */
                                milestone_id: string;
                                parties: {
                                    /** @description UUIDv7 */
                                    party_id: string;
                                    /** @enum {string} */
                                    split_type: "percentage" | "fixed";
                                    split_value: number;
                                }[];
                                /** @example 1500 */
                                returned_total: number;
                                sequence: number;
                                /** @enum {string} */
                                status: "pending" | "contract_submitted" | "approved" | "disbursed" | "canceled";
                                /** Format: date-time */
                                updated_at: string;
                            }[];
                            /** @description UUIDv7 */
                            org_id: string;
                            parties: {
                                account_id: string | null;
                                beneficiary_id: string | null;
                                /** Format: date-time */
                                created_at: string;
                                email: string | null;
                                name: string;
                                /** @description UUIDv7 */
                                party_id: string;
                                role: string;
                                /** Format: date-time */
                                updated_at: string;
                            }[];
                            /** @example 1500 */
                            pending_funding: number;
                            /** @enum {string} */
                            status: "draft" | "active" | "completed" | "canceled";
                            title: string;
                            /** @example 1500 */
                            total_amount: number;
                            /** @example 1500 */
                            unspent_amount: number;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    activateEscrowProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                escrow_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            created_at: string;
                            /** @description UUIDv7 */
                            created_by: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            description: string | null;
                            /** @description UUIDv7 */
                            escrow_id: string;
                            /** @example 1500 */
                            funded_amount: number;
                            milestones: {
                                contract_submitted_at: string | null;
                                /** @example 1500 */
                                covered_amount: number;
                                /** Format: date-time */
                                created_at: string;
                                /**
                                 * Format: currency-code
                                 * @description ISO 4217, or a crypto asset code
                                 */
                                currency: string;
                                description: string | null;
                                disbursed_at: string | null;
                                /** @example 1500 */
                                disbursed_total: number;
                                due_date: string | null;
                                /** @description UUIDv7 */
                                escrow_id: string;
                                /** @example 1500 */
                                expected_disbursement: number;
                                /** @enum {string} */
                                funding_status: "unfunded" | "partially_funded" | "funded";
                                label: string;
                                /** @description UUIDv7 */
                                milestone_id: string;
                                parties: {
                                    /** @description UUIDv7 */
                                    party_id: string;
                                    /** @enum {string} */
                                    split_type: "percentage" | "fixed";
                                    split_value: number;
                                }[];
                                /** @example 1500 */
                                returned_total: number;
                                sequence: number;
                                /** @enum {string} */
                                status: "pending" | "contract_submitted" | "approved" | "disbursed" | "canceled";
                                /** Format: date-time */
                                updated_at: string;
                            }[];
                            /** @description UUIDv7 */
                            org_id: string;
                            parties: {
                                account_id: string | null;
                                beneficiary_id: string | null;
                                /** Format: date-time */
                                created_at: string;
                                email: string | null;
                                name: string;
                                /** @description UUIDv7 */
                                party_id: string;
                                role: string;
                                /** Format: date-time */
                                updated_at: string;
                            }[];
                            /** @example 1500 */
                            pending_funding: number;
                            /** @enum {string} */
                            status: "draft" | "active" | "completed" | "canceled";
                            title: string;
                            /** @example 1500 */
                            total_amount: number;
                            /** @example 1500 */
                            unspent_amount: number;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelEscrowProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                escrow_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            created_at: string;
                            /** @description UUIDv7 */
                            created_by: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            description: string | null;
                            /** @description UUIDv7 */
                            escrow_id: string;
                            /** @example 1500 */
                            funded_amount: number;
                            milestones: {
                                contract_submitted_at: string | null;
                                /** @example 1500 */
                                covered_amount: number;
                                /** Format: date-time */
                                created_at: string;
                                /**
                                 * Format: currency-code
                                 * @description ISO 4217, or a crypto asset code
                                 */
                                currency: string;
                                description: string | null;
                                disbursed_at: string | null;
                                /** @example 1500 */
                                disbursed_total: number;
                                due_date: string | null;
                                /** @description UUIDv7 */
                                escrow_id: string;
                                /** @example 1500 */
                                expected_disbursement: number;
                                /** @enum {string} */
                                funding_status: "unfunded" | "partially_funded" | "funded";
                                label: string;
                                /** @description UUIDv7 */
                                milestone_id: string;
                                parties: {
                                    /** @description UUIDv7 */
                                    party_id: string;
                                    /** @enum {string} */
                                    split_type: "percentage" | "fixed";
                                    split_value: number;
                                }[];
                                /** @example 1500 */
                                returned_total: number;
                                sequence: number;
                                /** @enum {string} */
                                status: "pending" | "contract_submitted" | "approved" | "disbursed" | "canceled";
                                /** Format: date-time */
                                updated_at: string;
                            }[];
                            /** @description UUIDv7 */
                            org_id: string;
                            parties: {
                                account_id: string | null;
                                beneficiary_id: string | null;
                                /** Format: date-time */
                                created_at: string;
                                email: string | null;
                                name: string;
                                /** @description UUIDv7 */
                                party_id: string;
                                role: string;
                                /** Format: date-time */
                                updated_at: string;
                            }[];
                            /** @example 1500 */
                            pending_funding: number;
                            /** @enum {string} */
                            status: "draft" | "active" | "completed" | "canceled";
                            title: string;
                            /** @example 1500 */
                            total_amount: number;
                            /** @example 1500 */
                            unspent_amount: number;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEscrowDisbursements: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                milestone_id?: string;
                status?: "pending" | "completed" | "failed" | "returned";
            };
            header?: never;
            path: {
                /** @description UUIDv7 */
                escrow_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            account_id: string | null;
                            /** @example 1500 */
                            amount: number;
                            beneficiary_id: string | null;
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            /** @description UUIDv7 */
                            disbursement_id: string;
                            failure_reason: string | null;
                            funding_id: string | null;
                            /** @enum {string} */
                            kind: "release" | "refund";
                            /** @enum {string} */
                            method: "virtual_account" | "payout" | "payin_refund" | "settlement";
                            milestone_id: string | null;
                            party_id: string | null;
                            payment_id: string | null;
                            /**
                             * @description `returned`: a share that could not be paid and went back to who funded the project
                             * @enum {string}
                             */
                            status: "pending" | "completed" | "failed" | "returned";
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                        last_evaluated_key: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            last_evaluated_key: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    redirectEscrowDisbursement: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                disbursement_id: string;
                /** @description UUIDv7 */
                escrow_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    account_id?: string | null;
                    beneficiary_id?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            account_id: string | null;
                            /** @example 1500 */
                            amount: number;
                            beneficiary_id: string | null;
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            /** @description UUIDv7 */
                            disbursement_id: string;
                            failure_reason: string | null;
                            funding_id: string | null;
                            /** @enum {string} */
                            kind: "release" | "refund";
                            /** @enum {string} */
                            method: "virtual_account" | "payout" | "payin_refund" | "settlement";
                            milestone_id: string | null;
                            party_id: string | null;
                            payment_id: string | null;
                            /**
                             * @description `returned`: a share that could not be paid and went back to who funded the project
                             * @enum {string}
                             */
                            status: "pending" | "completed" | "failed" | "returned";
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    refundEscrowDisbursement: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                disbursement_id: string;
                /** @description UUIDv7 */
                escrow_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            account_id: string | null;
                            /** @example 1500 */
                            amount: number;
                            beneficiary_id: string | null;
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            /** @description UUIDv7 */
                            disbursement_id: string;
                            failure_reason: string | null;
                            funding_id: string | null;
                            /** @enum {string} */
                            kind: "release" | "refund";
                            /** @enum {string} */
                            method: "virtual_account" | "payout" | "payin_refund" | "settlement";
                            milestone_id: string | null;
                            party_id: string | null;
                            payment_id: string | null;
                            refunds: {
                                account_id: string | null;
                                /** @example 1500 */
                                amount: number;
                                beneficiary_id: string | null;
                                /** Format: date-time */
                                created_at: string;
                                /**
                                 * Format: currency-code
                                 * @description ISO 4217, or a crypto asset code
                                 */
                                currency: string;
                                /** @description UUIDv7 */
                                disbursement_id: string;
                                failure_reason: string | null;
                                funding_id: string | null;
                                /** @enum {string} */
                                kind: "release" | "refund";
                                /** @enum {string} */
                                method: "virtual_account" | "payout" | "payin_refund" | "settlement";
                                milestone_id: string | null;
                                party_id: string | null;
                                payment_id: string | null;
                                /**
                                 * @description `returned`: a share that could not be paid and went back to who funded the project
                                 * @enum {string}
                                 */
                                status: "pending" | "completed" | "failed" | "returned";
                                /** Format: date-time */
                                updated_at: string;
                            }[];
                            /**
                             * @description `returned`: a share that could not be paid and went back to who funded the project
                             * @enum {string}
                             */
                            status: "pending" | "completed" | "failed" | "returned";
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    retryEscrowDisbursement: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                disbursement_id: string;
                /** @description UUIDv7 */
                escrow_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            account_id: string | null;
                            /** @example 1500 */
                            amount: number;
                            beneficiary_id: string | null;
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            /** @description UUIDv7 */
                            disbursement_id: string;
                            failure_reason: string | null;
                            funding_id: string | null;
                            /** @enum {string} */
                            kind: "release" | "refund";
                            /** @enum {string} */
                            method: "virtual_account" | "payout" | "payin_refund" | "settlement";
                            milestone_id: string | null;
                            party_id: string | null;
                            payment_id: string | null;
                            /**
                             * @description `returned`: a share that could not be paid and went back to who funded the project
                             * @enum {string}
                             */
                            status: "pending" | "completed" | "failed" | "returned";
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    fundEscrowProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                escrow_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    account_id?: string | null;
                    /** @example 1500 */
                    amount: number;
                    payment?: {
                        bank_account?: {
                            account_number?: string;
                            bank_code?: string | null;
                            bank_name?: string | null;
                        } | null;
                        bank_details?: {
                            account_name?: string | null;
                            account_number?: string;
                            bank_code?: string | null;
                            bank_name?: string | null;
                            country?: string | null;
                        } | null;
                        card_details?: {
                            card_holder_name?: string | null;
                            card_number: string;
                            cvv?: string | null;
                            expiry_month: string;
                            expiry_year: string;
                        } | null;
                        client_reference?: string | null;
                        country?: string | null;
                        description?: string | null;
                        metadata?: {
                            [key: string]: unknown;
                        } | null;
                        mobile_money_details?: {
                            phone_number?: string;
                            /** @description A network name from POST /externals/networks */
                            provider?: string;
                        } | null;
                        payer_details?: {
                            email?: string | null;
                            name?: string;
                            phone?: string | null;
                        } | null;
                        /** @enum {string} */
                        payment_method: "mobile_money" | "bank_transfer" | "card";
                        return_url?: string | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            account_id: string | null;
                            /** @example 1500 */
                            amount: number;
                            /** Format: date-time */
                            created_at: string;
                            /** @description UUIDv7 */
                            created_by: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            escrow: {
                                /** Format: date-time */
                                created_at: string;
                                /** @description UUIDv7 */
                                created_by: string;
                                /**
                                 * Format: currency-code
                                 * @description ISO 4217, or a crypto asset code
                                 */
                                currency: string;
                                description: string | null;
                                /** @description UUIDv7 */
                                escrow_id: string;
                                /** @example 1500 */
                                funded_amount: number;
                                milestones: {
                                    contract_submitted_at: string | null;
                                    /** @example 1500 */
                                    covered_amount: number;
                                    /** Format: date-time */
                                    created_at: string;
                                    /**
                                     * Format: currency-code
                                     * @description ISO 4217, or a crypto asset code
                                     */
                                    currency: string;
                                    description: string | null;
                                    disbursed_at: string | null;
                                    /** @example 1500 */
                                    disbursed_total: number;
                                    due_date: string | null;
                                    /** @description UUIDv7 */
                                    escrow_id: string;
                                    /** @example 1500 */
                                    expected_disbursement: number;
                                    /** @enum {string} */
                                    funding_status: "unfunded" | "partially_funded" | "funded";
                                    label: string;
                                    /** @description UUIDv7 */
                                    milestone_id: string;
                                    parties: {
                                        /** @description UUIDv7 */
                                        party_id: string;
                                        /** @enum {string} */
                                        split_type: "percentage" | "fixed";
                                        split_value: number;
                                    }[];
                                    /** @example 1500 */
                                    returned_total: number;
                                    sequence: number;
                                    /** @enum {string} */
                                    status: "pending" | "contract_submitted" | "approved" | "disbursed" | "canceled";
                                    /** Format: date-time */
                                    updated_at: string;
                                }[];
                                /** @description UUIDv7 */
                                org_id: string;
                                parties: {
                                    account_id: string | null;
                                    beneficiary_id: string | null;
                                    /** Format: date-time */
                                    created_at: string;
                                    email: string | null;
                                    name: string;
                                    /** @description UUIDv7 */
                                    party_id: string;
                                    role: string;
                                    /** Format: date-time */
                                    updated_at: string;
                                }[];
                                /** @example 1500 */
                                pending_funding: number;
                                /** @enum {string} */
                                status: "draft" | "active" | "completed" | "canceled";
                                title: string;
                                /** @example 1500 */
                                total_amount: number;
                                /** @example 1500 */
                                unspent_amount: number;
                                /** Format: date-time */
                                updated_at: string;
                            };
                            /** @description UUIDv7 */
                            funding_id: string;
                            payment?: {
                                account_name?: string;
                                account_number?: string;
                                /** @example 1500 */
                                amount?: number;
                                bank_code?: string | null;
                                bank_name?: string;
                                currency?: string;
                                expires_at?: string;
                                message: string | null;
                                mobile_money?: {
                                    network: string;
                                    /** @description The last four digits of the payer's number */
                                    phone_hint: string;
                                    prompt_code: string | null;
                                };
                                /** @enum {string} */
                                next_action?: "redirect" | "wait" | "bank_transfer" | "pay_by_link" | "collect_otp" | "check_status" | "make_transfer";
                                payment_data: {
                                    /** @example 1500 */
                                    amount: number;
                                    currency: string;
                                    metadata: {
                                        [key: string]: unknown;
                                    } | null;
                                    /** @example 1500 */
                                    target_amount: number;
                                    target_currency: string;
                                } | null;
                                payment_id: string;
                                payment_link?: string;
                                provider: string | null;
                                redirect_url?: string | null;
                                reference?: string;
                                /** @enum {string} */
                                status: "initiated" | "reviewed" | "confirmed" | "processing" | "pending" | "completed" | "failed" | "refunded" | "rejected" | "canceled";
                                success: boolean;
                                transaction_id: string;
                            } & {
                                [key: string]: unknown;
                            };
                            payment_id: string | null;
                            /** @example 1500 */
                            refunded_amount: number;
                            /** @enum {string} */
                            source: "virtual_account" | "payin";
                            /** @enum {string} */
                            status: "pending" | "completed" | "failed" | "returned";
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEscrowFundings: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description UUIDv7 */
                escrow_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            account_id: string | null;
                            /** @example 1500 */
                            amount: number;
                            /** Format: date-time */
                            created_at: string;
                            /** @description UUIDv7 */
                            created_by: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            /** @description UUIDv7 */
                            funding_id: string;
                            payment_id: string | null;
                            /** @example 1500 */
                            refunded_amount: number;
                            /** @enum {string} */
                            source: "virtual_account" | "payin";
                            /** @enum {string} */
                            status: "pending" | "completed" | "failed" | "returned";
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                        last_evaluated_key: string | null;
                        message: string;
                        meta: {
                            count: number;
                            has_more: boolean;
                            last_evaluated_key: string | null;
                            total_count?: number;
                        };
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEscrowMilestones: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                escrow_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            contract_submitted_at: string | null;
                            /** @example 1500 */
                            covered_amount: number;
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            description: string | null;
                            disbursed_at: string | null;
                            /** @example 1500 */
                            disbursed_total: number;
                            due_date: string | null;
                            /** @description UUIDv7 */
                            escrow_id: string;
                            /** @example 1500 */
                            expected_disbursement: number;
                            /** @enum {string} */
                            funding_status: "unfunded" | "partially_funded" | "funded";
                            label: string;
                            /** @description UUIDv7 */
                            milestone_id: string;
                            parties: {
                                /** @description UUIDv7 */
                                party_id: string;
                                /** @enum {string} */
                                split_type: "percentage" | "fixed";
                                split_value: number;
                            }[];
                            /** @example 1500 */
                            returned_total: number;
                            sequence: number;
                            /** @enum {string} */
                            status: "pending" | "contract_submitted" | "approved" | "disbursed" | "canceled";
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addEscrowMilestone: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                escrow_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string | null;
                    due_date?: string | null;
                    /** @example 1500 */
                    expected_disbursement: number;
                    /** @description What is reached */
                    label: string;
                    parties?: {
                        party_id: string;
                        /** @enum {string} */
                        split_type: "percentage" | "fixed";
                        split_value: number;
                    }[];
                    /** @description Order of funding; after the last one when absent */
                    sequence?: number;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            contract_submitted_at: string | null;
                            /** @example 1500 */
                            covered_amount: number;
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            description: string | null;
                            disbursed_at: string | null;
                            /** @example 1500 */
                            disbursed_total: number;
                            due_date: string | null;
                            /** @description UUIDv7 */
                            escrow_id: string;
                            /** @example 1500 */
                            expected_disbursement: number;
                            /** @enum {string} */
                            funding_status: "unfunded" | "partially_funded" | "funded";
                            label: string;
                            /** @description UUIDv7 */
                            milestone_id: string;
                            parties: {
                                /** @description UUIDv7 */
                                party_id: string;
                                /** @enum {string} */
                                split_type: "percentage" | "fixed";
                                split_value: number;
                            }[];
                            /** @example 1500 */
                            returned_total: number;
                            sequence: number;
                            /** @enum {string} */
                            status: "pending" | "contract_submitted" | "approved" | "disbursed" | "canceled";
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEscrowMilestone: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                escrow_id: string;
                /** @description UUIDv7 */
                milestone_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            contract_submitted_at: string | null;
                            /** @example 1500 */
                            covered_amount: number;
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            description: string | null;
                            disbursed_at: string | null;
                            /** @example 1500 */
                            disbursed_total: number;
                            due_date: string | null;
                            /** @description UUIDv7 */
                            escrow_id: string;
                            /** @example 1500 */
                            expected_disbursement: number;
                            /** @enum {string} */
                            funding_status: "unfunded" | "partially_funded" | "funded";
                            label: string;
                            /** @description UUIDv7 */
                            milestone_id: string;
                            parties: {
                                /** @description UUIDv7 */
                                party_id: string;
                                /** @enum {string} */
                                split_type: "percentage" | "fixed";
                                split_value: number;
                            }[];
                            /** @example 1500 */
                            returned_total: number;
                            sequence: number;
                            /** @enum {string} */
                            status: "pending" | "contract_submitted" | "approved" | "disbursed" | "canceled";
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeEscrowMilestone: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                escrow_id: string;
                /** @description UUIDv7 */
                milestone_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeEscrowMilestone: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                escrow_id: string;
                /** @description UUIDv7 */
                milestone_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string | null;
                    due_date?: string | null;
                    /** @example 1500 */
                    expected_disbursement?: number;
                    /** @description What is reached */
                    label?: string;
                    /** @description Order of funding; after the last one when absent */
                    sequence?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            contract_submitted_at: string | null;
                            /** @example 1500 */
                            covered_amount: number;
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            description: string | null;
                            disbursed_at: string | null;
                            /** @example 1500 */
                            disbursed_total: number;
                            due_date: string | null;
                            /** @description UUIDv7 */
                            escrow_id: string;
                            /** @example 1500 */
                            expected_disbursement: number;
                            /** @enum {string} */
                            funding_status: "unfunded" | "partially_funded" | "funded";
                            label: string;
                            /** @description UUIDv7 */
                            milestone_id: string;
                            parties: {
                                /** @description UUIDv7 */
                                party_id: string;
                                /** @enum {string} */
                                split_type: "percentage" | "fixed";
                                split_value: number;
                            }[];
                            /** @example 1500 */
                            returned_total: number;
                            sequence: number;
                            /** @enum {string} */
                            status: "pending" | "contract_submitted" | "approved" | "disbursed" | "canceled";
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelEscrowMilestone: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                escrow_id: string;
                /** @description UUIDv7 */
                milestone_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            contract_submitted_at: string | null;
                            /** @example 1500 */
                            covered_amount: number;
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            description: string | null;
                            disbursed_at: string | null;
                            /** @example 1500 */
                            disbursed_total: number;
                            due_date: string | null;
                            /** @description UUIDv7 */
                            escrow_id: string;
                            /** @example 1500 */
                            expected_disbursement: number;
                            /** @enum {string} */
                            funding_status: "unfunded" | "partially_funded" | "funded";
                            label: string;
                            /** @description UUIDv7 */
                            milestone_id: string;
                            parties: {
                                /** @description UUIDv7 */
                                party_id: string;
                                /** @enum {string} */
                                split_type: "percentage" | "fixed";
                                split_value: number;
                            }[];
                            /** @example 1500 */
                            returned_total: number;
                            sequence: number;
                            /** @enum {string} */
                            status: "pending" | "contract_submitted" | "approved" | "disbursed" | "canceled";
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEscrowContract: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                escrow_id: string;
                /** @description UUIDv7 */
                milestone_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            approved_at: string | null;
                            approved_by: string | null;
                            document_url: string | null;
                            /** @description UUIDv7 */
                            milestone_id: string;
                            /** @enum {string} */
                            status: "submitted" | "approved";
                            /** Format: date-time */
                            submitted_at: string;
                            /** @description UUIDv7 */
                            submitted_by: string;
                            terms: string | null;
                            title: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    submitEscrowContract: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                escrow_id: string;
                /** @description UUIDv7 */
                milestone_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    document_url?: string | null;
                    terms?: string | null;
                    /** @description Name of the contract */
                    title?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            contract_submitted_at: string | null;
                            /** @example 1500 */
                            covered_amount: number;
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            description: string | null;
                            disbursed_at: string | null;
                            /** @example 1500 */
                            disbursed_total: number;
                            due_date: string | null;
                            /** @description UUIDv7 */
                            escrow_id: string;
                            /** @example 1500 */
                            expected_disbursement: number;
                            /** @enum {string} */
                            funding_status: "unfunded" | "partially_funded" | "funded";
                            label: string;
                            /** @description UUIDv7 */
                            milestone_id: string;
                            parties: {
                                /** @description UUIDv7 */
                                party_id: string;
                                /** @enum {string} */
                                split_type: "percentage" | "fixed";
                                split_value: number;
                            }[];
                            /** @example 1500 */
                            returned_total: number;
                            sequence: number;
                            /** @enum {string} */
                            status: "pending" | "contract_submitted" | "approved" | "disbursed" | "canceled";
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    approveEscrowContract: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                escrow_id: string;
                /** @description UUIDv7 */
                milestone_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            contract_submitted_at: string | null;
                            /** @example 1500 */
                            covered_amount: number;
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            description: string | null;
                            disbursed_at: string | null;
                            /** @example 1500 */
                            disbursed_total: number;
                            due_date: string | null;
                            /** @description UUIDv7 */
                            escrow_id: string;
                            /** @example 1500 */
                            expected_disbursement: number;
                            /** @enum {string} */
                            funding_status: "unfunded" | "partially_funded" | "funded";
                            label: string;
                            /** @description UUIDv7 */
                            milestone_id: string;
                            parties: {
                                /** @description UUIDv7 */
                                party_id: string;
                                /** @enum {string} */
                                split_type: "percentage" | "fixed";
                                split_value: number;
                            }[];
                            /** @example 1500 */
                            returned_total: number;
                            sequence: number;
                            /** @enum {string} */
                            status: "pending" | "contract_submitted" | "approved" | "disbursed" | "canceled";
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeEscrowSplits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                escrow_id: string;
                /** @description UUIDv7 */
                milestone_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    parties: {
                        party_id: string;
                        /**
                         * @description Needed only for a party that has no share of this milestone yet
                         * @enum {string}
                         */
                        split_type?: "percentage" | "fixed";
                        /** @description Percent of the milestone, or a fixed amount, as the party's split_type says */
                        split_value: number;
                    }[];
                } | {
                    party_id: string;
                    /**
                     * @description Needed only for a party that has no share of this milestone yet
                     * @enum {string}
                     */
                    split_type?: "percentage" | "fixed";
                    /** @description Percent of the milestone, or a fixed amount, as the party's split_type says */
                    split_value: number;
                } | {
                    party_id: string;
                    /**
                     * @description Needed only for a party that has no share of this milestone yet
                     * @enum {string}
                     */
                    split_type?: "percentage" | "fixed";
                    /** @description Percent of the milestone, or a fixed amount, as the party's split_type says */
                    split_value: number;
                }[];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            contract_submitted_at: string | null;
                            /** @example 1500 */
                            covered_amount: number;
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            description: string | null;
                            disbursed_at: string | null;
                            /** @example 1500 */
                            disbursed_total: number;
                            due_date: string | null;
                            /** @description UUIDv7 */
                            escrow_id: string;
                            /** @example 1500 */
                            expected_disbursement: number;
                            /** @enum {string} */
                            funding_status: "unfunded" | "partially_funded" | "funded";
                            label: string;
                            /** @description UUIDv7 */
                            milestone_id: string;
                            parties: {
                                /** @description UUIDv7 */
                                party_id: string;
                                /** @enum {string} */
                                split_type: "percentage" | "fixed";
                                split_value: number;
                            }[];
                            /** @example 1500 */
                            returned_total: number;
                            sequence: number;
                            /** @enum {string} */
                            status: "pending" | "contract_submitted" | "approved" | "disbursed" | "canceled";
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    releaseEscrowMilestone: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                escrow_id: string;
                /** @description UUIDv7 */
                milestone_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            contract_submitted_at: string | null;
                            /** @example 1500 */
                            covered_amount: number;
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            description: string | null;
                            disbursed_at: string | null;
                            /** @example 1500 */
                            disbursed_total: number;
                            due_date: string | null;
                            /** @description UUIDv7 */
                            escrow_id: string;
                            /** @example 1500 */
                            expected_disbursement: number;
                            /** @enum {string} */
                            funding_status: "unfunded" | "partially_funded" | "funded";
                            label: string;
                            /** @description UUIDv7 */
                            milestone_id: string;
                            parties: {
                                /** @description UUIDv7 */
                                party_id: string;
                                /** @enum {string} */
                                split_type: "percentage" | "fixed";
                                split_value: number;
                            }[];
                            /** @example 1500 */
                            returned_total: number;
                            sequence: number;
                            /** @enum {string} */
                            status: "pending" | "contract_submitted" | "approved" | "disbursed" | "canceled";
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEscrowParties: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                escrow_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            account_id: string | null;
                            beneficiary_id: string | null;
                            /** Format: date-time */
                            created_at: string;
                            email: string | null;
                            name: string;
                            /** @description UUIDv7 */
                            party_id: string;
                            role: string;
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addEscrowParty: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUIDv7 */
                escrow_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    account_id?: string | null;
                    beneficiary_id?: string | null;
                    email?: string | null;
                    /** @description Who the party is */
                    name: string;
                    /** @description seller, contractor, agent, ... */
                    role: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            account_id: string | null;
                            beneficiary_id: string | null;
                            /** Format: date-time */
                            created_at: string;
                            email: string | null;
                            name: string;
                            /** @description UUIDv7 */
                            party_id: string;
                            role: string;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEscrowParty: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                escrow_id: string;
                /** @description UUIDv7 */
                party_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            account_id: string | null;
                            beneficiary_id: string | null;
                            /** Format: date-time */
                            created_at: string;
                            email: string | null;
                            name: string;
                            /** @description UUIDv7 */
                            party_id: string;
                            role: string;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeEscrowParty: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                escrow_id: string;
                /** @description UUIDv7 */
                party_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeEscrowParty: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                escrow_id: string;
                /** @description UUIDv7 */
                party_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    account_id?: string | null;
                    beneficiary_id?: string | null;
                    email?: string | null;
                    /** @description Who the party is */
                    name?: string;
                    /** @description seller, contractor, agent, ... */
                    role?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            account_id: string | null;
                            beneficiary_id: string | null;
                            /** Format: date-time */
                            created_at: string;
                            email: string | null;
                            name: string;
                            /** @description UUIDv7 */
                            party_id: string;
                            role: string;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    openVirtualAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description ISO 4217 */
                    currency: string;
                    customer_id?: string | null;
                    org_id: string;
                    org_name?: string | null;
                    /** @description A member of the organisation: the account's owner */
                    user_id: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description UUIDv7 */
                            account_id: string;
                            account_name: string | null;
                            account_number: string | null;
                            /** @enum {string} */
                            account_type: "currency";
                            /** @example 1500 */
                            available_balance: number;
                            /** @example 1500 */
                            balance: number;
                            bank_code: string | null;
                            bank_name: string | null;
                            country: string;
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            customer_id: string | null;
                            /** @description UUIDv7 */
                            org_id: string;
                            /** @description Who gives the account its bank account number; manual when nobody does */
                            provider: string;
                            /** @enum {string} */
                            status: "active" | "frozen" | "closed";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            user_id: string;
                            virtual_account_name: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The `Idempotency-Key` was used with another request, or its first request still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getVirtualTransaction: {
        parameters: {
            query?: {
                /** @description Only when the account is this user's */
                user_id?: string;
            };
            header?: never;
            path: {
                /** @description UUIDv7 */
                transaction_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description UUIDv7 */
                            account_id: string;
                            /** @example 1500 */
                            amount: number;
                            counterparty: string | null;
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * Format: currency-code
                             * @description ISO 4217, or a crypto asset code
                             */
                            currency: string;
                            description: string;
                            /** @example 1500 */
                            fee: number;
                            /** @description UUIDv7 */
                            org_id: string;
                            payment_id: string | null;
                            payment_rail: string;
                            reference: string;
                            /** @enum {string} */
                            status: "pending" | "completed" | "failed" | "reversed";
                            /** @description UUIDv7 */
                            transaction_id: string;
                            /** @enum {string} */
                            type: "credit" | "debit";
                            /** Format: date-time */
                            updated_at: string;
                            /** @description UUIDv7 */
                            user_id: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
