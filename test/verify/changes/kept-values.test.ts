/**
 * Fields that are drawn again while their value stays: what was seen when the document was signed may not become another
 * text or mark without anybody filling something in.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { type PdfObject, type PdfStream, PdfString } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import type { ChangesReport } from '../../../src/verify/report.js'
import { verifyDocument } from '../../../src/verify/verify-document.js'
import {
  type Changing,
  change,
  codesOf,
  createDocument,
  dict,
  fieldText,
  form,
  judgeFirst,
  name,
  REFS,
  sign,
  stream,
} from './changed-documents.js'

interface Prepared {
  readonly look?: PdfStream | null
  readonly total?: Record<string, PdfObject | undefined>
  readonly form?: Record<string, PdfObject>
  readonly agree?: Record<string, PdfObject>
  readonly yes?: string
  readonly off?: string
  readonly more?: (changing: Changing) => void
}

/** The usual document, whose field Total has the value 900, with another look of it or of the check box; signed. */
async function prepare({ look, total, form: entries, agree, yes, off, more }: Prepared): Promise<Uint8Array> {
  const plain = change(createDocument(), (changing) => {
    const { increment, update } = changing
    update(REFS.total, { V: textString('900'), ...(look === null ? { AP: undefined } : {}), ...total })
    if (look) increment.put(REFS.totalAppearance, look)
    if (entries !== undefined) update(REFS.form, entries)
    if (agree !== undefined) update(REFS.agree, agree)
    increment.put(REFS.agreeYes, form(yes ?? TICK, 20, 20))
    increment.put(REFS.agreeOff, form(off ?? '', 20, 20))
    more?.(changing)
  })
  return sign(plain)
}

const TICK = '2 w 4 10 m 8 4 l 16 16 l S'
const text = (content: string, more = '') => form(`${more} BT /Helv 12 Tf 2 5 Td ${content} Tj ET`)

/** Draws the value, as any program does that draws all fields again. */
const drawAgain = ({ increment, update }: Changing, entries: Record<string, PdfObject> = {}) =>
  update(REFS.total, { AP: dict({ N: increment.add(fieldText('900')) }), ...entries })

const judged = (bytes: Uint8Array, edit: (changing: Changing) => void = drawAgain) => judgeFirst(change(bytes, edit))

const glyph = 'q 0 0 500 700 re f Q'
const DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const addOwnFont = ({ increment }: Changing, names: readonly string[]) =>
  increment.add(
    dict({
      ...{
        Type: name('Font'),
        Subtype: name('Type3'),
        FontBBox: [0, 0, 500, 700],
        FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
      },
      Encoding: dict({ Type: name('Encoding'), Differences: [48, ...names.map((each) => name(each))] }),
      CharProcs: dict(Object.fromEntries(names.map((each) => [each, increment.add(stream(`500 0 d0 ${glyph}`))]))),
      ...{ FirstChar: 48, LastChar: 57, Widths: Array.from({ length: 10 }, () => 500) },
      ToUnicode: increment.add(
        stream(
          '/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00><ff> endcodespacerange 1 beginbfrange <30><39><0030> endbfrange endcmap end',
        ),
      ),
    }),
  )
const drawIn = (font: PdfObject, { increment, update }: Changing, codes: string, value = codes) => {
  const look = form(`BT /Own 12 Tf 2 5 Td (${codes}) Tj ET`, 100, 20, { Font: dict({ Own: font, Helv: REFS.font }) })
  update(REFS.total, { V: textString(value), AP: dict({ N: increment.add(look) }) })
}
const ownFont = (changing: Changing, codes: string) =>
  drawIn(addOwnFont(changing, [...'abcdefghij']), changing, codes, '900')

/** What happened after the signature, by the verifier as a whole: it knows which revision was signed first. */
async function verified(bytes: Uint8Array): Promise<ChangesReport> {
  const [signer] = (await verifyDocument(bytes)).signers
  if (signer === undefined) throw new Error('The document has no signature.')
  return signer.changes
}

/** The document with a font of its own, which the form offers and nothing but `codes` is drawn in. */
async function withOwnFont(
  codes?: string,
  prepared: Prepared = {},
): Promise<{ readonly bytes: Uint8Array; readonly font: PdfObject }> {
  let font: PdfObject = null
  const bytes = await prepare({
    look: fieldText('900'),
    ...prepared,
    more: (changing) => {
      font = addOwnFont(changing, DIGITS)
      changing.update(REFS.form, { DR: dict({ Font: dict({ Helv: REFS.font, Own: font }) }) })
      if (codes !== undefined) drawIn(font, changing, codes)
    },
  })
  return { bytes, font }
}

