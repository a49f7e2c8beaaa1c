/**
 * What style sheets add to lists and their items.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
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
