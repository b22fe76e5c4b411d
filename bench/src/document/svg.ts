import { BarChart, LineChart } from "echarts/charts";
import {
  GridComponent,
  LegendComponent,
  MarkLineComponent,
  TitleComponent,
} from "echarts/components";
import { type EChartsCoreOption, init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";

use([
  BarChart,
  LineChart,
  GridComponent,
  LegendComponent,
  MarkLineComponent,
  TitleComponent,
  SVGRenderer,
]);

/** Stand for the colours of text and of thin lines, which depend on the reader's theme. */
export const INK = "#010203";
export const THIN = "#010204";

/** Text and lines take the colour that suits a light or a dark page; the other colours suit both. */
const THEME =
  "<style>svg{color:#1f2328}@media(prefers-color-scheme:dark){svg{color:#e6edf3}}</style>";
const THIN_LINE = 'stroke="currentColor" stroke-opacity="0.2"';

/** Draws a chart. The same chart gives the same text. */
export function toSvg(option: EChartsCoreOption, width: number, height: number): string {
  const chart = init(null, null, { renderer: "svg", ssr: true, width, height });
  chart.setOption({ animation: false, backgroundColor: "transparent", ...option });
  const svg = chart.renderToSVGString().replace(/<style >.*?<\/style>/s, "");
  chart.dispose();
  return `${svg
    .replaceAll(`stroke="${THIN}"`, THIN_LINE)
    .replaceAll(INK, "currentColor")
    .replace(/(<svg[^>]*>)/, `$1${THEME}`)
    // Classes for hovering are numbered through the life of a process, and a picture doesn't hover.
    .replaceAll(/ class="zr\d+-cls-\d+"/g, "")
    .replaceAll(/zr\d+-/g, "zr-")}\n`;
}
