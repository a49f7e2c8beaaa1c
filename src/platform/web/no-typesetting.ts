/**
 * Replaces the modules that typeset pages in builds for browsers and edge hosts, which have no fonts. Each function throws
 * and names an alternative.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'

function refuse(what: string, cure: string): never {
  throw new SealwrightError('missing_dependency', `${what} needs Node.js, where the fonts are. ${cure}`)
}

/**
 * Refuses a report as PDF.
 *
 * @throws SealwrightError `missing_dependency`, as all functions here
 */
export function reportPdf(): never {
  return refuse('A report as PDF', 'Ask for html here; browsers print that.')
}

export function applyBrand(): never {
  return refuse('A certificate page', 'Sign with certificate: { enabled: false } here.')
}

export function loadShaperFor(): never {
  return refuse('A signature that can be seen', 'Sign without appearance here.')
}

export function convertDocxToPdf(): never {
  return refuse('A DOCX', 'Convert it to PDF, with convertFile, before it is signed.')
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
