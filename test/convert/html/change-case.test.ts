/**
 * How `text-transform` spells text in languages with letters of their own.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { convertFile } from '../../../src/convert/convert-file.js'
import { changeCase } from '../../../src/convert/html/boxes/change-case.js'
import { readWithPdfjs } from '../support/read-with-pdfjs.js'

const style = (given: Partial<Parameters<typeof changeCase>[1]>) =>
  ({ em: 220, rem: 220, whiteSpace: 'normal', ...given }) as const
const upper = (text: string, language?: string) =>
  changeCase(text, style({ capitals: 'all', ...(language === undefined ? {} : { language }) }))
const lower = (text: string, language = 'en') => changeCase(text, style({ letterCase: 'lower', language }))
const words = (text: string, language = 'en') => changeCase(text, style({ letterCase: 'words', language }))

describe('Capitals', () => {
  it('are a format, which leaves the text as it is', () => {
    expect(upper('abc é ї')).toBe('abc é ї')
    expect(upper('istanbul', 'tr')).toBe('istanbul')
    expect(upper('Άλφα')).toBe('Άλφα')
  })

  it('are spelled out where one letter becomes two, and where Greek loses its accents', () => {
    expect(upper('Straße')).toBe('STRASSE')
    expect(upper('weiß ısı i', 'tr')).toBe('WEİSS ISI İ')
    expect(upper('ofﬁce')).toBe('OFFICE')
    expect(upper('Maß ფასი')).toBe('MASS ფასი')
    expect(upper('Άλφα ή', 'el-GR')).toBe('ΑΛΦΑ Ή')
    expect(upper('αβγ', 'el')).toBe('αβγ')
    expect(upper('Άλφα', 'ell')).toBe('Άλφα')
  })
})

it('Small letters are those of the language', () => {
  expect(lower('ISTANBUL İ')).toBe('istanbul i̇')
  expect(lower('ISTANBUL İ', 'tr-TR')).toBe('ıstanbul i')
  expect(lower('ΟΔΟΣ')).toBe('οδος')
})

it('First letters are those of words', () => {
  expect(words("don't o'neil l’été 3rd x-ray snake_case (a)")).toBe("Don't O'neil L’été 3rd X-Ray Snake_case (A)")
  expect(words("'quoted' cancel·lar l‧l ·a 'n' a-'b'")).toBe("'Quoted' Cancel·lar L‧l ·A 'N' A-'B'")
  expect(words('e\u0301lan')).toBe('E\u0301lan')
  expect(words('istanbul', 'tr')).toBe('İstanbul')
  expect(words('ijsland bijna ijzer', 'nl-BE')).toBe('IJsland Bijna IJzer')
  expect(words('ijsland')).toBe('Ijsland')
  expect(words('ǆungla ǅ Ǉ ß ﬁx')).toBe('ǅungla ǅ ǈ ß ﬁx')
  expect(words('ή άλφα', 'el')).toBe('Ή Άλφα')
  expect(words('ქართული ენა', 'ka')).toBe('ქართული ენა')
})

describe('A letter whose capital no font has', () => {
  it.each(['text-transform:uppercase', 'font-variant:small-caps'])('stays small: %s', async (css) => {
    const page = `<p style="${css}">ფასი — cost`
    const { bytes, warnings } = await convertFile(page, { from: 'html' })
    expect(warnings).toEqual([])
    expect((await readWithPdfjs(bytes)).pages.join()).toMatch(/ფასი\s*—\s*COST/)
  })
})
