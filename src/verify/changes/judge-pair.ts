/**
 * Judges one revision: finds the parts of the document that it changed, and runs the rules for these parts.
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

/** One rule for each kind of part. Rules are independent of each other and of their order. */
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
 * Judges a revision against the state before it. A rule must explain every object of the older state that it redefines, on
 * every path by which that state led to the object. Objects that had no use before need no explanation of their own: only a
 * change that a rule examines leads to them.
 *
 * The look of the pages is compared as well, unless something was rejected already. That shows what the rules for objects
 * overlook.
 *
 * A verdict without a subject concerns the whole revision: see {@link JudgedVerdict}.
 *
 * @param options.isLookAlone For tests: ignores all rejections by the rules for objects.
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

/** The parts of the document that a revision touches, each once, and the changes that belong to no part. */
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

/** Parts that the trailer or the catalog names, and that may be changed by another reference there. */
function* changedParts(pair: RevisionPair): Generator<SubjectKind> {
  const { older, newer } = pair
  if (older.catalogRef.num !== newer.catalogRef.num) yield 'catalog'
  if (!sameValue(older, older.trailer.get('Info'), newer, newer.trailer.get('Info'))) yield 'information'
  for (const [key, kind] of Object.entries(JUDGED_CATALOG_KEYS)) {
    if (!sameValue(older, older.catalog.get(key), newer, newer.catalog.get(key))) yield kind
  }
}

/** Adds the parts to judge for a changed object; returns a sentence when one of its uses is unknown. */
function explain(pair: RevisionPair, num: number, add: (subject: Subject) => void): string | undefined {
  const kind = anchorKind(pair, num, pair.before(num))
  // Rules for pages and elements only permit changes that have no effect in any other use of the dictionary.
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
