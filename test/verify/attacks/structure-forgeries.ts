/**
 * Tagged documents: whoever adds a signature field may give it an element, and hides in it, or in the tables that lead to it,
 * what makes readers read out something else. No picture changes, so that none of these may ever be valid.
 *
 * @module
 */

import { type PdfObject, PdfRef } from '../../../src/pdf/objects.js'
import { type Base, PROFILES, unsignedBase } from '../bases/bases.js'
import { readParts } from '../bases/form-parts.js'
import { dict, pdf } from '../support/notation.js'
import { addAnnotation, type Revision, revise } from '../support/revise.js'
import { addToForm } from '../support/sign.js'
import { attacksBy, type ClassAttack, type Maker, SIGNABLE } from './class-attack.js'

/** Where the parts of the structure stand. */
interface Structure {
  readonly root: PdfRef
  readonly element: PdfRef
  readonly table: PdfRef
  readonly kid: PdfRef | undefined
}

type Prepare = (revision: Revision, structure: Structure, base: Base) => void

/** Two paragraphs, in a parent tree of one node or of two levels. */
const tagged =
  (isDeep: boolean, more: Prepare = () => undefined) =>
  async (base: Base): Promise<Base> => {
    const original = await unsignedBase(base.writer)
    const { catalog, page } = base.parts
    const prepared = revise(original, (revision) => {
      const root = revision.add(dict`<</Type /StructTreeRoot>>`)
      const element = revision.add(dict`<</Type /StructElem /S /P /P ${root} /Pg ${page} /K 0>>`)
      const other = revision.add(dict`<</Type /StructElem /S /P /P ${root} /Pg ${page} /K 1>>`)
      const entries = pdf`[40 [${element} ${other}] 41 ${other}]`
      const kid = isDeep ? revision.add(dict`<</Limits [40 41] /Nums ${entries}>>`) : undefined
      const table = revision.add(kid === undefined ? dict`<</Nums ${entries}>>` : dict`<</Kids [${kid}]>>`)
      revision.set(root, { K: [element, other], ParentTree: table, ParentTreeNextKey: 42 })
      revision.set(catalog, { StructTreeRoot: root, MarkInfo: dict`<</Marked true>>` })
      revision.set(page, { StructParents: 40 })
      more(revision, { root, element, table, kid }, base)
    })
    return { ...base, bytes: await PROFILES[base.profile](prepared), parts: readParts(prepared) }
  }

function structureOf(revision: Revision, { parts }: Base): Structure {
  const root = revision.get(parts.catalog).get('StructTreeRoot')
  const table = root instanceof PdfRef ? revision.get(root).get('ParentTree') : undefined
  const kids = root instanceof PdfRef ? revision.get(root).get('K') : undefined
  const [element] = Array.isArray(kids) ? kids : []
  if (!(root instanceof PdfRef && table instanceof PdfRef && element instanceof PdfRef))
    throw new Error('The structure is not as it was made.')
  const below = revision.get(table).get('Kids')
  const [kid] = Array.isArray(below) ? below : []
  return { root, element, table, kid: kid instanceof PdfRef ? kid : undefined }
}

/** A field that waits for a signature, seen by nobody, with its element; then whatever else. */
const withField =
  (change: (revision: Revision, structure: Structure, field: PdfRef, base: Base) => void): Maker =>
  (base) =>
    revise(base.bytes, (revision) => {
      const { page } = base.parts
      const widget = dict`<</Type /Annot /Subtype /Widget /FT /Sig /T (Another) /F 132 /P ${page} /Rect [0 0 0 0] /StructParent 42>>`
      const field = addAnnotation(revision, page, widget)
      addToForm(revision, field)
      change(revision, structureOf(revision, base), field, base)
    })

/** What is read out in the place of the paragraphs. */
const forged = (revision: Revision, { root }: Structure, page: PdfRef): PdfRef =>
  revision.add(dict`<</Type /StructElem /S /P /P ${root} /Pg ${page} /K 0 /ActualText (The price is 900 EUR.)>>`)

const elementOf = (revision: Revision, { root }: Structure, field: PdfRef, more = ''): PdfRef =>
  revision.add(dict`<</Type /StructElem /S /Form /P ${root} /K <</Type /OBJR /Obj ${field}>> ${more}>>`)

const itemsOf = (revision: Revision, ref: PdfRef, key: string): PdfObject[] => {
  const value = revision.get(ref).get(key)
  return Array.isArray(value) ? value : []
}

