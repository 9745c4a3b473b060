import { listen } from "./listen-for-events.ts";

/** A receiver at a developer's desk: registers itself where a key is given, prints what arrives, and takes its registration back at the end. */
export type ListenFlags = { port: number; baseUrl?: string; apiKey?: string; secret?: string; events?: string; answer: number };

export async function listenCommand(flags: ListenFlags): Promise<void> {
  if ((flags.baseUrl === undefined) !== (flags.apiKey === undefined)) {
    process.stderr.write("--base-url and --api-key go together: give both to register, or neither.\n");
    process.exit(64); // EX_USAGE
  }
  const listening = await listen({
    host: "127.0.0.1",
    port: flags.port,
    answerStatus: flags.answer,
    ...(flags.secret === undefined ? {} : { secret: flags.secret }),
    ...(flags.baseUrl === undefined
      ? {}
      : { service: { baseUrl: flags.baseUrl, apiKey: flags.apiKey!, ...(flags.events === undefined ? {} : { events: flags.events.split(",") }) } }),
    print: (line) => void process.stdout.write(`${line}\n`),
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void listening.close().then(() => process.exit(0)));
}
