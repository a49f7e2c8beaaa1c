/**
 * What decides how a page looks without standing in its content: boxes, layers, shared resources, actions, and entries
 * that only some readers heed. All of it is new in an increment.
 *
 * @module
 */

import { PdfDict, type PdfObject, PdfRef, PdfStream } from '../../../src/pdf/objects.js'
import type { Base } from '../bases/bases.js'
import { fieldIn } from '../bases/form-parts.js'
import { dict, pdf, stream } from '../support/notation.js'
import { beginRevision, type Revision, revise } from '../support/revise.js'
import { attacksBy, type ClassAttack, type Maker } from './class-attack.js'
import { forgedContent } from './forged-content.js'
import { form, HELVETICA } from './looks.js'

type Entries = (revision: Revision, base: Base) => Record<string, PdfObject | undefined>

const NINES = HELVETICA.with({ Encoding: pdf`<</Type /Encoding /Differences [49 /nine]>>` })
const forged = (revision: Revision) => revision.add(stream(dict`<<>>`, forgedContent()))
const forgedForm = (revision: Revision) => revision.add(form(600, 800, forgedContent()))
const script = () => dict`<</S /JavaScript /JS (this.getField\\("amount"\\).value = "900")>>`

const PAGE: Readonly<Record<string, Entries>> = {
  'a box for printing': () => ({ TrimBox: pdf`[0 0 300 300]`, BleedBox: pdf`[0 0 300 300]`, ArtBox: pdf`[0 0 1 1]` }),
  'a box with its corners changed': () => ({ MediaBox: pdf`[600 800 0 0]` }),
  'a larger box': () => ({ MediaBox: pdf`[0 0 1200 1600]` }),
  'a box that begins elsewhere': () => ({ MediaBox: pdf`[50 50 650 850]` }),
  'a box cut to nothing': () => ({ CropBox: pdf`[0 0 0 0]` }),
  'turned by a full circle': () => ({ Rotate: 360 }),
  'turned by -90': () => ({ Rotate: -90 }),
  'turned by 45': () => ({ Rotate: 45 }),
  'a unit of a half': () => ({ UserUnit: pdf`.5` }),
  'another order of tabs': () => ({ Tabs: pdf`/R` }),
  'presentation steps': () => ({ PresSteps: dict`<</NA ${script()}>>` }),
  'a transition': () => ({ Trans: dict`<</S /Fly>>`, Dur: 1 }),
  'a view port': () => ({ VP: pdf`[<</Type /Viewport /BBox [0 0 600 800]>>]` }),
  'separation info': (_, { parts }) => ({ SeparationInfo: dict`<</Pages [${parts.lastPage}] /DeviceColorant (x)>>` }),
  'a thumbnail': (revision) => ({ Thumb: revision.add(stream(dict`<</Width 1 /Height 1>>`, 'x')) }),
  'beads of an article': (revision) => ({ B: [revision.add(dict`<</Type /Bead>>`)] }),
  'an instantiated template': () => ({ TemplateInstantiated: pdf`/x` }),
  'a document part': (revision) => ({ DPart: revision.add(dict`<</Type /DPart>>`) }),
  'output intents': () => ({ OutputIntents: pdf`[<</S /GTS_PDFX /OutputConditionIdentifier (x)>>]` }),
  'an associated file': (revision) => ({ AF: [revision.add(dict`<</Type /Filespec /F (x)>>`)] }),
  'an action on opening': () => ({ AA: dict`<</O ${script()}>>` }),
  'a group that is isolated': () => ({ Group: dict`<</S /Transparency /K true /I true>>` }),
  'private data': () => ({ PieceInfo: dict`<</Illustrator <</Private <<>>>>>>` }),
  'its content in an array with a stream of its own': (revision, { parts }) => ({
    Contents: [parts.content, forged(revision)],
  }),
  'its content behind nothing': (revision, { parts }) => ({
    Contents: [revision.add(stream(dict`<<>>`, '1 0 0 1 0 -400 cm ')), parts.content],
  }),
  'its content in an array that is shared': (revision, { parts }) => ({
    Contents: revision.add([parts.content, parts.content]),
  }),
  'other fonts': () => ({ Resources: dict`<</Font <</F1 ${NINES} /F0 ${NINES}>>>>` }),
  'no resources': () => ({ Resources: undefined }),
  'resources of a parent': (revision, { parts }) => {
    revision.set(parts.pages, { Resources: dict`<</Font <</F1 ${NINES}>>>>` })
    return {}
  },
  'another parent': (revision, { parts }) => {
    const parent = revision.get(parts.pages).with({ Rotate: 90 })
    return { Parent: revision.add(parent) }
  },
  'another type': () => ({ Type: pdf`/Template` }),
}

