/**
 * Reads fill and outline of VML shapes.
 *
 * @module
 */

import { clamp } from '../../../numbers.js'
import { type Arrow, type Fill, type LineStyle, roundTwips } from '../../../typeset/drawings.js'
import type { HexColor } from '../../../typeset/model/properties.js'
import { childOf } from '../../xml/xml-element.js'
import { mixColors } from '../color.js'
import { type DrawingEnvironment, findRelationship } from '../drawing-environment.js'
import { dashPattern, makeArrow } from '../line.js'
import { readBoolean, readNumber } from '../units.js'
import { readVmlColor } from './vml-color.js'
import { readFraction, readVmlAngle, readVmlLength } from './vml-style.js'
import { attributeOf, childAttributeOf, type VmlSource } from './vml-template.js'

/** Names of dash styles (ECMA-376-4, 14.2.3.4) in DrawingML. */
const DASH_NAMES: Readonly<Record<string, string>> = {
  shortdash: 'sysDash',
  shortdot: 'sysDot',
  shortdashdot: 'sysDashDot',
  shortdashdotdot: 'sysDashDotDot',
  dot: 'dot',
  dash: 'dash',
  longdash: 'lgDash',
  dashdot: 'dashDot',
  longdashdot: 'lgDashDot',
  longdashdotdot: 'lgDashDotDot',
}

const ARROW_NAMES: Readonly<Record<string, string>> = {
  block: 'triangle',
  classic: 'stealth',
  diamond: 'diamond',
  oval: 'oval',
  open: 'arrow',
}

const ARROW_SIZES: Readonly<Record<string, string>> = {
  narrow: 'sm',
  short: 'sm',
  medium: 'med',
  wide: 'lg',
  long: 'lg',
}

const CAPS: Readonly<Record<string, LineStyle['cap']>> = { flat: 'butt', square: 'square', round: 'round' }

const JOINS: Readonly<Record<string, LineStyle['join']>> = { miter: 'miter', bevel: 'bevel', round: 'round' }

/** The fill of a VML shape (ECMA-376-4, 14.1.2.5); white by default. */
export function readVmlFill(source: VmlSource, env: DrawingEnvironment): Fill | undefined {
  const on = childAttributeOf(source, 'v:fill', 'on') ?? attributeOf(source, 'filled')
  if (!readBoolean(on, true)) return undefined
  const color =
    readVmlColor(attributeOf(source, 'fillcolor') ?? childAttributeOf(source, 'v:fill', 'color')) ?? 'FFFFFF'
  const opacity = clamp(readFraction(childAttributeOf(source, 'v:fill', 'opacity'), 1), 0, 1)
  const type = (childAttributeOf(source, 'v:fill', 'type') ?? 'solid').toLowerCase()
  if (type === 'tile' || type === 'frame' || type === 'pattern') {
    const picture = readPictureFill(source, env, type, opacity)
    if (picture !== undefined) return picture
    const back = readVmlColor(childAttributeOf(source, 'v:fill', 'color2'), color)
    return { type: 'solid', color: back === undefined ? color : mixColors(color, back, 0.5), opacity }
  }
  return type.startsWith('gradient') ? readGradient(source, color, opacity, type) : { type: 'solid', color, opacity }
}

function readPictureFill(source: VmlSource, env: DrawingEnvironment, type: string, opacity: number): Fill | undefined {
  const fill = childOf(source.shape, 'v:fill')?.attributes
  const relationship = findRelationship(env, fill?.['r:id'] ?? fill?.['o:relid'])
  if (type === 'pattern' || relationship === undefined || relationship.external) return undefined
  const image = env.images.add(relationship.target)
  return image === undefined ? undefined : { type: 'picture', image, tile: type === 'tile', opacity }
}

