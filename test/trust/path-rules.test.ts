/**
 * Rules of RFC 5280, 6.1 for paths: policies with their mappings, and name constraints of rare forms. The JDK agrees on each
 * policy case, and Bouncy Castle on each name.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { readDer } from '../../src/cms/asn1/der.js'
import {
  derExplicit,
  derInteger,
  derOid,
  derSequence,
  derSetOf,
  derUtf8String,
  encodeDer,
} from '../../src/cms/asn1/der-writer.js'
import { readName } from '../../src/cms/certificate/distinguished-name.js'
import { findPathFault } from '../../src/cms/certificate/path-validation.js'
import type { Certificate } from '../../src/cms/certificate/x509.js'
import { extension, type Holder, makeHolder, when } from './support/dated-pki.js'

const LIFE = { from: '2020-01-01', to: '2040-01-01' } as const
const root = makeHolder('Root', { kind: 'ca', ...LIFE })

/** A path below the root, leaf first, from the extensions of each certificate; the last one is the leaf's. */
function pathOf(...extensions: readonly (readonly Uint8Array[])[]) {
  const holders: Holder[] = [root]
  for (const [i, own] of extensions.entries()) {
    const kind = i === extensions.length - 1 ? 'signer' : 'ca'
    holders.push(makeHolder(`Level ${i}`, { kind, issuer: holders.at(-1) as Holder, extensions: own, ...LIFE }))
  }
  return holders.map(({ certificate }) => certificate).reverse()
}

function codeOf(path: readonly Certificate[]) {
  return findPathFault(path, { at: when('2026-01-01'), purpose: 'document-signing', maxNameComparisons: 1000 })?.code
}

const judge = (...extensions: readonly (readonly Uint8Array[])[]) => codeOf(pathOf(...extensions))

const [A, B, C, ANY] = ['1.2.3.1', '1.2.3.2', '1.2.3.3', '2.5.29.32.0']
const policies = (...oids: string[]) =>
  extension('2.5.29.32', derSequence(...oids.map((oid) => derSequence(derOid(oid)))))
const maps = (...pairs: (readonly [string, string])[]) =>
  extension('2.5.29.33', derSequence(...pairs.map(([from, to]) => derSequence(derOid(from), derOid(to)))), true)
const small = (tag: number, number: number) => encodeDer(tag, Uint8Array.of(number))
const requires = (after = 0) => extension('2.5.29.36', derSequence(small(0x80, after)), true)
const requiresUnmapped = extension('2.5.29.36', derSequence(small(0x80, 0), small(0x81, 0)), true)
const inhibitsAny = (after = 0) => extension('2.5.29.54', derInteger(after), true)

describe('a policy that a CA requires', () => {
  it.each([
    ['is the one that its policy is mapped to', [[policies(A), maps([A, B]), requires()], [policies(B)]], true],
    ['is not the mapped one any more', [[policies(A), maps([A, B]), requires()], [policies(A)]], false],
    ['is each of several that it is mapped to', [[policies(A), maps([A, B], [A, C]), requires()], [policies(C)]], true],
    ['is mapped twice', [[policies(A), maps([A, B]), requires()], [policies(B), maps([B, C])], [policies(C)]], true],
    ['is mapped out of any policy', [[policies(ANY), maps([A, B]), requires()], [policies(B)]], true],
    ['is not reached by a mapping of another', [[policies(A), maps([B, C]), requires()], [policies(C)]], false],
    [
      'ends with a mapping where a CA above inhibits them',
      [[policies(A), requiresUnmapped], [policies(A), maps([A, B])], [policies(B)]],
      false,
    ],
    [
      'stays where nothing is mapped, inhibited or not',
      [[policies(A), requiresUnmapped], [policies(A)], [policies(A)]],
      true,
    ],
    ['is any', [[policies(ANY), requires()], [policies(B)]], true],
    ['is not any where a CA above inhibits that', [[policies(A), requires(), inhibitsAny()], [policies(ANY)]], false],
    ['is any for one certificate more', [[policies(A), requires(), inhibitsAny(1)], [policies(ANY)]], true],
    ['is missing', [[policies(A), requires()], []], false],
    ['is missing, and required two certificates below only', [[policies(A), requires(2)], []], true],
    ['is missing, and required one certificate below', [[policies(A), requires(1)], []], false],
    ['may be missing everywhere when nobody requires one', [[], [policies(A)]], true],
  ] as const)('%s', (_, extensions, isValid) => {
    expect(judge(...extensions)).toBe(isValid ? undefined : 'policy_required')
  })

  it('cannot be mapped from or to any policy', () => {
    expect(judge([policies(A), maps([ANY, B])], [policies(B)])).toBe('certificate_malformed')
    expect(judge([policies(A), maps([A, ANY])], [policies(B)])).toBe('certificate_malformed')
  })

  it('costs no more than there are policies, however they are mapped', () => {
    const many = Array.from({ length: 200 }, (_, i) => `1.2.3.${i + 1}`)
    const all = maps(...many.map((oid, i) => [oid, many[(i + 1) % many.length] ?? oid] as const))
    const levels = Array.from({ length: 6 }, () => [policies(...many, ANY), all, requires()])
    const start = performance.now()
    expect(judge(...levels, [policies(A)])).toBeUndefined()
    expect(performance.now() - start).toBeLessThan(1000)
  })
})

const text = (tag: number, value: string) => encodeDer(tag, new TextEncoder().encode(value))
const attribute = (oid: string, value: string) => derSequence(derOid(oid), derUtf8String(value))
const [COUNTRY, COMPANY] = ['2.5.4.6', '2.5.4.10']
const directory = (...relative: Uint8Array[][]) =>
  encodeDer(0xa4, derSequence(...relative.map((each) => derSetOf(each))))
