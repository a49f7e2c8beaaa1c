/**
 * The same contract, with the same form, as written by different programs.
 *
 * @module
 */

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PDF } from '@libpdf/core'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { PdfDict, PdfName, type PdfObject, type PdfRef } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import { PdfFileWriter } from '../../../src/pdf/writing/file-writer.js'
import { withFiles } from '../../support/oracles.js'
import { runTool } from '../../support/tools.js'
import { textContent } from '../support/contract.js'
import { dict, pdf, stream } from '../support/notation.js'
import { addAnnotation, pageAt, revise } from '../support/revise.js'
import { addToForm } from '../support/sign.js'
import { rewriteWithQpdf } from '../support/structures.js'

/** Programs that write the contract. */
export type WriterName = keyof typeof WRITERS

const LINES = ['Contract of sale', 'The price is 100 EUR.', 'Seller: Ada. Buyer: Bob.']
const TERMS = 'Terms: payment within thirty days.'

/** Places of the form fields, in points from the lower left corner of a page of 600 by 800. */
const PLACES = {
  name: { x: 60, y: 600, width: 200, height: 20 },
  amount: { x: 60, y: 570, width: 200, height: 20 },
  agree: { x: 60, y: 540, width: 15, height: 15 },
  accepted: { x: 90, y: 540, width: 15, height: 15 },
  planBasic: { x: 60, y: 510, width: 15, height: 15 },
  planFull: { x: 90, y: 510, width: 15, height: 15 },
  country: { x: 60, y: 480, width: 200, height: 20 },
  colours: { x: 300, y: 440, width: 200, height: 60 },
} as const

const COUNTRIES = ['Austria', 'Belgium']
const COLOURS = ['Red', 'Green', 'Blue']

/** Every writer's contract, unsigned. Each has a text, two fields, boxes, radio buttons, choices and an empty signature. */
export const WRITERS = {
  sealwright: () => Promise.resolve(byOurselves('table')),
  'sealwright, streams': () => Promise.resolve(byOurselves('stream')),
  'sealwright, drawn anew': () => Promise.resolve(byOurselves('table', { NeedAppearances: true })),
  'pdf-lib': byPdfLib,
  '@libpdf/core': byLibpdf,
  LibreOffice: byLibreOffice,
  'qpdf, object streams': async () => rewriteWithQpdf(byOurselves('table'), '--object-streams=generate'),
  'qpdf, linearized': async () => rewriteWithQpdf(await byPdfLib(), '--linearize', '--object-streams=disable'),
  MuPDF: async () => cleanWithMupdf(byOurselves('table')),
} satisfies Record<string, () => Promise<Uint8Array>>

async function byPdfLib(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const page = document.addPage([600, 800])
  for (const [i, line] of LINES.entries()) page.drawText(line, { x: 60, y: 740 - 24 * i, size: 12, font })
  document.addPage([600, 800]).drawText(TERMS, { x: 60, y: 740, size: 12, font })
  const form = document.getForm()
  const plain = { borderWidth: 0 }
  form.createTextField('name').addToPage(page, { ...PLACES.name, ...plain, font })
  const amount = form.createTextField('amount')
  amount.addToPage(page, { ...PLACES.amount, ...plain, font })
  amount.setText('100')
  form.createCheckBox('agree').addToPage(page, PLACES.agree)
  const accepted = form.createCheckBox('accepted')
  accepted.addToPage(page, PLACES.accepted)
  accepted.check()
  const plan = form.createRadioGroup('plan')
  plan.addOptionToPage('Basic', page, PLACES.planBasic)
  plan.addOptionToPage('Full', page, PLACES.planFull)
  plan.select('Basic')
  const country = form.createDropdown('country')
  country.setOptions(COUNTRIES)
  country.addToPage(page, { ...PLACES.country, font })
  country.select('Austria')
  const colours = form.createOptionList('colours')
  colours.setOptions(COLOURS)
  colours.addToPage(page, { ...PLACES.colours, font })
  colours.select('Green')
  return withEmptySignature(await document.save({ useObjectStreams: true }))
}

