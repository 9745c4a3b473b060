import Type from "typebox";
import { actorOf } from "#src/modules/books/audit/actor-of.ts";
import { Transaction, TransferBody } from "#src/modules/money/virtual-accounts/routes.ts";
import type { Transfers } from "#src/modules/money/virtual-accounts/transfer-funds.ts";
import { transactionRecordOf } from "#src/modules/money/virtual-accounts/virtual-account.ts";
import { organizationOf } from "#src/platform/http/caller.ts";
import { success, SuccessOf } from "#src/platform/http/envelopes.ts";
import type { Routes } from "#src/platform/http/typed-app.ts";
import { newId } from "#src/platform/ids.ts";

/** The transfer route with another implementation of the transfer behind it. */
export function transferRoute(transfer: Transfers): Routes {
  return (app) => {
    app.post(
      "/virtual-accounts/:account_id/transfer",
      {
        schema: {
          params: Type.Object({ account_id: Type.String() }),
          body: TransferBody,
          response: { 201: SuccessOf(Transaction) },
        },
      },
      async ({ caller, body, params, id }, reply) => {
        const debit = await transfer({
          orgId: organizationOf(caller),
          fromId: params.account_id,
          toId: body.to_account_id,
          amount: body.amount,
          description: body.description ?? null,
          reference: body.reference ?? null,
          orgRateId: null,
          transferId: newId(),
          repeats: false,
          actor: actorOf(caller),
          requestId: id,
        });
        return reply.code(201).send(success("Transferred", transactionRecordOf(debit)));
      },
    );
  };
}
