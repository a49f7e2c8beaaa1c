/**
 * AlgorithmIdentifier (RFC 5280, 4.1.1.2).
 *
 * @module
 */

import { asn1Error, DerReader, type DerValue, encodingOf, TAG } from './der.js'
import { readOid } from './der-values.js'
import { derOid, derSequence } from './der-writer.js'

/** An algorithm and the encoding of its parameters, if it has any. */
export interface AlgorithmIdentifier {
  readonly oid: string
  readonly parameters: Uint8Array | undefined
}

/** Reads an AlgorithmIdentifier. */
export function readAlgorithm(value: DerValue): AlgorithmIdentifier {
  const reader = new DerReader(value, TAG.sequence)
  const oid = readOid(reader.read(TAG.oid, 'an algorithm'))
  if (reader.nextTag === undefined) return { oid, parameters: undefined }
  const given = reader.readAny('parameters')
  if (given.tag === TAG.null && given.contentEnd > given.contentStart) throw asn1Error('A NULL holds something.')
  const parameters = encodingOf(given)
  reader.assertDone()
  return { oid, parameters }
}

/** True when parameters are absent or NULL, which mean the same for an algorithm without parameters (RFC 5754, 2). */
export function hasNoParameters({ parameters }: AlgorithmIdentifier): boolean {
  return parameters === undefined || (parameters.length === 2 && parameters[0] === TAG.null)
}

/** Writes an AlgorithmIdentifier. Without `parameters` the field is absent. */
export function encodeAlgorithm(oid: string, parameters?: Uint8Array): Uint8Array {
  return parameters === undefined ? derSequence(derOid(oid)) : derSequence(derOid(oid), parameters)
}
