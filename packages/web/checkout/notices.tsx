import { useSpeech } from "./language.tsx";
import { OutcomeMark, Sheet, Spinner, StateHeading } from "./sheet.tsx";

export function NotFound() {
  const { say } = useSpeech();
  return (
    <Sheet>
      <div className="waiting">
        <OutcomeMark good={false} />
        <StateHeading>{say("notFound")}</StateHeading>
        <p className="text">{say("notFoundText")}</p>
      </div>
    </Sheet>
  );
}

export function Loading() {
  const { say } = useSpeech();
  return (
    <Sheet>
      <p className="text centered" role="status">
        <Spinner /> {say("loading")}
      </p>
    </Sheet>
  );
}

export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  const { say } = useSpeech();
  return (
    <Sheet>
      <p className="problem" role="alert">
        {say("unreachable")}
      </p>
      <button type="button" className="button" onClick={onRetry}>
        {say("tryAgain")}
      </button>
    </Sheet>
  );
}
