import { notifications } from "@mantine/notifications";
import { useMutation, type UseMutationResult, useQueryClient } from "@tanstack/react-query";
import { approvalIn } from "./failure-alert.tsx";
import { withStepUp } from "../session/step-up.tsx";

type WriteOptions<Input, Output> = {
  write: (input: Input) => Promise<Output>;
  /** The success message; absent when the screen itself shows the result. */
  done?: string | ((output: Output) => string);
  /** The queries to load again after the change, by the start of their key. */
  refresh?: readonly (readonly unknown[])[];
  onDone?: (output: Output, input: Input) => void;
  onFailed?: (error: Error) => void;
};

/** A change: makes it, reports it, and reloads the affected queries. The form shows a failure. */
export function useWrite<Input = void, Output = unknown>({
  write,
  done,
  refresh = [],
  onDone,
  onFailed,
}: WriteOptions<Input, Output>): UseMutationResult<Output, Error, Input> {
  const queryClient = useQueryClient();
  return useMutation<Output, Error, Input>({
    mutationFn: (input) => withStepUp(() => write(input)),
    onError: (error) => {
      if (approvalIn(error) !== null) void queryClient.invalidateQueries({ queryKey: ["approvals"] });
      onFailed?.(error);
    },
    onSuccess: (output, input) => {
      if (done !== undefined)
        notifications.show({ color: "pine", message: typeof done === "string" ? done : done(output) });
      onDone?.(output, input);
      // The reload is not awaited, so that a finished dialog closes at once, before the page behind it changes.
      for (const queryKey of refresh) void queryClient.invalidateQueries({ queryKey });
    },
  });
}
