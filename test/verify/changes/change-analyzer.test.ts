/**
 * The analysis of changes after a signature, and its report.
 *
 * @module
 */

import { beforeAll, describe, expect, it } from 'vitest'
import { SealwrightError } from '../../../src/errors.js'
import { finishSteps } from '../../../src/pace/turns.js'
import { PdfDocument } from '../../../src/pdf/document.js'
import { PdfDict, PdfRef, PdfStream } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import { analyzeChanges } from '../../../src/verify/changes/analyze-changes.js'
import { readRevisionViews } from '../../../src/verify/revision-views.js'
import {
  annotate,
  change,
  codesOf,
  createDocument,
  dict,
  fieldText,
  form,
  judge,
  judgeFirst,
  name,
  REFS,
  sign,
  stream,
} from './changed-documents.js'

let signed: Uint8Array
let commentable: Uint8Array

beforeAll(async () => {
  signed = await sign(createDocument())
  commentable = await sign(createDocument(), { certify: 3 })
})

describe('analyzeChanges', () => {
  it('says so when the signature ends no revision', () => {
    const chain = readRevisionViews(PdfDocument.open(signed))
    if ('code' in chain) throw new Error(chain.message)
    const signature = { fieldName: 'Signature1', dict: new PdfDict() }
    const report = finishSteps(analyzeChanges({ revisions: chain.views, signedIndex: 9, signature }))
    expect(report).toMatchObject({ status: 'indeterminate', findings: [{ code: 'revision_unknown' }] })
  })

  it('lists permitted changes beside those that are not', () => {
    const bytes = change(signed, ({ increment, update }) => {
      update(REFS.total, { V: textString('900'), AP: dict({ N: increment.add(fieldText('900')) }) })
      update(REFS.page, { Rotate: 90 })
    })
    const report = judgeFirst(bytes)
    const changes = report.changes.toSorted((a, b) => a.code.localeCompare(b.code))
    expect({ ...report, changes }).toEqual({
      status: 'invalid',
      level: 'other',
      findings: [{ code: 'page_changed', message: 'The entry /Rotate of page 1 was changed (revision 3).' }],
      warnings: [],
      changes: [
        {
          revision: 3,
          level: 'form-filling',
          code: 'field_filled',
          description: 'Field "Total" changed from "100" to "900"',
          permitted: true,
          field: 'Total',
          places: [{ page: 1, rectangle: [20, 100, 120, 120] }],
        },
        {
          revision: 3,
          level: 'other',
          code: 'page_changed',
          description: 'The entry /Rotate of page 1 was changed',
          permitted: false,
          places: [{ page: 1 }],
          deniedBy: ['Signature1'],
        },
      ],
    })
  })

  it('tells a document time stamp from a signature', async () => {
    const addTimestamp = (bytes: Uint8Array) =>
      change(bytes, (changing) => {
        const { increment, update, dict: read } = changing
        // The end of the revision is not known yet; any place within it will do.
        const range = [0, bytes.length, bytes.length + 20, 1]
        const value = { Type: name('DocTimeStamp'), SubFilter: name('ETSI.RFC3161'), Contents: textString('token') }
        const signature = increment.add(dict({ ...value, ByteRange: range }))
        const widget = { Type: name('Annot'), Subtype: name('Widget'), FT: name('Sig'), T: textString('Stamp') }
        const field = increment.add(dict({ ...widget, V: signature, Rect: [0, 0, 0, 0], F: 132, P: REFS.page }))
        const fields = read(REFS.form).get('Fields')
        update(REFS.form, { Fields: [...(Array.isArray(fields) ? fields : []), field] })
        annotate(changing, field)
      })
    const certified = await sign(createDocument(), { certify: 1 })
    expect(judgeFirst(addTimestamp(certified))).toMatchObject({
      status: 'valid',
      level: 'validation-data',
      changes: [{ description: 'Document time stamp "Stamp" added' }],
    })
  })

  it('explains nothing by an object stream that takes the place of another', async () => {
    const base = createDocument({
      catalog: { Custom: new PdfRef(16) },
      extend: (file) =>
        file.add(new PdfStream(new PdfDict({ Type: name('ObjStm'), N: 0, First: 0 }), new Uint8Array())),
    })
    const bytes = change(await sign(base), ({ increment }) =>
      increment.put(new PdfRef(16), stream('1 0 null', { Type: name('ObjStm'), N: 1, First: 4 })),
    )
    expect(codesOf(judgeFirst(bytes))).toEqual(['unexplained_change'])
  })
})

describe('drawings that hide', () => {
  const addStamp = (content: string, rect = [15, 244, 285, 266]) =>
    change(commentable, (changing) => {
      const drawing = changing.increment.add(form(content, 270, 22))
      const stamp = { Type: name('Annot'), Subtype: name('Stamp'), Rect: rect, AP: dict({ N: drawing }) }
      annotate(changing, changing.increment.add(dict(stamp)))
    })

  it.each([
    ['many small areas', Array.from({ length: 135 }, (_, i) => `1 g ${i * 2} 0 2 22 re f`).join(' ')],
    ['one broad line', '1 G 22 w 0 11 m 270 11 l S'],
    ['an inline image', 'q 270 0 0 22 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q'],
    ['huge letters', 'BT /Helv 300 Tf 0 -60 Td (IIIIII) Tj ET'],
    ['a filled shape in a saved state', 'q 1 0 0 1 0 0 cm 1 1 1 rg 0 0 m 270 0 l 270 22 l 0 22 l f Q'],
  ])('are found when they are %s', (_, content) => {
    expect(judgeFirst(addStamp(content)).status).toBe('invalid')
  })

  it('are found when they hide the value of a field', () => {
    expect(codesOf(judgeFirst(addStamp('1 g 0 0 270 22 re f', [15, 98, 125, 122])))).toEqual(['content_covered'])
  })

  it('are not found in a drawing on an empty place', () => {
    expect(judgeFirst(addStamp('1 g 0 0 270 22 re f', [15, 200, 285, 222])).status).toBe('valid')
  })
})

describe('damaged files', () => {
  it('are judged without any other error than the package has', async () => {
    const filled = change(signed, ({ update }) => update(REFS.total, { F: 6 }))
    const bytes = await sign(filled)
    let state = 7
    const random = (below: number) => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 1
      return state % below
    }
    let judged = 0
    for (let round = 0; round < 300; round++) {
      const damaged = bytes.slice()
      for (let i = 0; i <= random(5); i++)
        damaged[random(damaged.length)] = random(2) === 0 ? 0x30 + random(10) : random(256)
      try {
        for (const report of judge(damaged)) {
          judged++
          expect(report.findings.map(({ message }) => message)).not.toContain('What was changed cannot be told')
        }
      } catch (error) {
        const fromStructure = error instanceof Error && /^Revision|^The revisions/.test(error.message)
        expect(fromStructure || error instanceof SealwrightError).toBe(true)
      }
    }
    expect(judged).toBeGreaterThan(300)
  })
})