const FLAT: Readonly<Record<string, Maker>> = {
  'an entry of the parent tree stands there twice, the forged one first': withField(
    (revision, at, field, { parts }) => {
      const old = itemsOf(revision, at.table, 'Nums')
      const evil = forged(revision, at, parts.page)
      revision.set(at.table, { Nums: [40, [evil, evil], ...old, 42, elementOf(revision, at, field)] })
    },
  ),
  'the same by a key that is a real': withField((revision, at, field, { parts }) => {
    const old = itemsOf(revision, at.table, 'Nums')
    const evil = forged(revision, at, parts.page)
    revision.set(at.table, { Nums: [pdf`40.0`, [evil, evil], ...old, 42, elementOf(revision, at, field)] })
  }),
  'entries of the parent tree are put out of order': withField((revision, at, field) => {
    const [key = null, value = null, ...rest] = itemsOf(revision, at.table, 'Nums')
    revision.set(at.table, { Nums: [...rest, 42, elementOf(revision, at, field), key, value] })
  }),
  'a lone value stands before the entries of the parent tree': withField((revision, at, field) => {
    const old = itemsOf(revision, at.table, 'Nums')
    revision.set(at.table, { Nums: [...old, 42, elementOf(revision, at, field), 43] })
  }),
  'a reference to the field that is an element with text of its own': withField((revision, at, field, { parts }) => {
    const reference = revision.add(
      dict`<</Type /OBJR /Obj ${field} /S /P /P ${at.root} /Pg ${parts.page} /K 0 /ActualText (The price is 900 EUR.)>>`,
    )
    revision.set(at.table, { Nums: [...itemsOf(revision, at.table, 'Nums'), 42, reference] })
    revision.set(at.root, { K: [reference, ...itemsOf(revision, at.root, 'K')] })
  }),
  'an element of the field has text of its own': withField((revision, at, field) => {
    const element = elementOf(revision, at, field, '/ActualText (The price is 900 EUR.)')
    revision.set(at.root, { K: [element, ...itemsOf(revision, at.root, 'K')] })
  }),
  'a table of identifiers is added with elements in it': withField((revision, at, field, { parts }) => {
    const evil = forged(revision, at, parts.page)
    const node = revision.add(dict`<</Names [(a) ${evil}] /Limits [(a) (a)] /K <</Type /OBJR /Obj ${field}>>>>`)
    revision.set(at.root, { IDTree: dict`<</Kids [${node}]>>` })
  }),
}

const DEEP: Readonly<Record<string, Maker>> = {
  'the limits of a node leave its entries out': withField((revision, { kid }) => {
    if (kid !== undefined) revision.set(kid, { Limits: pdf`[90 99]` })
  }),
  'the limits of a node are taken away': withField((revision, { kid }) => {
    if (kid !== undefined) revision.set(kid, { Limits: undefined })
  }),
  'the limits of a node are strings': withField((revision, { kid }) => {
    if (kid !== undefined) revision.set(kid, { Limits: pdf`[(40) (41)]` })
  }),
  'the limits of a node are those of others': withField((revision, { kid }) => {
    if (kid !== undefined) revision.set(kid, { Limits: pdf`[0 1000]` })
  }),
  'a node with forged entries poses as an element': withField((revision, at, field, { parts }) => {
    const evil = forged(revision, at, parts.page)
    const node = revision.add(
      dict`<</Limits [40 41] /Nums [40 [${evil} ${evil}] 41 ${evil}] /K <</Type /OBJR /Obj ${field}>>>>`,
    )
    revision.set(at.table, { Kids: [node, ...itemsOf(revision, at.table, 'Kids')] })
  }),
}

/** An entry under a key that nothing has; then the page, or a field, takes the key. */
const unusedKey = tagged(false, (revision, at, { parts }) => {
  const evil = forged(revision, at, parts.page)
  revision.set(at.table, { Nums: [...itemsOf(revision, at.table, 'Nums'), 50, [evil, evil], 51, evil] })
  revision.set(parts.page, { StructParents: undefined })
})

const takeKey: Maker = (base) => revise(base.bytes, (revision) => revision.set(base.parts.page, { StructParents: 50 }))

const fieldTakesKey: Maker = ({ bytes, parts }) =>
  revise(bytes, (revision) => {
    for (const { widgets } of parts.fields.values())
      for (const widget of widgets) revision.set(widget, { StructParent: 51 })
  })

/** An element whose content names no page, so that it is on none; then it gets the page. */
const withoutPage = tagged(false, (revision, { root, element }) => {
  const hidden = dict`<</Type /StructElem /S /P /P ${root} /K <</Type /MCR /MCID 0>> /ActualText (900)>>`
  revision.set(root, { K: [element, revision.add(hidden)] })
})

const givePage: Maker = (base) =>
  revise(base.bytes, (revision) => {
    const { root } = structureOf(revision, base)
    const hidden = itemsOf(revision, root, 'K').find(
      (kid) => kid instanceof PdfRef && revision.get(kid).has('ActualText'),
    )
    if (!(hidden instanceof PdfRef)) throw new Error('There is no element without a page.')
    revision.set(hidden, { Pg: base.parts.page })
  })

const where = { profiles: SIGNABLE, isSignedOver: true } as const

export const structureForgeries: readonly ClassAttack[] = [
  ...attacksBy(FLAT, { ...where, prepare: tagged(false) }),
  ...attacksBy(DEEP, { ...where, prepare: tagged(true) }),
  ...attacksBy(
    { 'a page takes a key of the parent tree': takeKey, 'fields take a key of the parent tree': fieldTakesKey },
    { ...where, prepare: unusedKey },
  ),
  ...attacksBy({ 'an element whose content had no page gets one': givePage }, { ...where, prepare: withoutPage }),
]

/** The same without any forgery, which must stay valid: an element for the field, with its entry. */
export const honestElement: Maker = withField((revision, at, field) => {
  const element = elementOf(revision, at, field)
  revision.set(at.root, { K: [...itemsOf(revision, at.root, 'K'), element], ParentTreeNextKey: 43 })
  if (at.kid === undefined) revision.set(at.table, { Nums: [...itemsOf(revision, at.table, 'Nums'), 42, element] })
  else revision.set(at.kid, { Limits: pdf`[40 42]`, Nums: [...itemsOf(revision, at.kid, 'Nums'), 42, element] })
})

/** Documents that it may be added to. */
export const TAGGED: readonly ((base: Base) => Promise<Base>)[] = [tagged(false), tagged(true)]
