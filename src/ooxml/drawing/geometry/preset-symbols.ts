/**
 * Mathematical signs, banners, scrolls and action buttons.
 *
 * @module
 */

import { closedPath, ellipsePath, PathBuilder } from '../../../typeset/drawings.js'
import type { GeometryFunction, GeometrySize } from './geometry.js'
import { adjustShare, outline, polygon, textArea } from './outline.js'

const mathPlus: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const d = (Math.min(w, h) * adjustShare(size, 'adj1', 23_520, 0, 73_490)) / 2
  const [rx, ry] = [w * 0.3674, h * 0.3674]
  const [x, y] = [w / 2, h / 2]
  return polygon([
    x - rx,
    y - d,
    x - d,
    y - d,
    x - d,
    y - ry,
    x + d,
    y - ry,
    x + d,
    y - d,
    x + rx,
    y - d,
    x + rx,
    y + d,
    x + d,
    y + d,
    x + d,
    y + ry,
    x - d,
    y + ry,
    x - d,
    y + d,
    x - rx,
    y + d,
  ])
}

/** Horizontal bars of a mathematical sign, by the distances of their centre lines from the centre. */
function bars(size: GeometrySize, thickness: number, centres: readonly number[]): PathBuilder {
  const { width: w, height: h } = size
  const [left, right] = [w * 0.1326, w * 0.8674]
  const path = new PathBuilder()
  for (const centre of centres) {
    const [top, bottom] = [h / 2 + centre - thickness / 2, h / 2 + centre + thickness / 2]
    path.move(left, top).line(right, top, right, bottom, left, bottom).close()
  }
  return path
}

const mathMinus: GeometryFunction = (size) => ({
  paths: [outline(bars(size, size.height * adjustShare(size, 'adj1', 23_520), [0]))],
})

const mathEqual: GeometryFunction = (size) => {
  const thickness = size.height * adjustShare(size, 'adj1', 23_520, 0, 36_745)
  const gap = size.height * adjustShare(size, 'adj2', 11_760)
  const centre = (gap + thickness) / 2
  return { paths: [outline(bars(size, thickness, [-centre, centre]))] }
}

const mathNotEqual: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const thickness = h * adjustShare(size, 'adj1', 23_520, 0, 50_000)
  const gap = h * adjustShare(size, 'adj3', 11_760)
  const centre = (gap + thickness) / 2
  const half = thickness / 2
  const lean = (h / 2) * 0.3639
  const slash = closedPath([
    w / 2 + lean - half,
    0,
    w / 2 + lean + half,
    0,
    w / 2 - lean + half,
    h,
    w / 2 - lean - half,
    h,
  ])
  return { paths: [outline(bars(size, thickness, [-centre, centre])), outline(slash)] }
}

const mathMultiply: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const half = (Math.min(w, h) * adjustShare(size, 'adj1', 23_520, 0, 51_965)) / 2
  const angle = Math.atan2(h, w)
  const reach = Math.hypot(w, h) * 0.2595
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  // Both edges of an arm's end, which points in the direction (x, y) from the centre.
  const arm = (x: number, y: number) => [
    w / 2 + reach * x * cos + half * y * sin,
    h / 2 + reach * y * sin - half * x * cos,
    w / 2 + reach * x * cos - half * y * sin,
    h / 2 + reach * y * sin + half * x * cos,
  ]
  const [innerX, innerY] = [half / (sin || 1), half / (cos || 1)]
  return polygon([
    ...arm(-1, -1),
    w / 2,
    h / 2 - innerY,
    ...arm(1, -1),
    w / 2 + innerX,
    h / 2,
    ...arm(1, 1),
    w / 2,
    h / 2 + innerY,
    ...arm(-1, 1),
    w / 2 - innerX,
    h / 2,
  ])
}

const mathDivide: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const radius = h * adjustShare(size, 'adj3', 11_760, 1000, 36_745)
  const thickness = h * adjustShare(size, 'adj1', 23_520, 1000, 36_745)
  const offset = thickness / 2 + h * adjustShare(size, 'adj2', 5880) + radius
  return {
    paths: [
      outline(ellipsePath(w / 2, h / 2 - offset, radius, radius)),
      outline(ellipsePath(w / 2, h / 2 + offset, radius, radius)),
      outline(bars(size, thickness, [0])),
    ],
  }
}

/** A ribbon with folded ends; `up` puts the folds at the bottom. */
function ribbon(up: boolean): GeometryFunction {
  return (size) => {
    const { width: w, height: h } = size
    const rise = h * adjustShare(size, 'adj1', 16_667, 0, 33_333)
    const half = (w * adjustShare(size, 'adj2', 50_000, 25_000, 75_000)) / 2
    const [left, right] = [w / 2 - half, w / 2 + half]
    const fold = w / 8
    const y = (value: number) => (up ? h - value : value)
    const end = (edge: number, inner: number, notch: number) =>
      closedPath([edge, y(rise), notch, y((h + rise) / 2), edge, y(h), inner, y(h), inner, y(rise)])
    return {
      paths: [
        outline(end(0, left + fold, w / 8)),
        outline(end(w, right - fold, (w * 7) / 8)),
        outline(closedPath([left, y(h - rise), left + fold, y(h), left + fold, y(h - rise)]), 'darkenLess'),
        outline(closedPath([right, y(h - rise), right - fold, y(h), right - fold, y(h - rise)]), 'darkenLess'),
        outline(closedPath([left, y(0), right, y(0), right, y(h - rise), left, y(h - rise)])),
      ],
      textInsets: up ? textArea(size, left, rise, right, h) : textArea(size, left, 0, right, h - rise),
    }
  }
}

