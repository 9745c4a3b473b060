/** Errors of operations that send a payment to a provider. */
export const ROUTE_ERRORS = {
  422: "No provider serves this corridor (ROUTING_CONFIG_NOT_FOUND)",
  502: "Every provider of the route refused the payment (ALL_PROVIDERS_FAILED)",
};

/** Of those that convert, too. */
export const START_ERRORS = {
  ...ROUTE_ERRORS,
  503:
    "`UNAVAILABLE`: a temporary problem of the service, or a rate that is too old; `Retry-After` says when " +
    "to try again",
};
