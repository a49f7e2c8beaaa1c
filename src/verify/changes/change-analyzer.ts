/**
 * What was changed after each signature of a file, and whether that is permitted.
 *
 * Every revision is compared with the one before it. Whatever object of the older state it defines anew must be
 * explained by a rule, on every path by which that state led to the object; the rules name what they accept, and all
 * else is a finding. Objects that meant nothing before need no explanation of their own: nothing leads to them but
 * through a change that a rule looked into.
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import { VERIFY_LIMITS } from '../../limits.js'
import type { ChangesReport, Finding } from '../report.js'
import type { RevisionView } from '../revision-view.js'
import { annotationRule } from './annotation-rule.js'
import { catalogRule, JUDGED_CATALOG_KEYS, judgeTrailer } from './catalog-rule.js'
import { ChangeLog, type KnownChange } from './change-log.js'
import type { ChangeRule, SubjectKind } from './change-rule.js'
import { sameValue } from './equality.js'
import { fieldRule } from './field-rule.js'
import { formRule } from './form-rule.js'
import { extensionsRule, informationRule, metadataRule } from './information-rule.js'
import { pageRule } from './page-rule.js'
import { PaintedContents } from './painted-contents.js'
import { checkPermission, highestLevel, type JudgedSignature, readPermission } from './permissions.js'
import { ReferenceGraph, TRAILER } from './reference-graph.js'
import { describeObject, RevisionPair, type WorkBudget } from './revision-pair.js'
import { structureRule } from './structure-rule.js'
import { nodeSubject, type Subject, subjectOfUsage } from './subjects.js'
import { anchorKind, type Usage, UsageFinder } from './usages.js'
import { validationDataRule } from './validation-data-rule.js'

/** In the order of judging: pages ask which fields are new, the structure tree asks which annotations. */
const RULES: readonly ChangeRule[] = [
  catalogRule,
  informationRule,
  metadataRule,
  extensionsRule,
  validationDataRule,
  formRule,
  fieldRule,
  pageRule,
  annotationRule,
  structureRule,
]

/** One signature, and the revision that it ends. */
export interface SignatureInFile {
  readonly signedIndex: number
  readonly signature: JudgedSignature
}

interface PairReport {
  readonly changes: readonly KnownChange[]
  readonly findings: readonly Finding[]
}

/**
 * Compares the revisions of one file, each pair once however many signatures ask.
 *
 * @example
 * ```ts
 * const analyzer = new ChangeAnalyzer(views)
 * const report = analyzer.analyze({ signedIndex: 0, signature: { fieldName: 'Signature1', dict } })
 * ```
 */
export class ChangeAnalyzer {
  readonly #revisions: readonly RevisionView[]
  readonly #pairs = new Map<number, PairReport>()
  readonly #contents = new PaintedContents()

  readonly #firstSigned: number
  readonly #work: WorkBudget = { steps: VERIFY_LIMITS.maxComparisonSteps }

  /**
   * `revisions`: all states of the file, oldest first. `firstSigned`: index of the earliest one that a signature ends;
   * what came before it is not compared.
   */
  constructor(revisions: readonly RevisionView[], firstSigned = 0) {
    this.#revisions = revisions
    this.#firstSigned = firstSigned
  }

