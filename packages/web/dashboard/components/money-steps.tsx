import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { convertDown } from "@corridor/shared/money-text.ts";
import { type Fact, Facts } from "./facts.tsx";
import { FormModal, type FormModalProps } from "./form-modal.tsx";
import { ShareButton, type SharedFact } from "./share-button.tsx";
import { useFocusReturn } from "./use-focus-return.ts";

/** The last look before money moves: what will happen in one plain sentence, and what it costs. */
export function Review({
  sentence,
  facts = [],
  children,
}: {
  sentence: ReactNode;
  facts?: readonly (Fact | false | null)[];
  children?: ReactNode;
}) {
  const top = useRef<HTMLParagraphElement>(null);
  // What the button does has changed: the focus, and a screen reader with it, begins at the sentence.
  useEffect(() => top.current?.focus(), []);
  return (
    <Stack>
      <Text ref={top} tabIndex={-1} fz="lg" fw={600} component="p" m={0} style={{ outline: "none" }}>
        {sentence}
      </Text>
      <Facts facts={facts} />
      {children}
    </Stack>
  );
}

/** What was done, in words that may be shown to whom it concerns. */
export type Done = {
  title: string;
  facts: readonly SharedFact[];
  children?: ReactNode;
  /** What `children` shows, for those with whom it is shared. */
  shared?: readonly SharedFact[];
};

/**
 * A dialog that moves money: it is filled in, read back, and only then sent; at the end it says what was done. A failure
 * is shown where it can be mended. Without fields it begins with the last look.
 */
export function MoneyModal({
  title,
  onClose,
  submit,
  review,
  sendLabel,
  send,
  done,
  action,
  children,
  ...others
}: Omit<FormModalProps, "submitLabel" | "cancelLabel" | "onSubmit" | "children" | "action"> & {
  action: FormModalProps["action"] & { isSuccess: boolean };
  /** Checks the fields, then goes on. */
  submit?: (next: () => void) => (event?: FormEvent<HTMLFormElement>) => void;
  review: ReactNode;
  sendLabel: string;
  send: () => void;
  /** Shown once `action` has succeeded; absent: another page shows it. */
  done?: Done | undefined;
  children?: ReactNode;
}) {
  const [isReviewed, setIsReviewed] = useState(children === undefined);
  useFocusReturn();
  if (done !== undefined && action.isSuccess) return <DoneModal {...done} onClose={onClose} />;
  const canGoBack = isReviewed && children !== undefined;
  return (
    <FormModal
      {...others}
      action={action}
      title={title}
      submitLabel={isReviewed ? sendLabel : "Review"}
      cancelLabel={canGoBack ? "Back" : "Cancel"}
      onClose={canGoBack ? () => setIsReviewed(false) : onClose}
      onSubmit={submit?.(isReviewed ? send : () => setIsReviewed(true)) ?? send}
    >
      {isReviewed ? review : children}
    </FormModal>
  );
}

function DoneModal({ title, facts, children, shared = [], onClose }: Done & { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack role="status">
        <Facts facts={facts} />
        {children}
        <Group justify="flex-end">
          <ShareButton title={title} facts={[...facts, ...shared]} />
          <Button size="xs" onClick={onClose} data-autofocus>
            Done
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Fills in a part of what there is, so that nobody works it out by hand. */
export function Parts({ of, currency, onChoose }: { of: number; currency: string; onChoose: (part: number) => void }) {
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={() => onChoose(convertDown(of, 0.5, currency))}>
        Half
      </Button>
      <Button size="xs" variant="default" onClick={() => onChoose(of)}>
        All
      </Button>
    </Group>
  );
}
