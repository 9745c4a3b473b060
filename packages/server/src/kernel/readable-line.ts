import { styleText } from "node:util";

/** For a person at a terminal. pino-pretty was rejected: sixteen packages for what these few lines do. */
type Style = Parameters<typeof styleText>[0];

const LEVELS: Readonly<Record<number, readonly [name: string, style: Style]>> = {
  10: ["TRACE", "gray"],
  20: ["DEBUG", "gray"],
  30: ["INFO ", "cyan"],
  40: ["WARN ", "yellow"],
  50: ["ERROR", "red"],
  60: ["FATAL", "red"],
};
const SERVER_ERROR = 500;
const CLIENT_ERROR = 400;

type Line = { level: number; time: string; msg?: string; err?: { message?: string; stack?: string } };

/** They begin terminal escape sequences, and a line break could imitate a line of ours. JSON escapes them. */
const CONTROL = /\p{Cc}/gu;
const CONTROL_BUT_NEW_LINE = /[^\P{Cc}\n]/gu;

/** Text of unknown origin, made safe for one line of a terminal. */
export function printable(text: string): string {
  return text.replaceAll(CONTROL, "\uFFFD");
}

export function readableLine(json: string): string {
  const { level, time, msg = "", err, ...fields } = JSON.parse(json) as Line & Record<string, unknown>;
  const [name, style] = LEVELS[level] ?? [String(level), "white"];
  const parts = msg === "request" ? [requestText(fields)] : [printable(msg), fieldsText(fields)];
  const text = parts.filter((part) => part !== "").join("  ");
  const trouble = err === undefined ? "" : (err.stack ?? err.message ?? JSON.stringify(err));
  const shown = trouble === "" ? "" : `\n${styleText("red", trouble.replaceAll(CONTROL_BUT_NEW_LINE, "\uFFFD"))}`;
  return `${styleText("gray", timeOfDay(time))} ${styleText(style, name)} ${text}${shown}\n`;
}

/** The most frequent line. Its ids are for machines, so they are left out here. */
function requestText({ method, route, status, ms, code }: Record<string, unknown>): string {
  const style = Number(status) >= SERVER_ERROR ? "red" : Number(status) >= CLIENT_ERROR ? "yellow" : "green";
  const reason = typeof code === "string" ? `  ${code}` : "";
  return (
    `${String(method).padEnd(6)} ${String(route)}  ${styleText(style, String(status))}${reason}  ` +
    `${styleText("gray", `${Math.round(Number(ms))} ms`)}`
  );
}

function fieldsText(fields: Readonly<Record<string, unknown>>): string {
  const textOf = (value: unknown): string => printable(typeof value === "string" ? value : JSON.stringify(value));
  return Object.entries(fields)
    .map(([name, value]) => `${styleText("gray", `${name}=`)}${textOf(value)}`)
    .join(" ");
}

function timeOfDay(iso: string): string {
  const time = new Date(iso);
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map((part) => String(part).padStart(2, "0")).join(":");
}
