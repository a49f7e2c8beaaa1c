/**
 * The content of the verification page for a document: the report, buttons to save it, and a place to compare pages.
 *
 * @module
 */

import { escapeHtml } from '../../escape.js'
import type { PageTexts } from '../../texts/en.js'
import { fill, type Language, loadTexts } from '../../texts/texts.js'
import type { ChangePlace, SignerReport, VerificationReport } from '../../verify/report.js'
import type { VerificationPolicy } from '../../verify/verification-policy.js'
import { changeSentence } from '../change-words.js'
import { describeReport } from '../describe-report.js'
import { shown } from '../report-view.js'
import { Wording } from '../wording.js'
import { type PageOutline, pageOutlines } from './page-outlines.js'
import { inPlainText, sectionsHtml, summaryHtml, verdictHtml } from './report-html.js'

/** Data that the page needs besides the report. */
export interface CheckCircumstances {
  readonly language: Language
  readonly fileName: string | undefined
  readonly policy: VerificationPolicy | undefined
  /** True when pages can be drawn. */
  readonly hasViewer: boolean
  /** The visible parts of pages with changes, by page number, when pages cannot be drawn. */
  readonly outlines?: ReadonlyMap<number, PageOutline>
  /** Time of the verification. Default: now. */
  readonly verifiedAt?: Date
  /** Set when the reader's own browser verified the document. */
  readonly here?: VerifiedHere
}

/** Facts about a verification in the reader's own browser. */
export interface VerifiedHere {
  /** The host to which the file can be sent; null when no host accepts files. */
  readonly host: string | null
  /** True when that host would ask for revocation data, which the browser did not. */
  readonly isRevocationOpen: boolean
}

/** The markup for the result. */
export async function checkResult(report: VerificationReport, circumstances: CheckCircumstances): Promise<string> {
  const { language, fileName, policy, verifiedAt = new Date(), here } = circumstances
  const texts = await loadTexts(language)
  const wording = new Wording(language, texts, report.signers.length)
  const view = describeReport(report, wording, { verifiedAt, fileName, policy })
  const done = fill(texts.page.done, { verdict: view.verdict })
  const manner = { wording, isFolded: true }
  return `<div id="report" data-done="${escapeHtml(done)}">
${verdictHtml(view)}
${here === undefined ? '' : hereHtml(here, language, texts.page)}
${summaryHtml(view, manner)}
${downloads(texts.page, here !== undefined)}
${pagesHtml(report, wording, texts.page, circumstances)}
${sectionsHtml(view, manner)}
</div>`
}

/** States where the document was, what was not checked for that reason, and how to have it checked. */
function hereHtml({ host, isRevocationOpen }: VerifiedHere, language: Language, texts: PageTexts): string {
  const values = { host: host ?? '' }
  const open = isRevocationOpen && host !== null ? ` ${escapeHtml(fill(texts.notAskedHere, values))}` : ''
  const address = `check?language=${language}&where=server`
  const other =
    host === null
      ? ''
      : ` <a class="no-print" href="${escapeHtml(address)}">${escapeHtml(fill(texts.sendInstead, values))}</a>`
  return `<p id="here" class="here"><strong>${escapeHtml(texts.stayedHere)}</strong>${open}${other}</p>`
}

/**
 * The buttons to save the report, which scripts operate. For a PDF the file is sent once more. A browser that verified the
 * file itself cannot make a PDF.
 */
function downloads(texts: PageTexts, isHere: boolean): string {
  const pdf = isHere ? '' : `<button type="button" data-format="pdf">${escapeHtml(texts.downloadPdf)}</button>\n`
  return `<p class="actions no-print" id="downloads" hidden>${escapeHtml(texts.downloads)}:
${pdf}<button type="button" data-format="html">${escapeHtml(texts.downloadHtml)}</button>
<button type="button" data-print>${escapeHtml(texts.print)}</button></p>`
}

/** A revision that pages of the file can be compared with. */
interface ComparedRevision {
  readonly name: string
  readonly end: number
  /** The visible changes since this revision. */
  readonly changes: readonly SeenChange[]
}

/** A change that gets a frame on its pages. */
interface SeenChange {
  readonly permitted: boolean
  readonly text: string
  readonly places: readonly ChangePlace[]
}

/** The place where a script draws pages, or the outlines of pages, or nothing. */
function pagesHtml(
  report: VerificationReport,
  wording: Wording,
  texts: PageTexts,
  { hasViewer, outlines }: CheckCircumstances,
): string {
  if (hasViewer) return comparison(report, wording, texts)
  return outlines === undefined ? '' : outlined(report, outlines, wording, texts)
}

function outlined(
  { signers, document }: VerificationReport,
  outlines: ReadonlyMap<number, PageOutline>,
  wording: Wording,
  texts: PageTexts,
): string {
  const [revision] = comparedRevisions(signers, document.size, wording)
  const sheets = pageOutlines(revision?.changes ?? [], outlines, { count: document.pageCount ?? 0, texts })
  return sheets === ''
    ? ''
    : pagesSection(`<p>${escapeHtml(texts.pagesOutlined)}</p>\n<div class="outlines">${sheets}</div>`, texts)
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
  return pagesSection(body, texts)
}

function pagesSection(body: string, texts: PageTexts): string {
  return `<section id="pages" class="level-2 no-print" aria-labelledby="pages-title">
<h2 id="pages-title">${escapeHtml(texts.pages)}</h2>
${body}
</section>`
}

function comparedRevisions(signers: readonly SignerReport[], size: number, wording: Wording): ComparedRevision[] {
  const byEnd = new Map<number, ComparedRevision>()
  let number = 0
  for (const signer of signers) {
    number += 1
    const end = endOf(signer)
    if (end === undefined || end >= size || byEnd.has(end) || signer.changes.changes.length === 0) continue
    const name = `${number}. ${shown(signer.name ?? signer.fieldName)}`
    byEnd.set(end, { name, end, changes: seenChanges(signer, signers, wording) })
  }
  // The last signature comes first, since nobody has signed the changes after it. Signatures with changes that are not
  // permitted come before all others.
  const isTelling = ({ changes }: ComparedRevision) => Number(changes.some(({ permitted }) => !permitted))
  return [...byEnd.values()].toReversed().toSorted((a, b) => isTelling(b) - isTelling(a))
}

function seenChanges(signer: SignerReport, signers: readonly SignerReport[], wording: Wording): SeenChange[] {
  return signer.changes.changes.slice(0, MAX_FRAMED).flatMap((change) => {
    const { permitted, places } = change
    return places === undefined
      ? []
      : [{ permitted, text: inPlainText(changeSentence(change, signers, wording), wording.language), places }]
  })
}

/** Most changes that get a frame. The list has all changes. */
const MAX_FRAMED = 100

/** The end of the revision that a signature covers, as an offset in the file. */
function endOf({ coverage: { byteRange, revision } }: SignerReport): number | undefined {
  if (byteRange === null || revision === null) return undefined
  const [, , start = 0, length = 0] = byteRange
  return start + length
}
