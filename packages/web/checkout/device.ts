import type { PayRequest } from "@corridor/shared/checkout/api.ts";

/**
 * The customer's device, for the fraud checks of the provider and the card's bank. The service adds the address and the
 * browser's name, which it sees itself.
 */
export function withDevice(request: PayRequest): PayRequest {
  if (request.card_details == null) return request;
  const { colorDepth, height, width } = screen;
  const device = {
    language: navigator.language,
    color_depth: colorDepth,
    screen_height: height,
    screen_width: width,
    time_zone_offset: new Date().getTimezoneOffset(),
    java_enabled: false,
  };
  return { ...request, payer_details: { ...request.payer_details, device } };
}
