import { useNavigate } from "@tanstack/react-router";
import type { Body } from "@corridor/shared/operations.ts";
import { api } from "../../../api/client.ts";
import { useAttemptKey } from "../../../components/use-attempt-key.ts";
import { useWrite } from "../../../components/use-write.ts";
import { BATCHES } from "../payout-batch.ts";

/** Makes a batch to be checked, and goes to its page. It sends no payout. */
export function useBatch() {
  const navigate = useNavigate();
  const attempt = useAttemptKey();
  return useWrite({
    write: (body: Body<"post", "/payout-batches">) =>
      api.post("/payout-batches", { body, idempotencyKey: attempt.keyFor(body) }),
    refresh: [BATCHES],
    onFailed: (error) => void attempt.noteFailure(error),
    onDone: ({ data }) => void navigate({ to: `/payout-batches/${data.batch_id}` }),
  });
}
