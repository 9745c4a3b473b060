import type { ReactNode } from "react";
import { TextLink } from "./text-link.tsx";
import classes from "./tiles.module.css";

export type Tile = {
  label: string;
  value: ReactNode;
  note?: string | null;
  /** The rows behind the figure. */ link?: { to: string; search?: Record<string, string> };
};

/** Figures side by side, each with its name and a comparison. */
export function Tiles({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <dl className={classes.tiles}>
      {tiles.map((tile) => (
        <div key={tile.label} className={classes.tile}>
          <dt>{tile.label}</dt>
          <dd>{tile.link === undefined ? tile.value : <TextLink {...tile.link}>{tile.value}</TextLink>}</dd>
          {tile.note != null && <dd className={classes.note}>{tile.note}</dd>}
        </div>
      ))}
    </dl>
  );
}
