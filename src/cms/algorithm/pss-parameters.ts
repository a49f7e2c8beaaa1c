/**
 * The parameters of RSASSA-PSS (RFC 4055, 3.1).
 *
 * @module
 */

import { type AlgorithmIdentifier, encodeAlgorithm, readAlgorithm } from '../asn1/algorithm-identifier.js'
import { asn1Error, contextTag, DerReader, onlyChildOf, readDer, TAG } from '../asn1/der.js'
import { readSmallInteger } from '../asn1/der-values.js'
import { derExplicit, derInteger, derNull, derSequence } from '../asn1/der-writer.js'
import { OID } from '../asn1/oids.js'
import { soundHashOf } from './digest-algorithm.js'

/** Parameters of RSASSA-PSS; the hashes as node:crypto names them. */
export interface PssParameters {
  readonly hash: string
  readonly mgfHash: string
  readonly saltLength: number
}

/**
 * Reads RSASSA-PSS-params. Absent fields have the defaults of RFC 8017, appendix A.2.3: SHA-1, MGF1 with SHA-1, salt of 20
 * bytes.
 *
 * @throws SealwrightError `invalid_asn1` when they are malformed or name an unknown hash or mask function.
 */
export function readPssParameters(parameters: Uint8Array): PssParameters {
  const reader = new DerReader(readDer(parameters), TAG.sequence)
  const hashField = reader.readOptional(contextTag(0))
  const mgfField = reader.readOptional(contextTag(1))
  const saltField = reader.readOptional(contextTag(2))
  const trailerField = reader.readOptional(contextTag(3))
  reader.assertDone()
  if (trailerField !== undefined && readSmallInteger(onlyChildOf(trailerField)) !== 1) {
    throw asn1Error('The RSASSA-PSS parameters name an unknown trailer field.')
  }
  return {
    hash: hashField === undefined ? 'sha1' : readHash(readAlgorithm(onlyChildOf(hashField))),
    mgfHash: mgfField === undefined ? 'sha1' : readMgfHash(readAlgorithm(onlyChildOf(mgfField))),
    saltLength: saltField === undefined ? 20 : readSmallInteger(onlyChildOf(saltField)),
  }
}

function readMgfHash(algorithm: AlgorithmIdentifier): string {
  if (algorithm.oid !== OID.mgf1 || algorithm.parameters === undefined) {
    throw asn1Error('The RSASSA-PSS parameters name an unknown mask generation function.')
  }
  return readHash(readAlgorithm(readDer(algorithm.parameters)))
}

function readHash(algorithm: AlgorithmIdentifier): string {
  const hash = soundHashOf(algorithm.oid)
  if (hash === undefined) throw asn1Error(`The digest algorithm ${algorithm.oid} is not known.`)
  return hash
}

/** Writes RSASSA-PSS-params for one SHA-2 hash, MGF1 with the same hash, and the salt length in bytes. */
export function encodePssParameters(hashOid: string, saltLength: number): Uint8Array {
  // Within PSS parameters, the SHA-2 identifiers are written with NULL (RFC 4055, 2.1).
  const hash = encodeAlgorithm(hashOid, derNull())
  return derSequence(
    derExplicit(0, hash),
    derExplicit(1, encodeAlgorithm(OID.mgf1, hash)),
    derExplicit(2, derInteger(saltLength)),
  )
}
