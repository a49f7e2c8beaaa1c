/**
 * Extensions of Markdown: what each reads, and that nothing of it is read where nobody asked.
 *
 * @module
 */

import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { convertFile } from '../../../src/convert/convert-file.js'
import { MARKDOWN_EXTENSIONS, type MarkdownExtensionChoice } from '../../../src/convert/markdown/extension-names.js'
import { markdownToHtml } from '../../../src/convert/markdown/markdown-to-html.js'
import { readMarkdown } from '../../../src/convert/markdown/read-markdown.js'
import { readDocx } from '../../../src/ooxml/read-docx.js'
import { partOf } from '../docx-writer/part-of.js'

function body(markdown: string, ...extensions: MarkdownExtensionChoice[]): string {
  const { html } = markdownToHtml(markdown, { extensions })
  return html.slice(html.indexOf('<body>') + 6, html.indexOf('</body>')).trim()
}

/** What each extension reads, and what stands in its HTML. */
const SAMPLES: readonly (readonly [name: (typeof MARKDOWN_EXTENSIONS)[number], markdown: string, html: string])[] = [
  ['attributes', '# A {#b .c d=e}', '<h1 id="b" d="e" class="c" id="a">A</h1>'],
  ['attributes', 'A [*b*]{.c}', '<span class="c"><em>b</em></span>'],
  ['attributes', '![a](b.png){width=50%}', '<img style="width:50%;" src="b.png" alt="a">'],
  ['attributes', '```{.js #a}\nb\n```', '<pre id="a" class="js"><code class="language-js">b\n</code></pre>'],
  ['attributes', '`a`{.b}', '<code class="b">a</code>'],
  ['fenced-divs', '::: a\n*b*\n:::', '<div class="a"><p><em>b</em></p>\n</div>'],
  ['definition-lists', 'A\n: b\n\n  c', '<dl>\n<dt>A</dt>\n<dd>b<p>c</p>\n</dd>\n</dl>'],
  ['definition-lists', 'A\n\n: b', '<dd><p>b</p>\n</dd>'],
  ['captions', ': *A*\n\n|b|\n|-|\n', '<caption><em>A</em></caption>'],
  ['captions', '|b|\n|-|\n\nTable: A\n', '<caption>A</caption>'],
  ['captions', '![a](b.png "c")', '<figcaption>c</figcaption></figure>'],
  ['captions', '![a](b.png)', '<figcaption>a</figcaption></figure>'],
  ['inline-footnotes', 'A^[*b* [c](d)]', '<p><em>b</em> <a href="d">c</a> <a href="#footnote-ref-note-1"'],
  ['subscript', 'H~2~O', 'H<sub>2</sub>O'],
  ['superscript', '2^nd^', '2<sup>nd</sup>'],
  ['mark', '==a *b*==', '<mark>a <em>b</em></mark>'],
  ['backslash-math', '\\(x\\)', '<math><mi>x</mi></math>'],
]

describe('extensions of Markdown', () => {
  it.each(SAMPLES)('%s: %j', (name, markdown, html) => {
    expect(body(markdown, name)).toContain(html)
    expect(body(markdown, 'all')).toContain(html)
    const others = MARKDOWN_EXTENSIONS.filter((other) => other !== name)
    expect(body(markdown)).not.toContain(html)
    expect(body(markdown, ...others)).not.toContain(html)
  })

  it('may be named in front matter', () => {
    expect(body('---\nmarkdown-extensions: [mark, subscript]\n---\n\n==a==')).toBe('<p><mark>a</mark></p>')
  })

  it('leave alone what only looks like them', () => {
    const text = 'a == b, x^2 and y^3, ~ 5 ~ 6, {a}, `~a~`, a[0]{, [b] {.c}'
    expect(body(text, 'all')).toBe(`<p>${text.replace('`~a~`', '<code>~a~</code>')}</p>`)
    expect(body('~~a~~', 'all')).toBe('<p><del>a</del></p>')
    expect(body('::: a\nb', 'all')).toBe('<p>::: a\nb</p>')
    expect(body('```\n::: a\n:::\n```', 'all')).toContain('::: a')
  })

  it('are named in the error for one that nobody knows', async () => {
    const options = { markdownExtensions: ['footnotes' as 'mark'] }
    await expect(convertFile('a', { from: 'md' }, options)).rejects.toThrow(/"fenced-divs"/)
  })
})

describe('texts that extensions change', () => {
  const textOf = async (markdown: string, ...markdownExtensions: MarkdownExtensionChoice[]) => {
    const { document } = await readMarkdown(markdown, { markdownExtensions })
    return document.blocks.flatMap((block) =>
      block.kind === 'paragraph' ? [block.inlines.map((inline) => ('text' in inline ? inline.text : '')).join('')] : [],
    )
  }

  it('have the quotes of their language', async () => {
    const text = `"A 'b' c's" --- d -- e ... '90s \\"f\\" \`"g"\` ---- **"h"**`
    expect(await textOf(text, 'smart-punctuation')).toEqual(['“A ‘b’ c’s” — d – e … ’90s "f" "g" ---- “h”'])
    expect(await textOf(`---\nlang: de\n---\n"A 'b' c"`, 'smart-punctuation')).toEqual(['„A ‚b‘ c“'])
    expect(await textOf('---\nlang: fr-CA\n---\n"A"', 'smart-punctuation')).toEqual(['«\u202fA\u202f»'])
    expect(await textOf(text.replaceAll('\\', ''))).toEqual([`"A 'b' c's" --- d -- e ... '90s "f" "g" ---- "h"`])
  })

  it('spell abbreviations out once', async () => {
    const text = '*[HTML]: Hypertext Markup Language\n*[UN]: United Nations\n\nHTML, HTML5, HTML; UN (whoever) `UN`'
    expect(await textOf(text, 'abbreviations')).toEqual([
      'HTML (Hypertext Markup Language), HTML5, HTML; UN (whoever) UN',
    ])
    expect((await textOf(text)).join('\n')).toContain('*[HTML]')
  })
})

