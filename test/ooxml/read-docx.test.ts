/**
 * DOCX files as documents: runs, fields, containers, tables, notes.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { readDocx } from '../../src/ooxml/read-docx.js'
import type { Block, DocumentModel, Inline, Paragraph } from '../../src/typeset/model/document-model.js'
import type { Table } from '../../src/typeset/model/table-model.js'
import { type DocxParts, field, makeDocx, p, r } from './body/make-docx.js'

function read(body: string, parts?: DocxParts): DocumentModel {
  return readDocx(makeDocx(body, parts))
}

function blocksOf(model: DocumentModel): Block[] {
  return model.sections.flatMap((section) => [...section.blocks])
}

function show(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (inline.kind === 'text') return inline.text
      if (inline.kind === 'break') return `<${inline.type}>`
      if (inline.kind === 'pageField') return `<${inline.field} ${inline.cached}>`
      return `<${inline.kind}>`
    })
    .join('')
}

/** What each paragraph shows; tables as their cells. */
function shown(blocks: readonly Block[]): unknown[] {
  return blocks.map((block) =>
    block.kind === 'paragraph'
      ? show(block.inlines)
      : block.rows.map((row) => row.cells.map((cell) => shown(cell.blocks))),
  )
}

function body(xml: string, parts?: DocxParts): unknown[] {
  return shown(blocksOf(read(xml, parts)))
}

function paragraphOf(blocks: readonly Block[], index = 0): Paragraph {
  const block = blocks[index]
  if (block?.kind !== 'paragraph') throw new Error('not a paragraph')
  return block
}

function tableOf(blocks: readonly Block[], index = 0): Table {
  const block = blocks[index]
  if (block?.kind !== 'table') throw new Error('not a table')
  return block
}

describe('runs', () => {
  it('joins neighbours of the same format and keeps others apart', () => {
    const [block] = blocksOf(read(`<w:p>${r('one ')}${r('two ')}${r('three', '<w:b/>')}</w:p>`))
    const { inlines } = paragraphOf([block as Block])
    expect(inlines.map((inline) => (inline.kind === 'text' ? [inline.text, inline.run.bold] : []))).toEqual([
      ['one two ', false],
      ['three', true],
    ])
  })

  it('reads tabs, breaks and special characters', () => {
    expect(
      body(
        '<w:p><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:cr/><w:br w:type="page"/><w:br w:type="column"/><w:noBreakHyphen/><w:softHyphen/><w:ptab w:alignment="right" w:relativeTo="margin" w:leader="dot"/><w:lastRenderedPageBreak/></w:r></w:p>',
      ),
    ).toEqual(['a<tab>b<line><line><page><column>\u2011\u00ad<positionTab>'])
  })

  it('takes tabs and line ends in text for tabs and spaces', () => {
    expect(body(p('a\tb\nc'))).toEqual(['a<tab>b c'])
  })

  it('leaves out breaks of pages and columns where pages do not end: in headers, footers and notes', () => {
    const broken = `<w:p>${r('a')}<w:r><w:br w:type="page"/><w:br w:type="column"/><w:br/></w:r></w:p>`
    const model = read(`<w:p><w:r><w:footnoteReference w:id="1"/></w:r></w:p>${broken}`, {
      footnotes: `<w:footnote w:id="1">${broken}</w:footnote>`,
    })
    expect(shown(model.footnotes.get('1')?.blocks ?? [])).toEqual(['a<line>'])
    expect(shown(blocksOf(model))[1]).toBe('a<page><column><line>')
  })

  it('reads symbols in their font', () => {
    const { inlines } = paragraphOf(blocksOf(read('<w:p><w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r></w:p>')))
    expect(inlines).toMatchObject([{ kind: 'text', text: '\uf0fc', run: { fonts: { ascii: 'Wingdings' } } }])
  })

  it('leaves out hidden text', () => {
    expect(body(`<w:p>${r('a')}${r('b', '<w:vanish/>')}${r('c')}</w:p>`)).toEqual(['ac'])
  })
})

