/**
 * The form of `field-specs.ts` written object by object, with the dictionaries that Acrobat's form editor gives fields.
 *
 * @module
 */

import { PdfDict, PdfName, type PdfObject, type PdfRef } from '../../../../src/pdf/objects.js'
import { textString } from '../../../../src/pdf/syntax/text-string.js'
import { PdfFileWriter } from '../../../../src/pdf/writing/file-writer.js'
import { textContent } from '../../support/contract.js'
import { dict, pdf, stream } from '../../support/notation.js'
import { type Colour, type FieldSpec, MARKS, OPTIONS, RADIOS, radioPlaces } from './field-specs.js'

const FLAGS = { lines: 1 << 12, password: 1 << 13, comb: 1 << 24, editable: 1 << 18, multi: 1 << 21 } as const
const COMBO = 1 << 17
const [PUSH, RADIO, NO_TOGGLE] = [1 << 16, 1 << 15, 1 << 14]

interface Draft {
  readonly file: PdfFileWriter
  readonly page: PdfRef
  readonly fonts: PdfDict
}

/** Writes the form with a cross-reference table. */
export function writeByHand(specs: readonly FieldSpec[]): Uint8Array {
  const file = new PdfFileWriter()
  const [catalog, pages, page] = [file.allocate(), file.allocate(), file.allocate()]
  const helvetica = file.add(dict`<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>`)
  const dingbats = file.add(dict`<</Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats>>`)
  const fonts = dict`<</Font <</Helv ${helvetica} /ZaDb ${dingbats}>>>>`
  const draft = { file, page, fonts }
  const fields: PdfRef[] = []
  const widgets: PdfRef[] = []
  for (const spec of specs) {
    const made = spec.kind === 'radio' ? radioField(draft, spec) : [file.add(singleField(draft, spec))]
    fields.push(...made.slice(0, 1))
    widgets.push(...(made.length > 1 ? made.slice(1) : made))
  }
  const content = file.add(stream(dict`<<>>`, textContent('Contract of sale. The price is 100 EUR.')))
  const resources = dict`<</Font <</F1 ${helvetica}>>>>`
  file.put(
    page,
    dict`<</Type /Page /Parent ${pages} /MediaBox [0 0 600 800] /Resources ${resources} /Contents ${content}
    /Annots ${widgets}>>`,
  )
  file.put(pages, dict`<</Type /Pages /Kids ${[page]} /Count 1>>`)
  const form = dict`<</Fields ${fields} /DA (/Helv 0 Tf 0 g) /DR ${fonts}>>`
  file.put(catalog, dict`<</Type /Catalog /Pages ${pages} /AcroForm ${form}>>`)
  const id = pdf`[<00112233445566778899AABBCCDDEEFF> <00112233445566778899AABBCCDDEEFF>]`
  return file.finish({ Root: catalog, ID: id }, { xref: 'table' })
}

function widgetEntries({ page }: Draft, spec: FieldSpec, place: FieldSpec['place'], caption?: string): PdfDict {
  const { border, width, frame, ground, traits } = spec
  const look = new PdfDict().with({
    ...(frame === undefined ? {} : { BC: [...frame] }),
    ...(ground === undefined ? {} : { BG: [...ground] }),
    ...(caption === undefined ? {} : { CA: textString(caption) }),
    ...(traits.includes('turned') ? { R: 90 } : {}),
  })
  const style = dict`<</W ${border === 'none' ? 0 : width} /S /${border === 'none' ? 'S' : border.charAt(0).toUpperCase()}>>`
  return dict`<</Type /Annot /Subtype /Widget /F 4 /P ${page} /Rect ${[...place]} /MK ${look} /BS ${style}>>`
}

