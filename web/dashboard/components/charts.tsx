import { type PointerEvent, useId, useState } from "react";
import { Anchor, Table, Text, VisuallyHidden } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { niceCeiling, type Run, runsOf } from "./chart-scale.ts";
import classes from "./charts.module.css";

/** Null: the value of that day is unknown, and the line has a gap. */
export type Series = { name: string; values: readonly (number | null)[]; /** The line for comparison, drawn faintly. */ isReference?: true };

const NARROWEST = 240;
const HEIGHT = 230;
const LABEL_WIDTH = 64;
const MARGIN = { top: 12, right: 12, bottom: 26, left: 52 };
const GRID_LINES = 4;

type LineChartProps = {
  label: string;
  labels: readonly string[];
  series: readonly Series[];
  format: (value: number) => string;
  ceiling?: number;
  /** The page to open when a day is clicked. The page offers the same link elsewhere for people without a pointer. */
  onPick?: (index: number) => void;
};

/**
 * Lines over time, drawn by hand: a chart library alone exceeds the budget of the first load. The same numbers are beside it as a table for people
 * who cannot see it.
 */
export function LineChart({ label, labels, series, format, ceiling, onPick }: LineChartProps) {
  const titleId = useId();
  const { ref, width: measured } = useElementSize<HTMLElement>();
  const width = Math.max(NARROWEST, Math.floor(measured));
  const known = series.flatMap((one) => one.values).filter((value) => value !== null);
  const top = ceiling ?? niceCeiling(Math.max(0, ...known));
  const lowest = Math.min(0, ...known);
  const bottom = lowest < 0 ? -niceCeiling(-lowest) : 0;
  const innerWidth = width - MARGIN.left - MARGIN.right;
  const innerHeight = HEIGHT - MARGIN.top - MARGIN.bottom;
  const x = (index: number) => MARGIN.left + (labels.length < 2 ? innerWidth / 2 : (index / (labels.length - 1)) * innerWidth);
  const y = (value: number) => MARGIN.top + innerHeight - ((value - bottom) / (top - bottom)) * innerHeight;
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>): void => {
    const { left, width: shown } = currentTarget.getBoundingClientRect();
    const share = (((clientX - left) / shown) * width - MARGIN.left) / innerWidth;
    setPointedAt(Math.min(labels.length - 1, Math.max(0, Math.round(share * (labels.length - 1)))));
  };
  const labelStep = Math.max(1, Math.ceil((labels.length * LABEL_WIDTH) / innerWidth));
  return (
    <figure ref={ref} className={classes.figure}>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        className={classes.chart}
        data-pickable={onPick === undefined ? undefined : true}
        role="img"
        aria-labelledby={titleId}
        onPointerMove={point}
        onPointerLeave={() => setPointedAt(null)}
        onClick={() => pointedAt !== null && onPick?.(pointedAt)}
      >
        <title id={titleId}>{label}</title>
        {Array.from({ length: GRID_LINES + 1 }, (_, index) => bottom + ((top - bottom) / GRID_LINES) * index).map((value) => (
          <g key={value}>
            <line x1={MARGIN.left} x2={width - MARGIN.right} y1={y(value)} y2={y(value)} className={classes.grid} />
            <text x={MARGIN.left - 8} y={y(value) + 4} className={classes.axis} textAnchor="end">
              {format(value)}
            </text>
          </g>
        ))}
        {labels.map((text, index) =>
          index % labelStep === 0 ? (
            <text key={text} x={x(index)} y={HEIGHT - 8} className={classes.axis} textAnchor="middle">
              {text}
            </text>
          ) : null,
        )}
        {series.map((one, index) => (
          <g key={one.name} data-series={index} data-reference={one.isReference} className={classes.series}>
            {runsOf(one.values).map((run) => (
              <g key={run.start}>
                <path d={`${pathOf(run, x, y)}L${x(run.start + run.values.length - 1)},${y(0)}L${x(run.start)},${y(0)}Z`} className={classes.area} />
                <path d={pathOf(run, x, y)} className={classes.line} />
              </g>
            ))}
            {one.values.map((value, place) =>
              value === null || one.isReference === true ? null : (
                <circle
                  key={labels[place]}
                  cx={x(place)}
                  cy={y(value)}
                  r={place === pointedAt ? 4.5 : one.values.length > 31 ? 1.5 : 3}
                  className={classes.point}
                />
              ),
            )}
          </g>
        ))}
        {pointedAt !== null && <line x1={x(pointedAt)} x2={x(pointedAt)} y1={MARGIN.top} y2={HEIGHT - MARGIN.bottom} className={classes.pointer} />}
      </svg>
      {pointedAt !== null && (
        <div className={classes.tooltip} data-side={x(pointedAt) > width / 2 ? "start" : "end"} aria-hidden="true">
          <strong>{labels[pointedAt]}</strong>
          {series.map((one, index) => (
            <span key={one.name} data-series={index} className={classes.legendItem}>
              {one.name}: {one.values[pointedAt] == null ? "none" : format(one.values[pointedAt])}
            </span>
          ))}
        </div>
      )}
      {series.length > 1 && (
        <figcaption className={classes.legend}>
          {series.map((one, index) => (
            <span key={one.name} data-series={index} className={classes.legendItem}>
              {one.name}
            </span>
          ))}
        </figcaption>
      )}
      <VisuallyHidden>
        <Table aria-label={label}>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {series.map((one) => (
                <th key={one.name} scope="col">
                  {one.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((text, index) => (
              <tr key={text}>
                <th scope="row">{text}</th>
                {series.map((one) => (
                  <td key={one.name}>{one.values[index] == null ? "none" : format(one.values[index])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </VisuallyHidden>
    </figure>
  );
}

function pathOf(run: Run, x: (index: number) => number, y: (value: number) => number): string {
  return run.values.map((value, index) => `${index === 0 ? "M" : "L"}${x(run.start + index).toFixed(1)},${y(value).toFixed(1)}`).join("");
}

export type Bar = {
  label: string;
  value: number;
  text: string;
  note?: string;
  /** The link of this part. */ link?: { to: string; search: Record<string, string> };
};

/** Shares side by side: a list whose bars only illustrate the text. */
export function BarList({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const largest = Math.max(0, ...bars.map((bar) => bar.value));
  if (bars.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nothing in this period.
      </Text>
    );
  return (
    <ul className={classes.bars} aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.label} className={classes.bar}>
          <span className={classes.barLabel}>
            {bar.link === undefined ? (
              bar.label
            ) : (
              <Anchor inherit renderRoot={(props) => <Link {...props} {...bar.link} />}>
                {bar.label}
              </Anchor>
            )}
          </span>
          <span className={classes.barText}>
            {bar.text}
            {bar.note !== undefined && <span className={classes.barNote}>{bar.note}</span>}
          </span>
          <svg className={classes.track} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            <rect width="100" height="4" className={classes.rest} />
            <rect width={largest === 0 ? 0 : (bar.value / largest) * 100} height="4" className={classes.filled} />
          </svg>
        </li>
      ))}
    </ul>
  );
}
