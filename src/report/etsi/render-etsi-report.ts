/**
 * Renders a validation report as an XML file, signed when an identity is given.
 *
 * @module
 */

import type { SigningIdentity } from '../../sign/identity/identity.js'
import type { VerificationReport } from '../../verify/report.js'
import { validationReport } from './validation-report.js'
import { canonicalXml, type ReportElement } from './xml-tree.js'

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** The report in UTF-8. The code for signing is loaded only for a report that is signed. */
export async function renderEtsiReport(
  report: VerificationReport,
  validationTime: Date,
  identity: SigningIdentity | undefined,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  if (identity === undefined) return encode(validationReport(report, validationTime))
  const { reportSigner } = await import('./sign-report.js')
  const signer = reportSigner(identity, new Date(), signal)
  return encode(await signer.sign(validationReport(report, validationTime, signer.validator)))
}

function encode(root: ReportElement): Uint8Array {
  return new TextEncoder().encode(`${DECLARATION}${canonicalXml(root)}\n`)
}
