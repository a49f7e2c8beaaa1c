/**
 * Style sheets in other files: those that a page links to, and those that these import.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { formatOf, paragraphsOf } from './flow-text.js'

/** The colour of a page's text, its warnings, and the addresses that were asked for. */
async function read(html: string, files: Readonly<Record<string, string>>, baseUrl = 'https://a.example/docs/') {
  const asked: string[] = []
  const { document, warnings } = await readHtml(html, {
    baseUrl,
    loadResource: async (url) => {
      asked.push(url)
      const css = files[url]
      return css === undefined ? undefined : { bytes: Buffer.from(css), mediaType: 'text/css' }
    },
  })
  const format = formatOf(paragraphsOf(document.blocks), 'text') as { color?: string } | undefined
  return { color: format?.color, warnings, asked }
}

const page = (css: string) => `<style>${css}</style><p>text</p>`

describe('imported style sheets', () => {
  it('count before the sheet that imports them, whatever way they are named', async () => {
    const files = { 'https://a.example/docs/a.css': 'p{color:#f00}' }
    for (const rule of [
      '"a.css"',
      "'a.css'",
      'url(a.css)',
      'url("a.css")',
      'url( a.css ) layer(x) supports(color: red)',
    ])
      expect((await read(page(`@charset "utf-8";/* x */@import ${rule};`), files)).color).toBe('FF0000')
    expect((await read(page('@import "a.css";p{color:#00f}'), files)).color).toBe('0000FF')
  })

  it('are found from the sheet that imports them', async () => {
    const { color, asked, warnings } = await read('<link rel=stylesheet href="css/a.css"><p>text', {
      'https://a.example/docs/css/a.css': '@import "../base/b.css";',
      'https://a.example/docs/base/b.css': '@import url(c.css);',
      'https://a.example/docs/base/c.css': 'p{color:#0f0}',
    })
    expect([color, asked.length, warnings]).toEqual(['00FF00', 3, []])
  })

  it('count for the media that they and the sheets around name', async () => {
    const files = { 'https://a.example/docs/a.css': 'p{color:#f00}' }
    expect((await read(page('@import "a.css" print;'), files)).color).toBe('FF0000')
    expect((await read(page('@import "a.css" speech;'), files)).color).toBeUndefined()
    expect((await read(`<style media="speech">@import "a.css";</style><p>text`, files)).color).toBeUndefined()
  })

  it('are imported at the beginning of a sheet only', async () => {
    const files = { 'https://a.example/docs/a.css': 'p{color:#f00}' }
    expect((await read(page('b{color:red}@import "a.css";'), files)).asked).toEqual([])
    expect((await read(page('@layer x;@import "a.css";'), files)).asked).toHaveLength(1)
    expect((await read(page('@media print{}@import "a.css";'), files)).asked).toEqual([])
  })

  it('do not run in circles, and are fifty at most', async () => {
    const circle = {
      'https://a.example/docs/a.css': '@import "b.css";p{color:#f00}',
      'https://a.example/docs/b.css': '@import "a.css";@import "b.css";',
    }
    expect(await read(page('@import "a.css";'), circle)).toMatchObject({ color: 'FF0000', warnings: [] })
    const many = (count: number) => page(Array.from({ length: count }, (_, n) => `@import "${n}.css";`).join(''))
    const all = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`https://a.example/docs/${n}.css`, '']))
    expect((await read(many(50), all)).warnings).toEqual([])
    const beyond = await read(many(51), all)
    expect([beyond.asked.length, beyond.warnings.join()]).toEqual([50, expect.stringContaining('first 50')])
    const doubling = { 'https://a.example/docs/a.css': '@import "x.css";@import "a.css?1";@import "a.css?2";' }
    for (const n of [1, 2]) Object.assign(doubling, { [`https://a.example/docs/a.css?${n}`]: '@import "a.css";' })
    expect((await read(page('@import "a.css";'), doubling)).asked.length).toBeLessThanOrEqual(50)
  })
})

describe('linked style sheets', () => {
  it.each(['rel=stylesheet disabled', 'rel="alternate stylesheet" title=Dark', 'rel=preload'])(
    'do not count with %s',
    async (attributes) => {
      const files = { 'https://a.example/docs/a.css': 'p{color:#f00}' }
      const { color, asked } = await read(`<link ${attributes} href="a.css"><p>text`, files)
      expect([color, asked]).toEqual([undefined, []])
      expect((await read(`<link rel="StyleSheet icon" href="a.css"><p>text`, files)).color).toBe('FF0000')
    },
  )
})

describe('a style sheet that is missing', () => {
  it('is named, with a loader and without one', async () => {
    const told = ['A style sheet is missing: a.css']
    expect((await read('<link rel=stylesheet href="a.css"><p>text', {})).warnings).toEqual(told)
    expect((await read(page('@import "a.css";'), {})).warnings).toEqual(told)
    expect((await readHtml('<link rel=stylesheet href="a.css"><p>text')).warnings).toEqual(told)
  })
})
