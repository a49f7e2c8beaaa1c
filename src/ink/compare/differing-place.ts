/**
 * Where two drawings differ: glyphs, areas and pictures are compared one by one, in the order in which they are painted.
 *
 * @module
 */

import { type ComparedStates, sameThroughout } from '../../pdf/lookup.js'
import { type Box, uniteBoxes } from '../../pdf/matrix.js'
import type { Clip } from '../content/clip.js'
import type { Drawing, Paint, PaintedArea, PaintedGlyph } from '../content/drawing.js'
import type { SubPath } from '../content/path.js'
import type { ContentFont } from '../fonts/content-font.js'
import { UNSEEN } from '../raster/grid.js'
import { getOrMake } from '../remember.js'

type Item = PaintedGlyph | PaintedArea

/** The box around everything that only one of two drawings paints, or that they paint in another order; `undefined` for none. */
export function differingPlace(
  states: ComparedStates,
  older: Drawing = NOTHING,
  newer: Drawing = NOTHING,
): Box | undefined {
  // Content that could not be interpreted may show anything. Two drawings are equal only when both are known in full.
  if (older.unknown.length > 0) return older.box
  if (newer.unknown.length > 0) return newer.box
  const comparison = new DrawingComparison(states)
  const [a, b] = [itemsOf(older), itemsOf(newer)]
  let start = 0
  while (start < a.length && start < b.length && comparison.isSame(a[start] as Item, b[start] as Item)) start++
  let [endOfA, endOfB] = [a.length, b.length]
  while (endOfA > start && endOfB > start && comparison.isSame(a[endOfA - 1] as Item, b[endOfB - 1] as Item)) {
    endOfA--
    endOfB--
  }
  let place: Box | undefined
  for (const { box } of [...a.slice(start, endOfA), ...b.slice(start, endOfB)]) place = uniteBoxes(place, box)
  return place
}

const NOTHING: Drawing = { glyphs: [], areas: [], unknown: [], box: [0, 0, 0, 0] }

/** The items of a drawing in painting order, with the content of soft masks at the end: it is compared like what is painted. */
function itemsOf({ glyphs, areas, masks = [] }: Drawing): Item[] {
  const painted = [...glyphs, ...areas].sort((one, other) => one.order - other.order)
  return [...painted, ...masks]
}

/** One comparison of two drawings. Fonts and clips are shared by many items, so results are kept for each. */
class DrawingComparison {
  readonly #states: ComparedStates
  readonly #fonts = new Map<ContentFont, Map<ContentFont, boolean>>()
  readonly #clips = new Map<Clip, Clip>()

  constructor(states: ComparedStates) {
    this.#states = states
  }

  isSame(one: Item, other: Item): boolean {
    if (!this.#isSamePaint(one.paint, other.paint)) return false
    if ('kind' in one) return 'kind' in other && this.#isSameArea(one, other)
    return !('kind' in other) && this.#isSameGlyph(one, other)
  }

  #isSameGlyph(one: PaintedGlyph, other: PaintedGlyph): boolean {
    return (
      one.renderMode === other.renderMode &&
      isNear(one.strokeWidth, other.strokeWidth) &&
      areNear(one.matrix, other.matrix) &&
      (this.#isSameFont(one.font, other.font) ? one.code === other.code : isSameStandardLetter(one, other))
    )
  }

  #isSameFont(one: ContentFont, other: ContentFont): boolean {
    const known = getOrMake(this.#fonts, one, () => new Map<ContentFont, boolean>())
    return getOrMake(known, other, () => sameThroughout(this.#states, one.facts.dictionary, other.facts.dictionary))
  }

  #isSameArea(one: PaintedArea, other: PaintedArea): boolean {
    return (
      one.kind === other.kind &&
      one.evenOdd === other.evenOdd &&
      areNear(one.box, other.box) &&
      isSamePath(one.path, other.path) &&
      isSameStyle(one.style, other.style) &&
      sameThroughout(this.#states, one.picture?.origin, other.picture?.origin, 'Matrix')
    )
  }

  #isSamePaint(one: Paint, other: Paint): boolean {
    return (
      one.layer === other.layer &&
      one.blendMode === other.blendMode &&
      one.isMasked === other.isMasked &&
      one.overprint === other.overprint &&
      isNear(one.alpha, other.alpha) &&
      areNear(one.colour ?? [], other.colour ?? []) &&
      this.#isSameClip(one.clip, other.clip)
    )
  }

  #isSameClip(one: Clip | undefined, other: Clip | undefined): boolean {
    if (one === undefined || other === undefined) return one === other
    if (this.#clips.get(one) === other) return true
    const isSame =
      areNear(one.box, other.box) &&
      one.path?.evenOdd === other.path?.evenOdd &&
      isSamePath(one.path?.subPaths ?? [], other.path?.subPaths ?? []) &&
      this.#isSameClip(one.outer, other.outer)
    if (isSame) this.#clips.set(one, other)
    return isSame
  }
}

/** True for the same letter of a font that viewers bring along. Programs describe such a font in different ways. */
function isSameStandardLetter(one: PaintedGlyph, other: PaintedGlyph): boolean {
  const [a, b] = [one.font, other.font]
  if (!a.facts.isStandard || !b.facts.isStandard || a.facts.name !== b.facts.name) return false
  const [text, otherText] = [a.meaningOf(one.code).text, b.meaningOf(other.code).text]
  return text !== undefined && text === otherText && isNear(a.widthOf(one.code), b.widthOf(other.code))
}

function isSamePath(one: readonly SubPath[], other: readonly SubPath[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ points, closed }, i) => closed === other[i]?.closed && areNear(points, other[i]?.points ?? []))
  )
}

function isSameStyle(one: PaintedArea['style'], other: PaintedArea['style']): boolean {
  if (one === undefined || other === undefined) return one === other
  return (
    one.cap === other.cap &&
    areNear(one.matrix, other.matrix) &&
    areNear(one.dashes, other.dashes) &&
    areNear([one.width, one.miterLimit, one.dashPhase], [other.width, other.miterLimit, other.dashPhase])
  )
}

function areNear(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((value, i) => isNear(value, other[i] ?? 0))
}

function isNear(one: number, other: number): boolean {
  return one === other || Math.abs(one - other) <= UNSEEN
}
