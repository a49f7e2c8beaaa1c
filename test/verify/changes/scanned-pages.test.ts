/**
 * Pages that are one picture: nothing printed on them may be hidden, and whoever signs in an empty place, on a line or
 * with a pen over the text stays valid.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { PdfDict } from '../../../src/pdf/objects.js'
import { joinedPrints } from '../attacks/joined-prints.js'
import { form, type Look } from '../attacks/looks.js'
import { scannedPages } from '../attacks/scanned-pages.js'
import { baseOf } from '../bases/bases.js'
import { pageAt } from '../support/revise.js'
import { canScan, type ScanKind, type ScannedPage, type ScanOptions, scanPage } from '../support/scanned-page.js'
import { sign, signByHand } from '../support/sign.js'
import { verdictOf } from '../support/verdict.js'

const NAMES = '0 g BT /F 9 Tf 5 40 Td 11 TL (Digitally signed by) Tj T* (Bob Builder) Tj ET\n'
const framed: Look = (_, w, h) => form(w, h, `1 g 0 0 ${w} ${h} re f 0 G .5 w 1 1 ${w - 2} ${h - 2} re S ${NAMES}`)
const plain: Look = (_, w, h) => form(w, h, NAMES)
const pen: Look = (_, w, h) =>
  form(w, h, `0 0 .6 RG 1.4 w 4 8 m ${w / 4} ${h} ${w / 3} 0 ${w / 2} ${h / 2} c ${w} ${h} l S\n`)

const typed: Look = (_, w, h) => form(w, h, '0 g BT /F 10 Tf 0 4 Td (Bob Builder) Tj ET\n')
const flatPen: Look = (_, w, h) =>
  form(w, h, `0 G 1 w 4 2 m 20 ${h} 24 -4 34 8 c 40 ${h} 44 0 52 6 c 60 12 70 0 76 5 c S\n`)
const PROMPTS = ['name', 'date', 'signature', 'cell', 'above', 'empty'] as const

async function signIn(page: ScannedPage, place: keyof ScannedPage['places'], look: Look): Promise<boolean> {
  const [left, bottom, right, top] = page.places[place]
  const bytes = await signByHand(await sign(page.bytes), {
    widget: (revision) => ({
      Rect: [left, bottom, right, top],
      F: 132,
      P: pageAt(revision.document, 0).ref,
      AP: new PdfDict({ N: revision.add(look(revision, right - left, top - bottom)) }),
    }),
  })
  return (await verdictOf(bytes)).valid
}

const SCANS: readonly (readonly [ScanKind, ScanOptions])[] = [
  ['JPEG', { resolution: 100, quality: 35 }],
  ['JPEG', { resolution: 150, paper: 0.72 }],
  ['JPEG', { resolution: 300 }],
  ['JPEG 2000', { resolution: 200 }],
  ['JPEG 2000', { resolution: 300, paper: 0.8 }],
  ['JPEG 2000 without loss', { resolution: 150 }],
  ['grey', { resolution: 150, noise: 0.12 }],
  ['black and white', { resolution: 200 }],
  ['stencil', { resolution: 200 }],
  ['JBIG2', { resolution: 200 }],
  ['JBIG2 symbols', { resolution: 150 }],
  ['JBIG2 stencil', { resolution: 150 }],
]

describe.each(SCANS.filter(([kind]) => canScan(kind)))('a page that was scanned: %s %j', (kind, options) => {
  const page = scanPage(kind, options)

  it('may be signed in an empty place', async () => {
    expect(await signIn(page, 'empty', plain)).toBe(true)
    expect(await signIn(page, 'empty', framed)).toBe(true)
  })

  it('may be signed with a pen, on a line and over text', async () => {
    expect(await signIn(page, 'line', pen)).toBe(true)
    expect(await signIn(page, 'text', pen)).toBe(true)
  })

  it.each(PROMPTS)('may be signed where it asks for it: %s', async (place) => {
    expect(await signIn(page, place, typed)).toBe(true)
    expect(await signIn(page, place, flatPen)).toBe(true)
  })

  it('may not lose its text', async () => {
    expect(await signIn(page, 'text', framed)).toBe(false)
  })
})

describe('what is printed on a scanned page', () => {
  it.each(scannedPages.map(({ name, make }) => ({ name, make })))('may not be hidden: $name', async ({ make }) => {
    const bytes = await make(await baseOf('pdf-lib', 'plain'))
    expect(await verdictOf(bytes)).toMatchObject({ valid: false })
  })

  it.each(joinedPrints.map(({ name, make }) => ({ name, make })))('may not be added to: $name', async ({ make }) => {
    const bytes = await make(await baseOf('pdf-lib', 'plain'))
    expect(await verdictOf(bytes)).toMatchObject({ valid: false })
  })
})
