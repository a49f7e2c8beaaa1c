/**
 * Finds the details that a report gives of a change besides its sentence: the field, the kind of annotation, and the visible
 * places.
 *
 * Nothing here affects a verdict.
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'
import { readFieldState } from '../../pdf/forms.js'
import { resolveOrNull } from '../../pdf/lookup.js'
import { nameOf, numberOf, PdfDict, PdfRef } from '../../pdf/objects.js'
import type { ChangePlace } from '../report.js'
import { VERIFY_LIMITS } from '../verify-limits.js'
import type { Particulars } from './change-log.js'
import type { DrawnPair } from './drawn-pair.js'
import type { JudgedVerdict } from './rejections.js'
import { annotationsOf } from './unexplained-ink.js'
import type { AcceptedChange, RejectedChange } from './verdict.js'

type ListedVerdict = JudgedVerdict & (AcceptedChange | RejectedChange)

/** An annotation in the state in which it is visible: the newer one, or the older one if it was removed. */
interface SeenAnnotation {
  readonly num: number | undefined
  readonly dict: PdfDict
  readonly document: PdfDocument
}

/** The particulars of one change. */
export function particularsOf(pair: DrawnPair, verdict: ListedVerdict): Particulars {
  const { shows, subject } = verdict
  const keys = shows ?? (subject === undefined ? [] : annotationsOf(pair, subject))
  const seen = [...new Set(keys)].slice(0, VERIFY_LIMITS.maxPlaces).flatMap((key) => findSeen(pair, key))
  const field = fieldOf(pair, verdict)
  const annotation = seen.map(kindOf).find((kind) => kind !== undefined && kind !== 'Widget')
  const places = placesOf(pair, verdict, seen)
  return {
    ...(field === undefined ? {} : { field }),
    ...(annotation === undefined ? {} : { annotation }),
    ...(places.length === 0 ? {} : { places }),
  }
}

function fieldOf(pair: DrawnPair, verdict: ListedVerdict): string | undefined {
  if (verdict.verdict === 'accepted' && verdict.fieldName !== undefined) return verdict.fieldName
  if (verdict.subject?.kind !== 'field') return undefined
  const { num } = verdict.subject
  return (readFieldState(pair.newer, num) ?? readFieldState(pair.older, num))?.name
}

function findSeen(pair: DrawnPair, key: number | PdfDict): SeenAnnotation[] {
  if (key instanceof PdfDict) return [{ num: undefined, dict: key, document: pair.newer }]
  const after = pair.after(key)
  if (after instanceof PdfDict) return [{ num: key, dict: after, document: pair.newer }]
  const before = pair.before(key)
  return before instanceof PdfDict ? [{ num: key, dict: before, document: pair.older }] : []
}

function kindOf({ dict, document }: SeenAnnotation): string | undefined {
  return nameOf(resolveOrNull(document, dict.get('Subtype')))
}

function placesOf(pair: DrawnPair, verdict: ListedVerdict, seen: readonly SeenAnnotation[]): readonly ChangePlace[] {
  if (verdict.verdict === 'rejected' && verdict.place !== undefined) return [verdict.place]
  const { subject } = verdict
  const judged = subject?.kind === 'page' ? subject.num : undefined
  if (seen.length > 0) return seen.flatMap((annotation) => placeOf(pair, annotation, judged))
  const page = judged === undefined ? undefined : pair.pageNumber(judged, pair.newer)
  return page === undefined ? [] : [{ page }]
}

function placeOf(pair: DrawnPair, annotation: SeenAnnotation, judged: number | undefined): ChangePlace[] {
  const { num, dict, document } = annotation
  const [listing = pageEntry(dict)] = judged !== undefined ? [judged] : num === undefined ? [] : pair.pagesShowing(num)
  const page = listing === undefined ? undefined : pair.pageNumber(listing, document)
  const rectangle = readRectangle(document, dict)
  // An annotation without area is invisible.
  return page === undefined || rectangle === undefined ? [] : [{ page, rectangle }]
}

/** The page that an annotation names itself (/P). It is only a hint, and no verdict depends on it. */
function pageEntry(dict: PdfDict): number | undefined {
  const page = dict.get('P')
  return page instanceof PdfRef ? page.num : undefined
}

function readRectangle(document: PdfDocument, dict: PdfDict): ChangePlace['rectangle'] {
  const value = resolveOrNull(document, dict.get('Rect'))
  if (!Array.isArray(value) || value.length !== 4) return undefined
  const [a, b, c, d] = value.map((item) => numberOf(resolveOrNull(document, item)))
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined
  if (![a, b, c, d].every(Number.isFinite) || a === c || b === d) return undefined
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
}
