/**
 * Documents that mean one thing to one reader and another to the next, signed as they are or made so later.
 *
 * @module
 */

import { PdfDocument } from '../../../src/pdf/document.js'
import { PdfDict, type PdfObject, PdfRef, PdfVerbatim } from '../../../src/pdf/objects.js'
import { latin1Bytes } from '../../../src/pdf/syntax/syntax.js'
import { type Base, unsignedBase } from '../bases/bases.js'
import { type FormParts, fieldIn, readParts } from '../bases/form-parts.js'
import { dict, notation, pdf, stream } from '../support/notation.js'
import { type Revision, revise } from '../support/revise.js'
import { signByHand } from '../support/sign.js'
import { stampTime } from '../support/timestamp-authority.js'
import { attacksBy, type ClassAttack, type Maker } from './class-attack.js'
import { forgedContent } from './forged-content.js'

type Change = (revision: Revision, parts: FormParts) => void

/** Writes a dictionary with one more entry, whose key it has already. */
function addTwice(revision: Revision, ref: PdfRef, entry: string, atStart: boolean): void {
  const text = notation(revision.get(ref))
  const doubled = atStart ? text.replace('<<', `<<${entry} `) : text.replace(/>>$/, ` ${entry}>>`)
  revision.put(ref, new PdfVerbatim(latin1Bytes(doubled)))
}

/** Keys that come twice: one for each of two readers. */
const TWICE: Readonly<Record<string, (atStart: boolean) => Change>> = {
  '/Contents of the page':
    (atStart) =>
    (revision, { page }) => {
      const forged = revision.add(stream(dict`<<>>`, forgedContent()))
      addTwice(revision, page, `/Contents ${notation(forged)}`, atStart)
    },
  '/Contents of the page, escaped':
    (atStart) =>
    (revision, { page }) => {
      const forged = revision.add(stream(dict`<<>>`, forgedContent()))
      addTwice(revision, page, `/Cont#65nts ${notation(forged)}`, atStart)
    },
  '/Resources of the page':
    (atStart) =>
    (revision, { page }) =>
      addTwice(revision, page, '/Resources <</Font <<>>>>', atStart),
  '/MediaBox of the page':
    (atStart) =>
    (revision, { page }) =>
      addTwice(revision, page, '/MediaBox [0 0 300 300]', atStart),
  '/Annots of the page':
    (atStart) =>
    (revision, { page }) =>
      addTwice(revision, page, '/Annots []', atStart),
  '/Type of the page':
    (atStart) =>
    (revision, { page }) =>
      addTwice(revision, page, '/Type /Pages', atStart),
  '/Parent of the page':
    (atStart) =>
    (revision, { page, lastPage }) =>
      addTwice(revision, page, `/Parent ${notation(lastPage)}`, atStart),
  '/Kids of the pages':
    (atStart) =>
    (revision, { pages, lastPage }) =>
      addTwice(revision, pages, `/Kids [${notation(lastPage)} ${notation(lastPage)}]`, atStart),
  '/Pages of the catalog':
    (atStart) =>
    (revision, { catalog, lastPage }) => {
      const pages = revision.add(dict`<</Type /Pages /Kids [${lastPage}] /Count 1>>`)
      addTwice(revision, catalog, `/Pages ${notation(pages)}`, atStart)
    },
  '/V of a field': (atStart) => (revision, parts) => {
    const { field } = fieldIn(parts, 'amount')
    addTwice(revision, field, '/V (900)', atStart)
  },
  '/AP of a field': (atStart) => (revision, parts) => {
    const { widgets } = fieldIn(parts, 'amount')
    for (const widget of widgets) addTwice(revision, widget, '/AP <</N null>>', atStart)
  },
  '/Rect of a field': (atStart) => (revision, parts) => {
    const { widgets } = fieldIn(parts, 'amount')
    for (const widget of widgets) addTwice(revision, widget, '/Rect [60 716 260 736]', atStart)
  },
}

const STATES = { 'the second time behind': false, 'the second time before': true } as const

/**
 * Signs a document after a change to it; who signs sees one of two pages. The field is there already, so that signing
 * writes neither the page nor the catalog anew, which would leave them with one meaning.
 */
const signedAfter =
  (change: Change): Maker =>
  async ({ writer }: Base) => {
    const original = await unsignedBase(writer)
    const parts = readParts(original)
    const changed = revise(original, (revision) => change(revision, parts))
    return signByHand(changed, { field: fieldIn(parts, 'Approval').field })
  }

const changedAfter =
  (change: Change): Maker =>
  ({ bytes, parts }) =>
    revise(bytes, (revision) => change(revision, parts))

const twice = (make: (change: Change) => Maker) =>
  Object.fromEntries(
    Object.entries(TWICE).flatMap(([key, change]) =>
      Object.entries(STATES).map(([where, atStart]) => [`${key} twice, ${where}`, make(change(atStart))]),
    ),
  )

