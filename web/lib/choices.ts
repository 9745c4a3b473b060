/** Generated from openapi.json by scripts/generate-api-types.ts. Do not edit. */
export const PAYMENT_STATUSES = ["initiated","reviewed","confirmed","processing","pending","completed","failed","refunded","rejected","canceled"] as const;
export const PAYMENT_DIRECTIONS = ["inbound","outbound","external"] as const;
export const PAYMENT_METHODS = ["bank_transfer","card","mobile_money","crypto","wallet"] as const;
export const PROVIDERS = ["manual","crypto","fiat","hybrid","paystack","flutterwave","stripe","adyen","wise","pawapay","mtn_momo","mpesa","yellowcard"] as const;
export const LINK_STATUSES = ["active","paid","expired","disabled"] as const;
export const DELIVERY_STATUSES = ["pending","delivered","dead","canceled"] as const;
export const FEATURES = ["payments","ramps","virtual_accounts","escrow","payment_links"] as const;
export const KYB_STATUSES = ["not_started","pending","approved","rejected"] as const;
export const KYC_STATUSES = ["not_started","pending","approved","rejected"] as const;
export const ROLES = ["org-admin","org-member","org-viewer"] as const;
export const BENEFICIARY_TYPES = ["individual","business","loan_client"] as const;
