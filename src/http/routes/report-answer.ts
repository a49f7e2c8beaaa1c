/**
 * Reports for people as answers.
 *
 * @module
 */
import { isLanguage, type Language, preferredLanguage } from '../../texts/texts.js'
import { type ApiAnswer, bytesAnswer } from '../answers.js'
import { attachmentHeader } from '../fact-headers.js'
import type { ReportRendering } from '../jobs/render-verification.js'
import type { Exchange } from '../route.js'

/** What the query says, else what the client prefers. */
export function languageOf({ request, url }: Pick<Exchange, 'request' | 'url'>): Language {
  const asked = url.searchParams.get('language')
  return isLanguage(asked) ? asked : preferredLanguage(request.headers.get('accept-language'))
}

/** A report as a file to keep. */
export async function reportAnswer(
  bytes: Uint8Array,
  { format, language }: ReportRendering,
  headers: Record<string, string> = {},
): Promise<ApiAnswer> {
  const common = { ...headers, 'cache-control': 'no-store', 'content-language': language }
  if (format === 'pdf') {
    const names = { 'content-disposition': attachmentHeader('verification-report.pdf') }
    return bytesAnswer(bytes, { ...common, ...names, 'content-type': 'application/pdf' })
  }
  const { reportPolicy } = await import('../../report/html/report-page.js')
  return bytesAnswer(bytes, {
    ...common,
    'content-type': 'text/html; charset=utf-8',
    'content-disposition': attachmentHeader('verification-report.html'),
    'content-security-policy': reportPolicy(),
  })
}
