/**
 * A report as a PDF: tagged, PDF/A, A4.
 *
 * @module
 */
import { createLook, OWN_PALETTE } from '../../sign/certificate/certificate-look.js'
import { FOOT_HEIGHT, runningFoot, runningHead } from '../../sign/certificate/certificate-margins.js'
import type { Setting } from '../../sign/certificate/labelled-rows.js'
import { layOutDocument } from '../../typeset/flow/lay-out-document.js'
import { createFontLibrary } from '../../typeset/fonts/font-library.js'
import type { FontSource } from '../../typeset/fonts/font-source.js'
import { loadShaperFor } from '../../typeset/fonts/load-shaper-for.js'
import { plainDocument, plainSection } from '../../typeset/model/plain-model.js'
import { writePdf } from '../../typeset/paint/write-pdf.js'
import { buildStructure } from '../../typeset/structure/build-structure.js'
import { type ReportView, shown } from '../report-view.js'
import type { Wording } from '../wording.js'
import { reportBlocks } from './report-blocks.js'

/** A4, in twips. */
const WIDTH = 11906
const SIDE = 1280
const TOP = 1240
const BOTTOM = 1360
const FOOT_GAP = 240

/** What a PDF is made with besides the report. */
export interface PdfReportOptions {
  /** Names what was verified, in the footer. */
  readonly subject: string
  readonly created: Date
  readonly fonts: readonly FontSource[]
  readonly signal: AbortSignal | undefined
}

/**
 * Typesets a report.
 *
 * @throws SealwrightError `document_too_complex`; the signal's reason when aborted
 */
export async function reportPdf(
  view: ReportView,
  wording: Wording,
  { subject, created, fonts: sources, signal }: PdfReportOptions,
): Promise<Uint8Array> {
  await loadShaperFor(JSON.stringify([view, subject]))
  const fonts = createFontLibrary({ sources })
  const { language } = wording
  const width = WIDTH - 2 * SIDE
  const setting: Setting = { look: createLook(OWN_PALETTE, language), fonts, width, language }
  const foot = runningFoot(shown(subject), { page: wording.pageParts(), label: (text) => text }, setting)
  const section = plainSection(reportBlocks(view, setting), {
    marginTop: TOP,
    marginRight: SIDE,
    marginBottom: BOTTOM,
    marginLeft: SIDE,
    headerDistance: TOP,
    footerDistance: BOTTOM - FOOT_GAP - FOOT_HEIGHT,
    titlePage: true,
    headers: { default: runningHead(view.title, setting) },
    footers: { default: foot, first: foot },
  })
  const document = plainDocument([section])
  const { pages } = layOutDocument(document, { fonts, ...(signal === undefined ? {} : { signal }) })
  const title = `${view.title}: ${shown(subject)}`
  const information = { title, language, created, modified: created }
  const structure = buildStructure(document, language)
  const rules = { conformance: 'PDF/A-2u', mustConform: true } as const
  const { bytes } = await writePdf(pages, new Map(), information, { fonts, structure, ...rules })
  return bytes
}
