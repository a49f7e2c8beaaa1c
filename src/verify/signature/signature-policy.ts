/**
 * The policy that a signer declares the signature to follow, and what the host knows about it (EN 319 102-1, 5.2.3:
 * validation context initialization).
 *
 * The demands of a policy are written for people, or in formats that no program processes. The host states which policies it
 * takes care of. Only the policy's text is checked: it must be the one that the signer meant.
 *
 * @module
 */

import { concatBytes } from '../../bytes.js'
import { digestOf, readDigestAlgorithm } from '../../cms/algorithms.js'
import { childrenOf, encodingOf, equalBytes, readWholeDer, TAG } from '../../cms/asn1.js'
import type { SignaturePolicyId } from '../../cms/messages.js'
import { BYTES, type Check, listOf, members, must, type OptionTable, required } from '../../input/check-options.js'
import { findKnownPolicy } from '../../trust/integrity.js'
import type { Finding, SignaturePolicyReport } from '../../trust/trust-report.js'
import type { SubIndication } from '../../trust/verdicts.js'

/**
 * A signature policy that the host knows, and whose demands it has seen to.
 *
 * @example
 * ```ts
 * const signaturePolicies = [{ id: '2.16.76.1.7.1.11.1.1', document: await readFile('PA_PAdES_AD_RB_v1_1.der') }]
 * ```
 */
export interface KnownSignaturePolicy {
  /** Object identifier of the policy. */
  readonly id: string
  /** The text of the policy, or its ASN.1. Its digest must equal the signed one. Default: the digest is not checked. */
  readonly document?: Uint8Array | undefined
}

/** What the host states about signature policies. */
export type SignaturePolicies = readonly KnownSignaturePolicy[] | 'ignore'

/** The result of comparing a policy with those of the host. */
export interface SignaturePolicyVerdict {
  readonly report: SignaturePolicyReport | null
  /** What prevents TOTAL-PASSED; `undefined` when nothing does. */
  readonly subIndication:
    | Extract<SubIndication, 'POLICY_PROCESSING_ERROR' | 'SIGNATURE_POLICY_NOT_AVAILABLE'>
    | undefined
  readonly warnings: readonly Finding[]
}

/**
 * Judges the policy of one signature.
 *
 * @param policy as the signed attributes name it; null where it cannot be read, undefined where there is none
 */
export function judgeSignaturePolicy(
  policy: SignaturePolicyId | null | undefined,
  known: SignaturePolicies,
): SignaturePolicyVerdict {
  if (policy === undefined) return { report: null, subIndication: undefined, warnings: [] }
  const { id = null, uri = null } = policy ?? {}
  const { name = null, country = null } = (id === null ? undefined : findKnownPolicy(id)) ?? {}
  const named = { id, name, country, uri }
  if (known === 'ignore') return { report: { ...named, status: 'ignored' }, subIndication: undefined, warnings: [] }
  const error = (message: string): SignaturePolicyVerdict => ({
    report: { ...named, status: 'error' },
    subIndication: 'POLICY_PROCESSING_ERROR',
    warnings: [{ code: 'signature_policy_error', message }],
  })
  if (policy === null) return error('The policy that the signature follows cannot be read.')
  const own = known.filter((each) => each.id === id)
  if (id === null || own.length === 0) {
    const what =
      id === null ? 'a policy that its content implies' : `the policy ${id}${name === null ? '' : ` (${name})`}`
    const message = `The signer says that the signature follows ${what}, which is not known here.`
    return {
      report: { ...named, status: 'not-available' },
      subIndication: 'SIGNATURE_POLICY_NOT_AVAILABLE',
      warnings: [{ code: 'signature_policy_unknown', message }],
    }
  }
  if (!own.some(({ document }) => document === undefined || isMeant(policy, document))) {
    return error(`The policy ${id} that is known here is not the one that the signer meant: its digest is another.`)
  }
  return { report: { ...named, status: 'accepted' }, subIndication: undefined, warnings: [] }
}

/** True when a document has the signed digest; false when there is no digest, or its algorithm is unknown. */
function isMeant({ digest }: SignaturePolicyId, document: Uint8Array): boolean {
  if (digest === undefined) return true
  const algorithm = readDigestAlgorithm(digest.algorithm)
  if (algorithm === undefined) return false
  return readingsOf(document).some((bytes) => equalBytes(digestOf(algorithm, bytes), digest.value))
}

/**
 * Byte strings that the digest may be over: the file; the contents of its ASN.1 (RFC 5126, 5.8.1); or the part of these
 * before the digest that an ASN.1 policy holds of itself (ETSI TR 102 272, 3.1).
 */
function readingsOf(document: Uint8Array): Uint8Array[] {
  try {
    const value = readWholeDer(document)
    if (value.tag !== TAG.sequence || value.end !== document.length) return [document]
    const children = [...childrenOf(value)].map(encodingOf)
    return [document, concatBytes(children), concatBytes(children.slice(0, 2))]
  } catch {
    return [document]
  }
}

const OID_FORM = /^[0-2](\.\d+)+$/

const POLICY_TABLE: OptionTable<KnownSignaturePolicy> = {
  id: required(must('an object identifier, as 1.2.3', (value) => typeof value === 'string' && OID_FORM.test(value))),
  document: BYTES,
}
const POLICY_LIST = listOf(members(POLICY_TABLE), "policies, or 'ignore'")

/** Check of the option {@link SignaturePolicies}. */
export const SIGNATURE_POLICIES: Check = {
  find: (value, path) => (value === 'ignore' ? [] : POLICY_LIST.find(value, path)),
}
