/**
 * Renders a validation report as an XML file, signed when an identity is given.
 *
 * @module
 */

import { invalidOption } from '../../input/check-options.js'
import type { SigningIdentity } from '../../sign/identity/identity.js'
import type { VerificationReport } from '../../verify/report.js'
import { messagesElement, statusElement } from './report-parts.js'
import { addDocumentTimestamp, type ReportContext, signatureElement } from './signature-report.js'
import { ValidationObjects } from './validation-objects.js'
import { NO_SIGNATURE_FOUND } from './vocabulary.js'
import { canonicalXml, element, type ReportElement } from './xml-tree.js'
import { xmlTime } from './xml-values.js'

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

/**
 * The report as a tree. Everything in it comes out of the report and the time of the validation.
 *
 * @param validator who made the report, where that is to be named (4.2.4)
 * @throws SealwrightError `invalid_request` for a time that XML does not have
 */
function validationReport(report: VerificationReport, validationTime: Date, validator?: ReportElement): ReportElement {
  const time = xmlTime(validationTime.toISOString())
  if (time === undefined) throw invalidOption(['verifiedAt'], 'XML has no such time: a year from 1 to 9999 is needed.')
  const objects = new ValidationObjects(report, time)
  const context: ReportContext = { objects, validationTime: time }
  const signatures: ReportElement[] = []
  report.signers.forEach((signer, index) => {
    if (signer.kind === 'signature') signatures.push(signatureElement(signer, index, context))
    else addDocumentTimestamp(signer, index, context)
  })
  if (signatures.length === 0) signatures.push(emptyElement(report))
  return element('vr:ValidationReport', ...signatures, objects.toElement(), validator)
}

/** A document without a signature: the standard has no report without one. */
function emptyElement({ document: { damage } }: VerificationReport): ReportElement {
  const messages = messagesElement(damage, [])
  const data = messages && element('vr:AssociatedValidationReportData', messages)
  return element(
    'vr:SignatureValidationReport',
    damage.length === 0
      ? element('vr:SignatureValidationStatus', element('vr:MainIndication', NO_SIGNATURE_FOUND))
      : statusElement({ indication: 'INDETERMINATE', subIndication: 'GENERIC' }, data),
  )
}
