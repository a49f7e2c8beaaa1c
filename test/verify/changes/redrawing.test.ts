/**
 * Dropping /NeedAppearances, or asking for it: viewers show appearances instead of values, or the other way round.
 *
 * @module
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PdfObject, PdfStream } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import { hasTool } from '../../support/tools.js'
import { differencesOf } from '../viewers/differences.js'
import { Viewers } from '../viewers/viewers.js'
import { change, codesOf, createDocument, dict, form, judgeFirst, name, REFS, sign } from './changed-documents.js'

let viewers: Viewers
beforeAll(() => {
  viewers = new Viewers()
})
afterAll(() => viewers.close())

const TICK = '0 g BT /Helv 12 Tf 4 5 Td (X) Tj ET'
const FRAME = '0.5 0.5 19 19 re S'

interface Preparation {
  readonly agree?: Record<string, PdfObject>
  readonly yes?: string
  readonly off?: string
  /** One more field, on the page and in the form. */
  readonly more?: { readonly entries: Record<string, PdfObject>; readonly look: PdfStream }
  readonly isRedrawn: boolean
}

/** A document that is to be drawn anew, or not, with a check box as asked for, signed. */
async function prepare({ agree = {}, yes = TICK, off = FRAME, more, isRedrawn }: Preparation): Promise<Uint8Array> {
  const widget = { Type: name('Annot'), Subtype: name('Widget'), F: 4, P: REFS.page }
  const plain = change(createDocument(), ({ increment, update }) => {
    const fields = [REFS.total, REFS.agree, REFS.approval]
    if (more !== undefined) {
      const AP = dict({ N: increment.add(more.look) })
      fields.push(increment.add(dict({ ...widget, T: textString('More'), AP, ...more.entries })))
    }
    update(REFS.form, { Fields: fields, NeedAppearances: isRedrawn })
    update(REFS.page, { Annots: fields })
    update(REFS.agree, { MK: dict({ CA: textString('8') }), ...agree })
    increment.put(REFS.agreeYes, form(yes, 20, 20))
    increment.put(REFS.agreeOff, form(off, 20, 20))
  })
  return sign(plain)
}

const turn = (bytes: Uint8Array, isRedrawn: boolean) =>
  change(bytes, ({ update }) => update(REFS.form, { NeedAppearances: isRedrawn }))

/** What is found when the request is dropped, or made; and whether some viewer shows something else then. */
async function judgeTurn(prepared: Preparation): Promise<{ readonly codes: string[]; readonly isSeen: boolean }> {
  const signed = await prepare(prepared)
  const turned = turn(signed, !prepared.isRedrawn)
  const [before, after] = [await viewers.draw(signed), await viewers.draw(turned)]
  return { codes: codesOf(judgeFirst(turned)), isSeen: differencesOf(before, after).length > 0 }
}

const BUTTON = { FT: name('Btn'), Ff: 1 << 16, Rect: [20, 180, 120, 200], MK: dict({ CA: textString('Pay') }) }
const SIGNATURE_FIELD = { FT: name('Sig'), Rect: [15, 244, 285, 266] }
const caption = (text: string) => form(`0 g BT /Helv 12 Tf 4 5 Td (${text}) Tj ET`)

/** A circle around the middle of the box. */
function ring(radius: number): string {
  const [left, middle, right, reach] = [10 - radius, 10, 10 + radius, 0.552 * radius]
  const upper = `${left} ${middle + reach} ${middle - reach} ${right} ${middle} ${right} c`
  const lower = `${right} ${middle - reach} ${middle + reach} ${left} ${middle} ${left} c`
  const [toRight, toLeft] = [
    `${middle + reach} ${right} ${right} ${middle + reach} ${right} ${middle} c`,
    `${middle - reach} ${left} ${left} ${middle - reach} ${left} ${middle} c`,
  ]
  return `0 G ${left} ${middle} m ${upper} ${toRight} ${lower} ${toLeft} h S`
}

const TOOLS = ['pdftoppm', 'mutool'].every(hasTool)

describe.skipIf(!TOOLS)('a form that is to be drawn anew', () => {
  it('may have shown empty boxes as rings, but not as dots', async () => {
    expect((await judgeTurn({ off: ring(6), isRedrawn: false })).codes).toEqual([])
    expect((await judgeTurn({ off: ring(2), isRedrawn: false })).codes).toEqual(['appearance_mismatch'])
  })
})

describe.skipIf(!TOOLS)('a form that is shown by its appearances again', () => {
  it('may not show a box as ticked that is not', async () => {
    expect(await judgeTurn({ off: TICK, isRedrawn: true })).toEqual({ codes: ['appearance_mismatch'], isSeen: true })
  })

  it('may not show a box as empty that is ticked', async () => {
    const agree = { V: name('Yes'), AS: name('Yes') }
    for (const yes of ['', FRAME]) {
      const judged = await judgeTurn({ agree, yes, isRedrawn: true })
      expect(judged).toEqual({ codes: ['appearance_mismatch'], isSeen: true })
    }
  })

  it('may not show a text in place of a tick', async () => {
    const yes = '0 g BT /Helv 12 Tf 4 5 Td (900) Tj ET'
    const { codes } = await judgeTurn({ agree: { V: name('Yes'), AS: name('Yes') }, yes, isRedrawn: true })
    expect(codes).toEqual(['appearance_mismatch'])
  })

  it('may not show another caption', async () => {
    const more = { entries: BUTTON, look: caption('Do not pay') }
    for (const isRedrawn of [true, false]) {
      expect(await judgeTurn({ more, isRedrawn })).toEqual({ codes: ['appearance_mismatch'], isSeen: true })
    }
  })

  it('may not show the look of an empty signature field', async () => {
    const more = { entries: SIGNATURE_FIELD, look: caption('900') }
    const { codes } = await judgeTurn({ more, isRedrawn: true })
    expect(codes).toEqual(['empty_signature_drawn'])
  })

  it('may show what it showed before', async () => {
    const more = { entries: BUTTON, look: caption('Pay') }
    for (const isRedrawn of [true, false]) {
      for (const state of ['Yes', 'Off']) {
        const agree = { V: name(state), AS: name(state) }
        const { codes } = await judgeTurn({ agree, more, isRedrawn })
        expect(codes, `${state}, ${isRedrawn}`).toEqual([])
      }
    }
  })

  it.each<[string, Record<string, PdfObject>, string[]]>([
    ['a value without a look, which PDF.js drops', { V: textString('100') }, ['appearance_removed']],
    ['a value without a look that nobody sees', { V: textString('100'), F: 2 }, []],
    ['a field without a value', {}, []],
  ])('may, or may not, have %s', async (_, entries, codes) => {
    const text = {
      FT: name('Tx'),
      Rect: [20, 180, 120, 200],
      DA: textString('/Helv 12 Tf 0 g'),
      AP: dict({}),
      ...entries,
    }
    const signed = await prepare({ more: { entries: text, look: form('') }, isRedrawn: true })
    expect(codesOf(judgeFirst(turn(signed, false)))).toEqual(codes)
  })

  it('may have fields that nobody sees', async () => {
    const { codes } = await judgeTurn({ agree: { F: 2 }, off: TICK, isRedrawn: true })
    expect(codes).toEqual([])
  })
})
