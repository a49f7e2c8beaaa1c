/**
 * What the characters of fonts mean, and how far that can be trusted.
 *
 * @module
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { createContentBudget } from '../../../src/ink/content/content-budget.js'
import { ContentReader } from '../../../src/ink/content/content-reader.js'
import { comparableText, sameCharacters, weighEvidence } from '../../../src/ink/fonts/glyph-meaning.js'
import { charactersOfGlyph } from '../../../src/ink/fonts/glyph-names.js'
import { getPage } from '../../../src/pdf/catalog/page-tree.js'
import { PdfDocument } from '../../../src/pdf/document.js'
import { latin1Text } from '../../../src/pdf/syntax/syntax.js'
import { streamText } from '../../pdf/make-pdf.js'
import { draw, readVisibleText } from './draw.js'

const ROBOTO = readFileSync(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'))

/** One glyph per string: its text, trust and width in ems. */
function meanings(font: string, string: string, objects: Record<number, string> = {}) {
  const drawn = draw({ content: `BT /F 10 Tf 20 50 Td ${string} Tj ET`, resources: `/Font <</F ${font}>>`, objects })
  return drawn.visible.map(({ text, meaning, glyph }) => [
    text,
    meaning.trust,
    Math.round(glyph.font.widthOf(glyph.code) * 1000),
  ])
}

const simple = (more: string) => `<</Type /Font /Subtype /Type1 /BaseFont /Helvetica ${more}>>`
const toUnicode = (...rows: string[]) =>
  streamText(
    '',
    `1 begincodespacerange <00> <ff> endcodespacerange ${rows.length} beginbfchar ${rows.join(' ')} endbfchar`,
  )

describe('simple fonts', () => {
  it('have the names of their encoding and the widths of the standard fonts', () => {
    expect(meanings(simple('/Encoding /WinAnsiEncoding'), '(A\\200\\344)')).toEqual([
      ['A', 'agreed', 667],
      ['€', 'agreed', 556],
      ['ä', 'agreed', 556],
    ])
    expect(meanings(simple('/Encoding /MacRomanEncoding'), '(\\212)')).toEqual([['ä', 'agreed', 556]])
    expect(meanings(simple(''), '(\\047\\341)')).toEqual([
      ['’', 'agreed', 222],
      ['Æ', 'claimed', 1000],
    ])
  })

  it.each([
    ['/Symbol', '(a)', ['α', 'agreed', 631]],
    ['/ZapfDingbats', '(4)', ['✔', 'agreed', 846]],
    ['/Courier-BoldOblique', '(i)', ['i', 'agreed', 600]],
    ['/TimesNewRomanPS-BoldItalicMT', '(W)', ['W', 'agreed', 889]],
    ['/Arial,Bold', '(W)', ['W', 'agreed', 944]],
  ])('know the standard font %s', (name, string, expected) => {
    expect(meanings(`<</Type /Font /Subtype /Type1 /BaseFont ${name}>>`, string)).toEqual([expected])
  })

  it('take widths of their own', () => {
    const font = simple('/FirstChar 65 /Widths [100 200] /FontDescriptor <</MissingWidth 50>>')
    expect(meanings(font, '(ABC)').map(([, , width]) => width)).toEqual([100, 200, 50])
  })

  // A font that the file does not bring has no glyphs of other names than those of the Latin set, whatever they mean.
  it('follow differences', () => {
    const font = simple('/Encoding <</BaseEncoding /WinAnsiEncoding /Differences [49 /nine /g7 65 /uni20AC /a_b]>>')
    expect(meanings(font, '(1A3B2)').map(([text, trust]) => [text, trust])).toEqual([
      ['9', 'agreed'],
      ['€', 'claimed'],
      ['3', 'agreed'],
      ['ab', 'claimed'],
      [undefined, 'unknown'],
    ])
  })

  it('find a /ToUnicode that lies', () => {
    const font = simple('/Encoding /WinAnsiEncoding /ToUnicode 10 0 R')
    expect(meanings(font, '(19)', { 10: toUnicode('<39> <0031>', '<31> <0031>') })).toEqual([
      ['1', 'agreed', 556],
      [undefined, 'contradicted', 556],
    ])
  })

  it('are not known with signs of their own', () => {
    const font =
      '<</Type /Font /Subtype /TrueType /BaseFont /Wingdings /FontDescriptor <</Flags 4>> /FirstChar 0 /Widths []>>'
    expect(meanings(font, '(J)')).toEqual([[undefined, 'unknown', 0]])
  })

  it('are not known when their embedded program cannot be read', () => {
    const font = simple(
      '/FontDescriptor <</FontFile 11 0 R>> /Encoding /WinAnsiEncoding /ToUnicode 10 0 R /Widths [] /FirstChar 0',
    )
    const objects = { 10: toUnicode('<41> <0041>'), 11: streamText('', 'no font') }
    expect(meanings(font, '(A)', objects)).toEqual([[undefined, 'unknown', 0]])
  })

  it('read an embedded TrueType font by its own character map', () => {
    const objects = { 11: streamText('', latin1Text(ROBOTO)), 10: toUnicode('<42> <0041>') }
    const font = (encoding: string) =>
      `<</Type /Font /Subtype /TrueType /BaseFont /ABCDEF+DejaVu /FirstChar 65 /Widths [684 686] /FontDescriptor <</Flags 32 /FontFile2 11 0 R>> ${encoding}>>`
    expect(meanings(font('/Encoding /WinAnsiEncoding'), '(A)', objects)).toEqual([['A', 'agreed', 684]])
    expect(meanings(font('/Encoding /WinAnsiEncoding /ToUnicode 10 0 R'), '(B)', objects)).toEqual([
      [undefined, 'contradicted', 686],
    ])
    const { visible } = draw({
      content: 'BT /F 10 Tf (A) Tj ET',
      resources: `/Font <</F ${font('/Encoding /WinAnsiEncoding')}>>`,
      objects,
    })
    expect(visible[0]?.glyph.font.facts).toMatchObject({
      objectNumber: undefined,
      subtype: 'TrueType',
      name: 'DejaVu',
      isEmbedded: true,
      isSubset: true,
      isStandard: false,
      collection: undefined,
    })
  })
})

