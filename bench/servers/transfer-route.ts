import Type from "typebox";
import { actorOf } from "@corridor/server/record/audit/actor-of.ts";
import { Transaction, TransferBody } from "@corridor/server/products/virtual-accounts/routes.ts";
import type { Transfers } from "@corridor/server/products/virtual-accounts/transfer-funds.ts";
import { transactionRecordOf } from "@corridor/server/products/virtual-accounts/virtual-account.ts";
import { organizationOf } from "@corridor/server/kernel/http/caller.ts";
import { success, SuccessOf } from "@corridor/server/kernel/http/envelopes.ts";
import type { Routes } from "@corridor/server/kernel/http/typed-app.ts";
import { newId } from "@corridor/base/ids.ts";

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
