/**
 * Pages in the XML syntax, as programs and publishers write them.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { FlowBlock } from '../../../src/convert/docx-writer/flow-document.js'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { toHtmlSyntax } from '../../../src/convert/html/source/xml-syntax.js'
import { inlineText, paragraphsOf } from './flow-text.js'

const flowText = (blocks: readonly FlowBlock[]) =>
  paragraphsOf(blocks)
    .map(({ inlines }) => inlineText(inlines).trim())
    .join('\n')

const ROOT = '<html xmlns="http://www.w3.org/1999/xhtml">'

async function read(head: string, body: string, { fileName, start = '' }: { fileName?: string; start?: string } = {}) {
  const page = `${start}${ROOT}<head>${head}</head><body>${body}</body></html>`
  const { document } = await readHtml(page, { fileName })
  return document
}

const XML = { start: '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n' }

describe('pages in the XML syntax', () => {
  it.each([
    ['<script src="a.js"/>', '<p>text</p>'],
    ['<title/>', '<p>text</p>'],
    ['<style/>', '<p>text</p>'],
    ['', '<textarea/><p>text</p>'],
    ['', '<iframe src="a"/><p>text</p>'],
  ])('go on after empty elements: %s %s', async (head, body) => {
    expect(flowText((await read(head, body, XML)).blocks)).toContain('text')
    expect(flowText((await read(head, body, { fileName: 'page.xhtml' })).blocks)).toContain('text')
    expect(flowText((await read(head, body, { fileName: 'page.xht' })).blocks)).toContain('text')
  })

  it('do not put what follows an empty element into it', async () => {
    const { blocks } = await read('<style>div{color:red} .x{display:none}</style>', '<div class="x"/><p>text</p>', XML)
    expect(flowText(blocks)).toContain('text')
  })

  it('have style sheets in CDATA sections, in comments or with references', async () => {
    for (const css of [
      '<![CDATA[i>b{display:none}]]>',
      '/*<![CDATA[*/i>b{display:none}/*]]>*/',
      'i&gt;b{display:none}',
    ]) {
      const { blocks } = await read(`<style>${css}</style>`, '<p>text <i><b>hidden</b></i></p>', XML)
      expect(flowText(blocks)).toBe('text')
    }
  })

  it('keep the text of CDATA sections', async () => {
    expect(flowText((await read('', '<p>a <![CDATA[<b> & c]]></p>', XML)).blocks)).toBe('a <b> & c')
  })

  it('are read as HTML where nothing but the document type or the namespace says XHTML', async () => {
    const start =
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">'
    const css = '<style>.x{display:none}</style>'
    expect(flowText((await read(css, '<div class="x"/><p>text</p>', { start })).blocks)).toBe('')
    expect(flowText((await read(css, '<div class="x"/><p>text</p>', { fileName: 'a.html' })).blocks)).toBe('')
  })
})

describe('rewriting the XML syntax', () => {
  it.each([
    ['<br/><img alt="a>b"/><hr />', '<br/><img alt="a>b"/><hr />'],
    [`<a title='/>' id="b"/>`, `<a title='/>' id="b"></a>`],
    ['<!-- <b/> --><i/>', '<!-- <b/> --><i></i>'],
    ['a<?php <b/> ?>c', 'ac'],
    ['<svg:rect x="1"/>', '<svg:rect x="1"></svg:rect>'],
  ])('%s', (xml, html) => {
    expect(toHtmlSyntax(xml)).toBe(html)
  })

  it.each(['<b/><a title="', '<b/><!-- ', '<b/><![CDATA[ ', '<b/><style>a', '<b/><? a'])(
    'keeps what is not closed: %s',
    (xml) => {
      expect(toHtmlSyntax(xml)).toBe(`<b></b>${xml.slice('<b/>'.length)}`)
    },
  )

  it('takes time in step with the length', () => {
    const start = process.cpuUsage()
    for (const unit of ['<a "', '<!--', '<![CDATA[', '<?', '<style>', '<a/>', '<']) toHtmlSyntax(unit.repeat(200_000))
    const { user } = process.cpuUsage(start)
    expect(user / 1000).toBeLessThan(3000)
  })
})