/** Changes that no reader needs and some heed. */
const STRANGE: Readonly<Record<string, Change>> = {
  'the version is lowered': (revision, { catalog }) => revision.set(catalog, { Version: pdf`/1.3` }),
  'the version is no name': (revision, { catalog }) => revision.set(catalog, { Version: pdf`(2.0)` }),
  'the version is far away': (revision, { catalog }) => revision.set(catalog, { Version: pdf`/9.9` }),
  'an extension by nobody': (revision, { catalog }) =>
    revision.set(catalog, { Extensions: dict`<</ADBE <</BaseVersion /9.9 /ExtensionLevel 99>>>>` }),
  'the pages are counted wrongly': (revision, { pages }) => revision.set(pages, { Count: 1 }),
  'the page is turned': (revision, { page }) => revision.set(page, { Rotate: 180 }),
  'the page is turned by its parent': (revision, { pages }) => revision.set(pages, { Rotate: 90 }),
  'the page is scaled': (revision, { page }) => revision.set(page, { UserUnit: 2 }),
  'the page is cropped': (revision, { page }) => revision.set(page, { CropBox: pdf`[0 0 600 700]` }),
  'the page is cropped by its parent': (revision, { pages }) => revision.set(pages, { CropBox: pdf`[0 0 600 700]` }),
  'the page gets a group': (revision, { page }) =>
    revision.set(page, { Group: dict`<</S /Transparency /CS /DeviceCMYK /I true>>` }),
  'the page gets more content': (revision, { page, content }) => {
    const more = revision.add(stream(dict`<<>>`, forgedContent()))
    revision.set(page, { Contents: [content, more] })
  },
  'the page has its content in another order': (revision, { page, lastPage }) =>
    revision.set(page, { Contents: revision.get(lastPage).get('Contents') ?? null }),
  'the page has no content': (revision, { page }) => revision.set(page, { Contents: undefined }),
  'a page is added': (revision, { pages, page, lastPage }) =>
    revision.set(pages, { Kids: [page, lastPage, revision.add(revision.get(lastPage))], Count: 3 }),
  'the pages change places': (revision, { pages, page, lastPage }) => revision.set(pages, { Kids: [lastPage, page] }),
  'the content is encoded otherwise': (revision, { content }) => {
    const dictionary = revision.get(content)
    revision.put(content, stream(dictionary.with({ Filter: pdf`/AHx`, DecodeParms: undefined }), '00>'))
  },
  'the layers are set': (revision, { catalog }) =>
    revision.set(catalog, { OCProperties: dict`<</OCGs [] /D <</BaseState /OFF>>>>` }),
  'a layer is bound to a field': (revision, parts) => {
    const layer = revision.add(dict`<</Type /OCG /Name (x)>>`)
    const { catalog } = parts
    revision.set(catalog, { OCProperties: dict`<</OCGs [${layer}] /D <</OFF [${layer}]>>>>` })
    for (const widget of fieldIn(parts, 'amount').widgets) revision.set(widget, { OC: layer })
  },
  'the form is a portable form': (revision, { catalog }) => {
    const form = revision.document.lookupDict(revision.document.catalog, 'AcroForm') ?? new PdfDict()
    const template = revision.add(stream(dict`<<>>`, '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>'))
    revision.set(catalog, { AcroForm: form.with({ XFA: template }) })
  },
  'the needs of rendering': (revision, { catalog }) => revision.set(catalog, { NeedsRendering: true }),
  'validation data with a page': (revision, { catalog, page }) =>
    revision.set(catalog, { DSS: dict`<</Type /DSS /Certs [${page}]>>` }),
  'metadata with a page': (revision, { catalog, content }) => revision.set(catalog, { Metadata: content }),
  'information with a page': (revision, { page }) => {
    const info = revision.document.trailer.get('Info')
    if (info instanceof PdfRef) revision.set(info, { Page: page })
    else revision.add(dict`<<>>`)
  },
}

const catalogCopies: Readonly<Record<string, Maker>> = {
  'a time-stamp token as a signature': async ({ writer }) => signByHand(await unsignedBase(writer), { cms: stampTime }),
  'a time-stamp token as a later signature': ({ bytes }) => signByHand(bytes, { cms: stampTime, fieldName: 'Later' }),
  'a signature as a time stamp': ({ bytes }) =>
    signByHand(bytes, { type: 'DocTimeStamp', subFilter: 'ETSI.RFC3161', fieldName: 'Later' }),
}

/** Objects that are given another generation or freed and used again. */
const NUMBERS: Readonly<Record<string, Maker>> = {
  'the content is used again with generation 1': ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      const { num } = parts.content
      revision.put(new PdfRef(num, 1), stream(dict`<<>>`, forgedContent()))
    }),
  'the page refers to generation 1 of its content': ({ bytes, parts }) =>
    revise(bytes, (revision) => revision.set(parts.page, { Contents: new PdfRef(parts.content.num, 1) })),
  'the page refers to what is not there, and a later revision puts it there': ({ bytes, parts }) => {
    const next = PdfDocument.open(bytes).nextObjectNumber
    const first = revise(bytes, (revision) => {
      const contents: PdfObject = [parts.content, new PdfRef(next + 40)]
      revision.set(parts.page, { Contents: contents })
    })
    return revise(first, (revision) => revision.put(new PdfRef(next + 40), stream(dict`<<>>`, forgedContent())))
  },
}

const later = (change: Change) => changedAfter(change)

export const oddDocuments: readonly ClassAttack[] = [
  ...attacksBy(
    Object.fromEntries(Object.entries(twice(signedAfter)).map(([name, make]) => [`signed with ${name}`, make])),
    { isSignedOver: true, profiles: ['plain'] },
  ),
  ...attacksBy(
    Object.fromEntries(Object.entries(twice(changedAfter)).map(([name, make]) => [`changed: ${name}`, make])),
  ),
  ...attacksBy(Object.fromEntries(Object.entries(STRANGE).map(([name, change]) => [name, later(change)]))),
  ...attacksBy(NUMBERS),
  ...attacksBy(catalogCopies, { isSignedOver: true, profiles: ['plain', 'P=3', 'countersigned', 'archived'] }),
]
