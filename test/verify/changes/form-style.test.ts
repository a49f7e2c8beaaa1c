/**
 * What readers draw fields by, added to a form that had none: a default appearance string, or a font.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import { dict } from '../support/notation.js'
import {
  type Changing,
  change,
  codesOf,
  createDocument,
  type DocumentOptions,
  fieldText,
  judgeFirst,
  REFS,
  sign,
} from './changed-documents.js'

const STYLE = textString('/Helv 14 Tf 1 0 0 rg')
const HELVETICA = dict`<</Font <</Helv <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>`

const addStyle = ({ update }: Changing) => update(REFS.form, { DA: STYLE, DR: HELVETICA })

async function judgeAdded(form: DocumentOptions['form'], certify: 1 | 2, edit = addStyle) {
  const signed = await sign(createDocument({ form: { DA: null, ...form } }), { certify })
  return judgeFirst(change(signed, edit))
}

describe('a default appearance string added to a form', () => {
  it('is named as a filling, which a document without changes forbids', async () => {
    const { changes } = await judgeAdded({}, 2)
    expect(changes.map(({ code, level }) => `${code} ${level}`)).toEqual(['form_style_added form-filling'])
    expect(codesOf(await judgeAdded({}, 1))).toEqual(['change_not_permitted'])
  })

  it('may not draw a value that stays', async () => {
    expect(codesOf(await judgeAdded({ NeedAppearances: true }, 2))).toEqual(['form_changed'])
  })

  it('may draw a value that is filled in with it', async () => {
    const fill = (changing: Changing) => {
      addStyle(changing)
      const AP = dict`<</N ${changing.increment.add(fieldText('900'))}>>`
      changing.update(REFS.total, { V: textString('900'), AP })
    }
    expect(codesOf(await judgeAdded({ NeedAppearances: true }, 2, fill))).toEqual([])
  })

  it('is nothing where every field has a string of its own', async () => {
    const own = ({ update }: Changing) => {
      for (const field of [REFS.total, REFS.agree]) update(field, { DA: textString('/Helv 12 Tf 0 g') })
    }
    const prepared = change(createDocument({ form: { DA: null, DR: HELVETICA } }), own)
    const signed = await sign(prepared, { certify: 1 })
    expect(codesOf(judgeFirst(change(signed, ({ update }) => update(REFS.form, { DA: STYLE }))))).toEqual([])
  })
})

describe('a plain font added to a form', () => {
  it('is named where a string asks for it', async () => {
    const { changes } = await judgeAdded({ DA: textString('/Helv 12 Tf') }, 2, ({ update }) =>
      update(REFS.form, { DR: HELVETICA }),
    )
    expect(changes.map(({ code }) => code)).toEqual(['form_font_added'])
  })
})
