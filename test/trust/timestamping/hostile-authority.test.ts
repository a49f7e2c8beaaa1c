/**
 * Authorities that answer wrongly, late, or not at all.
 *
 * @module
 */

import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { concatBytes } from '../../../src/bytes.js'
import { derExplicit, derOctetString, derOid, derSequence, encodeDer } from '../../../src/cms/asn1/der-writer.js'
import { SealwrightError } from '../../../src/errors.js'
import type { TimestampAuthority } from '../../../src/trust/timestamping/authority-options.js'
import { obtainTimestamp, sampleTimestamp } from '../../../src/trust/timestamping/obtain-timestamp.js'
import { timestampAuthority } from '../../../src/trust/timestamping/timestamp-authority.js'
import { createPool } from '../../../src/trust/trust-anchors.js'
import type { IssuedCredential } from '../../cms/test-ca.js'
import { CA_EXTENSIONS } from '../../cms/test-ca.js'
import {
  buildToken,
  digestIn,
  grant,
  type ReadRequest,
  readTimestampRequest,
  reject,
  sha256Imprint,
  type TokenParts,
} from '../../support/build-timestamp.js'
import { LoopbackPki, type ServiceAnswer } from '../../support/loopback-pki.js'
import { hasTool, runTool } from '../../support/tools.js'

const STAMPING = ['keyUsage=critical,digitalSignature', 'extendedKeyUsage=critical,timeStamping']
const DIGEST = createHash('sha256').update('a document').digest()
const REPLY = 'application/timestamp-reply'

let pki: LoopbackPki
let root: IssuedCredential
let tsa: IssuedCredential
const others = new Map<string, IssuedCredential>()

beforeAll(async () => {
  pki = await LoopbackPki.open()
  root = pki.ca.issue('root', { extensions: CA_EXTENSIONS })
  tsa = pki.ca.issue('tsa', { issuer: root, extensions: STAMPING })
  const issue = (name: string, options: Parameters<typeof pki.ca.issue>[1]) =>
    others.set(name, pki.ca.issue(name, { issuer: root, ...options }))
  issue('not-critical', { extensions: ['keyUsage=critical,digitalSignature', 'extendedKeyUsage=timeStamping'] })
  issue('two-purposes', { extensions: ['extendedKeyUsage=critical,timeStamping,emailProtection'] })
  issue('no-purpose', { extensions: ['keyUsage=critical,digitalSignature'] })
  issue('other', { extensions: STAMPING })
  issue('with-host', { extensions: [...STAMPING, 'subjectAltName=DNS:tsa.example.com'], subject: '/CN=tsa' })
  issue('expired', { extensions: STAMPING, from: -20, to: -10 })
  pki.serveTimestamps('/openssl', tsa)
}, 60_000)

afterAll(() => pki.close())

type Reply = (request: ReadRequest, sound: TokenParts) => Uint8Array | ServiceAnswer | Promise<ServiceAnswer>

/** The authority behind a path that answers so. */
function authorityThat(reply: Reply, options: Parameters<typeof timestampAuthority>[1] = {}): TimestampAuthority {
  const path = `/hostile-${randomBytes(4).toString('hex')}`
  pki.serve(path, async (body) => {
    const request = readTimestampRequest(body)
    const sound = {
      credential: tsa,
      imprint: request.imprint,
      nonce: request.nonce,
      ...(request.policy && { policy: request.policy }),
    }
    const answer = await reply(request, sound)
    return answer instanceof Uint8Array ? { body: answer, contentType: REPLY } : answer
  })
  return timestampAuthority(pki.url(path), options)
}

const wrong =
  (changes: Partial<TokenParts>): Reply =>
  (_, sound) =>
    grant(buildToken({ ...sound, ...changes }))

const credential = (name: string): IssuedCredential => {
  const found = others.get(name)
  if (found === undefined) throw new Error(name)
  return found
}

/** The GeneralName of a subject. */
const nameOf = ({ parsed }: IssuedCredential) => derExplicit(4, parsed.subject.der)

