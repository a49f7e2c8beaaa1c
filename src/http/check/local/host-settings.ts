/**
 * The host's options of verifyDocument as data for a page, so that the page judges as the server would.
 *
 * @module
 */

import type { VerifySettings } from '../../../jobs/document-job.js'
import { readAnchors } from '../../../trust/qualified.js'
import type { CertificatePool } from '../../../trust/trust-anchors.js'
import { readTrustAnchors } from '../../../trust/trust-anchors.js'
import type { KnownSignaturePolicy } from '../../../verify/signature/signature-policy.js'

/** The options in JSON. Certificates are PEM, bytes base64, times ISO 8601. */
export interface HostSettings
  extends Pick<VerifySettings, 'policy' | 'requireRevocation' | 'unknownRevocation' | 'revocationFreshness'>,
    Partial<Record<CertificateOption, readonly string[]>> {
  readonly validationTime?: string
  readonly sha1RevocationUntil?: string
  readonly signaturePolicies?: 'ignore' | readonly { readonly id: string; readonly document?: string }[]
  /** Whether the server fetches revocation data online, which the page cannot do. */
  readonly asksRevocation: boolean
}

type CertificateOption = 'trustAnchors' | 'timestampAnchors' | 'ownCertificates'

/** How each option is treated. A new option needs a decision here. */
const WAYS: { readonly [K in keyof Required<VerifySettings>]: 'data' | 'server' | 'without' } = {
  trustAnchors: 'data',
  timestampAnchors: 'data',
  ownCertificates: 'data',
  validationTime: 'data',
  revocationFreshness: 'data',
  unknownRevocation: 'data',
  requireRevocation: 'data',
  sha1RevocationUntil: 'data',
  signaturePolicies: 'data',
  policy: 'data',
  // `proofs` is what the host knows of its customers' documents, which is not for everyone who opens the page.
  proofs: 'server',
  // The page does without revocation data, and says so.
  fetchRevocation: 'without',
  onProgress: 'without',
  // The page shows verdicts and not their evidence.
  validationObjects: 'without',
}

/**
 * The settings for a page. Undefined where the page would judge differently from the server: with trusted lists, which are too
 * large for a page; with proofs, which are confidential; and where nothing would be valid without fetched revocation data.
 */
export function hostSettings(verify: VerifySettings = {}): HostSettings | undefined {
  const isForServer = (name: string) => WAYS[name as keyof VerifySettings] === 'server'
  if (Object.entries(verify).some(([name, value]) => value !== undefined && isForServer(name))) return undefined
  const trust = readAnchors(verify.trustAnchors, 'trustAnchors')
  const stamps = readAnchors(verify.timestampAnchors, 'timestampAnchors')
  if (trust.lists.length + stamps.lists.length > 0) return undefined
  const { policy, requireRevocation, unknownRevocation, revocationFreshness, signaturePolicies } = verify
  const { validationTime, sha1RevocationUntil, ownCertificates } = verify
  const asksRevocation = verify.fetchRevocation !== undefined
  const isNeeded = requireRevocation === true || unknownRevocation === 'refuse' || policy?.requireTotalPassed === true
  if (asksRevocation && isNeeded) return undefined
  return {
    asksRevocation,
    ...(policy === undefined ? {} : { policy }),
    ...(requireRevocation === undefined ? {} : { requireRevocation }),
    ...(unknownRevocation === undefined ? {} : { unknownRevocation }),
    ...(sha1RevocationUntil === undefined ? {} : { sha1RevocationUntil: sha1RevocationUntil.toISOString() }),
    ...(revocationFreshness === undefined ? {} : { revocationFreshness }),
    ...(validationTime === undefined ? {} : { validationTime: validationTime.toISOString() }),
    ...(signaturePolicies === undefined ? {} : { signaturePolicies: encodePolicies(signaturePolicies) }),
    ...encodePool('trustAnchors', trust.certificates),
    ...encodePool('timestampAnchors', stamps.certificates),
    ...encodePool('ownCertificates', readTrustAnchors(ownCertificates, 'ownCertificates')),
  }
}

function encodePool(name: CertificateOption, pool: CertificatePool | undefined): Pick<HostSettings, CertificateOption> {
  return pool === undefined ? {} : { [name]: Array.from(pool.byDer.values(), ({ der }) => toPem(der)) }
}

function toPem(der: Uint8Array): string {
  return `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`
}

function encodePolicies(policies: 'ignore' | readonly KnownSignaturePolicy[]): HostSettings['signaturePolicies'] & {} {
  if (policies === 'ignore') return policies
  return policies.map(({ id, document }) =>
    document === undefined ? { id } : { id, document: Buffer.from(document).toString('base64') },
  )
}

/** The options of verifyDocument that the settings stand for. */
export function verifySettings(settings: HostSettings): VerifySettings {
  const { asksRevocation, validationTime, sha1RevocationUntil, signaturePolicies, ...same } = settings
  return {
    ...same,
    ...(validationTime === undefined ? {} : { validationTime: new Date(validationTime) }),
    ...(sha1RevocationUntil === undefined ? {} : { sha1RevocationUntil: new Date(sha1RevocationUntil) }),
    ...(signaturePolicies === undefined ? {} : { signaturePolicies: decodePolicies(signaturePolicies) }),
    // Where the server would fetch revocation data, the page finds none. That gives a weaker result than not asking for it.
    ...(asksRevocation ? { fetchRevocation: async () => ({}) } : {}),
  }
}

function decodePolicies(policies: HostSettings['signaturePolicies'] & {}): VerifySettings['signaturePolicies'] & {} {
  if (policies === 'ignore') return policies
  return policies.map(({ id, document }) =>
    document === undefined ? { id } : { id, document: Uint8Array.from(Buffer.from(document, 'base64')) },
  )
}
