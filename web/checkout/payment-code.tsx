import { useEffect, useState } from "react";
import type { BankTransfer } from "./api.ts";
import { transferCodeOf } from "./transfer-code.ts";
import { useSpeech } from "./language.tsx";

type Squares = readonly (readonly boolean[])[];

/** The transfer as a code that bank apps read, if there is a standard for it. People who cannot scan it have the lines above. */
export function PaymentCode({ instructions }: { instructions: BankTransfer }) {
  const { say } = useSpeech();
  const [squares, setSquares] = useState<Squares | null>(null);
  const content = transferCodeOf(instructions);
  useEffect(() => {
    if (content === null) return;
    // Loaded when a code is shown, which most payments do not need. If loading fails, the lines above still say everything.
    import("uqr").then(
      ({ encode }) => setSquares(encode(content, { ecc: "M" }).data),
      () => undefined,
    );
  }, [content]);
  if (squares === null) return null;
  return (
    <figure className="payment-code">
      <svg viewBox={`0 0 ${squares.length} ${squares.length}`} role="img" aria-label={say("scanToPay")} shapeRendering="crispEdges">
        <path d={squares.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("")} fill="#000" />
      </svg>
      <figcaption className="hint">{say("scanToPay")}</figcaption>
    </figure>
  );
}
