export {
  type DestinationField,
  destinationOf,
  destinationRecordOf,
  type GivenDestination,
  hasReviews,
  type PayoutRules,
  requireAllowed,
} from "./destination.ts";
export {
  checkCountries,
  checkMetadata,
  checkWallet,
  declaredFields,
  isBlank,
  readAmount,
  readWallet,
  recipientOf,
  validationFailed,
} from "./fields.ts";
export { type Initiator, initiatorOf, type RequestKey, requestKeyOf } from "./initiator.ts";
export {
  BankAccountInput,
  BankDetailsInput,
  CardInput,
  MobileMoneyInput,
  OtpInput,
  PayerDetailsInput,
  PayerInput,
  Text,
} from "./inputs.ts";
export { readPayerContext, withBrowser } from "./payer-context.ts";