describe('containers', () => {
  it('reads through content controls, smart tags and custom XML', () => {
    expect(
      body(
        `<w:sdt><w:sdtPr/><w:sdtContent>${p('block')}</w:sdtContent></w:sdt><w:p><w:sdt><w:sdtContent>${r('run')}</w:sdtContent></w:sdt><w:smartTag><w:customXml>${r(' tag')}</w:customXml></w:smartTag><w:dir w:val="rtl"><w:bdo w:val="ltr">${r(' dir')}</w:bdo></w:dir></w:p>`,
      ),
    ).toEqual(['block', 'run tag\u202b\u202d dir\u202c\u202c'])
  })

  it('marks the ends of text in a direction of its own, or a forced one', () => {
    const runs = (name: string, val: string) =>
      `<w:p>${r('a')}<w:${name} w:val="${val}">${r('b')}</w:${name}>${r('c')}</w:p>`
    expect(body(runs('bdo', 'rtl') + runs('dir', 'ltr') + runs('bdo', 'none'))).toEqual([
      'a\u202eb\u202cc',
      'a\u202ab\u202cc',
      'abc',
    ])
  })

  it('makes links of hyperlinks, out of the document and inside', () => {
    const xml = `<w:p><w:hyperlink r:id="x" w:anchor="frag">${r('out')}</w:hyperlink><w:hyperlink w:anchor="mark">${r('in')}</w:hyperlink><w:hyperlink r:id="bad">${r('bad')}</w:hyperlink><w:bookmarkStart w:id="1" w:name="mark"/></w:p>`
    const model = read(xml, { links: { x: 'https://example.com/', bad: 'javascript:alert(1)' } })
    expect(paragraphOf(blocksOf(model)).inlines).toMatchObject([
      { text: 'out', link: { url: 'https://example.com/#frag' } },
      { text: 'in', link: { bookmark: 'mark' } },
      { kind: 'text', text: 'bad' },
      { kind: 'bookmark', name: 'mark' },
    ])
  })

  it('keeps bookmarks between paragraphs with the next one', () => {
    expect(body(`${p('a')}<w:bookmarkStart w:id="1" w:name="m"/>${p('b')}`)).toEqual(['a', '<bookmark>b'])
  })

  it('warns about embedded documents of other formats', () => {
    expect(read(`${p('a')}<w:altChunk r:id="x"/>`).warnings.join()).toContain('altChunk')
  })
})

