/**
 * renderReport: a report as a file for people or for programs.
 *
 * @module
 */

import { type OwnBytes, ownBytes } from '../bytes.js'
import { SealwrightError } from '../errors.js'
import {
  checkOptions,
  havingOneOf,
  invalidOption,
  MOMENT,
  OBJECT,
  type OptionTable,
  oneOf,
  required,
  SIGNAL,
  SWITCH,
  TEXT,
} from '../input/check-options.js'
import { Pace } from '../pace/pace.js'
import { loadLateParts } from '../platform/late-parts.js'
import type { SigningIdentity } from '../sign/identity/identity.js'
import { assertLanguage, type Language, loadTexts } from '../texts/texts.js'
import { FONTS, type FontSource } from '../typeset/fonts.js'
import type { VerificationReport } from '../verify/report.js'
import type { VerificationPolicy } from '../verify/verification-policy.js'

/** Options of renderReport. */
export interface RenderReportOptions {
  /**
   * `pdf`: for people, A4, tagged, PDF/A-2u. `html`: for people, one file, without scripts. `simple`: JSON, each signature
   * on a few lines ({@link SimpleReport}). `detailed`: JSON, by the building blocks of EN 319 102-1 ({@link DetailedReport}).
   * `etsi-xml`: the signature validation report of ETSI TS 119 102-2.
   */
  readonly format: ReportFormat
  /** Language of `pdf` and `html`. Default `en`. */
  readonly language?: Language | undefined
  /** When the document was verified. Default: now. */
  readonly verifiedAt?: Date | undefined
  /** Name of the document. Default: its title, else its digest. */
  readonly fileName?: string | undefined
  /** The policy of the verification, to be named in `pdf` and `html`. Default: none. */
  readonly policy?: VerificationPolicy | undefined
  /** Whether `pdf` and `html` show the building blocks of EN 319 102-1 for each signature. Default: false. */
  readonly buildingBlocks?: boolean | undefined
  /** Fonts for the PDF in addition to those that come with the package. */
  readonly fonts?: readonly FontSource[] | undefined
  /** Signs `etsi-xml` with an enveloped XAdES signature of the level B-B. Default: the report is not signed. */
  readonly identity?: SigningIdentity | undefined
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** Formats of a report, with the media types of their files. */
const CONTENT_TYPES = {
  pdf: 'application/pdf',
  html: 'text/html; charset=utf-8',
  simple: 'application/json',
  detailed: 'application/json',
  'etsi-xml': 'application/xml',
} as const

/** A format of a report. */
export type ReportFormat = keyof typeof CONTENT_TYPES

/** The names of all formats. */
export const REPORT_FORMATS = Object.keys(CONTENT_TYPES) as readonly ReportFormat[]

/** A report as a file. */
export interface RenderedReport {
  readonly bytes: OwnBytes
  readonly contentType: (typeof CONTENT_TYPES)[ReportFormat]
}

/**
 * Renders a report. As PDF or HTML it is for people to read, fit to be laid before a court: the verdict and why, signers,
 * times and what proves them, changes, certificates, audit trail, digests, program and policy. There, very long lists and
 * values are cut, with the number of what is left out; the report itself has everything. The other formats are for
 * programs that know the standards.
 *
 * @param report what verifyDocument gave, also after a round trip through JSON
 * @throws SealwrightError `invalid_request`; `document_too_complex` for a PDF of too many pages; with an identity also
 * `invalid_identity`, `certificate_expired`, `certificate_not_yet_valid` and `signing_failed`
 * @example
 * ```ts
 * const report = await verifyDocument(bytes, { trustAnchors })
 * const { bytes: pdf } = await renderReport(report, { format: 'pdf', language: 'de', fileName: 'contract.pdf' })
 * const { bytes: xml } = await renderReport(report, { format: 'etsi-xml', identity })
 * ```
 */
export async function renderReport(report: VerificationReport, options: RenderReportOptions): Promise<RenderedReport> {
  const settings = readOptions(options)
  if (!Array.isArray(report?.signers) || typeof report.document?.sha256 !== 'string') {
    throw new SealwrightError('invalid_request', 'The report must be one that verifyDocument gave.')
  }
  const { format, signal } = settings
  const pace = new Pace({ signal })
  await pace.pause()
  const made = { ...settings, verifiedAt: settings.verifiedAt ?? new Date() }
  const bytes = await (format === 'pdf' || format === 'html'
    ? renderForPeople(report, { ...made, format }, pace)
    : renderForPrograms(report, { ...made, format }))
  pace.end()
  return { bytes: ownBytes(bytes), contentType: CONTENT_TYPES[format] }
}

type Settings<F extends ReportFormat> = RenderReportOptions & { readonly format: F; readonly verifiedAt: Date }

async function renderForPeople(
  report: VerificationReport,
  settings: Settings<'pdf' | 'html'>,
  pace: Pace,
): Promise<Uint8Array> {
  const { format, language = 'en', verifiedAt, fileName, policy, buildingBlocks = false, fonts = [] } = settings
  const [{ describeReport }, { Wording }] = await Promise.all([import('./describe-report.js'), import('./wording.js')])
  const wording = new Wording(language, await loadTexts(language), report.signers.length)
  const blocksOf = buildingBlocks ? (await import('./validation/building-blocks.js')).blocksOfSignature : undefined
  const view = describeReport(report, wording, { verifiedAt, fileName, policy, blocksOf })
  await pace.pause()
  if (format === 'html') {
    const { reportPage } = await import('./html/report-page.js')
    return new TextEncoder().encode(reportPage(view, wording, fileName))
  }
  const { reportPdf } = await import('./pdf/report-pdf.js')
  const subject = fileName ?? report.document.title ?? `SHA-256 ${report.document.sha256.slice(0, 16)}`
  return reportPdf(view, wording, { subject, created: verifiedAt, fonts, pace })
}

async function renderForPrograms(
  report: VerificationReport,
  { format, verifiedAt, fileName, identity, signal }: Settings<'simple' | 'detailed' | 'etsi-xml'>,
): Promise<Uint8Array> {
  if (format === 'etsi-xml') {
    const [{ renderEtsiReport }] = await Promise.all([import('./etsi/render-etsi-report.js'), loadLateParts()])
    return renderEtsiReport(report, verifiedAt, identity, signal)
  }
  const circumstances = { validationTime: verifiedAt, fileName: fileName ?? null }
  const value =
    format === 'simple'
      ? (await import('./validation/simple-report.js')).simpleReport(report, circumstances)
      : (await import('./validation/detailed-report.js')).detailedReport(report, circumstances)
  return new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`)
}

const OPTIONS: OptionTable<RenderReportOptions> = {
  format: required(oneOf(REPORT_FORMATS)),
  language: TEXT,
  verifiedAt: MOMENT,
  fileName: TEXT,
  policy: OBJECT,
  buildingBlocks: SWITCH,
  fonts: FONTS,
  identity: havingOneOf('an identity that signs bytes, as identityFromPem gives one', 'certificates'),
  signal: SIGNAL,
}

function readOptions(options: RenderReportOptions): RenderReportOptions {
  checkOptions(options, OPTIONS)
  if (options.language !== undefined) assertLanguage(options.language)
  if (options.identity !== undefined && options.format !== 'etsi-xml') {
    const message = `Only "etsi-xml" is signed as it is rendered. Sign a PDF with signDocument.`
    throw invalidOption(['identity'], message)
  }
  return options
}
