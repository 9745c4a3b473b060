import "@mantine/charts/styles.layer.css";
import { LineChart } from "@mantine/charts";
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { useActiveTooltipDataPoints } from "recharts";
import classes from "./line-chart.module.css";
import { dayText, type LineChartProps } from "./line-chart.tsx";

/** More points than this are drawn without their dots. */
const MOST_DOTS = 31;

type Point = { index: number; label: string } & Record<`line${number}`, number | null>;

/** Lines are known to the library by their place, because it reads a dot in a name as a path. */
export function DrawnLines({ label, days, series, format, exact = format, ceiling, onPick }: LineChartProps) {
  const shown = useRef<number | null>(null);
  const points = days.map((day, index): Point => ({
    index,
    label: dayText(day),
    ...Object.fromEntries(series.map((one, place) => [`line${place}`, one.values[index] ?? null])),
  }));
  // A title, which the library offers for the name, would be shown as the browser's own tooltip.
  const name = { "aria-label": label };
  const isNegative = series.some((one) => one.values.some((value) => value !== null && value < 0));
  const pickShown = ({ key }: KeyboardEvent): void => {
    if (key === "Enter" && shown.current !== null) onPick?.(shown.current);
  };
  return (
    <LineChart
      className={classes.lines}
      classNames={{ tooltip: classes.tooltip! }}
      data-pickable={onPick === undefined ? undefined : true}
      data={points}
      dataKey="label"
      series={series.map((one, place) => ({
        name: `line${place}`,
        label: one.name,
        color: `var(--line-${place})`,
        ...(one.isReference === true ? { strokeDasharray: "4 4" } : {}),
      }))}
      curveType="linear"
      connectNulls={false}
      withLegend={series.length > 1}
      legendProps={{ verticalAlign: "bottom" }}
      valueFormatter={(value: number | null) => (value === null ? "none" : exact(value))}
      tooltipProps={{ filterNull: false }}
      dotProps={{ r: days.length > MOST_DOTS ? 0 : 2.5 }}
      activeDotProps={{ r: 4.5 }}
      lineProps={({ strokeDasharray }) => (strokeDasharray === undefined ? {} : { dot: false, strokeOpacity: 0.6 })}
      yAxisProps={{ width: 56, tickFormatter: format, domain: isNegative ? ["auto", "auto"] : [0, ceiling ?? "auto"] }}
      xAxisProps={{ minTickGap: 24, interval: "equidistantPreserveStart" }}
      lineChartProps={{
        ...name,
        margin: { top: 10, right: 12, bottom: 5, left: 5 },
        onClick: ({ activeTooltipIndex }) => activeTooltipIndex != null && onPick?.(Number(activeTooltipIndex)),
      }}
      onKeyDown={pickShown}
    >
      <RememberShown place={shown} />
    </LineChart>
  );
}

/** Tells which day the tooltip shows: the library keeps it inside of the chart. */
function RememberShown({ place }: { place: RefObject<number | null> }) {
  const [point] = useActiveTooltipDataPoints<Point>() ?? [];
  useEffect(() => {
    place.current = point?.index ?? null;
  });
  return null;
}