function singleField(draft: Draft, spec: FieldSpec): PdfDict {
  const { name, kind, place, traits, maxLength, size, align, before } = spec
  const flags = traits.reduce((sum, trait) => sum + (trait in FLAGS ? FLAGS[trait as keyof typeof FLAGS] : 0), 0)
  const title = { T: textString(name) }
  if (kind === 'check') {
    const state = PdfName.of(before === '' ? 'Off' : 'Yes')
    return widgetEntries(draft, spec, place, MARKS[spec.mark]).with({
      FT: PdfName.of('Btn'),
      ...title,
      V: state,
      AS: state,
      DA: textString('/ZaDb 0 Tf 0 g'),
      AP: statesOf(draft, spec, 'Yes', place),
    })
  }
  if (kind === 'push') {
    return widgetEntries(draft, spec, place, 'Send').with({
      FT: PdfName.of('Btn'),
      Ff: PUSH,
      ...title,
      DA: textString('/Helv 10 Tf 0 g'),
      AP: dict`<</N ${lookOf(draft, spec, place, 'BT /Helv 10 Tf 0 g 40 6 Td (Send) Tj ET')}>>`,
    })
  }
  const written = widgetEntries(draft, spec, place).with({
    FT: PdfName.of(kind === 'text' ? 'Tx' : 'Ch'),
    Ff: flags + (kind === 'combo' ? COMBO : 0),
    ...title,
    DA: textString(`/Helv ${size} Tf 0 g`),
    Q: align,
    ...(maxLength === undefined ? {} : { MaxLen: maxLength }),
    ...(kind === 'text' ? {} : { Opt: optionsOf(spec) }),
    ...(before === '' ? {} : { V: textString(exportedOf(spec, before)) }),
    AP: dict`<</N ${lookOf(draft, spec, place, `/Tx BMC q BT /Helv 10 Tf 0 g 4 6 Td (${before}) Tj ET Q EMC`)}>>`,
  })
  if (kind !== 'list') return written
  const index = OPTIONS.findIndex(([, shown]) => shown === before)
  const bars = `0.6 0.75 0.85 rg 1 ${19 - 12 * index} 118 12 re f`
  const lines = OPTIONS.map(([, shown], i) => `BT /Helv 10 Tf 0 g 3 ${22 - 12 * i} Td (${shown}) Tj ET`).join(' ')
  const list = lookOf(draft, spec, place, `/Tx BMC q 1 1 118 30 re W n ${bars} ${lines} Q EMC`)
  return written.with({ I: [index], AP: dict`<</N ${list}>>` })
}

function radioField(draft: Draft, spec: FieldSpec): PdfRef[] {
  const { file } = draft
  const field = file.allocate()
  const widgets = RADIOS.map((state, i) => {
    const place = radioPlaces(spec)[i] ?? spec.place
    return file.add(
      widgetEntries(draft, spec, place, MARKS[spec.mark]).with({
        Parent: field,
        AS: PdfName.of(state === spec.before ? state : 'Off'),
        DA: textString('/ZaDb 0 Tf 0 g'),
        AP: statesOf(draft, spec, state, place),
      }),
    )
  })
  const value = PdfName.of(spec.before)
  file.put(
    field,
    dict`<</FT /Btn /Ff ${RADIO + NO_TOGGLE} /V ${value} /Kids ${widgets}>>`.with({ T: textString(spec.name) }),
  )
  return [field, ...widgets]
}

function statesOf(draft: Draft, spec: FieldSpec, state: string, place: FieldSpec['place']): PdfDict {
  const on = lookOf(draft, spec, place, `q BT /ZaDb 12 Tf 0 g 4 4 Td (${MARKS[spec.mark]}) Tj ET Q`)
  const off = lookOf(draft, spec, place, '')
  return dict`<</N <</${state} ${on} /Off ${off}>> /D <</${state} ${on} /Off ${off}>>>>`
}

function optionsOf({ traits }: FieldSpec): PdfObject {
  return OPTIONS.map(([exported, shown]) =>
    traits.includes('pairs') ? [textString(exported), textString(shown)] : textString(shown),
  )
}

/** What a choice is called in the value of its field. */
export function exportedOf({ traits }: FieldSpec, shown: string): string {
  return traits.includes('pairs') ? (OPTIONS.find(([, text]) => text === shown)?.[0] ?? shown) : shown
}

const components = (colour: Colour) => colour.join(' ')

function lookOf({ file, fonts }: Draft, spec: FieldSpec, place: FieldSpec['place'], content: string): PdfRef {
  const [width, height] = [place[2] - place[0], place[3] - place[1]]
  const ground = spec.ground === undefined ? '' : `${components(spec.ground)} rg 0 0 ${width} ${height} re f\n`
  const half = spec.width / 2
  const frame =
    spec.frame === undefined
      ? ''
      : `${components(spec.frame)} RG ${spec.width} w ${half} ${half} ${width - spec.width} ${height - spec.width} re S\n`
  const entries = dict`<</Type /XObject /Subtype /Form /BBox ${[0, 0, width, height]} /Resources ${fonts}>>`
  return file.add(stream(entries, `${ground}${frame}${content}`))
}
