import Type from "typebox";
import { Shape } from "#src/kernel/http/schemas.ts";
import { operations, plain } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { checkUkAccount } from "@corridor/base/networks/uk-account.ts";

/** Longer text is not a sort code, and the error does not repeat it. */
const MAX_FIELD_LENGTH = 64;

export function bankValidationRoutes(): (app: App) => void {
  return (app) => {
    const on = operations(app, "Bank validation");
    on("POST /payments/bank-validation/validate-uk-account", {
      id: "validateUkAccount",
      summary: "Check the format of a UK sort code and account number",
      description: "A wrong format is an answer (200, `success: false`), not an error.",
      body: Shape({
        sortCode: [Type.String({ maxLength: MAX_FIELD_LENGTH, examples: ["20-00-00"] }), "UK sort code"],
        accountNumber: [Type.String({ maxLength: MAX_FIELD_LENGTH, examples: ["55779911"] }), "Account number"],
      }),
      answer: plain(
        Shape({
          success: [Type.Boolean(), "Whether the request succeeded"],
          accountDetails: [
            Shape({
              sortCode: [Type.String(), "UK sort code"],
              accountNumber: [Type.String(), "Account number"],
              validated: [Type.Boolean(), "Whether account number and sort code match"],
              message: [Type.String(), "Why the account is valid or not, in a sentence"],
            }),
            "The account that was checked",
          ],
        }),
      ),
      handle: async (request) => {
        const { sortCode, accountNumber } = request.body;
        const { validated, message } = checkUkAccount(sortCode, accountNumber);
        return { success: validated, accountDetails: { sortCode, accountNumber, validated, message } };
      },
    });
  };
}
