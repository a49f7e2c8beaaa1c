/**
 * A verification report as the signature validation report of ETSI TS 119 102-2 V1.4.1, in XML.
 *
 * @module
 */

import { invalidOption } from '../../input/check-options.js'
import type { VerificationReport } from '../../verify/report.js'
import { messagesElement, statusElement } from './report-parts.js'
import { addDocumentTimestamp, type ReportContext, signatureElement } from './signature-report.js'
import { ValidationObjects } from './validation-objects.js'
import { NO_SIGNATURE_FOUND } from './vocabulary.js'
import { element, type ReportElement } from './xml-tree.js'
import { xmlTime } from './xml-values.js'

/**
 * The report as a tree. Its content follows from the report and the time of the validation only.
 *
 * @param validator names who made the report (4.2.4); undefined to name nobody
 * @throws SealwrightError `invalid_request` for a time that XML Schema does not have
 */
export function validationReport(
  report: VerificationReport,
  validationTime: Date,
  validator?: ReportElement,
): ReportElement {
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

/** The report on a document without a signature. The standard always requires one, so a placeholder is reported. */
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
