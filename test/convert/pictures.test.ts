/**
 * Pictures from telephones and the web, on their way from DOCX, HTML and Markdown to a page.
 *
 * @module
 */

import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { convertFile } from '../../src/convert/convert-file.js'
import { makeDocx, NAMESPACES, OFFICE } from '../support/make-docx.js'
import { withFiles } from '../support/oracles.js'
import { hasTool, runTool } from '../support/tools.js'
import { MIDDLES, pictureFile, QUARTERS } from '../typeset/images/picture-file.js'

/** Packages of the host that are to be missing. */
const missing = new Set<string>()

vi.mock('../../src/assets/place.js', async (original) => {
  const place = await original<typeof import('../../src/assets/place.js')>()
  const requireFromHost = (specifier: string) => {
    if (![...missing].some((name) => specifier.startsWith(name))) return place.requireFromHost(specifier)
    throw Object.assign(new Error('It is not installed.'), { code: 'MODULE_NOT_FOUND' })
  }
  return { ...place, requireFromHost }
})

afterEach(() => missing.clear())

/** A point is 12,700 EMU: the picture is 160 by 120 points. */
const SIZE = 'cx="2032000" cy="1524000"'

/** A page with one picture at its corner. */
function docxWith(picture: Uint8Array): Uint8Array {
  const body = `<w:p><w:r><w:drawing><wp:inline><wp:extent ${SIZE}/><wp:docPr id="1" name="P" descr="Four"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="P"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="p"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${SIZE}/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p><w:sectPr><w:pgSz w:w="4000" w:h="4000"/><w:pgMar w:top="0" w:bottom="0" w:left="0" w:right="0" w:header="0" w:footer="0" w:gutter="0"/></w:sectPr>`
  return makeDocx('', {
    'word/document.xml': `<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="p" Type="${OFFICE}/image" Target="media/p.png"/></Relationships>`,
    'word/media/p.png': picture,
  })
}

/** The colours that poppler shows in the middles of the picture's quarters. */
async function quartersShown(pdf: Uint8Array): Promise<number[][]> {
  return withFiles({ 'a.pdf': pdf }, async (path) => {
    await runTool('pdftoppm', ['-r', '72', '-f', '1', '-l', '1', '-singlefile', path('a.pdf'), path('a')])
    const ppm = await readFile(path('a.ppm'))
    const [, width = 0] = (/^P6\s+(\d+)/.exec(ppm.toString('latin1', 0, 20)) ?? []).map(Number)
    const start = ppm.length - 3 * width * 200
    return MIDDLES.map(([x, y]) => {
      const at = start + 3 * (Math.floor(y * 120) * width + Math.floor(x * 160))
      return [...ppm.subarray(at, at + 3)]
    })
  })
}

const WHITE = [255, 255, 255]

describe.runIf(hasTool('pdftoppm'))('a picture in a DOCX', () => {
  it.each([
    ['four-colours.webp', 1],
    ['animated.webp', 1],
    ['four-colours.avif', 4],
    ['four-colours.heic', 4],
    ['four-colours.jp2', 2],
    ['four-colours.j2k', 6],
    ['two-sizes.ico', 0],
    ['palette.ico', 0],
    ['cmyk.tif', 0],
    ['cmyk-16-bits.tif', 1],
  ])('has its colours: %s', async (name, tolerance) => {
    const { bytes, warnings } = await convertFile(docxWith(pictureFile(name)), {})
    expect(warnings).toEqual([])
    for (const [index, color] of (await quartersShown(bytes)).entries()) {
      for (const [channel, value] of color.entries()) {
        expect(Math.abs(value - (QUARTERS[index]?.[channel] ?? 0))).toBeLessThanOrEqual(tolerance)
      }
    }
  })

  it.each(['one-clear.webp', 'one-clear.ico', 'cmyk-one-clear.tif'])('shows the paper through: %s', async (name) => {
    const { bytes } = await convertFile(docxWith(pictureFile(name)), {})
    expect(await quartersShown(bytes)).toEqual([QUARTERS[0], WHITE, QUARTERS[2], QUARTERS[3]])
  })
})

