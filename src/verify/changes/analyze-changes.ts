/**
 * Finds what was changed after a signature.
 *
 * @module
 */
import type { Steps } from '../../pace/turns.js'
import type { ChangesReport } from '../report.js'
import type { RevisionView } from '../revision-view.js'
import { ChangeAnalyzer, type SignatureInFile } from './change-analyzer.js'

/** Analyzers by the revisions of their file. Signatures of one file ask for the same revisions, so comparisons are kept. */
const analyzers = new WeakMap<readonly RevisionView[], ChangeAnalyzer>()

/**
 * What was changed after a signature, and whether that is permitted (ISO 32000-2, 12.8.2). Never throws: what cannot be
 * told is a finding. For several signatures of a file, pass the same array of revisions, best with the earliest first.
 *
 * @param input All states of the file, oldest first; the index of the one that the signature ends; the signature
 * dictionary and its field, as they are in that state.
 */
export function* analyzeChanges(
  input: { readonly revisions: readonly RevisionView[] } & SignatureInFile,
): Steps<ChangesReport> {
  let analyzer = analyzers.get(input.revisions)
  if (analyzer === undefined) {
    analyzer = new ChangeAnalyzer(input.revisions, input.signedIndex)
    analyzers.set(input.revisions, analyzer)
  }
  return yield* analyzer.analyzeInSteps(input)
}
