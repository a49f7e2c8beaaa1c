/**
 * What the drawing of a later signature does to its page.
 *
 * @module
 */
import { type Allowance, inspectDrawing, POLICY } from '../../../ink/index.js'
import { isInvisible, rectangleOf } from '../../../pdf/forms.js'
import type { PdfDict } from '../../../pdf/objects.js'
import type { DrawnPair } from '../drawn-pair.js'
import { reject, remark, type Verdict } from '../verdict.js'

/** Where a signature is drawn: in a place that its signer chose, or in one that was part of the signed document. */
export type PlaceKind = 'new' | 'signed'

/**
 * What the drawing may hide: characters of the page, and a part of an image. A picture that was placed carelessly hides one
 * character now and then, which is worth a remark. A place that was signed may hold a prompt or a line to sign on, which the
 * document itself meant to be signed over.
 */
const MAY_HIDE: Readonly<Record<PlaceKind, Allowance>> = {
  new: {
    characters: POLICY.charactersHidden,
    image: POLICY.pictureUnderSignature,
    isMeant: false,
    isHeldAgainstText: true,
  },
  signed: {
    characters: POLICY.charactersInSignedPlace,
    image: POLICY.pictureUnderSignature,
    isMeant: true,
    isHeldAgainstText: false,
  },
}
/** The prompt of a reader is none of the drawings that a signer chose. */
const MAY_HIDE_AS_PROMPT: Allowance = { ...MAY_HIDE.new, isHeldAgainstText: false }

/** A widget, and its number. */
export interface DrawnWidget {
  readonly dict: PdfDict
  readonly num?: number | undefined
}

/**
 * The drawing of a signature may neither hide text of its page, nor continue it. Whoever signs later chooses the
 * drawing freely, and without anchors anybody can sign.
 */
export function* judgeSignatureDrawing(
  pair: DrawnPair,
  { dict, num }: DrawnWidget,
  page: number,
  place: PlaceKind,
): Generator<Verdict> {
  // Hidden by its flags; without area its drawing may still leave its place.
  if (isInvisible(pair.newer, dict) && rectangleOf(pair.newer, dict) !== undefined) return
  const effect = inspectDrawing(pair, { dict, num }, page, MAY_HIDE[place])
  const where = pair.describePage(page)
  if (effect.hidesTooMuch || effect.erasesText) {
    yield reject('content_covered', `The drawing of a signature hides content of ${where}`)
  } else if (effect.unknown !== undefined) {
    yield reject(
      'content_unknown',
      `It cannot be told what the drawing of a signature does to ${where}: ${effect.unknown}`,
    )
  } else if (effect.continuesText || effect.marksText) {
    yield reject('content_imitated', `The drawing of a signature writes into the text of ${where}`)
  } else if (place === 'new' && effect.hidesCharacters) {
    yield remark('character_covered', `The drawing of a signature hides a character of ${where}`)
  }
  if (effect.coversSignature) {
    yield remark('signature_covered', `The drawing of a signature lies on that of an earlier one, on ${where}`)
  }
}

/** Readers write a prompt of their own into a field that waits for a signature, so its place must be free of text. */
export function* judgePrompt(pair: DrawnPair, { dict, num }: DrawnWidget, page: number): Generator<Verdict> {
  if (isInvisible(pair.newer, dict)) return
  const { hidesTooMuch } = inspectDrawing(pair, { dict: dict.with({ AP: undefined }), num }, page, MAY_HIDE_AS_PROMPT)
  if (!hidesTooMuch) return
  const message = `An empty signature field was added over the text of ${pair.describePage(page)}, where readers write a prompt`
  yield reject('content_covered', message)
}
