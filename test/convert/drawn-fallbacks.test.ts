/**
 * The pictures beside drawings in a DOCX, for programs that do not know SVG.
 *
 * @module
 */

import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { ConversionLimits } from '../../src/convert/conversion-budget.js'
import { convertFile } from '../../src/convert/convert-file.js'
import { openPackage } from '../../src/ooxml/package/package.js'
import { startWork } from '../support/work-time.js'

interface Picture {
  readonly width: number
  readonly height: number
  /** Samples of a pixel, with opacity where the picture has some. */
  readonly at: (x: number, y: number) => number[]
}

/** A PNG whose rows are samples, or differences to the left. */
function readPicture(png: Uint8Array): Picture {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  const channels = view.getUint8(25) === 6 ? 4 : view.getUint8(25) === 2 ? 3 : 1
  const rows = inflateSync(png.subarray(41, 41 + view.getUint32(33)))
  const line = width * channels + 1
  return {
    width,
    height,
    at: (x, y) => {
      const pixel = new Array<number>(channels).fill(0)
      for (let i = rows[y * line] === 1 ? 0 : x; i <= x; i++) {
        for (let c = 0; c < channels; c++) {
          pixel[c] = ((pixel[c] ?? 0) + (rows[y * line + 1 + i * channels + c] ?? 0)) & 255
        }
      }
      return pixel
    },
  }
}

/** Pictures beside drawings, and the warnings, of a page. */
async function fallbacksOf(html: string, budget: Partial<ConversionLimits> = {}) {
  const { bytes, warnings } = await convertFile(html, { from: 'html', to: 'docx' }, { budget })
  const docx = openPackage(bytes)
  const parts = [1, 2, 3].map((n) => docx.part(`/word/media/image${n}-fallback.png`))
  return { pictures: parts.filter((part) => part !== undefined).map(readPicture), warnings }
}

const logo = (size: string) =>
  `<svg ${size} viewBox="0 0 40 20"><rect width="20" height="20" fill="#c00"/><circle cx="30" cy="10" r="6" fill="#00c"/></svg>`

describe('the picture beside a drawing', () => {
  it('shows the drawing, two pixels for each of CSS', async () => {
    const { pictures, warnings } = await fallbacksOf(`<p>Logo: ${logo('width="40" height="20"')}</p>`)
    expect(warnings).toEqual([])
    expect(pictures).toHaveLength(1)
    const [picture] = pictures
    expect(picture).toMatchObject({ width: 80, height: 40 })
    expect(picture?.at(20, 20)).toEqual([204, 0, 0, 255])
    expect(picture?.at(60, 20)).toEqual([0, 0, 204, 255])
    expect(picture?.at(42, 2)).toEqual([0, 0, 0, 0])
  })

  it('is drawn once, as large as the drawing is shown', async () => {
    const source = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" fill="#c00"/></svg>`)}`
    const { pictures } = await fallbacksOf(
      `<img width="40" src="${source}"><img width="100" src="${source}"><img width="20" src="${source}">`,
    )
    expect(pictures.map(({ width }) => width)).toEqual([200])
  })

  it('has at most two million pixels', async () => {
    const { pictures } = await fallbacksOf(`<p style="margin:0">${logo('width="600" height="900"')}</p>`)
    const [{ width, height } = { width: 0, height: 0 }] = pictures
    expect(width * height).toBeGreaterThan(1_990_000)
    expect(width * height).toBeLessThan(2_010_000)
    const [smaller] = (await fallbacksOf(`<p>${logo('width="600" height="800"')}</p>`)).pictures
    expect(smaller).toMatchObject({ width: 1200, height: 1600 })
  })

  it('shows text in the fonts of the package, of any script that they have', async () => {
    const { pictures, warnings } = await fallbacksOf(
      '<svg width="60" height="30"><text x="2" y="26" font-size="30" font-weight="bold">IШ</text></svg>',
    )
    expect(warnings).toEqual([])
    expect(pictures[0]?.at(12, 32)).toEqual([0, 0, 0, 255])
  })

  it('is made of drawings in Markdown, too', async () => {
    const source = `data:image/svg+xml;base64,${Buffer.from('<svg width="10" height="10"><path d="M0 0h10v10H0z" fill="#0a0"/></svg>').toString('base64')}`
    const { bytes } = await convertFile(`![tick](${source})`, { from: 'md', to: 'docx' })
    const part = openPackage(bytes).part('/word/media/image1-fallback.png')
    expect(readPicture(part ?? new Uint8Array(64)).at(10, 10)).toEqual([0, 170, 0, 255])
  })
})

describe('what cannot be drawn', () => {
  const many = (count: number) =>
    `<svg width="600" height="600"><defs><g id="a">${'<path d="M0 0H600V600z"/>'.repeat(count)}</g></defs><use href="#a"/></svg>`

  it('stays a grey box, with a warning, where it takes too much of the budget', async () => {
    const { pictures, warnings } = await fallbacksOf(`${many(20)}${logo('width="40" height="20"')}`, {
      steps: 2_500_000,
    })
    expect(pictures[0]?.at(80, 80)).toEqual([0xf0])
    // Nothing is tried after that, however small.
    expect(pictures[1]).toMatchObject({ width: 160, height: 80 })
    expect(warnings).toEqual([
      'Programs that do not know SVG show a drawing as a grey box. There is too much to draw in it.',
    ])
    const rich = await fallbacksOf(many(20), { steps: 5_000_000 })
    expect(rich.warnings).toEqual([])
    expect(rich.pictures[0]?.at(600, 100)).toEqual([0, 0, 0, 255])
  })

  it('is counted by the memory that its pixels take while they are drawn', async () => {
    const page = `<p>${logo('width="600" height="600"')}</p>`
    const grey = 'Programs that do not know SVG show a drawing as a grey box. There is too much to draw in it.'
    expect((await fallbacksOf(page, { bytes: 16_800_000 })).warnings).toEqual([grey])
    expect((await fallbacksOf(page, { bytes: 18_300_000 })).warnings).toEqual([])
  })

  it('takes little where there are many small ones', async () => {
    const icons = Array.from(
      { length: 20 },
      (_, i) =>
        `<svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="#345" stroke-width="2"><circle cx="12" cy="12" r="${i / 2 + 1}"/><path d="M3 12l6 6L21 4"/></svg>`,
    ).join('')
    await fallbacksOf(icons)
    const workedMs = startWork()
    await fallbacksOf('<p>nothing</p>')
    const without = workedMs()
    const again = startWork()
    await fallbacksOf(icons)
    expect(again() - without).toBeLessThan(300)
  })
})

it('is not needed in a PDF, which shows what can be drawn of any SVG', async () => {
  const html = `<svg width="40" height="20"><filter id="f"/><rect width="40" height="20" fill="#123456"/></svg>`
  const { bytes } = await convertFile(html, { from: 'html', to: 'pdf' })
  const forms = [
    ...Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/\/Subtype ?\/(Form|Image)/g),
  ].map(([, kind]) => kind)
  expect(forms).toContain('Form')
  expect(forms).not.toContain('Image')
})
