import { useEffect, useState } from "react";

/** A dialog that exists only while it is open gives the focus back to what opened it when it goes. */
export function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // After the dialog's own focus trap has let go.
      requestAnimationFrame(() => {
        if (opener instanceof HTMLElement && opener.isConnected && (document.activeElement === null || document.activeElement === document.body))
          opener.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}
