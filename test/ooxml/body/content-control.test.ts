/**
 * Content controls show the data that they are bound to.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { readDocx } from '../../../src/ooxml/read-docx.js'
import type { Block } from '../../../src/typeset/model/document-model.js'
import { makeDocx, OFFICE } from '../../support/make-docx.js'

const ID = '{0A1B2C3D-0000-4000-8000-00000000ABCD}'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships'

function related(...entries: readonly (readonly [type: string, target: string])[]): string {
  const items = entries.map(
    ([type, target], i) => `<Relationship Id="r${i}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${RELATIONSHIPS}">${items.join('')}</Relationships>`
}

function read(body: string, data = '<party xmlns="urn:x" role="seller"><name>Ada</name><name>Grace</name></party>') {
  const bytes = makeDocx(body, {
    'word/_rels/document.xml.rels': related(['customXml', '../customXml/item1.xml']),
    'customXml/item1.xml': data,
    'customXml/_rels/item1.xml.rels': related(['customXmlProps', 'itemProps1.xml']),
    'customXml/itemProps1.xml': `<ds:datastoreItem xmlns:ds="${OFFICE.replace('relationships', 'customXml')}" ds:itemID="${ID}"/>`,
    'docProps/core.xml':
      '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Lease</dc:title></cp:coreProperties>',
    '_rels/.rels': `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="a" Type="${OFFICE}/officeDocument" Target="word/document.xml"/><Relationship Id="b" Type="${RELATIONSHIPS}/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
  })
  const { sections, warnings } = readDocx(bytes)
  return { text: sections.map(({ blocks }) => textOf(blocks)).join(''), warnings }
}

function textOf(blocks: readonly Block[]): string {
  const texts = blocks.map((block) => {
    if (block.kind === 'table')
      return block.rows.map((row) => row.cells.map((cell) => textOf(cell.blocks)).join()).join()
    return block.inlines
      .map((inline) => (inline.kind === 'text' ? inline.text : inline.kind === 'break' ? '/' : ''))
      .join('')
  })
  return texts.join('|')
}

const run = (text: string) => `<w:r><w:rPr><w:b/></w:rPr><w:t>${text}</w:t></w:r>`
const binding = (path: string, id = ID) => `<w:dataBinding w:xpath="${path}" w:storeItemID="${id}"/>`
const control = (properties: string, content: string) =>
  `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`
const inline = (properties: string, content = run('old')) => `<w:p>${control(properties, content)}</w:p>`

describe('a content control that is bound to data', () => {
  it.each([
    ['an element', inline(`${binding('/ns0:party[1]/ns0:name[2]')}<w:text/>`), 'Grace'],
    ['an attribute', inline(`${binding('/party/@role')}<w:text/>`), 'seller'],
    [
      'a property of the document',
      inline(`${binding('/ns1:coreProperties[1]/ns0:title[1]', '{6C3C8BC8-F283-45AE-878A-BAB7291924A1}')}<w:text/>`),
      'Lease',
    ],
    ['any part, where no id is given', inline('<w:dataBinding w:xpath="/party/name"/><w:text/>'), 'Ada'],
    [
      'a choice',
      inline(
        `${binding('/party/name')}<w:dropDownList><w:listItem w:value="Ada" w:displayText="Lovelace"/></w:dropDownList>`,
      ),
      'Lovelace',
    ],
    ['with its content in several runs', inline(`${binding('/party/name')}<w:text/>`, run('o') + run('ld')), 'Ada'],
    ['around a paragraph', control(`${binding('/party/name')}<w:text/>`, `<w:p>${run('old')}</w:p>`), 'Ada'],
    [
      'around a cell',
      `<w:tbl><w:tr>${control(`${binding('/party/name')}<w:text/>`, `<w:tc><w:p>${run('old')}</w:p></w:tc>`)}</w:tr></w:tbl>`,
      'Ada|',
    ],
  ])('shows %s', (_, body, expected) => {
    const { text, warnings } = read(body)
    expect(text.replace(/\|$/, '')).toBe(expected.replace(/\|$/, ''))
    expect(warnings).toEqual([
      expect.stringMatching(/shows the data of the document \(".+"\), as in Word, in place of .*\("old"\)/),
    ])
  })

  it('shows lines, and keeps the format', () => {
    expect(read(inline(`${binding('/party')}<w:text w:multiLine="1"/>`), '<party>a\nb</party>').text).toBe('a/b')
  })

  it.each([
    ['the data is the same', inline(`${binding('/party/name')}<w:text/>`, run('A') + run('da')), 'Ada'],
    ['the data is not there', inline(`${binding('/party/name[3]')}<w:text/>`), 'old'],
    ['the path is of another kind', inline(`${binding("//name[.='Ada']")}<w:text/>`), 'old'],
    ['the part is not there', inline(`${binding('/party/name', '{00}')}<w:text/>`), 'old'],
    ['it holds more than text', inline(`${binding('/party/name')}<w:richText/>`), 'old'],
  ])('shows what is stored where %s', (_, body, expected) => {
    expect(read(body)).toEqual({ text: expected, warnings: [] })
  })

  it('and names dates and boxes whose data says something else', () => {
    const date = (full: string) => `${binding('/party')}<w:date w:fullDate="${full}"/>`
    const day = '<party>2026-11-25T00:00:00</party>'
    expect(read(inline(date('2026-11-25T00:00:00Z')), day).warnings).toEqual([])
    expect(read(inline(date('2020-01-01T00:00:00Z')), day).warnings).toEqual([
      'A content control whose data was changed ("2026-11-25T00:00:00") shows what is stored with it.',
    ])
  })
})
