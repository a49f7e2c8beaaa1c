/**
 * One rule alone: what it says of a revision, without the other rules, signatures or reports. A red test names the file
 * that is at fault.
 *
 * @module
 */

import { FileDrawings } from '../../../../src/ink/index.js'
import { PdfDocument } from '../../../../src/pdf/document.js'
import type { ChangeRule } from '../../../../src/verify/changes/change-rule.js'
import { DrawnPair } from '../../../../src/verify/changes/drawn-pair.js'
import { ReferenceGraph } from '../../../../src/verify/changes/reference-graph.js'
import type { Verdicts } from '../../../../src/verify/changes/verdict.js'
import { readRevisionViews } from '../../../../src/verify/revision-views.js'
import { type Changing, change, createDocument, type DocumentOptions } from '../changed-documents.js'

const MANY_STEPS = 1_000_000

/** The two states of a document that one revision was appended to. */
export function pairOf(edit: (changing: Changing) => void, options: DocumentOptions = {}): DrawnPair {
  const bytes = change(createDocument(options), edit)
  const chain = readRevisionViews(PdfDocument.open(bytes))
  if ('code' in chain) throw new Error(chain.message)
  const [before, after] = chain.views
  if (before === undefined || after === undefined) throw new Error('The document has one state only.')
  const graph = new ReferenceGraph(before.document)
  const input = {
    older: before.document,
    view: after,
    graph,
    work: { steps: MANY_STEPS },
    firstSigned: 0,
    signed: before,
  }
  return new DrawnPair(input, new FileDrawings(bytes.length))
}

/** Verdicts in short: `accepted form-filling form_changed`, `rejected page_added`. */
export function inShort(verdicts: Verdicts): string[] {
  return [...verdicts].map((verdict) =>
    verdict.verdict === 'accepted' ? `accepted ${verdict.level} ${verdict.code}` : `${verdict.verdict} ${verdict.code}`,
  )
}

/** What a rule says of its part after an edit. */
export function says(
  rule: ChangeRule<DrawnPair>,
  num: number,
  edit: (changing: Changing) => void,
  options: DocumentOptions = {},
): string[] {
  return inShort(rule.judge(pairOf(edit, options), num))
}
