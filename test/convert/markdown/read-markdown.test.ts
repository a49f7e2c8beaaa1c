/**
 * Markdown documents as flow documents.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { splitFrontMatter } from '../../../src/convert/markdown/front-matter.js'
import { markdownToHtml } from '../../../src/convert/markdown/markdown-to-html.js'
import { readMarkdown } from '../../../src/convert/markdown/read-markdown.js'
import { inlineText, paragraphsOf } from '../html/flow-text.js'

describe('front matter', () => {
  it('becomes metadata and page', async () => {
    const { document } = await readMarkdown(
      '---\ntitle: "A: title" # c\nauthor:\n  - name: Ann\n  - Bob\nlang: de\nkeywords: [x, "y, z"]\npapersize: a5paper\nmargin:\n  left: 3 cm\npage-numbers: true\n---\ntext',
    )
    expect(document.information).toMatchObject({
      title: 'A: title',
      author: 'Ann, Bob',
      language: 'de',
      keywords: 'x, y, z',
    })
    expect(document.page).toMatchObject({ width: 8391, pageNumbers: true, margins: { left: 1701, top: 1440 } })
    expect(paragraphsOf(document.blocks).map((paragraph) => inlineText(paragraph.inlines))).toEqual(['text'])
  })

  it('is told from a rule', () => {
    expect(splitFrontMatter('---\n\ntext\n\n---\n').frontMatter.size).toBe(0)
    expect(splitFrontMatter('---\ntitle: x\n').frontMatter.size).toBe(0)
  })

  it('cannot bring markup or CSS in', () => {
    const { html } = markdownToHtml('---\ntitle: </title><script>x\nmainfont: a"}p{color:red\npapersize: "a4;}"\n---\n')
    expect(html).not.toContain('<script>')
    expect(html).not.toContain('color:red')
  })
})

describe('Markdown', () => {
  it('makes footnotes of footnotes', async () => {
    const { document } = await readMarkdown('a[^1] b[^x] c[^1]\n\n[^1]: one\n[^x]: two **b**\n')
    expect(document.footnotes).toHaveLength(2)
    const [first] = document.footnotes
    expect(paragraphsOf(first?.blocks ?? []).map((paragraph) => inlineText(paragraph.inlines))).toEqual(['one'])
    const [text] = paragraphsOf(document.blocks)
    expect(text?.inlines.filter((inline) => inline.kind === 'footnote')).toHaveLength(3)
    expect(paragraphsOf(document.blocks)).toHaveLength(1)
  })

  it('shows notes to which only notes refer inside of those', async () => {
    const markdown = 'a[^a] z[^z]\n\n[^a]: see [^b] and [^z]\n[^b]: inner [^c]\n[^c]: innermost [^b]\n[^z]: last\n'
    const { document, warnings } = await readMarkdown(markdown)
    expect(document.footnotes.map(({ isReferredOnce }) => isReferredOnce)).toEqual([true, false])
    const [first, second] = document.footnotes.map(({ blocks }) => paragraphsOf(blocks))
    expect(first?.map(({ inlines }) => inlineText(inlines))).toEqual(['see a and ', 'a inner b', 'b innermost a'])
    expect(first?.[0]?.inlines.filter(({ kind }) => kind === 'footnote' || kind === 'link')).toEqual([
      { kind: 'footnote', id: 2 },
    ])
    expect(second?.map(({ inlines }) => inlineText(inlines))).toEqual(['last'])
    expect(warnings).toEqual([])
  })

  it('tells of footnotes that nothing shown refers to', async () => {
    const { document, warnings } = await readMarkdown(
      'a[^a]\n\n[^a]: one\n[^b]: *two* [^c]\n[^c]: three\n[^a]: again\n',
    )
    expect(document.footnotes).toHaveLength(1)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatch(/nothing refers to were left out: 3, the first of them: (?:two|three|again)/)
  })

  it('finds notes for links to them', async () => {
    const { document } = await readMarkdown('a[^a], [there](#footnote-a)\n\n[^a]: one\n')
    const [text] = paragraphsOf(document.blocks)
    expect(text?.inlines.find(({ kind }) => kind === 'link')).toMatchObject({ target: { bookmark: 'footnote_a' } })
    const [note] = paragraphsOf(document.footnotes[0]?.blocks ?? [])
    expect(note?.inlines[0]).toEqual({ kind: 'bookmark', name: 'footnote_a' })
  })

  it('makes footnotes of footnotes in a document that begins with a formula', async () => {
    const { document } = await readMarkdown('$$\nx\n$$\n\na[^1]\n\n[^1]: one\n')
    expect(document.footnotes).toHaveLength(1)
  })

  it('reads math, and leaves prices alone', async () => {
    const { document } = await readMarkdown('$x^2$ costs $5 and $6\n\n$$\n\\frac{a}{b}\n$$\n')
    const [inline, display] = paragraphsOf(document.blocks)
    expect(inline?.inlines.find((item) => item.kind === 'math')).toMatchObject({ display: false })
    expect(inlineText(inline?.inlines ?? [])).toBe(' costs $5 and $6')
    expect(display?.inlines).toMatchObject([{ kind: 'math', display: true, omml: expect.stringContaining('<m:num>') }])
  })

  it('shows alerts and task lists', async () => {
    const { document } = await readMarkdown('> [!NOTE]\n> careful\n\n- [x] done\n')
    const [title, text, task] = paragraphsOf(document.blocks)
    expect([title?.style, text?.style]).toEqual(['alert', 'alert'])
    expect(inlineText(text?.inlines ?? [])).toBe('careful')
    expect(task?.inlines[0]).toMatchObject({ kind: 'checkbox', checked: true })
  })

  it('refuses what is nested too deeply', () => {
    expect(() => markdownToHtml(`${'>'.repeat(5000)} x`)).toThrow(/nested/)
    expect(() => markdownToHtml(`${'-'.repeat(5000)}\n`)).not.toThrow()
  })
})

describe('comments', () => {
  const lines = async (markdown: string) =>
    paragraphsOf((await readMarkdown(markdown)).document.blocks).map(({ inlines }) => inlineText(inlines).trim())

  it('that a quote cuts off hide nothing behind it', async () => {
    expect((await lines('> <!-- c\n\n> c -->\n\nafter\n\n| a | b |\n|---|---|\n| c | d |')).join(' ')).toMatch(
      /after a b c d$/,
    )
    expect(await lines('- <!-- c\n\nafter <!-- d --> it')).toContainEqual(expect.stringMatching(/^after\s+it$/))
  })

  it('that are whole stay hidden', async () => {
    expect(await lines('<!-- a\n\nb -->\n\nshown\n\n<!-->\n\nmore')).toEqual(['shown', 'more'])
  })
})

describe('alerts', () => {
  it('may be named in small letters, and are quotes under other names', async () => {
    const text = (name: string) => markdownToHtml(`> [!${name}]\n> Take care.`).html
    expect(text('tip')).toContain('markdown-alert-tip')
    expect(text('FOO')).toContain('<blockquote>')
  })

  it('have titles in the language that front matter names', () => {
    const title = (front: string) =>
      /<strong>(.*?)<\/strong>/.exec(markdownToHtml(`${front}> [!WARNING]\n> a`).html)?.[1]
    const named = (language: string) => title(`---\nlang: ${language}\n---\n`)
    expect([title(''), named('de-AT'), named('ja'), named('xx')]).toEqual(['Warning', 'Warnung', '警告', 'Warning'])
  })
})