describe('names of emoji', () => {
  const isThere = existsSync(new URL('../../../node_modules/gemoji', import.meta.url))

  it.skipIf(!isThere)('become emoji, but not in code', async () => {
    const { document } = await readMarkdown(':tada: `:tada:` :no_such: :+1:', { markdownExtensions: ['emoji'] })
    const [block] = document.blocks
    const inlines = block?.kind === 'paragraph' ? block.inlines : []
    expect(inlines.map((inline) => ('text' in inline ? inline.text : '')).join('')).toBe('🎉 :tada: :no_such: 👍')
  })
})

describe('front matter in TOML', () => {
  it('gives what front matter in YAML gives', () => {
    const yaml = '---\ntitle: "A & b"\nlang: de\ntags: [c, d]\npage:\n  size: a5\n---\n\ne'
    const toml =
      '+++\n# f\ntitle = "A & b" # g\nlang = \'de\'\ntags = ["c",\n  "d", # h\n]\n[page]\nsize = "a5"\n+++\n\ne'
    expect(markdownToHtml(toml).html).toBe(markdownToHtml(yaml).html)
  })

  it('is told from a line of signs', () => {
    expect(body('+++\na\n+++\n')).toBe('<p>+++\na\n+++</p>')
  })
})

describe('footnotes with blocks', () => {
  it('hold paragraphs, lists and code, and go on without an indent', () => {
    const html = body(
      'A[^1] B[^Ü x]\n\n[^1]: a\nb\n\n    c\n\n    - d\n\n    ```\n    e\n\n    f\n    ```\n[^ü x]: g\n\nh',
    )
    expect(html).toContain('<p>a\nb</p>\n<p>c</p>\n<ul>\n<li>d</li>\n</ul>\n<pre><code>e\n\nf\n</code></pre>')
    expect(html).toContain('<li id="footnote-ü-x">\n<p>g ')
    expect(html).toContain('<p>h</p>\n<section')
  })

  it('may stand right below a paragraph', () => {
    expect(body('A[^1]\n[^1]: b')).toMatch(/^<p>A<sup>.*<\/sup><\/p>\n<section/)
  })
})

describe('a table of contents', () => {
  const markdown = `# T\n\n[toc]\n\n## A "b"\n\n${'c\n\n'.repeat(80)}### D[^1]\n\n#### E\n\n[^1]: f\n`

  it.each(['[toc]', '[TOC]', '[[_TOC_]]', '{:toc}', '* x\n{:toc}', '1. x\n{:toc}'])('is asked for by %j', (marker) => {
    expect(body(`${marker}\n\na`)).toBe('<nav data-contents="3"></nav>\n<p>a</p>')
    expect(body(`${marker}\na`)).not.toContain('<nav')
  })

  it('is not asked for by a link', () => {
    expect(body('[toc]\n\n[toc]: /a')).toBe('<p><a href="/a">toc</a></p>')
  })

  it('is a field whose entries lead to their headings and say their pages', async () => {
    const { bytes, warnings } = await convertFile(markdown, { from: 'md', to: 'docx' })
    expect(warnings).toEqual([])
    const xml = partOf(bytes, '/word/document.xml')
    expect(xml.match(/TOC \\o "2-3"/g)).toHaveLength(1)
    const entries = [
      ...xml.matchAll(
        /w:val="(TOC\d)"\/>.*?<w:hyperlink w:anchor="(\w+)".*?<w:t[^>]*>([^<]*)<.*?PAGEREF (\w+) .*?<w:t[^>]*>(\d+)</g,
      ),
    ]
    expect(entries.map(([, style, ...rest]) => [style, ...rest])).toEqual([
      ['TOC1', 'a_b', 'A &quot;b&quot;', 'a_b', '1'],
      ['TOC2', 'd1', 'D', 'd1', '3'],
    ])
    expect(readDocx(bytes).warnings).toEqual([])
  })

  it('has right numbers in a PDF', async () => {
    const { warnings } = await convertFile(markdown, { from: 'md', to: 'pdf' })
    expect(warnings).toEqual([])
  })

  it('lists 10,000 headings of a document, however often it is asked for', async () => {
    const { document } = await readMarkdown(`${'[toc]\n\n'.repeat(30)}${'# a\n\n'.repeat(400)}`)
    const listed = document.blocks.filter((block) => block.kind === 'paragraph' && block.style === 'contents1')
    expect(listed).toHaveLength(10_000)
  })

  it('can be asked for in HTML', async () => {
    const { bytes } = await convertFile('<nav data-contents="2"></nav><h2>A</h2><h3>B</h3>', {
      from: 'html',
      to: 'docx',
    })
    const xml = partOf(bytes, '/word/document.xml')
    expect(xml.match(/PAGEREF/g)).toHaveLength(1)
  })
})

describe('alerts', () => {
  it('have a look for each kind', async () => {
    const kinds = ['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION']
    const { document } = await readMarkdown(kinds.map((kind) => `> [!${kind}]\n> a\n`).join('\n'))
    const styles = document.blocks.map((block) => (block.kind === 'paragraph' ? block.style : block.kind))
    expect([...new Set(styles)]).toEqual(['alert', 'alertTip', 'alertImportant', 'alertWarning', 'alertCaution'])
  })

  it('keep lists in their box', async () => {
    const { document } = await readMarkdown('> [!NOTE]\n> - a\n')
    expect(document.blocks.map(({ kind }) => kind)).toEqual(['table'])
  })
})
