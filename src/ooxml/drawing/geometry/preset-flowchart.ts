/**
 * Symbols of flowcharts.
 *
 * @module
 */

import { closedPath, ellipsePath, PathBuilder } from '../../../typeset/drawings.js'
import type { Geometry, GeometryFunction, PathFillMode } from './geometry.js'
import { insets, outline, polygon, single, textArea } from './outline.js'

/** A polygon whose corners and text rectangle are given as shares of the box. */
function shares(corners: readonly number[], area: readonly [number, number, number, number]): GeometryFunction {
  return (size) => {
    const { width: w, height: h } = size
    const points = corners.map((value, i) => value * (i % 2 === 0 ? w : h))
    return polygon(points, textArea(size, w * area[0], h * area[1], w * area[2], h * area[3]))
  }
}

/** A body with open lines over it. */
function withLines(body: PathBuilder, lines: PathBuilder, textInsets: Geometry['textInsets']): Geometry {
  const mode: PathFillMode = 'none'
  return {
    paths: [outline(body), outline(lines, mode)],
    ...(textInsets === undefined ? {} : { textInsets }),
  }
}

const predefinedProcess: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const d = w / 8
  const lines = new PathBuilder()
    .move(d, 0)
    .line(d, h)
    .move(w - d, 0)
    .line(w - d, h)
  return withLines(closedPath([0, 0, w, 0, w, h, 0, h]), lines, insets(d, 0))
}

const internalStorage: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const lines = new PathBuilder()
    .move(w / 8, 0)
    .line(w / 8, h)
    .move(0, h / 8)
    .line(w, h / 8)
  return withLines(closedPath([0, 0, w, 0, w, h, 0, h]), lines, { top: h / 8, right: 0, bottom: 0, left: w / 8 })
}

/** The lower edge of a document symbol: a wave. */
function documentPath(x: number, y: number, w: number, h: number): PathBuilder {
  return new PathBuilder()
    .move(x, y)
    .line(x + w, y, x + w, y + h * 0.802)
    .cubic(x + w / 2, y + h * 0.802, x + w / 2, y + h * 1.065, x, y + h * 0.934)
    .close()
}

const multidocument: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const [dx, dy] = [w * 0.0689, h * 0.084]
  const sheet = (i: number) => outline(documentPath(dx * (2 - i), dy * i, w - 2 * dx, h - 2 * dy))
  return { paths: [sheet(0), sheet(1), sheet(2)], textInsets: textArea(size, 0, 2 * dy, w - 2 * dx, h * 0.86) }
}

const terminator: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const r = w * 0.1609
  const path = new PathBuilder()
    .move(r, 0)
    .line(w - r, 0)
    .arc(r, h / 2, 270, 180)
    .line(r, h)
    .arc(r, h / 2, 90, 180)
    .close()
  return single(path, insets(w * 0.047, h * 0.146))
}

const alternateProcess: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const r = Math.min(w, h) / 6
  const path = new PathBuilder()
    .move(0, r)
    .arc(r, r, 180, 90)
    .line(w - r, 0)
  path
    .arc(r, r, 270, 90)
    .line(w, h - r)
    .arc(r, r, 0, 90)
  path.line(r, h).arc(r, r, 90, 90).close()
  return single(path, insets(r * 0.29))
}

/** A circle with two lines through it. */
function crossed(lines: (w: number, h: number) => PathBuilder): GeometryFunction {
  return ({ width: w, height: h }) =>
    withLines(ellipsePath(w / 2, h / 2, w / 2, h / 2), lines(w, h), insets(w * 0.1464, h * 0.1464))
}

const connector: GeometryFunction = ({ width: w, height: h }) =>
  single(ellipsePath(w / 2, h / 2, w / 2, h / 2), insets(w * 0.1464, h * 0.1464))

const sort: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const body = closedPath([0, h / 2, w / 2, 0, w, h / 2, w / 2, h])
  return withLines(body, new PathBuilder().move(0, h / 2).line(w, h / 2), insets(w / 4, h / 4))
}

const punchedTape: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const r = h / 10
  const path = new PathBuilder()
    .move(0, r)
    .arc(w / 4, r, 180, -180)
    .arc(w / 4, r, 180, 180)
    .line(w, h - r)
  path
    .arc(w / 4, r, 0, -180)
    .arc(w / 4, r, 0, 180)
    .close()
  return single(path, insets(0, h / 5))
}

const onlineStorage: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const path = new PathBuilder()
    .move(w / 6, 0)
    .line(w, 0)
    .arc(w / 6, h / 2, 270, -180)
    .line(w / 6, h)
  path.arc(w / 6, h / 2, 90, 180).close()
  return single(path, insets(w / 6, 0))
}

const delay: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const path = new PathBuilder()
    .move(0, 0)
    .line(w / 2, 0)
    .arc(w / 2, h / 2, 270, 180)
    .line(0, h)
    .close()
  return single(path, textArea(size, 0, h * 0.146, w * 0.854, h * 0.854))
}

