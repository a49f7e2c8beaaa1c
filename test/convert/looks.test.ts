/**
 * The built-in looks: what they show of a document, and where.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { convertFile } from '../../src/convert/convert-file.js'
import type { FlowBlock, FlowDocument, FlowInline } from '../../src/convert/docx-writer/flow-document.js'
import { readHtml } from '../../src/convert/html/read-html.js'
import { DOCUMENT_STYLES, type DocumentStyleName } from '../../src/convert/looks/look-names.js'
import { wordsOf, writeDate } from '../../src/convert/looks/words.js'
import { readMarkdown } from '../../src/convert/markdown/read-markdown.js'
import { bodyOf, partOf } from './docx-writer/part-of.js'

const LETTER = `---
lang: de
sender: [Musterbau GmbH, Gartenstraße 12, 20095 Hamburg]
recipient: |
  Stadtwerke
  Am Sande 4
date: 2026-11-27
reference: MB-118
subject: Angebot
opening: Guten Tag,
signature: Geschäftsführung
enclosures: [Plan]
---

Text`

function textOf(blocks: readonly FlowBlock[]): string {
  const inline = (one: FlowInline): string => {
    if (one.kind === 'text') return one.text
    if (one.kind === 'link') return one.inlines.map(inline).join('')
    return one.kind === 'break' ? '\n' : one.kind === 'pageNumber' ? `<${one.counts}>` : ''
  }
  return blocks
    .map((block) => {
      if (block.kind === 'paragraph') return block.inlines.map(inline).join('')
      return block.kind === 'table'
        ? textOf(block.rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.blocks)))
        : ''
    })
    .filter((text) => text !== '')
    .join('\n')
}

async function read(markdown: string, style?: DocumentStyleName): Promise<FlowDocument> {
  const { document, warnings } = await readMarkdown(markdown, style === undefined ? {} : { style })
  expect(warnings).toEqual([])
  return document
}

describe('the look of letters', () => {
  it('shows addresses, details, subject and signature in the language of the letter', async () => {
    const { blocks, running } = await read(LETTER, 'letter')
    expect(textOf(blocks).split('\n')).toEqual([
      ...['Musterbau GmbH · Gartenstraße 12 · 20095 Hamburg', 'Stadtwerke', 'Am Sande 4'],
      ...['Unser Zeichen', 'MB-118', 'Datum', '27. November 2026', 'Angebot', 'Guten Tag,', 'Text'],
      ...['Mit freundlichen Grüßen', 'Geschäftsführung', 'Anlagen: Plan'],
    ])
    expect(textOf(running?.firstPage?.header ?? [])).toBe('Musterbau GmbH\nGartenstraße 12  ·  20095 Hamburg')
    expect(textOf(running?.header ?? [])).toBe('Musterbau GmbH\nSeite <page> von <pages>')
  })

  it('has the address where windows of envelopes are (DIN 5008, form B)', async () => {
    const { blocks, page } = await read(LETTER, 'letter')
    const millimetres = (twips: number) => Math.round((twips / 1440) * 254) / 10
    const [above, window, below] = blocks
    if (above?.kind !== 'space' || window?.kind !== 'table' || below?.kind !== 'space') throw new Error('no window')
    expect(millimetres(page.margins.left)).toBe(25)
    expect(millimetres(page.margins.top + above.height)).toBe(45)
    expect(millimetres(window.rows[0]?.height ?? 0)).toBe(45)
    const subjectTop = page.margins.top + above.height + (window.rows[0]?.height ?? 0) + below.height
    expect(millimetres(subjectTop)).toBe(98.5)
  })

  it('follows the usage of the United States on Letter', async () => {
    const { blocks } = await read(LETTER.replace('lang: de', 'lang: en-US\npapersize: letter'), 'letter')
    expect(blocks.some(({ kind }) => kind === 'table')).toBe(false)
    expect(textOf(blocks)).toMatch(/^Our reference: MB-118\nNovember 27, 2026\nStadtwerke\nAm Sande 4\nAngebot\n/)
  })

  it('leaves no room for an address that is not there', async () => {
    const { blocks } = await read('---\ndate: 2026-11-27\n---\n\nText', 'letter')
    expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'paragraph'])
  })
})

describe('the look of reports', () => {
  it('has a title, and a header from the second page on', async () => {
    const { blocks, running } = await read('---\nauthor: [A, B]\ndate: 2026-11-27\n---\n\n# T\n\n## C', 'report')
    expect(textOf(blocks)).toBe('T\nA, B   ·   November 27, 2026\nC')
    expect(blocks[0]).toMatchObject({ style: 'title' })
    expect(textOf(running?.header ?? [])).toBe('T\nNovember 27, 2026')
    expect(running?.firstPage?.header).toEqual([])
    expect(textOf(running?.footer ?? [])).toBe('A, B\nPage <page> of <pages>')
  })

  it('keeps headings that are no title', async () => {
    expect(textOf((await read('# A\n\n# B', 'report')).blocks)).toBe('A\nB')
    expect(textOf((await read('---\ntitle: T\n---\n\n# A', 'report')).blocks)).toBe('T\n\nA'.replace('\n\n', '\n'))
    expect(textOf((await read('---\ntitle: T\n---\n\n# T\n\nb', 'report')).blocks)).toBe('T\nb')
  })

  it('begins with the table of contents that is asked for', async () => {
    const { blocks } = await read('---\ntitle: T\ntoc: true\n---\n\n# A\n\n# B', 'report')
    expect(textOf(blocks)).toBe('T\nContents\nA\nB\nA\nB')
  })
})

describe('the look of contracts', () => {
  const CONTRACT =
    '# C\n\n1. x\n\n## A\n\n1. a\n2. b\n   1. c\n      1. d\n         - e\n\n### B\n\n1. f\n\n- g\n\n## D\n\nh\n\n1. i'

  it('numbers headings and lists as one list', async () => {
    const { blocks } = await read(CONTRACT, 'contract')
    const levels = blocks.flatMap((block) =>
      block.kind === 'paragraph' && block.list !== undefined ? [[textOf([block]), block.list] as const] : [],
    )
    const clauses = levels[1]?.[1].list
    const own = levels.filter(([, { list }]) => list === clauses).map(([text, { level }]) => [text, level])
    expect(own).toEqual([
      ['A', 0],
      ['a', 1],
      ['b', 1],
      ['c', 2],
      ['d', 3],
      ['B', 1],
      ['f', 2],
      ['D', 0],
      ['i', 1],
    ])
    expect(clauses?.levels.map(({ pattern }) => pattern)).toEqual(['%1.', '%1.%2', '(%3)', '(%4)', '(%5)'])
    const bullet = levels.find(([text]) => text === 'e')?.[1]
    expect(bullet?.list.levels[bullet.level]?.indent).toBeGreaterThan(clauses?.levels[3]?.indent ?? 0)
  })

  it.each([
    ['numbers', ['1. A', '2. B', '3. C'], false],
    ['numbers of sections', ['§ 1 A', '§ 2 B', '§ 3 C'], false],
    ['Roman numbers behind a word', ['Article I. A', 'Article II. B', 'Article III. C', 'Article IV. D'], false],
    ['numbers from the second heading on', ['Preamble', 'Clause 1: A', 'Clause 2: B'], false],
    ['one number', ['1 A'], false],
    ['numbers in half of them', ['Preamble', '§ 1 A', '§ 2 B', 'Annex'], false],
    ['numbers in fewer', ['Preamble', '§ 1 A', '§ 2 B', 'Annex', 'Notes'], true],
    ['a number in one of two', ['Phase 1', 'Fees'], true],
    ['numbers that do not count', ['2027 budget', '2028 budget'], true],
    ['a number here and there', ['Phase 1', 'Fees', 'Notices'], true],
    ['letters that begin a word', ['Insurance', 'Liability'], true],
  ])('leaves headings alone that bring %s, and only these', async (_, headings, isNumbered) => {
    const { blocks } = await read(headings.map((heading) => `## ${heading}\n\n1. x`).join('\n\n'), 'contract')
    const ofHeadings = blocks.filter((block) => block.kind === 'paragraph' && block.style.startsWith('heading'))
    expect(ofHeadings).toHaveLength(headings.length)
    expect(ofHeadings.map((block) => block.kind === 'paragraph' && block.list !== undefined)).toEqual(
      headings.map(() => isNumbered),
    )
    const items = blocks.flatMap((block) =>
      block.kind === 'paragraph' && block.list !== undefined && textOf([block]) === 'x' ? [block.list.level] : [],
    )
    expect(items).toEqual(headings.map(() => (isNumbered ? 1 : 0)))
  })

  it('gives Word numbers of several levels', async () => {
    const { bytes } = await convertFile(CONTRACT, { from: 'md', to: 'docx' }, { style: 'contract' })
    expect(partOf(bytes, '/word/numbering.xml')).toContain('<w:lvlText w:val="%1.%2"/>')
    expect(bodyOf(bytes)).toMatch(/<w:pStyle w:val="Heading2"\/><w:numPr><w:ilvl w:val="0"\/>/)
  })

  it('shows the numbers in the table of contents', async () => {
    const { blocks } = await read(`---\ntoc: true\n---\n\n${CONTRACT}`, 'contract')
    expect(textOf(blocks)).toMatch(/^C\nContents\n1\.\u2002A\n1\.3\u2002B\n2\.\u2002D\n/)
  })

  it('names the parties, who sign below', async () => {
    const { blocks } = await read('---\ntitle: T\nparties: ["X Ltd, Road 1", Y]\n---\n\nText', 'contract')
    expect(textOf(blocks)).toMatch(
      /^T\nbetween\nX Ltd, Road 1\nand\nY\nText\n.*\nSignature\nX Ltd\nRoad 1\n.*\nSignature\nY$/s,
    )
    const text = blocks.find((block) => textOf([block]) === 'Text')
    expect(text).toMatchObject({ format: { keepWithNext: true } })
  })
})

describe('a look', () => {
  it('may be named by the document, and by the caller instead', async () => {
    const title = async (style?: DocumentStyleName) =>
      (await read('---\nstyle: report\ntitle: T\n---\n\nx', style)).styles?.title?.size
    expect(await title()).toBe((await read('# T\n\nx', 'report')).styles?.title?.size)
    expect(await title('contract')).toBe((await read('# T\n\nx', 'contract')).styles?.title?.size)
    expect((await read('---\nstyle: apa\n---\n\nx')).styles).toBeUndefined()
  })

  it('leaves pages alone that have one of their own', async () => {
    const designed = await readHtml('<style>p{color:red}</style><p>x', { style: 'report' })
    expect(designed.document.tableStyle).toBeUndefined()
    expect(designed.warnings).toEqual(['The page has a look of its own, so the style "report" is not used.'])
    const plain = await readHtml('<meta name="subtitle" content="S"><title>T</title><p>x', { style: 'report' })
    expect(textOf(plain.document.blocks)).toBe('T\nS\nx')
  })

  it('gives way to what front matter and callers say', async () => {
    const { styles, page } = await read('---\nfontsize: 14pt\nmargin: 1cm\n---\n\nx', 'report')
    expect(styles?.body?.size).toBe(280)
    expect(page.margins.left).toBe(567)
    const options = { style: 'report', styles: { paragraphs: { title: { color: '123456' } } } } as const
    const { bytes } = await convertFile('# T\n\nx', { from: 'md', to: 'docx' }, options)
    expect(partOf(bytes, '/word/styles.xml')).toMatch(/w:styleId="Title">.*?<w:color w:val="123456"\/>/)
  })

  it.each(DOCUMENT_STYLES)('has columns for its own letters, between its own margins: %s', async (style) => {
    const rows = [
      '| Service | Availability | Response (P1) | Response (P2) | Service credit |',
      '|---|---:|---:|---:|---|',
      '| Web shop | 99.95 % | 15 min | 4 h | 10 % of the monthly fee for each full 0.1 % below |',
      '| Reporting | 99.0 % | next Business Day | 5 Business Days | none |',
    ]
    const document = await read(rows.join('\n'), style)
    const table = document.blocks.find((block) => block.kind === 'table')
    const { width, margins } = document.page
    const columns = table?.kind === 'table' ? table.columns : []
    const sum = columns.reduce((all, column) => all + column, 0)
    expect(columns).toHaveLength(5)
    expect(sum).toBeLessThanOrEqual(width - margins.left - margins.right)
    // The usual distance of cells is kept, since their texts may take two lines.
    expect(table).not.toHaveProperty('cellPadding')
  })

  it('sets scripts that its family does not have in one that has them', async () => {
    expect((await read('Уважаемые коллеги', 'letter')).styles?.body?.fontFamily).toBe('Calibri')
    expect((await read('Dear colleagues', 'letter')).styles?.body?.fontFamily).toBe('Georgia')
  })

  it('does so from a fifth of the letters on', async () => {
    const fontOf = async (greek: number) =>
      (await read(`${'λ'.repeat(greek)}${'a'.repeat(100 - greek)}`, 'letter')).styles?.body?.fontFamily
    expect([await fontOf(19), await fontOf(20)]).toEqual(['Georgia', 'Calibri'])
  })

  it.each(DOCUMENT_STYLES)('of a %s becomes an accessible PDF', async (style) => {
    const options = { style, conformance: ['PDF/A-2u', 'PDF/UA-1'] } as const
    const { warnings } = await convertFile(`${LETTER}\n\n## A\n\n| b |\n|-|\n| c |\n`, { from: 'md' }, options)
    expect(warnings).toEqual([])
  })
})

describe('the words of looks', () => {
  it('are those of the language, or else English', () => {
    for (const code of 'en de fr es it pt nl pl cs sv da fi ru uk bg el tr ar he ja zh'.split(' ')) {
      const words = Object.values(wordsOf(`${code}-XX`))
      expect(words.filter((word) => word === '')).toEqual([])
      expect(words).toHaveLength(20)
    }
    expect(wordsOf('xx').page).toBe(wordsOf('en').page)
    expect(writeDate('soon', wordsOf('de'))).toBe('soon')
  })
})
