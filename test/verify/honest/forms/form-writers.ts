/**
 * The form of `field-specs.ts` as different programs write it, unsigned.
 *
 * @module
 */

import { readFile } from 'node:fs/promises'
import { rgb as colour, PDF } from '@libpdf/core'
import { PDFDocument, rgb, StandardFonts } from 'pdf-lib'
import { withFiles } from '../../../support/oracles.js'
import { runTool } from '../../../support/tools.js'
import type { JavaPrograms } from '../programs/java-programs.js'
import { type Colour, type FieldSpec, MARKS, OPTIONS, RADIOS, radioPlaces } from './field-specs.js'
import { writeByHand } from './hand-written-form.js'
import { openDocumentForm } from './open-document-form.js'

export const FORM_WRITERS = ['by hand', 'iText', 'PDFBox', 'pdf-lib', '@libpdf/core', 'LibreOffice'] as const
export type FormWriter = (typeof FORM_WRITERS)[number]

/** Whether a program can write such a field at all. */
export function canWrite(writer: FormWriter, { kind, border, mark, traits, name }: FieldSpec): boolean {
  if (writer === 'pdf-lib' || writer === '@libpdf/core') {
    if (border !== 'solid' && border !== 'none') return false
    return kind !== 'push' && mark === 'check' && !traits.some((trait) => trait === 'pairs' || trait === 'turned')
  }
  if (writer === 'LibreOffice') {
    const hasMark = kind === 'check' || kind === 'radio'
    return kind !== 'push' && !(hasMark && mark !== 'check') && !name.startsWith('comb') && !traits.includes('turned')
  }
  return true
}

/** Writes the form with those fields that the program can write. */
export function writeForm(
  writer: FormWriter,
  java: JavaPrograms,
  specs: readonly FieldSpec[],
): Promise<Uint8Array> | Uint8Array {
  const fields = specs.filter((spec) => canWrite(writer, spec))
  switch (writer) {
    case 'by hand':
      return writeByHand(fields)
    case 'iText':
      return java.change(asLines(fields), 'itext write')
    case 'PDFBox':
      return java.change(asLines(fields), 'pdfbox write')
    case 'pdf-lib':
      return byPdfLib(fields)
    case '@libpdf/core':
      return byLibpdf(fields)
    case 'LibreOffice':
      return byLibreOffice(fields)
  }
}

const TEXT = { x: 20, y: 770, size: 12 }
const TITLE = 'Contract of sale. The price is 100 EUR.'
const SHOWN = OPTIONS.map(([, shown]) => shown)

/** What `write-forms.java` reads: one field in a line. */
function asLines(specs: readonly FieldSpec[]): Uint8Array {
  const lines = specs.map((spec) => {
    const entries: Record<string, string> = {
      ...Object.fromEntries(
        Object.entries(spec).map(([key, value]) => [key, String(value ?? '').replaceAll('\n', '\\n')]),
      ),
      places: radioPlaces(spec).join(';'),
      code: MARKS[spec.mark],
      options: SHOWN.join('\\n'),
      exports: OPTIONS.map(([exported]) => exported).join('\\n'),
    }
    return Object.entries(entries)
      .map(([key, value]) => `${key}=${value}`)
      .join('\t')
  })
  return new TextEncoder().encode(`${lines.join('\n')}\n`)
}

const boxOf = ([left, bottom, right, top]: FieldSpec['place']) => ({
  x: left,
  y: bottom,
  width: right - left,
  height: top - bottom,
})

/** Options of a program, without those that are not given. */
function given<T extends object>(options: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T
}

