/**
 * The text that can be seen, in reading order.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { streamText } from '../../pdf/make-pdf.js'
import { draw, readVisibleText, reasonsFor } from './draw.js'

const show = (text: string, before = '', after = '') => `${before} BT /F1 20 Tf 20 100 Td (${text}) Tj ET ${after}`

describe('text that can be seen', () => {
  it('stands where the text state puts it', () => {
    const { visible } = draw('BT /F3 10 Tf 50 Tz 2 Tc 4 Tw 3 Ts 1 0 0 1 10 20 Tm (A B) Tj ET')
    const places = visible.map(({ glyph }) => [glyph.matrix[4], glyph.matrix[5]].map((v) => Math.round(v * 100) / 100))
    // Courier is 0.6 em wide: (6 + 2) / 2, and for the blank (6 + 2 + 4) / 2.
    expect(places).toEqual([
      [10, 23],
      [14, 23],
      [20, 23],
    ])
    expect(visible[0]?.glyph.size).toBe(10)
  })

  it('has the size at which it is displayed', () => {
    const { visible } = draw('q 2 0 0 3 0 0 cm BT /F1 5 Tf 10 10 Td (x) Tj ET Q BT /F1 1 Tf 7 0 0 7 0 0 Tm (y) Tj ET')
    expect(visible.map(({ glyph }) => glyph.size)).toEqual([15, 7])
  })

  it('follows lines, leading and the quotes', () => {
    const content = 'BT /F1 10 Tf 12 TL 10 100 Td (a) Tj T* (b) Tj (c) \' 3 1 (d) " 0 -5 TD (e) Tj T* (f) Tj ET'
    const { visible } = draw(content)
    expect(visible.map(({ glyph, text }) => [text, Math.round(glyph.matrix[5])])).toEqual([
      ['a', 100],
      ['b', 88],
      ['c', 76],
      ['d', 64],
      ['e', 59],
      ['f', 54],
    ])
  })

  it('moves by the numbers of TJ', () => {
    const { visible } = draw('BT /F3 10 Tf 0 50 Td [(A) -500 (B) 600 (C)] TJ ET')
    expect(visible.map(({ glyph }) => Math.round(glyph.matrix[4]))).toEqual([0, 11, 11])
  })

  it.each([
    ['white on white', show('A', '1 g'), false],
    ['in an invisible mode', show('A', '3 Tr'), false],
    ['beneath white', show('A', '', '1 g 10 90 60 40 re f'), false],
    ['beneath black that changes nothing', show('A', '', '/D gs 0 g 10 90 60 40 re f'), true],
    ['beneath white that may overprint', show('A', '', '/O gs 1 g 10 90 60 40 re f'), true],
    ['outside of the clip', `0 0 10 10 re W n ${show('A')}`, false],
    ['in a clip beyond all bounds', `-2e7 -2e7 4e7 4e7 re W n ${show('A')}`.replaceAll('e7', '0000000'), true],
    ['in a clip of letters', `BT 7 Tr /F1 20 Tf 20 20 Td (B) Tj ET 0 Tr ${show('A')}`, true],
    ['too small', 'BT /F1 2 Tf 20 100 Td (A) Tj ET', false],
    ['next to no opacity', show('A', '/T gs'), false],
    ['next to no opacity, many times', Array.from({ length: 9 }, () => show('A', '/T gs')).join(' '), true],
    ['in a layer that is off', `/OC /L BDC ${show('A')} EMC`, true],
  ])('may be seen by some: %s', (_, content, expected) => {
    const states = '/ExtGState <</T <</ca .02>> /D <</BM /Difference>> /O <</op true>>>>'
    const { visible } = draw({
      content,
      resources: `${states} /Properties <</L 11 0 R>>`,
      objects: { 11: '<</Type /OCG /Name (L)>>' },
      catalog: '/OCProperties <</OCGs [11 0 R] /D <</OFF [11 0 R]>>>>',
    })
    expect(visible.filter(({ text }) => text === 'A').map(({ mayBeSeen }) => mayBeSeen)).toContain(expected)
    expect(visible.filter(({ text }) => text === 'A').map(({ mayBeSeen }) => mayBeSeen)).not.toContain(!expected)
  })

  it.each([
    ['plain', show('A'), []],
    ['an invisible mode', show('A', '3 Tr'), ['invisible_mode']],
    ['a mode that only clips', show('A', '7 Tr'), ['invisible_mode']],
    ['next to no opacity', show('A', '/T gs'), ['transparent']],
    ['white on white', show('A', '1 g'), ['same_colour']],
    ['white on black', `0 g 0 0 200 200 re f ${show('A', '1 g')}`, []],
    ['grey on the same grey', `.5 g 0 0 200 200 re f ${show('A', '.52 g')}`, ['same_colour']],
    ['black on what was black and is white again', `0 g 0 0 99 200 re f 1 g 0 0 99 200 re f ${show('A', '0 g')}`, []],
    ['outside of the clip', `0 0 10 10 re W n ${show('A')}`, ['clipped']],
    ['outside of a clip that is no box', `0 0 m 20 0 l 0 20 l h W n ${show('A')}`, ['clipped']],
    ['cut in half', `0 0 27 200 re W n ${show('A')}`, ['partly_clipped']],
    ['off the page', 'BT /F1 20 Tf 300 100 Td (A) Tj ET', ['clipped']],
    ['covered later', show('A', '', '1 g 10 90 60 40 re f'), ['covered']],
    ['covered by a stroke', show('A', '', '40 w 1 G 0 107 m 200 107 l S'), ['covered']],
    ['covered in part', show('A', '', '1 g 27 90 60 40 re f'), ['partly_covered']],
    ['covered by something faint', show('A', '', '/T gs 1 g 10 90 60 40 re f'), []],
    ['covered by many faint layers', show('A', '', `/H gs ${'1 g 10 90 60 40 re f '.repeat(6)}`), ['covered']],
    ['something elsewhere later', show('A', '', '1 g 100 90 60 40 re f'), []],
    ['a ground that came before', `.9 g 10 90 60 40 re f ${show('A', '0 g')}`, []],
    ['too small', 'BT /F1 2 Tf 20 100 Td (A) Tj ET', ['tiny']],
    ['on a picture', `q 200 0 0 200 0 0 cm /I Do Q ${show('A')}`, ['colour_unknown']],
    ['in the colour of a pattern', show('A', '/Pattern cs /P scn'), ['colour_unknown']],
    ['multiplied', show('A', '/M gs'), []],
    ['blended by difference', show('A', '/D gs'), ['colour_unknown', 'blended']],
  ])('is told from what cannot: %s', (_, content, reasons) => {
    const sheet = {
      content,
      resources:
        '/ExtGState <</T <</ca .05>> /H <</ca .3>> /M <</BM /Multiply>> /D <</BM /Difference>>>> /XObject <</I 10 0 R>> /Pattern <</P <</PatternType 2 /Shading <</ShadingType 2>>>>>>',
      objects: {
        10: streamText(
          '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8',
          'x',
        ),
      },
    }
    expect(reasonsFor(draw(sheet), 'A')).toEqual(reasons)
  })

  it('is known only roughly where text clips', () => {
    const drawn = draw('BT /F1 90 Tf 7 Tr 10 90 Td (B) Tj ET BT 0 Tr /F1 20 Tf 20 100 Td (A) Tj ET')
    expect(reasonsFor(drawn, 'A')).toContain('rough_clip')
    expect(drawn.unknown).toEqual(['geometry'])
  })
})

describe('optional content', () => {
  const sheet = (content: string, configuration: string) => ({
    content,
    resources: '/Properties <</On 10 0 R /Off 11 0 R /Both 12 0 R /Odd 13 0 R>> /XObject <</Fm 14 0 R>>',
    catalog: `/OCProperties <</OCGs [10 0 R 11 0 R] /D <<${configuration}>>>>`,
    objects: {
      10: '<</Type /OCG /Name (on)>>',
      11: '<</Type /OCG /Name (off)>>',
      12: '<</Type /OCMD /OCGs [10 0 R 11 0 R] /P /AllOn>>',
      13: '<</Type /OCMD /OCGs [10 0 R] /VE [/Not 10 0 R]>>',
      14: streamText('/Subtype /Form /BBox [0 0 99 99] /OC 11 0 R', '0 0 9 9 re f'),
    },
  })
  const inLayer = (name: string) => `/OC /${name} BDC ${show('A')} EMC`

  it.each([
    ['On', '/OFF [11 0 R]', []],
    ['Off', '/OFF [11 0 R]', ['layer_off']],
    ['Both', '/OFF [11 0 R]', ['layer_off']],
    ['Both', '', []],
    ['On', '/BaseState /OFF', ['layer_off']],
    ['On', '/BaseState /OFF /ON [10 0 R]', []],
    ['Odd', '', ['layer_unknown']],
    ['Missing', '', ['layer_unknown']],
    ['On', '/AS [<</Event /Print>>]', ['layer_unknown']],
  ])('is shown as the default configuration has it: %s with %s', (name, configuration, reasons) => {
    expect(reasonsFor(draw(sheet(inLayer(name), configuration)), 'A')).toEqual(reasons)
  })

  it('ends with its marks, and hides what is nested in it', () => {
    const content = `/OC /Off BDC /P BMC ${show('A')} EMC /OC /On BDC ${show('B')} EMC EMC ${show('C')}`
    const drawn = draw(sheet(content, '/OFF [11 0 R]'))
    expect(drawn.visible.map(({ text, isVisible }) => [text, isVisible])).toEqual([
      ['A', false],
      ['B', false],
      ['C', true],
    ])
  })

  it('applies to forms', () => {
    const { drawing } = draw(sheet('/Fm Do 0 0 5 5 re f', '/OFF [11 0 R]'))
    expect(drawing.areas.map(({ paint }) => paint.layer)).toEqual(['hidden', 'shown'])
  })
})

describe('reading order', () => {
  const at = (x: number, y: number, text: string) => `1 0 0 1 ${x} ${y} Tm (${text}) Tj `

  it('is that of the page, not that of the content', () => {
    const { text } = draw(`BT /F1 10 Tf ${at(60, 50, 'world')}${at(20, 30, 'below')}${at(20, 50, 'Hello')} ET`)
    expect(text).toBe('Hello world\nbelow')
  })

  it('puts single letters back in their places', () => {
    const letters = [...'1,000.00'].map((letter, i) => at(20 + 6 * i, 50, letter)).reverse()
    expect(draw(`BT /F3 10 Tf ${letters.join('')} ET`).text).toBe('1,000.00')
  })

  it('has a blank where a gap is, and one only', () => {
    expect(draw('BT /F1 10 Tf 10 50 Td [(Pay) -400 (EUR  100)] TJ ET').text).toBe('Pay EUR 100')
  })

  it('has letters once that are painted twice to look bold, and twice where they stand apart', () => {
    expect(draw(`BT /F1 10 Tf ${at(20, 50, 'bold')}${at(20.3, 50, 'bold')} ET`).text).toBe('bold')
    expect(draw(`BT /F1 10 Tf ${at(20, 50, '1')}${at(25.6, 50, '1')} ET`).text).toBe('11')
  })

  it('shows that another letter was painted over one', () => {
    expect(draw(`BT /F1 10 Tf ${at(20, 50, '100')}${at(20, 50, '900')} ET`).text).not.toBe('100')
  })

  it('leaves out what cannot be seen and marks what is not known', () => {
    const font =
      '<</Type /Font /Subtype /Type3 /FontMatrix [.001 0 0 .001 0 0] /FontBBox [0 0 0 0] /FirstChar 65 /Widths [600] /CharProcs <</g 10 0 R>> /Encoding <</Differences [65 /g]>>>>'
    const { visible } = draw({
      content: 'BT /F 10 Tf 20 50 Td (A) Tj ET',
      resources: `/Font <</F ${font}>>`,
      objects: { 10: streamText('', '600 0 0 0 600 700 d1 0 0 600 700 re f') },
    })
    expect(readVisibleText(visible)).toBe('g')
    expect(visible.map(({ meaning }) => meaning.trust)).not.toContain('agreed')
    expect(draw('3 Tr BT /F1 10 Tf 20 50 Td (A) Tj ET').text).toBe('')
  })

  it('reads turned lines along their direction', () => {
    const { reader, visible } = draw('BT /F1 10 Tf 0 1 -1 0 50 50 Tm (up) Tj 1 0 0 1 10 10 Tm (flat) Tj ET')
    expect(visible).toHaveLength(6)
    expect(reader.budget.glyphs).toBeGreaterThan(0)
    expect(draw('BT /F1 10 Tf 0 1 -1 0 50 50 Tm (up) Tj 1 0 0 1 10 10 Tm (flat) Tj ET').text).toBe('flat\nup')
  })
})
