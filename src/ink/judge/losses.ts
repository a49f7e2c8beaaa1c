/**
 * What all drawings of later revisions together do to a page.
 *
 * Each drawing may hide a little: a carelessly placed stamp takes a letter, the icon of a note a few. Side by side,
 * such drawings could take a whole sentence or picture away. So what is drawn and what is hidden is recorded for the whole
 * file: letters that stand together count together, and there is a limit for each page.
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

/** Drawings about one place that are looked at. No honest document has as many. */
const MAX_ABOUT_ONE_PLACE = 96

/** A drawing, and the parts of it that are compared with the page together with others. */
export interface LoggedDrawing {
  readonly drawing: Drawing
  /** What may pass for marks of the page. */
  readonly marks: Pick<Drawing, 'glyphs' | 'areas'>
  /** What may take parts of letters away. */
  readonly erasing: Pick<Drawing, 'glyphs' | 'areas'>
  readonly region: Box
  readonly by: Author
}

/** Whose drawing something is. */
export interface Author {
  /** Number of the annotation; `undefined` for one that has none. */
  readonly num: number | undefined
  /** Stands for the revision. */
  readonly revision: object
}

/** True when an earlier drawing is an appearance that a later revision has replaced. */
export function isReplaced(before: Author, now: Author): boolean {
  return before.num !== undefined && before.num === now.num && before.revision !== now.revision
}

/** Remembers drawings as they come. */
export class DrawingLog {
  readonly #entries: LoggedDrawing[] = []
  /** Numbers of entries by their place. */
  readonly #places = new SpatialIndex<number>([], (i) => (this.#entries[i] as LoggedDrawing).region)
  /** The revision that drew an annotation last. */
  readonly #latest = new Map<number, object>()

  add(entry: LoggedDrawing): void {
    if (entry.by.num !== undefined) this.#latest.set(entry.by.num, entry.by.revision)
    this.#places.add(this.#entries.push(entry) - 1)
  }

  /**
   * The drawings that meet a region, in the order in which they came, without former looks of annotations; `undefined` when
   * there are too many to tell what they do together.
   *
   * @param now Whose drawing is to be added.
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

/** A letter that cannot be read any more. */
export interface LostLetter {
  readonly box: Box
  /** 1, or less for a letter that is hidden in part. */
  readonly weight: number
}

/** What one drawing may hide. */
export interface Allowance {
  /** Characters that stand together. */
  readonly characters: number
  /** Share of an image of the page. */
  readonly image: number
  /**
   * The drawing stands in a place that was signed for it: what lies there is to be signed over, and counts for no other
   * drawing.
   */
  readonly isMeant: boolean
  /**
   * Whether it is also checked for what it may be read as, and for the parts of letters that it takes away together
   * with others.
   */
  readonly isHeldAgainstText: boolean
}

/** Letters of a page that are kept: with as many the bound is passed long since. */
const MAX_KEPT = 400
/** Cells of the grid of one picture, at eight bytes each: whether a third of it is hidden is told on fewer. */
const MAX_CELLS = 1_000

interface KeptLetter {
  readonly box: Box
  readonly by: Author
  /** Share of what a drawing of its kind may hide. */
  readonly share: number
}

/** Adds up what is hidden of one page. */
export class PageLosses {
  #letters: KeptLetter[] = []
  /** By their places in the order of painting: a page may be drawn again. */
  readonly #pictures = new Map<number, Sheet>()
  readonly #room: Quota
  /** What the drawings of earlier signatures lose. */
  readonly signatures = new SignatureLosses()

  /** @param room Pictures that the file may still have. */
  constructor(room: Quota) {
    this.#room = room
  }

  /** True when a drawing that hides letters hides more than it may, with what others have hidden. */
  hideLetters(letters: readonly LostLetter[], allowance: Allowance, by: Author): boolean {
    const sum = letters.reduce((total, { weight }) => total + weight, 0)
    if (allowance.isMeant || sum === 0) return sum > allowance.characters
    this.#letters = this.#letters.filter((letter) => !isReplaced(letter.by, by))
    const own = letters.map(({ box, weight }) => this.#keep({ box, by, share: weight / allowance.characters }))
    const all = this.#letters.reduce((total, { share }) => total + share, 0)
    return sum > allowance.characters || this.#shareAbout(own) > 1 + ROUNDING || all > POLICY.timesOnPage + ROUNDING
  }

  /** The largest part of a picture that is hidden, 0 to 1, once a drawing is added; 1 for one too many. */
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

  /** Keeps a letter once, however many drawings hide it. */
  #keep(letter: KeptLetter): KeptLetter {
    const at = this.#letters.findIndex(({ box }) => isSamePlace(box, letter.box))
    const known = this.#letters[at]
    if (known !== undefined) {
      if (known.share >= letter.share) return known
      this.#letters[at] = letter
    } else if (this.#letters.length < MAX_KEPT) {
      this.#letters.push(letter)
    }
    return letter
  }

  /** What is lost about some letters: with those that stand together with them, and with these in turn. */
  #shareAbout(own: readonly KeptLetter[]): number {
    const together = new Set(own)
    // Iterating over a set that grows meanwhile reaches the new items, too.
    for (const one of together) {
      for (const other of this.#letters)
        if (!together.has(other) && standTogether(one.box, other.box)) together.add(other)
    }
    return [...together].reduce((total, { share }) => total + share, 0)
  }
}

/** Rounding error of sums of shares. */
export const ROUNDING = 1e-6

/** Whether the middle of a box lies in another one. */
function isSamePlace(one: Box, other: Box): boolean {
  const [x, y] = [(one[0] + one[2]) / 2, (one[1] + one[3]) / 2]
  return x >= other[0] && x <= other[2] && y >= other[1] && y <= other[3]
}

function standTogether(one: Box, other: Box): boolean {
  const height = Math.min(one[3] - one[1], other[3] - other[1])
  const [across, up] = [POLICY.togetherAcross * height, POLICY.togetherUp * height]
  const [left, bottom, right, top] = one
  const near: Box = [left - across, bottom - up, right + across, top + up]
  return intersectBoxes(near, other) !== undefined
}

/** Cells of the grid of one signature: enough to tell whether a third of a picture is hidden. */
const MAX_SIGNATURE_CELLS = 2_000
/** Signatures of a page whose drawings are kept; of further ones it is not known what is hidden. */
const MAX_SIGNATURES = 64

/** A signature that is seen, and what it draws besides letters. */
interface SeenSignature {
  readonly num: number
  readonly box: Box
  readonly areas: () => readonly PaintedArea[]
}

interface KeptSignature {
  readonly drawn: Sheet
  readonly cover: Sheet
}

/** Adds up what is hidden of the signatures of one page. */
class SignatureLosses {
  readonly #kept = new Map<number, KeptSignature>()

  /** The largest part of a signature's drawing that is hidden, 0 to 1, once a drawing is added. */
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
    const drawn = new Sheet(box, budget, { maxCells: MAX_SIGNATURE_CELLS })
    for (const area of areas()) {
      const { colour } = area.paint
      // A ground like paper is no part of what a signature shows.
      if (colour === undefined || !isPaperColour(colour)) drawn.area(area)
    }
    const cover = new Sheet(box, budget, { maxCells: MAX_SIGNATURE_CELLS, letters: inkShareOf })
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
