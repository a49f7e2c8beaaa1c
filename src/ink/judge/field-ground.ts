/**
 * Finds what a new appearance of a field hides of the page (ISO 32000-2, 12.5.5, Table 192).
 *
 * A field may stand on text: a free place above a printed line, a box around a clause to be initialled. As long as the field has
 * no background, that text can be read. The program that fills in the field chooses its appearance. A background that the field
 * did not have when it was signed hides the text, in a place that the report calls a field and not a page.
 *
 * @module
 */

import type { PdfDocument } from '../../pdf/document.js'
import { rectangleOf, shownAppearance } from '../../pdf/forms.js'
import { type Box, intersectBoxes } from '../../pdf/matrix.js'
import { PdfDict } from '../../pdf/objects.js'
import { drawAnnotation, hasGround } from '../annotations/annotation-drawings.js'
import type { PageDrawing } from '../annotations/file-drawings.js'
import { isUsedUp } from '../content/content-budget.js'
import type { Drawing } from '../content/drawing.js'
import type { DrawnStates } from '../drawn-states.js'
import { inkBoxOf } from '../fonts/letter-shapes.js'
import { POLICY } from '../ink-policy.js'
import { Sheet } from '../raster/sheet.js'
import { isLegible } from '../text/visible-text.js'
import { isLoneSign } from './letter-ink.js'
import { belongsTo, PlaceOfDrawing, Tiles } from './tiles.js'

const PICTURES: ReadonlySet<string> = new Set(['image', 'stencil'])

/** A widget in both states, with a page that shows it. */
interface RedrawnWidget {
  readonly before: PdfDict
  readonly after: PdfDict
  readonly page: number
}

/** True when the new look of the widget hides what could be read beneath the former one; `undefined` when that is unknown. */
export function hidesPageAnew(pair: DrawnStates, { before, after, page }: RedrawnWidget): boolean | undefined {
  const rectangle = rectangleOf(pair.newer, after)
  if (rectangle === undefined) return false
  const dict = pair.before(page)
  const source = { dict: dict instanceof PdfDict ? dict : undefined, box: rectangle }
  const look = (document: PdfDocument, widget: PdfDict) =>
    drawAnnotation(pair.drawings, document, widget, source).drawings
  const now = look(pair.newer, after).filter(({ areas }) => areas.length > 0)
  if (now.length === 0) return false
  const former = asShown(pair.older, before)
  const covers = new Covers(pair, rectangle, former === undefined ? [] : look(pair.older, former), now)
  // The page itself is only drawn where a background is new.
  if (!covers.hidesSomething) return isUsedUp(pair.drawings.budget) ? undefined : false
  const sheet = pair.drawings.page(pair.older, page)
  const isHidden = sheet !== undefined && hidesContent(pair, covers, sheet, rectangle)
  return isHidden || !isUsedUp(pair.drawings.budget) ? isHidden : undefined
}

/**
 * The widget with only its shown appearance: what a pressed button hides does not count. Without an appearance, it hid something
 * only where the signed file gives it a background. Readers differ on everything else, and some draw nothing.
 */
function asShown(document: PdfDocument, widget: PdfDict): PdfDict | undefined {
  const shown = shownAppearance(document, widget)
  if (shown === undefined) return hasGround(document, widget) ? widget.with({ AP: undefined }) : undefined
  return widget.with({ AP: new PdfDict({ N: shown }) })
}

function hidesContent(pair: DrawnStates, covers: Covers, { placed, box }: PageDrawing, rectangle: Box): boolean {
  const region = intersectBoxes(rectangle, box)
  if (region === undefined) return false
  const glyphs = placed.glyphs.query(region)
  const areas = placed.areas.query(region)
  pair.spend(1 + glyphs.length + areas.length)
  let lost = glyphs.filter((glyph) => isLegible(glyph) && covers.hides(glyph.glyph.box, POLICY.hiddenShare)).length
  // A decimal point changes an amount by a factor of a hundred.
  const signs = glyphs.filter((glyph) => isLoneSign(glyph, placed.glyphs))
  if (signs.some((sign) => covers.hides(inkBoxOf(sign), POLICY.hiddenShare))) return true
  if (areas.some(({ kind, box }) => PICTURES.has(kind) && covers.hides(box, POLICY.pictureHidden))) return true
  const place = new PlaceOfDrawing({ region, page: box, placed }, [], pair.drawings.budget)
  for (const tile of new Tiles(region)) {
    if (lost > POLICY.charactersHidden) break
    if (place.isBlank(tile)) continue
    const letters = place.look(tile, []).letters.filter((letter) => belongsTo(tile, region, letter.box))
    lost += letters.filter((letter) => !letter.isSign && covers.hides(letter.box, POLICY.hiddenShare)).length
  }
  return lost > POLICY.charactersHidden
}

/** Areas that the former and the new looks of a widget paint over, without the text of its value. */
class Covers {
  readonly #before: readonly Sheet[]
  readonly #now: readonly Sheet[]

  constructor(pair: DrawnStates, rectangle: Box, before: readonly Drawing[], now: readonly Drawing[]) {
    const coverBy = ({ areas }: Drawing) => {
      const cover = new Sheet(rectangle, pair.drawings.budget, { letters: 0 })
      for (const area of areas) if (!area.inGlyph) cover.area(area)
      return cover
    }
    this.#before = before.map(coverBy)
    this.#now = now.map(coverBy)
  }

  /** True when some cell is hidden now and was not before. */
  get hidesSomething(): boolean {
    const cells = (this.#now[0]?.frame.width ?? 0) * (this.#now[0]?.frame.height ?? 0)
    const isHiddenBy = (cover: Sheet, cell: number) => cover.hiddenAt(cell) >= POLICY.hiddenShare
    for (let cell = 0; cell < cells; cell++) {
      if (!this.#now.some((cover) => isHiddenBy(cover, cell))) continue
      if (!this.#before.some((cover) => isHiddenBy(cover, cell))) return true
    }
    return false
  }

  /** True when some look hides `share` of a box now, and none did before. */
  hides(box: Box, share: number): boolean {
    const isHiddenBy = (cover: Sheet) => cover.coverageOf(box).mean >= share
    return this.#now.some(isHiddenBy) && !this.#before.some(isHiddenBy)
  }
}
