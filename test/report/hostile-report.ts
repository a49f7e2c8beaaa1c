/**
 * A report whose every string from the file tries to become markup.
 *
 * @module
 */
import type { VerificationReport } from '../../src/verify/report.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { requestWith, sign } from '../sign/signing.js'
import { makeContract } from '../verify/support/contract.js'

/** Ends attributes, tags, comments, titles, styles and scripts. */
export const HOSTILE = `"'><img src=x onerror=alert(1)></title></style><script>alert(2)</script><!--\u202e`

/** A signed document that names its signer, events and metadata so. */
export async function hostileDocument(): Promise<Uint8Array> {
  const visible = HOSTILE.replace('\u202e', '')
  return sign(
    makeContract().bytes,
    { reason: visible, location: visible, documentName: visible },
    requestWith({
      signer: { name: visible, email: 'mallory@example.com', userAgent: visible },
      auditTrail: [
        { timestamp: '2026-01-31T12:00:00Z', type: 'submit', data: { [HOSTILE]: HOSTILE, deep: { x: [HOSTILE] } } },
      ],
      eventId: visible,
      metadata: { [HOSTILE]: HOSTILE },
      certificate: { enabled: true },
    }),
  )
}

/** A true report with every string in it replaced, save for those that are of a fixed set. */
export async function hostileReport(): Promise<VerificationReport> {
  const report = await verifyDocument(await hostileDocument())
  const fixed = /^(?:kind|status|indication|nameSource|signedAtSource|level|page|sha256|format)$/
  const poison = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return fixed.test(key) ? value : HOSTILE
    if (Array.isArray(value)) return value.map((item) => poison(item, key))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, poison(member, name)]))
  }
  return poison(report, '') as VerificationReport
}
