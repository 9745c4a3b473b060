import { Button, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useContext, useEffect, useState } from "react";
import { CorridorError } from "corridor-client/error.ts";
import { callIdentity } from "../api/client.ts";
import { FormModal } from "../components/form-modal.tsx";
import { stepUpWithPasskey } from "./passkeys.ts";
import { SessionContext } from "./session.ts";

/**
 * Some changes need a fresh second factor. The refused change waits while the dialog asks for a code, and is then
 * retried; so no form needs to know about it.
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
  const hasPasskey = useContext(SessionContext)?.second_factor.has_passkey === true;
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | null>(null);
  const [code, setCode] = useState("");
  const confirm = useMutation({
    mutationFn: () => callIdentity("post", "/session/step-up", { code: code.trim() }),
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
      opened
      onClose={() => close(false)}
      title="Confirm that it is you"
      submitLabel="Confirm"
      onSubmit={(event) => {
        event?.preventDefault();
        confirm.mutate();
      }}
      error={confirmByPasskey.error ?? confirm.error}
      pending={confirm.isPending}
    >
      <Text size="sm">This needs your second factor, given within the last five minutes.</Text>
      {hasPasskey && (
        <Button variant="default" loading={confirmByPasskey.isPending} onClick={() => confirmByPasskey.mutate()}>
          Use a passkey
        </Button>
      )}
      <CodeInput value={code} onChange={setCode} />
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
