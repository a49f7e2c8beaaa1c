/**
 * Reports in other formats than their own JSON, made in the thread that verified.
 *
 * @module
 */
import { type ReportFormat, renderReport } from '../report/render-report.js'
import type { SigningIdentity } from '../sign/identity/identity.js'
import type { Language } from '../texts/texts.js'
import type { VerificationReport } from '../verify/report.js'
import type { VerificationPolicy } from '../verify/verification-policy.js'

/** Format of a rendered report. `result` is what the verification page shows. */
export interface ReportRendering {
  readonly format: ReportFormat | 'result'
  readonly language: Language
  /** Whether pages can be drawn. */
  readonly hasViewer?: boolean
}

interface Verified {
  readonly policy: VerificationPolicy | undefined
  readonly fileName: string | undefined
  /** Identity that signs a report in XML. */
  readonly identity: SigningIdentity | undefined
  readonly signal: AbortSignal | undefined
}

/** The bytes of the rendered report. */
export async function renderVerification(
  report: VerificationReport,
  { format, language, hasViewer = false }: ReportRendering,
  { policy, fileName, identity, signal }: Verified,
): Promise<Uint8Array> {
  if (format === 'result') {
    const { checkResult } = await import('../report/html/check-result.js')
    return new TextEncoder().encode(await checkResult(report, { language, fileName, policy, hasViewer }))
  }
  const { bytes } = await renderReport(report, {
    format,
    language,
    ...(fileName === undefined ? {} : { fileName }),
    ...(policy === undefined ? {} : { policy }),
    ...(identity === undefined || format !== 'etsi-xml' ? {} : { identity }),
    ...(signal === undefined ? {} : { signal }),
  })
  return bytes
}
