declare global {
  interface Window {
    /** The nonce for the library that locks scrolling behind dialogs, which writes its own <style> element. */
    __webpack_nonce__?: string;
  }
}

/**
 * The nonce of this response, without which the Content-Security-Policy ignores <style> elements created at run time.
 */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? "";

window.__webpack_nonce__ = styleNonce;
