/**
 * Images with masked colours that viewers read in different ways: what one shows as clear, another paints.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { PdfObject } from '../../../src/pdf/objects.js'
import { certified3, type Edit } from '../support/cases.js'
import { annotation } from '../support/edits.js'
import { dict, pdf, stream } from '../support/notation.js'
import { addAnnotation, revise } from '../support/revise.js'
import { verdictOf } from '../support/verdict.js'

/** Whether a picture of 8 by 8 equal pixels may be put on the text of the first page. */
async function mayCover(entries: Record<string, PdfObject>, bytes: string): Promise<boolean> {
  const edit: Edit = (revision, refs) => {
    const head = dict`<</Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 8 /ColorSpace /DeviceGray>>`
    const image = revision.add(stream(head.with(entries), bytes))
    const look = stream(
      dict`<</Type /XObject /Subtype /Form /BBox [0 0 40 40] /Resources <</XObject <</I ${image}>>>>>>`,
      'q 40 0 0 40 0 0 cm /I Do Q\n',
    )
    addAnnotation(
      revision,
      refs.page1,
      annotation('Stamp', [55, 705, 95, 745], { AP: dict`<</N ${revision.add(look)}>>` }),
    )
  }
  const { bytes: signed, refs } = await certified3()
  return (await verdictOf(revise(signed, (revision) => edit(revision, refs)))).valid
}

describe('colours that an image masks out', () => {
  it.each<[string, Record<string, PdfObject>, string]>([
    ['grey', { Mask: pdf`[126 126]` }, '~'.repeat(64)],
    ['grey of two bits', { Mask: pdf`[1 1]`, BitsPerComponent: 2 }, 'U'.repeat(16)],
    ['a range that holds all', { Mask: pdf`[0 255]` }, '~'.repeat(64)],
    ['three colours', { Mask: pdf`[97 97 98 98 99 99]`, ColorSpace: pdf`/DeviceRGB` }, 'abc'.repeat(64)],
    ['four colours', { Mask: pdf`[97 97 98 98 99 99 100 100]`, ColorSpace: pdf`/DeviceCMYK` }, 'abcd'.repeat(64)],
    [
      'looked up in a table',
      { Mask: pdf`[7 7]`, ColorSpace: pdf`[/Indexed /DeviceGray 7 (abcdefgh)]` },
      '\x07'.repeat(64),
    ],
  ])('leave the page free: %s', async (_, entries, bytes) => expect(await mayCover(entries, bytes)).toBe(true))

  it.each<[string, Record<string, PdfObject>, string]>([
    ['16 bits, of which poppler compares eight', { Mask: pdf`[32382 32382]`, BitsPerComponent: 16 }, '~'.repeat(128)],
    ['16 bits, as poppler compares them', { Mask: pdf`[126 126]`, BitsPerComponent: 16 }, '~'.repeat(128)],
    [
      'four bits looked up in a table, which MuPDF spreads',
      { Mask: pdf`[7 7]`, BitsPerComponent: 4, ColorSpace: pdf`[/Indexed /DeviceGray 7 (abcdefgh)]` },
      'w'.repeat(32),
    ],
    ['bounds in the wrong order', { Mask: pdf`[130 120]` }, '~'.repeat(64)],
    ['bounds beyond all samples', { Mask: pdf`[120 400]` }, '~'.repeat(64)],
    ['bounds below all samples', { Mask: pdf`[-5 200]` }, '~'.repeat(64)],
    ['samples that are turned round', { Mask: pdf`[126 126]`, Decode: pdf`[1 0]` }, '~'.repeat(64)],
    ['ranges for three colours of a grey image', { Mask: pdf`[97 97 98 98 99 99]` }, 'abc'.repeat(64)],
    ['a space that is not known', { Mask: pdf`[126 126]`, ColorSpace: pdf`/Other` }, '~'.repeat(64)],
  ])('are not understood: %s', async (_, entries, bytes) => expect(await mayCover(entries, bytes)).toBe(false))
})
