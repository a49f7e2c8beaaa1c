/**
 * Finds the digest algorithm that a signature names, before any of it is checked.
 *
 * @module
 */

import { type DigestAlgorithm, readSignerAlgorithms } from '../../cms/algorithms.js'
import { parseSignedData } from '../../cms/messages.js'
import { SealwrightError } from '../../errors.js'

/** The algorithm with which the signed bytes are digested; `undefined` when unknown. */
export function namedDigest(contents: Uint8Array): DigestAlgorithm | undefined {
  try {
    const [signer] = parseSignedData(contents).signerInfos
    return signer === undefined ? undefined : readSignerAlgorithms(signer).digest
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return undefined
  }
}
