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
         * List requests that wait, or waited, for a second person
         * @description **Access:** any role. Scope `payments:read`.
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
         * @description **Access:** any role. Scope `payments:read`.
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
         * @description Never by the requester, nor by the creator of the requesting key. Each person decides once.
         *
         *     **Access:** org-admin or admin, or the permission payouts:approve. No API key, unless `API_KEYS_MAY_ADMINISTER`.
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
         * @description Never by the requester, nor by the creator of the requesting key. Each person decides once.
         *
         *     **Access:** org-admin or admin, or the permission payouts:approve. No API key, unless `API_KEYS_MAY_ADMINISTER`.
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
         * @description `available` is what the organization has; `pending` are completed payins that their provider has not paid out to us yet; `reserved` is set aside for payouts and refunds in progress; `credit_line` is how far below zero `available` may go for new payouts and refunds; `spendable` is what can be spent now. In development every currency starts with a sandbox balance.
         *
         *     **Access:** any role. Scope `payments:read`.
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
         * @description **Access:** staff or admin. Scope `payments:read`.
         */
        get: operations["listAdjustments"];
        put?: never;
        /**
         * Prefund or correct a balance
         * @description A positive `amount` is credited to the organization, a negative one is debited. It is posted once another platform admin has approved it (`/approvals`). `provider` names the provider that holds the money, if any: it counts toward the float expected there.
         *
         *     **Access:** admin. Scope `settings:write`.
         */
        post: operations["adjustBalance"];
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
         * @description **Access:** staff or admin. Scope `payments:read`.
         */
        get: operations["listCreditLines"];
        /**
         * Set how far below zero an organization's balance may go
         * @description For new payouts, refunds and ramp fees. `amount` 0 removes the line, even if it was used. Lowering takes effect at once. Raising is answered with 409 `APPROVAL_REQUIRED` and done once another platform admin has approved it (`/approvals`).
         *
         *     **Access:** admin. Scope `settings:write`.
         */
        put: operations["setCreditLine"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/balances/daily": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the balance at the end of each day, oldest first
         * @description **Access:** any role. Scope `payments:read`.
         */
        get: operations["listDailyBalances"];
        put?: never;
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
         * Read the money held at each provider, by our books and by the provider's report
         * @description `expected` is the amount by the ledger, over all organizations; `reported` is what the provider said last, if it can be polled. Payouts in progress are still in `expected`.
         *
         *     **Access:** staff or admin. Scope `payments:read`.
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
         *     **Access:** admin. Scope `settings:write`.
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
         * List the changes of an organization's balance in one currency, newest first
         * @description One entry for each posting to the balance. `credit_line` is set if the entry changed the credit line, and null otherwise.
         *
         *     **Access:** any role. Scope `payments:read`.
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
         * @description **Access:** any role. Scope `beneficiaries:read`.
         */
        get: operations["listBeneficiaries"];
        put?: never;
        /**
         * Add a beneficiary
         * @description Exactly one of bank_details, momo_details and crypto_details, according to account_type. `currency` defaults to the country's.
         *
         *     **Access:** org-admin or org-member or admin, or the permission beneficiaries:write. Scope `beneficiaries:write`.
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
         * @description **Access:** any role. Scope `beneficiaries:read`.
         */
        get: operations["getBeneficiary"];
        put?: never;
        post?: never;
        /**
         * Delete a beneficiary
         * @description 409 while an unfinished payment uses the beneficiary.
         *
         *     **Access:** org-admin or org-member or admin, or the permission beneficiaries:write. Scope `beneficiaries:write`.
         */
        delete: operations["deleteBeneficiary"];
        options?: never;
        head?: never;
        /**
         * Change a beneficiary
         * @description Given fields replace stored ones (detail objects as a whole), null empties a field. Payments that were already initiated keep their copy.
         *
         *     **Access:** org-admin or org-member or admin, or the permission beneficiaries:write. Scope `beneficiaries:write`.
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
         * @description Authenticated by the provider's own signature over the raw body. The callback is stored and answered before it is processed, so the answer waits for no provider. Some providers require a specific text as the answer.
         *
         *     **Access:** a signature by the sender instead of a credential.
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
         * Receive an unverified webhook of a provider
         * @description For providers that sign nothing: only the provider knows the address, and the content only makes us poll the provider, after the answer.
         *
         *     **Access:** a signature by the sender instead of a credential.
         */
        put: operations["putNotice"];
        /**
         * Receive an unverified webhook of a provider
         * @description For providers that sign nothing: only the provider knows the address, and the content only makes us poll the provider, after the answer.
         *
         *     **Access:** a signature by the sender instead of a credential.
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
         * @description A link that cannot be paid is returned with its status and without countries.
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
         * @description 409 LINK_NOT_PAYABLE: the link is paid, expired or disabled. 409 LINK_BUSY: another payment of this fixed link is in progress. If that payment only waits for its customer, the same payer can replace it at once, and other payers after three minutes. Send an Idempotency-Key for each completed form.
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
         * @description Anybody who has the code may read the receipt, to verify one that they were shown.
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
         * List what can be paid, with currencies, networks, limits and fees
         * @description The corridors that at least one provider serves for the caller's organization, and for mobile money a network: of one country, or of all. Amounts are in the currency of the payment. `fees` has the schedule of each currency with a fee; other currencies are free.
         *
         *     **Access:** any role. Scope `payments:read`.
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
         * @description **Access:** any valid credential. Scope `payments:read`.
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
         * @description **Access:** any role. Scope `payments:read`.
         */
        get: operations["listCustomers"];
        put?: never;
        /**
         * Create a customer
         * @description Payments and virtual accounts refer to the customer by `customer_id`; a payin takes omitted `payer_details` from the customer.
         *
         *     **Access:** org-admin or org-member or admin, or the permission payments:write. Scope `payins:write` or `payouts:write`.
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
         * @description **Access:** any role. Scope `payments:read`.
         */
        get: operations["getCustomer"];
        put?: never;
        post?: never;
        /**
         * Erase a customer's personal data
         * @description Permanent. The customer's own data is erased at once. Its payments lose payer, account, card and phone details, description and metadata, in the record and in events, as soon as they are finished. Amounts, ids, `client_reference`, ledger and audit log stay.
         *
         *     **Access:** org-admin or admin, or the permission organization:write. No API key, unless `API_KEYS_MAY_ADMINISTER`.
         */
        delete: operations["eraseCustomer"];
        options?: never;
        head?: never;
        /**
         * Change a customer
         * @description Given fields replace stored ones, null removes a field; `metadata` is merged field by field. Existing payments stay unchanged.
         *
         *     **Access:** org-admin or org-member or admin, or the permission payments:write. Scope `payins:write` or `payouts:write`.
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
         * @description Permanent: the id then refers to the other customer, whose lists include the payments and accounts of both. Returns the other customer.
         *
         *     **Access:** org-admin or admin, or the permission organization:write. Scope `settings:write`.
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
         * @description Newest first. A dispute does not change the status of its payment.
         *
         *     **Access:** any role. Scope `payments:read`.
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
         * @description **Access:** any role. Scope `payments:read`.
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
         * @description Possible once. If the provider's answer is lost, the dispute counts as answered, and the provider's next update shows its state. If a policy of the organization asks for a second person, a dispute is accepted when one has approved that under `/approvals`.
         *
         *     **Access:** org-admin or admin, or the permission refunds:write. Feature `payments`. Scope `refunds:write`.
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
         * @description A text, or a file (PDF, JPEG or PNG, as base64). Nothing is sent to the provider before the evidence is submitted.
         *
         *     **Access:** org-admin or org-member or admin, or the permission payments:write. Feature `payments`. Scope `refunds:write`.
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
         * @description Possible once. If the provider's answer is lost, the dispute counts as answered, and the provider's next update shows its state. If a policy of the organization asks for a second person, a dispute is accepted when one has approved that under `/approvals`.
         *
         *     **Access:** org-admin or admin, or the permission refunds:write. Feature `payments`. Scope `refunds:write`.
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
         * @description Newest first. With `order=asc` oldest first, and `meta.follow_key` lets you follow the log without missing an event: page to the end, then send `follow_key` as `last_evaluated_key` with the same filters, repeatedly, and use the `follow_key` of each response for the next request. Events then come in the order of their transactions, once no open transaction can still write before them. Some may come twice, so deduplicate by `event_id`. Without it, a page of `order=asc` ends 10 seconds before now, and before the oldest open transaction. With `Accept: text/event-stream` the response is a stream of server-sent events instead, oldest first, which continues from `Last-Event-ID` and ends after a minute.
         *
         *     **Access:** any role. Scope `webhooks:read`.
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
         * @description **Access:** any role. Scope `webhooks:read`.
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
         * @description **Access:** org-admin or staff or admin, or the permission exports:write. Scope `settings:read`.
         */
        get: operations["listExports"];
        put?: never;
        /**
         * Request a file of transactions, ledger, fees or audit log
         * @description Created in the background: read the export again until `status` is completed, or wait for the event `export.completed`. The file contains the rows that existed at the request, oldest first; amounts are exact. Kept for a week. At most 5 unfinished exports. The audit log is for org-admins; that of the platform has the org_id 00000000-0000-0000-0000-000000000000.
         *
         *     **Access:** org-admin or admin, or the permission exports:write. Scope `settings:write`.
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
         * @description **Access:** org-admin or staff or admin, or the permission exports:write. Scope `settings:read`.
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
         * @description The codes to use as `bank_code`, of one country, one currency, or all; `search` looks into the names, `also_known_as` included.
         *
         *     **Access:** any valid credential. Scope `payments:read`.
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
         *     **Access:** any valid credential. Scope `payments:read`.
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
         * @description Shape and check digits are verified first (IBAN, NUBAN, sort code, ABA); then the provider is asked. 404 if there is no such account, or none can exist.
         *
         *     **Access:** org-admin or org-member or admin, or the permission payments:write. Scope `payments:read`.
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
         * @description **Access:** any role. Scope `payments:read`.
         */
        get: operations["listFees"];
        put?: never;
        /**
         * Create a fee schedule
         * @description **Access:** admin. Scope `settings:write`. In production a second admin approves it (`/approvals`).
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
         * @description **Access:** admin. Scope `settings:write`. In production a second admin approves it (`/approvals`).
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
         * @description **Access:** any role. Scope `payments:read`.
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
         * @description All transactions of the organization, of one resource, or of one ledger account. The resource is the beginning of a cause: a payment (for a withdrawal its `payment_id`), a deposit, the debit of a transfer between virtual accounts, a funding, a milestone, an escrow refund. Credits of a virtual account are found by its ledger account.
         *
         *     **Access:** any role. Scope `payments:read`.
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
         * @description **Access:** staff or admin. Scope `settings:read`.
         */
        get: operations["listOrganizations"];
        put?: never;
        /**
         * Create an organization
         * @description **Access:** admin. Scope `settings:write`.
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
         * @description **Access:** any role. Scope `settings:read`.
         */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an organization
         * @description The organization itself changes its name, `settings.payout_review_above`, `settings.controls`, `settings.unique_client_reference` and `settings.payout_destinations: registered`; only the platform's admin changes country, status, features, margin and `payout_destinations: any`. Loosening a control, changing the margin, adding a feature and ending a suspension need a second person: 409 APPROVAL_REQUIRED names the approval, which carries out the request.
         *
         *     **Access:** org-admin or admin, or the permission organization:write. No API key, unless `API_KEYS_MAY_ADMINISTER`.
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
         * @description Every change made by a person or key, and every sign-in of a member (`user.signed_in`, `user.sign_in_refused`), newest first. The log is append-only and hash-chained. Entries that concern no single organization (rates, global routes and fees, people) have the org_id 00000000-0000-0000-0000-000000000000, which platform people can read.
         *
         *     **Access:** org-admin or staff or admin. Scope `settings:read`.
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
         * @description **Access:** org-admin or admin, or the permission members:write. Scope `settings:read`.
         */
        get: operations["listInvites"];
        put?: never;
        /**
         * Invite a person by e-mail
         * @description 409 when the address is already invited or belongs to a member; 429 when the address got too many e-mails within the hour.
         *
         *     **Access:** org-admin or admin, or the permission members:write. No API key, unless `API_KEYS_MAY_ADMINISTER`.
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
         * @description **Access:** org-admin or admin, or the permission members:write. Scope `settings:write`.
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
         * @description With a new link; the old one stops working. 429 if the address got too many e-mails within the hour.
         *
         *     **Access:** org-admin or admin, or the permission members:write. No API key, unless `API_KEYS_MAY_ADMINISTER`.
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
         * @description Opens a case at the verification provider, or continues the open one. The outcome is published as `kyb.approved` or `kyb.rejected`.
         *
         *     **Access:** org-admin or admin, or the permission organization:write. Scope `settings:write`.
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
         * @description A platform admin decides the verification, where there is no verification provider or to overrule its decision.
         *
         *     **Access:** admin. Scope `settings:write`. In production a second admin approves it (`/approvals`).
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
         * @description **Access:** any role. Scope `settings:read`.
         */
        get: operations["listMembers"];
        put?: never;
        /**
         * Add a user as a member
         * @description For the platform's admin. Organizations invite people instead.
         *
         *     **Access:** admin. Scope `settings:write`. In production a second admin approves it (`/approvals`).
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
         * @description **Access:** any role. Scope `settings:read`.
         */
        get: operations["getMember"];
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description API keys (`user_id`) end, webhooks (`made_by`) are handed over. The last org-admin stays (409).
         *
         *     **Access:** org-admin or admin, or the permission members:write. No API key, unless `API_KEYS_MAY_ADMINISTER`.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change a member's role
         * @description An organization always keeps at least one org-admin (409).
         *
         *     **Access:** org-admin or admin, or the permission members:write. No API key, unless `API_KEYS_MAY_ADMINISTER`.
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
         * @description **Access:** org-admin or admin, or the permission members:write. No API key, unless `API_KEYS_MAY_ADMINISTER`.
         */
        put: operations["setPermissions"];
        /**
         * Grant permissions
         * @description **Access:** org-admin or admin, or the permission members:write. No API key, unless `API_KEYS_MAY_ADMINISTER`.
         */
        post: operations["grantPermissions"];
        /**
         * Revoke permissions
         * @description Removes the permissions named in the query or the body; if none is named, all that were granted.
         *
         *     **Access:** org-admin or admin, or the permission members:write. No API key, unless `API_KEYS_MAY_ADMINISTER`.
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
         * @description **Access:** any role. Scope `settings:read`.
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
         * @description **Access:** any role. Scope `settings:read`.
         */
        get: operations["listServiceAccounts"];
        put?: never;
        /**
         * Create a service account
         * @description A member that is not a person: nobody signs in as it, and only API keys act as it (`user_id` when creating a key). Its keys keep working when the person who created them leaves. Its permissions are granted, and it is removed, like any member's.
         *
         *     **Access:** org-admin or admin, or the permission members:write. No API key, unless `API_KEYS_MAY_ADMINISTER`.
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
         * @description The rate is locked for 15 minutes and for one payment, transfer or withdrawal. With `amount` the lock covers at most that amount. A caller who may make none of these, such as a viewer or a key that only reads, gets the rate without a lock and without `org_rate_id`.
         *
         *     **Access:** any role. Scope `payments:read`.
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
         * @description **Access:** any role. Scope `payments:read`.
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
         * @description **Access:** staff or admin. Scope `settings:read`.
         */
        get: operations["listRates"];
        /**
         * Write the rate table
         * @description All of the given rates are written, or none. A rate is in units of the currency per US dollar.
         *
         *     **Access:** admin. Scope `settings:write`.
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
         * @description The signed-in user's e-mail address must be the invited one.
         *
         *     **Access:** any valid credential. No API key, unless `API_KEYS_MAY_ADMINISTER`.
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
         *     **Access:** a signature by the sender instead of a credential.
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
         * @description All links, or a page with a cursor when `limit` is sent.
         *
         *     **Access:** org-admin or staff or admin, or the permission payment-links:write. Feature `payment_links`. Scope `payment-links:read`.
         */
        get: operations["listPaymentLinks"];
        put?: never;
        /**
         * Create a payment link
         * @description `fixed`: the organization gets exactly `amount`, once. `open`: the payer says how much, as often as it is used. Fixed by default when an amount is given. With another `payer_currency` the rate is locked when the price is shown.
         *
         *     **Access:** org-admin or org-member or admin, or the permission payment-links:write. Feature `payment_links`. Scope `payment-links:write`.
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
         * @description **Access:** any role. Feature `payment_links`. Scope `payment-links:read`.
         */
        get: operations["getPaymentLink"];
        put?: never;
        post?: never;
        /**
         * Disable a payment link
         * @description The link can no longer be paid, and stays readable as `disabled` with its payments. 409 for a paid link.
         *
         *     **Access:** org-admin or org-member or admin, or the permission payment-links:write. Feature `payment_links`. Scope `payment-links:write`.
         */
        delete: operations["deletePaymentLink"];
        options?: never;
        head?: never;
        /**
         * Change, disable or enable a payment link
         * @description Given fields replace stored ones, null empties a field. 409 for a paid link, and for amount and payer_currency while a payment of the link is in progress.
         *
         *     **Access:** org-admin or org-member or admin, or the permission payment-links:write. Feature `payment_links`. Scope `payment-links:write`.
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
         * @description **Access:** any role. Feature `payment_links`. Scope `payment-links:read`.
         */
        get: operations["getCheckoutBrand"];
        /**
         * Set how the hosted checkout looks
         * @description Replaces everything but the logo; omitted fields are emptied.
         *
         *     **Access:** org-admin or admin, or the permission payment-links:write. Feature `payment_links`. Scope `settings:write`.
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
         *     **Access:** org-admin or admin, or the permission payment-links:write. Feature `payment_links`. Scope `settings:write`.
         */
        put: operations["setCheckoutLogo"];
        post?: never;
        /**
         * Remove the logo of the hosted checkout
         * @description **Access:** org-admin or admin, or the permission payment-links:write. Feature `payment_links`. Scope `settings:write`.
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
         * @description **Access:** org-admin or org-member or admin, or the permission payments:write. Scope `payins:write` or `payouts:write` or `ramps:write`.
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
         *     **Access:** org-admin or org-member, or the permission payments:write. Feature `payments`. Scope `payins:write` or `payouts:write`.
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
         * @description Collects the customer's payment, then delivers the other side: crypto to wallet_address, or fiat to the beneficiary, destination, bank or mobile money account. 400 RATE_MISMATCH: client_rate differs from the live rate by more than 0.5 percent, in the direction of the funds. 422 ROUTING_CONFIG_NOT_FOUND: no provider serves the corridor. 502 ALL_PROVIDERS_FAILED: every provider refused to collect.
         *
         *     **Access:** org-admin or org-member, or the permission ramps:write. Feature `ramps`. Scope `ramps:write`.
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
         * @description **Access:** any role. Scope `payments:read`.
         */
        get: operations["getPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the description or the metadata of a payment or ramp
         * @description In any status. `metadata` is merged field by field, and a null field is removed; `metadata: null` empties it. No other field can be changed, and a provider keeps what it received.
         *
         *     **Access:** org-admin or org-member or admin, or the permission payments:write. Scope `payins:write` or `payouts:write` or `ramps:write`.
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
         * Get a hosted page for a payin or a ramp
         * @description For a payment made through the API: the hosted page shows its next action and status, then redirects to its return_url.
         *
         *     **Access:** org-admin or org-member or admin, or the permission payments:write. Feature `payments`. Scope `payins:write`.
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
         * @description If a policy of the organization asks for a second person, the refund is pending until one has approved it under `/approvals`.
         *
         *     **Access:** org-admin or admin, or the permission refunds:write. Feature `payments`. Scope `refunds:write`.
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
         * @description **Access:** any role. Scope `payments:read`.
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
         * @description **Access:** org-admin or admin, or the permission payouts:approve. Feature `payments`. No API key, unless `API_KEYS_MAY_ADMINISTER`.
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
         * Report how a payment ended, if its provider does not
         * @description For payments of the manual provider, and for those whose provider has been silent for a day. Such a provider is polled once more, and its answer counts (409).
         *
         *     **Access:** admin. Scope `settings:write`. In production a second admin approves it (`/approvals`).
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
         *     **Access:** any valid credential. Scope `payments:read`.
         */
        post: operations["validateUkAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a payin or payout without making it
         * @description Answers and refuses like an initiation with the same body, by the rules, rates, fees and controls of now, and says who else would be asked. Nothing is stored, and the balance is not looked at.
         *
         *     **Access:** org-admin or org-member or admin, or the permission payments:write. Feature `payments`. Scope `payins:write` or `payouts:write`.
         */
        post: operations["checkPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/failure-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the providers' codes that no adapter knows, and what operators say that they mean
         * @description The latest 1000. A refusal without a cause goes to the next provider; a failure ends.
         *
         *     **Access:** staff or admin. Scope `payments:read`.
         */
        get: operations["listFailureCodes"];
        /**
         * Say what a provider's code means
         * @description For refusals and failures from now on, in every process within a second. Without a cause, it is taken back. Where a payout would then go on to another provider, a second person approves it.
         *
         *     **Access:** admin. Scope `settings:write`.
         */
        put: operations["setFailureCause"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/maintenance-windows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List planned maintenance of providers
         * @description **Access:** staff or admin. Scope `payments:read`.
         */
        get: operations["listMaintenanceWindows"];
        put?: never;
        /**
         * Plan maintenance of a provider
         * @description Payments go around the provider meanwhile, in every process. At most 7 days; 200 windows at once.
         *
         *     **Access:** admin. Scope `settings:write`.
         */
        post: operations["createMaintenanceWindow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/maintenance-windows/{window_id}": {
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
         * End or call off maintenance of a provider
         * @description **Access:** admin. Scope `settings:write`.
         */
        delete: operations["removeMaintenanceWindow"];
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
         * @description **Access:** staff or admin. Scope `payments:read`.
         */
        get: operations["listProviderConfigs"];
        put?: never;
        /**
         * Create a provider config
         * @description Refused (400) if the provider does not serve the corridor: `details` names the part of it, and what the provider serves.
         *
         *     **Access:** admin. Scope `settings:write`. In production a second admin approves it (`/approvals`).
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
         * @description **Access:** staff or admin. Scope `payments:read`.
         */
        get: operations["getProviderConfig"];
        put?: never;
        post?: never;
        /**
         * Remove a provider config
         * @description **Access:** admin. Scope `settings:write`. In production a second admin approves it (`/approvals`).
         */
        delete: operations["removeProviderConfig"];
        options?: never;
        head?: never;
        /**
         * Change a provider config
         * @description **Access:** admin. Scope `settings:write`. In production a second admin approves it (`/approvals`).
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
         * @description All priorities change or none does. `config_ids` belong to one corridor, in the order in which they are tried. An organization's own configs always come before the global ones, so the order applies within each group; no config of a named group may be omitted (409).
         *
         *     **Access:** admin. Scope `settings:write`. In production a second admin approves it (`/approvals`).
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
         * How providers do, by circuit, by the outcomes of payments, and by maintenance
         * @description Providers about which there is something to say. Circuits are as this process sees them; the rest is the same in all. Counts are of the last half hour.
         *
         *     **Access:** staff or admin. Scope `payments:read`.
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
    "/payments/provider-health/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How payments ended at providers, by hour or day
         * @description By hour for up to a week, by day beyond; kept for 90 days.
         *
         *     **Access:** staff or admin. Scope `payments:read`.
         */
        get: operations["listProviderHealthHistory"];
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
         * @description **Access:** staff or admin. Scope `payments:read`.
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
         * @description `settings_schema` in the list of providers says which settings there are. A secret that is left out stays unchanged, any other setting goes back to its default; null removes a value. If an address gets another host, every secret must be given again. Payments use the change within a second.
         *
         *     **Access:** admin. Scope `settings:write`.
         */
        put: operations["setUpProvider"];
        post?: never;
        /**
         * Forget a provider's settings
         * @description Refused while payments or refunds are in progress there (409).
         *
         *     **Access:** admin. Scope `settings:write`. In production a second admin approves it (`/approvals`).
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
         * Check whether a provider answers and accepts our credentials
         * @description One cheap request that moves no money. `works`: true; false if the provider refuses us, with its reason in `message`; null if it could not be reached.
         *
         *     **Access:** admin. Scope `settings:write`.
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
         * @description **Access:** any role. Scope `payments:read`.
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
         * Resolve a contradiction with a comment
         * @description **Access:** org-admin or admin. Scope `settings:write`.
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
         * Show which provider would be chosen and why, without paying
         * @description **Access:** any role. Feature `payments`. Scope `payments:read`.
         */
        post: operations["previewRoute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/stops": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the operator has stopped
         * @description Platform people see everything, others what concerns their organization.
         *
         *     **Access:** any role. Scope `payments:read`.
         */
        get: operations["listStops"];
        put?: never;
        /**
         * Stop payouts, payins or all writes
         * @description Everywhere, or for an organization, a country, a method. Every process follows within a second. A payout that is stopped is stored and held, with `hold` on its record, and goes on when it may. Refunds and ramps are refused with 503 while payouts are stopped. `corridor payouts stop` does the same without the API.
         *
         *     **Access:** admin. Scope `settings:write`.
         */
        post: operations["createStop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/stops/{stop_id}": {
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
         * Start again what was stopped
         * @description Held payouts are sent within two minutes.
         *
         *     **Access:** admin. Scope `settings:write`.
         */
        delete: operations["removeStop"];
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
         *     **Access:** any role. Scope `payments:read`.
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
    "/payout-batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payout batches, newest first
         * @description **Access:** any role. Feature `payments`. Scope `payments:read`.
         */
        get: operations["listPayoutBatches"];
        put?: never;
        /**
         * Upload a list of payouts to be previewed
         * @description Up to 100000 rows, as JSON, CSV or XLSX, in a body of up to 32 MiB. Nothing is sent: every row is checked first, and the batch is `ready` when all are (`payout_batch.ready`).
         *
         *     **Access:** org-admin or org-member or admin, or the permission payments:write. Feature `payments`. Scope `payouts:write`.
         */
        post: operations["createPayoutBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-batches/{batch_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a payout batch: its preview, its progress
         * @description **Access:** any role. Feature `payments`. Scope `payments:read`.
         */
        get: operations["getPayoutBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-batches/{batch_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a batch: no further row is sent
         * @description **Access:** org-admin or org-member or admin, or the permission payments:write. Feature `payments`. Scope `payouts:write`.
         */
        post: operations["cancelPayoutBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-batches/{batch_id}/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the rows that are invalid or failed as CSV
         * @description **Access:** any role. Feature `payments`. Scope `payments:read`.
         */
        get: operations["getPayoutBatchErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-batches/{batch_id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send no further row
         * @description **Access:** org-admin or org-member or admin, or the permission payments:write. Feature `payments`. Scope `payouts:write`.
         */
        post: operations["pausePayoutBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-batches/{batch_id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check every row anew
         * @description **Access:** org-admin or org-member or admin, or the permission payments:write. Feature `payments`. Scope `payouts:write`.
         */
        post: operations["previewPayoutBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-batches/{batch_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go on sending
         * @description **Access:** org-admin or org-member or admin, or the permission payments:write. Feature `payments`. Scope `payouts:write`.
         */
        post: operations["resumePayoutBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-batches/{batch_id}/retry-failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a new batch of the rows that failed
         * @description **Access:** org-admin or org-member or admin, or the permission payments:write. Feature `payments`. Scope `payouts:write`.
         */
        post: operations["retryFailedPayouts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-batches/{batch_id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rows of a payout batch in their order
         * @description **Access:** any role. Feature `payments`. Scope `payments:read`.
         */
        get: operations["listPayoutBatchRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-batches/{batch_id}/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download every row with its payment as CSV
         * @description **Access:** any role. Feature `payments`. Scope `payments:read`.
         */
        get: operations["getPayoutBatchStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-batches/{batch_id}/stop-repeating": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make no further run
         * @description **Access:** org-admin or org-member or admin, or the permission payments:write. Feature `payments`. Scope `payouts:write`.
         */
        post: operations["stopRepeatingPayouts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-batches/{batch_id}/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a previewed batch, to be sent now or at a given time
         * @description If a policy requires other people, the batch waits for their approval, which is valid only for this `preview_hash`.
         *
         *     **Access:** org-admin or org-member or admin, or the permission payments:write. Feature `payments`. Scope `payouts:write`.
         */
        post: operations["submitPayoutBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-batches/read-file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the lines of a CSV or XLSX file, before its columns are known
         * @description Up to 5000 lines, as text. Nothing is stored. A page on which people say what the columns of their own file mean makes `rows` of them.
         *
         *     **Access:** org-admin or org-member or admin, or the permission payments:write. Feature `payments`. Scope `payouts:write`.
         */
        post: operations["readPayoutFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what can be changed while the service runs
         * @description **Access:** admin. Scope `settings:read`.
         */
        get: operations["listPlatformSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change settings while the service runs
         * @description All of them or none. Every process follows within a second. Where `second_person` is not null, another platform admin approves first. `corridor settings set` does the same on the server.
         *
         *     **Access:** admin. Scope `settings:write`.
         */
        patch: operations["changePlatformSettings"];
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
         * @description **Access:** any role. Scope `settings:read`.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Only this response shows the key. It acts as the member who creates it, or as a service account, with that member's role at the time of each call, limited by `scopes` and `allowed_addresses`. Changes of people, keys, controls and approvals need a person, unless the deployment sets `API_KEYS_MAY_ADMINISTER`, as development does. If a crash lost the response, the same request with its `Idempotency-Key` gives the same entry another key.
         *
         *     **Access:** org-admin or admin, or the permission api-keys:write. No API key, unless `API_KEYS_MAY_ADMINISTER`.
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
         * @description **Access:** any role. Scope `settings:read`.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description The key stops working at once, on every node.
         *
         *     **Access:** org-admin or admin, or the permission api-keys:write. Scope `settings:write`.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        /**
         * Rename an API key, or change from where it may be used
         * @description **Access:** org-admin or admin, or the permission api-keys:write. No API key, unless `API_KEYS_MAY_ADMINISTER`.
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
         * @description The old key keeps working for `overlap_seconds` (default 0: it stops at once).
         *
         *     **Access:** org-admin or admin, or the permission api-keys:write. No API key, unless `API_KEYS_MAY_ADMINISTER`.
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
         * @description **Access:** any role. Scope `webhooks:read`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register a webhook endpoint
         * @description Delivery starts at once. Only this response shows the signing secret. At most 50 endpoints per organization.
         *
         *     **Access:** org-admin or admin, or the permission webhooks:write. Scope `webhooks:write`.
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
         * @description **Access:** any role. Scope `webhooks:read`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Deliveries that wait for the endpoint are canceled.
         *
         *     **Access:** org-admin or admin, or the permission webhooks:write. Scope `webhooks:write`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Deliveries of a disabled endpoint are held for 30 days; a replay of missing events sends those that happened meanwhile.
         *
         *     **Access:** org-admin or admin, or the permission webhooks:write. Scope `webhooks:write`.
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
         *     **Access:** any role. Scope `webhooks:read`.
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
         * @description Every event from `from` (inclusive) to `to` (exclusive), or with `only_missing` those that the endpoint never acknowledged. Test notifications only if they were sent to it.
         *
         *     **Access:** org-admin or admin, or the permission webhooks:write. Scope `webhooks:write`.
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
         *     **Access:** org-admin or admin, or the permission webhooks:write. Scope `webhooks:write`.
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
         * @description Deliveries whose every attempt failed. `fault` distinguishes failures of the receiver from our own.
         *
         *     **Access:** any role. Scope `webhooks:read`.
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
         * @description **Access:** any role. Scope `webhooks:read`.
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
         * @description A finished delivery starts its retry schedule again; a waiting one is tried at once.
         *
         *     **Access:** org-admin or admin, or the permission webhooks:write. Scope `webhooks:write`.
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
         * Send a test notification to every endpoint of an organization
         * @description An event of type `transaction.updated` whose `data` is `transaction_data` with `test: true`. A list: 207, with an answer for each.
         *
         *     **Access:** org-admin or admin, or the permission webhooks:write. Scope `webhooks:write`.
         */
        post: operations["sendTestNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Quote a payment or a ramp: rate, fee, route and arrival
         * @description Valid for 15 minutes and for one payment or ramp, which names it by `quote_id` and has the same amount, currencies, direction, method and country. Default `country`: the organization's.
         *
         *     **Access:** org-admin or org-member or admin, or the permission payments:write. Feature `payments`. Scope `payins:write` or `payouts:write` or `ramps:write`.
         */
        post: operations["createQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quotes/{quote_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a quote
         * @description **Access:** any role. Scope `payments:read`.
         */
        get: operations["getQuote"];
        put?: never;
        post?: never;
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
         * @description An unknown filter is refused by name, because the list would contain other refunds.
         *
         *     **Access:** any role. Scope `payments:read`.
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
         * @description **Access:** any role. Scope `payments:read`.
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
    "/reports/{report}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a report by day, week or month
         * @description `volume`: completed payments and their fees, by day of creation. The other reports: what the ledger posted: fees, conversions (in `base`: the margin), what providers hold. `costs`, for the platform: what providers charged (`amount`) beside our `fees`. At most 93 periods; `base` at today's rates.
         *
         *     **Access:** any role. Scope `payments:read`.
         */
        get: operations["getReport"];
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
         * The return from a hosted page
         * @description Polls the provider, then redirects to the payment's return_url with status and reference. A browser (`Accept: text/html`) with a token goes to our page of the payment, if that has no return_url or no outcome yet; the page sends it on. Without a token it sees the outcome alone. A program gets JSON.
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
    "/sandbox/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the time of a development deployment
         * @description **Access:** any valid credential. Scope `payments:read`.
         */
        get: operations["getSandboxClock"];
        put?: never;
        /**
         * Move the time of a development deployment ahead
         * @description Payments, expiries, retries, rate locks, settlement delays and webhooks of the whole deployment follow, and sign-ins end. Before the response, the sandbox has sent its callbacks; the worker then does the work that has become due, once for each move. The time only moves forward. Not in production.
         *
         *     **Access:** org-admin or admin. Scope `settings:write`.
         */
        post: operations["advanceSandboxClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/saved-views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your views and those shared with you, newest first
         * @description **Access:** any role. Scope `payments:read`.
         */
        get: operations["listSavedViews"];
        /**
         * Save a view of a list, or replace yours of the same name
         * @description At most 50 for each person and 50 shared in an organization. Free text is not allowed: `search` is refused.
         *
         *     **Access:** any role. Scope `settings:write`.
         */
        put: operations["saveView"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/saved-views/{view_id}": {
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
         * Delete your view, or as org-admin a shared one
         * @description **Access:** any role. Scope `settings:write`.
         */
        delete: operations["deleteSavedView"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find payments, customers, beneficiaries, links, escrow, batches and accounts
         * @description By the beginning of a name or reference, by e-mail address, phone or account number, amount, or id in whole or in part (8 digits). At most 5 of each kind, newest first.
         *
         *     **Access:** any role. Scope `payments:read`.
         */
        get: operations["findAnything"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settlements/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what the ledger expects at providers and banks, and what statements say
         * @description **Access:** staff or admin. Scope `settings:read`.
         */
        get: operations["listSettlementAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settlements/accounts/{account}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a day of an account
         * @description **Access:** admin. No API key, unless `API_KEYS_MAY_ADMINISTER`.
         */
        post: operations["closeSettlementDay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settlements/accounts/{account}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reopen the last closed day of an account, once another platform admin has approved it
         * @description **Access:** admin. Scope `settings:write`. In production a second admin approves it (`/approvals`).
         */
        post: operations["reopenSettlementDay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settlements/exceptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List unmatched lines and movements, the largest amount first
         * @description **Access:** staff or admin. Scope `settings:read`.
         */
        get: operations["listSettlementExceptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settlements/exceptions/{exception_id}": {
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
         * Set the owner, the due date and the note of an exception
         * @description **Access:** admin. Scope `settings:write`.
         */
        patch: operations["changeSettlementException"];
        trace?: never;
    };
    "/settlements/exceptions/{exception_id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Match an exception by hand, book it to suspense, or write it off
         * @description `written_off` is answered with 409 `APPROVAL_REQUIRED` and done once another platform admin has approved it (`/approvals`). `by_hand` names the movement by `reference`.
         *
         *     **Access:** admin. No API key, unless `API_KEYS_MAY_ADMINISTER`.
         */
        post: operations["resolveSettlementException"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settlements/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imported statements, newest first
         * @description **Access:** staff or admin. Scope `settings:read`.
         */
        get: operations["listSettlementImports"];
        put?: never;
        /**
         * Import a statement
         * @description The text of a file, up to 16 MiB a request. A longer one comes in pieces: `partial` with all but the last, then `import_id` and `after_part`.
         *
         *     **Access:** admin. Scope `settings:write`.
         */
        post: operations["importSettlement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settlements/imports/{import_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the progress of an import
         * @description **Access:** staff or admin. Scope `settings:read`.
         */
        get: operations["getSettlementImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settlements/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sources of statements, and how their files are read
         * @description **Access:** staff or admin. Scope `settings:read`.
         */
        get: operations["listSettlementSources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settlements/sources/{source}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set how the statements of a source are read
         * @description **Access:** admin. No API key, unless `API_KEYS_MAY_ADMINISTER`.
         */
        put: operations["setSettlementSource"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settlements/sources/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the first rows of a statement by a mapping
         * @description Nothing is kept.
         *
         *     **Access:** admin. Scope `settings:write`.
         */
        post: operations["previewSettlementSource"];
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
         * @description **Access:** any role. Scope `payments:read`.
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
    "/transactions/analytics/outcomes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Why payments failed, and each provider's success and speed by day
         * @description **Access:** any role. Scope `payments:read`.
         */
        get: operations["getOutcomes"];
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
         * An organization's own payments over time, and what needs attention
         * @description **Access:** any role. Scope `payments:read`.
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
         * @description **Access:** staff or admin. Scope `payments:read`.
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
    "/transactions/totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count and sum up the payments that filters match
         * @description Accepts the filters of the list. Totals in `base` are at today's rates; null for a currency without a rate.
         *
         *     **Access:** any role. Scope `payments:read`.
         */
        get: operations["getTransactionTotals"];
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
         * @description **Access:** any role. Scope `settings:read`.
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
         *     **Access:** admin. Scope `settings:write`.
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
         * @description A token of this issuer with this subject then belongs to the user.
         *
         *     **Access:** admin. Scope `settings:write`. In production a second admin approves it (`/approvals`).
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
         * @description **Access:** admin. Scope `settings:write`. In production a second admin approves it (`/approvals`).
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
         * @description All time unless dates are given. Members see their own organization.
         *
         *     **Access:** any role. Scope `settings:read`.
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
         * @description The members of the caller's organization; for platform people everybody, or one organization.
         *
         *     **Access:** any role. Scope `settings:read`.
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
         * @description **Access:** any valid credential. Scope `settings:read`.
         */
        get: operations["getOwnProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change one's own profile
         * @description **Access:** any valid credential. Scope `settings:write`.
         */
        patch: operations["changeOwnProfile"];
        trace?: never;
    };
    "/users/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List one's own sessions
         * @description Dashboard sessions and tokens of the embedded identity provider, newest first. `last_seen_at` is exact to a minute.
         *
         *     **Access:** any valid credential. No API key, unless `API_KEYS_MAY_ADMINISTER`.
         */
        get: operations["listOwnSessions"];
        put?: never;
        post?: never;
        /**
         * End all other sessions
         * @description Within a second, every session but that of this request is refused everywhere.
         *
         *     **Access:** any valid credential. No API key, unless `API_KEYS_MAY_ADMINISTER`.
         */
        delete: operations["endOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me/sessions/{session_id}": {
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
         * End one of your own sessions
         * @description **Access:** any valid credential. No API key, unless `API_KEYS_MAY_ADMINISTER`.
         */
        delete: operations["endOwnSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me/sign-ins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sign-ins to one's own account
         * @description Refused attempts too, newest first. An org-admin finds those of members in the audit log.
         *
         *     **Access:** any valid credential. No API key, unless `API_KEYS_MAY_ADMINISTER`.
         */
        get: operations["listOwnSignIns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
         * @description **Access:** any valid credential. Scope `settings:read`.
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
         * @description **Access:** any valid credential. Scope `settings:write`.
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
         * @description **Access:** any valid credential. Scope `settings:write`.
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
         * @description **Access:** any valid credential. Scope `settings:read`.
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
         * Request identity data of the sender or the beneficiary of a transaction
         * @description The request is stored, shown in the product and sent by e-mail. For both targets, 207 if one of them was not written to itself. 429 if a beneficiary's address got too many e-mails within the hour.
         *
         *     **Access:** org-admin or org-member or staff or admin, or the permission payments:write. Scope `settings:write`.
         */
        post: operations["requestVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/notifications/verification-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List requests for identity data, newest first
         * @description **Access:** any role. Scope `payments:read`.
         */
        get: operations["listVerificationRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/notifications/verification-requests/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a request for identity data
         * @description **Access:** any role. Scope `payments:read`.
         */
        get: operations["getVerificationRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/notifications/verification-requests/{request_id}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a request for identity data
         * @description Possible once, by the organization's people. The answer says whether the number was given; the number itself is stored nowhere, and refused in `note`.
         *
         *     **Access:** org-admin or org-member or admin, or the permission payments:write. Scope `settings:write`.
         */
        post: operations["answerVerificationRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/notifications/verification-requests/{request_id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a request for identity data, answered or not
         * @description **Access:** staff or admin. Scope `settings:write`.
         */
        post: operations["closeVerificationRequest"];
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
         * @description **Access:** any role. Feature `virtual_accounts`. Scope `virtual-accounts:read`.
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
         * @description **Access:** any role. Feature `virtual_accounts`. Scope `virtual-accounts:read`.
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
         * Close an empty virtual account permanently
         * @description **Access:** org-admin or admin, or the permission virtual-accounts:write. Feature `virtual_accounts`. Scope `virtual-accounts:write`.
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
         * @description **Access:** org-admin or admin, or the permission virtual-accounts:write. Feature `virtual_accounts`. Scope `virtual-accounts:write`.
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
         * @description Opening balance, every movement and closing balance of whole days (UTC), at most 366 of them; the last 30 days by default.
         *
         *     **Access:** any role. Feature `virtual_accounts`. Scope `virtual-accounts:read`.
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
         * @description **Access:** any role. Feature `virtual_accounts`. Scope `virtual-accounts:read`.
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
         * Move money to another virtual account of the organization
         * @description With org_rate_id if the accounts are in different currencies; the credit is then rounded down. Returns the debit. A list: 207, with a result for each transfer, in order; a refused one does not affect the others.
         *
         *     **Access:** org-admin or org-member or admin, or the permission virtual-accounts:write. Feature `virtual_accounts`. Scope `virtual-accounts:write`.
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
         * @description **Access:** org-admin or admin, or the permission virtual-accounts:write. Feature `virtual_accounts`. Scope `virtual-accounts:write`.
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
         * @description A payout to the beneficiary's own account, whose money and fee come from the virtual account. 409 INSUFFICIENT_FUNDS if it does not cover both. In another currency, target_amount must match the locked rate within one minor unit; our own value is paid.
         *
         *     **Access:** org-admin or org-member or admin, or the permission virtual-accounts:write. Feature `virtual_accounts`. Scope `virtual-accounts:write`.
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
         * @description **Access:** any role. Feature `escrow`. Scope `escrow:read`.
         */
        get: operations["listEscrowProjects"];
        put?: never;
        /**
         * Create an escrow project, as a draft
         * @description **Access:** org-admin or admin, or the permission escrow:write. Feature `escrow`. Scope `escrow:write`.
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
         * @description **Access:** any role. Feature `escrow`. Scope `escrow:read`.
         */
        get: operations["getEscrowProject"];
        put?: never;
        post?: never;
        /**
         * Delete a draft
         * @description **Access:** org-admin or admin, or the permission escrow:write. Feature `escrow`. Scope `escrow:write`.
         */
        delete: operations["deleteEscrowProject"];
        options?: never;
        head?: never;
        /**
         * Change an escrow project
         * @description `total_amount` can change only while the project is a draft.
         *
         *     **Access:** org-admin or admin, or the permission escrow:write. Feature `escrow`. Scope `escrow:write`.
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
         * Activate a draft: its amounts are fixed, and it accepts money
         * @description **Access:** org-admin or admin, or the permission escrow:write. Feature `escrow`. Scope `escrow:write`.
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
         * Cancel a project; money that was not released goes back to its funders
         * @description **Access:** org-admin or admin, or the permission escrow:write. Feature `escrow`. Scope `escrow:write`.
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
         * List the disbursements of a project: shares and refunds
         * @description **Access:** any role. Feature `escrow`. Scope `escrow:read`.
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
         * Redirect a failed payout or refund
         * @description The money goes to another beneficiary or virtual account of the organization: exactly one of the two, in the project's currency. 409: the disbursement has not failed, or (`APPROVAL_REQUIRED`) the organization separates the steps of a release and nobody else has approved this.
         *
         *     **Access:** org-admin or admin, or the permission escrow:write. Feature `escrow`. Scope `escrow:write`.
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
         * Return an unpayable share to the project's funders
         * @description Only for a failed payout, which becomes `returned`. The refunds go to the latest funding first. 409: the payout has not failed, or it is itself a refund.
         *
         *     **Access:** org-admin or admin, or the permission escrow:write. Feature `escrow`. Scope `escrow:write`.
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
         * Retry a failed payout or refund
         * @description The money goes to the party's current beneficiary or virtual account; a refund goes to its payer. 409: the disbursement has not failed, or (`APPROVAL_REQUIRED`) the organization separates the steps of a release, the beneficiary's account was changed since then, and nobody else has approved this.
         *
         *     **Access:** org-admin or admin, or the permission escrow:write. Feature `escrow`. Scope `escrow:write`.
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
         * @description The money comes from a virtual account (account_id) at once, or from a payin (payment), which counts when it completes. It covers milestones in the order of their sequence.
         *
         *     **Access:** org-admin or admin, or the permission escrow:write. Feature `escrow`. Scope `escrow:write`.
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
         * List the fundings of a project
         * @description **Access:** any role. Feature `escrow`. Scope `escrow:read`.
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
         * @description **Access:** any role. Feature `escrow`. Scope `escrow:read`.
         */
        get: operations["listEscrowMilestones"];
        put?: never;
        /**
         * Add a milestone to a draft
         * @description **Access:** org-admin or admin, or the permission escrow:write. Feature `escrow`. Scope `escrow:write`.
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
         * @description **Access:** any role. Feature `escrow`. Scope `escrow:read`.
         */
        get: operations["getEscrowMilestone"];
        put?: never;
        post?: never;
        /**
         * Remove a milestone from a draft
         * @description **Access:** org-admin or admin, or the permission escrow:write. Feature `escrow`. Scope `escrow:write`.
         */
        delete: operations["removeEscrowMilestone"];
        options?: never;
        head?: never;
        /**
         * Change a milestone
         * @description Amount and sequence can change only while the project is a draft.
         *
         *     **Access:** org-admin or admin, or the permission escrow:write. Feature `escrow`. Scope `escrow:write`.
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
         * @description Its money covers later milestones; what is left at the project's end goes back to its funders.
         *
         *     **Access:** org-admin or admin, or the permission escrow:write. Feature `escrow`. Scope `escrow:write`.
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
         * @description **Access:** any role. Feature `escrow`. Scope `escrow:read`.
         */
        get: operations["getEscrowContract"];
        put?: never;
        /**
         * Submit the contract of a milestone, or replace it before it is approved
         * @description **Access:** org-admin or admin, or the permission escrow:write. Feature `escrow`. Scope `escrow:write`.
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
         * @description **Access:** org-admin or admin, or the permission escrow:write. Feature `escrow`. Scope `escrow:write`.
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
         * @description A `parties` wrapper, a single update or a bare array. All shares change or none does. 400: shape, unknown share, percentages over 100, fixed shares over the milestone. 404: project, milestone or party.
         *
         *     **Access:** org-admin or admin, or the permission escrow:write. Feature `escrow`. Scope `escrow:write`.
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
         * @description The milestone must be approved and fully funded, and its shares must cover all of it. Virtual accounts are credited at once; beneficiaries get payouts, which are in the project's disbursements.
         *
         *     **Access:** org-admin or admin, or the permission escrow:write. Feature `escrow`. Scope `escrow:write`.
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
         * @description **Access:** any role. Feature `escrow`. Scope `escrow:read`.
         */
        get: operations["listEscrowParties"];
        put?: never;
        /**
         * Add a party
         * @description A party is paid to a beneficiary or to a virtual account: exactly one of the two, in the project's currency.
         *
         *     **Access:** org-admin or admin, or the permission escrow:write. Feature `escrow`. Scope `escrow:write`.
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
         * @description **Access:** any role. Feature `escrow`. Scope `escrow:read`.
         */
        get: operations["getEscrowParty"];
        put?: never;
        post?: never;
        /**
         * Remove a party that has no share of any milestone
         * @description **Access:** org-admin or admin, or the permission escrow:write. Feature `escrow`. Scope `escrow:write`.
         */
        delete: operations["removeEscrowParty"];
        options?: never;
        head?: never;
        /**
         * Change a party, or where it is paid to
         * @description **Access:** org-admin or admin, or the permission escrow:write. Feature `escrow`. Scope `escrow:write`.
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
         * @description One open account per organization, user, customer and currency; a second one is a 409.
         *
         *     **Access:** org-admin or admin, or the permission virtual-accounts:write. Feature `virtual_accounts`. Scope `virtual-accounts:write`.
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
         * @description **Access:** any role. Feature `virtual_accounts`. Scope `virtual-accounts:read`.
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
         * @description An API key expires within two weeks; sent once for each key.
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
         * @description A person has rejected the request.
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
         * @description A request waits for the approval of other people.
         */
        post: operations["onApprovalRequested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "corridor.degraded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * corridor.degraded
         * @description A provider became slow in a corridor, or payments fail there by its fault; for the platform only.
         */
        post: operations["onCorridorDegraded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "corridor.recovered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * corridor.recovered
         * @description The provider does well in that corridor again; for the platform only.
         */
        post: operations["onCorridorRecovered"];
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
         * @description The organization accepted a dispute.
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
         * @description A dispute was lost: the bank kept the money.
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
         * @description A payer's bank demands the money of a payment back.
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
         * @description The evidence about a dispute was submitted to the payer's bank.
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
         * @description The provider reports more about a dispute: amount, fee, deadline.
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
         * @description A dispute was won: the bank gave the money back.
         */
        post: operations["onDisputeWon"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "escrow.disbursement.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * escrow.disbursement.completed
         * @description A share of a milestone, or a refund, has arrived.
         */
        post: operations["onEscrowDisbursementCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "escrow.disbursement.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * escrow.disbursement.failed
         * @description A share or a refund was not paid, and waits for a person.
         */
        post: operations["onEscrowDisbursementFailed"];
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
         * @description The payments of an approved milestone were changed, so it must be approved again.
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
         * @description The last share of a released milestone has arrived.
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
         * @description The payment waits for its customer or its provider.
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
         * @description A provider has accepted the payment for the first time. Sent once, whatever the payment's status is then.
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
    "payout_batch.canceled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payout_batch.canceled
         * @description A payout batch was canceled; payouts that were sent continue.
         */
        post: operations["onPayoutBatchCanceled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout_batch.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payout_batch.completed
         * @description Every payment of a payout batch has ended.
         */
        post: operations["onPayoutBatchCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout_batch.paused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payout_batch.paused
         * @description A payout batch was paused, by a person or for lack of funds.
         */
        post: operations["onPayoutBatchPaused"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout_batch.ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payout_batch.ready
         * @description Every row of a payout batch was checked; it can be submitted.
         */
        post: operations["onPayoutBatchReady"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout_batch.rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payout_batch.rejected
         * @description A person rejected a payout batch.
         */
        post: operations["onPayoutBatchRejected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout_batch.sending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payout_batch.sending
         * @description A payout batch started to send, or continues.
         */
        post: operations["onPayoutBatchSending"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ramp.canceled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * ramp.canceled
         * @description The ramp was canceled, or its time ran out.
         */
        post: operations["onRampCanceled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ramp.collected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * ramp.collected
         * @description The customer's payment has arrived; the second leg begins.
         */
        post: operations["onRampCollected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ramp.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * ramp.completed
         * @description The second leg was delivered.
         */
        post: operations["onRampCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ramp.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * ramp.failed
         * @description The ramp failed; the customer's payment was returned, or a person must return it.
         */
        post: operations["onRampFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ramp.refunding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * ramp.refunding
         * @description The second leg failed for good; the customer's payment is returned.
         */
        post: operations["onRampRefunding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "reconciliation.item_opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * reconciliation.item_opened
         * @description A provider's update contradicts our record, and a person must decide.
         */
        post: operations["onReconciliationItemOpened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "reconciliation.item_resolved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * reconciliation.item_resolved
         * @description A person has resolved a contradiction between a provider and our record.
         */
        post: operations["onReconciliationItemResolved"];
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
         * @description A refund was requested, and its money is set aside.
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
            /** @description The token in the e-mail's link */
            token: string;
        };
        /**
         * @description The kind of account by which a beneficiary is paid
         * @enum {string}
         */
        AccountType: "bank" | "mobile_money" | "crypto";
        AddDisputeEvidenceRequest: {
            /** @description The file, as base64 */
            content?: string;
            /**
             * @description Media type of the evidence file; null for text
             * @enum {string}
             */
            content_type?: "application/pdf" | "image/jpeg" | "image/png";
            /** @description What it is, for people */
            name: string;
            /** @description Evidence as text */
            text?: string;
        };
        AddMemberRequest: {
            role: components["schemas"]["Role"];
            /** @description The user to add */
            user_id: string;
        };
        AdjustBalanceRequest: {
            /**
             * Format: double
             * @description The amount of the adjustment; a negative amount is taken from the balance
             */
            amount: number;
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            org_id: components["schemas"]["OrgId"];
            /** @description The provider whose float is corrected; null: none */
            provider?: components["schemas"]["ProviderName"] | null;
            /** @description The reason, which is kept with the adjustment */
            reason: string;
        };
        AdvanceSandboxClockRequest: {
            /** @description By how many seconds the time moves ahead */
            advance_seconds?: number;
            /**
             * Format: date-time
             * @description The new time, which must lie ahead of the current one
             */
            advance_to?: string;
        };
        /**
         * Format: double
         * @description An amount in `currency`, with that currency's decimals
         */
        Amount: number;
        ApiChange: {
            /** @description Markdown */
            change: string;
            /**
             * Format: date
             * @description The day of the change
             */
            date: string;
            /**
             * @description The kind of change to the API
             * @enum {string}
             */
            kind: "added" | "changed" | "deprecated" | "fixed";
        };
        ApiChangeList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["ApiChange"][];
        };
        /** @description An API key, without its secret */
        ApiKey: {
            /** @description Addresses and networks from which the key may be used; empty: any */
            allowed_addresses: string[];
            /** @description Id of the API key; it is not secret */
            api_key_id: string;
            created_at: components["schemas"]["CreatedAt"];
            /**
             * Format: date-time
             * @description When the key stops working; absent: never
             */
            expires_at?: string;
            /** @description The network address from which the API key was last used */
            last_used_address?: string;
            /**
             * Format: date-time
             * @description When the key was last used, to the minute; absent: never
             */
            last_used_at?: string;
            /** @description The program that used the API key last */
            last_used_user_agent?: string;
            /** @description A name for people; it need not be unique */
            name: string;
            org_id: components["schemas"]["OrgId"];
            /** @description First 12 characters of the key */
            prefix: string;
            /** @description The part of its member's rights that the key has; absent: all of them */
            scopes?: ("payments:read" | "payins:write" | "payouts:write" | "refunds:write" | "ramps:write" | "beneficiaries:read" | "beneficiaries:write" | "payment-links:read" | "payment-links:write" | "virtual-accounts:read" | "virtual-accounts:write" | "escrow:read" | "escrow:write" | "webhooks:read" | "webhooks:write" | "settings:read" | "settings:write")[];
            status: components["schemas"]["ApiKeyStatus"];
            updated_at: components["schemas"]["UpdatedAt"];
            /** @description The member as whom the key acts */
            user_id: string;
        };
        ApiKeyEvent: components["schemas"]["SentEvent"] & {
            data: components["schemas"]["ApiKeyEventData"];
            /**
             * @description What happened
             * @enum {string}
             */
            event_type: "api_key.expiring";
        };
        /** @description The fields of `ApiKey` at the time of the event */
        ApiKeyEventData: components["schemas"]["ApiKey"] & {
            /** @description Orders the events of one resource */
            sequence: number;
        };
        ApiKeyList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["ApiKey"][];
        };
        ApiKeyResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["ApiKey"];
        };
        /**
         * @description Status of an API key; only an active key works
         * @enum {string}
         */
        ApiKeyStatus: "active" | "revoked" | "expired";
        /** @description A new API key, with its secret */
        ApiKeyWithSecret: {
            /** @description Addresses and networks from which the key may be used; empty: any */
            allowed_addresses: string[];
            /** @description The key itself, shown only once */
            api_key: string;
            /** @description Id of the API key; it is not secret */
            api_key_id: string;
            created_at: components["schemas"]["CreatedAt"];
            /**
             * Format: date-time
             * @description When the key stops working; absent: never
             */
            expires_at?: string;
            /** @description The network address from which the API key was last used */
            last_used_address?: string;
            /**
             * Format: date-time
             * @description When the key was last used, to the minute; absent: never
             */
            last_used_at?: string;
            /** @description The program that used the API key last */
            last_used_user_agent?: string;
            /** @description A name for people; it need not be unique */
            name: string;
            org_id: components["schemas"]["OrgId"];
            /** @description First 12 characters of the key */
            prefix: string;
            /** @description The part of its member's rights that the key has; absent: all of them */
            scopes?: ("payments:read" | "payins:write" | "payouts:write" | "refunds:write" | "ramps:write" | "beneficiaries:read" | "beneficiaries:write" | "payment-links:read" | "payment-links:write" | "virtual-accounts:read" | "virtual-accounts:write" | "escrow:read" | "escrow:write" | "webhooks:read" | "webhooks:write" | "settings:read" | "settings:write")[];
            status: components["schemas"]["ApiKeyStatus"];
            updated_at: components["schemas"]["UpdatedAt"];
            /** @description The member as whom the key acts */
            user_id: string;
        };
        ApiKeyWithSecretResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["ApiKeyWithSecret"];
        };
        /** @description A request that waits, or waited, for other people's approval */
        Approval: {
            /** @description The actions that the caller may take now */
            actions: ("approve" | "reject")[];
            /** @description Id of the approval */
            approval_id: string;
            /** @description Null: anybody who may approve payouts */
            approver_role: ("org-admin" | "platform-admin") | null;
            /** @description How many people must approve */
            approvers_needed: number;
            /** @description Id of the payout batch */
            batch_id: string | null;
            created_at: components["schemas"]["CreatedAt"];
            /** @description When it was approved or rejected; null before */
            decided_at: string | null;
            /** @description The decisions so far, each with its person */
            decisions: components["schemas"]["ApprovalDecision"][];
            /**
             * @description What needs approval: a payment, a change of a control, a payout batch, a refund, or the acceptance of a dispute
             * @enum {string}
             */
            kind: "payment" | "change" | "payout_batch" | "refund" | "dispute";
            org_id: components["schemas"]["OrgId"];
            /** @description What became of an approved change; null: it was not carried out, or long ago */
            outcome: components["schemas"]["ApprovalOutcome"] | null;
            /** @description Id of the payment, also of a refund or dispute; null or absent while there is none */
            payment_id: string | null;
            /** @description The names of the requester and the deciders, as far as known */
            people: components["schemas"]["PersonName"][];
            /** @description Why a second person is needed */
            reasons: string[];
            /** @description The requested change, as it will be made */
            request: {
                [key: string]: unknown;
            };
            /** @description The person or API key that made the request */
            requested_by: string;
            /** @description The API key of the request, if there was one */
            requested_with: string | null;
            status: components["schemas"]["ApprovalStatus"];
            /** @description The change or payment to approve, in one line */
            title: string;
            /** @description Further facts for the approver: a new payee, another account, an amount far above the payee's earlier ones */
            unusual: string[];
        };
        ApprovalDecision: {
            /** @description The person's comment; null: none */
            comment: string | null;
            /**
             * Format: date-time
             * @description When the person decided
             */
            decided_at: string;
            /**
             * @description What the person decided
             * @enum {string}
             */
            decision: "approve" | "reject";
            /** @description The user who decided */
            user_id: string;
        };
        ApprovalEvent: components["schemas"]["SentEvent"] & {
            data: components["schemas"]["ApprovalEventData"];
            /**
             * @description What happened
             * @enum {string}
             */
            event_type: "approval.requested" | "approval.approved" | "approval.rejected";
        };
        /** @description The fields of `Approval` at the time of the event, without `people` and `actions` and `outcome` */
        ApprovalEventData: {
            /** @description Id of the approval */
            approval_id: string;
            /** @description Null: anybody who may approve payouts */
            approver_role: ("org-admin" | "platform-admin") | null;
            /** @description How many people must approve */
            approvers_needed: number;
            /** @description Id of the payout batch */
            batch_id: string | null;
            created_at: components["schemas"]["CreatedAt"];
            /** @description When it was approved or rejected; null before */
            decided_at: string | null;
            /** @description The decisions so far, each with its person */
            decisions: components["schemas"]["ApprovalDecision"][];
            /**
             * @description What needs approval: a payment, a change of a control, a payout batch, a refund, or the acceptance of a dispute
             * @enum {string}
             */
            kind: "payment" | "change" | "payout_batch" | "refund" | "dispute";
            org_id: components["schemas"]["OrgId"];
            /** @description Id of the payment, also of a refund or dispute; null or absent while there is none */
            payment_id: string | null;
            /** @description Why a second person is needed */
            reasons: string[];
            /** @description The requested change, as it will be made */
            request: {
                [key: string]: unknown;
            };
            /** @description The person or API key that made the request */
            requested_by: string;
            /** @description The API key of the request, if there was one */
            requested_with: string | null;
            /** @description Orders the events of one resource */
            sequence: number;
            status: components["schemas"]["ApprovalStatus"];
            /** @description The change or payment to approve, in one line */
            title: string;
            /** @description Further facts for the approver: a new payee, another account, an amount far above the payee's earlier ones */
            unusual: string[];
        };
        ApprovalList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["Approval"][];
        };
        ApprovalOutcome: {
            /** @description The data of the answer, such as a new API key; only for the requester, for a week */
            data: unknown;
            /** @description Whether the change was made */
            done: boolean;
            /** @description What the request was answered */
            message: string;
        };
        ApprovalPolicy: {
            /**
             * Format: double
             * @description The amount from which on the rule applies
             */
            above?: number;
            /** @description How many other people must approve */
            approvers: number;
            /** @description The currency that the rule applies to; `*`: every currency, at face value */
            currency: string;
            /**
             * @description The role that an approver must have
             * @enum {string}
             */
            role?: "org-admin";
            when: components["schemas"]["PolicyCondition"];
        };
        ApprovalResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["Approval"];
        };
        /**
         * @description Status of an approval. used: the approved change was made
         * @enum {string}
         */
        ApprovalStatus: "pending" | "approved" | "rejected" | "used" | "expired";
        ApproveApprovalRequest: {
            /** @description Kept with the decision */
            comment?: string | null;
        };
        /** @description The items that wait for a person */
        Attention: {
            /** @description Failed webhook deliveries, counted up to 1000 */
            dead_letters: number;
            /** @description Providers with an open circuit, or with less than half of at least ten attempts accepted since yesterday */
            failing_providers: components["schemas"]["FailingProvider"][];
            /** @description Payouts that wait for a second person */
            payouts_to_review: number;
            /** @description Open items, counted up to 1000 */
            reconciliation_items: number;
        };
        AuditEntry: {
            /** @description What was done, in the form `resource.verb` */
            action: string;
            /** @description The person, key or part of the system that acted */
            actor_id: string;
            /**
             * @description Whether a person, an API key or the service itself acted
             * @enum {string}
             */
            actor_type: "user" | "api-key" | "system";
            /** @description The person behind a key */
            actor_user_id: string | null;
            /** @description Id of the audit log entry */
            audit_id: string;
            /** @description The changed fields with their values before and after; null: nothing to compare */
            changes: {
                [key: string]: unknown;
            } | null;
            created_at: components["schemas"]["CreatedAt"];
            /** @description SHA-256 over this entry and the one before it */
            hash: string | null;
            org_id: components["schemas"]["OrgId"];
            /** @description Place in the organization's hash chain; null until sealed */
            position: number | null;
            /** @description The header `x-request-id` of the request; null: the service acted by itself */
            request_id: string | null;
            /** @description Id of the resource that was changed */
            resource_id: string;
            /** @description The kind of resource that was changed */
            resource_type: string;
        };
        AuditEntryList: components["schemas"]["SuccessOrganizationPage"] & {
            /** @description This page */
            data: components["schemas"]["AuditEntry"][];
        };
        /** @description The money of an organization in one currency */
        Balance: {
            /**
             * Format: double
             * @description The money that can be spent, without the credit line
             */
            available: number;
            /**
             * Format: double
             * @description How far below zero the balance may go
             */
            credit_line: number;
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            org_id: components["schemas"]["OrgId"];
            /**
             * Format: double
             * @description Completed payins that the provider has not paid out to us yet
             */
            pending: number;
            /**
             * Format: double
             * @description Money that is set aside for payments and refunds in progress
             */
            reserved: number;
            /**
             * Format: double
             * @description `available` and `credit_line` together, never below zero
             */
            spendable: number;
            /** @description When it last changed; null: never */
            updated_at: string | null;
        };
        /** @description A correction or prefunding of a balance */
        BalanceAdjustment: {
            /** @description Id of the adjustment */
            adjustment_id: string;
            /**
             * Format: double
             * @description The amount of the adjustment; a negative amount is taken from the balance
             */
            amount: number;
            created_at: components["schemas"]["CreatedAt"];
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            org_id: components["schemas"]["OrgId"];
            /** @description The name of the requester, as far as known */
            people: components["schemas"]["PersonName"][];
            /** @description The provider whose float the adjustment corrects; null: none */
            provider: string | null;
            /** @description Why the requester wants it */
            reason: string;
            /** @description The person or API key that made the request */
            requested_by: string;
        };
        BalanceAdjustmentList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["BalanceAdjustment"][];
        };
        BalanceAdjustmentResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["BalanceAdjustment"];
        };
        BalanceEntry: {
            /**
             * Format: double
             * @description The change of the balance; negative when money left it
             */
            amount: number;
            /**
             * Format: double
             * @description `available` after this entry
             */
            available_after: number;
            /** @description What happened to the resource */
            cause: string;
            created_at: components["schemas"]["CreatedAt"];
            /**
             * Format: double
             * @description The credit line after this entry; null: the entry did not change it
             */
            credit_line: number | null;
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            /** @description What happened, for people */
            description: string;
            /** @description Position in the organization's books: transaction and line */
            entry: string;
            /** @description Id of the payment, transfer or other resource behind the entry */
            resource_id: string;
        };
        BalanceEntryList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["BalanceEntry"][];
        };
        BalanceList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["Balance"][];
        };
        BalanceResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["Balance"];
        };
        /** @description A bank account of the customer */
        BankAccount: {
            /** @description Name of the account holder, as the bank knows it */
            account_name?: string;
            /** @description National account number, or IBAN */
            account_number?: string;
            /** @description Code of the bank, as `/externals/banks` lists it */
            bank_code?: string | null;
            /** @description The bank's name */
            bank_name?: string;
            /** @description Branch, sort or routing code, if it is not the `bank_code` */
            branch_code?: string;
            country?: components["schemas"]["Country"];
            /** @description BIC */
            swift_code?: string;
        };
        /** @description Destination account. For a payout, omitted details come from the beneficiary; different ones are a 400 BENEFICIARY_MISMATCH, or marked in the record */
        BankAccountInput: {
            /** @description National account number, or IBAN */
            account_number?: string;
            /** @description Code of the bank, as `/externals/banks` lists it */
            bank_code?: string | null;
            /** @description The bank's name */
            bank_name?: string | null;
        };
        /** @description The beneficiary's bank account */
        BankDetails: {
            /** @description Name of the account holder, as the bank knows it */
            account_name?: string;
            /** @description National account number, or IBAN */
            account_number?: string;
            /** @description Code of the bank, as `/externals/banks` lists it */
            bank_code?: string;
            /** @description The bank's name */
            bank_name?: string;
            /** @description Branch, sort or routing code, if it is not the `bank_code` */
            branch_code?: string;
            /** @description International account number */
            iban?: string;
            /** @description BIC */
            swift_code?: string;
        };
        BankDetailsInput: {
            /** @description Name of the account holder, as the bank knows it */
            account_name?: string | null;
            /** @description National account number, or IBAN */
            account_number?: string;
            /** @description Code of the bank, as `/externals/banks` lists it */
            bank_code?: string | null;
            /** @description The bank's name */
            bank_name?: string | null;
            /** @description Country by ISO 3166-1 alpha-2; null: none, or any */
            country?: string | null;
        };
        /** @description A person or business that is paid, and its account */
        Beneficiary: {
            account_type: components["schemas"]["AccountType"];
            bank_details: components["schemas"]["BankDetails"];
            /** @description The registered beneficiary who is paid */
            beneficiary_id: string;
            /** @description The user for whom the beneficiary is stored */
            beneficiary_of: string;
            beneficiary_type: components["schemas"]["BeneficiaryType"];
            country?: components["schemas"]["Country"];
            created_at: components["schemas"]["CreatedAt"];
            crypto_details: components["schemas"]["CryptoDetails"];
            currency: components["schemas"]["Currency"];
            /** @description E-mail address */
            email?: string;
            /** @description The beneficiary's id in your own system */
            external_account_id?: string;
            /** @description First name of a person, or the name of a business */
            fname: string;
            /** @description Family name; absent for a business */
            lname?: string;
            /** @description For a `loan_client`: your own data, stored unchanged */
            loan_client_details: {
                [key: string]: unknown;
            };
            momo_details: components["schemas"]["MomoDetails"];
            org_id: components["schemas"]["OrgId"];
            /** @description Phone number by E.164 */
            phone_number?: string;
            updated_at: components["schemas"]["UpdatedAt"];
        };
        /** @description Needed for account_type bank */
        BeneficiaryBankDetailsInput: {
            /** @description Name of the account holder, as the bank knows it */
            account_name?: string | null;
            /** @description National account number; may be left out when an iban is given */
            account_number?: string | null;
            /** @description As /externals/banks lists it */
            bank_code?: string | null;
            /** @description Name of the bank */
            bank_name?: string | null;
            /** @description Branch, sort or routing code, if it is not the bank_code */
            branch_code?: string | null;
            /** @description International account number; its check digits are verified */
            iban?: string | null;
            /** @description BIC */
            swift_code?: string | null;
        };
        BeneficiaryChange: {
            account_type?: components["schemas"]["AccountType"];
            /** @description For the account type `bank` */
            bank_details?: components["schemas"]["BeneficiaryBankDetailsInput"] | null;
            /** @default individual */
            beneficiary_type?: components["schemas"]["BeneficiaryType"];
            /** @description ISO 3166-1 alpha-2 */
            country?: string | null;
            /** @description For the account type `crypto` */
            crypto_details?: components["schemas"]["CryptoDetailsInput"] | null;
            /** @description ISO 4217, or a crypto asset code */
            currency?: string | null;
            /** @description E-mail address */
            email?: string | null;
            /** @description The beneficiary's id in your own system */
            external_account_id?: string | null;
            /** @description First name of a person, or the name of a business */
            fname?: string;
            /** @description Family name; absent for a business */
            lname?: string | null;
            /** @description For a `loan_client`: your own data, stored unchanged */
            loan_client_details?: {
                [key: string]: unknown;
            } | null;
            /** @description For the account type `mobile_money` */
            momo_details?: components["schemas"]["MomoDetailsInput"] | null;
            /** @description Phone number by E.164 */
            phone_number?: string | null;
        };
        BeneficiaryInput: {
            account_type: components["schemas"]["AccountType"];
            /** @description For the account type `bank` */
            bank_details?: components["schemas"]["BeneficiaryBankDetailsInput"] | null;
            /** @description A member of the organization; the caller when absent */
            beneficiary_of?: string;
            /** @default individual */
            beneficiary_type?: components["schemas"]["BeneficiaryType"];
            /** @description ISO 3166-1 alpha-2 */
            country?: string | null;
            /** @description For the account type `crypto` */
            crypto_details?: components["schemas"]["CryptoDetailsInput"] | null;
            /** @description ISO 4217, or a crypto asset code */
            currency?: string | null;
            /** @description E-mail address */
            email?: string | null;
            /** @description The beneficiary's id in your own system */
            external_account_id?: string | null;
            /** @description First name of a person, or the name of a business */
            fname: string;
            /** @description Family name; absent for a business */
            lname?: string | null;
            /** @description For a `loan_client`: your own data, stored unchanged */
            loan_client_details?: {
                [key: string]: unknown;
            } | null;
            /** @description For the account type `mobile_money` */
            momo_details?: components["schemas"]["MomoDetailsInput"] | null;
            /** @description For platform people; members act in their own organization */
            org_id?: string;
            /** @description Phone number by E.164 */
            phone_number?: string | null;
        };
        BeneficiaryList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["Beneficiary"][];
        };
        BeneficiaryResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["Beneficiary"];
        };
        /**
         * @description Type of a beneficiary. loan_client: a person with `loan_client_details`
         * @enum {string}
         */
        BeneficiaryType: "individual" | "business" | "loan_client";
        CardInput: {
            /** @description Name as printed on the card */
            card_holder_name?: string | null;
            /** @description Card number: 13 to 19 digits, whose spaces and hyphens are ignored. Never stored */
            card_number: string;
            /** @description Security code of the card: three or four digits. Never stored */
            cvv?: string | null;
            /** @description Month in which the card expires, 01 to 12 */
            expiry_month: string;
            /** @description Year in which the card expires, two or four digits */
            expiry_year: string;
        };
        ChangeFeeRequest: {
            /** @description ISO 3166-1 alpha-2 */
            country?: string | null;
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency?: string;
            /** @description The direction of the payment; null: any */
            direction?: components["schemas"]["PaymentDirection"] | null;
            /**
             * Format: double
             * @description Fixed fee for each payment, in `currency`
             */
            fixed_amount?: number;
            /** @description Whether it is used; an inactive one is only stored */
            is_active?: boolean;
            /**
             * Format: double
             * @description The highest fee that is charged; null: no limit
             */
            max_fee?: number | null;
            /**
             * Format: double
             * @description The lowest fee that is charged; null: no limit
             */
            min_fee?: number | null;
            /** @description A name for people */
            name?: string;
            /** @description The organization that the resource belongs to */
            org_id?: string | null;
            /** @description The payment method; null: any */
            payment_method?: components["schemas"]["PaymentMethod"] | null;
            /**
             * Format: double
             * @description Percentage of the payment's amount, in addition to `fixed_amount`
             */
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
            /** @description The features that the organization may use */
            features?: components["schemas"]["Feature"][];
            /**
             * Format: name
             * @description The organization's name
             */
            name?: string;
            settings?: components["schemas"]["ChangeOrganizationRequestSettings"];
            /**
             * @description Members of a suspended one are refused
             * @enum {string}
             */
            status?: "active" | "suspended";
        };
        /** @description The settings to change; omitted fields stay unchanged */
        ChangeOrganizationRequestSettings: {
            /** @description Rules for payouts: approvals and limits */
            controls?: components["schemas"]["ChangeOrganizationRequestSettingsControls"] | null;
            /** @description Our margin in the rate, in hundredths of a percent */
            margin_bps?: number;
            /**
             * @description `registered`: payouts may go to the beneficiary's own account only
             * @enum {string}
             */
            payout_destinations?: "registered" | "any";
            /** @description For each currency, or `*` for all others: payouts of at least this amount wait for a second person */
            payout_review_above?: (number | {
                [key: string]: number;
            }) | null;
            /** @description Whether members must use a second factor */
            require_second_factor?: boolean;
            /** @description Whether a `client_reference` that was used before is refused (409 REFERENCE_USED) */
            unique_client_reference?: boolean;
        };
        ChangeOrganizationRequestSettingsControls: {
            /** @description How many hours must pass before a new beneficiary, or one whose account was changed, can be paid */
            beneficiary_cool_off_hours?: number;
            /** @description Whether different people must submit, approve and release a milestone */
            escrow_separation?: boolean;
            /** @description How much may be paid within a period */
            limits?: components["schemas"]["ChangeOrganizationRequestSettingsControlsLimitsItem"][];
            /** @description Rules that make payouts wait for the approval of other people */
            policies?: components["schemas"]["ChangeOrganizationRequestSettingsControlsPoliciesItem"][];
        };
        ChangeOrganizationRequestSettingsControlsLimitsItem: {
            /**
             * @description refuse: by 409 LIMIT_EXCEEDED; review: a person must approve
             * @enum {string}
             */
            action: "refuse" | "review";
            /**
             * Format: double
             * @description The highest total of payouts; absent: any
             */
            amount?: number;
            /** @description The highest number of payouts */
            count?: number;
            /** @description The currency that is counted; `*`, the default: every one at face value */
            currency?: string;
            /** @description Whose payouts are counted together. `customer` counts payins and payouts of one payer, by each of `payer_details.email`, `payer_details.phone` and, for a payin, `mobile_money_details.phone_number` */
            per: components["schemas"]["LimitScope"];
            /**
             * @description Payouts of the last hour or of the last 24 hours are counted
             * @enum {string}
             */
            window: "hour" | "day";
        };
        ChangeOrganizationRequestSettingsControlsPoliciesItem: {
            /**
             * Format: double
             * @description The amount from which on the rule applies
             */
            above?: number;
            /** @description How many other people must approve; 1 when absent */
            approvers?: number;
            /** @description `*`, the default: every currency, at face value */
            currency?: string;
            /**
             * @description The role that an approver must have
             * @enum {string}
             */
            role?: "org-admin";
            /** @description What makes a payout wait; daily conditions count the last 24 hours */
            when: components["schemas"]["PolicyCondition"];
        };
        ChangeOwnProfileRequest: {
            /** @description ISO 3166-1 alpha-2 */
            country?: string | null;
            /** @description The organization in which a person acts when a request names none; null: none */
            default_org_id?: string | null;
            /**
             * Format: name
             * @description The person's name
             */
            name?: string;
            /** @description Phone number by E.164 */
            phone?: string | null;
        };
        ChangePlatformSettingsRequest: {
            /** @description Values by name, as docs/settings.md describes them; null: back to the default */
            settings: {
                [key: string]: string | null;
            };
        };
        ChangeProviderConfigRequest: {
            /** @description The version of the provider's API to use; absent or null: the adapter's default */
            api_version?: string | null;
            /**
             * Format: country-code
             * @description ISO 3166-1 alpha-2
             */
            country?: string;
            /** @description Free text for people */
            description?: string | null;
            direction?: components["schemas"]["PaymentDirection"];
            /** @description Whether it is used; an inactive one is only stored */
            is_active?: boolean;
            /**
             * Format: double
             * @description The provider gets no payments above this amount; null or absent: no limit
             */
            max_amount?: number | null;
            /**
             * Format: double
             * @description The provider gets no payments below this amount; null or absent: no limit
             */
            min_amount?: number | null;
            /** @description The organization that the resource belongs to */
            org_id?: string | null;
            payment_method?: components["schemas"]["PaymentMethod"];
            /** @description The lowest number is tried first */
            priority?: number;
            provider?: components["schemas"]["ProviderName"];
            /** @description How long after completion the provider pays a payin out to us: until then its money is pending. Null: available at once */
            settlement_delay_hours?: number | null;
            /** @description Whether the provider sends callbacks; routing ignores it */
            webhook_required?: boolean;
            /** @description The address to which the provider sends its callbacks */
            webhook_url?: string | null;
        };
        ChangeSettlementExceptionRequest: {
            /** @description A note for the others; null: none */
            comment?: string | null;
            /** @description The day by which it should be resolved; null: none */
            due_on?: string | null;
            /** @description The person who takes care of the exception; null: nobody yet */
            owner?: string | null;
        };
        ChangeUserRequest: {
            /** @description ISO 3166-1 alpha-2 */
            country?: string | null;
            /** @description The organization in which a person acts when a request names none; null: none */
            default_org_id?: string | null;
            /** @description Whether the user is disabled and cannot sign in */
            disabled?: boolean;
            /**
             * Format: name
             * @description The person's name
             */
            name?: string;
            /** @description Phone number by E.164 */
            phone?: string | null;
            /** @description Role for the whole platform: admin may do everything, staff may read and support */
            platform_role?: ("admin" | "staff") | null;
        };
        /** @description How the hosted pages look, and who helps payers */
        CheckoutBrand: {
            /** @description Color of buttons and icons, like #0d6957; white text must be readable on it */
            color: string | null;
            /** @description Sites that may show the checkout in a frame */
            embed_origins: string[];
            /** @description Text at the bottom of pages and receipts; null: none */
            footer: string | null;
            /** @description The merchant's logo; null: none */
            logo_url: string | null;
            /** @description Address of the merchant's privacy notice; null: none */
            privacy_url: string | null;
            /** @description E-mail address at which payers get help; null: none */
            support_email: string | null;
            /** @description Phone number at which payers get help; null: none */
            support_phone: string | null;
            /** @description Address of the merchant's terms; null: none */
            terms_url: string | null;
        };
        CheckoutBrandInput: {
            /** @description Color of buttons and icons, like #0d6957; white text must be readable on it */
            color?: string | null;
            /** @description Sites that may show the checkout in a frame */
            embed_origins?: string[];
            /** @description Text at the bottom of pages and receipts; null: none */
            footer?: string | null;
            /** @description Address of the merchant's privacy notice; null: none */
            privacy_url?: string | null;
            /** @description E-mail address at which payers get help; null: none */
            support_email?: string | null;
            /** @description Phone number at which payers get help; null: none */
            support_phone?: string | null;
            /** @description Address of the merchant's terms; null: none */
            terms_url?: string | null;
        };
        CheckoutBrandResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["CheckoutBrand"];
        };
        /** @description A link as its hosted page shows it */
        CheckoutLink: {
            /**
             * Format: double
             * @description An amount in `currency`, with that currency's decimals
             */
            amount: number | null;
            /**
             * @description fixed: the link sets the amount; open: the payer does
             * @enum {string}
             */
            amount_type: "fixed" | "open";
            /** @description Where and how the link can be paid now; empty unless it is active */
            countries: components["schemas"]["CheckoutLinkCountriesItem"][];
            country: components["schemas"]["Country"];
            currency: components["schemas"]["Currency"];
            /** @description Questions to the payer */
            custom_fields: components["schemas"]["CustomField"][];
            /** @description Free text for people */
            description: string | null;
            /** @description E-mail address */
            email: string | null;
            /** @description Until when the link can be paid; null: no limit */
            expires_at: string | null;
            /** @description The unguessable part of the link's address */
            link_ref: string;
            /** @description How many items the payer may buy, each at `amount` */
            max_quantity: number;
            organization: components["schemas"]["CheckoutOrganization"];
            /** @description When the payment completed; absent or null before */
            paid_at: string | null;
            /**
             * Format: double
             * @description What the payer is charged, in `payer_currency`; null: the payer chooses
             */
            payer_amount: number | null;
            /** @description The currency in which the payer is charged */
            payer_currency: string;
            /** @description The quantity that `payer_amount` is for */
            quantity: number;
            /** @description The rate shown to the payer, locked until it expires; null if nothing is converted */
            quote: components["schemas"]["CheckoutLinkQuote"] | null;
            status: components["schemas"]["LinkStatus"];
            /**
             * Format: double
             * @description For an open link: the suggested amount; null: none
             */
            suggested_amount: number | null;
            /** @description True in development: no real money moves */
            test: boolean;
        };
        CheckoutLinkCountriesItem: {
            country: components["schemas"]["Country"];
            /** @description The methods that the payer may use there */
            methods: ("mobile_money" | "card" | "bank_transfer")[];
            /** @description The mobile money networks there */
            networks: components["schemas"]["CheckoutLinkCountriesItemNetworksItem"][];
        };
        CheckoutLinkCountriesItemNetworksItem: {
            /** @description The code by which requests name the network */
            code: string;
            /** @description The currency of the network's wallets */
            currency: string;
            /** @description The network's name */
            name: string;
        };
        CheckoutLinkQuote: {
            /**
             * Format: date-time
             * @description Until when the rate is locked
             */
            expires_at: string;
            /** @description Id of the quote; send it back to pay exactly the price that was shown */
            quote_id: string;
            /**
             * Format: double
             * @description Units of the second currency for one unit of the first
             */
            rate: number;
        };
        CheckoutLinkResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["CheckoutLink"];
        };
        CheckoutLogoInput: {
            /** @description The picture in base64 */
            content: string;
        };
        /** @description The merchant, as payers see it */
        CheckoutOrganization: {
            /** @description Color of buttons and icons; null: the default */
            color: string | null;
            /** @description Text at the bottom of pages and receipts; null: none */
            footer: string | null;
            /** @description Address of the merchant's logo; null: none */
            logo_url: string | null;
            /** @description The merchant's name */
            name: string;
            /** @description Address of the merchant's privacy notice; null: none */
            privacy_url: string | null;
            /** @description E-mail address at which payers get help; null: none */
            support_email: string | null;
            /** @description Phone number at which payers get help; null: none */
            support_phone: string | null;
            /** @description Address of the merchant's terms; null: none */
            terms_url: string | null;
        };
        /** @description A payment as its hosted page shows it */
        CheckoutPayment: {
            amount: components["schemas"]["Amount"];
            /** @description Instructions for a bank transfer; null unless `next_action` is `bank_transfer` */
            bank_transfer: components["schemas"]["CheckoutPaymentBankTransfer"] | null;
            /** @description The card that pays; null for other methods */
            card: components["schemas"]["CheckoutPaymentCard"] | null;
            /** @description Token of the payment's hosted page: whoever has it can see and pay the payment */
            checkout_token: string;
            created_at: components["schemas"]["CreatedAt"];
            /** @description Instructions for a crypto transfer; null unless the payer has to send crypto */
            crypto_transfer: components["schemas"]["CheckoutPaymentCryptoTransfer"] | null;
            currency: components["schemas"]["Currency"];
            /** @description Free text for people */
            description: string | null;
            /** @description When it is canceled unless it is paid; null: never */
            expires_at: string | null;
            /** @description Why the payment failed, as far as the payer can act on that */
            failure_cause: components["schemas"]["FailureCause"] | null;
            /** @description Why it failed, in words; null or absent: it did not fail */
            failure_reason: string | null;
            /** @description The payment link of this payment, while that link can be paid */
            link_ref: string | null;
            /** @description How the payer approves on the phone */
            mobile_money: components["schemas"]["PhoneApproval"] | null;
            /** @description What the client has to do next, as in the guide's table of next actions; null or absent: nothing */
            next_action: ("redirect" | "wait" | "bank_transfer" | "pay_by_link" | "collect_otp" | "check_status" | "crypto_transfer") | null;
            organization: components["schemas"]["CheckoutOrganization"];
            /** @description The one-time password that the payer must enter; null: none */
            otp: components["schemas"]["CheckoutPaymentOtp"] | null;
            /** @description The page on which the customer pays; null: none */
            payment_link: string | null;
            /** @description The method by which the customer pays or is paid */
            payment_method: string;
            /** @description Once it is completed */
            receipt_url: string | null;
            /** @description The page to which to send the customer; null: there is none */
            redirect_url: string | null;
            /** @description The payment's reference, which the receipt has too */
            reference: string;
            /** @description The way back to the shop, with `reference`, and `status` once it is final */
            return_url: string | null;
            status: components["schemas"]["PaymentStatus"];
            /** @description The merchant's message, once the payment is completed */
            success_message: string | null;
            /** @description True in test mode, in which no real money moves */
            test: boolean;
            updated_at: components["schemas"]["UpdatedAt"];
        };
        CheckoutPaymentBankTransfer: {
            /** @description Name of the account holder, as the bank knows it */
            account_name: string;
            /** @description National account number, or IBAN */
            account_number: string;
            amount: components["schemas"]["Amount"];
            /** @description Code of the bank, as `/externals/banks` lists it */
            bank_code: string | null;
            /** @description The bank's name */
            bank_name: string;
            currency: components["schemas"]["Currency"];
            /** @description Until when the transfer is expected; null: no limit */
            expires_at: string | null;
            /** @description EMVCo code with amount and reference */
            qr_code: string | null;
            /**
             * Format: double
             * @description What has arrived so far; null: nothing was reported
             */
            received_amount: number | null;
            /** @description What the payer writes on the transfer */
            reference: string;
        };
        CheckoutPaymentCard: {
            /** @description Brand of the card, such as visa or mastercard; null when unknown */
            brand: string | null;
            /** @description The last four digits of the card number */
            last4: string;
        };
        CheckoutPaymentCryptoTransfer: {
            /** @description The address to send the crypto to */
            address: string;
            amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            /** @description Until when the transfer is expected; null: no limit */
            expires_at: string | null;
            /** @description The memo of the transfer; null: none */
            memo: string | null;
            /** @description The blockchain */
            network: string;
            /**
             * Format: double
             * @description What has arrived so far; null: nothing was reported
             */
            received_amount: number | null;
        };
        CheckoutPaymentOtp: {
            /** @description How many more wrong passwords are allowed */
            attempts_left: number;
            /** @description The last digits of the phone number that got the password; null when unknown */
            phone_hint: string | null;
        };
        CheckoutPaymentRequest: {
            /**
             * Format: double
             * @description For an open link: the amount to pay. For a fixed link: the amount that the payer was shown
             */
            amount?: number;
            /** @description The account that pays */
            bank_details?: components["schemas"]["BankDetailsInput"] | null;
            /** @description For the method `card`; its first 6 and last 4 digits are stored */
            card_details?: components["schemas"]["CardInput"] | null;
            /** @description The token of the challenge that CHALLENGE_REQUIRED asked for */
            challenge_token?: string;
            /**
             * Format: country-code
             * @description ISO 3166-1 alpha-2
             */
            country: string;
            /** @description Answers by key */
            custom_fields?: {
                [key: string]: string;
            };
            /** @description The payer's language, as in `Accept-Language` */
            locale?: string;
            /** @description For the method `mobile_money` */
            mobile_money_details?: components["schemas"]["MobileMoneyInput"] | null;
            payer_details: components["schemas"]["PayerInput"];
            /**
             * @description The method by which the customer pays or is paid
             * @enum {string}
             */
            payment_method: "mobile_money" | "card" | "bank_transfer";
            /** @description How many items the payer buys */
            quantity?: number;
            /** @description The quote whose rate and fee the payment uses */
            quote_id?: string;
        };
        CheckoutPaymentResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["CheckoutPayment"];
        };
        /** @description A receipt for the payer */
        CheckoutReceipt: {
            amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            /** @description Free text for people */
            description: string | null;
            /** @description A detail of the payment method, such as the card's last digits; null: none */
            method_detail: string | null;
            organization: components["schemas"]["CheckoutOrganization"];
            /**
             * Format: date-time
             * @description When the payment completed
             */
            paid_at: string;
            /** @description The method by which the customer pays or is paid */
            payment_method: string;
            /** @description Code of the receipt; anybody who has it can see the receipt */
            receipt_code: string;
            /** @description What the organization received, if it was converted; null: the amount that was paid */
            received: components["schemas"]["CheckoutReceiptReceived"] | null;
            /** @description The payment's reference */
            reference: string;
            /** @description What went back to the payer, in the payment's currency, oldest first */
            refunds: components["schemas"]["CheckoutReceiptRefundsItem"][];
            /**
             * @description Status of the payment. refunded: all of it was refunded
             * @enum {string}
             */
            status: "completed" | "refunded";
            /** @description True in test mode, in which no real money moves */
            test: boolean;
        };
        /** @description What the organization received, if that is another currency */
        CheckoutReceiptReceived: {
            amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            /**
             * Format: double
             * @description Units of the second currency for one unit of the first
             */
            rate: number;
        };
        CheckoutReceiptRefundsItem: {
            amount: components["schemas"]["Amount"];
            /**
             * Format: date-time
             * @description When it was completed
             */
            refunded_at: string;
        };
        CheckoutReceiptResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["CheckoutReceipt"];
        };
        CheckPermissionAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["CheckPermissionAnswerData"];
        };
        /** @description Whether the member has the permission, and from which role or grant */
        CheckPermissionAnswerData: {
            /** @description Whether the member may */
            allowed: boolean;
            permission: components["schemas"]["Permission"];
            role: components["schemas"]["Role"];
            /** @description Whether the permission comes from the role or from a grant */
            source: ("role" | "grant") | null;
            /** @description The member who was asked about */
            user_id: string;
        };
        CloseSettlementDayRequest: {
            /**
             * Format: date
             * @description The day to close
             */
            day: string;
        };
        /** @description Instead of `account_id`: a payin that collects the money, as for POST /payments-init/initiate */
        CollectingPayin: {
            /** @description For a bank transfer payin: the account that is paid; a payout may omit it */
            bank_account?: components["schemas"]["BankAccountInput"] | null;
            /** @description For a bank transfer payin: the payer's account; a payout may omit it */
            bank_details?: components["schemas"]["BankDetailsInput"] | null;
            /** @description For the method `card`; its first 6 and last 4 digits are stored */
            card_details?: components["schemas"]["CardInput"] | null;
            /** @description Your own reference: stored, returned and searchable */
            client_reference?: string | null;
            /** @description ISO 3166-1 alpha-2 */
            country?: string | null;
            /** @description Free text for people */
            description?: string | null;
            /** @description Your own data: stored, returned unchanged, and searchable */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description For a mobile money payin; a payout may omit it */
            mobile_money_details?: components["schemas"]["MobileMoneyInput"] | null;
            /** @description The payer: name, e-mail address and phone number */
            payer_details?: components["schemas"]["PayerInput"] | null;
            /**
             * @description How the customer pays or is paid
             * @enum {string}
             */
            payment_method: "mobile_money" | "bank_transfer" | "card";
            /** @description Where the customer returns, with `status` and `reference`; absent: our page */
            return_url?: string | null;
        };
        /** @description The organization's rules for payouts: approvals and limits */
        Controls: {
            /** @description How many hours must pass before a new beneficiary, or one whose account was changed, can be paid */
            beneficiary_cool_off_hours: number;
            /** @description Different people submit, approve and release a milestone */
            escrow_separation: boolean;
            /** @description How much may be paid within a period */
            limits: components["schemas"]["Limit"][];
            /** @description Rules that make payouts wait for the approval of other people */
            policies: components["schemas"]["ApprovalPolicy"][];
        };
        Corridor: {
            country: components["schemas"]["Country"];
            /** @description The currencies that providers name here; the country's own of a provider that accepts every one */
            currencies: string[];
            /**
             * @description payin, payout or ramp
             * @enum {string}
             */
            direction: "payin" | "payout" | "ramp";
            /** @description The fee schedules that apply, one for each currency */
            fees: components["schemas"]["CorridorFeesItem"][];
            /**
             * @description failing: every provider of the corridor keeps failing at present
             * @enum {string}
             */
            health: "healthy" | "failing";
            /**
             * Format: double
             * @description The highest amount that a provider accepts; absent: no limit
             */
            max_amount?: number;
            /**
             * Format: double
             * @description The lowest amount that a provider accepts; absent: no limit
             */
            min_amount?: number;
            /** @description Of mobile money and crypto: the networks */
            networks?: string[];
            payment_method: components["schemas"]["PaymentMethod"];
            /** @description How long after completion a payin's money is pending, at most; 0: available at once */
            settlement_delay_hours: number;
        };
        CorridorEvent: components["schemas"]["SentEvent"] & {
            data: components["schemas"]["CorridorEventData"];
            /**
             * @description What happened
             * @enum {string}
             */
            event_type: "corridor.degraded" | "corridor.recovered";
        };
        /** @description The fields of `CorridorHealth` at the time of the event */
        CorridorEventData: components["schemas"]["CorridorHealth"] & {
            /** @description Orders the events of one resource */
            sequence: number;
        };
        CorridorFeesItem: {
            currency: components["schemas"]["Currency"];
            /** @description Id of the fee schedule */
            fee_id: string;
            /**
             * Format: double
             * @description Fixed fee for each payment, in `currency`
             */
            fixed_amount: number;
            /**
             * Format: double
             * @description The highest fee; null: no limit
             */
            max_fee?: number;
            /**
             * Format: double
             * @description The lowest fee; null: no limit
             */
            min_fee?: number;
            /**
             * Format: double
             * @description Percentage of the amount, on top of `fixed_amount`
             */
            percent: number;
        };
        /** @description How a provider does in a corridor and network */
        CorridorHealth: {
            country: components["schemas"]["Country"];
            /** @description inbound, outbound or external */
            direction: string;
            /** @description Payments that failed by the provider's fault; those of payer, payee or us do not count */
            failed: number;
            /**
             * Format: double
             * @description Half of them ended sooner than this; null: there were none
             */
            median_seconds: number | null;
            /** @description Of mobile money: the network; null for everything else */
            network: string | null;
            /** @description The method by which the customer pays or is paid */
            payment_method: string;
            /** @description Name of the provider */
            provider: string;
            /** @description What the state was judged by; empty if it never changed */
            reason: string;
            /** @description Since when it has this state; null: always */
            since: string | null;
            /**
             * @description failing: most of 10 payments failed by its fault, it is tried last; slow: it is tried after the faster ones. Both get a payment a minute, and are healthy again once most of 3 succeed
             * @enum {string}
             */
            state: "healthy" | "slow" | "failing";
            /** @description Payments that the provider carried to success */
            succeeded: number;
        };
        CorridorList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["Corridor"][];
        };
        CorridorTrend: {
            /** @description Refunded ones included */
            completed: number;
            /** @description How many payments there were */
            count: number;
            country: components["schemas"]["Country"];
            /** @description inbound, outbound or external */
            direction: string;
            /** @description How many payments failed */
            failed: number;
            /** @description The payment method */
            payment_method: string;
            /**
             * Format: double
             * @description completed / (completed + failed); null when there is neither
             */
            success_rate: number | null;
        };
        /** @description Country by ISO 3166-1 alpha-2 */
        Country: string;
        CountryCount: {
            /** @description How many payments completed */
            completed: number;
            /** @description Country by ISO 3166-1 alpha-2 */
            country: string | null;
            /** @description How many payments failed */
            failed: number;
            /** @description The number of payments in the country */
            payments: number;
            /**
             * Format: double
             * @description completed / (completed + failed); null when there is neither
             */
            success_rate: number | null;
            /** @description The number of users in the country */
            users: number;
            /** @description Amounts of completed payments, per currency */
            volume: components["schemas"]["Volume"][];
        };
        CountUnreadNotificationsAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["CountUnreadNotificationsAnswerData"];
        };
        /** @description The number of the caller's unread notifications */
        CountUnreadNotificationsAnswerData: {
            /** @description The number of unread notifications */
            unread: number;
        };
        CreateApiKeyRequest: {
            /** @description IP addresses or networks such as 203.0.113.0/24; empty: any */
            allowed_addresses?: string[];
            /** @description When the key expires. Absent: never in development, after a year in production. Null: never */
            expires_at?: string | null;
            /** @description A name for people; it need not be unique */
            name: string;
            /** @description For the platform */
            org_id?: string;
            /**
             * @description A named set of scopes, instead of `scopes`
             * @enum {string}
             */
            preset?: "payins" | "payouts" | "read";
            /** @description What the key may do; absent: everything that its member may do */
            scopes?: ("payments:read" | "payins:write" | "payouts:write" | "refunds:write" | "ramps:write" | "beneficiaries:read" | "beneficiaries:write" | "payment-links:read" | "payment-links:write" | "virtual-accounts:read" | "virtual-accounts:write" | "escrow:read" | "escrow:write" | "webhooks:read" | "webhooks:write" | "settings:read" | "settings:write")[];
            /** @description A service account; for platform people, any member as whom the key acts */
            user_id?: string;
        };
        CreateCheckoutAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["CreateCheckoutAnswerData"];
        };
        /** @description The hosted page of one payment */
        CreateCheckoutAnswerData: {
            /** @description Token of the page: whoever has it can see and pay the payment */
            checkout_token: string;
            /** @description The page to which to send the customer */
            checkout_url: string;
        };
        /**
         * Format: date-time
         * @description When the resource was created; UTC
         */
        CreatedAt: string;
        CreateFeeRequest: {
            /** @description ISO 3166-1 alpha-2 */
            country?: string | null;
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            /** @description The direction of the payment; null: any */
            direction?: components["schemas"]["PaymentDirection"] | null;
            /**
             * Format: double
             * @description Fixed fee for each payment, in `currency`
             */
            fixed_amount?: number;
            /** @description Whether it is used; an inactive one is only stored */
            is_active?: boolean;
            /**
             * Format: double
             * @description The highest fee that is charged; null: no limit
             */
            max_fee?: number | null;
            /**
             * Format: double
             * @description The lowest fee that is charged; null: no limit
             */
            min_fee?: number | null;
            /** @description A name for people */
            name: string;
            /** @description The organization that the resource belongs to */
            org_id?: string | null;
            /** @description The payment method; null: any */
            payment_method?: components["schemas"]["PaymentMethod"] | null;
            /**
             * Format: double
             * @description Percentage of the payment's amount, in addition to `fixed_amount`
             */
            percent?: number;
        };
        CreateInviteRequest: {
            /**
             * Format: email
             * @description E-mail address
             */
            email: string;
            /** @description Permissions that the person gets beyond the role */
            permissions?: components["schemas"]["Permission"][];
            role: components["schemas"]["Role"];
        };
        CreateMaintenanceWindowRequest: {
            /** @description ISO 3166-1 alpha-2 */
            country?: string | null;
            /** @description absent: every direction */
            direction?: components["schemas"]["PaymentDirection"] | null;
            /**
             * Format: date-time
             * @description When the provider is used again
             */
            ends_at: string;
            /** @description The payment method; absent: every method */
            payment_method?: components["schemas"]["PaymentMethod"] | null;
            provider: components["schemas"]["ProviderName"];
            /** @description Why, for everybody who sees a route */
            reason: string;
            /**
             * Format: date-time
             * @description From when; absent: now
             */
            starts_at?: string;
        };
        CreateOrganizationRequest: {
            /** @description The cell that stores the organization */
            cell?: number;
            /**
             * Format: country-code
             * @description ISO 3166-1 alpha-2
             */
            country: string;
            /** @description The features that the organization may use */
            features?: components["schemas"]["Feature"][];
            /**
             * Format: name
             * @description The organization's name
             */
            name: string;
        };
        CreateProviderConfigRequest: {
            /** @description The version of the provider's API to use; absent or null: the adapter's default */
            api_version?: string | null;
            /**
             * Format: country-code
             * @description ISO 3166-1 alpha-2
             */
            country: string;
            /** @description Free text for people */
            description?: string | null;
            direction: components["schemas"]["PaymentDirection"];
            /** @description Whether it is used; an inactive one is only stored */
            is_active?: boolean;
            /**
             * Format: double
             * @description The provider gets no payments above this amount; null or absent: no limit
             */
            max_amount?: number | null;
            /**
             * Format: double
             * @description The provider gets no payments below this amount; null or absent: no limit
             */
            min_amount?: number | null;
            /** @description The organization that the resource belongs to */
            org_id?: string | null;
            payment_method: components["schemas"]["PaymentMethod"];
            /** @description The lowest number is tried first */
            priority?: number;
            provider: components["schemas"]["ProviderName"];
            /** @description How long after completion the provider pays a payin out to us: until then its money is pending. Null: available at once */
            settlement_delay_hours?: number | null;
            /** @description Whether the provider sends callbacks; routing ignores it */
            webhook_required?: boolean;
            /** @description The address to which the provider sends its callbacks */
            webhook_url?: string | null;
        };
        CreateServiceAccountRequest: {
            /**
             * Format: name
             * @description A name for people
             */
            name: string;
            /**
             * @description Decides what the account may do
             * @enum {string}
             */
            role: "org-member" | "org-viewer";
        };
        CreateStopRequest: {
            /** @description ISO 3166-1 alpha-2 */
            country?: string | null;
            flow: components["schemas"]["StoppedFlow"];
            /** @description The organization that the resource belongs to */
            org_id?: string | null;
            /** @description The payment method; absent: every method */
            payment_method?: components["schemas"]["PaymentMethod"] | null;
            /** @description Why, for everybody who uses the service */
            reason: string;
        };
        CreditLine: {
            /** @description The ledger account whose floor the credit line lowers */
            account_id: string;
            /**
             * Format: double
             * @description The money that can be spent now, without the credit line
             */
            available: number;
            created_at: components["schemas"]["CreatedAt"];
            /**
             * Format: double
             * @description How far below zero the balance may go
             */
            credit_line: number;
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            org_id: components["schemas"]["OrgId"];
            updated_at: components["schemas"]["UpdatedAt"];
        };
        CreditLineList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["CreditLine"][];
        };
        CryptoAsset: {
            /** @description The value for `crypto_currency` of a ramp */
            code: string;
            /** @description Decimals in which amounts are quoted, posted and shown, on every network */
            decimals: number;
            /** @description The asset's name */
            name: string;
            /** @description The value for `crypto_network` of a ramp */
            networks: ("BITCOIN" | "ETHEREUM" | "POLYGON" | "BASE" | "BSC" | "CELO" | "TRON" | "SOLANA" | "STELLAR")[];
        };
        CryptoAssetList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["CryptoAsset"][];
        };
        /** @description The beneficiary's wallet */
        CryptoDetails: {
            /** @description The memo of the transfer; null: none */
            memo?: string;
            /** @description The blockchain */
            network?: string;
            /** @description Address of the wallet that the crypto is sent to */
            wallet_address?: string;
        };
        /** @description Required for account_type crypto; `currency` is the asset */
        CryptoDetailsInput: {
            /** @description The memo, if the receiver needs one */
            memo?: string | null;
            /** @description BITCOIN, ETHEREUM, POLYGON, BASE, BSC, CELO, TRON, SOLANA or STELLAR */
            network?: string | null;
            /** @description Checked for its network */
            wallet_address?: string | null;
        };
        /** @description Currency by ISO 4217, or the code of a crypto asset */
        Currency: string;
        CurrencySum: {
            amount: components["schemas"]["Amount"];
            /** @description The number of payments in this currency */
            count: number;
            currency: components["schemas"]["Currency"];
            /**
             * Format: double
             * @description The amount in `base`, at today's rate; null without a rate
             */
            in_base: number | null;
        };
        /** @description A person or business that pays or is paid */
        Customer: {
            country?: components["schemas"]["Country"];
            created_at: components["schemas"]["CreatedAt"];
            /** @description The customer who pays or is paid, as `/customers` knows them */
            customer_id: string;
            /** @description E-mail address */
            email?: string;
            /** @description The customer that this customer was merged into */
            merged_into?: string;
            /** @description Your own data: stored, returned unchanged, and searchable */
            metadata: {
                [key: string]: unknown;
            };
            /** @description The customer's name */
            name?: string;
            org_id: components["schemas"]["OrgId"];
            /** @description Phone number by E.164 */
            phone?: string;
            /** @description The customer's id in your own system */
            reference?: string;
            /**
             * @description Status of the customer. merged: `merged_into` replaces this customer. erasing: the customer's data is erased, and the customer's payments are being cleared of it
             * @enum {string}
             */
            status: "active" | "merged" | "erasing" | "erased";
            updated_at: components["schemas"]["UpdatedAt"];
        };
        CustomerChange: {
            /** @description ISO 3166-1 alpha-2 */
            country?: string | null;
            /** @description E-mail address */
            email?: string | null;
            /** @description Your own data: stored, returned unchanged, and searchable */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description The name that providers get for a payer */
            name?: string | null;
            /** @description In international form; kept as E.164 */
            phone?: string | null;
            /** @description The customer's id in your own system; unique */
            reference?: string | null;
        };
        CustomerInput: {
            /** @description ISO 3166-1 alpha-2 */
            country?: string | null;
            /** @description E-mail address */
            email?: string | null;
            /** @description Your own data: stored, returned unchanged, and searchable */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description The name that providers get for a payer */
            name?: string | null;
            /** @description For platform people; members act in their own organization */
            org_id?: string;
            /** @description In international form; kept as E.164 */
            phone?: string | null;
            /** @description The customer's id in your own system; unique */
            reference?: string | null;
        };
        CustomerList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["Customer"][];
        };
        CustomerMerge: {
            /** @description Id of the customer that remains after the merge */
            into: string;
        };
        CustomerResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["Customer"];
        };
        CustomField: {
            /** @description The key of the answer in the payment's `user_metadata.origin.custom_fields` */
            key: string;
            /** @description The question, as the payer reads it */
            label: string;
            /** @description The allowed answers; absent: free text */
            options?: string[];
            /** @description Whether the payer must answer the question */
            required?: boolean;
        };
        DailyBalance: {
            /**
             * Format: double
             * @description What could be spent at the end of the day; a past day includes what was held for payouts
             */
            available: number;
            /**
             * Format: double
             * @description How far below zero the balance may go
             */
            credit_line: number;
            /**
             * Format: date
             * @description The day, in UTC
             */
            date: string;
            /**
             * Format: double
             * @description Completed payins that the provider has not paid out to us yet
             */
            pending: number;
            /**
             * Format: double
             * @description Money that is set aside for payments and refunds in progress
             */
            reserved: number;
        };
        DailyBalanceList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["DailyBalance"][];
        };
        DecideKybRequest: {
            /**
             * @description Whether the business is verified
             * @enum {string}
             */
            decision: "approved" | "rejected";
            /** @description Why, for the organization */
            reason?: string | null;
        };
        DecideKycRequest: {
            kyc_status: components["schemas"]["VerificationStatus"];
            /** @description Why, for the person */
            reason?: string | null;
        };
        Decline: {
            cause: components["schemas"]["FailureCause"];
            /** @description The number of payments that failed for this cause */
            count: number;
            /** @description Null: none accepted it */
            provider: string | null;
        };
        /** @description The delivery of one event to one endpoint */
        Delivery: {
            /** @description The number of attempts so far */
            attempt_count: number;
            /** @description The attempts, newest last */
            attempts: components["schemas"]["DeliveryAttempt"][];
            created_at: components["schemas"]["CreatedAt"];
            /** @description Id of the delivery */
            delivery_id: string;
            /** @description Id of the event. The same event may arrive more than once, so process each id once */
            event_id: string;
            event_type: components["schemas"]["EventType"];
            /** @description When it was acknowledged or given up; null before */
            finished_at: string | null;
            /** @description When the next attempt is due; null: there is none */
            next_attempt_at: string | null;
            org_id: components["schemas"]["OrgId"];
            status: components["schemas"]["DeliveryStatus"];
            /** @description Id of the webhook endpoint */
            webhook_id: string;
        };
        DeliveryAttempt: {
            /** @description Number of the attempt, counted from 1 */
            attempt: number;
            /**
             * Format: date-time
             * @description When the attempt was sent
             */
            attempted_at: string;
            /** @description Why the attempt failed, in words; null for a success */
            detail: string | null;
            /** @description Who caused the failure; null: acknowledged */
            fault: ("receiver" | "system") | null;
            /** @description Time until the receiver answered, in milliseconds */
            latency_ms: number;
            /** @description Why the attempt failed, as a code for programs; null for a success */
            reason: ("status" | "timeout" | "connection" | "tls" | "invalid_answer" | "name_not_found" | "name_lookup" | "address_refused" | "network" | "secret_unreadable" | "internal") | null;
            /** @description First 2 KiB of the answer, secrets removed */
            response_body: string;
            /** @description The HTTP status of the receiver's answer; null without an answer */
            status_code: number | null;
        };
        DeliveryList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["Delivery"][];
        };
        DeliveryResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["Delivery"];
        };
        /**
         * @description Status of a webhook delivery. dead: given up after the last attempt
         * @enum {string}
         */
        DeliveryStatus: "pending" | "delivered" | "dead" | "canceled";
        DirectedVolume: {
            currency: components["schemas"]["Currency"];
            /**
             * Format: double
             * @description Figures of ramps
             */
            external: number;
            /**
             * Format: double
             * @description Figures of payins
             */
            inbound: number;
            /**
             * Format: double
             * @description Figures of payouts
             */
            outbound: number;
            /**
             * Format: double
             * @description Figures of all directions together
             */
            total: number;
        };
        /** @description A party's share of an escrow project, or a refund */
        Disbursement: {
            /** @description The virtual account paid; null: none */
            account_id: string | null;
            amount: components["schemas"]["Amount"];
            /** @description To whom it was redirected; null: the party's own, or a refund's payer */
            beneficiary_id: string | null;
            created_at: components["schemas"]["CreatedAt"];
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            /** @description Id of the disbursement */
            disbursement_id: string;
            /** @description Id of the escrow project */
            escrow_id: string;
            /** @description Why it failed, in words; null: it did not */
            failure_reason: string | null;
            /** @description Id of the funding; null: none */
            funding_id: string | null;
            /**
             * @description release: to a party of the project; refund: to a funder
             * @enum {string}
             */
            kind: "release" | "refund";
            /**
             * @description payin_refund: by the payin's provider; settlement: to the organization's balance
             * @enum {string}
             */
            method: "virtual_account" | "payout" | "payin_refund" | "settlement";
            /** @description Id of the milestone; null: none */
            milestone_id: string | null;
            /** @description Id of the party; null: none */
            party_id: string | null;
            /** @description Id of the payment; null or absent while there is none */
            payment_id: string | null;
            status: components["schemas"]["DisbursementStatus"];
            updated_at: components["schemas"]["UpdatedAt"];
        };
        DisbursementEvent: components["schemas"]["SentEvent"] & {
            data: components["schemas"]["DisbursementEventData"];
            /**
             * @description What happened
             * @enum {string}
             */
            event_type: "escrow.disbursement.completed" | "escrow.disbursement.failed";
        };
        /** @description The fields of `Disbursement` at the time of the event */
        DisbursementEventData: components["schemas"]["Disbursement"] & {
            /** @description Orders the events of one resource */
            sequence: number;
        };
        DisbursementList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["Disbursement"][];
        };
        DisbursementRedirect: {
            /** @description Paid to a virtual account of the organization */
            account_id?: string | null;
            /** @description Paid by payout */
            beneficiary_id?: string | null;
        };
        DisbursementResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["Disbursement"];
        };
        /**
         * @description Status of an escrow disbursement. returned: the money went back to the project's funders
         * @enum {string}
         */
        DisbursementStatus: "pending" | "completed" | "failed" | "returned";
        /** @description A chargeback: a payer's bank demands money back */
        Dispute: {
            /** @description The actions that are possible now; empty if the provider accepts answers only on its own dashboard */
            actions: ("submit" | "accept")[];
            amount: components["schemas"]["Amount"];
            created_at: components["schemas"]["CreatedAt"];
            currency: components["schemas"]["Currency"];
            /** @description Id of the dispute */
            dispute_id: string;
            /** @description The evidence that was collected for the response */
            evidence: components["schemas"]["DisputeEvidence"][];
            /**
             * Format: double
             * @description The provider's fee for the dispute
             */
            fee: number;
            org_id: components["schemas"]["OrgId"];
            /** @description Id of the payment */
            payment_id: string;
            provider: components["schemas"]["ProviderName"];
            /** @description The dispute's id at the provider */
            provider_dispute_id: string;
            /** @description The provider's own word */
            provider_status: string;
            /** @description Why the payer objects, as the provider says it; null: unknown */
            reason: string | null;
            /** @description The time until which evidence is accepted; null if the provider sets no limit */
            respond_by: string | null;
            /** @description When the evidence was submitted; null before */
            responded_at: string | null;
            status: components["schemas"]["DisputeStatus"];
            updated_at: components["schemas"]["UpdatedAt"];
        };
        DisputeEvent: components["schemas"]["SentEvent"] & {
            data: components["schemas"]["DisputeEventData"];
            /**
             * @description What happened
             * @enum {string}
             */
            event_type: "dispute.opened" | "dispute.updated" | "dispute.under_review" | "dispute.won" | "dispute.lost" | "dispute.accepted" | "dispute.expired";
        };
        /** @description The fields of `Dispute` at the time of the event, without `actions` and `evidence` */
        DisputeEventData: {
            amount: components["schemas"]["Amount"];
            created_at: components["schemas"]["CreatedAt"];
            currency: components["schemas"]["Currency"];
            /** @description Id of the dispute */
            dispute_id: string;
            /**
             * Format: double
             * @description The provider's fee for the dispute
             */
            fee: number;
            org_id: components["schemas"]["OrgId"];
            /** @description Id of the payment */
            payment_id: string;
            /** @description The status before this event; null: there was none */
            previous_status: components["schemas"]["DisputeStatus"] | null;
            provider: components["schemas"]["ProviderName"];
            /** @description The dispute's id at the provider */
            provider_dispute_id: string;
            /** @description The provider's own word */
            provider_status: string;
            /** @description Why the payer objects, as the provider says it; null: unknown */
            reason: string | null;
            /** @description The time until which evidence is accepted; null if the provider sets no limit */
            respond_by: string | null;
            /** @description When the evidence was submitted; null before */
            responded_at: string | null;
            /** @description Orders the events of one resource */
            sequence: number;
            status: components["schemas"]["DisputeStatus"];
            updated_at: components["schemas"]["UpdatedAt"];
        };
        /** @description A piece of evidence for the payer's bank */
        DisputeEvidence: {
            /** @description Media type of the evidence file; null for text */
            content_type: string | null;
            created_at: components["schemas"]["CreatedAt"];
            /** @description Who added it */
            created_by: string;
            /** @description Id of this piece of evidence */
            evidence_id: string;
            /** @description What it is, for people */
            name: string;
            /** @description Size of the file in bytes */
            size: number;
            /** @description Evidence as text */
            text: string | null;
        };
        DisputeEvidenceResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["DisputeEvidence"];
        };
        DisputeResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["Dispute"];
        };
        /**
         * @description The state of a dispute; won, lost, accepted and expired are final
         * @enum {string}
         */
        DisputeStatus: "needs_response" | "under_review" | "won" | "lost" | "accepted" | "expired";
        DisputeSummary: {
            amount: components["schemas"]["Amount"];
            created_at: components["schemas"]["CreatedAt"];
            currency: components["schemas"]["Currency"];
            /** @description Id of the dispute */
            dispute_id: string;
            /**
             * Format: double
             * @description The provider's fee for the dispute
             */
            fee: number;
            org_id: components["schemas"]["OrgId"];
            /** @description Id of the payment */
            payment_id: string;
            provider: components["schemas"]["ProviderName"];
            /** @description The dispute's id at the provider */
            provider_dispute_id: string;
            /** @description The provider's own word */
            provider_status: string;
            /** @description Why the payer objects, as the provider says it; null: unknown */
            reason: string | null;
            /** @description The time until which evidence is accepted; null if the provider sets no limit */
            respond_by: string | null;
            /** @description When the evidence was submitted; null before */
            responded_at: string | null;
            status: components["schemas"]["DisputeStatus"];
            updated_at: components["schemas"]["UpdatedAt"];
        };
        DisputeSummaryList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["DisputeSummary"][];
        };
        /** @description The standard error */
        Error: {
            /** @description The approval that was requested (`APPROVAL_REQUIRED`) */
            approval_id?: string;
            /** @description What may be spent (`INSUFFICIENT_FUNDS`) */
            available?: number;
            code: components["schemas"]["ErrorCode"];
            /** @description Of `available` and `needed` */
            currency?: string;
            /** @description What to correct, field by field */
            details?: components["schemas"]["ErrorDetail"][];
            /** @description On a 500: the request id to quote to support */
            error?: string;
            /** @description What happened, in a sentence for people; its wording may change */
            message: string;
            /** @description What was to be taken (`INSUFFICIENT_FUNDS`) */
            needed?: number;
            /**
             * @description Always `error`, which distinguishes an error from a success
             * @enum {string}
             */
            status: "error";
        };
        /**
         * @description - `ACCOUNT_EXISTS` (409): The user has an account in this currency. Use it: `GET /virtual-accounts`.
         *     - `ACCOUNT_NOT_EMPTY` (409): The account to be closed has money. Withdraw or transfer it first.
         *     - `ADDRESS_NOT_ALLOWED` (403): The API key may not be used from this address. Change `allowed_addresses`.
         *     - `ALL_PROVIDERS_FAILED` (502): Every provider refused; nothing was charged or paid, and the payment is `failed`. Read `payment_id` for the reasons; start a new payment, perhaps by another method.
         *     - `ALREADY_A_MEMBER` (409): The person is a member of the organization. Change the member instead.
         *     - `AMOUNT_MISMATCH` (400): The amount is not what the payment link costs now. Read the link again.
         *     - `APPROVAL_REQUIRED` (409): The request moves money, gives power or loosens a control, and waits for another person. Have somebody approve `approval_id` (`GET /approvals`). That carries it out; do not repeat it.
         *     - `BAD_REQUEST` (400, 408, 431): The request is not HTTP that we accept. Correct what the message names.
         *     - `BENEFICIARY_MISMATCH` (400): The details differ from the beneficiary's, and payouts go to registered accounts only. Leave the details out, or register the account.
         *     - `BENEFICIARY_NOT_FOUND` (400, 404): The organization has no such beneficiary. Use an id from `GET /beneficiaries`.
         *     - `CARD_BLOCKED` (409): The card was reported lost, stolen, closed or invalid, or was declined 15 times in 30 days. Use another card.
         *     - `CHALLENGE_REQUIRED` (403): Many cards were tried at this link or from this address. Have the payer solve the challenge; send its `challenge_token`.
         *     - `CLIENT_GONE` (499): The client left before anything was done. Send the request again.
         *     - `CREDENTIALS_EXPIRED` (401): The token or API key has expired. `POST /identity/token`, or a new key.
         *     - `CREDENTIALS_MALFORMED` (401): A header is doubled or holds no credential. Send `Bearer <JWT>`, or a key.
         *     - `CREDENTIALS_MISSING` (401): A header is missing, or both hold `NONE`. Send both, one as `NONE`.
         *     - `DISPUTE_ANSWER_REFUSED` (502): The provider refused the response to a dispute. Change the evidence; submit again.
         *     - `DUPLICATE_INVITE` (409): The e-mail address has an open invite. Withdraw that invite or send it again.
         *     - `EMAIL_TAKEN` (409): A user has this e-mail address. Add that user as a member, or use another address.
         *     - `EXCEEDS_FUNDING` (409): The escrow project needs less. Fund at most what the message names.
         *     - `FEATURE_DISABLED` (403): The organization lacks the feature. Have the platform enable it.
         *     - `FORBIDDEN` (403): The credential's role or permissions do not allow the call. Use another, or ask an org-admin for the permission.
         *     - `IDEMPOTENCY_CONFLICT` (409): The `Idempotency-Key` was used with another request, or its first request still runs. With `Retry-After`, send the same request again. Otherwise use a new key.
         *     - `INSUFFICIENT_FUNDS` (409): `available` does not cover what is `needed`, fees included. Send less, or wait until money has arrived.
         *     - `INTERNAL` (500): Something went wrong on our side. Send a POST again with the same `Idempotency-Key`; if the error persists, quote the request id.
         *     - `INVALID_CURSOR` (400): The cursor is malformed, or of another list. Read from the first page.
         *     - `INVALID_OTP` (400): The one-time password is wrong; the third wrong one fails the payment. Ask again, or `resend_otp`.
         *     - `INVALID_STATE` (409): The resource's state does not allow this. Read it; its `actions`, if any, say what may be done.
         *     - `KYB_REQUIRED` (403): The business verification is not approved. `POST /organizations/{org_id}/kyb`.
         *     - `LAST_ORG_ADMIN` (409): An organization must keep at least one org-admin. Appoint another org-admin first.
         *     - `LIMIT_EXCEEDED` (409): A limit of the organization, key, payee, customer or rate lock is reached. Wait as the message says, or have it changed.
         *     - `LINK_BUSY` (409): Another payment of a fixed payment link is in progress. Try again after `Retry-After`.
         *     - `LINK_EXPIRED` (400): The link of an e-mail was used, or is too old. Ask for a new one.
         *     - `LINK_NOT_PAYABLE` (409): The payment link is paid, expired or disabled. Ask for a new link.
         *     - `METHOD_NOT_ALLOWED` (405): The path does not support the method. Use a method of the `Allow` header.
         *     - `NETWORK_NOT_SUPPORTED` (400): The network is not one of the country or currency. See `POST /externals/networks`.
         *     - `NOT_FOUND` (404): The path does not exist. A missing resource has its own code, such as `INVITE_NOT_FOUND`. Check the address.
         *     - `NOT_FUNDED` (409): The milestone is not fully funded. Fund the project, then release.
         *     - `ORGANIZATION_REQUIRED` (400): The credential belongs to no organization. Name one by `org_id`.
         *     - `ORGANIZATION_SUSPENDED` (403): The platform suspended the organization. Ask the platform.
         *     - `PASSWORD_WRONG` (400): The current password is wrong. Send the right one, or reset it.
         *     - `PAYLOAD_TOO_LARGE` (413): The body exceeds 1 MiB, for a payout batch 32 MiB. Send less.
         *     - `PAYMENT_NOT_FOUND` (404): The organization has no such payment. Check the id and the credential.
         *     - `PERSON_REQUIRED` (403): An API key may not do this. Sign in as a person.
         *     - `PROVIDER_UNAVAILABLE` (502): The provider did not answer. Read the resource, since it may be done; then try again.
         *     - `QUOTE_EXPIRED` (400): The quote has expired, was used, or the live rate left it. Make a new one: `POST /quotes`.
         *     - `QUOTE_MISMATCH` (400): Amount, currency, direction, method or country differ from the quote. Send what was quoted, or quote again.
         *     - `QUOTE_NOT_FOUND` (400, 404): The organization has no such quote. Make one: `POST /quotes`.
         *     - `RATE_LIMITED` (429): Too many requests from this credential or address. Wait for `Retry-After`.
         *     - `RATE_MISMATCH` (400): The rate no longer matches the locked or live one: drift, direction, pair, a used lock, or differing amounts. Fetch the rate in the direction of the funds, and send it at once.
         *     - `RATE_NOT_FOUND` (400, 404): The organization has no such rate lock, or the pair has no rate. Lock one: `GET /organizations/admin/exchange-rate`.
         *     - `RATE_REQUIRED` (400): The currencies differ and `org_rate_id` is missing. Lock a rate and send its id.
         *     - `REFERENCE_USED` (409): The organization accepts a `client_reference` once. Read the payment that the error names, or use a new reference.
         *     - `REFUND_REFUSED` (502): The provider refused the refund. Read the reason; a payout may do instead.
         *     - `ROUTING_CONFIG_NOT_FOUND` (422): No provider config serves this country, method, direction, currency and amount. Offer another method, or add a provider config.
         *     - `SCOPE_REQUIRED` (403): The API key lacks a scope. Use a key with the scope.
         *     - `SECOND_FACTOR_REQUIRED` (401, 403, 409): A second factor is required, and the sign-in had none. Sign in with `code` of the authenticator app; set one up first.
         *     - `SECOND_FACTOR_WRONG` (400, 401): The code of the second factor is wrong or was used. Send the next one, or an unused recovery code.
         *     - `SECOND_PERSON_REQUIRED` (403): Who asked for it may not decide it. Have another person do it.
         *     - `SESSION_SWITCHED` (409): Another window switched the organization or person. Load the page again.
         *     - `SIGNATURE_INVALID` (401): The signature of a callback is wrong. Sign the bytes that are sent.
         *     - `SIGN_IN_CLOSED` (403): People sign in or up elsewhere. Use the identity provider, or an invitation.
         *     - `SIGN_IN_REFUSED` (401): The password or another proof is wrong. Start the sign-in again.
         *     - `SPLITS_INCOMPLETE` (409): The shares do not cover the milestone. Change them so that they do.
         *     - `STEP_UP_REQUIRED` (403): The action cannot be undone, and the second factor, or the sign-in elsewhere, is older than five minutes. Give it again, then send the same request. A program uses an API key.
         *     - `UNAUTHORIZED` (401): The credential is unknown or revoked, two disagree, or another site sent it. Send a valid one.
         *     - `UNAVAILABLE` (503): A temporary problem of ours: database, overload, shutdown, stale rates. Send the same request again after `Retry-After`, with the same `Idempotency-Key`.
         *     - `UNSUPPORTED_MEDIA_TYPE` (415): The body is not JSON. Send `Content-Type: application/json`.
         *     - `VALIDATION_ERROR` (400): A field is missing, or of a wrong type or value. Correct what `details` names.
         *     - `WEBHOOK_LIMIT_REACHED` (409): The organization has the most webhook endpoints allowed. Delete one first.
         * @enum {string}
         */
        ErrorCode: "ACCOUNT_EXISTS" | "ACCOUNT_NOT_EMPTY" | "ADDRESS_NOT_ALLOWED" | "ALL_PROVIDERS_FAILED" | "ALREADY_A_MEMBER" | "AMOUNT_MISMATCH" | "APPROVAL_REQUIRED" | "BAD_REQUEST" | "BENEFICIARY_MISMATCH" | "BENEFICIARY_NOT_FOUND" | "CARD_BLOCKED" | "CHALLENGE_REQUIRED" | "CLIENT_GONE" | "CREDENTIALS_EXPIRED" | "CREDENTIALS_MALFORMED" | "CREDENTIALS_MISSING" | "DISPUTE_ANSWER_REFUSED" | "DUPLICATE_INVITE" | "EMAIL_TAKEN" | "EXCEEDS_FUNDING" | "FEATURE_DISABLED" | "FORBIDDEN" | "IDEMPOTENCY_CONFLICT" | "INSUFFICIENT_FUNDS" | "INTERNAL" | "INVALID_CURSOR" | "INVALID_OTP" | "INVALID_STATE" | "KYB_REQUIRED" | "LAST_ORG_ADMIN" | "LIMIT_EXCEEDED" | "LINK_BUSY" | "LINK_EXPIRED" | "LINK_NOT_PAYABLE" | "METHOD_NOT_ALLOWED" | "NETWORK_NOT_SUPPORTED" | "NOT_FOUND" | "NOT_FUNDED" | "ORGANIZATION_REQUIRED" | "ORGANIZATION_SUSPENDED" | "PASSWORD_WRONG" | "PAYLOAD_TOO_LARGE" | "PAYMENT_NOT_FOUND" | "PERSON_REQUIRED" | "PROVIDER_UNAVAILABLE" | "QUOTE_EXPIRED" | "QUOTE_MISMATCH" | "QUOTE_NOT_FOUND" | "RATE_LIMITED" | "RATE_MISMATCH" | "RATE_NOT_FOUND" | "RATE_REQUIRED" | "REFERENCE_USED" | "REFUND_REFUSED" | "ROUTING_CONFIG_NOT_FOUND" | "SCOPE_REQUIRED" | "SECOND_FACTOR_REQUIRED" | "SECOND_FACTOR_WRONG" | "SECOND_PERSON_REQUIRED" | "SESSION_SWITCHED" | "SIGNATURE_INVALID" | "SIGN_IN_CLOSED" | "SIGN_IN_REFUSED" | "SPLITS_INCOMPLETE" | "STEP_UP_REQUIRED" | "UNAUTHORIZED" | "UNAVAILABLE" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION_ERROR" | "WEBHOOK_LIMIT_REACHED" | "ACCOUNT_NOT_FOUND" | "ADJUSTMENT_NOT_FOUND" | "API_KEY_NOT_FOUND" | "APPROVAL_NOT_FOUND" | "CONTRACT_NOT_FOUND" | "CUSTOMER_NOT_FOUND" | "DELIVERY_NOT_FOUND" | "DEMO_KEY_NOT_FOUND" | "DISBURSEMENT_NOT_FOUND" | "DISPUTE_NOT_FOUND" | "ESCROW_PROJECT_NOT_FOUND" | "EVENT_NOT_FOUND" | "EXCEPTION_NOT_FOUND" | "EXPORT_NOT_FOUND" | "FAILURE_CAUSE_NOT_FOUND" | "MAINTENANCE_WINDOW_NOT_FOUND" | "FEE_SCHEDULE_NOT_FOUND" | "FILE_NOT_FOUND" | "IMPORT_NOT_FOUND" | "INVITE_NOT_FOUND" | "LOGO_NOT_FOUND" | "MEMBER_NOT_FOUND" | "MILESTONE_NOT_FOUND" | "NOTIFICATION_NOT_FOUND" | "ORGANIZATION_NOT_FOUND" | "PAGE_NOT_FOUND" | "PARTY_NOT_FOUND" | "PASSKEY_NOT_FOUND" | "PASSWORD_NOT_FOUND" | "PAYMENT_LINK_NOT_FOUND" | "PAYOUT_BATCH_NOT_FOUND" | "PROVIDER_NOT_FOUND" | "PROVIDER_CONFIG_NOT_FOUND" | "PROVIDER_SETTINGS_NOT_FOUND" | "RATE_LOCK_NOT_FOUND" | "RECEIPT_NOT_FOUND" | "RECONCILIATION_ITEM_NOT_FOUND" | "REFUND_NOT_FOUND" | "REPORT_NOT_FOUND" | "SAVED_VIEW_NOT_FOUND" | "SCRIPT_NOT_FOUND" | "SENDER_NOT_FOUND" | "SESSION_NOT_FOUND" | "STOP_NOT_FOUND" | "SETTLEMENT_ACCOUNT_NOT_FOUND" | "TRANSACTION_NOT_FOUND" | "USER_NOT_FOUND" | "VERIFICATION_REQUEST_NOT_FOUND" | "VIRTUAL_ACCOUNT_NOT_FOUND" | "WEBHOOK_NOT_FOUND";
        ErrorDetail: {
            /** @description What happened, in a sentence for people; its wording may change */
            message: string;
            /** @description Path of the field, with dots between its parts */
            path: string;
        };
        /** @description The contract of a milestone */
        EscrowContract: {
            /** @description When the contract was approved; null before */
            approved_at: string | null;
            /** @description The user who approved the contract; null before */
            approved_by: string | null;
            /** @description Address of the contract's document; null: the contract is text */
            document_url: string | null;
            /** @description Id of the milestone */
            milestone_id: string;
            /**
             * @description approved: the milestone can be released
             * @enum {string}
             */
            status: "submitted" | "approved";
            /**
             * Format: date-time
             * @description When the contract was submitted
             */
            submitted_at: string;
            /** @description The user who submitted the contract */
            submitted_by: string;
            /** @description The text of the contract; null: the contract is a document */
            terms: string | null;
            /** @description Name of the contract */
            title: string;
        };
        EscrowContractInput: {
            /** @description Address of the contract's document; null: the contract is text */
            document_url?: string | null;
            /** @description The text of the contract; null: it is a document */
            terms?: string | null;
            /** @description Name of the contract */
            title?: string;
        };
        EscrowContractResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["EscrowContract"];
        };
        EscrowFunding: {
            /** @description The virtual account that paid; null: a payin did */
            account_id: string | null;
            amount: components["schemas"]["Amount"];
            created_at: components["schemas"]["CreatedAt"];
            /** @description Who funded the project */
            created_by: string;
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            /** @description Id of the funding */
            funding_id: string;
            /** @description Id of the payment; null or absent while there is none */
            payment_id: string | null;
            /**
             * Format: double
             * @description The amount refunded so far
             */
            refunded_amount: number;
            /**
             * @description Where the money came from: a virtual account, or a payin
             * @enum {string}
             */
            source: "virtual_account" | "payin";
            status: components["schemas"]["DisbursementStatus"];
            updated_at: components["schemas"]["UpdatedAt"];
        };
        EscrowFundingList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["EscrowFunding"][];
        };
        EscrowFundingRequest: {
            /** @description The virtual account that pays */
            account_id?: string | null;
            /**
             * Format: double
             * @description The amount to fund, in the project's currency
             */
            amount: number;
            /** @description The payin that funds the project */
            payment?: components["schemas"]["CollectingPayin"] | null;
        };
        /** @description The funding, and the project after it */
        EscrowFundingResult: {
            /** @description The virtual account that paid; null: a payin did */
            account_id: string | null;
            amount: components["schemas"]["Amount"];
            created_at: components["schemas"]["CreatedAt"];
            /** @description Who funded the project */
            created_by: string;
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            escrow: components["schemas"]["EscrowProjectWithParts"];
            /** @description Id of the funding */
            funding_id: string;
            payment?: components["schemas"]["InitiatedPayment"];
            /** @description Id of the payment; null or absent while there is none */
            payment_id: string | null;
            /**
             * Format: double
             * @description The amount refunded so far
             */
            refunded_amount: number;
            /**
             * @description Where the money came from: a virtual account, or a payin
             * @enum {string}
             */
            source: "virtual_account" | "payin";
            status: components["schemas"]["DisbursementStatus"];
            updated_at: components["schemas"]["UpdatedAt"];
        };
        EscrowFundingResultResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["EscrowFundingResult"];
        };
        /** @description A party that gets a share of the milestones */
        EscrowParty: {
            /** @description The virtual account that the party is paid to; null: the party is paid by payout */
            account_id: string | null;
            /** @description The registered beneficiary who is paid */
            beneficiary_id: string | null;
            created_at: components["schemas"]["CreatedAt"];
            /** @description E-mail address */
            email: string | null;
            /** @description Who the party is */
            name: string;
            /** @description Id of the party */
            party_id: string;
            /** @description The party's part in the project: seller, contractor, agent and so on */
            role: string;
            updated_at: components["schemas"]["UpdatedAt"];
        };
        EscrowPartyChange: {
            /** @description Paid to a virtual account of the organization */
            account_id?: string | null;
            /** @description Paid by payout */
            beneficiary_id?: string | null;
            /** @description E-mail address */
            email?: string | null;
            /** @description Who the party is */
            name?: string;
            /** @description seller, contractor, agent, ... */
            role?: string;
        };
        EscrowPartyInput: {
            /** @description Paid to a virtual account of the organization */
            account_id?: string | null;
            /** @description Paid by payout */
            beneficiary_id?: string | null;
            /** @description E-mail address */
            email?: string | null;
            /** @description Who the party is */
            name: string;
            /** @description seller, contractor, agent, ... */
            role: string;
        };
        EscrowPartyList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["EscrowParty"][];
        };
        EscrowPartyResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["EscrowParty"];
        };
        EscrowProject: {
            created_at: components["schemas"]["CreatedAt"];
            /** @description Who created the project */
            created_by: string;
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            /** @description Free text for people */
            description: string | null;
            /** @description Id of the escrow project */
            escrow_id: string;
            org_id: components["schemas"]["OrgId"];
            status: components["schemas"]["EscrowStatus"];
            /** @description What the project is */
            title: string;
            /**
             * Format: double
             * @description The total price of the project
             */
            total_amount: number;
            updated_at: components["schemas"]["UpdatedAt"];
        };
        EscrowProjectChange: {
            /** @description Free text for people */
            description?: string | null;
            /** @description What the project is */
            title?: string;
            /**
             * Format: double
             * @description The total price of the project
             */
            total_amount?: number;
        };
        EscrowProjectInput: {
            /** @description ISO 4217 */
            currency: string;
            /** @description Free text for people */
            description?: string | null;
            /** @description For the platform */
            org_id?: string;
            /** @description What the project is */
            title: string;
            /**
             * Format: double
             * @description The total price of the project
             */
            total_amount: number;
        };
        EscrowProjectList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["EscrowProject"][];
        };
        /** @description A project with its parties and milestones */
        EscrowProjectWithParts: {
            created_at: components["schemas"]["CreatedAt"];
            /** @description Who created the project */
            created_by: string;
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            /** @description Free text for people */
            description: string | null;
            /** @description Id of the escrow project */
            escrow_id: string;
            /**
             * Format: double
             * @description The money that was paid into the project
             */
            funded_amount: number;
            /** @description The milestones, in the order of funding */
            milestones: components["schemas"]["Milestone"][];
            org_id: components["schemas"]["OrgId"];
            /** @description Who gets which share */
            parties: components["schemas"]["EscrowParty"][];
            /**
             * Format: double
             * @description Payins into the project that are in progress
             */
            pending_funding: number;
            status: components["schemas"]["EscrowStatus"];
            /** @description What the project is */
            title: string;
            /**
             * Format: double
             * @description The total price of the project
             */
            total_amount: number;
            /**
             * Format: double
             * @description Money that was paid in and neither released nor refunded
             */
            unspent_amount: number;
            updated_at: components["schemas"]["UpdatedAt"];
        };
        EscrowProjectWithPartsResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["EscrowProjectWithParts"];
        };
        EscrowReason: {
            /** @description The reason, for the audit log */
            reason?: string | null;
        };
        /**
         * @description Status of an escrow project: a draft can be changed, an active project can be funded
         * @enum {string}
         */
        EscrowStatus: "draft" | "active" | "completed" | "canceled";
        /** @description Exactly the signed and delivered text */
        Event: {
            created_at: components["schemas"]["CreatedAt"];
            /** @description The resource as its read endpoint shows it, with `sequence` */
            data: {
                [key: string]: unknown;
            };
            /** @description Id of the event. The same event may arrive more than once, so process each id once */
            event_id: string;
            event_type: components["schemas"]["EventType"];
            org_id: components["schemas"]["OrgId"];
        };
        EventList: {
            /** @description This page */
            data: components["schemas"]["Event"][];
            /** @description Cursor: send it as the query parameter of this name for the next page; null on the last page */
            last_evaluated_key: string | null;
            message: components["schemas"]["Message"];
            meta: components["schemas"]["EventPage"];
            status: components["schemas"]["SuccessStatus"];
        };
        /** @description Whether more follow, and from where to continue */
        EventPage: {
            /** @description The number of items */
            count: number;
            /** @description Only with `order=asc`: the position after this page. Send it as `last_evaluated_key` to continue from here, even if there are no further events yet */
            follow_key?: string;
            /** @description Whether another page follows */
            has_more: boolean;
            /** @description Cursor: send it as the query parameter of this name for the next page; null on the last page */
            last_evaluated_key: string | null;
            /** @description The number of items over all pages, if they are counted */
            total_count?: number;
        };
        EventResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["Event"];
        };
        /**
         * @description A type of event, as listed under `webhooks`
         * @enum {string}
         */
        EventType: "payment.processing" | "payment.pending" | "payment.completed" | "payment.failed" | "payment.refunded" | "payment.canceled" | "transaction.updated" | "ramp.collected" | "ramp.refunding" | "ramp.completed" | "ramp.failed" | "ramp.canceled" | "refund.requested" | "refund.completed" | "refund.failed" | "dispute.opened" | "dispute.updated" | "dispute.under_review" | "dispute.won" | "dispute.lost" | "dispute.accepted" | "dispute.expired" | "reconciliation.item_opened" | "reconciliation.item_resolved" | "virtual_account.deposit" | "virtual_account.withdrawal" | "virtual_account.frozen" | "virtual_account.unfrozen" | "escrow.milestone.funded" | "escrow.milestone.disbursed" | "escrow.milestone.approval_revoked" | "escrow.disbursement.completed" | "escrow.disbursement.failed" | "payment_link.paid" | "approval.requested" | "approval.approved" | "approval.rejected" | "payout_batch.ready" | "payout_batch.sending" | "payout_batch.paused" | "payout_batch.completed" | "payout_batch.canceled" | "payout_batch.rejected" | "export.completed" | "export.failed" | "float.low" | "corridor.degraded" | "corridor.recovered" | "api_key.expiring" | "kyb.approved" | "kyb.rejected" | "kyc.approved" | "kyc.rejected";
        /** @description A file with an organization's data, made in the background */
        Export: {
            created_at: components["schemas"]["CreatedAt"];
            /** @description Address of the file. It needs no credential: anybody who has the address can read the file. Read the export again for a new address */
            download_url?: string;
            /**
             * Format: date-time
             * @description The time until which the download address works
             */
            download_url_expires_at?: string;
            /**
             * Format: date-time
             * @description When the file of the export is deleted
             */
            expires_at?: string;
            /** @description Id of the export */
            export_id: string;
            /** @description Why it failed, in words; null or absent: it did not fail */
            failure_reason?: string;
            filters: components["schemas"]["ExportFilters"];
            /**
             * Format: date-time
             * @description When the file was complete or the export failed; absent before
             */
            finished_at?: string;
            /**
             * @description Format of the file
             * @enum {string}
             */
            format: "csv" | "jsonl" | "parquet";
            /**
             * @description What the export contains
             * @enum {string}
             */
            kind: "transactions" | "ledger" | "fees" | "audit";
            org_id: components["schemas"]["OrgId"];
            /** @description The person or API key that made the request */
            requested_by: string;
            /** @description The number of rows written so far */
            rows_done: number;
            /** @description The total number of rows, known once the export has started */
            rows_total?: number;
            /** @description Whether `rows_total` is an estimate, until it is completed */
            rows_total_is_estimate?: boolean;
            /** @description Size of the file so far, in bytes */
            size_bytes: number;
            /**
             * @description Status of the export. expired: its file was deleted
             * @enum {string}
             */
            status: "pending" | "running" | "completed" | "failed" | "expired";
            /**
             * Format: date-time
             * @description The time of the request; later rows are not included
             */
            until: string;
            updated_at: components["schemas"]["UpdatedAt"];
        };
        ExportEvent: components["schemas"]["SentEvent"] & {
            data: components["schemas"]["ExportEventData"];
            /**
             * @description What happened
             * @enum {string}
             */
            event_type: "export.completed" | "export.failed";
        };
        /** @description The fields of `Export` at the time of the event, without `download_url` and `download_url_expires_at` */
        ExportEventData: {
            created_at: components["schemas"]["CreatedAt"];
            /**
             * Format: date-time
             * @description When the file of the export is deleted
             */
            expires_at?: string;
            /** @description Id of the export */
            export_id: string;
            /** @description Why it failed, in words; null or absent: it did not fail */
            failure_reason?: string;
            filters: components["schemas"]["ExportFilters"];
            /**
             * Format: date-time
             * @description When the file was complete or the export failed; absent before
             */
            finished_at?: string;
            /**
             * @description Format of the file
             * @enum {string}
             */
            format: "csv" | "jsonl" | "parquet";
            /**
             * @description What the export contains
             * @enum {string}
             */
            kind: "transactions" | "ledger" | "fees" | "audit";
            org_id: components["schemas"]["OrgId"];
            /** @description The person or API key that made the request */
            requested_by: string;
            /** @description The number of rows written so far */
            rows_done: number;
            /** @description The total number of rows, known once the export has started */
            rows_total?: number;
            /** @description Whether `rows_total` is an estimate, until it is completed */
            rows_total_is_estimate?: boolean;
            /** @description Orders the events of one resource */
            sequence: number;
            /** @description Size of the file so far, in bytes */
            size_bytes: number;
            /**
             * @description Status of the export. expired: its file was deleted
             * @enum {string}
             */
            status: "pending" | "running" | "completed" | "failed" | "expired";
            /**
             * Format: date-time
             * @description The time of the request; later rows are not included
             */
            until: string;
            updated_at: components["schemas"]["UpdatedAt"];
        };
        /** @description The filters of the export */
        ExportFilters: {
            /** @description Only entries of the audit log with this action */
            action?: string;
            currency?: components["schemas"]["Currency"];
            /** @description First day or instant of the range */
            date_from?: string;
            /** @description Last day or instant of the range */
            date_to?: string;
            /** @description Only entries of the audit log about this resource */
            resource_id?: string;
            /** @description Only payments with this status; absent: any status */
            status?: string;
        };
        ExportInput: {
            /** @description For the audit log: as its list filters */
            action?: string;
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency?: string;
            /**
             * Format: date-or-date-time
             * @description ISO 8601 date or date-time, inclusive
             */
            date_from?: string;
            /**
             * Format: date-or-date-time
             * @description ISO 8601 date (inclusive) or date-time (exclusive)
             */
            date_to?: string;
            /**
             * @description Format of the file
             * @default csv
             * @enum {string}
             */
            format?: "csv" | "jsonl" | "parquet";
            /**
             * @description What the export contains
             * @enum {string}
             */
            kind: "transactions" | "ledger" | "fees" | "audit";
            /** @description For the platform */
            org_id?: string;
            /** @description For the audit log, as well */
            resource_id?: string;
            /** @description For transactions and fees: a status of payments */
            status?: string;
        };
        ExportResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["Export"];
        };
        ExportSummary: {
            created_at: components["schemas"]["CreatedAt"];
            /**
             * Format: date-time
             * @description When the file of the export is deleted
             */
            expires_at?: string;
            /** @description Id of the export */
            export_id: string;
            /** @description Why it failed, in words; null or absent: it did not fail */
            failure_reason?: string;
            filters: components["schemas"]["ExportSummaryFilters"];
            /**
             * Format: date-time
             * @description When the file was complete or the export failed; absent before
             */
            finished_at?: string;
            /**
             * @description Format of the file
             * @enum {string}
             */
            format: "csv" | "jsonl" | "parquet";
            /**
             * @description What the export contains
             * @enum {string}
             */
            kind: "transactions" | "ledger" | "fees" | "audit";
            org_id: components["schemas"]["OrgId"];
            /** @description The person or API key that made the request */
            requested_by: string;
            /** @description The number of rows written so far */
            rows_done: number;
            /** @description The total number of rows, known once the export has started */
            rows_total?: number;
            /** @description Whether `rows_total` is an estimate, until it is completed */
            rows_total_is_estimate?: boolean;
            /** @description Size of the file so far, in bytes */
            size_bytes: number;
            /**
             * @description Status of the export. expired: its file was deleted
             * @enum {string}
             */
            status: "pending" | "running" | "completed" | "failed" | "expired";
            /**
             * Format: date-time
             * @description The time of the request; later rows are not included
             */
            until: string;
            updated_at: components["schemas"]["UpdatedAt"];
        };
        /** @description The filters of the export */
        ExportSummaryFilters: {
            /** @description Only entries of the audit log with this action */
            action?: string;
            currency?: components["schemas"]["Currency"];
            /** @description First day or instant of the range */
            date_from?: string;
            /** @description Last day or instant of the range */
            date_to?: string;
            /** @description Only entries of the audit log about this resource */
            resource_id?: string;
            /** @description Only payments with this status; absent: any status */
            status?: string;
        };
        ExportSummaryList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["ExportSummary"][];
        };
        FailingProvider: {
            /**
             * Format: double
             * @description accepted / attempts; null without attempts
             */
            acceptance_rate: number | null;
            /** @description How many attempts the provider accepted */
            accepted: number;
            /** @description How many times finished payments were sent to the provider */
            attempts: number;
            /**
             * @description closed: it is used; open: it is tried last after failures; half_open: it is being tried again
             * @enum {string}
             */
            circuit: "closed" | "open" | "half_open";
            /** @description Name of the provider */
            provider: string;
        };
        /**
         * @description Why a payment failed, as far as the provider's answer tells
         * @enum {string}
         */
        FailureCause: "funds" | "limit" | "wrong_code" | "timeout" | "network_down" | "not_allowed" | "card_expired" | "declined" | "other";
        /** @enum {string} */
        Feature: "payments" | "ramps" | "virtual_accounts" | "escrow" | "payment_links";
        /** @description The fee for payments of a corridor */
        FeeSchedule: {
            /** @description Country by ISO 3166-1 alpha-2 */
            country: string | null;
            created_at: components["schemas"]["CreatedAt"];
            currency: components["schemas"]["Currency"];
            /** @description The direction of the payment; null: any */
            direction: string | null;
            /** @description Id of the fee schedule */
            fee_id: string;
            /**
             * Format: double
             * @description Fixed fee for each payment, in `currency`
             */
            fixed_amount: number;
            /** @description Whether it is used; an inactive one is only stored */
            is_active: boolean;
            /**
             * Format: double
             * @description The highest fee that is charged; null: no limit
             */
            max_fee: number | null;
            /**
             * Format: double
             * @description The lowest fee that is charged; null: no limit
             */
            min_fee: number | null;
            /** @description A name for people */
            name: string;
            /** @description The organization that the resource belongs to */
            org_id: string | null;
            /** @description The payment method; null: any */
            payment_method: string | null;
            /**
             * Format: double
             * @description Percentage of the payment's amount, in addition to `fixed_amount`
             */
            percent: number;
            updated_at: components["schemas"]["UpdatedAt"];
        };
        FeeScheduleList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["FeeSchedule"][];
        };
        FeeScheduleResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["FeeSchedule"];
        };
        FloatEvent: components["schemas"]["SentEvent"] & {
            data: components["schemas"]["FloatEventData"];
            /**
             * @description What happened
             * @enum {string}
             */
            event_type: "float.low";
        };
        /** @description The fields of `ProviderFloat` at the time of the event */
        FloatEventData: components["schemas"]["ProviderFloat"] & {
            /** @description Orders the events of one resource */
            sequence: number;
        };
        /**
         * @description Whether the money that was paid in covers a milestone
         * @enum {string}
         */
        FundingStatus: "unfunded" | "partially_funded" | "funded";
        /** @description The countries of users and payments */
        Geography: {
            /** @description Figures for each country */
            countries: components["schemas"]["CountryCount"][];
            /** @description First day or instant of the range */
            date_from: string | null;
            /** @description Last day or instant of the range */
            date_to: string | null;
            /** @description The number of payments in all countries */
            total_payments: number;
            /** @description The number of users in all countries */
            total_users: number;
        };
        GeographyResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["Geography"];
        };
        GetProviderHealthAnswer: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["GetProviderHealthAnswerDataItem"][];
        };
        GetProviderHealthAnswerDataItem: {
            /** @description Corridors with a provider config that the provider itself reports as closed at present */
            closed_corridors: components["schemas"]["GetProviderHealthAnswerDataItemClosedCorridorsItem"][];
            /** @description How its payments end, by corridor and network */
            corridors: components["schemas"]["CorridorHealth"][];
            /** @description How many times in a row the provider could not be reached */
            faults: number;
            /** @description Maintenance that is planned or under way */
            maintenance: components["schemas"]["MaintenanceWindow"][];
            /** @description Name of the provider */
            provider: string;
            /**
             * @description Of its circuit. closed: it is reached; open: it could not be, and is tried last; half_open: it is tried again
             * @enum {string}
             */
            state: "closed" | "open" | "half_open";
        };
        GetProviderHealthAnswerDataItemClosedCorridorsItem: {
            country: components["schemas"]["Country"];
            /** @description inbound, outbound or external */
            direction: string;
            /** @description The payment method */
            payment_method: string;
        };
        /** @description The payment, with the provider's instructions */
        InitiatedPayment: {
            /** @description Where the account is */
            account_country?: string;
            /** @description Name of the account holder, as the bank knows it */
            account_name?: string;
            /** @description National account number, or IBAN */
            account_number?: string;
            amount?: components["schemas"]["Amount"];
            /** @description Code of the bank, as `/externals/banks` lists it */
            bank_code?: string | null;
            /** @description The bank's name */
            bank_name?: string;
            /** @description BIC of the bank */
            bic?: string;
            currency?: components["schemas"]["Currency"];
            /**
             * Format: date-time
             * @description When it is canceled unless it is paid; absent: never
             */
            expires_at?: string;
            /** @description IBAN, where it has one */
            iban?: string;
            /** @description What happens next, for people */
            message: string | null;
            mobile_money?: components["schemas"]["PhoneApproval"];
            next_action?: components["schemas"]["NextAction"];
            /** @description The request as the service understood it */
            payment_data: components["schemas"]["PaymentEcho"] | null;
            /** @description Id of the payment */
            payment_id: string;
            /** @description The page on which the customer pays; null: none */
            payment_link?: string;
            /** @description The provider that accepted it; null: none yet */
            provider: string | null;
            /** @description Content of a QR code for bank apps */
            qr_code?: string;
            /** @description The page to which to send the customer; null: none */
            redirect_url?: string | null;
            /** @description The reference to write on the transfer */
            reference?: string;
            /** @description Sort code, in Britain */
            sort_code?: string;
            status: components["schemas"]["PaymentStatus"];
            /** @description Whether the request succeeded */
            success: boolean;
            /** @description The payment's second id, for lists and support */
            transaction_id: string;
        } & {
            [key: string]: unknown;
        };
        /** @description The ramp, with what the customer must transfer */
        InitiatedRamp: {
            /**
             * Format: double
             * @description Amount of the crypto side of the ramp, at the asset's decimals
             */
            crypto_amount: number;
            /** @description Code of the crypto asset, such as USDT */
            crypto_currency: string;
            /** @description Name of the blockchain, such as TRON */
            crypto_network: string;
            /**
             * @description on_ramp: fiat to crypto; off_ramp: crypto to fiat
             * @enum {string}
             */
            direction: "on_ramp" | "off_ramp";
            /**
             * Format: date-time
             * @description When it is canceled unless it is paid
             */
            expires_at?: string;
            /**
             * Format: double
             * @description Amount of the fiat side of the ramp
             */
            fiat_amount: number;
            /** @description Currency of the fiat side, by ISO 4217 */
            fiat_currency: string;
            /** @description What happens next, for people */
            message: string;
            next_action?: components["schemas"]["NextAction"];
            /** @description Id of the payment */
            payment_id: string;
            payment_instructions?: components["schemas"]["PaymentInstructions"];
            /** @description Name of the provider; null: none yet */
            provider?: string;
            /**
             * Format: double
             * @description The live or quoted rate at which the amounts were computed, in the direction of the funds
             */
            rate: number;
            status: components["schemas"]["PaymentStatus"];
            /** @description Whether the request succeeded */
            success: boolean;
            /** @description The payment's second id, for lists and support */
            transaction_id: string;
        } & {
            [key: string]: unknown;
        };
        InitiateRampAnswer: {
            response: components["schemas"]["InitiatedRamp"];
            /** @description The HTTP status, repeated in the body */
            statusCode: number;
        };
        /** @description The error of everything under `/payments-init` */
        InitiationError: {
            /** @description The approval that was requested (`APPROVAL_REQUIRED`) */
            approval_id?: string;
            /** @description What may be spent (`INSUFFICIENT_FUNDS`) */
            available?: number;
            code: components["schemas"]["ErrorCode"];
            /** @description Of `available` and `needed` */
            currency?: string;
            /** @description What to correct, field by field */
            details?: components["schemas"]["ErrorDetail"][];
            /** @description The name of the HTTP status */
            error: string;
            /** @description What happened, in a sentence for people; its wording may change */
            message: string;
            /** @description What was to be taken (`INSUFFICIENT_FUNDS`) */
            needed?: number;
            /** @description Id of the payment that exists in spite of the error (`ALL_PROVIDERS_FAILED`, `REFERENCE_USED`) */
            payment_id?: string;
            /** @description The payment's second id, for lists and support */
            transaction_id?: string;
        };
        InitiationResponse: {
            response: components["schemas"]["InitiatedPayment"];
            /** @description The HTTP status, repeated in the body */
            statusCode: number;
        };
        Institution: {
            /** @description Other names that people use, such as GTBank */
            also_known_as?: string[];
            /** @description The code by which requests name the institution */
            code: string;
            country: components["schemas"]["Country"];
            currency: components["schemas"]["Currency"];
            /** @description The name that people know */
            name: string;
        };
        /** @description An invitation to become a member */
        Invite: {
            /** @description When the invite was accepted; null before */
            accepted_at: string | null;
            created_at: components["schemas"]["CreatedAt"];
            /**
             * Format: email
             * @description E-mail address
             */
            email: string;
            /**
             * Format: date-time
             * @description Until when it can be accepted
             */
            expires_at: string;
            /** @description Id of the invite */
            invite_id: string;
            /** @description The user who sent the invite */
            invited_by: string;
            org_id: components["schemas"]["OrgId"];
            /** @description Permissions that the person gets beyond the role */
            permissions: components["schemas"]["Permission"][];
            role: components["schemas"]["Role"];
            status: components["schemas"]["InviteStatus"];
            updated_at: components["schemas"]["UpdatedAt"];
        };
        InviteList: components["schemas"]["SuccessOrganizationPage"] & {
            /** @description This page */
            data: components["schemas"]["Invite"][];
        };
        InviteResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["Invite"];
        };
        /**
         * @description Status of an invite; only a pending invite can be accepted
         * @enum {string}
         */
        InviteStatus: "pending" | "accepted" | "revoked" | "expired";
        /** @description Why this item of the list was refused */
        ItemError: {
            /** @description Code of the error, for programs */
            code?: string;
            /** @description What to correct, one item per field */
            details?: {
                [key: string]: unknown;
            }[];
            message: components["schemas"]["Message"];
        };
        KybEvent: components["schemas"]["SentEvent"] & {
            data: components["schemas"]["KybEventData"];
            /**
             * @description What happened
             * @enum {string}
             */
            event_type: "kyb.approved" | "kyb.rejected";
        };
        /** @description The fields of `Organization` at the time of the event, without `kyb_decided_by` and `kyb_review` */
        KybEventData: {
            country: components["schemas"]["Country"];
            created_at: components["schemas"]["CreatedAt"];
            /** @description The features that the organization may use */
            features: components["schemas"]["Feature"][];
            /** @description The organization's identifier at the verification provider */
            kyb_customer_id: string | null;
            /** @description The provider of business verification; null: people verify */
            kyb_provider: string | null;
            /** @description Why it was decided so, or what the verifier still asks for; null: not said */
            kyb_reason: string | null;
            kyb_status: components["schemas"]["VerificationStatus"];
            /** @description The organization's name */
            name: string;
            org_id: components["schemas"]["OrgId"];
            previous_status: components["schemas"]["VerificationStatus"];
            /** @description The reason, in words for people; null: none */
            reason: string | null;
            /** @description Orders the events of one resource */
            sequence: number;
            settings: components["schemas"]["OrganizationSettings"];
            /**
             * @description Members of a suspended organization are refused
             * @enum {string}
             */
            status: "active" | "suspended";
            updated_at: components["schemas"]["UpdatedAt"];
        };
        /** @description Shown to the platform: the verification provider's later result, if it contradicts the person's decision */
        KybReview: {
            /**
             * Format: date-time
             * @description When the verification was decided
             */
            occurred_at: string;
            /** @description The verification provider's reason for a rejection; null otherwise */
            reason: string | null;
            status: components["schemas"]["VerificationStatus"];
        };
        KycEvent: components["schemas"]["SentEvent"] & {
            data: components["schemas"]["KycEventData"];
            /**
             * @description What happened
             * @enum {string}
             */
            event_type: "kyc.approved" | "kyc.rejected";
        };
        /** @description The fields of `User` at the time of the event, without `platform_role` and `default_org_id` */
        KycEventData: {
            /** @description Country by ISO 3166-1 alpha-2 */
            country: string | null;
            created_at: components["schemas"]["CreatedAt"];
            /** @description When the user was disabled; null: they are not */
            disabled_at: string | null;
            /** @description E-mail address */
            email: string;
            kyc_status: components["schemas"]["VerificationStatus"];
            /** @description The person's name */
            name: string;
            /** @description E.164 */
            phone: string | null;
            previous_status: components["schemas"]["VerificationStatus"];
            /** @description The reason, in words for people; null: none */
            reason: string | null;
            /** @description Orders the events of one resource */
            sequence: number;
            updated_at: components["schemas"]["UpdatedAt"];
            /** @description Id of the user */
            user_id: string;
        };
        LedgerAccount: {
            /** @description Id of the ledger account */
            account_id: string;
            /**
             * Format: double
             * @description `balance` less `held`
             */
            available: number;
            /**
             * Format: double
             * @description The sum of all postings to the account
             */
            balance: number;
            created_at: components["schemas"]["CreatedAt"];
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            /**
             * Format: double
             * @description The part of `balance` that is set aside
             */
            held: number;
            org_id: components["schemas"]["OrgId"];
            /** @description A virtual account, an escrow project, a provider's name; null for the organization's single account of the purpose */
            owner_id: string | null;
            purpose: components["schemas"]["LedgerPurpose"];
            /** @description Only a virtual account's is ever other than active */
            status: components["schemas"]["VirtualAccountStatus"];
            updated_at: components["schemas"]["UpdatedAt"];
        };
        LedgerAccountList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["LedgerAccount"][];
        };
        /**
         * @description The purpose of a ledger account
         * @enum {string}
         */
        LedgerPurpose: "settlement" | "pending_settlement" | "provider" | "fees" | "fx" | "in_transit" | "refunds_in_transit" | "disputes" | "virtual_account" | "escrow" | "ramp_clearing" | "suspense" | "adjustments" | "sandbox" | "bank" | "provider_costs";
        LedgerTransaction: {
            /** @description The cause of the transaction: the resource and what happened to it. Each cause is posted at most once */
            cause: string;
            created_at: components["schemas"]["CreatedAt"];
            /** @description What happened, in words for people */
            description: string;
            /** @description SHA-256 over the previous hash and all of this transaction */
            hash: string;
            org_id: components["schemas"]["OrgId"];
            /** @description Place in the organization's chain, from 1 */
            position: number;
            /** @description The lines of the transaction; their amounts sum to zero */
            postings: components["schemas"]["LedgerTransactionPostingsItem"][];
            /** @description Id of the payment, transfer or other resource behind the entry */
            resource_id: string;
        };
        LedgerTransactionList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["LedgerTransaction"][];
        };
        LedgerTransactionPostingsItem: {
            /** @description The ledger account that changes */
            account_id: string;
            /** @description Status of the virtual account; null for others */
            account_status: components["schemas"]["VirtualAccountStatus"] | null;
            /**
             * Format: double
             * @description The change of the account's balance; negative when money is taken from it
             */
            amount: number;
            /**
             * Format: double
             * @description `balance` after this line
             */
            balance_after: number;
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            /**
             * Format: double
             * @description `held` after this line
             */
            held_after: number;
            /**
             * Format: double
             * @description The change of `held` by this line
             */
            held_change: number;
            /** @description Id of the hold that the line creates or releases; null: none */
            hold_id: string | null;
            /** @description A virtual account, escrow project or provider; null: the organization */
            owner_id: string | null;
            purpose: components["schemas"]["LedgerPurpose"];
        };
        Limit: {
            /**
             * @description refuse: by 409 LIMIT_EXCEEDED; review: a person must approve
             * @enum {string}
             */
            action: "refuse" | "review";
            /**
             * Format: double
             * @description The highest total of payouts; absent: any
             */
            amount?: number;
            /** @description The highest number of payouts */
            count?: number;
            /** @description The currency that is counted; `*` counts every currency at face value */
            currency: string;
            per: components["schemas"]["LimitScope"];
            /**
             * @description Payouts of the last hour or of the last 24 hours are counted
             * @enum {string}
             */
            window: "hour" | "day";
        };
        /**
         * @description Whose payments a limit counts together
         * @enum {string}
         */
        LimitScope: "organization" | "key" | "beneficiary" | "customer";
        LinkIdentityAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["LinkIdentityAnswerData"];
        };
        /** @description The user, and the external identity that signs in as this user */
        LinkIdentityAnswerData: {
            /** @description The identity provider, as `iss` of its tokens */
            issuer: string;
            /** @description The person at the identity provider, as `sub` of its tokens */
            subject: string;
            /** @description The user who signs in by this identity */
            user_id: string;
        };
        LinkIdentityRequest: {
            /** @description The identity provider, as `iss` of its tokens */
            issuer: string;
            /** @description The person at the identity provider, as `sub` of its tokens */
            subject: string;
        };
        /**
         * @description Status of a payment link. Only an active link can be paid; an open link never becomes `paid`
         * @enum {string}
         */
        LinkStatus: "active" | "paid" | "expired" | "disabled";
        ListBanksAnswer: components["schemas"]["Success"] & {
            /** @description The whole list, without pages */
            data: components["schemas"]["Institution"][];
        };
        ListBanksRequest: {
            /** @description Only banks that may have given out this number, by its shape and check digits */
            account_number?: string;
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
            /** @description Part of the bank's name */
            search?: string;
        };
        ListedUser: {
            /** @description Country by ISO 3166-1 alpha-2 */
            country: string | null;
            created_at: components["schemas"]["CreatedAt"];
            /** @description The organization in which a person acts when a request names none; null: none */
            default_org_id: string | null;
            /** @description When the user was disabled; null: they are not */
            disabled_at: string | null;
            /** @description E-mail address */
            email: string;
            kyc_status: components["schemas"]["VerificationStatus"];
            /** @description The person's name */
            name: string;
            /** @description E.164 */
            phone: string | null;
            /** @description The person's role for the whole platform; null: none */
            platform_role: ("admin" | "staff") | null;
            /** @description Role in the listed organization */
            role: components["schemas"]["Role"] | null;
            updated_at: components["schemas"]["UpdatedAt"];
            /** @description Id of the user */
            user_id: string;
        };
        ListedUserList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["ListedUser"][];
        };
        ListNetworksAnswer: components["schemas"]["Success"] & {
            /** @description The whole list, without pages */
            data: components["schemas"]["Institution"][];
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
        ListPaymentLinksAnswer: {
            /** @description How many links the page has */
            count: number;
            /** @description All links, or one page of them */
            data: components["schemas"]["PaymentLink"][];
            /** @description Cursor: send it as the query parameter of this name for the next page; null on the last page */
            last_evaluated_key: string | null;
            message: components["schemas"]["Message"];
            meta: components["schemas"]["ListPaymentLinksAnswerMeta"];
            status: components["schemas"]["SuccessStatus"];
        };
        /** @description Whether more links follow, and the cursor of the next page */
        ListPaymentLinksAnswerMeta: {
            /** @description How many links the page has */
            count: number;
            /** @description Whether another page follows */
            has_more: boolean;
            /** @description Cursor: send it as the query parameter of this name for the next page; null on the last page */
            last_evaluated_key: string | null;
        };
        ListProviderHealthHistoryAnswer: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["ListProviderHealthHistoryAnswerDataItem"][];
        };
        ListProviderHealthHistoryAnswerDataItem: {
            /**
             * Format: date-time
             * @description Start of the hour or day, UTC
             */
            at: string;
            country: components["schemas"]["Country"];
            /** @description inbound, outbound or external */
            direction: string;
            /** @description Payments that failed by the provider's fault; those of payer, payee or us do not count */
            failed: number;
            /**
             * Format: double
             * @description Half of them ended sooner than this; null: there were none
             */
            median_seconds: number | null;
            /** @description Of mobile money: the network; null for everything else */
            network: string | null;
            /** @description The method by which the customer pays or is paid */
            payment_method: string;
            /** @description Name of the provider */
            provider: string;
            /** @description Payments that the provider carried to success */
            succeeded: number;
        };
        /** @description A rate, locked for one payment if the caller may make one */
        LockedRate: {
            /**
             * Format: double
             * @description The most that may be converted, in `fromCurrency`; absent: any amount
             */
            amount?: number;
            created_at: components["schemas"]["CreatedAt"];
            /**
             * Format: date-time
             * @description Until when the rate is locked; for a rate that is not locked, the time of the answer
             */
            expires_at: string;
            /** @description The currency that is converted */
            fromCurrency: string;
            /**
             * Format: double
             * @description 1 / `rate`
             */
            inverse_rate: number;
            /** @description Our margin in hundredths of a percent */
            margin_bps: number;
            /** @description Id of a locked rate; absent for a caller who may not use one, such as a viewer */
            org_rate_id?: string;
            /**
             * Format: double
             * @description Units of the second currency for one unit of the first
             */
            rate: number;
            /** @description Where the rate comes from: the rate table or the feed */
            source: string;
            /** @description The currency that results from the conversion */
            toCurrency: string;
        };
        LockedRateResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["LockedRate"];
        };
        /** @description When a provider gets no payments */
        MaintenanceWindow: {
            /** @description The payments' country; null: every country */
            country: string | null;
            /** @description inbound, outbound or external; null: every direction */
            direction: components["schemas"]["PaymentDirection"] | null;
            /**
             * Format: date-time
             * @description When it is used again; UTC
             */
            ends_at: string;
            /** @description The payment method; null: every method */
            payment_method: components["schemas"]["PaymentMethod"] | null;
            /** @description Name of the provider */
            provider: components["schemas"]["ProviderName"];
            /** @description Why, for everybody who sees a route */
            reason: string;
            /**
             * Format: date-time
             * @description From when payments go around the provider; UTC
             */
            starts_at: string;
            /** @description Id of the window, which removes it */
            window_id: string;
        };
        MaintenanceWindowList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["MaintenanceWindow"][];
        };
        MaintenanceWindowResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["MaintenanceWindow"];
        };
        /** @description A person, or a service account, within an organization */
        Member: {
            created_at: components["schemas"]["CreatedAt"];
            /** @description E-mail address */
            email: string;
            /** @description The person's name */
            name: string;
            org_id: components["schemas"]["OrgId"];
            /** @description Granted beyond the role */
            permissions: components["schemas"]["Permission"][];
            role: components["schemas"]["Role"];
            updated_at: components["schemas"]["UpdatedAt"];
            /** @description The member */
            user_id: string;
        };
        MemberList: components["schemas"]["SuccessOrganizationPage"] & {
            /** @description This page */
            data: components["schemas"]["Member"][];
        };
        MemberResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["Member"];
        };
        /** @description What happened, in a sentence for people; its wording may change */
        Message: string;
        MethodTrend: {
            /** @description Refunded ones included */
            completed: number;
            /** @description How many payments there were */
            count: number;
            /** @description How many payments failed */
            failed: number;
            /** @description The payment method */
            payment_method: string;
            /**
             * Format: double
             * @description completed / (completed + failed); null when there is neither
             */
            success_rate: number | null;
            /** @description Amounts of completed payments, per currency */
            volume: components["schemas"]["Volume"][];
        };
        /** @description A milestone of an escrow project, and the shares that it pays */
        Milestone: {
            /**
             * Format: date-time
             * @description When the contract was submitted; absent before
             */
            contract_submitted_at?: string;
            /**
             * Format: double
             * @description The funded part of `expected_disbursement`
             */
            covered_amount: number;
            created_at: components["schemas"]["CreatedAt"];
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            /** @description Free text for people */
            description?: string;
            /**
             * Format: date-time
             * @description When the last share arrived; absent before
             */
            disbursed_at?: string;
            /**
             * Format: double
             * @description The amount that has arrived
             */
            disbursed_total: number;
            /**
             * Format: date
             * @description The planned day, for information only
             */
            due_date?: string;
            /** @description Id of the escrow project */
            escrow_id: string;
            /**
             * Format: double
             * @description The amount to release
             */
            expected_disbursement: number;
            funding_status: components["schemas"]["FundingStatus"];
            /** @description Name of the milestone */
            label: string;
            /** @description Id of the milestone */
            milestone_id: string;
            /** @description Who gets which share */
            parties: components["schemas"]["MilestoneSplit"][];
            /**
             * Format: double
             * @description The amount that went back to the project's funders
             */
            returned_total: number;
            /** @description Place in the order of funding, counted from 1 */
            sequence: number;
            status: components["schemas"]["MilestoneStatus"];
            updated_at: components["schemas"]["UpdatedAt"];
        };
        MilestoneChange: {
            /** @description Free text for people */
            description?: string | null;
            /** @description The planned day, for information only */
            due_date?: string | null;
            /**
             * Format: double
             * @description The amount to release
             */
            expected_disbursement?: number;
            /** @description What is reached */
            label?: string;
            /** @description Place in the order of funding; absent: after the last milestone */
            sequence?: number;
        };
        MilestoneDisbursedEvent: components["schemas"]["SentEvent"] & {
            data: components["schemas"]["MilestoneDisbursedEventData"];
            /**
             * @description What happened
             * @enum {string}
             */
            event_type: "escrow.milestone.disbursed";
        };
        /** @description The fields of `Milestone` at the time of the event */
        MilestoneDisbursedEventData: components["schemas"]["Milestone"] & {
            /** @description What each party got */
            disbursements: components["schemas"]["Disbursement"][];
            previous_status: components["schemas"]["MilestoneStatus"];
            /** @description The milestone's own `sequence` */
            resource_sequence: number;
            /** @description Orders the events of one resource */
            sequence: number;
        };
        MilestoneFundedEvent: components["schemas"]["SentEvent"] & {
            data: components["schemas"]["MilestoneFundedEventData"];
            /**
             * @description What happened
             * @enum {string}
             */
            event_type: "escrow.milestone.funded";
        };
        /** @description The fields of `Milestone` at the time of the event */
        MilestoneFundedEventData: components["schemas"]["Milestone"] & {
            /** @description The milestone's own `sequence` */
            resource_sequence: number;
            /** @description Orders the events of one resource */
            sequence: number;
        };
        MilestoneInput: {
            /** @description Free text for people */
            description?: string | null;
            /** @description The planned day, for information only */
            due_date?: string | null;
            /**
             * Format: double
             * @description The amount to release
             */
            expected_disbursement: number;
            /** @description What is reached */
            label: string;
            /** @description Who gets which share */
            parties?: components["schemas"]["SplitInput"][];
            /** @description Place in the order of funding; absent: after the last milestone */
            sequence?: number;
        };
        MilestoneList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["Milestone"][];
        };
        MilestoneResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["Milestone"];
        };
        MilestoneRevokedEvent: components["schemas"]["SentEvent"] & {
            data: components["schemas"]["MilestoneRevokedEventData"];
            /**
             * @description What happened
             * @enum {string}
             */
            event_type: "escrow.milestone.approval_revoked";
        };
        /** @description The fields of `Milestone` at the time of the event */
        MilestoneRevokedEventData: components["schemas"]["Milestone"] & {
            previous_status: components["schemas"]["MilestoneStatus"];
            /** @description The milestone's own `sequence` */
            resource_sequence: number;
            /** @description Orders the events of one resource */
            sequence: number;
        };
        MilestoneSplit: {
            /** @description Id of the party */
            party_id: string;
            split_type: components["schemas"]["SplitType"];
            /**
             * Format: double
             * @description Percentage, or a fixed amount
             */
            split_value: number;
        };
        /**
         * @description Status of a milestone: `releasing` from its release on, `disbursed` when its last share has arrived
         * @enum {string}
         */
        MilestoneStatus: "pending" | "contract_submitted" | "approved" | "releasing" | "disbursed" | "canceled";
        /** @description Network and phone number */
        MobileMoneyDetails: {
            /** @description Phone number by E.164 */
            phone_number?: string;
            /** @description Name of the mobile money network */
            provider?: string;
        };
        MobileMoneyInput: {
            /** @description Phone number by E.164 */
            phone_number?: string;
            /** @description A network name from POST /externals/networks */
            provider?: string;
        };
        /** @description The beneficiary's network and phone number */
        MomoDetails: {
            /** @description Phone number by E.164 */
            phone_number?: string;
            /** @description Name of the mobile money network */
            provider?: string;
        };
        /** @description Needed for account_type mobile_money */
        MomoDetailsInput: {
            /** @description Kept as E.164 */
            phone_number?: string | null;
            /** @description A network name from POST /externals/networks */
            provider?: string | null;
        };
        /**
         * @description What the client has to do next, as in the guide; null or absent: nothing
         * @enum {string}
         */
        NextAction: "redirect" | "wait" | "bank_transfer" | "pay_by_link" | "collect_otp" | "check_status" | "make_transfer";
        /** @description A message to a person, on the dashboard and by e-mail */
        Notification: {
            /** @description The notification's text */
            body: string;
            created_at: components["schemas"]["CreatedAt"];
            /** @description Ids of the resources that the notification is about */
            data: {
                [key: string]: unknown;
            };
            /**
             * @description Delivery state of the matching e-mail
             * @enum {string}
             */
            email_status: "none" | "pending" | "sent" | "failed";
            /** @description Id of the notification */
            notification_id: string;
            org_id: components["schemas"]["OrgId"];
            /** @description Priority of the notification and of its e-mail */
            priority: components["schemas"]["Priority"];
            /** @description When the notification was read; null before */
            read_at: string | null;
            /** @description The subject, in one line */
            title: string;
            /** @description The type of its event, or another reason */
            type: string;
        };
        NotificationList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["Notification"][];
        };
        NotificationResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["Notification"];
        };
        OrderProviderConfigsAnswer: components["schemas"]["Success"] & {
            /** @description The whole list, without pages */
            data: components["schemas"]["ProviderConfig"][];
        };
        OrderProviderConfigsRequest: {
            /** @description Ids of all provider configs of the corridor, in their new order */
            config_ids: string[];
        };
        /** @description A tenant, to which every other resource belongs */
        Organization: {
            country: components["schemas"]["Country"];
            created_at: components["schemas"]["CreatedAt"];
            /** @description The features that the organization may use */
            features: components["schemas"]["Feature"][];
            /** @description The organization's identifier at the verification provider */
            kyb_customer_id: string | null;
            /** @description Shown to the platform: the person who decided the verification; null when the verification provider did */
            kyb_decided_by?: string | null;
            /** @description The provider of business verification; null: people verify */
            kyb_provider: string | null;
            /** @description Why it was decided so, or what the verifier still asks for; null: not said */
            kyb_reason: string | null;
            /** @description The verification provider's later result, if it contradicts a person's decision; null: there is none */
            kyb_review?: components["schemas"]["KybReview"] | null;
            kyb_status: components["schemas"]["VerificationStatus"];
            /** @description The organization's name */
            name: string;
            org_id: components["schemas"]["OrgId"];
            settings: components["schemas"]["OrganizationSettings"];
            /**
             * @description Members of a suspended organization are refused
             * @enum {string}
             */
            status: "active" | "suspended";
            updated_at: components["schemas"]["UpdatedAt"];
        };
        OrganizationList: components["schemas"]["SuccessOrganizationPage"] & {
            /** @description This page */
            data: components["schemas"]["Organization"][];
        };
        /** @description Paging of the list: whether more items follow, and the cursor of the next page */
        OrganizationPage: {
            /** @description The number of items */
            count: number;
            /** @description Whether another page follows */
            has_more: boolean;
            /** @description Cursor: send it as the query parameter of this name for the next page; null on the last page */
            lastEvaluatedKey: string | null;
            /** @description The number of items over all pages, if they are counted */
            total_count?: number;
        };
        OrganizationResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["Organization"];
        };
        /** @description The settings as they are enforced */
        OrganizationSettings: {
            /** @description Whether API keys without scopes may change people, keys and controls */
            api_keys_may_administer: boolean;
            controls: components["schemas"]["Controls"];
            /** @description Whether payouts are refused until the business is verified */
            hold_payouts_until_kyb: boolean;
            /** @description Added to rates quoted to this organization, in hundredths of a percent */
            margin_bps: number;
            /**
             * @description `registered`: payouts go to the beneficiary's own account only: the stricter of the platform's rule and the organization's own. `any`: to other accounts too
             * @enum {string}
             */
            payout_destinations: "registered" | "any";
            /** @description By currency, `*` for all others: a payout of at least this amount waits for a second person. Empty: no payout does */
            payout_review_above: {
                [key: string]: number;
            };
            /** @description Whether members must sign in with a second factor; a member without one can only set it up */
            require_second_factor: boolean;
            /** @description Where each value comes from, by its name */
            sources: {
                [key: string]: "platform" | "organization" | "default";
            };
            /** @description A `client_reference` that a payment or ramp has used is refused: 409 REFERENCE_USED */
            unique_client_reference: boolean;
        };
        /** @description The organization that the resource belongs to */
        OrgId: string;
        /** @description Why payments fail, and each provider's results by day */
        Outcomes: {
            /** @description First day or instant of the range */
            date_from: string;
            /** @description Last day or instant of the range */
            date_to: string;
            /** @description Failed payments by cause and provider, most frequent first */
            declines: components["schemas"]["Decline"][];
            /** @description Figures for each provider */
            providers: components["schemas"]["ProviderOutcomes"][];
        };
        OutcomesResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["Outcomes"];
        };
        /** @description The data of the dashboard's first page */
        Overview: {
            attention: components["schemas"]["Attention"];
            /** @description The currency of the totals; null: none was requested */
            base: string | null;
            /** @description The busiest hundred */
            corridors: components["schemas"]["CorridorTrend"][];
            /** @description First day or instant of the range */
            date_from: string;
            /** @description Last day or instant of the range */
            date_to: string;
            /** @description Every day of the range, by the UTC day on which payments were created */
            days: components["schemas"]["TrendDay"][];
            /** @description Figures for each payment method */
            methods: components["schemas"]["MethodTrend"][];
            /** @description Finished payments, by the provider that finished them */
            providers: components["schemas"]["ProviderTrend"][];
            /** @description The number of payments by their current status */
            statuses: components["schemas"]["StatusCount"][];
            totals: components["schemas"]["TrendTotals"];
            /** @description Currencies that the totals in `base` leave out */
            without_rate: string[];
        };
        OverviewResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["Overview"];
        };
        /** @description Paging of the list: whether more items follow, and the cursor of the next page */
        Page: {
            /** @description The number of items */
            count: number;
            /** @description Whether another page follows */
            has_more: boolean;
            /** @description Cursor: send it as the query parameter of this name for the next page; null on the last page */
            last_evaluated_key: string | null;
            /** @description The number of items over all pages, if they are counted */
            total_count?: number;
        };
        /** @description A payer or payee; fields that were not given are absent */
        PayerDetails: {
            /** @description E-mail address */
            email?: string;
            /** @description The payer's name, as sent to the provider */
            name?: string;
            /** @description Phone number by E.164 */
            phone?: string;
        };
        /** @description The payer, for the provider's checks and the customer record */
        PayerInput: {
            /** @description The payer's address, for the provider's checks: line1, line2, city, state, postal_code, country (ISO 3166-1 alpha-2) */
            address?: unknown;
            /** @description The payer's device, for the provider's checks: ip_address, user_agent, accept_header, language, color_depth, screen_height, screen_width, time_zone_offset (minutes), java_enabled */
            device?: unknown;
            /** @description E-mail address */
            email?: string | null;
            /** @description The payer's name, as sent to the provider */
            name?: string;
            /** @description Phone number by E.164 */
            phone?: string | null;
        };
        /** @description The record of a payin, payout or ramp */
        Payment: {
            /** @description What this caller may do now: submit_otp, resend_otp and cancel by POST /payments-init/{payment_id}/action, approve and reject by POST /payments/{payment_id}/review, refund, and settle (report how it ended, if its provider does not). Depends on the caller's role, the payment's state and its provider; not part of events. */
            actions: components["schemas"]["PaymentActionName"][];
            amount: components["schemas"]["Amount"];
            /** @description The attempts at providers, oldest first */
            attempts: components["schemas"]["PaymentAttempt"][];
            bank_account: components["schemas"]["BankAccount"];
            bank_details: components["schemas"]["BankAccount"];
            /** @description The registered beneficiary who is paid */
            beneficiary_id?: string;
            card_details: components["schemas"]["StoredCard"];
            /** @description Your own reference: stored, returned and searchable */
            client_reference: string | null;
            /** @description The comment of the person who reviewed the payment or settled it by hand */
            comments: string | null;
            country: components["schemas"]["Country"];
            created_at: components["schemas"]["CreatedAt"];
            currency: components["schemas"]["Currency"];
            /** @description The customer who pays or is paid, as `/customers` knows them */
            customer_id?: string;
            /** @description Free text for people */
            description: string | null;
            /** @description Where the money goes, and whether that is the beneficiary's own account; null for payins */
            destination: components["schemas"]["PayoutDestination"] | null;
            direction: components["schemas"]["PaymentDirection"];
            /** @description The dispute (chargeback) about the payment; null: none */
            dispute: components["schemas"]["PaymentDispute"] | null;
            /** @description When it is canceled unless it is paid; null: never */
            expires_at: string | null;
            /** @description Why it failed, by the provider's code; null: it did not fail */
            failure: components["schemas"]["PaymentFailure"] | null;
            /** @description Why it failed, in words; null or absent: it did not fail */
            failure_reason: string | null;
            /** @description Ids of the fee schedules that were charged */
            fee_ids: string[];
            /** @description The same as `currency` */
            from_currency: string | null;
            /** @description Why the payout is held; null: it is not */
            hold: components["schemas"]["PaymentHold"] | null;
            /** @description What the payer must do, in a sentence; null: nothing */
            instructions: string | null;
            /** @description Your own data: stored, returned unchanged, and searchable */
            metadata: {
                [key: string]: unknown;
            };
            mobile_money_details: components["schemas"]["MobileMoneyDetails"];
            /** @description What the client has to do next; null: nothing */
            next_action: components["schemas"]["NextAction"] | null;
            /** @description The organization that the resource belongs to */
            org_id: string | null;
            payer_details: components["schemas"]["PayerDetails"];
            /** @description Id of the payment */
            payment_id: string;
            payment_method: components["schemas"]["PaymentMethod"];
            /** @description direct: one currency, one side; intermediary: the money is converted; third_party: a beneficiary is paid */
            payment_path_method: ("direct" | "intermediary" | "third_party") | null;
            /** @description The payout's id at the provider; null without one */
            payout_id: string | null;
            /** @description Whether a payout was sent to a provider */
            payout_initiated: boolean;
            /** @description Name of the provider; null: none yet */
            provider: string | null;
            /** @description What the provider reported besides the fields of this record */
            provider_data: {
                [key: string]: unknown;
            };
            /** @description The payment's id at the provider; null: the provider has given none yet */
            provider_payment_id: string | null;
            /** @description The status as the provider itself calls it */
            provider_status: string | null;
            /** @description The quote whose rate and fee the payment uses */
            quote_id?: string;
            /** @description The fields that only a ramp has; null for other payments */
            ramp: components["schemas"]["RampDetails"] | null;
            /**
             * Format: double
             * @description What has arrived so far; null: the provider has reported nothing yet
             */
            received_amount: number | null;
            recipient_info: components["schemas"]["PayerDetails"];
            /**
             * Format: double
             * @description The amount refunded so far
             */
            refunded_amount: number;
            /** @description The same as `country` */
            region_id: string | null;
            /** @description Every provider considered, in order, and why it was chosen or skipped */
            route: components["schemas"]["RouteCandidate"][];
            status: components["schemas"]["PaymentStatus"];
            /**
             * Format: double
             * @description The amount after conversion, in `target_currency`
             */
            target_amount: number | null;
            /** @description The payee's currency; equals `currency` unless money is converted */
            target_currency: string | null;
            /** @description The changes of status, oldest first */
            timeline: components["schemas"]["TimelineEntry"][];
            /**
             * Format: double
             * @description The fee that we charge, in `currency`; null before it is known
             */
            total_fees: number | null;
            /** @description The payment's second id, for lists and support */
            transaction_id: string | null;
            updated_at: components["schemas"]["UpdatedAt"];
            /** @description Who started the payment */
            user_id: string;
            /** @description What started the payment (a link, checkout or batch), with the payer's answers */
            user_metadata: {
                [key: string]: unknown;
            };
            /** @description The time of the provider's last report about the payment */
            webhook_metadata: {
                [key: string]: unknown;
            };
        };
        PaymentAction: {
            /**
             * @description What to do with the payment
             * @enum {string}
             */
            action: "submit_otp" | "resend_otp" | "cancel";
            /** @description Required for submit_otp */
            otp?: string;
        };
        /** @enum {string} */
        PaymentActionName: "submit_otp" | "resend_otp" | "cancel" | "approve" | "reject" | "refund" | "settle";
        PaymentAttempt: {
            /** @description Id of the attempt: our reference at the provider, which is never used twice */
            attempt_id: string;
            cause?: components["schemas"]["ProviderFailureCause"];
            /** @description The provider's own code of a refusal or failure, if it gave one */
            code?: string;
            /** @description Id of the provider config that put the provider on the route */
            config_id: string;
            /** @description When the outcome of the attempt was known; null before */
            finished_at: string | null;
            /**
             * @description `payment`, or of a ramp `collect` or `settle`
             * @enum {string}
             */
            leg: "payment" | "collect" | "settle";
            /**
             * @description After refused, unreachable or failed the next provider is tried; after unknown none, until it reports
             * @enum {string}
             */
            outcome: "dispatching" | "accepted" | "refused" | "unreachable" | "unknown" | "failed";
            /** @description Name of the provider */
            provider: string;
            /** @description The payment's id at the provider; null: the provider has given none yet */
            provider_payment_id: string | null;
            /** @description Why the provider refused, failed, or could not be reached; null otherwise */
            reason: string | null;
            /**
             * Format: date-time
             * @description When the attempt was sent
             */
            started_at: string;
        };
        PaymentChange: {
            /** @description Free text for people */
            description?: string | null;
            /** @description Your own data: stored, returned unchanged, and searchable */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description What a payment would be if it were made now */
        PaymentCheck: {
            /**
             * Format: double
             * @description The amount that would be paid, in `currency`
             */
            amount: number;
            /** @description How many other people would have to approve it; 0: nobody */
            approvers_needed: number;
            country: components["schemas"]["Country"];
            currency: components["schemas"]["Currency"];
            /**
             * Format: date-time
             * @description Expected arrival, from the organization's latest payments in this corridor. Absent: none completed
             */
            expected_arrival_at?: string;
            /** @description Why other people would have to approve it */
            reasons: string[];
            /**
             * Format: double
             * @description What would arrive, in `target_currency`
             */
            target_amount: number;
            /** @description The payee's currency; equals `currency` unless money is converted */
            target_currency: string;
            /**
             * Format: double
             * @description The fee that we would charge, in `currency`
             */
            total_fees: number;
        };
        PaymentCheckResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["PaymentCheck"];
        };
        /**
         * @description The direction of a payment. inbound: payin; outbound: payout; external: ramp
         * @enum {string}
         */
        PaymentDirection: "inbound" | "outbound" | "external";
        /** @description The dispute with the latest change. It does not change the status of the payment */
        PaymentDispute: {
            /** @description Id of the dispute */
            dispute_id: string;
            status: components["schemas"]["DisputeStatus"];
        };
        PaymentEcho: {
            amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            /** @description Your own data: stored, returned unchanged, and searchable */
            metadata: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: double
             * @description The amount after conversion, in `target_currency`
             */
            target_amount: number;
            /** @description The payee's currency; equals `currency` unless money is converted */
            target_currency: string;
        };
        PaymentEvent: components["schemas"]["SentEvent"] & {
            data: components["schemas"]["PaymentEventData"];
            /**
             * @description What happened
             * @enum {string}
             */
            event_type: "payment.processing" | "payment.pending" | "payment.completed" | "payment.failed" | "payment.refunded" | "payment.canceled" | "transaction.updated" | "ramp.collected" | "ramp.refunding" | "ramp.completed" | "ramp.failed" | "ramp.canceled";
        };
        /** @description The fields of `Payment` at the time of the event, without `actions` */
        PaymentEventData: {
            amount: components["schemas"]["Amount"];
            /** @description The attempts at providers, oldest first */
            attempts: components["schemas"]["PaymentAttempt"][];
            bank_account: components["schemas"]["BankAccount"];
            bank_details: components["schemas"]["BankAccount"];
            /** @description The registered beneficiary who is paid */
            beneficiary_id?: string;
            card_details: components["schemas"]["StoredCard"];
            /** @description Your own reference: stored, returned and searchable */
            client_reference: string | null;
            /** @description The comment of the person who reviewed the payment or settled it by hand */
            comments: string | null;
            country: components["schemas"]["Country"];
            created_at: components["schemas"]["CreatedAt"];
            currency: components["schemas"]["Currency"];
            /** @description The customer who pays or is paid, as `/customers` knows them */
            customer_id?: string;
            /** @description Free text for people */
            description: string | null;
            /** @description Where the money goes, and whether that is the beneficiary's own account; null for payins */
            destination: components["schemas"]["PayoutDestination"] | null;
            direction: components["schemas"]["PaymentDirection"];
            /** @description The dispute (chargeback) about the payment; null: none */
            dispute: components["schemas"]["PaymentDispute"] | null;
            /** @description When it is canceled unless it is paid; null: never */
            expires_at: string | null;
            /** @description Why it failed, by the provider's code; null: it did not fail */
            failure: components["schemas"]["PaymentFailure"] | null;
            /** @description Why it failed, in words; null or absent: it did not fail */
            failure_reason: string | null;
            /** @description Ids of the fee schedules that were charged */
            fee_ids: string[];
            /** @description The same as `currency` */
            from_currency: string | null;
            /** @description Why the payout is held; null: it is not */
            hold: components["schemas"]["PaymentHold"] | null;
            /** @description What the payer must do, in a sentence; null: nothing */
            instructions: string | null;
            /** @description Your own data: stored, returned unchanged, and searchable */
            metadata: {
                [key: string]: unknown;
            };
            mobile_money_details: components["schemas"]["MobileMoneyDetails"];
            /** @description What the client has to do next; null: nothing */
            next_action: components["schemas"]["NextAction"] | null;
            /** @description The organization that the resource belongs to */
            org_id: string | null;
            payer_details: components["schemas"]["PayerDetails"];
            /** @description Id of the payment */
            payment_id: string;
            payment_method: components["schemas"]["PaymentMethod"];
            /** @description direct: one currency, one side; intermediary: the money is converted; third_party: a beneficiary is paid */
            payment_path_method: ("direct" | "intermediary" | "third_party") | null;
            /** @description The payout's id at the provider; null without one */
            payout_id: string | null;
            /** @description Whether a payout was sent to a provider */
            payout_initiated: boolean;
            /** @description The status before this event; null: there was none */
            previous_status: components["schemas"]["PaymentStatus"] | null;
            /** @description Name of the provider; null: none yet */
            provider: string | null;
            /** @description What the provider reported besides the fields of this record */
            provider_data: {
                [key: string]: unknown;
            };
            /** @description The payment's id at the provider; null: the provider has given none yet */
            provider_payment_id: string | null;
            /** @description The status as the provider itself calls it */
            provider_status: string | null;
            /** @description The quote whose rate and fee the payment uses */
            quote_id?: string;
            /** @description The fields that only a ramp has; null for other payments */
            ramp: components["schemas"]["RampDetails"] | null;
            /**
             * Format: double
             * @description What has arrived so far; null: the provider has reported nothing yet
             */
            received_amount: number | null;
            recipient_info: components["schemas"]["PayerDetails"];
            /**
             * Format: double
             * @description The amount refunded so far
             */
            refunded_amount: number;
            /** @description The same as `country` */
            region_id: string | null;
            /** @description Every provider considered, in order, and why it was chosen or skipped */
            route: components["schemas"]["RouteCandidate"][];
            /** @description Orders the events of one resource */
            sequence: number;
            status: components["schemas"]["PaymentStatus"];
            /**
             * Format: double
             * @description The amount after conversion, in `target_currency`
             */
            target_amount: number | null;
            /** @description The payee's currency; equals `currency` unless money is converted */
            target_currency: string | null;
            /** @description The changes of status, oldest first */
            timeline: components["schemas"]["TimelineEntry"][];
            /**
             * Format: double
             * @description The fee that we charge, in `currency`; null before it is known
             */
            total_fees: number | null;
            /** @description The payment's second id, for lists and support */
            transaction_id: string | null;
            updated_at: components["schemas"]["UpdatedAt"];
            /** @description Who started the payment */
            user_id: string;
            /** @description What started the payment (a link, checkout or batch), with the payer's answers */
            user_metadata: {
                [key: string]: unknown;
            };
            /** @description The time of the provider's last report about the payment */
            webhook_metadata: {
                [key: string]: unknown;
            };
        };
        /** @description Why a payment failed */
        PaymentFailure: {
            advice: components["schemas"]["FailureCause"];
            /** @description What the code means; null: it is not among the provider's documented codes */
            cause: components["schemas"]["ProviderFailureCause"] | null;
            /** @description The provider's own code; null: it gave none */
            code: string | null;
        };
        /** @description The operator stopped payouts, so nothing was sent yet. It goes on by itself */
        PaymentHold: {
            /** @description What is stopped, and why */
            reason: string;
            /**
             * Format: date-time
             * @description Since when it is held; UTC
             */
            since: string;
        };
        /** @description What the customer must transfer, to whom and until when */
        PaymentInstructions: {
            /** @description Where the account is */
            account_country?: string;
            /** @description Name of the account holder, as the bank knows it */
            account_name?: string;
            /** @description crypto_transfer: the deposit address; mobile_money: the phone that is asked to approve */
            account_number?: string;
            amount: components["schemas"]["Amount"];
            /** @description Code of the bank, as `/externals/banks` lists it */
            bank_code?: string | null;
            /** @description crypto_transfer: the network; mobile_money: the operator */
            bank_name?: string;
            /** @description BIC of the bank */
            bic?: string;
            currency: components["schemas"]["Currency"];
            /** @description IBAN, where it has one */
            iban?: string;
            /** @description crypto_transfer: to be sent along where the network has memos */
            memo?: string | null;
            /** @description The page on which the customer pays; null: none */
            payment_link?: string;
            /** @description Content of a QR code for bank apps */
            qr_code?: string;
            /** @description The page to which to send the customer; null: there is none */
            redirect_url?: string;
            /** @description What the customer writes on the transfer */
            reference: string;
            /** @description Sort code, in Britain */
            sort_code?: string;
            /**
             * @description How the customer has to pay
             * @enum {string}
             */
            type: "bank_transfer" | "crypto_transfer" | "mobile_money" | "pay_by_link" | "redirect" | "collect_otp";
        } & {
            [key: string]: unknown;
        };
        /** @description A hosted page that collects one payment, or many */
        PaymentLink: {
            amount?: components["schemas"]["Amount"];
            /**
             * @description fixed: the link sets the amount; open: the payer does
             * @enum {string}
             */
            amount_type: "fixed" | "open";
            created_at: components["schemas"]["CreatedAt"];
            /** @description Who created the link */
            created_by: string;
            currency: components["schemas"]["Currency"];
            /** @description Further questions that the payer is asked */
            custom_fields?: components["schemas"]["CustomField"][];
            /** @description Free text for people */
            description?: string;
            /** @description E-mail address */
            email?: string;
            /**
             * Format: date-time
             * @description Until when the link can be paid; absent: no limit
             */
            expires_at?: string;
            /** @description Id of the payment link */
            link_id: string;
            /** @description The unguessable part of the url */
            link_ref: string;
            /** @description How many items the payer may buy, each at `amount`; absent: one */
            max_quantity?: number;
            org_id: components["schemas"]["OrgId"];
            /**
             * Format: date-time
             * @description When the payment completed; absent or null before
             */
            paid_at?: string;
            /**
             * Format: double
             * @description The total of the link's completed payments, in `currency`
             */
            paid_total: number;
            /** @description The currency in which the payer is charged */
            payer_currency: string;
            /** @description The payment that paid the link; for an open link the latest one */
            payment_id?: string;
            /** @description The number of completed payments of the link */
            payments_count: number;
            /** @description Where the customer returns, with `status` and `reference`; absent: our page */
            return_url?: string;
            status: components["schemas"]["LinkStatus"];
            /** @description Text that the payer sees after paying */
            success_message?: string;
            updated_at: components["schemas"]["UpdatedAt"];
            /** @description The hosted page on which the link is paid */
            url: string;
        };
        PaymentLinkChange: {
            /**
             * Format: double
             * @description An amount in `currency`, with that currency's decimals
             */
            amount?: number | null;
            /** @description Further questions that the payer is asked */
            custom_fields?: components["schemas"]["CustomField"][] | null;
            /** @description Shown to the payer */
            description?: string | null;
            /** @description E-mail address */
            email?: string | null;
            /** @description Until when the link can be paid; null: no limit */
            expires_at?: string | null;
            /** @description How many may be bought of a fixed link, each at `amount` */
            max_quantity?: number | null;
            /** @description ISO 4217, or a crypto asset code */
            payer_currency?: string | null;
            /** @description The address that the customer is sent to after paying; status and reference are added to its query */
            return_url?: string | null;
            /**
             * @description A disabled link cannot be paid
             * @enum {string}
             */
            status?: "active" | "disabled";
            /** @description Text that the payer sees after paying */
            success_message?: string | null;
        };
        PaymentLinkEvent: components["schemas"]["SentEvent"] & {
            data: components["schemas"]["PaymentLinkEventData"];
            /**
             * @description What happened
             * @enum {string}
             */
            event_type: "payment_link.paid";
        };
        /** @description The fields of `PaymentLink` at the time of the event */
        PaymentLinkEventData: components["schemas"]["PaymentLink"] & {
            previous_status: components["schemas"]["LinkStatus"];
            /** @description Orders the events of one resource */
            sequence: number;
        };
        PaymentLinkInput: {
            /**
             * Format: double
             * @description An amount in `currency`, with that currency's decimals
             */
            amount?: number | null;
            /**
             * @description fixed: the link sets the amount; open: the payer does
             * @enum {string}
             */
            amount_type?: "fixed" | "open";
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            /** @description Further questions that the payer is asked */
            custom_fields?: components["schemas"]["CustomField"][] | null;
            /** @description Shown to the payer */
            description?: string | null;
            /** @description E-mail address */
            email?: string | null;
            /** @description Until when the link can be paid; null: no limit */
            expires_at?: string | null;
            /** @description How many may be bought of a fixed link, each at `amount` */
            max_quantity?: number | null;
            /** @description ISO 4217, or a crypto asset code */
            payer_currency?: string | null;
            /** @description The address that the customer is sent to after paying; status and reference are added to its query */
            return_url?: string | null;
            /** @description Text that the payer sees after paying */
            success_message?: string | null;
        };
        PaymentLinkResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["PaymentLink"];
        };
        PaymentList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["Payment"][];
        };
        /**
         * @description The method by which the customer pays or is paid
         * @enum {string}
         */
        PaymentMethod: "bank_transfer" | "card" | "mobile_money" | "crypto" | "wallet";
        PaymentRequest: {
            /**
             * Format: double
             * @description An amount in `currency`, with that currency's decimals
             */
            amount: number;
            /** @description For a bank transfer payin: the account that is paid; a payout may omit it */
            bank_account?: components["schemas"]["BankAccountInput"] | null;
            /** @description For a bank transfer payin: the payer's account; a payout may omit it */
            bank_details?: components["schemas"]["BankDetailsInput"] | null;
            /** @description The registered beneficiary who is paid: required for a payout, to their registered account */
            beneficiary_id?: string | null;
            /** @description For the method `card`; its first 6 and last 4 digits are stored */
            card_details?: components["schemas"]["CardInput"] | null;
            /** @description Your own reference: stored, returned and searchable */
            client_reference?: string | null;
            /** @description ISO 3166-1 alpha-2 */
            country?: string | null;
            /** @description ISO 4217 */
            currency: string;
            /** @description A customer of the organization. Fills in what a payin's `payer_details` omit */
            customer_id?: string | null;
            /** @description Free text for people */
            description?: string | null;
            /**
             * @description payin: the customer pays; payout: a beneficiary is paid
             * @enum {string}
             */
            direction: "payin" | "payout";
            /** @description Your own data: stored, returned unchanged, and searchable */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description For a mobile money payin; a payout may omit it */
            mobile_money_details?: components["schemas"]["MobileMoneyInput"] | null;
            /** @description Id of a locked rate */
            org_rate_id?: string | null;
            /** @description The payer: name, e-mail address and phone number */
            payer_details?: components["schemas"]["PayerInput"] | null;
            /**
             * @description How the customer pays or is paid
             * @enum {string}
             */
            payment_method: "mobile_money" | "bank_transfer" | "card";
            /** @description An open quote for this payment: its rate and fee apply. Not together with `org_rate_id` */
            quote_id?: string | null;
            /** @description Where the customer returns, with `status` and `reference`; absent: our page */
            return_url?: string | null;
            /**
             * Format: double
             * @description Equals `amount` within one currency. Otherwise `amount` at the locked rate, in any precision: our own value is paid, which differs by at most one minor unit. It is rounded half-even, and down where that exceeds the exact product by more than 0.1 percent of it
             */
            target_amount: number;
            /** @description ISO 4217; equals currency for single-currency flows */
            target_currency: string;
        };
        PaymentResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["Payment"];
        };
        PaymentReview: {
            /** @description The reviewer's comment */
            comment?: string;
            /**
             * @description approve: it continues; reject: it ends
             * @enum {string}
             */
            decision: "approve" | "reject";
        };
        PaymentSettlement: {
            /** @description How the person knows */
            comment: string;
            /**
             * @description How the payment ended, according to a person
             * @enum {string}
             */
            status: "completed" | "failed";
        };
        /**
         * @description Status of a payment. The guide's table explains each status and which may follow it
         * @enum {string}
         */
        PaymentStatus: "initiated" | "reviewed" | "confirmed" | "processing" | "pending" | "completed" | "failed" | "refunded" | "rejected" | "canceled";
        /** @description A list of payouts that is approved and sent as one */
        PayoutBatch: {
            /** @description The actions that are possible now */
            actions: components["schemas"]["PayoutBatchAction"][];
            /** @description Id of the approval; null when none is needed */
            approval_id: string | null;
            /** @description Why other people must approve the batch */
            approval_reasons: string[];
            /** @description Id of the payout batch */
            batch_id: string;
            /** @description The number of rows that were checked so far */
            checked_rows: number;
            created_at: components["schemas"]["CreatedAt"];
            /**
             * @description Whether a row that pays the same as another row is refused
             * @enum {string}
             */
            duplicates: "refuse" | "allow";
            /** @description When the batch ended; null before */
            finished_at: string | null;
            /** @description A name for people; it need not be unique */
            name: string;
            org_id: components["schemas"]["OrgId"];
            /** @description Why the batch is paused; null: it is not paused */
            pause_reason: string | null;
            /** @description Hash of the previewed rows. A submission names it, and an approval is valid only for this hash */
            preview_hash: string | null;
            /** @description Problems of the whole batch: balance, float, rates */
            problems: components["schemas"]["PayoutBatchProblem"][];
            /** @description The locked rates of the batch, one for each pair of currencies */
            rates: components["schemas"]["PayoutBatchRate"][];
            /** @description The calendar by which the batch is sent again; null: it is sent once */
            repeat: components["schemas"]["PayoutBatchRepeat"] | null;
            /** @description The first batch of the series that this batch belongs to; null: none */
            repeat_of: string | null;
            /** @description The person or API key that made the request */
            requested_by: string;
            /** @description The batch whose failed rows this batch sends again; null: none */
            retry_of: string | null;
            /** @description The number of rows, including invalid ones */
            row_count: number;
            rows: components["schemas"]["PayoutBatchRows"];
            /** @description When the batch is sent; null: as soon as possible */
            scheduled_at: string | null;
            /** @description When sending began; null before */
            started_at: string | null;
            status: components["schemas"]["PayoutBatchStatus"];
            /** @description When it was submitted; null before */
            submitted_at: string | null;
            /** @description Totals of the rows that can be sent, by pair of currencies */
            totals: components["schemas"]["PayoutBatchTotal"][];
            updated_at: components["schemas"]["UpdatedAt"];
        };
        /** @enum {string} */
        PayoutBatchAction: "submit" | "preview" | "pause" | "resume" | "cancel" | "retry_failed" | "stop_repeating";
        PayoutBatchEvent: components["schemas"]["SentEvent"] & {
            data: components["schemas"]["PayoutBatchEventData"];
            /**
             * @description What happened
             * @enum {string}
             */
            event_type: "payout_batch.ready" | "payout_batch.sending" | "payout_batch.paused" | "payout_batch.completed" | "payout_batch.canceled" | "payout_batch.rejected";
        };
        /** @description The fields of `PayoutBatch` at the time of the event */
        PayoutBatchEventData: components["schemas"]["PayoutBatch"] & {
            /** @description Orders the events of one resource */
            sequence: number;
        };
        PayoutBatchInput: {
            /** @description Look up who holds each bank account, if a provider supports that; up to 1000 rows */
            check_account_names?: boolean;
            /** @description Instead of `rows`: a CSV file whose first line names the columns, like the fields of a row */
            csv?: string;
            /**
             * @description Whether rows are refused that pay the same as another row, or as a payout of the last 90 days
             * @enum {string}
             */
            duplicates?: "refuse" | "allow";
            /** @description A name for people; it need not be unique */
            name: string;
            /** @description What to pay, to whom */
            rows?: components["schemas"]["PayoutRowInput"][];
            /** @description Instead of `rows`: an XLSX file in base64, whose first sheet is read. Formulas are not computed; their stored values count */
            xlsx?: string;
        };
        PayoutBatchList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["PayoutBatch"][];
        };
        PayoutBatchProblem: {
            /** @description Code of the problem, for programs */
            code: string;
            /** @description What is wrong with the batch, and how to correct it */
            message: string;
        };
        PayoutBatchRate: {
            /**
             * Format: date-time
             * @description Until when the rate is locked
             */
            expires_at: string;
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            from_currency: string;
            /** @description Id of a locked rate */
            org_rate_id: string;
            /**
             * Format: double
             * @description The rate, locked once for all rows of this pair of currencies
             */
            rate: number;
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            to_currency: string;
        };
        PayoutBatchRepeat: {
            /**
             * @description How often the batch is sent, by the calendar in UTC
             * @enum {string}
             */
            every: "daily" | "weekly" | "monthly";
            /** @description How many times the batch was sent so far */
            made: number;
            /** @description When the batch is sent next; null after the last time */
            next_run_at: string | null;
            /** @description How many times the batch is sent in total */
            runs: number;
        };
        /** @description The calendar by which the batch is sent again */
        PayoutBatchRepeatInput: {
            /**
             * @description How often the batch is sent, by the calendar in UTC, counted from the first time
             * @enum {string}
             */
            every: "daily" | "weekly" | "monthly";
            /** @description How many times the batch is sent in total, including the first time */
            runs: number;
        };
        PayoutBatchResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["PayoutBatch"];
        };
        PayoutBatchRow: {
            /**
             * Format: double
             * @description An amount in `currency`, with that currency's decimals
             */
            amount: number | null;
            /** @description The registered beneficiary who is paid */
            beneficiary_id: string;
            currency: components["schemas"]["Currency"];
            /** @description What is wrong with the row; empty when the row can be sent */
            errors: components["schemas"]["PayoutRowError"][];
            /**
             * Format: double
             * @description The fee for the row, in `currency`; null before the row is checked
             */
            fee: number | null;
            /** @description Id of the payment; null or absent while there is none */
            payment_id: string | null;
            /** @description The provider that will be tried first, or that accepted the payment */
            provider: string | null;
            /** @description The beneficiary's name; null when unknown */
            recipient: string | null;
            /** @description Your own reference; null: none */
            reference: string | null;
            /** @description Number of the row, counted from 1 without the line of column names */
            row: number;
            status: components["schemas"]["PayoutRowStatus"];
            /**
             * Format: double
             * @description The amount after conversion, in `target_currency`
             */
            target_amount: number | null;
            /** @description The payee's currency; equals `currency` unless money is converted */
            target_currency: string | null;
            /** @description The amount exactly as the request wrote it */
            written: string;
        };
        PayoutBatchRowList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["PayoutBatchRow"][];
        };
        /** @description The number of rows by their status */
        PayoutBatchRows: {
            /** @description The number of rows that were canceled before they were sent */
            canceled: number;
            /** @description The number of rows that were paid */
            completed: number;
            /** @description The number of rows whose payment failed */
            failed: number;
            /** @description The number of rows with errors */
            invalid: number;
            /** @description The number of rows that can be sent, or wait to be sent */
            ready: number;
            /** @description The number of rows whose payment is in progress */
            sent: number;
        };
        /**
         * @description The state of a payout batch
         * @enum {string}
         */
        PayoutBatchStatus: "checking" | "ready" | "awaiting_approval" | "scheduled" | "sending" | "paused" | "sent" | "completed" | "canceled" | "rejected";
        PayoutBatchSubmission: {
            /** @description `preview_hash` of the batch as you read it, so that exactly the previewed rows are sent */
            preview_hash: string;
            repeat?: components["schemas"]["PayoutBatchRepeatInput"];
            /** @description When the batch is sent; null: as soon as possible */
            scheduled_at?: string | null;
            /** @description Whether rows with errors are left out */
            skip_invalid?: boolean;
        };
        PayoutBatchTotal: {
            amount: components["schemas"]["Amount"];
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            /**
             * Format: double
             * @description The fees for these rows, in `currency`
             */
            fees: number;
            /** @description The number of rows */
            rows: number;
            /**
             * Format: double
             * @description The amount after conversion, in `target_currency`
             */
            target_amount: number;
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            target_currency: string;
        };
        /** @description For a payout: whether it goes to the beneficiary's own account, and which details differ if not */
        PayoutDestination: {
            /** @description The fields that differ from the registered account */
            differs: string[];
            /** @description Whether it is the beneficiary's registered account */
            matches_beneficiary: boolean;
        };
        PayoutFileInput: {
            /** @description A file of text, or the copied cells of a spreadsheet */
            csv?: string;
            /** @description An XLSX file in base64, whose first sheet is read */
            xlsx?: string;
        };
        PayoutRowError: {
            /** @description Code of the error, for programs */
            code: string;
            /** @description The field that is wrong; null when the error concerns the whole row */
            field: string | null;
            /** @description What is wrong with the row, and how to correct it */
            message: string;
        };
        PayoutRowInput: {
            /** @description National account number, or IBAN */
            account_number?: string | null;
            /**
             * Format: double
             * @description The amount that leaves the balance, in `currency`
             */
            amount: number;
            /** @description Code of the bank, as `/externals/banks` lists it */
            bank_code?: string | null;
            /** @description The registered beneficiary who is paid */
            beneficiary_id: string;
            /** @description Currency of `amount`, by ISO 4217. The beneficiary is paid in its own currency, at a rate that is locked once for the batch */
            currency: string;
            /** @description Free text for people */
            description?: string | null;
            /** @description The payee's name, which must match the beneficiary's name */
            name?: string | null;
            /** @description The mobile money network, or the blockchain */
            network?: string | null;
            /** @description Phone number by E.164 */
            phone_number?: string | null;
            /** @description Your own reference; becomes the payout's `client_reference` */
            reference?: string | null;
        };
        /**
         * @description Status of a row of a payout batch; invalid rows are never sent
         * @enum {string}
         */
        PayoutRowStatus: "unchecked" | "ready" | "invalid" | "sent" | "completed" | "failed" | "canceled";
        /**
         * @description A permission that a member may have beyond the role
         * @enum {string}
         */
        Permission: "payments:write" | "payouts:approve" | "refunds:write" | "ramps:write" | "beneficiaries:write" | "payment-links:write" | "virtual-accounts:write" | "escrow:write" | "webhooks:write" | "api-keys:write" | "members:write" | "organization:write" | "exports:write";
        PermissionsInput: {
            permission?: components["schemas"]["Permission"];
            /** @description Permissions that the member has beyond the role */
            permissions?: components["schemas"]["Permission"][];
        };
        PersonName: {
            /** @description The person's name */
            name: string;
            /** @description Id of the person */
            user_id: string;
        };
        /** @description How the payer approves on the phone */
        PhoneApproval: {
            /** @description The mobile money network */
            network: string;
            /** @description The last four digits of the payer's number */
            phone_hint: string;
            /** @description What the payer dials to bring the prompt back; null where no code of the network is known */
            prompt_code: string | null;
        };
        /** @description What an operator changes while the service runs */
        PlatformSetting: {
            /** @description What it means */
            description: string;
            /** @description Whether it is a secret */
            is_secret: boolean;
            /** @description The setting's name */
            name: string;
            /** @description Why another platform admin must approve a change; null: nobody must */
            second_person: string | null;
            /**
             * @description unusable: what is stored cannot be decrypted, and the default applies
             * @enum {string}
             */
            source: "default" | "stored" | "unusable";
            /** @description The value that applies; null: unset, or a secret, which is never shown */
            value: string | null;
        };
        PlatformSettingList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["PlatformSetting"][];
        };
        /**
         * @description The condition under which a payout waits for approval
         * @enum {string}
         */
        PolicyCondition: "always" | "amount" | "daily_total" | "daily_beneficiary_total" | "new_beneficiary" | "destination_mismatch";
        PreviewedCandidate: {
            /** @description Id of the provider config that put the provider on the route */
            config_id: string;
            /** @description The lowest number is tried first */
            priority: number;
            /** @description Name of the provider */
            provider: string;
            /** @description Why the provider would be chosen or skipped */
            reason: string;
            /** @description Whose config it is: the organization's own, or the platform's */
            scope: string;
            /** @description Whether this provider is tried */
            taken: boolean;
        };
        PreviewRouteRequest: {
            /**
             * Format: double
             * @description The amount that would be paid, in `currency`
             */
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
            /**
             * @description What would be paid; external: a ramp
             * @enum {string}
             */
            direction: "payin" | "payout" | "external";
            /** @description Of mobile money: the network */
            network?: string;
            /** @description For the platform: whose route */
            org_id?: string;
            payment_method: components["schemas"]["PaymentMethod"];
        };
        /**
         * @description Priority of a notification and its e-mail
         * @enum {string}
         */
        Priority: "low" | "medium" | "high" | "urgent";
        /** @description A provider, what it serves, and how it is set up */
        Provider: {
            /** @description The address to give to the provider for its callbacks */
            callback_url: string;
            /** @description What the provider serves: routes outside of these rows are refused. null: every country, every currency */
            corridors: components["schemas"]["ProviderCorridor"][];
            /** @description null: every country */
            countries: string[] | null;
            /** @description The directions that the provider serves */
            directions: string[];
            /** @description The provider's name, for people to read */
            display_name: string;
            /** @description Needs no settings, and cannot be removed */
            is_built_in: boolean;
            /** @description The payment methods that it serves */
            methods: string[];
            /** @description Why it is unusable */
            problem: string | null;
            /** @description The provider's name, as provider configs use it */
            provider: string;
            /** @description Secrets that are stored. They are never shown */
            secrets_set: string[];
            /** @description The stored settings, without secrets */
            settings: {
                [key: string]: unknown;
            } | null;
            /** @description JSON schema of the settings; secrets carry x-secret, and x-generate if we generate them unless given */
            settings_schema: {
                [key: string]: unknown;
            } | null;
            /**
             * @description unusable: it is set up, but does not work; `problem` says why
             * @enum {string}
             */
            state: "ready" | "not_set_up" | "unusable";
            /** @description refunds, account_look_up, virtual_accounts */
            supports: string[];
            /** @description When it last changed; null: never */
            updated_at: string | null;
        };
        /** @description Puts a provider on the route of a corridor */
        ProviderConfig: {
            /** @description The version of the provider's API to use; absent or null: the adapter's default */
            api_version?: string;
            /** @description Id of the provider config that put the provider on the route */
            config_id: string;
            country: components["schemas"]["Country"];
            created_at: components["schemas"]["CreatedAt"];
            /** @description Free text for people */
            description?: string;
            /** @description inbound, outbound or external */
            direction: string;
            /** @description Whether it is used; an inactive one is only stored */
            is_active: boolean;
            /**
             * Format: double
             * @description The provider gets no payments above this amount; null or absent: no limit
             */
            max_amount?: number;
            /**
             * Format: double
             * @description The provider gets no payments below this amount; null or absent: no limit
             */
            min_amount?: number;
            /** @description The organization that the resource belongs to */
            org_id: string | null;
            /** @description The method by which the customer pays or is paid */
            payment_method: string;
            /** @description The lowest number is tried first */
            priority: number;
            /** @description Name of the provider */
            provider: string;
            /** @description Hours from completion until the provider pays a payin out */
            settlement_delay_hours?: number;
            updated_at: components["schemas"]["UpdatedAt"];
            /** @description Whether the provider sends callbacks; routing ignores it */
            webhook_required: boolean;
            /** @description The address to which the provider sends its callbacks */
            webhook_url?: string;
        };
        ProviderConfigList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["ProviderConfig"][];
        };
        ProviderConfigResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["ProviderConfig"];
        };
        ProviderCorridor: {
            /** @description The countries that are served; null: every country */
            countries: string[] | null;
            /** @description The currencies that are served; null: every currency */
            currencies: string[] | null;
            /** @description inbound, outbound or external */
            direction: string;
            /** @description The method by which the customer pays or is paid */
            payment_method: string;
        };
        ProviderDay: {
            /** @description How many payments completed */
            completed: number;
            /** @description The UTC day on which payments were created */
            date: string;
            /** @description How many payments failed */
            failed: number;
            /**
             * Format: double
             * @description Median seconds from creation to completion, estimated
             */
            median_seconds: number | null;
            /**
             * Format: double
             * @description completed / (completed + failed); null when there is neither
             */
            success_rate: number | null;
        };
        /**
         * @description What a provider's code for a refusal or failure means, in words that are the same for all providers
         * @enum {string}
         */
        ProviderFailureCause: "insufficient_funds" | "payer_limit_exceeded" | "wrong_pin" | "wrong_one_time_password" | "wrong_security_code" | "declined_by_payer" | "timed_out_at_payer" | "payer_busy" | "payer_account_unknown" | "payer_account_blocked" | "card_expired" | "card_invalid" | "card_lost_or_stolen" | "card_closed" | "card_not_supported" | "authentication_failed" | "declined_by_issuer" | "payer_not_permitted" | "payer_name_mismatch" | "fraud_suspected" | "payee_account_unknown" | "payee_account_closed" | "payee_account_blocked" | "payee_limit_exceeded" | "payee_name_mismatch" | "payee_not_permitted" | "network_down" | "issuer_unavailable" | "provider_unavailable" | "provider_error" | "provider_timed_out" | "provider_limit_exceeded" | "too_many_requests" | "not_served" | "amount_not_served" | "float_too_low" | "credentials_refused" | "account_suspended" | "not_set_up" | "request_invalid" | "duplicate" | "canceled" | "blocked_by_compliance";
        ProviderFloat: {
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            /**
             * Format: double
             * @description `reported` less `expected`; null without a report
             */
            difference: number | null;
            /**
             * Format: double
             * @description The amount at the provider or bank according to our ledger
             */
            expected: number;
            /** @description Whether the float is below its threshold */
            is_low: boolean;
            /** @description Name of the provider */
            provider: string;
            /**
             * Format: double
             * @description The amount according to the provider; null: it was not asked, or cannot say
             */
            reported: number | null;
            /** @description When the provider reported the amount */
            reported_at: string | null;
            /**
             * Format: double
             * @description `float.low` is sent when the float falls below this amount; null: never
             */
            threshold: number | null;
        };
        ProviderFloatList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["ProviderFloat"][];
        };
        ProviderList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["Provider"][];
        };
        /**
         * @description Name of a provider that this version supports
         * @enum {string}
         */
        ProviderName: "manual" | "crypto" | "fiat" | "hybrid" | "paystack" | "flutterwave" | "stripe" | "adyen" | "wise" | "pawapay" | "mtn_momo" | "mpesa" | "yellowcard";
        ProviderOutcomes: {
            /** @description One row for each day */
            days: components["schemas"]["ProviderDay"][];
            /** @description Name of the provider */
            provider: string;
        };
        ProviderResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["Provider"];
        };
        ProviderTrend: {
            /**
             * Format: double
             * @description accepted / attempts; null without attempts
             */
            acceptance_rate: number | null;
            /** @description How many attempts the provider accepted */
            accepted: number;
            /** @description How many times finished payments were sent to the provider */
            attempts: number;
            /** @description Refunded ones included */
            completed: number;
            /** @description How many payments there were */
            count: number;
            /** @description How many payments failed */
            failed: number;
            /** @description Name of the provider */
            provider: string;
            /**
             * Format: double
             * @description completed / (completed + failed); null when there is neither
             */
            success_rate: number | null;
            /** @description Amounts of completed payments, per currency */
            volume: components["schemas"]["Volume"][];
        };
        PutNoticeAnswer: {
            /**
             * @description The callback is stored, and is processed after this answer
             * @enum {boolean}
             */
            received: true;
        };
        /** @description The cost and result of a payment */
        Quote: {
            /**
             * Format: double
             * @description The amount paid: crypto for an `off_ramp`
             */
            amount: number;
            country: components["schemas"]["Country"];
            created_at: components["schemas"]["CreatedAt"];
            /** @description Name of the blockchain, such as TRON */
            crypto_network?: string;
            currency: components["schemas"]["Currency"];
            /**
             * @description What was quoted
             * @enum {string}
             */
            direction: "payin" | "payout" | "on_ramp" | "off_ramp";
            /**
             * Format: date-time
             * @description Expected arrival, from the organization's latest payments in this corridor, plus a payin's settlement delay. Absent: none completed yet
             */
            expected_arrival_at?: string;
            /**
             * Format: date-time
             * @description Until when the quote can be used
             */
            expires_at: string;
            /** @description Ids of the fee schedules that were charged */
            fee_ids: string[];
            /**
             * @description The method by which the customer pays or is paid
             * @enum {string}
             */
            payment_method: "mobile_money" | "bank_transfer" | "card";
            /** @description The quote whose rate and fee the payment uses */
            quote_id: string;
            /**
             * Format: double
             * @description Units of the second currency for one unit of the first
             */
            rate: number;
            /** @description Providers in the order in which they would be tried now; a payment chooses again */
            route: string[];
            /**
             * @description Status of the quote. One payment uses it; the quote is open again if that payment ends without success
             * @enum {string}
             */
            status: "open" | "used" | "expired";
            /**
             * Format: double
             * @description The converted amount: crypto for an `on_ramp`
             */
            target_amount: number;
            /** @description The payee's currency; equals `currency` unless money is converted */
            target_currency: string;
            /**
             * Format: double
             * @description The fee that we charge, in `currency`
             */
            total_fees: number;
            /** @description `payment_id` of the payment that used the quote */
            used_by?: string;
        };
        QuoteInput: {
            /**
             * Format: double
             * @description The amount that is paid in, in `currency`
             */
            amount: number;
            /**
             * Format: country-code
             * @description ISO 3166-1 alpha-2
             */
            country?: string;
            /** @description Only for a ramp: the crypto side */
            crypto_currency?: string;
            /** @description Only for a ramp: the crypto side */
            crypto_network?: string;
            /** @description ISO 4217. For a ramp, `amount` and `currency` are its fiat side, in either direction */
            currency: string;
            /**
             * @description What is quoted
             * @enum {string}
             */
            direction: "payin" | "payout" | "on_ramp" | "off_ramp";
            org_id?: components["schemas"]["OrgId"];
            /**
             * @description For a ramp: how its fiat side is paid, by `bank_transfer` or `mobile_money`
             * @enum {string}
             */
            payment_method: "mobile_money" | "bank_transfer" | "card";
            /** @description ISO 4217; default: `currency`. Not for a ramp */
            target_currency?: string;
        };
        QuoteResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["Quote"];
        };
        RampDestination: {
            /** @description Account number */
            accountNumber?: string;
            /** @description Code of the bank, as `/externals/banks` lists it */
            bankCode?: string | null;
            /** @description The bank's name */
            bankName?: string | null;
        };
        RampDetails: {
            /** @description Registration number of the business */
            business_id?: string;
            /** @description Registered name of the business */
            business_name?: string;
            /** @description True while the provider processes the customer's payment, which counts as paid in time */
            collection_under_way?: boolean;
            /** @description Code of the crypto asset, such as USDT */
            crypto_currency: string;
            /** @description Name of the blockchain, such as TRON */
            crypto_network: string;
            /**
             * @description Whether the customer is a person or a business
             * @enum {string}
             */
            customer_type: "retail" | "business";
            /**
             * @description on_ramp: fiat to crypto; off_ramp: crypto to fiat
             * @enum {string}
             */
            direction: "on_ramp" | "off_ramp";
            /** @description Attempts of the second leg that were accepted and failed later */
            failed_attempts?: string[];
            /**
             * @description How the fiat side of the ramp is paid
             * @enum {string}
             */
            fiat_method: "bank_transfer" | "mobile_money";
            /** @description When the ramp continues by itself; null while a provider or customer acts */
            next_step_at?: string | null;
            /**
             * Format: double
             * @description Units that the customer gets per unit that the customer pays
             */
            rate: number;
            /** @description Id of the refund; null while there is none */
            refund_id?: string | null;
            /** @description How many times we tried to return the customer's payment */
            refund_tries?: number;
            /** @description How many attempts there were before the current round */
            round_starts_at?: number;
            /** @description Number of the current round of the second leg over its providers */
            settle_round?: number;
            /** @description The providers that the second leg tries, in order */
            settle_route?: components["schemas"]["RouteCandidate"][];
            /** @description What the second leg's provider reported, such as the transaction hash */
            settlement?: {
                [key: string]: unknown;
            };
            /**
             * @description collecting: the customer pays; settling: the other side is delivered; refunding: the payment is returned
             * @enum {string}
             */
            step?: "collecting" | "settling" | "refunding" | "ended";
            /** @description Address of the wallet that the crypto is sent to */
            wallet_address?: string;
        };
        RampRequest: {
            /** @description The bank account that pays, or of an off-ramp is paid */
            bank_details?: components["schemas"]["BankDetailsInput"] | null;
            /** @description off_ramp: who is paid */
            beneficiary_id?: string | null;
            /** @description Name of the payee, if it is not a registered beneficiary */
            beneficiary_name?: string | null;
            /** @description Required when customer_type is business */
            business_id?: string | null;
            /** @description Required when customer_type is business */
            business_name?: string | null;
            /**
             * Format: double
             * @description From GET /organizations/admin/exchange-rate, in the direction of the funds: fiat to crypto for on_ramp, crypto to fiat for off_ramp
             */
            client_rate: number;
            /** @description Your own reference: stored, returned and searchable */
            client_reference?: string | null;
            /** @description ISO 3166-1 alpha-2. Default: the country of the beneficiary, the account or the phone, and then the organization's */
            country?: string | null;
            /** @description Asset code, such as USDT */
            crypto_currency: string;
            /** @description Network name, such as TRON; matched without regard to case */
            crypto_network: string;
            /** @description A customer of the organization */
            customer_id?: string | null;
            /** @description business needs business_id and business_name; retail when absent */
            customer_type?: ("retail" | "business") | null;
            /** @description For an off-ramp: the bank account that is paid */
            destination?: components["schemas"]["RampDestination"] | null;
            /** @description Direction of the ramp. If absent: wallet_address means on_ramp, beneficiary_id or destination means off_ramp; with both, the direction whose live rate equals client_rate */
            direction?: ("on_ramp" | "off_ramp") | null;
            /**
             * Format: double
             * @description Amount of the fiat side of the ramp
             */
            fiat_amount: number;
            /** @description ISO 4217 */
            fiat_currency: string;
            /** @description Your own data: stored, returned unchanged, and searchable */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description For the method `mobile_money` */
            mobile_money_details?: components["schemas"]["MobileMoneyInput"] | null;
            /** @description An open quote for this ramp: its rate and fee apply, and `client_rate` is its `rate` */
            quote_id?: string | null;
            /** @description For on_ramp: the wallet that the crypto is sent to. The address must be valid on the network */
            wallet_address?: string | null;
        };
        /** @description A locked rate, and its state */
        RateLock: {
            /**
             * Format: double
             * @description The most that may be converted, in `fromCurrency`; absent: any amount
             */
            amount?: number;
            created_at: components["schemas"]["CreatedAt"];
            /**
             * Format: date-time
             * @description Until when the rate is locked; for a rate that is not locked, the time of the answer
             */
            expires_at: string;
            /** @description The currency that is converted */
            fromCurrency: string;
            /**
             * Format: double
             * @description 1 / `rate`
             */
            inverse_rate: number;
            /** @description Our margin in hundredths of a percent */
            margin_bps: number;
            /** @description Id of a locked rate */
            org_rate_id: string;
            /**
             * Format: double
             * @description Units of the second currency for one unit of the first
             */
            rate: number;
            /** @description Where the rate comes from: the rate table or the feed */
            source: string;
            /**
             * @description Status of the rate lock. One payment or transfer uses it; the lock is open again if that ends without success
             * @enum {string}
             */
            status: "open" | "used" | "expired";
            /** @description The currency that results from the conversion */
            toCurrency: string;
            /** @description `payment_id` of the payment, or `transaction_id` of the transfer, that used the rate lock */
            used_by?: string;
        };
        RateLockResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["RateLock"];
        };
        ReadAllNotificationsAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["ReadAllNotificationsAnswerData"];
        };
        /** @description The number of the caller's notifications that were marked as read */
        ReadAllNotificationsAnswerData: {
            /** @description The number of notifications that were marked as read */
            marked: number;
        };
        ReadPayoutFileAnswer: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: string[][];
        };
        ReceiveCallbackAnswer: {
            /**
             * @description The callback is stored, and is processed after this answer
             * @enum {boolean}
             */
            received: true;
        };
        ReceiveKybUpdateAnswer: components["schemas"]["Success"] & {
            /** @description Always null */
            data: {
                [key: string]: unknown;
            } | null;
        };
        ReceiveNoticeAnswer: {
            /**
             * @description The callback is stored, and is processed after this answer
             * @enum {boolean}
             */
            received: true;
        };
        ReconciliationEvent: components["schemas"]["SentEvent"] & {
            data: components["schemas"]["ReconciliationEventData"];
            /**
             * @description What happened
             * @enum {string}
             */
            event_type: "reconciliation.item_opened" | "reconciliation.item_resolved";
        };
        /** @description The fields of `ReconciliationItem` at the time of the event */
        ReconciliationEventData: components["schemas"]["ReconciliationItem"] & {
            /** @description Orders the events of one resource */
            sequence: number;
        };
        /** @description A provider's update that contradicts our record */
        ReconciliationItem: {
            created_at: components["schemas"]["CreatedAt"];
            /** @description What the provider reports, and what our record says */
            detail: {
                [key: string]: unknown;
            };
            /** @description Id of the reconciliation item */
            item_id: string;
            kind: components["schemas"]["ReconciliationKind"];
            /** @description What contradicts what, for people */
            message: string;
            org_id: components["schemas"]["OrgId"];
            /** @description Id of the payment; null or absent while there is none */
            payment_id: string | null;
            /** @description The provider that contradicts us; null: none */
            provider: string | null;
            /** @description What the person found and did; null before */
            resolution: string | null;
            /** @description When the item was decided; null before */
            resolved_at: string | null;
            /** @description The person who decided the item; null before */
            resolved_by: string | null;
            /**
             * @description Status of the item. open: a person must decide
             * @enum {string}
             */
            status: "open" | "resolved";
        };
        ReconciliationItemList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["ReconciliationItem"][];
        };
        ReconciliationItemResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["ReconciliationItem"];
        };
        /**
         * @description The kind of contradiction between a provider and our records
         * @enum {string}
         */
        ReconciliationKind: "accepted_after_refusal" | "accepted_after_end" | "contradicts_final_status" | "contradicts_refund" | "contradicts_dispute" | "refunded_elsewhere" | "said_by_another" | "wrong_currency" | "underpaid" | "overpaid" | "unexpected_money" | "settled_twice" | "ramp_refund_needed" | "link_paid_twice" | "deposit_in_suspense";
        ReconciliationResolution: {
            /** @description What was found and done */
            resolution: string;
        };
        /** @description A refund of one payment */
        Refund: {
            amount: components["schemas"]["Amount"];
            created_at: components["schemas"]["CreatedAt"];
            currency: components["schemas"]["Currency"];
            /** @description Why it failed, in words; null or absent: it did not fail */
            failure_reason: string | null;
            org_id: components["schemas"]["OrgId"];
            /** @description Id of the payment */
            payment_id: string;
            /** @description Name of the provider */
            provider: string;
            /** @description The reason that the requester of the refund gave */
            reason: string;
            /** @description Id of the refund */
            refund_id: string;
            /** @description The person or API key that made the request */
            requested_by: string | null;
            /**
             * @description Status of the refund. failed: the money is available again
             * @enum {string}
             */
            status: "pending" | "completed" | "failed";
            updated_at: components["schemas"]["UpdatedAt"];
        };
        RefundEvent: components["schemas"]["SentEvent"] & {
            data: components["schemas"]["RefundEventData"];
            /**
             * @description What happened
             * @enum {string}
             */
            event_type: "refund.requested" | "refund.completed" | "refund.failed";
        };
        /** @description The fields of `Refund` at the time of the event */
        RefundEventData: components["schemas"]["Refund"] & {
            /** @description Orders the events of one resource */
            sequence: number;
        };
        RefundList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["Refund"][];
        };
        RefundRequest: {
            /**
             * Format: double
             * @description What to refund, in the payment's currency; absent: all that is left
             */
            amount?: number;
            /** @description The reason of the refund, stored with it */
            reason: string;
        };
        RefundResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["Refund"];
        };
        RejectApprovalRequest: {
            /** @description Kept with the decision */
            comment?: string | null;
        };
        ReopenSettlementDayRequest: {
            /** @description Why the day is opened again */
            reason: string;
        };
        ReplayDeliveriesAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["ReplayDeliveriesAnswerData"];
        };
        /** @description The number of events that are sent again */
        ReplayDeliveriesAnswerData: {
            /** @description Deliveries that are sent */
            replayed: number;
            /** @description Id of the webhook endpoint */
            webhook_id: string;
        };
        ReplayRequest: {
            /** @description Only events of these types; absent: all types */
            event_types?: components["schemas"]["EventType"][];
            /**
             * Format: date-time
             * @description Start of the time range: events at or after this time are sent again
             */
            from: string;
            /** @description Whether events that were acknowledged are left out */
            only_missing?: boolean;
            /**
             * Format: date-time
             * @description End of the time range: only events before this time are sent again
             */
            to: string;
        };
        /** @description Volume, fees, conversions or settlement of a period */
        Report: {
            /** @description The currency of the totals */
            base: string;
            /**
             * Format: date
             * @description First day or instant of the range
             */
            date_from: string;
            /**
             * Format: date
             * @description Last day or instant of the range
             */
            date_to: string;
            /** @description One row for each period, currency and key */
            rows: components["schemas"]["ReportRow"][];
            /**
             * Format: double
             * @description The total in `base`; null when a rate is missing
             */
            total_in_base: number | null;
            /** @description Totals by currency and key */
            totals: components["schemas"]["ReportTotal"][];
        };
        ReportResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["Report"];
        };
        ReportRow: {
            /** @description The ledger account; null in reports without accounts */
            account_id: string | null;
            amount: components["schemas"]["Amount"];
            /**
             * Format: double
             * @description Balance at the end; null in reports without accounts
             */
            closing: number | null;
            /** @description How many payments completed; null in reports that count none */
            completed: number | null;
            /** @description How many payments or movements there were; null in reports that count none */
            count: number | null;
            currency: components["schemas"]["Currency"];
            /** @description How many payments failed; null in reports that count none */
            failed: number | null;
            /**
             * Format: double
             * @description The fees that we charged; null in reports without fees
             */
            fees: number | null;
            /**
             * Format: date
             * @description First day of the period
             */
            from: string;
            /** @description Provider, method, direction or country */
            key: string | null;
            /**
             * Format: double
             * @description Balance at the start; null in reports without accounts
             */
            opening: number | null;
            /**
             * Format: date
             * @description Last day of the period
             */
            to: string;
        };
        ReportTotal: {
            amount: components["schemas"]["Amount"];
            /** @description How many there were; null in reports that count none */
            count: number | null;
            currency: components["schemas"]["Currency"];
            /**
             * Format: double
             * @description The fees that we charged; null in reports without fees
             */
            fees: number | null;
            /**
             * Format: double
             * @description The amount in `base`, at today's rate; null without a rate
             */
            in_base: number | null;
            /** @description Provider, method, direction or country; null in reports that group by none */
            key: string | null;
        };
        /** @description A request for a person's identity data */
        RequestedVerification: {
            /**
             * @description The answer: whether the number was given
             * @enum {string}
             */
            answer?: "provided" | "declined";
            /** @description A note of the person who answered */
            answer_note?: string;
            /**
             * Format: date-time
             * @description When the request was answered
             */
            answered_at?: string;
            /** @description The user who answered the request */
            answered_by?: string;
            /** @description Why the request was closed */
            close_note?: string;
            /**
             * Format: date-time
             * @description When the request was closed
             */
            closed_at?: string;
            /** @description The user who closed the request */
            closed_by?: string;
            created_at: components["schemas"]["CreatedAt"];
            /** @description Why nobody could be reached; absent: somebody was */
            failure_reason?: string;
            /** @description The text that people were sent */
            message: string;
            org_id: components["schemas"]["OrgId"];
            /** @description Priority of the notification and of its e-mail */
            priority: components["schemas"]["Priority"];
            /** @description Id of the request for identity data */
            request_id: string;
            /** @description Whether anybody could be reached; otherwise `failure_reason` says why not */
            sent: boolean;
            /**
             * @description answered: by the organization's people; closed: by the platform
             * @enum {string}
             */
            status: "open" | "answered" | "closed";
            /**
             * @description Whom the request is about: the sender or the beneficiary
             * @enum {string}
             */
            target: "beneficiary" | "sender";
            /** @description Id of the user or beneficiary that the request is about */
            target_id: string;
            /** @description The transaction that is checked */
            transaction_id: string;
            /** @description The person or system that made the request */
            triggered_by: string;
            /** @description The user who sent the transaction */
            user_id: string;
            /**
             * @description The identity number that is requested
             * @enum {string}
             */
            verification_type: "bvn" | "nin";
            /** @description Who was written to; absent: nobody */
            written_to?: components["schemas"]["WrittenTo"];
        };
        RequestedVerificationList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["RequestedVerification"][];
        };
        RequestedVerificationResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["RequestedVerification"];
        };
        ResolveAccountRequest: {
            /** @description National account number, or an IBAN */
            account_number: string;
            /** @description Code of the bank, as /externals/banks lists it; in GB the sort code */
            bank_code: string;
            /**
             * Format: country-code
             * @description ISO 3166-1 alpha-2
             */
            country?: string;
        };
        /** @description The holder of the account, according to the bank */
        ResolvedAccount: {
            /** @description Name of the account holder, according to the bank */
            account_name: string;
            /** @description National account number, or IBAN */
            account_number: string;
            /** @description Code of the bank, as `/externals/banks` lists it */
            bank_code: string;
            /** @description The bank's name */
            bank_name: string | null;
            country: components["schemas"]["Country"];
        };
        ResolvedAccountResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["ResolvedAccount"];
        };
        ResolveSettlementExceptionRequest: {
            /** @description Why, kept with the exception */
            reason: string;
            /** @description The reference of the movement that the line belongs to, or of a document that explains it */
            reference?: string | null;
            /**
             * @description How to resolve it
             * @enum {string}
             */
            resolution: "by_hand" | "suspense" | "written_off";
        };
        ReturnCustomerAnswer: {
            /** @description Id of the payment */
            payment_id: string;
            /** @description completed, failed or pending, as far as the provider says */
            status: string;
        };
        /** @description A share that could not be paid, and the refunds */
        ReturnedDisbursement: {
            /** @description The virtual account paid; null: none */
            account_id: string | null;
            amount: components["schemas"]["Amount"];
            /** @description To whom it was redirected; null: the party's own, or a refund's payer */
            beneficiary_id: string | null;
            created_at: components["schemas"]["CreatedAt"];
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            /** @description Id of the disbursement */
            disbursement_id: string;
            /** @description Id of the escrow project */
            escrow_id: string;
            /** @description Why it failed, in words; null: it did not */
            failure_reason: string | null;
            /** @description Id of the funding; null: none */
            funding_id: string | null;
            /**
             * @description release: to a party of the project; refund: to a funder
             * @enum {string}
             */
            kind: "release" | "refund";
            /**
             * @description payin_refund: by the payin's provider; settlement: to the organization's balance
             * @enum {string}
             */
            method: "virtual_account" | "payout" | "payin_refund" | "settlement";
            /** @description Id of the milestone; null: none */
            milestone_id: string | null;
            /** @description Id of the party; null: none */
            party_id: string | null;
            /** @description Id of the payment; null or absent while there is none */
            payment_id: string | null;
            /** @description The refunds: who gets how much back */
            refunds: components["schemas"]["Disbursement"][];
            status: components["schemas"]["DisbursementStatus"];
            updated_at: components["schemas"]["UpdatedAt"];
        };
        ReturnedDisbursementResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["ReturnedDisbursement"];
        };
        /**
         * @description Role of a member, which decides what the member may do
         * @enum {string}
         */
        Role: "org-admin" | "org-member" | "org-viewer";
        RotateApiKeyRequest: {
            /** @description How many seconds the old key keeps working; 0: it stops at once */
            overlap_seconds?: number;
        };
        /** @description The new API key, with its secret */
        RotatedApiKey: {
            /** @description Addresses and networks from which the key may be used; empty: any */
            allowed_addresses: string[];
            /** @description The key itself, shown only once */
            api_key: string;
            /** @description Id of the API key; it is not secret */
            api_key_id: string;
            created_at: components["schemas"]["CreatedAt"];
            /**
             * Format: date-time
             * @description When the key stops working; absent: never
             */
            expires_at?: string;
            /** @description The network address from which the API key was last used */
            last_used_address?: string;
            /**
             * Format: date-time
             * @description When the key was last used, to the minute; absent: never
             */
            last_used_at?: string;
            /** @description The program that used the API key last */
            last_used_user_agent?: string;
            /** @description A name for people; it need not be unique */
            name: string;
            org_id: components["schemas"]["OrgId"];
            /** @description First 12 characters of the key */
            prefix: string;
            /**
             * Format: date-time
             * @description The time until which the old API key also works
             */
            previous_expires_at?: string;
            /** @description The part of its member's rights that the key has; absent: all of them */
            scopes?: ("payments:read" | "payins:write" | "payouts:write" | "refunds:write" | "ramps:write" | "beneficiaries:read" | "beneficiaries:write" | "payment-links:read" | "payment-links:write" | "virtual-accounts:read" | "virtual-accounts:write" | "escrow:read" | "escrow:write" | "webhooks:read" | "webhooks:write" | "settings:read" | "settings:write")[];
            status: components["schemas"]["ApiKeyStatus"];
            updated_at: components["schemas"]["UpdatedAt"];
            /** @description The member as whom the key acts */
            user_id: string;
        };
        RotatedApiKeyResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["RotatedApiKey"];
        };
        RotateWebhookSecretRequest: {
            /** @description How many seconds the old secret keeps signing; 0: it stops at once */
            overlap_seconds?: number;
        };
        RouteCandidate: {
            /** @description Id of the provider config that put the provider on the route */
            config_id: string;
            /** @description The lowest number is tried first */
            priority: number;
            /** @description Name of the provider */
            provider: string;
            /** @description Why the provider was chosen or skipped */
            reason: string;
            /**
             * @description Whose config it is: the organization's own, or the platform's
             * @enum {string}
             */
            scope: "organization" | "global";
            /** @description How long the provider keeps a payin before it pays it out to us */
            settlement_delay_hours?: number;
            /** @description Whether this provider is tried */
            taken: boolean;
        };
        /** @description Which providers a payment would try */
        RoutePreview: {
            /** @description Every provider config that was considered, and why it was chosen or skipped */
            candidates: components["schemas"]["PreviewedCandidate"][];
            /** @description The providers that would be tried after the first one, in order */
            fallbacks: string[];
            /** @description The provider that would be tried first; null: none */
            provider: string | null;
            /** @description Whether at least one provider would be tried */
            would_route: boolean;
        };
        RoutePreviewResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["RoutePreview"];
        };
        /** @description The clock of a development deployment */
        SandboxClock: {
            /**
             * Format: date-time
             * @description The current time of the deployment
             */
            now: string;
            /** @description How far the deployment's time is ahead of the real time */
            shift_seconds: number;
        };
        SandboxClockResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["SandboxClock"];
        };
        /** @description Filters of a dashboard list, saved under a name */
        SavedView: {
            created_at: components["schemas"]["CreatedAt"];
            /** @description The list's query parameters */
            filters: {
                [key: string]: string;
            };
            /** @description The dashboard list that the view belongs to */
            list: string;
            /** @description A name for people; it need not be unique */
            name: string;
            org_id: components["schemas"]["OrgId"];
            /** @description Whether other members see the view */
            shared: boolean;
            updated_at: components["schemas"]["UpdatedAt"];
            /** @description Who saved the view */
            user_id: string;
            /** @description Id of the saved view */
            view_id: string;
        };
        SavedViewInput: {
            /** @description The list's query parameters */
            filters: {
                [key: string]: string;
            };
            /** @description The dashboard list that the view belongs to */
            list: string;
            /**
             * Format: name
             * @description A name for people; it need not be unique
             */
            name: string;
            org_id?: components["schemas"]["OrgId"];
            /**
             * @description Whether other members see the view
             * @default false
             */
            shared?: boolean;
        };
        SavedViewList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["SavedView"][];
        };
        SavedViewResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["SavedView"];
        };
        SearchHit: {
            created_at: components["schemas"]["CreatedAt"];
            /** @description A detail that distinguishes the result from similar ones; null: none */
            detail: string | null;
            /** @description Id of the resource that was found */
            id: string;
            org_id: components["schemas"]["OrgId"];
            /** @description The status of the resource that was found; null: it has none */
            status: string | null;
            /** @description What was found, in one line */
            title: string;
            type: components["schemas"]["SearchHitType"];
        };
        SearchHitList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["SearchHit"][];
        };
        /**
         * @description The kind of resource that was found
         * @enum {string}
         */
        SearchHitType: "payment" | "customer" | "beneficiary" | "payment_link" | "escrow" | "payout_batch" | "virtual_account";
        SendTestNotificationAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["SendTestNotificationAnswerData"];
        };
        /** @description The test event, and the endpoints that get it */
        SendTestNotificationAnswerData: {
            /** @description One for each endpoint that gets it */
            deliveries: components["schemas"]["SendTestNotificationResponseDataDeliveriesItem"][];
            /** @description Id of the event */
            event_id: string;
        };
        SendTestNotificationRequest: {
            /** @description The organization whose endpoints get it */
            org_id?: string;
            transaction_data: components["schemas"]["SendTestNotificationRequestTransactionData"];
        };
        /** @description The `data` of the test event */
        SendTestNotificationRequestTransactionData: {
            /**
             * Format: double
             * @description An amount in `currency`, with that currency's decimals
             */
            amount?: number;
            currency?: components["schemas"]["Currency"];
            /** @description The status that the test event shows; any text */
            status?: string;
            /** @description The id that the event shows; any text */
            transaction_id?: string;
            /** @description The time that the event shows; any text */
            updated_at?: string;
        } & {
            [key: string]: unknown;
        };
        SendTestNotificationResponseDataDeliveriesItem: {
            /** @description Id of the delivery */
            delivery_id: string;
            /** @description Id of the webhook endpoint */
            webhook_id: string;
        };
        /** @description What every event has */
        SentEvent: {
            /**
             * Format: date-time
             * @description When it happened; UTC
             */
            created_at: string;
            /** @description Id of the event. The same event may arrive more than once, so process each id once */
            event_id: string;
            /** @description Whose endpoints get it */
            org_id: string;
        };
        /** @description The invite, and whether its e-mail was accepted for sending */
        SentInvite: {
            /** @description When the invite was accepted; null before */
            accepted_at: string | null;
            created_at: components["schemas"]["CreatedAt"];
            /**
             * Format: email
             * @description E-mail address
             */
            email: string;
            /** @description Always true: the e-mail is stored with the invite, and retried until it is accepted */
            email_sent: boolean;
            /**
             * Format: date-time
             * @description Until when it can be accepted
             */
            expires_at: string;
            /** @description Id of the invite */
            invite_id: string;
            /** @description The user who sent the invite */
            invited_by: string;
            org_id: components["schemas"]["OrgId"];
            /** @description Permissions that the person gets beyond the role */
            permissions: components["schemas"]["Permission"][];
            role: components["schemas"]["Role"];
            status: components["schemas"]["InviteStatus"];
            updated_at: components["schemas"]["UpdatedAt"];
        };
        SentInviteResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["SentInvite"];
        };
        Session: {
            /** @description The network address from which the session was last used */
            address: string;
            created_at: components["schemas"]["CreatedAt"];
            /** @description Whether this is the session of the current request */
            current: boolean;
            /**
             * Format: date-time
             * @description When the session ends by itself
             */
            expires_at: string;
            /**
             * @description dashboard: a browser; token: a program, by a token of the identity provider
             * @enum {string}
             */
            kind: "dashboard" | "token";
            /**
             * Format: date-time
             * @description When the session was last used
             */
            last_seen_at: string;
            /** @description Id of the session */
            session_id: string;
            /** @description The browser or program that used it last; null: it did not say */
            user_agent: string | null;
        };
        SessionList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["Session"][];
        };
        SetCreditLineRequest: {
            /**
             * Format: double
             * @description How far below zero the balance may go; 0 removes the credit line
             */
            amount: number;
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            org_id: components["schemas"]["OrgId"];
            /** @description The reason, which is kept in the audit log */
            reason: string;
        };
        SetFailureCauseAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["SetFailureCauseAnswerData"];
        };
        SetFailureCauseAnswerData: {
            /** @description What an operator says that it means; null: nobody has */
            cause: components["schemas"]["ProviderFailureCause"] | null;
            /** @description The code as the provider gave it */
            code: string;
            /**
             * @description The way in which the money went: the same code may mean another thing in the other
             * @enum {string}
             */
            direction: "inbound" | "outbound";
            /** @description Name of the provider */
            provider: string;
        };
        SetFailureCauseRequest: {
            cause?: components["schemas"]["ProviderFailureCause"] | null;
            code: string;
            /** @enum {string} */
            direction: "inbound" | "outbound";
            provider: components["schemas"]["ProviderName"];
        };
        SetFloatThresholdAnswer: components["schemas"]["Success"] & {
            /** @description The whole list, without pages */
            data: components["schemas"]["ProviderFloat"][];
        };
        SetFloatThresholdRequest: {
            /**
             * Format: double
             * @description `float.low` is sent when the float falls below it; 0: never
             */
            amount: number;
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            provider: components["schemas"]["ProviderName"];
        };
        SetPermissionsRequest: {
            /** @description Permissions that the member has beyond the role */
            permissions: components["schemas"]["Permission"][];
        };
        SetRatesAnswer: components["schemas"]["Success"] & {
            /** @description The whole list, without pages */
            data: components["schemas"]["TableRate"][];
        };
        SetRatesRequest: {
            /** @description The rates to set, one row for each currency; other currencies stay unchanged */
            rates: components["schemas"]["SetRatesRequestRatesItem"][];
        };
        SetRatesRequestRatesItem: {
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            /**
             * Format: double
             * @description Units for one US dollar
             */
            per_usd: number;
        };
        SettlementAccount: {
            /** @description A provider's name, or `bank:` followed by a name */
            account: string;
            /**
             * Format: double
             * @description The sum of the amounts of the open exceptions, without their signs
             */
            at_stake: number;
            /** @description The last closed day, as all before it; null: none is closed */
            closed_through: string | null;
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            /**
             * Format: double
             * @description The amount at the provider or bank according to our ledger
             */
            expected: number;
            /** @description Why statements cannot be fetched; null while fetching works */
            fetch_failure: string | null;
            /** @description The last day that was fetched from the provider; null: none was */
            fetched_through: string | null;
            /** @description The first day that has lines; null without any */
            first_day: string | null;
            /** @description The last day that has lines; null without any */
            last_day: string | null;
            /** @description How many statement lines the account has */
            lines: number;
            /** @description The number of exceptions that nobody has resolved yet */
            open_exceptions: number;
            /**
             * Format: double
             * @description The balance according to the statements
             */
            stated: number;
            /**
             * Format: double
             * @description `expected` less `stated`
             */
            unexplained: number;
        };
        SettlementAccountList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["SettlementAccount"][];
        };
        /** @description A closed day, whose statement lines cannot change */
        SettlementDay: {
            /** @description A provider's name, or `bank:` followed by a name */
            account: string;
            /**
             * Format: date-time
             * @description When the day was closed
             */
            closed_at: string;
            /** @description The closed day */
            day: string;
            /** @description How many statement lines the day has */
            lines: number;
            /** @description SHA-256 over the day's lines */
            lines_digest: string;
            /** @description Signature over the day and the previous day, with the deployment's key */
            signature: string;
        };
        SettlementDayResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["SettlementDay"];
        };
        /** @description A line or movement that could not be matched */
        SettlementException: {
            /** @description A provider's name, or `bank:` followed by a name */
            account: string;
            amount: components["schemas"]["Amount"];
            /** @description The owner's note; null: none */
            comment: string | null;
            created_at: components["schemas"]["CreatedAt"];
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            /** @description The day by which the exception should be resolved; null without one */
            due_on: string | null;
            /** @description Id of the exception */
            exception_id: string;
            /**
             * @description Why the line or movement could not be matched
             * @enum {string}
             */
            kind: "unknown" | "amount_differs" | "currency_differs" | "duplicate" | "ambiguous" | "changed" | "missing";
            /** @description The kind of the statement line; null when a line is missing */
            line_kind: string | null;
            /** @description Our attempt id, as the provider repeats it */
            our_reference: string | null;
            /** @description The person who takes care of the exception; null: nobody yet */
            owner: string | null;
            /** @description The name of the person who takes care of the exception */
            owner_name: string | null;
            /** @description The provider's own reference of the movement */
            provider_reference: string | null;
            /** @description The comment of the person who resolved the exception; null before */
            reason: string | null;
            /** @description How it was resolved; null before */
            resolution: ("matched" | "by_hand" | "suspense" | "written_off") | null;
            /** @description When the item was decided; null before */
            resolved_at: string | null;
            /** @description The person who decided the item; null before */
            resolved_by: string | null;
            /**
             * @description Status of the exception. open: a person must decide
             * @enum {string}
             */
            status: "open" | "resolved";
            /** @description The day on which the money moved */
            value_date: string;
        };
        SettlementExceptionList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["SettlementException"][];
        };
        SettlementExceptionResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["SettlementException"];
        };
        /** @description A statement file that is being imported */
        SettlementImport: {
            /** @description A provider's name, or `bank:` followed by a name */
            account: string;
            created_at: components["schemas"]["CreatedAt"];
            /** @description The number of lines that were imported before */
            duplicates: number;
            /** @description Why the whole file cannot be read; null when it can be read */
            failure: string | null;
            /** @description Name of the uploaded file */
            file_name: string;
            /** @description When the whole file was read; null before */
            finished_at: string | null;
            /** @description Id of the import */
            import_id: string;
            /** @description The number of new statement lines */
            lines: number;
            /** @description The number of parts that have arrived */
            parts: number;
            /** @description The first rows that could not be read, and why */
            problems: components["schemas"]["SettlementImportProblemsItem"][];
            /** @description The number of parts that were read so far */
            read_parts: number;
            /** @description The number of rows that could not be read */
            refused: number;
            /** @description The number of rows that were read so far */
            rows: number;
            /** @description The source that the file comes from */
            source: string;
            /**
             * @description Status of the import. receiving: more parts of the file are to come
             * @enum {string}
             */
            status: "receiving" | "reading" | "matching" | "finished" | "failed";
        };
        SettlementImportInput: {
            /** @description The number of parts that were sent before this one */
            after_part?: number;
            /** @description A part of the file, as text */
            content: string;
            /** @description Name of the uploaded file */
            file_name: string;
            /** @description Id of the import that this part belongs to; omitted for the first part */
            import_id?: string;
            /** @description Whether more parts of the file follow */
            partial?: boolean;
            /** @description The source that the file comes from */
            source: string;
        };
        SettlementImportList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["SettlementImport"][];
        };
        SettlementImportProblemsItem: {
            /** @description Why the row could not be read */
            message: string;
            /** @description Number of the row, counted from 1 without the line of column names */
            row: number;
        };
        SettlementImportResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["SettlementImport"];
        };
        /** @description How the rows of a source's statements are read */
        SettlementMapping: {
            columns: components["schemas"]["SettlementMappingColumns"];
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency?: string;
            /**
             * @description The order of day, month and year in dates
             * @enum {string}
             */
            dates?: "iso" | "dmy" | "mdy";
            /** @description Whether amounts are written with a decimal comma, like 1.234,50 */
            decimal_comma?: boolean;
            /** @description A line whose reference begins with this text is a fee */
            fee_prefix?: string;
            /**
             * @description The format of the source's files
             * @enum {string}
             */
            format: "csv" | "camt053";
            /** @description Maps the values of the column `kind` to kinds of lines */
            kinds: {
                [key: string]: "charge" | "payout" | "refund" | "fee" | "chargeback" | "reversal" | "fx" | "adjustment" | "transfer" | "ignore";
            };
            /** @description How much a line may be below its payment and still count as a fee, in hundredths of a percent */
            max_fee_bps?: number;
            /** @description Whether amounts are in minor units, such as cents */
            minor_units?: boolean;
            /**
             * @description The kind of lines without a column `kind`, or not in `kinds`
             * @enum {string}
             */
            other_kind?: "charge" | "payout" | "refund" | "fee" | "chargeback" | "reversal" | "fx" | "adjustment" | "transfer";
            /** @description Whether outgoing amounts are written without a minus sign */
            outgoing_positive?: boolean;
            /** @description Cut off the beginning of each reference */
            reference_prefix?: string;
            /** @description The bank account that the provider pays out to */
            settles_to?: string;
        };
        /** @description The columns by the names in the first row; several for one field are added up */
        SettlementMappingColumns: {
            /** @description The columns with what came in */
            credit?: string[];
            /** @description The column with the currency; without it, the mapping's currency is used */
            currency?: string;
            /** @description The columns with what went out */
            debit?: string[];
            /** @description The columns with the provider's fee */
            fee?: string[];
            /** @description The columns with the amount before the provider's fee */
            gross?: string[];
            /** @description The column with the kind of each row, in the source's own words */
            kind?: string;
            /** @description The columns that together identify a line */
            line_key?: string[];
            /** @description The columns with the amount after the provider's fee */
            net?: string[];
            /** @description The columns with what came in, before it was converted */
            original_credit?: string[];
            /** @description The column with the currency before the conversion */
            original_currency?: string;
            /** @description The columns with what went out, before it was converted */
            original_debit?: string[];
            /** @description The column with our attempt id */
            our_reference?: string;
            /** @description The column with the provider's reference */
            provider_reference?: string;
            /** @description The column with the day on which the money moved */
            value_date?: string;
        };
        /** @description The first rows of a file, as a mapping reads them */
        SettlementPreview: {
            /** @description The names of the columns, from the first row of the file */
            columns: string[];
            /** @description Why the whole file cannot be read; null when it can be read */
            failure: string | null;
            /** @description The first rows of the file */
            rows: components["schemas"]["SettlementPreviewRowsItem"][];
            /** @description The values that the column `kind` has in the file; each must be mapped */
            words: string[];
        };
        SettlementPreviewInput: {
            /** @description A provider's name, or `bank:` followed by a name */
            account: string;
            /** @description A part of the file, as text */
            content: string;
            mapping: components["schemas"]["SettlementMapping"];
        };
        SettlementPreviewResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["SettlementPreview"];
        };
        SettlementPreviewRowsItem: {
            /** @description The statement line that the row becomes; null when the row cannot be read */
            line: components["schemas"]["SettlementPreviewRowsItemLine"] | null;
            /** @description Why the row cannot be read; null when it can be read */
            problem: string | null;
            /** @description Number of the row, counted from 1 without the line of column names */
            row: number;
        };
        SettlementPreviewRowsItemLine: {
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            /**
             * Format: double
             * @description The provider's own fee
             */
            fee: number;
            /**
             * Format: double
             * @description The amount before the provider's fee
             */
            gross: number;
            /**
             * @description What the line is: a charge, a payout, a refund, a fee and so on
             * @enum {string}
             */
            kind: "charge" | "payout" | "refund" | "fee" | "chargeback" | "reversal" | "fx" | "adjustment" | "transfer";
            /**
             * Format: double
             * @description The amount after the provider's fee
             */
            net: number;
            /** @description Our attempt id, as the provider repeats it */
            our_reference: string | null;
            /** @description The provider's own reference of the movement */
            provider_reference: string | null;
            /** @description The day on which the money moved */
            value_date: string;
        };
        /** @description The reopening of a closed day */
        SettlementReopening: {
            /** @description The day that is open */
            day: string;
        };
        SettlementReopeningResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["SettlementReopening"];
        };
        /** @description Whose statements they are, and how they are read */
        SettlementSource: {
            /** @description A provider's name, or `bank:` followed by a name */
            account: string;
            mapping: components["schemas"]["SettlementMapping"];
            /** @description The source's name, for people */
            name: string;
            /** @description The source's name in addresses */
            source: string;
        };
        SettlementSourceInput: {
            /** @description A provider's name, or `bank:` followed by a name */
            account: string;
            mapping: components["schemas"]["SettlementMapping"];
            /** @description The source's name, for people */
            name: string;
        };
        SettlementSourceList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["SettlementSource"][];
        };
        SettlementSourceResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["SettlementSource"];
        };
        SetUpProviderRequest: {
            /** @description A credential of the provider, which is sealed */
            api_key?: unknown;
            /** @description A credential of the provider, which is sealed */
            api_token?: unknown;
            /** @description A credential of the provider, which is sealed */
            callback_public_key?: unknown;
            /** @description A credential of the provider, which is sealed */
            callback_secret?: unknown;
            /** @description A credential of the provider, which is sealed */
            collection_api_key?: unknown;
            /** @description A credential of the provider, which is sealed */
            collection_subscription_key?: unknown;
            /** @description A credential of the provider, which is sealed */
            consumer_key?: unknown;
            /** @description A credential of the provider, which is sealed */
            consumer_secret?: unknown;
            /** @description A credential of the provider, which is sealed */
            disbursement_api_key?: unknown;
            /** @description A credential of the provider, which is sealed */
            disbursement_subscription_key?: unknown;
            /** @description A credential of the provider, which is sealed */
            encryption_key?: unknown;
            /** @description A credential of the provider, which is sealed */
            hmac_key?: unknown;
            /** @description A credential of the provider, which is sealed */
            initiator_password?: unknown;
            /** @description A credential of the provider, which is sealed */
            passkey?: unknown;
            /** @description A credential of the provider, which is sealed */
            reports_api_key?: unknown;
            /** @description A credential of the provider, which is sealed */
            secret_hash?: unknown;
            /** @description A credential of the provider, which is sealed */
            secret_key?: unknown;
            /** @description A credential of the provider, which is sealed */
            transfers_api_key?: unknown;
            /** @description A credential of the provider, which is sealed */
            transfers_hmac_key?: unknown;
            /** @description A credential of the provider, which is sealed */
            webhook_secret?: unknown;
        } & {
            [key: string]: unknown;
        };
        /** @description A sign-in to one's account, or an attempt that was refused */
        SignIn: {
            /** @description The network address */
            address: string | null;
            created_at: components["schemas"]["CreatedAt"];
            /** @description Whether the browser had been used for the account before */
            known_device: boolean;
            /**
             * @description Whether somebody signed in
             * @enum {string}
             */
            outcome: "user.signed_in" | "user.sign_in_refused";
            /** @description What was wrong; null: nothing */
            reason: string | null;
            /** @description Id of the entry in the audit log */
            sign_in_id: string;
            /** @description The browser or program; null: it did not say */
            user_agent: string | null;
        };
        SignInList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["SignIn"][];
        };
        SplitInput: {
            /** @description Id of the party */
            party_id: string;
            split_type: components["schemas"]["SplitType"];
            /**
             * Format: double
             * @description Percentage, or a fixed amount
             */
            split_value: number;
        };
        /**
         * @description Type of a party's share. percentage: of the milestone's amount; fixed: an amount
         * @enum {string}
         */
        SplitType: "percentage" | "fixed";
        SplitUpdate: {
            /** @description Id of the party */
            party_id: string;
            /** @description Required only for a party that has no share of this milestone yet */
            split_type?: components["schemas"]["SplitType"];
            /**
             * Format: double
             * @description Percent of the milestone, or a fixed amount, as the party's split_type says
             */
            split_value: number;
        };
        SplitUpdates: {
            /** @description Who gets which share */
            parties: components["schemas"]["SplitUpdate"][];
        };
        StartKybAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["StartKybAnswerData"];
        };
        /** @description The state of the verification, and the page on which the business continues */
        StartKybAnswerData: {
            /** @description The organization's identifier at the verification provider */
            kyb_customer_id: string;
            kyb_status: components["schemas"]["VerificationStatus"];
            /** @description The page that verifies the business; null: none is needed */
            verification_url: string | null;
        };
        StatusCount: {
            /** @description The number of payments with this status */
            count: number;
            status: components["schemas"]["PaymentStatus"];
        };
        /** @description What the operator has stopped */
        Stop: {
            /** @description The payments' country; null: every country */
            country: string | null;
            /** @description What is stopped */
            flow: components["schemas"]["StoppedFlow"];
            /** @description The organization that the resource belongs to */
            org_id: string | null;
            /** @description The payment method; null: every method */
            payment_method: components["schemas"]["PaymentMethod"] | null;
            /** @description Why, for everybody who uses the service */
            reason: string;
            /** @description Id of the stop, which starts it again */
            stop_id: string;
            /**
             * Format: date-time
             * @description When it was stopped; UTC
             */
            stopped_at: string;
        };
        StopList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["Stop"][];
        };
        /**
         * @description payouts: held until they start again. payins: new ones get 503. writes: every call but reads gets 503
         * @enum {string}
         */
        StoppedFlow: "payouts" | "payins" | "writes";
        StopResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["Stop"];
        };
        /** @description The part of a card that is stored */
        StoredCard: {
            /** @description Brand of the card; `unknown` if its number does not tell */
            brand?: string;
            /** @description Name as printed on the card */
            card_holder_name?: string | null;
            /** @description Month of expiry, 01 to 12 */
            expiry_month?: string;
            /** @description Year in which the card expires, two or four digits */
            expiry_year?: string;
            /** @description The first six digits of the card number */
            first6?: string;
            /** @description The last four digits of the card number */
            last4?: string;
        };
        /** @description What every answer has */
        Success: {
            message: components["schemas"]["Message"];
            status: components["schemas"]["SuccessStatus"];
        };
        /** @description The fields of every list under `/organizations` */
        SuccessOrganizationPage: {
            /** @description Cursor: send it as the query parameter of this name for the next page; null on the last page */
            lastEvaluatedKey: string | null;
            message: components["schemas"]["Message"];
            meta: components["schemas"]["OrganizationPage"];
            status: components["schemas"]["SuccessStatus"];
        };
        /** @description What every list has */
        SuccessPage: {
            /** @description Cursor: send it as the query parameter of this name for the next page; null on the last page */
            last_evaluated_key: string | null;
            message: components["schemas"]["Message"];
            meta: components["schemas"]["Page"];
            status: components["schemas"]["SuccessStatus"];
        };
        /**
         * @description Status of a successful response; in an error response `status` is `error`
         * @enum {string}
         */
        SuccessStatus: "success";
        TableRate: {
            currency: components["schemas"]["Currency"];
            /**
             * Format: double
             * @description Units for one US dollar
             */
            per_usd: number;
            /** @description Where the rate comes from: an admin or the feed */
            source: string;
            updated_at: components["schemas"]["UpdatedAt"];
        };
        TableRateList: components["schemas"]["SuccessOrganizationPage"] & {
            /** @description This page */
            data: components["schemas"]["TableRate"][];
        };
        TestNotificationAnswer: {
            data?: components["schemas"]["TestNotificationAnswerData"];
            error?: components["schemas"]["ItemError"];
            /** @description The HTTP status of this item */
            status_code: number;
        };
        /** @description The test event, and the endpoints that get it */
        TestNotificationAnswerData: {
            /** @description One for each endpoint that gets it */
            deliveries: components["schemas"]["SendTestNotificationResponseDataDeliveriesItem"][];
            /** @description Id of the event */
            event_id: string;
        };
        TestNotificationAnswers: {
            /** @description One answer for each request, in the order of the requests */
            data: components["schemas"]["TestNotificationAnswer"][];
            message: components["schemas"]["Message"];
            status: components["schemas"]["SuccessStatus"];
        };
        TimelineEntry: {
            /**
             * Format: date-time
             * @description When this happened; UTC
             */
            at: string;
            /** @description The status before; null: the first */
            from: components["schemas"]["PaymentStatus"] | null;
            /** @description A comment, or the provider's message; null: none */
            note: string | null;
            /**
             * @description What caused the change of status
             * @enum {string}
             */
            source: "api" | "dispatch" | "callback" | "poll" | "return" | "action" | "person" | "expiry" | "recovery";
            /** @description The status after */
            to: components["schemas"]["PaymentStatus"];
        };
        /**
         * @description Status of a movement of a virtual account; completed and failed are final
         * @enum {string}
         */
        TransactionStatus: "pending" | "completed" | "failed" | "reversed";
        /** @description Sums over all matching payments */
        TransactionTotals: {
            /** @description The currency of the totals */
            base: string;
            /** @description How many payments match */
            count: number;
            /** @description False when more than 10000 payments match, or they are among more than 30000: then only the newest are summed up */
            is_complete: boolean;
            /** @description Sums by currency */
            sums: components["schemas"]["CurrencySum"][];
            /**
             * Format: double
             * @description The total in `base`; null when a rate is missing
             */
            total_in_base: number | null;
        };
        TransactionTotalsResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["TransactionTotals"];
        };
        Transfer: {
            /**
             * Format: double
             * @description An amount in `currency`, with that currency's decimals
             */
            amount: number;
            /** @description Shown on both accounts */
            description?: string | null;
            /** @description A locked rate */
            org_rate_id?: string | null;
            /** @description Your own reference */
            reference?: string | null;
            /** @description The virtual account that receives the money */
            to_account_id: string;
        };
        TransferAnswer: {
            data?: components["schemas"]["VirtualTransaction"];
            error?: components["schemas"]["ItemError"];
            /** @description The HTTP status of this item */
            status_code: number;
        };
        TransferAnswers: {
            /** @description One answer for each request, in the order of the requests */
            data: components["schemas"]["TransferAnswer"][];
            message: components["schemas"]["Message"];
            status: components["schemas"]["SuccessStatus"];
        };
        TrendDay: {
            /** @description Refunded ones included */
            completed: number;
            /** @description How many payments there were */
            count: number;
            /** @description The UTC day on which payments were created */
            date: string;
            /** @description How many payments failed */
            failed: number;
            /**
             * Format: double
             * @description completed / (completed + failed); null when there is neither
             */
            success_rate: number | null;
            /** @description Amounts of completed payments, per currency */
            volume: components["schemas"]["DirectedVolume"][];
        };
        /** @description Payments by day, provider, method and corridor */
        Trends: {
            /** @description The currency of the totals; null: none was requested */
            base: string | null;
            /** @description The busiest hundred */
            corridors: components["schemas"]["CorridorTrend"][];
            /** @description First day or instant of the range */
            date_from: string;
            /** @description Last day or instant of the range */
            date_to: string;
            /** @description Every day of the range, by the UTC day on which payments were created */
            days: components["schemas"]["TrendDay"][];
            /** @description Figures for each payment method */
            methods: components["schemas"]["MethodTrend"][];
            /** @description Finished payments, by the provider that finished them */
            providers: components["schemas"]["ProviderTrend"][];
            /** @description The number of payments by their current status */
            statuses: components["schemas"]["StatusCount"][];
            totals: components["schemas"]["TrendTotals"];
            /** @description Currencies that the totals in `base` leave out */
            without_rate: string[];
        };
        TrendsResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["Trends"];
        };
        /** @description Totals of the whole range */
        TrendTotals: {
            /** @description Refunded ones included */
            completed: number;
            /** @description How many payments there were */
            count: number;
            /** @description How many payments failed */
            failed: number;
            /**
             * Format: double
             * @description completed / (completed + failed); null when there is neither
             */
            success_rate: number | null;
            /** @description Amounts of completed payments, per currency */
            volume: components["schemas"]["DirectedVolume"][];
        };
        TryProviderAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["TryProviderAnswerData"];
        };
        /** @description Whether the provider answered and accepted our credentials */
        TryProviderAnswerData: {
            /** @description What the provider answered, for people */
            message: string;
            /** @description Whether the provider accepted our credentials; null: it could not be reached */
            works: boolean | null;
        };
        /** @description A provider's code that its adapter does not know */
        UnknownFailureCode: {
            /** @description What an operator says that it means; null: nobody has */
            cause: components["schemas"]["ProviderFailureCause"] | null;
            /** @description The code as the provider gave it */
            code: string;
            /** @description Attempts of ended payments that had it without a cause */
            count: number;
            /**
             * @description The way in which the money went: the same code may mean another thing in the other
             * @enum {string}
             */
            direction: "inbound" | "outbound";
            /** @description The provider's text with the first of them */
            example: string;
            /**
             * Format: date-time
             * @description When it came first
             */
            first_seen_at: string;
            /**
             * Format: date-time
             * @description When it came last
             */
            last_seen_at: string;
            /** @description Name of the provider */
            provider: string;
        };
        UnknownFailureCodeList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["UnknownFailureCode"][];
        };
        UpdateApiKeyRequest: {
            /** @description IP addresses or networks such as 203.0.113.0/24; empty: any */
            allowed_addresses?: string[];
            /** @description A name for people; it need not be unique */
            name?: string;
        };
        /**
         * Format: date-time
         * @description When the resource last changed; UTC
         */
        UpdatedAt: string;
        /** @description A person, or a service account */
        User: {
            /** @description Country by ISO 3166-1 alpha-2 */
            country: string | null;
            created_at: components["schemas"]["CreatedAt"];
            /** @description The organization in which a person acts when a request names none; null: none */
            default_org_id: string | null;
            /** @description When the user was disabled; null: they are not */
            disabled_at: string | null;
            /** @description E-mail address */
            email: string;
            kyc_status: components["schemas"]["VerificationStatus"];
            /** @description The person's name */
            name: string;
            /** @description E.164 */
            phone: string | null;
            /** @description The person's role for the whole platform; null: none */
            platform_role: ("admin" | "staff") | null;
            updated_at: components["schemas"]["UpdatedAt"];
            /** @description Id of the user */
            user_id: string;
        };
        UserResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["User"];
        };
        ValidateUkAccountAnswer: {
            accountDetails: components["schemas"]["ValidateUkAccountAnswerAccountDetails"];
            /** @description Whether the request succeeded */
            success: boolean;
        };
        /** @description The account that was checked */
        ValidateUkAccountAnswerAccountDetails: {
            /** @description Account number */
            accountNumber: string;
            /** @description Why the account is valid or not, in a sentence */
            message: string;
            /** @description UK sort code */
            sortCode: string;
            /** @description Whether account number and sort code match */
            validated: boolean;
        };
        ValidateUkAccountRequest: {
            /** @description Account number */
            accountNumber: string;
            /** @description UK sort code */
            sortCode: string;
        };
        VerificationAnswer: {
            /** @description Never the number itself */
            note?: string | null;
            /**
             * @description Whether the identity number was given
             * @enum {string}
             */
            outcome: "provided" | "declined";
        };
        VerificationClosing: {
            /** @description Never the number itself */
            note?: string | null;
        };
        VerificationRequest: {
            /** @description Required when target_type is beneficiary or both */
            beneficiary_id?: string | null;
            /** @description Replaces the default text */
            message?: string | null;
            /**
             * @description Priority of the notification and of its e-mail
             * @default high
             */
            priority?: components["schemas"]["Priority"];
            /** @description Required when target_type is sender or both */
            sender_id?: string | null;
            /**
             * @description Whose identity data is requested: the sender's, the beneficiary's or both
             * @enum {string}
             */
            target_type: "beneficiary" | "sender" | "both";
            /** @description The transaction that is checked */
            transaction_id: string;
            /** @description The person or system that requests the data */
            triggered_by: string;
            /** @description The user who sent the transaction */
            user_id: string;
            /**
             * @description The identity number that is requested
             * @enum {string}
             */
            verification_type: "bvn" | "nin";
        };
        VerificationResult: {
            /** @description True only when every target itself was written to */
            all_success: boolean;
            /** @description What happened, for people; its wording may change */
            message: string;
            /** @description One result for each person who was to be notified */
            results?: components["schemas"]["VerificationResultResultsItem"][];
            /**
             * @description Whose identity data is requested: the sender's, the beneficiary's or both
             * @enum {string}
             */
            target_type: "beneficiary" | "sender" | "both";
            /** @description The transaction that is checked */
            transaction_id: string;
            /**
             * @description The identity number that is requested
             * @enum {string}
             */
            verification_type: "bvn" | "nin";
        };
        VerificationResultResultsItem: {
            /** @description What became of the notification, for people */
            message: string;
            /** @description Id of the request for identity data */
            request_id: string;
            /**
             * @description forwarded: to the member who registered the beneficiary; failed: to nobody
             * @enum {string}
             */
            status: "sent" | "forwarded" | "failed";
            /** @description Whether the target itself was written to */
            success: boolean;
            /**
             * @description Whom the request is about: the sender or the beneficiary
             * @enum {string}
             */
            target: "beneficiary" | "sender";
            /** @description Id of the user or beneficiary that the request is about */
            target_id: string;
            /** @description The user who was notified; else the sender, or the user who asked */
            user_id: string;
            /** @description Who was written to; absent: nobody */
            written_to?: components["schemas"]["WrittenTo"];
        };
        /**
         * @description Status of the verification of a business (KYB) or a person (KYC)
         * @enum {string}
         */
        VerificationStatus: "not_started" | "pending" | "approved" | "rejected";
        /** @description An account in one currency that accepts deposits */
        VirtualAccount: {
            /** @description Id of the virtual account */
            account_id: string;
            /** @description Name of the account holder, as the bank knows it */
            account_name?: string;
            /** @description Deposits to this number are credited. Absent until the provider has given one */
            account_number?: string;
            /**
             * @description The type of the virtual account
             * @enum {string}
             */
            account_type: "currency";
            /**
             * Format: double
             * @description `balance` less the money that is set aside
             */
            available_balance: number;
            /**
             * Format: double
             * @description The whole balance, including held money
             */
            balance: number;
            /** @description Code of the bank, as `/externals/banks` lists it */
            bank_code?: string;
            /** @description The bank's name */
            bank_name?: string;
            /** @description BIC of the bank */
            bic?: string;
            /** @description Where the account is */
            country: components["schemas"]["Country"];
            created_at: components["schemas"]["CreatedAt"];
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            /** @description The customer who pays or is paid, as `/customers` knows them */
            customer_id?: string;
            /** @description IBAN, where it has one */
            iban?: string;
            org_id: components["schemas"]["OrgId"];
            /** @description The provider that gives the account its bank account number; `manual`: none */
            provider: string;
            /** @description Sort code, in Britain */
            sort_code?: string;
            status: components["schemas"]["VirtualAccountStatus"];
            updated_at: components["schemas"]["UpdatedAt"];
            /** @description The member who owns the account */
            user_id: string;
            /** @description The account's name, as payers see it */
            virtual_account_name: string;
        };
        VirtualAccountEvent: components["schemas"]["SentEvent"] & {
            data: components["schemas"]["VirtualAccountEventData"];
            /**
             * @description What happened
             * @enum {string}
             */
            event_type: "virtual_account.frozen" | "virtual_account.unfrozen";
        };
        /** @description The fields of `VirtualAccount` at the time of the event */
        VirtualAccountEventData: components["schemas"]["VirtualAccount"] & {
            previous_status: components["schemas"]["VirtualAccountStatus"];
            /** @description The reason, in words for people; null: none */
            reason: string | null;
            /** @description Orders the events of one resource */
            sequence: number;
        };
        VirtualAccountInput: {
            /** @description ISO 4217 */
            currency: string;
            /** @description Whose account it is: a `customer_id` of yours, or an id of your own system */
            customer_id?: string | null;
            /** @description The organization that the resource belongs to */
            org_id: string;
            /** @description Name of the account; the organization's when absent */
            org_name?: string | null;
            /** @description A member of the organization: the account's owner */
            user_id: string;
        };
        VirtualAccountList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["VirtualAccount"][];
        };
        VirtualAccountReason: {
            /** @description Kept in the audit log */
            reason?: string | null;
        };
        VirtualAccountResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["VirtualAccount"];
        };
        /**
         * @description Status of a virtual account; a frozen account accepts deposits but pays nothing out
         * @enum {string}
         */
        VirtualAccountStatus: "active" | "frozen" | "closed";
        /** @description One movement of a virtual account */
        VirtualTransaction: {
            /** @description The virtual account that changed */
            account_id: string;
            amount: components["schemas"]["Amount"];
            /** @description The payer or payee, as far as known */
            counterparty?: string;
            created_at: components["schemas"]["CreatedAt"];
            /**
             * Format: currency-code
             * @description ISO 4217, or a crypto asset code
             */
            currency: string;
            /** @description What moved the money, for people */
            description: string;
            /**
             * Format: double
             * @description The fee, in `currency`
             */
            fee: number;
            org_id: components["schemas"]["OrgId"];
            /** @description Id of the payment; null or absent while there is none */
            payment_id?: string;
            /** @description The way in which the money arrived or left */
            payment_rail: string;
            /** @description The sender's or your own reference */
            reference: string;
            status: components["schemas"]["TransactionStatus"];
            /** @description Id of the movement; it is not a payment's `transaction_id` */
            transaction_id: string;
            /**
             * @description credit: money came in; debit: money went out
             * @enum {string}
             */
            type: "credit" | "debit";
            updated_at: components["schemas"]["UpdatedAt"];
            /** @description The member who owns the account */
            user_id: string;
        };
        VirtualTransactionEvent: components["schemas"]["SentEvent"] & {
            data: components["schemas"]["VirtualTransactionEventData"];
            /**
             * @description What happened
             * @enum {string}
             */
            event_type: "virtual_account.deposit" | "virtual_account.withdrawal";
        };
        /** @description The fields of `VirtualTransaction` at the time of the event */
        VirtualTransactionEventData: components["schemas"]["VirtualTransaction"] & {
            account: components["schemas"]["VirtualAccount"];
            /** @description Orders the events of one resource */
            sequence: number;
        };
        VirtualTransactionList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["VirtualTransaction"][];
        };
        VirtualTransactionResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["VirtualTransaction"];
        };
        Volume: {
            amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
        };
        /** @description An address that events are sent to */
        WebhookEndpoint: {
            created_at: components["schemas"]["CreatedAt"];
            /**
             * Format: date-time
             * @description When it was disabled; absent: it is not
             */
            disabled_at?: string;
            /**
             * @description Why the endpoint is disabled. requested: by a person; gone: it answered 410; failing: every attempt failed for 5 days
             * @enum {string}
             */
            disabled_reason?: "requested" | "gone" | "failing";
            /** @description The public https address that events are sent to */
            endpoint_url: string;
            /** @description Subscribed event types */
            events: components["schemas"]["EventType"][];
            /**
             * Format: date-time
             * @description When the endpoint began to fail every attempt; absent: it does not
             */
            failing_since?: string;
            /** @description The member who registered it or took it over; absent: not recorded */
            made_by?: string;
            org_id: components["schemas"]["OrgId"];
            /**
             * Format: date-time
             * @description Until then deliveries are also signed with the old secret
             */
            previous_secret_expires_at?: string;
            /**
             * @description Status of the endpoint; a disabled endpoint gets no events
             * @enum {string}
             */
            status: "active" | "disabled";
            updated_at: components["schemas"]["UpdatedAt"];
            /** @description Id of the webhook endpoint */
            webhook_id: string;
        };
        WebhookEndpointChange: {
            /** @description The public https address that events are sent to */
            endpoint_url?: string;
            /** @description Event types (`EventType`) to receive; absent, null or "*": all */
            events?: string[] | null;
            /**
             * @description Status of the endpoint; a disabled endpoint gets no events
             * @enum {string}
             */
            status?: "active" | "disabled";
        };
        WebhookEndpointInput: {
            /** @description An https URL whose every address is public */
            endpoint_url: string;
            /** @description Event types (`EventType`) to receive; absent, null or "*": all */
            events?: string[] | null;
            /** @description For the platform */
            org_id?: string;
        };
        WebhookEndpointList: components["schemas"]["SuccessPage"] & {
            /** @description This page */
            data: components["schemas"]["WebhookEndpoint"][];
        };
        WebhookEndpointResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["WebhookEndpoint"];
        };
        /** @description The endpoint, with its signing secret */
        WebhookEndpointWithSecret: {
            created_at: components["schemas"]["CreatedAt"];
            /**
             * Format: date-time
             * @description When it was disabled; absent: it is not
             */
            disabled_at?: string;
            /**
             * @description Why the endpoint is disabled. requested: by a person; gone: it answered 410; failing: every attempt failed for 5 days
             * @enum {string}
             */
            disabled_reason?: "requested" | "gone" | "failing";
            /** @description The public https address that events are sent to */
            endpoint_url: string;
            /** @description Subscribed event types */
            events: components["schemas"]["EventType"][];
            /**
             * Format: date-time
             * @description When the endpoint began to fail every attempt; absent: it does not
             */
            failing_since?: string;
            /** @description The member who registered it or took it over; absent: not recorded */
            made_by?: string;
            org_id: components["schemas"]["OrgId"];
            /**
             * Format: date-time
             * @description Until then deliveries are also signed with the old secret
             */
            previous_secret_expires_at?: string;
            /** @description The signing secret, shown only once */
            secret_key: string;
            /**
             * @description Status of the endpoint; a disabled endpoint gets no events
             * @enum {string}
             */
            status: "active" | "disabled";
            updated_at: components["schemas"]["UpdatedAt"];
            /** @description Id of the webhook endpoint */
            webhook_id: string;
        };
        WebhookEndpointWithSecretResponse: components["schemas"]["Success"] & {
            data: components["schemas"]["WebhookEndpointWithSecret"];
        };
        Withdrawal: {
            /**
             * Format: double
             * @description An amount in `currency`, with that currency's decimals
             */
            amount: number;
            /** @description The registered beneficiary who is paid */
            beneficiary_id: string;
            /** @description Shown on the account's transactions */
            description?: string | null;
            /** @description A locked rate, when the beneficiary is paid in another currency */
            org_rate_id?: string | null;
            /** @description Your own reference */
            reference?: string | null;
            /**
             * Format: double
             * @description Equals `amount` within one currency. Otherwise `amount` at the locked rate, in any precision: our own value is paid, which differs by at most one minor unit. It is rounded half-even, and down where that exceeds the exact product by more than 0.1 percent of it
             */
            target_amount?: number | null;
        };
        /**
         * @description registrar: the member who registered the beneficiary
         * @enum {string}
         */
        WrittenTo: "beneficiary" | "sender" | "registrar";
    };
    responses: {
        /** @description Any 2xx within 10 seconds acknowledges the event; the body is not read. After any other answer the event is sent again, with 8 attempts within two days. */
        Acknowledged: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description `code` says which. 400: the request is wrong, and `details` says where. 401: missing, malformed, expired or unknown credentials. 403: a right is missing. 413: the body is larger than 1 MiB, for a payout batch 32 MiB. 415: the body is not `application/json`. 429: too many requests; `Retry-After` says how long to wait */
        E4XX: {
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
        /** @description 500: something went wrong on our side. 503 `UNAVAILABLE`: a temporary problem (database, overload, shutdown). Send the request again after `Retry-After`; with an `Idempotency-Key` nothing is done twice */
        E5XX: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No such resource in the caller's organization */
        E404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The state of the resource does not allow this, a second person must approve it, or the `Idempotency-Key` was used with another request or its first request still runs */
        E409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `code` says which. 400: the request is wrong, and `details` says where. 401: missing, malformed, expired or unknown credentials. 403: a right is missing. 413: the body is larger than 1 MiB, for a payout batch 32 MiB. 415: the body is not `application/json`. 429: too many requests; `Retry-After` says how long to wait */
        InitiationE4XX: {
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
        /** @description 500: something went wrong on our side. 503 `UNAVAILABLE`: a temporary problem (database, overload, shutdown). Send the request again after `Retry-After`; with an `Idempotency-Key` nothing is done twice */
        InitiationE5XX: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InitiationError"];
            };
        };
        /** @description No such resource in the caller's organization */
        InitiationE404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InitiationError"];
            };
        };
        /** @description The state of the resource does not allow this, a second person must approve it, or the `Idempotency-Key` was used with another request or its first request still runs */
        InitiationE409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InitiationError"];
            };
        };
    };
    parameters: {
        AccountIdInPath: string;
        ApiKeyIdInPath: string;
        ApprovalIdInPath: string;
        BatchIdInPath: string;
        BeneficiaryIdInPath: string;
        ConfigIdInPath: string;
        /** @description ISO 3166-1 alpha-2 */
        CountryInQuery: string;
        /** @description ISO 4217, or a crypto asset code */
        CurrencyInQuery: string;
        CustomerIdInPath: string;
        /** @description ISO 8601 date or date-time, inclusive */
        DateFrom: string;
        /** @description ISO 8601 date (inclusive) or date-time (exclusive) */
        DateTo: string;
        Direction: components["schemas"]["PaymentDirection"];
        DisbursementIdInPath: string;
        DisputeIdInPath: string;
        EscrowIdInPath: string;
        /** @description ISO 8601 date or date-time, inclusive */
        From: string;
        /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
        IdempotencyKey: string;
        /** @description Cursor from the previous page */
        LastEvaluatedKey: string;
        /** @description Page size */
        LimitInQuery: number;
        LinkIdInPath: string;
        MilestoneIdInPath: string;
        OrgIdInPath: string;
        OrgIdInQuery: string;
        PartyIdInPath: string;
        PaymentId: string;
        PaymentIdInPath: string;
        PaymentMethodInQuery: components["schemas"]["PaymentMethod"];
        ProviderInPath: string;
        ProviderInQuery: components["schemas"]["ProviderName"];
        RequestIdInPath: string;
        /** @description The `event_id` */
        ServiceEventId: string;
        /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
        ServiceSignature: string;
        /** @description Time of the attempt in Unix seconds */
        ServiceTimestamp: string;
        /** @description The `event_id` (Standard Webhooks) */
        StandardWebhookId: string;
        /** @description ISO 8601 date (inclusive) or date-time (exclusive) */
        To: string;
        TokenInPath: string;
        UserIdInPath: string;
        WebhookIdInPath: string;
        /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
        WebhookSignature: string;
        /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
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
export type AdjustBalanceRequest = components['schemas']['AdjustBalanceRequest'];
export type AdvanceSandboxClockRequest = components['schemas']['AdvanceSandboxClockRequest'];
export type Amount = components['schemas']['Amount'];
export type ApiChange = components['schemas']['ApiChange'];
export type ApiChangeList = components['schemas']['ApiChangeList'];
export type ApiKey = components['schemas']['ApiKey'];
export type ApiKeyEvent = components['schemas']['ApiKeyEvent'];
export type ApiKeyEventData = components['schemas']['ApiKeyEventData'];
export type ApiKeyList = components['schemas']['ApiKeyList'];
export type ApiKeyResponse = components['schemas']['ApiKeyResponse'];
export type ApiKeyStatus = components['schemas']['ApiKeyStatus'];
export type ApiKeyWithSecret = components['schemas']['ApiKeyWithSecret'];
export type ApiKeyWithSecretResponse = components['schemas']['ApiKeyWithSecretResponse'];
export type Approval = components['schemas']['Approval'];
export type ApprovalDecision = components['schemas']['ApprovalDecision'];
export type ApprovalEvent = components['schemas']['ApprovalEvent'];
export type ApprovalEventData = components['schemas']['ApprovalEventData'];
export type ApprovalList = components['schemas']['ApprovalList'];
export type ApprovalOutcome = components['schemas']['ApprovalOutcome'];
export type ApprovalPolicy = components['schemas']['ApprovalPolicy'];
export type ApprovalResponse = components['schemas']['ApprovalResponse'];
export type ApprovalStatus = components['schemas']['ApprovalStatus'];
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
export type BalanceList = components['schemas']['BalanceList'];
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
export type ChangePlatformSettingsRequest = components['schemas']['ChangePlatformSettingsRequest'];
export type ChangeProviderConfigRequest = components['schemas']['ChangeProviderConfigRequest'];
export type ChangeSettlementExceptionRequest = components['schemas']['ChangeSettlementExceptionRequest'];
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
export type CheckoutPaymentCryptoTransfer = components['schemas']['CheckoutPaymentCryptoTransfer'];
export type CheckoutPaymentOtp = components['schemas']['CheckoutPaymentOtp'];
export type CheckoutPaymentRequest = components['schemas']['CheckoutPaymentRequest'];
export type CheckoutPaymentResponse = components['schemas']['CheckoutPaymentResponse'];
export type CheckoutReceipt = components['schemas']['CheckoutReceipt'];
export type CheckoutReceiptReceived = components['schemas']['CheckoutReceiptReceived'];
export type CheckoutReceiptRefundsItem = components['schemas']['CheckoutReceiptRefundsItem'];
export type CheckoutReceiptResponse = components['schemas']['CheckoutReceiptResponse'];
export type CheckPermissionAnswer = components['schemas']['CheckPermissionAnswer'];
export type CheckPermissionAnswerData = components['schemas']['CheckPermissionAnswerData'];
export type CloseSettlementDayRequest = components['schemas']['CloseSettlementDayRequest'];
export type CollectingPayin = components['schemas']['CollectingPayin'];
export type Controls = components['schemas']['Controls'];
export type Corridor = components['schemas']['Corridor'];
export type CorridorEvent = components['schemas']['CorridorEvent'];
export type CorridorEventData = components['schemas']['CorridorEventData'];
export type CorridorFeesItem = components['schemas']['CorridorFeesItem'];
export type CorridorHealth = components['schemas']['CorridorHealth'];
export type CorridorList = components['schemas']['CorridorList'];
export type CorridorTrend = components['schemas']['CorridorTrend'];
export type Country = components['schemas']['Country'];
export type CountryCount = components['schemas']['CountryCount'];
export type CountUnreadNotificationsAnswer = components['schemas']['CountUnreadNotificationsAnswer'];
export type CountUnreadNotificationsAnswerData = components['schemas']['CountUnreadNotificationsAnswerData'];
export type CreateApiKeyRequest = components['schemas']['CreateApiKeyRequest'];
export type CreateCheckoutAnswer = components['schemas']['CreateCheckoutAnswer'];
export type CreateCheckoutAnswerData = components['schemas']['CreateCheckoutAnswerData'];
export type CreatedAt = components['schemas']['CreatedAt'];
export type CreateFeeRequest = components['schemas']['CreateFeeRequest'];
export type CreateInviteRequest = components['schemas']['CreateInviteRequest'];
export type CreateMaintenanceWindowRequest = components['schemas']['CreateMaintenanceWindowRequest'];
export type CreateOrganizationRequest = components['schemas']['CreateOrganizationRequest'];
export type CreateProviderConfigRequest = components['schemas']['CreateProviderConfigRequest'];
export type CreateServiceAccountRequest = components['schemas']['CreateServiceAccountRequest'];
export type CreateStopRequest = components['schemas']['CreateStopRequest'];
export type CreditLine = components['schemas']['CreditLine'];
export type CreditLineList = components['schemas']['CreditLineList'];
export type CryptoAsset = components['schemas']['CryptoAsset'];
export type CryptoAssetList = components['schemas']['CryptoAssetList'];
export type CryptoDetails = components['schemas']['CryptoDetails'];
export type CryptoDetailsInput = components['schemas']['CryptoDetailsInput'];
export type Currency = components['schemas']['Currency'];
export type CurrencySum = components['schemas']['CurrencySum'];
export type Customer = components['schemas']['Customer'];
export type CustomerChange = components['schemas']['CustomerChange'];
export type CustomerInput = components['schemas']['CustomerInput'];
export type CustomerList = components['schemas']['CustomerList'];
export type CustomerMerge = components['schemas']['CustomerMerge'];
export type CustomerResponse = components['schemas']['CustomerResponse'];
export type CustomField = components['schemas']['CustomField'];
export type DailyBalance = components['schemas']['DailyBalance'];
export type DailyBalanceList = components['schemas']['DailyBalanceList'];
export type DecideKybRequest = components['schemas']['DecideKybRequest'];
export type DecideKycRequest = components['schemas']['DecideKycRequest'];
export type Decline = components['schemas']['Decline'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryAttempt = components['schemas']['DeliveryAttempt'];
export type DeliveryList = components['schemas']['DeliveryList'];
export type DeliveryResponse = components['schemas']['DeliveryResponse'];
export type DirectedVolume = components['schemas']['DirectedVolume'];
export type Disbursement = components['schemas']['Disbursement'];
export type DisbursementEvent = components['schemas']['DisbursementEvent'];
export type DisbursementEventData = components['schemas']['DisbursementEventData'];
export type DisbursementList = components['schemas']['DisbursementList'];
export type DisbursementRedirect = components['schemas']['DisbursementRedirect'];
export type DisbursementResponse = components['schemas']['DisbursementResponse'];
export type DisbursementStatus = components['schemas']['DisbursementStatus'];
export type Dispute = components['schemas']['Dispute'];
export type DisputeEvent = components['schemas']['DisputeEvent'];
export type DisputeEventData = components['schemas']['DisputeEventData'];
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
export type EscrowPartyList = components['schemas']['EscrowPartyList'];
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
export type ExportEventData = components['schemas']['ExportEventData'];
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
export type FloatEventData = components['schemas']['FloatEventData'];
export type FundingStatus = components['schemas']['FundingStatus'];
export type Geography = components['schemas']['Geography'];
export type GeographyResponse = components['schemas']['GeographyResponse'];
export type GetProviderHealthAnswer = components['schemas']['GetProviderHealthAnswer'];
export type GetProviderHealthAnswerDataItem = components['schemas']['GetProviderHealthAnswerDataItem'];
export type GetProviderHealthAnswerDataItemClosedCorridorsItem = components['schemas']['GetProviderHealthAnswerDataItemClosedCorridorsItem'];
export type InitiatedPayment = components['schemas']['InitiatedPayment'];
export type InitiatedRamp = components['schemas']['InitiatedRamp'];
export type InitiateRampAnswer = components['schemas']['InitiateRampAnswer'];
export type InitiationError = components['schemas']['InitiationError'];
export type InitiationResponse = components['schemas']['InitiationResponse'];
export type Institution = components['schemas']['Institution'];
export type Invite = components['schemas']['Invite'];
export type InviteList = components['schemas']['InviteList'];
export type InviteResponse = components['schemas']['InviteResponse'];
export type InviteStatus = components['schemas']['InviteStatus'];
export type ItemError = components['schemas']['ItemError'];
export type KybEvent = components['schemas']['KybEvent'];
export type KybEventData = components['schemas']['KybEventData'];
export type KybReview = components['schemas']['KybReview'];
export type KycEvent = components['schemas']['KycEvent'];
export type KycEventData = components['schemas']['KycEventData'];
export type LedgerAccount = components['schemas']['LedgerAccount'];
export type LedgerAccountList = components['schemas']['LedgerAccountList'];
export type LedgerPurpose = components['schemas']['LedgerPurpose'];
export type LedgerTransaction = components['schemas']['LedgerTransaction'];
export type LedgerTransactionList = components['schemas']['LedgerTransactionList'];
export type LedgerTransactionPostingsItem = components['schemas']['LedgerTransactionPostingsItem'];
export type Limit = components['schemas']['Limit'];
export type LimitScope = components['schemas']['LimitScope'];
export type LinkIdentityAnswer = components['schemas']['LinkIdentityAnswer'];
export type LinkIdentityAnswerData = components['schemas']['LinkIdentityAnswerData'];
export type LinkIdentityRequest = components['schemas']['LinkIdentityRequest'];
export type ListBanksAnswer = components['schemas']['ListBanksAnswer'];
export type ListBanksRequest = components['schemas']['ListBanksRequest'];
export type ListedUser = components['schemas']['ListedUser'];
export type ListedUserList = components['schemas']['ListedUserList'];
export type ListNetworksAnswer = components['schemas']['ListNetworksAnswer'];
export type ListNetworksRequest = components['schemas']['ListNetworksRequest'];
export type ListPaymentLinksAnswer = components['schemas']['ListPaymentLinksAnswer'];
export type ListPaymentLinksAnswerMeta = components['schemas']['ListPaymentLinksAnswerMeta'];
export type ListProviderHealthHistoryAnswer = components['schemas']['ListProviderHealthHistoryAnswer'];
export type ListProviderHealthHistoryAnswerDataItem = components['schemas']['ListProviderHealthHistoryAnswerDataItem'];
export type LockedRate = components['schemas']['LockedRate'];
export type LockedRateResponse = components['schemas']['LockedRateResponse'];
export type MaintenanceWindow = components['schemas']['MaintenanceWindow'];
export type MaintenanceWindowList = components['schemas']['MaintenanceWindowList'];
export type MaintenanceWindowResponse = components['schemas']['MaintenanceWindowResponse'];
export type Member = components['schemas']['Member'];
export type MemberList = components['schemas']['MemberList'];
export type MemberResponse = components['schemas']['MemberResponse'];
export type Message = components['schemas']['Message'];
export type MethodTrend = components['schemas']['MethodTrend'];
export type Milestone = components['schemas']['Milestone'];
export type MilestoneChange = components['schemas']['MilestoneChange'];
export type MilestoneDisbursedEvent = components['schemas']['MilestoneDisbursedEvent'];
export type MilestoneDisbursedEventData = components['schemas']['MilestoneDisbursedEventData'];
export type MilestoneFundedEvent = components['schemas']['MilestoneFundedEvent'];
export type MilestoneFundedEventData = components['schemas']['MilestoneFundedEventData'];
export type MilestoneInput = components['schemas']['MilestoneInput'];
export type MilestoneList = components['schemas']['MilestoneList'];
export type MilestoneResponse = components['schemas']['MilestoneResponse'];
export type MilestoneRevokedEvent = components['schemas']['MilestoneRevokedEvent'];
export type MilestoneRevokedEventData = components['schemas']['MilestoneRevokedEventData'];
export type MilestoneSplit = components['schemas']['MilestoneSplit'];
export type MilestoneStatus = components['schemas']['MilestoneStatus'];
export type MobileMoneyDetails = components['schemas']['MobileMoneyDetails'];
export type MobileMoneyInput = components['schemas']['MobileMoneyInput'];
export type MomoDetails = components['schemas']['MomoDetails'];
export type MomoDetailsInput = components['schemas']['MomoDetailsInput'];
export type NextAction = components['schemas']['NextAction'];
export type Notification = components['schemas']['Notification'];
export type NotificationList = components['schemas']['NotificationList'];
export type NotificationResponse = components['schemas']['NotificationResponse'];
export type OrderProviderConfigsAnswer = components['schemas']['OrderProviderConfigsAnswer'];
export type OrderProviderConfigsRequest = components['schemas']['OrderProviderConfigsRequest'];
export type Organization = components['schemas']['Organization'];
export type OrganizationList = components['schemas']['OrganizationList'];
export type OrganizationPage = components['schemas']['OrganizationPage'];
export type OrganizationResponse = components['schemas']['OrganizationResponse'];
export type OrganizationSettings = components['schemas']['OrganizationSettings'];
export type OrgId = components['schemas']['OrgId'];
export type Outcomes = components['schemas']['Outcomes'];
export type OutcomesResponse = components['schemas']['OutcomesResponse'];
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
export type PaymentCheck = components['schemas']['PaymentCheck'];
export type PaymentCheckResponse = components['schemas']['PaymentCheckResponse'];
export type PaymentDispute = components['schemas']['PaymentDispute'];
export type PaymentEcho = components['schemas']['PaymentEcho'];
export type PaymentEvent = components['schemas']['PaymentEvent'];
export type PaymentEventData = components['schemas']['PaymentEventData'];
export type PaymentFailure = components['schemas']['PaymentFailure'];
export type PaymentHold = components['schemas']['PaymentHold'];
export type PaymentInstructions = components['schemas']['PaymentInstructions'];
export type PaymentLink = components['schemas']['PaymentLink'];
export type PaymentLinkChange = components['schemas']['PaymentLinkChange'];
export type PaymentLinkEvent = components['schemas']['PaymentLinkEvent'];
export type PaymentLinkEventData = components['schemas']['PaymentLinkEventData'];
export type PaymentLinkInput = components['schemas']['PaymentLinkInput'];
export type PaymentLinkResponse = components['schemas']['PaymentLinkResponse'];
export type PaymentList = components['schemas']['PaymentList'];
export type PaymentRequest = components['schemas']['PaymentRequest'];
export type PaymentResponse = components['schemas']['PaymentResponse'];
export type PaymentReview = components['schemas']['PaymentReview'];
export type PaymentSettlement = components['schemas']['PaymentSettlement'];
export type PayoutBatch = components['schemas']['PayoutBatch'];
export type PayoutBatchAction = components['schemas']['PayoutBatchAction'];
export type PayoutBatchEvent = components['schemas']['PayoutBatchEvent'];
export type PayoutBatchEventData = components['schemas']['PayoutBatchEventData'];
export type PayoutBatchInput = components['schemas']['PayoutBatchInput'];
export type PayoutBatchList = components['schemas']['PayoutBatchList'];
export type PayoutBatchProblem = components['schemas']['PayoutBatchProblem'];
export type PayoutBatchRate = components['schemas']['PayoutBatchRate'];
export type PayoutBatchRepeat = components['schemas']['PayoutBatchRepeat'];
export type PayoutBatchRepeatInput = components['schemas']['PayoutBatchRepeatInput'];
export type PayoutBatchResponse = components['schemas']['PayoutBatchResponse'];
export type PayoutBatchRow = components['schemas']['PayoutBatchRow'];
export type PayoutBatchRowList = components['schemas']['PayoutBatchRowList'];
export type PayoutBatchRows = components['schemas']['PayoutBatchRows'];
export type PayoutBatchSubmission = components['schemas']['PayoutBatchSubmission'];
export type PayoutBatchTotal = components['schemas']['PayoutBatchTotal'];
export type PayoutDestination = components['schemas']['PayoutDestination'];
export type PayoutFileInput = components['schemas']['PayoutFileInput'];
export type PayoutRowError = components['schemas']['PayoutRowError'];
export type PayoutRowInput = components['schemas']['PayoutRowInput'];
export type Permission = components['schemas']['Permission'];
export type PermissionsInput = components['schemas']['PermissionsInput'];
export type PersonName = components['schemas']['PersonName'];
export type PhoneApproval = components['schemas']['PhoneApproval'];
export type PlatformSetting = components['schemas']['PlatformSetting'];
export type PlatformSettingList = components['schemas']['PlatformSettingList'];
export type PolicyCondition = components['schemas']['PolicyCondition'];
export type PreviewedCandidate = components['schemas']['PreviewedCandidate'];
export type PreviewRouteRequest = components['schemas']['PreviewRouteRequest'];
export type Priority = components['schemas']['Priority'];
export type Provider = components['schemas']['Provider'];
export type ProviderConfig = components['schemas']['ProviderConfig'];
export type ProviderConfigList = components['schemas']['ProviderConfigList'];
export type ProviderConfigResponse = components['schemas']['ProviderConfigResponse'];
export type ProviderCorridor = components['schemas']['ProviderCorridor'];
export type ProviderDay = components['schemas']['ProviderDay'];
export type ProviderFailureCause = components['schemas']['ProviderFailureCause'];
export type ProviderFloat = components['schemas']['ProviderFloat'];
export type ProviderFloatList = components['schemas']['ProviderFloatList'];
export type ProviderList = components['schemas']['ProviderList'];
export type ProviderOutcomes = components['schemas']['ProviderOutcomes'];
export type ProviderResponse = components['schemas']['ProviderResponse'];
export type ProviderTrend = components['schemas']['ProviderTrend'];
export type PutNoticeAnswer = components['schemas']['PutNoticeAnswer'];
export type Quote = components['schemas']['Quote'];
export type QuoteInput = components['schemas']['QuoteInput'];
export type QuoteResponse = components['schemas']['QuoteResponse'];
export type RampDestination = components['schemas']['RampDestination'];
export type RampDetails = components['schemas']['RampDetails'];
export type RampRequest = components['schemas']['RampRequest'];
export type RateLock = components['schemas']['RateLock'];
export type RateLockResponse = components['schemas']['RateLockResponse'];
export type ReadAllNotificationsAnswer = components['schemas']['ReadAllNotificationsAnswer'];
export type ReadAllNotificationsAnswerData = components['schemas']['ReadAllNotificationsAnswerData'];
export type ReadPayoutFileAnswer = components['schemas']['ReadPayoutFileAnswer'];
export type ReceiveCallbackAnswer = components['schemas']['ReceiveCallbackAnswer'];
export type ReceiveKybUpdateAnswer = components['schemas']['ReceiveKybUpdateAnswer'];
export type ReceiveNoticeAnswer = components['schemas']['ReceiveNoticeAnswer'];
export type ReconciliationEvent = components['schemas']['ReconciliationEvent'];
export type ReconciliationEventData = components['schemas']['ReconciliationEventData'];
export type ReconciliationItem = components['schemas']['ReconciliationItem'];
export type ReconciliationItemList = components['schemas']['ReconciliationItemList'];
export type ReconciliationItemResponse = components['schemas']['ReconciliationItemResponse'];
export type ReconciliationKind = components['schemas']['ReconciliationKind'];
export type ReconciliationResolution = components['schemas']['ReconciliationResolution'];
export type Refund = components['schemas']['Refund'];
export type RefundEvent = components['schemas']['RefundEvent'];
export type RefundEventData = components['schemas']['RefundEventData'];
export type RefundList = components['schemas']['RefundList'];
export type RefundRequest = components['schemas']['RefundRequest'];
export type RefundResponse = components['schemas']['RefundResponse'];
export type RejectApprovalRequest = components['schemas']['RejectApprovalRequest'];
export type ReopenSettlementDayRequest = components['schemas']['ReopenSettlementDayRequest'];
export type ReplayDeliveriesAnswer = components['schemas']['ReplayDeliveriesAnswer'];
export type ReplayDeliveriesAnswerData = components['schemas']['ReplayDeliveriesAnswerData'];
export type ReplayRequest = components['schemas']['ReplayRequest'];
export type Report = components['schemas']['Report'];
export type ReportResponse = components['schemas']['ReportResponse'];
export type ReportRow = components['schemas']['ReportRow'];
export type ReportTotal = components['schemas']['ReportTotal'];
export type RequestedVerification = components['schemas']['RequestedVerification'];
export type RequestedVerificationList = components['schemas']['RequestedVerificationList'];
export type RequestedVerificationResponse = components['schemas']['RequestedVerificationResponse'];
export type ResolveAccountRequest = components['schemas']['ResolveAccountRequest'];
export type ResolvedAccount = components['schemas']['ResolvedAccount'];
export type ResolvedAccountResponse = components['schemas']['ResolvedAccountResponse'];
export type ResolveSettlementExceptionRequest = components['schemas']['ResolveSettlementExceptionRequest'];
export type ReturnCustomerAnswer = components['schemas']['ReturnCustomerAnswer'];
export type ReturnedDisbursement = components['schemas']['ReturnedDisbursement'];
export type ReturnedDisbursementResponse = components['schemas']['ReturnedDisbursementResponse'];
export type RotateApiKeyRequest = components['schemas']['RotateApiKeyRequest'];
export type RotatedApiKey = components['schemas']['RotatedApiKey'];
export type RotatedApiKeyResponse = components['schemas']['RotatedApiKeyResponse'];
export type RotateWebhookSecretRequest = components['schemas']['RotateWebhookSecretRequest'];
export type RouteCandidate = components['schemas']['RouteCandidate'];
export type RoutePreview = components['schemas']['RoutePreview'];
export type RoutePreviewResponse = components['schemas']['RoutePreviewResponse'];
export type SandboxClock = components['schemas']['SandboxClock'];
export type SandboxClockResponse = components['schemas']['SandboxClockResponse'];
export type SavedView = components['schemas']['SavedView'];
export type SavedViewInput = components['schemas']['SavedViewInput'];
export type SavedViewList = components['schemas']['SavedViewList'];
export type SavedViewResponse = components['schemas']['SavedViewResponse'];
export type SearchHit = components['schemas']['SearchHit'];
export type SearchHitList = components['schemas']['SearchHitList'];
export type SearchHitType = components['schemas']['SearchHitType'];
export type SendTestNotificationAnswer = components['schemas']['SendTestNotificationAnswer'];
export type SendTestNotificationAnswerData = components['schemas']['SendTestNotificationAnswerData'];
export type SendTestNotificationRequest = components['schemas']['SendTestNotificationRequest'];
export type SendTestNotificationRequestTransactionData = components['schemas']['SendTestNotificationRequestTransactionData'];
export type SendTestNotificationResponseDataDeliveriesItem = components['schemas']['SendTestNotificationResponseDataDeliveriesItem'];
export type SentEvent = components['schemas']['SentEvent'];
export type SentInvite = components['schemas']['SentInvite'];
export type SentInviteResponse = components['schemas']['SentInviteResponse'];
export type Session = components['schemas']['Session'];
export type SessionList = components['schemas']['SessionList'];
export type SetCreditLineRequest = components['schemas']['SetCreditLineRequest'];
export type SetFailureCauseAnswer = components['schemas']['SetFailureCauseAnswer'];
export type SetFailureCauseAnswerData = components['schemas']['SetFailureCauseAnswerData'];
export type SetFailureCauseRequest = components['schemas']['SetFailureCauseRequest'];
export type SetFloatThresholdAnswer = components['schemas']['SetFloatThresholdAnswer'];
export type SetFloatThresholdRequest = components['schemas']['SetFloatThresholdRequest'];
export type SetPermissionsRequest = components['schemas']['SetPermissionsRequest'];
export type SetRatesAnswer = components['schemas']['SetRatesAnswer'];
export type SetRatesRequest = components['schemas']['SetRatesRequest'];
export type SetRatesRequestRatesItem = components['schemas']['SetRatesRequestRatesItem'];
export type SettlementAccount = components['schemas']['SettlementAccount'];
export type SettlementAccountList = components['schemas']['SettlementAccountList'];
export type SettlementDay = components['schemas']['SettlementDay'];
export type SettlementDayResponse = components['schemas']['SettlementDayResponse'];
export type SettlementException = components['schemas']['SettlementException'];
export type SettlementExceptionList = components['schemas']['SettlementExceptionList'];
export type SettlementExceptionResponse = components['schemas']['SettlementExceptionResponse'];
export type SettlementImport = components['schemas']['SettlementImport'];
export type SettlementImportInput = components['schemas']['SettlementImportInput'];
export type SettlementImportList = components['schemas']['SettlementImportList'];
export type SettlementImportProblemsItem = components['schemas']['SettlementImportProblemsItem'];
export type SettlementImportResponse = components['schemas']['SettlementImportResponse'];
export type SettlementMapping = components['schemas']['SettlementMapping'];
export type SettlementMappingColumns = components['schemas']['SettlementMappingColumns'];
export type SettlementPreview = components['schemas']['SettlementPreview'];
export type SettlementPreviewInput = components['schemas']['SettlementPreviewInput'];
export type SettlementPreviewResponse = components['schemas']['SettlementPreviewResponse'];
export type SettlementPreviewRowsItem = components['schemas']['SettlementPreviewRowsItem'];
export type SettlementPreviewRowsItemLine = components['schemas']['SettlementPreviewRowsItemLine'];
export type SettlementReopening = components['schemas']['SettlementReopening'];
export type SettlementReopeningResponse = components['schemas']['SettlementReopeningResponse'];
export type SettlementSource = components['schemas']['SettlementSource'];
export type SettlementSourceInput = components['schemas']['SettlementSourceInput'];
export type SettlementSourceList = components['schemas']['SettlementSourceList'];
export type SettlementSourceResponse = components['schemas']['SettlementSourceResponse'];
export type SetUpProviderRequest = components['schemas']['SetUpProviderRequest'];
export type SignIn = components['schemas']['SignIn'];
export type SignInList = components['schemas']['SignInList'];
export type SplitInput = components['schemas']['SplitInput'];
export type SplitType = components['schemas']['SplitType'];
export type SplitUpdate = components['schemas']['SplitUpdate'];
export type SplitUpdates = components['schemas']['SplitUpdates'];
export type StartKybAnswer = components['schemas']['StartKybAnswer'];
export type StartKybAnswerData = components['schemas']['StartKybAnswerData'];
export type StatusCount = components['schemas']['StatusCount'];
export type Stop = components['schemas']['Stop'];
export type StopList = components['schemas']['StopList'];
export type StoppedFlow = components['schemas']['StoppedFlow'];
export type StopResponse = components['schemas']['StopResponse'];
export type StoredCard = components['schemas']['StoredCard'];
export type Success = components['schemas']['Success'];
export type SuccessOrganizationPage = components['schemas']['SuccessOrganizationPage'];
export type SuccessPage = components['schemas']['SuccessPage'];
export type SuccessStatus = components['schemas']['SuccessStatus'];
export type TableRate = components['schemas']['TableRate'];
export type TableRateList = components['schemas']['TableRateList'];
export type TestNotificationAnswer = components['schemas']['TestNotificationAnswer'];
export type TestNotificationAnswerData = components['schemas']['TestNotificationAnswerData'];
export type TestNotificationAnswers = components['schemas']['TestNotificationAnswers'];
export type TimelineEntry = components['schemas']['TimelineEntry'];
export type TransactionStatus = components['schemas']['TransactionStatus'];
export type TransactionTotals = components['schemas']['TransactionTotals'];
export type TransactionTotalsResponse = components['schemas']['TransactionTotalsResponse'];
export type Transfer = components['schemas']['Transfer'];
export type TransferAnswer = components['schemas']['TransferAnswer'];
export type TransferAnswers = components['schemas']['TransferAnswers'];
export type TrendDay = components['schemas']['TrendDay'];
export type Trends = components['schemas']['Trends'];
export type TrendsResponse = components['schemas']['TrendsResponse'];
export type TrendTotals = components['schemas']['TrendTotals'];
export type TryProviderAnswer = components['schemas']['TryProviderAnswer'];
export type TryProviderAnswerData = components['schemas']['TryProviderAnswerData'];
export type UnknownFailureCode = components['schemas']['UnknownFailureCode'];
export type UnknownFailureCodeList = components['schemas']['UnknownFailureCodeList'];
export type UpdateApiKeyRequest = components['schemas']['UpdateApiKeyRequest'];
export type UpdatedAt = components['schemas']['UpdatedAt'];
export type User = components['schemas']['User'];
export type UserResponse = components['schemas']['UserResponse'];
export type ValidateUkAccountAnswer = components['schemas']['ValidateUkAccountAnswer'];
export type ValidateUkAccountAnswerAccountDetails = components['schemas']['ValidateUkAccountAnswerAccountDetails'];
export type ValidateUkAccountRequest = components['schemas']['ValidateUkAccountRequest'];
export type VerificationAnswer = components['schemas']['VerificationAnswer'];
export type VerificationClosing = components['schemas']['VerificationClosing'];
export type VerificationRequest = components['schemas']['VerificationRequest'];
export type VerificationResult = components['schemas']['VerificationResult'];
export type VerificationResultResultsItem = components['schemas']['VerificationResultResultsItem'];
export type VerificationStatus = components['schemas']['VerificationStatus'];
export type VirtualAccount = components['schemas']['VirtualAccount'];
export type VirtualAccountEvent = components['schemas']['VirtualAccountEvent'];
export type VirtualAccountEventData = components['schemas']['VirtualAccountEventData'];
export type VirtualAccountInput = components['schemas']['VirtualAccountInput'];
export type VirtualAccountList = components['schemas']['VirtualAccountList'];
export type VirtualAccountReason = components['schemas']['VirtualAccountReason'];
export type VirtualAccountResponse = components['schemas']['VirtualAccountResponse'];
export type VirtualAccountStatus = components['schemas']['VirtualAccountStatus'];
export type VirtualTransaction = components['schemas']['VirtualTransaction'];
export type VirtualTransactionEvent = components['schemas']['VirtualTransactionEvent'];
export type VirtualTransactionEventData = components['schemas']['VirtualTransactionEventData'];
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
export type WrittenTo = components['schemas']['WrittenTo'];
export type ResponseAcknowledged = components['responses']['Acknowledged'];
export type ResponseE4Xx = components['responses']['E4XX'];
export type ResponseE5Xx = components['responses']['E5XX'];
export type ResponseE404 = components['responses']['E404'];
export type ResponseE409 = components['responses']['E409'];
export type ResponseInitiationE4Xx = components['responses']['InitiationE4XX'];
export type ResponseInitiationE5Xx = components['responses']['InitiationE5XX'];
export type ResponseInitiationE404 = components['responses']['InitiationE404'];
export type ResponseInitiationE409 = components['responses']['InitiationE409'];
export type ParameterAccountIdInPath = components['parameters']['AccountIdInPath'];
export type ParameterApiKeyIdInPath = components['parameters']['ApiKeyIdInPath'];
export type ParameterApprovalIdInPath = components['parameters']['ApprovalIdInPath'];
export type ParameterBatchIdInPath = components['parameters']['BatchIdInPath'];
export type ParameterBeneficiaryIdInPath = components['parameters']['BeneficiaryIdInPath'];
export type ParameterConfigIdInPath = components['parameters']['ConfigIdInPath'];
export type ParameterCountryInQuery = components['parameters']['CountryInQuery'];
export type ParameterCurrencyInQuery = components['parameters']['CurrencyInQuery'];
export type ParameterCustomerIdInPath = components['parameters']['CustomerIdInPath'];
export type ParameterDateFrom = components['parameters']['DateFrom'];
export type ParameterDateTo = components['parameters']['DateTo'];
export type ParameterDirection = components['parameters']['Direction'];
export type ParameterDisbursementIdInPath = components['parameters']['DisbursementIdInPath'];
export type ParameterDisputeIdInPath = components['parameters']['DisputeIdInPath'];
export type ParameterEscrowIdInPath = components['parameters']['EscrowIdInPath'];
export type ParameterFrom = components['parameters']['From'];
export type ParameterIdempotencyKey = components['parameters']['IdempotencyKey'];
export type ParameterLastEvaluatedKey = components['parameters']['LastEvaluatedKey'];
export type ParameterLimitInQuery = components['parameters']['LimitInQuery'];
export type ParameterLinkIdInPath = components['parameters']['LinkIdInPath'];
export type ParameterMilestoneIdInPath = components['parameters']['MilestoneIdInPath'];
export type ParameterOrgIdInPath = components['parameters']['OrgIdInPath'];
export type ParameterOrgIdInQuery = components['parameters']['OrgIdInQuery'];
export type ParameterPartyIdInPath = components['parameters']['PartyIdInPath'];
export type ParameterPaymentId = components['parameters']['PaymentId'];
export type ParameterPaymentIdInPath = components['parameters']['PaymentIdInPath'];
export type ParameterPaymentMethodInQuery = components['parameters']['PaymentMethodInQuery'];
export type ParameterProviderInPath = components['parameters']['ProviderInPath'];
export type ParameterProviderInQuery = components['parameters']['ProviderInQuery'];
export type ParameterRequestIdInPath = components['parameters']['RequestIdInPath'];
export type ParameterServiceEventId = components['parameters']['ServiceEventId'];
export type ParameterServiceSignature = components['parameters']['ServiceSignature'];
export type ParameterServiceTimestamp = components['parameters']['ServiceTimestamp'];
export type ParameterStandardWebhookId = components['parameters']['StandardWebhookId'];
export type ParameterTo = components['parameters']['To'];
export type ParameterTokenInPath = components['parameters']['TokenInPath'];
export type ParameterUserIdInPath = components['parameters']['UserIdInPath'];
export type ParameterWebhookIdInPath = components['parameters']['WebhookIdInPath'];
export type ParameterWebhookSignature = components['parameters']['WebhookSignature'];
export type ParameterWebhookTimestamp = components['parameters']['WebhookTimestamp'];
export type HeaderRateLimit = components['headers']['RateLimit'];
export type HeaderRateLimitPolicy = components['headers']['RateLimit-Policy'];
export type HeaderRetryAfter = components['headers']['Retry-After'];
export interface operations {
    listApprovals: {
        parameters: {
            query?: {
                kind?: "payment" | "change" | "payout_batch" | "refund" | "dispute";
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                org_id?: components["parameters"]["OrgIdInQuery"];
                status?: components["schemas"]["ApprovalStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalList"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    getApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                approval_id: components["parameters"]["ApprovalIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            404: components["responses"]["E404"];
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
                approval_id: components["parameters"]["ApprovalIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
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
                approval_id: components["parameters"]["ApprovalIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    listBalances: {
        parameters: {
            query?: {
                /** @description ISO 4217, or a crypto asset code */
                currency?: components["parameters"]["CurrencyInQuery"];
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size; without it, the whole list */
                limit?: number;
                /** @description For the platform */
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BalanceList"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    listAdjustments: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                org_id?: components["parameters"]["OrgIdInQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BalanceAdjustmentList"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    adjustBalance: {
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
                "application/json": components["schemas"]["AdjustBalanceRequest"];
            };
        };
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BalanceAdjustmentResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description Another platform admin must approve it first (APPROVAL_REQUIRED) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listCreditLines: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                org_id?: components["parameters"]["OrgIdInQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditLineList"];
                };
            };
            404: components["responses"]["E404"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BalanceResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description Another platform admin must approve the change first (APPROVAL_REQUIRED), or the credit line has changed meanwhile */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listDailyBalances: {
        parameters: {
            query: {
                /** @description ISO 4217, or a crypto asset code */
                currency: string;
                days?: number;
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size; without it, the whole list */
                limit?: number;
                /** @description For the platform */
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DailyBalanceList"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    listFloat: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size; without it, the whole list */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderFloatList"];
                };
            };
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetFloatThresholdAnswer"];
                };
            };
        };
    };
    listBalanceHistory: {
        parameters: {
            query: {
                /** @description ISO 4217, or a crypto asset code */
                currency: string;
                /** @description ISO 8601 date or date-time, inclusive */
                date_from?: components["parameters"]["DateFrom"];
                /** @description ISO 8601 date (inclusive) or date-time (exclusive) */
                date_to?: components["parameters"]["DateTo"];
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                /** @description For the platform */
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BalanceEntryList"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    listBeneficiaries: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                /** @description For platform people: only beneficiaries of this organization */
                org_id?: string;
                /** @description Only beneficiaries that are stored for this user */
                user_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeneficiaryList"];
                };
            };
            404: components["responses"]["E404"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeneficiaryResponse"];
                };
            };
            409: components["responses"]["E409"];
        };
    };
    getBeneficiary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                beneficiary_id: components["parameters"]["BeneficiaryIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeneficiaryResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    deleteBeneficiary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                beneficiary_id: components["parameters"]["BeneficiaryIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["E404"];
            /** @description An unfinished payment uses the beneficiary */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeBeneficiary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                beneficiary_id: components["parameters"]["BeneficiaryIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeneficiaryResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    receiveCallback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: components["parameters"]["ProviderInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiveCallbackAnswer"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    putNotice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: components["parameters"]["ProviderInPath"];
                reference: string;
                token: components["parameters"]["TokenInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PutNoticeAnswer"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    receiveNotice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: components["parameters"]["ProviderInPath"];
                reference: string;
                token: components["parameters"]["TokenInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiveNoticeAnswer"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    getChangelog: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size; without it, the whole list */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiChangeList"];
                };
            };
        };
    };
    readCheckoutLink: {
        parameters: {
            query?: {
                quantity?: number;
            };
            header?: never;
            path: {
                link_ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutLinkResponse"];
                };
            };
            404: components["responses"]["E404"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutPaymentResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
            /** @description No provider serves this corridor (ROUTING_CONFIG_NOT_FOUND) */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Every provider of the route refused the payment (ALL_PROVIDERS_FAILED) */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE`: a temporary problem of the service, or a rate that is too old; `Retry-After` says when to try again */
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutPaymentResponse"];
                };
            };
            404: components["responses"]["E404"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutPaymentResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
            /** @description The provider did not answer (PROVIDER_UNAVAILABLE) */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutReceiptResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    listCorridors: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-2 */
                country?: components["parameters"]["CountryInQuery"];
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size; without it, the whole list */
                limit?: number;
                org_id?: components["parameters"]["OrgIdInQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CorridorList"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    listCryptoAssets: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size; without it, the whole list */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CryptoAssetList"];
                };
            };
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                email?: string;
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                org_id?: components["parameters"]["OrgIdInQuery"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerList"];
                };
            };
            404: components["responses"]["E404"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                customer_id: components["parameters"]["CustomerIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    eraseCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                customer_id: components["parameters"]["CustomerIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["E404"];
            /** @description The customer was merged or erased */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                customer_id: components["parameters"]["CustomerIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description The customer was merged or erased, or another customer has the reference (REFERENCE_USED) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
                customer_id: components["parameters"]["CustomerIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    listDisputes: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                org_id?: components["parameters"]["OrgIdInQuery"];
                payment_id?: components["parameters"]["PaymentId"];
                provider?: components["parameters"]["ProviderInQuery"];
                status?: components["schemas"]["DisputeStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DisputeSummaryList"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    getDispute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dispute_id: components["parameters"]["DisputeIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DisputeResponse"];
                };
            };
            404: components["responses"]["E404"];
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
                dispute_id: components["parameters"]["DisputeIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DisputeResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description The dispute needs no answer, was already answered, or its provider accepts answers only on its own dashboard (INVALID_STATE) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The provider refused the answer (DISPUTE_ANSWER_REFUSED); the dispute is open again */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
                dispute_id: components["parameters"]["DisputeIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DisputeEvidenceResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
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
                dispute_id: components["parameters"]["DisputeIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DisputeResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description The dispute needs no answer, was already answered, or its provider accepts answers only on its own dashboard (INVALID_STATE) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The provider refused the answer (DISPUTE_ANSWER_REFUSED); the dispute is open again */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description ISO 8601 date or date-time, inclusive */
                from?: components["parameters"]["From"];
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                order?: "asc" | "desc";
                /** @description The organization; required for platform people only */
                org_id?: string;
                resource_id?: string;
                resource_type?: string;
                /** @description ISO 8601 date (inclusive) or date-time (exclusive) */
                to?: components["parameters"]["To"];
                /** @description One or more event types (`EventType`), separated by commas */
                type?: string;
                /** @description With a `follow_key`: respond as soon as there is an event, and after this many seconds at the latest */
                wait?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    getEvent: {
        parameters: {
            query?: {
                /** @description The organization; required for platform people only */
                org_id?: string;
            };
            header?: never;
            path: {
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    listExports: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                org_id?: components["parameters"]["OrgIdInQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportSummaryList"];
                };
            };
            404: components["responses"]["E404"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description This organization has the maximum number of unfinished exports (LIMIT_EXCEEDED) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                export_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    downloadExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: components["parameters"]["TokenInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/jsonl": string;
                    "application/vnd.apache.parquet": string;
                    "text/csv": string;
                };
            };
            404: components["responses"]["E404"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListBanksAnswer"];
                };
            };
            409: components["responses"]["E409"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListNetworksAnswer"];
                };
            };
            409: components["responses"]["E409"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResolvedAccountResponse"];
                };
            };
            /** @description The bank knows no such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["E409"];
            /** @description The provider did not answer (PROVIDER_UNAVAILABLE) */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listFees: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                org_id?: components["parameters"]["OrgIdInQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeeScheduleList"];
                };
            };
            404: components["responses"]["E404"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeeScheduleResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeeScheduleResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    listLedgerAccounts: {
        parameters: {
            query?: {
                /** @description ISO 4217, or a crypto asset code */
                currency?: components["parameters"]["CurrencyInQuery"];
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                /** @description For the platform */
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerAccountList"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    listLedgerTransactions: {
        parameters: {
            query?: {
                account_id?: string;
                /** @description ISO 8601 date or date-time, inclusive */
                date_from?: components["parameters"]["DateFrom"];
                /** @description ISO 8601 date (inclusive) or date-time (exclusive) */
                date_to?: components["parameters"]["DateTo"];
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                /** @description For the platform */
                org_id?: string;
                resource_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerTransactionList"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    listOrganizations: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-2 */
                country?: components["parameters"]["CountryInQuery"];
                /** @description Only organizations whose verification provider contradicts a person's decision */
                kyb_review?: "open";
                kyb_status?: components["schemas"]["VerificationStatus"];
                /** @description Cursor from the previous page */
                lastEvaluatedKey?: string;
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                status?: "active" | "suspended";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationList"];
                };
            };
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
                 *       "name": "Organization-1",
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationResponse"];
                };
            };
            409: components["responses"]["E409"];
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: components["parameters"]["OrgIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    changeOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: components["parameters"]["OrgIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description A second person must approve the change first (APPROVAL_REQUIRED), or the organization has changed meanwhile */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description Exact action, e.g. `api_key.revoked` */
                action?: string;
                /** @description The person or key that acted */
                actor_id?: string;
                /** @description ISO 8601 date or date-time, inclusive */
                from?: components["parameters"]["From"];
                /** @description Cursor from the previous page */
                lastEvaluatedKey?: string;
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                /** @description The resource that was changed */
                resource_id?: string;
                /** @description Kind of resource that was changed */
                resource_type?: string;
                /** @description ISO 8601 date (inclusive) or date-time (exclusive) */
                to?: components["parameters"]["To"];
            };
            header?: never;
            path: {
                org_id: components["parameters"]["OrgIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntryList"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    listInvites: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                lastEvaluatedKey?: string;
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
            };
            header?: never;
            path: {
                org_id: components["parameters"]["OrgIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InviteList"];
                };
            };
            404: components["responses"]["E404"];
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
                org_id: components["parameters"]["OrgIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentInviteResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    withdrawInvite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invite_id: string;
                org_id: components["parameters"]["OrgIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["E404"];
            /** @description It was accepted */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
                invite_id: string;
                org_id: components["parameters"]["OrgIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentInviteResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
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
                org_id: components["parameters"]["OrgIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartKybAnswer"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
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
                org_id: components["parameters"]["OrgIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                lastEvaluatedKey?: string;
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
            };
            header?: never;
            path: {
                org_id: components["parameters"]["OrgIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberList"];
                };
            };
            404: components["responses"]["E404"];
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
                org_id: components["parameters"]["OrgIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    getMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: components["parameters"]["OrgIdInPath"];
                user_id: components["parameters"]["UserIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    removeMember: {
        parameters: {
            query?: {
                /** @description The member who gets the webhooks; absent: the caller */
                hand_over_to?: string;
            };
            header?: never;
            path: {
                org_id: components["parameters"]["OrgIdInPath"];
                user_id: components["parameters"]["UserIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["E404"];
            /** @description The last org-admin (LAST_ORG_ADMIN) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: components["parameters"]["OrgIdInPath"];
                user_id: components["parameters"]["UserIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "org-viewer"
                 *     }
                 */
                "application/json": components["schemas"]["ChangeMemberRequest"];
            };
        };
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description The member is the last org-admin (LAST_ORG_ADMIN), a service account cannot be an org-admin, or a second person must approve the change first (APPROVAL_REQUIRED) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: components["parameters"]["OrgIdInPath"];
                user_id: components["parameters"]["UserIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "permissions": [
                 *         "beneficiaries:write"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SetPermissionsRequest"];
            };
        };
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description A second person must approve the change first (APPROVAL_REQUIRED) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
                org_id: components["parameters"]["OrgIdInPath"];
                user_id: components["parameters"]["UserIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "permission": "beneficiaries:write",
                 *       "permissions": [
                 *         "payment-links:write"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PermissionsInput"];
            };
        };
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    revokePermissions: {
        parameters: {
            query?: {
                permission?: components["schemas"]["Permission"];
            };
            header?: never;
            path: {
                org_id: components["parameters"]["OrgIdInPath"];
                user_id: components["parameters"]["UserIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "permission": "payments:write"
                 *     }
                 */
                "application/json": components["schemas"]["PermissionsInput"] | null;
            };
        };
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["E404"];
        };
    };
    checkPermission: {
        parameters: {
            query: {
                permission: components["schemas"]["Permission"];
            };
            header?: never;
            path: {
                org_id: components["parameters"]["OrgIdInPath"];
                user_id: components["parameters"]["UserIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckPermissionAnswer"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    listServiceAccounts: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                lastEvaluatedKey?: string;
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
            };
            header?: never;
            path: {
                org_id: components["parameters"]["OrgIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberList"];
                };
            };
            404: components["responses"]["E404"];
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
                org_id: components["parameters"]["OrgIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    getExchangeRate: {
        parameters: {
            query: {
                amount?: number;
                /** @description ISO 4217, or a crypto asset code */
                fromCurrency: string;
                org_id?: components["parameters"]["OrgIdInQuery"];
                /** @description ISO 4217, or a crypto asset code */
                toCurrency: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LockedRateResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description The organization has too many open locks, or has locked too much of this pair within the hour (LIMIT_EXCEEDED) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getRateLock: {
        parameters: {
            query?: {
                org_id?: components["parameters"]["OrgIdInQuery"];
            };
            header?: never;
            path: {
                org_rate_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLockResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    listRates: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                lastEvaluatedKey?: string;
                /** @description Page size; without it, the whole list */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableRateList"];
                };
            };
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetRatesAnswer"];
                };
            };
            /** @description A second platform admin must approve a rate that moves far (APPROVAL_REQUIRED) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
                /**
                 * @example {
                 *       "token": "..."
                 *     }
                 */
                "application/json": components["schemas"]["AcceptInviteRequest"];
            };
        };
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InviteResponse"];
                };
            };
            409: components["responses"]["E409"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiveKybUpdateAnswer"];
                };
            };
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
                org_id: components["parameters"]["OrgIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPaymentLinksAnswer"];
                };
            };
            404: components["responses"]["E404"];
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
                org_id: components["parameters"]["OrgIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLinkResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    getPaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                link_id: components["parameters"]["LinkIdInPath"];
                org_id: components["parameters"]["OrgIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLinkResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    deletePaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                link_id: components["parameters"]["LinkIdInPath"];
                org_id: components["parameters"]["OrgIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["E404"];
            /** @description It is paid */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changePaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                link_id: components["parameters"]["LinkIdInPath"];
                org_id: components["parameters"]["OrgIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLinkResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description The link is paid or expired, or one of its payments is in progress */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCheckoutBrand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: components["parameters"]["OrgIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutBrandResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    setCheckoutBrand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: components["parameters"]["OrgIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutBrandResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    setCheckoutLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: components["parameters"]["OrgIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutBrandResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    deleteCheckoutLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: components["parameters"]["OrgIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["E404"];
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
                payment_id: components["parameters"]["PaymentIdInPath"];
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
            "4XX": components["responses"]["InitiationE4XX"];
            "5XX": components["responses"]["InitiationE5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiationResponse"];
                };
            };
            404: components["responses"]["InitiationE404"];
            409: components["responses"]["InitiationE409"];
            /** @description The provider did not answer (PROVIDER_UNAVAILABLE) */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiationError"];
                };
            };
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
            "4XX": components["responses"]["InitiationE4XX"];
            "5XX": components["responses"]["InitiationE5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiationResponse"];
                };
            };
            /** @description The balance does not cover the payout and its fee (INSUFFICIENT_FUNDS), the organization accepts a `client_reference` once and this one was used (REFERENCE_USED, with `payment_id` and `transaction_id` of the first payment), or the `Idempotency-Key` was used with another request */
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
            /** @description Every provider of the route refused the payment (ALL_PROVIDERS_FAILED) */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiationError"];
                };
            };
            /** @description `UNAVAILABLE`: a temporary problem of the service, or a rate that is too old; `Retry-After` says when to try again */
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
            "4XX": components["responses"]["InitiationE4XX"];
            "5XX": components["responses"]["InitiationE5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiateRampAnswer"];
                };
            };
            /** @description The balance does not cover the fee of the ramp (INSUFFICIENT_FUNDS), the organization converts too much or has too much open (LIMIT_EXCEEDED), or the `Idempotency-Key` was used with another request */
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
            /** @description Every provider of the route refused the ramp (ALL_PROVIDERS_FAILED) */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiationError"];
                };
            };
            /** @description `UNAVAILABLE`: a temporary problem of the service, or a rate that is too old; `Retry-After` says when to try again */
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
                payment_id: components["parameters"]["PaymentIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    changePayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                payment_id: components["parameters"]["PaymentIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentResponse"];
                };
            };
            404: components["responses"]["E404"];
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
                payment_id: components["parameters"]["PaymentIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateCheckoutAnswer"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
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
                payment_id: components["parameters"]["PaymentIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description The balance does not cover the refund (INSUFFICIENT_FUNDS), the payment cannot be refunded (INVALID_STATE), or the `Idempotency-Key` was used with another request */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The provider refused the refund (REFUND_REFUSED) */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listRefunds: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
            };
            header?: never;
            path: {
                payment_id: components["parameters"]["PaymentIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundList"];
                };
            };
            404: components["responses"]["E404"];
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
                payment_id: components["parameters"]["PaymentIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
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
                payment_id: components["parameters"]["PaymentIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidateUkAccountAnswer"];
                };
            };
            409: components["responses"]["E409"];
        };
    };
    checkPayment: {
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentCheckResponse"];
                };
            };
            /** @description A limit of the organization refuses it (LIMIT_EXCEEDED) */
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
        };
    };
    listFailureCodes: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size; without it, the whole list */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnknownFailureCodeList"];
                };
            };
        };
    };
    setFailureCause: {
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
                 *       "direction": "inbound",
                 *       "code": "new_core",
                 *       "cause": "provider_error"
                 *     }
                 */
                "application/json": components["schemas"]["SetFailureCauseRequest"];
            };
        };
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetFailureCauseAnswer"];
                };
            };
            /** @description The code had no cause that could be taken back */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The adapter knows the code, or a second person must approve */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listMaintenanceWindows: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size; without it, the whole list */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaintenanceWindowList"];
                };
            };
        };
    };
    createMaintenanceWindow: {
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
                 *       "provider": "fiat",
                 *       "country": "BR",
                 *       "starts_at": "2026-01-05T09:00:00.000Z",
                 *       "ends_at": "2026-01-05T09:00:00.000Z",
                 *       "reason": "a new core"
                 *     }
                 */
                "application/json": components["schemas"]["CreateMaintenanceWindowRequest"];
            };
        };
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaintenanceWindowResponse"];
                };
            };
            409: components["responses"]["E409"];
        };
    };
    removeMaintenanceWindow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                window_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["E404"];
        };
    };
    listProviderConfigs: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-2 */
                country?: components["parameters"]["CountryInQuery"];
                direction?: components["parameters"]["Direction"];
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                org_id?: components["parameters"]["OrgIdInQuery"];
                payment_method?: components["parameters"]["PaymentMethodInQuery"];
                provider?: components["parameters"]["ProviderInQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderConfigList"];
                };
            };
            404: components["responses"]["E404"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderConfigResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    getProviderConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                config_id: components["parameters"]["ConfigIdInPath"];
                provider: components["parameters"]["ProviderInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
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
            404: components["responses"]["E404"];
        };
    };
    removeProviderConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                config_id: components["parameters"]["ConfigIdInPath"];
                provider: components["parameters"]["ProviderInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    changeProviderConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                config_id: components["parameters"]["ConfigIdInPath"];
                provider: components["parameters"]["ProviderInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderConfigResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderProviderConfigsAnswer"];
                };
            };
            404: components["responses"]["E404"];
            /** @description The order omits a config of the corridor */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getProviderHealth: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size; without it, the whole list */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetProviderHealthAnswer"];
                };
            };
        };
    };
    listProviderHealthHistory: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-2 */
                country?: components["parameters"]["CountryInQuery"];
                /** @description How far back */
                hours?: number;
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size; without it, the whole list */
                limit?: number;
                provider?: components["parameters"]["ProviderInQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListProviderHealthHistoryAnswer"];
                };
            };
        };
    };
    listProviders: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size; without it, the whole list */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderList"];
                };
            };
        };
    };
    setUpProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: components["parameters"]["ProviderInPath"];
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
                "application/json": components["schemas"]["SetUpProviderRequest"];
            };
        };
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description A built-in provider has no settings */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    removeProviderSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: components["parameters"]["ProviderInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["E404"];
            /** @description The provider is built in, or payments are in progress there */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
                provider: components["parameters"]["ProviderInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TryProviderAnswer"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    listReconciliationItems: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                org_id?: components["parameters"]["OrgIdInQuery"];
                payment_id?: components["parameters"]["PaymentId"];
                status?: "open" | "resolved";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReconciliationItemList"];
                };
            };
            404: components["responses"]["E404"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReconciliationItemResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoutePreviewResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    listStops: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size; without it, the whole list */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StopList"];
                };
            };
        };
    };
    createStop: {
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
                 *       "flow": "payouts",
                 *       "country": "GH",
                 *       "payment_method": "wallet",
                 *       "reason": "The network reports double payouts"
                 *     }
                 */
                "application/json": components["schemas"]["CreateStopRequest"];
            };
        };
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StopResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    removeStop: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                stop_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["E404"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
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
                     *       "instructions": "Approve the request of MTN on the phone whose number ends in 4567. If no prompt appears, dial *170*6*3*1# on that phone",
                     *       "failure_reason": null,
                     *       "failure": null,
                     *       "hold": null,
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
            404: components["responses"]["E404"];
        };
    };
    listPayoutBatches: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                org_id?: components["parameters"]["OrgIdInQuery"];
                status?: components["schemas"]["PayoutBatchStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutBatchList"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    createPayoutBatch: {
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
                 *       "name": "Wages of May",
                 *       "duplicates": "allow",
                 *       "rows": [
                 *         {
                 *           "beneficiary_id": "0198f0c2-4d00-7000-8000-000000000001",
                 *           "amount": 10.5,
                 *           "currency": "NGN",
                 *           "description": "wages"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PayoutBatchInput"];
            };
        };
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutBatchResponse"];
                };
            };
            409: components["responses"]["E409"];
        };
    };
    getPayoutBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                batch_id: components["parameters"]["BatchIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutBatchResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    cancelPayoutBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                batch_id: components["parameters"]["BatchIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutBatchResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description The batch's status does not allow this action */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPayoutBatchErrors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                batch_id: components["parameters"]["BatchIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            404: components["responses"]["E404"];
        };
    };
    pausePayoutBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                batch_id: components["parameters"]["BatchIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutBatchResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description The batch's status does not allow this action */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    previewPayoutBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                batch_id: components["parameters"]["BatchIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutBatchResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description The batch's status does not allow this action */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resumePayoutBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                batch_id: components["parameters"]["BatchIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutBatchResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description The batch's status does not allow this action */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    retryFailedPayouts: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                batch_id: components["parameters"]["BatchIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutBatchResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description No row failed, or all failed rows are already in another batch */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPayoutBatchRows: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                limit?: number;
                status?: components["schemas"]["PayoutRowStatus"];
            };
            header?: never;
            path: {
                batch_id: components["parameters"]["BatchIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutBatchRowList"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    getPayoutBatchStatement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                batch_id: components["parameters"]["BatchIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            404: components["responses"]["E404"];
        };
    };
    stopRepeatingPayouts: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                batch_id: components["parameters"]["BatchIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutBatchResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description The batch's status does not allow this action */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    submitPayoutBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                batch_id: components["parameters"]["BatchIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "preview_hash": "..."
                 *     }
                 */
                "application/json": components["schemas"]["PayoutBatchSubmission"];
            };
        };
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutBatchResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description The batch is not ready, was previewed again, or the balance or the locked rates are no longer sufficient */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readPayoutFile: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size; without it, the whole list */
                limit?: number;
            };
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
                 *       "csv": "Name,Bank,Amount\nKofi Mensah,Zenith Bank,125.50\n"
                 *     }
                 */
                "application/json": components["schemas"]["PayoutFileInput"];
            };
        };
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadPayoutFileAnswer"];
                };
            };
            409: components["responses"]["E409"];
        };
    };
    listPlatformSettings: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size; without it, the whole list */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformSettingList"];
                };
            };
        };
    };
    changePlatformSettings: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size; without it, the whole list */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "settings": {
                 *         "SETTLEMENT_FILE_RETENTION_DAYS": "30",
                 *         "RATE_FEED_URL": null
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ChangePlatformSettingsRequest"];
            };
        };
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformSettingList"];
                };
            };
            /** @description Another platform admin must approve the change */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                /** @description The organization whose keys to list; required for platform people only */
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            404: components["responses"]["E404"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyWithSecretResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                api_key_id: components["parameters"]["ApiKeyIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                api_key_id: components["parameters"]["ApiKeyIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["E404"];
        };
    };
    updateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                api_key_id: components["parameters"]["ApiKeyIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description It is revoked */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
                api_key_id: components["parameters"]["ApiKeyIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedApiKeyResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                /** @description The organization; required for platform people only */
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
            404: components["responses"]["E404"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecretResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: components["parameters"]["WebhookIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: components["parameters"]["WebhookIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["E404"];
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: components["parameters"]["WebhookIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                event_id?: string;
                event_type?: components["schemas"]["EventType"];
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                status?: components["schemas"]["DeliveryStatus"];
            };
            header?: never;
            path: {
                webhook_id: components["parameters"]["WebhookIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            404: components["responses"]["E404"];
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
                webhook_id: components["parameters"]["WebhookIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayDeliveriesAnswer"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
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
                webhook_id: components["parameters"]["WebhookIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecretResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    listDeadLetters: {
        parameters: {
            query?: {
                fault?: "receiver" | "system";
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                /** @description The organization; required for platform people only */
                org_id?: string;
                webhook_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    getDelivery: {
        parameters: {
            query?: {
                /** @description The organization; required for platform people only */
                org_id?: string;
            };
            header?: never;
            path: {
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    replayDelivery: {
        parameters: {
            query?: {
                /** @description The organization; required for platform people only */
                org_id?: string;
            };
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
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
                "application/json": components["schemas"]["SendTestNotificationRequest"] | components["schemas"]["SendTestNotificationRequest"][];
            };
        };
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendTestNotificationAnswer"];
                };
            };
            /** @description Multi-Status */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestNotificationAnswers"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    createQuote: {
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
                 *       "amount": 1000,
                 *       "currency": "GHS",
                 *       "target_currency": "USD",
                 *       "payment_method": "mobile_money",
                 *       "direction": "payin",
                 *       "country": "GH"
                 *     }
                 */
                "application/json": components["schemas"]["QuoteInput"];
            };
        };
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuoteResponse"];
                };
            };
            /** @description There is no rate between the currencies */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The organization has too many open quotes and rate locks, or has locked too much of this pair within the hour (LIMIT_EXCEEDED) */
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
            /** @description The rate is too old to quote (UNAVAILABLE) */
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
    getQuote: {
        parameters: {
            query?: {
                org_id?: components["parameters"]["OrgIdInQuery"];
            };
            header?: never;
            path: {
                quote_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuoteResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    listAllRefunds: {
        parameters: {
            query?: {
                /** @description ISO 4217, or a crypto asset code */
                currency?: components["parameters"]["CurrencyInQuery"];
                /** @description ISO 8601 date or date-time, inclusive */
                date_from?: components["parameters"]["DateFrom"];
                /** @description ISO 8601 date (inclusive) or date-time (exclusive) */
                date_to?: components["parameters"]["DateTo"];
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                org_id?: components["parameters"]["OrgIdInQuery"];
                payment_id?: components["parameters"]["PaymentId"];
                provider?: components["parameters"]["ProviderInQuery"];
                status?: "pending" | "completed" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundList"];
                };
            };
            404: components["responses"]["E404"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    getReport: {
        parameters: {
            query?: {
                /** @description ISO 4217, or a crypto asset code */
                base?: string;
                /** @description For the report `volume`: what to group by */
                by?: "direction" | "provider" | "method" | "country";
                /** @description ISO 4217, or a crypto asset code */
                currency?: components["parameters"]["CurrencyInQuery"];
                /** @description ISO 8601 date or date-time, inclusive */
                dateFrom?: string;
                /** @description ISO 8601 date (inclusive) or date-time (exclusive) */
                dateTo?: string;
                interval?: "day" | "week" | "month";
                org_id?: components["parameters"]["OrgIdInQuery"];
            };
            header?: never;
            path: {
                /** @description volume, fees, fx, settlement, costs */
                report: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    returnCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: components["parameters"]["OrgIdInPath"];
                /** @description The payment's id, or the token that opens its page */
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReturnCustomerAnswer"];
                };
            };
            /** @description See Other */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["E404"];
        };
    };
    getSandboxClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxClockResponse"];
                };
            };
        };
    };
    advanceSandboxClock: {
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
                 *       "advance_seconds": 1
                 *     }
                 */
                "application/json": components["schemas"]["AdvanceSandboxClockRequest"];
            };
        };
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxClockResponse"];
                };
            };
            409: components["responses"]["E409"];
            /** @description The time has moved, but the sandbox could not be reached; the next move informs it */
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
    listSavedViews: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                list?: string;
                org_id?: components["parameters"]["OrgIdInQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedViewList"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    saveView: {
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
                 *       "list": "payments",
                 *       "name": "view-1",
                 *       "filters": {
                 *         "status": "failed",
                 *         "sort": "amount"
                 *       },
                 *       "shared": false
                 *     }
                 */
                "application/json": components["schemas"]["SavedViewInput"];
            };
        };
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedViewResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description You or the organization have the maximum number of views (LIMIT_EXCEEDED) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteSavedView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                view_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["E404"];
        };
    };
    findAnything: {
        parameters: {
            query: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size; without it, the whole list */
                limit?: number;
                org_id?: components["parameters"]["OrgIdInQuery"];
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchHitList"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    listSettlementAccounts: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size; without it, the whole list */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementAccountList"];
                };
            };
        };
    };
    closeSettlementDay: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                account: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "day": "2025-01-06"
                 *     }
                 */
                "application/json": components["schemas"]["CloseSettlementDayRequest"];
            };
        };
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementDayResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description The day is not over or closed already, or an import is not finished */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    reopenSettlementDay: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                account: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "a line came late"
                 *     }
                 */
                "application/json": components["schemas"]["ReopenSettlementDayRequest"];
            };
        };
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementReopeningResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description No day is closed */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSettlementExceptions: {
        parameters: {
            query?: {
                account?: string;
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                owner?: string;
                status?: "open" | "resolved";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementExceptionList"];
                };
            };
        };
    };
    changeSettlementException: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                exception_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "comment": "asked the bank",
                 *       "due_on": "2026-02-01"
                 *     }
                 */
                "application/json": components["schemas"]["ChangeSettlementExceptionRequest"];
            };
        };
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementExceptionResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description It is resolved already */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resolveSettlementException: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                exception_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "resolution": "suspense",
                 *       "reason": "the sender is not known yet"
                 *     }
                 */
                "application/json": components["schemas"]["ResolveSettlementExceptionRequest"];
            };
        };
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementExceptionResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description A write-off needs approval (APPROVAL_REQUIRED), the exception is resolved, or the movement does not match */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSettlementImports: {
        parameters: {
            query?: {
                account?: string;
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementImportList"];
                };
            };
        };
    };
    importSettlement: {
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
                 *       "source": "bank-527b53068045",
                 *       "file_name": "january.csv",
                 *       "content": "id,date,currency,amount\n0198f0c2-4d00-7000-8000-000000000001,2025-01-06,NGN,5"
                 *     }
                 */
                "application/json": components["schemas"]["SettlementImportInput"];
            };
        };
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementImportResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description A piece before this one is missing, or the file is too long */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSettlementImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementImportResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    listSettlementSources: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size; without it, the whole list */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementSourceList"];
                };
            };
        };
    };
    setSettlementSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                source: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Bank statement",
                 *       "account": "bank:main",
                 *       "mapping": {
                 *         "format": "csv",
                 *         "columns": {
                 *           "line_key": [
                 *             "id"
                 *           ],
                 *           "value_date": "date",
                 *           "currency": "currency",
                 *           "gross": [
                 *             "amount"
                 *           ],
                 *           "provider_reference": "id"
                 *         },
                 *         "kinds": {},
                 *         "other_kind": "transfer"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SettlementSourceInput"];
            };
        };
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementSourceResponse"];
                };
            };
            /** @description The maximum number of sources is reached (LIMIT_EXCEEDED) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    previewSettlementSource: {
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
                 *       "account": "bank:main",
                 *       "mapping": {
                 *         "format": "csv",
                 *         "columns": {
                 *           "line_key": [
                 *             "id"
                 *           ],
                 *           "value_date": "date",
                 *           "currency": "currency",
                 *           "gross": [
                 *             "amount"
                 *           ],
                 *           "provider_reference": "id"
                 *         },
                 *         "kinds": {},
                 *         "other_kind": "transfer"
                 *       },
                 *       "content": "id,date,currency,amount\nA1,2025-01-06,NGN,12.50\n"
                 *     }
                 */
                "application/json": components["schemas"]["SettlementPreviewInput"];
            };
        };
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementPreviewResponse"];
                };
            };
            409: components["responses"]["E409"];
        };
    };
    listTransactions: {
        parameters: {
            query?: {
                /** @description Range of `amount`, inclusive; without `currency`, amounts of every currency */
                amount_from?: string;
                /** @description Range of `amount`, inclusive; without `currency`, amounts of every currency */
                amount_to?: string;
                beneficiary_id?: string;
                client_reference?: string;
                /** @description ISO 4217, or a crypto asset code */
                currency?: components["parameters"]["CurrencyInQuery"];
                /** @description Only payments of this customer, including customers that were merged into it */
                customer_id?: string;
                /** @description ISO 8601 date or date-time, inclusive */
                date_from?: components["parameters"]["DateFrom"];
                /** @description ISO 8601 date (inclusive) or date-time (exclusive) */
                date_to?: components["parameters"]["DateTo"];
                direction?: components["parameters"]["Direction"];
                /** @description The payer's e-mail address */
                email?: string;
                failure_cause?: components["schemas"]["FailureCause"];
                kind?: "payment" | "ramp";
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                /** @description `name:value` of one field at the top of `metadata`, whose value is a text, a number or a truth value */
                metadata?: string;
                order?: "desc" | "asc";
                org_id?: components["parameters"]["OrgIdInQuery"];
                /** @description The beginning of the payer's name, in upper or lower case */
                payer?: string;
                payment_method?: components["parameters"]["PaymentMethodInQuery"];
                /** @description The payer's phone number or mobile money number, in international form */
                phone?: string;
                provider?: components["parameters"]["ProviderInQuery"];
                provider_cause?: components["schemas"]["ProviderFailureCause"];
                /** @description The beginning of `client_reference` */
                reference_prefix?: string;
                /** @description Any id of a payment, the caller's own reference, an e-mail address or phone number of the payer; otherwise the beginning of a reference or of the payer's name */
                search?: string;
                /** @description `amount`: within one organization and `currency` */
                sort?: "created_at" | "amount";
                status?: components["schemas"]["PaymentStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentList"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    getOutcomes: {
        parameters: {
            query?: {
                /** @description UTC day, included; thirty days up to dateTo when absent */
                dateFrom?: string;
                /** @description UTC day, included; today when absent. At most 366 days */
                dateTo?: string;
                /** @description For platform people: one organization instead of all */
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutcomesResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    getOverview: {
        parameters: {
            query?: {
                /** @description All volumes together, in this currency at today's rates */
                base?: string;
                /** @description UTC day, included; thirty days up to dateTo when absent */
                dateFrom?: string;
                /** @description UTC day, included; today when absent. At most 366 days */
                dateTo?: string;
                /** @description For platform people: one organization instead of all */
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverviewResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    getTrends: {
        parameters: {
            query?: {
                /** @description All volumes together, in this currency at today's rates */
                base?: string;
                /** @description UTC day, included; thirty days up to dateTo when absent */
                dateFrom?: string;
                /** @description UTC day, included; today when absent. At most 366 days */
                dateTo?: string;
                /** @description For platform people: one organization instead of all */
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrendsResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    getTransactionTotals: {
        parameters: {
            query?: {
                /** @description Range of `amount`, inclusive; without `currency`, amounts of every currency */
                amount_from?: string;
                /** @description Range of `amount`, inclusive; without `currency`, amounts of every currency */
                amount_to?: string;
                /** @description ISO 4217, or a crypto asset code */
                base?: string;
                beneficiary_id?: string;
                client_reference?: string;
                /** @description ISO 4217, or a crypto asset code */
                currency?: components["parameters"]["CurrencyInQuery"];
                /** @description Only payments of this customer, including customers that were merged into it */
                customer_id?: string;
                /** @description ISO 8601 date or date-time, inclusive */
                date_from?: components["parameters"]["DateFrom"];
                /** @description ISO 8601 date (inclusive) or date-time (exclusive) */
                date_to?: components["parameters"]["DateTo"];
                direction?: components["parameters"]["Direction"];
                /** @description The payer's e-mail address */
                email?: string;
                failure_cause?: components["schemas"]["FailureCause"];
                kind?: "payment" | "ramp";
                /** @description `name:value` of one field at the top of `metadata`, whose value is a text, a number or a truth value */
                metadata?: string;
                org_id?: components["parameters"]["OrgIdInQuery"];
                /** @description The beginning of the payer's name, in upper or lower case */
                payer?: string;
                payment_method?: components["parameters"]["PaymentMethodInQuery"];
                /** @description The payer's phone number or mobile money number, in international form */
                phone?: string;
                provider?: components["parameters"]["ProviderInQuery"];
                provider_cause?: components["schemas"]["ProviderFailureCause"];
                /** @description The beginning of `client_reference` */
                reference_prefix?: string;
                /** @description Any id of a payment, the caller's own reference, an e-mail address or phone number of the payer; otherwise the beginning of a reference or of the payer's name */
                search?: string;
                status?: components["schemas"]["PaymentStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionTotalsResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: components["parameters"]["UserIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    changeUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: components["parameters"]["UserIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description You cannot change your own platform role or disable yourself */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
                user_id: components["parameters"]["UserIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkIdentityAnswer"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    decideKyc: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: components["parameters"]["UserIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    getGeographicDistribution: {
        parameters: {
            query?: {
                /** @description UTC day, included; thirty days up to dateTo when absent */
                dateFrom?: string;
                /** @description UTC day, included; today when absent. At most 366 days */
                dateTo?: string;
                /** @description For platform people: one organization instead of all */
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GeographyResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-2 */
                country?: components["parameters"]["CountryInQuery"];
                email?: string;
                kyc_status?: components["schemas"]["VerificationStatus"];
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                org_id?: components["parameters"]["OrgIdInQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedUserList"];
                };
            };
            404: components["responses"]["E404"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
        };
    };
    listOwnSessions: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    endOwnSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["E404"];
        };
    };
    listOwnSignIns: {
        parameters: {
            query?: {
                /** @description ISO 8601 date or date-time, inclusive */
                from?: components["parameters"]["From"];
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                outcome?: "user.signed_in" | "user.sign_in_refused";
                /** @description ISO 8601 date (inclusive) or date-time (exclusive) */
                to?: components["parameters"]["To"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInList"];
                };
            };
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                /** @description Only unread notifications */
                unread?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationList"];
                };
            };
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
                notification_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadAllNotificationsAnswer"];
                };
            };
            409: components["responses"]["E409"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountUnreadNotificationsAnswer"];
                };
            };
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    listVerificationRequests: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                org_id?: components["parameters"]["OrgIdInQuery"];
                status?: "open" | "answered" | "closed";
                transaction_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestedVerificationList"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    getVerificationRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: components["parameters"]["RequestIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestedVerificationResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    answerVerificationRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                request_id: components["parameters"]["RequestIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "outcome": "provided",
                 *       "note": "Given over the counter"
                 *     }
                 */
                "application/json": components["schemas"]["VerificationAnswer"];
            };
        };
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestedVerificationResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    closeVerificationRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with another body, or from another person: 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                request_id: components["parameters"]["RequestIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "Checked with the bank"
                 *     }
                 */
                "application/json": components["schemas"]["VerificationClosing"];
            };
        };
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestedVerificationResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    listVirtualAccounts: {
        parameters: {
            query?: {
                /** @description ISO 4217, or a crypto asset code */
                currency?: components["parameters"]["CurrencyInQuery"];
                /** @description Only accounts of this customer, including customers that were merged into it */
                customer_id?: string;
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                /** @description For the platform */
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VirtualAccountList"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    getVirtualAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: components["parameters"]["AccountIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VirtualAccountResponse"];
                };
            };
            404: components["responses"]["E404"];
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
                account_id: components["parameters"]["AccountIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VirtualAccountResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
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
                account_id: components["parameters"]["AccountIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VirtualAccountResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    getVirtualAccountStatement: {
        parameters: {
            query?: {
                /** @description ISO 8601 date or date-time, inclusive */
                from?: components["parameters"]["From"];
                /** @description ISO 8601 date (inclusive) or date-time (exclusive) */
                to?: components["parameters"]["To"];
            };
            header?: never;
            path: {
                account_id: components["parameters"]["AccountIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            404: components["responses"]["E404"];
        };
    };
    listVirtualTransactions: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                status?: components["schemas"]["TransactionStatus"];
                type?: "credit" | "debit";
            };
            header?: never;
            path: {
                account_id: components["parameters"]["AccountIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VirtualTransactionList"];
                };
            };
            404: components["responses"]["E404"];
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
                account_id: components["parameters"]["AccountIdInPath"];
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
                "application/json": components["schemas"]["Transfer"] | components["schemas"]["Transfer"][];
            };
        };
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VirtualTransactionResponse"];
                };
            };
            /** @description Multi-Status */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferAnswers"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
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
                account_id: components["parameters"]["AccountIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VirtualAccountResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
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
                account_id: components["parameters"]["AccountIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VirtualTransactionResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
            /** @description No provider serves this corridor (ROUTING_CONFIG_NOT_FOUND) */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Every provider of the route refused the payment (ALL_PROVIDERS_FAILED) */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEscrowProjects: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                /** @description For the platform */
                org_id?: string;
                status?: components["schemas"]["EscrowStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EscrowProjectList"];
                };
            };
            404: components["responses"]["E404"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EscrowProjectWithPartsResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    getEscrowProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                escrow_id: components["parameters"]["EscrowIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EscrowProjectWithPartsResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    deleteEscrowProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                escrow_id: components["parameters"]["EscrowIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["E404"];
            /** @description The project is no longer a draft */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeEscrowProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                escrow_id: components["parameters"]["EscrowIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EscrowProjectWithPartsResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description The project's status does not allow the change */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
                escrow_id: components["parameters"]["EscrowIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EscrowProjectWithPartsResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
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
                escrow_id: components["parameters"]["EscrowIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EscrowProjectWithPartsResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    listEscrowDisbursements: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
                milestone_id?: string;
                status?: components["schemas"]["DisbursementStatus"];
            };
            header?: never;
            path: {
                escrow_id: components["parameters"]["EscrowIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DisbursementList"];
                };
            };
            404: components["responses"]["E404"];
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
                disbursement_id: components["parameters"]["DisbursementIdInPath"];
                escrow_id: components["parameters"]["EscrowIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DisbursementResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
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
                disbursement_id: components["parameters"]["DisbursementIdInPath"];
                escrow_id: components["parameters"]["EscrowIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReturnedDisbursementResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
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
                disbursement_id: components["parameters"]["DisbursementIdInPath"];
                escrow_id: components["parameters"]["EscrowIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DisbursementResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
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
                escrow_id: components["parameters"]["EscrowIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EscrowFundingResultResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
            /** @description No provider serves this corridor (ROUTING_CONFIG_NOT_FOUND) */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Every provider of the route refused the payment (ALL_PROVIDERS_FAILED) */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEscrowFundings: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size */
                limit?: components["parameters"]["LimitInQuery"];
            };
            header?: never;
            path: {
                escrow_id: components["parameters"]["EscrowIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EscrowFundingList"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    listEscrowMilestones: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size; without it, the whole list */
                limit?: number;
            };
            header?: never;
            path: {
                escrow_id: components["parameters"]["EscrowIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MilestoneList"];
                };
            };
            404: components["responses"]["E404"];
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
                escrow_id: components["parameters"]["EscrowIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MilestoneResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    getEscrowMilestone: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                escrow_id: components["parameters"]["EscrowIdInPath"];
                milestone_id: components["parameters"]["MilestoneIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MilestoneResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    removeEscrowMilestone: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                escrow_id: components["parameters"]["EscrowIdInPath"];
                milestone_id: components["parameters"]["MilestoneIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["E404"];
            /** @description The project is no longer a draft */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeEscrowMilestone: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                escrow_id: components["parameters"]["EscrowIdInPath"];
                milestone_id: components["parameters"]["MilestoneIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MilestoneResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description The milestone's state does not allow the change, or another milestone has this sequence */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
                escrow_id: components["parameters"]["EscrowIdInPath"];
                milestone_id: components["parameters"]["MilestoneIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MilestoneResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    getEscrowContract: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                escrow_id: components["parameters"]["EscrowIdInPath"];
                milestone_id: components["parameters"]["MilestoneIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EscrowContractResponse"];
                };
            };
            404: components["responses"]["E404"];
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
                escrow_id: components["parameters"]["EscrowIdInPath"];
                milestone_id: components["parameters"]["MilestoneIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MilestoneResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
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
                escrow_id: components["parameters"]["EscrowIdInPath"];
                milestone_id: components["parameters"]["MilestoneIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MilestoneResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    changeEscrowSplits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                escrow_id: components["parameters"]["EscrowIdInPath"];
                milestone_id: components["parameters"]["MilestoneIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MilestoneResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description The milestone is released or canceled */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
                escrow_id: components["parameters"]["EscrowIdInPath"];
                milestone_id: components["parameters"]["MilestoneIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MilestoneResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    listEscrowParties: {
        parameters: {
            query?: {
                /** @description Cursor from the previous page */
                last_evaluated_key?: components["parameters"]["LastEvaluatedKey"];
                /** @description Page size; without it, the whole list */
                limit?: number;
            };
            header?: never;
            path: {
                escrow_id: components["parameters"]["EscrowIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EscrowPartyList"];
                };
            };
            404: components["responses"]["E404"];
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
                escrow_id: components["parameters"]["EscrowIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EscrowPartyResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    getEscrowParty: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                escrow_id: components["parameters"]["EscrowIdInPath"];
                party_id: components["parameters"]["PartyIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EscrowPartyResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    removeEscrowParty: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                escrow_id: components["parameters"]["EscrowIdInPath"];
                party_id: components["parameters"]["PartyIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["E404"];
            /** @description The party has a share of a milestone */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeEscrowParty: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                escrow_id: components["parameters"]["EscrowIdInPath"];
                party_id: components["parameters"]["PartyIdInPath"];
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EscrowPartyResponse"];
                };
            };
            404: components["responses"]["E404"];
            /** @description The state of the project, a share or the virtual account does not allow the change */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VirtualAccountResponse"];
                };
            };
            404: components["responses"]["E404"];
            409: components["responses"]["E409"];
        };
    };
    getVirtualTransaction: {
        parameters: {
            query?: {
                /** @description Return the transaction only if the account belongs to this user */
                user_id?: string;
            };
            header?: never;
            path: {
                transaction_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["E4XX"];
            "5XX": components["responses"]["E5XX"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VirtualTransactionResponse"];
                };
            };
            404: components["responses"]["E404"];
        };
    };
    onApiKeyExpiring: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onApprovalApproved: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onApprovalRejected: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onApprovalRequested: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onCorridorDegraded: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CorridorEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onCorridorRecovered: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CorridorEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onDisputeAccepted: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onDisputeExpired: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onDisputeLost: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onDisputeOpened: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onDisputeUnderReview: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onDisputeUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onDisputeWon: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onEscrowDisbursementCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisbursementEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onEscrowDisbursementFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisbursementEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onEscrowMilestoneApprovalRevoked: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onEscrowMilestoneDisbursed: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onEscrowMilestoneFunded: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onExportCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onExportFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onFloatLow: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onKybApproved: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onKybRejected: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onKycApproved: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onKycRejected: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onPaymentLinkPaid: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onPaymentCanceled: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onPaymentCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onPaymentFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onPaymentPending: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onPaymentProcessing: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onPaymentRefunded: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onPayoutBatchCanceled: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutBatchEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onPayoutBatchCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutBatchEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onPayoutBatchPaused: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutBatchEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onPayoutBatchReady: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutBatchEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onPayoutBatchRejected: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutBatchEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onPayoutBatchSending: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutBatchEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onRampCanceled: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onRampCollected: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onRampCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onRampFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onRampRefunding: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onReconciliationItemOpened: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReconciliationEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onReconciliationItemResolved: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
                "X-Service-Timestamp": components["parameters"]["ServiceTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReconciliationEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onRefundCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onRefundFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onRefundRequested: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onTransactionUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onVirtualAccountDeposit: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onVirtualAccountFrozen: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onVirtualAccountUnfrozen: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
    onVirtualAccountWithdrawal: {
        parameters: {
            query?: never;
            header: {
                /** @description The `event_id` (Standard Webhooks) */
                "webhook-id": components["parameters"]["StandardWebhookId"];
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of `secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated by spaces */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Time of the attempt in Unix seconds (Standard Webhooks) */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description The `event_id` */
                "X-Service-Event-Id": components["parameters"]["ServiceEventId"];
                /** @description Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /** @description Time of the attempt in Unix seconds */
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
            "2XX": components["responses"]["Acknowledged"];
        };
    };
}