/** A sheet with rolled ends. With `upright`, the rolls are at its top and bottom. */
function scroll(upright: boolean): GeometryFunction {
  return (size) => {
    const along = upright ? size : { ...size, width: size.height, height: size.width }
    const { width: w, height: h } = along
    const d = Math.min(w, h) * adjustShare(size, 'adj', 12_500, 0, 25_000)
    const at = (path: PathBuilder, points: readonly number[]) => {
      for (let i = 0; i + 1 < points.length; i += 2) {
        const [x, y] = upright ? [points[i] ?? 0, points[i + 1] ?? 0] : [points[i + 1] ?? 0, points[i] ?? 0]
        if (i === 0) path.move(x, y)
        else path.line(x, y)
      }
      return path.close()
    }
    const sheet = at(new PathBuilder(), [
      d,
      0,
      w - d / 2,
      0,
      w,
      d / 2,
      w - d,
      d,
      w - d,
      h - d / 2,
      w - d * 1.5,
      h,
      d / 2,
      h,
      0,
      h - d / 2,
      d / 2,
      h - d,
      d,
      h - d,
    ])
    const rolls = at(new PathBuilder(), [d, d / 2, d * 1.5, 0, d * 2, d / 2, d * 1.5, d])
    return {
      paths: [outline(sheet), outline(rolls, 'darkenLess')],
      textInsets: upright ? textArea(size, d, d, w - d, h - d) : textArea(size, d, d, h - d, w - d),
    }
  }
}

/** Signs of action buttons, as polygons in a box from -1 to 1. */
const SIGNS: Readonly<Record<string, readonly number[]>> = {
  actionButtonBlank: [],
  actionButtonForwardNext: [-1, -1, 1, 0, -1, 1],
  actionButtonBackPrevious: [1, -1, -1, 0, 1, 1],
  actionButtonEnd: [-1, -1, 0.5, 0, 0.5, -1, 1, -1, 1, 1, 0.5, 1, 0.5, 0, -1, 1],
  actionButtonBeginning: [1, -1, -0.5, 0, -0.5, -1, -1, -1, -1, 1, -0.5, 1, -0.5, 0, 1, 1],
  actionButtonHome: [0, -1, 1, 0, 0.7, 0, 0.7, 1, -0.7, 1, -0.7, 0, -1, 0],
  actionButtonReturn: [
    0, -0.5, 0.5, -1, 1, -0.5, 0.75, -0.5, 0.75, 0.5, 0.3, 0.9, -0.6, 0.9, -1, 0.5, -1, -0.5, -0.5, -0.5, -0.5, 0.4,
    0.25, 0.4, 0.25, -0.5,
  ],
  actionButtonDocument: [-0.7, -1, 0.3, -1, 0.7, -0.5, 0.7, 1, -0.7, 1],
  actionButtonSound: [-1, -0.35, -0.5, -0.35, 0, -0.9, 0, 0.9, -0.5, 0.35, -1, 0.35],
  actionButtonMovie: [-1, -0.4, 0.5, -0.4, 0.5, -0.1, 1, -0.3, 1, 0.4, 0.5, 0.2, 0.5, 0.4, -1, 0.4],
  actionButtonHelp: [],
  actionButtonInformation: [-0.2, -0.3, 0.2, -0.3, 0.2, 0.8, -0.2, 0.8],
}

function actionButton(sign: readonly number[]): GeometryFunction {
  return (size) => {
    const { width: w, height: h } = size
    const reach = Math.min(w, h) * 0.375
    const box = closedPath([0, 0, w, 0, w, h, 0, h])
    if (sign.length === 0) return { paths: [outline(box)] }
    const points = sign.map((value, i) => (i % 2 === 0 ? w : h) / 2 + value * reach)
    return { paths: [outline(box), outline(closedPath(points), 'darken')] }
  }
}

function actionButtons(): Record<string, GeometryFunction> {
  return Object.fromEntries(Object.entries(SIGNS).map(([name, sign]) => [name, actionButton(sign)]))
}

/** Signs, banners and buttons (ECMA-376-1, 20.1.10.56). */
export const SYMBOLS: Readonly<Record<string, GeometryFunction>> = {
  mathPlus,
  mathMinus,
  mathEqual,
  mathNotEqual,
  mathMultiply,
  mathDivide,
  ribbon: ribbon(false),
  ribbon2: ribbon(true),
  ellipseRibbon: ribbon(false),
  ellipseRibbon2: ribbon(true),
  verticalScroll: scroll(true),
  horizontalScroll: scroll(false),
  ...actionButtons(),
}
