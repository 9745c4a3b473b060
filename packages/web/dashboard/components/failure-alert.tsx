import { Alert, Button, List } from "@mantine/core";
import { CorridorError } from "corridor-client/error.ts";
import { messageOf } from "../api/client.ts";
import { Icon } from "../frame/icons.tsx";
import { inWords } from "./plain-words.ts";
import { TextLink } from "./text-link.tsx";

/** The approval that a refused request waits for, and that carries it out; null: it really failed. */
export const approvalIn = (error: unknown): string | null => (error instanceof CorridorError ? error.approvalId : null);

/** What went wrong, with the invalid fields, where the person is looking; announced when it appears. */
export function FailureAlert({
  error,
  title,
  onRetry,
  retryLabel = "Try again",
}: {
  error: unknown;
  title?: string;
  onRetry?: () => void;
  retryLabel?: string;
}) {
  if (error === null || error === undefined) return null;
  const isOfFields = error instanceof CorridorError && error.details.length > 0;
  const message = isOfFields ? inWords(messageOf(error)) : messageOf(error);
  const mayRetry = !(error instanceof CorridorError && error.status === 403);
  const approvalId = approvalIn(error);
  if (approvalId !== null)
    return (
      <Alert color="yellow" role="status" title="Sent for approval">
        Another person must agree. Then it is done by itself: there is nothing to repeat.{" "}
        <TextLink to={`/approvals/${approvalId}`}>See the request</TextLink>
      </Alert>
    );
  const problems =
    error instanceof CorridorError
      ? error.details.map(({ path, message: words }) => inWords(path === "" ? words : `${path}: ${words}`))
      : [];
  // If only one field is invalid, the message itself says everything, and no list is shown.
  const listed = problems.filter((problem) => problem !== message);
  return (
    <Alert color="red" role="alert" icon={<Icon name="alert" />} title={title ?? message}>
      {title !== undefined && message}
      {listed.length > 0 && (
        <List size="sm" mt={4}>
          {listed.map((problem) => (
            <List.Item key={problem}>{problem}</List.Item>
          ))}
        </List>
      )}
      {onRetry !== undefined && mayRetry && (
        <Button mt="sm" size="xs" display="block" variant="default" onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </Alert>
  );
}

/** A read that failed, and how to repeat it. */
export function LoadFailure({
  query,
  ...shown
}: {
  query: { error: unknown; refetch: () => unknown };
  title?: string;
}) {
  return <FailureAlert error={query.error} onRetry={() => void query.refetch()} {...shown} />;
}
