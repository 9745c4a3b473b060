import { notifications } from "@mantine/notifications";
import { useMutation, type UseMutationResult, useQueryClient } from "@tanstack/react-query";
import { withStepUp } from "../session/step-up.tsx";

type WriteOptions<Input, Output> = {
  write: (input: Input) => Promise<Output>;
  /** Said when it worked; absent where the screen itself shows it. */
  done?: string | ((output: Output) => string);
  /** Queries that are out of date afterwards, by the start of their key. */
  refresh?: readonly (readonly unknown[])[];
  onDone?: (output: Output, input: Input) => void;
  onFailed?: (error: Error) => void;
};

/** A change: does it, says so, and reads again what it touched. The form that asked shows a failure. */
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
    onError: (error) => onFailed?.(error),
    onSuccess: (output, input) => {
      if (done !== undefined) notifications.show({ color: "pine", message: typeof done === "string" ? done : done(output) });
      onDone?.(output, input);
      // Not awaited: a dialog that is done closes at once, before the page behind it says something else.
      for (const queryKey of refresh) void queryClient.invalidateQueries({ queryKey });
    },
  });
}
