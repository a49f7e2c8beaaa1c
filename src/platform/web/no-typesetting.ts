/**
 * Replaces the modules that typeset pages in the build for browsers and edge hosts that sets no text. Each function throws and
 * says what to ask for instead.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'

function refuse(what: string, cure: string): never {
  throw new SealwrightError(
    'missing_dependency',
    `${what} needs fonts: write them to a folder with "npx sealwright assets FOLDER", and name it with assets: { url }. ${cure}`,
  )
}

/**
 * Refuses a report as PDF.
 *
 * @throws SealwrightError `missing_dependency`, as all functions here
 */
export function reportPdf(): never {
  return refuse('A report as PDF', 'Or ask for html, which browsers print.')
}

export function applyBrand(): never {
  return refuse('A certificate page', 'Or sign with certificate: { enabled: false }.')
}

export function loadShaperFor(): never {
  return refuse('A signature that can be seen', 'Or sign without appearance.')
}

export function convertDocxToPdf(): never {
  return refuse('A DOCX', 'Or sign a PDF.')
}

/** No text is drawn, so no font is missing. */
export function fontPackageFor(): undefined {
  return undefined
}

/** These are loaded together with {@link applyBrand} and {@link loadShaperFor}, which throw before these can be called. */
export const addCertificatePages = loadShaperFor
export const addSignatureAppearance = loadShaperFor
export const prepareImage = loadShaperFor
export const drawSignedRow = loadShaperFor
export const drawUnsignedRow = loadShaperFor
export const heightOfRow = loadShaperFor
