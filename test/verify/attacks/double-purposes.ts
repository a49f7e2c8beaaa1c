/**
 * Documents that are prepared before they are signed: one dictionary serves two purposes, and what may change in it for one
 * of them is what content asks for by the other. And page trees that readers go through in two ways.
 *
 * @module
 */

import { PdfDict, type PdfObject, PdfRef } from '../../../src/pdf/objects.js'
import { type Base, unsignedBase } from '../bases/bases.js'
import { type FormParts, fieldIn, readParts } from '../bases/form-parts.js'
import { annotation } from '../support/edits.js'
import { dict, pdf, stream } from '../support/notation.js'
import { addAnnotation, type Revision, revise } from '../support/revise.js'
import { sign, signByHand } from '../support/sign.js'
import { attacksBy, type ClassAttack, hasKnownPlaces, type Maker } from './class-attack.js'
import { forgedContent } from './forged-content.js'
import { form } from './looks.js'

type Change = (revision: Revision, parts: FormParts) => void

/** What content asks for: a drawing by its name. */
const drawing = (name: string) => `q /${name} Do Q `

/** Prepares, signs in the field that is there, and changes. */
const preparedBy =
  (prepare: Change, change: Change): Maker =>
  async ({ writer }) => {
    const original = await unsignedBase(writer)
    const parts = readParts(original)
    const prepared = revise(original, (revision) => prepare(revision, parts))
    const signed = await signByHand(prepared, { field: fieldIn(parts, 'Approval').field })
    return revise(signed, (revision) => change(revision, parts))
  }

/** Content that asks for a drawing, in a page whose drawings are in a dictionary that is something else too. */
function drawFrom(revision: Revision, { page, content }: FormParts, drawings: PdfRef, name: string): void {
  const old = revision.document.resolve(revision.get(page).get('Resources'))
  const resources = (old instanceof PdfDict ? old : new PdfDict()).with({ XObject: drawings })
  const before = revision.add(stream(dict`<<>>`, drawing(name)))
  revision.set(page, { Contents: [before, content], Resources: resources })
}

const forged = (revision: Revision) => revision.add(form(600, 800, forgedContent()))

/** The page is the dictionary of its own drawings. */
const pageEntry = (key: string): Maker =>
  preparedBy(
    (revision, parts) => drawFrom(revision, parts, parts.page, key),
    (revision, { page }) => revision.set(page, { [key]: forged(revision) }),
  )

const tagged = (revision: Revision, { catalog, page }: FormParts): { root: PdfRef; element: PdfRef } => {
  const root = revision.add(dict`<</Type /StructTreeRoot>>`)
  const element = revision.add(dict`<</Type /StructElem /S /Document /P ${root}>>`)
  const tree = revision.add(dict`<</Nums [0 []]>>`)
  revision.set(root, { K: element, ParentTree: tree })
  revision.set(catalog, { StructTreeRoot: root, MarkInfo: dict`<</Marked true>>` })
  revision.set(page, { StructParents: 0 })
  return { root, element }
}

/** Where the root of the structure tree leads. */
function structureOf(revision: Revision, { catalog }: FormParts, ...path: readonly string[]): PdfRef {
  let ref = revision.get(catalog).get('StructTreeRoot')
  for (const key of path) ref = revision.get(ref as PdfRef).get(key)
  if (!(ref instanceof PdfRef)) throw new Error('The structure tree is not as it was made.')
  return ref
}

/** A part of the structure tree is the dictionary of the drawings of the page. */
const structureEntry = (path: readonly string[], key: string): Maker =>
  preparedBy(
    (revision, parts) => {
      tagged(revision, parts)
      drawFrom(revision, parts, structureOf(revision, parts, ...path), key)
    },
    (revision, parts) => revision.set(structureOf(revision, parts, ...path), { [key]: forged(revision) }),
  )

const PURPOSES: Readonly<Record<string, Maker>> = {
  ...Object.fromEntries(
    ['LastModified', 'Tabs', 'StructParents', 'Annots', 'PieceInfo', 'X'].map((key) => [
      `a page is its own dictionary of drawings, and /${key} becomes one`,
      pageEntry(key),
    ]),
  ),
  ...Object.fromEntries(
    ['Pg', 'K', 'T', 'Alt', 'ID'].map((key) => [
      `an element of structure is a dictionary of drawings, and /${key} becomes one`,
      structureEntry(['K'], key),
    ]),
  ),
  ...Object.fromEntries(
    ['ParentTreeNextKey', 'IDTree', 'RoleMap'].map((key) => [
      `the root of the structure is a dictionary of drawings, and /${key} becomes one`,
      structureEntry([], key),
    ]),
  ),
  ...Object.fromEntries(
    ['Limits', 'Kids', 'Names'].map((key) => [
      `the parent tree is a dictionary of drawings, and /${key} becomes one`,
      structureEntry(['ParentTree'], key),
    ]),
  ),
}

