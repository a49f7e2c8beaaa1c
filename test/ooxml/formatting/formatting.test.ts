/**
 * Styles, defaults and direct formatting, resolved.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { type CellPosition, Formatting } from '../../../src/ooxml/formatting/formatting.js'
import { openPackage } from '../../../src/ooxml/package/package.js'
import { childOf, type XmlElement } from '../../../src/ooxml/xml/xml-element.js'
import { parseXml } from '../../../src/ooxml/xml/xml-parser.js'
import { buildDocx, markup } from '../build-docx.js'

function open(parts: Readonly<Record<string, string>>): Formatting {
  return new Formatting(openPackage(buildDocx('<w:p/>', parts)))
}

/** The element of that name in some markup. */
function element(name: string, content: string): XmlElement | undefined {
  return childOf(parseXml(markup(`<${name}>${content}</${name}>`)), name)
}

const pPr = (content: string) => element('w:pPr', content)
const rPr = (content: string) => element('w:rPr', content)

const DEFAULTS =
  '<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/></w:rPr></w:rPrDefault>' +
  '<w:pPrDefault><w:pPr><w:spacing w:after="160" w:line="259" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>'

function style(type: string, id: string, content: string, basedOn?: string): string {
  const base = basedOn === undefined ? '' : `<w:basedOn w:val="${basedOn}"/>`
  return `<w:style w:type="${type}" w:styleId="${id}">${base}${content}</w:style>`
}

