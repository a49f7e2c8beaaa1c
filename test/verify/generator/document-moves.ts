/**
 * Moves on pages, the catalog, and objects as such.
 *
 * @module
 */

import { PdfDict, PdfName, type PdfObject, PdfRef, PdfStream } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import { xmp } from '../support/contract.js'
import { dict, pdf, stream } from '../support/notation.js'
import { type Draft, NothingToDo, once, pick } from './draft.js'
import { anyContent } from './random-content.js'
import { anyReference, anyValue, rectangle } from './random-values.js'

type Entry = (draft: Draft) => PdfObject | undefined

const PAGE_ENTRIES: Readonly<Record<string, Entry>> = {
  Rotate: ({ random }) => random(4) * 90,
  MediaBox: rectangle,
  CropBox: rectangle,
  UserUnit: ({ random }) => 1 + random(3),
  Contents: (draft) => draft.add(stream(dict`<<>>`, anyContent(draft, 600, 800))),
  Resources: (draft) => anyValue(draft),
  Group: () => dict`<</S /Transparency /CS /DeviceRGB>>`,
  Tabs: () => PdfName.of('S'),
  StructParents: ({ random }) => random(5),
  Metadata: anyReference,
  AA: () => dict`<</O <</S /JavaScript /JS (1)>>>>`,
  Trans: () => dict`<</S /Wipe>>`,
  Dur: ({ random }) => random(9),
  B: (draft) => anyValue(draft),
  PieceInfo: () => dict`<</X <</LastModified (D:20261121)>>>>`,
  LastModified: () => pdf`(D:20261121)`,
  Thumb: anyReference,
  VP: (draft) => anyValue(draft),
  AF: (draft) => [anyReference(draft)],
}

/** Changes an entry of a page. */
export function changePage(draft: Draft): void {
  const key = pick(draft.random, Object.keys(PAGE_ENTRIES))
  draft.set(pick(draft.random, draft.pages), { [key]: PAGE_ENTRIES[key]?.(draft) })
}

const script = () => dict`<</S /JavaScript /JS (app.alert\\(1\\))>>`

const CATALOG_ENTRIES: Readonly<Record<string, Entry>> = {
  OpenAction: (draft) => pick(draft.random, [script(), [draft.pages[1] ?? null, PdfName.of('Fit')]]),
  AA: () => dict`<</WC <</S /JavaScript /JS (1)>>>>`,
  Names: (draft) =>
    pick(draft.random, [
      dict`<</JavaScript <</Names [(a) ${draft.add(script())}]>>>>`,
      dict`<</Dests <</Names [(a) [${anyReference(draft)} /Fit]]>>>>`,
      dict`<</AP <</Names [(a) ${anyReference(draft)}]>>>>`,
      dict`<</Pages <</Names [(a) ${anyReference(draft)}]>>>>`,
      dict`<</EmbeddedFiles <</Names [(a) ${draft.add(dict`<</Type /Filespec /F (a)>>`)}]>>>>`,
    ]),
  PageLabels: () => dict`<</Nums [0 <</S /r>>]>>`,
  Outlines: (draft) => draft.add(dict`<</Type /Outlines /Count 0>>`),
  ViewerPreferences: () => dict`<</HideToolbar true /Direction /R2L>>`,
  OCProperties: (draft) => {
    const layer = draft.add(dict`<</Type /OCG /Name (x)>>`)
    return dict`<</OCGs [${layer}] /D <</OFF [${layer}]>>>>`
  },
  Lang: () => textString('de'),
  MarkInfo: () => dict`<</Marked true>>`,
  Version: ({ random }) => PdfName.of(pick(random, ['1.3', '1.7', '2.0', '9.9'])),
  Extensions: () => dict`<</ESIC <</BaseVersion /1.7 /ExtensionLevel 5>>>>`,
  PageMode: ({ random }) => PdfName.of(pick(random, ['FullScreen', 'UseOutlines'])),
  Perms: (draft) => anyValue(draft),
  Collection: () => dict`<</View /T>>`,
  Requirements: () => pdf`[<</S /EnableJavaScripts>>]`,
  NeedsRendering: () => true,
  Pages: anyReference,
  AcroForm: (draft) => (once(draft.random, 2) ? undefined : anyReference(draft)),
  Metadata: (draft) => draft.add(stream(dict`<</Type /Metadata /Subtype /XML>>`, xmp('2026-11-21T10:00:00Z'))),
  DSS: anyStore,
  StructTreeRoot: anyStructure,
  AF: (draft) => [anyReference(draft)],
  Unheard: (draft) => anyValue(draft),
}

