import { Button, Group, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { callIdentity } from "../api/client.ts";
import { ConfirmButton } from "../components/confirm-button.tsx";
import { FormModal } from "../components/form-modal.tsx";
import { Timestamp } from "../components/timestamp.tsx";
import { TwoLines } from "../components/two-lines.tsx";
import { useWrite } from "../components/use-write.ts";
import { createPasskey } from "./passkeys.ts";
import { sessionQuery } from "./session.ts";

export type Passkey = { credential_id: string; name: string; created_at: string; last_used_at: string | null };

const FACTORS = ["second-factor"] as const;
const pathOf = ({ credential_id: id }: Passkey): string => `/factors/passkeys/${encodeURIComponent(id)}`;

/** The person's passkeys: fingerprints, faces and security keys that sign in without a password. */
export function Passkeys({ passkeys, onCodes }: { passkeys: readonly Passkey[]; onCodes: (codes: string) => void }) {
  const [adding, setAdding] = useState(false);
  return (
    <Stack gap="sm">
      <Text size="sm">
        {passkeys.length === 0
          ? "A passkey lets you in with your fingerprint, your face or a security key, without a password."
          : "Each of these passkeys lets you in without a password, and confirms what needs a second factor."}
      </Text>
      {passkeys.map((passkey) => (
        <Group key={passkey.credential_id} justify="space-between" wrap="nowrap">
          <TwoLines
            below={
              passkey.last_used_at === null ? (
                <>
                  Added <Timestamp at={passkey.created_at} />
                </>
              ) : (
                <>
                  Last used <Timestamp at={passkey.last_used_at} />
                </>
              )
            }
          >
            {passkey.name}
          </TwoLines>
          <Group gap="xs" wrap="nowrap">
            <Rename passkey={passkey} />
            <Remove passkey={passkey} />
          </Group>
        </Group>
      ))}
      <Group justify="flex-end">
        <Button variant="default" onClick={() => setAdding(true)}>
          Add a passkey
        </Button>
      </Group>
      {adding && <Add onClose={() => setAdding(false)} onCodes={onCodes} />}
    </Stack>
  );
}

function Add({ onClose, onCodes }: { onClose: () => void; onCodes: (codes: string) => void }) {
  const form = useForm({
    initialValues: { name: "", password: "" },
    validate: {
      name: (value) => (value.trim() === "" ? "Enter the name of the device" : null),
      password: (value) => (value === "" ? "Enter your password" : null),
    },
  });
  const add = useWrite({
    write: ({ name, password }: typeof form.values) => createPasskey(name.trim(), password),
    done: "The passkey is added",
    refresh: [FACTORS],
    onDone: (codes) => {
      onClose();
      if (codes !== null) onCodes(codes.join("\n"));
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title="Add a passkey"
      submitLabel="Create the passkey"
      onSubmit={form.onSubmit((values) => add.mutate(values))}
      action={add}
    >
      <TextInput
        label="Name"
        description="Which device or security key this is"
        placeholder="My laptop"
        data-autofocus
        required
        withAsterisk={false}
        {...form.getInputProps("name")}
      />
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ "aria-label": "Show your password" }}
        {...form.getInputProps("password")}
      />
    </FormModal>
  );
}

function Rename({ passkey }: { passkey: Passkey }) {
  const [isOpen, setIsOpen] = useState(false);
  const form = useForm({
    initialValues: { name: passkey.name },
    validate: { name: (value) => (value.trim() === "" ? "Enter the name of the device" : null) },
  });
  const rename = useWrite({
    write: ({ name }: { name: string }) => callIdentity("post", `${pathOf(passkey)}/name`, { name: name.trim() }),
    refresh: [FACTORS],
    onDone: () => setIsOpen(false),
  });
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setIsOpen(true)} aria-label={`Rename ${passkey.name}`}>
        Rename
      </Button>
      {isOpen && (
        <FormModal
          onClose={() => setIsOpen(false)}
          title={`Rename ${passkey.name}`}
          submitLabel="Save"
          onSubmit={form.onSubmit((values) => rename.mutate(values))}
          action={rename}
        >
          <TextInput label="Name" data-autofocus required withAsterisk={false} {...form.getInputProps("name")} />
        </FormModal>
      )}
    </>
  );
}

function Remove({ passkey }: { passkey: Passkey }) {
  const remove = useWrite({
    write: () => callIdentity("delete", pathOf(passkey)),
    done: `${passkey.name} is removed`,
    refresh: [FACTORS, sessionQuery.queryKey],
  });
  return (
    <ConfirmButton
      label="Remove"
      title={`Remove ${passkey.name}?`}
      confirmLabel="Remove the passkey"
      danger
      action={remove}
      buttonProps={{ "aria-label": `Remove ${passkey.name}` }}
    >
      It can no longer be used to sign in. Remove it on the device too, which still offers it.
    </ConfirmButton>
  );
}
