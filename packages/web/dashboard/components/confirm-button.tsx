import { Button, type ButtonProps, Group, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { UseMutationResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { approvalIn, FailureAlert } from "./failure-alert.tsx";

type Props = {
  label: string;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  action: UseMutationResult<unknown, Error, void>;
  danger?: boolean;
  buttonProps?: ButtonProps & { "aria-label"?: string };
};

/**
 * A button whose effect cannot be undone: it says what will happen and asks for confirmation. The text stays that of
 * the question: afterwards the opposite action may be on offer ("Unfreeze"), and must not appear under the finger that
 * still rests on the button.
 */
export function ConfirmButton({ label, title, children, confirmLabel, action, danger = false, buttonProps }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const [asked, setAsked] = useState({ title, children, confirmLabel, danger });
  const ask = () => {
    setAsked({ title, children, confirmLabel, danger });
    open();
  };
  const cancel = () => {
    action.reset();
    close();
  };
  return (
    <>
      <Button variant="default" size="xs" {...buttonProps} onClick={ask}>
        {label}
      </Button>
      <Modal opened={opened} onClose={cancel} title={asked.title}>
        <Stack>
          <Text size="sm" component="div">
            {asked.children}
          </Text>
          <FailureAlert error={action.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={cancel} data-autofocus>
              {approvalIn(action.error) === null ? "Keep as it is" : "Close"}
            </Button>
            {approvalIn(action.error) === null && (
              <Button
                {...(asked.danger ? { color: "red.7" } : {})}
                disabled={!opened}
                loading={action.isPending}
                onClick={() => action.mutate(undefined, { onSuccess: close })}
              >
                {asked.confirmLabel}
              </Button>
            )}
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
