import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Icon } from "./icons.tsx";
import { stopsQuery, textOfStop } from "./stops.ts";

/** On every page while the operator has stopped something: why money does not move is the first question. */
export function StopsBanner() {
  const { data: stops = [] } = useQuery(stopsQuery);
  if (stops.length === 0) return null;
  return (
    <Alert color="red" radius={0} icon={<Icon name="alert" />} title="Stopped by the operator" role="status">
      {stops.map((stop) => (
        <div key={stop.stop_id}>
          {textOfStop(stop)}: {stop.reason}
        </div>
      ))}
    </Alert>
  );
}
