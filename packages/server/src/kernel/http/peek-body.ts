import type { IncomingMessage } from "node:http";

/** The stream can still be read afterwards. Null beyond the limit, or when the client has left. */
export function peekBody(request: IncomingMessage, maxBytes: number): Promise<string | null> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve) => {
    const finish = (isWhole: boolean): void => {
      request.off("readable", read).off("close", leave);
      const body = Buffer.concat(pieces);
      // The body is put back before the stream announces its end in the next tick: after that nothing can be put back.
      if (bytes > 0 && !request.destroyed) request.unshift(body);
      // A stream needs a tick to notice that its listeners are gone.
      setImmediate(() => resolve(isWhole ? body.toString("utf8") : null));
    };
    const leave = (): void => finish(false);
    function read(): void {
      for (let piece = request.read() as Buffer | null; piece !== null; piece = request.read() as Buffer | null) {
        pieces.push(piece);
        bytes += piece.length;
        if (bytes > maxBytes) return finish(false);
      }
      if (request.complete) finish(true);
    }
    request.on("readable", read).on("close", leave);
  });
}
