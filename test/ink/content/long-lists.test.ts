/**
 * Lists that are too long to be read to their end are unknown.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { verifyDocument } from '../../../src/index.js'
import { makeContract } from '../../verify/support/contract.js'
import { dict, pdf, stream } from '../../verify/support/notation.js'
import { revise } from '../../verify/support/revise.js'
import { sign } from '../../verify/support/sign.js'

/** Fills a field in a font of the standard with an encoding of its own. */
async function fillWith(differences: string) {
  const { bytes, refs } = makeContract()
  const filled = revise(await sign(bytes, { certify: 2 }), (revision) => {
    const font = revision.add(dict`<</Type /Font /Subtype /Type1 /BaseFont /Helvetica
      /Encoding <</Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [${differences}]>>>>`)
    const look = revision.add(
      stream(
        dict`<</Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources <</Font <</Helv ${font}>>>>>>`,
        '/Tx BMC\nq BT /Helv 10 Tf 0 g 2 6 Td (150) Tj ET Q\nEMC\n',
      ),
    )
    revision.set(refs.fieldAmount, { V: pdf`(150)`, AP: dict`<</N ${look}>>` })
  })
  return verifyDocument(filled)
}

const repeated = (times: number) => Array.from({ length: times }, () => '49 /one').join(' ')

describe('an encoding that gives a code several names', () => {
  it('is read to the name that counts', async () => {
    const { valid, reason } = await fillWith(`${repeated(500)} 49 /nine`)
    expect(valid).toBe(false)
    expect(reason).toContain('shows "950"')
  })

  it('may be as long as an honest one', async () => {
    expect((await fillWith(repeated(512))).valid).toBe(true)
  })

  it('is unknown when it is longer, whatever stands at its end', async () => {
    const { valid, reason } = await fillWith(`${repeated(512)} 49 /nine`)
    expect(valid).toBe(false)
    expect(reason).toContain('names more glyphs than it has codes')
  })
})