const CATALOG: Readonly<Record<string, Entries>> = {
  'a layer that is off, with an object of the page': (revision, { parts }) => {
    const layer = revision.add(dict`<</Type /OCG /Name (x)>>`)
    revision.set(parts.content, { OC: layer })
    return { OCProperties: dict`<</OCGs [${layer}] /D <</OFF [${layer}]>>>>` }
  },
  'a layer for printing alone': (revision) => {
    const layer = revision.add(dict`<</Type /OCG /Name (x) /Usage <</Print <</PrintState /OFF>>>>>>`)
    return {
      OCProperties: dict`<</OCGs [${layer}] /D <</AS [<</Event /Print /Category [/Print] /OCGs [${layer}]>>]>>>>`,
    }
  },
  'other pages': (revision, { parts }) => ({
    Pages: revision.add(dict`<</Type /Pages /Kids [${parts.lastPage} ${parts.page}] /Count 2>>`),
  }),
  'other pages, one level deeper': (revision, { parts }) => ({
    Pages: revision.add(dict`<</Type /Pages /Kids [${parts.pages}] /Count 2 /Rotate 180>>`),
  }),
  'an action on opening that goes elsewhere': (_, { parts }) => ({ OpenAction: [parts.lastPage, pdf`/Fit`] }),
  'an action on opening that runs a script': () => ({ OpenAction: script() }),
  'an action before printing': () => ({ AA: dict`<</WP ${script()}>>` }),
  'named scripts': () => ({ Names: dict`<</JavaScript <</Names [(x) ${script()}]>>>>` }),
  'named pages': (_, { parts }) => ({ Names: dict`<</Pages <</Names [(x) ${parts.lastPage}]>>>>` }),
  'named templates': (_, { parts }) => ({ Names: dict`<</Templates <</Names [(x) ${parts.lastPage}]>>>>` }),
  'named appearances': (revision) => ({ Names: dict`<</AP <</Names [(x) ${forgedForm(revision)}]>>>>` }),
  'named renditions': () => ({ Names: dict`<</Renditions <</Names [(x) <</S /MR>>]>>>>` }),
  'names without files': () => ({ Names: dict`<<>>` }),
  'a place for old names': (_, { parts }) => ({ Dests: dict`<</x [${parts.page} /Fit]>>` }),
  'a base for links': () => ({ URI: dict`<</Base (https://mallory.example/)>>` }),
  'requirements with a script': () => ({ Requirements: pdf`[<</S /EnableJavaScripts /RH <</S /JS>>>>]` }),
  'a collection': () => ({ Collection: dict`<</View /T /D (audit-trail.json)>>` }),
  'document parts': (_, { parts }) => ({ DPartRoot: dict`<</DPartRootNode <</Start ${parts.lastPage}>>>>` }),
  'permissions without certification': () => ({ Perms: dict`<<>>` }),
  'usage rights': (revision) => ({ Perms: dict`<</UR3 ${revision.add(dict`<</Type /Sig>>`)}>>` }),
  'output intents': () => ({ OutputIntents: pdf`[<</S /GTS_PDFA1 /OutputConditionIdentifier (x)>>]` }),
  'a legal attestation': () => ({ Legal: dict`<</JavaScriptActions 0>>` }),
  'a form that is another object': (revision) => {
    const form = revision.document.lookupDict(revision.document.catalog, 'AcroForm') ?? new PdfDict()
    return { AcroForm: revision.add(form.with({ NeedAppearances: true, DA: pdf`(/Helv 1 Tf 1 g)` })) }
  },
  'a form without fields': () => ({ AcroForm: dict`<</Fields []>>` }),
  'a form with other fonts': (revision) => {
    const form = revision.document.lookupDict(revision.document.catalog, 'AcroForm') ?? new PdfDict()
    const fonts = Object.fromEntries(['Helv', 'HeBo', 'F1', 'F3', 'Helvetica'].map((name) => [name, NINES]))
    return { AcroForm: form.with({ DR: dict`<</Font ${new PdfDict(fonts)}>>`, NeedAppearances: true }) }
  },
  'a form that computes': (_, base) => {
    const form = new PdfDict()
    return {
      AcroForm: form.with({ Fields: [fieldIn(base.parts, 'amount').field], CO: [fieldIn(base.parts, 'amount').field] }),
    }
  },
  'pages as a form': (_, { parts }) => ({ AcroForm: parts.pages }),
  'a version of its own, escaped': () => ({ Version: pdf`/1.#33` }),
  'an element of structure with other words': (revision, { parts }) => {
    const root = revision.add(dict`<</Type /StructTreeRoot>>`)
    const element = revision.add(dict`<</Type /StructElem /S /P /P ${root} /Pg ${parts.page} /K 0 /ActualText (900)>>`)
    revision.set(root, { K: element })
    return { StructTreeRoot: root, MarkInfo: dict`<</Marked true>>` }
  },
}

