import { Text, Textarea } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { FormModal } from "./form-modal.tsx";
import { textOrNull } from "./form-values.ts";
import { useWrite } from "./use-write.ts";

type Props<Output> = {
  title: string;
  submitLabel: string;
  children: ReactNode;
  write: (comment: string | null) => Promise<Output>;
  done: string | ((output: Output) => string);
  /** The keys of queries to load again after the decision. */
  refresh: readonly (readonly unknown[])[];
  onClose: () => void;
};

/** A second person's decision, with a comment for later readers. */
export function DecisionForm<Output>({ title, submitLabel, children, write, done, refresh, onClose }: Props<Output>) {
  const [comment, setComment] = useState("");
  const decide = useWrite({ write: () => write(textOrNull(comment)), done, refresh, onDone: onClose });
  return (
    <FormModal
      onClose={onClose}
      title={title}
      submitLabel={submitLabel}
      onSubmit={() => decide.mutate()}
      action={decide}
    >
      <Text size="sm" component="div">
        {children}
      </Text>
      <Textarea
        label="Comment"
        autosize
        minRows={2}
        maxLength={2_000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
        data-autofocus
      />
    </FormModal>
  );
}
