/**
 * Computes the formulas of custom shapes.
 *
 * @module
 */

import { childrenOf, type XmlElement } from '../../xml/xml-element.js'
import { DRAWING_LIMITS } from '../drawing-limits.js'
import { readNumber } from '../units.js'

/** Radians in a unit of angle, which is 1/60000 of a degree. */
const ANGLE_UNIT = Math.PI / (180 * 60_000)

/** Values of guides and adjust handles, and of the names that every shape has (ECMA-376-1, 20.1.9.11 and 20.1.10.56). */
export class GuideFormulas {
  readonly #values: Map<string, number>

  constructor(width: number, height: number) {
    const short = Math.min(width, height)
    this.#values = new Map<string, number>([
      ['l', 0],
      ['t', 0],
      ['r', width],
      ['b', height],
      ['w', width],
      ['h', height],
      ['hc', width / 2],
      ['vc', height / 2],
      ['ss', short],
      ['ls', Math.max(width, height)],
      ['cd2', 10_800_000],
      ['cd4', 5_400_000],
      ['cd8', 2_700_000],
      ['3cd4', 16_200_000],
      ['3cd8', 8_100_000],
      ['5cd8', 13_500_000],
      ['7cd8', 18_900_000],
    ])
    for (const part of [2, 3, 4, 5, 6, 8, 10, 12, 16, 32]) {
      this.#values.set(`wd${part}`, width / part)
      this.#values.set(`hd${part}`, height / part)
      this.#values.set(`ssd${part}`, short / part)
    }
  }

  /** A number, or the value of a name; 0 for unknown names. */
  value(text: string | undefined): number {
    if (text === undefined) return 0
    return this.#values.get(text) ?? readNumber(text, 0)
  }

  /** Computes the guides of an a:avLst or a:gdLst in order. */
  define(list: XmlElement | undefined): void {
    for (const guide of childrenOf(list, 'a:gd').slice(0, DRAWING_LIMITS.maxFormulas)) {
      const name = guide.attributes['name']
      if (name !== undefined) this.#values.set(name, this.#compute(guide.attributes['fmla'] ?? ''))
    }
  }

  #compute(formula: string): number {
    const [operator, first, second, third] = formula.trim().split(/\s+/)
    const x = this.value(first)
    const y = this.value(second)
    const z = this.value(third)
    const value = computeFormula(operator, x, y, z)
    return Number.isFinite(value) ? value : 0
  }
}

/** The operators of ECMA-376-1, 20.1.9.11. */
function computeFormula(operator: string | undefined, x: number, y: number, z: number): number {
  switch (operator) {
    case 'val':
      return x
    case '*/':
      return z === 0 ? 0 : (x * y) / z
    case '+-':
      return x + y - z
    case '+/':
      return z === 0 ? 0 : (x + y) / z
    case '?:':
      return x > 0 ? y : z
    case 'abs':
      return Math.abs(x)
    case 'at2':
      return Math.atan2(y, x) / ANGLE_UNIT
    case 'cat2':
      return x * Math.cos(Math.atan2(z, y))
    case 'sat2':
      return x * Math.sin(Math.atan2(z, y))
    case 'cos':
      return x * Math.cos(y * ANGLE_UNIT)
    case 'sin':
      return x * Math.sin(y * ANGLE_UNIT)
    case 'tan':
      return x * Math.tan(y * ANGLE_UNIT)
    case 'max':
      return Math.max(x, y)
    case 'min':
      return Math.min(x, y)
    case 'mod':
      return Math.sqrt(x * x + y * y + z * z)
    case 'pin':
      return y < x ? x : Math.min(y, z)
    case 'sqrt':
      return Math.sqrt(Math.max(0, x))
    default:
      return 0
  }
}
