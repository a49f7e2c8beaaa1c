/**
 * What a document that is called valid shows and its report does not say. It knows nothing of how the verifier decides:
 * three viewers draw both states, and everything that differs has to lie where the report names a change.
 *
 * @module
 */

import type { VerificationReport } from '../../../src/index.js'
import { differencesOf } from '../viewers/differences.js'
import type { Viewers, Views } from '../viewers/viewers.js'
import { damagedWords } from './damaged-words.js'
import { exchangedLetters } from './exchanged-letters.js'
import { explainedAreas } from './explained-areas.js'
import { wrongFieldTexts } from './field-texts.js'
import { readWords, type Word } from './words.js'

/** A document as it was signed. */
export interface SignedState {
  readonly views: Views
  readonly words: readonly Word[]
  /** Revisions that it has; changes of later ones are to be explained. */
  readonly revisions: number
  readonly bytes: Uint8Array
}

/** Draws and reads a document before it is changed. */
export async function readSignedState(viewers: Viewers, bytes: Uint8Array, revisions: number): Promise<SignedState> {
  const [views, words] = await Promise.all([viewers.draw(bytes), readWords(bytes)])
  return { views, words, revisions, bytes }
}

/** Sentences about what the report does not explain; none for an honest one. */
export async function findUnexplained(
  viewers: Viewers,
  signed: SignedState,
  bytes: Uint8Array,
  report: VerificationReport,
): Promise<string[]> {
  // A certification that permits nothing leaves nothing to be explained.
  const isSealed = report.signers.some(
    ({ certifies, coverage: { revision } }) => certifies === 1 && (revision ?? 0) <= signed.revisions,
  )
  const changes = (isSealed ? [] : report.signers)
    .flatMap(({ changes }) => changes.changes)
    .filter(({ revision }) => revision > signed.revisions)
  const views = await viewers.draw(bytes)
  const areas = explainedAreas(signed.views, views, changes)
  const outside = differencesOf(signed.views, views, areas).map(
    ({ viewer, page, pixels, area }) =>
      `${pixels} pixels of page ${page + 1} in ${viewer} (${area.left}, ${area.top} to ${area.right}, ${area.bottom})`,
  )
  const now = areas.filter(({ annotation }) => views.annotations.includes(annotation))
  const texts = await wrongFieldTexts(bytes, signed.views, views, now, fieldsShownInPart(report))
  return [
    ...pageCounts(signed.views, views),
    ...outside,
    ...damagedWords(signed.words, signed.views, views, now),
    ...texts,
    ...(await exchangedLetters(viewers, signed.bytes, bytes, views)),
  ]
}

/** Names of the fields of which a report says that not every program shows all of the value. */
function fieldsShownInPart({ signers }: VerificationReport): Set<string> {
  const messages = signers.flatMap(({ warnings }) =>
    warnings.filter(({ code }) => code === 'field_shown_in_part').map(({ message }) => message),
  )
  return new Set(messages.flatMap((message) => /^Field "?(.+?)"? has the value /.exec(message)?.[1] ?? []))
}

/**
 * The same without knowing how the document was made: what it shows is held against the revision that its first
 * signature ends.
 */
export async function findUnexplainedSince(
  viewers: Viewers,
  bytes: Uint8Array,
  report: VerificationReport,
): Promise<string[]> {
  const [{ coverage } = { coverage: undefined }] = report.signers
  const [, , start = 0, length = 0] = coverage?.byteRange ?? []
  if (coverage?.revision == null) return ['nobody knows what the first signature covers']
  const signed = await readSignedState(viewers, bytes.slice(0, start + length), coverage.revision)
  return findUnexplained(viewers, signed, bytes, report)
}

/** Pages beyond those that are drawn. */
function pageCounts(before: Views, after: Views): string[] {
  return before.pageCount === after.pageCount ? [] : [`${after.pageCount} pages instead of ${before.pageCount}`]
}
