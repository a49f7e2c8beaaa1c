/**
 * What the verification page shows of a document: the report, ways to keep it, and where to compare pages.
 *
 * @module
 */

import { escapeHtml } from '../../escape.js'
import { describeReport } from '../../report/describe-report.js'
import { sectionsHtml, verdictHtml } from '../../report/html/report-html.js'
import { shown } from '../../report/report-view.js'
import { Wording } from '../../report/wording.js'
import type { PageTexts } from '../../texts/en.js'
import { fill, type Language, loadTexts } from '../../texts/texts.js'
import type { SignerReport, VerificationReport } from '../../verify/report.js'
import type { VerificationPolicy } from '../../verify/verification-policy.js'

/** What is needed besides the report. */
export interface CheckCircumstances {
  readonly language: Language
  readonly fileName: string | undefined
  readonly policy: VerificationPolicy | undefined
  /** Whether pages can be drawn. */
  readonly hasViewer: boolean
}

/** Markup for the place of results. */
export async function checkResult(
  report: VerificationReport,
  { language, fileName, policy, hasViewer }: CheckCircumstances,
): Promise<string> {
  const texts = await loadTexts(language)
  const wording = new Wording(language, texts, report.signers.length)
  const view = describeReport(report, wording, { verifiedAt: new Date(), fileName, policy })
  const done = fill(texts.page.done, { verdict: view.verdict })
  return `<div id="report" data-done="${escapeHtml(done)}">
${verdictHtml(view)}
${downloads(texts.page)}
${hasViewer ? comparison(report, wording, texts.page) : ''}
${sectionsHtml(view, { wording, isFolded: true })}
</div>`
}

/** Scripts make these work: the file is sent once more. */
function downloads(texts: PageTexts): string {
  return `<p class="actions no-print" id="downloads" hidden>${escapeHtml(texts.downloads)}:
<button type="button" data-format="pdf">${escapeHtml(texts.downloadPdf)}</button>
<button type="button" data-format="html">${escapeHtml(texts.downloadHtml)}</button>
<button type="button" data-print>${escapeHtml(texts.print)}</button></p>`
}

/** A revision that pages of the file can be compared with. */
interface ComparedRevision {
  readonly name: string
  readonly end: number
}

function comparison({ signers, document }: VerificationReport, wording: Wording, texts: PageTexts): string {
  const revisions = comparedRevisions(signers, document.size, wording)
  const isSigned = signers.some((signer) => endOf(signer) !== undefined)
  if (!isSigned) return ''
  const body =
    revisions.length === 0
      ? `<p>${escapeHtml(texts.pagesNone)}</p>`
      : `<p>${escapeHtml(texts.pagesLead)}</p>
<p><button type="button" id="show-pages" hidden>${escapeHtml(texts.showPages)}</button></p>
<noscript><p>${escapeHtml(texts.noScript)}</p></noscript>
<div id="comparison" data-revisions="${escapeHtml(JSON.stringify(revisions))}"></div>`
  return `<section id="pages" class="level-2 no-print" aria-labelledby="pages-title">
<h2 id="pages-title">${escapeHtml(texts.pages)}</h2>
${body}
</section>`
}

function comparedRevisions(signers: readonly SignerReport[], size: number, wording: Wording): ComparedRevision[] {
  const byEnd = new Map<number, string>()
  let number = 0
  for (const signer of signers) {
    number += 1
    const end = endOf(signer)
    if (end === undefined || end >= size || byEnd.has(end) || signer.changes.changes.length === 0) continue
    const name = shown(signer.name ?? signer.fieldName)
    byEnd.set(end, `${number}. ${name} (${wording.say('inRevision', { revision: signer.coverage.revision ?? '?' })})`)
  }
  return [...byEnd].map(([end, name]) => ({ name, end }))
}

/** Where the revision ends that a signature covers. */
function endOf({ coverage: { byteRange, revision } }: SignerReport): number | undefined {
  if (byteRange === null || revision === null) return undefined
  const [, , start = 0, length = 0] = byteRange
  return start + length
}
