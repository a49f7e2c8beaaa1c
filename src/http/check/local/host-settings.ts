/**
 * The host's options of verifyDocument as data that a page can be given, so that it judges as the server would.
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
  /** Whether the server asks for revocation data on line, which the page cannot. */
  readonly asksRevocation: boolean
}

type CertificateOption = 'trustAnchors' | 'timestampAnchors' | 'ownCertificates'

/** What becomes of each option: a new one needs a decision here. */
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
  // What the host knows of its customers' documents is not for everybody who opens the page.
  proofs: 'server',
  // The page goes without it, and says so.
  fetchRevocation: 'without',
  onProgress: 'without',
  // The page shows verdicts, not what they rest on.
  validationObjects: 'without',
}

/**
 * The settings, or undefined where the page would judge otherwise than the server: with trusted lists, which are too large for
 * a page; with proofs, which are the host's own; and where nothing would be valid without asking for revocation.
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

/** The options that they stand for. */
export function verifySettings(settings: HostSettings): VerifySettings {
  const { asksRevocation, validationTime, sha1RevocationUntil, signaturePolicies, ...same } = settings
  return {
    ...same,
    ...(validationTime === undefined ? {} : { validationTime: new Date(validationTime) }),
    ...(sha1RevocationUntil === undefined ? {} : { sha1RevocationUntil: new Date(sha1RevocationUntil) }),
    ...(signaturePolicies === undefined ? {} : { signaturePolicies: decodePolicies(signaturePolicies) }),
    // Nothing is known where the server would have asked: that is less than where it does not ask.
    ...(asksRevocation ? { fetchRevocation: async () => ({}) } : {}),
  }
}

function decodePolicies(policies: HostSettings['signaturePolicies'] & {}): VerifySettings['signaturePolicies'] & {} {
  if (policies === 'ignore') return policies
  return policies.map(({ id, document }) =>
    document === undefined ? { id } : { id, document: Uint8Array.from(Buffer.from(document, 'base64')) },
  )
}
