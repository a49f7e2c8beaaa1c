/**
 * Boxes with backgrounds, borders and padding.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { FlowBlock, FlowTable } from '../../../src/convert/docx-writer/flow-document.js'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { formatOf, inlineText, paragraphsOf, readParagraphs, readTable } from './flow-text.js'

async function readBlocks(html: string): Promise<readonly FlowBlock[]> {
  return (await readHtml(html)).document.blocks
}

function onlyCell(table: FlowTable) {
  const [row] = table.rows
  const [cell] = row?.cells ?? []
  if (cell === undefined) throw new Error('The table has no cell.')
  return cell
}

describe('boxes with a ground, lines or padding', () => {
  it('give their background to boxes and tables in them where so much is in them that their paragraphs draw it', async () => {
    const inside =
      '<div style="border:1px solid red"><p>a</p><p>b</p></div><table><tr><td>c</td><td>d</td></tr></table>'
    const cells = async (count: number) => {
      const text = '<p>text</p>'.repeat(count)
      const blocks = await readBlocks(`<div style="background:#222;color:#fff">${text}${inside}</div>`)
      return blocks.flatMap((block) => (block.kind === 'table' ? block.rows.flatMap((row) => row.cells) : []))
    }
    expect((await cells(130)).map(({ shading }) => shading)).toEqual(['222222', '222222', '222222'])
    expect((await cells(10)).map(({ shading }) => shading)).toEqual(['222222'])
  })

  it('are one cell when they hold more than a paragraph', async () => {
    const table = await readTable(
      '<div style="background:#eee;border:1px solid red;padding:20px"><p>a</p><ul><li>b</ul></div>',
    )
    expect(table).toMatchObject({ look: 'plain', isFixed: true })
    expect(onlyCell(table)).toMatchObject({
      shading: 'EEEEEE',
      padding: { top: 300, right: 300, bottom: 300, left: 300 },
      borders: { top: { style: 'single', color: 'FF0000' }, left: { style: 'single' } },
    })
    expect(paragraphsOf([table]).map(({ inlines }) => inlineText(inlines))).toEqual(['a', 'b'])
  })

  it('are their paragraph where there is only one', async () => {
    const [paragraph, ...rest] = await readBlocks('<p style="background:#fff3cd;padding:10px">note</p>')
    expect(rest).toEqual([])
    expect(paragraph).toMatchObject({
      kind: 'paragraph',
      format: {
        shading: 'FFF3CD',
        borders: { left: { color: 'FFF3CD', space: 150 }, top: { space: 150 } },
        indentStart: 150,
      },
    })
  })

  it('have lines above and below only where they say so', async () => {
    const [a, b, c] = await readParagraphs(
      '<section style="border-bottom:1px solid"><p>a</p><ul><li>b</ul><p>c</p></section>',
    )
    expect(a?.format.borders).toBeUndefined()
    expect(b?.format.borders).toBeUndefined()
    expect(c?.format.borders).toMatchObject({ bottom: { style: 'single' } })
  })

  it('that follow each other with the same lines are not joined to one', async () => {
    const [a, b] = await readParagraphs('<p style="border:1px solid">a</p><p style="border:1px solid">b</p>')
    expect(a?.format.borders).toEqual(b?.format.borders)
    expect(a?.format.indentEnd).not.toBe(b?.format.indentEnd)
  })

  it('are as wide as they ask to be, and in the middle where their margins are automatic', async () => {
    const table = await readTable(
      '<div style="max-width:300px;margin:auto;background:#eee;padding:20px"><p>a<p>b</div>',
    )
    expect(table.width).toEqual({ type: 'twips', value: 5100 })
    expect(table.indent).toBe(Math.round((11_906 - 2880 - 5100) / 2))
  })

  it('are not drawn on a ground of their own colour', async () => {
    const blocks = await readBlocks('<body style="background:#fafafa"><main style="background:#fafafa"><p>a<p>b</main>')
    expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'paragraph'])
  })

  it('take thick lines of their own colour for padding', async () => {
    const [paragraph] = await readParagraphs(
      '<p><a href="https://x.example" style="display:inline-block;background:#22bc66;border:solid #22bc66;border-width:10px 18px;color:#fff">Pay</a>',
    )
    expect(paragraph?.inlines).toMatchObject([{ kind: 'shape', fill: '22BC66', height: 300 + 264 }])
  })

  it('keep room that nothing is in, and bars of colour', async () => {
    const blocks = await readBlocks(
      '<p>a</p><div style="height:30px"></div><div style="height:4px;background:red"></div><p>b</p>',
    )
    expect(blocks).toMatchObject([
      { kind: 'paragraph' },
      { kind: 'space', height: 450 },
      { kind: 'space', height: 60, shading: 'FF0000' },
      { kind: 'paragraph' },
    ])
  })

  it('too long for a cell are drawn by their paragraphs', async () => {
    const blocks = await readBlocks(
      `<article style="border:1px solid;background:#eee">${'<p>text</p>'.repeat(200)}</article>`,
    )
    expect(blocks).toHaveLength(200)
    expect(blocks[100]).toMatchObject({ kind: 'paragraph', format: { shading: 'EEEEEE' } })
  })

  it('do not hand their margins to every cell of a table in them', async () => {
    const blocks = await readBlocks('<div style="margin-top:60pt"><table><tr><td>a<td>b<tr><td>c<td>d</table></div>')
    expect(paragraphsOf(blocks).map(({ format }) => format.spaceBefore ?? 0)).toEqual([0, 0, 0, 0])
    expect(blocks[0]).toEqual({ kind: 'space', height: 1200 })
  })
})

describe('colours', () => {
  it('are blended over what lies beneath', async () => {
    const html =
      '<div style="background:#000"><p style="background:rgba(255,255,255,.5);color:rgba(0,0,0,.5)">a</p><p>b</p></div>'
    const { document } = await readHtml(html)
    const [a] = paragraphsOf(document.blocks)
    expect(a?.format.shading).toBe('808080')
    expect(formatOf(paragraphsOf(document.blocks), 'a')).toMatchObject({ color: '404040' })
  })

  it('stand for gradients by their mean', async () => {
    const [paragraph] = await readParagraphs('<p style="background:linear-gradient(90deg,#000 0%,#fff 100%)">a</p>')
    expect(paragraph?.format.shading).toBe('808080')
  })

  it('of a body are those of the page', async () => {
    const { document } = await readHtml('<body style="background:#123456;color:#fff"><p>a')
    expect(document.background).toBe('123456')
  })

  it.each([
    ['a table', '<table style="background:#222"><tr><td style="color:#fff">x</td></tr></table>'],
    ['a row', '<table><tr style="background:#222"><td style="color:#fff">x</td></tr></table>'],
    ['a group of rows', '<table><tbody style="background:#222"><tr><td style="color:#fff">x</td></tr></tbody></table>'],
    ['old HTML', '<table bgcolor="#222222"><tr><td><font color="#ffffff">x</font></td></tr></table>'],
  ])('of %s are those of its cells', async (_, html) => {
    expect(onlyCell(await readTable(html)).shading).toBe('222222')
  })

  it('of text are changed where it would be lost, with a warning', async () => {
    const { document, warnings } = await readHtml('<div style="background:url(x.png);color:#fff"><p>a</p></div>')
    expect(formatOf(paragraphsOf(document.blocks), 'a')).toMatchObject({ color: '000000' })
    expect(warnings.join()).toContain('colour of text was changed')
    expect(warnings.join()).toContain('background-image')
  })

  it('of text stay where it can be seen', async () => {
    const { warnings } = await readHtml('<div style="background:#222;color:#fff"><p>a</p><p>b</p></div>')
    expect(warnings).toEqual([])
  })
})

describe('text that is not meant to be seen', () => {
  it.each([
    'max-height:0;overflow:hidden',
    'position:absolute;width:1px;height:1px;overflow:hidden',
    'opacity:0',
    'font-size:0',
    'text-indent:-9999px',
    'color:transparent',
  ])('is left out: %s', async (style) => {
    expect(paragraphsOf(await readBlocks(`<div style="${style}">hidden</div><p>shown</p>`))).toHaveLength(1)
  })

  it('comes back in boxes that set their size again', async () => {
    const paragraphs = await readParagraphs('<div style="font-size:0"><p style="font-size:14px">shown</p></div>')
    expect(formatOf(paragraphs, 'shown')).toMatchObject({ size: 210 })
  })
})

describe('lines of rows and groups', () => {
  const line = (table: FlowTable, row: number, side: 'top' | 'bottom') => table.rows[row]?.cells[0]?.borders?.[side]

  it('are those of their cells where lines are collapsed', async () => {
    const table = await readTable(`<style>table { border-collapse: collapse } * { border: 0 solid #ccc }
      thead { border-bottom: 2px solid #222 } tbody tr { border-bottom: 1px solid #ccc }
      td.own { border-bottom: 3px solid red }</style>
      <table><thead><tr><th>h</th></tr></thead><tbody><tr><td>a</td></tr><tr><td class="own">b</td></tr></tbody></table>`)
    expect(line(table, 0, 'bottom')).toEqual({ style: 'single', width: 30, color: '222222' })
    expect(line(table, 1, 'bottom')).toEqual({ style: 'single', width: 15, color: 'CCCCCC' })
    expect(line(table, 2, 'bottom')).toEqual({ style: 'single', width: 45, color: 'FF0000' })
  })

  it('are not drawn where each cell has its own', async () => {
    const table = await readTable(
      '<table border="0"><tr style="border-bottom:1px solid red"><th>a</th></tr><tr><td>b</td></tr></table>',
    )
    expect(line(table, 0, 'bottom')).toBeUndefined()
  })
})

describe('heights', () => {
  it('of blocks are kept free below their text', async () => {
    const [address, subject] = await readParagraphs('<div style="height:45mm">Jane Roe</div><p>Subject</p>')
    expect(address?.format.spaceAfter).toBeGreaterThan(2000)
    expect(address?.format.spaceAfter).toBeLessThan(2551)
    expect(subject?.format.pageBreakBefore).toBeUndefined()
  })

  it('of screens are not', async () => {
    const [paragraph] = await readParagraphs('<div style="min-height:297mm"><p>a</p></div><p>b</p>')
    expect(paragraph?.format.spaceAfter ?? 0).toBeLessThan(1000)
  })
})

describe('marks that style sheets place before text', () => {
  it('stand in the line, on their ground', async () => {
    const [item] = await readParagraphs(`<style>li { list-style: none; position: relative }
      li::before { content: '1'; position: absolute; left: 0; background: #0a5; color: #fff }</style><ul><li>Sign</li></ul>`)
    expect(inlineText(item?.inlines ?? []).replace(/\s+/g, ' ')).toBe('1 Sign')
    expect(item?.inlines[0]).toMatchObject({ text: '1', format: { color: 'FFFFFF', background: '00AA55' } })
  })
})

describe('padding of text on a ground', () => {
  it('is on that ground, and the space before it stays', async () => {
    const [paragraph] = await readParagraphs(
      '<h2>Figures <span style="background:#d22;color:#fff;padding:1px 8px">new</span></h2>',
    )
    const [before, badge] = paragraph?.inlines ?? []
    expect(before).toMatchObject({ text: 'Figures ' })
    expect(badge).toMatchObject({ format: { background: 'DD2222' } })
    expect(inlineText(paragraph?.inlines ?? [])).toMatch(/^Figures \u00a0+new\u00a0+$/)
  })
})
