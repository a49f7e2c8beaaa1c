/**
 * Numbers of lists and counters in the scripts that CSS knows.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { counterStyle } from '../../../src/convert/html/generated/counter-styles.js'
import { readLines, readParagraphs } from './flow-text.js'

/** The labels of the items of a page. */
async function labels(html: string): Promise<string[]> {
  return (await readParagraphs(html)).map(({ list }) => {
    const level = list?.list.levels[list.level]
    if (level === undefined) return ''
    return level.format === 'bullet' ? (level.bullet ?? '') : `${level.format} ${level.start}`
  })
}

describe('predefined counter styles', () => {
  it.each([
    ['lower-greek', [1, 24, 25, 49], ['α', 'ω', 'αα', 'βα']],
    ['armenian', [1, 43, 9999], ['Ա', 'ԽԳ', 'ՔՋՂԹ']],
    ['upper-armenian', [77], ['ՀԷ']],
    ['lower-armenian', [43, 9999], ['խգ', 'քջղթ']],
    ['georgian', [1, 43, 77, 19_999], ['ა', 'მგ', 'ოზ', 'ჵჰშჟთ']],
    ['hebrew', [1, 10, 15, 16, 17, 115, 500, 999], ['א', 'י', 'טו', 'טז', 'יז', 'קטו', 'תק', 'תתקצט']],
    ['arabic-indic', [0, 43], ['٠', '٤٣']],
    ['persian', [43], ['۴۳']],
    ['devanagari', [-43], ['-४३']],
    ['thai', [10], ['๑๐']],
    ['cjk-decimal', [10], ['一〇']],
    ['hiragana', [1, 49], ['あ', 'ああ']],
    ['katakana-iroha', [2, 48], ['ロ', 'イイ']],
    ['cjk-earthly-branch', [12], ['亥']],
    ['cjk-heavenly-stem', [10], ['癸']],
    ['japanese-informal', [0, 10, 111, 9999], ['〇', '十', '百十一', '九千九百九十九']],
    ['japanese-formal', [10, 11], ['壱拾', '壱拾壱']],
    ['korean-hangul-formal', [11], ['일십일']],
    ['korean-hanja-informal', [11], ['十一']],
    ['simp-chinese-informal', [10, 19, 20, 101, 110, 1001], ['十', '十九', '二十', '一百零一', '一百一十', '一千零一']],
    ['trad-chinese-formal', [11], ['壹拾壹']],
  ] as const)('%s', (name, values, written) => {
    expect(values.map((value) => counterStyle(name)?.write(value))).toEqual(written)
  })

  it.each([
    ['armenian', 0, 10_000],
    ['georgian', 0, 20_000],
    ['hebrew', 0, 1000],
    ['lower-greek', 0, -1],
    ['cjk-earthly-branch', 0, 13],
    ['japanese-formal', -1, 10_000],
    ['simp-chinese-formal', -1, 10_000],
  ])('%s cannot write %i and %i', (name, low, high) => {
    expect([counterStyle(name)?.write(low), counterStyle(name)?.write(high)]).toEqual([undefined, undefined])
  })

  it('are not found under names of objects', () => {
    expect(counterStyle('constructor')).toBeUndefined()
    expect(counterStyle('decimal')).toBeUndefined()
  })
})

describe('markers of items', () => {
  const list = (type: string) => labels(`<ol style="list-style-type:${type}"><li>a<li value=12>b<li>c</ol>`)

  it('have the numbers of their style', async () => {
    expect(await list('lower-greek')).toEqual(['α.', 'μ.', 'ν.'])
    expect(await list('hiragana')).toEqual(['あ、', 'し、', 'す、'])
    expect(await list('korean-hangul-formal')).toEqual(['일,', '일십이,', '일십삼,'])
    expect(await list('decimal-leading-zero')).toEqual(['decimalZero 1', 'decimalZero 12', 'decimalZero 12'])
  })

  it('are digits where the style has no numbers', async () => {
    expect(await list('cjk-heavenly-stem')).toEqual(['甲、', 'decimal 12', 'decimal 12'])
    expect(await labels('<ul style="list-style-type:unknown"><li>a</ul>')).toEqual(['decimal 1'])
  })

  it('are those that items ask for themselves', async () => {
    expect(await labels('<style>li{list-style-type:lower-greek}</style><ol><li>a<li>b</ol>')).toEqual(['α.', 'β.'])
    expect(await labels('<ul><li>a<li style="list-style:persian">b</ul>')).toEqual(['•', '۲.'])
  })

  it('keep up to forty characters of a text', async () => {
    const text = 'a'.repeat(39)
    expect(await labels(`<ul style="list-style-type:'${text}bc'"><li>a</ul>`)).toEqual([`${text}b`])
  })

  it('begin anew in a list within an item', async () => {
    const inner = '<ol style="list-style-type:hebrew"><li>b<li>c</ol>'
    expect(await labels(`<ol style="list-style-type:thai"><li>a${inner}<li>d</ol>`)).toEqual(['๑.', 'א.', 'ב.', '๒.'])
  })
})