/** Faults with the code of each. `slow` and the others that need more are below. */
const FAULTS: readonly (readonly [string, string, () => TimestampAuthority])[] = [
  ['a wrong nonce', 'timestamp_nonce_mismatch', () => authorityThat(wrong({ nonce: Uint8Array.of(1, 2, 3) }))],
  ['no nonce', 'timestamp_nonce_mismatch', () => authorityThat(wrong({ nonce: undefined }))],
  ['a wrong imprint', 'timestamp_imprint_mismatch', () => authorityThat(wrong({ imprint: sha256Imprint(DIGEST) }))],
  [
    'another policy',
    'timestamp_policy_mismatch',
    () => authorityThat(wrong({ policy: '1.2.3.9' }), { policy: '1.2.3.4' }),
  ],
  ['another version', 'timestamp_version_unknown', () => authorityThat(wrong({ version: 2 }))],
  ['two signers', 'timestamp_signer_count', () => authorityThat(wrong({ signers: 2 }))],
  ['no signer', 'timestamp_signer_count', () => authorityThat(wrong({ signers: 0 }))],
  [
    'a purpose that is not critical',
    'timestamp_purpose_wrong',
    () => authorityThat(wrong({ credential: credential('not-critical') })),
  ],
  ['two purposes', 'timestamp_purpose_wrong', () => authorityThat(wrong({ credential: credential('two-purposes') }))],
  ['no purpose', 'timestamp_purpose_wrong', () => authorityThat(wrong({ credential: credential('no-purpose') }))],
  ['no ESS attribute', 'timestamp_certificate_unbound', () => authorityThat(wrong({ ess: 'none' }))],
  ['an ESS attribute for another', 'timestamp_certificate_unbound', () => authorityThat(wrong({ ess: 'other' }))],
  [
    'the name of another authority',
    'timestamp_certificate_unbound',
    () => authorityThat(wrong({ authority: nameOf(credential('other')) })),
  ],
  ['a rejection', 'timestamp_rejected', () => authorityThat(() => reject(14, 'the clock is broken'))],
  [
    'an answer that is too large',
    'timestamp_too_large',
    () => authorityThat(() => ({ body: new Uint8Array(70_000), contentType: REPLY })),
  ],
  [
    'a time of yesterday',
    'timestamp_time_wrong',
    () => authorityThat(wrong({ time: new Date(Date.now() - 86_400_000) })),
  ],
  [
    'a time of tomorrow',
    'timestamp_time_wrong',
    () => authorityThat(wrong({ time: new Date(Date.now() + 86_400_000) })),
  ],
  [
    'an answer of indefinite length',
    'timestamp_malformed',
    () =>
      authorityThat((_, sound) => {
        const body = grant(buildToken(sound))
        const headerLength = body[1] === 0x82 ? 4 : 2
        return concatBytes([Uint8Array.of(0x30, 0x80), body.subarray(headerLength), Uint8Array.of(0, 0)])
      }),
  ],
  [
    'bytes after the answer',
    'timestamp_malformed',
    () => authorityThat((_, sound) => concatBytes([grant(buildToken(sound)), Uint8Array.of(0)])),
  ],
  ['a TSTInfo that is not DER', 'timestamp_malformed', () => authorityThat(wrong({ berContent: true }))],
  [
    'a granted status without a token',
    'timestamp_malformed',
    () => authorityThat(() => Uint8Array.of(0x30, 5, 0x30, 3, 2, 1, 0)),
  ],
  [
    'a page of HTML',
    'timestamp_malformed',
    () => authorityThat(() => ({ body: Buffer.from('<html>'), contentType: 'text/html' })),
  ],
  ['a wrong signature', 'timestamp_signature_invalid', () => authorityThat(wrong({ brokenSignature: true }))],
  ['no certificate', 'timestamp_certificate_missing', () => authorityThat(wrong({ withoutCertificate: true }))],
  [
    'an expired certificate',
    'timestamp_outside_validity',
    () => authorityThat(wrong({ credential: credential('expired') })),
  ],
  [
    'a critical extension that nobody knows',
    'timestamp_malformed',
    () => authorityThat(wrong({ padding: 8, isPaddingCritical: true })),
  ],
  [
    'the right digest under the name of another algorithm',
    'timestamp_imprint_mismatch',
    () =>
      authorityThat((request, sound) => {
        const sha3 = derSequence(derOid('2.16.840.1.101.3.4.2.8'))
        const imprint = derSequence(sha3, derOctetString(digestIn(request.imprint)))
        return grant(buildToken({ ...sound, imprint }))
      }),
  ],
  [
    'a signature by another key than that of its certificate',
    'timestamp_signature_invalid',
    () => authorityThat(wrong({ credential: { key: credential('other').key, certificate: tsa.certificate } })),
  ],
  [
    'the certificate of another authority alone',
    'timestamp_certificate_missing',
    () =>
      authorityThat((_, sound) =>
        grant(buildToken({ ...sound, withoutCertificate: true, chain: [credential('other').parsed.der] })),
      ),
  ],
  [
    'status 503 of HTTP',
    'timestamp_unreachable',
    () => authorityThat(() => ({ body: new Uint8Array(0), status: 503 })),
  ],
]

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
    return 'none'
  } catch (error) {
    if (error instanceof SealwrightError) return error.code
    throw error
  }
}

