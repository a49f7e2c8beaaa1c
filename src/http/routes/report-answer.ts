/**
 * Answers with reports in the format that the client asks for.
 *
 * @module
 */

import { invalidInput } from '../../jobs/members/invalid-input.js'
import { REPORT_FORMATS, type ReportFormat } from '../../report/render-report.js'
import { isLanguage, type Language, preferredLanguage } from '../../texts/texts.js'
import { type ApiAnswer, bytesAnswer } from '../answers.js'
import { prefers } from '../body/media-type.js'
import { attachmentHeader } from '../fact-headers.js'
import type { Exchange } from '../route.js'

/** The language in the query, or else the one that the client prefers. */
export function languageOf({ request, url }: Pick<Exchange, 'request' | 'url'>): Language {
  const asked = url.searchParams.get('language')
  return isLanguage(asked) ? asked : preferredLanguage(request.headers.get('accept-language'))
}

/**
 * The format that the client asks for, in the query or else in the header `Accept`; undefined for JSON.
 *
 * @throws SealwrightError `invalid_request` for an unknown format
 */
export function reportFormat({ request, url }: Pick<Exchange, 'request' | 'url'>): ReportFormat | undefined {
  const asked = url.searchParams.get('format')
  if (asked === 'json') return undefined
  if (asked !== null) {
    const format = REPORT_FORMATS.find((each) => each === asked)
    if (format !== undefined) return format
    const message = `There is no such form of the report. There are ${['json', ...REPORT_FORMATS].join(', ')}.`
    throw invalidInput([{ pointer: '/format', code: 'invalid_format', message }])
  }
  if (prefers(request, XML_TYPES, ['application/json', 'application/pdf', 'text/html', '*/*'])) return 'etsi-xml'
  if (prefers(request, ['application/pdf'], ['application/json', 'text/html'])) return 'pdf'
  return prefers(request, ['text/html'], ['application/json', '*/*']) ? 'html' : undefined
}

/** Media types of XML. Browsers accept XML as well, with a lower preference than HTML. */
const XML_TYPES = ['application/xml', 'text/xml']

const JSON_FILE = { type: 'application/json', name: undefined }
const FILES: Readonly<Record<ReportFormat, { readonly type: string; readonly name: string | undefined }>> = {
  pdf: { type: 'application/pdf', name: 'verification-report.pdf' },
  html: { type: 'text/html; charset=utf-8', name: 'verification-report.html' },
  simple: JSON_FILE,
  detailed: JSON_FILE,
  'etsi-xml': { type: 'application/xml', name: 'verification-report.xml' },
}

/** An answer with a report in one format. Formats for people are downloads in a language. */
export async function reportAnswer(
  bytes: Uint8Array,
  { format, language }: { readonly format: ReportFormat; readonly language: Language },
  headers: Record<string, string> = {},
): Promise<ApiAnswer> {
  const { type, name } = FILES[format]
  const isForPeople = format === 'pdf' || format === 'html'
  return bytesAnswer(bytes, {
    ...headers,
    'cache-control': 'no-store',
    'content-type': type,
    ...(isForPeople ? { 'content-language': language } : {}),
    ...(name === undefined ? {} : { 'content-disposition': attachmentHeader(name) }),
    ...(format === 'html' ? { 'content-security-policy': await pagePolicy() } : {}),
  })
}

async function pagePolicy(): Promise<string> {
  const { reportPolicy } = await import('../../report/html/report-page.js')
  return reportPolicy()
}
