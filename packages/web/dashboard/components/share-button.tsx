import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";

/** What may be shown to others is plain text. */
export type SharedFact = { label: string; value: string };

export function ShareButton({ title, facts }: { title: string; facts: readonly SharedFact[] }) {
  const share = async (): Promise<void> => {
    const told = facts.filter(({ value }) => value !== "");
    const text = told.map(({ label, value }) => `${label}: ${value}`).join("\n");
    try {
      if ("share" in navigator) return await navigator.share({ title, text });
      await (navigator as Navigator).clipboard.writeText(text);
      notifications.show({ color: "pine", message: "The text is copied; paste it where you like" });
    } catch {
      // The person closed the list of apps.
    }
  };
  return (
    <Button size="xs" variant="default" onClick={() => void share()}>
      Share
    </Button>
  );
}
