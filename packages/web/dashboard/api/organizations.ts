import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "./client.ts";

const MAX_READ = 100;

/** The organizations of the platform, for selects and for showing their names. */
export const organizationsQuery = queryOptions({
  queryKey: ["organizations", "choice"],
  queryFn: () => answerOf(api.GET("/organizations", { params: { query: { limit: MAX_READ } } })),
});
