import { ActionIcon, CopyButton, Tooltip } from "@mantine/core";
import { Icon } from "../frame/icons.tsx";
import classes from "./copyable.module.css";

export function CopyIcon({ value, what }: { value: string; what: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? "Copied" : "Copy"}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            className={classes.button}
            onClick={copy}
            aria-label={copied ? `${what} copied` : `Copy ${what}`}
          >
            <Icon name={copied ? "check" : "copy"} size={15} />
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}

/**
 * An id in full for the machine, and its end for the eye: ids begin with their time, which all rows of a list share.
 */
export function Identifier({ value, what, full = false }: { value: string; what: string; full?: boolean }) {
  const shown = full || value.length <= 16 ? value : `…${value.slice(-10)}`;
  return (
    <span className={classes.identifier} data-short={full ? undefined : true}>
      <code title={value} className={classes.code}>
        {shown}
      </code>
      <CopyIcon value={value} what={what} />
    </span>
  );
}

export function CodeBlock({ code, what }: { code: string; what: string }) {
  return (
    <div className={classes.block}>
      <pre tabIndex={0} aria-label={what}>
        <code>{code}</code>
      </pre>
      <span className={classes.blockCopy}>
        <CopyIcon value={code} what={what} />
      </span>
    </div>
  );
}
