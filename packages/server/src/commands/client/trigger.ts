import { describeEvent } from "./describe-event.ts";
import { type FollowedEvent, followEvents } from "./follow-events.ts";
import { print } from "./output.ts";
import { createService, findService, postBeside, type Service, type ServiceFlags } from "./service.ts";
import type { DemoFile } from "../greeting.ts";
import { isEventType } from "#src/record/events/index.ts";
import { OperatorError } from "#src/kernel/operator-error.ts";
import { SCENARIOS, type Stage } from "./trigger-scenarios.ts";

/** `corridor trigger <event>`: causes the event at the sandbox, and prints every event on the way. */
export type TriggerFlags = ServiceFlags & { amount: number; currency: string };

const LONGEST_MS = 60_000;

export async function triggerCommand(type: string, flags: TriggerFlags): Promise<void> {
  if (!isEventType(type))
    throw new OperatorError(`There is no event ${type}; there are ${Object.keys(SCENARIOS).join(", ")}.`);
  const scenario = SCENARIOS[type];
  if (typeof scenario === "string") throw new OperatorError(`${type} cannot be triggered: ${scenario}`);
  const service = findService(flags);
  const events = await followEvents(service.api, { signal: AbortSignal.timeout(LONGEST_MS) });
  const next = eventReader(events, flags.json === true);
  let reached = false;
  const stage = createStage(service, flags, async (wanted) => {
    const found = await next(wanted);
    reached ||= wanted === type;
    return found;
  });
  await scenario(stage);
  if (!reached) await stage.seen(type);
}

/** Events may come in another order than a scenario waits for them, so skipped ones are kept. */
function eventReader(events: AsyncGenerator<FollowedEvent>, asJson: boolean): (type: string) => Promise<any> {
  const passed: FollowedEvent[] = [];
  return async (type) => {
    const index = passed.findIndex((event) => event.event_type === type);
    if (index !== -1) return passed.splice(index, 1)[0]!.data;
    for (;;) {
      const { value, done } = await events.next();
      if (done === true)
        throw new OperatorError(
          `${type} did not come within ${LONGEST_MS / 1_000} seconds. Look at \`corridor listen\` and at the log of ` +
            "the service.",
        );
      print(asJson ? value.text : describeEvent(value));
      if (value.event_type === type) return value.data;
      passed.push(value);
    }
  };
}

function createStage(service: Service, { amount, currency }: TriggerFlags, seen: Stage["seen"]): Stage {
  const demo = (): DemoFile => {
    if (service.demo === null)
      throw new OperatorError(
        "This event needs the demo data of a development start; run the command in the folder where `npm start` runs.",
      );
    return service.demo;
  };
  return {
    amount,
    currency,
    api: service.api,
    seen,
    demo,
    person: async ({ email, password }) => {
      const { token } = await postBeside(demo().identity_url, "/token", { email, password });
      return createService(service.baseUrl, { token: () => token }).api;
    },
    atSandbox: (path, body) => postBeside(demo().sandbox_url!, path, body),
  };
}
