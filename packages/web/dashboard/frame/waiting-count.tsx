import { Badge } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { MOST_COUNTED, waitingQuery } from "../pages/approvals/approval.ts";

/** The number of items that wait for a second person, beside the link to them; nothing for zero. */
export function WaitingCount() {
  const count = useQuery(waitingQuery).data?.length ?? 0;
  if (count === 0) return null;
  const shown = count > MOST_COUNTED ? `${MOST_COUNTED}+` : String(count);
  return (
    <Badge size="sm" variant="filled" color="pine.7" aria-label={`${shown} waiting`}>
      {shown}
    </Badge>
  );
}
