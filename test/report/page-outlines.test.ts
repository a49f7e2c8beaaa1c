/**
 * Places of changes on outlines of pages, also of pages that are turned or do not begin at zero.
 *
 * @module
 */

import { expect, it } from 'vitest'
import { pageOutlines } from '../../src/report/html/page-outlines.js'
import { ENGLISH } from '../../src/texts/en.js'

const change = { permitted: false, text: 'a <note>', places: [{ page: 2, rectangle: [110, 30, 140, 40] }] } as const

function framesOn(rotation: number): string[] {
  const outlines = new Map([[2, { box: [100, 20, 300, 420], rotation } as const]])
  const html = pageOutlines([change], outlines, { count: 3, texts: ENGLISH.page })
  const [, view] = /viewBox="([^"]+)"/.exec(html) ?? []
  const [, ...frame] = /x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/.exec(html) ?? []
  return [view ?? '', frame.join(' ')]
}

it('turns places with their page', () => {
  expect(framesOn(0)).toEqual(['0 0 200 400', '10 380 30 10'])
  expect(framesOn(90)).toEqual(['0 0 400 200', '10 10 10 30'])
  expect(framesOn(180)).toEqual(['0 0 200 400', '160 10 30 10'])
  expect(framesOn(270)).toEqual(['0 0 400 200', '380 160 10 30'])
})

it('has nothing for pages without a place or of unknown size, and escapes what it says', () => {
  expect(pageOutlines([change], new Map(), { count: 3, texts: ENGLISH.page })).toBe('')
  expect(pageOutlines([{ ...change, places: [] }], new Map(), { count: 3, texts: ENGLISH.page })).toBe('')
  const outlines = new Map([[2, { box: [0, 0, 200, 400], rotation: 0 } as const]])
  const html = pageOutlines([change, { ...change, permitted: true }], outlines, { count: 3, texts: ENGLISH.page })
  expect(html).toContain('a &lt;note&gt;')
  expect(html.match(/<g class="(refused|permitted)">/g)).toHaveLength(2)
  expect(html).toContain('Page 2 of 3')
})
