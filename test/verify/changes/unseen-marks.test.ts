/**
 * Check boxes and radio buttons that are turned on and have no drawing of a mark: whoever reads the document puts one or none.
 *
 * @module
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { type PdfObject, PdfRef } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import type { ChangesReport } from '../../../src/verify/report.js'
import {
  change,
  codesOf,
  createDocument,
  dict,
  form,
  judgeFirst,
  name,
  REFS,
  sign,
  stream,
} from './changed-documents.js'

type Entries = Record<string, PdfObject | undefined>

const ON = { V: name('Yes'), AS: name('Yes') }
const UNSEEN = ['valid', 'field_mark_unseen']
const TICK = '2 w 4 10 m 8 4 l 16 16 l S'
const partsOf = ({ status, warnings }: ChangesReport) => [status, ...warnings.map(({ code }) => code)]

/** The check box Agree with other entries, signed, and then filled in. */
async function fill(signed: Entries, filled: Entries): Promise<ChangesReport> {
  const bytes = await sign(change(createDocument(), ({ update }) => update(REFS.agree, signed)))
  return judgeFirst(change(bytes, ({ update }) => update(REFS.agree, filled)))
}

describe('a check box without looks', () => {
  it('may be turned on, with a warning that names its value', async () => {
    const { status, warnings } = await fill({ AP: undefined }, ON)
    expect(status).toBe('valid')
    expect(warnings).toEqual([
      {
        code: 'field_mark_unseen',
        message: 'Field "Agree" has the value Yes, for which not all programs show a mark (revision 4).',
      },
    ])
  })

  it.each<[string, Entries, Entries]>([
    ['as MuPDF does', { AP: undefined }, { V: name('Yes'), AS: name('Off') }],
    ['without a state', { AP: undefined, AS: undefined }, { V: name('Yes') }],
    ['with an empty list of looks', { AP: dict({ N: dict({}) }) }, ON],
    ['with a cross as its mark', { AP: undefined, MK: dict({ CA: textString('8') }) }, ON],
    ['whose look for on is empty', { AP: dict({ N: dict({ Yes: REFS.agreeOff, Off: REFS.agreeOff }) }) }, ON],
    ['with a value that none of its looks is for', {}, { V: name('Maybe') }],
  ])('may be turned on %s', async (_, signed, filled) => {
    expect(partsOf(await fill(signed, filled))).toEqual(UNSEEN)
  })

  it.each<[string, Entries, Entries]>([
    ['turned off', { AP: undefined, ...ON }, { V: name('Off'), AS: name('Off') }],
    ['given the empty name, as PDFBox does', { AP: undefined }, { V: name(''), AS: name('Off') }],
    ['turned on with a look', {}, ON],
    ['hidden', { AP: undefined, F: 2 }, ON],
  ])('is no warning when it is %s', async (_, signed, filled) => {
    expect(partsOf(await fill(signed, filled))).toEqual(['valid'])
  })

  it.each<[string, Entries, Entries, string]>([
    ['a state that is not its value', { AP: undefined }, { V: name('Yes'), AS: name('No') }, 'appearance_mismatch'],
    ['a state while it is off', { AP: undefined }, { V: name('Off'), AS: name('Yes') }, 'appearance_mismatch'],
    ['a state alone', { AP: dict({ N: dict({}) }) }, { AS: name('Yes') }, 'appearance_mismatch'],
    ['another mark', { AP: undefined }, { ...ON, MK: dict({ CA: textString('8') }) }, 'field_changed'],
    ['a text for its mark', { AP: undefined, MK: dict({ CA: textString('not') }) }, ON, 'appearance_unknown'],
    ['a digit for its mark', { AP: undefined, MK: dict({ CA: textString('0') }) }, ON, 'appearance_unknown'],
  ])('may not have %s', async (_, signed, filled, code) => {
    expect(codesOf(await fill(signed, filled))).toContain(code)
  })

  it.each<[string, Entries]>([
    ['all of its looks', { ...ON, AP: undefined }],
    ['its normal looks', { ...ON, AP: dict({ N: dict({}) }) }],
    ['the look for on', { ...ON, AP: dict({ N: dict({ Off: REFS.agreeOff }) }) }],
  ])('is not what is left when it loses %s', async (_, filled) => {
    expect(codesOf(await fill({}, filled))).toContain('appearance_replaced')
  })

  it('may not hide a tick that is shown while it is off', async () => {
    const bytes = await sign(
      change(createDocument(), ({ increment, update }) => {
        increment.put(REFS.agreeOff, form(TICK, 20, 20))
        update(REFS.agree, { AP: dict({ N: dict({ Off: REFS.agreeOff }) }) })
      }),
    )
    expect(codesOf(judgeFirst(change(bytes, ({ update }) => update(REFS.agree, ON))))).toContain('appearance_mismatch')
  })
})

