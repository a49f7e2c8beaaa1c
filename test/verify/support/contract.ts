/**
 * The document that the honest and the hostile cases start from: three pages with a form, annotations, a layer,
 * bookmarks and metadata. All numbers of its objects are known.
 *
 * @module
 */

import { PdfDict, type PdfObject, PdfRef, type PdfStream } from '../../../src/pdf/objects.js'
import { PdfFileWriter } from '../../../src/pdf/writing/file-writer.js'
import { dict, notation, pdf, stream } from './notation.js'

/** Names of the objects; form fields begin with `field`. */
export type ContractPart = (typeof PARTS)[number]

const PARTS = [
  ...['catalog', 'info', 'metadata', 'pages', 'page1', 'page2', 'page3', 'content1', 'content2', 'content3'],
  ...['font', 'encoding', 'toUnicode', 'logo', 'layer', 'outlines', 'bookmark', 'link', 'note', 'form', 'helv'],
  ...['fieldName', 'fieldAmount', 'fieldAgree', 'fieldPlan', 'planBasic', 'planFull', 'fieldCountry', 'fieldGroup'],
  ...['fieldIban', 'fieldApproval', 'fieldSecond', 'nameLook', 'amountLook', 'onLook', 'offLook'],
  ...['structure', 'parentTree', 'structDocument', 'structText', 'structField'],
] as const

const STRUCTURE: ReadonlySet<ContractPart> = new Set(PARTS.slice(-5))

/** No object has the number 0. */
const NOWHERE = new PdfRef(0)

/** Where the parts are; those of the structure tree are nowhere in a document that is not tagged. */
export type ContractRefs = Readonly<Record<ContractPart, PdfRef>>

/** A document and the references of its parts. */
export interface Contract {
  readonly bytes: Uint8Array
  readonly refs: ContractRefs
}

/** How to make the contract. */
export interface ContractOptions {
  readonly xref?: 'table' | 'stream'
  /** Gives the document a structure tree (ISO 32000-2, 14.7), with an element for the field "name". */
  readonly tagged?: boolean
  /** Entries that replace or add to those of a part; for a stream, to its dictionary. */
  readonly changes?: (refs: ContractRefs) => Partial<Record<ContractPart, Record<string, PdfObject>>>
  /** Adds further objects, before the document is written. */
  readonly prepare?: (file: PdfFileWriter, refs: ContractRefs) => void
}

export const PRICE = 'The price is 100 EUR.'

/** Makes the document, about 8 KB. */
export function makeContract(options: ContractOptions = {}): Contract {
  const file = new PdfFileWriter()
  const tagged = options.tagged === true
  const isThere = (name: ContractPart) => tagged || !STRUCTURE.has(name)
  const refs = Object.fromEntries(
    PARTS.map((name) => [name, isThere(name) ? file.allocate() : NOWHERE]),
  ) as ContractRefs
  const objects = { ...documentObjects(refs), ...formObjects(refs), ...(tagged ? structureObjects(refs) : {}) }
  const changes = options.changes?.(refs) ?? {}
  const tags = tagged ? structureEntries(refs) : {}
  for (const name of PARTS) {
    const object = objects[name]
    if (object !== undefined) file.put(refs[name], withChanges(object, { ...tags[name], ...changes[name] }))
  }
  options.prepare?.(file, refs)
  const id = pdf`[<00112233445566778899AABBCCDDEEFF> <00112233445566778899AABBCCDDEEFF>]`
  const bytes = file.finish({ Root: refs.catalog, Info: refs.info, ID: id }, { xref: options.xref ?? 'table' })
  return { bytes, refs }
}

function withChanges(object: PdfDict | PdfStream, changes: Record<string, PdfObject>): PdfDict | PdfStream {
  return object instanceof PdfDict ? object.with(changes) : stream(object.dict.with(changes), object.data)
}

type Objects = Partial<Record<ContractPart, PdfDict | PdfStream>>

/** A page's content that shows lines of text from the top down. */
export function textContent(...lines: readonly string[]): string {
  return lines.map((line, i) => `BT /F1 12 Tf 60 ${740 - 24 * i} Td (${line}) Tj ET\n`).join('')
}

