/**
 * Computes the formulas of VML shapes.
 *
 * @module
 */

import { childrenOf, type XmlElement } from '../../xml/xml-element.js'
import { DRAWING_LIMITS } from '../drawing-limits.js'
import { readNumber } from '../units.js'

/** Radians in a unit of angle, which is 1/65536 of a degree. */
const ANGLE_UNIT = Math.PI / (180 * 65_536)

/** The coordinate space of a shape, in which formulas and paths count. */
export interface VmlSpace {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Computes v:formulas (ECMA-376-4, 14.1.2.6 and 14.1.2.8) of a shape with these adjust values. */
export function computeFormulas(
  formulas: XmlElement | undefined,
  adjust: readonly number[],
  space: VmlSpace,
): readonly number[] {
  const values: number[] = []
  const named: Readonly<Record<string, number>> = {
    width: space.width,
    height: space.height,
    xcenter: space.x + space.width / 2,
    ycenter: space.y + space.height / 2,
    pixelwidth: space.width,
    pixelheight: space.height,
    emuwidth: space.width,
    emuheight: space.height,
    emuwidth2: space.width / 2,
    emuheight2: space.height / 2,
    pixellinewidth: 1,
    linedrawn: 1,
  }
  const operand = (text: string | undefined): number => {
    if (text === undefined) return 0
    if (text.startsWith('@')) return values[readNumber(text.slice(1), -1)] ?? 0
    if (text.startsWith('#')) return adjust[readNumber(text.slice(1), -1)] ?? 0
    const name = text.toLowerCase()
    return Object.hasOwn(named, name) ? (named[name] ?? 0) : readNumber(text, 0)
  }
  for (const formula of childrenOf(formulas, 'v:f').slice(0, DRAWING_LIMITS.maxFormulas)) {
    const [operator, first, second, third] = (formula.attributes['eqn'] ?? '').trim().split(/\s+/)
    const value = computeFormula(operator, operand(first), operand(second), operand(third))
    values.push(Number.isFinite(value) ? value : 0)
  }
  return values
}

function computeFormula(operator: string | undefined, v: number, p1: number, p2: number): number {
  switch (operator) {
    case 'val':
      return v
    case 'sum':
      return v + p1 - p2
    case 'prod':
    case 'product':
      return p2 === 0 ? 0 : (v * p1) / p2
    case 'mid':
      return (v + p1) / 2
    case 'abs':
      return Math.abs(v)
    case 'min':
      return Math.min(v, p1)
    case 'max':
      return Math.max(v, p1)
    case 'if':
      return v > 0 ? p1 : p2
    case 'mod':
      return Math.sqrt(v * v + p1 * p1 + p2 * p2)
    case 'atan2':
      return Math.atan2(p1, v) / ANGLE_UNIT
    case 'sin':
      return v * Math.sin(p1 * ANGLE_UNIT)
    case 'cos':
      return v * Math.cos(p1 * ANGLE_UNIT)
    case 'tan':
      return v * Math.tan(p1 * ANGLE_UNIT)
    case 'cosatan2':
      return v * Math.cos(Math.atan2(p2, p1))
    case 'sinatan2':
      return v * Math.sin(Math.atan2(p2, p1))
    case 'sqrt':
      return Math.sqrt(Math.max(0, v))
    case 'sumangle':
      return v + (p1 - p2) * 65_536
    case 'ellipse':
      return p1 === 0 ? 0 : p2 * Math.sqrt(Math.max(0, 1 - (v / p1) ** 2))
    default:
      return 0
  }
}