describe('counters', () => {
  it('are written in their style', async () => {
    const css = 'p{counter-increment:c 11} p::before{content:counter(c,lower-greek) " " counters(c,".",hebrew) " "}'
    expect(await readLines(`<style>${css}</style><p>a</p><p>b</p>`)).toEqual(['λ יא a', 'χ כב b'])
  })

  it('count the items of lists by themselves', async () => {
    const css = '<style>li{list-style:none} li::before{content:counters(list-item,".") " "}</style>'
    const inner = '<ul><li>x<li>y</ul>'
    expect(await readLines(`${css}<ol start=3><li>a${inner}<li>b<li value=9>c<li>d</ol>`)).toEqual([
      ...['3 a', '3.1 x', '3.2 y', '4 b', '9 c', '10 d'],
    ])
    expect(await readLines(`${css}<ol reversed><li>a<li>b</ol>`)).toEqual(['2 a', '1 b'])
  })

  it('of items follow the style that names them', async () => {
    const css = 'ol{counter-reset:list-item 5} li{list-style:none;counter-increment:list-item 2}'
    const before = 'li::before{content:counter(list-item) " "} li.x{counter-set:list-item 1}'
    expect(await readLines(`<style>${css}${before}</style><ol><li>a<li>b<li class=x>c</ol>`)).toEqual([
      ...['7 a', '9 b', '1 c'],
    ])
  })
})

describe('counter styles of a page', () => {
  const RULES = `
    @counter-style thumbs { system: cyclic; symbols: "A" "B"; prefix: "<"; suffix: "> " }
    @counter-style stars { symbols: "*" "+"; suffix: "" }
    @counter-style letters { system: alphabetic; symbols: x y z }
    @counter-style binary { system: numeric; symbols: "0" "1"; negative: "(" ")"; pad: 4 "0" }
    @counter-style first { system: fixed 3; symbols: "three" "four"; fallback: lower-roman }
    @counter-style coins { system: additive; additive-symbols: 5 "V", 1 "I", 0 "none" }
    @counter-style section { system: extends lower-roman; prefix: "§"; range: 2 3; fallback: letters }
    @counter-style loop { system: extends loop; suffix: ")" }
    @counter-style decimal { system: cyclic; symbols: "never" }
    @counter-style long { symbols: "1234567890" }`
  const number = async (style: string, value: number) => {
    const css = `${RULES} p{counter-reset:c ${value}} p::before{content:counter(c,${style}) "|"}`
    return (await readLines(`<style>${css}</style><p>a</p>`))[0]?.split('|')[0]
  }

  it.each([
    ['thumbs', [1, 2, 3, 0, -1], ['A', 'B', 'A', 'B', 'A']],
    ['stars', [1, 2, 3, 0], ['*', '+', '**', '0']],
    ['letters', [1, 3, 4, 12, 0], ['x', 'z', 'xx', 'zz', '0']],
    ['binary', [0, 5, -5, 200], ['0000', '0101', '(101)', '11001000']],
    ['first', [2, 3, 4, 5], ['ii', 'three', 'four', 'v']],
    ['coins', [0, 7, -1], ['none', 'VII', '-1']],
    ['section', [1, 2, 3, 4], ['x', 'ii', 'iii', 'xx']],
    ['loop', [7], ['7']],
    ['decimal', [7], ['7']],
    ['long', [6, 7], ['1234567890'.repeat(6), '7']],
  ])('%s', async (style, values, written) => {
    expect(await Promise.all(values.map((value) => number(style, value)))).toEqual(written)
  })

  it.each([
    ['one digit', 'system: numeric; symbols: "1"'],
    ['one letter', 'system: alphabetic; symbols: "a"'],
    ['strokes for a large number', 'system: symbolic; symbols: "|"'],
    ['small weights', 'system: additive; additive-symbols: 999999999 "M", 1 "I"'],
    ['weights that do not fall', 'system: additive; additive-symbols: 1 "I", 999999999 "M"'],
    ['long symbols', `system: cyclic; symbols: "${'x'.repeat(61)}"`],
    ['long padding', `system: extends decimal; pad: 999999999 "${'x'.repeat(61)}"`],
  ])('end, however large the number is: %s', async (_, descriptors) => {
    const css = `@counter-style s { ${descriptors} } p{counter-reset:c 900000000} p::before{content:counter(c,s) "|"}`
    expect((await readLines(`<style>${css}</style><p>a</p>`))[0]).toBe('900000000|a')
  })

  it('write labels of items, with what stands around', async () => {
    const list = (type: string) =>
      labels(`<style>${RULES}</style><ol style="list-style-type:${type}"><li>a<li>b<li>c</ol>`)
    expect(await list('thumbs')).toEqual(['<A>', '<B>', '<A>'])
    expect(await list('stars')).toEqual(['*', '+', '**'])
    expect(await list('section')).toEqual(['§x.', '§ii.', '§iii.'])
    expect(await list('LETTERS')).toEqual(['x.', 'y.', 'z.'])
  })
})
