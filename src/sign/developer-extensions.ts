/**
 * The extensions of PDF that a signature makes use of (ISO 32000-2, 7.12), noted in the catalog.
 *
 * @module
 */
import type { Certificate } from '../cms/x509.js'
import type { PdfDocument } from '../pdf/document.js'
import { numberOf, PdfDict, PdfName, type PdfObject } from '../pdf/objects.js'
import { textString } from '../pdf/text-string.js'

/** ISO/TS 32002: Ed25519 and Ed448 in digital signatures. */
const EDWARDS_CURVES = 32002

/**
 * The entries of the catalog that note the extension for the key of a certificate; none where no extension is needed or
 * the catalog has the note already. Several extensions of one developer stand in an array; all of it is direct, as 7.12.1
 * demands. Only for a first signature: later ones leave the catalog as it is.
 */
export function extensionEntries(document: PdfDocument, leaf: Certificate | undefined): Record<string, PdfObject> {
  const kind = leaf?.publicKey.kind.type
  if (kind !== 'ed25519' && kind !== 'ed448') return {}
  const extensions = document.lookupDict(document.catalog, 'Extensions') ?? new PdfDict()
  const known = document.lookup(extensions, 'ISO_')
  const list = (Array.isArray(known) ? known : [known]).map((item) => document.resolve(item))
  const noted = list.filter((item) => item instanceof PdfDict)
  if (noted.some((item) => numberOf(document.lookup(item, 'ExtensionLevel')) === EDWARDS_CURVES)) return {}
  const note = new PdfDict({
    Type: PdfName.of('DeveloperExtensions'),
    BaseVersion: PdfName.of('2.0'),
    ExtensionLevel: EDWARDS_CURVES,
    ExtensionRevision: textString(':2022'),
    URL: textString('https://www.iso.org/standard/45875.html'),
  })
  return { Extensions: direct(document, extensions.with({ ISO_: [...noted, note] })) }
}

/** The developers' notes without references. */
function direct(document: PdfDocument, extensions: PdfDict): PdfDict {
  const entries = [...extensions.entries].map(([key, value]): [string, PdfObject] => [key, document.resolve(value)])
  return new PdfDict(new Map(entries))
}
