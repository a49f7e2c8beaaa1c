/**
 * What programs draw in fields that they fill in, and what others may not draw for it: options of a list that its lower
 * edge cuts off, passwords, check boxes without the caption of their mark.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { PdfDict, PdfObject, PdfRef } from '../../../src/pdf/objects.js'
import { readParts } from '../bases/form-parts.js'
import { FIELD_SPECS } from '../honest/forms/field-specs.js'
import { writeByHand } from '../honest/forms/hand-written-form.js'
import { once } from '../support/cases.js'
import { dict, pdf, stream } from '../support/notation.js'
import { type Revision, revise } from '../support/revise.js'
import { sign } from '../support/sign.js'
import { verdictOf } from '../support/verdict.js'

const NAMES = ['list-scrolled', 'password', 'check-cross', 'push-solid']
const written = writeByHand(FIELD_SPECS.filter(({ name }) => NAMES.includes(name)))
const parts = readParts(written)
const signed = once(() => sign(written, { certify: 2 }))

/** Whether a field may be changed so. */
async function accepts(name: string, change: (revision: Revision, field: PdfDict) => Record<string, PdfObject>) {
  const { field } = parts.fields.get(name) ?? { field: undefined }
  if (field === undefined) throw new Error(`There is no field ${name}.`)
  const bytes = revise(await signed(), (revision) => revision.set(field, change(revision, revision.get(field))))
  return (await verdictOf(bytes)).valid
}

function look(revision: Revision, content: string): PdfRef {
  const font = dict`<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>`
  return revision.add(
    stream(dict`<</Type /XObject /Subtype /Form /BBox [0 0 120 32] /Resources <</Font <</Helv ${font}>>>>>>`, content),
  )
}

describe('a list with more options than it has room for', () => {
  const lines = (shift: number, names: readonly string[]) =>
    names.map((name, i) => `BT /Helv 10 Tf 0 g 2 ${22 + shift - 12 * i} Td (${name}) Tj ET\n`).join('')
  const COUNTRIES = ['Austria', 'Belgium', 'Cyprus', 'Denmark']
  const bar = '0.6 0.75 0.85 rg 1 7.5 118 12 re f\n'
  const choose = (content: string) =>
    accepts('list-scrolled', (revision) => ({
      V: pdf`(Belgium)`,
      I: [1],
      AP: dict`<</N ${look(revision, content)}>>`,
    }))

  it('may leave the rest to its lower edge', async () => {
    expect(await choose(`q 1 1 118 30 re W n ${bar}${lines(0, COUNTRIES)}Q`)).toBe(true)
  })

  it.each<[string, string]>([
    ['cuts them in its middle', `q 1 14 118 17 re W n ${bar}${lines(0, COUNTRIES)}Q`],
    ['cuts them at a side', `q 1 1 20 30 re W n ${bar}${lines(0, COUNTRIES)}Q`],
    ['cuts the first ones at its upper edge', `q 1 1 118 30 re W n ${lines(24, COUNTRIES)}Q`],
    [
      'shows others before what it cuts off',
      `q 1 1 118 30 re W n ${bar}${lines(0, ['Austria', 'Denmark', 'Belgium'])}Q`,
    ],
    ['highlights another', `q 1 1 118 30 re W n 0.6 0.75 0.85 rg 1 19.5 118 11 re f ${lines(0, COUNTRIES)}Q`],
    [
      'shows a line that is no option',
      `q 1 1 118 30 re W n ${bar}${lines(0, ['Austria', 'Belgium', 'Cyprus, paid'])}Q`,
    ],
  ])('is refused where it %s', async (_, content) => {
    expect(await choose(content)).toBe(false)
  })
})

describe('a password', () => {
  const show = (shown: string) =>
    accepts('password', (revision) => ({
      V: pdf`(secret)`,
      AP: dict`<</N ${look(revision, `/Tx BMC BT /Helv 10 Tf 0 g 2 6 Td (${shown}) Tj ET EMC`)}>>`,
    }))

  it('may be shown as stars or as it is', async () => {
    expect(await show('******')).toBe(true)
    expect(await show('secret')).toBe(true)
  })

  it('may not be shown as another text', async () => {
    expect(await show('I agree')).toBe(false)
    expect(await show('secre*')).toBe(false)
  })
})

describe('the caption of a button', () => {
  const withoutCaption = { MK: dict`<</BC [0 0 0]>>` }

  it('may be left out where it only names the mark', async () => {
    expect(await accepts('check-cross', () => ({ V: pdf`/Yes`, AS: pdf`/Yes`, ...withoutCaption }))).toBe(true)
  })

  it('may not be changed', async () => {
    const changed = { MK: dict`<</BC [0 0 0] /CA (4)>>` }
    expect(await accepts('check-cross', () => ({ V: pdf`/Yes`, AS: pdf`/Yes`, ...changed }))).toBe(false)
  })

  it('may not be left out of a push-button', async () => {
    expect(await accepts('push-solid', () => withoutCaption)).toBe(false)
  })
})
