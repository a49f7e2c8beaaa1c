/**
 * The type of rules.
 *
 * @module
 */
import type { RevisionPair } from './revision-pair.js'
import type { Verdicts } from './verdict.js'

/** Kinds of document parts that rules judge. */
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
 * Judges one part of a document in both of its states. A rule only reads the pair and shares no state with other rules, so
 * rules can run in any order. Rules that examine ink take a `DrawnPair`; the others only need documents and references.
 */
export interface ChangeRule<Pair extends RevisionPair = RevisionPair> {
  readonly kind: SubjectKind
  /** @param num Object number of the part; 0 for a part that exists only once. */
  judge(pair: Pair, num: number): Verdicts
}
