/**
 * The cascade, and properties without effect, which are named.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { createConversionBudget } from '../../../src/convert/conversion-budget.js'
import { parseColor } from '../../../src/convert/html/css/css-color.js'
import { parseLength } from '../../../src/convert/html/css/css-length.js'
import { CSS_PROPERTIES, isLost, PROPERTY_GROUPS } from '../../../src/convert/html/css/css-properties.js'
import { Counters } from '../../../src/convert/html/generated/generated-content.js'
import { PageCounterStyles } from '../../../src/convert/html/generated/page-counter-styles.js'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { formatOf, inlineText, paragraphsOf, readLines, readParagraphs, readTable } from './flow-text.js'

/** The colours of texts, by the text. */
async function colorsOf(css: string, html: string, texts: string): Promise<(string | undefined)[]> {
  const paragraphs = await readParagraphs(`<style>${css}</style>${html}`)
  return [...texts].map((text) => (formatOf(paragraphs, text) as { color?: string } | undefined)?.color)
}

describe('selectors', () => {
  it('look into :is, :where and :not with whole selectors', async () => {
    const css = ':is(.a p, .b > p) b{color:red} p:not(.c p){color:blue} :where(#x) i{color:lime} .c :is(i){color:green}'
    const html = '<div class="a"><p><b>1</b>2</p></div><div class="c"><p id="x"><b>3</b><i>4</i>5</p></div>'
    expect(await colorsOf(css, html, '12345')).toEqual(['FF0000', '0000FF', undefined, '008000', undefined])
  })

  it('ask for what an element has', async () => {
    const css = 'p:has(> b){color:red} p:has(+ div){color:blue} div:has(i u){color:lime}'
    const html = '<p>1<b>x</b></p><p>2</p><div>3</div><div><i>4<u>y</u></i></div>'
    expect(await colorsOf(css, html, '1234')).toEqual(['FF0000', '0000FF', undefined, '00FF00'])
  })

  it('nest', async () => {
    const css =
      '.a{color:red; p{color:blue; &.b{color:lime} > i, u &{color:green}} @media print{b{color:#123}}} .a > s{color:#456}'
    const html = '<div class="a">1<p>2<i>3</i></p><p class="b">4</p><b>5</b><s>6</s></div>'
    expect(await colorsOf(css, html, '123456')).toEqual(['FF0000', '0000FF', '008000', '00FF00', '112233', '445566'])
  })

  it('hold on pages as wide as paper', async () => {
    const css = `@media (min-width:500px){.a{color:red}} @media (max-width:600px){.b{color:red}}
      @media screen and (min-width:30em){.c{color:red}} @media (width >= 400px){.d{color:red}}
      @media (prefers-color-scheme:dark){.e{color:red}} @media not print{.f{color:red}} @media (hover:hover){.g{color:red}}`
    const html = [...'abcdefg'].map((name) => `<p class="${name}">${name}</p>`).join('')
    const [red, none] = ['FF0000', undefined]
    expect(await colorsOf(css, html, 'abcdefg')).toEqual([red, none, red, red, none, none, none])
  })

  it('hide nothing on paper that only windows hide', async () => {
    const css = `@media yahoo, only screen and (min-width:0){.a{display:none} input + .b{color:red}}
      @media screen and (max-width:800px){.c{color:red}} @media print{.d{display:none}} @media all{.e{display:none}}`
    const html =
      '<p class="a">a</p><input type="hidden"><p class="b">b</p><p class="c">c</p><p class="d">d</p><p class="e">e</p>'
    expect(await readLines(`<style>${css}</style>${html}`)).toEqual(['a', 'b', 'c'])
    expect(await colorsOf(css, html, 'bc')).toEqual(['FF0000', undefined])
  })

  it('know that nobody points at paper', async () => {
    const css =
      'p:not(:hover){color:red} p:not(:focus, .b){color:blue} p:not(:hover):hover{color:lime} input:checked + b{color:red}'
    const html = '<p class="b">1</p><p>2</p><input checked><b>3</b><input><b>4</b>'
    expect(await colorsOf(css, html, '1234')).toEqual(['FF0000', '0000FF', 'FF0000', undefined])
  })
})

