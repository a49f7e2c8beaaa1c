/**
 * A report as a PDF: PDF/A, tagged, in A4.
 *
 * @module
 */
import type { Pace } from '../../pace/pace.js'
import { withLateParts } from '../../platform/late-parts.js'
import { createLook, OWN_PALETTE } from '../../sign/certificate/certificate-look.js'
import { FOOT_HEIGHT, runningFoot, runningHead } from '../../sign/certificate/certificate-margins.js'
import type { Setting } from '../../sign/certificate/labelled-rows.js'
import { createFontLibrary, type FontSource } from '../../typeset/fonts.js'
import { buildStructureInSteps, layOutInSteps } from '../../typeset/layout.js'
import { loadShaperFor } from '../../typeset/load-shaper-for.js'
import { plainDocument, plainSection } from '../../typeset/model/plain-model.js'
import { writePdf } from '../../typeset/painting.js'
import { type ReportView, shown } from '../report-view.js'
import type { Wording } from '../wording.js'
import { reportBlocks } from './report-blocks.js'

/** Width of a page in twips: that of A4. */
const WIDTH = 11906
const SIDE = 1280
const TOP = 1240
const BOTTOM = 1360
const FOOT_GAP = 240

/** What a PDF needs besides the report. */
export interface PdfReportOptions {
  /** Name of the verified document, for the footer. */
  readonly subject: string
  readonly created: Date
  readonly fonts: readonly FontSource[]
  readonly pace: Pace
}

/**
 * Typesets a report.
 *
 * @throws SealwrightError `document_too_complex`; the signal's reason when aborted
 */
export async function reportPdf(view: ReportView, wording: Wording, options: PdfReportOptions): Promise<Uint8Array> {
  await loadShaperFor(JSON.stringify([view, options.subject]))
  return withLateParts(() => typesetReport(view, wording, options))
}

async function typesetReport(
  view: ReportView,
  wording: Wording,
  { subject, created, fonts: sources, pace }: PdfReportOptions,
): Promise<Uint8Array> {
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
  const { signal } = pace
  const { pages } = await pace.run(layOutInSteps(document, { fonts, ...(signal === undefined ? {} : { signal }) }))
  const title = `${view.title}: ${shown(subject)}`
  const information = { title, language, created, modified: created }
  const structure = await pace.run(buildStructureInSteps(document, language))
  const rules = { conformance: 'PDF/A-2u', mustConform: true } as const
  const { bytes } = await writePdf(pages, new Map(), information, { fonts, structure, ...rules }, pace)
  return bytes
}
