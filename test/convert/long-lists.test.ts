/**
 * Documents with more of something than functions take as arguments: each ended in a RangeError once.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { convertFile } from '../../src/index.js'
import { makeDocx } from '../support/make-docx.js'
import { readLines } from './html/flow-text.js'

const MANY = 150_000

const PAGES: Readonly<Record<string, string>> = {
  'alternatives in a selector': `<style>:is(${'a,'.repeat(MANY)}b){color:red}</style><p><b>seen</b></p>`,
  'exceptions in a selector': `<style>p:not(${'a,'.repeat(MANY)}b){color:red}</style><p>seen</p>`,
  'declarations of a page': `<style>@page{${'margin:1cm;'.repeat(MANY)}}</style><p>seen</p>`,
  'items without a box around them': `<div style="display:flex"><div style="display:contents">${'<div></div>'.repeat(MANY)}</div></div><p>seen</p>`,
  'boxes at a fixed place': `${'<div style="position:fixed;bottom:3px">x</div>'.repeat(MANY)}<p>seen</p>`,
}

describe('a page', () => {
  it.each(Object.entries(PAGES))('with many %s', { timeout: 120_000 }, async (_, html) => {
    expect(await readLines(html)).toContain('seen')
  })
})

describe('a DOCX', () => {
  it('with many letters under an accent', { timeout: 120_000 }, async () => {
    const letters = '<m:r><m:t>x</m:t></m:r>'.repeat(MANY)
    const math = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
    const docx = makeDocx(`<w:p><m:oMath ${math}><m:acc><m:e>${letters}</m:e></m:acc></m:oMath></w:p>`)
    const { warnings } = await convertFile(docx, { from: 'docx', to: 'pdf' })
    // All of it is one line, which is made as small as the page asks.
    expect(warnings).toEqual([expect.stringContaining('too small to be read')])
  })
})
