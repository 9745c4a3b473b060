import { Alert, Button, List } from "@mantine/core";
import { ApiFailure, messageOf } from "../api/client.ts";
import { Icon } from "../frame/icons.tsx";

/** What went wrong, with the fields at fault, where the person is looking; read aloud when it appears. */
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
  const problems = error instanceof ApiFailure ? error.problems : [];
  return (
    <Alert color="red" role="alert" icon={<Icon name="alert" />} title={title ?? messageOf(error)}>
      {title !== undefined && messageOf(error)}
      {problems.length > 0 && (
        <List size="sm" mt={4}>
          {problems.map((problem) => (
            <List.Item key={`${problem.path}:${problem.message}`}>{problem.path === "" ? problem.message : `${problem.path}: ${problem.message}`}</List.Item>
          ))}
        </List>
      )}
      {onRetry !== undefined && (
        <Button mt="sm" size="xs" display="block" variant="default" onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </Alert>
  );
}