/** Objects that pages and looks share. */
const SHARED: Readonly<Record<string, (object: PdfObject, revision: Revision) => PdfObject | undefined>> = {
  'the encoding of every font': (object) =>
    object instanceof PdfDict && object.get('BaseFont') !== undefined && !object.has('DescendantFonts')
      ? object.with({ Encoding: pdf`<</Type /Encoding /Differences [48 /nine /nine]>>` })
      : undefined,
  'the name of every font': (object) =>
    object instanceof PdfDict && object.has('BaseFont') ? object.with({ BaseFont: pdf`/ZapfDingbats` }) : undefined,
  'the widths of every font': (object) =>
    object instanceof PdfDict && object.has('BaseFont')
      ? object.with({ FirstChar: 48, LastChar: 49, Widths: pdf`[9000 9000]` })
      : undefined,
  'the text of every font': (object, revision) =>
    object instanceof PdfDict && object.has('BaseFont')
      ? object.with({ ToUnicode: revision.add(stream(dict`<<>>`, '1 beginbfchar <31> <0039> endbfchar')) })
      : undefined,
  'every descriptor': (object) =>
    object instanceof PdfDict && object.has('FontName') ? object.with({ Flags: 4, FontFile2: undefined }) : undefined,
  'every font program': (object) =>
    object instanceof PdfStream && object.dict.has('Length1') ? stream(object.dict, 'x') : undefined,
  'every content and look': (object) =>
    object instanceof PdfStream && !object.dict.has('Length1') && !object.dict.has('W')
      ? stream(object.dict.with({ Filter: undefined, DecodeParms: undefined }), forgedContent())
      : undefined,
}

type SharedChange = (object: PdfObject, revision: Revision) => PdfObject | undefined

function changeShared(change: SharedChange): Maker {
  return ({ bytes }) =>
    revise(bytes, (revision) => {
      for (const [ref, next] of sharedBy(change, revision)) revision.put(ref, next)
    })
}

/** The objects that a change changes. */
function sharedBy(change: SharedChange, revision: Revision): (readonly [PdfRef, PdfObject])[] {
  const { document } = revision
  return [...document.xref.numbers()].flatMap((num) => {
    const next = change(document.resolve(new PdfRef(num)), revision)
    return next === undefined ? [] : [[new PdfRef(num), next] as const]
  })
}

const each = (prefix: string, table: Readonly<Record<string, Entries>>, where: (base: Base) => PdfRef) =>
  Object.fromEntries(
    Object.entries(table).map(([name, entries]): [string, Maker] => [
      `${prefix} gets ${name}`,
      (base) =>
        revise(base.bytes, (revision) => {
          const changed = entries(revision, base)
          revision.set(where(base), changed)
        }),
    ]),
  )

/** Every way of signing. */
export const pageSurroundings: readonly ClassAttack[] = [
  ...attacksBy(each('the page', PAGE, ({ parts }) => parts.page)),
  ...attacksBy(each('the catalog', CATALOG, ({ parts }) => parts.catalog)),
  ...Object.entries(SHARED).map(([name, change]) => ({
    name: `${name} is another`,
    make: changeShared(change),
    fits: ({ bytes }: Base) => sharedBy(change, beginRevision(bytes).revision).length > 0,
  })),
]
