/**
 * Another program's word on the certificates, CRLs, answers and time stamps of the time matrix, and on the moment of which
 * they are judged: `openssl -attime`.
 *
 * @module
 */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkSignatureTimestamp } from '../../src/trust/over-time/timestamps.js'
import { TrustBudget } from '../../src/trust/paths/trust-paths.js'
import { createPool } from '../../src/trust/trust-anchors.js'
import { hasTool } from '../support/tools.js'
import { type Holder, makeCrl, makeOcsp, makeStamp, toPem, when } from './support/dated-pki.js'
import { makeContext } from './support/options.js'
import { cast, DAY_BEFORE, revoke, STAMPED } from './support/time-cast.js'

const SIGNATURE = Buffer.from('the value of a signature')

describe.skipIf(!hasTool('openssl'))('OpenSSL agrees', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sealwright-dated-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const file = (name: string, data: string | Uint8Array) => {
    writeFileSync(join(folder, name), data)
    return join(folder, name)
  }

  /** What OpenSSL prints; `undefined` when it ends with an error. */
  const openssl = (...args: string[]): string | undefined => {
    try {
      return execFileSync('openssl', args, { stdio: 'pipe', encoding: 'utf8' })
    } catch {
      return undefined
    }
  }

  const seconds = (on: string) => String(when(on).getTime() / 1000)
  const anchors = () => file('root.pem', toPem(cast.root))
  const untrusted = () => file('ca.pem', toPem(cast.ca))

  const verifies = (holder: Holder, on: string, crl?: Uint8Array) => {
    const pem = (der: Uint8Array) =>
      `-----BEGIN X509 CRL-----\n${Buffer.from(der)
        .toString('base64')
        .match(/.{1,64}/g)
        ?.join('\n')}\n-----END X509 CRL-----\n`
    const check = crl === undefined ? [] : ['-crl_check', '-CRLfile', file('crl.pem', pem(crl))]
    const chain = ['-CAfile', anchors(), '-untrusted', untrusted(), '-attime', seconds(on)]
    return openssl('verify', ...chain, ...check, file('leaf.pem', toPem(holder))) !== undefined
  }

  it.each([
    ['2020-03-01', true],
    ['2018-12-31', false],
    ['2021-01-02', false],
  ])('that the certificate of the signer is good on %s: %s', (on, isGood) => {
    expect(verifies(cast.signer, on)).toBe(isGood)
  })

  it('on what CRLs say, and when', () => {
    const options = { at: DAY_BEFORE, next: '2020-03-14' }
    expect(verifies(cast.signer, '2020-03-01', makeCrl(cast.ca, options))).toBe(true)
    expect(verifies(cast.signer, '2020-04-01', makeCrl(cast.ca, options))).toBe(false)
    const listed = makeCrl(cast.ca, { ...options, revoked: [revoke(cast.signer, '2020-02-01', 1, '2020-01-01')] })
    expect(verifies(cast.signer, '2020-03-01', listed)).toBe(false)
    const forged = makeCrl(cast.ca, { ...options, forgedBy: cast.strangeTsa })
    expect(verifies(cast.signer, '2020-03-01', forged)).toBe(false)
  })

  it('on who answers by OCSP', () => {
    const read = (der: Uint8Array) =>
      openssl(
        ...[
          'ocsp',
          '-respin',
          file('ocsp.der', der),
          '-issuer',
          untrusted(),
          '-cert',
          file('leaf.pem', toPem(cast.signer)),
        ],
        ...[
          '-CAfile',
          anchors(),
          '-verify_other',
          untrusted(),
          '-attime',
          seconds('2020-03-01'),
          '-validity_period',
          '1000000000',
        ],
      )
    expect(read(makeOcsp(cast.nocheck, { about: cast.signer, at: DAY_BEFORE, next: '2040-01-01' }))).toContain('good')
    const revoked = makeOcsp(cast.responder, {
      ...{ about: cast.signer, at: DAY_BEFORE, next: '2040-01-01', revoked: { on: '2020-01-01', reason: 1 } },
    })
    expect(read(revoked)).toContain('revoked')
  })

  it.each([
    ['tsa1', '2021-06-01', true],
    ['tsa1', '2023-06-01', false],
    ['longTsa', '2031-06-01', true],
    ['strangeTsa', '2021-06-01', false],
    ['noPurposeTsa', '2021-06-01', false],
  ] as const)('that a token of %s proves its time on %s without more: %s', async (name, on, isGood) => {
    const token = makeStamp(cast[name], SIGNATURE, { at: STAMPED })
    const given = ['-token_in', '-in', file('token.der', token), '-data', file('data', SIGNATURE)]
    const by = ['-CAfile', anchors(), '-untrusted', untrusted(), '-attime', seconds(on)]
    expect(openssl('ts', '-verify', ...given, ...by) !== undefined).toBe(isGood)
    const { time } = await checkSignatureTimestamp(token, SIGNATURE, createPool([cast.ca.certificate]), {
      anchors: createPool([cast.root.certificate]),
      budget: new TrustBudget(),
      fetchRevocation: undefined,
      context: makeContext({ now: when(on) }),
    })
    // What OpenSSL knows nothing of: a certificate that has ended leaves no statement about revocation out of account.
    expect(time !== undefined).toBe(isGood)
  })
})
