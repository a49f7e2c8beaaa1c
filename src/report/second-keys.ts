/**
 * Signers who signed a second time with a key that quantum computers do not break, and are one person all the same.
 *
 * @module
 */

import type { SignerReport } from '../verify/report.js'

/** Somebody who signed, with one key or with two. */
export interface SignerWithKeys {
  readonly signer: SignerReport
  /** The second signature, where there is one. */
  readonly second?: SignerReport
}

/**
 * Takes two signatures together that follow each other, by the same person and with keys of both kinds. Who the person is has to be
 * proved for both: by certificates that are trusted, or by keys of the host. Otherwise somebody could hide behind a name.
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
