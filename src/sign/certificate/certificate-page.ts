/**
 * Lays out the certificate page and adds the pages to the file.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import type { ObjectSink, PdfRef } from '../../pdf/objects.js'
import { EN_CERTIFICATE } from '../../texts/certificate/en.js'
import { createFontLibrary, type FontLibrary, type FontSource } from '../../typeset/fonts.js'
import { buildStructure, layOutDocument, makeNode, TYPESET_LIMITS } from '../../typeset/layout.js'
import { plainDocument, plainSection } from '../../typeset/model/plain-model.js'
import { type AddedPages, paintPages, type StructureGraft } from '../../typeset/painting.js'
import type { ImageNeeds } from '../field/signature-image.js'
import { type CertificateSetting, describeCertificate } from './certificate-blocks.js'
import type { CertificateContent } from './certificate-content.js'
import { createLook, type Look, OWN_PALETTE, type Palette } from './certificate-look.js'
import { FOOT_HEIGHT, runningFoot, runningHead } from './certificate-margins.js'
import { CertificateWording } from './certificate-wording.js'
import { type PlacedLogo, type PreparedLogo, placeLogo, prepareLogo } from './logo.js'
import { fitPageSize, type PageSize } from './page-size.js'
import { type FoundPlace, findPartyPlaces } from './party-table.js'

/** Options of the certificate pages. */
export interface CertificatePageOptions {
  /** Size of the document's first page in points. A size that is unfit for text is replaced by the nearest usable one. */
  readonly width: number
  readonly height: number
  /** /Parent of the new pages. The caller links them there. */
  readonly parent: PdfRef
  /** Where the pages join the structure of the document. Without it, they are not tagged. */
  readonly graft?: StructureGraft
  /** True when font subsets have to list their characters, as in PDF/A-1. */
  readonly cidSets?: boolean
  /** Fonts for characters that the package's own fonts lack. */
  readonly fonts?: readonly FontSource[]
  readonly brand?: BrandedPage
  /** Collects the characters that no font has, which are shown by number. */
  readonly unshown?: Set<string>
}

/** The added pages. */
export interface CertificatePages extends Pick<AddedPages, 'pages' | 'addedStructure'> {
  /** Places where the parties sign, in their order. */
  readonly places: readonly FoundPlace[]
}

/** The brand, resolved for one document. */
export interface BrandedPage {
  readonly palette: Palette
  readonly wording: CertificateWording
  readonly logo?: { readonly bytes: Uint8Array; readonly description: string; readonly needs: ImageNeeds }
  readonly qrCode?: readonly (readonly boolean[])[]
}