describe('Formatting', () => {
  it('has the defaults of Word where a document has no styles', () => {
    const { properties } = open({}).paragraph(undefined)
    expect(properties.mark.fonts.ascii).toBe('Times New Roman')
    expect(properties.mark.size).toBe(200)
    expect(properties).toMatchObject({ spaceAfter: 0, widowControl: true, lineSpacing: { rule: 'auto', value: 1 } })
  })

  it('reads the form of figures, which a run can take back', () => {
    const styles = style('character', 'Old', '<w:rPr><w14:numForm w14:val="oldStyle"/></w:rPr>')
    const formatting = open({ styles })
    const figuresOf = (content: string) =>
      formatting.run(rPr(`<w:rStyle w:val="Old"/>${content}`), formatting.paragraph(undefined)).properties.figures
    expect(figuresOf('')).toBe('oldStyle')
    expect(figuresOf('<w14:numForm w14:val="lining"/>')).toBe('lining')
    expect(figuresOf('<w14:numForm w14:val="default"/>')).toBeUndefined()
  })

  it('ends automatic spacing where a higher level gives a length', () => {
    const auto = '<w:pPr><w:spacing w:before="100" w:beforeAutospacing="1" w:afterAutospacing="1"/></w:pPr>'
    const formatting = open({ styles: style('paragraph', 'Web', auto) })
    const { properties } = formatting.paragraph(pPr('<w:pStyle w:val="Web"/><w:spacing w:before="0"/>'))
    expect(properties).toMatchObject({ autoSpaceBefore: false, spaceBefore: 0, autoSpaceAfter: true })
  })

  it('reads how East Asian text is set', () => {
    const formatting = open({})
    const on = { spaceBesideLatin: true, spaceBesideDigits: true, hangsPunctuation: true, keepsLineRules: true }
    expect(formatting.paragraph(undefined).properties).toMatchObject(on)
    const names = ['autoSpaceDE', 'autoSpaceDN', 'overflowPunct', 'kinsoku']
    const off = names.map((name) => `<w:${name} w:val="0"/>`).join('')
    expect(formatting.paragraph(pPr(off)).properties).toMatchObject({
      spaceBesideLatin: false,
      spaceBesideDigits: false,
      hangsPunctuation: false,
      keepsLineRules: false,
    })
  })

  it('applies defaults, styles and direct formatting in this order', () => {
    const formatting = open({
      styles:
        DEFAULTS +
        style('paragraph', 'A', '<w:pPr><w:spacing w:before="100"/><w:jc w:val="center"/></w:pPr>') +
        style('paragraph', 'B', '<w:pPr><w:spacing w:after="50"/></w:pPr><w:rPr><w:sz w:val="30"/></w:rPr>', 'A'),
    })
    const { properties, styleId } = formatting.paragraph(pPr('<w:pStyle w:val="B"/><w:jc w:val="right"/>'))
    expect(styleId).toBe('B')
    expect(properties).toMatchObject({ spaceBefore: 100, spaceAfter: 50, alignment: 'end' })
    expect(properties.lineSpacing.value).toBeCloseTo(259 / 240)
    expect(properties.mark.size).toBe(300)
  })

  it('gives equal formatting one object', () => {
    const formatting = open({ styles: DEFAULTS })
    const one = formatting.paragraph(pPr('<w:jc w:val="center"/>'))
    expect(formatting.paragraph(pPr('<w:jc w:val="center"/>'))).toBe(one)
    expect(formatting.run(rPr('<w:b/>'), one)).toBe(formatting.run(rPr('<w:b/>'), one))
    expect(formatting.run(rPr('<w:b/>'), one)).not.toBe(formatting.run(rPr('<w:i/>'), one))
  })

  it('toggles between levels of styles, but not with direct formatting', () => {
    const formatting = open({
      styles: style('paragraph', 'P', '<w:rPr><w:b/></w:rPr>') + style('character', 'C', '<w:rPr><w:b/><w:i/></w:rPr>'),
    })
    const paragraph = formatting.paragraph(pPr('<w:pStyle w:val="P"/>'))
    const bold = (content: string): boolean => formatting.run(rPr(content), paragraph).properties.bold
    expect(bold('<w:u w:val="single"/>')).toBe(true)
    expect(bold('<w:rStyle w:val="C"/>')).toBe(false)
    expect(bold('<w:rStyle w:val="C"/><w:b/>')).toBe(true)
    expect(bold('<w:b w:val="0"/>')).toBe(false)
  })

  it('ends circles and very long chains of styles', () => {
    const long = Array.from({ length: 3000 }, (_, index) => style('paragraph', `S${index}`, '', `S${index + 1}`))
    const formatting = open({
      styles:
        style('paragraph', 'A', '<w:rPr><w:i/></w:rPr>', 'B') +
        style('paragraph', 'B', '<w:rPr><w:b/></w:rPr>', 'A') +
        long.join('') +
        style('paragraph', 'S3000', '<w:rPr><w:b/></w:rPr>'),
    })
    expect(formatting.paragraph(pPr('<w:pStyle w:val="A"/>')).properties.mark).toMatchObject({
      bold: true,
      italic: true,
    })
    expect(formatting.paragraph(pPr('<w:pStyle w:val="S0"/>')).properties.mark.bold).toBe(true)
  })

  it('takes fonts and colours from the theme', () => {
    const theme =
      '<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:themeElements>' +
      '<a:clrScheme name=""><a:accent1><a:srgbClr val="4472C4"/></a:accent1></a:clrScheme><a:fontScheme name="">' +
      '<a:minorFont><a:latin typeface="Calibri"/><a:ea typeface=""/><a:font script="Jpan" typeface="Yu Mincho"/></a:minorFont>' +
      '</a:fontScheme></a:themeElements></a:theme>'
    const formatting = open({ theme, settings: '<w:themeFontLang w:val="en-US" w:eastAsia="ja-JP"/>' })
    const { properties } = formatting.run(
      rPr(
        '<w:rFonts w:ascii="Arial" w:asciiTheme="minorHAnsi" w:eastAsiaTheme="minorEastAsia"/>' +
          '<w:color w:val="000001" w:themeColor="accent1" w:themeShade="BF"/>',
      ),
      formatting.paragraph(undefined),
    )
    expect(properties.fonts).toMatchObject({ ascii: 'Calibri', eastAsia: 'Yu Mincho' })
    expect(properties.color).toBe('2F5496')
  })

  it('merges tab stops and removes cleared ones', () => {
    const formatting = open({
      styles: style(
        'paragraph',
        'T',
        '<w:pPr><w:tabs><w:tab w:val="left" w:pos="500"/><w:tab w:val="right" w:pos="900" w:leader="dot"/></w:tabs></w:pPr>',
      ),
    })
    const direct =
      '<w:pStyle w:val="T"/><w:tabs><w:tab w:val="clear" w:pos="500"/><w:tab w:val="center" w:pos="100"/></w:tabs>'
    expect(formatting.paragraph(pPr(direct)).properties.tabs).toEqual([
      { position: 100, alignment: 'center' },
      { position: 900, alignment: 'right', leader: 'dot' },
    ])
  })

  it('drops the tab stops of another list where a list level is set, and keeps all others', () => {
    const level = (index: number, tab: number) =>
      `<w:lvl w:ilvl="${index}"><w:pPr><w:tabs><w:tab w:val="num" w:pos="${tab}"/></w:tabs></w:pPr></w:lvl>`
    const numPr = (index: number) => `<w:numPr><w:ilvl w:val="${index}"/><w:numId w:val="1"/></w:numPr>`
    const outer = `<w:pPr>${numPr(0)}<w:tabs><w:tab w:val="num" w:pos="500"/><w:tab w:val="left" w:pos="700"/></w:tabs></w:pPr>`
    const formatting = open({
      numbering:
        `<w:abstractNum w:abstractNumId="1">${level(0, 300)}${level(1, 900)}</w:abstractNum>` +
        '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>',
      styles: style('paragraph', 'Outer', outer) + style('paragraph', 'Inner', `<w:pPr>${numPr(1)}</w:pPr>`, 'Outer'),
    })
    const stopsOf = (content: string) =>
      formatting.paragraph(pPr(content)).properties.tabs.map(({ position }) => position)
    expect(stopsOf('<w:pStyle w:val="Outer"/>')).toEqual([300, 500, 700])
    expect(stopsOf('<w:pStyle w:val="Inner"/>')).toEqual([700, 900])
    expect(stopsOf(`<w:pStyle w:val="Outer"/>${numPr(1)}`)).toEqual([700, 900])
  })
})

