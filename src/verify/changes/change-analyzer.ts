/**
 * Finds what was changed after each signature of a file, and whether that is permitted.
 *
 * Every revision is compared with the one before it. The rules yield verdicts, and a change that no rule knows is a finding.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { FileDrawings, isUsedUp } from '../../ink/index.js'
import { append } from '../../lists.js'
import { finishSteps, isTurnOver, type Steps } from '../../pace/turns.js'
import type { ChangesReport, DocumentChange, Finding } from '../report.js'
import type { RevisionView } from '../revision-view.js'
import { VERIFY_LIMITS } from '../verify-limits.js'
import { ChangeLog, type KnownChange, type RevisionReport } from './change-log.js'
import { particularsOf } from './change-particulars.js'
import { DrawnPair } from './drawn-pair.js'
import { judgePair } from './judge-pair.js'
import { highestLevel, type JudgedSignature, permissionFault, readPermission } from './permissions.js'
import { ReferenceGraph } from './reference-graph.js'
import type { WorkBudget } from './revision-pair.js'

/** One signature, and the revision that it ends. */
export interface SignatureInFile {
  readonly signedIndex: number
  readonly signature: JudgedSignature
}

const UNCHANGED: ChangesReport = { status: 'valid', findings: [], warnings: [], level: 'none', changes: [] }

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
  readonly #pairs = new Map<number, RevisionReport>()
  readonly #drawings: FileDrawings

  readonly #firstSigned: number
  readonly #work: WorkBudget = { steps: VERIFY_LIMITS.maxComparisonSteps }

  /**
   * @param revisions All states of the file, oldest first.
   * @param firstSigned Index of the first state that a signature ends. Earlier states are not compared.
   */
  constructor(revisions: readonly RevisionView[], firstSigned = 0) {
    this.#revisions = revisions
    this.#firstSigned = firstSigned
    this.#drawings = new FileDrawings(revisions.at(-1)?.document.bytes.length ?? 0)
  }

  /** What happened after a signature. Never throws: what cannot be told is a finding. */
  analyze(signature: SignatureInFile): ChangesReport {
    return finishSteps(this.analyzeInSteps(signature))
  }

  /** As {@link analyze}, in steps that can be interrupted. */
  *analyzeInSteps({ signedIndex, signature }: SignatureInFile): Steps<ChangesReport> {
    const signed = this.#revisions[signedIndex]
    if (signed === undefined) {
      const finding = { code: 'revision_unknown', message: 'The signature ends no revision of the file.' }
      return { ...UNCHANGED, status: 'indeterminate', findings: [finding] }
    }
    if (signedIndex === this.#revisions.length - 1) return UNCHANGED
    const changes: KnownChange[] = []
    const findings: Finding[] = []
    const warnings: Finding[] = []
    const denied = new Set<KnownChange>()
    try {
      const permission = readPermission(signed.document, signature)
      yield* this.#compareFrom(signedIndex)
      for (let index = signedIndex + 1; index < this.#revisions.length; index++) {
        const pair = this.#pairs.get(index)
        if (pair === undefined) continue
        append(changes, pair.changes)
        append(findings, pair.findings)
        append(warnings, pair.warnings)
      }
      for (const change of changes) {
        const fault = permissionFault(permission, change)
        if (fault !== undefined) findings.push(fault)
        if (fault !== undefined || change.isRejected) denied.add(change)
      }
    } catch (error) {
      findings.push(unreadable(error))
      for (const change of changes) denied.add(change)
    }
    const level = findings.length > 0 && changes.length === 0 ? 'other' : highestLevel(changes)
    const listed = changes.map((change) => listChange(change, denied.has(change) ? signature : undefined))
    return { status: findings.length === 0 ? 'valid' : 'invalid', findings, warnings, level, changes: listed }
  }

  /** Findings about one revision, by its index after the first signed one. They are the same for all signatures. */
  findingsOf(index: number): readonly Finding[] {
    finishSteps(this.#compareFrom(this.#firstSigned))
    return this.#pairs.get(index)?.findings ?? []
  }

  /** Compares all pairs of revisions from an index on that were not compared yet. */
  *#compareFrom(signedIndex: number): Steps<void> {
    const from = Math.min(this.#firstSigned, signedIndex)
    let last = this.#revisions.length - 1
    while (last > from && this.#pairs.has(last)) last--
    if (last <= signedIndex) return
    const first = this.#revisions[from] as RevisionView
    const graph = new ReferenceGraph(first.document)
    for (let index = from + 1; index <= last; index++) {
      const view = this.#revisions[index] as RevisionView
      this.#pairs.set(index, yield* this.#compare(this.#revisions[index - 1] as RevisionView, view, graph))
      if (index < last) graph.advance(view)
    }
  }

  *#compare(older: RevisionView, newer: RevisionView, graph: ReferenceGraph): Steps<RevisionReport> {
    let log = new ChangeLog(newer.index + 1)
    try {
      const firstSigned = Math.min(this.#firstSigned, older.index)
      const signed = this.#revisions[firstSigned] ?? older
      const shared = { graph, work: this.#work, firstSigned: this.#firstSigned, signed }
      const pair = new DrawnPair({ older: older.document, view: newer, ...shared }, this.#drawings)
      log = new ChangeLog(newer.index + 1, (verdict) => particularsOf(pair, verdict))
      for (const verdict of judgePair(pair)) {
        if (isTurnOver()) yield
        log.add(verdict)
      }
      // Drawings made after a limit was reached prove nothing, for any signature.
      if (isUsedUp(this.#drawings.budget)) log.doubt(TOO_MUCH_TO_DRAW)
    } catch (error) {
      log.doubt(unreadable(error))
    }
    return log.report()
  }
}

/**
 * A change as the report lists it.
 *
 * @param denying The signature that does not permit the change, if any.
 */
function listChange(change: KnownChange, denying: JudgedSignature | undefined): DocumentChange {
  const { revision, level, code, description, particulars } = change
  const listed = { revision, level, code, description, permitted: denying === undefined, ...particulars }
  return denying === undefined ? listed : { ...listed, deniedBy: [denying.fieldName] }
}

const TOO_MUCH_TO_DRAW: Finding = {
  code: 'changes_unreadable',
  message: 'What was changed cannot be told: there is too much to draw',
}

function unreadable(error: unknown): Finding {
  const detail = error instanceof SealwrightError ? `: ${error.message}` : ''
  return { code: 'changes_unreadable', message: `What was changed cannot be told${detail}` }
}