const separate = directory([attribute(COUNTRY, 'DE')], [attribute(COMPANY, 'Acme')])
const joined = directory([attribute(COUNTRY, 'DE'), attribute(COMPANY, 'Acme')])
const otherName = (type: string) => encodeDer(0xa0, derOid(type), derExplicit(0, derUtf8String('ada@example.com')))
const [UPN, ANOTHER] = ['1.3.6.1.4.1.311.20.2.3', '1.2.3.4.5']
const email = (value: string) => text(0x81, value)
const uri = (value: string) => text(0x86, value)
const alternative = (...names: Uint8Array[]) => extension('2.5.29.17', derSequence(...names))
const limits = (number: 0 | 1, base: Uint8Array) =>
  extension('2.5.29.30', derSequence(encodeDer(0xa0 | number, derSequence(base))), true)
const [PERMITTED, EXCLUDED] = [0, 1] as const

describe('name constraints', () => {
  it.each([
    ['compare relative names as a whole', EXCLUDED, joined, joined, false],
    ['do not take two names for one of two attributes', EXCLUDED, joined, separate, true],
    ['do not take one name of two attributes for two', EXCLUDED, separate, joined, true],
    ['compare two names of one attribute each', EXCLUDED, separate, separate, false],
    ['on one type of otherName leave the other types alone', PERMITTED, otherName(ANOTHER), otherName(UPN), true],
    ['on a type of otherName refuse what they cannot compare', PERMITTED, otherName(UPN), otherName(UPN), false],
    ['on a type of otherName exclude what they cannot compare', EXCLUDED, otherName(UPN), otherName(UPN), false],
    ['exclude every address with an empty base', EXCLUDED, email(''), email('ada@example.com'), false],
    ['permit every address with an empty base', PERMITTED, email(''), email('ada@example.com'), true],
    ['exclude every host with an empty base', EXCLUDED, uri(''), uri('https://example.com/'), false],
  ] as const)('%s', (_, kind, base, name, isValid) => {
    expect(judge([limits(kind, base)], [alternative(name)])).toBe(isValid ? undefined : 'name_not_permitted')
  })
})

/** A leaf below a CA, with any number of relative names in its subject, and of any version. */
function leafPath(ca: Holder, relative: readonly (readonly Uint8Array[])[], version = 3) {
  const { certificate } = makeHolder('Leaf', { issuer: ca, ...LIFE })
  const subject = parseName(derSequence(...relative.map((each) => derSetOf(each))))
  return [{ ...certificate, subject, version }, ca.certificate, root.certificate]
}

const parseName = (der: Uint8Array) => readName(readDer(der))

describe('addresses in the subject', () => {
  const [eve, boss] = ['eve@mallory.example', 'boss@bank.example'].map((address) =>
    derSequence(derOid('1.2.840.113549.1.9.1'), text(0x16, address)),
  ) as [Uint8Array, Uint8Array]
  const name = attribute('2.5.4.3', 'Boss')
  const isPermitted = (kind: 0 | 1, relative: readonly (readonly Uint8Array[])[]) => {
    const extensions = [limits(kind, email('mallory.example'))]
    return codeOf(leafPath(makeHolder('CA', { kind: 'ca', issuer: root, extensions, ...LIFE }), relative)) === undefined
  }

  it.each([
    ['one', [[name], [eve]], true],
    ['the first of two', [[eve], [name], [boss]], false],
    ['the last of two', [[boss], [name], [eve]], false],
    ['one beside another name', [[boss, name], [eve]], false],
  ] as const)('count each of them: %s', (_, relative, isOnlyEve) => {
    expect(isPermitted(PERMITTED, relative)).toBe(isOnlyEve)
    expect(isPermitted(EXCLUDED, relative)).toBe(false)
  })
})

it('only certificates of version 3 have extensions', () => {
  const ca = makeHolder('CA', { kind: 'ca', issuer: root, ...LIFE })
  const codes = [1, 2, 3].map((version) => codeOf(leafPath(ca, [[attribute('2.5.4.3', 'Leaf')]], version)))
  expect(codes).toEqual(['certificate_malformed', 'certificate_malformed', undefined])
  const old = { ...ca.certificate, version: 1 }
  const leaf = makeHolder('Leaf', { issuer: ca, ...LIFE })
  expect(codeOf([leaf.certificate, old, root.certificate])).toBe('certificate_malformed')
})

it('only a leaf may lack a name', () => {
  const ca = makeHolder('CA', { kind: 'ca', issuer: root, ...LIFE })
  const [leaf, ...above] = leafPath(ca, [])
  expect(codeOf([leaf as Certificate, ...above])).toBeUndefined()
  const nameless = { ...ca.certificate, subject: parseName(derSequence()) }
  expect(codeOf([leaf as Certificate, nameless, root.certificate])).toBe('certificate_malformed')
})

describe('a number of certificates', () => {
  it('does not count those that a CA issues to itself', () => {
    const ca = makeHolder('CA', { kind: 'ca', issuer: root, extensions: [policies(A), requires(2)], ...LIFE })
    const codeBelow = (name: string) => {
      const below = makeHolder(name, { kind: 'ca', issuer: ca, extensions: [policies(A)], ...LIFE })
      const leaf = makeHolder('Leaf', { issuer: below, ...LIFE })
      return codeOf([leaf, below, ca, root].map(({ certificate }) => certificate))
    }
    expect(codeBelow('CA')).toBeUndefined()
    expect(codeBelow('Another CA')).toBe('policy_required')
  })
})
