/**
 * Public interface of the folder for the integrity of a single signature.
 *
 * @module
 */

export { describeAlgorithm } from './integrity/algorithm-policy.js'
export { checkCmsIntegrity } from './integrity/cms-integrity.js'
export {
  IntegrityDraft,
  type IntegrityInput,
  type IntegrityResult,
  runIntegrityCheck,
} from './integrity/integrity-draft.js'
export { INTEGRITY_TEXTS } from './integrity/integrity-texts.js'
export { findKnownPolicy } from './integrity/known-policies.js'
export { namedDigest } from './integrity/named-digest.js'
export { RangeHasher, type RangePair } from './integrity/range-hasher.js'
export { isCms } from './integrity/sub-filters.js'