/**
 * Typesets the certificate: document, signer, every event, metadata and seal, on as many pages as it takes. Nothing is cut
 * off; characters that no font has, and those that would hide or reorder text, are shown by number (`‹U+202E›`).
 *
 * Scripts whose letters join or reorder need `loadShaperFor` to have been called with their text.
 *
 * @returns the pages in order, and what joins the structure. Each page has its own MediaBox, CropBox, Rotate and Resources.
 * @throws SealwrightError `invalid_request` for data nested too deeply, `document_too_complex` past the limits on text
 * and pages
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
): CertificatePages {
  checkTextLength(content)
  const fonts = createFontLibrary({ sources: options.fonts ?? [] })
  const { brand = PLAIN } = options
  const { language } = brand.wording
  const look = createLook(brand.palette, language)
  const size = fitPageSize(options.width, options.height)
  const margins = chooseMargins(size.width, size.height)
  const width = size.width - 2 * margins.side
  const logo = brand.logo && place(brand.logo, width, look, fonts)
  const { unshown } = options
  const setting: CertificateSetting = {
    ...{ look, fonts, width, language, logo },
    ...{ wording: brand.wording, qrCode: brand.qrCode },
    ...(unshown === undefined ? {} : { unshown }),
  }
  const document = plainDocument([describeSection(content, size, margins, setting)])
  const { pages } = layOutDocument(document, { fonts })
  const { parties } = content
  const places = parties === undefined ? [] : findPartyPlaces(pages, parties, { ...setting, left: margins.side })
  const { graft } = options
  const part = makeNode('Part', { language })
  const common = parties === undefined ? COMMON_CHARACTERS : PARTY_CHARACTERS
  const commonCharacters = common.map(({ name, characters }) => ({
    face: fonts.find(look[name].fonts.ascii, look[name].bold, false).face,
    characters,
  }))
  const painted = paintPages(sink, pages, logo?.images ?? new Map(), options.parent, {
    ...(graft === undefined ? {} : { graft, structure: buildStructure(document, language, { root: part }) }),
    calibratedColor: true,
    cidSets: options.cidSets ?? false,
    commonCharacters,
    fonts,
  })
  return { pages: painted.pages, addedStructure: painted.addedStructure, places }
}

const PLAIN: BrandedPage = { palette: OWN_PALETTE, wording: new CertificateWording('en', EN_CERTIFICATE) }

function place(
  { bytes, description, needs }: NonNullable<BrandedPage['logo']>,
  width: number,
  look: Look,
  fonts: FontLibrary,
): PlacedLogo {
  const logo: PreparedLogo = prepareLogo(bytes, needs, fonts)
  return placeLogo(logo, description, width, look.value)
}

const LOWER_CASE = ' abcdefghijklmnopqrstuvwxyz'
const DIGITS = '-0123456789'

/** Characters that are always included in the fonts, so that most certificates of a service have the same subsets. */
const COMMON_CHARACTERS = [
  { name: 'value', characters: `${LOWER_CASE}${DIGITS}ABCDEFGHIJKLMNOPQRSTUVWXYZ.,:;/@()_=+#"'` },
  { name: 'valueStrong', characters: `${LOWER_CASE}ABCDEFGHIJKLMNOPQRSTUVWXYZ` },
  { name: 'digest', characters: `${DIGITS}abcdef` },
] as const

const ASCII = Array.from({ length: 0x5f }, (_, i) => String.fromCharCode(0x20 + i)).join('')

/** Further characters for rows of parties: the verifier compares the letters of rows with those of the page. */
const PARTY_CHARACTERS = [
  { name: 'value', characters: ASCII },
  { name: 'valueStrong', characters: ASCII },
  { name: 'digest', characters: ASCII },
] as const

/** Checks the length of all texts, since measured text takes some fifty times the memory of its characters. */
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
      throw new SealwrightError(
        'document_too_complex',
        `There are more than ${limit} characters of text to be typeset.`,
      )
    }
  }
}

/** Largest text width in twips that is comfortable to read. Wider pages get wider margins. */
const MAX_WIDTH = 12800
/** Distance from the last line of text to the footer, in twips. */
const FOOT_GAP = 240

function describeSection(content: CertificateContent, size: PageSize, margins: Margins, setting: CertificateSetting) {
  const { width, wording } = setting
  const [pageWidth, pageHeight] = size.points
  const words = { page: wording.parts('page'), label: (id: string) => wording.say('runningEvent', { id }) }
  const foot = runningFoot(content.eventId, words, setting)
  return plainSection(describeCertificate(content, setting), {
    // Not rounded to twips, so that the pages have exactly the size of the document's.
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
    headers: { default: runningHead(wording.say('title'), setting) },
    footers: { default: foot, first: foot },
  })
}

interface Margins {
  readonly side: number
  readonly top: number
  readonly bottom: number
}

function chooseMargins(width: number, height: number): Margins {
  const between = (low: number, value: number, high: number) => Math.round(Math.min(high, Math.max(low, value)))
  return {
    side: Math.max(between(520, 0.107 * width, 1280), Math.round((width - MAX_WIDTH) / 2)),
    top: between(520, 0.08 * height, 1240),
    bottom: between(840, 0.085 * height, 1360),
  }
}
