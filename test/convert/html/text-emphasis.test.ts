/**
 * Emphasis marks of a page become those of Word (w:em).
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { convertFile } from '../../../src/convert/convert-file.js'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { readDocx } from '../../../src/ooxml/read-docx.js'
import { formatOf, readParagraphs } from './flow-text.js'

async function markOf(declarations: string): Promise<string | undefined> {
  const paragraphs = await readParagraphs(`<p>a <b style='${declarations}'>b</b></p>`)
  return (formatOf(paragraphs, 'b') as { emphasis?: string }).emphasis
}

async function warningsOf(declarations: string): Promise<readonly string[]> {
  return (await readHtml(`<p style='${declarations}'>a</p>`)).warnings
}

describe('text-emphasis', () => {
  it.each([
    ['text-emphasis: dot', 'dot'],
    ['text-emphasis: filled sesame', 'comma'],
    ['text-emphasis: open', 'circle'],
    ['text-emphasis-style: circle open', 'circle'],
    ['-webkit-text-emphasis: dot', 'dot'],
    ['text-emphasis: dot; text-emphasis-position: under right', 'underDot'],
    ['text-emphasis-position: over left; text-emphasis: dot currentcolor', 'dot'],
    ['text-emphasis: none', undefined],
  ])('%s', async (declarations, mark) => {
    expect(await markOf(declarations)).toBe(mark)
    expect(await warningsOf(declarations)).toEqual([])
  })

  it.each([
    ['text-emphasis: filled', 'dot', 'style'],
    ['text-emphasis: double-circle', 'circle', 'style'],
    ['text-emphasis: "x"', 'dot', 'style'],
    ['text-emphasis: red dot', 'dot', 'color'],
  ])('%s becomes the nearest mark, with a warning', async (declarations, mark, lost) => {
    expect(await markOf(declarations)).toBe(mark)
    expect(await warningsOf(declarations)).toEqual([`The CSS property text-emphasis-${lost} is not shown (1 element).`])
  })

  it('says nothing where its value is unknown', async () => {
    expect(await markOf('text-emphasis: dot; text-emphasis: dots')).toBe('dot')
  })

  it('is inherited until an element takes it back', async () => {
    const paragraphs = await readParagraphs(
      '<p style="text-emphasis:dot"><b>a</b><i style="text-emphasis:none">b</i></p>',
    )
    expect(formatOf(paragraphs, 'a')).toMatchObject({ emphasis: 'dot' })
    expect(formatOf(paragraphs, 'b')).not.toHaveProperty('emphasis')
  })

  it('is written where Word reads it', async () => {
    const { bytes } = await convertFile('<p><b style="text-emphasis:dot">a</b></p>', { from: 'html', to: 'docx' })
    expect(JSON.stringify(readDocx(bytes))).toContain('"emphasis":"dot"')
  })
})
