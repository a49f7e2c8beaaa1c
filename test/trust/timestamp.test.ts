/**
 * Time stamps, PAdES levels, and the indication.
 *
 * @module
 */

import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseTstInfo } from '../../src/cms/message/timestamp.js'
import { toIndication } from '../../src/trust/over-time/indication.js'
import { detectPadesLevel } from '../../src/trust/over-time/pades-level.js'
import {
  checkDocumentTimestamp,
  checkSignatureTimestamp,
  type TimestampTrustOptions,
} from '../../src/trust/over-time/timestamps.js'
import { TrustBudget } from '../../src/trust/paths/trust-paths.js'
import { readRevocationData } from '../../src/trust/revocation/revocation-data.js'
import { createPool } from '../../src/trust/trust-anchors.js'
import { checkSignatureIntegrity } from '../../src/verify/signature/signature-integrity.js'
import { CA_EXTENSIONS, type IssuedCredential, TestCa } from '../cms/test-ca.js'
import { createRandom, mutate } from '../support/mutate.js'
import { hasTool } from '../support/tools.js'
import { makeContext } from './support/options.js'

const DAY = 86_400_000
const SIGNATURE = randomBytes(64)

describe.skipIf(!hasTool('openssl'))('check 23: time stamps', () => {
  let ca: TestCa
  let root: IssuedCredential
  let issuer: IssuedCredential
  let authority: IssuedCredential
  let token: Uint8Array

  beforeAll(() => {
    ca = new TestCa()
    root = ca.issue('root', { extensions: CA_EXTENSIONS })
    issuer = ca.issue('issuer', { issuer: root, extensions: CA_EXTENSIONS })
    authority = issueAuthority('authority')
    token = ca.makeTimestamp(authority, SIGNATURE, [issuer])
  })
  afterAll(() => ca.remove())

  const issueAuthority = (name: string, usage = 'critical,timeStamping') =>
    ca.issue(name, {
      kind: 'rsa',
      issuer,
      extensions: ['keyUsage=critical,digitalSignature', `extendedKeyUsage=${usage}`],
    })

  const options = (): TimestampTrustOptions => ({
    anchors: createPool([root.parsed]),
    budget: new TrustBudget(),
    fetchRevocation: undefined,
    context: makeContext(),
  })

  async function judge(bytes: Uint8Array, changes: Partial<TimestampTrustOptions> = {}, value: Uint8Array = SIGNATURE) {
    const { report, time } = await checkSignatureTimestamp(bytes, value, createPool([]), { ...options(), ...changes })
    return {
      status: report.status,
      codes: report.findings.map(({ code }) => code),
      trust: report.trust.status,
      time,
      report,
    }
  }

  it('of a trusted authority over the signature value give the time', async () => {
    const result = await judge(token)
    expect(result).toMatchObject({ status: 'valid', trust: 'trusted', codes: [] })
    expect(result.report).toMatchObject({ kind: 'signature', authority: 'CN=authority' })
    expect(Math.abs(Date.now() - (result.time?.getTime() ?? 0))).toBeLessThan(600_000)
    expect(result.report.trust.chain).toEqual(['CN=authority', 'CN=issuer', 'CN=root'])
    const info = parseTstInfo(
      checkSignatureIntegrity({ contents: token, subFilter: 'ETSI.RFC3161', signedRanges: [], isTimestamp: true })
        .signedData?.content ?? new Uint8Array(0),
    )
    expect(info).toMatchObject({
      policy: '1.2.3.4',
      imprint: new Uint8Array(createHash('sha256').update(SIGNATURE).digest()),
    })
  })

  it('over another value prove nothing', async () => {
    expect(await judge(token, {}, randomBytes(64))).toMatchObject({
      status: 'invalid',
      codes: ['digest_mismatch'],
      time: undefined,
    })
  })

  it('of an unknown authority give no time; without anchors they do', async () => {
    const stranger = ca.issue('stranger', {
      kind: 'rsa',
      extensions: ['keyUsage=critical,digitalSignature', 'extendedKeyUsage=critical,timeStamping'],
    })
    const foreign = ca.makeTimestamp(stranger, SIGNATURE)
    expect(await judge(foreign)).toMatchObject({ status: 'valid', trust: 'untrusted', time: undefined })
    expect(await judge(foreign, { anchors: undefined })).toMatchObject({
      status: 'valid',
      trust: 'not_evaluated',
      time: expect.any(Date),
    })
    const own = await judge(foreign, { anchors: createPool([stranger.parsed]) })
    expect(own).toMatchObject({ trust: 'trusted', time: expect.any(Date) })
  })

  it('must not come from the future', async () => {
    expect((await judge(token, { context: makeContext({ now: new Date(Date.now() - DAY) }) })).codes).toEqual([
      'timestamp_in_future',
    ])
  })

  it('by a certificate that is revoked count only for harmless reasons', async () => {
    const judgeRevoked = (reason: string | undefined, days: number) => {
      const entry = { credential: authority, date: new Date(Date.now() + days * DAY) }
      const crl = ca.makeCrl(issuer, [reason === undefined ? entry : { ...entry, reason }], { last: 0.00001 })
      const now = new Date(Date.now() + 10 * DAY)
      return judge(token, {
        context: makeContext({ now, revocation: readRevocationData([ca.makeCrl(root), crl], []) }),
      })
    }
    expect((await judgeRevoked('superseded', 5)).trust).toBe('trusted')
    expect((await judgeRevoked('keyCompromise', 5)).trust).toBe('untrusted')
    expect((await judgeRevoked(undefined, 5)).trust).toBe('untrusted')
    expect((await judgeRevoked('superseded', -5)).trust).toBe('untrusted')
  })

  it('need a certificate for time stamping alone, marked critical', async () => {
    // OpenSSL stamps with nothing else, so the certificate in the token is exchanged for one of the same key.
    const name = { key: authority, subject: '/CN=authority', issuer }
    const usages = [
      'extendedKeyUsage=timeStamping',
      'extendedKeyUsage=critical,timeStamping,clientAuth',
      'keyUsage=digitalSignature',
    ]
    for (const [i, usage] of usages.entries()) {
      const twin = ca.issue(`twin${i}`, { ...name, kind: 'rsa', extensions: [usage] })
      const integrity = checkSignatureIntegrity({
        contents: token,
        subFilter: 'ETSI.RFC3161',
        signedRanges: [SIGNATURE],
        isTimestamp: true,
      })
      const { report, time } = await checkDocumentTimestamp(
        { ...integrity, certificate: twin.parsed },
        createPool([]),
        options(),
      )
      expect(report.findings.map(({ code }) => code)).toEqual(['timestamp_authority_purpose'])
      expect(time).toBeUndefined()
    }
  })

  it('of a document are over its ranges', async () => {
    const ranges = [SIGNATURE.subarray(0, 20), SIGNATURE.subarray(20)]
    const integrity = checkSignatureIntegrity({
      contents: Buffer.concat([token, Buffer.alloc(100)]),
      subFilter: 'ETSI.RFC3161',
      signedRanges: ranges,
      isTimestamp: true,
    })
    expect(integrity).toMatchObject({ status: 'valid', bindsCertificate: true })
    const { report } = await checkDocumentTimestamp(integrity, createPool([]), options())
    expect(report).toMatchObject({ kind: 'document', status: 'valid', time: integrity.tstInfo?.time.toISOString() })
  })

  it('that are damaged give no time, and never throw', async () => {
    const random = createRandom(8)
    const genuine = (await judge(token)).time
    for (let i = 0; i < 500; i++) {
      const { time } = await judge(mutate(token, random).bytes)
      if (time !== undefined) expect(time).toEqual(genuine)
    }
  })
})