async function byLibpdf(): Promise<Uint8Array> {
  const document = PDF.create()
  const page = document.addPage({ width: 600, height: 800 })
  for (const [i, line] of LINES.entries()) page.drawText(line, { x: 60, y: 740 - 24 * i, size: 12 })
  document.addPage({ width: 600, height: 800 }).drawText(TERMS, { x: 60, y: 740, size: 12 })
  const form = document.getOrCreateForm()
  page.drawField(form.createTextField('name', { fontSize: 10 }), PLACES.name)
  page.drawField(form.createTextField('amount', { fontSize: 10, defaultValue: '100' }), PLACES.amount)
  page.drawField(form.createCheckbox('agree'), PLACES.agree)
  page.drawField(form.createCheckbox('accepted', { defaultChecked: true }), PLACES.accepted)
  const plan = form.createRadioGroup('plan', { options: ['Basic', 'Full'], defaultValue: 'Basic' })
  page.drawField(plan, { ...PLACES.planBasic, option: 'Basic' })
  page.drawField(plan, { ...PLACES.planFull, option: 'Full' })
  page.drawField(form.createDropdown('country', { options: COUNTRIES, defaultValue: 'Austria' }), PLACES.country)
  page.drawField(form.createListbox('colours', { options: COLOURS, defaultValue: ['Green'] }), PLACES.colours)
  return withEmptySignature(await document.save())
}

/** About two seconds: the only program that does not run in this process or in some milliseconds. */
function byLibreOffice(): Promise<Uint8Array> {
  const source = fileURLToPath(new URL('./contract.fodt', import.meta.url))
  return withFiles({}, async (path) => {
    const profile = `-env:UserInstallation=file://${path('profile')}`
    const filter = 'pdf:writer_pdf_Export:{"ExportFormFields":{"type":"boolean","value":"true"}}'
    const folder = path('.')
    const args = [profile, '--headless', '--convert-to', filter, '--outdir', folder, source]
    const { code, stderr } = await runTool('soffice', args, { timeoutMs: 120_000 })
    if (code !== 0) throw new Error(`LibreOffice: ${stderr}`)
    return withEmptySignature(new Uint8Array(await readFile(path('contract.pdf'))))
  })
}

function cleanWithMupdf(bytes: Uint8Array): Promise<Uint8Array> {
  return withFiles({ 'in.pdf': bytes }, async (path) => {
    const { code, stderr } = await runTool('mutool', ['clean', '-gg', path('in.pdf'), path('out.pdf')])
    if (code !== 0) throw new Error(`mutool: ${stderr}`)
    return new Uint8Array(await readFile(path('out.pdf')))
  })
}

/** None of the libraries makes a signature field that has a place on a page. */
function withEmptySignature(bytes: Uint8Array): Uint8Array {
  return revise(bytes, (revision) => {
    const page = pageAt(revision.document, 0).ref
    const field = dict`<</Type /Annot /Subtype /Widget /FT /Sig /T (Approval) /F 4 /Rect ${APPROVAL} /P ${page}>>`
    addToForm(revision, addAnnotation(revision, page, field))
  })
}

const APPROVAL = '[300 560 540 620]'

/** Our own writer, object by object. */
function byOurselves(xref: 'table' | 'stream', formEntries: Record<string, PdfObject> = {}): Uint8Array {
  const file = new PdfFileWriter()
  const [catalog, pages, page, terms] = [file.allocate(), file.allocate(), file.allocate(), file.allocate()]
  const font = file.add(HELVETICA)
  const resources = dict`<</Font <</F1 ${font}>>>>`
  const widgets = Object.entries(ownWidgets(file, font)).map(([name, entries]) => {
    const rectangle = rectangleOf(PLACES[name as keyof typeof PLACES])
    return file.add(dict`<</Type /Annot /Subtype /Widget /F 4 /P ${page} /Rect ${rectangle}>>`.with(entries))
  })
  const [basic, full] = widgets.slice(4, 6)
  const plan = file.add(dict`<</FT /Btn /Ff 49152 /T (plan) /V /Basic /Kids ${[basic ?? null, full ?? null]}>>`)
  for (const radio of [basic, full]) {
    const entries = radio === undefined ? undefined : file.get(radio)
    if (radio !== undefined && entries instanceof PdfDict) file.put(radio, entries.with({ Parent: plan }))
  }
  const approval = file.add(
    dict`<</Type /Annot /Subtype /Widget /FT /Sig /T (Approval) /F 4 /Rect ${APPROVAL} /P ${page}>>`,
  )
  const fields = [...widgets.slice(0, 4), plan, ...widgets.slice(6), approval]
  file.put(page, pageOf(pages, resources, file.add(stream(dict`<<>>`, textContent(...LINES))), [...widgets, approval]))
  file.put(terms, pageOf(pages, resources, file.add(stream(dict`<<>>`, textContent(TERMS))), []))
  file.put(pages, dict`<</Type /Pages /Kids ${[page, terms]} /Count 2>>`)
  const form = dict`<</Fields ${fields} /DA (/Helv 0 Tf 0 g) /DR <</Font <</Helv ${font}>>>>>>`.with(formEntries)
  file.put(catalog, dict`<</Type /Catalog /Pages ${pages} /AcroForm ${form}>>`)
  const info = file.add(dict`<</Title (Contract) /Producer (tests)>>`)
  const id = pdf`[<00112233445566778899AABBCCDDEEFF> <00112233445566778899AABBCCDDEEFF>]`
  return file.finish({ Root: catalog, Info: info, ID: id }, { xref })
}

