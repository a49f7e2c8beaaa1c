/**
 * What pages of designers and of office programs ask for in unusual places.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { FlowTable } from '../../../src/convert/docx-writer/flow-document.js'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { readMarkdown } from '../../../src/convert/markdown/read-markdown.js'
import { readParagraphs, readTable } from './flow-text.js'

describe('rows inside of blocks that their style indents', () => {
  it.each(['<dl><dd style="display:flex;margin:0">', '<blockquote style="display:flex">'])(
    'begin at the edge of their cells: %s',
    async (open) => {
      const paragraphs = await readParagraphs(`${open}<b>1</b><span>two</span>`)
      expect(paragraphs.map(({ format }) => format?.indentStart)).toEqual([0, 0])
    },
  )

  it('are indented as a whole by their style where nobody says otherwise', async () => {
    const [plain] = await readParagraphs('<dl><dd>text</dd></dl>')
    expect(plain).toMatchObject({ style: 'definition' })
    expect(plain?.format?.indentStart).toBeUndefined()
  })
})

describe('tables of Markdown', () => {
  const tableOf = async (markdown: string): Promise<FlowTable | undefined> =>
    (await readMarkdown(markdown)).document.blocks.find((block) => block.kind === 'table')

  it('run from right to left where their text does', async () => {
    expect((await tableOf('| שם | role |\n|---|---|\n| דנה | b |\n'))?.rightToLeft).toBe(true)
    expect((await tableOf('|  | שם |\n|---|---|\n| a | b |\n'))?.rightToLeft).toBe(true)
    expect((await tableOf('| name | שם |\n|---|---|\n| a | b |\n'))?.rightToLeft).toBeUndefined()
    expect((await tableOf('---\ndir: ltr\n---\n| שם | b |\n|---|---|\n'))?.rightToLeft).toBeUndefined()
  })
})

describe('the lines of old tables', () => {
  it('have the colour of bordercolor', async () => {
    const colorOf = async (attributes: string) =>
      (await readTable(`<table border=1 ${attributes}><tr><td>x</td></tr></table>`)).borders?.top?.color
    expect(await colorOf('bordercolor="#cc0000"')).toBe('CC0000')
    expect(await colorOf('bordercolor=navy')).toBe('000080')
    expect(await colorOf('')).toBe('808080')
    expect(await colorOf('bordercolor=nonsense')).toBe('808080')
  })
})

describe('the style sheet of a drawing', () => {
  const drawing = '<svg width="9" height="9"><style>.a{fill:#123456}</style><path class="a" d="M0 0h9v9z"/></svg>'

  it('does not make a page one with a look of its own', async () => {
    const { document, warnings } = await readHtml(`<p>text</p>${drawing}`, { style: 'report' })
    expect(warnings).toEqual([])
    expect(document.page.margins.left).toBe(
      (await readHtml('<p>text</p>', { style: 'report' })).document.page.margins.left,
    )
    const designed = await readHtml(`<style>p{color:red}</style>${drawing}`, { style: 'report' })
    expect(designed.warnings).toEqual(['The page has a look of its own, so the style "report" is not used.'])
  })

  it('does not in Markdown, where another one does', async () => {
    const warningsOf = async (markdown: string) => (await readMarkdown(`---\nstyle: report\n---\n${markdown}`)).warnings
    expect(await warningsOf(drawing)).toEqual([])
    expect(await warningsOf(`${drawing}\n<style>p{color:red}</style>\n\ntext`)).toHaveLength(1)
    expect(await warningsOf(`<svg/></svg></svg>\n<style>p{color:red}</style>\n\ntext`)).toHaveLength(1)
  })
})

describe('on pages with a look of their own', () => {
  const blocksOf = async (html: string) =>
    (await readHtml(`<!doctype html><style>div{color:#111}</style>${html}`)).document.blocks
  const spaceAfterFirst = async (html: string) => {
    const [first] = await blocksOf(html)
    return first?.kind === 'paragraph' ? first.format?.spaceAfter : undefined
  }

  it('the margins of empty blocks keep what stands around them apart', async () => {
    expect(await spaceAfterFirst('<div>a</div><div>b</div>')).toBe(0)
    expect(await spaceAfterFirst('<div>a</div><div style="margin:30px 0"></div><div>b</div>')).toBe(450)
    expect(await spaceAfterFirst('<div>a</div><div style="margin:10px 0 20px"></div><div>b</div>')).toBe(300)
    expect(await spaceAfterFirst('<div style="margin-bottom:40px">a</div><p></p><div>b</div>')).toBe(600)
    expect(await spaceAfterFirst('<div>a</div><p></p><table border=1><tr><td>b</td></tr></table>')).toBe(240)
  })

  it('their distance is not shaded', async () => {
    const blocks = await blocksOf(
      '<div style="background:#eee">a</div><div style="margin:30px 0"></div><div style="background:#eee">b</div>',
    )
    expect(blocks.map((block) => (block.kind === 'space' ? block.height : block.kind))).toEqual([
      'paragraph',
      450,
      'paragraph',
    ])
  })

  it('text beside blocks has no space of its own', async () => {
    const spaces = (await blocksOf('<div>a</div>b<div>c</div><br><div>d</div>')).map((block) =>
      block.kind === 'paragraph' ? block.format?.spaceAfter : undefined,
    )
    expect(spaces).toEqual([0, 0, 0, 0, 0])
  })
})
