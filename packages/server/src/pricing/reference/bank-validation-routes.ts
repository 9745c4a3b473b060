import Type from "typebox";
import type { App } from "#src/kernel/http/typed-app.ts";
import { checkUkAccount } from "@corridor/base/networks/uk-account.ts";

/** Longer text is not a sort code, and the error does not repeat it. */
const MAX_FIELD_LENGTH = 64;

export function bankValidationRoutes(): (app: App) => void {
  return (app) => {
    app.post(
      "/payments/bank-validation/validate-uk-account",
      {
        schema: {
          operationId: "validateUkAccount",
          summary: "Check the format of a UK sort code and account number",
          description: "A wrong format is an answer (200, `success: false`), not an error.",
          tags: ["Bank validation"],
          body: Type.Object({
            sortCode: Type.String({ maxLength: MAX_FIELD_LENGTH, examples: ["20-00-00"] }),
            accountNumber: Type.String({ maxLength: MAX_FIELD_LENGTH, examples: ["55779911"] }),
          }),
          response: {
            200: Type.Object({
              success: Type.Boolean(),
              accountDetails: Type.Object({
                sortCode: Type.String(),
                accountNumber: Type.String(),
                validated: Type.Boolean(),
                message: Type.String(),
              }),
            }),
          },
        },
      },
      async (request) => {
        const { sortCode, accountNumber } = request.body;
        const { validated, message } = checkUkAccount(sortCode, accountNumber);
        return { success: validated, accountDetails: { sortCode, accountNumber, validated, message } };
      },
    );
  };
}
