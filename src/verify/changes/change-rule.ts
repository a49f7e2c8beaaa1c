/**
 * What a rule is.
 *
 * @module
 */
import type { RevisionPair } from './revision-pair.js'
import type { Verdicts } from './verdict.js'

/** The parts of a document that rules know. */
export type SubjectKind =
  | 'catalog'
  | 'information'
  | 'metadata'
  | 'form'
  | 'field'
  | 'page'
  | 'annotation'
  | 'validation-data'
  | 'extensions'
  | 'structure'
  | 'resources'

/**
 * Judges one part of a document in both of its states. A rule reads the pair and nothing else: it shares no state with
 * other rules, so they can run in any order. Rules that look at ink take a `DrawnPair`; the others stand on documents
 * and references alone.
 */
export interface ChangeRule<Pair extends RevisionPair = RevisionPair> {
  readonly kind: SubjectKind
  /** `num`: the object that the part is, 0 where there is only one of its kind. */
  judge(pair: Pair, num: number): Verdicts
}
