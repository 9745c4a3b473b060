import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";
import { isLoopback } from "#src/setting-types.ts";
import type { Logger } from "#src/kernel/log.ts";
import type { Priority } from "./notification.ts";
import { LOGO_CONTENT_ID, type MailBrand, renderMail } from "./render-mail.ts";

/**
 * Over SMTP when `SMTP_URL` is set; otherwise in development as a file, whose links can be followed; otherwise not at
 * all, which each e-mail shows as its delivery state.
 */
export type OutgoingMail = {
  readonly emailId: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly brand: MailBrand | null;
  readonly logo: MailLogo | null;
  readonly priority: Priority;
};
export type MailLogo = { readonly bytes: Buffer; readonly type: string };

/** `refused`: the receiving side will never accept this message. Anything thrown is worth a retry. */
export type MailOutcome = { readonly outcome: "sent" } | { readonly outcome: "refused"; readonly reason: string };

export type MailTransport = { send(mail: OutgoingMail): Promise<MailOutcome>; close(): void };

export type MailTransportOptions = {
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly environment: "development" | "production";
  readonly dataDir: string;
  readonly log: Logger;
};

const CONNECT_TIMEOUT_MS = 10_000;
const GREETING_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 30_000;
const MAX_CONNECTIONS = 4;

export function createMailTransport(options: MailTransportOptions): MailTransport {
  if (options.smtpUrl !== undefined) return smtpTransport(options.smtpUrl, options);
  if (options.environment === "development") return fileTransport(options);
  options.log.warn("SMTP_URL is not set: no e-mail can be sent, and invites and password resets do not reach anybody");
  return { send: async () => ({ outcome: "refused", reason: "no mail server is configured (SMTP_URL)" }), close() {} };
}

function smtpTransport(url: string, { mailFrom: from, environment }: MailTransportOptions): MailTransport {
  // The second argument holds message defaults: transport settings there would be ignored.
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    // Without this STARTTLS is optional, and an attacker on the network can remove the offer from the greeting.
    requireTLS: environment === "production" && !isLoopback(new URL(url).hostname),
  });
  return {
    async send(mail) {
      try {
        await transport.sendMail(messageOf(mail, from));
        return { outcome: "sent" };
      } catch (error) {
        const reason = refusalOf(error);
        if (reason === null) throw error;
        return { outcome: "refused", reason };
      }
    },
    close: () => transport.close(),
  };
}

/** A 5xx about the recipient or the message is final. Wrong credentials or an unreachable server are ours to fix. */
function refusalOf(error: unknown): string | null {
  type MailError = { responseCode?: number } & Partial<Record<"code" | "response" | "message", string>>;
  const { code, responseCode, response, message } = error as MailError;
  if (code === "EAUTH" || responseCode === undefined || responseCode < 500) return null;
  if (code !== "EENVELOPE" && code !== "EMESSAGE") return null;
  return response ?? message ?? `the mail server answered ${responseCode}`;
}

function fileTransport(options: MailTransportOptions): MailTransport {
  const directory = join(options.dataDir, "mail");
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: "unix",
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      const sent = (await transport.sendMail(messageOf(mail, options.mailFrom))) as unknown as { message: Buffer };
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const file = join(directory, `${mail.emailId}.eml`);
      await writeFile(file, sent.message, { mode: 0o600 });
      await chmod(file, 0o600); // `writeFile` applies its mode only to a new file.
      options.log.info(
        { recipient: mail.recipient, subject: mail.subject, file },
        "SMTP_URL is not set: the e-mail was written to a file",
      );
      return { outcome: "sent" };
    },
    close: () => transport.close(),
  };
}

/** The recipient is an object: text could name several addresses. A message that is sent twice keeps its Message-ID. */
function messageOf(mail: OutgoingMail, from: string): SendMailOptions {
  const { logo } = mail;
  const content = renderMail(mail.text, mail.brand, logo !== null);
  return {
    from,
    to: { name: "", address: mail.recipient },
    subject: mail.subject,
    text: content.text,
    html: content.html,
    attachments: logo === null ? [] : [logoOf(logo)],
    messageId: `<${mail.emailId}@corridor>`,
    priority:
      mail.priority === "high" || mail.priority === "urgent" ? "high" : mail.priority === "low" ? "low" : "normal",
    headers: { "Auto-Submitted": "auto-generated" },
  };
}

function logoOf({ bytes: content, type: contentType }: MailLogo) {
  const filename = `logo.${contentType.slice("image/".length)}`;
  return { cid: LOGO_CONTENT_ID, filename, content, contentType, contentDisposition: "inline" as const };
}