describe('fields', () => {
  it('shows stored results and not codes', () => {
    expect(body(`<w:p>${r('See ')}${field('REF _Ref1', r('Figure 1'))}${r('.')}</w:p>`)).toEqual(['See Figure 1.'])
  })

  it('makes page numbers of complex and simple fields', () => {
    const xml = `<w:p>${field(' PAGE \\* roman ', r('iv', '<w:b/>'))}<w:fldSimple w:instr=" NUMPAGES ">${r('9')}</w:fldSimple></w:p>`
    const { inlines } = paragraphOf(blocksOf(read(xml)))
    expect(inlines).toMatchObject([
      { kind: 'pageField', field: 'page', numberFormat: 'lowerRoman', cached: 'iv', run: { bold: true } },
      { kind: 'pageField', field: 'pageCount', cached: '9' },
    ])
  })

  it('links what nested fields of a table of contents show, over several paragraphs', () => {
    const entry = field('HYPERLINK \\l "_Toc1"', `${r('Chapter ')}${field('PAGEREF _Toc1 \\h', r('3'))}`)
    const [begin, end] = field('TOC \\o "1-3"', '<cut/>').split('<cut/>')
    const model = read(`<w:p>${begin}${entry}</w:p><w:p>${entry}${end}</w:p>`)
    expect(shown(blocksOf(model))).toEqual(['Chapter <bookmarkPage 3>', 'Chapter <bookmarkPage 3>'])
    for (const block of blocksOf(model)) {
      for (const inline of paragraphOf([block]).inlines) expect(inline).toMatchObject({ link: { bookmark: '_Toc1' } })
    }
  })

  it('keeps the tab that LibreOffice puts into the reference to a page', () => {
    const reference = field('PAGEREF _Toc1 \\h', `<w:r><w:tab/><w:t xml:space="preserve"> 3</w:t></w:r>`)
    const entry = field('HYPERLINK \\l "_Toc1"', `${r('Chapter')}${reference}`)
    const { inlines } = paragraphOf(blocksOf(read(`<w:p>${entry}</w:p>`)))
    expect(inlines).toMatchObject([
      { kind: 'text', text: 'Chapter' },
      { kind: 'tab', link: { bookmark: '_Toc1' } },
      { kind: 'text', text: ' ' },
      { kind: 'pageField', cached: '3' },
    ])
  })

  it('works out references to pages without a result only where the file asks for it', () => {
    const empty = `<w:p>${field('PAGEREF _Toc1', '')}</w:p>`
    expect(body(empty)).toEqual([''])
    const dirty = empty.replace('w:fldCharType="begin"', 'w:fldCharType="begin" w:dirty="true"')
    expect(body(dirty)).toEqual(['<bookmarkPage >'])
    expect(shown(blocksOf(read(empty, { settings: '<w:updateFields/>' })))).toEqual(['<bookmarkPage >'])
  })

  it('shows links of a table of contents as plain text, and those after it as links', () => {
    const styles =
      '<w:style w:type="character" w:styleId="Lien"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="0000FF"/></w:rPr></w:style>' +
      '<w:style w:type="character" w:styleId="Red"><w:name w:val="Red"/><w:rPr><w:color w:val="FF0000"/></w:rPr></w:style>'
    const link = (text: string) => `<w:hyperlink w:anchor="h">${r(text, '<w:rStyle w:val="Lien"/>')}</w:hyperlink>`
    const contents = field('TOC \\h', link('Entry') + r('red', '<w:rStyle w:val="Red"/>'))
    const [block] = blocksOf(read(`<w:p>${contents}${link('Link')}</w:p>`, { styles }))
    const colours = paragraphOf([block as Block]).inlines.map((each) =>
      each.kind === 'text' ? [each.text, each.run.color] : [],
    )
    expect(colours).toEqual([
      ['Entry', 'auto'],
      ['red', 'FF0000'],
      ['Link', '0000FF'],
    ])
  })

  it('leaves out fields inside of codes, and codes that take several paragraphs', () => {
    expect(
      body(
        `<w:p>${field(`IF ${'</w:instrText></w:r>'}${field('PAGE', r('1'))}<w:r><w:instrText> = 1`, r('yes'))}</w:p>`,
      ),
    ).toEqual(['yes'])
    const code = '<w:instrText>IF 1 = 1 "</w:instrText></w:r></w:p><w:p><w:r><w:instrText>"</w:instrText>'
    expect(
      body(
        `<w:p>${r('a')}<w:r><w:fldChar w:fldCharType="begin"/>${code}<w:fldChar w:fldCharType="separate"/></w:r>${r('b')}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
      ),
    ).toEqual(['ab'])
  })

  it('does not lose text behind a field without an end', () => {
    expect(
      body(
        `<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText>DATE</w:instrText></w:r>${r('text')}</w:p>${p('more')}`,
      ),
    ).toEqual(['text', 'more'])
  })

  it('shows form fields without a result', () => {
    expect(body(`<w:p>${field('FORMCHECKBOX')}${field('MACROBUTTON X Press')}${field('XE "x"')}</w:p>`)).toEqual([
      '\u2610Press',
    ])
  })

  it('shows no hidden text of a button, as MathType writes it where chapters begin', () => {
    const hidden = '<w:r><w:rPr><w:vanish/></w:rPr><w:instrText>Equation Chapter 1</w:instrText></w:r>'
    const begin =
      '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText xml:space="preserve">MACROBUTTON X </w:instrText></w:r>'
    const end = '<w:r><w:instrText>(1)</w:instrText><w:fldChar w:fldCharType="end"/></w:r>'
    expect(body(`<w:p>${begin}${hidden}${end}${r('text')}</w:p>`)).toEqual(['(1)text'])
  })
})

describe('tracked changes', () => {
  it('shows the final view', () => {
    expect(
      body(
        `<w:p>${r('a')}<w:ins>${r('b')}</w:ins><w:del><w:r><w:delText>c</w:delText></w:r></w:del><w:moveFrom>${r('d')}</w:moveFrom><w:moveTo>${r('e')}</w:moveTo></w:p>`,
      ),
    ).toEqual(['abe'])
  })

  it('joins paragraphs whose mark is deleted; the later one gives the format', () => {
    const blocks = blocksOf(
      read(`${p('a', '<w:jc w:val="center"/><w:rPr><w:del/></w:rPr>')}${p('b', '<w:jc w:val="right"/>')}`),
    )
    expect(shown(blocks)).toEqual(['ab'])
    expect(paragraphOf(blocks).properties.alignment).toBe('end')
  })

  it('drops deleted paragraphs, rows and cells', () => {
    const gone = `<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr><w:del>${r('x')}</w:del></w:p>`
    expect(
      body(
        `${p('a')}${gone}<w:tbl><w:tr><w:trPr><w:del/></w:trPr><w:tc>${p('x')}</w:tc></w:tr><w:tr><w:tc>${p('y')}</w:tc><w:tc><w:tcPr><w:cellDel/></w:tcPr>${p('x')}</w:tc></w:tr></w:tbl>${p('b')}`,
      ),
    ).toEqual(['a', [[['y']]], 'b'])
  })
})

describe('hidden paragraph marks', () => {
  it('join their paragraph with the next one, in the format of the first', () => {
    const blocks = blocksOf(
      read(`${p('Head.', '<w:jc w:val="center"/><w:rPr><w:vanish/><w:specVanish/></w:rPr>')}${p(' Text')}`),
    )
    expect(shown(blocks)).toEqual(['Head. Text'])
    expect(paragraphOf(blocks).properties.alignment).toBe('center')
  })

  it('are none with w:specVanish alone, which only tells that a hidden mark stays hidden', () => {
    expect(body(p('One', '<w:rPr><w:specVanish/></w:rPr>') + p('Two'))).toEqual(['One', 'Two'])
  })

  it('take a paragraph away that shows nothing', () => {
    const hidden = `<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>${r('x', '<w:vanish/>')}</w:p>`
    expect(body(`${p('a')}${hidden}${p('b')}${hidden}`)).toEqual(['a', 'b'])
  })
})

describe('tables', () => {
  const cell = (text: string, tcPr = ''): string => `<w:tc><w:tcPr>${tcPr}</w:tcPr>${p(text)}</w:tc>`

  it('reads the grid, rows and cells, also in content controls', () => {
    const table = tableOf(
      blocksOf(
        read(
          `<w:tbl><w:tblPr><w:tblW w:w="2500" w:type="pct"/><w:tblLayout w:type="fixed"/><w:tblInd w:w="-100" w:type="dxa"/></w:tblPr><w:tblGrid><w:gridCol w:w="1000"/><w:gridCol w:w="2000"/></w:tblGrid><w:sdt><w:sdtContent><w:tr><w:trPr><w:gridBefore w:val="1"/><w:trHeight w:val="500" w:hRule="exact"/><w:tblHeader/><w:cantSplit/></w:trPr><w:sdt><w:sdtContent>${cell('a', '<w:tcW w:w="1000" w:type="dxa"/><w:vAlign w:val="bottom"/><w:textDirection w:val="btLr"/><w:noWrap/>')}</w:sdtContent></w:sdt></w:tr></w:sdtContent></w:sdt></w:tbl>`,
        ),
      ),
    )
    expect(table).toMatchObject({
      width: { type: 'percent', value: 50 },
      layout: 'fixed',
      indent: -100,
      grid: [1000, 2000],
      rows: [
        {
          gridBefore: 1,
          height: { value: 500, rule: 'exact' },
          isHeader: true,
          cantSplit: true,
          cells: [
            {
              width: { type: 'twips', value: 1000 },
              verticalAlign: 'bottom',
              textDirection: 'anticlockwise',
              noWrap: true,
            },
          ],
        },
      ],
    })
  })

  it('tells merged cells, old and new', () => {
    const table = tableOf(
      blocksOf(
        read(
          `<w:tbl><w:tr>${cell('a', '<w:vMerge/>')}${cell('b', '<w:hMerge w:val="restart"/>')}${cell('', '<w:hMerge/>')}</w:tr><w:tr>${cell('lost', '<w:vMerge/>')}${cell('c', '<w:gridSpan w:val="2"/>')}</w:tr></w:tbl>`,
        ),
      ),
    )
    expect(table.rows.map((row) => row.cells.map((one) => [one.gridSpan, one.verticalMerge]))).toEqual([
      [
        [1, 'restart'],
        [2, undefined],
      ],
      [
        [1, 'continue'],
        [2, undefined],
      ],
    ])
  })

  it('keeps borders that are explicitly absent apart from those that are not given', () => {
    const table = tableOf(
      blocksOf(
        read(
          `<w:tbl><w:tr>${cell('a', '<w:tcBorders><w:top w:val="nil"/><w:start w:val="double" w:sz="8" w:color="FF0000"/></w:tcBorders>')}</w:tr></w:tbl>`,
        ),
      ),
    )
    const borders = table.rows[0]?.cells[0]?.borders
    expect(borders?.top).toBeNull()
    expect(borders?.bottom).toBeUndefined()
    expect(borders?.left).toMatchObject({ style: 'double', width: 20, color: 'FF0000' })
  })

  it('shades cells as the table is, but those that say that they have none', () => {
    const shd = (fill: string) => `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>`
    const cell = (tcPr: string) => `<w:tc><w:tcPr>${tcPr}</w:tcPr>${p('')}</w:tc>`
    const row = `<w:tr>${cell('')}${cell(shd('auto'))}${cell(shd('00FF00'))}</w:tr>`
    const bare = `<w:tr><w:tblPrEx>${shd('auto')}</w:tblPrEx>${cell('')}</w:tr>`
    const table = tableOf(blocksOf(read(`<w:tbl><w:tblPr>${shd('CED7E7')}</w:tblPr>${row}${bare}</w:tbl>`)))
    const shadings = table.rows.map(({ cells }) => cells.map(({ shading }) => shading))
    expect(shadings).toEqual([['CED7E7', undefined, '00FF00'], [undefined]])
  })

  it('turns right-to-left tables around', () => {
    const table = tableOf(
      blocksOf(
        read(
          `<w:tbl><w:tblPr><w:bidiVisual/></w:tblPr><w:tr>${cell('a', '<w:tcMar><w:start w:w="10" w:type="dxa"/></w:tcMar><w:tcBorders><w:start w:val="single"/></w:tcBorders>')}</w:tr></w:tbl>`,
        ),
      ),
    )
    expect(table).toMatchObject({ rightToLeft: true, alignment: 'right' })
    expect(table.rows[0]?.cells[0]).toMatchObject({ margins: { right: 10 }, borders: { right: { style: 'single' } } })
  })

  it('joins neighbours of the same kind', () => {
    const one = (text: string, style: string): string =>
      `<w:tbl><w:tblPr><w:tblStyle w:val="${style}"/></w:tblPr><w:tblGrid><w:gridCol w:w="1"/></w:tblGrid><w:tr>${cell(text)}</w:tr></w:tbl>`
    expect(body(`${one('a', 'X')}${one('b', 'X')}${one('c', 'Y')}${p('end')}${one('d', 'Y')}`)).toEqual([
      [[['a']], [['b']]],
      [[['c']]],
      'end',
      [[['d']]],
    ])
  })

  it('gives a cell without a paragraph an empty one', () => {
    expect(body('<w:tbl><w:tr><w:tc/></w:tr></w:tbl>')).toEqual([[[['']]]])
  })

  it('reads where a floating table stands', () => {
    const table = tableOf(
      blocksOf(
        read(
          `<w:tbl><w:tblPr><w:tblpPr w:leftFromText="141" w:vertAnchor="text" w:tblpXSpec="center" w:tblpY="20"/><w:tblOverlap w:val="never"/></w:tblPr><w:tr>${cell('a')}</w:tr></w:tbl>`,
        ),
      ),
    )
    expect(table.position).toEqual({
      horizontal: { relativeTo: 'text', align: 'center', offset: 0 },
      vertical: { relativeTo: 'text', offset: 20 },
      distances: { top: 0, right: 0, bottom: 0, left: 141 },
      allowOverlap: false,
    })
  })
})

describe('sections', () => {
  it('have defaults for everything', () => {
    const model = read(p('a'))
    expect(model.sections).toHaveLength(1)
    expect(model.sections[0]?.properties).toMatchObject({
      pageWidth: 12240,
      pageHeight: 15840,
      marginLeft: 1440,
      headerDistance: 720,
      columns: [{ width: 9360, gap: 0 }],
      pageNumberFormat: 'decimal',
      headers: {},
    })
  })

  it('end with the paragraph that holds their properties and take over headers', () => {
    const model = read(
      `${p('a', '<w:sectPr><w:headerReference w:type="default" r:id="header1"/><w:footerReference w:type="first" r:id="footer1"/><w:titlePg/></w:sectPr>')}${p('b')}<w:sectPr><w:type w:val="continuous"/><w:headerReference w:type="default" r:id="header2"/><w:pgNumType w:fmt="lowerRoman" w:start="3"/></w:sectPr>`,
      { header1: p('one'), header2: p('two'), footer1: p('foot') },
    )
    expect(model.sections.map((section) => shown(section.blocks))).toEqual([['a'], ['b']])
    const [first, second] = model.sections.map((section) => section.properties)
    expect(shown(first?.headers.default ?? [])).toEqual(['one'])
    expect(shown(second?.headers.default ?? [])).toEqual(['two'])
    expect(second?.footers.first).toBe(first?.footers.first)
    expect(first?.titlePage).toBe(true)
    expect(second).toMatchObject({ start: 'continuous', pageNumberFormat: 'lowerRoman', pageNumberStart: 3 })
  })

  it('give the empty paragraph that they end with neither a number nor a page of its own, nor page breaks a number', () => {
    const numbering =
      '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/>' +
      '<w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    const heading = (content: string, text: string) =>
      `<w:p><w:pPr><w:pageBreakBefore/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>${content}</w:pPr>${text}</w:p>`
    const marks = (text: string) => {
      const model = read(heading('<w:sectPr/>', text) + heading('', r('Terms')), { numbering })
      return blocksOf(model).map((block) => {
        const { label, properties } = paragraphOf([block])
        return [label?.text, properties.pageBreakBefore]
      })
    }
    expect(marks('')).toEqual([
      [undefined, false],
      ['1.', true],
    ])
    expect(marks('<w:bookmarkStart w:id="0" w:name="b"/>')).toEqual(marks(''))
    expect(marks(r('Scope'))).toEqual([
      ['1.', true],
      ['2.', true],
    ])
    const breaks = heading('', '<w:r><w:br w:type="page"/></w:r>') + heading('', r('Terms'))
    expect(blocksOf(read(breaks, { numbering })).map((block) => paragraphOf([block]).label?.text)).toEqual([
      undefined,
      '1.',
    ])
  })

  it('leave out the empty paragraph of a continuous break, which takes up no line', () => {
    const broken = (start: string, end: string) => {
      const { sections } = read(`${start}${p('b')}<w:sectPr><w:type w:val="${end}"/></w:sectPr>`)
      return sections.map(({ blocks }) => shown(blocks))
    }
    const empty = p('', '<w:sectPr/>')
    expect(broken(`${p('a')}${empty}`, 'continuous')).toEqual([['a'], ['b']])
    expect(broken(`${p('a')}${empty}`, 'nextPage')).toEqual([['a', ''], ['b']])
    expect(broken(empty, 'continuous')).toEqual([[''], ['b']])
  })

  it('read pages, margins that do not move, columns and the rest', () => {
    const model = read(
      '<w:sectPr><w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/><w:pgMar w:top="-1000" w:right="500" w:bottom="600" w:left="500" w:gutter="338"/><w:cols w:num="2" w:space="500" w:sep="1"/><w:lnNumType w:countBy="5"/><w:vAlign w:val="center"/><w:docGrid w:type="lines" w:linePitch="360"/><w:pgBorders w:offsetFrom="page"><w:top w:val="single" w:sz="8" w:space="24" w:color="auto"/></w:pgBorders></w:sectPr>',
    )
    expect(model.sections[0]?.properties).toMatchObject({
      pageWidth: 16838,
      marginTop: 1000,
      fixedMarginTop: true,
      fixedMarginBottom: false,
      gutter: 338,
      columns: [
        { width: 7500, gap: 500 },
        { width: 7500, gap: 0 },
      ],
      columnSeparator: true,
      lineNumbers: { countBy: 5, start: 1, distance: 360, restart: 'newPage' },
      verticalAlign: 'center',
      gridLinePitch: 360,
      pageBorders: { offsetFrom: 'page', top: { style: 'single' }, inFront: true },
    })
  })

  it('have what their grid adds to characters, of either sign and in either notation', () => {
    const space = (grid: string): number | undefined =>
      read(`<w:sectPr><w:docGrid ${grid}/></w:sectPr>`).sections[0]?.properties.gridCharacterSpace
    expect(space('w:type="linesAndChars" w:charSpace="4096"')).toBe(20)
    expect(space('w:type="linesAndChars" w:charSpace="-2048"')).toBe(-10)
    expect(space('w:type="snapToChars" w:charSpace="4294965248"')).toBe(-10)
    expect(space('w:type="lines" w:charSpace="4096"')).toBeUndefined()
    expect(space('w:type="linesAndChars" w:charSpace="a lot"')).toBeUndefined()
  })

  it('keep absurd values in bounds', () => {
    const model = read('<w:sectPr><w:pgSz w:w="99999999" w:h="0"/><w:cols w:num="1000000"/></w:sectPr>')
    const properties = model.sections[0]?.properties
    expect(properties?.pageWidth).toBe(31680)
    expect(properties?.pageHeight).toBe(144)
    expect(properties?.columns.length).toBeLessThanOrEqual(45)
  })

  it('keeps the names of rows of pictures around pages, which are no lines', () => {
    const top = '<w:top w:val="mapleMuffins" w:sz="12" w:space="24" w:color="auto"/>'
    const [section] = read(`${p('a')}<w:sectPr><w:pgBorders>${top}</w:pgBorders></w:sectPr>`).sections
    expect(section?.properties.pageBorders?.top).toMatchObject({ style: 'mapleMuffins', width: 240 })
  })
})

describe('notes', () => {
  it('are read when the text refers to them', () => {
    const model = read('<w:p><w:r><w:footnoteReference w:id="2"/><w:footnoteReference w:id="9"/></w:r></w:p>', {
      footnotes: `<w:footnote w:type="separator" w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:type="continuationSeparator" w:id="1"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote><w:footnote w:id="2"><w:p><w:r><w:footnoteRef/></w:r>${r(' note')}</w:p></w:footnote><w:footnote w:id="3">${p('unused')}</w:footnote>`,
    })
    expect([...model.footnotes.keys()]).toEqual(['2'])
    expect(model.warnings).toEqual([
      'The text refers to footnotes that are not in the file.',
      '6 characters of footnotes that no text refers to are left out: "unused"',
    ])
    expect(shown(model.footnotes.get('2')?.blocks ?? [])).toEqual(['<noteNumber> note'])
    const rule = (share: object) => [{ inlines: [{ kind: 'drawing', drawing: { isRule: true, ...share } }] }]
    expect(model.footnoteSeparator).toMatchObject(rule({ width: 2880 }))
    expect(model.footnoteContinuation).toMatchObject(rule({ columnShare: 1 }))
  })

  it('warn of a text for notes that go on on the next page, and not of an empty one', () => {
    const readWith = (text: string) =>
      read('<w:p><w:r><w:footnoteReference w:id="2"/></w:r></w:p>', {
        footnotes: `<w:footnote w:type="continuationNotice" w:id="1">${p(text)}</w:footnote><w:footnote w:id="2">${p('a')}</w:footnote>`,
      })
    expect(readWith('see next page').warnings).toHaveLength(1)
    expect(readWith('').warnings).toEqual([])
    expect(readWith('').footnoteNotice).toHaveLength(1)
    expect(readWith('see next page').footnoteNotice).toBeUndefined()
  })
})

describe('equations', () => {
  it('keep marks with what they are over or through, letters and signs alike', () => {
    const text = '=\u0338x\u0305\u2269\ufe00'
    const paragraph = paragraphOf(blocksOf(read(`<w:p><m:oMath><m:r><m:t>${text}</m:t></m:r></m:oMath></w:p>`)))
    const [math] = paragraph.inlines
    expect(math?.kind === 'math' && math.math).toMatchObject({
      type: 'row',
      items: [{ text: '=\u0338' }, { text: 'x\u0305' }, { text: '\u2269\ufe00' }],
    })
  })

  it('show a minus for each hyphen, and part aligned rows at their marks', () => {
    const rows = ['-x&amp;=1', 'y'].map((row) => `<m:e><m:r><m:t>${row}</m:t></m:r></m:e>`).join('')
    const array = `<m:eqArr>${rows}</m:eqArr>`
    const [math] = paragraphOf(blocksOf(read(`<w:p><m:oMath>${array}</m:oMath></w:p>`))).inlines
    expect(math?.kind === 'math' && math.math).toMatchObject({
      isAligned: true,
      rows: [
        [{ items: [{ text: '\u2212' }, { text: 'x' }] }, { items: [{ text: '=1' }] }],
        [{ items: [{ text: 'y' }] }],
      ],
    })
  })

  it('become nested nodes, letters italic; alone in their paragraph they are centred', () => {
    const xml =
      '<w:p><m:oMathPara><m:oMath><m:r><m:t>x=1</m:t></m:r><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e><m:r><m:t>2</m:t></m:r></m:e></m:rad></m:den></m:f><m:nary><m:naryPr><m:chr m:val="\u2211"/></m:naryPr><m:sub><m:r><m:t>i</m:t></m:r></m:sub><m:sup/><m:e/></m:nary></m:oMath></m:oMathPara></w:p>'
    const paragraph = paragraphOf(blocksOf(read(xml)))
    expect(paragraph.properties.alignment).toBe('center')
    expect(paragraph.inlines).toMatchObject([
      {
        kind: 'math',
        display: true,
        math: {
          type: 'row',
          items: [
            { type: 'text', text: 'x', run: { italic: true } },
            { type: 'text', text: '=1', run: { italic: false, fonts: { ascii: 'Cambria Math' } } },
            { type: 'fraction', bar: 'bar', denominator: { type: 'radical', radicand: { text: '2' } } },
            { type: 'space', isInner: true },
            { type: 'stack', base: { text: '\u2211' }, under: { text: 'i' } },
            { type: 'space' },
            { type: 'row', items: [] },
          ],
        },
      },
    ])
  })
})

describe('functions in equations', () => {
  const functionOf = (argument: string) => {
    const xml = `<w:p><m:oMath><m:func><m:fName><m:r><m:t>sin</m:t></m:r></m:fName><m:e>${argument}</m:e></m:func></m:oMath></w:p>`
    const [math] = paragraphOf(blocksOf(read(xml))).inlines
    return math?.kind === 'math' && math.math
  }
  const letter = '<m:r><m:t>x</m:t></m:r>'

  it('are set apart from a letter that follows, not from a bracket', () => {
    const name = [{ type: 'space', isInner: true }, { text: 'sin' }]
    expect(functionOf(letter)).toMatchObject({ items: [...name, { items: [{ text: '\u2009' }, { text: 'x' }] }] })
    expect(functionOf(`<m:d><m:e>${letter}</m:e></m:d>`)).toMatchObject({ items: [...name, { type: 'delimited' }] })
  })
})

describe('frames', () => {
  const frameOf = (framePr: string, styles?: string) => {
    const model = read(`<w:p><w:pPr>${framePr}</w:pPr>${r('a')}</w:p>`, styles === undefined ? {} : { styles })
    return paragraphOf(blocksOf(model)).properties.frame
  }
  const defaults =
    '<w:docDefaults><w:pPrDefault><w:pPr><w:framePr w:w="0" w:h="0" w:hRule="exact" w:vAnchor="margin" w:hAnchor="text"/></w:pPr></w:pPrDefault></w:docDefaults>'

  it('of no size are none, in the defaults of all paragraphs too', () => {
    expect(frameOf('<w:framePr w:w="0" w:h="0"/>')).toBeUndefined()
    expect(frameOf('', defaults)).toBeUndefined()
    expect(frameOf('<w:framePr w:w="900" w:h="0"/>', defaults)).toMatchObject({ width: 900 })
    expect(frameOf('<w:framePr w:wrap="around"/>')).toBeDefined()
    expect(frameOf('<w:framePr w:dropCap="drop" w:w="0" w:h="0"/>')).toMatchObject({ dropCap: { lines: 1 } })
  })

  it('of styles go on, where a paragraph says nothing else', () => {
    const style =
      '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:pPr><w:framePr w:w="900" w:h="300" w:hRule="exact" w:hSpace="187" w:wrap="around" w:vAnchor="text" w:hAnchor="margin" w:xAlign="center" w:y="246"/></w:pPr></w:style>'
    expect(frameOf('<w:framePr w:w="950" w:h="200" w:wrap="notBeside" w:hAnchor="page" w:x="17"/>', style)).toEqual({
      width: 950,
      height: { value: 200, rule: 'atLeast' },
      horizontal: { relativeTo: 'page', offset: 17 },
      vertical: { relativeTo: 'text', offset: 246 },
      wrap: 'notBeside',
      horizontalSpace: 187,
      verticalSpace: 0,
    })
    expect(frameOf('<w:framePr w:wrap="around"/>', style)).toEqual(frameOf('', style))
    const out =
      '<w:framePr w:w="0" w:h="0" w:hSpace="0" w:wrap="auto" w:vAnchor="margin" w:hAnchor="text" w:xAlign="left"'
    expect(frameOf(`${out} w:yAlign="inline"/>`, style)).toBeUndefined()
    expect(frameOf(`${out} w:yAlign="bottom"/>`.replace(' w:h="0"', ''), style)).toBeDefined()
  })
})
