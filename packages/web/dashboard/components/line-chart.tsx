import { Box, Table, VisuallyHidden } from "@mantine/core";
import { lazy, Suspense } from "react";
import classes from "./line-chart.module.css";

/** One line of the chart. A null value means that the value of that day is unknown: the line has a gap there. */
export type Series = {
  name: string;
  values: readonly (number | null)[];
  /** The line for comparison, drawn faintly. */ isReference?: true;
};

export type LineChartProps = {
  label: string;
  /** As the API writes them: 2026-05-31. */ days: readonly string[];
  series: readonly Series[];
  /** Short, for the axis. */ format: (value: number) => string;
  /** For the tooltip and the table, where they have more room; otherwise as on the axis. */ exact?: (
    value: number,
  ) => string;
  ceiling?: number;
  /** Opens the page of a day: by a click, or by Enter on the day that the arrow keys have chosen. */
  onPick?: (index: number) => void;
};

/** The library is larger than a page, and is not part of the first load. */
const DrawnLines = lazy(async () => ({ default: (await import("./drawn-lines.tsx")).DrawnLines }));

const HEIGHT = 250;

const DAY = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });
export const dayText = (day: string): string => DAY.format(new Date(day));

/** Lines over time. The same numbers are beside them as a table for people who cannot see them. */
export function LineChart(chart: LineChartProps) {
  const { label, days, series, format, exact = format } = chart;
  const text = (value: number | null | undefined): string => (value == null ? "none" : exact(value));
  return (
    <figure className={classes.figure}>
      <Box h={HEIGHT}>
        <Suspense fallback={null}>
          <DrawnLines {...chart} />
        </Suspense>
      </Box>
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
            {days.map((day, index) => (
              <tr key={day}>
                <th scope="row">{dayText(day)}</th>
                {series.map((one) => (
                  <td key={one.name}>{text(one.values[index])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </VisuallyHidden>
    </figure>
  );
}