describe('custom properties', () => {
  it('may be empty, and may have no value', async () => {
    const css = `:root{--none:initial;--empty: ;--x:red} p{--y:var(--none, blue)} .a{color:var(--none, lime)}
      .b{color:var(--x) var(--empty)} .c{color:var(--y)} .d{--x:initial;color:var(--x, blue)} .e{--x:inherit;color:var(--x)}`
    const html = [...'abcde'].map((name) => `<p class="${name}">${name}</p>`).join('')
    expect(await colorsOf(css, html, 'abcde')).toEqual(['00FF00', 'FF0000', '0000FF', '0000FF', 'FF0000'])
  })

  it('make the gradients of utility classes', async () => {
    const css = `*{--position: } .from{--from:#4f46e5 var(--position);--to:rgb(79 70 229 / 0) var(--position);
      --stops:var(--from), var(--to)} .to{--to:#9333ea var(--position)}
      .ground{background-image:linear-gradient(to right, var(--stops))}`
    const html = '<div class="ground from to" style="color:#fff"><p>x</p></div>'
    const { document } = await readHtml(`<style>${css}</style>${html}`)
    expect(JSON.stringify(document.blocks)).toContain('"shading":"713DE8"')
  })
})

describe('colours', () => {
  it.each([
    ['hsl(171deg, 100%, calc(20% + 21%))', '00D1B2'],
    ['oklch(62.3% 0.214 259.815)', '2B7FFF'],
    ['oklch(0.5 0 none)', '636363'],
    ['oklab(62.796% 0.22486 0.12585)', 'FF0000'],
    ['lab(54.2905% 80.8049 69.891)', 'FF0000'],
    ['lch(54.2905% 106.837 40.8576)', 'FF0000'],
    ['lab(100 0 0)', 'FFFFFF'],
    ['color(srgb 1 0.5 0)', 'FF8000'],
    ['color(display-p3 0.4 0.4 0.4)', '666666'],
    ['color-mix(in oklab, red 50%, transparent)', 'FF000080'],
    ['color-mix(in srgb, red, blue)', '800080'],
    ['color-mix(in srgb, red 20%, blue 20%)', '80008066'],
    ['color-mix(in srgb, color-mix(in srgb, red, blue), white 0%)', '800080'],
    ['rgb(255 0 0 / calc(1 / 2))', 'FF000080'],
    ['rgb(from red r g b)', undefined],
    ['oklch(62.3% x 259)', undefined],
    ['color(rec2020 1 0 0)', undefined],
    ['color-mix(in srgb, red 0%, blue 0%)', undefined],
    ['color-mix(in srgb, red)', undefined],
  ])('%s', (text, color) => {
    expect(parseColor(text)).toBe(color)
  })

  it('are read in time, however deep they lie in each other', () => {
    let text = 'red'
    for (let depth = 0; depth < 5000; depth++) text = `color-mix(in srgb, ${text}, ${'('.repeat(3)}`
    expect(parseColor(text)).toBeUndefined()
  })

  it('cover the ground of rows by shadows wider than them', async () => {
    const html = `<table><tr><th>a</th></tr><tr><td style="background:#fff;box-shadow:inset 0 0 0 9999px rgba(0,0,0,.5)">b</td></tr></table>`
    const { document, warnings } = await readHtml(html)
    expect(JSON.stringify(document.blocks)).toContain('"shading":"7F7F7F"')
    expect(warnings).toEqual([])
    expect((await readHtml('<p style="box-shadow:inset 0 0 9px red">x</p>')).warnings).toHaveLength(1)
  })
})

