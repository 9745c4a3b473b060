import { Button, Group, Stack, Text } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { convertDown } from "@corridor/shared/money-text.ts";
import { type Fact, Facts } from "./facts.tsx";
import { FormModal, type FormModalProps } from "./form-modal.tsx";

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

/** A dialog that moves money: it is filled in, read back, and only then sent. A failure is shown where it can be mended. */
export function MoneyModal({
  title,
  onClose,
  submit,
  review,
  sendLabel,
  send,
  children,
  ...others
}: Omit<FormModalProps, "submitLabel" | "cancelLabel" | "onSubmit"> & {
  /** Checks the fields, then goes on. */
  submit: (next: () => void) => (event?: FormEvent<HTMLFormElement>) => void;
  review: ReactNode;
  sendLabel: string;
  send: () => void;
}) {
  const [isReviewed, setIsReviewed] = useState(false);
  return (
    <FormModal
      {...others}
      title={title}
      submitLabel={isReviewed ? sendLabel : "Review"}
      cancelLabel={isReviewed ? "Back" : "Cancel"}
      onClose={isReviewed ? () => setIsReviewed(false) : onClose}
      onSubmit={submit(isReviewed ? send : () => setIsReviewed(true))}
    >
      {isReviewed ? review : children}
    </FormModal>
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
