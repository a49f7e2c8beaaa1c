/**
 * HTML pages as flow documents.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { formatOf, inlineText, readLines, readParagraphs, readTable } from './flow-text.js'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

describe('text', () => {
  it('collapses white space across elements and keeps that which does not collapse', async () => {
    expect(await readLines('<p> a  <b> b</b>\n<i>c </i> d&nbsp; e</p>')).toEqual(['a b c d\u00a0 e'])
    expect(await readLines('<p><b>bold</b> <b>bold</b> <strong>strong</strong></p>')).toEqual(['bold bold strong'])
    expect(await readLines('<p>a <br> b<br></p><pre>\n x\n\ty\n</pre>')).toEqual(['a\nb', ' x\n\ty'])
  })

  it('leaves out what does not show', async () => {
    const html = '<title>t</title><style>p{}</style><script>s</script><template>x</template><p hidden>h</p><p>shown</p>'
    expect(await readLines(`${html}<!-- c --><unknown-tag>kept</unknown-tag><noscript>too</noscript>`)).toEqual([
      'shown',
      'keptToo'.replace('T', 't'),
    ])
  })

  it('drops what XML cannot hold', async () => {
    expect(await readLines('<p>a\u0001\u001f\ufffeb\ud800c</p>')).toEqual(['ab\ufffdc'])
  })

  it('turns over text from right to left', async () => {
    const [paragraph] = await readParagraphs('<p dir="rtl">שלום</p>')
    expect(paragraph?.format.rightToLeft).toBe(true)
    const [detected] = await readParagraphs('<p>مرحبا</p>', { detectsDirection: true })
    expect(detected?.format.rightToLeft).toBe(true)
  })
})

describe('styles', () => {
  it('applies rules by specificity, order and importance', async () => {
    const css = `p { color: red !important } #i { color: blue } .c > b:first-child { color: green; font-size: 10pt }
      .d b { color: #123 } div ~ p.e { text-align: right } p:not(.c):nth-child(odd) { text-indent: 1cm }
      @media screen and (max-width: 9px) { p { text-align: center } } @media print { .f { font-style: italic } }`
    const paragraphs = await readParagraphs(
      `<style>${css}</style><div class="d"><p id="i" class="c">x<b>y</b></p><b>z</b></div><p class="e f">w</p>`,
    )
    expect(formatOf(paragraphs, 'x')).toEqual({ color: 'FF0000' })
    expect(formatOf(paragraphs, 'y')).toEqual({ color: '008000', bold: true, size: 200 })
    expect(formatOf(paragraphs, 'z')).toEqual({ color: '112233', bold: true })
    expect(formatOf(paragraphs, 'w')).toEqual({ color: 'FF0000', italic: true })
    expect(paragraphs.at(-1)?.format.alignment).toBe('right')
  })

  it('makes the style of the body the default of the document', async () => {
    const { document } = await readHtml('<style>body{font:14px/1.5 Arial;color:#333}</style><h1>a</h1><p>b</p>')
    expect(document.defaults).toMatchObject({ fontFamily: 'Arial', size: 210, color: '333333' })
    const [heading, paragraph] = await readParagraphs(
      '<style>body{font-size:10pt;color:#333}</style><h1>a</h1><p>b</p>',
    )
    expect(formatOf(heading === undefined ? [] : [heading], 'a')).toMatchObject({ size: 400, color: '333333' })
    expect(formatOf(paragraph === undefined ? [] : [paragraph], 'b')).toEqual({})
  })

  it('fills in variables, and gives up on those that never end', async () => {
    const css = ':root{--c:#00f;--a:var(--b);--b:var(--a)} p{color:var(--c)} i{color:var(--a)} b{color:var(--x, red)}'
    const paragraphs = await readParagraphs(`<style>${css}</style><p>x<i>y</i><b>z</b></p>`)
    expect(formatOf(paragraphs, 'x')).toEqual({ color: '0000FF' })
    expect(formatOf(paragraphs, 'y')).toEqual({ color: '0000FF', italic: true })
    expect(formatOf(paragraphs, 'z')).toEqual({ color: 'FF0000', bold: true })
  })

  it('reads the page', async () => {
    const { document } = await readHtml('<style>@page{size:A5 landscape;margin:1cm 2cm}</style><p>x')
    expect(document.page).toMatchObject({ width: 11_906, height: 8391, margins: { top: 567, left: 1134 } })
  })

  it('collapses margins and breaks pages', async () => {
    const [first, second, third] = await readParagraphs(
      '<p style="margin:0 0 20pt">a</p><p style="margin:30pt 0 0">b</p><div style="break-before:page"><p>c</p></div>',
    )
    expect(first?.format.spaceAfter).toBe(400)
    expect(second?.format.spaceBefore).toBe(200)
    expect(third?.format.pageBreakBefore).toBe(true)
  })
})

describe('lists', () => {
  it('of terms keep a term with its definition, and not with the next term', async () => {
    const keeps = (await readParagraphs('<dl><dt>a<dt>b<dd>c<dt>d<dd><dl><dt>e</dl></dl>')).map(
      ({ format }) => format.keepWithNext,
    )
    expect(keeps).toEqual([false, undefined, undefined, false, undefined])
  })

  it('numbers as HTML does', async () => {
    const items = await readParagraphs('<ol start="3" type="a"><li>x<li><p>y<p>z<li value="9">w</ol><ol><li>v</ol>')
    const [x, y, z, w, v] = items.map((item) => item.list)
    expect(x?.list.levels[0]).toMatchObject({ format: 'lowerLetter', start: 3 })
    expect(y?.list).toBe(x?.list)
    expect(z).toMatchObject({ continued: true })
    expect(w?.list.levels[0]?.start).toBe(9)
    expect(v?.list.levels[0]).toMatchObject({ format: 'decimal', start: 1 })
  })

  it('nests lists in the list around, and puts boxes where labels stand', async () => {
    const [outer, inner, task] = await readParagraphs(
      '<ul><li>a<ol><li>b</ol></ul><ul><li><input type="checkbox" checked> c</ul>',
    )
    expect(inner?.list).toMatchObject({ level: 1 })
    expect(inner?.list?.list).toBe(outer?.list?.list)
    expect(task?.inlines.map((inline) => inline.kind)).toEqual(['checkbox', 'tab', 'text'])
    expect(task?.format).toMatchObject({ indentStart: 480, indentFirstLine: -360 })
  })

  it('keeps numbers within bounds', async () => {
    const [item] = await readParagraphs('<ol start="99999999999999"><li>x</ol>')
    expect(item?.list?.list.levels[0]?.start).toBe(32_767)
  })
})

describe('tables', () => {
  it('lays cells on a grid', async () => {
    const table = await readTable(
      '<table><col width="25%"><col width="75%"><thead><tr><th>a<th>b</thead><tr><td rowspan=2>c<td>d<tr><td style="background:lime">e</table>',
    )
    expect(table.rows.map((row) => row.isHeader)).toEqual([true, false, false])
    expect((table.columns[1] ?? 0) / (table.columns[0] ?? 1)).toBeCloseTo(3, 2)
    expect(table.rows[1]?.cells[0]?.verticalMerge).toBe('restart')
    expect(table.rows[2]?.cells[0]).toEqual({ columnSpan: 1, verticalMerge: 'continue', blocks: [] })
    expect(table.rows[2]?.cells[1]?.shading).toBe('00FF00')
  })

  it('does not take huge spans at their word', async () => {
    const table = await readTable('<table><tr><td colspan=1000000>a<tr><td>b<td rowspan=65000>c</table>')
    expect(table.columns).toHaveLength(2)
    expect(table.rows[0]?.cells).toMatchObject([{ columnSpan: 2 }])
  })
})

describe('links', () => {
  it('keeps addresses that may be followed, as valid URIs', async () => {
    const { document, warnings } = await readHtml(
      '<p><a href="https://a.example/ü?x={1}">1</a><a href="javascript:alert(1)">2</a><a href="x.html">3</a><a href="#p q">4</a><h1 id="p q">h</h1>',
    )
    const [paragraph] = document.blocks
    const links = paragraph?.kind === 'paragraph' ? paragraph.inlines.filter((inline) => inline.kind === 'link') : []
    expect(links.map((link) => link.target)).toEqual([
      { url: 'https://a.example/%C3%BC?x=%7B1%7D' },
      { bookmark: 'p_q' },
    ])
    expect(warnings).toHaveLength(2)
  })
})

describe('images', () => {
  it('shows those inside of the page in their natural size, and others only through the loader', async () => {
    const html = `<p><img src="data:image/png;base64,${PIXEL}" alt="i"><img src="https://x.example/a.png" alt="remote">`
    const [paragraph] = await readParagraphs(html)
    expect(paragraph?.inlines[0]).toMatchObject({ kind: 'image', type: 'png', width: 15, height: 15, description: 'i' })
    expect(inlineText(paragraph?.inlines ?? [])).toBe('remote')
    const asked: string[] = []
    const [loaded] = await readParagraphs(html, {
      loadResource: async (url) => {
        asked.push(url)
        return { bytes: new Uint8Array(Buffer.from(PIXEL, 'base64')) }
      },
    })
    expect(asked).toEqual(['https://x.example/a.png'])
    expect(loaded?.inlines.filter((inline) => inline.kind === 'image')).toHaveLength(2)
  })
})

describe('hostile input', () => {
  it.each([
    ['boxes', '<div>'.repeat(5000)],
    ['formatting', '<b>'.repeat(5000)],
    ['lists', '<ul><li>'.repeat(5000)],
    ['tables', '<table><tr><td>'.repeat(5000)],
    ['equations', `<math>${'<mrow>'.repeat(5000)}`],
  ])('keeps the text of deeply nested %s', async (_, open) => {
    expect((await readLines(`${open}deep`)).join('')).toContain('deep')
  })

  it('refuses more elements inside of each other than can be held', async () => {
    const deep = await readHtml(`${'<ol>a'.repeat(4000)}b`)
    expect(deep.warnings).toContain('Elements that are nested too deeply are shown as text.')
    expect(JSON.stringify(deep.document.blocks)).toMatch(/a ab"/)
    await expect(readHtml('<div>'.repeat(30_000))).rejects.toMatchObject({ code: 'document_too_complex' })
  })

  it('takes names of prototypes as names', async () => {
    const css = '.__proto__{color:red}#constructor{color:blue}'
    const html = `<style>${css}</style><p class="__proto__" style="__proto__:x">a</p><p id="constructor">b</p>`
    const paragraphs = await readParagraphs(html)
    expect(formatOf(paragraphs, 'a')).toEqual({ color: 'FF0000' })
    expect(formatOf(paragraphs, 'b')).toEqual({ color: '0000FF' })
    expect(Object.hasOwn(Object.prototype, 'color')).toBe(false)
  })

  it('gives up with the reason of the signal', async () => {
    const reason = new Error('enough')
    await expect(readHtml('<p>', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})
