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
         *     **Access:** the role org-admin or admin, or the permission payouts:approve. Not with an API key, unless the deployment lets keys administer (`API_KEYS_MAY_ADMINISTER`).
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
         *     **Access:** the role org-admin or admin, or the permission payouts:approve. Not with an API key, unless the deployment lets keys administer (`API_KEYS_MAY_ADMINISTER`).
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
    "/changelog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what has changed in the API
         * @description Newest first. Needs no credential.
         *
         *     **Access:** no credential.
         */
        get: operations["getChangelog"];
        put?: never;
        post?: never;
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
    "/checkout/receipts/{receipt_code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a receipt by its code
         * @description Whoever has the code may look, to check a receipt that they were shown.
         *
         *     **Access:** no credential.
         */
        get: operations["readCheckoutReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/corridors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what can be paid in a country, with limits and fees
         * @description The corridors that some provider serves for the caller's organization. Amounts are in the currency of the payment. `fees` has the schedule of each currency that is charged; a currency that is not among them is free.
         *
         *     **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["listCorridors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/crypto-assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List crypto assets and the networks they are on
         * @description **Access:** any valid credential. Scope of an API key: `payments:read`.
         */
        get: operations["listCryptoAssets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers, newest first
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["listCustomers"];
        put?: never;
        /**
         * Create a customer
         * @description Payments and virtual accounts name it by `customer_id`; a payin takes what its `payer_details` leave out from it.
         *
         *     **Access:** the role org-admin or org-member or admin, or the permission payments:write. Scope of an API key: `payins:write` or `payouts:write`.
         */
        post: operations["createCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{customer_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a customer
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["getCustomer"];
        put?: never;
        post?: never;
        /**
         * Erase a customer's personal data
         * @description For ever. The customer's own data is gone at once; its payments lose payer, account, card and phone details, description and metadata, in the record and in events, as soon as they are finished. Amounts, ids, `client_reference`, ledger and audit log stay.
         *
         *     **Access:** the role org-admin or admin, or the permission organization:write. Not with an API key, unless the deployment lets keys administer (`API_KEYS_MAY_ADMINISTER`).
         */
        delete: operations["eraseCustomer"];
        options?: never;
        head?: never;
        /**
         * Change a customer
         * @description What is given replaces what is there, null takes it away; `metadata` is merged field by field. Payments keep what they were made with.
         *
         *     **Access:** the role org-admin or org-member or admin, or the permission payments:write. Scope of an API key: `payins:write` or `payouts:write`.
         */
        patch: operations["changeCustomer"];
        trace?: never;
    };
    "/customers/{customer_id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge a customer into another one
         * @description For ever: the id stands for the other customer from then on, whose lists show what hung on both. The answer is the other customer.
         *
         *     **Access:** the role org-admin or admin, or the permission organization:write. Scope of an API key: `settings:write`.
         */
        post: operations["mergeCustomer"];
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
        get: operations["listEvents"];
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
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List exports, newest first
         * @description **Access:** the role org-admin or staff or admin. Scope of an API key: `settings:read`.
         */
        get: operations["listExports"];
        put?: never;
        /**
         * Ask for a file of transactions, ledger, fees or audit log
         * @description Made in the background: read it again until `status` is completed, or wait for the event `export.completed`. It holds what there was when it was asked for, oldest first; amounts are exact. Kept for a week. At most 5 unfinished ones.
         *
         *     **Access:** the role org-admin or admin. Scope of an API key: `settings:write`.
         */
        post: operations["createExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/{export_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an export
         * @description **Access:** the role org-admin or staff or admin. Scope of an API key: `settings:read`.
         */
        get: operations["getExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/files/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the file of an export by its signed address
         * @description **Access:** no credential.
         */
        get: operations["downloadExport"];
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
        get: operations["listOrganizations"];
        put?: never;
        /**
         * Create an organization
         * @description **Access:** the role admin. Scope of an API key: `settings:write`.
         */
        post: operations["createOrganization"];
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
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an organization
         * @description Name, `settings.payout_review_above`, `settings.controls`, `settings.unique_client_reference` and `settings.payout_destinations: registered` by the organization itself; country, status, features, margin and `payout_destinations: any` by the platform's admin. Loosening a control needs a second person: 409 APPROVAL_REQUIRED names the approval, and the same request is repeated once it is approved.
         *
         *     **Access:** the role org-admin or admin, or the permission organization:write. Not with an API key, unless the deployment lets keys administer (`API_KEYS_MAY_ADMINISTER`).
         */
        patch: operations["changeOrganization"];
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
        get: operations["listAuditLog"];
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
        get: operations["listInvites"];
        put?: never;
        /**
         * Invite a person by e-mail
         * @description 409 when the address is invited already or belongs to a member; 429 when it was written to too often within the hour.
         *
         *     **Access:** the role org-admin or admin, or the permission members:write. Not with an API key, unless the deployment lets keys administer (`API_KEYS_MAY_ADMINISTER`).
         */
        post: operations["createInvite"];
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
        delete: operations["withdrawInvite"];
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
         *     **Access:** the role org-admin or admin, or the permission members:write. Not with an API key, unless the deployment lets keys administer (`API_KEYS_MAY_ADMINISTER`).
         */
        post: operations["resendInvite"];
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
        post: operations["startKyb"];
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
        post: operations["decideKyb"];
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
        get: operations["listMembers"];
        put?: never;
        /**
         * Add a user as a member
         * @description For the platform's admin. Organisations invite people instead.
         *
         *     **Access:** the role admin. Scope of an API key: `settings:write`.
         */
        post: operations["addMember"];
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
        get: operations["getMember"];
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description Their API keys are revoked with them. The last org-admin cannot be removed (409).
         *
         *     **Access:** the role org-admin or admin, or the permission members:write. Not with an API key, unless the deployment lets keys administer (`API_KEYS_MAY_ADMINISTER`).
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change a member's role
         * @description An organisation always keeps at least one org-admin (409).
         *
         *     **Access:** the role org-admin or admin, or the permission members:write. Not with an API key, unless the deployment lets keys administer (`API_KEYS_MAY_ADMINISTER`).
         */
        patch: operations["changeMember"];
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
         * @description **Access:** the role org-admin or admin, or the permission members:write. Not with an API key, unless the deployment lets keys administer (`API_KEYS_MAY_ADMINISTER`).
         */
        put: operations["setPermissions"];
        /**
         * Grant permissions
         * @description **Access:** the role org-admin or admin, or the permission members:write. Not with an API key, unless the deployment lets keys administer (`API_KEYS_MAY_ADMINISTER`).
         */
        post: operations["grantPermissions"];
        /**
         * Revoke permissions
         * @description Those named in the query or the body; without any, all that were granted.
         *
         *     **Access:** the role org-admin or admin, or the permission members:write. Not with an API key, unless the deployment lets keys administer (`API_KEYS_MAY_ADMINISTER`).
         */
        delete: operations["revokePermissions"];
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
        get: operations["checkPermission"];
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
        get: operations["listServiceAccounts"];
        put?: never;
        /**
         * Create a service account
         * @description A member that is no person: nobody signs in as it, and only API keys act as it (`user_id` when creating a key). Its keys go on working when the person who made them leaves. Permissions are granted, and it is removed, like any member's.
         *
         *     **Access:** the role org-admin or admin, or the permission members:write. Not with an API key, unless the deployment lets keys administer (`API_KEYS_MAY_ADMINISTER`).
         */
        post: operations["createServiceAccount"];
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
         *     **Access:** any valid credential. Not with an API key, unless the deployment lets keys administer (`API_KEYS_MAY_ADMINISTER`).
         */
        post: operations["acceptInvite"];
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
        post: operations["receiveKybUpdate"];
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
    "/orgs/{org_id}/payment-links/brand": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how the hosted checkout looks
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. The organization needs the feature `payment_links`. Scope of an API key: `payment-links:read`.
         */
        get: operations["getCheckoutBrand"];
        /**
         * Set how the hosted checkout looks
         * @description Replaces everything but the logo; what is left out is emptied.
         *
         *     **Access:** the role org-admin or admin, or the permission payment-links:write. The organization needs the feature `payment_links`. Scope of an API key: `settings:write`.
         */
        put: operations["setCheckoutBrand"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org_id}/payment-links/brand/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the logo of the hosted checkout
         * @description PNG, JPEG or WebP, at most 256 KiB.
         *
         *     **Access:** the role org-admin or admin, or the permission payment-links:write. The organization needs the feature `payment_links`. Scope of an API key: `settings:write`.
         */
        put: operations["setCheckoutLogo"];
        post?: never;
        /**
         * Remove the logo of the hosted checkout
         * @description **Access:** the role org-admin or admin, or the permission payment-links:write. The organization needs the feature `payment_links`. Scope of an API key: `settings:write`.
         */
        delete: operations["deleteCheckoutLogo"];
        options?: never;
        head?: never;
        patch?: never;
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
        /**
         * Change the description or the metadata of a payment or ramp
         * @description In any status. `metadata` is merged field by field, and a field that is null is taken away; `metadata: null` empties it. Nothing else of a payment can be changed, and a provider keeps what it was told.
         *
         *     **Access:** the role org-admin or org-member or admin, or the permission payments:write. Scope of an API key: `payins:write` or `payouts:write` or `ramps:write`.
         */
        patch: operations["changePayment"];
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
         * @description **Access:** the role org-admin or admin, or the permission payouts:approve. The organization needs the feature `payments`. Not with an API key, unless the deployment lets keys administer (`API_KEYS_MAY_ADMINISTER`).
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
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The key is shown in this answer and never again. It acts as the member who creates it, or as a service account, with that member's role at the time of each call, limited by `scopes` and `allowed_addresses`. What decides over people, keys, controls and approvals needs a person, unless the deployment sets `API_KEYS_MAY_ADMINISTER`, as development does. Where a crash swallowed the answer, the same request with its `Idempotency-Key` gives the same entry another key.
         *
         *     **Access:** the role org-admin or admin, or the permission api-keys:write. Not with an API key, unless the deployment lets keys administer (`API_KEYS_MAY_ADMINISTER`).
         */
        post: operations["createApiKey"];
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
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description It stops working at once, on every node.
         *
         *     **Access:** the role org-admin or admin, or the permission api-keys:write. Scope of an API key: `settings:write`.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        /**
         * Rename an API key, or change where it may be used from
         * @description **Access:** the role org-admin or admin, or the permission api-keys:write. Not with an API key, unless the deployment lets keys administer (`API_KEYS_MAY_ADMINISTER`).
         */
        patch: operations["updateApiKey"];
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
         *     **Access:** the role org-admin or admin, or the permission api-keys:write. Not with an API key, unless the deployment lets keys administer (`API_KEYS_MAY_ADMINISTER`).
         */
        post: operations["rotateApiKey"];
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
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register a webhook endpoint
         * @description Delivery starts at once. The signing secret is shown in this answer and never again. At most 50 endpoints per organisation.
         *
         *     **Access:** the role org-admin or admin, or the permission webhooks:write. Scope of an API key: `webhooks:write`.
         */
        post: operations["registerWebhook"];
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
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Deliveries that wait for it are canceled.
         *
         *     **Access:** the role org-admin or admin, or the permission webhooks:write. Scope of an API key: `webhooks:write`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Deliveries of a disabled endpoint are held for 30 days; events that happen meanwhile come with a replay of what is missing.
         *
         *     **Access:** the role org-admin or admin, or the permission webhooks:write. Scope of an API key: `webhooks:write`.
         */
        patch: operations["changeWebhook"];
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
        get: operations["listDeliveries"];
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
        post: operations["replayDeliveries"];
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
        post: operations["rotateWebhookSecret"];
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
        get: operations["listDeadLetters"];
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
        get: operations["getDelivery"];
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
        post: operations["replayDelivery"];
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
        post: operations["sendTestNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List refunds, newest first
         * @description A filter that is misspelt is refused by name: it would list other refunds.
         *
         *     **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["listAllRefunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/refunds/{refund_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a refund
         * @description **Access:** the role org-admin or org-member or org-viewer or staff or admin. Scope of an API key: `payments:read`.
         */
        get: operations["getRefund"];
        put?: never;
        post?: never;
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
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a user
         * @description A disabled user can neither sign in nor use a token or key, on every node within a second, until they are enabled again.
         *
         *     **Access:** the role admin. Scope of an API key: `settings:write`.
         */
        patch: operations["changeUser"];
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
        post: operations["linkIdentity"];
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
        patch: operations["decideKyc"];
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
        get: operations["listUsers"];
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
        get: operations["getOwnProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change one's own profile
         * @description **Access:** any valid credential. Scope of an API key: `settings:write`.
         */
        patch: operations["changeOwnProfile"];
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
         * @description One open account per organization, user, customer and currency; the same again is a 409.
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
export interface webhooks {
    "api_key.expiring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * api_key.expiring
         * @description An API key ends within two weeks; once for each key.
         */
        post: operations["onApiKeyExpiring"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "approval.approved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * approval.approved
         * @description Enough people have approved.
         */
        post: operations["onApprovalApproved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "approval.rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * approval.rejected
         * @description A person has rejected it.
         */
        post: operations["onApprovalRejected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "approval.requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * approval.requested
         * @description Something waits for other people to approve it.
         */
        post: operations["onApprovalRequested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.accepted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * dispute.accepted
         * @description The organization accepted the dispute.
         */
        post: operations["onDisputeAccepted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * dispute.expired
         * @description Nobody answered in time.
         */
        post: operations["onDisputeExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.lost": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * dispute.lost
         * @description The bank kept the money.
         */
        post: operations["onDisputeLost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * dispute.opened
         * @description A payer's bank asks for the money of a payment back.
         */
        post: operations["onDisputeOpened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.under_review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * dispute.under_review
         * @description The evidence is with the payer's bank.
         */
        post: operations["onDisputeUnderReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * dispute.updated
         * @description The provider says more of a dispute: amount, fee, deadline.
         */
        post: operations["onDisputeUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.won": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * dispute.won
         * @description The bank gave the money back.
         */
        post: operations["onDisputeWon"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "escrow.milestone.approval_revoked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * escrow.milestone.approval_revoked
         * @description What an approved milestone pays was changed, so it must be approved again.
         */
        post: operations["onEscrowMilestoneApprovalRevoked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "escrow.milestone.disbursed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * escrow.milestone.disbursed
         * @description A milestone was released.
         */
        post: operations["onEscrowMilestoneDisbursed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "escrow.milestone.funded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * escrow.milestone.funded
         * @description A milestone is covered.
         */
        post: operations["onEscrowMilestoneFunded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "export.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * export.completed
         * @description The file of an export can be downloaded.
         */
        post: operations["onExportCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "export.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * export.failed
         * @description An export could not be made.
         */
        post: operations["onExportFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "float.low": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * float.low
         * @description The money at a provider fell below its threshold; for the platform only.
         */
        post: operations["onFloatLow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "kyb.approved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * kyb.approved
         * @description A business was verified.
         */
        post: operations["onKybApproved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "kyb.rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * kyb.rejected
         * @description A business was not verified.
         */
        post: operations["onKybRejected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "kyc.approved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * kyc.approved
         * @description A person was verified.
         */
        post: operations["onKycApproved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "kyc.rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * kyc.rejected
         * @description A person was not verified.
         */
        post: operations["onKycRejected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment_link.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment_link.paid
         * @description A payment of the link completed.
         */
        post: operations["onPaymentLinkPaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.canceled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment.canceled
         * @description The payment was canceled, or its time ran out.
         */
        post: operations["onPaymentCanceled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment.completed
         * @description The money has arrived.
         */
        post: operations["onPaymentCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment.failed
         * @description The payment failed, or a person rejected it.
         */
        post: operations["onPaymentFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment.pending
         * @description The payment waits for its customer or for time.
         */
        post: operations["onPaymentPending"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.processing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment.processing
         * @description The first provider has accepted the payment, whatever its status is then; once.
         */
        post: operations["onPaymentProcessing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.refunded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment.refunded
         * @description The payment was refunded in full.
         */
        post: operations["onPaymentRefunded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * refund.completed
         * @description The provider has refunded the payer.
         */
        post: operations["onRefundCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * refund.failed
         * @description The provider refused the refund; its money is available again.
         */
        post: operations["onRefundFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * refund.requested
         * @description A refund was asked for, and its money is set aside.
         */
        post: operations["onRefundRequested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transaction.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * transaction.updated
         * @description A payment changed; also a test notification, whose `data` is what was sent with `test: true`.
         */
        post: operations["onTransactionUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "virtual_account.deposit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * virtual_account.deposit
         * @description Money arrived in a virtual account.
         */
        post: operations["onVirtualAccountDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "virtual_account.frozen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * virtual_account.frozen
         * @description A virtual account was frozen.
         */
        post: operations["onVirtualAccountFrozen"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "virtual_account.unfrozen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * virtual_account.unfrozen
         * @description A virtual account was unfrozen.
         */
        post: operations["onVirtualAccountUnfrozen"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "virtual_account.withdrawal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * virtual_account.withdrawal
         * @description Money left a virtual account.
         */
        post: operations["onVirtualAccountWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AcceptInviteRequest: {
            token: string;
        };
        /** @enum {string} */
        AccountType: "bank" | "mobile_money" | "crypto";
        AddDisputeEvidenceRequest: {
            /** @description The file, as base64 */
            content?: string;
            /** @enum {string} */
            content_type?: "application/pdf" | "image/jpeg" | "image/png";
            name: string;
            text?: string;
        };
        AddMemberRequest: {
            role: components["schemas"]["Role"];
            user_id: string;
        };
        /** @enum {string} */
        AdjustmentStatus: "requested" | "approved" | "rejected";
        ApiChange: {
            /** @description Markdown */
            change: string;
            /** Format: date */
            date: string;
            /** @enum {string} */
            kind: "added" | "changed" | "deprecated" | "fixed";
        };
        ApiKey: {
            /** @description Addresses and networks that the key may be used from; none: any */
            allowed_addresses: string[];
            /** @description UUIDv7 */
            api_key_id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at?: string;
            last_used_address?: string;
            /** Format: date-time */
            last_used_at?: string;
            last_used_user_agent?: string;
            name: string;
            /** @description UUIDv7 */
            org_id: string;
            /** @description First 12 characters of the key */
            prefix: string;
            /** @description What the key may do of what its member may; left out: all of it */
            scopes?: ("payments:read" | "payins:write" | "payouts:write" | "refunds:write" | "ramps:write" | "beneficiaries:read" | "beneficiaries:write" | "payment-links:read" | "payment-links:write" | "virtual-accounts:read" | "virtual-accounts:write" | "escrow:read" | "escrow:write" | "webhooks:read" | "webhooks:write" | "settings:read" | "settings:write")[];
            status: components["schemas"]["ApiKeyStatus"];
            /** Format: date-time */
            updated_at: string;
            /** @description The member whom the key acts as */
            user_id: string;
        };
        ApiKeyEvent: {
            /** Format: date-time */
            created_at: string;
            data: {
                /** @description Addresses and networks that the key may be used from; none: any */
                allowed_addresses: string[];
                /** @description UUIDv7 */
                api_key_id: string;
                /** Format: date-time */
                created_at: string;
                /** Format: date-time */
                expires_at?: string;
                last_used_address?: string;
                /** Format: date-time */
                last_used_at?: string;
                last_used_user_agent?: string;
                name: string;
                /** @description UUIDv7 */
                org_id: string;
                /** @description First 12 characters of the key */
                prefix: string;
                /** @description What the key may do of what its member may; left out: all of it */
                scopes?: ("payments:read" | "payins:write" | "payouts:write" | "refunds:write" | "ramps:write" | "beneficiaries:read" | "beneficiaries:write" | "payment-links:read" | "payment-links:write" | "virtual-accounts:read" | "virtual-accounts:write" | "escrow:read" | "escrow:write" | "webhooks:read" | "webhooks:write" | "settings:read" | "settings:write")[];
                /** @description Orders the events of one resource */
                sequence: number;
                status: components["schemas"]["ApiKeyStatus"];
                /** Format: date-time */
                updated_at: string;
                /** @description The member whom the key acts as */
                user_id: string;
            };
            /** @description An event may come more than once: know it by this id */
            event_id: string;
            /** @enum {string} */
            event_type: "api_key.expiring";
            org_id: string;
        };
        ApiKeyList: {
            data: components["schemas"]["ApiKey"][];
            last_evaluated_key: string | null;
            message: string;
            meta: components["schemas"]["Page"];
            /** @enum {string} */
            status: "success";
        };
        ApiKeyResponse: {
            data: components["schemas"]["ApiKey"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        /** @enum {string} */
        ApiKeyStatus: "active" | "revoked" | "expired";
        ApiKeyWithSecret: {
            /** @description Addresses and networks that the key may be used from; none: any */
            allowed_addresses: string[];
            /** @description The key itself, shown this once */
            api_key: string;
            /** @description UUIDv7 */
            api_key_id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at?: string;
            last_used_address?: string;
            /** Format: date-time */
            last_used_at?: string;
            last_used_user_agent?: string;
            name: string;
            /** @description UUIDv7 */
            org_id: string;
            /** @description First 12 characters of the key */
            prefix: string;
            /** @description What the key may do of what its member may; left out: all of it */
            scopes?: ("payments:read" | "payins:write" | "payouts:write" | "refunds:write" | "ramps:write" | "beneficiaries:read" | "beneficiaries:write" | "payment-links:read" | "payment-links:write" | "virtual-accounts:read" | "virtual-accounts:write" | "escrow:read" | "escrow:write" | "webhooks:read" | "webhooks:write" | "settings:read" | "settings:write")[];
            status: components["schemas"]["ApiKeyStatus"];
            /** Format: date-time */
            updated_at: string;
            /** @description The member whom the key acts as */
            user_id: string;
        };
        ApiKeyWithSecretResponse: {
            data: components["schemas"]["ApiKeyWithSecret"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        Approval: {
            /** @description What this caller may do now */
            actions: ("approve" | "reject")[];
            /** @description UUIDv7 */
            approval_id: string;
            approver_role: ("org-admin" | "platform-admin") | null;
            approvers_needed: number;
            /** Format: date-time */
            created_at: string;
            decided_at: string | null;
            decisions: components["schemas"]["ApprovalDecision"][];
            /** @enum {string} */
            kind: "payment" | "change";
            /** @description UUIDv7 */
            org_id: string;
            payment_id: string | null;
            /** @description The names of those who asked or decided, as far as they are known */
            people: components["schemas"]["PersonName"][];
            /** @description Why a second person is needed */
            reasons: string[];
            request: {
                [key: string]: unknown;
            };
            /** @description UUIDv7 */
            requested_by: string;
            requested_with: string | null;
            status: components["schemas"]["ApprovalStatus"];
            title: string;
        };
        ApprovalDecision: {
            comment: string | null;
            /** Format: date-time */
            decided_at: string;
            /** @enum {string} */
            decision: "approve" | "reject";
            /** @description UUIDv7 */
            user_id: string;
        };
        ApprovalEvent: {
            /** Format: date-time */
            created_at: string;
            data: {
                /** @description UUIDv7 */
                approval_id: string;
                approver_role: ("org-admin" | "platform-admin") | null;
                approvers_needed: number;
                /** Format: date-time */
                created_at: string;
                decided_at: string | null;
                decisions: components["schemas"]["ApprovalDecision"][];
                /** @enum {string} */
                kind: "payment" | "change";
                /** @description UUIDv7 */
                org_id: string;
                payment_id: string | null;
                /** @description Why a second person is needed */
                reasons: string[];
                request: {
                    [key: string]: unknown;
                };
                /** @description UUIDv7 */
                requested_by: string;
                requested_with: string | null;
                /** @description Orders the events of one resource */
                sequence: number;
                status: components["schemas"]["ApprovalStatus"];
                title: string;
            };
            /** @description An event may come more than once: know it by this id */
            event_id: string;
            /** @enum {string} */
            event_type: "approval.requested" | "approval.approved" | "approval.rejected";
            org_id: string;
        };
        ApprovalList: {
            data: components["schemas"]["Approval"][];
            last_evaluated_key: string | null;
            message: string;
            meta: components["schemas"]["Page"];
            /** @enum {string} */
            status: "success";
        };
        ApprovalPolicy: {
            /** Format: double */
            above?: number;
            approvers: number;
            currency: string;
            /** @enum {string} */
            role?: "org-admin";
            when: components["schemas"]["PolicyCondition"];
        };
        ApprovalResponse: {
            data: components["schemas"]["Approval"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        /** @enum {string} */
        ApprovalStatus: "pending" | "approved" | "rejected" | "used" | "expired";
        ApproveAdjustmentRequest: {
            comment?: string | null;
        };
        ApproveApprovalRequest: {
            comment?: string | null;
        };
        Attention: {
            /** @description Webhook deliveries that were given up, counted to 1000 at most */
            dead_letters: number;
            /** @description Circuit open, or less than half of at least ten attempts accepted since yesterday */
            failing_providers: components["schemas"]["FailingProvider"][];
            /** @description Payouts that wait for a second person */
            payouts_to_review: number;
            /** @description Open ones, counted to 1000 at most */
            reconciliation_items: number;
        };
        AuditEntry: {
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
        };
        AuditEntryList: {
            data: components["schemas"]["AuditEntry"][];
            lastEvaluatedKey: string | null;
            message: string;
            meta: components["schemas"]["OrganizationPage"];
            /** @enum {string} */
            status: "success";
        };
        Balance: {
            /** Format: double */
            available: number;
            /** Format: double */
            credit_line: number;
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            /** @description UUIDv7 */
            org_id: string;
            /** Format: double */
            pending: number;
            /** Format: double */
            reserved: number;
            /** Format: double */
            spendable: number;
            updated_at: string | null;
        };
        BalanceAdjustment: {
            /** @description UUIDv7 */
            adjustment_id: string;
            /** Format: double */
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
            people: components["schemas"]["PersonName"][];
            provider: string | null;
            reason: string;
            /** @description UUIDv7 */
            requested_by: string;
            status: components["schemas"]["AdjustmentStatus"];
        };
        BalanceAdjustmentList: {
            data: components["schemas"]["BalanceAdjustment"][];
            last_evaluated_key: string | null;
            message: string;
            meta: components["schemas"]["Page"];
            /** @enum {string} */
            status: "success";
        };
        BalanceAdjustmentResponse: {
            data: components["schemas"]["BalanceAdjustment"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        BalanceEntry: {
            /** Format: double */
            amount: number;
            /** Format: double */
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
        };
        BalanceEntryList: {
            data: components["schemas"]["BalanceEntry"][];
            last_evaluated_key: string | null;
            message: string;
            meta: components["schemas"]["Page"];
            /** @enum {string} */
            status: "success";
        };
        BalanceResponse: {
            data: components["schemas"]["Balance"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        BankAccount: {
            account_name?: string;
            account_number?: string;
            bank_code?: string | null;
            bank_name?: string;
            branch_code?: string;
            country?: string;
            swift_code?: string;
        };
        /** @description Destination account. Of a payout, what is left out is the beneficiary's; what differs is a 400 BENEFICIARY_MISMATCH, or marked in the record */
        BankAccountInput: {
            account_number?: string;
            bank_code?: string | null;
            bank_name?: string | null;
        };
        BankDetails: {
            account_name?: string;
            account_number?: string;
            bank_code?: string;
            bank_name?: string;
            branch_code?: string;
            iban?: string;
            swift_code?: string;
        };
        BankDetailsInput: {
            account_name?: string | null;
            account_number?: string;
            bank_code?: string | null;
            bank_name?: string | null;
            country?: string | null;
        };
        Beneficiary: {
            account_type: components["schemas"]["AccountType"];
            bank_details: components["schemas"]["BankDetails"];
            /** @description UUIDv7 */
            beneficiary_id: string;
            /** @description The user on whose behalf it is kept */
            beneficiary_of: string;
            beneficiary_type: components["schemas"]["BeneficiaryType"];
            country?: string;
            /** Format: date-time */
            created_at: string;
            crypto_details: components["schemas"]["CryptoDetails"];
            currency: string;
            email?: string;
            external_account_id?: string;
            fname: string;
            lname?: string;
            loan_client_details: {
                [key: string]: unknown;
            };
            momo_details: components["schemas"]["MomoDetails"];
            /** @description UUIDv7 */
            org_id: string;
            phone_number?: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** @description Needed for account_type bank */
        BeneficiaryBankDetailsInput: {
            account_name?: string | null;
            account_number?: string | null;
            bank_code?: string | null;
            bank_name?: string | null;
            branch_code?: string | null;
            iban?: string | null;
            swift_code?: string | null;
        };
        BeneficiaryChange: {
            account_type?: components["schemas"]["AccountType"];
            bank_details?: components["schemas"]["BeneficiaryBankDetailsInput"] | null;
            /** @default individual */
            beneficiary_type?: components["schemas"]["BeneficiaryType"];
            country?: string | null;
            crypto_details?: components["schemas"]["CryptoDetailsInput"] | null;
            currency?: string | null;
            email?: string | null;
            external_account_id?: string | null;
            fname?: string;
            lname?: string | null;
            loan_client_details?: {
                [key: string]: unknown;
            } | null;
            momo_details?: components["schemas"]["MomoDetailsInput"] | null;
            phone_number?: string | null;
        };
        BeneficiaryInput: {
            account_type: components["schemas"]["AccountType"];
            bank_details?: components["schemas"]["BeneficiaryBankDetailsInput"] | null;
            /** @description A member of the organisation; the caller when absent */
            beneficiary_of?: string;
            /** @default individual */
            beneficiary_type?: components["schemas"]["BeneficiaryType"];
            country?: string | null;
            crypto_details?: components["schemas"]["CryptoDetailsInput"] | null;
            currency?: string | null;
            email?: string | null;
            external_account_id?: string | null;
            fname: string;
            lname?: string | null;
            loan_client_details?: {
                [key: string]: unknown;
            } | null;
            momo_details?: components["schemas"]["MomoDetailsInput"] | null;
            /** @description For platform people; members act in their own organisation */
            org_id?: string;
            phone_number?: string | null;
        };
        BeneficiaryList: {
            data: components["schemas"]["Beneficiary"][];
            last_evaluated_key: string | null;
            message: string;
            meta: components["schemas"]["Page"];
            /** @enum {string} */
            status: "success";
        };
        BeneficiaryResponse: {
            data: components["schemas"]["Beneficiary"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        /** @enum {string} */
        BeneficiaryType: "individual" | "business" | "loan_client";
        CardInput: {
            card_holder_name?: string | null;
            card_number: string;
            cvv?: string | null;
            expiry_month: string;
            expiry_year: string;
        };
        ChangeFeeRequest: {
            country?: string | null;
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency?: string;
            direction?: components["schemas"]["PaymentDirection"] | null;
            /** Format: double */
            fixed_amount?: number;
            is_active?: boolean;
            max_fee?: number | null;
            min_fee?: number | null;
            name?: string;
            org_id?: string | null;
            payment_method?: components["schemas"]["PaymentMethod"] | null;
            /** Format: double */
            percent?: number;
        };
        ChangeMemberRequest: {
            role: components["schemas"]["Role"];
        };
        ChangeOrganizationRequest: {
            /**
             * Format: country-code
             * @description ISO 3166-1 alpha-2
             */
            country?: string;
            features?: components["schemas"]["Feature"][];
            /** Format: name */
            name?: string;
            settings?: components["schemas"]["ChangeOrganizationRequestSettings"];
            /** @enum {string} */
            status?: "active" | "suspended";
        };
        ChangeOrganizationRequestSettings: {
            controls?: components["schemas"]["ChangeOrganizationRequestSettingsControls"] | null;
            margin_bps?: number;
            /** @enum {string} */
            payout_destinations?: "registered" | "any";
            payout_review_above?: (number | {
                [key: string]: number;
            }) | null;
            require_second_factor?: boolean;
            unique_client_reference?: boolean;
        };
        ChangeOrganizationRequestSettingsControls: {
            beneficiary_cool_off_hours?: number;
            /** @description Submit, approve and release of a milestone by different people */
            escrow_separation?: boolean;
            limits?: components["schemas"]["ChangeOrganizationRequestSettingsControlsLimitsItem"][];
            policies?: components["schemas"]["ChangeOrganizationRequestSettingsControlsPoliciesItem"][];
        };
        ChangeOrganizationRequestSettingsControlsLimitsItem: {
            /** @enum {string} */
            action: "refuse" | "review";
            /** Format: double */
            amount?: number;
            count?: number;
            currency?: string;
            /** @description Whose payouts are counted together. `customer` counts payins and payouts of one payer, by each of `payer_details.email`, `payer_details.phone` and, of a payin, `mobile_money_details.phone_number` */
            per: components["schemas"]["LimitScope"];
            /** @enum {string} */
            window: "hour" | "day";
        };
        ChangeOrganizationRequestSettingsControlsPoliciesItem: {
            /** Format: double */
            above?: number;
            /** @description How many other people must approve; 1 when absent */
            approvers?: number;
            /** @description `*`, the default: every currency, at face value */
            currency?: string;
            /** @enum {string} */
            role?: "org-admin";
            /** @description What makes a payout wait for approval; the daily ones count the last 24 hours */
            when: components["schemas"]["PolicyCondition"];
        };
        ChangeOwnProfileRequest: {
            country?: string | null;
            default_org_id?: string | null;
            /** Format: name */
            name?: string;
            phone?: string | null;
        };
        ChangeProviderConfigRequest: {
            api_version?: string | null;
            /**
             * Format: country-code
             * @description ISO 3166-1 alpha-2
             */
            country?: string;
            description?: string | null;
            direction?: components["schemas"]["PaymentDirection"];
            is_active?: boolean;
            max_amount?: number | null;
            min_amount?: number | null;
            org_id?: string | null;
            payment_method?: components["schemas"]["PaymentMethod"];
            priority?: number;
            provider?: components["schemas"]["ProviderName"];
            settlement_delay_hours?: number | null;
            webhook_required?: boolean;
            webhook_url?: string | null;
        };
        ChangeUserRequest: {
            country?: string | null;
            default_org_id?: string | null;
            disabled?: boolean;
            /** Format: name */
            name?: string;
            phone?: string | null;
            platform_role?: ("admin" | "staff") | null;
        };
        CheckoutBrand: {
            color: string | null;
            /** @description Sites that may show the checkout in a frame */
            embed_origins: string[];
            footer: string | null;
            logo_url: string | null;
            privacy_url: string | null;
            support_email: string | null;
            support_phone: string | null;
            terms_url: string | null;
        };
        CheckoutBrandInput: {
            color?: string | null;
            /** @description Sites that may show the checkout in a frame */
            embed_origins?: string[];
            footer?: string | null;
            privacy_url?: string | null;
            support_email?: string | null;
            support_phone?: string | null;
            terms_url?: string | null;
        };
        CheckoutBrandResponse: {
            data: components["schemas"]["CheckoutBrand"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        CheckoutLink: {
            amount: number | null;
            /** @enum {string} */
            amount_type: "fixed" | "open";
            /** @description Where and how it can be paid at present; empty unless the link is active */
            countries: components["schemas"]["CheckoutLinkCountriesItem"][];
            country: string;
            currency: string;
            description: string | null;
            email: string | null;
            expires_at: string | null;
            link_ref: string;
            organization: components["schemas"]["CheckoutOrganization"];
            paid_at: string | null;
            payer_amount: number | null;
            /** @description What the payer is charged in */
            payer_currency: string;
            quote: components["schemas"]["CheckoutLinkQuote"] | null;
            status: components["schemas"]["LinkStatus"];
            suggested_amount: number | null;
            /** @description True in development: nothing that is paid here is real */
            test: boolean;
        };
        CheckoutLinkCountriesItem: {
            country: string;
            methods: ("mobile_money" | "card" | "bank_transfer")[];
            networks: components["schemas"]["CheckoutLinkCountriesItemNetworksItem"][];
        };
        CheckoutLinkCountriesItemNetworksItem: {
            code: string;
            currency: string;
            name: string;
        };
        CheckoutLinkQuote: {
            /** Format: date-time */
            expires_at: string;
            /** @description Send it back to pay exactly what was shown */
            quote_id: string;
            /** Format: double */
            rate: number;
        };
        CheckoutLinkResponse: {
            data: components["schemas"]["CheckoutLink"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        CheckoutLogoInput: {
            /** @description The picture in base64 */
            content: string;
        };
        CheckoutOrganization: {
            color: string | null;
            footer: string | null;
            logo_url: string | null;
            name: string;
            privacy_url: string | null;
            support_email: string | null;
            support_phone: string | null;
            terms_url: string | null;
        };
        CheckoutPayment: {
            /** Format: double */
            amount: number;
            bank_transfer: components["schemas"]["CheckoutPaymentBankTransfer"] | null;
            card: components["schemas"]["CheckoutPaymentCard"] | null;
            checkout_token: string;
            /** Format: date-time */
            created_at: string;
            currency: string;
            description: string | null;
            expires_at: string | null;
            failure_cause: ("funds" | "limit" | "wrong_code" | "timeout" | "network_down" | "not_allowed" | "card_expired" | "declined" | "other") | null;
            failure_reason: string | null;
            link_ref: string | null;
            mobile_money: components["schemas"]["PhoneApproval"] | null;
            next_action: ("redirect" | "wait" | "bank_transfer" | "pay_by_link" | "collect_otp" | "check_status") | null;
            organization: components["schemas"]["CheckoutOrganization"];
            otp: components["schemas"]["CheckoutPaymentOtp"] | null;
            payment_link: string | null;
            payment_method: string;
            receipt_url: string | null;
            redirect_url: string | null;
            reference: string;
            return_url: string | null;
            status: components["schemas"]["PaymentStatus"];
            test: boolean;
            /** Format: date-time */
            updated_at: string;
        };
        CheckoutPaymentBankTransfer: {
            account_name: string;
            account_number: string;
            /** Format: double */
            amount: number;
            bank_code: string | null;
            bank_name: string;
            currency: string;
            expires_at: string | null;
            received_amount: number | null;
            reference: string;
        };
        CheckoutPaymentCard: {
            brand: string | null;
            last4: string;
        };
        CheckoutPaymentOtp: {
            attempts_left: number;
            phone_hint: string | null;
        };
        CheckoutPaymentRequest: {
            /**
             * Format: double
             * @description Of an open link what is paid; of a fixed one what the payer was shown: refused when the link costs something else by now
             */
            amount?: number;
            bank_details?: components["schemas"]["BankDetailsInput"] | null;
            card_details?: components["schemas"]["CardInput"] | null;
            /**
             * Format: country-code
             * @description ISO 3166-1 alpha-2
             */
            country: string;
            locale?: string;
            mobile_money_details?: components["schemas"]["MobileMoneyInput"] | null;
            payer_details: components["schemas"]["PayerInput"];
            /** @enum {string} */
            payment_method: "mobile_money" | "card" | "bank_transfer";
            quote_id?: string;
        };
        CheckoutPaymentResponse: {
            data: components["schemas"]["CheckoutPayment"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        CheckoutReceipt: {
            /** Format: double */
            amount: number;
            currency: string;
            description: string | null;
            method_detail: string | null;
            organization: components["schemas"]["CheckoutOrganization"];
            /** Format: date-time */
            paid_at: string;
            payment_method: string;
            receipt_code: string;
            received: components["schemas"]["CheckoutReceiptReceived"] | null;
            reference: string;
            /** @enum {string} */
            status: "completed" | "refunded";
            test: boolean;
        };
        /** @description What the organization got, where that is another currency */
        CheckoutReceiptReceived: {
            /** Format: double */
            amount: number;
            currency: string;
            /** Format: double */
            rate: number;
        };
        CheckoutReceiptResponse: {
            data: components["schemas"]["CheckoutReceipt"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        CheckPermissionResponse: {
            data: components["schemas"]["CheckPermissionResponseData"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        CheckPermissionResponseData: {
            allowed: boolean;
            permission: components["schemas"]["Permission"];
            role: components["schemas"]["Role"];
            source: ("role" | "grant") | null;
            /** @description UUIDv7 */
            user_id: string;
        };
        /** @description Or a payin that collects the money, as for POST /payments-init/initiate */
        CollectingPayin: {
            bank_account?: components["schemas"]["BankAccountInput"] | null;
            bank_details?: components["schemas"]["BankDetailsInput"] | null;
            card_details?: components["schemas"]["CardInput"] | null;
            client_reference?: string | null;
            country?: string | null;
            description?: string | null;
            metadata?: {
                [key: string]: unknown;
            } | null;
            mobile_money_details?: components["schemas"]["MobileMoneyInput"] | null;
            payer_details?: components["schemas"]["PayerInput"] | null;
            /** @enum {string} */
            payment_method: "mobile_money" | "bank_transfer" | "card";
            return_url?: string | null;
        };
        Controls: {
            beneficiary_cool_off_hours?: number;
            escrow_separation?: boolean;
            limits: components["schemas"]["Limit"][];
            policies: components["schemas"]["ApprovalPolicy"][];
        };
        Corridor: {
            country: string;
            /** @enum {string} */
            direction: "payin" | "payout" | "ramp";
            fees: components["schemas"]["CorridorFeesItem"][];
            /** Format: double */
            max_amount?: number;
            /** Format: double */
            min_amount?: number;
            payment_method: components["schemas"]["PaymentMethod"];
            /** @description How long after completion a payin's money is pending, at worst; 0: available at once */
            settlement_delay_hours: number;
        };
        CorridorFeesItem: {
            currency: string;
            /** @description UUIDv7 */
            fee_id: string;
            /** Format: double */
            fixed_amount: number;
            /** Format: double */
            max_fee?: number;
            /** Format: double */
            min_fee?: number;
            /** Format: double */
            percent: number;
        };
        CorridorTrend: {
            /** @description Refunded ones included */
            completed: number;
            count: number;
            country: string;
            direction: string;
            failed: number;
            payment_method: string;
            success_rate: number | null;
        };
        CountryCount: {
            completed: number;
            country: string | null;
            failed: number;
            payments: number;
            success_rate: number | null;
            users: number;
            /** @description Amounts of completed payments, per currency */
            volume: components["schemas"]["Volume"][];
        };
        CountUnreadNotificationsResponse: {
            data: components["schemas"]["CountUnreadNotificationsResponseData"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        CountUnreadNotificationsResponseData: {
            unread: number;
        };
        CreateApiKeyRequest: {
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
        CreateCheckoutResponse: {
            data: components["schemas"]["CreateCheckoutResponseData"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        CreateCheckoutResponseData: {
            checkout_token: string;
            checkout_url: string;
        };
        CreateFeeRequest: {
            country?: string | null;
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            direction?: components["schemas"]["PaymentDirection"] | null;
            /** Format: double */
            fixed_amount?: number;
            is_active?: boolean;
            max_fee?: number | null;
            min_fee?: number | null;
            name: string;
            org_id?: string | null;
            payment_method?: components["schemas"]["PaymentMethod"] | null;
            /** Format: double */
            percent?: number;
        };
        CreateInviteRequest: {
            /** Format: email */
            email: string;
            role: components["schemas"]["Role"];
        };
        CreateOrganizationRequest: {
            /**
             * Format: country-code
             * @description ISO 3166-1 alpha-2
             */
            country: string;
            features?: components["schemas"]["Feature"][];
            /** Format: name */
            name: string;
        };
        CreateProviderConfigRequest: {
            api_version?: string | null;
            /**
             * Format: country-code
             * @description ISO 3166-1 alpha-2
             */
            country: string;
            description?: string | null;
            direction: components["schemas"]["PaymentDirection"];
            is_active?: boolean;
            max_amount?: number | null;
            min_amount?: number | null;
            org_id?: string | null;
            payment_method: components["schemas"]["PaymentMethod"];
            priority?: number;
            provider: components["schemas"]["ProviderName"];
            settlement_delay_hours?: number | null;
            webhook_required?: boolean;
            webhook_url?: string | null;
        };
        CreateServiceAccountRequest: {
            /** Format: name */
            name: string;
            /** @enum {string} */
            role: "org-member" | "org-viewer";
        };
        CreditLine: {
            /** @description The ledger account whose floor it lowers */
            account_id: string;
            /** Format: double */
            available: number;
            /** Format: date-time */
            created_at: string;
            /** Format: double */
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
        };
        CreditLineList: {
            data: components["schemas"]["CreditLine"][];
            last_evaluated_key: string | null;
            message: string;
            meta: components["schemas"]["Page"];
            /** @enum {string} */
            status: "success";
        };
        CryptoAsset: {
            /** @description As `crypto_currency` of a ramp */
            code: string;
            /** @description To which amounts of it are quoted, booked and shown, on every network */
            decimals: number;
            name: string;
            /** @description As `crypto_network` of a ramp */
            networks: ("BITCOIN" | "ETHEREUM" | "POLYGON" | "BASE" | "BSC" | "CELO" | "TRON" | "SOLANA" | "STELLAR")[];
        };
        CryptoDetails: {
            memo?: string;
            network?: string;
            wallet_address?: string;
        };
        /** @description Needed for account_type crypto; `currency` is the asset */
        CryptoDetailsInput: {
            memo?: string | null;
            network?: string | null;
            wallet_address?: string | null;
        };
        Customer: {
            country?: string;
            /** Format: date-time */
            created_at: string;
            /** @description UUIDv7 */
            customer_id: string;
            email?: string;
            /** @description UUIDv7 */
            merged_into?: string;
            metadata: {
                [key: string]: unknown;
            };
            name?: string;
            /** @description UUIDv7 */
            org_id: string;
            phone?: string;
            reference?: string;
            /**
             * @description merged: `merged_into` stands for it. erasing: its data is gone, and is being taken out of its payments
             * @enum {string}
             */
            status: "active" | "merged" | "erasing" | "erased";
            /** Format: date-time */
            updated_at: string;
        };
        CustomerChange: {
            country?: string | null;
            email?: string | null;
            metadata?: {
                [key: string]: unknown;
            } | null;
            name?: string | null;
            phone?: string | null;
            reference?: string | null;
        };
        CustomerInput: {
            country?: string | null;
            email?: string | null;
            metadata?: {
                [key: string]: unknown;
            } | null;
            name?: string | null;
            /** @description For platform people; members act in their own organization */
            org_id?: string;
            phone?: string | null;
            reference?: string | null;
        };
        CustomerList: {
            data: components["schemas"]["Customer"][];
            last_evaluated_key: string | null;
            message: string;
            meta: components["schemas"]["Page"];
            /** @enum {string} */
            status: "success";
        };
        CustomerMerge: {
            /** @description UUIDv7 */
            into: string;
        };
        CustomerResponse: {
            data: components["schemas"]["Customer"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        DecideKybRequest: {
            /** @enum {string} */
            decision: "approved" | "rejected";
            reason?: string | null;
        };
        DecideKycRequest: {
            kyc_status: components["schemas"]["VerificationStatus"];
            reason?: string | null;
        };
        Delivery: {
            attempt_count: number;
            /** @description Newest last */
            attempts: components["schemas"]["DeliveryAttempt"][];
            /** Format: date-time */
            created_at: string;
            /** @description UUIDv7 */
            delivery_id: string;
            /** @description UUIDv7 */
            event_id: string;
            event_type: components["schemas"]["EventType"];
            finished_at: string | null;
            next_attempt_at: string | null;
            /** @description UUIDv7 */
            org_id: string;
            status: components["schemas"]["DeliveryStatus"];
            /** @description UUIDv7 */
            webhook_id: string;
        };
        DeliveryAttempt: {
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
        };
        DeliveryList: {
            data: components["schemas"]["Delivery"][];
            last_evaluated_key: string | null;
            message: string;
            meta: components["schemas"]["Page"];
            /** @enum {string} */
            status: "success";
        };
        DeliveryResponse: {
            data: components["schemas"]["Delivery"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        /** @enum {string} */
        DeliveryStatus: "pending" | "delivered" | "dead" | "canceled";
        DirectedVolume: {
            currency: string;
            /** Format: double */
            external: number;
            /** Format: double */
            inbound: number;
            /** Format: double */
            outbound: number;
            /** Format: double */
            total: number;
        };
        Disbursement: {
            account_id: string | null;
            /** Format: double */
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
            /** @description `returned`: a share that could not be paid and went back to who funded the project */
            status: components["schemas"]["DisbursementStatus"];
            /** Format: date-time */
            updated_at: string;
        };
        DisbursementList: {
            data: components["schemas"]["Disbursement"][];
            last_evaluated_key: string | null;
            message: string;
            meta: components["schemas"]["Page"];
            /** @enum {string} */
            status: "success";
        };
        DisbursementRedirect: {
            account_id?: string | null;
            beneficiary_id?: string | null;
        };
        DisbursementResponse: {
            data: components["schemas"]["Disbursement"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        /** @enum {string} */
        DisbursementStatus: "pending" | "completed" | "failed" | "returned";
        Dispute: {
            /** @description What can be done now; empty where the provider takes answers on its own dashboard only */
            actions: ("submit" | "accept")[];
            /** Format: double */
            amount: number;
            /** Format: date-time */
            created_at: string;
            currency: string;
            /** @description UUIDv7 */
            dispute_id: string;
            evidence: components["schemas"]["DisputeEvidence"][];
            /** Format: double */
            fee: number;
            /** @description UUIDv7 */
            org_id: string;
            /** @description UUIDv7 */
            payment_id: string;
            provider: components["schemas"]["ProviderName"];
            provider_dispute_id: string;
            /** @description The provider's own word */
            provider_status: string;
            reason: string | null;
            respond_by: string | null;
            responded_at: string | null;
            status: components["schemas"]["DisputeStatus"];
            /** Format: date-time */
            updated_at: string;
        };
        DisputeEvent: {
            /** Format: date-time */
            created_at: string;
            data: {
                /** Format: double */
                amount: number;
                /** Format: date-time */
                created_at: string;
                currency: string;
                /** @description UUIDv7 */
                dispute_id: string;
                /** Format: double */
                fee: number;
                /** @description UUIDv7 */
                org_id: string;
                /** @description UUIDv7 */
                payment_id: string;
                previous_status: components["schemas"]["DisputeStatus"] | null;
                provider: components["schemas"]["ProviderName"];
                provider_dispute_id: string;
                /** @description The provider's own word */
                provider_status: string;
                reason: string | null;
                respond_by: string | null;
                responded_at: string | null;
                /** @description Orders the events of one resource */
                sequence: number;
                status: components["schemas"]["DisputeStatus"];
                /** Format: date-time */
                updated_at: string;
            };
            /** @description An event may come more than once: know it by this id */
            event_id: string;
            /** @enum {string} */
            event_type: "dispute.opened" | "dispute.updated" | "dispute.under_review" | "dispute.won" | "dispute.lost" | "dispute.accepted" | "dispute.expired";
            org_id: string;
        };
        DisputeEvidence: {
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
        DisputeEvidenceResponse: {
            data: components["schemas"]["DisputeEvidence"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        DisputeResponse: {
            data: components["schemas"]["Dispute"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        /** @enum {string} */
        DisputeStatus: "needs_response" | "under_review" | "won" | "lost" | "accepted" | "expired";
        DisputeSummary: {
            /** Format: double */
            amount: number;
            /** Format: date-time */
            created_at: string;
            currency: string;
            /** @description UUIDv7 */
            dispute_id: string;
            /** Format: double */
            fee: number;
            /** @description UUIDv7 */
            org_id: string;
            /** @description UUIDv7 */
            payment_id: string;
            provider: components["schemas"]["ProviderName"];
            provider_dispute_id: string;
            /** @description The provider's own word */
            provider_status: string;
            reason: string | null;
            respond_by: string | null;
            responded_at: string | null;
            status: components["schemas"]["DisputeStatus"];
            /** Format: date-time */
            updated_at: string;
        };
        DisputeSummaryList: {
            data: components["schemas"]["DisputeSummary"][];
            last_evaluated_key: string | null;
            message: string;
            meta: components["schemas"]["Page"];
            /** @enum {string} */
            status: "success";
        };
        /** @description The standard error */
        Error: {
            /** @description Where it says more than the status does */
            code?: components["schemas"]["ErrorCode"];
            /** @description What to mend, field by field */
            details?: components["schemas"]["ErrorDetail"][];
            /** @description On a 500: the request id to quote to support */
            error?: string;
            message: string;
            /** @enum {string} */
            status: "error";
        };
        /**
         * @description - `ACCOUNT_EXISTS` (409): The user has a virtual account in this currency. Use the account that exists: `GET /virtual-accounts`.
         *     - `ACCOUNT_NOT_EMPTY` (409): The virtual account that should be closed holds money. Withdraw or transfer what it holds, then close it.
         *     - `ALL_PROVIDERS_FAILED` (502): The primary provider and every fallback refused the payment. Nothing was charged or paid; the payment is stored as `failed` with every attempt. Read `payment_id` for the reasons. Start a new payment, with another method where the reason asks for it.
         *     - `ALREADY_A_MEMBER` (409): The person is a member of the organization. Change the member instead.
         *     - `AMOUNT_MISMATCH` (400): The amount is not what the payment link costs now. Read the link again and show its price.
         *     - `APPROVAL_REQUIRED` (409): The change loosens a control over money and waits for another person. Have somebody else approve it (`GET /approvals`), then send the same request again.
         *     - `BAD_REQUEST` (400, 408, 414, 431): The request is not HTTP that the service takes. Mend what the message names.
         *     - `BENEFICIARY_MISMATCH` (400): The account details differ from the beneficiary's, and payouts go to registered accounts only. Leave the details out, or register the account as a beneficiary.
         *     - `BENEFICIARY_NOT_FOUND` (400): `beneficiary_id` names no beneficiary of the organization. Take an id of `GET /beneficiaries`.
         *     - `CLIENT_GONE` (499): The client closed the connection before anything was done. Send the request again.
         *     - `DISPUTE_ANSWER_REFUSED` (502): The provider refused the answer to a dispute. Read the reason, change the evidence, and submit again.
         *     - `DUPLICATE_INVITE` (409): The e-mail address has an open invite. Withdraw that invite or send it again.
         *     - `EMAIL_TAKEN` (409): A user has this e-mail address. Add that user as a member, or use another address.
         *     - `EXCEEDS_FUNDING` (409): The amount is more than the escrow project still needs. Fund at most the amount that the message names.
         *     - `FORBIDDEN` (403): The credential is valid, but its role, permission, scope or the organization's feature does not allow the call. Use a credential with the role that the endpoint names, or ask an org-admin for the permission.
         *     - `IDEMPOTENCY_CONFLICT` (409): The `Idempotency-Key` was used with another request, or its first request still runs. Still running (`Retry-After` is there): send the same request again. Otherwise take a new key.
         *     - `INSUFFICIENT_FUNDS` (409): The available balance does not cover the amount and its fees. See `GET /balances`; send less, or after money has come in.
         *     - `INTERNAL` (500): Something went wrong on our side. Send a POST again with the same `Idempotency-Key`. If it persists, quote the request id to support.
         *     - `INVALID_OTP` (400): The one-time password is wrong. After the third wrong one the payment fails. Ask the customer again, or `resend_otp`.
         *     - `INVALID_STATE` (409): The resource is in a state that does not allow this. Read the resource; `actions`, where it has them, says what may be done now.
         *     - `LAST_ORG_ADMIN` (409): An organization keeps at least one org-admin. Appoint another org-admin first.
         *     - `LIMIT_EXCEEDED` (409): A limit of the organization, key, beneficiary, customer or rate lock is reached. Wait as the message says, or have the limit changed.
         *     - `LINK_BUSY` (409): Another payment of a fixed payment link is under way. Try again after `Retry-After`.
         *     - `LINK_NOT_PAYABLE` (409): The payment link is paid, expired or disabled. Ask for a new link.
         *     - `METHOD_NOT_ALLOWED` (405): The path does not know the method. Use a method of the `Allow` header.
         *     - `NETWORK_NOT_SUPPORTED` (400): The mobile money network is not one of the country or currency. Take a name of `POST /externals/networks`.
         *     - `NOT_FOUND` (404): The path or resource does not exist in the caller's organization. Check the id and the organization of the credential.
         *     - `NOT_FUNDED` (409): The milestone is not fully funded. Fund the project, then release.
         *     - `PAYLOAD_TOO_LARGE` (413): The body is larger than 1 MiB. Send less.
         *     - `PAYMENT_NOT_FOUND` (404): No payment of the caller's organization has this id. Check the id and the organization of the credential.
         *     - `PROVIDER_UNAVAILABLE` (502): The provider did not answer. Try again; what was asked may have been done, so read the resource first.
         *     - `RATE_LIMITED` (429): Too many requests of this credential or address. Wait for `Retry-After`.
         *     - `RATE_MISMATCH` (400): The quoted rate no longer matches the locked or live rate: drift, wrong direction or pair, an expired or used lock, or amounts that do not agree. Fetch the rate again in the direction of the funds, show it, and send it at once.
         *     - `RATE_NOT_FOUND` (400): `org_rate_id` names no rate lock of the organization, or the pair has no rate. Lock a rate: `GET /organizations/admin/exchange-rate`.
         *     - `RATE_REQUIRED` (400): The currencies differ and `org_rate_id` is missing. Lock a rate and send its `org_rate_id`.
         *     - `REFERENCE_USED` (409): The organization wants every `client_reference` used once, and this one was used. Read the payment whose ids the error carries; use a new reference for a new payment.
         *     - `REFUND_REFUSED` (502): The provider refused the refund. Read the reason; pay the customer by a payout where the provider cannot refund.
         *     - `ROUTING_CONFIG_NOT_FOUND` (422): No active provider config serves this country, method, direction, currency and amount. Offer another method, or have an admin add a provider config.
         *     - `SECOND_FACTOR_REQUIRED` (401, 403, 409): The person, their organization or their role asks for a second factor, and the sign-in had none. Sign in with the code of the authenticator app in `code`; set one up first where there is none.
         *     - `SECOND_FACTOR_WRONG` (401): The code of the second factor is wrong or was used before. Send the next code of the authenticator app, or a recovery code that is unused.
         *     - `SESSION_SWITCHED` (409): Another window of the dashboard switched the session to another organization or person. Load the page again.
         *     - `SPLITS_INCOMPLETE` (409): The shares of the parties do not cover the whole milestone. Change the shares so that they sum to the whole.
         *     - `STEP_UP_REQUIRED` (403): The call cannot be taken back, and the second factor was given more than five minutes ago. Give the second factor again, then send the same request.
         *     - `UNAUTHORIZED` (401): A header is missing, holds no valid credential, both hold `NONE`, or the credential is revoked or expired. Send both `Authorization` and `X-Api-Key`, one with a credential and the other `NONE`.
         *     - `UNAVAILABLE` (503): Trouble of ours that passes: database, overload, shutdown, or a rate feed that is too old. Send the same request again after `Retry-After`, with the same `Idempotency-Key`.
         *     - `UNSUPPORTED_MEDIA_TYPE` (415): The body is not JSON. Send `Content-Type: application/json`.
         *     - `VALIDATION_ERROR` (400): A field is missing, of a wrong type or value, or the cursor is malformed. Mend the fields that `details` names.
         *     - `WEBHOOK_LIMIT_REACHED` (409): The organization has as many webhook endpoints as it may have. Delete one first.
         * @enum {string}
         */
        ErrorCode: "ACCOUNT_EXISTS" | "ACCOUNT_NOT_EMPTY" | "ALL_PROVIDERS_FAILED" | "ALREADY_A_MEMBER" | "AMOUNT_MISMATCH" | "APPROVAL_REQUIRED" | "BAD_REQUEST" | "BENEFICIARY_MISMATCH" | "BENEFICIARY_NOT_FOUND" | "CLIENT_GONE" | "DISPUTE_ANSWER_REFUSED" | "DUPLICATE_INVITE" | "EMAIL_TAKEN" | "EXCEEDS_FUNDING" | "FORBIDDEN" | "IDEMPOTENCY_CONFLICT" | "INSUFFICIENT_FUNDS" | "INTERNAL" | "INVALID_OTP" | "INVALID_STATE" | "LAST_ORG_ADMIN" | "LIMIT_EXCEEDED" | "LINK_BUSY" | "LINK_NOT_PAYABLE" | "METHOD_NOT_ALLOWED" | "NETWORK_NOT_SUPPORTED" | "NOT_FOUND" | "NOT_FUNDED" | "PAYLOAD_TOO_LARGE" | "PAYMENT_NOT_FOUND" | "PROVIDER_UNAVAILABLE" | "RATE_LIMITED" | "RATE_MISMATCH" | "RATE_NOT_FOUND" | "RATE_REQUIRED" | "REFERENCE_USED" | "REFUND_REFUSED" | "ROUTING_CONFIG_NOT_FOUND" | "SECOND_FACTOR_REQUIRED" | "SECOND_FACTOR_WRONG" | "SESSION_SWITCHED" | "SPLITS_INCOMPLETE" | "STEP_UP_REQUIRED" | "UNAUTHORIZED" | "UNAVAILABLE" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION_ERROR" | "WEBHOOK_LIMIT_REACHED";
        ErrorDetail: {
            message: string;
            /** @description The field, dots between its parts */
            path: string;
        };
        EscrowContract: {
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
        EscrowContractInput: {
            document_url?: string | null;
            terms?: string | null;
            /** @description Name of the contract */
            title?: string;
        };
        EscrowContractResponse: {
            data: components["schemas"]["EscrowContract"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        EscrowFunding: {
            account_id: string | null;
            /** Format: double */
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
            /** Format: double */
            refunded_amount: number;
            /** @enum {string} */
            source: "virtual_account" | "payin";
            status: components["schemas"]["DisbursementStatus"];
            /** Format: date-time */
            updated_at: string;
        };
        EscrowFundingList: {
            data: components["schemas"]["EscrowFunding"][];
            last_evaluated_key: string | null;
            message: string;
            meta: components["schemas"]["Page"];
            /** @enum {string} */
            status: "success";
        };
        EscrowFundingRequest: {
            account_id?: string | null;
            /** Format: double */
            amount: number;
            payment?: components["schemas"]["CollectingPayin"] | null;
        };
        EscrowFundingResult: {
            account_id: string | null;
            /** Format: double */
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
            escrow: components["schemas"]["EscrowProjectWithParts"];
            /** @description UUIDv7 */
            funding_id: string;
            payment?: components["schemas"]["InitiatedPayment"];
            payment_id: string | null;
            /** Format: double */
            refunded_amount: number;
            /** @enum {string} */
            source: "virtual_account" | "payin";
            status: components["schemas"]["DisbursementStatus"];
            /** Format: date-time */
            updated_at: string;
        };
        EscrowFundingResultResponse: {
            data: components["schemas"]["EscrowFundingResult"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        EscrowParty: {
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
        EscrowPartyChange: {
            account_id?: string | null;
            beneficiary_id?: string | null;
            email?: string | null;
            /** @description Who the party is */
            name?: string;
            /** @description seller, contractor, agent, ... */
            role?: string;
        };
        EscrowPartyInput: {
            account_id?: string | null;
            beneficiary_id?: string | null;
            email?: string | null;
            /** @description Who the party is */
            name: string;
            /** @description seller, contractor, agent, ... */
            role: string;
        };
        EscrowPartyResponse: {
            data: components["schemas"]["EscrowParty"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        EscrowProject: {
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
            status: components["schemas"]["EscrowStatus"];
            title: string;
            /** Format: double */
            total_amount: number;
            /** Format: date-time */
            updated_at: string;
        };
        EscrowProjectChange: {
            description?: string | null;
            /** @description What the project is */
            title?: string;
            /** Format: double */
            total_amount?: number;
        };
        EscrowProjectInput: {
            /** @description ISO 4217 */
            currency: string;
            description?: string | null;
            /** @description For platform people: the organisation */
            org_id?: string;
            /** @description What the project is */
            title: string;
            /** Format: double */
            total_amount: number;
        };
        EscrowProjectList: {
            data: components["schemas"]["EscrowProject"][];
            last_evaluated_key: string | null;
            message: string;
            meta: components["schemas"]["Page"];
            /** @enum {string} */
            status: "success";
        };
        EscrowProjectWithParts: {
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
            /** Format: double */
            funded_amount: number;
            milestones: components["schemas"]["Milestone"][];
            /** @description UUIDv7 */
            org_id: string;
            parties: components["schemas"]["EscrowParty"][];
            /** Format: double */
            pending_funding: number;
            status: components["schemas"]["EscrowStatus"];
            title: string;
            /** Format: double */
            total_amount: number;
            /** Format: double */
            unspent_amount: number;
            /** Format: date-time */
            updated_at: string;
        };
        EscrowProjectWithPartsResponse: {
            data: components["schemas"]["EscrowProjectWithParts"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        EscrowReason: {
            reason?: string | null;
        };
        /** @enum {string} */
        EscrowStatus: "draft" | "active" | "completed" | "canceled";
        /** @description Exactly the text that is signed and delivered */
        Event: {
            /** Format: date-time */
            created_at: string;
            /** @description The resource as its read endpoint shows it, with `sequence` */
            data: {
                [key: string]: unknown;
            };
            /** @description UUIDv7 */
            event_id: string;
            event_type: components["schemas"]["EventType"];
            /** @description UUIDv7 */
            org_id: string;
        };
        EventList: {
            data: components["schemas"]["Event"][];
            last_evaluated_key: string | null;
            message: string;
            meta: components["schemas"]["EventPage"];
            /** @enum {string} */
            status: "success";
        };
        EventPage: {
            count: number;
            /** @description With `order=asc`: send it as `last_evaluated_key` to go on from here, whether or not anything is there yet */
            follow_key?: string;
            has_more: boolean;
            last_evaluated_key: string | null;
            total_count?: number;
        };
        EventResponse: {
            data: components["schemas"]["Event"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        /** @enum {string} */
        EventType: "payment.processing" | "payment.pending" | "payment.completed" | "payment.failed" | "payment.refunded" | "payment.canceled" | "transaction.updated" | "refund.requested" | "refund.completed" | "refund.failed" | "dispute.opened" | "dispute.updated" | "dispute.under_review" | "dispute.won" | "dispute.lost" | "dispute.accepted" | "dispute.expired" | "virtual_account.deposit" | "virtual_account.withdrawal" | "virtual_account.frozen" | "virtual_account.unfrozen" | "escrow.milestone.funded" | "escrow.milestone.disbursed" | "escrow.milestone.approval_revoked" | "payment_link.paid" | "approval.requested" | "approval.approved" | "approval.rejected" | "export.completed" | "export.failed" | "float.low" | "api_key.expiring" | "kyb.approved" | "kyb.rejected" | "kyc.approved" | "kyc.rejected";
        Export: {
            /** Format: date-time */
            created_at: string;
            /** @description Needs no credential: whoever has it can read the file. Read the export again for a new one */
            download_url?: string;
            /** Format: date-time */
            download_url_expires_at?: string;
            /** Format: date-time */
            expires_at?: string;
            /** @description UUIDv7 */
            export_id: string;
            failure_reason?: string;
            filters: components["schemas"]["ExportFilters"];
            /** Format: date-time */
            finished_at?: string;
            /** @enum {string} */
            format: "csv" | "jsonl";
            /** @enum {string} */
            kind: "transactions" | "ledger" | "fees" | "audit";
            /** @description UUIDv7 */
            org_id: string;
            /** @description UUIDv7 */
            requested_by: string;
            rows_done: number;
            /** @description Known once it is being made */
            rows_total?: number;
            /** @description Of the file so far */
            size_bytes: number;
            /** @enum {string} */
            status: "pending" | "running" | "completed" | "failed" | "expired";
            /**
             * Format: date-time
             * @description What came later is not in it
             */
            until: string;
            /** Format: date-time */
            updated_at: string;
        };
        ExportEvent: {
            /** Format: date-time */
            created_at: string;
            data: {
                /** Format: date-time */
                created_at: string;
                /** Format: date-time */
                expires_at?: string;
                /** @description UUIDv7 */
                export_id: string;
                failure_reason?: string;
                filters: components["schemas"]["ExportFilters"];
                /** Format: date-time */
                finished_at?: string;
                /** @enum {string} */
                format: "csv" | "jsonl";
                /** @enum {string} */
                kind: "transactions" | "ledger" | "fees" | "audit";
                /** @description UUIDv7 */
                org_id: string;
                /** @description UUIDv7 */
                requested_by: string;
                rows_done: number;
                /** @description Known once it is being made */
                rows_total?: number;
                /** @description Orders the events of one resource */
                sequence: number;
                /** @description Of the file so far */
                size_bytes: number;
                /** @enum {string} */
                status: "pending" | "running" | "completed" | "failed" | "expired";
                /**
                 * Format: date-time
                 * @description What came later is not in it
                 */
                until: string;
                /** Format: date-time */
                updated_at: string;
            };
            /** @description An event may come more than once: know it by this id */
            event_id: string;
            /** @enum {string} */
            event_type: "export.completed" | "export.failed";
            org_id: string;
        };
        ExportFilters: {
            currency?: string;
            date_from?: string;
            date_to?: string;
            status?: string;
        };
        ExportInput: {
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency?: string;
            /** Format: date-time */
            date_from?: string;
            /** Format: date-time */
            date_to?: string;
            /**
             * @default csv
             * @enum {string}
             */
            format?: "csv" | "jsonl";
            /** @enum {string} */
            kind: "transactions" | "ledger" | "fees" | "audit";
            /** @description For platform people: the organization */
            org_id?: string;
            /** @description Of transactions and fees: a status of payments */
            status?: string;
        };
        ExportResponse: {
            data: components["schemas"]["Export"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        ExportSummary: {
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at?: string;
            /** @description UUIDv7 */
            export_id: string;
            failure_reason?: string;
            filters: components["schemas"]["ExportSummaryFilters"];
            /** Format: date-time */
            finished_at?: string;
            /** @enum {string} */
            format: "csv" | "jsonl";
            /** @enum {string} */
            kind: "transactions" | "ledger" | "fees" | "audit";
            /** @description UUIDv7 */
            org_id: string;
            /** @description UUIDv7 */
            requested_by: string;
            rows_done: number;
            /** @description Known once it is being made */
            rows_total?: number;
            /** @description Of the file so far */
            size_bytes: number;
            /** @enum {string} */
            status: "pending" | "running" | "completed" | "failed" | "expired";
            /**
             * Format: date-time
             * @description What came later is not in it
             */
            until: string;
            /** Format: date-time */
            updated_at: string;
        };
        ExportSummaryFilters: {
            currency?: string;
            date_from?: string;
            date_to?: string;
            status?: string;
        };
        ExportSummaryList: {
            data: components["schemas"]["ExportSummary"][];
            last_evaluated_key: string | null;
            message: string;
            meta: components["schemas"]["Page"];
            /** @enum {string} */
            status: "success";
        };
        FailingProvider: {
            acceptance_rate: number | null;
            accepted: number;
            /** @description How often finished payments were sent there */
            attempts: number;
            /** @enum {string} */
            circuit: "closed" | "open" | "half_open";
            provider: string;
        };
        /** @enum {string} */
        Feature: "payments" | "ramps" | "virtual_accounts" | "escrow" | "payment_links";
        FeeSchedule: {
            country: string | null;
            /** Format: date-time */
            created_at: string;
            currency: string;
            direction: string | null;
            /** @description UUIDv7 */
            fee_id: string;
            /** Format: double */
            fixed_amount: number;
            is_active: boolean;
            max_fee: number | null;
            min_fee: number | null;
            name: string;
            org_id: string | null;
            payment_method: string | null;
            /** Format: double */
            percent: number;
            /** Format: date-time */
            updated_at: string;
        };
        FeeScheduleList: {
            data: components["schemas"]["FeeSchedule"][];
            last_evaluated_key: string | null;
            message: string;
            meta: components["schemas"]["Page"];
            /** @enum {string} */
            status: "success";
        };
        FeeScheduleResponse: {
            data: components["schemas"]["FeeSchedule"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        FloatEvent: {
            /** Format: date-time */
            created_at: string;
            data: {
                /**
                 * Format: currency-code
                 * @description ISO 4217, or a crypto asset code
                 */
                currency: string;
                difference: number | null;
                /** Format: double */
                expected: number;
                is_low: boolean;
                provider: string;
                reported: number | null;
                reported_at: string | null;
                /** @description Orders the events of one resource */
                sequence: number;
                threshold: number | null;
            };
            /** @description An event may come more than once: know it by this id */
            event_id: string;
            /** @enum {string} */
            event_type: "float.low";
            org_id: string;
        };
        /** @enum {string} */
        FundingStatus: "unfunded" | "partially_funded" | "funded";
        Geography: {
            countries: components["schemas"]["CountryCount"][];
            date_from: string | null;
            date_to: string | null;
            total_payments: number;
            total_users: number;
        };
        GeographyResponse: {
            data: components["schemas"]["Geography"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        GetChangelogResponse: {
            data: components["schemas"]["ApiChange"][];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        GetProviderHealthResponse: {
            data: components["schemas"]["GetProviderHealthResponseDataItem"][];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        GetProviderHealthResponseDataItem: {
            faults: number;
            provider: string;
            /** @enum {string} */
            state: "closed" | "open" | "half_open";
        };
        InitiatedPayment: {
            account_name?: string;
            account_number?: string;
            /** Format: double */
            amount?: number;
            bank_code?: string | null;
            bank_name?: string;
            currency?: string;
            expires_at?: string;
            message: string | null;
            mobile_money?: components["schemas"]["PhoneApproval"];
            /** @enum {string} */
            next_action?: "redirect" | "wait" | "bank_transfer" | "pay_by_link" | "collect_otp" | "check_status" | "make_transfer";
            payment_data: components["schemas"]["PaymentEcho"] | null;
            payment_id: string;
            payment_link?: string;
            provider: string | null;
            redirect_url?: string | null;
            reference?: string;
            status: components["schemas"]["PaymentStatus"];
            success: boolean;
            transaction_id: string;
        } & {
            [key: string]: unknown;
        };
        InitiatedRamp: {
            /** Format: double */
            crypto_amount: number;
            crypto_currency: string;
            crypto_network: string;
            /** @enum {string} */
            direction: "on_ramp" | "off_ramp";
            expires_at?: string;
            /** Format: double */
            fiat_amount: number;
            fiat_currency: string;
            message: string;
            /** @enum {string} */
            next_action?: "make_transfer" | "wait" | "collect_otp" | "pay_by_link" | "redirect" | "check_status";
            payment_id: string;
            payment_instructions?: components["schemas"]["PaymentInstructions"];
            provider?: string;
            /**
             * Format: double
             * @description The live rate at which the amounts were computed, in the direction of the funds
             */
            rate: number;
            status: components["schemas"]["PaymentStatus"];
            success: boolean;
            transaction_id: string;
        } & {
            [key: string]: unknown;
        };
        InitiateRampResponse: {
            response: components["schemas"]["InitiatedRamp"];
            statusCode: number;
        };
        /** @description The error of everything under `/payments-init` */
        InitiationError: {
            code: components["schemas"]["ErrorCode"];
            /** @description What to mend, field by field */
            details?: components["schemas"]["ErrorDetail"][];
            error: string;
            message: string;
            /** @description Of the payment that exists in spite of the error (`ALL_PROVIDERS_FAILED`, `REFERENCE_USED`) */
            payment_id?: string;
            transaction_id?: string;
        };
        InitiationResponse: {
            response: components["schemas"]["InitiatedPayment"];
            statusCode: number;
        };
        Institution: {
            code: string;
            country: string;
            currency: string;
            name: string;
        };
        Invite: {
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
            role: components["schemas"]["Role"];
            status: components["schemas"]["InviteStatus"];
            /** Format: date-time */
            updated_at: string;
        };
        InviteList: {
            data: components["schemas"]["Invite"][];
            lastEvaluatedKey: string | null;
            message: string;
            meta: components["schemas"]["OrganizationPage"];
            /** @enum {string} */
            status: "success";
        };
        InviteResponse: {
            data: components["schemas"]["Invite"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        /** @enum {string} */
        InviteStatus: "pending" | "accepted" | "revoked" | "expired";
        KybEvent: {
            /** Format: date-time */
            created_at: string;
            data: {
                country: string;
                /** Format: date-time */
                created_at: string;
                features: components["schemas"]["Feature"][];
                kyb_customer_id: string | null;
                kyb_provider: string | null;
                kyb_status: components["schemas"]["VerificationStatus"];
                name: string;
                /** @description UUIDv7 */
                org_id: string;
                previous_status: components["schemas"]["VerificationStatus"];
                reason: string | null;
                /** @description Orders the events of one resource */
                sequence: number;
                settings: components["schemas"]["OrganizationSettings"];
                /** @enum {string} */
                status: "active" | "suspended";
                /** Format: date-time */
                updated_at: string;
            };
            /** @description An event may come more than once: know it by this id */
            event_id: string;
            /** @enum {string} */
            event_type: "kyb.approved" | "kyb.rejected";
            org_id: string;
        };
        /** @description Shown to the platform: what the verification provider said after a person decided, where it contradicts that decision */
        KybReview: {
            /** Format: date-time */
            occurred_at: string;
            reason: string | null;
            status: components["schemas"]["VerificationStatus"];
        };
        KycEvent: {
            /** Format: date-time */
            created_at: string;
            data: {
                country: string | null;
                /** Format: date-time */
                created_at: string;
                disabled_at: string | null;
                email: string;
                kyc_status: components["schemas"]["VerificationStatus"];
                name: string;
                phone: string | null;
                previous_status: components["schemas"]["VerificationStatus"];
                reason: string | null;
                /** @description Orders the events of one resource */
                sequence: number;
                /** Format: date-time */
                updated_at: string;
                /** @description UUIDv7 */
                user_id: string;
            };
            /** @description An event may come more than once: know it by this id */
            event_id: string;
            /** @enum {string} */
            event_type: "kyc.approved" | "kyc.rejected";
            org_id: string;
        };
        LedgerAccount: {
            /** @description UUIDv7 */
            account_id: string;
            /** Format: double */
            available: number;
            /** Format: double */
            balance: number;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            /** Format: double */
            held: number;
            /** @description UUIDv7 */
            org_id: string;
            owner_id: string | null;
            purpose: components["schemas"]["LedgerPurpose"];
            status: components["schemas"]["VirtualAccountStatus"];
            /** Format: date-time */
            updated_at: string;
        };
        LedgerAccountList: {
            data: components["schemas"]["LedgerAccount"][];
            last_evaluated_key: string | null;
            message: string;
            meta: components["schemas"]["Page"];
            /** @enum {string} */
            status: "success";
        };
        /** @enum {string} */
        LedgerPurpose: "settlement" | "pending_settlement" | "provider" | "fees" | "fx" | "in_transit" | "refunds_in_transit" | "disputes" | "virtual_account" | "escrow" | "ramp_clearing" | "suspense" | "adjustments" | "sandbox";
        LedgerTransaction: {
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
            postings: components["schemas"]["LedgerTransactionPostingsItem"][];
            /** @description UUIDv7 */
            resource_id: string;
        };
        LedgerTransactionList: {
            data: components["schemas"]["LedgerTransaction"][];
            last_evaluated_key: string | null;
            message: string;
            meta: components["schemas"]["Page"];
            /** @enum {string} */
            status: "success";
        };
        LedgerTransactionPostingsItem: {
            /** @description UUIDv7 */
            account_id: string;
            account_status: components["schemas"]["VirtualAccountStatus"] | null;
            /** Format: double */
            amount: number;
            /** Format: double */
            balance_after: number;
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            /** Format: double */
            held_after: number;
            /** Format: double */
            held_change: number;
            hold_id: string | null;
            owner_id: string | null;
            purpose: components["schemas"]["LedgerPurpose"];
        };
        Limit: {
            /** @enum {string} */
            action: "refuse" | "review";
            /** Format: double */
            amount?: number;
            count?: number;
            currency: string;
            per: components["schemas"]["LimitScope"];
            /** @enum {string} */
            window: "hour" | "day";
        };
        /** @enum {string} */
        LimitScope: "organization" | "key" | "beneficiary" | "customer";
        LinkIdentityRequest: {
            issuer: string;
            subject: string;
        };
        LinkIdentityResponse: {
            data: components["schemas"]["LinkIdentityResponseData"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        LinkIdentityResponseData: {
            issuer: string;
            subject: string;
            /** @description UUIDv7 */
            user_id: string;
        };
        /** @enum {string} */
        LinkStatus: "active" | "paid" | "expired" | "disabled";
        ListBalancesResponse: {
            data: components["schemas"]["Balance"][];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        ListBanksRequest: {
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
        };
        ListBanksResponse: {
            data: components["schemas"]["Institution"][];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        ListCorridorsResponse: {
            data: components["schemas"]["Corridor"][];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        ListCryptoAssetsResponse: {
            data: components["schemas"]["CryptoAsset"][];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        ListedUser: {
            country: string | null;
            /** Format: date-time */
            created_at: string;
            default_org_id: string | null;
            disabled_at: string | null;
            email: string;
            kyc_status: components["schemas"]["VerificationStatus"];
            name: string;
            phone: string | null;
            platform_role: ("admin" | "staff") | null;
            role: components["schemas"]["Role"] | null;
            /** Format: date-time */
            updated_at: string;
            /** @description UUIDv7 */
            user_id: string;
        };
        ListedUserList: {
            data: components["schemas"]["ListedUser"][];
            last_evaluated_key: string | null;
            message: string;
            meta: components["schemas"]["Page"];
            /** @enum {string} */
            status: "success";
        };
        ListEscrowMilestonesResponse: {
            data: components["schemas"]["Milestone"][];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        ListEscrowPartiesResponse: {
            data: components["schemas"]["EscrowParty"][];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        ListFloatResponse: {
            data: components["schemas"]["ProviderFloat"][];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        ListNetworksRequest: {
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
        };
        ListNetworksResponse: {
            data: components["schemas"]["Institution"][];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        ListPaymentLinksResponse: {
            count: number;
            data: components["schemas"]["PaymentLink"][];
            last_evaluated_key: string | null;
            message: string;
            meta: components["schemas"]["ListPaymentLinksResponseMeta"];
            /** @enum {string} */
            status: "success";
        };
        ListPaymentLinksResponseMeta: {
            count: number;
            has_more: boolean;
            last_evaluated_key: string | null;
        };
        ListProvidersResponse: {
            data: components["schemas"]["Provider"][];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        ListRatesResponse: {
            data: components["schemas"]["TableRate"][];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        LockedRate: {
            /** Format: double */
            amount?: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            fromCurrency: string;
            /** Format: double */
            inverse_rate: number;
            margin_bps: number;
            /** @description UUIDv7 */
            org_rate_id: string;
            /** Format: double */
            rate: number;
            source: string;
            toCurrency: string;
        };
        LockedRateResponse: {
            data: components["schemas"]["LockedRate"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        Member: {
            /** Format: date-time */
            created_at: string;
            email: string;
            name: string;
            /** @description UUIDv7 */
            org_id: string;
            /** @description Granted beyond the role */
            permissions: components["schemas"]["Permission"][];
            role: components["schemas"]["Role"];
            /** Format: date-time */
            updated_at: string;
            /** @description UUIDv7 */
            user_id: string;
        };
        MemberList: {
            data: components["schemas"]["Member"][];
            lastEvaluatedKey: string | null;
            message: string;
            meta: components["schemas"]["OrganizationPage"];
            /** @enum {string} */
            status: "success";
        };
        MemberResponse: {
            data: components["schemas"]["Member"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        MethodTrend: {
            /** @description Refunded ones included */
            completed: number;
            count: number;
            failed: number;
            payment_method: string;
            success_rate: number | null;
            /** @description Amounts of completed payments, per currency */
            volume: components["schemas"]["Volume"][];
        };
        Milestone: {
            /** Format: date-time */
            contract_submitted_at?: string;
            /** Format: double */
            covered_amount: number;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            description?: string;
            /** Format: date-time */
            disbursed_at?: string;
            /** Format: double */
            disbursed_total: number;
            /** Format: date */
            due_date?: string;
            /** @description UUIDv7 */
            escrow_id: string;
            /** Format: double */
            expected_disbursement: number;
            funding_status: components["schemas"]["FundingStatus"];
            label: string;
            /** @description UUIDv7 */
            milestone_id: string;
            parties: components["schemas"]["MilestoneSplit"][];
            /** Format: double */
            returned_total: number;
            sequence: number;
            status: components["schemas"]["MilestoneStatus"];
            /** Format: date-time */
            updated_at: string;
        };
        MilestoneChange: {
            description?: string | null;
            due_date?: string | null;
            /** Format: double */
            expected_disbursement?: number;
            /** @description What is reached */
            label?: string;
            /** @description Order of funding; after the last one when absent */
            sequence?: number;
        };
        MilestoneDisbursedEvent: {
            /** Format: date-time */
            created_at: string;
            data: {
                /** Format: date-time */
                contract_submitted_at?: string;
                /** Format: double */
                covered_amount: number;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: currency-code
                 * @description ISO 4217, or a crypto asset code
                 */
                currency: string;
                description?: string;
                /** Format: date-time */
                disbursed_at?: string;
                /** Format: double */
                disbursed_total: number;
                disbursements: components["schemas"]["Disbursement"][];
                /** Format: date */
                due_date?: string;
                /** @description UUIDv7 */
                escrow_id: string;
                /** Format: double */
                expected_disbursement: number;
                funding_status: components["schemas"]["FundingStatus"];
                label: string;
                /** @description UUIDv7 */
                milestone_id: string;
                parties: components["schemas"]["MilestoneSplit"][];
                previous_status: components["schemas"]["MilestoneStatus"];
                /** @description The milestone's own `sequence` */
                resource_sequence: number;
                /** Format: double */
                returned_total: number;
                /** @description Orders the events of one resource */
                sequence: number;
                status: components["schemas"]["MilestoneStatus"];
                /** Format: date-time */
                updated_at: string;
            };
            /** @description An event may come more than once: know it by this id */
            event_id: string;
            /** @enum {string} */
            event_type: "escrow.milestone.disbursed";
            org_id: string;
        };
        MilestoneFundedEvent: {
            /** Format: date-time */
            created_at: string;
            data: {
                /** Format: date-time */
                contract_submitted_at?: string;
                /** Format: double */
                covered_amount: number;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: currency-code
                 * @description ISO 4217, or a crypto asset code
                 */
                currency: string;
                description?: string;
                /** Format: date-time */
                disbursed_at?: string;
                /** Format: double */
                disbursed_total: number;
                /** Format: date */
                due_date?: string;
                /** @description UUIDv7 */
                escrow_id: string;
                /** Format: double */
                expected_disbursement: number;
                funding_status: components["schemas"]["FundingStatus"];
                label: string;
                /** @description UUIDv7 */
                milestone_id: string;
                parties: components["schemas"]["MilestoneSplit"][];
                /** @description The milestone's own `sequence` */
                resource_sequence: number;
                /** Format: double */
                returned_total: number;
                /** @description Orders the events of one resource */
                sequence: number;
                status: components["schemas"]["MilestoneStatus"];
                /** Format: date-time */
                updated_at: string;
            };
            /** @description An event may come more than once: know it by this id */
            event_id: string;
            /** @enum {string} */
            event_type: "escrow.milestone.funded";
            org_id: string;
        };
        MilestoneInput: {
            description?: string | null;
            due_date?: string | null;
            /** Format: double */
            expected_disbursement: number;
            /** @description What is reached */
            label: string;
            parties?: components["schemas"]["SplitInput"][];
            /** @description Order of funding; after the last one when absent */
            sequence?: number;
        };
        MilestoneResponse: {
            data: components["schemas"]["Milestone"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        MilestoneRevokedEvent: {
            /** Format: date-time */
            created_at: string;
            data: {
                /** Format: date-time */
                contract_submitted_at?: string;
                /** Format: double */
                covered_amount: number;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: currency-code
                 * @description ISO 4217, or a crypto asset code
                 */
                currency: string;
                description?: string;
                /** Format: date-time */
                disbursed_at?: string;
                /** Format: double */
                disbursed_total: number;
                /** Format: date */
                due_date?: string;
                /** @description UUIDv7 */
                escrow_id: string;
                /** Format: double */
                expected_disbursement: number;
                funding_status: components["schemas"]["FundingStatus"];
                label: string;
                /** @description UUIDv7 */
                milestone_id: string;
                parties: components["schemas"]["MilestoneSplit"][];
                previous_status: components["schemas"]["MilestoneStatus"];
                /** @description The milestone's own `sequence` */
                resource_sequence: number;
                /** Format: double */
                returned_total: number;
                /** @description Orders the events of one resource */
                sequence: number;
                status: components["schemas"]["MilestoneStatus"];
                /** Format: date-time */
                updated_at: string;
            };
            /** @description An event may come more than once: know it by this id */
            event_id: string;
            /** @enum {string} */
            event_type: "escrow.milestone.approval_revoked";
            org_id: string;
        };
        MilestoneSplit: {
            /** @description UUIDv7 */
            party_id: string;
            split_type: components["schemas"]["SplitType"];
            /** Format: double */
            split_value: number;
        };
        /** @enum {string} */
        MilestoneStatus: "pending" | "contract_submitted" | "approved" | "disbursed" | "canceled";
        MobileMoneyDetails: {
            phone_number?: string;
            provider?: string;
        };
        MobileMoneyInput: {
            phone_number?: string;
            /** @description A network name from POST /externals/networks */
            provider?: string;
        };
        MomoDetails: {
            phone_number?: string;
            provider?: string;
        };
        /** @description Needed for account_type mobile_money */
        MomoDetailsInput: {
            phone_number?: string | null;
            provider?: string | null;
        };
        Notification: {
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
            priority: components["schemas"]["Priority"];
            read_at: string | null;
            title: string;
            /** @example verification.requested */
            type: string;
        };
        NotificationList: {
            data: components["schemas"]["Notification"][];
            last_evaluated_key: string | null;
            message: string;
            meta: components["schemas"]["Page"];
            /** @enum {string} */
            status: "success";
        };
        NotificationResponse: {
            data: components["schemas"]["Notification"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        OrderProviderConfigsRequest: {
            config_ids: string[];
        };
        OrderProviderConfigsResponse: {
            data: components["schemas"]["ProviderConfig"][];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        Organization: {
            country: string;
            /** Format: date-time */
            created_at: string;
            features: components["schemas"]["Feature"][];
            kyb_customer_id: string | null;
            kyb_decided_by?: string | null;
            kyb_provider: string | null;
            kyb_review?: components["schemas"]["KybReview"] | null;
            kyb_status: components["schemas"]["VerificationStatus"];
            name: string;
            /** @description UUIDv7 */
            org_id: string;
            settings: components["schemas"]["OrganizationSettings"];
            /** @enum {string} */
            status: "active" | "suspended";
            /** Format: date-time */
            updated_at: string;
        };
        OrganizationList: {
            data: components["schemas"]["Organization"][];
            lastEvaluatedKey: string | null;
            message: string;
            meta: components["schemas"]["OrganizationPage"];
            /** @enum {string} */
            status: "success";
        };
        OrganizationPage: {
            count: number;
            has_more: boolean;
            lastEvaluatedKey: string | null;
            total_count?: number;
        };
        OrganizationResponse: {
            data: components["schemas"]["Organization"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        OrganizationSettings: {
            controls: components["schemas"]["Controls"];
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
            /** @description A `client_reference` that a payment or ramp has used is refused: 409 REFERENCE_USED */
            unique_client_reference: boolean;
        };
        Overview: {
            attention: components["schemas"]["Attention"];
            /** @description The busiest hundred */
            corridors: components["schemas"]["CorridorTrend"][];
            date_from: string;
            date_to: string;
            /** @description Every day of the range, by the UTC day on which payments were created */
            days: components["schemas"]["TrendDay"][];
            methods: components["schemas"]["MethodTrend"][];
            /** @description Finished payments, by the provider that finished them */
            providers: components["schemas"]["ProviderTrend"][];
            statuses: components["schemas"]["StatusCount"][];
            totals: components["schemas"]["TrendTotals"];
        };
        OverviewResponse: {
            data: components["schemas"]["Overview"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        Page: {
            count: number;
            has_more: boolean;
            last_evaluated_key: string | null;
            total_count?: number;
        };
        PayerDetails: {
            email?: string;
            name?: string;
            phone?: string;
        };
        PayerInput: {
            /** @description Where the payer lives, for the provider's checks: line1, line2, city, state, postal_code, country (ISO 3166-1 alpha-2) */
            address?: unknown;
            /** @description With what the payer pays, for the provider's checks: ip_address, user_agent, accept_header, language, color_depth, screen_height, screen_width, time_zone_offset (minutes), java_enabled */
            device?: unknown;
            email?: string | null;
            name?: string;
            phone?: string | null;
        };
        Payment: {
            /** @description What this caller may do now: submit_otp, resend_otp and cancel by POST /payments-init/{payment_id}/action, approve and reject by POST /payments/{payment_id}/review, refund, and settle (say how it ended, where its provider does not). By the caller's role, the state of the payment and what its provider supports; not part of events. */
            actions: components["schemas"]["PaymentActionName"][];
            /** Format: double */
            amount: number;
            attempts: components["schemas"]["PaymentAttempt"][];
            bank_account: components["schemas"]["BankAccount"];
            bank_details: components["schemas"]["BankAccount"];
            /** @description UUIDv7 */
            beneficiary_id?: string;
            card_details: components["schemas"]["StoredCard"];
            client_reference: string | null;
            comments: string | null;
            country: string;
            /** Format: date-time */
            created_at: string;
            currency: string;
            /** @description UUIDv7 */
            customer_id?: string;
            description: string | null;
            destination: components["schemas"]["PayoutDestination"] | null;
            direction: components["schemas"]["PaymentDirection"];
            dispute: components["schemas"]["PaymentDispute"] | null;
            expires_at: string | null;
            failure_reason: string | null;
            fee_ids: string[];
            from_currency: string | null;
            instructions: string | null;
            metadata: {
                [key: string]: unknown;
            };
            mobile_money_details: components["schemas"]["MobileMoneyDetails"];
            next_action: ("redirect" | "wait" | "bank_transfer" | "pay_by_link" | "collect_otp" | "check_status" | "crypto_transfer") | null;
            org_id: string | null;
            payer_details: components["schemas"]["PayerDetails"];
            /** @description UUIDv7 */
            payment_id: string;
            payment_method: components["schemas"]["PaymentMethod"];
            payment_path_method: ("direct" | "intermediary" | "third_party") | null;
            payout_id: string | null;
            payout_initiated: boolean;
            provider: string | null;
            provider_data: {
                [key: string]: unknown;
            };
            provider_payment_id: string | null;
            provider_status: string | null;
            ramp: components["schemas"]["RampDetails"] | null;
            received_amount: number | null;
            recipient_info: components["schemas"]["PayerDetails"];
            /** Format: double */
            refunded_amount: number;
            region_id: string | null;
            route: components["schemas"]["RouteCandidate"][];
            status: components["schemas"]["PaymentStatus"];
            target_amount: number | null;
            target_currency: string | null;
            timeline: components["schemas"]["TimelineEntry"][];
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
        PaymentAction: {
            /** @enum {string} */
            action: "submit_otp" | "resend_otp" | "cancel";
            /** @description Required for submit_otp */
            otp?: string;
        };
        /** @enum {string} */
        PaymentActionName: "submit_otp" | "resend_otp" | "cancel" | "approve" | "reject" | "refund" | "settle";
        PaymentAttempt: {
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
        };
        PaymentChange: {
            description?: string | null;
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        /** @enum {string} */
        PaymentDirection: "inbound" | "outbound" | "external";
        /** @description The dispute that moved last. It leaves the status of the payment as it is */
        PaymentDispute: {
            /** @description UUIDv7 */
            dispute_id: string;
            status: components["schemas"]["DisputeStatus"];
        };
        PaymentEcho: {
            /** Format: double */
            amount: number;
            currency: string;
            metadata: {
                [key: string]: unknown;
            } | null;
            /** Format: double */
            target_amount: number;
            target_currency: string;
        };
        PaymentEvent: {
            /** Format: date-time */
            created_at: string;
            data: {
                /** Format: double */
                amount: number;
                attempts: components["schemas"]["PaymentAttempt"][];
                bank_account: components["schemas"]["BankAccount"];
                bank_details: components["schemas"]["BankAccount"];
                /** @description UUIDv7 */
                beneficiary_id?: string;
                card_details: components["schemas"]["StoredCard"];
                client_reference: string | null;
                comments: string | null;
                country: string;
                /** Format: date-time */
                created_at: string;
                currency: string;
                /** @description UUIDv7 */
                customer_id?: string;
                description: string | null;
                destination: components["schemas"]["PayoutDestination"] | null;
                direction: components["schemas"]["PaymentDirection"];
                dispute: components["schemas"]["PaymentDispute"] | null;
                expires_at: string | null;
                failure_reason: string | null;
                fee_ids: string[];
                from_currency: string | null;
                instructions: string | null;
                metadata: {
                    [key: string]: unknown;
                };
                mobile_money_details: components["schemas"]["MobileMoneyDetails"];
                next_action: ("redirect" | "wait" | "bank_transfer" | "pay_by_link" | "collect_otp" | "check_status" | "crypto_transfer") | null;
                org_id: string | null;
                payer_details: components["schemas"]["PayerDetails"];
                /** @description UUIDv7 */
                payment_id: string;
                payment_method: components["schemas"]["PaymentMethod"];
                payment_path_method: ("direct" | "intermediary" | "third_party") | null;
                payout_id: string | null;
                payout_initiated: boolean;
                previous_status: components["schemas"]["PaymentStatus"] | null;
                provider: string | null;
                provider_data: {
                    [key: string]: unknown;
                };
                provider_payment_id: string | null;
                provider_status: string | null;
                ramp: components["schemas"]["RampDetails"] | null;
                received_amount: number | null;
                recipient_info: components["schemas"]["PayerDetails"];
                /** Format: double */
                refunded_amount: number;
                region_id: string | null;
                route: components["schemas"]["RouteCandidate"][];
                /** @description Orders the events of one resource */
                sequence: number;
                status: components["schemas"]["PaymentStatus"];
                target_amount: number | null;
                target_currency: string | null;
                timeline: components["schemas"]["TimelineEntry"][];
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
            /** @description An event may come more than once: know it by this id */
            event_id: string;
            /** @enum {string} */
            event_type: "payment.processing" | "payment.pending" | "payment.completed" | "payment.failed" | "payment.refunded" | "payment.canceled" | "transaction.updated";
            org_id: string;
        };
        PaymentInstructions: {
            account_name?: string;
            /** @description crypto_transfer: the deposit address; mobile_money: the phone that is asked to approve */
            account_number?: string;
            /** Format: double */
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
        };
        PaymentLink: {
            /** Format: double */
            amount?: number;
            /** @enum {string} */
            amount_type: "fixed" | "open";
            /** Format: date-time */
            created_at: string;
            /** @description UUIDv7 */
            created_by: string;
            currency: string;
            description?: string;
            email?: string;
            /** Format: date-time */
            expires_at?: string;
            /** @description UUIDv7 */
            link_id: string;
            /** @description The unguessable part of the url */
            link_ref: string;
            /** @description UUIDv7 */
            org_id: string;
            /** Format: date-time */
            paid_at?: string;
            /** Format: double */
            paid_total: number;
            payer_currency: string;
            /** @description The payment that paid it; the latest one of an open link */
            payment_id?: string;
            payments_count: number;
            return_url?: string;
            status: components["schemas"]["LinkStatus"];
            /** Format: date-time */
            updated_at: string;
            /** @description The hosted page on which it is paid */
            url: string;
        };
        PaymentLinkChange: {
            amount?: number | null;
            description?: string | null;
            email?: string | null;
            expires_at?: string | null;
            payer_currency?: string | null;
            return_url?: string | null;
            /** @enum {string} */
            status?: "active" | "disabled";
        };
        PaymentLinkEvent: {
            /** Format: date-time */
            created_at: string;
            data: {
                /** Format: double */
                amount?: number;
                /** @enum {string} */
                amount_type: "fixed" | "open";
                /** Format: date-time */
                created_at: string;
                /** @description UUIDv7 */
                created_by: string;
                currency: string;
                description?: string;
                email?: string;
                /** Format: date-time */
                expires_at?: string;
                /** @description UUIDv7 */
                link_id: string;
                /** @description The unguessable part of the url */
                link_ref: string;
                /** @description UUIDv7 */
                org_id: string;
                /** Format: date-time */
                paid_at?: string;
                /** Format: double */
                paid_total: number;
                payer_currency: string;
                /** @description The payment that paid it; the latest one of an open link */
                payment_id?: string;
                payments_count: number;
                previous_status: components["schemas"]["LinkStatus"];
                return_url?: string;
                /** @description Orders the events of one resource */
                sequence: number;
                status: components["schemas"]["LinkStatus"];
                /** Format: date-time */
                updated_at: string;
                /** @description The hosted page on which it is paid */
                url: string;
            };
            /** @description An event may come more than once: know it by this id */
            event_id: string;
            /** @enum {string} */
            event_type: "payment_link.paid";
            org_id: string;
        };
        PaymentLinkInput: {
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
        PaymentLinkResponse: {
            data: components["schemas"]["PaymentLink"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        PaymentList: {
            data: components["schemas"]["Payment"][];
            last_evaluated_key: string | null;
            message: string;
            meta: components["schemas"]["Page"];
            /** @enum {string} */
            status: "success";
        };
        /** @enum {string} */
        PaymentMethod: "bank_transfer" | "card" | "mobile_money" | "crypto" | "wallet";
        PaymentRequest: {
            /** Format: double */
            amount: number;
            bank_account?: components["schemas"]["BankAccountInput"] | null;
            bank_details?: components["schemas"]["BankDetailsInput"] | null;
            beneficiary_id?: string | null;
            card_details?: components["schemas"]["CardInput"] | null;
            client_reference?: string | null;
            country?: string | null;
            /** @description ISO 4217 */
            currency: string;
            customer_id?: string | null;
            description?: string | null;
            /** @enum {string} */
            direction: "payin" | "payout";
            metadata?: {
                [key: string]: unknown;
            } | null;
            mobile_money_details?: components["schemas"]["MobileMoneyInput"] | null;
            org_rate_id?: string | null;
            payer_details?: components["schemas"]["PayerInput"] | null;
            /** @enum {string} */
            payment_method: "mobile_money" | "bank_transfer" | "card";
            return_url?: string | null;
            /**
             * Format: double
             * @description Equals `amount` within one currency. Otherwise `amount` at the locked rate, in any precision: what is paid is our own value, at most one minor unit away
             */
            target_amount: number;
            /** @description ISO 4217; equals currency for single-currency flows */
            target_currency: string;
        };
        PaymentResponse: {
            data: components["schemas"]["Payment"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        PaymentReview: {
            comment?: string;
            /** @enum {string} */
            decision: "approve" | "reject";
        };
        PaymentSettlement: {
            comment: string;
            /** @enum {string} */
            status: "completed" | "failed";
        };
        /** @enum {string} */
        PaymentStatus: "initiated" | "reviewed" | "confirmed" | "processing" | "pending" | "completed" | "failed" | "refunded" | "rejected" | "canceled";
        /** @description Of a payout: whether it goes to the beneficiary's own account, and which details differ if it does not */
        PayoutDestination: {
            differs: string[];
            matches_beneficiary: boolean;
        };
        /** @enum {string} */
        Permission: "payments:write" | "payouts:approve" | "refunds:write" | "ramps:write" | "beneficiaries:write" | "payment-links:write" | "virtual-accounts:write" | "escrow:write" | "webhooks:write" | "api-keys:write" | "members:write" | "organization:write";
        PermissionsInput: {
            permission?: components["schemas"]["Permission"];
            permissions?: components["schemas"]["Permission"][];
        };
        PersonName: {
            name: string;
            /** @description UUIDv7 */
            user_id: string;
        };
        PhoneApproval: {
            network: string;
            /** @description The last four digits of the payer's number */
            phone_hint: string;
            prompt_code: string | null;
        };
        /** @enum {string} */
        PolicyCondition: "always" | "amount" | "daily_total" | "daily_beneficiary_total" | "new_beneficiary" | "destination_mismatch";
        PreviewedCandidate: {
            /** @description UUIDv7 */
            config_id: string;
            priority: number;
            provider: string;
            reason: string;
            scope: string;
            taken: boolean;
        };
        PreviewRouteRequest: {
            /** Format: double */
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
            payment_method: components["schemas"]["PaymentMethod"];
        };
        /** @enum {string} */
        Priority: "low" | "medium" | "high" | "urgent";
        Provider: {
            /** @description The address to give to the provider for its callbacks */
            callback_url: string;
            /** @description What it serves: a route outside of these rows is refused. null: every country, every currency */
            corridors: components["schemas"]["ProviderCorridor"][];
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
        ProviderConfig: {
            api_version?: string;
            /** @description UUIDv7 */
            config_id: string;
            country: string;
            /** Format: date-time */
            created_at: string;
            description?: string;
            direction: string;
            is_active: boolean;
            /** Format: double */
            max_amount?: number;
            /** Format: double */
            min_amount?: number;
            org_id: string | null;
            payment_method: string;
            priority: number;
            provider: string;
            settlement_delay_hours?: number;
            /** Format: date-time */
            updated_at: string;
            webhook_required: boolean;
            webhook_url?: string;
        };
        ProviderConfigList: {
            data: components["schemas"]["ProviderConfig"][];
            last_evaluated_key: string | null;
            message: string;
            meta: components["schemas"]["Page"];
            /** @enum {string} */
            status: "success";
        };
        ProviderConfigResponse: {
            data: components["schemas"]["ProviderConfig"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        ProviderCorridor: {
            countries: string[] | null;
            currencies: string[] | null;
            direction: string;
            payment_method: string;
        };
        ProviderFloat: {
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            difference: number | null;
            /** Format: double */
            expected: number;
            is_low: boolean;
            provider: string;
            reported: number | null;
            reported_at: string | null;
            threshold: number | null;
        };
        /** @enum {string} */
        ProviderName: "manual" | "crypto" | "fiat" | "hybrid" | "paystack" | "flutterwave" | "stripe" | "adyen" | "wise" | "pawapay" | "mtn_momo" | "mpesa" | "yellowcard";
        ProviderResponse: {
            data: components["schemas"]["Provider"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        ProviderTrend: {
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
            volume: components["schemas"]["Volume"][];
        };
        PutNoticeResponse: {
            /** @enum {boolean} */
            received: true;
        };
        RampDestination: {
            accountNumber?: string;
            bankCode?: string | null;
            bankName?: string | null;
        };
        RampDetails: {
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
            settle_route?: components["schemas"]["RouteCandidate"][];
            settlement?: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            step?: "collecting" | "settling" | "refunding" | "ended";
            wallet_address?: string;
        };
        RampRequest: {
            bank_details?: components["schemas"]["BankDetailsInput"] | null;
            beneficiary_id?: string | null;
            beneficiary_name?: string | null;
            business_id?: string | null;
            business_name?: string | null;
            /**
             * Format: double
             * @description From GET /organizations/admin/exchange-rate, in the direction of the funds: fiat to crypto for on_ramp, crypto to fiat for off_ramp
             */
            client_rate: number;
            client_reference?: string | null;
            country?: string | null;
            /** @description Asset code, such as USDT */
            crypto_currency: string;
            /** @description Network name, such as TRON; matched without regard to case */
            crypto_network: string;
            customer_id?: string | null;
            customer_type?: ("retail" | "business") | null;
            destination?: components["schemas"]["RampDestination"] | null;
            direction?: ("on_ramp" | "off_ramp") | null;
            /** Format: double */
            fiat_amount: number;
            /** @description ISO 4217 */
            fiat_currency: string;
            metadata?: {
                [key: string]: unknown;
            } | null;
            mobile_money_details?: components["schemas"]["MobileMoneyInput"] | null;
            wallet_address?: string | null;
        };
        RateLock: {
            /** Format: double */
            amount?: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            fromCurrency: string;
            /** Format: double */
            inverse_rate: number;
            margin_bps: number;
            /** @description UUIDv7 */
            org_rate_id: string;
            /** Format: double */
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
        RateLockResponse: {
            data: components["schemas"]["RateLock"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        ReadAllNotificationsResponse: {
            data: components["schemas"]["ReadAllNotificationsResponseData"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        ReadAllNotificationsResponseData: {
            marked: number;
        };
        ReceiveCallbackResponse: {
            /** @enum {boolean} */
            received: true;
        };
        ReceiveKybUpdateResponse: {
            data: {
                [key: string]: unknown;
            } | null;
            message: string;
            /** @enum {string} */
            status: "success";
        };
        ReceiveNoticeResponse: {
            /** @enum {boolean} */
            received: true;
        };
        ReconciliationItem: {
            /** Format: date-time */
            created_at: string;
            detail: {
                [key: string]: unknown;
            };
            /** @description UUIDv7 */
            item_id: string;
            kind: components["schemas"]["ReconciliationKind"];
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
        ReconciliationItemList: {
            data: components["schemas"]["ReconciliationItem"][];
            last_evaluated_key: string | null;
            message: string;
            meta: components["schemas"]["Page"];
            /** @enum {string} */
            status: "success";
        };
        ReconciliationItemResponse: {
            data: components["schemas"]["ReconciliationItem"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        /** @enum {string} */
        ReconciliationKind: "accepted_after_refusal" | "accepted_after_end" | "contradicts_final_status" | "contradicts_refund" | "contradicts_dispute" | "refunded_elsewhere" | "said_by_another" | "wrong_currency" | "underpaid" | "overpaid" | "unexpected_money" | "settled_twice" | "ramp_refund_needed" | "link_paid_twice" | "deposit_in_suspense";
        ReconciliationResolution: {
            resolution: string;
        };
        Refund: {
            /** Format: double */
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
        RefundEvent: {
            /** Format: date-time */
            created_at: string;
            data: {
                /** Format: double */
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
                /** @description Orders the events of one resource */
                sequence: number;
                /** @enum {string} */
                status: "pending" | "completed" | "failed";
                /** Format: date-time */
                updated_at: string;
            };
            /** @description An event may come more than once: know it by this id */
            event_id: string;
            /** @enum {string} */
            event_type: "refund.requested" | "refund.completed" | "refund.failed";
            org_id: string;
        };
        RefundList: {
            data: components["schemas"]["Refund"][];
            last_evaluated_key: string | null;
            message: string;
            meta: components["schemas"]["Page"];
            /** @enum {string} */
            status: "success";
        };
        RefundRequest: {
            /** Format: double */
            amount?: number;
            reason: string;
        };
        RefundResponse: {
            data: components["schemas"]["Refund"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        RejectAdjustmentRequest: {
            comment?: string | null;
        };
        RejectApprovalRequest: {
            comment?: string | null;
        };
        ReplayDeliveriesResponse: {
            data: components["schemas"]["ReplayDeliveriesResponseData"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        ReplayDeliveriesResponseData: {
            /** @description Deliveries that are sent */
            replayed: number;
            /** @description UUIDv7 */
            webhook_id: string;
        };
        ReplayRequest: {
            event_types?: components["schemas"]["EventType"][];
            /** Format: date-time */
            from: string;
            only_missing?: boolean;
            /** Format: date-time */
            to: string;
        };
        RequestAdjustmentRequest: {
            /** Format: double */
            amount: number;
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            /** @description UUIDv7 */
            org_id: string;
            provider?: components["schemas"]["ProviderName"] | null;
            reason: string;
        };
        ResolveAccountRequest: {
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
        ResolvedAccount: {
            account_name: string;
            account_number: string;
            bank_code: string;
            bank_name: string | null;
            country: string;
        };
        ResolvedAccountResponse: {
            data: components["schemas"]["ResolvedAccount"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        ReturnCustomerResponse: {
            payment_id: string;
            status: string;
        };
        ReturnedDisbursement: {
            account_id: string | null;
            /** Format: double */
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
            refunds: components["schemas"]["Disbursement"][];
            /** @description `returned`: a share that could not be paid and went back to who funded the project */
            status: components["schemas"]["DisbursementStatus"];
            /** Format: date-time */
            updated_at: string;
        };
        ReturnedDisbursementResponse: {
            data: components["schemas"]["ReturnedDisbursement"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        /** @enum {string} */
        Role: "org-admin" | "org-member" | "org-viewer";
        RotateApiKeyRequest: {
            overlap_seconds?: number;
        };
        RotatedApiKey: {
            /** @description Addresses and networks that the key may be used from; none: any */
            allowed_addresses: string[];
            /** @description The key itself, shown this once */
            api_key: string;
            /** @description UUIDv7 */
            api_key_id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at?: string;
            last_used_address?: string;
            /** Format: date-time */
            last_used_at?: string;
            last_used_user_agent?: string;
            name: string;
            /** @description UUIDv7 */
            org_id: string;
            /** @description First 12 characters of the key */
            prefix: string;
            /** Format: date-time */
            previous_expires_at?: string;
            /** @description What the key may do of what its member may; left out: all of it */
            scopes?: ("payments:read" | "payins:write" | "payouts:write" | "refunds:write" | "ramps:write" | "beneficiaries:read" | "beneficiaries:write" | "payment-links:read" | "payment-links:write" | "virtual-accounts:read" | "virtual-accounts:write" | "escrow:read" | "escrow:write" | "webhooks:read" | "webhooks:write" | "settings:read" | "settings:write")[];
            status: components["schemas"]["ApiKeyStatus"];
            /** Format: date-time */
            updated_at: string;
            /** @description The member whom the key acts as */
            user_id: string;
        };
        RotatedApiKeyResponse: {
            data: components["schemas"]["RotatedApiKey"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        RotateWebhookSecretRequest: {
            overlap_seconds?: number;
        };
        RouteCandidate: {
            config_id: string;
            priority: number;
            provider: string;
            reason: string;
            /** @enum {string} */
            scope: "organization" | "global";
            /** @description How long the provider keeps a payin before it hands it over */
            settlement_delay_hours?: number;
            taken: boolean;
        };
        RoutePreview: {
            candidates: components["schemas"]["PreviewedCandidate"][];
            fallbacks: string[];
            provider: string | null;
            would_route: boolean;
        };
        RoutePreviewResponse: {
            data: components["schemas"]["RoutePreview"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        SendTestNotificationRequest: {
            org_id?: string;
            transaction_data: components["schemas"]["SendTestNotificationRequestTransactionData"];
        };
        SendTestNotificationRequestTransactionData: {
            /** Format: double */
            amount?: number;
            currency?: string;
            status?: string;
            transaction_id?: string;
            updated_at?: string;
        } & {
            [key: string]: unknown;
        };
        SendTestNotificationResponse: {
            data: components["schemas"]["SendTestNotificationResponseData"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        SendTestNotificationResponseData: {
            deliveries: components["schemas"]["SendTestNotificationResponseDataDeliveriesItem"][];
            /** @description UUIDv7 */
            event_id: string;
        };
        SendTestNotificationResponseDataDeliveriesItem: {
            /** @description UUIDv7 */
            delivery_id: string;
            /** @description UUIDv7 */
            webhook_id: string;
        };
        SentInvite: {
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
            role: components["schemas"]["Role"];
            status: components["schemas"]["InviteStatus"];
            /** Format: date-time */
            updated_at: string;
        };
        SentInviteResponse: {
            data: components["schemas"]["SentInvite"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        SetCreditLineRequest: {
            /** Format: double */
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
        SetFloatThresholdRequest: {
            /** Format: double */
            amount: number;
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            provider: components["schemas"]["ProviderName"];
        };
        SetFloatThresholdResponse: {
            data: components["schemas"]["ProviderFloat"][];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        SetPermissionsRequest: {
            permissions: components["schemas"]["Permission"][];
        };
        SetRatesRequest: {
            rates: components["schemas"]["SetRatesRequestRatesItem"][];
        };
        SetRatesRequestRatesItem: {
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            /** Format: double */
            per_usd: number;
        };
        SetRatesResponse: {
            data: components["schemas"]["TableRate"][];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        SplitInput: {
            party_id: string;
            split_type: components["schemas"]["SplitType"];
            /** Format: double */
            split_value: number;
        };
        /** @enum {string} */
        SplitType: "percentage" | "fixed";
        SplitUpdate: {
            party_id: string;
            /** @description Needed only for a party that has no share of this milestone yet */
            split_type?: components["schemas"]["SplitType"];
            /**
             * Format: double
             * @description Percent of the milestone, or a fixed amount, as the party's split_type says
             */
            split_value: number;
        };
        SplitUpdates: {
            parties: components["schemas"]["SplitUpdate"][];
        };
        StartKybResponse: {
            data: components["schemas"]["StartKybResponseData"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        StartKybResponseData: {
            kyb_customer_id: string;
            kyb_status: components["schemas"]["VerificationStatus"];
            verification_url: string | null;
        };
        StatusCount: {
            count: number;
            status: components["schemas"]["PaymentStatus"];
        };
        StoredCard: {
            /** @description `unknown` where the number does not tell it */
            brand?: string;
            card_holder_name?: string | null;
            expiry_month?: string;
            expiry_year?: string;
            first6?: string;
            last4?: string;
        };
        TableRate: {
            currency: string;
            /** Format: double */
            per_usd: number;
            source: string;
            /** Format: date-time */
            updated_at: string;
        };
        TimelineEntry: {
            at: string;
            from: components["schemas"]["PaymentStatus"] | null;
            note: string | null;
            /** @enum {string} */
            source: "api" | "dispatch" | "callback" | "poll" | "return" | "action" | "person" | "expiry" | "recovery";
            to: components["schemas"]["PaymentStatus"];
        };
        /** @enum {string} */
        TransactionStatus: "pending" | "completed" | "failed" | "reversed";
        Transfer: {
            /** Format: double */
            amount: number;
            description?: string | null;
            org_rate_id?: string | null;
            reference?: string | null;
            to_account_id: string;
        };
        TrendDay: {
            /** @description Refunded ones included */
            completed: number;
            count: number;
            date: string;
            failed: number;
            success_rate: number | null;
            /** @description Amounts of completed payments, per currency */
            volume: components["schemas"]["DirectedVolume"][];
        };
        Trends: {
            /** @description The busiest hundred */
            corridors: components["schemas"]["CorridorTrend"][];
            date_from: string;
            date_to: string;
            /** @description Every day of the range, by the UTC day on which payments were created */
            days: components["schemas"]["TrendDay"][];
            methods: components["schemas"]["MethodTrend"][];
            /** @description Finished payments, by the provider that finished them */
            providers: components["schemas"]["ProviderTrend"][];
            statuses: components["schemas"]["StatusCount"][];
            totals: components["schemas"]["TrendTotals"];
        };
        TrendsResponse: {
            data: components["schemas"]["Trends"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        TrendTotals: {
            /** @description Refunded ones included */
            completed: number;
            count: number;
            failed: number;
            success_rate: number | null;
            /** @description Amounts of completed payments, per currency */
            volume: components["schemas"]["DirectedVolume"][];
        };
        TryProviderResponse: {
            data: components["schemas"]["TryProviderResponseData"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        TryProviderResponseData: {
            message: string;
            works: boolean | null;
        };
        UpdateApiKeyRequest: {
            /** @description IP addresses or networks such as 203.0.113.0/24; none: any */
            allowed_addresses?: string[];
            name?: string;
        };
        User: {
            country: string | null;
            /** Format: date-time */
            created_at: string;
            default_org_id: string | null;
            disabled_at: string | null;
            email: string;
            kyc_status: components["schemas"]["VerificationStatus"];
            name: string;
            phone: string | null;
            platform_role: ("admin" | "staff") | null;
            /** Format: date-time */
            updated_at: string;
            /** @description UUIDv7 */
            user_id: string;
        };
        UserResponse: {
            data: components["schemas"]["User"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        ValidateUkAccountRequest: {
            /** @example 55779911 */
            accountNumber: string;
            /** @example 20-00-00 */
            sortCode: string;
        };
        ValidateUkAccountResponse: {
            accountDetails: components["schemas"]["ValidateUkAccountResponseAccountDetails"];
            success: boolean;
        };
        ValidateUkAccountResponseAccountDetails: {
            accountNumber: string;
            message: string;
            sortCode: string;
            validated: boolean;
        };
        VerificationRequest: {
            beneficiary_id?: string | null;
            message?: string | null;
            /** @default high */
            priority?: components["schemas"]["Priority"];
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
        VerificationResult: {
            /** @description True only when every notification was dispatched */
            all_success: boolean;
            message: string;
            results?: components["schemas"]["VerificationResultResultsItem"][];
            /** @enum {string} */
            target_type: "beneficiary" | "sender" | "both";
            transaction_id: string;
            /** @enum {string} */
            verification_type: "bvn" | "nin";
        };
        VerificationResultResultsItem: {
            message: string;
            request_id: string;
            /** @enum {string} */
            status: "sent" | "failed";
            success: boolean;
            /** @enum {string} */
            target: "beneficiary" | "sender";
            user_id: string;
        };
        /** @enum {string} */
        VerificationStatus: "not_started" | "pending" | "approved" | "rejected";
        VirtualAccount: {
            /** @description UUIDv7 */
            account_id: string;
            account_name?: string;
            /** @description Deposits to this number are credited. Absent until the provider has given one */
            account_number?: string;
            /** @enum {string} */
            account_type: "currency";
            /** Format: double */
            available_balance: number;
            /** Format: double */
            balance: number;
            bank_code?: string;
            bank_name?: string;
            country: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            customer_id?: string;
            /** @description UUIDv7 */
            org_id: string;
            /** @description Who gives the account its bank account number; manual when nobody does */
            provider: string;
            status: components["schemas"]["VirtualAccountStatus"];
            /** Format: date-time */
            updated_at: string;
            /** @description UUIDv7 */
            user_id: string;
            virtual_account_name: string;
        };
        VirtualAccountEvent: {
            /** Format: date-time */
            created_at: string;
            data: {
                /** @description UUIDv7 */
                account_id: string;
                account_name?: string;
                /** @description Deposits to this number are credited. Absent until the provider has given one */
                account_number?: string;
                /** @enum {string} */
                account_type: "currency";
                /** Format: double */
                available_balance: number;
                /** Format: double */
                balance: number;
                bank_code?: string;
                bank_name?: string;
                country: string;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: currency-code
                 * @description ISO 4217, or a crypto asset code
                 */
                currency: string;
                customer_id?: string;
                /** @description UUIDv7 */
                org_id: string;
                previous_status: components["schemas"]["VirtualAccountStatus"];
                /** @description Who gives the account its bank account number; manual when nobody does */
                provider: string;
                reason: string | null;
                /** @description Orders the events of one resource */
                sequence: number;
                status: components["schemas"]["VirtualAccountStatus"];
                /** Format: date-time */
                updated_at: string;
                /** @description UUIDv7 */
                user_id: string;
                virtual_account_name: string;
            };
            /** @description An event may come more than once: know it by this id */
            event_id: string;
            /** @enum {string} */
            event_type: "virtual_account.frozen" | "virtual_account.unfrozen";
            org_id: string;
        };
        VirtualAccountInput: {
            /** @description ISO 4217 */
            currency: string;
            customer_id?: string | null;
            org_id: string;
            org_name?: string | null;
            /** @description A member of the organisation: the account's owner */
            user_id: string;
        };
        VirtualAccountList: {
            data: components["schemas"]["VirtualAccount"][];
            last_evaluated_key: string | null;
            message: string;
            meta: components["schemas"]["Page"];
            /** @enum {string} */
            status: "success";
        };
        VirtualAccountReason: {
            reason?: string | null;
        };
        VirtualAccountResponse: {
            data: components["schemas"]["VirtualAccount"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        /** @enum {string} */
        VirtualAccountStatus: "active" | "frozen" | "closed";
        VirtualTransaction: {
            /** @description UUIDv7 */
            account_id: string;
            /** Format: double */
            amount: number;
            counterparty?: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            description: string;
            /** Format: double */
            fee: number;
            /** @description UUIDv7 */
            org_id: string;
            /** @description UUIDv7 */
            payment_id?: string;
            payment_rail: string;
            reference: string;
            status: components["schemas"]["TransactionStatus"];
            /** @description UUIDv7 */
            transaction_id: string;
            /** @enum {string} */
            type: "credit" | "debit";
            /** Format: date-time */
            updated_at: string;
            /** @description UUIDv7 */
            user_id: string;
        };
        VirtualTransactionEvent: {
            /** Format: date-time */
            created_at: string;
            data: {
                account: components["schemas"]["VirtualAccount"];
                /** @description UUIDv7 */
                account_id: string;
                /** Format: double */
                amount: number;
                counterparty?: string;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: currency-code
                 * @description ISO 4217, or a crypto asset code
                 */
                currency: string;
                description: string;
                /** Format: double */
                fee: number;
                /** @description UUIDv7 */
                org_id: string;
                /** @description UUIDv7 */
                payment_id?: string;
                payment_rail: string;
                reference: string;
                /** @description Orders the events of one resource */
                sequence: number;
                status: components["schemas"]["TransactionStatus"];
                /** @description UUIDv7 */
                transaction_id: string;
                /** @enum {string} */
                type: "credit" | "debit";
                /** Format: date-time */
                updated_at: string;
                /** @description UUIDv7 */
                user_id: string;
            };
            /** @description An event may come more than once: know it by this id */
            event_id: string;
            /** @enum {string} */
            event_type: "virtual_account.deposit" | "virtual_account.withdrawal";
            org_id: string;
        };
        VirtualTransactionList: {
            data: components["schemas"]["VirtualTransaction"][];
            last_evaluated_key: string | null;
            message: string;
            meta: components["schemas"]["Page"];
            /** @enum {string} */
            status: "success";
        };
        VirtualTransactionResponse: {
            data: components["schemas"]["VirtualTransaction"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        Volume: {
            /** Format: double */
            amount: number;
            currency: string;
        };
        WebhookEndpoint: {
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            disabled_at?: string;
            /**
             * @description requested: by a person; gone: it answered 410; failing: every attempt failed for 5 days
             * @enum {string}
             */
            disabled_reason?: "requested" | "gone" | "failing";
            endpoint_url: string;
            /** @description Subscribed event types */
            events: components["schemas"]["EventType"][];
            /** Format: date-time */
            failing_since?: string;
            /** @description UUIDv7 */
            org_id: string;
            /** Format: date-time */
            previous_secret_expires_at?: string;
            /** @enum {string} */
            status: "active" | "disabled";
            /** Format: date-time */
            updated_at: string;
            /** @description UUIDv7 */
            webhook_id: string;
        };
        WebhookEndpointChange: {
            endpoint_url?: string;
            events?: string[] | null;
            /** @enum {string} */
            status?: "active" | "disabled";
        };
        WebhookEndpointInput: {
            /** @description An https URL whose every address is public */
            endpoint_url: string;
            events?: string[] | null;
            /** @description For platform people: the organisation */
            org_id?: string;
        };
        WebhookEndpointList: {
            data: components["schemas"]["WebhookEndpoint"][];
            last_evaluated_key: string | null;
            message: string;
            meta: components["schemas"]["Page"];
            /** @enum {string} */
            status: "success";
        };
        WebhookEndpointResponse: {
            data: components["schemas"]["WebhookEndpoint"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        WebhookEndpointWithSecret: {
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            disabled_at?: string;
            /**
             * @description requested: by a person; gone: it answered 410; failing: every attempt failed for 5 days
             * @enum {string}
             */
            disabled_reason?: "requested" | "gone" | "failing";
            endpoint_url: string;
            /** @description Subscribed event types */
            events: components["schemas"]["EventType"][];
            /** Format: date-time */
            failing_since?: string;
            /** @description UUIDv7 */
            org_id: string;
            /** Format: date-time */
            previous_secret_expires_at?: string;
            /** @description The signing secret, shown this once */
            secret_key: string;
            /** @enum {string} */
            status: "active" | "disabled";
            /** Format: date-time */
            updated_at: string;
            /** @description UUIDv7 */
            webhook_id: string;
        };
        WebhookEndpointWithSecretResponse: {
            data: components["schemas"]["WebhookEndpointWithSecret"];
            message: string;
            /** @enum {string} */
            status: "success";
        };
        Withdrawal: {
            /** Format: double */
            amount: number;
            beneficiary_id: string;
            description?: string | null;
            org_rate_id?: string | null;
            reference?: string | null;
            target_amount?: number | null;
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
        /** @description The state of the resource does not allow it, or the `Idempotency-Key` was used with another request or its first request still runs */
        Conflict: {
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
        /** @description The state of the resource does not allow it, or the `Idempotency-Key` was used with another request or its first request still runs */
        InitiationConflict: {
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
        /** @description The body is larger than 1 MiB */
        InitiationPayloadTooLarge: {
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
        /** @description The body is not `application/json` */
        InitiationUnsupportedMediaType: {
            headers: {
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
        /** @description The body is larger than 1 MiB */
        PayloadTooLarge: {
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
        /** @description The body is not `application/json` */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
        IdempotencyKey: string;
        /** @description The `event_id` */
        ServiceEventId: string;
        /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
        ServiceSignature: string;
        /** @description Unix seconds of the attempt */
        ServiceTimestamp: string;
        /** @description The `event_id` (Standard Webhooks) */
        WebhookId: string;
        /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
        WebhookSignature: string;
        /** @description Unix seconds of the attempt (Standard Webhooks) */
        WebhookTimestamp: string;
    };
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
export type AcceptInviteRequest = components['schemas']['AcceptInviteRequest'];
export type AccountType = components['schemas']['AccountType'];
export type AddDisputeEvidenceRequest = components['schemas']['AddDisputeEvidenceRequest'];
export type AddMemberRequest = components['schemas']['AddMemberRequest'];
export type AdjustmentStatus = components['schemas']['AdjustmentStatus'];
export type ApiChange = components['schemas']['ApiChange'];
export type ApiKey = components['schemas']['ApiKey'];
export type ApiKeyEvent = components['schemas']['ApiKeyEvent'];
export type ApiKeyList = components['schemas']['ApiKeyList'];
export type ApiKeyResponse = components['schemas']['ApiKeyResponse'];
export type ApiKeyStatus = components['schemas']['ApiKeyStatus'];
export type ApiKeyWithSecret = components['schemas']['ApiKeyWithSecret'];
export type ApiKeyWithSecretResponse = components['schemas']['ApiKeyWithSecretResponse'];
export type Approval = components['schemas']['Approval'];
export type ApprovalDecision = components['schemas']['ApprovalDecision'];
export type ApprovalEvent = components['schemas']['ApprovalEvent'];
export type ApprovalList = components['schemas']['ApprovalList'];
export type ApprovalPolicy = components['schemas']['ApprovalPolicy'];
export type ApprovalResponse = components['schemas']['ApprovalResponse'];
export type ApprovalStatus = components['schemas']['ApprovalStatus'];
export type ApproveAdjustmentRequest = components['schemas']['ApproveAdjustmentRequest'];
export type ApproveApprovalRequest = components['schemas']['ApproveApprovalRequest'];
export type Attention = components['schemas']['Attention'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type AuditEntryList = components['schemas']['AuditEntryList'];
export type Balance = components['schemas']['Balance'];
export type BalanceAdjustment = components['schemas']['BalanceAdjustment'];
export type BalanceAdjustmentList = components['schemas']['BalanceAdjustmentList'];
export type BalanceAdjustmentResponse = components['schemas']['BalanceAdjustmentResponse'];
export type BalanceEntry = components['schemas']['BalanceEntry'];
export type BalanceEntryList = components['schemas']['BalanceEntryList'];
export type BalanceResponse = components['schemas']['BalanceResponse'];
export type BankAccount = components['schemas']['BankAccount'];
export type BankAccountInput = components['schemas']['BankAccountInput'];
export type BankDetails = components['schemas']['BankDetails'];
export type BankDetailsInput = components['schemas']['BankDetailsInput'];
export type Beneficiary = components['schemas']['Beneficiary'];
export type BeneficiaryBankDetailsInput = components['schemas']['BeneficiaryBankDetailsInput'];
export type BeneficiaryChange = components['schemas']['BeneficiaryChange'];
export type BeneficiaryInput = components['schemas']['BeneficiaryInput'];
export type BeneficiaryList = components['schemas']['BeneficiaryList'];
export type BeneficiaryResponse = components['schemas']['BeneficiaryResponse'];
export type CardInput = components['schemas']['CardInput'];
export type ChangeFeeRequest = components['schemas']['ChangeFeeRequest'];
export type ChangeMemberRequest = components['schemas']['ChangeMemberRequest'];
export type ChangeOrganizationRequest = components['schemas']['ChangeOrganizationRequest'];
export type ChangeOrganizationRequestSettings = components['schemas']['ChangeOrganizationRequestSettings'];
export type ChangeOrganizationRequestSettingsControls = components['schemas']['ChangeOrganizationRequestSettingsControls'];
export type ChangeOrganizationRequestSettingsControlsLimitsItem = components['schemas']['ChangeOrganizationRequestSettingsControlsLimitsItem'];
export type ChangeOrganizationRequestSettingsControlsPoliciesItem = components['schemas']['ChangeOrganizationRequestSettingsControlsPoliciesItem'];
export type ChangeOwnProfileRequest = components['schemas']['ChangeOwnProfileRequest'];
export type ChangeProviderConfigRequest = components['schemas']['ChangeProviderConfigRequest'];
export type ChangeUserRequest = components['schemas']['ChangeUserRequest'];
export type CheckoutBrand = components['schemas']['CheckoutBrand'];
export type CheckoutBrandInput = components['schemas']['CheckoutBrandInput'];
export type CheckoutBrandResponse = components['schemas']['CheckoutBrandResponse'];
export type CheckoutLink = components['schemas']['CheckoutLink'];
export type CheckoutLinkCountriesItem = components['schemas']['CheckoutLinkCountriesItem'];
export type CheckoutLinkCountriesItemNetworksItem = components['schemas']['CheckoutLinkCountriesItemNetworksItem'];
export type CheckoutLinkQuote = components['schemas']['CheckoutLinkQuote'];
export type CheckoutLinkResponse = components['schemas']['CheckoutLinkResponse'];
export type CheckoutLogoInput = components['schemas']['CheckoutLogoInput'];
export type CheckoutOrganization = components['schemas']['CheckoutOrganization'];
export type CheckoutPayment = components['schemas']['CheckoutPayment'];
export type CheckoutPaymentBankTransfer = components['schemas']['CheckoutPaymentBankTransfer'];
export type CheckoutPaymentCard = components['schemas']['CheckoutPaymentCard'];
export type CheckoutPaymentOtp = components['schemas']['CheckoutPaymentOtp'];
export type CheckoutPaymentRequest = components['schemas']['CheckoutPaymentRequest'];
export type CheckoutPaymentResponse = components['schemas']['CheckoutPaymentResponse'];
export type CheckoutReceipt = components['schemas']['CheckoutReceipt'];
export type CheckoutReceiptReceived = components['schemas']['CheckoutReceiptReceived'];
export type CheckoutReceiptResponse = components['schemas']['CheckoutReceiptResponse'];
export type CheckPermissionResponse = components['schemas']['CheckPermissionResponse'];
export type CheckPermissionResponseData = components['schemas']['CheckPermissionResponseData'];
export type CollectingPayin = components['schemas']['CollectingPayin'];
export type Controls = components['schemas']['Controls'];
export type Corridor = components['schemas']['Corridor'];
export type CorridorFeesItem = components['schemas']['CorridorFeesItem'];
export type CorridorTrend = components['schemas']['CorridorTrend'];
export type CountryCount = components['schemas']['CountryCount'];
export type CountUnreadNotificationsResponse = components['schemas']['CountUnreadNotificationsResponse'];
export type CountUnreadNotificationsResponseData = components['schemas']['CountUnreadNotificationsResponseData'];
export type CreateApiKeyRequest = components['schemas']['CreateApiKeyRequest'];
export type CreateCheckoutResponse = components['schemas']['CreateCheckoutResponse'];
export type CreateCheckoutResponseData = components['schemas']['CreateCheckoutResponseData'];
export type CreateFeeRequest = components['schemas']['CreateFeeRequest'];
export type CreateInviteRequest = components['schemas']['CreateInviteRequest'];
export type CreateOrganizationRequest = components['schemas']['CreateOrganizationRequest'];
export type CreateProviderConfigRequest = components['schemas']['CreateProviderConfigRequest'];
export type CreateServiceAccountRequest = components['schemas']['CreateServiceAccountRequest'];
export type CreditLine = components['schemas']['CreditLine'];
export type CreditLineList = components['schemas']['CreditLineList'];
export type CryptoAsset = components['schemas']['CryptoAsset'];
export type CryptoDetails = components['schemas']['CryptoDetails'];
export type CryptoDetailsInput = components['schemas']['CryptoDetailsInput'];
export type Customer = components['schemas']['Customer'];
export type CustomerChange = components['schemas']['CustomerChange'];
export type CustomerInput = components['schemas']['CustomerInput'];
export type CustomerList = components['schemas']['CustomerList'];
export type CustomerMerge = components['schemas']['CustomerMerge'];
export type CustomerResponse = components['schemas']['CustomerResponse'];
export type DecideKybRequest = components['schemas']['DecideKybRequest'];
export type DecideKycRequest = components['schemas']['DecideKycRequest'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryAttempt = components['schemas']['DeliveryAttempt'];
export type DeliveryList = components['schemas']['DeliveryList'];
export type DeliveryResponse = components['schemas']['DeliveryResponse'];
export type DirectedVolume = components['schemas']['DirectedVolume'];
export type Disbursement = components['schemas']['Disbursement'];
export type DisbursementList = components['schemas']['DisbursementList'];
export type DisbursementRedirect = components['schemas']['DisbursementRedirect'];
export type DisbursementResponse = components['schemas']['DisbursementResponse'];
export type DisbursementStatus = components['schemas']['DisbursementStatus'];
export type Dispute = components['schemas']['Dispute'];
export type DisputeEvent = components['schemas']['DisputeEvent'];
export type DisputeEvidence = components['schemas']['DisputeEvidence'];
export type DisputeEvidenceResponse = components['schemas']['DisputeEvidenceResponse'];
export type DisputeResponse = components['schemas']['DisputeResponse'];
export type DisputeSummary = components['schemas']['DisputeSummary'];
export type DisputeSummaryList = components['schemas']['DisputeSummaryList'];
export type Error = components['schemas']['Error'];
export type ErrorCode = components['schemas']['ErrorCode'];
export type ErrorDetail = components['schemas']['ErrorDetail'];
export type EscrowContract = components['schemas']['EscrowContract'];
export type EscrowContractInput = components['schemas']['EscrowContractInput'];
export type EscrowContractResponse = components['schemas']['EscrowContractResponse'];
export type EscrowFunding = components['schemas']['EscrowFunding'];
export type EscrowFundingList = components['schemas']['EscrowFundingList'];
export type EscrowFundingRequest = components['schemas']['EscrowFundingRequest'];
export type EscrowFundingResult = components['schemas']['EscrowFundingResult'];
export type EscrowFundingResultResponse = components['schemas']['EscrowFundingResultResponse'];
export type EscrowParty = components['schemas']['EscrowParty'];
export type EscrowPartyChange = components['schemas']['EscrowPartyChange'];
export type EscrowPartyInput = components['schemas']['EscrowPartyInput'];
export type EscrowPartyResponse = components['schemas']['EscrowPartyResponse'];
export type EscrowProject = components['schemas']['EscrowProject'];
export type EscrowProjectChange = components['schemas']['EscrowProjectChange'];
export type EscrowProjectInput = components['schemas']['EscrowProjectInput'];
export type EscrowProjectList = components['schemas']['EscrowProjectList'];
export type EscrowProjectWithParts = components['schemas']['EscrowProjectWithParts'];
export type EscrowProjectWithPartsResponse = components['schemas']['EscrowProjectWithPartsResponse'];
export type EscrowReason = components['schemas']['EscrowReason'];
export type EscrowStatus = components['schemas']['EscrowStatus'];
export type Event = components['schemas']['Event'];
export type EventList = components['schemas']['EventList'];
export type EventPage = components['schemas']['EventPage'];
export type EventResponse = components['schemas']['EventResponse'];
export type Export = components['schemas']['Export'];
export type ExportEvent = components['schemas']['ExportEvent'];
export type ExportFilters = components['schemas']['ExportFilters'];
export type ExportInput = components['schemas']['ExportInput'];
export type ExportResponse = components['schemas']['ExportResponse'];
export type ExportSummary = components['schemas']['ExportSummary'];
export type ExportSummaryFilters = components['schemas']['ExportSummaryFilters'];
export type ExportSummaryList = components['schemas']['ExportSummaryList'];
export type FailingProvider = components['schemas']['FailingProvider'];
export type FeeSchedule = components['schemas']['FeeSchedule'];
export type FeeScheduleList = components['schemas']['FeeScheduleList'];
export type FeeScheduleResponse = components['schemas']['FeeScheduleResponse'];
export type FloatEvent = components['schemas']['FloatEvent'];
export type FundingStatus = components['schemas']['FundingStatus'];
export type Geography = components['schemas']['Geography'];
export type GeographyResponse = components['schemas']['GeographyResponse'];
export type GetChangelogResponse = components['schemas']['GetChangelogResponse'];
export type GetProviderHealthResponse = components['schemas']['GetProviderHealthResponse'];
export type GetProviderHealthResponseDataItem = components['schemas']['GetProviderHealthResponseDataItem'];
export type InitiatedPayment = components['schemas']['InitiatedPayment'];
export type InitiatedRamp = components['schemas']['InitiatedRamp'];
export type InitiateRampResponse = components['schemas']['InitiateRampResponse'];
export type InitiationError = components['schemas']['InitiationError'];
export type InitiationResponse = components['schemas']['InitiationResponse'];
export type Institution = components['schemas']['Institution'];
export type Invite = components['schemas']['Invite'];
export type InviteList = components['schemas']['InviteList'];
export type InviteResponse = components['schemas']['InviteResponse'];
export type InviteStatus = components['schemas']['InviteStatus'];
export type KybEvent = components['schemas']['KybEvent'];
export type KybReview = components['schemas']['KybReview'];
export type KycEvent = components['schemas']['KycEvent'];
export type LedgerAccount = components['schemas']['LedgerAccount'];
export type LedgerAccountList = components['schemas']['LedgerAccountList'];
export type LedgerPurpose = components['schemas']['LedgerPurpose'];
export type LedgerTransaction = components['schemas']['LedgerTransaction'];
export type LedgerTransactionList = components['schemas']['LedgerTransactionList'];
export type LedgerTransactionPostingsItem = components['schemas']['LedgerTransactionPostingsItem'];
export type Limit = components['schemas']['Limit'];
export type LimitScope = components['schemas']['LimitScope'];
export type LinkIdentityRequest = components['schemas']['LinkIdentityRequest'];
export type LinkIdentityResponse = components['schemas']['LinkIdentityResponse'];
export type LinkIdentityResponseData = components['schemas']['LinkIdentityResponseData'];
export type ListBalancesResponse = components['schemas']['ListBalancesResponse'];
export type ListBanksRequest = components['schemas']['ListBanksRequest'];
export type ListBanksResponse = components['schemas']['ListBanksResponse'];
export type ListCorridorsResponse = components['schemas']['ListCorridorsResponse'];
export type ListCryptoAssetsResponse = components['schemas']['ListCryptoAssetsResponse'];
export type ListedUser = components['schemas']['ListedUser'];
export type ListedUserList = components['schemas']['ListedUserList'];
export type ListEscrowMilestonesResponse = components['schemas']['ListEscrowMilestonesResponse'];
export type ListEscrowPartiesResponse = components['schemas']['ListEscrowPartiesResponse'];
export type ListFloatResponse = components['schemas']['ListFloatResponse'];
export type ListNetworksRequest = components['schemas']['ListNetworksRequest'];
export type ListNetworksResponse = components['schemas']['ListNetworksResponse'];
export type ListPaymentLinksResponse = components['schemas']['ListPaymentLinksResponse'];
export type ListPaymentLinksResponseMeta = components['schemas']['ListPaymentLinksResponseMeta'];
export type ListProvidersResponse = components['schemas']['ListProvidersResponse'];
export type ListRatesResponse = components['schemas']['ListRatesResponse'];
export type LockedRate = components['schemas']['LockedRate'];
export type LockedRateResponse = components['schemas']['LockedRateResponse'];
export type Member = components['schemas']['Member'];
export type MemberList = components['schemas']['MemberList'];
export type MemberResponse = components['schemas']['MemberResponse'];
export type MethodTrend = components['schemas']['MethodTrend'];
export type Milestone = components['schemas']['Milestone'];
export type MilestoneChange = components['schemas']['MilestoneChange'];
export type MilestoneDisbursedEvent = components['schemas']['MilestoneDisbursedEvent'];
export type MilestoneFundedEvent = components['schemas']['MilestoneFundedEvent'];
export type MilestoneInput = components['schemas']['MilestoneInput'];
export type MilestoneResponse = components['schemas']['MilestoneResponse'];
export type MilestoneRevokedEvent = components['schemas']['MilestoneRevokedEvent'];
export type MilestoneSplit = components['schemas']['MilestoneSplit'];
export type MilestoneStatus = components['schemas']['MilestoneStatus'];
export type MobileMoneyDetails = components['schemas']['MobileMoneyDetails'];
export type MobileMoneyInput = components['schemas']['MobileMoneyInput'];
export type MomoDetails = components['schemas']['MomoDetails'];
export type MomoDetailsInput = components['schemas']['MomoDetailsInput'];
export type Notification = components['schemas']['Notification'];
export type NotificationList = components['schemas']['NotificationList'];
export type NotificationResponse = components['schemas']['NotificationResponse'];
export type OrderProviderConfigsRequest = components['schemas']['OrderProviderConfigsRequest'];
export type OrderProviderConfigsResponse = components['schemas']['OrderProviderConfigsResponse'];
export type Organization = components['schemas']['Organization'];
export type OrganizationList = components['schemas']['OrganizationList'];
export type OrganizationPage = components['schemas']['OrganizationPage'];
export type OrganizationResponse = components['schemas']['OrganizationResponse'];
export type OrganizationSettings = components['schemas']['OrganizationSettings'];
export type Overview = components['schemas']['Overview'];
export type OverviewResponse = components['schemas']['OverviewResponse'];
export type Page = components['schemas']['Page'];
export type PayerDetails = components['schemas']['PayerDetails'];
export type PayerInput = components['schemas']['PayerInput'];
export type Payment = components['schemas']['Payment'];
export type PaymentAction = components['schemas']['PaymentAction'];
export type PaymentActionName = components['schemas']['PaymentActionName'];
export type PaymentAttempt = components['schemas']['PaymentAttempt'];
export type PaymentChange = components['schemas']['PaymentChange'];
export type PaymentDispute = components['schemas']['PaymentDispute'];
export type PaymentEcho = components['schemas']['PaymentEcho'];
export type PaymentEvent = components['schemas']['PaymentEvent'];
export type PaymentInstructions = components['schemas']['PaymentInstructions'];
export type PaymentLink = components['schemas']['PaymentLink'];
export type PaymentLinkChange = components['schemas']['PaymentLinkChange'];
export type PaymentLinkEvent = components['schemas']['PaymentLinkEvent'];
export type PaymentLinkInput = components['schemas']['PaymentLinkInput'];
export type PaymentLinkResponse = components['schemas']['PaymentLinkResponse'];
export type PaymentList = components['schemas']['PaymentList'];
export type PaymentRequest = components['schemas']['PaymentRequest'];
export type PaymentResponse = components['schemas']['PaymentResponse'];
export type PaymentReview = components['schemas']['PaymentReview'];
export type PaymentSettlement = components['schemas']['PaymentSettlement'];
export type PayoutDestination = components['schemas']['PayoutDestination'];
export type Permission = components['schemas']['Permission'];
export type PermissionsInput = components['schemas']['PermissionsInput'];
export type PersonName = components['schemas']['PersonName'];
export type PhoneApproval = components['schemas']['PhoneApproval'];
export type PolicyCondition = components['schemas']['PolicyCondition'];
export type PreviewedCandidate = components['schemas']['PreviewedCandidate'];
export type PreviewRouteRequest = components['schemas']['PreviewRouteRequest'];
export type Priority = components['schemas']['Priority'];
export type Provider = components['schemas']['Provider'];
export type ProviderConfig = components['schemas']['ProviderConfig'];
export type ProviderConfigList = components['schemas']['ProviderConfigList'];
export type ProviderConfigResponse = components['schemas']['ProviderConfigResponse'];
export type ProviderCorridor = components['schemas']['ProviderCorridor'];
export type ProviderFloat = components['schemas']['ProviderFloat'];
export type ProviderResponse = components['schemas']['ProviderResponse'];
export type ProviderTrend = components['schemas']['ProviderTrend'];
export type PutNoticeResponse = components['schemas']['PutNoticeResponse'];
export type RampDestination = components['schemas']['RampDestination'];
export type RampDetails = components['schemas']['RampDetails'];
export type RampRequest = components['schemas']['RampRequest'];
export type RateLock = components['schemas']['RateLock'];
export type RateLockResponse = components['schemas']['RateLockResponse'];
export type ReadAllNotificationsResponse = components['schemas']['ReadAllNotificationsResponse'];
export type ReadAllNotificationsResponseData = components['schemas']['ReadAllNotificationsResponseData'];
export type ReceiveCallbackResponse = components['schemas']['ReceiveCallbackResponse'];
export type ReceiveKybUpdateResponse = components['schemas']['ReceiveKybUpdateResponse'];
export type ReceiveNoticeResponse = components['schemas']['ReceiveNoticeResponse'];
export type ReconciliationItem = components['schemas']['ReconciliationItem'];
export type ReconciliationItemList = components['schemas']['ReconciliationItemList'];
export type ReconciliationItemResponse = components['schemas']['ReconciliationItemResponse'];
export type ReconciliationKind = components['schemas']['ReconciliationKind'];
export type ReconciliationResolution = components['schemas']['ReconciliationResolution'];
export type Refund = components['schemas']['Refund'];
export type RefundEvent = components['schemas']['RefundEvent'];
export type RefundList = components['schemas']['RefundList'];
export type RefundRequest = components['schemas']['RefundRequest'];
export type RefundResponse = components['schemas']['RefundResponse'];
export type RejectAdjustmentRequest = components['schemas']['RejectAdjustmentRequest'];
export type RejectApprovalRequest = components['schemas']['RejectApprovalRequest'];
export type ReplayDeliveriesResponse = components['schemas']['ReplayDeliveriesResponse'];
export type ReplayDeliveriesResponseData = components['schemas']['ReplayDeliveriesResponseData'];
export type ReplayRequest = components['schemas']['ReplayRequest'];
export type RequestAdjustmentRequest = components['schemas']['RequestAdjustmentRequest'];
export type ResolveAccountRequest = components['schemas']['ResolveAccountRequest'];
export type ResolvedAccount = components['schemas']['ResolvedAccount'];
export type ResolvedAccountResponse = components['schemas']['ResolvedAccountResponse'];
export type ReturnCustomerResponse = components['schemas']['ReturnCustomerResponse'];
export type ReturnedDisbursement = components['schemas']['ReturnedDisbursement'];
export type ReturnedDisbursementResponse = components['schemas']['ReturnedDisbursementResponse'];
export type RotateApiKeyRequest = components['schemas']['RotateApiKeyRequest'];
export type RotatedApiKey = components['schemas']['RotatedApiKey'];
export type RotatedApiKeyResponse = components['schemas']['RotatedApiKeyResponse'];
export type RotateWebhookSecretRequest = components['schemas']['RotateWebhookSecretRequest'];
export type RouteCandidate = components['schemas']['RouteCandidate'];
export type RoutePreview = components['schemas']['RoutePreview'];
export type RoutePreviewResponse = components['schemas']['RoutePreviewResponse'];
export type SendTestNotificationRequest = components['schemas']['SendTestNotificationRequest'];
export type SendTestNotificationRequestTransactionData = components['schemas']['SendTestNotificationRequestTransactionData'];
export type SendTestNotificationResponse = components['schemas']['SendTestNotificationResponse'];
export type SendTestNotificationResponseData = components['schemas']['SendTestNotificationResponseData'];
export type SendTestNotificationResponseDataDeliveriesItem = components['schemas']['SendTestNotificationResponseDataDeliveriesItem'];
export type SentInvite = components['schemas']['SentInvite'];
export type SentInviteResponse = components['schemas']['SentInviteResponse'];
export type SetCreditLineRequest = components['schemas']['SetCreditLineRequest'];
export type SetFloatThresholdRequest = components['schemas']['SetFloatThresholdRequest'];
export type SetFloatThresholdResponse = components['schemas']['SetFloatThresholdResponse'];
export type SetPermissionsRequest = components['schemas']['SetPermissionsRequest'];
export type SetRatesRequest = components['schemas']['SetRatesRequest'];
export type SetRatesRequestRatesItem = components['schemas']['SetRatesRequestRatesItem'];
export type SetRatesResponse = components['schemas']['SetRatesResponse'];
export type SplitInput = components['schemas']['SplitInput'];
export type SplitType = components['schemas']['SplitType'];
export type SplitUpdate = components['schemas']['SplitUpdate'];
export type SplitUpdates = components['schemas']['SplitUpdates'];
export type StartKybResponse = components['schemas']['StartKybResponse'];
export type StartKybResponseData = components['schemas']['StartKybResponseData'];
export type StatusCount = components['schemas']['StatusCount'];
export type StoredCard = components['schemas']['StoredCard'];
export type TableRate = components['schemas']['TableRate'];
export type TimelineEntry = components['schemas']['TimelineEntry'];
export type TransactionStatus = components['schemas']['TransactionStatus'];
export type Transfer = components['schemas']['Transfer'];
export type TrendDay = components['schemas']['TrendDay'];
export type Trends = components['schemas']['Trends'];
export type TrendsResponse = components['schemas']['TrendsResponse'];
export type TrendTotals = components['schemas']['TrendTotals'];
export type TryProviderResponse = components['schemas']['TryProviderResponse'];
export type TryProviderResponseData = components['schemas']['TryProviderResponseData'];
export type UpdateApiKeyRequest = components['schemas']['UpdateApiKeyRequest'];
export type User = components['schemas']['User'];
export type UserResponse = components['schemas']['UserResponse'];
export type ValidateUkAccountRequest = components['schemas']['ValidateUkAccountRequest'];
export type ValidateUkAccountResponse = components['schemas']['ValidateUkAccountResponse'];
export type ValidateUkAccountResponseAccountDetails = components['schemas']['ValidateUkAccountResponseAccountDetails'];
export type VerificationRequest = components['schemas']['VerificationRequest'];
export type VerificationResult = components['schemas']['VerificationResult'];
export type VerificationResultResultsItem = components['schemas']['VerificationResultResultsItem'];
export type VerificationStatus = components['schemas']['VerificationStatus'];
export type VirtualAccount = components['schemas']['VirtualAccount'];
export type VirtualAccountEvent = components['schemas']['VirtualAccountEvent'];
export type VirtualAccountInput = components['schemas']['VirtualAccountInput'];
export type VirtualAccountList = components['schemas']['VirtualAccountList'];
export type VirtualAccountReason = components['schemas']['VirtualAccountReason'];
export type VirtualAccountResponse = components['schemas']['VirtualAccountResponse'];
export type VirtualAccountStatus = components['schemas']['VirtualAccountStatus'];
export type VirtualTransaction = components['schemas']['VirtualTransaction'];
export type VirtualTransactionEvent = components['schemas']['VirtualTransactionEvent'];
export type VirtualTransactionList = components['schemas']['VirtualTransactionList'];
export type VirtualTransactionResponse = components['schemas']['VirtualTransactionResponse'];
export type Volume = components['schemas']['Volume'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type WebhookEndpointChange = components['schemas']['WebhookEndpointChange'];
export type WebhookEndpointInput = components['schemas']['WebhookEndpointInput'];
export type WebhookEndpointList = components['schemas']['WebhookEndpointList'];
export type WebhookEndpointResponse = components['schemas']['WebhookEndpointResponse'];
export type WebhookEndpointWithSecret = components['schemas']['WebhookEndpointWithSecret'];
export type WebhookEndpointWithSecretResponse = components['schemas']['WebhookEndpointWithSecretResponse'];
export type Withdrawal = components['schemas']['Withdrawal'];
export type ResponseBadRequest = components['responses']['BadRequest'];
export type ResponseConflict = components['responses']['Conflict'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseInitiationBadRequest = components['responses']['InitiationBadRequest'];
export type ResponseInitiationConflict = components['responses']['InitiationConflict'];
export type ResponseInitiationForbidden = components['responses']['InitiationForbidden'];
export type ResponseInitiationInternalError = components['responses']['InitiationInternalError'];
export type ResponseInitiationNotFound = components['responses']['InitiationNotFound'];
export type ResponseInitiationPayloadTooLarge = components['responses']['InitiationPayloadTooLarge'];
export type ResponseInitiationTooManyRequests = components['responses']['InitiationTooManyRequests'];
export type ResponseInitiationUnauthorized = components['responses']['InitiationUnauthorized'];
export type ResponseInitiationUnavailable = components['responses']['InitiationUnavailable'];
export type ResponseInitiationUnsupportedMediaType = components['responses']['InitiationUnsupportedMediaType'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponsePayloadTooLarge = components['responses']['PayloadTooLarge'];
export type ResponseTooManyRequests = components['responses']['TooManyRequests'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseUnavailable = components['responses']['Unavailable'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ParameterIdempotencyKey = components['parameters']['IdempotencyKey'];
export type ParameterServiceEventId = components['parameters']['ServiceEventId'];
export type ParameterServiceSignature = components['parameters']['ServiceSignature'];
export type ParameterServiceTimestamp = components['parameters']['ServiceTimestamp'];
export type ParameterWebhookId = components['parameters']['WebhookId'];
export type ParameterWebhookSignature = components['parameters']['WebhookSignature'];
export type ParameterWebhookTimestamp = components['parameters']['WebhookTimestamp'];
export type HeaderRateLimit = components['headers']['RateLimit'];
export type HeaderRateLimitPolicy = components['headers']['RateLimit-Policy'];
export type HeaderRetryAfter = components['headers']['Retry-After'];
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
                status?: components["schemas"]["ApprovalStatus"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Approvals",
                     *       "data": [],
                     *       "meta": {
                     *         "count": 0,
                     *         "has_more": false,
                     *         "last_evaluated_key": null
                     *       },
                     *       "last_evaluated_key": null
                     *     }
                     */
                    "application/json": components["schemas"]["ApprovalList"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Approval",
                     *       "data": {
                     *         "approval_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "kind": "payment",
                     *         "payment_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "title": "Payout of 5000000.00 NGN to Ikeja Farms",
                     *         "request": {
                     *           "payout": "5000000.00 NGN",
                     *           "recipient": "Ikeja Farms",
                     *           "destination": {
                     *             "differs": [],
                     *             "matches_beneficiary": true
                     *           },
                     *           "beneficiary_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *           "payment_method": "bank_transfer"
                     *         },
                     *         "reasons": [
                     *           "it is 5000000.00 NGN or more"
                     *         ],
                     *         "approvers_needed": 1,
                     *         "approver_role": null,
                     *         "status": "pending",
                     *         "requested_by": "0198f0c2-4d00-7000-8000-000000000005",
                     *         "requested_with": null,
                     *         "decisions": [],
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "decided_at": null,
                     *         "people": [
                     *           {
                     *             "user_id": "0198f0c2-4d00-7000-8000-000000000005",
                     *             "name": "Lagos Fresh Foods Member"
                     *           }
                     *         ],
                     *         "actions": [
                     *           "approve"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ApprovalResponse"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                approval_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "comment": "looked at"
                 *     }
                 */
                "application/json": components["schemas"]["ApproveApprovalRequest"] | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Approved",
                     *       "data": {
                     *         "approval_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "kind": "payment",
                     *         "payment_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "title": "Payout of 5000000.00 NGN to Ikeja Farms",
                     *         "request": {
                     *           "payout": "5000000.00 NGN",
                     *           "recipient": "Ikeja Farms",
                     *           "destination": {
                     *             "differs": [],
                     *             "matches_beneficiary": true
                     *           },
                     *           "beneficiary_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *           "payment_method": "bank_transfer"
                     *         },
                     *         "reasons": [
                     *           "it is 5000000.00 NGN or more"
                     *         ],
                     *         "approvers_needed": 1,
                     *         "approver_role": null,
                     *         "status": "approved",
                     *         "requested_by": "0198f0c2-4d00-7000-8000-000000000005",
                     *         "requested_with": null,
                     *         "decisions": [
                     *           {
                     *             "user_id": "0198f0c2-4d00-7000-8000-000000000006",
                     *             "decision": "approve",
                     *             "comment": "looked at",
                     *             "decided_at": "2026-01-05T09:00:00.000Z"
                     *           }
                     *         ],
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "decided_at": "2026-01-05T09:00:00.000Z",
                     *         "people": [
                     *           {
                     *             "user_id": "0198f0c2-4d00-7000-8000-000000000005",
                     *             "name": "Lagos Fresh Foods Member"
                     *           }
                     *         ],
                     *         "actions": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                approval_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "comment": "not known"
                 *     }
                 */
                "application/json": components["schemas"]["RejectApprovalRequest"] | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Rejected",
                     *       "data": {
                     *         "approval_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "kind": "payment",
                     *         "payment_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "title": "Payout of 5000000.00 NGN to Ikeja Farms",
                     *         "request": {
                     *           "payout": "5000000.00 NGN",
                     *           "recipient": "Ikeja Farms",
                     *           "destination": {
                     *             "differs": [],
                     *             "matches_beneficiary": true
                     *           },
                     *           "beneficiary_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *           "payment_method": "bank_transfer"
                     *         },
                     *         "reasons": [
                     *           "it is 5000000.00 NGN or more"
                     *         ],
                     *         "approvers_needed": 1,
                     *         "approver_role": null,
                     *         "status": "rejected",
                     *         "requested_by": "0198f0c2-4d00-7000-8000-000000000005",
                     *         "requested_with": null,
                     *         "decisions": [
                     *           {
                     *             "user_id": "0198f0c2-4d00-7000-8000-000000000006",
                     *             "decision": "reject",
                     *             "comment": "not known",
                     *             "decided_at": "2026-01-05T09:00:00.000Z"
                     *           }
                     *         ],
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "decided_at": "2026-01-05T09:00:00.000Z",
                     *         "people": [
                     *           {
                     *             "user_id": "0198f0c2-4d00-7000-8000-000000000005",
                     *             "name": "Lagos Fresh Foods Member"
                     *           }
                     *         ],
                     *         "actions": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Balances",
                     *       "data": [
                     *         {
                     *           "org_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *           "currency": "NGN",
                     *           "available": 1540000000,
                     *           "pending": 0,
                     *           "reserved": 10000000,
                     *           "credit_line": 0,
                     *           "spendable": 1540000000,
                     *           "updated_at": "2026-01-05T09:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListBalancesResponse"];
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
    listAdjustments: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                org_id?: string;
                status?: components["schemas"]["AdjustmentStatus"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Adjustments",
                     *       "data": [],
                     *       "meta": {
                     *         "count": 0,
                     *         "has_more": false,
                     *         "last_evaluated_key": null
                     *       },
                     *       "last_evaluated_key": null
                     *     }
                     */
                    "application/json": components["schemas"]["BalanceAdjustmentList"];
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
    requestAdjustment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "org_id": "0198f0c2-4d00-7000-8000-000000000001",
                 *       "currency": "GHS",
                 *       "amount": 1500.5,
                 *       "reason": "prefunding",
                 *       "provider": "fiat"
                 *     }
                 */
                "application/json": components["schemas"]["RequestAdjustmentRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Adjustment requested; another platform admin approves it",
                     *       "data": {
                     *         "adjustment_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "currency": "GHS",
                     *         "amount": 1500.5,
                     *         "provider": "fiat",
                     *         "reason": "prefunding",
                     *         "status": "requested",
                     *         "requested_by": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "decided_by": null,
                     *         "comment": null,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "decided_at": null,
                     *         "people": [
                     *           {
                     *             "user_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *             "name": "Amara Okafor"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BalanceAdjustmentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                adjustment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "comment": "seen on the statement"
                 *     }
                 */
                "application/json": components["schemas"]["ApproveAdjustmentRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Adjustment approved",
                     *       "data": {
                     *         "adjustment_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "currency": "GHS",
                     *         "amount": 1500.5,
                     *         "provider": null,
                     *         "reason": "prefunding",
                     *         "status": "approved",
                     *         "requested_by": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "decided_by": "0198f0c2-4d00-7000-8000-000000000004",
                     *         "comment": "seen on the statement",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "decided_at": "2026-01-05T09:00:00.000Z",
                     *         "people": [
                     *           {
                     *             "user_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *             "name": "Amara Okafor"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BalanceAdjustmentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                adjustment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "comment": "not seen on the statement"
                 *     }
                 */
                "application/json": components["schemas"]["RejectAdjustmentRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Adjustment rejected",
                     *       "data": {
                     *         "adjustment_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "currency": "GHS",
                     *         "amount": 1500.5,
                     *         "provider": null,
                     *         "reason": "prefunding",
                     *         "status": "rejected",
                     *         "requested_by": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "decided_by": "0198f0c2-4d00-7000-8000-000000000004",
                     *         "comment": "not seen on the statement",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "decided_at": "2026-01-05T09:00:00.000Z",
                     *         "people": [
                     *           {
                     *             "user_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *             "name": "Amara Okafor"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BalanceAdjustmentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Credit lines",
                     *       "data": [],
                     *       "meta": {
                     *         "count": 0,
                     *         "has_more": false,
                     *         "last_evaluated_key": null
                     *       },
                     *       "last_evaluated_key": null
                     *     }
                     */
                    "application/json": components["schemas"]["CreditLineList"];
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
    setCreditLine: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "org_id": "0198f0c2-4d00-7000-8000-000000000001",
                 *       "currency": "GHS",
                 *       "amount": 250.5,
                 *       "reason": "a good customer"
                 *     }
                 */
                "application/json": components["schemas"]["SetCreditLineRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Credit line set",
                     *       "data": {
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "currency": "GHS",
                     *         "available": 12401500.5,
                     *         "pending": 0,
                     *         "reserved": 0,
                     *         "credit_line": 250.5,
                     *         "spendable": 12401751,
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BalanceResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Float",
                     *       "data": []
                     *     }
                     */
                    "application/json": components["schemas"]["ListFloatResponse"];
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
                /**
                 * @example {
                 *       "provider": "fiat",
                 *       "currency": "GHS",
                 *       "amount": 100.5
                 *     }
                 */
                "application/json": components["schemas"]["SetFloatThresholdRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Threshold set",
                     *       "data": [
                     *         {
                     *           "provider": "fiat",
                     *           "currency": "GHS",
                     *           "expected": 0,
                     *           "reported": null,
                     *           "reported_at": null,
                     *           "difference": null,
                     *           "threshold": 100.5,
                     *           "is_low": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SetFloatThresholdResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Balance history",
                     *       "data": [
                     *         {
                     *           "entry": "9-0",
                     *           "currency": "GHS",
                     *           "amount": 0,
                     *           "available_after": 12401500.5,
                     *           "credit_line": 250.5,
                     *           "description": "Credit line of 250.50 GHS",
                     *           "resource_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *           "cause": "0198f0c2-4d00-7000-8000-000000000001:credit_line",
                     *           "created_at": "2026-01-05T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 4,
                     *         "has_more": false,
                     *         "last_evaluated_key": null
                     *       },
                     *       "last_evaluated_key": null
                     *     }
                     */
                    "application/json": components["schemas"]["BalanceEntryList"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Beneficiaries",
                     *       "data": [
                     *         {
                     *           "beneficiary_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *           "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *           "account_type": "bank",
                     *           "beneficiary_of": "0198f0c2-4d00-7000-8000-000000000003",
                     *           "beneficiary_type": "business",
                     *           "currency": "NGN",
                     *           "fname": "Ikeja",
                     *           "momo_details": {},
                     *           "bank_details": {
                     *             "account_number": "0123456789",
                     *             "bank_code": "044",
                     *             "bank_name": "Access Bank",
                     *             "account_name": "Ikeja Farms Ltd"
                     *           },
                     *           "crypto_details": {},
                     *           "loan_client_details": {},
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "updated_at": "2026-01-05T09:00:00.000Z",
                     *           "country": "NG",
                     *           "lname": "Farms",
                     *           "email": "accounts@ikejafarms.example"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 1,
                     *         "has_more": false,
                     *         "last_evaluated_key": null
                     *       },
                     *       "last_evaluated_key": null
                     *     }
                     */
                    "application/json": components["schemas"]["BeneficiaryList"];
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
    createBeneficiary: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "account_type": "bank",
                 *       "fname": "Bisi",
                 *       "lname": "Ade",
                 *       "country": "NG",
                 *       "currency": "NGN",
                 *       "bank_details": {
                 *         "account_number": "0123456789",
                 *         "bank_code": "044",
                 *         "bank_name": "Access Bank"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["BeneficiaryInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Beneficiary created",
                     *       "data": {
                     *         "beneficiary_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "account_type": "bank",
                     *         "beneficiary_of": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "beneficiary_type": "individual",
                     *         "currency": "NGN",
                     *         "fname": "Bisi",
                     *         "momo_details": {},
                     *         "bank_details": {
                     *           "account_number": "0123456789",
                     *           "bank_code": "044",
                     *           "bank_name": "Access Bank"
                     *         },
                     *         "crypto_details": {},
                     *         "loan_client_details": {},
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "country": "NG",
                     *         "lname": "Ade"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BeneficiaryResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Beneficiary",
                     *       "data": {
                     *         "beneficiary_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "account_type": "bank",
                     *         "beneficiary_of": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "beneficiary_type": "individual",
                     *         "currency": "NGN",
                     *         "fname": "Bisi",
                     *         "momo_details": {},
                     *         "bank_details": {
                     *           "account_number": "0123456789",
                     *           "bank_code": "044",
                     *           "bank_name": "Access Bank"
                     *         },
                     *         "crypto_details": {},
                     *         "loan_client_details": {},
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "country": "NG",
                     *         "lname": "Ade"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BeneficiaryResponse"];
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                /**
                 * @example {
                 *       "lname": "Adeyemi",
                 *       "email": "bisi@example.com",
                 *       "bank_details": {
                 *         "account_number": "0123456789",
                 *         "bank_code": "044",
                 *         "bank_name": "Access Bank"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["BeneficiaryChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Beneficiary changed",
                     *       "data": {
                     *         "beneficiary_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "account_type": "bank",
                     *         "beneficiary_of": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "beneficiary_type": "individual",
                     *         "currency": "NGN",
                     *         "fname": "Bisi",
                     *         "momo_details": {},
                     *         "bank_details": {
                     *           "account_number": "0123456789",
                     *           "bank_code": "044",
                     *           "bank_name": "Access Bank"
                     *         },
                     *         "crypto_details": {},
                     *         "loan_client_details": {},
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "country": "NG",
                     *         "lname": "Adeyemi",
                     *         "email": "bisi@example.com"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BeneficiaryResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                    "application/json": components["schemas"]["ReceiveCallbackResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                    "application/json": components["schemas"]["PutNoticeResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                    "application/json": components["schemas"]["ReceiveNoticeResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getChangelog: {
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Changes of the API",
                     *       "data": [
                     *         {
                     *           "date": "2026-11-16",
                     *           "kind": "added",
                     *           "change": "`GET /changelog`, and the header `api-version` on every answer."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["GetChangelogResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Payment link",
                     *       "data": {
                     *         "link_ref": "...",
                     *         "organization": {
                     *           "name": "Lagos Fresh Foods",
                     *           "color": null,
                     *           "logo_url": null,
                     *           "support_email": null,
                     *           "support_phone": null,
                     *           "terms_url": null,
                     *           "privacy_url": null,
                     *           "footer": null
                     *         },
                     *         "test": true,
                     *         "status": "active",
                     *         "amount_type": "fixed",
                     *         "amount": 25.5,
                     *         "currency": "GHS",
                     *         "payer_currency": "GHS",
                     *         "payer_amount": 25.5,
                     *         "suggested_amount": null,
                     *         "quote": null,
                     *         "description": null,
                     *         "email": null,
                     *         "expires_at": null,
                     *         "paid_at": null,
                     *         "country": "NG",
                     *         "countries": [
                     *           {
                     *             "country": "AD",
                     *             "methods": [
                     *               "card"
                     *             ],
                     *             "networks": []
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CheckoutLinkResponse"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                link_ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "country": "GH",
                 *       "payment_method": "mobile_money",
                 *       "payer_details": {
                 *         "name": "Ama Owusu",
                 *         "phone": "+233241234567"
                 *       },
                 *       "mobile_money_details": {
                 *         "provider": "MTN",
                 *         "phone_number": "+233241230001"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CheckoutPaymentRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Payment started",
                     *       "data": {
                     *         "checkout_token": "v1.a07fc09a.DVGxtm5v7aKXubk2KvgCuvHhBf_moUc81876V5BoBWL0mV-xS9tIiAzALZ94r1oAf6gNGR76iGLe2J-6PHcDGRSjGoag_hDbHCvLELS565s5jWsIWmbrYqeOLSDNQQjlTLi6Eqo",
                     *         "organization": {
                     *           "name": "Lagos Fresh Foods",
                     *           "color": null,
                     *           "logo_url": null,
                     *           "support_email": null,
                     *           "support_phone": null,
                     *           "terms_url": null,
                     *           "privacy_url": null,
                     *           "footer": null
                     *         },
                     *         "test": true,
                     *         "link_ref": "...",
                     *         "status": "pending",
                     *         "amount": 25.5,
                     *         "currency": "GHS",
                     *         "description": null,
                     *         "reference": "01a1e53b-fa16-70c6",
                     *         "payment_method": "mobile_money",
                     *         "next_action": "collect_otp",
                     *         "redirect_url": null,
                     *         "payment_link": null,
                     *         "bank_transfer": null,
                     *         "otp": {
                     *           "phone_hint": "•••• 0001",
                     *           "attempts_left": 3
                     *         },
                     *         "mobile_money": null,
                     *         "card": null,
                     *         "failure_reason": null,
                     *         "failure_cause": null,
                     *         "receipt_url": null,
                     *         "return_url": null,
                     *         "expires_at": "2026-01-05T09:00:00.000Z",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CheckoutPaymentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Payment",
                     *       "data": {
                     *         "checkout_token": "v1.a07fc09a.cNs_58wP_8xy4HZ6Af22SNabyslvu58jXOfYRxixfQMsLqU-k0Ivz_Wea9RnMS32qVNNwtDKHyBVaK4birh88qBZ-HIUC4k-VJQadtzOOaJNuIbgFSwO1C9OZhj1_5Y0GzGtj1Q",
                     *         "organization": {
                     *           "name": "Lagos Fresh Foods",
                     *           "color": null,
                     *           "logo_url": null,
                     *           "support_email": null,
                     *           "support_phone": null,
                     *           "terms_url": null,
                     *           "privacy_url": null,
                     *           "footer": null
                     *         },
                     *         "test": true,
                     *         "link_ref": null,
                     *         "status": "pending",
                     *         "amount": 1500,
                     *         "currency": "GHS",
                     *         "description": null,
                     *         "reference": "01a1e53b-faab-702f",
                     *         "payment_method": "mobile_money",
                     *         "next_action": "collect_otp",
                     *         "redirect_url": null,
                     *         "payment_link": null,
                     *         "bank_transfer": null,
                     *         "otp": {
                     *           "phone_hint": "•••• 0001",
                     *           "attempts_left": 3
                     *         },
                     *         "mobile_money": null,
                     *         "card": null,
                     *         "failure_reason": null,
                     *         "failure_cause": null,
                     *         "receipt_url": null,
                     *         "return_url": null,
                     *         "expires_at": "2026-01-05T09:00:00.000Z",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CheckoutPaymentResponse"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                checkout_token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "resend_otp"
                 *     }
                 */
                "application/json": components["schemas"]["PaymentAction"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "A new one-time password was sent",
                     *       "data": {
                     *         "checkout_token": "v1.a07fc09a.hbl-cg_BaNl1Rptlrd5N-WC0BnLjGyfGn6Ixefrz_is4hokGaCXyxUPr1Q_eWpS9-j2MpDEAlYq5WjP7078fkax7wy_NnqpHA_1H5qvITdOfZ2TFmd8qtUd7Bh-bZ5uyfdozeH8",
                     *         "organization": {
                     *           "name": "Lagos Fresh Foods",
                     *           "color": null,
                     *           "logo_url": null,
                     *           "support_email": null,
                     *           "support_phone": null,
                     *           "terms_url": null,
                     *           "privacy_url": null,
                     *           "footer": null
                     *         },
                     *         "test": true,
                     *         "link_ref": null,
                     *         "status": "pending",
                     *         "amount": 1500,
                     *         "currency": "GHS",
                     *         "description": null,
                     *         "reference": "01a1e53b-fafb-70c9",
                     *         "payment_method": "mobile_money",
                     *         "next_action": "collect_otp",
                     *         "redirect_url": null,
                     *         "payment_link": null,
                     *         "bank_transfer": null,
                     *         "otp": {
                     *           "phone_hint": "•••• 0001",
                     *           "attempts_left": 3
                     *         },
                     *         "mobile_money": null,
                     *         "card": null,
                     *         "failure_reason": null,
                     *         "failure_cause": null,
                     *         "receipt_url": null,
                     *         "return_url": null,
                     *         "expires_at": "2026-01-05T09:00:00.000Z",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CheckoutPaymentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
    readCheckoutReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                receipt_code: string;
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Receipt",
                     *       "data": {
                     *         "receipt_code": "202K8X3J9XKP",
                     *         "organization": {
                     *           "name": "Lagos Fresh Foods",
                     *           "color": null,
                     *           "logo_url": null,
                     *           "support_email": null,
                     *           "support_phone": null,
                     *           "terms_url": null,
                     *           "privacy_url": null,
                     *           "footer": null
                     *         },
                     *         "test": true,
                     *         "status": "completed",
                     *         "amount": 25.5,
                     *         "currency": "GHS",
                     *         "received": null,
                     *         "description": null,
                     *         "reference": "01a1e53b-fb56-7033",
                     *         "payment_method": "mobile_money",
                     *         "method_detail": "MTN •••• 4567",
                     *         "paid_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CheckoutReceiptResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCorridors: {
        parameters: {
            query: {
                /** @description ISO 3166-1 alpha-2 */
                country: string;
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Corridors",
                     *       "data": [
                     *         {
                     *           "country": "GH",
                     *           "payment_method": "crypto",
                     *           "direction": "ramp",
                     *           "settlement_delay_hours": 0,
                     *           "fees": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListCorridorsResponse"];
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
    listCryptoAssets: {
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Crypto assets",
                     *       "data": [
                     *         {
                     *           "code": "BTC",
                     *           "name": "Bitcoin",
                     *           "decimals": 8,
                     *           "networks": [
                     *             "BITCOIN"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListCryptoAssetsResponse"];
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
    listCustomers: {
        parameters: {
            query?: {
                email?: string;
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                /** @description UUIDv7 */
                org_id?: string;
                phone?: string;
                reference?: string;
                status?: "active" | "merged" | "erasing" | "erased";
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Customers",
                     *       "data": [
                     *         {
                     *           "customer_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *           "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *           "metadata": {
                     *             "tier": 1
                     *           },
                     *           "status": "active",
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "updated_at": "2026-01-05T09:00:00.000Z",
                     *           "reference": "customer-1",
                     *           "name": "Ama Owusu",
                     *           "email": "ama@example.com",
                     *           "country": "GH"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 1,
                     *         "has_more": false,
                     *         "last_evaluated_key": null
                     *       },
                     *       "last_evaluated_key": null
                     *     }
                     */
                    "application/json": components["schemas"]["CustomerList"];
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
    createCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ama Owusu",
                 *       "email": "ama@example.com",
                 *       "country": "GH",
                 *       "reference": "customer-1",
                 *       "metadata": {
                 *         "tier": 1
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CustomerInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Customer created",
                     *       "data": {
                     *         "customer_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "metadata": {
                     *           "tier": 1
                     *         },
                     *         "status": "active",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "reference": "customer-1",
                     *         "name": "Ama Owusu",
                     *         "email": "ama@example.com",
                     *         "country": "GH"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CustomerResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                customer_id: string;
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Customer",
                     *       "data": {
                     *         "customer_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "metadata": {},
                     *         "status": "active",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "name": "Ama Owusu",
                     *         "phone": "+233241234567"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CustomerResponse"];
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
    eraseCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                customer_id: string;
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                customer_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ama Mensah",
                 *       "email": null
                 *     }
                 */
                "application/json": components["schemas"]["CustomerChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Customer changed",
                     *       "data": {
                     *         "customer_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "metadata": {},
                     *         "status": "active",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "name": "Ama Mensah",
                     *         "phone": "+233241234567"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CustomerResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    mergeCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description UUIDv7 */
                customer_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "into": "0198f0c2-4d00-7000-8000-000000000001"
                 *     }
                 */
                "application/json": components["schemas"]["CustomerMerge"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Customers merged",
                     *       "data": {
                     *         "customer_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "metadata": {},
                     *         "status": "active",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "name": "Ama Owusu",
                     *         "phone": "+233241234567"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CustomerResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
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
                provider?: components["schemas"]["ProviderName"];
                status?: components["schemas"]["DisputeStatus"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Disputes",
                     *       "data": [],
                     *       "meta": {
                     *         "count": 0,
                     *         "has_more": false,
                     *         "last_evaluated_key": null
                     *       },
                     *       "last_evaluated_key": null
                     *     }
                     */
                    "application/json": components["schemas"]["DisputeSummaryList"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Dispute",
                     *       "data": {
                     *         "dispute_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "payment_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "provider": "fiat",
                     *         "provider_dispute_id": "...",
                     *         "status": "needs_response",
                     *         "provider_status": "needs_response",
                     *         "amount": 1500,
                     *         "fee": 15,
                     *         "currency": "GHS",
                     *         "reason": "goods were not received",
                     *         "respond_by": "2026-01-05T09:00:00.000Z",
                     *         "responded_at": null,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "evidence": [],
                     *         "actions": [
                     *           "submit"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DisputeResponse"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Dispute accepted",
                     *       "data": {
                     *         "dispute_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "payment_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "provider": "fiat",
                     *         "provider_dispute_id": "...",
                     *         "status": "accepted",
                     *         "provider_status": "accepted",
                     *         "amount": 1500,
                     *         "fee": 15,
                     *         "currency": "GHS",
                     *         "reason": "goods were not received",
                     *         "respond_by": "2026-01-05T09:00:00.000Z",
                     *         "responded_at": "2026-01-05T09:00:00.000Z",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "evidence": [],
                     *         "actions": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DisputeResponse"];
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                dispute_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "receipt",
                 *       "text": "The goods were handed over."
                 *     }
                 */
                "application/json": components["schemas"]["AddDisputeEvidenceRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Evidence added",
                     *       "data": {
                     *         "evidence_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "name": "receipt",
                     *         "text": "The goods were handed over.",
                     *         "content_type": null,
                     *         "size": 27,
                     *         "created_by": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "created_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DisputeEvidenceResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Evidence submitted",
                     *       "data": {
                     *         "dispute_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "payment_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "provider": "fiat",
                     *         "provider_dispute_id": "...",
                     *         "status": "under_review",
                     *         "provider_status": "under_review",
                     *         "amount": 1500,
                     *         "fee": 15,
                     *         "currency": "GHS",
                     *         "reason": "goods were not received",
                     *         "respond_by": "2026-01-05T09:00:00.000Z",
                     *         "responded_at": "2026-01-05T09:00:00.000Z",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "evidence": [
                     *           {
                     *             "evidence_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *             "name": "receipt",
                     *             "text": "The goods were handed over.",
                     *             "content_type": null,
                     *             "size": 27,
                     *             "created_by": "0198f0c2-4d00-7000-8000-000000000005",
                     *             "created_at": "2026-01-05T09:00:00.000Z"
                     *           }
                     *         ],
                     *         "actions": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DisputeResponse"];
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
    listEvents: {
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
                /** @description One or more event types, separated by commas: payment.processing, payment.pending, payment.completed, payment.failed, payment.refunded, payment.canceled, transaction.updated, refund.requested, refund.completed, refund.failed, dispute.opened, dispute.updated, dispute.under_review, dispute.won, dispute.lost, dispute.accepted, dispute.expired, virtual_account.deposit, virtual_account.withdrawal, virtual_account.frozen, virtual_account.unfrozen, escrow.milestone.funded, escrow.milestone.disbursed, escrow.milestone.approval_revoked, payment_link.paid, approval.requested, approval.approved, approval.rejected, export.completed, export.failed, float.low, api_key.expiring, kyb.approved, kyb.rejected, kyc.approved, kyc.rejected */
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Events",
                     *       "data": [
                     *         {
                     *           "event_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *           "event_type": "dispute.under_review",
                     *           "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "data": {
                     *             "dispute_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *             "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *             "payment_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *             "provider": "fiat",
                     *             "provider_dispute_id": "...",
                     *             "status": "under_review",
                     *             "provider_status": "under_review",
                     *             "amount": 1500,
                     *             "fee": 15,
                     *             "currency": "GHS",
                     *             "reason": "goods were not received",
                     *             "respond_by": "2026-01-05T09:00:00.000Z",
                     *             "responded_at": "2026-01-05T09:00:00.000Z",
                     *             "created_at": "2026-01-05T09:00:00.000Z",
                     *             "updated_at": "2026-01-05T09:00:00.000Z",
                     *             "previous_status": "needs_response",
                     *             "sequence": 2
                     *           }
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 10,
                     *         "has_more": true,
                     *         "last_evaluated_key": "..."
                     *       },
                     *       "last_evaluated_key": "..."
                     *     }
                     */
                    "application/json": components["schemas"]["EventList"];
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
    getEvent: {
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Event",
                     *       "data": {
                     *         "event_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "event_type": "transaction.updated",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "data": {
                     *           "transaction_id": "t-1",
                     *           "status": "completed",
                     *           "amount": 12.5,
                     *           "currency": "GHS",
                     *           "updated_at": "2026-01-05T09:00:00.000Z",
                     *           "test": true,
                     *           "sequence": 1
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EventResponse"];
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
    listExports: {
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Exports",
                     *       "data": [
                     *         {
                     *           "export_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *           "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *           "kind": "transactions",
                     *           "format": "jsonl",
                     *           "filters": {
                     *             "date_to": "2026-01-05T09:00:00.000Z",
                     *             "currency": "GHS"
                     *           },
                     *           "until": "2026-01-05T09:00:00.000Z",
                     *           "status": "pending",
                     *           "rows_done": 0,
                     *           "size_bytes": 0,
                     *           "requested_by": "0198f0c2-4d00-7000-8000-000000000003",
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "updated_at": "2026-01-05T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 1,
                     *         "has_more": false,
                     *         "last_evaluated_key": null
                     *       },
                     *       "last_evaluated_key": null
                     *     }
                     */
                    "application/json": components["schemas"]["ExportSummaryList"];
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
    createExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "transactions",
                 *       "format": "jsonl",
                 *       "currency": "GHS",
                 *       "date_to": "2026-01-05T09:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["ExportInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Export requested",
                     *       "data": {
                     *         "export_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "kind": "transactions",
                     *         "format": "jsonl",
                     *         "filters": {
                     *           "date_to": "2026-01-05T09:00:00.000Z",
                     *           "currency": "GHS"
                     *         },
                     *         "until": "2026-01-05T09:00:00.000Z",
                     *         "status": "pending",
                     *         "rows_done": 0,
                     *         "size_bytes": 0,
                     *         "requested_by": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ExportResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description This organization has as many unfinished exports as it may have (LIMIT_EXCEEDED) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUIDv7 */
                export_id: string;
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Export",
                     *       "data": {
                     *         "export_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "kind": "audit",
                     *         "format": "csv",
                     *         "filters": {},
                     *         "until": "2026-01-05T09:00:00.000Z",
                     *         "status": "completed",
                     *         "rows_done": 62,
                     *         "size_bytes": 17660,
                     *         "requested_by": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "rows_total": 62,
                     *         "finished_at": "2026-01-05T09:00:00.000Z",
                     *         "expires_at": "2026-01-05T09:00:00.000Z",
                     *         "download_url": "https://payments.example.com/v1/exports/files/v1.a07fc09a.Cw8nZOHwJb76a066BP0R1oACFkIfG_tj8xDY3r1_QG63Y9qNhy2CMFq1pS9aymo6ogh7-45EACYhqfkDzkLfLWINn5TGjlU4C_y-u3E2mmi-Uw23bXx2sniW-zZUTOh4Rw7ywf8sOi_MEM037jwYiodm9g",
                     *         "download_url_expires_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ExportResponse"];
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
    downloadExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
                    "application/jsonl": string;
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "country": "NG",
                 *       "currency": "NGN",
                 *       "search": "access"
                 *     }
                 */
                "application/json": components["schemas"]["ListBanksRequest"] | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Banks",
                     *       "data": [
                     *         {
                     *           "name": "Access Bank",
                     *           "code": "044",
                     *           "country": "NG",
                     *           "currency": "NGN"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListBanksResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "country": "GH",
                 *       "currency": "GHS"
                 *     }
                 */
                "application/json": components["schemas"]["ListNetworksRequest"] | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Mobile money networks",
                     *       "data": [
                     *         {
                     *           "name": "AirtelTigo Money",
                     *           "code": "AIRTELTIGO_GH",
                     *           "country": "GH",
                     *           "currency": "GHS"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListNetworksResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "account_number": "0000014579",
                 *       "bank_code": "011",
                 *       "country": "NG"
                 *     }
                 */
                "application/json": components["schemas"]["ResolveAccountRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Account resolved",
                     *       "data": {
                     *         "account_number": "0000014579",
                     *         "account_name": "Thabo Mukasa",
                     *         "bank_code": "011",
                     *         "bank_name": "First Bank of Nigeria",
                     *         "country": "NG"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ResolvedAccountResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The bank knows no such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Fee schedules",
                     *       "data": [],
                     *       "meta": {
                     *         "count": 0,
                     *         "has_more": false,
                     *         "last_evaluated_key": null
                     *       },
                     *       "last_evaluated_key": null
                     *     }
                     */
                    "application/json": components["schemas"]["FeeScheduleList"];
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
    createFee: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "fee-1",
                 *       "org_id": "0198f0c2-4d00-7000-8000-000000000001",
                 *       "country": "BR",
                 *       "payment_method": "card",
                 *       "direction": "inbound",
                 *       "currency": "BRL",
                 *       "fixed_amount": 0.5,
                 *       "percent": 1.5,
                 *       "min_fee": 0.5,
                 *       "max_fee": 90
                 *     }
                 */
                "application/json": components["schemas"]["CreateFeeRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Fee schedule created",
                     *       "data": {
                     *         "fee_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "name": "fee-1",
                     *         "country": "BR",
                     *         "payment_method": "card",
                     *         "direction": "inbound",
                     *         "currency": "BRL",
                     *         "fixed_amount": 0.5,
                     *         "percent": 1.5,
                     *         "min_fee": 0.5,
                     *         "max_fee": 90,
                     *         "is_active": true,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FeeScheduleResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                /**
                 * @example {
                 *       "is_active": false,
                 *       "percent": 1.25
                 *     }
                 */
                "application/json": components["schemas"]["ChangeFeeRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Fee schedule changed",
                     *       "data": {
                     *         "fee_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "name": "fee-1",
                     *         "country": "BR",
                     *         "payment_method": "card",
                     *         "direction": "inbound",
                     *         "currency": "BRL",
                     *         "fixed_amount": 0.5,
                     *         "percent": 1.25,
                     *         "min_fee": 0.5,
                     *         "max_fee": 90,
                     *         "is_active": false,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FeeScheduleResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                purpose?: components["schemas"]["LedgerPurpose"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Ledger accounts",
                     *       "data": [
                     *         {
                     *           "account_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *           "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *           "purpose": "disputes",
                     *           "owner_id": null,
                     *           "currency": "GHS",
                     *           "balance": 4545,
                     *           "held": 0,
                     *           "available": 4545,
                     *           "status": "active",
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "updated_at": "2026-01-05T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 9,
                     *         "has_more": false,
                     *         "last_evaluated_key": null
                     *       },
                     *       "last_evaluated_key": null
                     *     }
                     */
                    "application/json": components["schemas"]["LedgerAccountList"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Ledger transactions",
                     *       "data": [
                     *         {
                     *           "position": 20,
                     *           "org_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *           "resource_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *           "cause": "0198f0c2-4d00-7000-8000-000000000002:needs_response:1",
                     *           "description": "Dispute needs response",
                     *           "hash": "...",
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "postings": [
                     *             {
                     *               "account_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *               "purpose": "settlement",
                     *               "owner_id": null,
                     *               "currency": "GHS",
                     *               "amount": -1515,
                     *               "held_change": 0,
                     *               "hold_id": null,
                     *               "account_status": null,
                     *               "balance_after": 12401466,
                     *               "held_after": 0
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 10,
                     *         "has_more": true,
                     *         "last_evaluated_key": "..."
                     *       },
                     *       "last_evaluated_key": "..."
                     *     }
                     */
                    "application/json": components["schemas"]["LedgerTransactionList"];
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
    listOrganizations: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-2 */
                country?: string;
                /** @description Only those whose verification provider contradicts a person's decision */
                kyb_review?: "open";
                kyb_status?: components["schemas"]["VerificationStatus"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Organizations",
                     *       "data": [
                     *         {
                     *           "org_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *           "name": "Accra Mobility",
                     *           "country": "GH",
                     *           "status": "active",
                     *           "features": [
                     *             "payments"
                     *           ],
                     *           "settings": {
                     *             "payout_review_above": {},
                     *             "controls": {
                     *               "policies": [],
                     *               "limits": []
                     *             },
                     *             "margin_bps": 0,
                     *             "require_second_factor": false,
                     *             "payout_destinations": "any",
                     *             "unique_client_reference": false
                     *           },
                     *           "kyb_status": "not_started",
                     *           "kyb_provider": null,
                     *           "kyb_customer_id": null,
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "updated_at": "2026-01-05T09:00:00.000Z",
                     *           "kyb_decided_by": null,
                     *           "kyb_review": null
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 2,
                     *         "has_more": false,
                     *         "lastEvaluatedKey": null
                     *       },
                     *       "lastEvaluatedKey": null
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationList"];
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
    createOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Organisation-1",
                 *       "country": "KE",
                 *       "features": [
                 *         "payments"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateOrganizationRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Organization created",
                     *       "data": {
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "name": "Organisation-1",
                     *         "country": "KE",
                     *         "status": "active",
                     *         "features": [
                     *           "payments"
                     *         ],
                     *         "settings": {
                     *           "payout_review_above": {},
                     *           "controls": {
                     *             "policies": [],
                     *             "limits": []
                     *           },
                     *           "margin_bps": 0,
                     *           "require_second_factor": false,
                     *           "payout_destinations": "any",
                     *           "unique_client_reference": false
                     *         },
                     *         "kyb_status": "not_started",
                     *         "kyb_provider": null,
                     *         "kyb_customer_id": null,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "kyb_decided_by": null,
                     *         "kyb_review": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrganization: {
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Organization",
                     *       "data": {
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "name": "Lagos Fresh Foods",
                     *         "country": "NG",
                     *         "status": "active",
                     *         "features": [
                     *           "payments"
                     *         ],
                     *         "settings": {
                     *           "payout_review_above": {},
                     *           "controls": {
                     *             "policies": [],
                     *             "limits": []
                     *           },
                     *           "margin_bps": 0,
                     *           "require_second_factor": false,
                     *           "payout_destinations": "any",
                     *           "unique_client_reference": false
                     *         },
                     *         "kyb_status": "not_started",
                     *         "kyb_provider": null,
                     *         "kyb_customer_id": null,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationResponse"];
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
    changeOrganization: {
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
                /**
                 * @example {
                 *       "name": "Lagos Fresh Foods",
                 *       "settings": {
                 *         "payout_review_above": {
                 *           "NGN": 5000000
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ChangeOrganizationRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Organization changed",
                     *       "data": {
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "name": "Lagos Fresh Foods",
                     *         "country": "NG",
                     *         "status": "active",
                     *         "features": [
                     *           "payments"
                     *         ],
                     *         "settings": {
                     *           "payout_review_above": {
                     *             "NGN": 5000000
                     *           },
                     *           "controls": {
                     *             "policies": [],
                     *             "limits": []
                     *           },
                     *           "margin_bps": 0,
                     *           "require_second_factor": false,
                     *           "payout_destinations": "any",
                     *           "unique_client_reference": false
                     *         },
                     *         "kyb_status": "not_started",
                     *         "kyb_provider": null,
                     *         "kyb_customer_id": null,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAuditLog: {
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Audit log",
                     *       "data": [
                     *         {
                     *           "audit_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *           "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *           "actor_type": "user",
                     *           "actor_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *           "actor_user_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *           "action": "organization.updated",
                     *           "resource_type": "organization",
                     *           "resource_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *           "changes": {
                     *             "settings": {
                     *               "before": {},
                     *               "after": {
                     *                 "payout_review_above": {
                     *                   "NGN": "5000000.00"
                     *                 }
                     *               }
                     *             }
                     *           },
                     *           "request_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "position": null,
                     *           "hash": null
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 10,
                     *         "has_more": true,
                     *         "lastEvaluatedKey": "..."
                     *       },
                     *       "lastEvaluatedKey": "..."
                     *     }
                     */
                    "application/json": components["schemas"]["AuditEntryList"];
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
    listInvites: {
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Invites",
                     *       "data": [],
                     *       "meta": {
                     *         "count": 0,
                     *         "has_more": false,
                     *         "lastEvaluatedKey": null
                     *       },
                     *       "lastEvaluatedKey": null
                     *     }
                     */
                    "application/json": components["schemas"]["InviteList"];
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
    createInvite: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description UUIDv7 */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "guest-1@example.com",
                 *       "role": "org-viewer"
                 *     }
                 */
                "application/json": components["schemas"]["CreateInviteRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Invite created",
                     *       "data": {
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "invite_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "email": "guest-1@example.com",
                     *         "role": "org-viewer",
                     *         "status": "pending",
                     *         "invited_by": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "expires_at": "2026-01-05T09:00:00.000Z",
                     *         "accepted_at": null,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "email_sent": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SentInviteResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    withdrawInvite: {
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resendInvite: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Invite sent again",
                     *       "data": {
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "invite_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "email": "guest-1@example.com",
                     *         "role": "org-viewer",
                     *         "status": "pending",
                     *         "invited_by": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "expires_at": "2026-01-05T09:00:00.000Z",
                     *         "accepted_at": null,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "email_sent": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SentInviteResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    startKyb: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Verification started",
                     *       "data": {
                     *         "kyb_status": "pending",
                     *         "kyb_customer_id": "...",
                     *         "verification_url": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StartKybResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    decideKyb: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description UUIDv7 */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "decision": "approved",
                 *       "reason": "papers seen"
                 *     }
                 */
                "application/json": components["schemas"]["DecideKybRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Verification decided",
                     *       "data": {
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "name": "Lagos Fresh Foods",
                     *         "country": "NG",
                     *         "status": "active",
                     *         "features": [
                     *           "payments"
                     *         ],
                     *         "settings": {
                     *           "payout_review_above": {
                     *             "NGN": 5000000
                     *           },
                     *           "controls": {
                     *             "policies": [],
                     *             "limits": []
                     *           },
                     *           "margin_bps": 0,
                     *           "require_second_factor": false,
                     *           "payout_destinations": "any",
                     *           "unique_client_reference": false
                     *         },
                     *         "kyb_status": "approved",
                     *         "kyb_provider": "sandbox",
                     *         "kyb_customer_id": "...",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "kyb_decided_by": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "kyb_review": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMembers: {
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Members",
                     *       "data": [
                     *         {
                     *           "org_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *           "user_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *           "email": "viewer@lagosfresh.example",
                     *           "name": "Lagos Fresh Foods Viewer",
                     *           "role": "org-viewer",
                     *           "permissions": [],
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "updated_at": "2026-01-05T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 3,
                     *         "has_more": false,
                     *         "lastEvaluatedKey": null
                     *       },
                     *       "lastEvaluatedKey": null
                     *     }
                     */
                    "application/json": components["schemas"]["MemberList"];
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
    addMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description UUIDv7 */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "0198f0c2-4d00-7000-8000-000000000001",
                 *       "role": "org-viewer"
                 *     }
                 */
                "application/json": components["schemas"]["AddMemberRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Member added",
                     *       "data": {
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "email": "person-1@example.com",
                     *         "name": "A Person",
                     *         "role": "org-viewer",
                     *         "permissions": [],
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMember: {
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Member",
                     *       "data": {
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "email": "person-1@example.com",
                     *         "name": "A Person",
                     *         "role": "org-viewer",
                     *         "permissions": [],
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MemberResponse"];
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
    removeMember: {
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeMember: {
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
                /**
                 * @example {
                 *       "role": "org-member"
                 *     }
                 */
                "application/json": components["schemas"]["ChangeMemberRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Role changed",
                     *       "data": {
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "email": "person-1@example.com",
                     *         "name": "A Person",
                     *         "role": "org-member",
                     *         "permissions": [],
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setPermissions: {
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
                /**
                 * @example {
                 *       "permissions": [
                 *         "payments:write"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SetPermissionsRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Permissions replaced",
                     *       "data": {
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "email": "person-1@example.com",
                     *         "name": "A Person",
                     *         "role": "org-viewer",
                     *         "permissions": [
                     *           "payments:write"
                     *         ],
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    grantPermissions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                /**
                 * @example {
                 *       "permission": "payments:write",
                 *       "permissions": [
                 *         "ramps:write"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PermissionsInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Permissions granted",
                     *       "data": {
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "email": "person-1@example.com",
                     *         "name": "A Person",
                     *         "role": "org-viewer",
                     *         "permissions": [
                     *           "payments:write"
                     *         ],
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokePermissions: {
        parameters: {
            query?: {
                permission?: components["schemas"]["Permission"];
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
                "application/json": components["schemas"]["PermissionsInput"] | null;
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkPermission: {
        parameters: {
            query: {
                permission: components["schemas"]["Permission"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Permission",
                     *       "data": {
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "role": "org-viewer",
                     *         "permission": "payments:write",
                     *         "allowed": false,
                     *         "source": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CheckPermissionResponse"];
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
    listServiceAccounts: {
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Service accounts",
                     *       "data": [],
                     *       "meta": {
                     *         "count": 0,
                     *         "has_more": false,
                     *         "lastEvaluatedKey": null
                     *       },
                     *       "lastEvaluatedKey": null
                     *     }
                     */
                    "application/json": components["schemas"]["MemberList"];
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
    createServiceAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description UUIDv7 */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop backend",
                 *       "role": "org-member"
                 *     }
                 */
                "application/json": components["schemas"]["CreateServiceAccountRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Service account created",
                     *       "data": {
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "email": "0198f0c2-4d00-7000-8000-000000000002@service-account.invalid",
                     *         "name": "Shop backend",
                     *         "role": "org-member",
                     *         "permissions": [],
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getExchangeRate: {
        parameters: {
            query: {
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Rate locked",
                     *       "data": {
                     *         "org_rate_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "fromCurrency": "GHS",
                     *         "toCurrency": "NGN",
                     *         "rate": 125,
                     *         "inverse_rate": 0.008,
                     *         "source": "table",
                     *         "margin_bps": 0,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "expires_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["LockedRateResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Rate lock",
                     *       "data": {
                     *         "org_rate_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "fromCurrency": "GHS",
                     *         "toCurrency": "NGN",
                     *         "rate": 125,
                     *         "inverse_rate": 0.008,
                     *         "source": "table",
                     *         "margin_bps": 0,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "expires_at": "2026-01-05T09:00:00.000Z",
                     *         "status": "open",
                     *         "amount": 10
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RateLockResponse"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Rates",
                     *       "data": [
                     *         {
                     *           "currency": "AED",
                     *           "per_usd": 3.6725,
                     *           "source": "table",
                     *           "updated_at": "2026-01-05T09:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListRatesResponse"];
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
                /**
                 * @example {
                 *       "rates": [
                 *         {
                 *           "currency": "EUR",
                 *           "per_usd": 0.917
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SetRatesRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Rates written",
                     *       "data": [
                     *         {
                     *           "currency": "AED",
                     *           "per_usd": 3.6725,
                     *           "source": "table",
                     *           "updated_at": "2026-01-05T09:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SetRatesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    acceptInvite: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptInviteRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InviteResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    receiveKybUpdate: {
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
                    "application/json": components["schemas"]["ReceiveKybUpdateResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                status?: components["schemas"]["LinkStatus"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Payment links",
                     *       "data": [
                     *         {
                     *           "link_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *           "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *           "link_ref": "...",
                     *           "url": "https://payments.example.com/pay/8w0ZFHj59MT7wAZtDRrx5GYm",
                     *           "status": "paid",
                     *           "amount_type": "fixed",
                     *           "currency": "GHS",
                     *           "payer_currency": "GHS",
                     *           "payments_count": 1,
                     *           "paid_total": 25.5,
                     *           "created_by": "0198f0c2-4d00-7000-8000-000000000003",
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "updated_at": "2026-01-05T09:00:00.000Z",
                     *           "amount": 25.5,
                     *           "paid_at": "2026-01-05T09:00:00.000Z",
                     *           "payment_id": "0198f0c2-4d00-7000-8000-000000000004"
                     *         }
                     *       ],
                     *       "count": 3,
                     *       "meta": {
                     *         "count": 3,
                     *         "has_more": false,
                     *         "last_evaluated_key": null
                     *       },
                     *       "last_evaluated_key": null
                     *     }
                     */
                    "application/json": components["schemas"]["ListPaymentLinksResponse"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 25.5,
                 *       "currency": "GHS",
                 *       "amount_type": "fixed",
                 *       "description": "Invoice 7",
                 *       "email": "ama@example.com",
                 *       "expires_at": "2026-01-05T09:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["PaymentLinkInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Payment link created",
                     *       "data": {
                     *         "link_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "link_ref": "...",
                     *         "url": "https://payments.example.com/pay/5mr2flbDq1w09bMEstmpgknd",
                     *         "status": "active",
                     *         "amount_type": "fixed",
                     *         "currency": "GHS",
                     *         "payer_currency": "GHS",
                     *         "payments_count": 0,
                     *         "paid_total": 0,
                     *         "created_by": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "amount": 25.5,
                     *         "description": "Invoice 7",
                     *         "email": "ama@example.com",
                     *         "expires_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentLinkResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Payment link",
                     *       "data": {
                     *         "link_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "link_ref": "...",
                     *         "url": "https://payments.example.com/pay/coCbQUGbHsu5rB3vk3OhwmSX",
                     *         "status": "active",
                     *         "amount_type": "fixed",
                     *         "currency": "GHS",
                     *         "payer_currency": "GHS",
                     *         "payments_count": 0,
                     *         "paid_total": 0,
                     *         "created_by": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "amount": 25.5
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentLinkResponse"];
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                /**
                 * @example {
                 *       "amount": 30,
                 *       "description": "Invoice 8",
                 *       "status": "disabled"
                 *     }
                 */
                "application/json": components["schemas"]["PaymentLinkChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Payment link changed",
                     *       "data": {
                     *         "link_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "link_ref": "...",
                     *         "url": "https://payments.example.com/pay/JcOBJxUamaB27xiLf-KEFutL",
                     *         "status": "disabled",
                     *         "amount_type": "fixed",
                     *         "currency": "GHS",
                     *         "payer_currency": "GHS",
                     *         "payments_count": 0,
                     *         "paid_total": 0,
                     *         "created_by": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "amount": 30,
                     *         "description": "Invoice 8"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentLinkResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCheckoutBrand: {
        parameters: {
            query?: never;
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Checkout brand",
                     *       "data": {
                     *         "color": null,
                     *         "support_email": null,
                     *         "support_phone": null,
                     *         "terms_url": null,
                     *         "privacy_url": null,
                     *         "footer": null,
                     *         "embed_origins": [],
                     *         "logo_url": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CheckoutBrandResponse"];
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
    setCheckoutBrand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "color": "#1f4e9e",
                 *       "support_email": "help@example.com",
                 *       "support_phone": "+233200000000",
                 *       "terms_url": "https://shop.example/terms",
                 *       "privacy_url": null,
                 *       "footer": "Lagos Fresh Foods Ltd",
                 *       "embed_origins": [
                 *         "https://shop.example"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CheckoutBrandInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Checkout brand set",
                     *       "data": {
                     *         "color": "#1f4e9e",
                     *         "support_email": "help@example.com",
                     *         "support_phone": "+233200000000",
                     *         "terms_url": "https://shop.example/terms",
                     *         "privacy_url": null,
                     *         "footer": "Lagos Fresh Foods Ltd",
                     *         "embed_origins": [
                     *           "https://shop.example"
                     *         ],
                     *         "logo_url": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CheckoutBrandResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setCheckoutLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "..."
                 *     }
                 */
                "application/json": components["schemas"]["CheckoutLogoInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Checkout logo set",
                     *       "data": {
                     *         "color": "#1f4e9e",
                     *         "support_email": "help@example.com",
                     *         "support_phone": "+233200000000",
                     *         "terms_url": "https://shop.example/terms",
                     *         "privacy_url": null,
                     *         "footer": "Lagos Fresh Foods Ltd",
                     *         "embed_origins": [
                     *           "https://shop.example"
                     *         ],
                     *         "logo_url": "https://payments.example.com/checkout-files/logos/497790947d4666760ce38f3c00e852c7"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CheckoutBrandResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteCheckoutLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "resend_otp"
                 *     }
                 */
                "application/json": components["schemas"]["PaymentAction"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 200,
                     *       "response": {
                     *         "success": true,
                     *         "payment_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "transaction_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "status": "pending",
                     *         "provider": "fiat",
                     *         "message": "A new one-time password was sent",
                     *         "payment_data": {
                     *           "amount": 1500,
                     *           "currency": "GHS",
                     *           "target_amount": 1500,
                     *           "target_currency": "GHS",
                     *           "metadata": null
                     *         },
                     *         "next_action": "collect_otp"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InitiationResponse"];
                };
            };
            400: components["responses"]["InitiationBadRequest"];
            401: components["responses"]["InitiationUnauthorized"];
            403: components["responses"]["InitiationForbidden"];
            404: components["responses"]["InitiationNotFound"];
            409: components["responses"]["InitiationConflict"];
            413: components["responses"]["InitiationPayloadTooLarge"];
            415: components["responses"]["InitiationUnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 1500,
                 *       "target_amount": 1500,
                 *       "currency": "GHS",
                 *       "target_currency": "GHS",
                 *       "country": "GH",
                 *       "payment_method": "mobile_money",
                 *       "direction": "payin",
                 *       "payer_details": {
                 *         "name": "Ama Owusu",
                 *         "phone": "+233241234567"
                 *       },
                 *       "mobile_money_details": {
                 *         "provider": "MTN",
                 *         "phone_number": "+233241234567"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PaymentRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 200,
                     *       "response": {
                     *         "success": true,
                     *         "payment_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "transaction_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "status": "pending",
                     *         "provider": "fiat",
                     *         "message": "The customer approves the payment on the phone; mobile_money says what to tell them",
                     *         "payment_data": {
                     *           "amount": 1500,
                     *           "currency": "GHS",
                     *           "target_amount": 1500,
                     *           "target_currency": "GHS",
                     *           "metadata": null
                     *         },
                     *         "next_action": "wait",
                     *         "mobile_money": {
                     *           "network": "MTN",
                     *           "phone_hint": "•••• 4567",
                     *           "prompt_code": "*170*6*3*1#"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InitiationResponse"];
                };
            };
            400: components["responses"]["InitiationBadRequest"];
            401: components["responses"]["InitiationUnauthorized"];
            403: components["responses"]["InitiationForbidden"];
            404: components["responses"]["InitiationNotFound"];
            /** @description The balance does not cover the payout and its fee (INSUFFICIENT_FUNDS), `client_reference` was used before where the organization takes one once (REFERENCE_USED, with `payment_id` and `transaction_id` of the first payment), or the `Idempotency-Key` was used with another request */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiationError"];
                };
            };
            413: components["responses"]["InitiationPayloadTooLarge"];
            415: components["responses"]["InitiationUnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fiat_currency": "NGN",
                 *       "fiat_amount": 155000,
                 *       "crypto_currency": "USDT",
                 *       "crypto_network": "TRON",
                 *       "country": "NG",
                 *       "client_rate": 0.000645161290323,
                 *       "wallet_address": "...",
                 *       "bank_details": {
                 *         "account_number": "0011223344",
                 *         "bank_code": "058",
                 *         "bank_name": "GTBank"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RampRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 200,
                     *       "response": {
                     *         "success": true,
                     *         "payment_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "transaction_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "direction": "on_ramp",
                     *         "status": "pending",
                     *         "fiat_currency": "NGN",
                     *         "fiat_amount": 155000,
                     *         "crypto_currency": "USDT",
                     *         "crypto_network": "TRON",
                     *         "crypto_amount": 100,
                     *         "rate": 0.000645161290323,
                     *         "message": "Show the bank details so that the customer can send the funds; the crypto is sent to the wallet once they have arrived",
                     *         "provider": "crypto",
                     *         "expires_at": "2026-01-05T09:00:00.000Z",
                     *         "next_action": "make_transfer",
                     *         "payment_instructions": {
                     *           "type": "bank_transfer",
                     *           "amount": 155000,
                     *           "currency": "NGN",
                     *           "reference": "1A8QA22ZGEXA",
                     *           "account_name": "Corridor Sandbox",
                     *           "account_number": "9024427897",
                     *           "bank_name": "Corridor Sandbox Bank",
                     *           "bank_code": "999"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InitiateRampResponse"];
                };
            };
            400: components["responses"]["InitiationBadRequest"];
            401: components["responses"]["InitiationUnauthorized"];
            403: components["responses"]["InitiationForbidden"];
            404: components["responses"]["InitiationNotFound"];
            /** @description The balance does not cover the fee of the ramp (INSUFFICIENT_FUNDS), or the `Idempotency-Key` was used with another request */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiationError"];
                };
            };
            413: components["responses"]["InitiationPayloadTooLarge"];
            415: components["responses"]["InitiationUnsupportedMediaType"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Payment",
                     *       "data": {
                     *         "payment_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "transaction_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *         "status": "pending",
                     *         "direction": "inbound",
                     *         "payment_method": "mobile_money",
                     *         "amount": 1500,
                     *         "currency": "GHS",
                     *         "target_amount": 1500,
                     *         "target_currency": "GHS",
                     *         "from_currency": "GHS",
                     *         "country": "GH",
                     *         "region_id": "GH",
                     *         "client_reference": null,
                     *         "description": null,
                     *         "payment_path_method": "direct",
                     *         "bank_account": {},
                     *         "bank_details": {},
                     *         "card_details": {},
                     *         "mobile_money_details": {
                     *           "provider": "MTN",
                     *           "phone_number": "+233241234567"
                     *         },
                     *         "payer_details": {
                     *           "name": "Ama Owusu",
                     *           "phone": "+233241234567"
                     *         },
                     *         "recipient_info": {},
                     *         "destination": null,
                     *         "metadata": {},
                     *         "user_metadata": {},
                     *         "webhook_metadata": {},
                     *         "fee_ids": [],
                     *         "total_fees": 0,
                     *         "refunded_amount": 0,
                     *         "received_amount": null,
                     *         "provider": "fiat",
                     *         "provider_payment_id": "...",
                     *         "provider_status": "awaiting_approval",
                     *         "provider_data": {},
                     *         "payout_initiated": false,
                     *         "payout_id": null,
                     *         "next_action": "wait",
                     *         "instructions": "Approve the request of MTN on the phone with the number •••• 4567. If no prompt appears, dial *170*6*3*1# on that phone",
                     *         "failure_reason": null,
                     *         "comments": null,
                     *         "dispute": null,
                     *         "ramp": null,
                     *         "route": [
                     *           {
                     *             "provider": "fiat",
                     *             "config_id": "0198f0c2-4d00-7000-8000-000000000005",
                     *             "priority": 1,
                     *             "scope": "global",
                     *             "taken": true,
                     *             "reason": "first in order"
                     *           }
                     *         ],
                     *         "attempts": [
                     *           {
                     *             "attempt_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *             "provider": "fiat",
                     *             "config_id": "0198f0c2-4d00-7000-8000-000000000005",
                     *             "leg": "payment",
                     *             "outcome": "accepted",
                     *             "reason": null,
                     *             "provider_payment_id": "...",
                     *             "started_at": "2026-01-05T09:00:00.000Z",
                     *             "finished_at": "2026-01-05T09:00:00.000Z"
                     *           }
                     *         ],
                     *         "timeline": [
                     *           {
                     *             "at": "2026-01-05T09:00:00.000Z",
                     *             "from": null,
                     *             "to": "initiated",
                     *             "source": "api",
                     *             "note": null
                     *           }
                     *         ],
                     *         "expires_at": "2026-01-05T09:00:00.000Z",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "actions": [
                     *           "cancel"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentResponse"];
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
    changePayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "Two baskets",
                 *       "metadata": {
                 *         "order": "7"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PaymentChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Payment changed",
                     *       "data": {
                     *         "payment_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "transaction_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *         "status": "pending",
                     *         "direction": "inbound",
                     *         "payment_method": "mobile_money",
                     *         "amount": 1500,
                     *         "currency": "GHS",
                     *         "target_amount": 1500,
                     *         "target_currency": "GHS",
                     *         "from_currency": "GHS",
                     *         "country": "GH",
                     *         "region_id": "GH",
                     *         "client_reference": null,
                     *         "description": "Two baskets",
                     *         "payment_path_method": "direct",
                     *         "bank_account": {},
                     *         "bank_details": {},
                     *         "card_details": {},
                     *         "mobile_money_details": {
                     *           "provider": "MTN",
                     *           "phone_number": "+233241234567"
                     *         },
                     *         "payer_details": {
                     *           "name": "Ama Owusu",
                     *           "phone": "+233241234567"
                     *         },
                     *         "recipient_info": {},
                     *         "destination": null,
                     *         "metadata": {
                     *           "order": "7"
                     *         },
                     *         "user_metadata": {},
                     *         "webhook_metadata": {},
                     *         "fee_ids": [],
                     *         "total_fees": 0,
                     *         "refunded_amount": 0,
                     *         "received_amount": null,
                     *         "provider": "fiat",
                     *         "provider_payment_id": "...",
                     *         "provider_status": "awaiting_approval",
                     *         "provider_data": {},
                     *         "payout_initiated": false,
                     *         "payout_id": null,
                     *         "next_action": "wait",
                     *         "instructions": "Approve the request of MTN on the phone with the number •••• 4567. If no prompt appears, dial *170*6*3*1# on that phone",
                     *         "failure_reason": null,
                     *         "comments": null,
                     *         "dispute": null,
                     *         "ramp": null,
                     *         "route": [
                     *           {
                     *             "provider": "fiat",
                     *             "config_id": "0198f0c2-4d00-7000-8000-000000000005",
                     *             "priority": 1,
                     *             "scope": "global",
                     *             "taken": true,
                     *             "reason": "first in order"
                     *           }
                     *         ],
                     *         "attempts": [
                     *           {
                     *             "attempt_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *             "provider": "fiat",
                     *             "config_id": "0198f0c2-4d00-7000-8000-000000000005",
                     *             "leg": "payment",
                     *             "outcome": "accepted",
                     *             "reason": null,
                     *             "provider_payment_id": "...",
                     *             "started_at": "2026-01-05T09:00:00.000Z",
                     *             "finished_at": "2026-01-05T09:00:00.000Z"
                     *           }
                     *         ],
                     *         "timeline": [
                     *           {
                     *             "at": "2026-01-05T09:00:00.000Z",
                     *             "from": null,
                     *             "to": "initiated",
                     *             "source": "api",
                     *             "note": null
                     *           }
                     *         ],
                     *         "expires_at": "2026-01-05T09:00:00.000Z",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "actions": [
                     *           "cancel"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Checkout created",
                     *       "data": {
                     *         "checkout_token": "v1.a07fc09a.wFCd6MTbUfAXRFemnMCiPOaWRnqx75We9ysPnOA3sH7p16hJ6GwpwHktZj9urFE3JiyRBA5hyIO4tPYprY8MkUodN5EGe98r4XsKDfCCcNH-qSE_Tq85jPapetUFnAT-oCubHLM",
                     *         "checkout_url": "https://payments.example.com/checkout/v1.a07fc09a.wFCd6MTbUfAXRFemnMCiPOaWRnqx75We9ysPnOA3sH7p16hJ6GwpwHktZj9urFE3JiyRBA5hyIO4tPYprY8MkUodN5EGe98r4XsKDfCCcNH-qSE_Tq85jPapetUFnAT-oCubHLM"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CreateCheckoutResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 10.5,
                 *       "reason": "returned goods"
                 *     }
                 */
                "application/json": components["schemas"]["RefundRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Refund requested",
                     *       "data": {
                     *         "refund_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "payment_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "amount": 10.5,
                     *         "currency": "GHS",
                     *         "reason": "returned goods",
                     *         "status": "pending",
                     *         "provider": "fiat",
                     *         "failure_reason": null,
                     *         "requested_by": "0198f0c2-4d00-7000-8000-000000000004",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RefundResponse"];
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Refunds",
                     *       "data": [],
                     *       "meta": {
                     *         "count": 0,
                     *         "has_more": false,
                     *         "last_evaluated_key": null
                     *       },
                     *       "last_evaluated_key": null
                     *     }
                     */
                    "application/json": components["schemas"]["RefundList"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "decision": "approve",
                 *       "comment": "looked at"
                 *     }
                 */
                "application/json": components["schemas"]["PaymentReview"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Payment approved",
                     *       "data": {
                     *         "payment_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "transaction_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *         "status": "processing",
                     *         "direction": "outbound",
                     *         "payment_method": "bank_transfer",
                     *         "amount": 5000000,
                     *         "currency": "NGN",
                     *         "target_amount": 5000000,
                     *         "target_currency": "NGN",
                     *         "from_currency": "NGN",
                     *         "country": "NG",
                     *         "region_id": "NG",
                     *         "client_reference": null,
                     *         "description": null,
                     *         "payment_path_method": "third_party",
                     *         "bank_account": {
                     *           "account_number": "0123456789",
                     *           "bank_code": "044",
                     *           "bank_name": "Access Bank",
                     *           "account_name": "Ikeja Farms Ltd"
                     *         },
                     *         "bank_details": {
                     *           "account_number": "0011223344",
                     *           "bank_code": "058",
                     *           "bank_name": "GTBank",
                     *           "account_name": "Chidi Eze",
                     *           "country": "NG"
                     *         },
                     *         "card_details": {},
                     *         "mobile_money_details": {},
                     *         "payer_details": {
                     *           "name": "Chidi Eze",
                     *           "email": "chidi@example.com"
                     *         },
                     *         "recipient_info": {
                     *           "name": "Ikeja Farms",
                     *           "email": "accounts@ikejafarms.example"
                     *         },
                     *         "destination": {
                     *           "matches_beneficiary": true,
                     *           "differs": []
                     *         },
                     *         "metadata": {},
                     *         "user_metadata": {},
                     *         "webhook_metadata": {},
                     *         "fee_ids": [],
                     *         "total_fees": 0,
                     *         "refunded_amount": 0,
                     *         "received_amount": null,
                     *         "provider": "fiat",
                     *         "provider_payment_id": "...",
                     *         "provider_status": "submitted",
                     *         "provider_data": {},
                     *         "payout_initiated": true,
                     *         "payout_id": "...",
                     *         "next_action": "wait",
                     *         "instructions": null,
                     *         "failure_reason": null,
                     *         "comments": "looked at",
                     *         "dispute": null,
                     *         "ramp": null,
                     *         "route": [
                     *           {
                     *             "provider": "fiat",
                     *             "config_id": "0198f0c2-4d00-7000-8000-000000000005",
                     *             "priority": 1,
                     *             "scope": "global",
                     *             "taken": true,
                     *             "reason": "first in order"
                     *           }
                     *         ],
                     *         "attempts": [
                     *           {
                     *             "attempt_id": "0198f0c2-4d00-7000-8000-000000000006",
                     *             "provider": "fiat",
                     *             "config_id": "0198f0c2-4d00-7000-8000-000000000005",
                     *             "leg": "payment",
                     *             "outcome": "accepted",
                     *             "reason": null,
                     *             "provider_payment_id": "...",
                     *             "started_at": "2026-01-05T09:00:00.000Z",
                     *             "finished_at": "2026-01-05T09:00:00.000Z"
                     *           }
                     *         ],
                     *         "timeline": [
                     *           {
                     *             "at": "2026-01-05T09:00:00.000Z",
                     *             "from": null,
                     *             "to": "initiated",
                     *             "source": "api",
                     *             "note": "waits for approval: it is 5000000.00 NGN or more"
                     *           }
                     *         ],
                     *         "expires_at": null,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "actions": [],
                     *         "beneficiary_id": "0198f0c2-4d00-7000-8000-000000000007"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "completed",
                 *       "comment": "seen on the statement"
                 *     }
                 */
                "application/json": components["schemas"]["PaymentSettlement"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Payment settled",
                     *       "data": {
                     *         "payment_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "transaction_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *         "status": "completed",
                     *         "direction": "inbound",
                     *         "payment_method": "bank_transfer",
                     *         "amount": 50000,
                     *         "currency": "ZAR",
                     *         "target_amount": 50000,
                     *         "target_currency": "ZAR",
                     *         "from_currency": "ZAR",
                     *         "country": "ZA",
                     *         "region_id": "ZA",
                     *         "client_reference": null,
                     *         "description": null,
                     *         "payment_path_method": "direct",
                     *         "bank_account": {
                     *           "account_number": "0123456789",
                     *           "bank_code": "044",
                     *           "bank_name": "Access Bank"
                     *         },
                     *         "bank_details": {
                     *           "account_number": "0011223344",
                     *           "bank_code": "058",
                     *           "bank_name": "GTBank",
                     *           "account_name": "Chidi Eze",
                     *           "country": "NG"
                     *         },
                     *         "card_details": {},
                     *         "mobile_money_details": {},
                     *         "payer_details": {
                     *           "name": "Chidi Eze",
                     *           "email": "chidi@example.com"
                     *         },
                     *         "recipient_info": {},
                     *         "destination": null,
                     *         "metadata": {},
                     *         "user_metadata": {},
                     *         "webhook_metadata": {},
                     *         "fee_ids": [],
                     *         "total_fees": 0,
                     *         "refunded_amount": 0,
                     *         "received_amount": null,
                     *         "provider": "manual",
                     *         "provider_payment_id": "...",
                     *         "provider_status": "confirmed by 0198f0c2-4d00-7000-8000-000000000005",
                     *         "provider_data": {},
                     *         "payout_initiated": false,
                     *         "payout_id": null,
                     *         "next_action": null,
                     *         "instructions": null,
                     *         "failure_reason": null,
                     *         "comments": "seen on the statement",
                     *         "dispute": null,
                     *         "ramp": null,
                     *         "route": [
                     *           {
                     *             "provider": "manual",
                     *             "config_id": "0198f0c2-4d00-7000-8000-000000000006",
                     *             "priority": 0,
                     *             "scope": "organization",
                     *             "taken": true,
                     *             "reason": "first in order"
                     *           }
                     *         ],
                     *         "attempts": [
                     *           {
                     *             "attempt_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *             "provider": "manual",
                     *             "config_id": "0198f0c2-4d00-7000-8000-000000000006",
                     *             "leg": "payment",
                     *             "outcome": "accepted",
                     *             "reason": null,
                     *             "provider_payment_id": "...",
                     *             "started_at": "2026-01-05T09:00:00.000Z",
                     *             "finished_at": "2026-01-05T09:00:00.000Z"
                     *           }
                     *         ],
                     *         "timeline": [
                     *           {
                     *             "at": "2026-01-05T09:00:00.000Z",
                     *             "from": null,
                     *             "to": "initiated",
                     *             "source": "api",
                     *             "note": null
                     *           }
                     *         ],
                     *         "expires_at": "2026-01-05T09:00:00.000Z",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "actions": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sortCode": "20-00-00",
                 *       "accountNumber": "55779911"
                 *     }
                 */
                "application/json": components["schemas"]["ValidateUkAccountRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "accountDetails": {
                     *         "sortCode": "20-00-00",
                     *         "accountNumber": "55779911",
                     *         "validated": true,
                     *         "message": "The account details have a valid format"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ValidateUkAccountResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                direction?: components["schemas"]["PaymentDirection"];
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                /** @description UUIDv7 */
                org_id?: string;
                payment_method?: components["schemas"]["PaymentMethod"];
                provider?: components["schemas"]["ProviderName"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Provider configs",
                     *       "data": [
                     *         {
                     *           "config_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *           "provider": "hybrid",
                     *           "country": "ZM",
                     *           "payment_method": "crypto",
                     *           "direction": "external",
                     *           "priority": 2,
                     *           "is_active": true,
                     *           "webhook_required": true,
                     *           "org_id": null,
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "updated_at": "2026-01-05T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 10,
                     *         "has_more": true,
                     *         "last_evaluated_key": "..."
                     *       },
                     *       "last_evaluated_key": "..."
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderConfigList"];
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
    createProviderConfig: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "provider": "hybrid",
                 *       "country": "BR",
                 *       "payment_method": "card",
                 *       "direction": "outbound",
                 *       "min_amount": 1.5,
                 *       "max_amount": 20,
                 *       "webhook_url": "https://example.com/x",
                 *       "org_id": "0198f0c2-4d00-7000-8000-000000000001"
                 *     }
                 */
                "application/json": components["schemas"]["CreateProviderConfigRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Provider config created",
                     *       "data": {
                     *         "config_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "provider": "hybrid",
                     *         "country": "BR",
                     *         "payment_method": "card",
                     *         "direction": "outbound",
                     *         "priority": 100,
                     *         "is_active": true,
                     *         "webhook_required": true,
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "min_amount": 1.5,
                     *         "max_amount": 20,
                     *         "webhook_url": "https://example.com/x"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderConfigResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                    /**
                     * @example {
                     *       "config_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *       "provider": "hybrid",
                     *       "country": "BR",
                     *       "payment_method": "card",
                     *       "direction": "inbound",
                     *       "priority": 100,
                     *       "is_active": true,
                     *       "webhook_required": true,
                     *       "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *       "created_at": "2026-01-05T09:00:00.000Z",
                     *       "updated_at": "2026-01-05T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderConfig"];
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                /**
                 * @example {
                 *       "priority": 7,
                 *       "is_active": false,
                 *       "description": "resting"
                 *     }
                 */
                "application/json": components["schemas"]["ChangeProviderConfigRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Provider config changed",
                     *       "data": {
                     *         "config_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "provider": "hybrid",
                     *         "country": "BR",
                     *         "payment_method": "card",
                     *         "direction": "inbound",
                     *         "priority": 7,
                     *         "is_active": false,
                     *         "webhook_required": true,
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "description": "resting"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderConfigResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                /**
                 * @example {
                 *       "config_ids": [
                 *         "0198f0c2-4d00-7000-8000-000000000001",
                 *         "0198f0c2-4d00-7000-8000-000000000002"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["OrderProviderConfigsRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Providers ordered",
                     *       "data": [
                     *         {
                     *           "config_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *           "provider": "hybrid",
                     *           "country": "CL",
                     *           "payment_method": "card",
                     *           "direction": "inbound",
                     *           "priority": 1,
                     *           "is_active": true,
                     *           "webhook_required": true,
                     *           "org_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "updated_at": "2026-01-05T09:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OrderProviderConfigsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Provider health",
                     *       "data": []
                     *     }
                     */
                    "application/json": components["schemas"]["GetProviderHealthResponse"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Providers",
                     *       "data": [
                     *         {
                     *           "provider": "manual",
                     *           "display_name": "Manual",
                     *           "is_built_in": true,
                     *           "state": "ready",
                     *           "problem": null,
                     *           "directions": [
                     *             "inbound"
                     *           ],
                     *           "methods": [
                     *             "bank_transfer"
                     *           ],
                     *           "countries": null,
                     *           "corridors": [
                     *             {
                     *               "direction": "inbound",
                     *               "payment_method": "bank_transfer",
                     *               "countries": null,
                     *               "currencies": null
                     *             }
                     *           ],
                     *           "supports": [],
                     *           "callback_url": "https://payments.example.com/v1/callbacks/manual",
                     *           "settings_schema": null,
                     *           "settings": null,
                     *           "secrets_set": [],
                     *           "updated_at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListProvidersResponse"];
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
                /**
                 * @example {
                 *       "base_url": "https://payments.example.com",
                 *       "target_environment": "mtnghana",
                 *       "collection_subscription_key": "subscription",
                 *       "collection_api_user": "user",
                 *       "collection_api_key": "key",
                 *       "callback_secret": "a secret of thirty-two characters or more"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Provider set up",
                     *       "data": {
                     *         "provider": "mtn_momo",
                     *         "display_name": "MTN MoMo",
                     *         "is_built_in": false,
                     *         "state": "ready",
                     *         "problem": null,
                     *         "directions": [
                     *           "inbound"
                     *         ],
                     *         "methods": [
                     *           "mobile_money"
                     *         ],
                     *         "countries": [
                     *           "GH"
                     *         ],
                     *         "corridors": [
                     *           {
                     *             "direction": "inbound",
                     *             "payment_method": "mobile_money",
                     *             "countries": [
                     *               "GH"
                     *             ],
                     *             "currencies": [
                     *               "GHS"
                     *             ]
                     *           }
                     *         ],
                     *         "supports": [],
                     *         "callback_url": "https://payments.example.com/v1/callbacks/mtn_momo",
                     *         "settings_schema": {
                     *           "type": "object",
                     *           "required": [
                     *             "base_url"
                     *           ],
                     *           "properties": {
                     *             "base_url": {
                     *               "type": "string",
                     *               "format": "uri",
                     *               "default": "https://proxy.momoapi.mtn.com",
                     *               "description": "Address of the MoMo API; the sandbox is at https://sandbox.momodeveloper.mtn.com"
                     *             },
                     *             "target_environment": {
                     *               "type": "string",
                     *               "enum": [
                     *                 "mtnbenin"
                     *               ],
                     *               "description": "The country of the MoMo account, in MTN's word for it, or sandbox"
                     *             },
                     *             "collection_subscription_key": {
                     *               "type": "string",
                     *               "minLength": 1,
                     *               "description": "Subscription key of the Collection product; without it there are no payins",
                     *               "x-secret": true
                     *             },
                     *             "collection_api_user": {
                     *               "type": "string",
                     *               "minLength": 1,
                     *               "description": "API user of the Collection product, a UUID"
                     *             },
                     *             "collection_api_key": {
                     *               "type": "string",
                     *               "minLength": 1,
                     *               "description": "API key of that user",
                     *               "x-secret": true
                     *             },
                     *             "disbursement_subscription_key": {
                     *               "type": "string",
                     *               "minLength": 1,
                     *               "description": "Subscription key of the Disbursement product; without it there are no payouts and refunds",
                     *               "x-secret": true
                     *             },
                     *             "disbursement_api_user": {
                     *               "type": "string",
                     *               "minLength": 1,
                     *               "description": "API user of the Disbursement product, a UUID"
                     *             },
                     *             "disbursement_api_key": {
                     *               "type": "string",
                     *               "minLength": 1,
                     *               "description": "API key of that user",
                     *               "x-secret": true
                     *             },
                     *             "callback_secret": {
                     *               "type": "string",
                     *               "minLength": 32,
                     *               "description": "The random text from which the secret callback address of each payment is made; Corridor makes one up",
                     *               "x-secret": true,
                     *               "x-generate": true
                     *             }
                     *           },
                     *           "additionalProperties": false
                     *         },
                     *         "settings": {
                     *           "base_url": "https://payments.example.com",
                     *           "target_environment": "mtnghana",
                     *           "collection_api_user": "user"
                     *         },
                     *         "secrets_set": [
                     *           "..."
                     *         ],
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Provider tried",
                     *       "data": {
                     *         "works": null,
                     *         "message": "MTN MoMo could not be reached. Payins: the connection could not be made; nothing was sent"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TryProviderResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Reconciliation items",
                     *       "data": [],
                     *       "meta": {
                     *         "count": 0,
                     *         "has_more": false,
                     *         "last_evaluated_key": null
                     *       },
                     *       "last_evaluated_key": null
                     *     }
                     */
                    "application/json": components["schemas"]["ReconciliationItemList"];
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
    resolveReconciliationItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                item_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "resolution": "sent back by hand"
                 *     }
                 */
                "application/json": components["schemas"]["ReconciliationResolution"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Item resolved",
                     *       "data": {
                     *         "item_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "payment_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "kind": "unexpected_money",
                     *         "provider": "fiat",
                     *         "message": "received 50000.00 NGN for a payment that was already completed",
                     *         "detail": {
                     *           "currency": "NGN",
                     *           "received": "100000.00",
                     *           "in_suspense": "50000.00"
                     *         },
                     *         "status": "resolved",
                     *         "resolution": "sent back by hand",
                     *         "resolved_by": "0198f0c2-4d00-7000-8000-000000000004",
                     *         "resolved_at": "2026-01-05T09:00:00.000Z",
                     *         "created_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ReconciliationItemResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "country": "GH",
                 *       "payment_method": "mobile_money",
                 *       "direction": "payin",
                 *       "amount": 21,
                 *       "currency": "GHS"
                 *     }
                 */
                "application/json": components["schemas"]["PreviewRouteRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Route preview",
                     *       "data": {
                     *         "would_route": true,
                     *         "provider": "fiat",
                     *         "fallbacks": [
                     *           "hybrid"
                     *         ],
                     *         "candidates": [
                     *           {
                     *             "provider": "fiat",
                     *             "config_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *             "priority": 1,
                     *             "scope": "global",
                     *             "taken": true,
                     *             "reason": "first in order"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RoutePreviewResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                    /**
                     * @example {
                     *       "payment_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *       "transaction_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *       "org_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *       "user_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *       "status": "pending",
                     *       "direction": "inbound",
                     *       "payment_method": "mobile_money",
                     *       "amount": 1500,
                     *       "currency": "GHS",
                     *       "target_amount": 1500,
                     *       "target_currency": "GHS",
                     *       "from_currency": "GHS",
                     *       "country": "GH",
                     *       "region_id": "GH",
                     *       "client_reference": null,
                     *       "description": null,
                     *       "payment_path_method": "direct",
                     *       "bank_account": {},
                     *       "bank_details": {},
                     *       "card_details": {},
                     *       "mobile_money_details": {
                     *         "provider": "MTN",
                     *         "phone_number": "+233241234567"
                     *       },
                     *       "payer_details": {
                     *         "name": "Ama Owusu",
                     *         "phone": "+233241234567"
                     *       },
                     *       "recipient_info": {},
                     *       "destination": null,
                     *       "metadata": {},
                     *       "user_metadata": {},
                     *       "webhook_metadata": {},
                     *       "fee_ids": [],
                     *       "total_fees": 0,
                     *       "refunded_amount": 0,
                     *       "received_amount": null,
                     *       "provider": "fiat",
                     *       "provider_payment_id": "...",
                     *       "provider_status": "awaiting_approval",
                     *       "provider_data": {},
                     *       "payout_initiated": false,
                     *       "payout_id": null,
                     *       "next_action": "wait",
                     *       "instructions": "Approve the request of MTN on the phone with the number •••• 4567. If no prompt appears, dial *170*6*3*1# on that phone",
                     *       "failure_reason": null,
                     *       "comments": null,
                     *       "dispute": null,
                     *       "ramp": null,
                     *       "route": [
                     *         {
                     *           "provider": "fiat",
                     *           "config_id": "0198f0c2-4d00-7000-8000-000000000005",
                     *           "priority": 1,
                     *           "scope": "global",
                     *           "taken": true,
                     *           "reason": "first in order"
                     *         }
                     *       ],
                     *       "attempts": [
                     *         {
                     *           "attempt_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *           "provider": "fiat",
                     *           "config_id": "0198f0c2-4d00-7000-8000-000000000005",
                     *           "leg": "payment",
                     *           "outcome": "accepted",
                     *           "reason": null,
                     *           "provider_payment_id": "...",
                     *           "started_at": "2026-01-05T09:00:00.000Z",
                     *           "finished_at": "2026-01-05T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "timeline": [
                     *         {
                     *           "at": "2026-01-05T09:00:00.000Z",
                     *           "from": null,
                     *           "to": "initiated",
                     *           "source": "api",
                     *           "note": null
                     *         }
                     *       ],
                     *       "expires_at": "2026-01-05T09:00:00.000Z",
                     *       "created_at": "2026-01-05T09:00:00.000Z",
                     *       "updated_at": "2026-01-05T09:00:00.000Z",
                     *       "actions": [
                     *         "cancel"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Payment"];
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
    listApiKeys: {
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "API keys",
                     *       "data": [
                     *         {
                     *           "api_key_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *           "prefix": "ck_test_...",
                     *           "name": "Demo key",
                     *           "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *           "user_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *           "status": "active",
                     *           "allowed_addresses": [],
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "updated_at": "2026-01-05T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 1,
                     *         "has_more": false,
                     *         "last_evaluated_key": null,
                     *         "total_count": 1
                     *       },
                     *       "last_evaluated_key": null
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyList"];
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
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "key-1",
                 *       "expires_at": "2026-01-05T09:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["CreateApiKeyRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "API key created; keep it now, it is not shown again",
                     *       "data": {
                     *         "api_key_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "prefix": "ck_test_...",
                     *         "name": "key-1",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "status": "active",
                     *         "allowed_addresses": [],
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "api_key": "ck_test_...",
                     *         "expires_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyWithSecretResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getApiKey: {
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "API key",
                     *       "data": {
                     *         "api_key_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "prefix": "ck_test_...",
                     *         "name": "key-1",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "status": "active",
                     *         "allowed_addresses": [],
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyResponse"];
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
    revokeApiKey: {
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateApiKey: {
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
                /**
                 * @example {
                 *       "name": "Till 4",
                 *       "allowed_addresses": [
                 *         "127.0.0.0/8"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateApiKeyRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "API key changed",
                     *       "data": {
                     *         "api_key_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "prefix": "ck_test_...",
                     *         "name": "Till 4",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "status": "active",
                     *         "allowed_addresses": [
                     *           "127.0.0.0/8"
                     *         ],
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description UUIDv7 */
                api_key_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlap_seconds": 60
                 *     }
                 */
                "application/json": components["schemas"]["RotateApiKeyRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "API key rotated; keep the new one now, it is not shown again",
                     *       "data": {
                     *         "api_key_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "prefix": "ck_test_...",
                     *         "name": "key-1",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "status": "active",
                     *         "allowed_addresses": [],
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "api_key": "ck_test_...",
                     *         "previous_expires_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RotatedApiKeyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhooks: {
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Webhooks",
                     *       "data": [],
                     *       "meta": {
                     *         "count": 0,
                     *         "has_more": false,
                     *         "last_evaluated_key": null,
                     *         "total_count": 0
                     *       },
                     *       "last_evaluated_key": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpointList"];
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
    registerWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "endpoint_url": "https://payments.example.com/hook/hook-1",
                 *       "events": [
                 *         "payment.completed"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WebhookEndpointInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Webhook registered; keep the secret now, it is not shown again",
                     *       "data": {
                     *         "webhook_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "endpoint_url": "https://payments.example.com/hook/hook-1",
                     *         "events": [
                     *           "payment.completed"
                     *         ],
                     *         "status": "active",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "secret_key": "whsec_..."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpointWithSecretResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhook: {
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Webhook",
                     *       "data": {
                     *         "webhook_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "endpoint_url": "https://payments.example.com/hook/hook-1",
                     *         "events": [
                     *           "payment.processing"
                     *         ],
                     *         "status": "active",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpointResponse"];
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
    deleteWebhook: {
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeWebhook: {
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
                /**
                 * @example {
                 *       "events": [
                 *         "payment.failed"
                 *       ],
                 *       "status": "disabled"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookEndpointChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Webhook changed",
                     *       "data": {
                     *         "webhook_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "endpoint_url": "https://payments.example.com/hook/hook-1",
                     *         "events": [
                     *           "payment.failed"
                     *         ],
                     *         "status": "disabled",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "disabled_reason": "requested",
                     *         "disabled_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpointResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description UUIDv7 */
                event_id?: string;
                event_type?: components["schemas"]["EventType"];
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                status?: components["schemas"]["DeliveryStatus"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Deliveries",
                     *       "data": [],
                     *       "meta": {
                     *         "count": 0,
                     *         "has_more": false,
                     *         "last_evaluated_key": null
                     *       },
                     *       "last_evaluated_key": null
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryList"];
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
    replayDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description UUIDv7 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2026-01-05T09:00:00.000Z",
                 *       "to": "2026-01-05T09:00:00.000Z",
                 *       "event_types": [
                 *         "payment.completed"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ReplayRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "The events are sent again",
                     *       "data": {
                     *         "webhook_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "replayed": 14
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ReplayDeliveriesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description UUIDv7 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlap_seconds": 60
                 *     }
                 */
                "application/json": components["schemas"]["RotateWebhookSecretRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Secret rotated; keep the new one now, it is not shown again",
                     *       "data": {
                     *         "webhook_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "endpoint_url": "https://payments.example.com/hook/hook-1",
                     *         "events": [
                     *           "payment.processing"
                     *         ],
                     *         "status": "active",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "secret_key": "whsec_...",
                     *         "previous_secret_expires_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpointWithSecretResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeadLetters: {
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Dead letters",
                     *       "data": [],
                     *       "meta": {
                     *         "count": 0,
                     *         "has_more": false,
                     *         "last_evaluated_key": null
                     *       },
                     *       "last_evaluated_key": null
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryList"];
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
    getDelivery: {
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Delivery",
                     *       "data": {
                     *         "delivery_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "webhook_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "event_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *         "event_type": "transaction.updated",
                     *         "status": "pending",
                     *         "attempt_count": 0,
                     *         "next_attempt_at": "2026-01-05T09:00:00.000Z",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "finished_at": null,
                     *         "attempts": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryResponse"];
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
    replayDelivery: {
        parameters: {
            query?: {
                /** @description The organisation; needed by platform people only */
                org_id?: string;
            };
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "The delivery is sent again",
                     *       "data": {
                     *         "delivery_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "webhook_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "event_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *         "event_type": "transaction.updated",
                     *         "status": "pending",
                     *         "attempt_count": 0,
                     *         "next_attempt_at": "2026-01-05T09:00:00.000Z",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "finished_at": null,
                     *         "attempts": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendTestNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "org_id": "0198f0c2-4d00-7000-8000-000000000001",
                 *       "transaction_data": {
                 *         "transaction_id": "t-1",
                 *         "status": "completed",
                 *         "amount": 12.5,
                 *         "currency": "GHS",
                 *         "updated_at": "2026-01-05T09:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SendTestNotificationRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Test notification sent to 3 endpoints",
                     *       "data": {
                     *         "event_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "deliveries": [
                     *           {
                     *             "webhook_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *             "delivery_id": "0198f0c2-4d00-7000-8000-000000000004"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SendTestNotificationResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAllRefunds: {
        parameters: {
            query?: {
                /** @description ISO 4217, or a crypto asset code */
                currency?: string;
                /** @description ISO 8601 date or date-time, inclusive */
                date_from?: string;
                /** @description ISO 8601 date (inclusive) or date-time (exclusive) */
                date_to?: string;
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                /** @description UUIDv7 */
                org_id?: string;
                /** @description UUIDv7 */
                payment_id?: string;
                provider?: components["schemas"]["ProviderName"];
                status?: "pending" | "completed" | "failed";
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Refunds",
                     *       "data": [
                     *         {
                     *           "refund_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *           "payment_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *           "org_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *           "amount": 10.5,
                     *           "currency": "GHS",
                     *           "reason": "returned goods",
                     *           "status": "completed",
                     *           "provider": "fiat",
                     *           "failure_reason": null,
                     *           "requested_by": "0198f0c2-4d00-7000-8000-000000000004",
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "updated_at": "2026-01-05T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 1,
                     *         "has_more": false,
                     *         "last_evaluated_key": null
                     *       },
                     *       "last_evaluated_key": null
                     *     }
                     */
                    "application/json": components["schemas"]["RefundList"];
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
    getRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                refund_id: string;
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Refund",
                     *       "data": {
                     *         "refund_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "payment_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "amount": 10.5,
                     *         "currency": "GHS",
                     *         "reason": "returned goods",
                     *         "status": "pending",
                     *         "provider": "fiat",
                     *         "failure_reason": null,
                     *         "requested_by": "0198f0c2-4d00-7000-8000-000000000004",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RefundResponse"];
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
                    /**
                     * @example {
                     *       "status": "pending",
                     *       "payment_id": "0198f0c2-4d00-7000-8000-000000000001"
                     *     }
                     */
                    "application/json": components["schemas"]["ReturnCustomerResponse"];
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
                /** @description Of `amount`, inclusive; together with `currency` unless amounts of every currency are meant */
                amount_from?: string;
                /** @description Of `amount`, inclusive; together with `currency` unless amounts of every currency are meant */
                amount_to?: string;
                /** @description UUIDv7 */
                beneficiary_id?: string;
                client_reference?: string;
                /** @description ISO 4217, or a crypto asset code */
                currency?: string;
                /** @description With those of customers that were merged into it */
                customer_id?: string;
                /** @description ISO 8601 date or date-time, inclusive */
                date_from?: string;
                /** @description ISO 8601 date (inclusive) or date-time (exclusive) */
                date_to?: string;
                direction?: components["schemas"]["PaymentDirection"];
                /** @description The payer's e-mail address */
                email?: string;
                kind?: "payment" | "ramp";
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                /** @description `name:value` of one field at the top of `metadata`, whose value is a text, a number or a truth value */
                metadata?: string;
                /** @description UUIDv7 */
                org_id?: string;
                /** @description The beginning of the payer's name, in any case */
                payer?: string;
                payment_method?: components["schemas"]["PaymentMethod"];
                /** @description The payer's phone number or mobile money number, in international form */
                phone?: string;
                provider?: components["schemas"]["ProviderName"];
                /** @description The beginning of `client_reference` */
                reference_prefix?: string;
                /** @description Any id of a payment, the caller's own reference, an e-mail address or phone number of the payer; where it is none of them, the beginning of a reference or of the payer's name */
                search?: string;
                status?: components["schemas"]["PaymentStatus"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Transactions",
                     *       "data": [
                     *         {
                     *           "payment_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *           "transaction_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *           "org_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *           "user_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *           "status": "pending",
                     *           "direction": "inbound",
                     *           "payment_method": "mobile_money",
                     *           "amount": 1500,
                     *           "currency": "GHS",
                     *           "target_amount": 1500,
                     *           "target_currency": "GHS",
                     *           "from_currency": "GHS",
                     *           "country": "GH",
                     *           "region_id": "GH",
                     *           "client_reference": null,
                     *           "description": null,
                     *           "payment_path_method": "direct",
                     *           "bank_account": {},
                     *           "bank_details": {},
                     *           "card_details": {},
                     *           "mobile_money_details": {
                     *             "provider": "MTN",
                     *             "phone_number": "+233241230007"
                     *           },
                     *           "payer_details": {
                     *             "name": "Ama Owusu",
                     *             "phone": "+233241234567"
                     *           },
                     *           "recipient_info": {},
                     *           "destination": null,
                     *           "metadata": {},
                     *           "user_metadata": {},
                     *           "webhook_metadata": {
                     *             "last_word_at": "2026-01-05T09:00:00.000Z"
                     *           },
                     *           "fee_ids": [],
                     *           "total_fees": 0,
                     *           "refunded_amount": 0,
                     *           "received_amount": null,
                     *           "provider": "fiat",
                     *           "provider_payment_id": "...",
                     *           "provider_status": "redirected",
                     *           "provider_data": {},
                     *           "payout_initiated": false,
                     *           "payout_id": null,
                     *           "next_action": "redirect",
                     *           "instructions": "Continue at https://payments.example.com/pay/fiat_01a1e53c-100e-70eb-b0af-c8838a0c6d82",
                     *           "failure_reason": null,
                     *           "comments": null,
                     *           "dispute": null,
                     *           "ramp": null,
                     *           "route": [
                     *             {
                     *               "provider": "fiat",
                     *               "config_id": "0198f0c2-4d00-7000-8000-000000000005",
                     *               "priority": 1,
                     *               "scope": "global",
                     *               "taken": true,
                     *               "reason": "first in order"
                     *             }
                     *           ],
                     *           "attempts": [
                     *             {
                     *               "attempt_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *               "provider": "fiat",
                     *               "config_id": "0198f0c2-4d00-7000-8000-000000000005",
                     *               "leg": "payment",
                     *               "outcome": "accepted",
                     *               "reason": null,
                     *               "provider_payment_id": "...",
                     *               "started_at": "2026-01-05T09:00:00.000Z",
                     *               "finished_at": "2026-01-05T09:00:00.000Z"
                     *             }
                     *           ],
                     *           "timeline": [
                     *             {
                     *               "at": "2026-01-05T09:00:00.000Z",
                     *               "from": null,
                     *               "to": "initiated",
                     *               "source": "api",
                     *               "note": null
                     *             }
                     *           ],
                     *           "expires_at": "2026-01-05T09:00:00.000Z",
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "updated_at": "2026-01-05T09:00:00.000Z",
                     *           "actions": [
                     *             "cancel"
                     *           ]
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 10,
                     *         "has_more": true,
                     *         "last_evaluated_key": "..."
                     *       },
                     *       "last_evaluated_key": "..."
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentList"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Overview",
                     *       "data": {
                     *         "date_from": "2025-12-07",
                     *         "date_to": "2026-01-05",
                     *         "totals": {
                     *           "count": 25,
                     *           "completed": 16,
                     *           "failed": 0,
                     *           "success_rate": 1,
                     *           "volume": [
                     *             {
                     *               "currency": "GHS",
                     *               "inbound": 16525.5,
                     *               "outbound": 0,
                     *               "external": 0,
                     *               "total": 16525.5
                     *             }
                     *           ]
                     *         },
                     *         "days": [
                     *           {
                     *             "date": "2025-12-07",
                     *             "count": 0,
                     *             "completed": 0,
                     *             "failed": 0,
                     *             "success_rate": null,
                     *             "volume": []
                     *           }
                     *         ],
                     *         "providers": [
                     *           {
                     *             "provider": "fiat",
                     *             "count": 15,
                     *             "completed": 15,
                     *             "failed": 0,
                     *             "success_rate": 1,
                     *             "volume": [
                     *               {
                     *                 "currency": "GHS",
                     *                 "amount": 16525.5
                     *               }
                     *             ],
                     *             "attempts": 15,
                     *             "accepted": 15,
                     *             "acceptance_rate": 1
                     *           }
                     *         ],
                     *         "methods": [
                     *           {
                     *             "payment_method": "mobile_money",
                     *             "count": 18,
                     *             "completed": 12,
                     *             "failed": 0,
                     *             "success_rate": 1,
                     *             "volume": [
                     *               {
                     *                 "currency": "GHS",
                     *                 "amount": 16525.5
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "statuses": [
                     *           {
                     *             "status": "completed",
                     *             "count": 16
                     *           }
                     *         ],
                     *         "corridors": [
                     *           {
                     *             "country": "GH",
                     *             "payment_method": "mobile_money",
                     *             "direction": "inbound",
                     *             "count": 18,
                     *             "completed": 12,
                     *             "failed": 0,
                     *             "success_rate": 1
                     *           }
                     *         ],
                     *         "attention": {
                     *           "payouts_to_review": 1,
                     *           "reconciliation_items": 0,
                     *           "dead_letters": 0,
                     *           "failing_providers": []
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OverviewResponse"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Payment trends",
                     *       "data": {
                     *         "date_from": "2026-01-01",
                     *         "date_to": "2026-01-31",
                     *         "totals": {
                     *           "count": 25,
                     *           "completed": 16,
                     *           "failed": 0,
                     *           "success_rate": 1,
                     *           "volume": [
                     *             {
                     *               "currency": "GHS",
                     *               "inbound": 16525.5,
                     *               "outbound": 0,
                     *               "external": 0,
                     *               "total": 16525.5
                     *             }
                     *           ]
                     *         },
                     *         "days": [
                     *           {
                     *             "date": "2026-01-01",
                     *             "count": 0,
                     *             "completed": 0,
                     *             "failed": 0,
                     *             "success_rate": null,
                     *             "volume": []
                     *           }
                     *         ],
                     *         "providers": [
                     *           {
                     *             "provider": "fiat",
                     *             "count": 15,
                     *             "completed": 15,
                     *             "failed": 0,
                     *             "success_rate": 1,
                     *             "volume": [
                     *               {
                     *                 "currency": "GHS",
                     *                 "amount": 16525.5
                     *               }
                     *             ],
                     *             "attempts": 15,
                     *             "accepted": 15,
                     *             "acceptance_rate": 1
                     *           }
                     *         ],
                     *         "methods": [
                     *           {
                     *             "payment_method": "mobile_money",
                     *             "count": 18,
                     *             "completed": 12,
                     *             "failed": 0,
                     *             "success_rate": 1,
                     *             "volume": [
                     *               {
                     *                 "currency": "GHS",
                     *                 "amount": 16525.5
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "statuses": [
                     *           {
                     *             "status": "completed",
                     *             "count": 16
                     *           }
                     *         ],
                     *         "corridors": [
                     *           {
                     *             "country": "GH",
                     *             "payment_method": "mobile_money",
                     *             "direction": "inbound",
                     *             "count": 18,
                     *             "completed": 12,
                     *             "failed": 0,
                     *             "success_rate": 1
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TrendsResponse"];
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
    getUser: {
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "User",
                     *       "data": {
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "email": "person-1@example.com",
                     *         "name": "A Person",
                     *         "phone": null,
                     *         "country": null,
                     *         "platform_role": null,
                     *         "kyc_status": "not_started",
                     *         "default_org_id": null,
                     *         "disabled_at": null,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UserResponse"];
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
    changeUser: {
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
                /**
                 * @example {
                 *       "name": "Somebody Else",
                 *       "phone": null
                 *     }
                 */
                "application/json": components["schemas"]["ChangeUserRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "User changed",
                     *       "data": {
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "email": "person-1@example.com",
                     *         "name": "Somebody Else",
                     *         "phone": null,
                     *         "country": null,
                     *         "platform_role": null,
                     *         "kyc_status": "not_started",
                     *         "default_org_id": null,
                     *         "disabled_at": null,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    linkIdentity: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description UUIDv7 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "issuer": "https://issuer.example.com",
                 *       "subject": "subject-1"
                 *     }
                 */
                "application/json": components["schemas"]["LinkIdentityRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Identity linked",
                     *       "data": {
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "issuer": "https://issuer.example.com",
                     *         "subject": "subject-1"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["LinkIdentityResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    decideKyc: {
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
                /**
                 * @example {
                 *       "kyc_status": "approved",
                 *       "reason": "papers seen"
                 *     }
                 */
                "application/json": components["schemas"]["DecideKycRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "KYC status set",
                     *       "data": {
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "email": "person-1@example.com",
                     *         "name": "A Person",
                     *         "phone": null,
                     *         "country": null,
                     *         "platform_role": null,
                     *         "kyc_status": "approved",
                     *         "default_org_id": null,
                     *         "disabled_at": null,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Geographic distribution",
                     *       "data": {
                     *         "date_from": null,
                     *         "date_to": null,
                     *         "total_users": 11,
                     *         "total_payments": 25,
                     *         "countries": [
                     *           {
                     *             "country": "GH",
                     *             "users": 0,
                     *             "payments": 18,
                     *             "completed": 12,
                     *             "failed": 0,
                     *             "success_rate": 1,
                     *             "volume": [
                     *               {
                     *                 "currency": "GHS",
                     *                 "amount": 16525.5
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["GeographyResponse"];
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
    listUsers: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-2 */
                country?: string;
                email?: string;
                kyc_status?: components["schemas"]["VerificationStatus"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Users",
                     *       "data": [
                     *         {
                     *           "user_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *           "email": "0198f0c2-4d00-7000-8000-000000000001@service-account.invalid",
                     *           "name": "Shop backend",
                     *           "phone": null,
                     *           "country": null,
                     *           "platform_role": null,
                     *           "kyc_status": "not_started",
                     *           "default_org_id": null,
                     *           "disabled_at": null,
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "updated_at": "2026-01-05T09:00:00.000Z",
                     *           "role": "org-member"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 10,
                     *         "has_more": true,
                     *         "last_evaluated_key": "..."
                     *       },
                     *       "last_evaluated_key": "..."
                     *     }
                     */
                    "application/json": components["schemas"]["ListedUserList"];
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
    getOwnProfile: {
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "User",
                     *       "data": {
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "email": "admin@lagosfresh.example",
                     *         "name": "Lagos Fresh Foods Admin",
                     *         "phone": null,
                     *         "country": null,
                     *         "platform_role": null,
                     *         "kyc_status": "not_started",
                     *         "default_org_id": null,
                     *         "disabled_at": null,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UserResponse"];
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
    changeOwnProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Lagos Fresh Foods Admin",
                 *       "phone": "+2348012345678",
                 *       "country": "NG"
                 *     }
                 */
                "application/json": components["schemas"]["ChangeOwnProfileRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Profile changed",
                     *       "data": {
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "email": "admin@lagosfresh.example",
                     *         "name": "Lagos Fresh Foods Admin",
                     *         "phone": "+2348012345678",
                     *         "country": "NG",
                     *         "platform_role": null,
                     *         "kyc_status": "not_started",
                     *         "default_org_id": null,
                     *         "disabled_at": null,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Notifications",
                     *       "data": [
                     *         {
                     *           "notification_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *           "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *           "type": "approval.requested",
                     *           "title": "Approval needed: Payout of 5000000.00 NGN to Ikeja Farms",
                     *           "body": "Payout of 5000000.00 NGN to Ikeja Farms\n\nWhy: it is 5000000.00 NGN or more.\nOpen the dashboard to approve or reject it.",
                     *           "priority": "high",
                     *           "data": {
                     *             "kind": "payment",
                     *             "approval_id": "0198f0c2-4d00-7000-8000-000000000003"
                     *           },
                     *           "email_status": "pending",
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "read_at": null
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 9,
                     *         "has_more": false,
                     *         "last_evaluated_key": null
                     *       },
                     *       "last_evaluated_key": null
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationList"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Notification marked as read",
                     *       "data": {
                     *         "notification_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "type": "verification.requested",
                     *         "title": "Lagos Fresh Foods asks for your Bank Verification Number (BVN)",
                     *         "body": "Please send it",
                     *         "priority": "low",
                     *         "data": {
                     *           "target": "sender",
                     *           "target_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *           "request_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *           "transaction_id": "0198f0c2-4d00-7000-8000-000000000005",
                     *           "verification_type": "bvn"
                     *         },
                     *         "email_status": "pending",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "read_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Notifications marked as read",
                     *       "data": {
                     *         "marked": 9
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ReadAllNotificationsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Unread notifications",
                     *       "data": {
                     *         "unread": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CountUnreadNotificationsResponse"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "0198f0c2-4d00-7000-8000-000000000001",
                 *       "sender_id": "0198f0c2-4d00-7000-8000-000000000001",
                 *       "target_type": "sender",
                 *       "transaction_id": "0198f0c2-4d00-7000-8000-000000000002",
                 *       "verification_type": "bvn",
                 *       "triggered_by": "compliance",
                 *       "message": "Please send it",
                 *       "priority": "low"
                 *     }
                 */
                "application/json": components["schemas"]["VerificationRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Verification request sent to the sender",
                     *       "target_type": "sender",
                     *       "verification_type": "bvn",
                     *       "transaction_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *       "all_success": true
                     *     }
                     */
                    "application/json": components["schemas"]["VerificationResult"];
                };
            };
            /** @description Multi-Status */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                /** @description With those of customers that were merged into it */
                customer_id?: string;
                /** @description Cursor from the previous page */
                last_evaluated_key?: string;
                /** @description Page size */
                limit?: number;
                /** @description For platform people: the organisation */
                org_id?: string;
                status?: components["schemas"]["VirtualAccountStatus"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Virtual accounts",
                     *       "data": [],
                     *       "meta": {
                     *         "count": 0,
                     *         "has_more": false,
                     *         "last_evaluated_key": null
                     *       },
                     *       "last_evaluated_key": null
                     *     }
                     */
                    "application/json": components["schemas"]["VirtualAccountList"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Virtual account",
                     *       "data": {
                     *         "account_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "virtual_account_name": "Lagos Fresh Foods",
                     *         "currency": "NGN",
                     *         "country": "NG",
                     *         "balance": 0,
                     *         "available_balance": 0,
                     *         "status": "active",
                     *         "account_type": "currency",
                     *         "provider": "fiat",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "account_number": "9024444450",
                     *         "account_name": "Lagos Fresh Foods",
                     *         "bank_name": "Corridor Sandbox Bank",
                     *         "bank_code": "999"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VirtualAccountResponse"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description UUIDv7 */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "no longer used"
                 *     }
                 */
                "application/json": components["schemas"]["VirtualAccountReason"] | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Virtual account closed",
                     *       "data": {
                     *         "account_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "virtual_account_name": "Lagos Fresh Foods",
                     *         "currency": "NGN",
                     *         "country": "NG",
                     *         "balance": 0,
                     *         "available_balance": 0,
                     *         "status": "closed",
                     *         "account_type": "currency",
                     *         "provider": "fiat",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "account_number": "9070259329",
                     *         "account_name": "Lagos Fresh Foods",
                     *         "bank_name": "Corridor Sandbox Bank",
                     *         "bank_code": "999"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VirtualAccountResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description UUIDv7 */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "asked by its owner"
                 *     }
                 */
                "application/json": components["schemas"]["VirtualAccountReason"] | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Virtual account frozen",
                     *       "data": {
                     *         "account_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "virtual_account_name": "Lagos Fresh Foods",
                     *         "currency": "NGN",
                     *         "country": "NG",
                     *         "balance": 0,
                     *         "available_balance": 0,
                     *         "status": "frozen",
                     *         "account_type": "currency",
                     *         "provider": "fiat",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "account_number": "9047193237",
                     *         "account_name": "Lagos Fresh Foods",
                     *         "bank_name": "Corridor Sandbox Bank",
                     *         "bank_code": "999"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VirtualAccountResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                status?: components["schemas"]["TransactionStatus"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Transactions",
                     *       "data": [
                     *         {
                     *           "transaction_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *           "account_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *           "org_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *           "user_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *           "type": "credit",
                     *           "status": "completed",
                     *           "amount": 5000,
                     *           "fee": 0,
                     *           "currency": "NGN",
                     *           "description": "Sandbox transfer",
                     *           "payment_rail": "bank_transfer",
                     *           "reference": "0198f0c2-4d00-7000-8000-000000000005",
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "updated_at": "2026-01-05T09:00:00.000Z",
                     *           "counterparty": "Sandbox Sender"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 1,
                     *         "has_more": false,
                     *         "last_evaluated_key": null
                     *       },
                     *       "last_evaluated_key": null
                     *     }
                     */
                    "application/json": components["schemas"]["VirtualTransactionList"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description UUIDv7 */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "to_account_id": "0198f0c2-4d00-7000-8000-000000000001",
                 *       "amount": 100.5,
                 *       "description": "rent"
                 *     }
                 */
                "application/json": components["schemas"]["Transfer"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Transferred",
                     *       "data": {
                     *         "transaction_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "account_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000005",
                     *         "type": "debit",
                     *         "status": "completed",
                     *         "amount": 100.5,
                     *         "fee": 0,
                     *         "currency": "NGN",
                     *         "description": "rent",
                     *         "payment_rail": "internal",
                     *         "reference": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "counterparty": "0198f0c2-4d00-7000-8000-000000000001"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VirtualTransactionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description UUIDv7 */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "asked by its owner"
                 *     }
                 */
                "application/json": components["schemas"]["VirtualAccountReason"] | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Virtual account active",
                     *       "data": {
                     *         "account_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "virtual_account_name": "Lagos Fresh Foods",
                     *         "currency": "NGN",
                     *         "country": "NG",
                     *         "balance": 0,
                     *         "available_balance": 0,
                     *         "status": "active",
                     *         "account_type": "currency",
                     *         "provider": "fiat",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "account_number": "9038690596",
                     *         "account_name": "Lagos Fresh Foods",
                     *         "bank_name": "Corridor Sandbox Bank",
                     *         "bank_code": "999"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VirtualAccountResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description UUIDv7 */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 100.5,
                 *       "beneficiary_id": "0198f0c2-4d00-7000-8000-000000000001",
                 *       "description": "rent",
                 *       "reference": "r-1"
                 *     }
                 */
                "application/json": components["schemas"]["Withdrawal"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Withdrawal started",
                     *       "data": {
                     *         "transaction_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "account_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000005",
                     *         "type": "debit",
                     *         "status": "pending",
                     *         "amount": 100.5,
                     *         "fee": 0,
                     *         "currency": "NGN",
                     *         "description": "rent",
                     *         "payment_rail": "bank_transfer",
                     *         "reference": "r-1",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "counterparty": "Bisi Ade",
                     *         "payment_id": "0198f0c2-4d00-7000-8000-000000000006"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VirtualTransactionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                status?: components["schemas"]["EscrowStatus"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Escrow projects",
                     *       "data": [],
                     *       "meta": {
                     *         "count": 0,
                     *         "has_more": false,
                     *         "last_evaluated_key": null
                     *       },
                     *       "last_evaluated_key": null
                     *     }
                     */
                    "application/json": components["schemas"]["EscrowProjectList"];
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
    createEscrowProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Warehouse",
                 *       "description": "In Ikeja",
                 *       "currency": "NGN",
                 *       "total_amount": 1000.5
                 *     }
                 */
                "application/json": components["schemas"]["EscrowProjectInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Escrow project created",
                     *       "data": {
                     *         "escrow_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "title": "Warehouse",
                     *         "description": "In Ikeja",
                     *         "currency": "NGN",
                     *         "total_amount": 1000.5,
                     *         "status": "draft",
                     *         "created_by": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "funded_amount": 0,
                     *         "pending_funding": 0,
                     *         "unspent_amount": 0,
                     *         "parties": [],
                     *         "milestones": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EscrowProjectWithPartsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Escrow project",
                     *       "data": {
                     *         "escrow_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "title": "Warehouse",
                     *         "description": null,
                     *         "currency": "NGN",
                     *         "total_amount": 1000,
                     *         "status": "draft",
                     *         "created_by": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "funded_amount": 0,
                     *         "pending_funding": 0,
                     *         "unspent_amount": 0,
                     *         "parties": [
                     *           {
                     *             "party_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *             "name": "Builder",
                     *             "role": "contractor",
                     *             "email": null,
                     *             "beneficiary_id": "0198f0c2-4d00-7000-8000-000000000005",
                     *             "account_id": null,
                     *             "created_at": "2026-01-05T09:00:00.000Z",
                     *             "updated_at": "2026-01-05T09:00:00.000Z"
                     *           }
                     *         ],
                     *         "milestones": [
                     *           {
                     *             "milestone_id": "0198f0c2-4d00-7000-8000-000000000006",
                     *             "escrow_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *             "label": "Walls",
                     *             "sequence": 1,
                     *             "currency": "NGN",
                     *             "expected_disbursement": 1000,
                     *             "status": "pending",
                     *             "disbursed_total": 0,
                     *             "returned_total": 0,
                     *             "parties": [
                     *               {
                     *                 "party_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *                 "split_type": "percentage",
                     *                 "split_value": 100
                     *               }
                     *             ],
                     *             "funding_status": "unfunded",
                     *             "covered_amount": 0,
                     *             "created_at": "2026-01-05T09:00:00.000Z",
                     *             "updated_at": "2026-01-05T09:00:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EscrowProjectWithPartsResponse"];
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                /**
                 * @example {
                 *       "title": "Depot",
                 *       "description": null,
                 *       "total_amount": 2000
                 *     }
                 */
                "application/json": components["schemas"]["EscrowProjectChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Escrow project changed",
                     *       "data": {
                     *         "escrow_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "title": "Depot",
                     *         "description": null,
                     *         "currency": "NGN",
                     *         "total_amount": 2000,
                     *         "status": "draft",
                     *         "created_by": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "funded_amount": 0,
                     *         "pending_funding": 0,
                     *         "unspent_amount": 0,
                     *         "parties": [
                     *           {
                     *             "party_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *             "name": "Builder",
                     *             "role": "contractor",
                     *             "email": null,
                     *             "beneficiary_id": "0198f0c2-4d00-7000-8000-000000000005",
                     *             "account_id": null,
                     *             "created_at": "2026-01-05T09:00:00.000Z",
                     *             "updated_at": "2026-01-05T09:00:00.000Z"
                     *           }
                     *         ],
                     *         "milestones": [
                     *           {
                     *             "milestone_id": "0198f0c2-4d00-7000-8000-000000000006",
                     *             "escrow_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *             "label": "Walls",
                     *             "sequence": 1,
                     *             "currency": "NGN",
                     *             "expected_disbursement": 1000,
                     *             "status": "pending",
                     *             "disbursed_total": 0,
                     *             "returned_total": 0,
                     *             "parties": [
                     *               {
                     *                 "party_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *                 "split_type": "percentage",
                     *                 "split_value": 100
                     *               }
                     *             ],
                     *             "funding_status": "unfunded",
                     *             "covered_amount": 0,
                     *             "created_at": "2026-01-05T09:00:00.000Z",
                     *             "updated_at": "2026-01-05T09:00:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EscrowProjectWithPartsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Escrow project activated",
                     *       "data": {
                     *         "escrow_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "title": "Warehouse",
                     *         "description": null,
                     *         "currency": "NGN",
                     *         "total_amount": 1000,
                     *         "status": "active",
                     *         "created_by": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "funded_amount": 0,
                     *         "pending_funding": 0,
                     *         "unspent_amount": 0,
                     *         "parties": [
                     *           {
                     *             "party_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *             "name": "Builder",
                     *             "role": "contractor",
                     *             "email": null,
                     *             "beneficiary_id": "0198f0c2-4d00-7000-8000-000000000005",
                     *             "account_id": null,
                     *             "created_at": "2026-01-05T09:00:00.000Z",
                     *             "updated_at": "2026-01-05T09:00:00.000Z"
                     *           }
                     *         ],
                     *         "milestones": [
                     *           {
                     *             "milestone_id": "0198f0c2-4d00-7000-8000-000000000006",
                     *             "escrow_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *             "label": "Walls",
                     *             "sequence": 1,
                     *             "currency": "NGN",
                     *             "expected_disbursement": 1000,
                     *             "status": "pending",
                     *             "disbursed_total": 0,
                     *             "returned_total": 0,
                     *             "parties": [
                     *               {
                     *                 "party_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *                 "split_type": "percentage",
                     *                 "split_value": 100
                     *               }
                     *             ],
                     *             "funding_status": "unfunded",
                     *             "covered_amount": 0,
                     *             "created_at": "2026-01-05T09:00:00.000Z",
                     *             "updated_at": "2026-01-05T09:00:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EscrowProjectWithPartsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description UUIDv7 */
                escrow_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "no permit"
                 *     }
                 */
                "application/json": components["schemas"]["EscrowReason"] | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Escrow project canceled",
                     *       "data": {
                     *         "escrow_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "title": "Warehouse",
                     *         "description": null,
                     *         "currency": "NGN",
                     *         "total_amount": 1000,
                     *         "status": "canceled",
                     *         "created_by": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "funded_amount": 0,
                     *         "pending_funding": 0,
                     *         "unspent_amount": 0,
                     *         "parties": [
                     *           {
                     *             "party_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *             "name": "Builder",
                     *             "role": "contractor",
                     *             "email": null,
                     *             "beneficiary_id": "0198f0c2-4d00-7000-8000-000000000005",
                     *             "account_id": null,
                     *             "created_at": "2026-01-05T09:00:00.000Z",
                     *             "updated_at": "2026-01-05T09:00:00.000Z"
                     *           }
                     *         ],
                     *         "milestones": [
                     *           {
                     *             "milestone_id": "0198f0c2-4d00-7000-8000-000000000006",
                     *             "escrow_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *             "label": "Walls",
                     *             "sequence": 1,
                     *             "currency": "NGN",
                     *             "expected_disbursement": 1000,
                     *             "status": "canceled",
                     *             "disbursed_total": 0,
                     *             "returned_total": 0,
                     *             "parties": [
                     *               {
                     *                 "party_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *                 "split_type": "percentage",
                     *                 "split_value": 100
                     *               }
                     *             ],
                     *             "funding_status": "unfunded",
                     *             "covered_amount": 0,
                     *             "created_at": "2026-01-05T09:00:00.000Z",
                     *             "updated_at": "2026-01-05T09:00:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EscrowProjectWithPartsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                status?: components["schemas"]["DisbursementStatus"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Disbursements",
                     *       "data": [
                     *         {
                     *           "disbursement_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *           "kind": "release",
                     *           "method": "payout",
                     *           "milestone_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *           "party_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *           "funding_id": null,
                     *           "account_id": null,
                     *           "beneficiary_id": null,
                     *           "payment_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *           "amount": 1000,
                     *           "currency": "NGN",
                     *           "status": "failed",
                     *           "failure_reason": "declined: the account number ends in 0002",
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "updated_at": "2026-01-05T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 1,
                     *         "has_more": false,
                     *         "last_evaluated_key": null
                     *       },
                     *       "last_evaluated_key": null
                     *     }
                     */
                    "application/json": components["schemas"]["DisbursementList"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                /**
                 * @example {
                 *       "account_id": "0198f0c2-4d00-7000-8000-000000000001"
                 *     }
                 */
                "application/json": components["schemas"]["DisbursementRedirect"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Disbursement started",
                     *       "data": {
                     *         "disbursement_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "kind": "release",
                     *         "method": "virtual_account",
                     *         "milestone_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "party_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *         "funding_id": null,
                     *         "account_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "beneficiary_id": null,
                     *         "payment_id": null,
                     *         "amount": 1000,
                     *         "currency": "NGN",
                     *         "status": "completed",
                     *         "failure_reason": null,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DisbursementResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                /**
                 * @example {
                 *       "reason": "the builder is gone"
                 *     }
                 */
                "application/json": components["schemas"]["EscrowReason"] | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Share returned",
                     *       "data": {
                     *         "disbursement_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "kind": "release",
                     *         "method": "payout",
                     *         "milestone_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "party_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "funding_id": null,
                     *         "account_id": null,
                     *         "beneficiary_id": null,
                     *         "payment_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *         "amount": 1000,
                     *         "currency": "NGN",
                     *         "status": "returned",
                     *         "failure_reason": "declined: the account number ends in 0002",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "refunds": [
                     *           {
                     *             "disbursement_id": "0198f0c2-4d00-7000-8000-000000000005",
                     *             "kind": "refund",
                     *             "method": "virtual_account",
                     *             "milestone_id": null,
                     *             "party_id": null,
                     *             "funding_id": "0198f0c2-4d00-7000-8000-000000000006",
                     *             "account_id": "0198f0c2-4d00-7000-8000-000000000007",
                     *             "beneficiary_id": null,
                     *             "payment_id": null,
                     *             "amount": 1000,
                     *             "currency": "NGN",
                     *             "status": "completed",
                     *             "failure_reason": null,
                     *             "created_at": "2026-01-05T09:00:00.000Z",
                     *             "updated_at": "2026-01-05T09:00:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ReturnedDisbursementResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Disbursement started",
                     *       "data": {
                     *         "disbursement_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "kind": "release",
                     *         "method": "payout",
                     *         "milestone_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "party_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "funding_id": null,
                     *         "account_id": null,
                     *         "beneficiary_id": null,
                     *         "payment_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *         "amount": 1000,
                     *         "currency": "NGN",
                     *         "status": "failed",
                     *         "failure_reason": "declined: the account number ends in 0002",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DisbursementResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description UUIDv7 */
                escrow_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 500.5,
                 *       "account_id": "0198f0c2-4d00-7000-8000-000000000001"
                 *     }
                 */
                "application/json": components["schemas"]["EscrowFundingRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Escrow project funded",
                     *       "data": {
                     *         "funding_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "source": "virtual_account",
                     *         "account_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "payment_id": null,
                     *         "amount": 500.5,
                     *         "currency": "NGN",
                     *         "refunded_amount": 0,
                     *         "status": "completed",
                     *         "created_by": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "escrow": {
                     *           "escrow_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *           "org_id": "0198f0c2-4d00-7000-8000-000000000005",
                     *           "title": "Warehouse",
                     *           "description": null,
                     *           "currency": "NGN",
                     *           "total_amount": 1000,
                     *           "status": "active",
                     *           "created_by": "0198f0c2-4d00-7000-8000-000000000003",
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "updated_at": "2026-01-05T09:00:00.000Z",
                     *           "funded_amount": 500.5,
                     *           "pending_funding": 0,
                     *           "unspent_amount": 500.5,
                     *           "parties": [
                     *             {
                     *               "party_id": "0198f0c2-4d00-7000-8000-000000000006",
                     *               "name": "Builder",
                     *               "role": "contractor",
                     *               "email": null,
                     *               "beneficiary_id": "0198f0c2-4d00-7000-8000-000000000007",
                     *               "account_id": null,
                     *               "created_at": "2026-01-05T09:00:00.000Z",
                     *               "updated_at": "2026-01-05T09:00:00.000Z"
                     *             }
                     *           ],
                     *           "milestones": [
                     *             {
                     *               "milestone_id": "0198f0c2-4d00-7000-8000-000000000008",
                     *               "escrow_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *               "label": "Walls",
                     *               "sequence": 1,
                     *               "currency": "NGN",
                     *               "expected_disbursement": 1000,
                     *               "status": "pending",
                     *               "disbursed_total": 0,
                     *               "returned_total": 0,
                     *               "parties": [
                     *                 {
                     *                   "party_id": "0198f0c2-4d00-7000-8000-000000000006",
                     *                   "split_type": "percentage",
                     *                   "split_value": 100
                     *                 }
                     *               ],
                     *               "funding_status": "partially_funded",
                     *               "covered_amount": 500.5,
                     *               "created_at": "2026-01-05T09:00:00.000Z",
                     *               "updated_at": "2026-01-05T09:00:00.000Z"
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EscrowFundingResultResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Fundings",
                     *       "data": [
                     *         {
                     *           "funding_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *           "source": "virtual_account",
                     *           "account_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *           "payment_id": null,
                     *           "amount": 1000,
                     *           "currency": "NGN",
                     *           "refunded_amount": 0,
                     *           "status": "completed",
                     *           "created_by": "0198f0c2-4d00-7000-8000-000000000003",
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "updated_at": "2026-01-05T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 1,
                     *         "has_more": false,
                     *         "last_evaluated_key": null
                     *       },
                     *       "last_evaluated_key": null
                     *     }
                     */
                    "application/json": components["schemas"]["EscrowFundingList"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Milestones",
                     *       "data": [
                     *         {
                     *           "milestone_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *           "escrow_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *           "label": "Walls",
                     *           "sequence": 1,
                     *           "currency": "NGN",
                     *           "expected_disbursement": 1000,
                     *           "status": "pending",
                     *           "disbursed_total": 0,
                     *           "returned_total": 0,
                     *           "parties": [
                     *             {
                     *               "party_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *               "split_type": "percentage",
                     *               "split_value": 100
                     *             }
                     *           ],
                     *           "funding_status": "unfunded",
                     *           "covered_amount": 0,
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "updated_at": "2026-01-05T09:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListEscrowMilestonesResponse"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description UUIDv7 */
                escrow_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "Roof",
                 *       "description": "Of tin",
                 *       "expected_disbursement": 500.5,
                 *       "due_date": "2026-06-30",
                 *       "sequence": 3,
                 *       "parties": []
                 *     }
                 */
                "application/json": components["schemas"]["MilestoneInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Milestone added",
                     *       "data": {
                     *         "milestone_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "escrow_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "label": "Roof",
                     *         "sequence": 3,
                     *         "currency": "NGN",
                     *         "expected_disbursement": 500.5,
                     *         "status": "pending",
                     *         "disbursed_total": 0,
                     *         "returned_total": 0,
                     *         "parties": [],
                     *         "funding_status": "unfunded",
                     *         "covered_amount": 0,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "description": "Of tin",
                     *         "due_date": "2026-06-30"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MilestoneResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Milestone",
                     *       "data": {
                     *         "milestone_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "escrow_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "label": "Walls",
                     *         "sequence": 1,
                     *         "currency": "NGN",
                     *         "expected_disbursement": 1000,
                     *         "status": "pending",
                     *         "disbursed_total": 0,
                     *         "returned_total": 0,
                     *         "parties": [
                     *           {
                     *             "party_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *             "split_type": "percentage",
                     *             "split_value": 100
                     *           }
                     *         ],
                     *         "funding_status": "unfunded",
                     *         "covered_amount": 0,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MilestoneResponse"];
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                /**
                 * @example {
                 *       "label": "Roof",
                 *       "due_date": "2026-06-30",
                 *       "sequence": 3,
                 *       "expected_disbursement": 500.5
                 *     }
                 */
                "application/json": components["schemas"]["MilestoneChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Milestone changed",
                     *       "data": {
                     *         "milestone_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "escrow_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "label": "Roof",
                     *         "sequence": 3,
                     *         "currency": "NGN",
                     *         "expected_disbursement": 500.5,
                     *         "status": "pending",
                     *         "disbursed_total": 0,
                     *         "returned_total": 0,
                     *         "parties": [
                     *           {
                     *             "party_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *             "split_type": "percentage",
                     *             "split_value": 100
                     *           }
                     *         ],
                     *         "funding_status": "unfunded",
                     *         "covered_amount": 0,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "due_date": "2026-06-30"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MilestoneResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                /**
                 * @example {
                 *       "reason": "not needed"
                 *     }
                 */
                "application/json": components["schemas"]["EscrowReason"] | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Milestone canceled",
                     *       "data": {
                     *         "milestone_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "escrow_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "label": "Walls",
                     *         "sequence": 1,
                     *         "currency": "NGN",
                     *         "expected_disbursement": 1000,
                     *         "status": "canceled",
                     *         "disbursed_total": 0,
                     *         "returned_total": 0,
                     *         "parties": [
                     *           {
                     *             "party_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *             "split_type": "percentage",
                     *             "split_value": 100
                     *           }
                     *         ],
                     *         "funding_status": "unfunded",
                     *         "covered_amount": 0,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MilestoneResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Contract",
                     *       "data": {
                     *         "milestone_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "title": "Contract",
                     *         "terms": "Build them.",
                     *         "document_url": null,
                     *         "status": "submitted",
                     *         "submitted_by": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "submitted_at": "2026-01-05T09:00:00.000Z",
                     *         "approved_by": null,
                     *         "approved_at": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EscrowContractResponse"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                /**
                 * @example {
                 *       "title": "Walls",
                 *       "terms": "Build them.",
                 *       "document_url": "https://example.com/contract.pdf"
                 *     }
                 */
                "application/json": components["schemas"]["EscrowContractInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Contract submitted",
                     *       "data": {
                     *         "milestone_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "escrow_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "label": "Walls",
                     *         "sequence": 1,
                     *         "currency": "NGN",
                     *         "expected_disbursement": 1000,
                     *         "status": "contract_submitted",
                     *         "disbursed_total": 0,
                     *         "returned_total": 0,
                     *         "parties": [
                     *           {
                     *             "party_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *             "split_type": "percentage",
                     *             "split_value": 100
                     *           }
                     *         ],
                     *         "funding_status": "unfunded",
                     *         "covered_amount": 0,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "contract_submitted_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MilestoneResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Contract approved",
                     *       "data": {
                     *         "milestone_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "escrow_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "label": "Walls",
                     *         "sequence": 1,
                     *         "currency": "NGN",
                     *         "expected_disbursement": 1000,
                     *         "status": "approved",
                     *         "disbursed_total": 0,
                     *         "returned_total": 0,
                     *         "parties": [
                     *           {
                     *             "party_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *             "split_type": "percentage",
                     *             "split_value": 100
                     *           }
                     *         ],
                     *         "funding_status": "unfunded",
                     *         "covered_amount": 0,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "contract_submitted_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MilestoneResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                /**
                 * @example {
                 *       "parties": [
                 *         {
                 *           "party_id": "0198f0c2-4d00-7000-8000-000000000001",
                 *           "split_value": 60.5
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SplitUpdates"] | components["schemas"]["SplitUpdate"] | components["schemas"]["SplitUpdate"][];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Shares changed",
                     *       "data": {
                     *         "milestone_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "escrow_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "label": "Walls",
                     *         "sequence": 1,
                     *         "currency": "NGN",
                     *         "expected_disbursement": 1000,
                     *         "status": "contract_submitted",
                     *         "disbursed_total": 0,
                     *         "returned_total": 0,
                     *         "parties": [
                     *           {
                     *             "party_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *             "split_type": "percentage",
                     *             "split_value": 60.5
                     *           }
                     *         ],
                     *         "funding_status": "funded",
                     *         "covered_amount": 1000,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "contract_submitted_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MilestoneResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Milestone released",
                     *       "data": {
                     *         "milestone_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "escrow_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "label": "Walls",
                     *         "sequence": 1,
                     *         "currency": "NGN",
                     *         "expected_disbursement": 1000,
                     *         "status": "disbursed",
                     *         "disbursed_total": 0,
                     *         "returned_total": 0,
                     *         "parties": [
                     *           {
                     *             "party_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *             "split_type": "percentage",
                     *             "split_value": 100
                     *           }
                     *         ],
                     *         "funding_status": "funded",
                     *         "covered_amount": 1000,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "contract_submitted_at": "2026-01-05T09:00:00.000Z",
                     *         "disbursed_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MilestoneResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Parties",
                     *       "data": [
                     *         {
                     *           "party_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *           "name": "Builder",
                     *           "role": "contractor",
                     *           "email": null,
                     *           "beneficiary_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *           "account_id": null,
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "updated_at": "2026-01-05T09:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListEscrowPartiesResponse"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description UUIDv7 */
                escrow_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Agent",
                 *       "role": "agent",
                 *       "email": "agent@example.com",
                 *       "beneficiary_id": "0198f0c2-4d00-7000-8000-000000000001"
                 *     }
                 */
                "application/json": components["schemas"]["EscrowPartyInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Party added",
                     *       "data": {
                     *         "party_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "name": "Agent",
                     *         "role": "agent",
                     *         "email": "agent@example.com",
                     *         "beneficiary_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "account_id": null,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EscrowPartyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Party",
                     *       "data": {
                     *         "party_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "name": "Builder",
                     *         "role": "contractor",
                     *         "email": null,
                     *         "beneficiary_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "account_id": null,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EscrowPartyResponse"];
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                /**
                 * @example {
                 *       "name": "Mason",
                 *       "role": "mason",
                 *       "beneficiary_id": "0198f0c2-4d00-7000-8000-000000000001"
                 *     }
                 */
                "application/json": components["schemas"]["EscrowPartyChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Party changed",
                     *       "data": {
                     *         "party_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "name": "Mason",
                     *         "role": "mason",
                     *         "email": null,
                     *         "beneficiary_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "account_id": null,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EscrowPartyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "org_id": "0198f0c2-4d00-7000-8000-000000000001",
                 *       "user_id": "0198f0c2-4d00-7000-8000-000000000002",
                 *       "currency": "NGN",
                 *       "customer_id": "c-1",
                 *       "org_name": "Savings"
                 *     }
                 */
                "application/json": components["schemas"]["VirtualAccountInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Virtual account opened",
                     *       "data": {
                     *         "account_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "virtual_account_name": "Savings",
                     *         "currency": "NGN",
                     *         "country": "NG",
                     *         "balance": 0,
                     *         "available_balance": 0,
                     *         "status": "active",
                     *         "account_type": "currency",
                     *         "provider": "fiat",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "customer_id": "c-1",
                     *         "account_number": "9055825917",
                     *         "account_name": "Savings",
                     *         "bank_name": "Corridor Sandbox Bank",
                     *         "bank_code": "999"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VirtualAccountResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Transaction",
                     *       "data": {
                     *         "transaction_id": "0198f0c2-4d00-7000-8000-000000000001",
                     *         "account_id": "0198f0c2-4d00-7000-8000-000000000002",
                     *         "org_id": "0198f0c2-4d00-7000-8000-000000000003",
                     *         "user_id": "0198f0c2-4d00-7000-8000-000000000004",
                     *         "type": "credit",
                     *         "status": "completed",
                     *         "amount": 5000,
                     *         "fee": 0,
                     *         "currency": "NGN",
                     *         "description": "Sandbox transfer",
                     *         "payment_rail": "bank_transfer",
                     *         "reference": "0198f0c2-4d00-7000-8000-000000000005",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "counterparty": "Sandbox Sender"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VirtualTransactionResponse"];
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
    onApiKeyExpiring: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onApprovalApproved: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApprovalEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onApprovalRejected: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApprovalEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onApprovalRequested: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApprovalEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDisputeAccepted: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisputeEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDisputeExpired: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisputeEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDisputeLost: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisputeEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDisputeOpened: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisputeEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDisputeUnderReview: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisputeEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDisputeUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisputeEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDisputeWon: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisputeEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onEscrowMilestoneApprovalRevoked: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MilestoneRevokedEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onEscrowMilestoneDisbursed: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MilestoneDisbursedEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onEscrowMilestoneFunded: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MilestoneFundedEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onExportCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onExportFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onFloatLow: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FloatEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onKybApproved: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KybEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onKybRejected: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KybEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onKycApproved: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KycEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onKycRejected: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KycEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentLinkPaid: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentLinkEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentCanceled: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentPending: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentProcessing: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentRefunded: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRefundCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRefundFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRefundRequested: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTransactionUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onVirtualAccountDeposit: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VirtualTransactionEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onVirtualAccountFrozen: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VirtualAccountEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onVirtualAccountUnfrozen: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VirtualAccountEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onVirtualAccountWithdrawal: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description `v1,` and base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, by what follows `whsec_` in `secret_key`, decoded from base64. Several are separated by spaces while a secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix seconds of the attempt (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body, by the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Unix seconds of the attempt */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VirtualTransactionEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds acknowledges it; the body is not read. Anything else is sent again, 8 times within two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
