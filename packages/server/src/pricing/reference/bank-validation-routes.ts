import Type from "typebox";
import { operations, plain } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { checkUkAccount } from "@corridor/base/networks/uk-account.ts";

/** Longer text is not a sort code, and the error does not repeat it. */
const MAX_FIELD_LENGTH = 64;

export function bankValidationRoutes(): (app: App) => void {
  return (app) => {
    const on = operations(app, "Bank validation");
    on(
      "POST /payments/bank-validation/validate-uk-account",
      {
        id: "validateUkAccount",
        summary: "Check the format of a UK sort code and account number",
        description: "A wrong format is an answer (200, `success: false`), not an error.",
        body: Type.Object({
          sortCode: Type.String({ maxLength: MAX_FIELD_LENGTH, examples: ["20-00-00"] }),
          accountNumber: Type.String({ maxLength: MAX_FIELD_LENGTH, examples: ["55779911"] }),
        }),
        answer: plain(
          Type.Object({
            success: Type.Boolean(),
            accountDetails: Type.Object({
              sortCode: Type.String(),
              accountNumber: Type.String(),
              validated: Type.Boolean(),
              message: Type.String(),
            }),
          }),
        ),
      },
      async (request) => {
        const { sortCode, accountNumber } = request.body;
        const { validated, message } = checkUkAccount(sortCode, accountNumber);
        return { success: validated, accountDetails: { sortCode, accountNumber, validated, message } };
      },
    );
  };
}
