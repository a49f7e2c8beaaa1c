/**
 * How different programs fill in and empty the fields of `field-specs.ts`.
 *
 * @module
 */

import { readFile } from 'node:fs/promises'
import { PDF } from '@libpdf/core'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { withFiles } from '../../../support/oracles.js'
import { runTool } from '../../../support/tools.js'
import type { JavaPrograms } from '../programs/java-programs.js'
import type { FieldSpec } from './field-specs.js'
import { exportedOf } from './hand-written-form.js'

export const FORM_FILLERS = ['PDFBox', 'iText', 'iText 2', '@libpdf/core', 'MuPDF', 'Poppler', 'PDF.js'] as const
export type FormFiller = (typeof FORM_FILLERS)[number]

/** What a field is given; the empty text empties it, and turns boxes off. Several choices stand in lines. */
export interface Filling {
  readonly spec: FieldSpec
  readonly value: string
}

const SCRIPT = new URL('./fill-form.py', import.meta.url).pathname
const PYTHON = '/usr/bin/python3'

/** Fills one field in, in an increment. */
export function fillForm(
  filler: FormFiller,
  java: JavaPrograms,
  bytes: Uint8Array,
  filling: Filling,
): Promise<Uint8Array> {
  switch (filler) {
    case 'PDFBox':
    case 'iText':
    case 'iText 2': {
      const value = chosenValue(filling).replaceAll('\n', '\\n')
      return java.change(bytes, `${filler.toLowerCase()} fill|${filling.spec.name}|${value}`)
    }
    case '@libpdf/core':
      return byLibpdf(bytes, filling)
    case 'MuPDF':
      return byMupdf(bytes, filling)
    case 'Poppler':
      return byPoppler(bytes, filling)
    case 'PDF.js':
      return byPdfjs(bytes, filling)
  }
}

function chosenValue({ spec, value }: Filling): string {
  return spec.kind === 'combo' || spec.kind === 'list'
    ? value
        .split('\n')
        .map((line) => exportedOf(spec, line))
        .join('\n')
    : value
}

async function byLibpdf(bytes: Uint8Array, filling: Filling): Promise<Uint8Array> {
  const document = await PDF.load(bytes)
  const form = document.getOrCreateForm()
  const { spec } = filling
  const value = chosenValue(filling)
  if (spec.kind === 'check') {
    const box = form.getCheckbox(spec.name)
    if (filling.value === '') box?.uncheck()
    else box?.check()
  } else if (spec.kind === 'radio') {
    const group = form.getRadioGroup(spec.name)
    group?.setValue(group.getOptions().at(filling.value === 'Full' ? -1 : 0) ?? null)
  } else {
    const list = value === '' ? [] : value.split('\n')
    const { skipped } = form.fill({ [spec.name]: spec.kind === 'list' ? list : value })
    if (skipped.length > 0) throw new Error('It was not filled in.')
  }
  return document.save({ incremental: true })
}

async function byMupdf(bytes: Uint8Array, { spec, value }: Filling): Promise<Uint8Array> {
  const text = JSON.stringify(value)
  const action =
    spec.kind === 'text'
      ? `found[0].setTextValue(${text})`
      : spec.kind === 'check' || spec.kind === 'radio'
        ? `found[${spec.kind === 'radio' && value === 'Full' ? 'found.length - 1' : 0}].toggle()`
        : `found[0].setChoiceValue(${text})`
  const script = `var doc = new PDFDocument(scriptArgs[0]), page = doc.loadPage(0)
var found = page.getWidgets().filter(function (w) { return w.getLabel() === ${JSON.stringify(spec.name)} })
if (found.length === 0) throw new Error("no widget")
${action}
page.update()
doc.save(scriptArgs[1], "incremental")
`
  return withFiles({ 'in.pdf': bytes, 'script.js': script }, async (path) => {
    const { code, stderr } = await runTool('mutool', ['run', path('script.js'), path('in.pdf'), path('out.pdf')])
    if (code !== 0) throw new Error(`mutool run: ${stderr}`)
    return new Uint8Array(await readFile(path('out.pdf')))
  })
}

function byPoppler(bytes: Uint8Array, { spec, value }: Filling): Promise<Uint8Array> {
  return withFiles({ 'in.pdf': bytes }, async (path) => {
    const args = [SCRIPT, spec.kind, spec.name, value, path('in.pdf'), path('out.pdf')]
    const { code, stderr } = await runTool(PYTHON, args)
    if (code !== 0) throw new Error(`Poppler: ${stderr}`)
    return new Uint8Array(await readFile(path('out.pdf')))
  })
}

interface Field {
  readonly id: string
  readonly type?: string
}

async function byPdfjs(bytes: Uint8Array, filling: Filling): Promise<Uint8Array> {
  const task = getDocument({ data: bytes.slice(), verbosity: 0, useSystemFonts: false })
  try {
    const document = await task.promise
    const all = (await document.getFieldObjects()) as Readonly<Record<string, readonly Field[]>> | null
    const { spec } = filling
    const fields = all?.[spec.name]?.filter(({ id, type }) => id !== undefined && type !== undefined) ?? []
    if (fields.length === 0) throw new Error('There is no such field.')
    const chosen = filling.value === 'Full' ? fields.length - 1 : 0
    for (const [i, { id }] of fields.entries()) {
      document.annotationStorage.setValue(id, { value: pdfjsValue(filling, i === chosen) })
    }
    return await document.saveDocument()
  } finally {
    await task.destroy()
  }
}

function pdfjsValue(filling: Filling, isChosen: boolean): unknown {
  const { kind, traits } = filling.spec
  if (kind === 'check') return filling.value !== ''
  if (kind === 'radio') return isChosen
  const value = chosenValue(filling)
  return kind === 'list' && traits.includes('multi') ? (value === '' ? [] : value.split('\n')) : value
}
