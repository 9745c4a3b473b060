import { Anchor, Button, Divider, Group, Image, PasswordInput, Stack, Text } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { renderSVG } from "uqr";
import { callIdentity } from "../api/client.ts";
import { Identifier } from "../components/copyable.tsx";
import { FailureAlert } from "../components/failure-alert.tsx";
import { FormModal } from "../components/form-modal.tsx";
import { Panel } from "../components/panel.tsx";
import { SecretOnce } from "../components/secret-once.tsx";
import { Timestamp } from "../components/timestamp.tsx";
import { useWrite } from "../components/use-write.ts";
import { type Passkey, Passkeys } from "./passkeys-panel.tsx";
import { sessionQuery, withoutReads } from "./session.ts";
import { CodeInput } from "./step-up.tsx";

type Factors = { totp_confirmed_at: string | null; recovery_codes_left: number; passkeys: Passkey[] };
type Shown = { recovery_codes: string[] };

const factorsQuery = queryOptions({
  queryKey: ["second-factor"],
  queryFn: async () => (await callIdentity<{ data: Factors }>("get", "/factors")).data,
});

export function SecondFactorPanel() {
  const factors = useQuery(factorsQuery);
  const [codes, setCodes] = useState<string | null>(null);
  // The session is reloaded after the codes were stored: if a factor was missing, that opens the rest of the dashboard.
  const keep = useWrite({ write: async () => setCodes(null), refresh: [sessionQuery.queryKey] });
  if (factors.data === undefined) return null;
  const { totp_confirmed_at: since, recovery_codes_left: left, passkeys } = factors.data;
  return (
    <Panel title="Second factor">
      <Stack>
        <Passkeys passkeys={passkeys} onCodes={setCodes} />
        <Divider />
        {since === null ? (
          <SetUp onCodes={setCodes} />
        ) : (
          <Text size="sm">
            An authenticator app is asked for when you sign in with your password, since <Timestamp at={since} />.
          </Text>
        )}
        {(since !== null || passkeys.length > 0) && (
          <Group justify="space-between">
            <Text size="sm">{left} recovery codes are left.</Text>
            <Group gap="xs">
              <AskCode
                label="New recovery codes"
                write={(code) => callIdentity<{ data: Shown }>("post", "/factors/recovery-codes", { code })}
                onDone={({ data }) => setCodes(data.recovery_codes.join("\n"))}
              />
              {since !== null && (
                <AskCode
                  label="Remove the authenticator app"
                  write={(code) => callIdentity("post", "/factors/remove", { code })}
                />
              )}
            </Group>
          </Group>
        )}
      </Stack>
      <SecretOnce secret={codes} title="Your recovery codes" what="recovery codes" onClose={() => keep.mutate()}>
        Each of them lets you in once, with your password, when you have lost your authenticator app or passkey.
      </SecretOnce>
    </Panel>
  );
}

function SetUp({ onCodes }: { onCodes: (codes: string) => void }) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const start = useWrite({
    write: () => callIdentity<{ data: { secret: string; uri: string } }>("post", "/factors/totp", { password }),
  });
  const confirm = useWrite({
    write: () =>
      withoutReads(() => callIdentity<{ data: Shown }>("post", "/factors/totp/confirm", { code: code.trim() })),
    refresh: [factorsQuery.queryKey],
    onDone: ({ data }) => onCodes(data.recovery_codes.join("\n")),
  });
  if (start.data === undefined)
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          start.mutate();
        }}
      >
        <Stack>
          <Text size="sm">With an authenticator app on your phone, a stolen password alone lets nobody in.</Text>
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            visibilityToggleButtonProps={{ "aria-label": "Show your password" }}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <FailureAlert error={start.error} />
          <Group justify="flex-end">
            <Button type="submit" loading={start.isPending}>
              Set up an authenticator app
            </Button>
          </Group>
        </Stack>
      </form>
    );
  const { secret, uri } = start.data.data;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate();
      }}
    >
      <Stack>
        <Text size="sm">
          Scan this picture with your authenticator app, enter the key below it, or{" "}
          <Anchor href={uri}>open the app</Anchor> on this device. Then give the code that it shows.
        </Text>
        <Image src={pictureOf(uri)} alt="QR code of the key for the authenticator app" w={200} />
        <Identifier value={secret} what="key of the authenticator app" full />
        <CodeInput value={code} onChange={setCode} />
        <FailureAlert error={confirm.error} />
        <Group justify="flex-end">
          <Button type="submit" loading={confirm.isPending}>
            Switch it on
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function pictureOf(uri: string): string {
  return `data:image/svg+xml,${encodeURIComponent(renderSVG(uri))}`;
}

function AskCode<Output>({
  label,
  write,
  onDone,
}: {
  label: string;
  write: (code: string) => Promise<Output>;
  onDone?: (output: Output) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const [code, setCode] = useState("");
  const change = useWrite({
    write: () => write(code.trim()),
    refresh: [factorsQuery.queryKey, sessionQuery.queryKey],
    onDone: (output) => {
      setIsOpen(false);
      setCode("");
      onDone?.(output);
    },
  });
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <FormModal
          onClose={() => setIsOpen(false)}
          title={label}
          submitLabel="Confirm"
          onSubmit={() => change.mutate()}
          action={change}
        >
          <CodeInput value={code} onChange={setCode} />
        </FormModal>
      )}
    </>
  );
}
