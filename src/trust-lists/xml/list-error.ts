/**
 * The error for a list that is refused.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'

/** Why a list was refused. Programs find it in `errors[0].code` of the error. */
type ListFault =
  | 'too_large'
  | 'not_utf8'
  | 'not_well_formed'
  | 'document_type'
  | 'duplicate_id'
  | 'too_complex'
  | 'not_a_trusted_list'
  | 'version_unknown'
  | 'signature_missing'
  | 'several_signatures'
  | 'signature_misplaced'
  | 'signature_malformed'
  | 'canonicalization_not_allowed'
  | 'transform_not_allowed'
  | 'reference_not_to_root'
  | 'reference_not_allowed'
  | 'algorithm_not_allowed'
  | 'digest_mismatch'
  | 'signature_mismatch'
  | 'signer_unknown'
  | 'signer_mismatch'
  | 'signer_not_valid'
  | 'issued_in_future'
  | 'expired'
  | 'rolled_back'
  | 'territory_mismatch'
  | 'pivot_broken'
  | 'content_malformed'

/**
 * An error for a list that is refused: `trust_list_refused`, with the fault in `errors[0].code`.
 *
 * @param message says what is wrong; completes "The list is refused:"
 */
export function refuseList(fault: ListFault, message: string, cause?: unknown): SealwrightError {
  const text = `The trusted list is refused: ${message}`
  const errors = [{ pointer: '', code: fault, message: text }]
  return new SealwrightError('trust_list_refused', text, cause === undefined ? { errors } : { errors, cause })
}

/** An error for XML that is not strictly well-formed. */
export function malformedXml(what: string): SealwrightError {
  return refuseList('not_well_formed', `its XML is not well-formed: ${what}.`)
}
