/**
 * Positioned boxes that stand beside text: dates at the end of lines, and labels in padding.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { FlowBlock } from '../../../src/convert/docx-writer/flow-document.js'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { inlineText, paragraphsOf } from './flow-text.js'

/** Rows of cells as "a / b", and paragraphs as "a", after one that begins the page. */
async function shapeOf(html: string): Promise<{ lines: string[]; warnings: readonly string[] }> {
  const { document, warnings } = await readHtml(`<style>p{margin:0}</style><p>start</p>${html}`)
  const textOf = (blocks: readonly FlowBlock[]) =>
    paragraphsOf(blocks)
      .map(({ inlines }) => inlineText(inlines).trim())
      .join(' ')
      .trim()
  const linesOf = (block: FlowBlock): string[] =>
    block.kind === 'table'
      ? block.rows.map(({ cells }) =>
          cells
            .map(({ blocks }) => textOf(blocks))
            .filter((text) => text !== '')
            .join(' / '),
        )
      : [textOf([block])]
  return {
    lines: document.blocks
      .slice(1)
      .flatMap(linesOf)
      .filter((line) => line !== ''),
    warnings,
  }
}

describe('a box at the end of a line', () => {
  const END = 'position:absolute;right:0'

  it.each([
    ['after the text of the line', `<div>Degree <span style="${END}">2014</span></div><p>text</p>`],
    [
      'after a box in the line',
      `<h4><b style="position:absolute">Degree</b><i style="${END}">2014</i></h4><p>text</p>`,
    ],
    [
      'at the top',
      `<div style="position:relative"><p>Degree</p><div style="${END};top:2px">2014</div></div><p>text</p>`,
    ],
  ])('stands there where it is written %s', async (_, html) => {
    const { lines, warnings } = await shapeOf(html)
    expect(lines.slice(0, 1)).toEqual(['Degree / 2014'])
    expect(lines.at(-1)).toBe('text')
    expect(warnings.filter((warning) => warning.includes('position')).length).toBe(html.includes('<b') ? 1 : 0)
  })

  it('stands at the left in text from right to left', async () => {
    const { lines } = await shapeOf('<div dir="rtl">שלום <span style="position:absolute;left:0">2014</span></div>')
    expect(lines).toEqual(['שלום / 2014'])
  })

  it('stays in the flow where it stands elsewhere', async () => {
    for (const css of [
      'right:0;background:#ff0',
      'right:0;top:100px',
      'right:0;bottom:0',
      'left:20px;right:0',
      'left:20px',
    ]) {
      const { lines, warnings } = await shapeOf(
        `<div style="position:relative">Degree <span style="position:absolute;${css}">2014</span></div>`,
      )
      expect(lines, css).toEqual(['Degree', '2014'])
      expect(warnings.join(), css).toContain('position')
    }
  })
})

describe('a label in the padding of its box', () => {
  const item = (padding: string, css: string) =>
    `<div style="position:relative;padding-left:${padding}"><div style="position:absolute;${css}">2015</div><b>Engineer</b><p>text</p></div>`

  it('stands beside everything in the box', async () => {
    expect((await shapeOf(item('120px', 'left:0;top:0;width:100px'))).lines).toEqual(['2015 / Engineer text'])
    expect((await shapeOf(item('120px', 'left:0'))).lines).toEqual(['2015 / Engineer text'])
    expect((await shapeOf(item('120px', 'left:0;top:1.8em'))).lines).toEqual(['2015 / Engineer text'])
  })

  it('stays in the flow where it does not fit, or stands lower', async () => {
    for (const [padding, css] of [
      ['90px', 'left:0;top:0;width:100px'],
      ['120px', 'left:30px;top:0;width:100px'],
      ['120px', 'left:0;top:80px'],
      ['120px', 'left:0;top:2.2em'],
      ['10px', 'left:0'],
    ] as const)
      expect((await shapeOf(item(padding, css))).lines, css).toEqual(['2015', 'Engineer', 'text'])
  })

  it('stands beside what is lower than a page', async () => {
    const tall = (lines: number) =>
      `<div style="position:relative;padding-left:120px"><div style="position:absolute;left:0">2015</div>${'<p>text</p>'.repeat(lines)}</div>`
    expect((await shapeOf(tall(20))).lines[0]).toMatch(/^2015 \/ text/)
    expect((await shapeOf(tall(60))).lines[0]).toBe('2015')
  })
})
