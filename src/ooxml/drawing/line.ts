/**
 * Reads lines and outlines: width, colour, dashes, arrow heads.
 *
 * @module
 */

import { clamp } from '../../numbers.js'
import { type Arrow, type LineStyle, roundTwips } from '../../typeset/drawings.js'
import type { XmlElement } from '../xml/xml-element.js'
import { childOf, childrenOf } from '../xml/xml-element.js'
import type { DrawingColor } from './color.js'
import type { DrawingEnvironment } from './drawing-environment.js'
import { meanColor, readFill } from './fill.js'
import { readEmu, readNumber } from './units.js'

/** Default width of a line, in twips: 9525 EMU (ECMA-376-1, 20.1.2.2.24). */
const DEFAULT_WIDTH = 15

/** ST_PresetLineDashVal (20.1.10.48) in multiples of the line's width. */
const DASHES: Readonly<Record<string, readonly number[]>> = {
  dot: [1, 3],
  sysDot: [1, 1],
  dash: [4, 3],
  sysDash: [3, 1],
  lgDash: [8, 3],
  dashDot: [4, 3, 1, 3],
  sysDashDot: [3, 1, 1, 1],
  lgDashDot: [8, 3, 1, 3],
  lgDashDotDot: [8, 3, 1, 3, 1, 3],
  sysDashDotDot: [3, 1, 1, 1, 1, 1],
}

const ARROW_FACTORS: Readonly<Record<string, number>> = { sm: 2, med: 3, lg: 5 }

const CAPS: Readonly<Record<string, LineStyle['cap']>> = { rnd: 'round', sq: 'square' }

/** The theme's line that a shape refers to, with the colour of `phClr` in it. */
export interface LineReference {
  readonly line: XmlElement | undefined
  readonly placeholder: DrawingColor | undefined
}

/** An outline (a:ln) on top of the theme's line; undefined where nothing is drawn. */
export function readLine(
  ln: XmlElement | undefined,
  env: DrawingEnvironment,
  reference?: LineReference,
): LineStyle | undefined {
  const theme = reference?.line
  const own = readFill(ln, env)
  const fill = own === undefined ? readFill(theme, env, undefined, reference?.placeholder) : own
  if (fill === null || fill === undefined) return undefined
  const color = meanColor(fill) ?? { color: '808080', opacity: 1 }
  const width = Math.max(0, readEmu(ln?.attributes['w'] ?? theme?.attributes['w'], DEFAULT_WIDTH))
  const startArrow = readArrow(childOf(ln, 'a:headEnd') ?? childOf(theme, 'a:headEnd'))
  const endArrow = readArrow(childOf(ln, 'a:tailEnd') ?? childOf(theme, 'a:tailEnd'))
  return {
    width,
    color: color.color,
    opacity: color.opacity,
    dash: readDash(ln, width) ?? readDash(theme, width) ?? [],
    cap: CAPS[ln?.attributes['cap'] ?? theme?.attributes['cap'] ?? ''] ?? 'butt',
    join: readJoin(ln) ?? readJoin(theme) ?? 'round',
    ...(startArrow === undefined ? {} : { startArrow }),
    ...(endArrow === undefined ? {} : { endArrow }),
  }
}

/** Lengths of a named dash pattern, for a line of this width. Undefined for unknown names and `solid`. */
export function dashPattern(name: string, width: number): readonly number[] | undefined {
  const unit = Math.max(width, DEFAULT_WIDTH)
  return Object.hasOwn(DASHES, name) ? DASHES[name]?.map((length) => roundTwips(length * unit)) : undefined
}

function readDash(ln: XmlElement | undefined, width: number): readonly number[] | undefined {
  const preset = childOf(ln, 'a:prstDash')?.attributes['val']
  if (preset !== undefined) return dashPattern(preset, width) ?? []
  const custom = childOf(ln, 'a:custDash')
  if (custom === undefined) return undefined
  const unit = Math.max(width, DEFAULT_WIDTH)
  return childrenOf(custom, 'a:ds')
    .slice(0, 16)
    .flatMap((stop) => [dashLength(stop.attributes['d'], unit), dashLength(stop.attributes['sp'], unit)])
}

function dashLength(text: string | undefined, unit: number): number {
  return roundTwips(clamp(readNumber(text, 100_000) / 100_000, 0.01, 1000) * unit)
}

function readJoin(ln: XmlElement | undefined): LineStyle['join'] | undefined {
  if (childOf(ln, 'a:miter') !== undefined) return 'miter'
  if (childOf(ln, 'a:bevel') !== undefined) return 'bevel'
  return childOf(ln, 'a:round') === undefined ? undefined : 'round'
}

function readArrow(end: XmlElement | undefined): Arrow | undefined {
  return makeArrow(end?.attributes['type'], end?.attributes['w'], end?.attributes['len'])
}

/** An arrow head from the names of its type, width and length in DrawingML. */
export function makeArrow(
  type: string | undefined,
  width: string | undefined,
  length: string | undefined,
): Arrow | undefined {
  const factors = { width: ARROW_FACTORS[width ?? 'med'] ?? 3, length: ARROW_FACTORS[length ?? 'med'] ?? 3 }
  switch (type) {
    case 'triangle':
    case 'stealth':
    case 'diamond':
    case 'oval':
      return { type, ...factors }
    case 'arrow':
      return { type: 'open', ...factors }
    default:
      return undefined
  }
}
