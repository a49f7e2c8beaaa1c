/**
 * Finds signers who signed a second time with a key that quantum computers do not break, so that they count as one person.
 *
 * @module
 */

import type { SignerReport } from '../verify/report.js'

/** A person who signed, with one key or with two. */
export interface SignerWithKeys {
  readonly signer: SignerReport
  /** The second signature, if there is one. */
  readonly second?: SignerReport
}

/**
 * Joins two consecutive signatures of one person with keys of both kinds. Both must prove who the person is, by trusted
 * certificates or keys of the host. Otherwise anyone could sign under the same name.
 */
export function withSecondKeys(signers: readonly SignerReport[]): SignerWithKeys[] {
  const found: SignerWithKeys[] = []
  for (const signer of signers) {
    const before = found.at(-1)
    const isSecond = before !== undefined && before.second === undefined && isSamePerson(before.signer, signer)
    if (isSecond) found[found.length - 1] = { signer: before.signer, second: signer }
    else found.push({ signer })
  }
  return found
}

function isSamePerson(a: SignerReport, b: SignerReport): boolean {
  return (
    isProved(a) &&
    isProved(b) &&
    isPostQuantum(a) !== isPostQuantum(b) &&
    a.certificate?.subject === b.certificate?.subject &&
    a.name === b.name &&
    a.email === b.email
  )
}

function isProved({ status, trust, sealedByThisService, certificate }: SignerReport): boolean {
  return status === 'valid' && certificate !== null && (trust.status === 'trusted' || sealedByThisService)
}

function isPostQuantum({ algorithm }: SignerReport): boolean {
  return algorithm?.signature.startsWith('ML-DSA') === true
}
