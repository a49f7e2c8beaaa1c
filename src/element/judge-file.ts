/**
 * Verifies a file and writes what the element shows of it: the verdict, who signed, what was changed.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { MAX_DOCUMENT_BYTES } from '../limits.js'
import { describeReport } from '../report/describe-report.js'
import { explainError } from '../report/explain-error.js'
import { summaryHtml, verdictHtml } from '../report/html/report-html.js'
import { Wording } from '../report/wording.js'
import { fill, type Language, loadTexts } from '../texts/texts.js'
import type { VerificationReport } from '../verify/report.js'
import { verifyDocument } from '../verify/verify-document.js'
import type { VerifyOptions } from '../verify/verify-options.js'

/** Options of verifyDocument that the element takes. */
export type VerdictOptions = Omit<VerifyOptions, 'signal' | 'onProgress'>

/** A file to verify, with options and the language of the answer. */
export interface Question {
  readonly file: Blob
  readonly options: VerdictOptions
  readonly language: Language
}

/** What the element shows, and what it reports to the page: the verdict, or the error. */
export type Judgement =
  | { readonly report: VerificationReport; readonly html: string; readonly status: string }
  | { readonly code: string; readonly message: string }

/** Verifies the file. Never rejects because of a fault of the file. */
export async function judgeFile({ file, options, language }: Question): Promise<Judgement> {
  const texts = await loadTexts(language)
  try {
    const report = await verifyDocument(file, options)
    const wording = new Wording(language, texts, report.signers.length)
    const fileName = nameOf(file)
    const view = describeReport(report, wording, { verifiedAt: new Date(), fileName, policy: options.policy })
    const html = `${verdictHtml(view)}${summaryHtml(view, { wording, isFolded: true })}`
    return { report, html, status: fill(texts.page.done, { verdict: view.verdict }) }
  } catch (error) {
    const code = error instanceof SealwrightError ? error.code : 'internal_error'
    const circumstances = { maxBytes: options.maxBytes ?? MAX_DOCUMENT_BYTES, retryAfterSeconds: 0 }
    // Options that make no sense are a mistake of the page, whose author is assumed to read English.
    const message =
      code === 'invalid_request' ? (error as Error).message : explainError(code, texts.page, circumstances)
    return { code, message }
  }
}

function nameOf(file: Blob): string | undefined {
  return 'name' in file && typeof file.name === 'string' && file.name !== '' ? file.name : undefined
}