async function byPdfLib(specs: readonly FieldSpec[]): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const page = document.addPage([600, 800])
  page.drawText(TITLE, { ...TEXT, font })
  const form = document.getForm()
  const inColour = (value: Colour | undefined) => (value === undefined ? undefined : rgb(...value))
  for (const spec of specs) {
    const { name, kind, traits, before, place } = spec
    const look = given({
      borderWidth: spec.border === 'none' ? 0 : spec.width,
      borderColor: inColour(spec.frame),
      backgroundColor: inColour(spec.ground),
    })
    const at = { ...boxOf(place), ...look }
    if (kind === 'check') {
      const field = form.createCheckBox(name)
      field.addToPage(page, at)
      if (before !== '') field.check()
    } else if (kind === 'radio') {
      const field = form.createRadioGroup(name)
      for (const [i, option] of RADIOS.entries()) {
        field.addOptionToPage(option, page, { ...boxOf(radioPlaces(spec)[i] ?? place), ...look })
      }
      field.select(before)
    } else if (kind === 'text') {
      const field = form.createTextField(name)
      if (traits.includes('lines')) field.enableMultiline()
      if (traits.includes('password')) field.enablePassword()
      if (spec.maxLength !== undefined) field.setMaxLength(spec.maxLength)
      if (traits.includes('comb')) field.enableCombing()
      field.setAlignment(spec.align)
      if (before !== '') field.setText(before)
      field.addToPage(page, { ...at, font })
      if (spec.size > 0) field.setFontSize(spec.size)
    } else {
      const field = kind === 'combo' ? form.createDropdown(name) : form.createOptionList(name)
      field.setOptions([...SHOWN])
      if (traits.includes('multi') || traits.includes('editable')) {
        if ('enableEditing' in field) field.enableEditing()
        else field.enableMultiselect()
      }
      field.addToPage(page, { ...at, font })
      field.setFontSize(spec.size)
      field.select(before)
    }
  }
  return document.save({ useObjectStreams: false })
}

async function byLibpdf(specs: readonly FieldSpec[]): Promise<Uint8Array> {
  const document = PDF.create()
  const page = document.addPage({ width: 600, height: 800 })
  page.drawText(TITLE, TEXT)
  const form = document.getOrCreateForm()
  const inColour = (value: Colour | undefined) => (value === undefined ? undefined : colour(...value))
  for (const spec of specs) {
    const { name, kind, traits, before, place } = spec
    const look = given({
      borderWidth: spec.border === 'none' ? 0 : spec.width,
      borderColor: inColour(spec.frame),
      backgroundColor: inColour(spec.ground),
    })
    if (kind === 'check') {
      page.drawField(form.createCheckbox(name, { ...look, defaultChecked: before !== '' }), boxOf(place))
    } else if (kind === 'radio') {
      const field = form.createRadioGroup(name, { ...look, options: [...RADIOS], defaultValue: before })
      for (const [i, option] of RADIOS.entries()) {
        page.drawField(field, { ...boxOf(radioPlaces(spec)[i] ?? place), option })
      }
    } else if (kind === 'text') {
      const field = form.createTextField(name, {
        ...look,
        ...given({ maxLength: spec.maxLength }),
        fontSize: spec.size,
        defaultValue: before,
        multiline: traits.includes('lines'),
        password: traits.includes('password'),
        comb: traits.includes('comb'),
        alignment: (['left', 'center', 'right'] as const)[spec.align],
      })
      page.drawField(field, boxOf(place))
    } else {
      const choice = { ...look, options: [...SHOWN], fontSize: spec.size }
      const field =
        kind === 'combo'
          ? form.createDropdown(name, { ...choice, editable: traits.includes('editable'), defaultValue: before })
          : form.createListbox(name, { ...choice, multiSelect: traits.includes('multi'), defaultValue: [before] })
      page.drawField(field, boxOf(place))
    }
  }
  return document.save()
}

function byLibreOffice(specs: readonly FieldSpec[]): Promise<Uint8Array> {
  return withFiles({ 'form.fodt': openDocumentForm(specs) }, async (path) => {
    const profile = `-env:UserInstallation=file://${path('profile')}`
    const filter = 'pdf:writer_pdf_Export:{"ExportFormFields":{"type":"boolean","value":"true"}}'
    const args = [profile, '--headless', '--convert-to', filter, '--outdir', path('.'), path('form.fodt')]
    const { code, stderr } = await runTool('soffice', args, { timeoutMs: 120_000 })
    if (code !== 0) throw new Error(`LibreOffice: ${stderr}`)
    return new Uint8Array(await readFile(path('form.pdf')))
  })
}