const magneticDisk: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const r = h / 6
  const body = new PathBuilder()
    .move(0, r)
    .arc(w / 2, r, 180, 180)
    .line(w, h - r)
    .arc(w / 2, r, 0, 180)
    .close()
  const lines = new PathBuilder().move(w, r).arc(w / 2, r, 0, 180)
  return withLines(body, lines, { top: h / 3, right: 0, bottom: r, left: 0 })
}

const magneticDrum: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const r = w / 6
  const body = new PathBuilder()
    .move(r, 0)
    .line(w - r, 0)
    .arc(r, h / 2, 270, 180)
    .line(r, h)
  body.arc(r, h / 2, 90, 180).close()
  const lines = new PathBuilder().move(w - r, h).arc(r, h / 2, 90, 180)
  return withLines(body, lines, { top: 0, right: w / 3, bottom: 0, left: r })
}

const magneticTape: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const angle = Math.atan2(h, w)
  const path = new PathBuilder().move(w / 2, h).arc(w / 2, h / 2, 90, 270)
  path.arcAbout(w / 2, h / 2, w / 2, h / 2, 0, angle)
  path.line(w, path.y, w, h).close()
  return single(path, insets(w * 0.1464, h * 0.1464))
}

const display: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const path = new PathBuilder().move(0, h / 2).line(w / 6, 0, (w * 5) / 6, 0)
  path
    .arc(w / 6, h / 2, 270, 180)
    .line(w / 6, h)
    .close()
  return single(path, insets(w / 6, 0))
}

/** Flowchart symbols (ECMA-376-1, 20.1.10.56). */
export const FLOWCHART: Readonly<Record<string, GeometryFunction>> = {
  flowChartProcess: shares([0, 0, 1, 0, 1, 1, 0, 1], [0, 0, 1, 1]),
  flowChartDecision: shares([0, 0.5, 0.5, 0, 1, 0.5, 0.5, 1], [0.25, 0.25, 0.75, 0.75]),
  flowChartInputOutput: shares([0, 1, 0.2, 0, 1, 0, 0.8, 1], [0.2, 0, 0.8, 1]),
  flowChartPredefinedProcess: predefinedProcess,
  flowChartInternalStorage: internalStorage,
  flowChartDocument: (size) =>
    single(documentPath(0, 0, size.width, size.height), { top: 0, right: 0, bottom: size.height * 0.2, left: 0 }),
  flowChartMultidocument: multidocument,
  flowChartTerminator: terminator,
  flowChartPreparation: shares([0, 0.5, 0.2, 0, 0.8, 0, 1, 0.5, 0.8, 1, 0.2, 1], [0.2, 0, 0.8, 1]),
  flowChartManualInput: shares([0, 0.2, 1, 0, 1, 1, 0, 1], [0, 0.2, 1, 1]),
  flowChartManualOperation: shares([0, 0, 1, 0, 0.8, 1, 0.2, 1], [0.2, 0, 0.8, 1]),
  flowChartConnector: connector,
  flowChartOffpageConnector: shares([0, 0, 1, 0, 1, 0.8, 0.5, 1, 0, 0.8], [0, 0, 1, 0.8]),
  flowChartPunchedCard: shares([0, 0.2, 0.2, 0, 1, 0, 1, 1, 0, 1], [0, 0.2, 1, 1]),
  flowChartPunchedTape: punchedTape,
  flowChartSummingJunction: crossed((w, h) =>
    new PathBuilder()
      .move(w * 0.1464, h * 0.1464)
      .line(w * 0.8536, h * 0.8536)
      .move(w * 0.8536, h * 0.1464)
      .line(w * 0.1464, h * 0.8536),
  ),
  flowChartOr: crossed((w, h) =>
    new PathBuilder()
      .move(w / 2, 0)
      .line(w / 2, h)
      .move(0, h / 2)
      .line(w, h / 2),
  ),
  flowChartCollate: shares([0, 0, 1, 0, 0.5, 0.5, 1, 1, 0, 1, 0.5, 0.5], [0.25, 0.25, 0.75, 0.75]),
  flowChartSort: sort,
  flowChartExtract: shares([0, 1, 0.5, 0, 1, 1], [0.25, 0.5, 0.75, 1]),
  flowChartMerge: shares([0, 0, 1, 0, 0.5, 1], [0.25, 0, 0.75, 0.5]),
  flowChartOnlineStorage: onlineStorage,
  flowChartOfflineStorage: shares([0, 0, 1, 0, 0.5, 1], [0.25, 0, 0.75, 0.5]),
  flowChartDelay: delay,
  flowChartMagneticDisk: magneticDisk,
  flowChartMagneticDrum: magneticDrum,
  flowChartMagneticTape: magneticTape,
  flowChartDisplay: display,
  flowChartAlternateProcess: alternateProcess,
}
