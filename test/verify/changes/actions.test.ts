/**
 * Actions that a revision brings along, wherever they stand.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { type PdfObject, PdfRef } from '../../../src/pdf/objects.js'
import type { PdfFileWriter } from '../../../src/pdf/writing/file-writer.js'
import { dict } from '../support/notation.js'
import {
  annotate,
  type Changing,
  change,
  codesOf,
  createDocument,
  form,
  judgeFirst,
  name,
  REFS,
  sign,
  stream,
} from './changed-documents.js'

const SCRIPT = dict`<</S /JavaScript /JS (app.alert(1))>>`
const NOTE = dict`<</Type /Annot /Subtype /Square /Rect [20 20 40 40] /C [1 0 0]>>`

const FORM = { Type: name('XObject'), Subtype: name('Form'), BBox: [0, 0, 20, 20] }

type Edit = (changing: Changing) => void

const prepared = (entries: Record<string, PdfObject> = {}) => sign(createDocument({ page: entries }), { certify: 3 })
const codesAfter = (bytes: Uint8Array, edit: Edit) => codesOf(judgeFirst(change(bytes, edit)))
const adding =
  (entries: (changing: Changing) => Record<string, PdfObject>): Edit =>
  (changing) => {
    annotate(changing, changing.increment.add(NOTE.with(entries(changing))))
  }

describe('a new action', () => {
  it.each<[string, Edit]>([
    ['in an annotation', adding(() => ({ A: SCRIPT }))],
    ['behind a reference', adding(({ increment }) => ({ A: increment.add(SCRIPT) }))],
    ['behind another', adding(() => ({ A: dict`<</S /GoTo /D [0 /Fit] /Next ${SCRIPT}>>` }))],
    ['in a list behind another', adding(() => ({ A: dict`<</S /GoTo /D [0 /Fit] /Next [${SCRIPT}]>>` }))],
    ['under a key that no standard knows', adding(() => ({ Private: dict`<</Deep [<</Deeper ${SCRIPT}>>]>>` }))],
    ['that starts a program', adding(() => ({ PA: dict`<</S /Launch /F (calc.exe)>>` }))],
    ['that is a script for an address', adding(() => ({ PA: dict`<</S /URI /URI (javascript:alert\\(1\\))>>` }))],
    ['that is a script with blanks', adding(() => ({ PA: dict`<</S /URI /URI ( Java\\tScript:1)>>` }))],
    ['that opens a file of the reader', adding(() => ({ PA: dict`<</S /URI /URI (file:///etc/passwd)>>` }))],
    ['that opens a page in the address', adding(() => ({ PA: dict`<</S /URI /URI (data:text/html,x)>>` }))],
    ['that opens another program', adding(() => ({ PA: dict`<</S /URI /URI (ms-msdt:/id)>>` }))],
    [
      'that opens a program with a domain as its scheme',
      adding(() => ({ PA: dict`<</S /URI /URI (org.example.app://1)>>` })),
    ],
    ['that is a script of a number', adding(() => ({ PA: dict`<</S /URI /URI (javascript:1)>>` }))],
    ['whose address is none', adding(() => ({ PA: dict`<</S /URI /URI /x>>` }))],
    ['that runs a menu', adding(() => ({ PA: dict`<</S /Named /N /Print>>` }))],
    ['whose type is not told', adding(() => ({ PA: dict`<</JS (app.alert(1))>>` }))],
    [
      'in a drawing',
      adding(({ increment }) => {
        const look = stream('', { ...FORM, PieceInfo: dict`<</Private <</A ${SCRIPT}>>>>` })
        return { AP: dict`<</N ${increment.add(look)}>>` }
      }),
    ],
    ['on a page', ({ update }) => update(REFS.page, { AA: dict`<</O <</S /Named /N /NextPage>>>>` })],
  ])('is a finding %s', async (_, edit) => {
    expect(codesAfter(await prepared(), edit)).toContain('action_added')
  })

  it('is a finding where an object becomes one that nothing used', async () => {
    let script: PdfRef | undefined
    const extend = (file: PdfFileWriter) => {
      script = file.allocate()
      file.put(script, SCRIPT)
    }
    const signed = await sign(createDocument({ extend }), { certify: 3 })
    expect(
      codesAfter(
        signed,
        adding(() => ({ Private: script ?? null })),
      ),
    ).toContain('action_added')
  })
})

describe('an action that was signed', () => {
  it('may be written again, also without the object of its own that it had', async () => {
    const signed = await prepared({ AA: dict`<</O ${SCRIPT}>>` })
    expect(codesAfter(signed, ({ update }) => update(REFS.page, { Tabs: name('S') }))).toEqual([])
    let triggers: PdfRef | undefined
    const extend = (file: PdfFileWriter) => {
      triggers = file.allocate()
      file.put(triggers, dict`<</O ${SCRIPT}>>`)
    }
    const parted = await sign(createDocument({ extend, page: { AA: new PdfRef(16) } }), { certify: 3 })
    expect(triggers?.num).toBe(16)
    expect(codesAfter(parted, ({ update }) => update(REFS.page, { AA: dict`<</O ${SCRIPT}>>` }))).toEqual([])
  })

  it('may not be moved to where it would run', async () => {
    let script: PdfRef | undefined
    const extend = (file: PdfFileWriter) => {
      script = file.allocate()
      file.put(script, SCRIPT)
    }
    const page = { PieceInfo: dict`<</Private <</Data 16 0 R>>>>` }
    const signed = await sign(createDocument({ extend, page }), { certify: 3 })
    expect(
      codesAfter(
        signed,
        adding(() => ({ PA: script ?? null })),
      ),
    ).toContain('action_added')
  })
})

describe('what only moves the view', () => {
  it.each([
    ['a link to a page', dict`<</S /GoTo /D [0 /Fit]>>`],
    ['a link to an address', dict`<</S /URI /URI (https://example.com)>>`],
    ['a link to an address in capitals', dict`<</S /URI /URI (HTTP://EXAMPLE.COM/a:b)>>`],
    ['a link to an address without a scheme', dict`<</S /URI /URI (www.example.com:8080/a)>>`],
    ['a letter', dict`<</S /URI /URI (mailto:ada@example.com)>>`],
    ['a page turn', dict`<</S /Named /N /NextPage>>`],
  ])('may be added: %s', async (_, action) => {
    const link = dict`<</Type /Annot /Subtype /Link /Rect [20 20 40 40] /Border [0 0 0]>>`
    const edit: Edit = (changing) => {
      annotate(changing, changing.increment.add(link.with({ A: action })))
    }
    expect(codesAfter(await prepared(), edit)).toEqual([])
  })

  it('is named with the address that it opens', async () => {
    const link = dict`<</Type /Annot /Subtype /Link /Rect [20 20 40 40] /Border [0 0 0]>>`
    const descriptions = async (action: PdfObject) => {
      const edit: Edit = (changing) => {
        annotate(changing, changing.increment.add(link.with({ A: action })))
      }
      return judgeFirst(change(await prepared(), edit)).changes.map(({ description }) => description)
    }
    expect(await descriptions(dict`<</S /URI /URI (https://example.com/pay)>>`)).toEqual([
      'Annotation (Link to "https://example.com/pay") added to page 1',
    ])
    expect(await descriptions(dict`<</S /GoTo /D [0 /Fit]>>`)).toEqual(['Annotation (Link) added to page 1'])
  })

  it('may be the name of a font', async () => {
    const fonts = { Font: dict`<</AA <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>` }
    const edit = adding(({ increment }) => ({ AP: dict`<</N ${increment.add(form('', 20, 20, fonts))}>>` }))
    expect(codesAfter(await prepared(), edit)).not.toContain('action_added')
  })
})