describe('table styles', () => {
  const parts = {
    styles:
      DEFAULTS +
      style(
        'table',
        'T',
        '<w:pPr><w:spacing w:after="0"/></w:pPr><w:rPr><w:sz w:val="18"/></w:rPr>' +
          '<w:tblPr><w:tblStyleRowBandSize w:val="1"/><w:tblBorders><w:top w:val="single" w:sz="8"/></w:tblBorders></w:tblPr>' +
          '<w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr><w:tcPr><w:shd w:val="clear" w:fill="FF0000"/>' +
          '<w:tcBorders><w:bottom w:val="single" w:sz="4"/><w:insideV w:val="nil"/></w:tcBorders></w:tcPr></w:tblStylePr>' +
          '<w:tblStylePr w:type="band1Horz"><w:tcPr><w:shd w:val="clear" w:fill="00FF00"/></w:tcPr></w:tblStylePr>',
      ) +
      style(
        'table',
        'Ruled',
        `<w:tblPr><w:tblBorders><w:left w:val="single" w:sz="8"/></w:tblBorders></w:tblPr>`,
        'T',
      ) +
      style('table', 'Same', '<w:tblPr><w:tblBorders/></w:tblPr>', 'T') +
      style('paragraph', 'Big', '<w:rPr><w:sz w:val="40"/></w:rPr>') +
      style('paragraph', 'Usual', '<w:rPr><w:sz w:val="22"/></w:rPr>'),
  }
  const at = (row: number, column: number): CellPosition => ({
    row,
    column,
    rowCount: 6,
    columnSpan: 1,
    columnCount: 3,
  })

  it('keeps text hardly off the sides of cells where no table style applies', () => {
    const margins = (formatting: Formatting, content = '') => formatting.table(element('w:tblPr', content)).cellMargins
    expect(margins(open({}))).toEqual({ top: 0, right: 10, bottom: 0, left: 10 })
    const direct = '<w:tblCellMar><w:left w:w="50" w:type="dxa"/></w:tblCellMar>'
    expect(margins(open({}), direct)).toEqual({ top: 0, right: 10, bottom: 0, left: 50 })
    const usual = '<w:style w:type="table" w:default="1" w:styleId="N"><w:name w:val="Normal Table"/></w:style>'
    expect(margins(open({ styles: usual }))).toEqual({ top: 0, right: 108, bottom: 0, left: 108 })
  })

  it('has none of the borders of the style below where it has borders of its own', () => {
    const edges = (id: string) =>
      Object.keys(open(parts).table(element('w:tblPr', `<w:tblStyle w:val="${id}"/>`)).borders)
    expect([edges('T'), edges('Ruled'), edges('Same')]).toEqual([['top'], ['left'], ['top']])
  })

  it('applies the parts that a cell is in', () => {
    const formatting = open(parts)
    const table = formatting.table(element('w:tblPr', '<w:tblStyle w:val="T"/><w:tblLook w:val="0020"/>'))
    expect(table.borders.top?.width).toBe(20)
    expect(table.cellMargins.left).toBe(108)
    const header = formatting.cell(table, at(0, 1))
    expect(header.shading).toBe('FF0000')
    expect(header.borders).toMatchObject({ left: null, right: null, bottom: { style: 'single' } })
    expect(formatting.cell(table, at(0, 0)).borders.left).toBeUndefined()
    expect([1, 2, 3].map((row) => formatting.cell(table, at(row, 1)).shading)).toEqual(['00FF00', undefined, '00FF00'])
    const { properties } = formatting.paragraph(undefined, header)
    expect(properties).toMatchObject({ spaceAfter: 0, mark: { bold: true, size: 180 } })
    expect(formatting.cell(table, at(1, 0))).toBe(formatting.cell(table, at(3, 0)))
  })

  it('loses against paragraph styles, but not against one that only repeats the default size', () => {
    const size = (settings: string, paragraphStyle: string): number => {
      const formatting = open({ ...parts, settings })
      const cell = formatting.cell(formatting.table(element('w:tblPr', '<w:tblStyle w:val="T"/>')), at(1, 1))
      return formatting.paragraph(pPr(`<w:pStyle w:val="${paragraphStyle}"/>`), cell).properties.mark.size
    }
    const override =
      '<w:compat><w:compatSetting w:name="overrideTableStyleFontSizeAndJustification" w:uri="http://schemas.microsoft.com/office/word" w:val="1"/></w:compat>'
    expect(size('', 'Big')).toBe(400)
    expect(size('', 'Usual')).toBe(180)
    expect(size(override, 'Usual')).toBe(220)
  })

  it('keeps space between paragraphs of one style where the document allows it in tables', () => {
    const isContextual = (settings: string, inTable: boolean): boolean => {
      const formatting = open({ ...parts, settings })
      const cell = inTable ? formatting.cell(formatting.table(undefined), at(1, 1)) : undefined
      return formatting.paragraph(pPr('<w:contextualSpacing/>'), cell).properties.contextualSpacing
    }
    const allows = '<w:compat><w:allowSpaceOfSameStyleInTable/></w:compat>'
    expect([isContextual('', true), isContextual(allows, true), isContextual(allows, false)]).toEqual([
      true,
      false,
      true,
    ])
  })
})
