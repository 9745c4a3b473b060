/** How mail leaves the house. Awaited by nobody's transaction; it may fail, and says so by throwing. */
export type SendMail = (mail: { to: string; subject: string; text: string }) => Promise<void>;
