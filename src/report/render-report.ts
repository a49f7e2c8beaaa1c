/**
 * renderReport.
 *
 * @module
 */

import { type OwnBytes, ownBytes } from '../bytes.js'
import { SealwrightError } from '../errors.js'
import {
  checkOptions,
  MOMENT,
  OBJECT,
  type OptionTable,
  oneOf,
  required,
  SIGNAL,
  TEXT,
} from '../input/check-options.js'
import { assertLanguage, type Language, loadTexts } from '../texts/texts.js'
import { FONTS, type FontSource } from '../typeset/fonts/font-source.js'
import type { VerificationReport } from '../verify/report.js'
import type { VerificationPolicy } from '../verify/verification-policy.js'

/** How a report is rendered for people. */
export interface RenderReportOptions {
  /** `pdf`: A4, tagged, PDF/A-2u. `html`: one file, without scripts. */
  readonly format: 'pdf' | 'html'
  /** Default `en`. */
  readonly language?: Language
  /** When the document was verified. Default: now. */
  readonly verifiedAt?: Date
  /** What the document is called. Default: its title, else its digest. */
  readonly fileName?: string
  /** The policy that verifyDocument was given, to be named in the report. Default: none. */
  readonly policy?: VerificationPolicy
  /** Fonts for the PDF in addition to those that come with the package. */
  readonly fonts?: readonly FontSource[]
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

/** A report as a file. */
export interface RenderedReport {
  readonly bytes: OwnBytes
  readonly contentType: 'application/pdf' | 'text/html; charset=utf-8'
}

/**
 * Renders a report for people to read, fit to be laid before a court: the verdict and why, signers, times and what
 * proves them, changes, certificates, audit trail, digests, program and policy. Very long lists and values are cut,
 * with the number of what is left out; the report itself has everything.
 *
 * @param report what verifyDocument gave, also after a round trip through JSON
 * @throws SealwrightError `invalid_request`; `document_too_complex` for a PDF of too many pages
 * @example
 * ```ts
 * const report = await verifyDocument(bytes, { trustAnchors })
 * const { bytes: pdf } = await renderReport(report, { format: 'pdf', language: 'de', fileName: 'contract.pdf' })
 * ```
 */
export async function renderReport(report: VerificationReport, options: RenderReportOptions): Promise<RenderedReport> {
  const {
    format,
    language = 'en',
    verifiedAt = new Date(),
    fileName,
    policy,
    fonts = [],
    signal,
  } = readOptions(options)
  if (!Array.isArray(report?.signers) || typeof report.document?.sha256 !== 'string') {
    throw invalid('The report must be one that verifyDocument gave.')
  }
  signal?.throwIfAborted()
  const [{ describeReport }, { Wording }] = await Promise.all([import('./describe-report.js'), import('./wording.js')])
  const wording = new Wording(language, await loadTexts(language), report.signers.length)
  const view = describeReport(report, wording, { verifiedAt, fileName, policy })
  if (format === 'html') {
    const { reportPage } = await import('./html/report-page.js')
    const bytes = new TextEncoder().encode(reportPage(view, wording, fileName))
    return { bytes: ownBytes(bytes), contentType: 'text/html; charset=utf-8' }
  }
  const { reportPdf } = await import('./pdf/report-pdf.js')
  const subject = fileName ?? report.document.title ?? `SHA-256 ${report.document.sha256.slice(0, 16)}`
  const bytes = await reportPdf(view, wording, { subject, created: verifiedAt, fonts, signal })
  return { bytes: ownBytes(bytes), contentType: 'application/pdf' }
}

const OPTIONS: OptionTable<RenderReportOptions> = {
  format: required(oneOf(['pdf', 'html'])),
  language: TEXT,
  verifiedAt: MOMENT,
  fileName: TEXT,
  policy: OBJECT,
  fonts: FONTS,
  signal: SIGNAL,
}

function readOptions(options: RenderReportOptions): RenderReportOptions {
  checkOptions(options, OPTIONS)
  if (options.language !== undefined) assertLanguage(options.language)
  return options
}

function invalid(message: string): SealwrightError {
  return new SealwrightError('invalid_request', message)
}
