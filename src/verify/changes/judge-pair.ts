/**
 * The verdicts on one revision: which parts of the document it changed, and what the rules for these parts say.
 *
 * @module
 */

import { sameValue } from '../../pdf/lookup.js'
import type { ChangeRule, SubjectKind } from './change-rule.js'
import type { DrawnPair } from './drawn-pair.js'
import { TRAILER } from './reference-graph.js'
import type { JudgedVerdict } from './rejections.js'
import { describeObject, type RevisionPair } from './revision-pair.js'
import { isWrittenAnew } from './rewritten-parts.js'
import { judgeActions } from './rules/action-rule.js'
import { annotationRule } from './rules/annotation-rule.js'
import { catalogRule, JUDGED_CATALOG_KEYS } from './rules/catalog-rule.js'
import { fieldRule } from './rules/field-rule.js'
import { judgeFiles } from './rules/file-rule.js'
import { formRule } from './rules/form-rule.js'
import { judgeGenerations } from './rules/generation-rule.js'
import { extensionsRule, informationRule } from './rules/information-rule.js'
import { metadataRule } from './rules/metadata-rule.js'
import { pageRule } from './rules/page-rule.js'
import { resourcesRule } from './rules/resources-rule.js'
import { structureRule } from './rules/structure-rule.js'
import { judgeTrailer } from './rules/trailer-rule.js'
import { validationDataRule } from './rules/validation-data-rule.js'
import { nodeSubject, type Subject, subjectOfUsage } from './subjects.js'
import { type ExplainedChange, findUnexplainedInk } from './unexplained-ink.js'
import { anchorKind, type Usage } from './usages.js'
import { reject, type Verdict } from './verdict.js'

/** One rule for each kind of part; none knows of another, and their order means nothing. */
const RULES: Readonly<Record<SubjectKind, ChangeRule<DrawnPair>>> = {
  catalog: catalogRule,
  information: informationRule,
  metadata: metadataRule,
  extensions: extensionsRule,
  'validation-data': validationDataRule,
  form: formRule,
  field: fieldRule,
  page: pageRule,
  annotation: annotationRule,
  structure: structureRule,
  resources: resourcesRule,
}

/**
 * Judges a revision against the state before it. Whatever object of the older state it defines again must be explained
 * by a rule, on every path by which that state led to the object. Objects that meant nothing before need no explanation
 * of their own: nothing leads to them but through a change that a rule looks into.
 *
 * The look of the pages is compared as well, unless something was rejected already: it shows what the rules for objects
 * overlook.
 *
 * A verdict without a subject concerns the whole revision: see {@link JudgedVerdict}.
 *
 * @param options.isLookAlone For tests: passes over all that the rules for objects reject.
 */
export function* judgePair(
  pair: DrawnPair,
  options: { readonly isLookAlone?: boolean } = {},
): Generator<JudgedVerdict> {
  const changes: ExplainedChange[] = []
  let isRejected = false
  for (const verdict of judgeObjects(pair)) {
    if (verdict.verdict === 'accepted') changes.push(verdict)
    if (verdict.verdict === 'rejected' && options.isLookAlone === true) continue
    isRejected ||= verdict.verdict === 'rejected'
    yield verdict
  }
  if (!isRejected) yield* findUnexplainedInk(pair, changes)
}

function* judgeObjects(pair: DrawnPair): Generator<JudgedVerdict> {
  yield* judgeTrailer(pair)
  yield* judgeGenerations(pair)
  yield* judgeActions(pair)
  yield* judgeFiles(pair)
  for (const num of pair.replacedContainers) {
    const message = `Object stream ${num}, which holds objects of an earlier revision, was replaced`
    yield reject('object_stream_replaced', message)
  }
  const { subjects, unexplained } = findSubjects(pair)
  yield* unexplained
  for (const subject of subjects) {
    for (const verdict of RULES[subject.kind].judge(pair, subject.num)) yield { ...verdict, subject }
  }
}

/** The parts of the document that a revision touches, each once, and the changes that belong to none. */
function findSubjects(pair: RevisionPair): { subjects: Iterable<Subject>; unexplained: readonly Verdict[] } {
  const subjects = new Map<string, Subject>()
  const unexplained: Verdict[] = []
  const add = (subject: Subject) => subjects.set(`${subject.kind} ${subject.num}`, subject)
  for (const num of pair.changed) {
    const fault = explain(pair, num, add)
    if (fault !== undefined) unexplained.push(reject('unexplained_change', fault))
  }
  for (const kind of changedParts(pair)) add({ kind, num: TRAILER })
  return { subjects: subjects.values(), unexplained }
}

/** Parts that are named by the trailer or the catalog, and that may change by another reference there. */
function* changedParts(pair: RevisionPair): Generator<SubjectKind> {
  const { older, newer } = pair
  if (older.catalogRef.num !== newer.catalogRef.num) yield 'catalog'
  if (!sameValue(older, older.trailer.get('Info'), newer, newer.trailer.get('Info'))) yield 'information'
  for (const [key, kind] of Object.entries(JUDGED_CATALOG_KEYS)) {
    if (!sameValue(older, older.catalog.get(key), newer, newer.catalog.get(key))) yield kind
  }
}

/** Finds the parts of the document to judge for a changed object; gives a sentence when a use of it is unknown. */
function explain(pair: RevisionPair, num: number, add: (subject: Subject) => void): string | undefined {
  const kind = anchorKind(pair, num, pair.before(num))
  // What may change in a page or an element means nothing wherever else the dictionary may be used.
  if (kind === 'page' || kind === 'page-tree') {
    add({ kind: 'page', num })
    return undefined
  }
  if (kind === 'structure') {
    add({ kind: 'structure', num })
    return undefined
  }
  let saysTheSame: boolean | undefined
  for (const usage of pair.usages.usagesOf(num)) {
    const subject = subjectOfUsage(pair, num, usage)
    if (subject !== undefined) {
      add(subject)
      continue
    }
    saysTheSame ??= isWrittenAnew(pair, num)
    if (!saysTheSame) return describeUnexplained(pair, num, usage)
  }
  if (kind === 'annotation' || kind === 'field') {
    const subject = nodeSubject(pair, num)
    if (subject !== undefined) add(subject)
  }
  return undefined
}

function describeUnexplained(pair: RevisionPair, num: number, { anchor, path }: Usage): string {
  const after = pair.after(num)
  const verb = after === null ? 'removed' : pair.before(num) === null ? 'put where there was none' : 'replaced'
  const place = path
    .filter((step) => step !== '*')
    .map((step) => `/${step.slice(0, 40)}`)
    .join(' ')
  const what = describeObject(after ?? pair.before(num))
  return `Object ${num} (${what}), used by ${describeAnchor(pair, anchor)} at ${place}, was ${verb}`
}

function describeAnchor(pair: RevisionPair, anchor: number): string {
  const holder = pair.before(anchor)
  switch (anchorKind(pair, anchor, holder)) {
    case 'trailer':
      return 'the trailer'
    case 'catalog':
      return 'the catalog'
    case 'page':
      return pair.describePage(anchor)
    default:
      return `object ${anchor} (${describeObject(holder)})`
  }
}