const context = (authorities: readonly TimestampAuthority[]) => ({
  authorities,
  anchors: undefined,
  now: () => new Date(),
  signal: undefined,
})

describe.skipIf(!hasTool('openssl'))('an authority that answers wrongly', () => {
  it.each(FAULTS)('%s is %s, and the next authority answers', async (_, code, open) => {
    const hostile = open()
    expect(await codeOf(hostile.timestamp('sha256', DIGEST))).toBe(code)
    const next = timestampAuthority(pki.url('/openssl'))
    const obtained = await obtainTimestamp(context([hostile, next]), () => DIGEST)
    expect(obtained.authority).toBe(next)
    expect(obtained.failures).toEqual([expect.stringContaining(code)])
    expect(await codeOf(obtainTimestamp(context([hostile]), () => DIGEST))).toBe(code)
    expect(await codeOf(obtainTimestamp(context([hostile, hostile]), () => DIGEST))).toBe('timestamp_unavailable')
  })

  it('one that is slow is tried twice, for as long as it may take', async () => {
    let calls = 0
    const slow = authorityThat(
      () => {
        calls++
        return new Promise(() => undefined)
      },
      { timeoutMs: 150 },
    )
    expect(await codeOf(slow.timestamp('sha256', DIGEST))).toBe('timestamp_timeout')
    expect(calls).toBe(2)
    const obtained = await obtainTimestamp(context([slow, timestampAuthority(pki.url('/openssl'))]), () => DIGEST)
    expect(obtained.failures).toEqual([expect.stringContaining('timestamp_timeout')])
  })

  it('a body that never ends is cut off at the limit', async () => {
    pki.serve('/endless', async (_body, _request, response) => {
      response.writeHead(200, { 'content-type': REPLY })
      const send = () => {
        while (!response.destroyed && response.write(new Uint8Array(16_384)));
      }
      response.on('drain', send)
      send()
      return undefined
    })
    expect(await codeOf(timestampAuthority(pki.url('/endless')).timestamp('sha256', DIGEST))).toBe(
      'timestamp_too_large',
    )
  })

  it('nobody listens: tried twice, then unreachable', async () => {
    const restart = pki.stop('/openssl')
    const before = pki.count('/openssl')
    expect(await codeOf(timestampAuthority(pki.url('/openssl')).timestamp('sha256', DIGEST))).toBe(
      'timestamp_unreachable',
    )
    expect(pki.count('/openssl')).toBe(before + 2)
    restart()
  })

  it('has at least twelve codes that tell the faults apart', () => {
    expect(new Set(FAULTS.map(([, code]) => code)).size).toBeGreaterThanOrEqual(12)
  })

  it('without a path to an anchor is not trusted', async () => {
    const stranger = pki.ca.issue('stranger', { extensions: CA_EXTENSIONS })
    const authority = timestampAuthority(pki.url('/openssl'))
    const anchors = createPool([stranger.parsed])
    expect(await codeOf(obtainTimestamp({ ...context([authority]), anchors }, () => DIGEST))).toBe(
      'timestamp_untrusted',
    )
    const known = { ...context([authority]), anchors: createPool([root.parsed]) }
    expect((await obtainTimestamp(known, () => DIGEST)).failures).toEqual([])
  })
})

