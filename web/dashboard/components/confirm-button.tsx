import { Button, type ButtonProps, Group, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { UseMutationResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FailureAlert } from "./failure-alert.tsx";

type Props = {
  label: string;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  action: UseMutationResult<unknown, Error, void>;
  danger?: boolean;
  buttonProps?: ButtonProps & { "aria-label"?: string };
};

/** A button whose effect cannot be taken back: it says what will happen and asks once more. */
export function ConfirmButton({ label, title, children, confirmLabel, action, danger = false, buttonProps }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const cancel = () => {
    action.reset();
    close();
  };
  return (
    <>
      <Button variant="default" size="xs" {...buttonProps} onClick={open}>
        {label}
      </Button>
      <Modal opened={opened} onClose={cancel} title={title}>
        <Stack>
          <Text size="sm" component="div">
            {children}
          </Text>
          <FailureAlert error={action.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={cancel} data-autofocus>
              Keep as it is
            </Button>
            <Button {...(danger ? { color: "red.7" } : {})} loading={action.isPending} onClick={() => action.mutate(undefined, { onSuccess: close })}>
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
