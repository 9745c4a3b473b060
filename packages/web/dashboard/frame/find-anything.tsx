import { ActionIcon, Kbd } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { lazy, Suspense } from "react";
import { useMay } from "../session/may.ts";
import classes from "./find-anything.module.css";
import { Icon } from "./icons.tsx";

const FindDialog = lazy(async () => ({ default: (await import("./find-dialog.tsx")).FindDialog }));

/** One search over everything, by Ctrl+K from anywhere. The dialog is loaded when it is first opened. */
export function FindAnything() {
  const may = useMay();
  const [opened, { open, close }] = useDisclosure(false);
  useHotkeys([["mod+K", open]], []);
  if (!may("GET /search")) return null;
  return (
    <>
      <button type="button" className={classes.field} onClick={open} aria-keyshortcuts="Control+K Meta+K">
        <Icon name="search" size={16} />
        <span>Find anything</span>
        <Kbd size="xs" aria-hidden="true">
          Ctrl K
        </Kbd>
      </button>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        className={classes.icon}
        onClick={open}
        aria-label="Find anything"
      >
        <Icon name="search" />
      </ActionIcon>
      <Suspense>{opened && <FindDialog onClose={close} />}</Suspense>
    </>
  );
}