function documentObjects(r: ContractRefs): Objects {
  const page = (content: PdfRef, annotations: PdfRef[]) =>
    dict`<</Type /Page /Parent ${r.pages} /Contents ${content} /Annots ${annotations}>>`
  return {
    catalog: dict`<</Type /Catalog /Pages ${r.pages} /AcroForm ${r.form} /Metadata ${r.metadata}
      /Outlines ${r.outlines} /OCProperties <</OCGs [${r.layer}] /D <</Order [${r.layer}] /ON [${r.layer}]>>>>
      /Names <</Dests <</Names [(start) [${r.page1} /Fit]]>>>>>>`,
    info: dict`<</Title (Contract) /Producer (tests) /CreationDate (D:20260101090000Z) /ModDate (D:20260101090000Z)>>`,
    metadata: stream(dict`<</Type /Metadata /Subtype /XML>>`, xmp('2026-01-01T09:00:00Z')),
    pages: dict`<</Type /Pages /Kids [${r.page1} ${r.page2} ${r.page3}] /Count 3 /MediaBox [0 0 600 800]
      /Resources <</Font <</F1 ${r.font}>> /XObject <</Logo ${r.logo}>> /Properties <</Draft ${r.layer}>>>>>>`,
    page1: page(r.content1, [r.link, ...WIDGETS.map((name) => r[name])]),
    page2: page(r.content2, [r.note]),
    page3: page(r.content3, []),
    content1: stream(dict`<<>>`, textContent('Contract of sale', PRICE, 'Seller: Ada. Buyer: Bob.')),
    content2: stream(dict`<<>>`, `${textContent('Terms')}/OC /Draft BDC\n/Logo Do\nEMC\n`),
    content3: stream(dict`<<>>`, textContent('Annex: nothing else was agreed.')),
    font: dict`<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding ${r.encoding} /ToUnicode ${r.toUnicode}>>`,
    encoding: dict`<</Type /Encoding /BaseEncoding /WinAnsiEncoding>>`,
    toUnicode: stream(dict`<<>>`, toUnicodeMap('<20> <7e> <0020>')),
    logo: stream(
      dict`<</Type /XObject /Subtype /Form /BBox [0 0 60 20]>>`,
      '1 0 0 1 400 740 cm\n0.9 0.9 1 rg 0 0 60 20 re f\n',
    ),
    layer: dict`<</Type /OCG /Name (Draft)>>`,
    outlines: dict`<</Type /Outlines /First ${r.bookmark} /Last ${r.bookmark} /Count 1>>`,
    bookmark: dict`<</Title (Terms) /Parent ${r.outlines} /Dest [${r.page2} /Fit]>>`,
    link: dict`<</Type /Annot /Subtype /Link /Rect [60 60 160 80] /Border [0 0 0] /Dest [${r.page3} /Fit]>>`,
    note: dict`<</Type /Annot /Subtype /Text /Rect [500 700 520 720] /Contents (Check this) /F 4 /P ${r.page2}>>`,
  }
}

const WIDGETS = [
  ...(['fieldName', 'fieldAmount', 'fieldAgree', 'planBasic', 'planFull'] as const),
  ...(['fieldCountry', 'fieldIban', 'fieldApproval', 'fieldSecond'] as const),
]

