/**
 * Declares in the catalog the PDF extensions that a signature uses (ISO 32000-2, 7.12).
 *
 * @module
 */
import type { Certificate } from '../cms/certificates.js'
import type { PdfDocument } from '../pdf/document.js'
import { numberOf, PdfDict, PdfName, type PdfObject } from '../pdf/objects.js'
import { textString } from '../pdf/text.js'

/** Number of ISO/TS 32002: Ed25519 and Ed448 in digital signatures. */
const EDWARDS_CURVES = 32002

/** Features that a first signature uses. */
interface ExtensionUses {
  /** The signer's certificate. */
  readonly leaf: Certificate | undefined
  /** True when a document security store is written with it. */
  readonly hasStore: boolean
}

/**
 * Catalog entries that declare the extensions in use; empty when none is needed or all are declared. Several extensions of
 * one developer are an array, and all objects are direct, as 7.12.1 requires. Only for a first signature; later ones leave
 * the catalog unchanged.
 */
export function extensionEntries(document: PdfDocument, { leaf, hasStore }: ExtensionUses): Record<string, PdfObject> {
  const kind = leaf?.publicKey.kind.type
  let extensions = document.lookupDict(document.catalog, 'Extensions') ?? new PdfDict()
  const before = extensions
  if (kind === 'ed25519' || kind === 'ed448') extensions = noteEdwardsCurves(document, extensions)
  if (hasStore && isBefore20(document)) extensions = noteStore(document, extensions)
  return extensions === before ? {} : { Extensions: direct(document, extensions) }
}

function noteEdwardsCurves(document: PdfDocument, extensions: PdfDict): PdfDict {
  const noted = notesOf(document, extensions, 'ISO_')
  if (noted.some((item) => numberOf(document.lookup(item, 'ExtensionLevel')) === EDWARDS_CURVES)) return extensions
  const note = new PdfDict({
    Type: PdfName.of('DeveloperExtensions'),
    BaseVersion: PdfName.of('2.0'),
    ExtensionLevel: EDWARDS_CURVES,
    ExtensionRevision: textString(':2022'),
    URL: textString('https://www.iso.org/standard/45875.html'),
  })
  return extensions.with({ ISO_: [...noted, note] })
}

/**
 * Declares the document security store, which is an ETSI extension before PDF 2.0. Levels of one developer include lower
 * ones.
 */
function noteStore(document: PdfDocument, extensions: PdfDict): PdfDict {
  if (notesOf(document, extensions, 'ESIC').length > 0) return extensions
  const note = new PdfDict({
    Type: PdfName.of('DeveloperExtensions'),
    BaseVersion: PdfName.of('1.7'),
    ExtensionLevel: 1,
  })
  return extensions.with({ ESIC: note })
}

function notesOf(document: PdfDocument, extensions: PdfDict, developer: string): PdfDict[] {
  const known = document.lookup(extensions, developer)
  const list = (Array.isArray(known) ? known : [known]).map((item) => document.resolve(item))
  return list.filter((item) => item instanceof PdfDict)
}

function isBefore20({ version }: PdfDocument): boolean {
  return Number.parseFloat(version) < 2
}

/** The existing declarations as direct objects. */
function direct(document: PdfDocument, extensions: PdfDict): PdfDict {
  const entries = [...extensions.entries].map(([key, value]): [string, PdfObject] => [key, document.resolve(value)])
  return new PdfDict(new Map(entries))
}
