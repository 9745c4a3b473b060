import { useEffect, useState } from "react";

/** A dialog that exists only while it is open returns the focus to the element that opened it. */
export function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Waits one frame, until the dialog's own focus trap has ended.
      requestAnimationFrame(() => {
        if (
          opener instanceof HTMLElement &&
          opener.isConnected &&
          (document.activeElement === null || document.activeElement === document.body)
        )
          opener.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}
