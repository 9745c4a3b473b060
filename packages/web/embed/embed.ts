/**
 * Shows a payment link inside a merchant's page:
 *
 *   <script type="module" src="https://pay.example/checkout-files/embed.js"></script>
 *   <corridor-checkout link="LINK_REF" locale="fr" theme="dark"></corridor-checkout>
 *
 * As an npm package (README.md) the same file is part of the merchant's own bundle, so the element must name the
 * service: service="https://pay.example". The frame reports changes to its page, and the element dispatches them as
 * events: `corridor-status` with `{status, reference, link_ref}`. These events are for display only: goods are sent
 * when the webhook reports the payment as completed. The page's origin must be among the organization's
 * `embed_origins`.
 */
type Message = { source: "corridor-checkout" } & (
  | { type: "resize"; height: number }
  | { type: "status"; status: string; reference: string; link_ref: string | null }
  | { type: "redirect"; url: string }
);

const OWN_ORIGIN = new URL(import.meta.url).origin;
/** On a server that renders the merchant's page there are no elements, so the import must do nothing there. */
const Base = typeof HTMLElement === "undefined" ? (class {} as typeof HTMLElement) : HTMLElement;
const FIRST_HEIGHT = "640px";

export class CorridorCheckout extends Base {
  #frame: HTMLIFrameElement | null = null;
  #service = OWN_ORIGIN;
  readonly #hear = (event: MessageEvent): void => {
    if (event.origin !== this.#service || event.source !== this.#frame?.contentWindow) return;
    const message = event.data as Message;
    if (message?.source !== "corridor-checkout") return;
    if (message.type === "resize") this.#frame!.style.height = `${Math.ceil(message.height)}px`;
    // The provider's page must not be framed: the whole window goes there, and comes back to the checkout.
    if (message.type === "redirect" && /^https?:/.test(message.url)) window.location.assign(message.url);
    if (message.type === "status") {
      const { status, reference, link_ref } = message;
      this.dispatchEvent(
        new CustomEvent("corridor-status", { bubbles: true, detail: { status, reference, link_ref } }),
      );
    }
  };

  connectedCallback(): void {
    const link = this.getAttribute("link");
    if (link === null || this.#frame !== null) return;
    this.#service = new URL(this.getAttribute("service") ?? OWN_ORIGIN).origin;
    const address = new URL(`/pay/${encodeURIComponent(link)}`, this.#service);
    address.searchParams.set("embed", window.location.origin);
    for (const name of ["locale", "theme"])
      if (this.hasAttribute(name)) address.searchParams.set(name, this.getAttribute(name)!);
    const frame = document.createElement("iframe");
    frame.src = address.href;
    frame.title = this.getAttribute("title") ?? "Checkout";
    frame.style.cssText = `border:0;width:100%;height:${FIRST_HEIGHT};color-scheme:normal`;
    this.#frame = frame;
    window.addEventListener("message", this.#hear);
    this.append(frame);
  }

  disconnectedCallback(): void {
    window.removeEventListener("message", this.#hear);
    this.#frame?.remove();
    this.#frame = null;
  }
}

if (typeof customElements !== "undefined" && customElements.get("corridor-checkout") === undefined)
  customElements.define("corridor-checkout", CorridorCheckout);
