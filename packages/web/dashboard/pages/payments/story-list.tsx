import { Text } from "@mantine/core";
import { Timestamp } from "../../components/timestamp.tsx";
import type { Happening } from "./story.ts";
import classes from "./story-list.module.css";

const clock = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
});

const isSameDay = (a: string, b: string): boolean => new Date(a).toDateString() === new Date(b).toDateString();

export function StoryList({ story }: { story: readonly Happening[] }) {
  return (
    <ol className={classes.story}>
      {story.map((happening, index) => (
        <li key={`${happening.at}-${happening.kind}-${index}`} className={classes.happening} data-tone={happening.tone}>
          <div className={classes.words}>
            <Text fw={600} size="sm" className={classes.title}>
              {happening.title}
            </Text>
            {happening.text !== null && happening.text !== "" && (
              <Text size="sm" c="dimmed" className={classes.text}>
                {happening.text}
              </Text>
            )}
          </div>
          <Text size="xs" c="dimmed" className={classes.when} component="div">
            {(index === 0 || !isSameDay(happening.at, story[index - 1]!.at)) && (
              <>
                <Timestamp at={happening.at} withTime={false} />,{" "}
              </>
            )}
            <time dateTime={happening.at}>{clock.format(new Date(happening.at))}</time>
          </Text>
        </li>
      ))}
    </ol>
  );
}