describe('a picture that cannot be shown', () => {
  /** A frame as large as the picture was to be, in points. */
  const FRAME = /0 40 m\n?.*160 40 l|160 120 re|0 200 m/

  async function warningsOf(picture: Uint8Array): Promise<readonly string[]> {
    const { bytes, warnings } = await convertFile(docxWith(picture), {})
    expect(Buffer.from(bytes).toString('latin1', 0, 5)).toBe('%PDF-')
    return warnings
  }

  it('costs a warning that says what is wrong, never the document', async () => {
    expect(await warningsOf(pictureFile('four-colours.webp').slice(0, 50))).toEqual([
      'A WebP picture is damaged and is not shown.',
    ])
    expect(await warningsOf(pictureFile('four-colours.jp2').slice(0, 300))).toEqual([
      'A JPEG 2000 picture is damaged and is not shown.',
    ])
    expect(await warningsOf(Uint8Array.of(0xff, 0x0a, 1, 2, 3))).toEqual([
      'Pictures in the format JPEG XL are not shown.',
    ])
    expect(await warningsOf(Uint8Array.of(1, 2, 3, 4, 5))).toEqual([
      'Pictures in a format that is not known are not shown.',
    ])
  })

  it.each([
    ['WebP', 'four-colours.webp', '@jsquash/webp'],
    ['AVIF', 'four-colours.avif', '@jsquash/avif'],
    ['HEIC', 'four-colours.heic', 'libheif-js'],
  ])('names the package that is missing: %s', async (format, name, packageName) => {
    missing.add(packageName)
    const warning = `Pictures in the format ${format} need the package ${packageName}: npm install ${packageName}.`
    expect(await warningsOf(pictureFile(name))).toEqual([warning])
    const page = await convertFile(pageWith(pictureFile(name)), { from: 'html' })
    expect(page.warnings).toEqual([warning])
  })

  it.skipIf(!hasTool('qpdf'))('leaves a frame of its size', async () => {
    const { bytes } = await convertFile(docxWith(Uint8Array.of(1, 2, 3, 4, 5)), {})
    const frame = await withFiles({ 'a.pdf': bytes }, async (path) => {
      const { stdout } = await runTool('qpdf', ['--qdf', '--object-streams=disable', path('a.pdf'), '-'])
      return stdout
    })
    expect(frame).toMatch(FRAME)
  })
})

function pageWith(picture: Uint8Array): string {
  const uri = `data:;base64,${Buffer.from(picture).toString('base64')}`
  return `<style>@page { size: 200pt 200pt; margin: 0 } body { margin: 0 }</style><img alt="Four" style="width: 160pt" src="${uri}">`
}

describe('a picture in a page', () => {
  it
    .runIf(hasTool('pdftoppm'))
    .each(['four-colours.webp', 'four-colours.avif', 'four-colours.heic', 'palette.ico', 'cmyk.tif'])(
    'has its colours: %s',
    async (name) => {
      const { bytes, warnings } = await convertFile(pageWith(pictureFile(name)), { from: 'html' })
      expect(warnings).toEqual([])
      for (const [index, color] of (await quartersShown(bytes)).entries()) {
        for (const [channel, value] of color.entries()) {
          expect(Math.abs(value - (QUARTERS[index]?.[channel] ?? 0))).toBeLessThanOrEqual(4)
        }
      }
    },
  )

  it('is a PNG in a DOCX, which other programs read', async () => {
    for (const name of ['one-clear.webp', 'one-clear.ico', 'palette.ico', 'two-sizes.ico']) {
      const { bytes, warnings } = await convertFile(pageWith(pictureFile(name)), { from: 'html', to: 'docx' })
      expect(warnings).toEqual([])
      const listed = Buffer.from(bytes).toString('latin1')
      expect(listed).toContain('word/media/image1.png')
    }
  })

  it('stands in by its alternative text where it is damaged, and the reason is told', async () => {
    const { warnings } = await convertFile(pageWith(pictureFile('four-colours.avif').slice(0, 250)), { from: 'html' })
    expect(warnings).toEqual(['An AVIF picture is damaged and is not shown.'])
    const png = await convertFile(pageWith(Uint8Array.of(0x89, 0x50, 0x4e, 0x47)), { from: 'html' })
    expect(png.warnings).toEqual(['A PNG picture is damaged and is not shown.'])
  })
})
