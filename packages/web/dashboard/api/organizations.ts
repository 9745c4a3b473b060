import { queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";

const MAX_READ = 100;

/** The organizations of the platform, for selects and for showing their names. */
export const organizationsQuery = queryOptions({
  queryKey: ["organizations", "choice"],
  queryFn: () => api.get("/organizations", { query: { limit: MAX_READ } }),
});
