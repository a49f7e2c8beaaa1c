/**
 * Filling in as programs do it: choices with exported values, turned fields, forms that are stored as XFA as well, and the
 * fonts that Acrobat adds.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { type PdfObject, PdfRef, type PdfStream } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
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

const prepare = (entries: Record<string, PdfObject | undefined>, more?: (changing: Changing) => void) =>
  sign(
    change(createDocument(), (changing) => {
      changing.update(REFS.total, entries)
      more?.(changing)
    }),
  )

const fill = (bytes: Uint8Array, V: PdfObject, look: PdfStream, more?: (changing: Changing) => void) =>
  judgeFirst(
    change(bytes, (changing) => {
      changing.update(REFS.total, { V, AP: dict({ N: changing.increment.add(look) }) })
      more?.(changing)
    }),
  )

const said = (report: ReturnType<typeof judgeFirst>) => report.changes.map(({ description }) => description)

describe('what a report names', () => {
  const pair = (exported: string, shown: string) => [textString(exported), textString(shown)]

  it('is what a choice shows, and what it exports in brackets', async () => {
    const Opt = [pair('0', '0'), pair('100', '900')]
    const bytes = await prepare({ FT: name('Ch'), Ff: 1 << 17, Opt, V: textString('0') }, ({ increment }) =>
      increment.put(REFS.totalAppearance, fieldText('0')),
    )
    const report = fill(bytes, textString('100'), fieldText('900'))
    expect(report.status).toBe('valid')
    expect(said(report)).toEqual(['Field "Total" changed from "0" to "900 (exported as 100)"'])
  })

  it('is the state of a button, and the value for which it stands', async () => {
    const bytes = await sign(
      change(createDocument(), ({ increment, update }) => {
        increment.put(REFS.agreeYes, form('2 w 4 10 m 8 4 l 16 16 l S', 20, 20))
        update(REFS.agree, {
          Opt: [textString('Visa')],
          AP: dict({ N: dict({ '0': REFS.agreeYes, Off: REFS.agreeOff }) }),
        })
      }),
    )
    const ticked = judgeFirst(change(bytes, ({ update }) => update(REFS.agree, { V: name('0'), AS: name('0') })))
    expect(said(ticked)).toEqual(['Field "Agree" changed from Off to "0 (exported as Visa)"'])
  })

  it('is what a field showed before, where that was not its value', async () => {
    const bytes = await prepare({ V: textString('100') }, ({ increment }) =>
      increment.put(REFS.totalAppearance, fieldText('Red Cross')),
    )
    const report = fill(bytes, textString('900'), fieldText('900'))
    expect(said(report)).toEqual(['Field "Total" changed from "100" (shown as "Red Cross") to "900"'])
  })
})

describe('a field that is turned by 180 degrees', () => {
  const turned = form('q -1 0 0 -1 100 20 cm BT /Helv 12 Tf 2 5 Td (250) Tj ET Q')

  it('may show its letters upside down, and no other field may', async () => {
    const MK = dict({ R: 180 })
    expect(fill(await prepare({ MK }), textString('250'), turned)).toMatchObject({ status: 'valid' })
    expect(codesOf(fill(await prepare({}), textString('250'), turned))).toEqual(['appearance_unlike_field'])
    const added = fill(await prepare({}), textString('250'), turned, ({ update }) => update(REFS.total, { MK }))
    expect(added.status).toBe('invalid')
  })
})

describe('a form that is stored as XFA as well', () => {
  const DATA = new PdfRef(500)
  const TEMPLATE = new PdfRef(501)
  const data = (total: string, more = '') =>
    stream(
      `<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><Total>${total}</Total><Other>1</Other>${more}</xfa:data></xfa:datasets>`,
    )
  const prepared = () =>
    sign(
      createDocument({
        form: { XFA: [textString('template'), TEMPLATE, textString('datasets'), DATA] },
        extend: (file) => {
          while (file.allocate().num < TEMPLATE.num);
          file.put(DATA, data('100'))
          file.put(TEMPLATE, stream('<template/>'))
        },
      }),
    )
  const filled = async (edit: (changing: Changing) => void, value = '250') =>
    fill(await prepared(), textString(value), fieldText(value), edit)

  it('may get the value of the field', async () => {
    expect(await filled(({ increment }) => increment.put(DATA, data('250')))).toMatchObject({ status: 'valid' })
    expect(await filled(({ increment }) => increment.put(DATA, data('a&amp;b')), 'a&b')).toMatchObject({
      status: 'valid',
    })
  })

  it.each<[string, (changing: Changing) => void]>([
    ['another value', ({ increment }) => increment.put(DATA, data('900'))],
    ['a value of no field', ({ increment }) => increment.put(DATA, stream(text(data('250')).replace('>1<', '>2<')))],
    ['one element more', ({ increment }) => increment.put(DATA, data('250', '<Total>250</Total>'))],
    ['a script', ({ increment }) => increment.put(DATA, data('250', '<script>app.alert(1)</script>'))],
    ['entities of its own', ({ increment }) => increment.put(DATA, data('&total;'))],
    ['a section of characters', ({ increment }) => increment.put(DATA, data('<![CDATA[250]]>'))],
    ['another template', ({ increment }) => increment.put(TEMPLATE, stream('<template>900</template>'))],
    ['other packets', ({ update }) => update(REFS.form, { XFA: [textString('datasets'), DATA] })],
  ])('may not get %s', async (_, edit) => {
    expect(codesOf(await filled(edit))).toEqual(['form_changed'])
  })

  it('may not get a value that the field had already', async () => {
    const bytes = await sign(
      createDocument({
        form: { XFA: [textString('datasets'), DATA] },
        extend: (file) => {
          while (file.allocate().num < DATA.num);
          file.put(DATA, data('900'))
        },
      }),
    )
    expect(codesOf(judgeFirst(change(bytes, ({ increment }) => increment.put(DATA, data('100')))))).toEqual([
      'form_changed',
    ])
  })
})

function text(object: PdfStream): string {
  return new TextDecoder().decode(object.data)
}

describe('the fonts that Acrobat adds', () => {
  const acrobat =
    (differences: readonly PdfObject[]) =>
    ({ increment, update }: Changing) => {
      const Encoding = dict({ Type: name('Encoding'), Differences: [...differences] })
      const Helv = increment.add(
        dict({ Type: name('Font'), Subtype: name('Type1'), BaseFont: name('Helvetica'), Name: name('Helv'), Encoding }),
      )
      update(REFS.form, { DA: textString('/Helv 0 Tf 0 g '), DR: dict({ Font: dict({ Helv }) }) })
    }

  it('may name the ligatures of its encoding, and no other letters', async () => {
    const bytes = await sign(change(createDocument(), ({ update }) => update(REFS.form, { DA: undefined })))
    const filled = (differences: readonly PdfObject[]) =>
      codesOf(fill(bytes, textString('250'), fieldText('250'), acrobat(differences)))
    expect(filled([147, name('fi'), name('fl'), name('Lslash')])).toEqual([])
    expect(filled([147, name('fl'), name('fi')])).toContain('form_changed')
    expect(filled([49, name('nine')])).toContain('form_changed')
  })
})
