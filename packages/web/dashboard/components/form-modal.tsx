import { Button, Group, Modal, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { approvalIn, FailureAlert } from "./failure-alert.tsx";
import { useFocusReturn } from "./use-focus-return.ts";

type Props = {
  opened: boolean;
  onClose: () => void;
  title: string;
  submitLabel: string;
  onSubmit: (event?: React.FormEvent<HTMLFormElement>) => void;
  error: unknown;
  pending: boolean;
  size?: string;
  cancelLabel?: string;
  children: ReactNode;
};

/** A dialog with a few fields that stays open with the reason when the service refuses. */
export function FormModal({
  opened,
  onClose,
  title,
  submitLabel,
  onSubmit,
  error,
  pending,
  size = "md",
  cancelLabel = "Cancel",
  children,
}: Props) {
  useFocusReturn();
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={size}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          {children}
          <FailureAlert error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {approvalIn(error) === null ? cancelLabel : "Close"}
            </Button>
            {approvalIn(error) === null && (
              <Button type="submit" loading={pending}>
                {submitLabel}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
