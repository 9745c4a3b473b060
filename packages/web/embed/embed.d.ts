export interface CorridorStatus {
  status: string;
  reference: string;
  link_ref: string | null;
}

export declare class CorridorCheckout extends HTMLElement {}

declare global {
  interface HTMLElementTagNameMap {
    "corridor-checkout": CorridorCheckout;
  }
  interface HTMLElementEventMap {
    "corridor-status": CustomEvent<CorridorStatus>;
  }
}
