/**
 * Adds up what all drawings of later revisions do to a page.
 *
 * Each drawing may hide a little: a carelessly placed stamp hides a letter, the icon of a note a few. Side by side, such drawings
 * could remove a whole sentence or picture. So everything drawn and hidden is recorded for the whole file. Neighbouring letters
 * count together, and each page has a limit.
 *
 * @module
 */
import { type Box, intersectBoxes } from '../../pdf/matrix.js'
import { isPaperColour } from '../colour/colour.js'
import type { ContentBudget, Quota } from '../content/content-budget.js'
import { type Drawing, type PaintedArea, replay } from '../content/drawing.js'
import { SpatialIndex } from '../content/spatial-index.js'
import { POLICY } from '../ink-policy.js'
import { Sheet } from '../raster/sheet.js'
import { inkShareOf } from './letter-ink.js'

/** Most drawings around one place that are considered. No honest document has as many. */
const MAX_ABOUT_ONE_PLACE = 96

/** A drawing, with those parts of it that are compared with the page together with other drawings. */
export interface LoggedDrawing {
  readonly drawing: Drawing
  /** Parts that may look like marks of the page. */
  readonly marks: Pick<Drawing, 'glyphs' | 'areas'>
  /** Parts that may hide parts of letters. */
  readonly erasing: Pick<Drawing, 'glyphs' | 'areas'>
  readonly region: Box
  readonly by: Author
}

/** Identifies the source of a drawing. */
export interface Author {
  /** Object number of the annotation; `undefined` for a direct object. */
  readonly num: number | undefined
  /** An object that stands for the revision. */
  readonly revision: object
}

/** True when a later revision has replaced the earlier drawing, an appearance. */
export function isReplaced(before: Author, now: Author): boolean {
  return before.num !== undefined && before.num === now.num && before.revision !== now.revision
}

/** Records the drawings of later revisions in their order. */
export class DrawingLog {
  readonly #entries: LoggedDrawing[] = []
  /** Indices of entries by their place. */
  readonly #places = new SpatialIndex<number>([], (i) => (this.#entries[i] as LoggedDrawing).region)
  /** For each annotation, the last revision that drew it. */
  readonly #latest = new Map<number, object>()

  add(entry: LoggedDrawing): void {
    if (entry.by.num !== undefined) this.#latest.set(entry.by.num, entry.by.revision)
    this.#places.add(this.#entries.push(entry) - 1)
  }

  /**
   * The drawings that meet a region, in their order, without former looks of annotations; `undefined` when there are too many to
   * judge together.
   *
   * @param now The source of the drawing that will be added.
   */
  over(region: Box, now: Author): readonly LoggedDrawing[] | undefined {
    const places = this.#places.query(region).sort((a, b) => a - b)
    const found = places.map((i) => this.#entries[i] as LoggedDrawing).filter(({ by }) => !this.#isGone(by, now))
    return found.length > MAX_ABOUT_ONE_PLACE ? undefined : found
  }

  #isGone(by: Author, now: Author): boolean {
    const isOutdated = by.num !== undefined && this.#latest.get(by.num) !== by.revision
    return isOutdated || isReplaced(by, now)
  }
}

/** A letter that can no longer be read. */
export interface LostLetter {
  readonly box: Box
  /** Weight from 0 to 1; less than 1 for a letter that is hidden in part. */
  readonly weight: number
}

/** Limits on what one drawing may hide. */
export interface Allowance {
  /** Most hidden characters that are neighbours. */
  readonly characters: number
  /** Largest hidden share of an image of the page. */
  readonly image: number
  /**
   * True when the drawing stands in a place that was signed for it: content there is meant to be covered, and counts for no other
   * drawing.
   */
  readonly isMeant: boolean
  /** True when it is also checked for what it may be read as, and for parts of letters that it hides together with others. */
  readonly isHeldAgainstText: boolean
}

/** The weight of some letters together. Rounding takes away the small errors of adding up shares. */
export function weightOf(letters: readonly Pick<LostLetter, 'weight'>[]): number {
  return Math.fround(letters.reduce((sum, { weight }) => sum + weight, 0))
}

/** Most cells of the grid of one picture or signature, at eight bytes each. Fewer tell whether a third of it is hidden. */
const MAX_CELLS = 2_000

/** A letter that a page lost. Its weight is divided by what the kind of drawing may hide. */
interface KeptLetter extends LostLetter {
  readonly by: Author
}

/** Adds up what is hidden on one page. */
export class PageLosses {
  #letters: KeptLetter[] = []
  /** Pictures by their index in painting order, which stays the same when a page is drawn again. */
  readonly #pictures = new Map<number, Sheet>()
  readonly #room: Quota
  /** Parts of earlier signatures that are hidden. */
  readonly signatures = new SignatureLosses()

  /** @param room Number of pictures that the file may still record. */
  constructor(room: Quota) {
    this.#room = room
  }

