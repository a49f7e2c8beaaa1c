/**
 * Limits on what revocation data may ask of their reader, each from both sides.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { derOid, derSequence } from '../../src/cms/asn1/der-writer.js'
import { verifyDocument } from '../../src/index.js'
import { describeCertificate } from '../../src/verify/certificate-report.js'
import { startWork } from '../support/work-time.js'
import { type CrlCase, FRESH, leafWith, world } from './crl-matrix/case.js'
import { judgeCase } from './crl-matrix/cases.js'
import { crlNumber, directory, points, scope, uri } from './support/crl-extensions.js'
import { signDated } from './support/dated-document.js'
import { extension, type Holder, makeCrl, makeHolder, makeOcsp, when } from './support/dated-pki.js'
import { cast, crlsOf, DAY_BEFORE } from './support/time-cast.js'

const LIFE = { from: '2010-01-01', to: '2044-12-31' }
const A = uri('http://crl.example.com/a')
const many = (count: number) => Array.from({ length: count }, (_, i) => uri(`http://crl.example.com/${i}`))
const judge = (each: Omit<CrlCase, 'name' | 'gives'>) => judgeCase({ name: '', gives: 'unknown', ...each })

describe('distribution points', () => {
  const crl = makeCrl(world.ca, { ...FRESH, extensions: [scope({ names: [A] })] })

  it.each([
    [31, 'good'],
    [32, 'unknown'],
  ])('of a certificate with %i others: %s', (others, gives) => {
    const about = leafWith(points(...many(others).map((name) => ({ names: [name] })), { names: [A] }))
    expect(judge({ about, crls: [crl] })).toBe(gives)
  })

  it.each([
    [31, 'good'],
    [32, 'unknown'],
  ])('with %i other names: %s', (others, gives) => {
    expect(judge({ about: leafWith(points({ names: [...many(others), A] })), crls: [crl] })).toBe(gives)
  })

  it.each([
    [31, 'good'],
    [32, 'unknown'],
  ])('of a CRL with %i other names: %s', (others, gives) => {
    const wide = makeCrl(world.ca, { ...FRESH, extensions: [scope({ names: [...many(others), A] })] })
    expect(judge({ about: leafWith(points({ names: [A] })), crls: [wide] })).toBe(gives)
  })

  it('are not compared one by one: many CRLs with many names take no time', () => {
    const about = leafWith(points(...Array.from({ length: 32 }, () => ({ names: many(32) }))))
    const crls = Array.from({ length: 400 }, (_, i) =>
      makeCrl(world.ca, {
        ...FRESH,
        extensions: [crlNumber(i), scope({ names: many(32).map((name) => Uint8Array.of(...name, 0x78)) })],
      }),
    )
    const workedMs = startWork()
    expect(judge({ about, crls })).toBe('unknown')
    expect(workedMs()).toBeLessThan(1500)
  })
})

describe('who signs CRLs for others', () => {
  const named = leafWith(points({ crlIssuer: [directory(world.crlIssuer)] }))
  const crls = [makeCrl(world.crlIssuer, { ...FRESH, extensions: [scope({ indirect: true })] })]
  const namesakes = (count: number) =>
    Array.from({ length: count }, () => makeHolder('CRL issuer', { kind: 'crl-issuer', issuer: world.ca, ...LIFE }))

  it.each([
    [7, 'good'],
    [8, 'unknown'],
  ])('behind %i of the same name: %s', (before, gives) => {
    expect(judge({ about: named, crls, others: [...namesakes(before), world.crlIssuer] })).toBe(gives)
  })

  /** A leaf below so many CAs, and a CRL issuer of the root. */
  function below(count: number) {
    const cas: Holder[] = [world.root]
    for (let i = 0; i < count; i++)
      cas.push(makeHolder(`CA ${i}`, { kind: 'ca', issuer: cas.at(-1) ?? world.root, ...LIFE }))
    const extensions = [points({ crlIssuer: [directory(world.rootCrlIssuer)] })]
    const about = makeHolder('Deep', { issuer: cas.at(-1) ?? world.root, ...LIFE, extensions })
    const own = [makeCrl(world.rootCrlIssuer, { ...FRESH, extensions: [scope({ indirect: true })] })]
    return judge({ about, crls: own, others: [...cas.slice(1), world.rootCrlIssuer] })
  }

  it.each([
    [11, 'good'],
    [12, 'unknown'],
  ])('%i CAs below the one that they have in common: %s', (count, gives) => {
    expect(below(count)).toBe(gives)
  })
})

describe('serial numbers with octets that they do not need (X.690, 8.3.2)', () => {
  it.each([
    ['in the certificate', [0, 0, 0x12, 0x34], [0x12, 0x34], 'revoked'],
    ['in the list', [0x12, 0x34], [0, 0x12, 0x34], 'revoked'],
    ['below zero', [0xff, 0x92, 0x34], [0x92, 0x34], 'revoked'],
    ['of another number', [0, 0x12, 0x34], [0x12, 0x34, 0], 'good'],
    ['above zero, where the list has the same octets below', [0, 0x92, 0x34], [0x92, 0x34], 'good'],
  ] as const)('%s', (_, own, listed, gives) => {
    const about = makeHolder('Leaf', { issuer: world.ca, ...LIFE, serialNumber: Uint8Array.from(own) })
    const revoked = [{ who: about, on: '2020-02-01', serialNumber: Uint8Array.from(listed) }]
    expect(judge({ about, crls: [makeCrl(world.ca, { ...FRESH, revoked })] })).toBe(gives)
  })
})

describe('responders that vouch for responders', () => {
  const responders = Array.from({ length: 4 }, (_, i) =>
    makeHolder(`Responder ${i}`, { kind: 'responder', issuer: cast.ca, from: '2019-01-01', to: '2039-12-31' }),
  )

  /** The first answers about the signer, each one about the one before, and the CA about the last. */
  async function chain(length: number) {
    const used = responders.slice(0, length)
    const dates = { at: DAY_BEFORE, next: '2020-03-10' }
    const ocsps = used.map((responder, i) => makeOcsp(responder, { about: used[i - 1] ?? cast.longSigner, ...dates }))
    const last = used.at(-1)
    if (last !== undefined) ocsps.push(makeOcsp(cast.ca, { about: last, ...dates }))
    const [ofRoot] = crlsOf(DAY_BEFORE)
    const bytes = await signDated(cast.longSigner, {
      store: { certs: [cast.ca], crls: ofRoot === undefined ? [] : [ofRoot], ocsps },
    })
    const trustAnchors = [cast.root.certificate.der]
    const { signers } = await verifyDocument(bytes, { trustAnchors, now: () => when('2020-03-05') })
    return signers[0]?.subIndication ?? null
  }

  it.each([
    [3, null],
    [4, 'TRY_LATER'],
  ] as const)('%i of them: %s', async (length, gives) => {
    expect(await chain(length)).toBe(gives)
  })
})

it.each([
  [32, 32],
  [33, 32],
])('of %i policies of a certificate, %i are listed', (count, listed) => {
  const policies = Array.from({ length: count }, (_, i) => derSequence(derOid(`1.2.3.${i}`)))
  const holder = makeHolder('Many policies', {
    ...LIFE,
    extensions: [extension('2.5.29.32', derSequence(...policies))],
  })
  expect(describeCertificate(holder.certificate).policies).toHaveLength(listed)
})
