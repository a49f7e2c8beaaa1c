/**
 * Where pictures stand, and how they fill the boxes that a page gives them.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { convertFile } from '../../../src/convert/convert-file.js'
import type { FlowInline } from '../../../src/convert/docx-writer/flow-document.js'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { partOf } from '../docx-writer/part-of.js'
import { inlineText, readParagraphs, readTable } from './flow-text.js'

/** A drawing of 40 x 20 pixels. */
const WIDE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>')}`
const img = (css: string): string => `<img src="${WIDE}" style="${css}">`

const pictureOf = (inlines: readonly FlowInline[]) => {
  for (const inline of inlines) if (inline.kind === 'image') return inline
  return undefined
}

describe('a picture that is a block', () => {
  it.each([
    ['margin:0 auto', 'center'],
    ['margin-left:auto', 'right'],
  ])('with %s stands where its margins put it', async (css, alignment) => {
    const [paragraph] = await readParagraphs(`<div>${img(`display:block;${css}`)}</div>`)
    expect(paragraph?.format.alignment).toBe(alignment)
    const [inline] = await readParagraphs(`<div>${img(css)}</div>`)
    expect(inline?.format.alignment).not.toBe(alignment)
  })

  it('ends the line before it, and keeps its distances', async () => {
    const all = await readParagraphs(
      `<style>body{margin:0}</style><div>a<a href="https://example.com/">${img('display:block;margin:20px 0 10px 40px')}</a>b</div>`,
    )
    expect(all.map(({ inlines }) => inlineText(inlines))).toEqual(['a', '', 'b'])
    expect(all[1]?.inlines.map(({ kind }) => kind)).toEqual(['link'])
    expect(all[1]?.format).toMatchObject({ spaceBefore: 300, spaceAfter: 150, indentStart: 600 })
  })

  it('keeps its distances as an item beside text, and within a line', async () => {
    const { columns } = await readTable(`<div style="display:flex">${img('margin-right:100px')}<b>Company</b></div>`)
    expect(columns[0]).toBeGreaterThanOrEqual(600)
    expect(columns.slice(0, -1).reduce((sum, width) => sum + width, 0)).toBeGreaterThanOrEqual(2100)
    const [line] = await readParagraphs(`<p>a${img('margin:0 20px')}b</p>`)
    expect(inlineText(line?.inlines ?? []).replace(/\u00a0/g, '_')).toBe('a ____ ____b')
  })
})

describe('a picture in a box of another shape', () => {
  const size = async (css: string) => {
    const [paragraph] = await readParagraphs(`<p>${img(`width:100px;height:100px;${css}`)}</p>`)
    const { width, height, crop } = pictureOf(paragraph?.inlines ?? []) ?? {}
    return { width, height, crop }
  }

  it('is stretched, fits in, or covers it', async () => {
    expect(await size('')).toEqual({ width: 1500, height: 1500, crop: undefined })
    expect(await size('object-fit:contain')).toEqual({ width: 1500, height: 750, crop: undefined })
    expect(await size('object-fit:scale-down')).toMatchObject({ height: 750 })
    expect(await size('object-fit:cover')).toEqual({
      width: 1500,
      height: 1500,
      crop: { horizontal: 0.25, vertical: 0 },
    })
    expect((await size('width:100px;height:40px;object-fit:cover')).crop).toEqual({
      horizontal: 0,
      vertical: expect.closeTo(0.1),
    })
    expect((await size('height:50px;object-fit:cover')).crop).toBeUndefined()
    expect((await size('width:100px;height:48px;object-fit:cover')).crop?.vertical).toBeCloseTo(0.02)
  })

  it('is cropped in Word too, and what is not done is told', async () => {
    const html = `<p>${img('width:100px;height:100px;object-fit:cover')}</p>`
    const { bytes } = await convertFile(html, { from: 'html', to: 'docx' })
    expect(partOf(bytes, '/word/document.xml')).toContain('<a:srcRect l="25000" t="0" r="25000" b="0"/><a:stretch>')
    expect((await readHtml(html)).warnings).toEqual([])
    expect((await readHtml(html.replace('cover', 'none'))).warnings.join()).toContain('object-fit')
  })
})
