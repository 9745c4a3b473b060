/**
 * Loaded before a program of the product (`node --import`): its date can then be changed from outside, as an
 * administrator or a time server changes a machine's date. The monotonic clock is unaffected. The parent sends the
 * offset in milliseconds.
 */
const MachineDate = Date;
let stepMs = 0;

globalThis.Date = new Proxy(MachineDate, {
  construct: (date, given: [], target) =>
    Reflect.construct(date, given.length === 0 ? [MachineDate.now() + stepMs] : given, target) as object,
  get: (date, name, receiver) =>
    name === "now" ? () => MachineDate.now() + stepMs : (Reflect.get(date, name, receiver) as unknown),
});

process.on("message", (byMs) => {
  stepMs += Number(byMs);
});
process.channel?.unref();
