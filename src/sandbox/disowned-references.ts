/**
 * References that a status question was answered "never accepted" for. That answer lets the caller go to another provider, so it must stay
 * true: a dispatch of the same reference that was still on its way then is refused when it arrives. Only the latest are kept, since a
 * request does not stay on its way for long, and a restart cuts every connection.
 */
const MAX_KEPT = 10_000;

export class DisownedReferences {
  readonly #keys = new Set<string>();
  readonly #ring: string[] = [];
  #next = 0;

  add(key: string): void {
    if (this.#keys.has(key)) return;
    const oldest = this.#ring[this.#next];
    if (oldest !== undefined) this.#keys.delete(oldest);
    this.#ring[this.#next] = key;
    this.#next = (this.#next + 1) % MAX_KEPT;
    this.#keys.add(key);
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }
}