function readGradient(source: VmlSource, color: HexColor, opacity: number, type: string): Fill {
  const second = readVmlColor(childAttributeOf(source, 'v:fill', 'color2'), color) ?? 'FFFFFF'
  const secondOpacity = clamp(readFraction(childAttributeOf(source, 'v:fill', 'o:opacity2'), opacity), 0, 1)
  const near = { color, opacity }
  const far = { color: second, opacity: secondOpacity }
  if (type === 'gradientradial') {
    return {
      type: 'gradient',
      stops: [
        { offset: 0, ...far },
        { offset: 1, ...near },
      ],
    }
  }
  // The focus is the place where the first colour ends: at one end, or in the middle for a symmetrical gradient.
  const focus = readFraction(childAttributeOf(source, 'v:fill', 'focus'), 0)
  const reversed = focus < 0.25
  const [start, end] = reversed ? [far, near] : [near, far]
  const angle = 90 + readVmlAngle(childAttributeOf(source, 'v:fill', 'angle'))
  const symmetric = Math.abs(focus) >= 0.25 && Math.abs(focus) <= 0.75
  return {
    type: 'gradient',
    stops: symmetric
      ? [
          { offset: 0, ...start },
          { offset: 0.5, ...end },
          { offset: 1, ...start },
        ]
      : [
          { offset: 0, ...start },
          { offset: 1, ...end },
        ],
    angle: ((angle % 360) + 360) % 360,
  }
}

/** From this number on, a weight without a unit is in EMU, as LibreOffice writes it, and not in pixels. */
const LEAST_EMU = 1000

/** The width of a line in twips. */
function readWeight(text: string | undefined): number {
  const isEmu = Number(text) >= LEAST_EMU
  return Math.max(0, readVmlLength(isEmu ? `${text}emu` : text) ?? 15)
}

/** The outline of a VML shape (ECMA-376-4, 14.1.2.21); black and 0.75 points wide by default. */
export function readVmlLine(source: VmlSource, strokedByDefault = true): LineStyle | undefined {
  const on = childAttributeOf(source, 'v:stroke', 'on') ?? attributeOf(source, 'stroked')
  if (!readBoolean(on, strokedByDefault)) return undefined
  const stroke = (name: string) => childAttributeOf(source, 'v:stroke', name)?.toLowerCase()
  const width = readWeight(attributeOf(source, 'strokeweight') ?? stroke('weight'))
  const base = readVmlColor(attributeOf(source, 'fillcolor'))
  const color = readVmlColor(attributeOf(source, 'strokecolor') ?? stroke('color'), base) ?? '000000'
  const startArrow = readArrow(stroke('startarrow'), stroke('startarrowwidth'), stroke('startarrowlength'))
  const endArrow = readArrow(stroke('endarrow'), stroke('endarrowwidth'), stroke('endarrowlength'))
  return {
    width,
    color,
    opacity: clamp(readFraction(stroke('opacity'), 1), 0, 1),
    dash: readDash(stroke('dashstyle'), width),
    cap: CAPS[stroke('endcap') ?? ''] ?? 'butt',
    join: JOINS[stroke('joinstyle') ?? ''] ?? 'miter',
    ...(startArrow === undefined ? {} : { startArrow }),
    ...(endArrow === undefined ? {} : { endArrow }),
  }
}

function readDash(style: string | undefined, width: number): readonly number[] {
  if (style === undefined || style === 'solid') return []
  const name = Object.hasOwn(DASH_NAMES, style) ? DASH_NAMES[style] : undefined
  if (name !== undefined) return dashPattern(name, width) ?? []
  const lengths = style.split(/\s+/).map((length) => readNumber(length, Number.NaN))
  if (lengths.length > 16 || !lengths.every((length) => length > 0)) return []
  return lengths.map((length) => roundTwips(length * Math.max(width, 15)))
}

function readArrow(type: string | undefined, width: string | undefined, length: string | undefined): Arrow | undefined {
  const name = Object.hasOwn(ARROW_NAMES, type ?? '') ? ARROW_NAMES[type ?? ''] : undefined
  return makeArrow(name, ARROW_SIZES[width ?? ''], ARROW_SIZES[length ?? ''])
}
