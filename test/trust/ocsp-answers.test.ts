/**
 * What a single OCSP answer says, by its dates and its extensions.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { derNull, derOctetString, derOid, derSequence } from '../../src/cms/asn1/der-writer.js'
import { TrustBudget } from '../../src/trust/paths/trust-paths.js'
import { findFact, RevocationStatements } from '../../src/trust/revocation/revocation.js'
import { readRevocationData } from '../../src/trust/revocation/revocation-data.js'
import { leafWith, world } from './crl-matrix/case.js'
import { extension, type Holder, makeOcsp, type OcspOptions, when } from './support/dated-pki.js'

const about = leafWith()
const TODAY = '2020-03-05'

function judge(options: Partial<OcspOptions>) {
  const answer = makeOcsp(world.ca, { about, at: '2020-03-01', next: '2020-03-15', ...options })
  const statements = new RevocationStatements(readRevocationData([], [answer]), new TrustBudget())
  const moment = { certificate: about.certificate, at: when(TODAY), now: when(TODAY) }
  return findFact(statements.about(about.certificate, world.ca.certificate), moment).status
}

const SHA256 = '2.16.840.1.101.3.4.2.1'
const hashed = (der: Uint8Array, oid = SHA256, name = 'sha256') =>
  extension(
    '1.3.36.8.3.13',
    derSequence(derSequence(derOid(oid), derNull()), derOctetString(createHash(name).update(der).digest())),
  )

describe('an answer with the digest of the certificate (Common PKI, part 4, 3.1.2)', () => {
  it.each([
    ['of this one', hashed(about.certificate.der), 'good'],
    ['of this one, by SHA-1', hashed(about.certificate.der, '1.3.14.3.2.26', 'sha1'), 'good'],
    ['of another with its number', hashed(leafWith().certificate.der), 'unknown'],
    ['that cannot be read', extension('1.3.36.8.3.13', derNull()), 'unknown'],
  ] as const)('%s', (_, extra, gives) => {
    expect(judge({ extensions: [extra] })).toBe(gives)
  })
})

describe('an answer with dates that contradict each other', () => {
  it('vouches for nothing after its nextUpdate, whatever comes first', () => {
    expect(judge({ at: '2020-03-04T12:00:00Z', next: '2020-03-05T01:00:00Z' })).toBe('good')
    expect(judge({ at: '2020-03-04T12:00:00Z', next: '2020-03-04T11:00:00Z' })).toBe('unknown')
  })

  it('of what came after it was signed denies no revocation, and states one', () => {
    expect(judge({ producedAt: '2020-02-20' })).toBe('unknown')
    expect(judge({ producedAt: '2020-02-20', revoked: { on: '2020-02-10' } })).toBe('revoked')
  })
})

describe('a revocation that is told behind more than is examined', () => {
  const good = makeOcsp(world.ca, { about, at: '2020-03-01', next: '2020-03-15' })
  const revoked = makeOcsp(world.ca, { about, at: '2020-03-01', next: '2020-03-15', revoked: { on: '2020-02-10' } })
  const other = leafWith()
  const many = (responder: Holder, options: { about: Holder; copies?: number }, count: number) =>
    Array.from({ length: count }, (_, i) =>
      makeOcsp(responder, { ...options, at: new Date(when('2020-02-01').getTime() + i * 1000).toISOString() }),
    )
  const statusBehind = (ocsps: readonly Uint8Array[], more: readonly Uint8Array[] = []) => {
    const data = readRevocationData([], [good, ...ocsps, ...more])
    const moment = { certificate: about.certificate, at: when(TODAY), now: when(TODAY) }
    return findFact(
      new RevocationStatements(data, new TrustBudget()).about(about.certificate, world.ca.certificate),
      moment,
    ).status
  }

  it.each([
    // Each costs the check of a signature.
    ['answers by a CA of the same name', world.twin, { about }, 500],
    ['answers about others', world.ca, { about: other, copies: 1000 }, 4],
  ])('is not denied: %s', (_, responder, options, count) => {
    const others = many(responder, options, count)
    expect(statusBehind(others.slice(0, 2))).toBe('good')
    expect(statusBehind(others.slice(0, 2), [revoked])).toBe('revoked')
    expect(statusBehind(others, [revoked])).toBe('unknown')
  })
})

describe('answers of one document', () => {
  const read = (responses: number, copies: number) => {
    const answers = Array.from({ length: responses }, (_, i) =>
      makeOcsp(world.ca, { about, copies, at: new Date(when('2020-03-01').getTime() + i * 1000).toISOString() }),
    )
    const statements = new RevocationStatements(readRevocationData([], answers), new TrustBudget())
    return statements.about(about.certificate, world.ca.certificate).length
  }

  it.each([
    [4, 999, 3996],
    [4, 1000, 4000],
    [8, 1001, 0],
    [30, 1, 30],
  ])('of %i responses with %i each, %i are examined', (responses, copies, examined) => {
    expect(read(responses, copies)).toBe(examined)
  })
})
