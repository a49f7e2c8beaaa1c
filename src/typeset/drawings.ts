/**
 * Entry module of drawings: their model, that of charts, and what builds paths.
 *
 * @module
 */

export {
  type BarLook,
  type CategoryGroup,
  type ChartAxis,
  type ChartLayout,
  type ChartLegend,
  type ChartMarker,
  type ChartModel,
  type ChartPlot,
  type ChartSeries,
  type ChartTitle,
  type DataLabels,
  type DrawChart,
  type LabelParts,
  type LabelPiece,
  type LinesBetween,
  type PlotKind,
  type TrendLine,
  type TrendRule,
  thinLine,
} from './model/chart-model.js'
export type {
  Arrow,
  Drawing,
  DrawingAnchor,
  DrawingElement,
  Fill,
  ImageSource,
  LineStyle,
  PathCommand,
  PictureElement,
  ShapeElement,
  TextBox,
} from './model/drawing-model.js'
export { TextLinks } from './model/linked-text.js'
export { formatByCode } from './model/number-code.js'
export {
  closedPath,
  ellipseHole,
  ellipsePath,
  MAX_PATH_COMMANDS,
  PathBuilder,
  roundTwips,
} from './model/path-builder.js'
