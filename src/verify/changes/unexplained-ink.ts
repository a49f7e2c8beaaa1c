/**
 * Compares the look of the pages before and after a revision, independently of the rules for objects. Each difference must
 * belong to an annotation or a field that a permitted change names.
 *
 * @module
 */
import { type AnnotationKey, type LookDifference, PageLooks } from '../../ink/index.js'
import { readFieldState } from '../../pdf/forms.js'
import type { Box } from '../../pdf/matrix.js'
import { PdfDict } from '../../pdf/objects.js'
import type { ComparedPage } from './drawn-objects.js'
import type { DrawnPair } from './drawn-pair.js'
import type { JudgedVerdict } from './rejections.js'
import type { Subject } from './subjects.js'
import { type AcceptedChange, type RejectedChange, reject, type Verdict } from './verdict.js'

/** A change that a rule accepted, with the part of the document for which it did. */
export type ExplainedChange = AcceptedChange & Pick<JudgedVerdict, 'subject'>

/** Most places that are named for one revision. */
const MAX_NAMED = 20

/** Finds places where pages look different and no change explains it. */
export function* findUnexplainedInk(pair: DrawnPair, changes: readonly ExplainedChange[]): Generator<Verdict> {
  const looks = new PageLooks(pair)
  const explained = new Set(changes.flatMap((change) => [...explainedBy(pair, change)]))
  let named = 0
  for (const place of pair.objects.pagesToCompare(looks.concernAllPages)) {
    for (const { box, annotation, isForeign = false } of differencesOn(pair, looks, place)) {
      if (annotation !== undefined && explained.has(annotation) && !isForeign) continue
      yield { ...reject('unexplained_ink', describeDifference(pair, place, box)), ...placeOf(pair, place, box) }
      if (++named === MAX_NAMED) return
    }
  }
}

function* differencesOn(pair: DrawnPair, looks: PageLooks, { before, after }: ComparedPage): Generator<LookDifference> {
  const [older, newer] = [
    before === undefined ? null : pair.before(before),
    after === undefined ? null : pair.after(after),
  ]
  if (older instanceof PdfDict && newer instanceof PdfDict) {
    yield* looks.differences(older, newer)
    return
  }
  const [document, page] = older instanceof PdfDict ? [pair.older, older] : [pair.newer, newer]
  if (page instanceof PdfDict) yield { box: pair.drawings.reader(document).pageBox(page), annotation: undefined }
}

/** Annotations, including widgets, whose look an accepted change explains. */
function explainedBy(pair: DrawnPair, { shows, subject }: ExplainedChange): Iterable<AnnotationKey> {
  return shows ?? (subject === undefined ? [] : annotationsOf(pair, subject))
}

/** The annotations of a part: the annotation itself, or the widgets of a field in both states. */
export function annotationsOf(pair: DrawnPair, { kind, num }: Subject): readonly number[] {
  if (kind === 'annotation') return [num]
  if (kind !== 'field') return []
  const states = [readFieldState(pair.older, num), readFieldState(pair.newer, num)]
  return states.flatMap((field) => field?.widgets.map((widget) => widget.num) ?? [])
}

function placeOf(pair: DrawnPair, { before, after }: ComparedPage, box: Box): Pick<RejectedChange, 'place'> {
  const page = after === undefined ? pair.pageNumber(before ?? 0) : pair.pageNumber(after, pair.newer)
  return page === undefined ? {} : { place: { page, rectangle: box } }
}

function describeDifference(pair: DrawnPair, { before, after }: ComparedPage, box: Box): string {
  const page = before === undefined ? pair.describePage(after ?? 0, pair.newer) : pair.describePage(before)
  const [left, bottom, right, top] = box.map((value) => Math.round(value))
  const place = `between ${left}, ${bottom} and ${right}, ${top} points`
  return `${page.charAt(0).toUpperCase()}${page.slice(1)} looks different ${place}, and no permitted change accounts for it`
}
