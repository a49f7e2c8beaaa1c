/**
 * Footnotes of HTML, and what only looks like them.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { FootnoteQueue } from '../../../src/convert/html/generated/footnotes.js'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { elementsBelow } from '../../../src/convert/html/source/html-tree.js'
import { parseHtml } from '../../../src/convert/html/source/parse-html.js'
import { surveyPage } from '../../../src/convert/html/source/survey-page.js'

const OPEN = '<section data-footnotes>'

/** How many notes the links of a page refer to. */
function referred(html: string): number {
  const document = parseHtml(html)
  const queue = new FootnoteQueue(surveyPage(document))
  for (const element of elementsBelow(document)) if (element.tagName === 'a') queue.refer(element)
  return queue.referred.length
}

describe('sections of footnotes', () => {
  const links = '<a data-footnote-ref href="#one">1</a><a data-footnote-ref href="#two">2</a>'

  it('hold their notes, also inside of each other', () => {
    const note = (id: string) => `<ol><li id="${id}">note</li></ol>`
    expect(referred(`${links}${OPEN}${note('one')}</section>${OPEN}${note('two')}</section>`)).toBe(2)
    expect(referred(`${links}${OPEN}${note('one')}${OPEN}${note('two')}</section></section>`)).toBe(2)
    expect(referred(`${links}${note('one')}`)).toBe(0)
  })

  it('are looked through once, however many are nested', () => {
    expect(referred(`${links}${OPEN.repeat(10_000)}<li id="one">${'<i></i>'.repeat(60_000)}`)).toBe(1)
  })

  it('without notes in them are text as any other', async () => {
    const { document } = await readHtml(`<p>a</p>${OPEN}<p>kept</p></section>`)
    expect(JSON.stringify(document.blocks)).toContain('kept')
  })
})
