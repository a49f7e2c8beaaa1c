/**
 * Certification paths through mazes of cross-certificates.
 *
 * @module
 */

import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  derBitString,
  derExplicit,
  derInteger,
  derOctetString,
  derOid,
  derSequence,
  derSetOf,
  derTrue,
  encodeDer,
} from '../../src/cms/asn1/der-writer.js'
import { type Certificate, parseCertificate } from '../../src/cms/certificate/x509.js'
import { findPath, TrustBudget } from '../../src/trust/paths/trust-paths.js'
import { createPool } from '../../src/trust/trust-anchors.js'

interface Entity {
  readonly name: string
  readonly publicKey: Uint8Array
  readonly privateKey: KeyObject
}

const ED25519 = derSequence(derOid('1.3.101.112'))

function makeEntity(name: string): Entity {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { name, privateKey, publicKey: publicKey.export({ type: 'spki', format: 'der' }) }
}

function encodeName(name: string): Uint8Array {
  return derSequence(derSetOf([derSequence(derOid('2.5.4.3'), encodeDer(0x0c, Buffer.from(name)))]))
}

/** A CA certificate. */
function certify(subject: Entity, issuer: Entity): Certificate {
  const constraints = derSequence(derOid('2.5.29.19'), derTrue(), derOctetString(derSequence(derTrue())))
  const validity = ['200101000000Z', '491231000000Z'].map((time) => encodeDer(0x17, Buffer.from(time)))
  const tbs = derSequence(
    derExplicit(0, derInteger(2)),
    derInteger(1),
    ED25519,
    encodeName(issuer.name),
    derSequence(...validity),
    encodeName(subject.name),
    subject.publicKey,
    derExplicit(3, derSequence(constraints)),
  )
  return parseCertificate(derSequence(tbs, ED25519, derBitString(sign(null, tbs, issuer.privateKey))))
}

/** A path from one signer, first of `entities`, through certificates that all of them issued to each other. */
function searchMaze(size: number, exit: boolean) {
  const entities = Array.from({ length: size }, (_, i) => makeEntity(`entity ${i}`))
  const [first = makeEntity('first')] = entities
  const root = makeEntity('root')
  const pool = entities.flatMap((subject) =>
    entities.filter((issuer) => issuer !== subject).map((issuer) => certify(subject, issuer)),
  )
  if (exit) pool.push(certify(first, root))
  return findPath(certify(makeEntity('signer'), first), {
    anchors: createPool([certify(root, root)]),
    pool: createPool(pool),
    at: new Date(),
    purpose: 'document-signing',
    budget: new TrustBudget(),
  })
}

describe('building paths through a maze of cross-certificates', () => {
  it('ends where a small one has no way out', () => {
    expect(searchMaze(4, false).fault?.code).toBe('chain_not_found')
  })

  it('gives up on a large one', () => {
    const { fault, path } = searchMaze(14, false)
    expect(fault?.code).toBe('chain_too_complex')
    expect(path.length).toBeGreaterThan(2)
  })

  it('finds the way out', () => {
    const { fault, path } = searchMaze(5, true)
    expect(fault).toBeUndefined()
    expect(path[0]?.subject.commonName).toBe('signer')
    expect(path.at(-1)?.subject.commonName).toBe('root')
  })
})
