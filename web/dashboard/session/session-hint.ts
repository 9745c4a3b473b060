/**
 * Whether it is worth asking for the session. The cookie itself cannot be read, and asking without one is answered 401, which every browser
 * prints as an error on the first page anybody sees. Only a hint: losing it costs a sign-in, having it wrongly costs one refused question.
 */
const STORAGE_KEY = "corridor-signed-in";

export function mayHaveSession(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return true; // Storage is forbidden: asking is the only way to know.
  }
}

export function noteSession(exists: boolean): void {
  try {
    if (exists) localStorage.setItem(STORAGE_KEY, "1");
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without storage every visit asks.
  }
}
