import { figure } from "./figures.ts";
import { INK, THIN, toSvg } from "./svg.ts";

/** One line of a chart. */
export interface Line {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** How it is drawn: shardlist's own, another's, or a goal. @default "other" */
  readonly role?: "ours" | "other" | "goal";
}

export interface LineChartOptions {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly lines: readonly Line[];
  /** Which axes are logarithmic. @default "xy" */
  readonly log?: "xy" | "x" | "y" | "";
}

/** One bar of a chart. */
export interface Bar {
  readonly name: string;
  readonly value: number;
  readonly isOurs: boolean;
}

const WIDTH = 760;
const LINE_CHART_HEIGHT = 420;
const FONT = "system-ui, -apple-system, 'Segoe UI', sans-serif";
/** A legend of its own for each line, in columns: how wide a text is isn't known before it is shown. */
const LEGEND_COLUMNS = 3;
const LEGEND_ROW_HEIGHT = 24;
/** Readable on white and on black. */
const OURS = "#e8590c";
const OTHERS = ["#4c8eda", "#2f9e6e", "#b07fd0", "#c79a1b", "#8a94a0", "#d0679d", "#4fa8a8"];

/** Lines over an axis of numbers. */
export function lineChart({ title, x, y, lines, log = "xy" }: LineChartOptions): string {
  const others = lines.filter((line) => line.role !== "ours");
  const series = lines.map((line) => {
    const colour = line.role === "ours" ? OURS : OTHERS[others.indexOf(line) % OTHERS.length];
    const isGoal = line.role === "goal";
    return {
      type: "line",
      name: line.name,
      data: line.points.map((point) => [...point]),
      symbol: isGoal ? "none" : "circle",
      symbolSize: line.points.length > 20 ? 0 : 6,
      lineStyle: {
        color: isGoal ? INK : colour,
        width: line.role === "ours" ? 6 : 2,
        type: isGoal ? "dashed" : "solid",
      },
      itemStyle: { color: isGoal ? INK : colour },
    };
  });
  return toSvg(
    {
      ...common(title),
      legend: lines.map(({ name }, place) => legendAt(name, place, lines.length)),
      grid: {
        left: 70,
        right: 30,
        top: 80,
        bottom: 60 + LEGEND_ROW_HEIGHT * Math.ceil(lines.length / LEGEND_COLUMNS),
      },
      xAxis: axisBelow(x, log.includes("x")),
      yAxis: axis(y, log.includes("y")),
      // Ours comes first and is wide, so that it shows behind another that is just as good.
      series: series.sort((left, right) => right.lineStyle.width - left.lineStyle.width),
    },
    WIDTH,
    LINE_CHART_HEIGHT,
  );
}

/** Bars side by side, the longest on top, each with its number. */
export function barChart(
  title: string,
  unit: string,
  bars: readonly Bar[],
  scale: "log" | "value" = "value",
): string {
  const sorted = [...bars].sort((left, right) => left.value - right.value);
  return toSvg(
    {
      ...common(title),
      grid: { left: 260, right: 90, top: 50, bottom: 50 },
      xAxis: axisBelow(unit, scale === "log"),
      yAxis: {
        type: "category",
        data: sorted.map(({ name }) => name),
        axisLabel: { color: INK, fontFamily: FONT, width: 240, overflow: "break" },
        axisLine: { lineStyle: { color: THIN } },
        axisTick: { show: false },
      },
      series: [
        {
          type: "bar",
          barMaxWidth: 22,
          data: sorted.map(({ value, isOurs }) => ({
            value,
            itemStyle: { color: isOurs ? OURS : OTHERS[0] },
          })),
          label: {
            show: true,
            position: "right",
            color: INK,
            fontFamily: FONT,
            formatter: ({ value }: { readonly value: number }) => figure(value),
          },
        },
      ],
    },
    WIDTH,
    90 + bars.length * 34,
  );
}

function legendAt(name: string, place: number, count: number) {
  const rows = Math.ceil(count / LEGEND_COLUMNS);
  const row = Math.floor(place / LEGEND_COLUMNS);
  return {
    data: [name],
    left: 24 + (place % LEGEND_COLUMNS) * ((WIDTH - 24) / LEGEND_COLUMNS),
    bottom: (rows - row - 1) * LEGEND_ROW_HEIGHT,
    icon: "roundRect",
    textStyle: { color: INK, fontFamily: FONT },
  };
}

function common(title: string) {
  return {
    title: { text: title, left: 8, textStyle: { color: INK, fontSize: 16, fontFamily: FONT } },
    textStyle: { fontFamily: FONT },
  };
}

function axis(name: string, isLog: boolean) {
  return {
    type: isLog ? "log" : "value",
    name,
    nameTextStyle: { color: INK, fontFamily: FONT, align: "left" },
    axisLabel: { color: INK, fontFamily: FONT, formatter: (value: number) => figure(value) },
    axisLine: { show: true, lineStyle: { color: THIN } },
    splitLine: { lineStyle: { color: THIN } },
  };
}

function axisBelow(name: string, isLog: boolean) {
  return {
    ...axis(name, isLog),
    nameTextStyle: { color: INK, fontFamily: FONT },
    nameLocation: "middle",
    nameGap: 30,
  };
}
