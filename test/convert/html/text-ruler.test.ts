/**
 * Widths of text, measured before there is a document.
 *
 * @module
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import type { FlowInline } from '../../../src/convert/docx-writer/flow-document.js'
import type { RunFormat } from '../../../src/convert/docx-writer/flow-format.js'
import type { MeasuredText, RulerSources } from '../../../src/convert/html/measure/measured-text.js'
import { createTextRuler, withRuler } from '../../../src/convert/html/measure/text-ruler.js'

/** Room for rounding that each measure has. */
const ROUNDING = 10

const text = (text: string, format: RunFormat = {}, wrap?: 'anywhere' | 'never' | 'words'): FlowInline => ({
  kind: 'text',
  text,
  format,
  ...(wrap === undefined ? {} : { wrap }),
})

function measure(
  inlines: FlowInline | readonly FlowInline[],
  more: Partial<MeasuredText> = {},
  sources: RulerSources = {},
) {
  const ruler = createTextRuler({ rightToLeft: false, defaults: { fontFamily: 'Arial', size: 200 } }, sources)
  return withRuler(() => ruler.measure({ style: 'body', inlines: [inlines].flat() as FlowInline[], ...more }))
}

describe('the measure of text', () => {
  it('is that of the font, with a little for rounding', async () => {
    // Arial: W 0.944 em, i 0.222 em, space 0.278 em.
    expect(await measure(text('WWW iii'))).toEqual({
      least: Math.ceil(3 * 0.94385 * 200) + ROUNDING,
      most: Math.ceil((3 * 0.94385 + 0.27783 + 3 * 0.22217) * 200) + ROUNDING,
    })
  })

  it('counts sizes, weights, capitals and the room between letters', async () => {
    const { least: plain } = await measure(text('amount'))
    expect((await measure(text('amount', { size: 400 }))).least).toBeCloseTo(2 * plain - ROUNDING, -1)
    expect((await measure(text('amount', { bold: true }))).least).toBeGreaterThan(plain)
    expect((await measure(text('amount', { letterSpacing: 20 }))).least).toBe(plain + 6 * 20)
    const capitals: RunFormat = { capitals: 'all' }
    for (const word of ['amount', 'сумма', 'ποσό', 'tượng']) {
      const shown = await measure(text(word.toUpperCase()))
      expect(await measure(text(word, capitals)), word).toEqual(shown)
    }
  })

  it('is the same whether letters are added up or set', async () => {
    const formats: RunFormat[] = [{}, { bold: true }, { fontFamily: 'Verdana' }, { letterSpacing: 7, capitals: 'all' }]
    for (const format of formats) {
      const words = text('Total amount (net), 12,345.00 & more', format)
      const set = await measure([words, { kind: 'bookmark', name: 'a' }])
      expect(await measure(words)).toEqual(set)
    }
  })

  it('knows the styles of paragraphs and characters, and changes to them', async () => {
    const { least } = await measure(text('amount'), { style: 'heading1' })
    expect(least).toBeGreaterThan((await measure(text('amount'))).least * 1.9)
    const styles = { paragraphs: { heading1: { size: 800 } } }
    expect((await measure(text('amount'), { style: 'heading1' }, { styles })).least).toBeCloseTo(
      2 * least - ROUNDING,
      -1,
    )
    const code = await measure(text('iiii', { style: 'code' }))
    expect(code).toEqual(await measure(text('WWWW', { style: 'code' })))
    expect(await measure(text('iiii', { style: 'code' }), {}, { styles: { codeFont: 'Arial' } })).not.toEqual(code)
  })

  it('has the fonts that callers give, and a twentieth more for those that nobody has', async () => {
    const path = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf')
    const own = { fonts: [{ family: 'Own Face', bytes: readFileSync(path) }] }
    const format = { fontFamily: 'Own Face' }
    // All letters of the face are 0.602 em wide.
    expect((await measure(text('iiii', format), {}, own)).least).toBe(Math.ceil(4 * 0.60205 * 200) + ROUNDING)
    const { least } = await measure(text('iiii', { fontFamily: 'Times New Roman' }))
    expect((await measure(text('iiii', format))).least).toBeCloseTo((least - ROUNDING) * 1.05 + ROUNDING, -0.5)
  })

  it('leaves slanted letters and marks the room that LibreOffice gives them', async () => {
    const upright = await measure(text('amount'))
    expect((await measure(text('amount', { italic: true }))).least).toBeCloseTo(upright.least + 200 / 12, -0.5)
    const [close, apart] = [await measure(text('प्रक्रिया')), await measure(text('प्रक्रिया', { letterSpacing: 20 }))]
    expect(apart.least - close.least).toBeGreaterThanOrEqual(9 * 20)
  })

  it('joins letters of Arabic', async () => {
    const letters = await Promise.all([...'المبلغ'].map((letter) => measure(text(letter))))
    const { least } = await measure(text('المبلغ'))
    expect(least).toBeLessThan(letters.reduce((sum, letter) => sum + letter.least - ROUNDING, 0) * 0.9)
  })

  it('follows what style sheets say of line ends', async () => {
    const { least: letter } = await measure(text('W'))
    expect((await measure(text('WWWWWW', {}, 'anywhere'))).least).toBe(letter)
    const whole = await measure(text('WW WW WW'))
    expect((await measure(text('WW WW WW', {}, 'never'))).least).toBe(whole.most)
    expect((await measure(text('WW-WW', {}, 'never'))).least).toBeGreaterThan((await measure(text('WW-WW'))).least)
    const [usual, words] = [await measure(text('請求書番号')), await measure(text('請求書番号', {}, 'words'))]
    expect(words.least).toBeGreaterThan(4 * (usual.least - ROUNDING))
    expect(words.most).toBe(usual.most)
  })

  it('keeps words together across runs, and counts the indent of the first', async () => {
    const both = await measure([text('am'), text('ount', { color: 'FF0000' })])
    expect(both).toEqual(await measure(text('amount')))
    const indented = await measure(text('amount or'), { indent: 100 })
    expect(indented.least).toBe(both.least + 100)
    const second = await measure(text('or amount'), { indent: 100 })
    expect(second.least).toBe(both.least)
  })

  it('leaves a hyphen behind soft hyphens its room', async () => {
    const plain = await measure(text('Donau'))
    expect((await measure(text('Donau\u00adab'))).least).toBeGreaterThan(plain.least + 60)
  })

  it('lets pictures and equations be smaller, and has them whole in a line', async () => {
    const image = {
      kind: 'image',
      bytes: new Uint8Array(),
      type: 'png',
      width: 5000,
      height: 10,
      description: '',
    } as const
    const { least, most } = await measure([text('a '), image])
    expect(least).toBe(1440 + ROUNDING)
    expect(most).toBeGreaterThan(5000)
    const math = { kind: 'math', omml: '', display: false, ems: () => 30 } as const
    expect((await measure([math])).least).toBe(4320 + ROUNDING)
  })

  it('does not read all of a text that is longer than any page', async () => {
    const many = await measure(text('amount '.repeat(100_000)))
    expect(many.least).toBe((await measure(text('amount'))).least)
    // Not plain text, so that the typesetter measures it.
    const long = (count: number) => measure(text(`${'é '.repeat(count)}Unbreakable`))
    expect((await long(49_000)).least).toBe((await measure(text('Unbreakable'))).least)
    expect((await long(51_000)).least).toBe((await measure(text('é'))).least)
  })
})
