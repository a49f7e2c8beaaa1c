/**
 * Judges what the drawing of a later signature does to its page.
 *
 * @module
 */
import { type Allowance, inspectDrawing, POLICY } from '../../../ink/index.js'
import { isInvisible, rectangleOf } from '../../../pdf/forms.js'
import type { PdfDict } from '../../../pdf/objects.js'
import type { DrawnPair } from '../drawn-pair.js'
import { reject, remark, type Verdict } from '../verdict.js'

/** The place of a signature: `new` when its signer chose it, `signed` when it was part of the signed document. */
type PlaceKind = 'new' | 'signed'

/**
 * Limits on what the drawing may hide: characters of the page, and a part of an image. A carelessly placed picture may hide
 * one character, which is worth a remark. A signed place may hold a prompt or a line to sign on, which the document meant to
 * be covered.
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
/** Limits for a reader's prompt, which is not a drawing that a signer chose. */
const MAY_HIDE_AS_PROMPT: Allowance = { ...MAY_HIDE.new, isHeldAgainstText: false }

/** A widget with its object number. */
interface DrawnWidget {
  readonly dict: PdfDict
  readonly num?: number | undefined
}

/**
 * Judges the drawing of a signature, which may neither hide text of its page nor continue it. The later signer chooses the
 * drawing freely, and without anchors anybody can sign.
 */
export function* judgeSignatureDrawing(
  pair: DrawnPair,
  { dict, num }: DrawnWidget,
  page: number,
  place: PlaceKind,
): Generator<Verdict> {
  // It is hidden by its flags. Without an area, a drawing might still leave its place.
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

/** Judges the place of an unsigned field. Readers write a prompt into it, so it must be free of text. */
export function* judgePrompt(pair: DrawnPair, { dict, num }: DrawnWidget, page: number): Generator<Verdict> {
  if (isInvisible(pair.newer, dict)) return
  const { hidesTooMuch } = inspectDrawing(pair, { dict: dict.with({ AP: undefined }), num }, page, MAY_HIDE_AS_PROMPT)
  if (!hidesTooMuch) return
  const message = `An empty signature field was added over the text of ${pair.describePage(page)}, where readers write a prompt`
  yield reject('content_covered', message)
}
