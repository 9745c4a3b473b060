import { expect, it } from "vitest";
import { createMetrics } from "./metrics.ts";

it("a metric that is asked for twice is the same one", async () => {
  const metrics = createMetrics();
  metrics.counter("jobs_total", "Jobs", ["name"]).inc({ name: "a" });
  metrics.counter("jobs_total", "Jobs", ["name"]).inc({ name: "a" });
  expect(await metrics.registry.metrics()).toContain('jobs_total{name="a"} 2');
});

it("two applications in one process count apart", async () => {
  const [one, other] = [createMetrics(), createMetrics()];
  one.gauge("connections", "Connections").set(5);
  expect(await one.registry.metrics()).toContain("connections 5");
  expect(await other.registry.metrics()).not.toContain("connections");
});

it("the process itself is measured where that is asked for", async () => {
  expect(await createMetrics({ processMetrics: true }).registry.metrics()).toContain("process_cpu_seconds_total");
  expect(await createMetrics().registry.metrics()).not.toContain("process_cpu_seconds_total");
});