describe('composite fonts', () => {
  const composite = (descendant: string, more = '/Encoding /Identity-H') =>
    `<</Type /Font /Subtype /Type0 /BaseFont /X ${more} /DescendantFonts [<</Type /Font /Subtype /CIDFontType2 /BaseFont /X ${descendant}>>]>>`

  it('cut their codes, and have widths by CID', () => {
    expect(
      meanings(composite('/DW 500 /W [1 [111 222] 5 7 333]'), '<000100020006>').map(([, , width]) => width),
    ).toEqual([111, 222, 333])
    expect(meanings(composite(''), '<0001>')).toEqual([[undefined, 'unknown', 1000]])
  })

  describe('whose lists of widths go on and on', () => {
    /** Whether the place of a letter in a font with this list depends on the viewer, and the faults of the font. */
    const told = (list: string, encoding = 'Identity-H') => {
      const font = composite(list, `/Encoding /${encoding}`)
      const { visible } = draw({ content: 'BT /F 10 Tf 20 50 Td <0001> Tj ET', resources: `/Font <</F ${font}>>` })
      const glyph = visible[0]?.glyph
      return { isAdrift: glyph?.font.inkOf(glyph.code).isAdrift === true, faults: glyph?.font.faults.join() }
    }

    it('have places that are known while the list sets each letter a few times', () => {
      expect(told(`/W [${'0 65535 500 '.repeat(3)}]`)).toEqual({ isAdrift: false, faults: '' })
      expect(told(`/W2 [${'0 65535 -500 250 800 '.repeat(3)}]`, 'Identity-V').faults).toBe('')
    })

    it.each([
      ['sets each letter again and again', `${'0 65535 500 '.repeat(4)} 1 1 900`],
      ['sets letters that there are not', '70000 140000 500 1 1 900'],
      ['sets a letter below the first', '-5 [500 500]'],
    ])('have unknown places where it %s', (_, list) => {
      expect(told(`/W [${list}]`).isAdrift).toBe(true)
    })

    it('are unknown in vertical writing as well', () => {
      const { faults } = told(`/W2 [${'0 65535 -500 250 800 '.repeat(5)}]`, 'Identity-V')
      expect(faults).toContain('more places of letters than it has letters')
    })
  })

  it('are compared with the character map of their font program', () => {
    const objects = {
      11: streamText('', latin1Text(ROBOTO)),
      10: streamText('', '2 beginbfrange <0000> <0002> <0041> <0024> <0025> [<0041> <0042>] endbfrange'),
    }
    const font = composite('/FontDescriptor <</FontFile2 11 0 R>>', '/Encoding /Identity-H /ToUnicode 10 0 R')
    // In DejaVu Sans the glyphs of A and B are 36 and 37.
    expect(meanings(font, '<00240025>', objects)).toEqual([
      ['A', 'agreed', 1000],
      ['B', 'agreed', 1000],
    ])
    const liar = composite('/FontDescriptor <</FontFile2 11 0 R>>', '/Encoding /Identity-H /ToUnicode 12 0 R')
    const lies = { ...objects, 12: streamText('', '1 beginbfchar <0024> <0042> endbfchar') }
    expect(meanings(liar, '<0024>', lies)).toEqual([[undefined, 'contradicted', 1000]])
    expect(meanings(font, '<fff0>', objects)).toEqual([[undefined, 'missing', 1000]])
  })

  it('are only claimed without such a map', () => {
    const font = composite('', '/Encoding /Identity-H /ToUnicode 10 0 R')
    expect(meanings(font, '<0001>', { 10: streamText('', '1 beginbfchar <0001> <00410042> endbfchar') })).toEqual([
      ['AB', 'claimed', 1000],
    ])
  })

  it('read CMaps of their own, with codes of one and two bytes', () => {
    const cmap = streamText(
      '',
      '2 begincodespacerange <00> <7f> <8000> <ffff> endcodespacerange 1 begincidrange <8001> <8002> 7 endcidrange 1 begincidchar <41> 9 endcidchar',
    )
    expect(
      meanings(composite('/W [7 [70 80 90]]', '/Encoding 10 0 R'), '<8002418001>', { 10: cmap }).map(([, , w]) => w),
    ).toEqual([80, 90, 70])
  })

  it.each([
    ['/90ms-RKSJ-H', '<93fa41>', ['日', 'A']],
    ['/UniGB-UCS2-H', '<4e2d>', ['中']],
    ['/UniJIS-UTF16-H', '<d842dfb7>', ['𠮷']],
    ['/KSCms-UHC-H', '<b0a1>', ['가']],
    ['/ETen-B5-V', '<a4a4>', ['中']],
  ])('know the characters of %s', (cmap, string, expected) => {
    expect(meanings(composite('', `/Encoding ${cmap}`), string).map(([text]) => text)).toEqual(expected)
  })

  it('write from the top down where they are told to', () => {
    const { visible } = draw({
      content: 'BT /F 10 Tf 50 150 Td <00010002> Tj ET',
      resources: `/Font <</F ${composite('', '/Encoding /Identity-V')}>>`,
    })
    expect(visible.map(({ glyph }) => [glyph.matrix[4], glyph.matrix[5]].map(Math.round))).toEqual([
      [45, 141],
      [45, 131],
    ])
  })
})

