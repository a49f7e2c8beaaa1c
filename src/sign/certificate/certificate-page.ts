import type { ObjectSink, PdfRef } from '../../pdf/objects.js'
import { layOutBlocks } from '../../typeset/blocks.js'
import type { DisplayList } from '../../typeset/display-list.js'
import { LineStack, type Paragraph } from '../../typeset/line-stack.js'
import { fitPageSize } from '../../typeset/page-size.js'
import { paginate } from '../../typeset/paginate.js'
import { renderPages } from '../../typeset/render-pages.js'
import { CERTIFICATE_TITLE, describeCertificate } from './certificate-blocks.js'
import type { CertificateContent } from './certificate-content.js'
import { type CertificateStyles, HAIRLINE, LEADING, loadCertificateStyles } from './certificate-styles.js'

/** Where the certificate pages go. */
export interface CertificatePageOptions {
  /** Size of the document's first page in points; a size that text cannot be set on is replaced by the nearest one. */
  readonly width: number
  readonly height: number
  /** The /Parent of the new pages. Linking them there is the caller's work. */
  readonly parent: PdfRef
}

/**
 * Sets the certificate: document, signer, every event, metadata and seal, on as many pages as it takes. Nothing is cut
 * off; characters that no font has, and those that would hide or reorder text, are shown by number (`‹U+202E›`).
 *
 * @returns the page objects in order. Each has its own MediaBox, CropBox, Rotate and Resources.
 * @throws SealwrightError `invalid_request` for data nested too deeply, `document_too_complex` past the page limit
 *
 * @example
 * ```ts
 * const pages = addCertificatePages(sink, content, { width: 595.28, height: 841.89, parent: pagesRef })
 * ```
 */
export function addCertificatePages(
  sink: ObjectSink,
  content: CertificateContent,
  options: CertificatePageOptions,
): PdfRef[] {
  const styles = loadCertificateStyles()
  const size = fitPageSize(options.width, options.height)
  const margins = chooseMargins(size.width, size.height)
  const width = size.width - 2 * margins.side
  const frameOf = (page: number) => {
    const y = page === 0 ? margins.top : margins.top + RUNNING_HEAD_HEIGHT
    return { x: margins.side, y, height: size.height - y - margins.bottom }
  }
  const pages = paginate(layOutBlocks(describeCertificate(content, width, styles), width), frameOf)
  const footLabel = layOutFootLabel(content.eventId, styles, width - PAGE_NUMBER_WIDTH - 200)
  pages.forEach((list, index) => {
    if (index > 0) paintRunningHead(list, styles, margins.side, margins.top, width)
    const y = size.height - margins.bottom + FOOT_GAP
    footLabel.paint(list, margins.side, y, 0, Math.min(2, footLabel.lineCount))
    const right = margins.side + width - PAGE_NUMBER_WIDTH
    layOutPageNumber(index + 1, pages.length, styles).paint(list, right, y, 0, 1)
  })
  return renderPages(sink, pages, size, options.parent)
}

/** A measure this long is still comfortable to read; wider pages get wider margins. */
const MAX_WIDTH = 12800
const RUNNING_HEAD_HEIGHT = 560
const FOOT_GAP = 240
const PAGE_NUMBER_WIDTH = 1400

function chooseMargins(width: number, height: number): { side: number; top: number; bottom: number } {
  const between = (low: number, value: number, high: number) => Math.round(Math.min(high, Math.max(low, value)))
  return {
    side: Math.max(between(520, 0.107 * width, 1280), Math.round((width - MAX_WIDTH) / 2)),
    top: between(520, 0.08 * height, 1240),
    bottom: between(840, 0.085 * height, 1360),
  }
}

function paintRunningHead(list: DisplayList, styles: CertificateStyles, x: number, y: number, width: number): void {
  const head = LineStack.of([runningText(CERTIFICATE_TITLE, styles)], width)
  head.paint(list, x, y, 0, 1)
  list.push({ kind: 'rule', x, y: y + 280, width, ...HAIRLINE })
}

/** The event id in two lines at most: a longer one is shortened here and stands in full in the text. */
function layOutFootLabel(eventId: string, styles: CertificateStyles, width: number): LineStack {
  const layOut = (text: string) => LineStack.of([runningText(text, styles)], width)
  if (eventId.length <= 200) {
    const label = layOut(`Event ${eventId}`)
    if (label.lineCount <= 2) return label
  }
  const start = [...eventId.slice(0, 48)].slice(0, 24).join('')
  return layOut(`Event ${start} \u2026`)
}

function layOutPageNumber(page: number, pageCount: number, styles: CertificateStyles): LineStack {
  return LineStack.of([{ ...runningText(`Page ${page} of ${pageCount}`, styles), align: 'right' }], PAGE_NUMBER_WIDTH)
}

function runningText(text: string, styles: CertificateStyles): Paragraph {
  return { spans: [{ text, style: styles.running }], leading: LEADING.running }
}
