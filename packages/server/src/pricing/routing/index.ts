export type { CircuitBreaker } from "./circuit-breaker.ts";
export { type InboundConfig, inboundConfigs } from "./inbound-configs.ts";
export { nextAfterWait, nextStep, type NextStepQuestion } from "./next-step.ts";
export { canServe, CONFIGS_TOPIC, type Floats, noRoute, type Router } from "./route-payments.ts";
export { type ConfigInput, createConfigs } from "./write-config.ts";
