import { useEffect, useState } from "react";
import { CODE_OPTIONS, pathOfCode } from "@corridor/shared/checkout/transfer-code.ts";

type Squares = readonly (readonly boolean[])[];

/** A code that an app scans. People who cannot scan it have the lines above. */
export function PaymentCode({ content, caption }: { content: string | null; caption: string }) {
  const [squares, setSquares] = useState<Squares | null>(null);
  useEffect(() => {
    if (content === null) return;
    // The library is loaded only when a code is shown, which most payments do not need. If that fails, the lines above
    // still say everything.
    import("uqr").then(
      ({ encode }) => setSquares(encode(content, CODE_OPTIONS).data),
      () => undefined,
    );
  }, [content]);
  if (squares === null) return null;
  return (
    <figure className="payment-code">
      <svg
        viewBox={`0 0 ${squares.length} ${squares.length}`}
        role="img"
        aria-label={caption}
        shapeRendering="crispEdges"
      >
        <path d={pathOfCode(squares)} fill="#000" />
      </svg>
      <figcaption className="hint">{caption}</figcaption>
    </figure>
  );
}
