/**
 * What a rule is.
 *
 * @module
 */
import type { RevisionPair } from './revision-pair.js'

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

/** Judges one part of a document in both states: writes to the pair's log what it accepts, and what it does not. */
export interface ChangeRule {
  readonly kind: SubjectKind
  /** `num`: the object that the part is, 0 where there is only one of its kind. */
  judge(pair: RevisionPair, num: number): void
}
