import { Button, Group, Modal, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { approvalIn, FailureAlert } from "./failure-alert.tsx";
import { useFocusReturn } from "./use-focus-return.ts";

export type FormModalProps = {
  onClose: () => void;
  title: string;
  submitLabel: string;
  onSubmit: (event: React.FormEvent<HTMLFormElement>) => void;
  /** The change that the form makes. */ action: { error: unknown; isPending: boolean };
  size?: string;
  cancelLabel?: string;
  children: ReactNode;
};

/** A dialog with a few fields that stays open with the reason when the service refuses. */
export function FormModal({
  onClose,
  title,
  submitLabel,
  onSubmit,
  action: { error, isPending },
  size = "md",
  cancelLabel = "Cancel",
  children,
}: FormModalProps) {
  useFocusReturn();
  return (
    <Modal opened onClose={onClose} title={title} size={size}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(event);
        }}
        noValidate
      >
        <Stack>
          {children}
          <FailureAlert error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {approvalIn(error) === null ? cancelLabel : "Close"}
            </Button>
            {approvalIn(error) === null && (
              <Button type="submit" loading={isPending}>
                {submitLabel}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