describe('a field that is drawn again with the value that it had', () => {
  it('may show what it showed', async () => {
    const report = judged(await prepare({ look: fieldText('900') }))
    expect(report).toMatchObject({ status: 'valid', warnings: [] })
    expect(report.changes.map(({ code }) => code)).toEqual(['field_updated'])
  })

  it('may not show it where it showed another text, and both are named', async () => {
    const { status, findings } = judged(await prepare({ look: fieldText('100') }))
    expect(status).toBe('invalid')
    expect(findings).toEqual([
      {
        code: 'shown_text_changed',
        message: 'Field "Total" shows "900" where it showed "100", although nobody changed its value (revision 4).',
      },
    ])
  })

  it.each<[string, PdfStream]>([
    ['white', text('1 g (900)')],
    ['clipped', text('(900)', '0 0 1 1 re W n')],
    ['cut short', text('(900)', '0 0 18 20 re W n')],
    ['in part', text('(90)')],
    ['nothing', form('')],
    ['too small', form('BT /Helv 1 Tf 2 5 Td (900) Tj ET')],
    ['behind other ink', form('BT /Helv 12 Tf 2 5 Td (900) Tj ET 0 0 100 20 re f')],
    ['invisible', text('3 Tr (900)')],
    ['outside of its place', form('BT /Helv 12 Tf 2 50 Td (900) Tj ET')],
    ['struck out', form('BT /Helv 12 Tf 2 5 Td (900) Tj ET 0 9 40 1 re f')],
  ])('may not show it where it was %s', async (_, look) => {
    expect(codesOf(judged(await prepare({ look })))).toContain('shown_text_changed')
  })

  it('may not show it where it was in a layer that is off', async () => {
    const bytes = await prepare({
      more: ({ increment, update }) => {
        const layer = increment.add(dict({ Type: name('OCG'), Name: textString('Layer') }))
        update(REFS.catalog, { OCProperties: dict({ OCGs: [layer], D: dict({ OFF: [layer] }) }) })
        const look = form('/OC /L BDC BT /Helv 12 Tf 2 5 Td (900) Tj ET EMC', 100, 20, {
          Font: dict({ Helv: REFS.font }),
          Properties: dict({ L: layer }),
        })
        update(REFS.total, { AP: dict({ N: increment.add(look) }) })
      },
    })
    expect(codesOf(judged(bytes))).toEqual(['shown_text_changed'])
  })

  it('may not show it where only the file said that its glyphs were these letters', async () => {
    expect(codesOf(judged(await prepare({ more: (changing) => ownFont(changing, '900') })))).toEqual([
      'shown_text_changed',
    ])
  })

  it('may not show it in letters that the document draws itself, where it showed those that every reader has', async () => {
    const { bytes, font } = await withOwnFont()
    const report = await verified(change(bytes, (changing) => drawIn(font, changing, '900')))
    expect(codesOf(report)).toEqual(['shown_text_changed'])
  })

  it('may be filled in with such letters, which is a warning unless it showed them before', async () => {
    const warningsOf = async (before: string | undefined, value: string) => {
      const { bytes, font } = await withOwnFont(before)
      const { status, warnings } = await verified(change(bytes, (changing) => drawIn(font, changing, value)))
      if (status !== 'valid')
        throw new Error(JSON.stringify(judged(bytes, (changing) => drawIn(font, changing, value)).findings))
      return [status, ...warnings.map(({ code }) => code)]
    }
    expect(await warningsOf(undefined, '100')).toEqual(['valid', 'letters_of_document'])
    expect(await warningsOf('901', '109')).toEqual(['valid'])
    expect(await warningsOf('901', '102')).toEqual(['valid', 'letters_of_document'])
  })

  it('may be left to readers in a font of the document, which is a warning', async () => {
    const { bytes } = await withOwnFont()
    const warningsOf = async (font: string) => {
      const left = { V: textString('101'), DA: textString(`/${font} 10 Tf 0 g`), AP: undefined }
      const { warnings } = await verified(change(bytes, ({ update }) => update(REFS.total, left)))
      return warnings.map(({ code }) => code)
    }
    expect(await warningsOf('Own')).toContain('letters_of_document')
    expect(await warningsOf('Helv')).not.toContain('letters_of_document')
  })

  it('may not be left to readers, nor taken from them, where they draw it in letters of the document', async () => {
    const codes = async ({ named, drawn, was }: { named: 'Own' | 'Helv'; drawn: 'Own' | 'Helv'; was: boolean }) => {
      const { bytes } = await withOwnFont(drawn === 'Own' ? '900' : undefined, {
        total: { DA: textString(`/${named} 10 Tf 0 g`) },
        form: { NeedAppearances: was },
      })
      return codesOf(await verified(change(bytes, ({ update }) => update(REFS.form, { NeedAppearances: !was }))))
    }
    expect(await codes({ named: 'Helv', drawn: 'Helv', was: false })).toEqual([])
    expect(await codes({ named: 'Own', drawn: 'Own', was: false })).toEqual([])
    expect(await codes({ named: 'Own', drawn: 'Helv', was: false })).toEqual(['appearance_unknown'])
    expect(await codes({ named: 'Helv', drawn: 'Own', was: false })).toEqual([])
    expect(await codes({ named: 'Own', drawn: 'Helv', was: true })).toEqual([])
    expect(await codes({ named: 'Own', drawn: 'Own', was: true })).toEqual([])
    expect(await codes({ named: 'Helv', drawn: 'Own', was: true })).toEqual(['appearance_unknown'])
  })

  it.each<[string, PdfObject]>([
    ['in another encoding', new PdfString(Uint8Array.of(0xfe, 0xff, 0, 0x39, 0, 0x30, 0, 0x30))],
    ['with a blank more', textString('900 ')],
    ['with a place to break it', textString('9\u00ad00')],
  ])('counts as having the value that is spelled %s', async (_, V) => {
    const bytes = await prepare({ look: fieldText('100'), total: { V: textString('900') } })
    expect(codesOf(judged(bytes, (changing) => drawAgain(changing, { V })))).toContain('shown_text_changed')
  })

  it('may not show another one of several drawings', async () => {
    const bytes = await prepare({
      more: ({ increment, update }) =>
        update(REFS.total, {
          AP: dict({ N: dict({ a: increment.add(fieldText('100')), b: increment.add(fieldText('900')) }) }),
          AS: name('a'),
        }),
    })
    expect(codesOf(judged(bytes, ({ update }) => update(REFS.total, { AS: name('b') })))).toEqual([
      'shown_text_changed',
    ])
  })

  it('may not show what a password field masked', async () => {
    const bytes = await prepare({ look: fieldText('***'), total: { Ff: 1 << 13 } })
    expect(codesOf(judged(bytes))).toEqual(['shown_text_changed'])
  })

  it('may not lose a text that was no value', async () => {
    const bytes = await prepare({ look: fieldText('100'), total: { V: undefined } })
    const emptied = judged(bytes, ({ increment }) => increment.put(REFS.totalAppearance, fieldText('')))
    expect(codesOf(emptied)).toEqual(['shown_text_changed'])
    expect(emptied.findings[0]?.message).toContain('shows nothing where it showed "100"')
  })

  it('is judged in each of its places', async () => {
    const bytes = await prepare({
      more: ({ increment, update, dict: read }) => {
        const widget = { Type: name('Annot'), Subtype: name('Widget'), F: 4, P: REFS.page, Parent: REFS.total }
        const places = ['900', '100'].map((shown, i) =>
          increment.add(
            dict({
              ...widget,
              Rect: [20, 60 + 22 * i, 120, 80 + 22 * i],
              AP: dict({ N: increment.add(fieldText(shown)) }),
            }),
          ),
        )
        const { entries } = read(REFS.total)
        increment.put(
          REFS.total,
          dict({ FT: entries.get('FT') ?? null, T: textString('Total'), V: textString('900'), Kids: places }),
        )
        update(REFS.page, { Annots: [...places, REFS.agree, REFS.approval, REFS.note] })
      },
    })
    const again = judged(bytes, ({ increment, update, dict: read }) => {
      for (const kid of read(REFS.total).get('Kids') as never[])
        update(kid, { AP: dict({ N: increment.add(fieldText('900')) }) })
    })
    expect(codesOf(again)).toEqual(['shown_text_changed'])
  })

  it('may be drawn for the first time, which is a warning', async () => {
    const { status, warnings } = judged(await prepare({ look: null }))
    expect(status).toBe('valid')
    expect(warnings).toEqual([
      {
        code: 'field_drawn_first',
        message:
          'Field "Total", which had no drawing, shows "900" now: that was its value, which some programs showed and others did not (revision 4).',
      },
    ])
  })

  it('was shown by readers that were told to draw it', async () => {
    const NeedAppearances = { NeedAppearances: true }
    expect(judged(await prepare({ look: null, form: NeedAppearances }))).toMatchObject({
      status: 'valid',
      warnings: [],
    })
    expect(judged(await prepare({ look: form(''), form: NeedAppearances }))).toMatchObject({ status: 'valid' })
    const other = await prepare({ look: fieldText('100'), form: NeedAppearances })
    expect(codesOf(judged(other))).toEqual(['shown_text_changed'])
  })

  it('may not come out of the ground that it was as light as', async () => {
    const bytes = await sign(
      change(createDocument(), ({ update }) => {
        update(REFS.total, { V: textString('900'), AP: undefined, DA: textString('/Helv 12 Tf 1 g') })
        update(REFS.form, { NeedAppearances: true })
      }),
      { certify: 3 },
    )
    const darker = judged(bytes, ({ update }) => update(REFS.total, { MK: dict({ BG: [0.6] }) }))
    expect(codesOf(darker)).toContain('shown_text_changed')
  })

  it('may not be printed for the first time', async () => {
    const bytes = await prepare({ look: fieldText('900'), total: { F: 32 } })
    expect(codesOf(judged(bytes, ({ update }) => update(REFS.total, { F: 36 })))).toContain('field_changed')
  })

  it('may not get the rich text of its value where that was another one', async () => {
    const bytes = await prepare({
      look: fieldText('900'),
      total: { Ff: 1 << 25, RV: textString('<body><p>100</p></body>') },
    })
    const other = judged(bytes, ({ update }) => update(REFS.total, { RV: textString('<body><p>900</p></body>') }))
    expect(codesOf(other)).toEqual(['shown_text_changed'])
    expect(codesOf(judged(bytes, ({ update }) => update(REFS.total, { RV: undefined })))).toEqual([
      'shown_text_changed',
    ])
  })
})

