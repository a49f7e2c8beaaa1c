/**
 * The oracle that compares what viewers show finds what a report leaves out.
 *
 * @module
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DocumentChange, type VerificationReport, verifyDocument } from '../../../src/index.js'
import type { PdfObject } from '../../../src/pdf/objects.js'
import { hasTool } from '../../support/tools.js'
import { form, HELVETICA } from '../attacks/looks.js'
import { type Base, baseOf } from '../bases/bases.js'
import { fieldIn } from '../bases/form-parts.js'
import { textContent } from '../support/contract.js'
import { annotation } from '../support/edits.js'
import { dict, pdf, stream } from '../support/notation.js'
import { addAnnotation, type Revision, revise } from '../support/revise.js'
import { signByHand } from '../support/sign.js'
import { Viewers } from '../viewers/viewers.js'
import { findUnexplained, findUnexplainedSince, readSignedState } from './unexplained.js'

const TOOLS = ['pdftoppm', 'pdftotext', 'mutool']

/** Past the ink of the last full stop in the line with the amount, and before the end of its advance. */
const STOP_END = 177.3

describe.skipIf(!TOOLS.every(hasTool))('the oracle of pictures', { timeout: 120_000 }, () => {
  let viewers: Viewers
  let base: Base
  let report: VerificationReport
  beforeAll(async () => {
    viewers = new Viewers()
    base = await baseOf('sealwright', 'P=3')
    report = await verifyDocument(base.bytes)
  }, 60_000)
  afterAll(() => viewers.close())

  /** What it finds in a document whose report is made up: valid, with the changes that are told. */
  async function findIn(bytes: Uint8Array, ...told: readonly string[]): Promise<string[]> {
    const revision = report.document.revisions + 1
    const changes = told.map((text): DocumentChange => {
      const [code = '', description = ''] = text.split(': ')
      return { revision, level: 'form-filling', code, description, permitted: true }
    })
    const signers = report.signers.map((signer) => ({ ...signer, changes: { ...signer.changes, changes } }))
    const signed = await readSignedState(viewers, base.bytes, report.document.revisions)
    return findUnexplained(viewers, signed, bytes, { ...report, valid: true, signers })
  }

  const changed = (change: (revision: Revision) => void) => revise(base.bytes, change)
  const amount = () => fieldIn(base.parts, 'amount').field
  const look = (revision: Revision, content: string) =>
    revision.add(form(200, 20, content, dict`<</Font <</F ${HELVETICA}>>>>`))
  const fill = (value: string, content: string) =>
    changed((revision) => revision.set(amount(), { V: pdf`(${value})`, AP: dict`<</N ${look(revision, content)}>>` }))
  const signedBeside = (rectangle: readonly number[], content: string) =>
    signByHand(base.bytes, {
      fieldName: 'Bob',
      widget: (revision) => ({ Rect: [...rectangle] as PdfObject, AP: dict`<</N ${look(revision, content)}>>` }),
    })
  const FILLED = 'field_filled: Field amount changed from "100" to "900"'
  const SIGNED = 'signature_added: Signature "Bob" added'

  it('says nothing of a document that is what it was', async () => {
    expect(await findIn(base.bytes)).toEqual([])
    expect(await findUnexplainedSince(viewers, base.bytes, report)).toEqual([])
  })

  it('finds another amount on the page in each viewer, whatever is told of other parts', async () => {
    const forged = changed((revision) => {
      revision.put(base.parts.content, stream(dict`<<>>`, textContent('Contract of sale', 'The price is 900 EUR.')))
    })
    for (const told of [[], [FILLED], ['annotation_added: Annotation (Stamp) added to page 1']]) {
      const faults = (await findIn(forged, ...told)).join('\n')
      for (const viewer of ['poppler', 'MuPDF', 'PDF.js', 'PDF.js, printed']) expect(faults).toContain(`in ${viewer} (`)
    }
    expect(await findUnexplainedSince(viewers, forged, report)).not.toEqual([])
  })

  it('finds a page that was taken away, and a field that changed without a word', async () => {
    const short = changed((revision) => revision.set(base.parts.pages, { Kids: [base.parts.page], Count: 1 }))
    expect((await findIn(short)).join()).toContain('1 pages instead of 2')
    expect(await findIn(fill('900', 'BT /F 10 Tf 2 6 Td (900) Tj ET'))).not.toEqual([])
  })

  it('lets a field show its value, and nothing else', async () => {
    expect(await findIn(fill('900', 'BT /F 10 Tf 2 6 Td (900) Tj ET'), FILLED)).toEqual([])
    const shown = (await findIn(fill('900', 'BT /F 10 Tf 2 6 Td (100) Tj ET'), FILLED)).join('\n')
    expect(shown).toContain('shows "100" in poppler')
    expect(shown).toContain('shows "100" in MuPDF')
    const white = (await findIn(fill('900', '1 g BT /F 10 Tf 2 6 Td (900) Tj ET'), FILLED)).join('\n')
    expect(white).toContain('is blank in PDF.js')
  })

  it('finds words that a note hides or lets fade, and no others', async () => {
    const note = (content: string, alpha = 1) =>
      changed((revision) => {
        const resources = dict`<</ExtGState <</A <</ca ${String(alpha)}>>>>>>`
        const stamp = revision.add(form(400, 60, content, resources))
        addAnnotation(
          revision,
          base.parts.page,
          annotation('Stamp', [50, 690, 450, 750], { AP: dict`<</N ${stamp}>>` }),
        )
      })
    const told = 'annotation_added: Annotation (Stamp) added to page 1'
    for (const hiding of [
      note('1 g 0 0 400 60 re f'),
      note('0 g 0 0 400 60 re f'),
      note('/A gs 1 g 0 0 400 60 re f', 0.9),
    ]) {
      expect((await findIn(hiding, told)).join()).toContain('hides "100"')
    }
    expect(await findIn(note('1 0 0 RG 1 w 1 1 398 58 re S'), told)).toEqual([])
    expect(await findIn(note('/A gs 1 1 0 rg 0 0 400 60 re f', 0.4), told)).toEqual([])
  })

  it('finds what a later signature prints over the text or goes on with', async () => {
    const name = 'BT /F 12 Tf 2 6 Td (and 900 EUR more) Tj ET'
    expect((await findIn(await signedBeside([176, 710, 376, 730], name), SIGNED)).join()).toContain('continues "EUR')
    const digit = '1.4 w 4 6 m 4 15 l S'
    expect((await findIn(await signedBeside([120, 710, 320, 730], digit), SIGNED)).join()).toContain('continues "100"')
    expect((await findIn(await signedBeside([132, 710, 332, 730], digit), SIGNED)).join()).toContain(
      'prints over "100"',
    )
    expect(await findIn(await signedBeside([300, 300, 500, 320], name), SIGNED)).toEqual([])
  })

  it('sees that a ground beside the last full stop touches nothing, and that one over it does', async () => {
    const ground = '0 g 0 0 200 20 re f'
    expect(await findIn(await signedBeside([STOP_END, 715, STOP_END + 200, 735], ground), SIGNED)).toEqual([])
    const over = await findIn(await signedBeside([STOP_END - 4, 715, STOP_END + 196, 735], ground), SIGNED)
    expect(over.join()).toContain('prints over "EUR."')
  })

  it('takes strokes of a pen and frames beside a line for what they are', async () => {
    const underline = '0.6 w 0 1.5 m 150 1.5 l S'
    expect(await findIn(await signedBeside([50, 708, 250, 728], underline), SIGNED)).toEqual([])
    const frame = '0.5 w 0.5 0.5 199 300 re S'
    const tall = await signByHand(base.bytes, {
      fieldName: 'Bob',
      widget: (revision) => ({
        Rect: [190, 500, 390, 800],
        AP: dict`<</N ${revision.add(form(200, 300, frame))}>>`,
      }),
    })
    expect(await findIn(tall, SIGNED)).toEqual([])
  })
})
