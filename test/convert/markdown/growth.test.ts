/**
 * The cost of Markdown grows in step with its length, whatever its signs are.
 *
 * Needs a process of its own: what is measured is the work of the whole process, and other files leave some behind.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { MarkdownExtensionChoice } from '../../../src/convert/markdown/extension-names.js'
import { markdownToHtml } from '../../../src/convert/markdown/markdown-to-html.js'
import { SealwrightError } from '../../../src/errors.js'

const LENGTH = 8000
const TIMES = 4
/** Between what is in step (4) and what is quadratic (16). */
const MAX_GROWTH = 9
/** A growth that is real shows each time; one that the machine's other work feigns does not. */
const ATTEMPTS = 6

function cost(markdown: string, extensions?: readonly MarkdownExtensionChoice[]): number {
  const start = process.cpuUsage()
  try {
    markdownToHtml(markdown, { extensions })
  } catch (error) {
    // Refusing is in time as well.
    if (!(error instanceof SealwrightError && error.code === 'document_too_complex')) throw error
  }
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** The growth is compared only where there is some cost: of a millisecond nothing can be told. */
function growsInStep(make: (length: number) => string, extensions?: readonly MarkdownExtensionChoice[]): boolean {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const large = cost(make(TIMES * LENGTH), extensions)
    if (large < 30 || large / cost(make(LENGTH), extensions) < MAX_GROWTH) return true
  }
  return false
}

const repeated = (unit: string, before = '', after = '') => {
  return (length: number) => before + unit.repeat(Math.ceil(length / unit.length)) + after
}

describe('the cost of Markdown is in step with its length', () => {
  it.each([
    ...['[', '[a', '[a]', '[a]{', '[[a]{.x}', '`a`{', '{.a', '{.a .b ', '# {', ']{', '](a){.x '],
    ...[':::', '::: a\n', '::: a\n\n', ':::\n', '::: {.a}\nb\n:::\n', '::: a\n> '],
    ...[
      ': a\n',
      ': a\n\n',
      'a\n: b\n',
      'a\n: b\n\n',
      'a\n: b\n    ',
      '~ ',
      'a\n\n',
      'Table: a\n\n',
      ': a\n\n|b|\n|-|\n',
    ],
    ...['^[', '^[a', '^[a]', '^', '^a', '~', '~a', '~a~', '=', '==', '==a', '== a', '===', '==a='],
    ...['[^a]: b\n', '[^a]:\n    ', 'a\n[^a]: b\n', '[^a]', '[^a][^b]: c\n\n', '[^a]: [^a]: '],
    ...['*[a]: b\n', '*[', ':a', ':a:', '"', "'", '--', '...', '\\(', '\\(a', '\\[', '\\(a\\)'],
    ...['[toc]\n', '[toc]\n\n', '* a\n{:toc}\n', '- a\n', '{:toc}', '![a](b)\n\n', '![a](b){'],
  ])(
    'with all extensions: %j',
    (unit) => {
      expect(growsInStep(repeated(unit), ['all'])).toBe(true)
      expect(growsInStep(repeated(unit, '- a\n'), ['all'])).toBe(true)
      expect(growsInStep(repeated(unit, 'a ', '\n\n[^a]: b'), ['all'])).toBe(true)
    },
    60_000,
  )

  it.each(['$', '$1', '$a', '$$', '$$a', '$$a\n', '$a$', '$$$', '$x\n'])('for formulas: %j', (unit) => {
    expect(growsInStep(repeated(unit))).toBe(true)
    expect(growsInStep(repeated(unit, '- a\n'))).toBe(true)
  })

  it.each(['a@b', 'a@', 'a  \n', '(www.', 'http://', 'mailto:', 'a\n\n'])(
    'for %j in a document with a formula',
    (unit) => {
      expect(growsInStep(repeated(unit, '$x$ '))).toBe(true)
      expect(growsInStep(repeated(unit, '', ' $x$'))).toBe(true)
    },
  )

  it.each(['<!--', '<?', '<![CDATA[', '<!A', '[^', '[^a', '![a](', '[a](b', '[a](b (', 'www.a.(', 'http://a.b/('])(
    'for ends that are missing or far away: %j',
    (unit) => {
      expect(growsInStep(repeated(unit, 'a '))).toBe(true)
      expect(growsInStep(repeated(unit, 'a ', ' ) ] -- -?'))).toBe(true)
    },
  )

  it.each(['_a', '*a **a ', '~~a ', '`a``b', '[a](', '<a b='])('for signs that open something: %j', (unit) => {
    expect(growsInStep(repeated(unit))).toBe(true)
  })

  it.each(['a\n-\n', '|a\n-|-\n', '|a\n-\n', 'a|b\n'])('for what may begin a table: %j', (unit) => {
    expect(growsInStep(repeated(unit))).toBe(true)
  })

  it.each(['  a\n', '  a  \n', '  a\\\n', '  *a\n', '  a|\n', '  "a\n', '\ta\n'])(
    'for lines of one item of a list: %j',
    (unit) => {
      expect(growsInStep(repeated(unit, '- a\n'))).toBe(true)
    },
  )
})

