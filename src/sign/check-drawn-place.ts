/**
 * Checks whether a signature may be drawn at its place in a document that is already signed. Over text of the page it would
 * invalidate the earlier signatures for verifiers that compare the look of pages. `check-earlier-signatures.ts` checks later
 * what our own verifier would refuse because it reads as a part of what was signed.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import {
  ContentReader,
  createContentBudget,
  type Drawing,
  isLegible,
  isUsedUp,
  type VisibleGlyph,
} from '../ink/index.js'
import { readBox, requirePage } from '../pdf/catalog.js'
import { PdfDocument } from '../pdf/document.js'
import { areaOf, type Box, intersectBoxes } from '../pdf/matrix.js'
import { nameOf, PdfDict, PdfRef, PdfStream } from '../pdf/objects.js'

/** Share of a letter that has to be in the rectangle to count, since its cell is larger than its ink. */
const TOUCHED_SHARE = 0.25

/** A signature drawn in a new field. */
export interface DrawnSignature {
  /** Index of the page, from 0. */
  readonly page: number
  readonly signature: PdfRef
  readonly password: string | Uint8Array | undefined
}

/**
 * Compares what the page shows with what the signature draws on it.
 *
 * @param file The document with the signature's increment.
 * @throws SealwrightError `would_invalidate_signatures` when they overlap, or that is unknown
 */
export function checkDrawnPlace(file: Uint8Array, { page, signature, password }: DrawnSignature): void {
  const document = PdfDocument.open(file, { password })
  const { dict } = requirePage(document, page)
  const widget = findWidget(document, dict, signature)
  const box = widget && readBox(document, widget.get('Rect'))
  const looks = widget && document.lookupDict(widget, 'AP')
  const look = looks === undefined ? null : document.lookup(looks, 'N')
  if (box === undefined || !(look instanceof PdfStream)) return
  const reader = new ContentReader(document, createContentBudget(document.bytes.length))
  const drawing = reader.page(dict)
  const { glyphs } = reader.placed(drawing)
  if (isUnknown(drawing, reader)) throw refused('it cannot be told what the page shows there')
  if (glyphs.query(box).some((glyph) => isLegible(glyph) && isTouched(glyph, box))) {
    throw refused('the page has text there')
  }
  if (marksField(document, dict, reader.appearance(look, box))) throw refused('a form field has its place there')
}

/** True when the drawing paints into a field, where it would be read as a part of what is filled in. */
function marksField(document: PdfDocument, page: PdfDict, { glyphs, areas }: Drawing): boolean {
  const widgets = (document.lookupArray(page, 'Annots') ?? []).map((item) => document.resolve(item))
  return widgets.some((widget) => {
    if (!(widget instanceof PdfDict) || nameOf(document.lookup(widget, 'Subtype')) !== 'Widget') return false
    const type = widget.get('FT') ?? document.lookupDict(widget, 'Parent')?.get('FT')
    const box = nameOf(document.resolve(type)) === 'Sig' ? undefined : readBox(document, widget.get('Rect'))
    return box !== undefined && [...glyphs, ...areas].some((item) => areaOf(intersectBoxes(item.box, box)) > 0)
  })
}

function findWidget(document: PdfDocument, page: PdfDict, signature: PdfRef): PdfDict | undefined {
  const annotations = document.lookupArray(page, 'Annots') ?? []
  const widget = annotations
    .map((item) => document.resolve(item))
    .findLast((item) => {
      const value = item instanceof PdfDict ? item.get('V') : undefined
      return value instanceof PdfRef && value.num === signature.num
    })
  return widget instanceof PdfDict ? widget : undefined
}

function isUnknown({ unknown }: Drawing, { budget }: ContentReader): boolean {
  return isUsedUp(budget) || unknown.some(({ code }) => code === 'limit' || code === 'unreadable')
}

function isTouched({ glyph: { box } }: VisibleGlyph, rectangle: Box): boolean {
  return areaOf(intersectBoxes(box, rectangle)) > TOUCHED_SHARE * areaOf(box)
}

function refused(why: string): SealwrightError {
  return new SealwrightError(
    'would_invalidate_signatures',
    `The document is signed already, and a visible signature in this place would put that in doubt, since ${why}: choose a free place, or leave the appearance out.`,
  )
}