const HELVETICA = dict`<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>`

function pageOf(parent: PdfRef, resources: PdfDict, content: PdfRef, annotations: PdfRef[]): PdfDict {
  return dict`<</Type /Page /Parent ${parent} /MediaBox [0 0 600 800] /Resources ${resources} /Contents ${content}
    /Annots ${annotations}>>`
}

function rectangleOf({ x, y, width, height }: (typeof PLACES)[keyof typeof PLACES]): PdfObject {
  return [x, y, x + width, y + height]
}

/** What is special about each widget, in the order of {@link PLACES}. */
function ownWidgets(file: PdfFileWriter, font: PdfRef): Record<keyof typeof PLACES, Record<string, PdfObject>> {
  const look = (content: string, width: number, height: number) =>
    file.add(
      stream(
        dict`<</Type /XObject /Subtype /Form /BBox ${[0, 0, width, height]} /Resources <</Font <</Helv ${font}>>>>>>`,
        content,
      ),
    )
  const text = (value: string) => look(`/Tx BMC\nq BT /Helv 10 Tf 0 g 2 6 Td (${value}) Tj ET Q\nEMC\n`, 200, 20)
  const frame = '0.5 G 0.5 0.5 14 14 re S\n'
  const on = look(`${frame}0 G 3 3 m 12 12 l 3 12 m 12 3 l S\n`, 15, 15)
  const off = look(frame, 15, 15)
  const box = (state: string, name: string) => ({
    AS: PdfName.of(state),
    AP: dict`<</N <</${name} ${on} /Off ${off}>>>>`,
  })
  const lines = COLOURS.map((colour, i) => `BT /Helv 10 Tf 0 g 2 ${47 - 14 * i} Td (${colour}) Tj ET\n`).join('')
  const list = look(`/Tx BMC\n0.6 0.75 0.85 rg 0 29 200 14 re f\n${lines}EMC\n`, 200, 60)
  const written = (type: string, name: string) => dict`<</FT /${type} /T (${name}) /DA (/Helv 10 Tf 0 g)>>`.entries
  const entries = (map: ReadonlyMap<string, PdfObject>, more: PdfDict) => Object.fromEntries([...map, ...more.entries])
  return {
    name: entries(written('Tx', 'name'), dict`<</AP <</N ${text('')}>>>>`),
    amount: entries(written('Tx', 'amount'), dict`<</V (100) /AP <</N ${text('100')}>>>>`),
    agree: { FT: PdfName.of('Btn'), T: textString('agree'), V: PdfName.of('Off'), ...box('Off', 'Yes') },
    accepted: { FT: PdfName.of('Btn'), T: textString('accepted'), V: PdfName.of('Yes'), ...box('Yes', 'Yes') },
    planBasic: box('Basic', 'Basic'),
    planFull: box('Off', 'Full'),
    country: entries(
      written('Ch', 'country'),
      dict`<</Ff 131072 /Opt [(Austria) (Belgium)] /V (Austria) /AP <</N ${text('Austria')}>>>>`,
    ),
    colours: entries(
      written('Ch', 'colours'),
      dict`<</Opt [(Red) (Green) (Blue)] /V (Green) /I [1] /AP <</N ${list}>>>>`,
    ),
  }
}