/** Changes an entry of the catalog. */
export function changeCatalog(draft: Draft): void {
  const key = pick(draft.random, Object.keys(CATALOG_ENTRIES))
  draft.set(draft.document.catalogRef, { [key]: CATALOG_ENTRIES[key]?.(draft) })
}

/** Adds validation data; what it refers to need not be any. */
export function addValidationData(draft: Draft): void {
  draft.set(draft.document.catalogRef, { DSS: once(draft.random, 2) ? draft.add(anyStore(draft)) : anyStore(draft) })
}

function anyStore(draft: Draft): PdfDict {
  const { random } = draft
  const item = () => (once(random, 5) ? anyReference(draft) : draft.add(stream(dict`<<>>`, '0\u0003\u0002\u0001')))
  const list = () => Array.from({ length: random(3) }, item)
  const key = Array.from({ length: 40 }, () => random(16).toString(16).toUpperCase()).join('')
  const record = new PdfDict({ Cert: list(), CRL: list(), ...(once(random, 4) ? { TU: anyValue(draft) } : {}) })
  const store = new PdfDict({ Type: PdfName.of('DSS'), Certs: list(), CRLs: list(), OCSPs: list() })
  return once(random, 2) ? store.with({ VRI: new PdfDict({ [key]: record }) }) : store
}

/** Adds or changes elements of the logical structure. */
export function changeStructure(draft: Draft): void {
  draft.set(draft.document.catalogRef, { StructTreeRoot: anyStructure(draft), MarkInfo: dict`<</Marked true>>` })
}

function anyStructure(draft: Draft): PdfRef {
  const { random } = draft
  const old = draft.document.catalog.get('StructTreeRoot')
  const target = draft.annotations.length > 0 ? pick(random, draft.annotations) : anyReference(draft)
  const parent = old instanceof PdfRef ? old : draft.add(dict`<</Type /StructTreeRoot>>`)
  const element = draft.add(
    dict`<</Type /StructElem /S /${pick(random, ['Form', 'Annot', 'P', 'Span'])} /P ${parent}
      /K <</Type /OBJR /Obj ${target}>> /ActualText (900)>>`,
  )
  const kids = draft.increment.resolve(draft.get(parent).get('K'))
  draft.set(parent, { K: [...(Array.isArray(kids) ? kids : kids === null ? [] : [kids]), element] })
  if (once(random, 2)) draft.set(parent, { ParentTree: dict`<</Nums [0 ${element}]>>`, ParentTreeNextKey: 1 })
  return parent
}

/** Changes document properties. */
export function changeInformation(draft: Draft): void {
  const info = draft.document.trailer.get('Info')
  if (!(info instanceof PdfRef)) throw new NothingToDo()
  const key = pick(draft.random, ['ModDate', 'Title', 'Author', 'Producer', 'Trapped', 'Unheard'])
  draft.set(info, { [key]: once(draft.random, 4) ? anyValue(draft) : textString('D:20261121100000Z') })
}

/** Writes an object again: as it is, with another entry, as another one, or as nothing. */
export function rewriteObject(draft: Draft): void {
  const { random, numbers } = draft
  const ref = new PdfRef(pick(random, numbers))
  const object = draft.increment.resolve(ref)
  const change = random(5)
  if (change === 0 && (object instanceof PdfDict || object instanceof PdfStream)) {
    draft.set(ref, { [pick(random, [...draft.get(ref).entries.keys()])]: anyValue(draft) })
  } else if (change === 1) {
    draft.put(ref, draft.increment.resolve(new PdfRef(pick(random, numbers))))
  } else {
    draft.put(ref, change === 2 ? anyValue(draft) : object)
  }
}

/** Writes a stream again with other data. */
export function rewriteStream(draft: Draft): void {
  const { random, numbers } = draft
  const refs = numbers.map((num) => new PdfRef(num)).filter((ref) => draft.document.resolve(ref) instanceof PdfStream)
  const ref = pick(random, refs)
  const data = anyContent(draft, 200, 20)
  draft.put(ref, stream(draft.get(ref).with({ Filter: undefined, DecodeParms: undefined }), data))
}

/** Adds objects that nothing refers to. */
export function addOrphans(draft: Draft): void {
  const { random } = draft
  draft.add(once(random, 2) ? anyValue(draft) : stream(dict`<<>>`, bait(draft)))
}

/** The content of a page under its number, for readers that search for objects. */
function bait(draft: Draft): string {
  const [page] = draft.pages
  const contents = page === undefined ? undefined : draft.get(page).get('Contents')
  const first = Array.isArray(contents) ? contents[0] : contents
  const num = first instanceof PdfRef ? first.num : pick(draft.random, draft.numbers)
  return `\n${num} 0 obj\n<</Length 27>>\nstream\n0 g 50 690 500 60 re f     \nendstream\nendobj\n`
}