describe('names and characters', () => {
  it.each([
    ['A', 'A'],
    ['eacute', 'é'],
    ['afii10017', 'А'],
    ['uni00410042', 'AB'],
    ['u1F600', '😀'],
    ['f_i', 'fi'],
    ['one.oldstyle', '1'],
    ['Euro', '€'],
    ['g12', undefined],
    ['.notdef', undefined],
    ['uniD800', undefined],
    ['constructor', undefined],
  ])('%s stands for %s', (name, expected) => {
    expect(charactersOfGlyph(name)).toBe(expected)
  })

  it('are the same when they look the same', () => {
    expect(sameCharacters('ﬁ', 'fi')).toBe(true)
    expect(sameCharacters('\u00a0', ' ')).toBe(true)
    expect(sameCharacters('-', '\u2010')).toBe(true)
    expect(sameCharacters('1', 'l')).toBe(false)
    expect(comparableText('\u2044')).toBe('/')
  })

  it('weigh what speaks for a character', () => {
    const weigh = (claimed: string | undefined, encoded: string | undefined, ...drawn: string[]) => {
      const { text, trust } = weighEvidence({ claimed, encoded, drawn })
      return [text, trust]
    }
    expect(weigh('A', 'A', 'A')).toEqual(['A', 'agreed'])
    expect(weigh('A', undefined, 'B', 'A')).toEqual(['A', 'agreed'])
    expect(weigh('A', 'A', 'B')).toEqual([undefined, 'contradicted'])
    expect(weigh('A', undefined, 'B')).toEqual([undefined, 'contradicted'])
    expect(weigh('A', undefined)).toEqual(['A', 'claimed'])
    expect(weigh(undefined, undefined)).toEqual([undefined, 'unknown'])
  })
})

it('reads back what pdf-lib writes, with letters where it measures them', async () => {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.TimesRomanItalic)
  const page = document.addPage([400, 200])
  const text = 'Überweisung: 1.234,56 € – “fällig”'
  page.drawText(text, { x: 20, y: 100, size: 12, font })
  const own = PdfDocument.open(await document.save())
  const reader = new ContentReader(own, createContentBudget())
  const first = getPage(own, 0)
  const visible = reader.visible(reader.page(first?.dict as NonNullable<typeof first>['dict']))
  expect(readVisibleText(visible)).toBe(text)
  const last = visible.at(-1)?.glyph.box[2] ?? 0
  expect(last).toBeCloseTo(20 + font.widthOfTextAtSize(text, 12), 3)
})
