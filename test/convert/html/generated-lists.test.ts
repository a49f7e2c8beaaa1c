/**
 * What style sheets add to lists and their items.
 *
 * @module
 */

import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { readLines, readTable } from './flow-text.js'

describe('text that a style sheet adds', () => {
  it('stands before and after the items of a list', async () => {
    const css = 'ul::before{content:"Points";display:block} ul::after{content:"(end)"}'
    expect(await readLines(`<style>${css}</style><ul><li>a</li><li>b</li></ul>`)).toEqual(['Points', 'a', 'b', '(end)'])
  })

  it('introduces items that stand in one line', async () => {
    const css = 'li{display:inline-block} ul::before{content:"Skills: "} li+li::before{content:"| "}'
    const [line] = await readLines(`<style>${css}</style><ul><li>HTML</li> <li>CSS</li></ul>`)
    expect(line).toBe('Skills: HTML | CSS')
  })

  it('does not join items that stand in one line', async () => {
    const page = (css: string) => readLines(`<style>li{${css}}</style><ul>\n<li>one</li>\n<li>two</li>\n</ul>`)
    expect(await page('display:inline')).toEqual(['one two'])
    expect(await page('display:inline-block')).toEqual(['one two'])
    expect(await page('')).toEqual(['one', 'two'])
    expect(await page('}ul{white-space:pre')).toEqual(['one', 'two'])
  })

  it('adds nothing where it only clears floats', async () => {
    const lines = await readLines('<style>ul::after{content:"";display:table;clear:both}</style><ul><li>a</li></ul>')
    expect(lines.filter((line) => line !== '')).toEqual(['a'])
  })

  it('has the room of its padding in a line', async () => {
    const css = 'span::after{content:"·";padding:0 .5em} b::before{content:"new";background:#ff0;padding:0 .5em}'
    const [line = ''] = await readLines(`<style>${css}</style><p><span>a</span>c <b>d</b></p>`)
    expect(line.replace(/\u00a0/g, '_')).toBe('a _· _c __new__d')
  })
})

describe('a horizontal line', () => {
  it('takes no more room than its margins say', async () => {
    const html = '<style>hr{margin:0} td{padding:0}</style><table><tr><td>a<hr>b</td></tr></table>'
    const [, rule] = (await readTable(html)).rows[0]?.cells[0]?.blocks ?? []
    expect(rule?.kind === 'paragraph' && rule.format).toMatchObject({ lineSpacing: { exact: 20 }, spaceBefore: 0 })
  })
})

describe('icons of fonts', () => {
  const page = (content: string) => `<style>i::before{content:${content}}</style><p>a <i></i>b <i></i></p>`

  it('leave nothing, since their fonts are not here, and are named in a warning', async () => {
    for (const content of ['"\\f095"', '"\\f095\\a0"', '"\\e900 "']) {
      expect((await readLines(page(content))).map((line) => line.trim())).toEqual(['a b'])
    }
    const { warnings } = await readHtml(page('"\\f095"'))
    expect(warnings).toEqual(['Icons of fonts are not shown (2): give their font in the option "fonts".'])
  })

  it('leave the text around them', async () => {
    expect(await readLines(page('"\\f095 Tel. "'))).toEqual(['a Tel. b Tel.'])
  })

  it('stay where the caller gives fonts', async () => {
    const bytes = await readFile('node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf')
    const [line] = await readLines(page('"\\f095"'), { fonts: [{ family: 'Icons', bytes }] })
    expect(line).toBe('a \uf095b \uf095')
  })
})
