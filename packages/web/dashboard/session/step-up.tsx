import { Button, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useContext, useEffect, useState } from "react";
import { CorridorError } from "corridor-client/error.ts";
import { callIdentity } from "../api/client.ts";
import { FormModal } from "../components/form-modal.tsx";
import { stepUpWithPasskey } from "./passkeys.ts";
import { SessionContext, signInOptionsQuery, withoutReads } from "./session.ts";

/**
 * Some changes need a fresh second factor. The refused change waits while the dialog asks for a code, and is then
 * retried; so no form needs to know about it. A person of an external identity provider signs in there again, in
 * another tab, so that this page keeps what was entered.
 */
let ask: ((answer: (isConfirmed: boolean) => void) => void) | null = null;

export async function withStepUp<Output>(change: () => Promise<Output>): Promise<Output> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof CorridorError) || error.code !== "STEP_UP_REQUIRED" || ask === null) throw error;
    const isConfirmed = await new Promise<boolean>(ask);
    if (!isConfirmed) throw error;
    return change();
  }
}

/** Rendered once, in the frame. */
export function StepUpDialog() {
  const factor = useContext(SessionContext)?.second_factor;
  const options = useQuery(signInOptionsQuery);
  const elsewhere = factor?.is_set_up === true ? null : (options.data?.external_sign_in_url ?? null);
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | null>(null);
  const [code, setCode] = useState("");
  const confirm = useMutation({
    mutationFn: () => withoutReads(() => callIdentity("post", "/session/step-up", { code: code.trim() })),
    onSuccess: () => close(true),
  });
  const confirmByPasskey = useMutation({ mutationFn: stepUpWithPasskey, onSuccess: () => close(true) });
  function close(isConfirmed: boolean): void {
    answer?.(isConfirmed);
    setAnswer(null);
    setCode("");
    confirm.reset();
    confirmByPasskey.reset();
  }
  useEffect(() => {
    ask = (next) => setAnswer(() => next);
    return () => {
      ask = null;
    };
  }, []);
  if (answer === null) return null;
  return (
    <FormModal
      onClose={() => close(false)}
      title="Confirm that it is you"
      submitLabel={elsewhere === null ? "Confirm" : "Continue"}
      onSubmit={() => {
        if (elsewhere === null) confirm.mutate();
        else close(true);
      }}
      action={{ error: confirmByPasskey.error ?? confirm.error, isPending: confirm.isPending }}
    >
      {elsewhere === null ? (
        <Text size="sm">This needs your second factor, given within the last five minutes.</Text>
      ) : (
        <>
          <Text size="sm">
            This needs a sign-in within the last five minutes. Sign in again in a new tab, then come back and continue.
          </Text>
          <Button component="a" variant="default" href={`${elsewhere}?step_up=true`} target="_blank">
            Sign in again
          </Button>
        </>
      )}
      {factor?.has_passkey === true && (
        <Button variant="default" loading={confirmByPasskey.isPending} onClick={() => confirmByPasskey.mutate()}>
          Use a passkey
        </Button>
      )}
      {elsewhere === null && <CodeInput value={code} onChange={setCode} />}
    </FormModal>
  );
}

export function CodeInput({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  return (
    <TextInput
      label="Code"
      description="A code of your authenticator app, or a recovery code"
      autoComplete="one-time-code"
      data-autofocus
      required
      withAsterisk={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
