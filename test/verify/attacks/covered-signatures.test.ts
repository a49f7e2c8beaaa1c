/**
 * A signature over the drawing of an earlier one: told where both stand in one place, as some programs put every signature
 * of a page, and refused elsewhere.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { verifyDocument } from '../../../src/verify/verify-document.js'
import { baseOf } from '../bases/bases.js'
import type { Rectangle } from '../bases/form-parts.js'
import { inPen, PLACE, scanned, seenAs } from './covered-signatures.js'
import { signShowing } from './later-signers.js'

/** What is said of the signature in pen, once another one shows a picture in this place. */
async function reportOf(place: Rectangle) {
  const seen = await seenAs(inPen)(await baseOf('pdf-lib', 'P=3'))
  const { signers } = await verifyDocument(await signShowing(place, scanned)(seen))
  return signers.find(({ fieldName }) => fieldName === 'Seen')
}

const codesOf = (findings: readonly { readonly code: string }[] = []) => findings.map(({ code }) => code)

describe('a signature over the drawing of an earlier one', () => {
  it('is a warning in the very same place', async () => {
    const signer = await reportOf(PLACE)
    expect(signer?.status).toBe('valid')
    expect(codesOf(signer?.warnings)).toContain('signature_covered')
  })

  it('is refused in another place', async () => {
    const [left, bottom, right, top] = PLACE
    const signer = await reportOf([left - 6, bottom - 6, right + 6, top + 6])
    expect(signer?.status).toBe('invalid')
    expect(codesOf(signer?.reasons)).toContain('content_covered')
  })

  it('is nothing to be told beside it', async () => {
    const [left, bottom, right, top] = PLACE
    const signer = await reportOf([left, bottom - 50, right, top - 50])
    expect(signer?.status).toBe('valid')
    expect(codesOf(signer?.warnings)).not.toContain('signature_covered')
  })
})
