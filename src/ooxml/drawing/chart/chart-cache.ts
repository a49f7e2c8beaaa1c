/**
 * Reads the cached texts and numbers of the cells that a chart refers to.
 *
 * @module
 */

import { type CategoryGroup, formatByCode } from '../../../typeset/drawings.js'
import { childOf, childrenOf, textOf, type XmlElement } from '../../xml/xml-element.js'
import { DRAWING_LIMITS } from '../drawing-limits.js'
import { readNumber } from '../units.js'

/** Reads the cache (c:strCache, c:numCache, c:strLit, c:numLit) in a reference. */
function readCache(parent: XmlElement | undefined): Map<number, string> {
  const points = new Map<number, string>()
  const visit = (element: XmlElement, depth: number) => {
    for (const child of childrenOf(element)) {
      if (child.name === 'c:pt') {
        const text = childOf(child, 'c:v')
        const index = readNumber(child.attributes['idx'], points.size)
        if (text !== undefined && index >= 0 && index < DRAWING_LIMITS.maxChartPoints) points.set(index, textOf(text))
      } else if (child.name === 'c:v') {
        points.set(0, textOf(child))
      } else if (child.name === 'c:lvl') {
        // The first level is the innermost: the names of the points themselves (21.2.2.99).
        if (points.size === 0) visit(child, depth + 1)
      } else if (depth < 4) {
        visit(child, depth + 1)
      }
    }
  }
  if (parent !== undefined) visit(parent, 0)
  return points
}

/** The cached texts of the cells that a c:tx or c:cat refers to. */
export function readTexts(parent: XmlElement | undefined): string[] {
  return listOf(readCache(parent)).map((text) => text ?? '')
}

/** How categories that are numbers are written. */
export interface CategoryNumbers {
  /** Format of the axis; left out where it is that of the cells. */
  readonly code: string | undefined
  /** Whether dates count from 1904 (c:date1904). */
  readonly from1904: boolean
}

/** The names of categories. Numbers, such as years and dates, have a format. */
export function readCategories(parent: XmlElement | undefined, { code, from1904 }: CategoryNumbers): string[] {
  const texts = readTexts(parent)
  const cache = childOf(childOf(parent, 'c:numRef'), 'c:numCache') ?? childOf(parent, 'c:numLit')
  if (cache === undefined) return texts
  const own = childOf(cache, 'c:formatCode')
  const format = code ?? (own === undefined ? 'General' : textOf(own))
  return texts.map((text) => {
    const value = text.trim() === '' ? Number.NaN : Number(text)
    return Number.isNaN(value) ? text : formatByCode(value, format, from1904)
  })
}

/** The positions along the first axis of a scatter plot. Texts and missing positions count as 1, 2, 3 ... */
export function readPositions(parent: XmlElement | undefined, count: number): (number | undefined)[] {
  const isNumeric = childOf(parent, 'c:numRef') !== undefined || childOf(parent, 'c:numLit') !== undefined
  return isNumeric ? readNumbers(parent) : Array.from({ length: count }, (_, index) => index + 1)
}

/** Shared names of categories (c:multiLvlStrCache, 21.2.2.102), level by level, from the inside out. */
export function readCategoryGroups(parent: XmlElement | undefined): (readonly CategoryGroup[])[] {
  const cache = childOf(childOf(parent, 'c:multiLvlStrRef'), 'c:multiLvlStrCache')
  return childrenOf(cache, 'c:lvl')
    .slice(1, MAX_LEVELS)
    .map((level) =>
      childrenOf(level, 'c:pt')
        .map((point) => {
          const text = childOf(point, 'c:v')
          return { start: readNumber(point.attributes['idx'], 0), text: text === undefined ? '' : textOf(text) }
        })
        .filter(({ start }) => start >= 0 && start < DRAWING_LIMITS.maxChartPoints)
        .sort((a, b) => a.start - b.start),
    )
}

/** Maximum number of levels of categories that fit below a chart. */
const MAX_LEVELS = 6

/** The cached numbers; undefined without any. */
export function readNumbers(parent: XmlElement | undefined): (number | undefined)[] {
  return listOf(readCache(parent)).map((text) => {
    const value = readNumber(text, Number.NaN)
    return Number.isNaN(value) ? undefined : value
  })
}

function listOf(points: ReadonlyMap<number, string>): (string | undefined)[] {
  let last = -1
  for (const index of points.keys()) last = Math.max(last, index)
  return Array.from({ length: last + 1 }, (_, i) => points.get(i))
}