describe('check 24: PAdES levels', () => {
  const facts = {
    subFilter: 'ETSI.CAdES.detached',
    bindsCertificate: true,
    hasTimestamp: true,
    hasValidationData: true,
    hasArchiveTimestamp: true,
  }

  it.each([
    [{}, 'B-LTA'],
    [{ hasArchiveTimestamp: false }, 'B-LT'],
    [{ hasValidationData: false }, 'B-T'],
    [{ hasTimestamp: false }, 'B-B'],
    [{ bindsCertificate: false }, null],
    [{ subFilter: 'PBAD.PAdES' }, 'B-LTA'],
    [{ subFilter: 'adbe.pkcs7.detached' }, null],
  ])('with %j the level is %s', (changes, level) => {
    expect(detectPadesLevel({ ...facts, ...changes })).toBe(level)
  })
})

describe('check 37: the indication of EN 319 102-1', () => {
  const finding = (code: string) => ({ code, message: '' })

  it.each([
    ['valid', [], 'TOTAL-PASSED', null],
    ['invalid', ['digest_mismatch', 'signature_mismatch'], 'TOTAL-FAILED', 'HASH_FAILURE'],
    ['invalid', ['chain_not_found', 'signature_mismatch'], 'TOTAL-FAILED', 'SIG_CRYPTO_FAILURE'],
    ['invalid', ['contents_empty'], 'TOTAL-FAILED', 'FORMAT_FAILURE'],
    ['invalid', ['contents_empty', 'chain_not_found'], 'TOTAL-FAILED', 'FORMAT_FAILURE'],
    ['invalid', ['digest_not_allowed', 'page_changed'], 'INDETERMINATE', 'SIG_CONSTRAINTS_FAILURE'],
    ['indeterminate', ['chain_not_found'], 'INDETERMINATE', 'NO_CERTIFICATE_CHAIN_FOUND'],
    ['indeterminate', ['certificate_revoked_no_poe'], 'INDETERMINATE', 'REVOKED_NO_POE'],
    ['indeterminate', ['something_else'], 'INDETERMINATE', 'GENERIC'],
  ] as const)('of %s with %j is %s, %s', (status, codes, indication, subIndication) => {
    expect(toIndication(status, codes.map(finding))).toEqual({ indication, subIndication })
  })

  it.each([
    ['isChainUnknown', 'NO_CERTIFICATE_CHAIN_FOUND'],
    ['isAlgorithmWeak', 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE'],
  ] as const)('of a valid signature with %s is INDETERMINATE, %s', (question, subIndication) => {
    const open = { isChainUnknown: false, time: undefined, isAlgorithmWeak: false, [question]: true }
    expect(toIndication('valid', [], open)).toEqual({ indication: 'INDETERMINATE', subIndication })
  })
})