  /** What happened after a signature. Never throws: what cannot be told is a finding. */
  analyze({ signedIndex, signature }: SignatureInFile): ChangesReport {
    const signed = this.#revisions[signedIndex]
    if (signed === undefined) {
      const finding = { code: 'revision_unknown', message: 'The signature ends no revision of the file.' }
      return { status: 'indeterminate', findings: [finding], level: 'none', changes: [] }
    }
    if (signedIndex === this.#revisions.length - 1) return { status: 'valid', findings: [], level: 'none', changes: [] }
    const changes: KnownChange[] = []
    const findings: Finding[] = []
    try {
      const permission = readPermission(signed.document, signature)
      this.#compareFrom(signedIndex)
      for (let index = signedIndex + 1; index < this.#revisions.length; index++) {
        const pair = this.#pairs.get(index)
        if (pair === undefined) continue
        changes.push(...pair.changes)
        findings.push(...pair.findings)
      }
      findings.push(...checkPermission(permission, changes))
    } catch (error) {
      findings.push(unreadable(error))
    }
    const level = findings.length > 0 && changes.length === 0 ? 'other' : highestLevel(changes)
    const listed = changes.map(({ revision, level, code, description }) => ({ revision, level, code, description }))
    return { status: findings.length === 0 ? 'valid' : 'invalid', findings, level, changes: listed }
  }

  /** Compares all pairs after a revision that were not compared yet. */
  #compareFrom(signedIndex: number): void {
    const from = Math.min(this.#firstSigned, signedIndex)
    let last = this.#revisions.length - 1
    while (last > from && this.#pairs.has(last)) last--
    if (last <= signedIndex) return
    const first = this.#revisions[from] as RevisionView
    const graph = new ReferenceGraph(first.document)
    for (let index = from + 1; index <= last; index++) {
      const view = this.#revisions[index] as RevisionView
      this.#pairs.set(index, this.#compare(this.#revisions[index - 1] as RevisionView, view, graph))
      if (index < last) graph.advance(view)
    }
  }

  #compare(older: RevisionView, newer: RevisionView, graph: ReferenceGraph): PairReport {
    const log = new ChangeLog(newer.index + 1)
    try {
      judgePair(new RevisionPair(older.document, newer, graph, log, this.#contents, this.#work))
    } catch (error) {
      log.findings.push(unreadable(error))
    }
    return log
  }
}

function unreadable(error: unknown): Finding {
  const detail = error instanceof SealwrightError ? `: ${error.message}` : ''
  return { code: 'changes_unreadable', message: `What was changed cannot be told${detail}` }
}

function judgePair(pair: RevisionPair): void {
  judgeTrailer(pair)
  const subjects = new Map<SubjectKind, Set<number>>()
  const add = ({ kind, num }: Subject) => {
    const known = subjects.get(kind)
    if (known === undefined) subjects.set(kind, new Set([num]))
    else known.add(num)
  }
  const finder = new UsageFinder(pair)
  for (const num of pair.changed) {
    const fault = explain(pair, finder, num, add)
    if (fault !== undefined) pair.log.reject('unexplained_change', fault)
  }
  if (!sameValue(pair.older, pair.older.trailer.get('Info'), pair.newer, pair.newer.trailer.get('Info'))) {
    add({ kind: 'information', num: TRAILER })
  }
  const [before, after] = [pair.older.catalog, pair.newer.catalog]
  for (const [key, kind] of Object.entries(JUDGED_CATALOG_KEYS)) {
    if (!sameValue(pair.older, before.get(key), pair.newer, after.get(key))) add({ kind, num: TRAILER })
  }
  for (const rule of RULES) for (const num of subjects.get(rule.kind) ?? []) rule.judge(pair, num)
  for (const num of pair.droppedAppearances) judgeDropped(pair, finder, num)
}

/** An appearance that was exchanged must have been nothing but an appearance. */
function judgeDropped(pair: RevisionPair, finder: UsageFinder, num: number): void {
  for (const { anchor, path, complete } of finder.usagesOf(num)) {
    const kind = anchorKind(pair, anchor, pair.before(anchor))
    if (complete && (kind === 'annotation' || kind === 'field') && path[0] === 'AP') continue
    const message = `The appearance of a field was exchanged, while object ${num}, its former one, is used elsewhere too`
    pair.log.reject('appearance_used_elsewhere', message)
    return
  }
}

/** Finds the parts of the document to judge for a changed object; gives a sentence when a use of it is unknown. */
function explain(
  pair: RevisionPair,
  finder: UsageFinder,
  num: number,
  add: (subject: Subject) => void,
): string | undefined {
  const before = pair.before(num)
  const kind = anchorKind(pair, num, before)
  // What may change in a page or an element means nothing wherever else the dictionary may be used.
  if (kind === 'page' || kind === 'page-tree') {
    add({ kind: 'page', num })
    return undefined
  }
  if (kind === 'structure') {
    add({ kind: 'structure', num })
    return undefined
  }
  for (const usage of finder.usagesOf(num)) {
    const subject = subjectOfUsage(pair, num, usage)
    if (subject === undefined) return describeUnexplained(pair, num, usage)
    add(subject)
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
  const holder = pair.before(anchor)
  const kind = anchorKind(pair, anchor, holder)
  const where =
    kind === 'trailer'
      ? 'the trailer'
      : kind === 'catalog'
        ? 'the catalog'
        : kind === 'page'
          ? pair.describePage(anchor)
          : `object ${anchor} (${describeObject(holder)})`
  return `Object ${num} (${describeObject(after ?? pair.before(num))}), used by ${where} at ${place}, was ${verb}`
}
