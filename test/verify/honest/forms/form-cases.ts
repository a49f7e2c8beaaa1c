/**
 * Every field of `field-specs.ts` in the documents of every writer, filled in and emptied by every other program.
 *
 * @module
 */

import { FILLABLE } from '../../attacks/class-attack.js'
import { PROFILES, type ProfileName } from '../../bases/bases.js'
import type { JavaPrograms } from '../programs/java-programs.js'
import { FIELD_SPECS, type FieldSpec } from './field-specs.js'
import { FORM_FILLERS, type FormFiller, fillForm } from './form-fillers.js'
import { canWrite, FORM_WRITERS, type FormWriter, writeForm } from './form-writers.js'

/** One change of one field. */
export interface FormCase {
  readonly writer: FormWriter
  readonly filler: FormFiller
  readonly profile: ProfileName
  readonly spec: FieldSpec
  readonly value: string
  readonly title: string
}

/** All cases; the ways of signing go round. */
export function* formCases(): Generator<FormCase> {
  let turn = 0
  for (const writer of FORM_WRITERS) {
    for (const [i, spec] of FIELD_SPECS.entries()) {
      if (spec.kind === 'push' || !canWrite(writer, spec)) continue
      for (const filler of FORM_FILLERS) {
        if (!canFill(filler, writer, spec)) continue
        for (const value of valuesFor(spec)) {
          const profile = FILLABLE[(turn++ + i) % FILLABLE.length] ?? 'plain'
          const what = value === '' ? 'emptied' : 'filled in'
          yield {
            writer,
            filler,
            profile,
            spec,
            value,
            title: `${spec.name} of ${writer} ${what} by ${filler} (${profile})`,
          }
        }
      }
    }
  }
}

/**
 * False for what a program does not do, or does so that viewers show something else than the value, which is no honest
 * change:
 * - PDFBox and Poppler draw with the fonts of the form alone, and pdf-lib writes none.
 * - iText draws a new appearance, but where /AP is an object of its own, as PDFBox writes it, leaves the old one in it.
 * - Poppler writes the value into the widget, where @libpdf/core has it in the field above.
 * - PDFBox shows what an option exports instead of its text (ISO 32000-2, Table 234, /Opt).
 * - @libpdf/core writes dashes and the Euro sign with the codes of another encoding than that of the font, and drops the
 *   request to draw the fields anew that LibreOffice counts on.
 * - iText 2 does not know /Opt of buttons, and turns them off; of several choices it writes the indices and no value.
 * - Poppler names a font without a number for text of many lines.
 * - LibreOffice makes a field of one line of one that has many, in which Poppler shows the first line of a value alone.
 */
function canFill(filler: FormFiller, writer: FormWriter, { kind, name, traits, after }: FieldSpec): boolean {
  if (writer === 'LibreOffice' && kind === 'text' && after.includes('\n')) return false
  const isWritten = kind === 'text' || kind === 'combo' || kind === 'list'
  if (filler === 'PDFBox') return writer !== 'pdf-lib' && !(kind === 'combo' && traits.includes('pairs'))
  if (filler === 'Poppler') {
    if (traits.includes('lines') && writer === 'iText') return false
    return writer !== 'pdf-lib' && !(writer === '@libpdf/core' && isWritten)
  }
  if (filler === 'iText 2' && traits.includes('multi')) return false
  if (filler === 'iText 2' && kind === 'radio' && writer === '@libpdf/core') return false
  if (filler === 'iText' || filler === 'iText 2') return !(writer === 'PDFBox' && isWritten)
  return filler !== '@libpdf/core' || (name !== 'text-accents' && writer !== 'LibreOffice')
}

/** A field that holds something is filled in anew and emptied; radio buttons cannot be emptied. */
function valuesFor({ kind, before, after }: FieldSpec): readonly string[] {
  return before === '' || after === '' || kind === 'radio' ? [after] : [after, '']
}

/** Makes documents and signs each once for every profile. */
export class FormBench {
  readonly #java: JavaPrograms
  readonly #written = new Map<FormWriter, Promise<Uint8Array>>()
  readonly #signed = new Map<string, Promise<Uint8Array>>()

  constructor(java: JavaPrograms) {
    this.#java = java
  }

  /** The document before the change. */
  base({ writer, profile }: FormCase): Promise<Uint8Array> {
    const key = `${writer}, ${profile}`
    const known = this.#signed.get(key) ?? this.#write(writer).then((bytes) => PROFILES[profile](bytes))
    this.#signed.set(key, known)
    return known
  }

  /** The document after it. */
  async change(one: FormCase): Promise<Uint8Array> {
    return fillForm(one.filler, this.#java, await this.base(one), one)
  }

  #write(writer: FormWriter): Promise<Uint8Array> {
    const known = this.#written.get(writer) ?? Promise.resolve(writeForm(writer, this.#java, FIELD_SPECS))
    this.#written.set(writer, known)
    return known
  }
}
