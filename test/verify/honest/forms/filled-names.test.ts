/**
 * Names in several alphabets, and texts that are too long, filled in by five programs in four forms: nobody who fills in
 * a form honestly is told that the document was tampered with, unless the program shows letters that are not in the value.
 *
 * @module
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyDocument } from '../../../../src/verify/verify-document.js'
import { hasTool } from '../../../support/tools.js'
import { PROFILES } from '../../bases/bases.js'
import { hasJavaPrograms, JavaPrograms } from '../programs/java-programs.js'
import { FIELD_SPECS } from './field-specs.js'
import { type FormFiller, fillForm } from './form-fillers.js'
import { type FormWriter, writeForm } from './form-writers.js'

const NAMES = {
  Latin: 'Grace Hopper',
  Polish: 'Łukasz Żółć',
  Russian: 'Лев Толстой',
  Greek: 'Ελένη Παππά',
  Chinese: '王小明',
  'too long': 'Grace Brewster Murray Hopper, Rear Admiral, United States Navy, Arlington',
}
const FILLERS: readonly FormFiller[] = ['PDF.js', 'MuPDF', 'PDFBox', 'iText', '@libpdf/core']
const FORMS: readonly FormWriter[] = ['by hand', 'iText', 'PDFBox', '@libpdf/core']
/** Fillings that are made: PDFBox refuses letters that its font lacks. */
const LEAST_MADE = 75
/** iText leaves the old drawing in forms of PDFBox, and @libpdf/core draws other letters than those that its font lacks. */
const isWrong = (filler: FormFiller, writer: FormWriter, language: string) =>
  (filler === 'iText' && writer === 'PDFBox') || (filler === '@libpdf/core' && OTHER_ALPHABETS.includes(language))
const OTHER_ALPHABETS = ['Polish', 'Russian', 'Greek', 'Chinese']

describe.skipIf(!hasTool('mutool') || !hasTool('java') || !hasJavaPrograms())('a name that is filled in', () => {
  let java: JavaPrograms
  beforeAll(async () => {
    java = await JavaPrograms.start(new URL('./write-forms.java', import.meta.url))
  })
  afterAll(() => java.close())

  it('is valid, with a warning where it is shown in part', async () => {
    const [spec] = FIELD_SPECS.filter(({ kind, traits }) => kind === 'text' && traits.length === 0)
    if (spec === undefined) throw new Error('There is no plain text field.')
    const refused: string[] = []
    let made = 0
    for (const writer of FORMS) {
      const signed = await PROFILES.plain(await writeForm(writer, java, [spec]))
      for (const filler of FILLERS) {
        for (const [language, value] of Object.entries(NAMES)) {
          if (isWrong(filler, writer, language)) continue
          const filled = await fillForm(filler, java, signed, { spec, value }).catch(() => undefined)
          if (filled === undefined) continue
          made++
          const { signers } = await verifyDocument(filled)
          const codes = signers.flatMap(({ status, reasons }) =>
            status === 'valid' ? [] : reasons.map(({ code, message }) => `${code} ${message}`),
          )
          if (codes.length > 0) refused.push(`${language} by ${filler} in a form ${writer}: ${codes.join()}`)
          else if (language === 'too long') {
            expect(signers.flatMap(({ warnings }) => warnings.map(({ code }) => code))).toContain('field_shown_in_part')
          }
        }
      }
    }
    expect(refused).toEqual([])
    expect(made).toBeGreaterThanOrEqual(LEAST_MADE)
  }, 300_000)
})