describe('a choice that is drawn again', () => {
  const options = {
    FT: name('Ch'),
    Ff: 1 << 17,
    Opt: [
      [textString('1'), textString('900')],
      [textString('2'), textString('100')],
    ],
  }

  it('may show what it showed, and nothing else', async () => {
    const total = { ...options, V: textString('1') }
    expect(judged(await prepare({ look: fieldText('900'), total }))).toMatchObject({ status: 'valid' })
    expect(codesOf(judged(await prepare({ look: fieldText('100'), total })))).toEqual(['shown_text_changed'])
  })
})

describe('a check box that keeps its value', () => {
  const on = { V: name('Yes'), AS: name('Yes') }

  it('may be drawn again as it was', async () => {
    const bytes = await prepare({ agree: on })
    expect(
      judged(bytes, ({ increment }) => increment.put(REFS.agreeYes, form('4 4 m 16 16 l 4 16 m 16 4 l S', 20, 20))),
    ).toMatchObject({ status: 'valid' })
  })

  it('may not be ticked that was empty', async () => {
    const bytes = await prepare({ agree: on, yes: '' })
    const ticked = judged(bytes, ({ increment }) => increment.put(REFS.agreeYes, form(TICK, 20, 20)))
    expect(ticked.findings).toEqual([
      {
        code: 'shown_text_changed',
        message:
          'Field "Agree" is shown as on where it was shown as off, although nobody changed its value (revision 4).',
      },
    ])
  })

  it('may not be emptied that was ticked', async () => {
    const bytes = await prepare({ off: TICK })
    expect(codesOf(judged(bytes, ({ increment }) => increment.put(REFS.agreeOff, form('', 20, 20))))).toEqual([
      'shown_text_changed',
    ])
  })

  it('may not change its state', async () => {
    const bytes = await prepare({ agree: { V: name('Yes'), AS: name('Off') } })
    expect(codesOf(judged(bytes, ({ update }) => update(REFS.agree, { AS: name('Yes') })))).toEqual([
      'shown_text_changed',
    ])
    const spelled = judged(bytes, ({ update }) => update(REFS.agree, { AS: name('Yes'), V: textString('Yes') }))
    expect(codesOf(spelled)).toContain('shown_text_changed')
  })

  it('may be filled in', async () => {
    const filled = judged(await prepare({}), ({ update }) => update(REFS.agree, on))
    expect(filled).toMatchObject({ status: 'valid' })
  })
})