describe('a check box whose mark is a sign of ZapfDingbats under a Latin encoding', () => {
  const FONT = { BaseFont: name('ZapfDingbats'), Encoding: name('WinAnsiEncoding') }
  const SIGN = 'q BT 0 g 2.5 3 Td /ZaDb 15 Tf (3) Tj ET Q'
  const withMark = (increment: { add: (object: PdfObject) => PdfRef }, content = SIGN, font: Entries = {}) => {
    const entries = { Type: name('Font'), Subtype: name('Type1'), ...FONT, ...font } as Record<string, PdfObject>
    const Font = dict({ ZaDb: increment.add(dict(entries)) })
    const Yes = increment.add(
      stream(content, { Subtype: name('Form'), BBox: [0, 0, 20, 20], Resources: dict({ Font }) }),
    )
    return dict({ N: dict({ Yes, Off: REFS.agreeOff }) })
  }
  /** The box as it was signed, and with the new mark and other entries. */
  const redraw = async (signed: Entries, filled: Entries, ...mark: [content?: string, font?: Entries]) => {
    const bytes = await sign(change(createDocument(), ({ update }) => update(REFS.agree, signed)))
    return judgeFirst(
      change(bytes, ({ increment, update }) => update(REFS.agree, { ...filled, AP: withMark(increment, ...mark) })),
    )
  }

  it('is turned on with the warning that not all programs show it, as by PyMuPDF', async () => {
    expect(partsOf(await redraw({}, ON))).toEqual(UNSEEN)
    expect(partsOf(await redraw({}, { ...ON, V: textString('Yes') }))).toEqual(UNSEEN)
  })

  it('is turned off with it, and shows nothing', async () => {
    expect(partsOf(await redraw(ON, { V: name('Off'), AS: name('Off') }))).toEqual(['valid'])
  })

  it.each<[string, Entries, Entries, [string?, Entries?]]>([
    ['while its value stays', ON, ON, []],
    ['with a letter', {}, ON, [SIGN.replace('(3)', '(A)')]],
    ['with two signs', {}, ON, [SIGN.replace('(3)', '(33)')]],
    ['with a small sign', {}, ON, [SIGN.replace('15 Tf', '5 Tf')]],
    ['with a white sign', {}, ON, [SIGN.replace('0 g', '1 g')]],
    ['with a shape beside it', {}, ON, [`${SIGN} 2 2 6 6 re f`]],
    ['in a font that says more', {}, ON, [SIGN, { FirstChar: 51 }]],
    ['in another encoding', {}, ON, [SIGN, { Encoding: dict({ BaseEncoding: name('WinAnsiEncoding') }) }]],
    ['in another font', {}, ON, [SIGN, { BaseFont: name('Symbol') }]],
  ])('may not be drawn %s', async (_, signed, filled, mark) => {
    expect(codesOf(await redraw(signed, filled, ...mark))).toContain('appearance_replaced')
  })

  it('may not take the place of a mark that all show, where the value is only spelled in another way', async () => {
    expect(codesOf(await redraw(ON, { ...ON, V: textString('Yes') }))).toContain('shown_text_changed')
  })

  it('may lose the looks of a pressed button, and not those of one that is on', async () => {
    let looks = dict({})
    const bytes = await sign(
      change(createDocument(), ({ increment, update }) => {
        looks = dict({ Yes: increment.add(form(TICK, 20, 20)), Off: REFS.agreeOff })
        update(REFS.agree, { AP: dict({ N: looks, D: looks, R: looks }) })
      }),
    )
    const fillIn = (AP: PdfObject) => judgeFirst(change(bytes, ({ update }) => update(REFS.agree, { ...ON, AP })))
    expect(partsOf(fillIn(dict({ N: looks })))).toEqual(['valid'])
    expect(codesOf(fillIn(dict({ D: looks, R: looks })))).toContain('appearance_replaced')
  })
})

describe('radio buttons of which one has no looks', () => {
  const RADIO = 1 << 15
  let signed: Uint8Array
  let kids: readonly PdfRef[]
  beforeAll(async () => {
    const plain = change(createDocument(), ({ increment, update }) => {
      const widget = { Type: name('Annot'), Subtype: name('Widget'), F: 4, P: REFS.page, Parent: REFS.agree }
      const look = dict({ N: dict({ A: increment.add(form(TICK, 20, 20)), Off: increment.add(form('', 20, 20)) }) })
      kids = [look, undefined].map((AP, i) => {
        const Rect = [20 + 30 * i, 140, 40 + 30 * i, 160]
        return increment.add(dict({ ...widget, AS: name('Off'), Rect, ...(AP === undefined ? {} : { AP }) }))
      })
      const T = textString('Agree')
      increment.put(REFS.agree, dict({ FT: name('Btn'), Ff: RADIO, T, V: name('Off'), Kids: [...kids] }))
      update(REFS.page, { Annots: [REFS.total, ...kids, REFS.approval, REFS.note] })
    })
    signed = await sign(plain)
  })

  const choose = (value: string, states: readonly string[]) =>
    judgeFirst(
      change(signed, ({ update }) => {
        update(REFS.agree, { V: name(value) })
        for (const [i, state] of states.entries()) update(kids[i] ?? new PdfRef(0), { AS: name(state) })
      }),
    )

  it('may be the one that is chosen, which is a warning', () => {
    expect(partsOf(choose('B', ['Off', 'B']))).toEqual(UNSEEN)
  })

  it('is no warning when the other one is chosen', () => {
    expect(partsOf(choose('A', ['A', 'Off']))).toEqual(['valid'])
  })

  it.each([
    ['both', 'A', ['A', 'A']],
    ['the one instead of the other', 'A', ['Off', 'A']],
    ['one that is not the value', 'B', ['A', 'B']],
  ])('may not be on: %s', (_, value, states) => {
    expect(codesOf(choose(value, states))).toContain('appearance_mismatch')
  })
})
