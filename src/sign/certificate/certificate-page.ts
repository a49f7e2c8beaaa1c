import { SealwrightError } from '../../errors.js'
import { TYPESET_LIMITS } from '../../limits.js'
import type { ObjectSink, PdfRef } from '../../pdf/objects.js'
import { layOutDocument } from '../../typeset/flow/lay-out-document.js'
import type { FontLibrary, FontSource } from '../../typeset/fonts/font-face.js'
import { createFontLibrary } from '../../typeset/fonts/font-library.js'
import { plainDocument, plainSection } from '../../typeset/model/plain-model.js'
import { type AddedPages, paintPages } from '../../typeset/paint/add-pages.js'
import type { StructureGraft } from '../../typeset/paint/structure-tree.js'
import { buildStructure } from '../../typeset/structure/build-structure.js'
import { makeNode } from '../../typeset/structure/structure-node.js'
import { describeCertificate } from './certificate-blocks.js'
import type { CertificateContent } from './certificate-content.js'
import { FOOT_HEIGHT, runningFoot, runningHead } from './certificate-margins.js'
import { STYLES } from './certificate-styles.js'
import { fitPageSize, type PageSize } from './page-size.js'

/** Where the certificate pages go. */
export interface CertificatePageOptions {
  /** Size of the document's first page in points; a size that text cannot be set on is replaced by the nearest one. */
  readonly width: number
  readonly height: number
  /** The /Parent of the new pages. Linking them there is the caller's work. */
  readonly parent: PdfRef
  /** Where the pages join the structure of the document; left out: they are not tagged. */
  readonly graft?: StructureGraft
  /** Subsets of fonts list their characters, as PDF/A-1 wants it. */
  readonly cidSets?: boolean
  /** Fonts for characters that those of the package lack. */
  readonly fonts?: readonly FontSource[]
}

/**
 * Sets the certificate: document, signer, every event, metadata and seal, on as many pages as it takes. Nothing is cut
 * off; characters that no font has, and those that would hide or reorder text, are shown by number (`‹U+202E›`).
 *
 * Scripts whose letters join or move need `loadShaperFor` to have been called with their text.
 *
 * @returns the pages in order, and what joins the structure. Each page has its own MediaBox, CropBox, Rotate and Resources.
 * @throws SealwrightError `invalid_request` for data nested too deeply, `document_too_complex` past the limits on text and pages
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
): Pick<AddedPages, 'pages' | 'addedStructure'> {
  checkTextLength(content)
  const fonts = fontsFor(options.fonts ?? [])
  const section = describeSection(content, fitPageSize(options.width, options.height), fonts)
  const document = plainDocument([section])
  const { pages } = layOutDocument(document, { fonts })
  const { graft } = options
  const part = makeNode('Part', { language: LANGUAGE })
  const commonCharacters = COMMON_CHARACTERS.map(({ run, characters }) => ({
    face: fonts.find(run.fonts.ascii, run.bold, false).face,
    characters,
  }))
  return paintPages(sink, pages, new Map(), options.parent, {
    ...(graft === undefined ? {} : { graft, structure: buildStructure(document, LANGUAGE, part) }),
    calibratedColor: true,
    cidSets: options.cidSets ?? false,
    commonCharacters,
    fonts,
  })
}

/** Of the labels; names and data are in any. */
const LANGUAGE = 'en'

/** Characters that no font has, from which on the fonts that know of them are let go. */
const MAX_MISSING = 1000

/** The fonts of the package, with what was measured in them: most certificates have no others. */
let ownFonts: FontLibrary | undefined

function fontsFor(sources: readonly FontSource[]): FontLibrary {
  if (sources.length > 0) return createFontLibrary({ sources })
  if (ownFonts === undefined || ownFonts.missing.size > MAX_MISSING) ownFonts = createFontLibrary()
  return ownFonts
}

const LOWER_CASE = ' abcdefghijklmnopqrstuvwxyz'
const DIGITS = '-0123456789'

/** With these in the fonts, the certificates of one service mostly have the same subsets. */
const COMMON_CHARACTERS = [
  { run: STYLES.value, characters: `${LOWER_CASE}${DIGITS}ABCDEFGHIJKLMNOPQRSTUVWXYZ.,:;/@()_=+#"'` },
  { run: STYLES.valueStrong, characters: `${LOWER_CASE}ABCDEFGHIJKLMNOPQRSTUVWXYZ` },
  { run: STYLES.digest, characters: `${DIGITS}abcdef` },
]

/** Measured text takes some fifty times the memory of its characters, so it is refused before it is measured. */
function checkTextLength(content: CertificateContent): void {
  let left = TYPESET_LIMITS.maxCharacters
  const pending: unknown[] = [content]
  while (pending.length > 0) {
    const value = pending.pop()
    if (typeof value === 'string') left -= value.length
    else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        left -= key.length
        pending.push(member)
      }
    }
    if (left < 0) {
      const limit = TYPESET_LIMITS.maxCharacters
      throw new SealwrightError('document_too_complex', `There are more than ${limit} characters of text to be set.`)
    }
  }
}

/** A measure this long is still comfortable to read; wider pages get wider margins. */
const MAX_WIDTH = 12800
/** From the last line of text to the foot. */
const FOOT_GAP = 240

function describeSection(content: CertificateContent, size: PageSize, fonts: FontLibrary) {
  const margins = chooseMargins(size.width, size.height)
  const width = size.width - 2 * margins.side
  const [pageWidth, pageHeight] = size.points
  const foot = runningFoot(content.eventId, width, fonts)
  return plainSection(describeCertificate(content, width, fonts), {
    // Not rounded to twips: the pages are to be as large as those of the document.
    pageWidth: pageWidth * 20,
    pageHeight: pageHeight * 20,
    marginTop: margins.top,
    marginRight: margins.side,
    marginBottom: margins.bottom,
    marginLeft: margins.side,
    columns: [{ width, gap: 0 }],
    headerDistance: margins.top,
    footerDistance: margins.bottom - FOOT_GAP - FOOT_HEIGHT,
    titlePage: true,
    headers: { default: runningHead() },
    footers: { default: foot, first: foot },
  })
}

function chooseMargins(width: number, height: number): { side: number; top: number; bottom: number } {
  const between = (low: number, value: number, high: number) => Math.round(Math.min(high, Math.max(low, value)))
  return {
    side: Math.max(between(520, 0.107 * width, 1280), Math.round((width - MAX_WIDTH) / 2)),
    top: between(520, 0.08 * height, 1240),
    bottom: between(840, 0.085 * height, 1360),
  }
}
