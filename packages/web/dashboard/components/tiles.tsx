import type { ReactNode } from "react";
import classes from "./tiles.module.css";

export type Tile = { label: string; value: ReactNode; note?: string | null };

/** Figures side by side, each with its name and a comparison. */
export function Tiles({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <dl className={classes.tiles}>
      {tiles.map((tile) => (
        <div key={tile.label} className={classes.tile}>
          <dt>{tile.label}</dt>
          <dd>{tile.value}</dd>
          {tile.note != null && <dd className={classes.note}>{tile.note}</dd>}
        </div>
      ))}
    </dl>
  );
}
