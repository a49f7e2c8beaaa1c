/**
 * The tree of a Markdown document is that of its HTML, whether or not the HTML was written on the way.
 *
 * @module
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import type { HtmlNode } from '../../../src/convert/html/source/html-tree.js'
import { parseHtml } from '../../../src/convert/html/source/parse-html.js'
import { markdownToHtml, markdownToTree } from '../../../src/convert/markdown/markdown-to-html.js'
import { finishSteps } from '../../../src/pace/turns.js'

/** A tree as nested lists, which no node points out of. */
function outline(node: HtmlNode): unknown {
  if ('value' in node) return node.value
  const children = 'childNodes' in node ? node.childNodes.map(outline) : []
  return 'attrs' in node
    ? [node.tagName, node.namespaceURI, node.attrs.map(({ name, value }) => [name, value]), children]
    : [node.nodeName, children]
}

function outlines(markdown: string): { readonly tree: unknown; readonly parsed: unknown; readonly isDirect: boolean } {
  const { page } = finishSteps(markdownToTree(markdown))
  const tree = typeof page === 'string' ? parseHtml(page) : page
  return {
    tree: outline(tree),
    parsed: outline(parseHtml(markdownToHtml(markdown).html)),
    isDirect: typeof page !== 'string',
  }
}

const SAMPLES: readonly (readonly [what: string, markdown: string])[] = [
  ['references', 'a & b &amp; c &copy; &#65; &#x41; &bogus; &notit; &lt;b&gt; \\&amp; &#13; &#38;amp; &quot;'],
  ['links', '[a & b](b?c&d&amp;e "t&amp;u \\"v\\"") <http://x.y/?a&b> www.x.y/z a@b.c http://a.b/?c&copy=d'],
  ['addresses that are none', '[a](%zz) [b](<a b>) [c](é\ud800)'],
  ['pictures', '![a & *b*](c.png "d") [![e](f.png)](g)'],
  ['emphasis', '***a** b* __c_d__ ~~e~~ ~f~ `g  <h> & i` ``j ` k`` **l *m **n** o* p**'],
  ['lines', 'a  \nb\\\nc\n\n\td\n\n***\n\ne\n===\n\nf\n---\n'],
  ['lists', '- a\n  - b\n    3. c\n\n       d\n- e\n\n\n- f\n\n5) g\n6) h\n\n   > i\n\n1986\\. was'],
  ['tasks', '- [x] a\n- [ ] b\n  - [X] c\n\n1. [ ] d\n\n   e\n'],
  ['tables', '| a | b | c |\n|:-:|--:|:--|\n| `d|e` | **f** |\n| g \\| h | & | [i](j) | k |\n\na|b\n-|-\n'],
  ['code', '```js a=b\nc < "d" & e\n\n```\n\n```\n```\n\n    f\n\n~~~ &amp;x\ng\n~~~\n'],
  ['headings', '# a `b` & c\n# a `b` & c\n## *d* [e](f) #\n###### !"§\n# \n'],
  ['quotes', '> a\n> > b\nc\n\n> [!NOTE]\n> d\n> # e\n\n> [!TIP] f\n\n> [g](h)\n\n> \\[!NOTE]\n# e\n'],
  ['formulas', 'a $x^2$ b $\\bad{$ c\n\n$$\n\\frac{a}{b}\n$$\n\n> [!NOTE]\n> $y$\n'],
  ['definitions', '[a]: /b "c &amp; d"\n\n[a] [e][A] [f]\n'],
  ['front matter', '---\ntitle: a & b\nlang: de\ndir: rtl\n---\n\n# c\n'],
  ['nothing', ''],
]

describe('the tree of tokens', () => {
  it.each(SAMPLES)('is that of the HTML: %s', (_, markdown) => {
    const { tree, parsed, isDirect } = outlines(markdown)
    expect(isDirect).toBe(true)
    expect(tree).toEqual(parsed)
  })

  it.each([
    ['HTML', 'a <b>c</b>\n'],
    ['blocks of HTML', '<div>\n\n*a*\n\n</div>\n'],
    ['comments', 'a <!-- b -->\n'],
    ['footnotes', 'a[^1]\n\n[^1]: b\n'],
    ['characters that are none', 'a\u0000b\n'],
  ])('is left to a parser: %s', (_, markdown) => {
    const { tree, parsed, isDirect } = outlines(markdown)
    expect(isDirect).toBe(false)
    expect(tree).toEqual(parsed)
  })

  it('is that of the HTML in all examples of CommonMark', () => {
    const path = createRequire(import.meta.url).resolve('commonmark-spec/spec.txt')
    const examples = [...readFileSync(path, 'utf8').matchAll(/^`{32} example\n([\s\S]*?)^\.\n/gm)]
    const markdowns = examples.map(([, markdown = '']) => markdown.replaceAll('→', '\t'))
    expect(markdowns.length).toBeGreaterThan(600)
    const wrong = markdowns.filter((markdown) => {
      const { tree, parsed } = outlines(markdown)
      return JSON.stringify(tree) !== JSON.stringify(parsed)
    })
    expect(wrong).toEqual([])
    const direct = markdowns.filter((markdown) => outlines(markdown).isDirect)
    expect(direct.length).toBeGreaterThan(400)
  })
})
