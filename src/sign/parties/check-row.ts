/**
 * Checks that the verifier reads in a row what was drawn there. It does not if a font has unrecognisable letters, or if there
 * is too much text for the row.
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import { PdfDocument } from '../../pdf/document.js'
import { readFields } from '../../pdf/forms.js'
import { findRowFault, lettersOf } from '../../verify/parties/row-check.js'
import type { IncrementPlan } from '../plan-increment.js'

/**
 * Reads the signer's row back.
 *
 * @param file the document with everything but its signature
 * @throws SealwrightError `text_not_showable`
 */
export function checkRow(
  file: Uint8Array,
  { record, recordRef, parties: plan }: Pick<IncrementPlan, 'record' | 'recordRef' | 'parties'>,
  password: string | Uint8Array | undefined,
): void {
  if (plan?.row === undefined) return
  const { row, parties, certificateRef = recordRef } = plan
  const document = PdfDocument.open(file, { password })
  const field = readFields(document).find(({ name }) => name === row.party.field)
  const letters = () => lettersOf(document, certificateRef)
  const fault = findRowFault(document, field?.ref, record, { parties, letters })
  if (fault === undefined) return
  const message = `Row ${row.number} of the certificate page ${fault}: give a shorter name, or the fonts of the first signature.`
  throw new SealwrightError('text_not_showable', message)
}
