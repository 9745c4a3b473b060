import { useCallback, useEffect, useRef, useState } from "react";
import { isFinal } from "@corridor/shared/payment-status.ts";
import { nextPauseMs } from "../lib/poll.ts";
import { type CheckoutPayment, CheckoutFailure, readPayment } from "@corridor/shared/checkout/api.ts";

const LONGEST_PAUSE_MS = 5_000;

type State = { payment: CheckoutPayment | null; failure: CheckoutFailure | null };

/** The payment's current state, polled until it is final; not while the page is hidden. */
export function usePayment(token: string): State & { reload: () => void; replace: (payment: CheckoutPayment) => void } {
  const [state, setState] = useState<State>({ payment: null, failure: null });
  const unchanged = useRef(0);
  const last = useRef("");
  const [round, setRound] = useState(0);

  const replace = useCallback((payment: CheckoutPayment) => {
    unchanged.current = 0;
    setState({ payment, failure: null });
  }, []);
  const reload = useCallback(() => {
    unchanged.current = 0;
    setRound((before) => before + 1);
  }, []);

  useEffect(() => {
    let stopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const ask = async (): Promise<void> => {
      try {
        const payment = await readPayment(token);
        if (stopped) return;
        const fingerprint = JSON.stringify(payment);
        unchanged.current = fingerprint === last.current ? unchanged.current + 1 : 0;
        last.current = fingerprint;
        setState({ payment, failure: null });
        if (!isFinal(payment)) plan();
      } catch (error) {
        if (stopped) return;
        const failure = error instanceof CheckoutFailure ? error : new CheckoutFailure(-1, "", "");
        unchanged.current += 1;
        setState((before) => ({ payment: before.payment, failure }));
        if (failure.status !== 404 && failure.status !== 400) plan();
      }
    };
    const plan = (): void => {
      timer = setTimeout(
        () => {
          if (document.visibilityState === "visible") void ask();
        },
        nextPauseMs(unchanged.current, LONGEST_PAUSE_MS),
      );
    };
    const whenVisible = (): void => {
      if (document.visibilityState !== "visible") return;
      clearTimeout(timer);
      unchanged.current = 0;
      void ask();
    };

    void ask();
    document.addEventListener("visibilitychange", whenVisible);
    return () => {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", whenVisible);
    };
  }, [token, round]);

  return { ...state, reload, replace };
}