  /** Records hidden letters; true when their drawing hides more than permitted, together with others. */
  hideLetters(letters: readonly LostLetter[], allowance: Allowance, by: Author): boolean {
    const sum = weightOf(letters)
    if (allowance.isMeant || sum === 0) return sum > allowance.characters
    this.#letters = this.#letters.filter((letter) => !isReplaced(letter.by, by))
    const own = letters.map(({ box, weight }) => this.#keep({ box, by, weight: weight / allowance.characters }))
    return sum > allowance.characters || this.#weightAbout(own) > 1 || weightOf(this.#letters) > POLICY.timesOnPage
  }

  /** Records a drawing over pictures and returns the largest hidden share of one, 0 to 1; 1 when there are too many pictures. */
  hidePictures(pictures: readonly PaintedArea[], drawing: Drawing, budget: ContentBudget): number {
    let most = 0
    for (const picture of pictures) {
      const cover = this.#coverOf(picture, budget)
      if (cover === undefined) return 1
      replay(drawing, cover)
      most = Math.max(most, cover.coverageOf(picture.box).mean)
    }
    return most
  }

  #coverOf(picture: PaintedArea, budget: ContentBudget): Sheet | undefined {
    const known = this.#pictures.get(picture.order)
    if (known !== undefined || !this.#room.take()) return known
    const cover = new Sheet(picture.box, budget, { maxCells: MAX_CELLS, letters: inkShareOf })
    this.#pictures.set(picture.order, cover)
    return cover
  }

  /** Records a letter once, however many drawings hide it. */
  #keep(letter: KeptLetter): KeptLetter {
    const at = this.#letters.findIndex(({ box }) => isSamePlace(box, letter.box))
    const known = this.#letters[at]
    if (known !== undefined) {
      if (known.weight >= letter.weight) return known
      this.#letters[at] = letter
    } else if (weightOf(this.#letters) <= POLICY.timesOnPage) {
      // Beyond that, every further drawing that hides something is refused.
      this.#letters.push(letter)
    }
    return letter
  }

  /** The weight of some letters, their neighbours, the neighbours of those, and so on. */
  #weightAbout(own: readonly KeptLetter[]): number {
    const together = new Set(own)
    // Iterating over a growing set also reaches the items added meanwhile.
    for (const one of together) {
      for (const other of this.#letters)
        if (!together.has(other) && standTogether(one.box, other.box)) together.add(other)
    }
    return weightOf([...together])
  }
}

/** True when the middle of a box lies in another one. */
function isSamePlace(one: Box, other: Box): boolean {
  const [x, y] = [(one[0] + one[2]) / 2, (one[1] + one[3]) / 2]
  return x >= other[0] && x <= other[2] && y >= other[1] && y <= other[3]
}

function standTogether(one: Box, other: Box): boolean {
  const height = Math.min(one[3] - one[1], other[3] - other[1])
  const [across, up] = [POLICY.readOn * height, POLICY.sameLineCloseBy * height]
  const [left, bottom, right, top] = one
  const near: Box = [left - across, bottom - up, right + across, top + up]
  return intersectBoxes(near, other) !== undefined
}

/** Most signatures of a page whose drawings are recorded. For further ones it is unknown what is hidden. */
const MAX_SIGNATURES = 64

/** A visible signature, and what it draws besides letters. */
interface SeenSignature {
  readonly num: number
  readonly box: Box
  readonly areas: () => readonly PaintedArea[]
}

interface KeptSignature {
  readonly drawn: Sheet
  readonly cover: Sheet
}

/** Adds up what is hidden of the signatures on one page. */
class SignatureLosses {
  readonly #kept = new Map<number, KeptSignature>()

  /** Records a drawing over signatures and returns the largest hidden share of one, 0 to 1. */
  hide(signatures: readonly SeenSignature[], drawing: Drawing, budget: ContentBudget): number {
    let most = 0
    for (const signature of signatures) {
      const kept = this.#keep(signature, budget)
      if (kept === undefined) return 1
      replay(drawing, kept.cover)
      most = Math.max(most, shareOf(kept))
    }
    return most
  }

  #keep({ num, box, areas }: SeenSignature, budget: ContentBudget): KeptSignature | undefined {
    const known = this.#kept.get(num)
    if (known !== undefined || this.#kept.size >= MAX_SIGNATURES) return known
    const drawn = new Sheet(box, budget, { maxCells: MAX_CELLS })
    for (const area of areas()) {
      const { colour } = area.paint
      // A paper-coloured ground is not a part of what a signature shows.
      if (colour === undefined || !isPaperColour(colour)) drawn.area(area)
    }
    const cover = new Sheet(box, budget, { maxCells: MAX_CELLS, letters: inkShareOf })
    const kept = { drawn, cover }
    this.#kept.set(num, kept)
    return kept
  }
}

function shareOf({ drawn, cover }: KeptSignature): number {
  const cells = cover.frame.width * cover.frame.height
  let [all, gone] = [0, 0]
  for (let i = 0; i < cells; i++) {
    const share = drawn.paintedAt(i)
    all += share
    gone += share * cover.hiddenAt(i)
  }
  return all === 0 ? 0 : gone / all
}