/** The text of the page is drawn with a font without letters, as readers have it that go up by /Parent. */
const BLANK = dict`<</Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [.001 0 0 .001 0 0] /CharProcs <<>>
  /Encoding <</Type /Encoding /Differences []>> /FirstChar 0 /LastChar 0 /Widths [0]>>`

/** A node above the page, and another that says to be above it. */
const twoParents =
  (listed: Readonly<Record<string, PdfObject>>, named: Readonly<Record<string, PdfObject>>): Change =>
  (revision, { page, pages, lastPage }) => {
    const own = revision.document.resolve(revision.get(page).get('Resources'))
    const resources = own instanceof PdfDict ? own : new PdfDict()
    const fonts = revision.document.resolve(resources.get('Font'))
    const names = fonts instanceof PdfDict ? [...fonts.entries.keys()] : []
    const blank = new PdfDict(Object.fromEntries(names.map((name) => [name, revision.add(BLANK)])))
    const common = dict`<</Type /Pages /Parent ${pages} /Kids [${page}] /Count 1>>`
    const above = revision.add(common.with({ Resources: resources, ...listed }))
    const other = revision.add(common.with({ Resources: resources.with({ Font: blank }), ...named }))
    revision.set(page, { Parent: other, Resources: undefined })
    revision.set(pages, { Kids: [above, lastPage], Count: 2 })
  }

const COVER = (revision: Revision, { page }: FormParts): void => {
  const look = revision.add(form(500, 60, '1 g 0 0 500 60 re f\n'))
  addAnnotation(
    revision,
    page,
    annotation('Square', [50, 690, 550, 750], { AP: dict`<</N ${look}>>`, C: pdf`[1 1 1]` }),
  )
}

/** Certified so that annotations are permitted. */
const coveredAfter =
  (prepare: Change): Maker =>
  async ({ writer }: Base) => {
    const original = await unsignedBase(writer)
    const parts = readParts(original)
    const prepared = revise(original, (revision) => prepare(revision, parts))
    const signed = await sign(prepared, { certify: 3 })
    return revise(signed, (revision) => COVER(revision, parts))
  }

const TREES: Readonly<Record<string, Maker>> = {
  'a page names another parent than lists it, which has other fonts': coveredAfter(twoParents({}, {})),
  'a page names another parent than lists it, which has another box': coveredAfter(
    twoParents({}, { MediaBox: pdf`[1000 1000 1600 1800]` }),
  ),
  'a page hangs in the tree twice': coveredAfter((revision, parts) => {
    twoParents({}, {})(revision, parts)
    const other = revision.get(parts.page).get('Parent') ?? null
    const kids = revision.get(parts.pages).get('Kids')
    revision.set(parts.pages, { Kids: [...(Array.isArray(kids) ? kids : []), other], Count: 3 })
  }),
  'a page names no parent': coveredAfter((revision, parts) => {
    twoParents({}, {})(revision, parts)
    revision.set(parts.page, { Parent: undefined, Resources: new PdfDict() })
  }),
  'a page has no fonts, and the node above it has': coveredAfter((revision, { page, pages }) => {
    const own = revision.document.resolve(revision.get(page).get('Resources'))
    revision.set(pages, { Resources: own instanceof PdfDict ? own : new PdfDict() })
    revision.set(page, { Resources: new PdfDict() })
  }),
  'a page has no fonts, and readers take some of their own': coveredAfter((revision, { page }) => {
    revision.set(page, { Resources: new PdfDict() })
  }),
  'a page has no fonts by their names, and readers take some of their own': coveredAfter((revision, { page }) => {
    revision.set(page, { Resources: dict`<</Font <<>>>>` })
  }),
}

/** Signed after a preparation. */
export const doublePurposes: readonly ClassAttack[] = [
  ...attacksBy(PURPOSES, { profiles: ['plain'], isNamed: true, fits: hasKnownPlaces }),
  ...attacksBy(TREES, { profiles: ['P=3'], isNamed: true, fits: hasKnownPlaces }),
]
