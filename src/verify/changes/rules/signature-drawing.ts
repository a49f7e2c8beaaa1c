/**
 * What the drawing of a later signature does to its page.
 *
 * @module
 */
import type { PdfDict } from '../../../pdf/objects.js'
import { rectangleOf } from '../drawings/file-drawings.js'
import { inspectDrawing } from '../drawings/inspect-drawing.js'
import { isInvisible } from '../drawings/visibility.js'
import type { RevisionPair } from '../revision-pair.js'
import { reject, remark, type Verdict } from '../verdict.js'

/** Where a signature is drawn: in a place that its signer chose, or in one that was part of the signed document. */
export type PlaceKind = 'new' | 'signed'

/**
 * Characters of the page that the drawing may hide. A picture that was placed carelessly hides one now and then, which is
 * worth a remark. A place that was signed may hold a prompt or a line to sign on, which the document itself meant to be
 * signed over.
 */
const MAX_HIDDEN: Readonly<Record<PlaceKind, number>> = { new: 1, signed: 24 }
/** Part of an image of the page that it may hide. */
const MAX_HIDDEN_IMAGE = 0.5

/** A widget, and its number when the older state has it. */
export interface DrawnWidget {
  readonly dict: PdfDict
  readonly num?: number
}

/**
 * The drawing of a signature may neither hide what its page says, nor go on with it. Whoever signs later chooses the
 * drawing freely, and without anchors anybody can.
 */
export function* judgeSignatureDrawing(
  pair: RevisionPair,
  { dict, num }: DrawnWidget,
  page: number,
  place: PlaceKind,
): Generator<Verdict> {
  // Hidden by its flags; without area its drawing may still leave its place.
  if (isInvisible(pair.newer, dict) && rectangleOf(pair.newer, dict) !== undefined) return
  const effect = inspectDrawing(pair, dict, page, num)
  const where = pair.describePage(page)
  const hides = effect.hiddenCharacters > MAX_HIDDEN[place] || effect.hiddenImage > MAX_HIDDEN_IMAGE
  if (hides || (place === 'new' && effect.erasesText)) {
    yield reject('content_covered', `The drawing of a signature hides content of ${where}`)
  } else if (effect.unknown !== undefined) {
    yield reject(
      'content_unknown',
      `It cannot be told what the drawing of a signature does to ${where}: ${effect.unknown}`,
    )
  } else if (place === 'new' && (effect.continuesText || effect.marksText)) {
    yield reject('content_imitated', `The drawing of a signature writes into the text of ${where}`)
  } else if (place === 'new' && effect.hiddenCharacters >= 1) {
    yield remark('character_covered', `The drawing of a signature hides a character of ${where}`)
  }
}

/** Readers write a prompt of their own into a field that waits for a signature, so its place must be free of text. */
export function* judgePrompt(pair: RevisionPair, { dict, num }: DrawnWidget, page: number): Generator<Verdict> {
  if (isInvisible(pair.newer, dict)) return
  const { hiddenCharacters } = inspectDrawing(pair, dict.with({ AP: undefined }), page, num)
  if (hiddenCharacters <= MAX_HIDDEN.new) return
  const message = `An empty signature field was added over the text of ${pair.describePage(page)}, where readers write a prompt`
  yield reject('content_covered', message)
}
