/**
 * Many fields that share one drawing and one value: a small file may not ask for reading millions of letters.
 *
 * @module
 */
import { expect, it } from 'vitest'
import type { PdfRef } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import { verifyDocument } from '../../../src/verify/verify-document.js'
import { makeContract } from '../support/contract.js'
import { dict, stream } from '../support/notation.js'
import { itemsOf, revise } from '../support/revise.js'
import { sign } from '../support/sign.js'

/** The codes that filling some fields leads to, each with 3,000 letters that are stored once. */
async function codesOfFilling(count: number): Promise<string[]> {
  const { bytes, refs } = makeContract()
  const fields: PdfRef[] = []
  const empty = revise(bytes, (revision) => {
    for (let i = 0; i < count; i++) {
      const field = dict`<</Type /Annot /Subtype /Widget /FT /Tx /Ff 4096 /T (Field ${String(i)}) /F 4 /P ${refs.page1}
        /Rect [40 40 560 780] /DA (/Helv 4 Tf 0 g)>>`
      fields.push(revision.add(field))
    }
    const form = revision.document.catalog.get('AcroForm') as PdfRef
    const withMore = (ref: PdfRef, key: string) =>
      revision.set(ref, { [key]: [...itemsOf(revision, revision.get(ref).get(key)), ...fields] })
    withMore(form, 'Fields')
    withMore(refs.page1, 'Annots')
  })
  const filled = revise(await sign(empty), (revision) => {
    const lines = Array.from({ length: 30 }, () => 'a'.repeat(100))
    const value = revision.add(textString(lines.join('\r')))
    const resources = dict`<</Font <</Helv ${refs.helv}>>>>`
    const look = dict`<</Type /XObject /Subtype /Form /BBox [0 0 520 740] /Resources ${resources}>>`
    const text = lines.map((line) => `(${line}) Tj 0 -6 Td`).join(' ')
    const shown = revision.add(stream(look, `/Tx BMC BT /Helv 4 Tf 0 g 2 720 Td ${text} ET EMC`))
    for (const field of fields) revision.set(field, { V: value, AP: dict`<</N ${shown}>>` })
  })
  const { signers } = await verifyDocument(filled)
  return signers[0]?.changes.findings.map(({ code }) => code) ?? []
}

it('are read up to a budget, and unknown beyond it', async () => {
  expect(await codesOfFilling(50)).toEqual([])
  expect(new Set(await codesOfFilling(110))).toContain('appearance_unknown')
})