function formObjects(r: ContractRefs): Objects {
  const filled = [r.fieldName, r.fieldAmount, r.fieldAgree, r.fieldPlan, r.fieldCountry, r.fieldGroup]
  const fields = [...filled, r.fieldApproval, r.fieldSecond]
  const widget = (rectangle: string) => `/Type /Annot /Subtype /Widget /F 4 /P ${notation(r.page1)} /Rect ${rectangle}`
  const states = `/AP <</N <</Yes ${notation(r.onLook)} /Off ${notation(r.offLook)}>>>>`
  return {
    form: dict`<</Fields ${fields} /DA (/Helv 0 Tf 0 g) /DR <</Font <</Helv ${r.helv}>>>>>>`,
    helv: dict`<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>`,
    fieldName: dict`<<${widget('[60 600 260 620]')} /FT /Tx /T (name) /DA (/Helv 10 Tf 0 g) /AP <</N ${r.nameLook}>>>>`,
    fieldAmount: dict`<<${widget('[60 570 260 590]')} /FT /Tx /T (amount) /V (100) /MaxLen 10 /DA (/Helv 10 Tf 0 g)
      /AP <</N ${r.amountLook}>>>>`,
    fieldAgree: dict`<<${widget('[60 540 75 555]')} /FT /Btn /T (agree) /V /Off /AS /Off ${states}>>`,
    fieldPlan: dict`<</FT /Btn /Ff 49152 /T (plan) /V /Off /Kids [${r.planBasic} ${r.planFull}]>>`,
    planBasic: dict`<<${widget('[60 510 75 525]')} /Parent ${r.fieldPlan} /AS /Off
      /AP <</N <</Basic ${r.onLook} /Off ${r.offLook}>>>>>>`,
    planFull: dict`<<${widget('[90 510 105 525]')} /Parent ${r.fieldPlan} /AS /Off
      /AP <</N <</Full ${r.onLook} /Off ${r.offLook}>>>>>>`,
    fieldCountry: dict`<<${widget('[60 480 260 500]')} /FT /Ch /Ff 131072 /T (country) /Opt [(Austria) (Belgium)]
      /DA (/Helv 10 Tf 0 g)>>`,
    fieldGroup: dict`<</T (bank) /Kids [${r.fieldIban}]>>`,
    fieldIban: dict`<<${widget('[60 450 260 470]')} /Parent ${r.fieldGroup} /FT /Tx /T (iban) /DA (/Helv 10 Tf 0 g)>>`,
    fieldApproval: dict`<<${widget('[300 560 540 620]')} /FT /Sig /T (Approval)>>`,
    fieldSecond: dict`<<${widget('[300 480 540 540]')} /FT /Sig /T (Second)>>`,
    nameLook: textLook(r.helv, ''),
    amountLook: textLook(r.helv, '100'),
    onLook: stream(dict`<</Type /XObject /Subtype /Form /BBox [0 0 15 15]>>`, '0 0 m 15 15 l 0 15 m 15 0 l S\n'),
    offLook: stream(dict`<</Type /XObject /Subtype /Form /BBox [0 0 15 15]>>`, ''),
  }
}

/** The appearance of a text field, 200 by 20 points. */
export function textLook(font: PdfRef, text: string): PdfStream {
  return stream(
    dict`<</Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources <</Font <</Helv ${font}>>>>>>`,
    `/Tx BMC\nq BT /Helv 10 Tf 0 g 2 6 Td (${text}) Tj ET Q\nEMC\n`,
  )
}

function structureEntries(r: ContractRefs): Partial<Record<ContractPart, Record<string, PdfObject>>> {
  return {
    catalog: { MarkInfo: dict`<</Marked true>>`, StructTreeRoot: r.structure },
    page1: { StructParents: 0 },
    fieldName: { StructParent: 1 },
  }
}

function structureObjects(r: ContractRefs): Objects {
  return {
    structure: dict`<</Type /StructTreeRoot /K ${r.structDocument} /ParentTree ${r.parentTree} /ParentTreeNextKey 2>>`,
    parentTree: dict`<</Nums [0 [${r.structText}] 1 ${r.structField}]>>`,
    structDocument: dict`<</Type /StructElem /S /Document /P ${r.structure} /K [${r.structText} ${r.structField}]>>`,
    structText: dict`<</Type /StructElem /S /P /P ${r.structDocument} /Pg ${r.page1} /K 0>>`,
    structField: dict`<</Type /StructElem /S /Form /P ${r.structDocument} /Pg ${r.page1}
      /K <</Type /OBJR /Obj ${r.fieldName} /Pg ${r.page1}>>>>`,
    content1: stream(
      dict`<<>>`,
      `/P <</MCID 0>> BDC\n${textContent('Contract of sale', PRICE, 'Seller: Ada. Buyer: Bob.')}EMC\n`,
    ),
  }
}

/** A CMap with one bfrange. */
export function toUnicodeMap(range: string): string {
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /T def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange ${range} endbfrange endcmap end end\n`
}

/** An XMP packet that says when the document was last changed. */
export function xmp(modified: string): string {
  return `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:ModifyDate="${modified}"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
}
