/**
 * Public interface of the folder for verdicts on signatures, with the proofs and times on which they are based.
 *
 * @module
 */

export { earliestOf, keyExpectedUntil } from './over-time/algorithm-dates.js'
export { type IndicationResult, SUB_INDICATIONS, type SubIndication, toIndication } from './over-time/indication.js'
export { reportMissing } from './over-time/long-term.js'
export { reportProof } from './over-time/proofs.js'
export { UNKNOWN_REVOCATION, type UnknownRevocation } from './over-time/time-context.js'
export type { TrustSubject } from './over-time/trust-subject.js'
export {
  evaluateTrustVerdicts,
  type HostProof,
  type JudgedBasis,
  type JudgedPaths,
  type TrustVerdict,
  type TrustVerdictOptions,
} from './over-time/trust-verdicts.js'
export type { StoredItem } from './revocation/revocation-data.js'
export type { RevocationStatement } from './revocation/revocation-statement.js'
