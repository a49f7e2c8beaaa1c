/**
 * A public key infrastructure with all services that long-term validation needs, on the loopback interface: a root with a
 * CRL, an issuing CA with OCSP and a CRL, signers of several kinds, and two time-stamping authorities.
 *
 * @module
 */

import { identityFromPem } from '../../src/sign/identity/pem-identity.js'
import { onlineRevocation } from '../../src/trust/gather/online-revocation.js'
import type { OnlineRevocationOptions } from '../../src/trust/gather/online-revocation-options.js'
import { memoryRevocationStore } from '../../src/trust/gather/revocation-store.js'
import type { KEY_KINDS } from '../cms/openssl-keys.js'
import { CA_EXTENSIONS, type IssuedCredential, type RevokedEntry } from '../cms/test-ca.js'
import { LoopbackPki } from './loopback-pki.js'

export type SignerKind = Extract<keyof typeof KEY_KINDS, 'rsa' | 'rsaPss' | 'p256' | 'p384' | 'ed25519'>

/** Options of openLongTermPki; days from now. */
export interface LongTermPkiOptions {
  readonly signerTo?: number
  readonly authorityTo?: number
  readonly otherAuthorityTo?: number
  readonly kinds?: readonly SignerKind[]
  /** Whether time stamps are made in this process, which is faster, instead of by OpenSSL. */
  readonly isFast?: boolean
  /** Whether the OCSP responder has a certificate of its own, with or without id-pkix-ocsp-nocheck. Default: the CA answers. */
  readonly responder?: 'nocheck' | 'checked'
}

const DAY = 86_400_000

const SIGNING = ['keyUsage=critical,digitalSignature,nonRepudiation', 'subjectKeyIdentifier=hash']
const STAMPING = [
  'keyUsage=critical,digitalSignature',
  'extendedKeyUsage=critical,timeStamping',
  'subjectKeyIdentifier=hash',
]

/** The infrastructure in use. */
export interface LongTermPki {
  readonly pki: LoopbackPki
  readonly root: IssuedCredential
  readonly issuing: IssuedCredential
  readonly authority: IssuedCredential
  /** Signs for another time-stamping service. */
  readonly otherAuthority: IssuedCredential
  signer(kind?: SignerKind): IssuedCredential
  /** The signer with its issuing CA. */
  identity(kind?: SignerKind): ReturnType<typeof identityFromPem>
  /** Revoked from now on; the services know at once. */
  readonly revoked: RevokedEntry[]
  readonly anchors: readonly string[]
  /** A source with an empty store. */
  revocation(options?: OnlineRevocationOptions): ReturnType<typeof onlineRevocation>
  /** Days that the services are ahead of the present; needs `isFast`. */
  readonly clock: { days: number }
  /** The time of the services. */
  now(): Date
  readonly tsa: string
  readonly otherTsa: string
  close(): Promise<void>
}

/** Makes it; takes about a second. */
export async function openLongTermPki(options: LongTermPkiOptions = {}): Promise<LongTermPki> {
  const {
    signerTo = 300,
    authorityTo = 600,
    otherAuthorityTo = authorityTo,
    kinds = ['rsa'],
    isFast = false,
    responder,
  } = options
  const pki = await LoopbackPki.open()
  const { ca } = pki
  const revoked: RevokedEntry[] = []
  const far = { to: 5000 }
  const root = ca.issue('root', { extensions: CA_EXTENSIONS, kind: 'rsa', subject: '/CN=Test root', ...far })
  const issuing = ca.issue('issuing', {
    issuer: root,
    kind: 'rsa',
    subject: '/CN=Test issuing CA',
    extensions: [...CA_EXTENSIONS, 'authorityKeyIdentifier=keyid', `crlDistributionPoints=URI:${pki.url('/root.crl')}`],
    to: 4000,
  })
  const access = [
    'authorityKeyIdentifier=keyid',
    `authorityInfoAccess=OCSP;URI:${pki.url('/ocsp')},caIssuers;URI:${pki.url('/issuing.cer')}`,
    `crlDistributionPoints=URI:${pki.url('/issuing.crl')}`,
  ]
  const issue = (name: string, extensions: readonly string[], to: number, kind: keyof typeof KEY_KINDS) =>
    ca.issue(name, { issuer: issuing, kind, subject: `/CN=${name}`, extensions: [...extensions, ...access], to })
  const signers = new Map(
    kinds.map((kind) => [kind, issue(`Test signer ${kind}`.replaceAll(' ', '-'), SIGNING, signerTo, kind)]),
  )
  const authority = issue('Test-TSA', STAMPING, authorityTo, 'rsa')
  const otherAuthority = issue('Other-TSA', STAMPING, otherAuthorityTo, 'rsa')
  const known = () => [...signers.values(), authority, otherAuthority, ...(own === undefined ? [] : [own])]
  const nocheck = responder === 'nocheck' ? ['noCheck=ignored'] : []
  const own =
    responder === undefined
      ? undefined
      : issue('Test-responder', ['extendedKeyUsage=OCSPSigning', ...nocheck], 500, 'rsa')
  const clock = { days: 0 }
  const now = () => new Date(Date.now() + clock.days * DAY)
  if (isFast) pki.serveFastOcsp('/ocsp', own ?? issuing, { revoked: () => revoked, now })
  else pki.serveOcsp('/ocsp', issuing, own ?? issuing, known, () => revoked)
  const crlOf = (credential: IssuedCredential, entries: readonly RevokedEntry[]) =>
    ca.makeCrl(credential, entries, { last: clock.days, next: clock.days + 30 })
  pki.serveBytes('/issuing.crl', () => crlOf(issuing, revoked), 'application/pkix-crl')
  const rootCrls = new Map<number, Uint8Array>()
  const rootCrl = () => {
    const made = rootCrls.get(clock.days) ?? crlOf(root, [])
    rootCrls.set(clock.days, made)
    return made
  }
  pki.serveBytes('/root.crl', rootCrl, 'application/pkix-crl')
  pki.serveBytes('/issuing.cer', () => issuing.parsed.der, 'application/pkix-cert')
  for (const [path, credential] of [
    ['/tsa', authority],
    ['/other-tsa', otherAuthority],
  ] as const) {
    if (isFast) pki.serveFastTimestamps(path, credential, [issuing], now)
    else pki.serveTimestamps(path, credential, [issuing])
  }
  const signer = (kind: SignerKind = kinds[0] ?? 'rsa') => {
    const found = signers.get(kind)
    if (found === undefined) throw new Error(`There is no signer of kind ${kind}.`)
    return found
  }
  return {
    pki,
    root,
    issuing,
    authority,
    otherAuthority,
    signer,
    identity: (kind) => {
      const { key, certificate } = signer(kind)
      return identityFromPem({ key, certificate, chain: issuing.certificate })
    },
    revoked,
    anchors: [root.certificate],
    clock,
    now,
    revocation: (settings) =>
      onlineRevocation({ trustedHosts: [pki.host], store: memoryRevocationStore({ now }), now, ...settings }),
    tsa: pki.url('/tsa'),
    otherTsa: pki.url('/other-tsa'),
    close: () => pki.close(),
  }
}