describe.skipIf(!hasTool('openssl'))('an authority that answers rightly', () => {
  it.each(['sha256', 'sha384', 'sha512'] as const)(
    'its token over %s is kept as it came, and OpenSSL accepts it',
    async (hash) => {
      const digest = createHash(hash).update('a document').digest()
      const token = await timestampAuthority(pki.url('/openssl'), { policy: '1.2.3.4.2' }).timestamp(hash, digest)
      const file = pki.ca.write(`${hash}.token`, token)
      const args = [
        'ts',
        '-verify',
        '-digest',
        digest.toString('hex'),
        '-in',
        file,
        '-token_in',
        '-CAfile',
        pki.ca.path('root.pem'),
      ]
      const { code, stderr } = await runTool('openssl', args)
      expect({ code, stderr }).toMatchObject({ code: 0 })
    },
  )

  it.each([
    ['the certificate of another authority before its own', { chainFirst: true }],
    ['the serial number 0', { serialNumber: Uint8Array.of(0) }],
    ['a serial number of 20 octets', { serialNumber: new Uint8Array(20).fill(0x7f) }],
    ['an extension that is not critical', { padding: 8 }],
  ] as const)('%s is good', async (_, changes) => {
    const { chainFirst, ...parts } = { chainFirst: false, ...changes }
    const chain = chainFirst ? { chain: [credential('other').parsed.der], isChainFirst: true } : {}
    const authority = authorityThat((_request, sound) => grant(buildToken({ ...sound, ...parts, ...chain })))
    expect(await codeOf(authority.timestamp('sha256', DIGEST))).toBe('none')
  })

  it.each([
    ['its subject', () => nameOf(tsa)],
    ['its host', () => encodeDer(0x82, new TextEncoder().encode('tsa.example.com'))],
  ])('one that names itself by %s is good', async (_, name) => {
    const authority = authorityThat(wrong({ credential: credential('with-host'), authority: name() }))
    expect(await codeOf(authority.timestamp('sha256', DIGEST))).toBe('none')
  })

  it('granted with modifications, and the older ESS attribute, are good', async () => {
    const authority = authorityThat((_, sound) => grant(buildToken({ ...sound, ess: 'v1' }), 1))
    expect(await codeOf(authority.timestamp('sha256', DIGEST))).toBe('none')
  })

  it('a token in BER is kept byte for byte', async () => {
    let sent = new Uint8Array(0)
    const authority = authorityThat((_, sound) => {
      const token = buildToken(sound)
      const headerLength = token[1] === 0x82 ? 4 : 2
      sent = new Uint8Array(concatBytes([Uint8Array.of(0x30, 0x80), token.subarray(headerLength), Uint8Array.of(0, 0)]))
      return grant(sent)
    })
    expect(Buffer.from(await authority.timestamp('sha256', DIGEST)).equals(sent)).toBe(true)
  })

  it('is asked for a sample once, however many want it', async () => {
    const authority = timestampAuthority(pki.url('/openssl'))
    const before = pki.count('/openssl')
    const samples = await Promise.all(Array.from({ length: 5 }, () => sampleTimestamp(context([authority]))))
    await sampleTimestamp(context([authority]))
    expect(pki.count('/openssl')).toBe(before + 1)
    expect(new Set(samples.map(({ token }) => token.length)).size).toBe(1)
  })
})
