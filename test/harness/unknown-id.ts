/**
 * The form of an id, but of nothing that exists. Always the same, so that a test named after it has one name in every
 * run.
 */
export const UNKNOWN_ID = "018f0000-0000-7000-8000-000000000000";
