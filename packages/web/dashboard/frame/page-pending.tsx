import { Center, Loader } from "@mantine/core";

export function PagePending() {
  return (
    <Center mih={320}>
      <Loader aria-label="Loading the page" role="status" />
    </Center>
  );
}