describe('lengths', () => {
  const base = { em: 200, rem: 240 }

  it.each([
    ['calc(10px + 2em)', { twips: 550 }],
    ['calc(100% - 30px)', { twips: -450, fraction: 1 }],
    ['calc((1rem + 4px) * 2)', { twips: 600 }],
    ['calc(60px / 4 - -5px)', { twips: 300 }],
    ['min(50%, 10px)', { twips: 150 }],
    ['max(1px, 2px, 3px)', { twips: 45 }],
    ['clamp(10px, 100vw, 20px)', { twips: 300 }],
    ['calc(1 * (2 * 3px))', { twips: 90 }],
  ])('%s are calculated', (text, expected) => {
    expect(parseLength(text, base)).toEqual(expected)
  })

  it.each([
    'calc(1px + 2)',
    'calc(1px * 2px)',
    'calc(1px / 0)',
    'calc()',
    'calc(1px +)',
    `${'calc('.repeat(99)}1px`,
    'foo(1px)',
  ])('%s are none', (text) => {
    expect(parseLength(text, base)).toBeUndefined()
  })
})

describe('generated content', () => {
  it('stands before and after its element', async () => {
    const css = `p::before{content:"[" attr(data-n) "] "} p:after{content:" \\2192"} i::before{content:none} b::before{content:"x";display:none}`
    expect(await readLines(`<style>${css}</style><p data-n="7">a<i>b</i><b>c</b></p>`)).toEqual(['[7] abc →'])
  })

  it('counts', async () => {
    const css = `body{counter-reset:s} h2{counter-increment:s;counter-reset:t} h2::before{content:counter(s, upper-roman) ". "}
      h3{counter-increment:t} h3::before{content:counters(s, ".") "." counter(t, lower-alpha) " "}`
    const html = '<h2>a</h2><h3>b</h3><h3>c</h3><h2>d</h2><h3>e</h3>'
    expect(await readLines(`<style>${css}</style>${html}`)).toEqual(['I. a', '1.a b', '1.b c', 'II. d', '2.a e'])
  })

  // What is expected here is what Chromium prints.
  it('counts clauses by the lists they are in, and ends the numbers of a list with it', async () => {
    const css = `ol{counter-reset:c;list-style:none} li{counter-increment:c} li::before{content:counters(c,".") " "}`
    const inner = '<ol><li>b<ol><li>c</li></ol></li><li>d</li></ol>'
    const html = `<ol><li>a${inner}</li><li>e<ol><li>f</li></ol></li><li>g</li></ol><p>p</p><ol><li>h</li></ol>`
    expect(await readLines(`<style>${css}</style>${html}`)).toEqual([
      ...['1 a', '1.1 b', '1.1.1 c', '1.2 d', '2 e', '2.1 f', '3 g', 'p', '1 h'],
    ])
  })

  it('counts siblings on, and starts again in another element, where nothing was reset', async () => {
    const css = `.c{counter-increment:k} .c::before{content:counters(k,"-") " "} .r{counter-reset:k 4}`
    const html = `<div><p class="c">a</p><div><p class="c">b</p></div></div><p class="c">c</p>
      <div class="r"><p class="c">d</p></div><div class="r"><p class="c">e</p></div>`
    expect(await readLines(`<style>${css}</style>${html}`)).toEqual(['1 a', '2 b', '1 c', '5 d', '5 e'])
  })

  it('counts rows and groups of rows', async () => {
    const css = `tbody{counter-increment:g} tr{counter-increment:r} td:first-child::before{content:counter(g) "/" counter(r) " "}`
    const row = '<tr><td>a</td><td>b</td></tr>'
    const table = await readTable(
      `<style>${css}</style><table><tbody>${row}${row}</tbody><tbody>${row}</tbody></table>`,
    )
    const firsts = table.rows.map(({ cells }) => paragraphsOf(cells[0]?.blocks ?? []))
    expect(firsts.map(([first]) => inlineText(first?.inlines ?? []))).toEqual(['1/1 a', '1/2 a', '2/1 a'])
  })

  it('counts in time that grows with the document alone', () => {
    const counters = new Counters(createConversionBudget(0), new PageCounterStyles(new Map()))
    const names = Array.from({ length: 20_000 }, (_, index) => `c${String(index)}`).join(' ')
    const box = { display: 'block', margin: {}, padding: {}, border: {} } as const
    counters.enter({ ...box, counterReset: names }, 0)
    const begin = process.cpuUsage()
    for (let index = 0; index < 30_000; index++) counters.enter({ ...box, counterIncrement: 'c7' }, 1 + (index % 3))
    const { user } = process.cpuUsage(begin)
    expect(counters.textsOf('c7', '')).toEqual(['30000'])
    // Each element looking through all counters would take thirty times as long.
    expect(user / 1000).toBeLessThan(5000)
  })
})

