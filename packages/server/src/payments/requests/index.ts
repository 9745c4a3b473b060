export {
  accountKeyOf,
  type DestinationField,
  destinationOf,
  destinationRecordOf,
  type GivenDestination,
  hasReviews,
  type Paths,
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
} from "./fields.ts";
export { auditBy, type Initiator, initiatorOf, type RequestKey, requestKeyOf } from "./initiator.ts";
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
export { ROUTE_ERRORS, START_ERRORS } from "./start-errors.ts";
export { readPayerContext, withBrowser } from "./payer-context.ts";
