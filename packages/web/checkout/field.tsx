import { type ComponentProps, type ReactNode, useId } from "react";
import { Mark } from "./mark.tsx";

type Shared = { label: string; hint?: string | undefined; problem?: string | undefined };

function describedBy(id: string, hint: string | undefined, problem: string | undefined): string | undefined {
  const ids = [hint === undefined ? null : `${id}-hint`, problem === undefined ? null : `${id}-problem`].filter(
    (part) => part !== null,
  );
  return ids.length === 0 ? undefined : ids.join(" ");
}

function Wrapper({ id, label, hint, problem, children }: Shared & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p className="field-problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

/** `mark`: the network or brand of the field's value, as far as it is known. */
export function Field({
  label,
  hint,
  problem,
  mark = null,
  ...input
}: Shared & { mark?: string | null } & ComponentProps<"input">) {
  const id = useId();
  return (
    <Wrapper id={id} label={label} hint={hint} problem={problem}>
      <div className="marked">
        <input
          {...input}
          id={id}
          aria-invalid={problem === undefined ? undefined : true}
          aria-describedby={describedBy(id, hint, problem)}
        />
        {mark !== null && <Mark name={mark} />}
      </div>
    </Wrapper>
  );
}

export function SelectField({ label, hint, problem, children, ...select }: Shared & ComponentProps<"select">) {
  const id = useId();
  return (
    <Wrapper id={id} label={label} hint={hint} problem={problem}>
      <select
        {...select}
        id={id}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={describedBy(id, hint, problem)}
      >
        {children}
      </select>
    </Wrapper>
  );
}
