/**
 * Pages as PDF files and as additions to them.
 *
 * @module
 */

import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { writePng } from '../../../src/convert/docx-writer/write-png.js'
import { PdfDocument } from '../../../src/pdf/document.js'
import { PdfDict, PdfName } from '../../../src/pdf/objects.js'
import { PdfFileWriter } from '../../../src/pdf/writing/file-writer.js'
import type { DisplayList, Page } from '../../../src/typeset/display/display-list.js'
import { addForm, addPages } from '../../../src/typeset/paint/add-pages.js'
import { writePdf } from '../../../src/typeset/paint/write-pdf.js'
import { mutoolWarnings, pdftotext, qpdfCheck, withFiles } from '../../support/oracles.js'
import { hasTool, runTool } from '../../support/tools.js'
import { sampleFace, samplePage, sampleText } from './sample-pages.js'

const NO_IMAGES = new Map<string, never>()

async function write(...pages: Page[]): Promise<Uint8Array> {
  const { bytes } = await writePdf(pages, NO_IMAGES, {})
  return bytes
}

async function textOf(pdf: Uint8Array): Promise<string> {
  return withFiles({ 'a.pdf': pdf }, (path) => pdftotext(path('a.pdf')))
}

/** How many pixels of a picture have which colour: PPM with one byte for each of red, green and blue. */
function countColors(ppm: Uint8Array): Map<string, number> {
  const [header = ''] = /^P6\s+\d+\s+\d+\s+255\s/.exec(Buffer.from(ppm.subarray(0, 64)).toString('latin1')) ?? []
  const counts = new Map<string, number>()
  for (let at = header.length; at + 2 < ppm.length; at += 3) {
    const color = ppm.subarray(at, at + 3).join()
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  return counts
}

const square = [
  { op: 'M', x: 0, y: 0 },
  { op: 'L', x: 1000, y: 0 },
  { op: 'L', x: 1000, y: 1000 },
  { op: 'L', x: 0, y: 1000 },
  { op: 'Z' },
] as const

const everything = samplePage(
  sampleText('Plain text', 1440, 1440),
  sampleText('Bold', 1440, 2000, { syntheticBold: true }),
  sampleText('Slanted', 3000, 2000, { syntheticItalic: true, color: '336699' }),
  sampleText('Wide', 5000, 2000, { scale: 1.5, opacity: 0.5 }),
  sampleText('Outlined', 7000, 2000, { outline: true }),
  { kind: 'rectangle', x: 1000, y: 3000, width: 500, height: 10, color: 'FF0000' },
  { kind: 'stroke', x1: 1000, y1: 3500, x2: 4000, y2: 3500, width: 15, color: '0000FF', dash: [60, 40], cap: 'round' },
  {
    kind: 'path',
    commands: square,
    x: 1000,
    y: 4000,
    width: 1000,
    height: 1000,
    fill: {
      type: 'gradient',
      angle: 30,
      stops: [
        { offset: 0.1, color: 'FF0000', opacity: 1 },
        { offset: 0.5, color: '00FF00', opacity: 0.5 },
        { offset: 0.9, color: '0000FF', opacity: 1 },
      ],
    },
    line: { width: 20, color: '000000', opacity: 0.5, dash: [], cap: 'butt', join: 'round' },
  },
  {
    kind: 'path',
    commands: [
      { op: 'M', x: 0, y: 0 },
      { op: 'C', x1: 500, y1: 900, x2: 1500, y2: -900, x: 2000, y: 0 },
    ],
    x: 4000,
    y: 4500,
    width: 2000,
    height: 0,
    line: {
      width: 20,
      color: '008000',
      opacity: 1,
      dash: [],
      cap: 'butt',
      join: 'miter',
      startArrow: { type: 'oval', width: 3, length: 3 },
      endArrow: { type: 'stealth', width: 3, length: 3 },
    },
  },
  { kind: 'group', matrix: [0, 1, -1, 0, 9000, 6000], clip: square, items: [sampleText('Turned', 0, 500)] },
)

describe('writePdf', () => {
  it.skipIf(!hasTool('qpdf') || !hasTool('mutool'))(
    'writes files that other programs find nothing wrong with',
    async () => {
      await withFiles({ 'a.pdf': await write(everything, samplePage()) }, async (path) => {
        expect(await qpdfCheck(path('a.pdf'))).toEqual(new Set())
        expect(await mutoolWarnings(path('a.pdf'))).toEqual(new Set())
      })
    },
  )

  it.skipIf(!hasTool('pdftoppm'))('draws a form in its own colours, whatever was drawn before it', async () => {
    const drawing = new TextEncoder().encode('<svg width="100" height="100"><rect width="100" height="100"/></svg>')
    const page = samplePage(
      { kind: 'rectangle', x: 0, y: 0, width: 20, height: 20, color: 'FF0000' },
      {
        kind: 'picture',
        image: 'black',
        x: 1440,
        y: 1440,
        width: 7200,
        height: 7200,
        crop: { top: 0, right: 0, bottom: 0, left: 0 },
        opacity: 1,
      },
    )
    const { bytes } = await writePdf([page], new Map([['black', { bytes: drawing, mediaType: 'image/svg+xml' }]]), {})
    const colors = await withFiles({ 'a.pdf': bytes }, async (path) => {
      await runTool('pdftoppm', ['-r', '18', '-singlefile', path('a.pdf'), path('a')])
      return countColors(await readFile(path('a.ppm')))
    })
    expect(colors.get('0,0,0')).toBeGreaterThan(2000)
    expect(colors.get('255,0,0') ?? 0).toBeLessThan(10)
  })

  it.skipIf(!hasTool('pdftoppm'))('leaves the page free where a grey picture is transparent', async () => {
    const place = { x: 1440, y: 1440, width: 7200, height: 7200, crop: { top: 0, right: 0, bottom: 0, left: 0 } }
    const picture = (image: string) => ({ kind: 'picture', image, ...place, opacity: 1, effect: 'grayscale' }) as const
    const half = writePng({
      kind: 'raster',
      width: 2,
      height: 1,
      colors: 'rgb',
      bits: 8,
      data: Uint8Array.of(255, 0, 0, 255, 0, 0),
      encoding: 'raw',
      alpha: Uint8Array.of(0, 255),
    })
    const drawing = new TextEncoder().encode('<svg width="100" height="100"><rect width="50" height="100"/></svg>')
    const sources = [
      { bytes: half, mediaType: 'image/png' },
      { bytes: drawing, mediaType: 'image/svg+xml' },
    ]
    for (const source of sources) {
      const { bytes } = await writePdf([samplePage(picture('half'))], new Map([['half', source]]), {})
      const colors = await withFiles({ 'a.pdf': bytes }, async (path) => {
        await runTool('pdftoppm', ['-r', '18', '-singlefile', path('a.pdf'), path('a')])
        return countColors(await readFile(path('a.ppm')))
      })
      // Half of 90 by 90 pixels is covered.
      const covered = [...colors].reduce((sum, [color, count]) => sum + (color === '255,255,255' ? 0 : count), 0)
      expect(covered).toBeGreaterThan(3900)
      expect(covered).toBeLessThan(4300)
    }
  })

  it.skipIf(!hasTool('pdftotext'))('keeps text readable, line by line', async () => {
    const text = await textOf(
      await write(samplePage(sampleText('First line', 1440, 1440), sampleText('Second', 1440, 1800))),
    )
    expect(text.trim().split('\n')).toEqual(['First line', 'Second'])
  })

  it.skipIf(!hasTool('pdftotext'))('gives one glyph every text that it stands for', async () => {
    const face = sampleFace()
    const hyphen = face.glyphOf(0x2d)
    const item = sampleText('a--b', 1440, 1440, { texts: ['a', '-', '\u2011', 'b'] })
    expect(item.glyphs[1]).toBe(hyphen)
    expect((await textOf(await write(samplePage(item)))).trim()).toBe('a-\u2011b')
  })

  it.skipIf(!hasTool('pdftotext'))('attaches the text of a cluster to all of its glyphs', async () => {
    const item = sampleText('xyzw', 1440, 1440, { texts: ['क्षि', '', '', 'w'] })
    expect((await textOf(await write(samplePage(item)))).trim()).toBe('क्षिw')
  })

  it.skipIf(!hasTool('pdftotext'))(
    'puts glyphs where the advances say, with text in the boxes that Word has',
    async () => {
      const item = sampleText('ab cd', 1440, 2000, { advances: [200, 300, 500, 100, 100] })
      const boxes = await withFiles({ 'a.pdf': await write(samplePage(item)) }, async (path) => {
        return (await runTool('pdftotext', ['-bbox', path('a.pdf'), '-'])).stdout
      })
      const words = [...boxes.matchAll(/xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(\w+)</g)]
      expect(words.map((word) => word[5])).toEqual(['ab', 'cd'])
      expect(Number(words[0]?.[1])).toBeCloseTo(72, 1)
      // 72 + (200 + 300 + 500) / 20 points.
      expect(Number(words[1]?.[1])).toBeCloseTo(122, 1)
      // Ascent .75 and descent .25 of Calibri, around the baseline at 100 points.
      expect(Number(words[0]?.[2])).toBeCloseTo(91, 1)
      expect(Number(words[0]?.[4])).toBeCloseTo(103, 1)
    },
  )

  it('links to the web and to bookmarks, and never to programs', async () => {
    const box = { x: 1000, y: 1000, width: 500, height: 200 }
    const first = samplePage(
      { kind: 'link', ...box, target: { url: 'https://example.com/ä b' } },
      { kind: 'link', ...box, x: 1500, target: { url: 'https://example.com/ä b' } },
      { kind: 'link', ...box, y: 2000, target: { bookmark: 'there' } },
      { kind: 'link', ...box, y: 3000, target: { bookmark: 'nowhere' } },
      { kind: 'link', ...box, y: 4000, target: { url: 'javascript:alert(1)' } },
      { kind: 'link', ...box, y: 5000, target: { url: 'file:///etc/passwd' } },
    )
    const document = PdfDocument.open(await write(first, samplePage({ kind: 'bookmark', name: 'there', y: 838 })))
    const pages = document.lookupArray(document.lookupDict(document.catalog, 'Pages') ?? new PdfDict(), 'Kids') ?? []
    const page = document.resolve(pages[0])
    if (!(page instanceof PdfDict)) throw new Error('no page')
    const links = (document.lookupArray(page, 'Annots') ?? []).map((link) => document.resolve(link) as PdfDict)
    expect(links).toHaveLength(2)
    const [web, inner] = links
    expect(web?.get('Rect')).toEqual([50, expect.anything(), 100, expect.anything()])
    const action = web?.get('A') as PdfDict
    expect(new TextDecoder().decode((action.get('URI') as { bytes: Uint8Array }).bytes)).toBe(
      'https://example.com/%C3%A4%20b',
    )
    expect(inner?.get('Dest')).toEqual([pages[1], PdfName.of('XYZ'), null, 800, null])
  })

  it.skipIf(!hasTool('mutool'))('nests headings in an outline', async () => {
    const heading = (level: number, title: string) => ({ kind: 'heading', level, title, y: 1000 }) as const
    const page = samplePage(heading(0, 'Eins'), heading(2, 'Drei'), heading(1, 'Zwei'), heading(0, 'Über'))
    const lines = await withFiles({ 'a.pdf': await write(page) }, async (path) => {
      return (await runTool('mutool', ['show', path('a.pdf'), 'outline'])).stdout.trim().split('\n')
    })
    expect(
      lines.map((line) =>
        line
          .match(/(\t*)"(.*?)"/)
          ?.slice(1)
          .join('|'),
      ),
    ).toEqual(['\t|Eins', '\t\t|Drei', '\t\t|Zwei', '\t|Über'])
  })

  it.skipIf(!hasTool('pdfinfo'))('says what the document is', async () => {
    const information = {
      title: 'A <b> & ü\0',
      author: 'Someone',
      language: 'de-DE',
      created: new Date('2026-01-02T03:04:05Z'),
    }
    const { bytes } = await writePdf([samplePage()], NO_IMAGES, information)
    const { stdout } = await withFiles({ 'a.pdf': bytes }, (path) => runTool('pdfinfo', ['-isodates', path('a.pdf')]))
    expect(stdout).toContain('2026-01-02T03:04:05Z')
    expect(stdout).toMatch(/Title: +A <b> & ü/)
    const xmp = new TextDecoder('latin1').decode(bytes)
    expect(xmp).toContain('A &lt;b&gt; &amp; ')
    expect(xmp).toContain('<xmp:CreateDate>2026-01-02T03:04:05Z</xmp:CreateDate>')
  })

  it('writes the same bytes for the same pages', async () => {
    expect(await write(everything)).toEqual(await write(everything))
  })

  it.skipIf(!hasTool('pdftotext'))(
    'writes many pages, whose contents are compressed meanwhile, in their order',
    async () => {
      const pages = Array.from({ length: 20 }, (_, index) => samplePage(sampleText(`Page ${index}`, 1440, 1440)))
      const file = await write(...pages)
      expect(file).toEqual(await write(...pages))
      const shown = (await textOf(file)).split('\f').map((text) => text.trim())
      expect(shown.slice(0, 20)).toEqual(pages.map((_, index) => `Page ${index}`))
    },
  )

  it.skipIf(!hasTool('pdftoppm'))(
    'stores a shared list once, from its second page on, and shows it the same',
    async () => {
      const line = { width: 40, color: '0000FF', opacity: 0.5, dash: [], cap: 'butt', join: 'round' } as const
      const path = { kind: 'path', commands: square, width: 1000, height: 1000, line } as const
      const items: DisplayList = [
        { ...path, x: 10, y: 20, fill: { type: 'solid', color: '336699', opacity: 1 } },
        { kind: 'group', matrix: [0, 1, -1, 0, 3000, 500], items: [{ ...path, x: 0, y: 0 }] },
      ]
      const pagesWith = (isShared: boolean): Page[] =>
        [4000, 6000, 9000].map((height, index) => ({
          width: 6000,
          height,
          items: [
            { kind: 'rectangle', x: 0, y: 0, width: 500, height: 500, color: 'FF0000' },
            { kind: 'group', matrix: [1, 0, 0, 1, 700 + index, 800], items, ...(isShared && { isShared }) },
            { kind: 'rectangle', x: 0, y: 3000, width: 500, height: 500, color: '00FF00' },
          ],
        }))
      const render = (pdf: Uint8Array) =>
        withFiles({ 'a.pdf': pdf }, async (path) => {
          await runTool('pdftoppm', ['-r', '60', path('a.pdf'), path('page')])
          return Promise.all([1, 2, 3].map((page) => readFile(path(`page-${page}.ppm`))))
        })
      const [shared, plain] = [await write(...pagesWith(true)), await write(...pagesWith(false))]
      const forms = (pdf: Uint8Array) => Buffer.from(pdf).toString('latin1').split('/Subtype /Form').length - 1
      expect([forms(shared), forms(plain)]).toEqual([1, 0])
      expect(await render(shared)).toEqual(await render(plain))
    },
  )

  it('warns of pictures that are missing or broken, each once', async () => {
    const picture = (image: string) =>
      ({
        kind: 'picture',
        image,
        x: 0,
        y: 0,
        width: 100,
        height: 100,
        crop: { top: 0, right: 0, bottom: 0, left: 0 },
        opacity: 1,
      }) as const
    const images = new Map([
      ['broken', { bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2]), mediaType: 'image/png' }],
    ])
    const page = samplePage(picture('broken'), picture('broken'), picture('none'))
    const { warnings } = await writePdf([page, page], images, {})
    expect(warnings).toEqual(['A PNG picture is damaged and is not shown.', 'A picture is missing from the document.'])
  })
})

describe('addPages and addForm', () => {
  it('use colours that do not depend on a device when asked to', () => {
    const file = new PdfFileWriter()
    const parent = file.allocate()
    const [page] = addPages(file, [everything], NO_IMAGES, parent, { calibratedColor: true })
    expect(page).toBeDefined()
    const form = addForm(file, [sampleText('Signed', 0, 240)], { width: 2000, height: 400 }, [1, 0, 0, 1, 0, 0], {
      calibratedColor: true,
    })
    file.put(parent, new PdfDict({ Type: PdfName.of('Pages'), Kids: [page ?? null], Count: 1 }))
    const catalog = file.add(new PdfDict({ Type: PdfName.of('Catalog'), Pages: parent, Form: form }))
    const document = PdfDocument.open(file.finish({ Root: catalog }))
    const text = new TextDecoder('latin1').decode(file.finish({ Root: catalog }))
    expect(text).toContain('/CalRGB')
    expect(text).not.toContain('/DeviceRGB')
    expect(document.lookupArray(document.lookupDict(document.catalog, 'Pages') ?? new PdfDict(), 'Kids')).toHaveLength(
      1,
    )
  })
})