describe('the cost of lines that go on an item without its indent', () => {
  const LONG = 120_000

  it.each(['a\n', 'a b  \n', 'a|b\n', '*a* b\\\n'])('is in step with their length: %j', (unit) => {
    const make = repeated(unit, '- a\n')
    expect(growsInStep((length) => make((length / LENGTH) * LONG))).toBe(true)
  })

  it('changes nothing of what they are', () => {
    const html = (markdown: string) => markdownToHtml(markdown).html
    const lines = (count: number, line = 'b *c*\n') => line.repeat(count)
    const few = lines(2)
    for (const [before, after] of [
      ['- a\n', ''],
      ['- a\n', '- d\n'],
      ['> 1. a\n', '\ne\n'],
      ['- a\n', 'e\n===\n'],
      ['- a\n', '  - e\n'],
      ['- ```\n', '```\n'],
      ['```\n- a\n', '```\n'],
    ] as const) {
      const long = html(before + lines(500) + after)
      const short = html(before + few + after)
      const piece = /(?: id="[^"]*")|b (?:<em>c<\/em>|\*c\*)\s*/g
      expect(long.replace(piece, '')).toBe(short.replace(piece, ''))
      expect(long.match(piece)).toHaveLength(500 + (/<h1/.test(long) ? 1 : 0))
    }
    expect(html(`- a|b\n  -|-\n${lines(200, 'c|d\n')}`).match(/<td>/g)).toHaveLength(400)
    expect(html(`- a\n${lines(100, 'b `c\nd`  \n')}`)).toContain('b <code>c d</code><br>b')
  })
})

describe('what bounds the search changes nothing that people write', () => {
  const html = (markdown: string) => markdownToHtml(markdown).html

  it('keeps lines of an item as marked reads them one by one', () => {
    expect(html('- a\n  b *c*\n  d\n  ---\n')).toContain('<h2')
    expect(html('- a\n  b\n  x | y\n  --|--\n  1 | 2\n')).toContain('<table>')
    expect(html('- a\n  b\n  - c\n')).toMatch(/<ul>[\s\S]*<ul>/)
    expect(html('- a\n  b\n  1. c\n')).toContain('<ol>')
    expect(html('- a\n  b\n  > c\n')).toContain('<blockquote>')
    expect(html('- a\n  b\n  ```\n  c\n  ```\n')).toContain('<code>')
    expect(html('- a\n  b\n  [c]: d\n\n[c]')).toContain('[c]: d')
    expect(html('- a  \n  b\\\n  c\n')).toMatch(/a<br>b<br>c/)
    expect(html('- a\n  2020 was\n  (c) "d"\n')).toContain('<li>a\n2020 was\n(c) &quot;d&quot;</li>')
  })

  it('finds formulas wherever they stand', () => {
    const formulas = (markdown: string) => html(markdown).match(/<math/g)?.length ?? 0
    expect(formulas('a@b.c $x$ d\n$y$ *e $z$* `$n$` \\$n$ [f $u$](g)')).toBe(4)
    expect(formulas('a\n$$\nx\n$$\nb\n\n$$y$$\n\nc $$z$$ d')).toBe(3)
    expect(formulas('$$$x$ and $5 and $6')).toBe(1)
    expect(html('a\n$$b\nc\n\nd')).toContain('<p>a\n$$b\nc</p>')
  })

  it('tells tables from headings and text by their columns', () => {
    const count = (markdown: string) => html(markdown).match(/<table>/g)?.length ?? 0
    for (const table of [
      'a|b\n-|-\n',
      '|a|b|\n|:-|-:|\n|c|\n',
      'a\\|b|c\n-|-\n',
      '|a|\n|-|\n',
      'a\n:-\n',
      '|a\n|-',
      ' | a |\n-|\n',
    ]) {
      expect([table, count(table)]).toEqual([table, 1])
    }
    for (const text of ['a\n-\n', '|a\n-|-\n', 'a|b\n-\n', '|\n-|\n', 'a\\|b\n-|-\n', 'a|b\nc|d\n']) {
      expect([text, count(text)]).toEqual([text, 0])
    }
  })

  it('keeps comments, instructions and links that have their ends', () => {
    expect(html('a <!-- b --> <!--> c <? d ?> <![CDATA[e]]> <!F g>')).toContain('<!-- b --> <!--> c <? d ?>')
    expect(html('[a](b(c)) ![d](e "f") [g](<h i>) https://j.k/(l)')).toContain('href="b(c)"')
  })
})
