import { useId } from "react";
import { Table, Text, VisuallyHidden } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { niceCeiling, type Run, runsOf } from "./chart-scale.ts";
import classes from "./charts.module.css";

/** Null: nothing is known about that day, and the line has a gap. */
export type Series = { name: string; values: readonly (number | null)[] };

const NARROWEST = 240;
const HEIGHT = 230;
const LABEL_WIDTH = 64;
const MARGIN = { top: 12, right: 12, bottom: 26, left: 52 };
const GRID_LINES = 4;

type LineChartProps = { label: string; labels: readonly string[]; series: readonly Series[]; format: (value: number) => string; ceiling?: number };

/**
 * Lines over time, drawn by hand: a chart library alone exceeds the budget of the first load. The same numbers are beside it as a table for people
 * who cannot see it.
 */
export function LineChart({ label, labels, series, format, ceiling }: LineChartProps) {
  const titleId = useId();
  const { ref, width: measured } = useElementSize<HTMLElement>();
  const width = Math.max(NARROWEST, Math.floor(measured));
  const top = ceiling ?? niceCeiling(Math.max(0, ...series.flatMap((one) => one.values).filter((value) => value !== null)));
  const innerWidth = width - MARGIN.left - MARGIN.right;
  const innerHeight = HEIGHT - MARGIN.top - MARGIN.bottom;
  const x = (index: number) => MARGIN.left + (labels.length < 2 ? innerWidth / 2 : (index / (labels.length - 1)) * innerWidth);
  const y = (value: number) => MARGIN.top + innerHeight - (value / top) * innerHeight;
  const labelStep = Math.max(1, Math.ceil((labels.length * LABEL_WIDTH) / innerWidth));
  return (
    <figure ref={ref} className={classes.figure}>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} className={classes.chart} role="img" aria-labelledby={titleId}>
        <title id={titleId}>{label}</title>
        {Array.from({ length: GRID_LINES + 1 }, (_, index) => (top / GRID_LINES) * index).map((value) => (
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
          <g key={one.name} data-series={index} className={classes.series}>
            {runsOf(one.values).map((run) => (
              <g key={run.start}>
                <path d={`${pathOf(run, x, y)}L${x(run.start + run.values.length - 1)},${y(0)}L${x(run.start)},${y(0)}Z`} className={classes.area} />
                <path d={pathOf(run, x, y)} className={classes.line} />
              </g>
            ))}
            {one.values.map((value, point) =>
              value === null ? null : (
                <circle key={labels[point]} cx={x(point)} cy={y(value)} r={one.values.length > 31 ? 1.5 : 3} className={classes.point}>
                  <title>{`${labels[point]}, ${one.name}: ${format(value)}`}</title>
                </circle>
              ),
            )}
          </g>
        ))}
      </svg>
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

export type Bar = { label: string; value: number; text: string; note?: string };

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
          <span className={classes.barLabel}>{bar.label}</span>
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