/** The properties of CSS 2.2, appendix F, in longhands, those of CSS Flexible Box Layout 1 and of CSS Grid Layout 2. */
const PROPERTIES =
  `azimuth background-attachment background-color background-image background-position background-repeat
border-collapse border-spacing border-top-color border-right-color border-bottom-color border-left-color border-top-style
border-right-style border-bottom-style border-left-style border-top-width border-right-width border-bottom-width
border-left-width bottom caption-side clear clip color content counter-increment counter-reset cue-after cue-before cursor
direction display elevation empty-cells float font-family font-size font-style font-variant font-weight height left
letter-spacing line-height list-style-image list-style-position list-style-type margin-right margin-left margin-top
margin-bottom max-height max-width min-height min-width orphans outline-color outline-style outline-width overflow-x
overflow-y padding-top padding-right padding-bottom padding-left page-break-after page-break-before page-break-inside
pause-after pause-before pitch-range pitch play-during position quotes richness right speak-header speak-numeral
speak-punctuation speak speech-rate stress table-layout text-align text-decoration-line text-indent text-transform top
unicode-bidi vertical-align visibility voice-family volume white-space widows width word-spacing z-index
flex-direction flex-wrap order flex-grow flex-shrink flex-basis justify-content align-items align-self align-content
grid-template-columns grid-template-rows grid-template-areas grid-auto-columns grid-auto-rows grid-auto-flow
grid-row-start grid-column-start grid-row-end grid-column-end row-gap column-gap justify-items justify-self`.split(
    /\s+/,
  )

/** Values that ask for something, by property: those that are not shown are told. */
const TOLD: Readonly<Record<string, string>> = {
  'background-image': 'url(a.png)',
  'caption-side': 'left',
  clip: 'rect(1px,2px,3px,4px)',
  'empty-cells': 'hide',
  'list-style-image': 'url(a.png)',
  'list-style-position': 'inside',
  'outline-style': 'solid',
  position: 'absolute',
  'text-emphasis-color': 'red',
  'text-emphasis-style': 'triangle',
  'unicode-bidi': 'bidi-override',
  'word-spacing': '3px',
  'align-content': 'baseline',
  'justify-items': 'baseline',
  'justify-self': 'baseline',
  'border-radius': '4px',
  'box-shadow': '0 1px 2px #000',
  transform: 'rotate(3deg)',
}

describe('properties', () => {
  it.each(PROPERTIES)('%s is shown, harmless or told', (property) => {
    expect(CSS_PROPERTIES.has(property)).toBe(true)
  })

  it.each(Object.entries(TOLD))('%s: %s is told, with how often', async (property, value) => {
    const { warnings } = await readHtml(`<style>p{${property}:${value}}</style><p>a</p><p>b</p><div>c</div>`)
    expect(warnings).toEqual([`The CSS property ${property} is not shown (2 elements).`])
  })

  it.each([
    ['border-radius', '0'],
    ['box-shadow', 'none'],
    ['position', 'relative'],
    ['background-image', 'linear-gradient(red, blue)'],
  ])('%s: %s is not told', (property, value) => {
    expect(isLost(property, value)).toBe(false)
  })

  it('are described once each', () => {
    const names = PROPERTY_GROUPS.flatMap((group) => Object.keys(group))
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it('says nothing of what another rule takes back', async () => {
    const { warnings } = await readHtml('<style>p{box-shadow:0 0 1px red} p.a{box-shadow:none}</style><p class="a">x')
    expect(warnings).toEqual([])
  })
})
