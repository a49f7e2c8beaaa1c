/**
 * The parser of XML.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { childOf, childrenOf, textOf } from '../../../src/ooxml/xml/xml-element.js'
import { parseXml } from '../../../src/ooxml/xml/xml-parser.js'
import { startWork } from '../../support/work-time.js'
import { markup } from '../build-docx.js'

const MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
const WPS = 'xmlns:s="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'

function codeOf(text: string): string | undefined {
  try {
    parseXml(Buffer.from(text))
  } catch (error) {
    return (error as { code?: string }).code
  }
  return undefined
}

describe('parseXml', () => {
  it('gives strict names in a default namespace their customary prefixes', () => {
    const root = parseXml(
      Buffer.from(
        '<document xmlns="http://purl.oclc.org/ooxml/wordprocessingml/main" xmlns:q="http://purl.oclc.org/ooxml/officeDocument/relationships" q:id="1" plain="2"/>',
      ),
    )
    expect(root.name).toBe('w:document')
    expect({ ...root.attributes }).toEqual({ 'r:id': '1', plain: '2' })
    expect(root.attributes['constructor']).toBeUndefined()
  })

  it('does not let an unknown namespace pass for one of ours', () => {
    expect(parseXml(Buffer.from('<w:p xmlns:w="urn:other"/>')).name).toBe('other-w:p')
    expect(parseXml(Buffer.from('<w14:p/>')).name).toBe('w14:p')
  })

  it('takes what each root declares, however alike they are', () => {
    const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
    const read = (declarations: string) => parseXml(Buffer.from(`<w:p ${declarations} w:x="1" v:y="2"><v:z/></w:p>`))
    const namesOf = ({ name, attributes, children }: ReturnType<typeof read>) => [
      name,
      ...Object.keys(attributes),
      ...children.map((child) => (typeof child === 'string' ? child : child.name)),
    ]
    const plain = `xmlns:w="${W}" xmlns:v="urn:schemas-microsoft-com:vml"`
    for (let time = 0; time < 2; time++) {
      expect(namesOf(read(plain))).toEqual(['w:p', 'w:x', 'v:y', 'v:z'])
      expect(namesOf(read(`xmlns:w="${W}" xmlns:v="urn:users-own"`))).toEqual(['w:p', 'w:x', 'other-v:y', 'other-v:z'])
      expect(namesOf(read(`xmlns:w="${W}" xmlns:v="${W}"`))).toEqual(['w:p', 'w:x', 'w:y', 'w:z'])
      expect(namesOf(read(`${plain} xmlns:o="http://schemas.microsoft.com/new" ${MC} mc:Ignorable="o"`))).toEqual([
        'w:p',
        'mc:Ignorable',
        'w:x',
        'v:y',
        'v:z',
      ])
      const own = `xmlns:v="http://schemas.microsoft.com/new" ${MC} mc:Ignorable="v"`
      expect(namesOf(read(`xmlns:w="${W}" ${own}`))).toEqual(['w:p', 'mc:Ignorable', 'w:x'])
    }
  })

  it('takes the first branch whose namespaces are understood', () => {
    const root = parseXml(
      markup(
        '<mc:AlternateContent><mc:Choice Requires="no"><w:a/></mc:Choice><mc:Choice Requires="s"><w:b/></mc:Choice>' +
          '<mc:Fallback><w:c/></mc:Fallback></mc:AlternateContent><no:gone no:x="1"><w:d/></no:gone>',
        `${MC} ${WPS} xmlns:no="urn:unknown" mc:Ignorable="no"`,
      ),
    )
    expect(childrenOf(root).map(({ name }) => name)).toEqual(['w:b'])
  })

  it('falls back where no branch is understood', () => {
    const root = parseXml(
      markup(
        '<mc:AlternateContent><mc:Choice Requires="no"><w:a/></mc:Choice><mc:Fallback><w:c/></mc:Fallback></mc:AlternateContent>',
        `${MC} xmlns:no="urn:unknown"`,
      ),
    )
    expect(childrenOf(root).map(({ name }) => name)).toEqual(['w:c'])
  })

  it('trims text as Word does', () => {
    const root = parseXml(markup('<w:t> a </w:t>\n <w:t xml:space="preserve"> b&#xA0;&lt;</w:t><w:t>\u00a0</w:t>'))
    expect(childrenOf(root, 'w:t').map(textOf)).toEqual(['a', ' b\u00a0<', '\u00a0'])
    expect(root.children.every((child) => typeof child !== 'string')).toBe(true)
  })

  it('makes line ends of text line feeds, whatever line ends stand around it', () => {
    const declaration = '<?xml version="1.0"?>'
    const textAfter = (before: string, content: string) => textOf(parseXml(Buffer.from(`${before}<a>${content}</a>`)))
    expect(textAfter(`${declaration}\r\n`, 'b\nc')).toBe('b\nc')
    expect(textAfter(`${declaration}\r\n`, 'b\r\nc')).toBe('b\nc')
    expect(textAfter(declaration, 'b\rc')).toBe('b\nc')
    expect(textAfter('', 'b<?xml ?>\rc')).toBe('b\nc')
  })

  it('reads UTF-16, CDATA and both kinds of quotation marks', () => {
    const text = `\ufeff<?xml version="1.0" encoding="UTF-16"?><a b='"'><![CDATA[<x>]]><!-- no --></a>`
    const root = parseXml(Buffer.from(text, 'utf16le'))
    expect(root.attributes['b']).toBe('"')
    expect(textOf(root)).toBe('<x>')
  })

  it('reads UTF-8 of any length, with what is none of it replaced', () => {
    const text = 'It\u2019s \u043c\u0438\u0440 \u4e2d \ud83d\ude00 '
    const read = (before: string, content: Buffer) =>
      textOf(
        parseXml(Buffer.concat([Buffer.from(`${before}<m:t xml:space="preserve">`), content, Buffer.from('</m:t>')])),
      )
    for (const times of [1, 1000, 100_000]) {
      expect(read('', Buffer.from(text.repeat(times))) === text.repeat(times)).toBe(true)
      expect(read('\ufeff', Buffer.from(text.repeat(times))) === text.repeat(times)).toBe(true)
      const cut = Buffer.from(text.repeat(times)).subarray(0, -2)
      expect(read('', cut) === `${text.repeat(times).slice(0, -3)}\ufffd`).toBe(true)
    }
  })

  it.each([
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['an unknown entity', '<a>&b;</a>'],
    ['tags that do not match', '<a><b></a></b>'],
    ['an open element', '<a><b/>'],
    ['two roots', '<a/><b/>'],
    ['no root', '  '],
    ['an attribute without quotation marks', '<a b=c/>'],
    ['an unknown encoding', '<?xml version="1.0" encoding="x-none"?><a/>'],
  ])('refuses %s', (_what, text) => {
    expect(codeOf(text)).toBe('invalid_document')
  })

  it('stops at its limits', () => {
    expect(codeOf('<a>'.repeat(10_000) + '</a>'.repeat(10_000))).toBe('document_too_complex')
    expect(() => parseXml(markup('<w:a/>'.repeat(100)), { remaining: 50 })).toThrow('limit')
  })

  it('copes with very many attributes and declarations', () => {
    const attributes = Array.from({ length: 20_000 }, (_, index) => `xmlns:n${index}="urn:${index}" a${index}=""`)
    const root = parseXml(Buffer.from(`<a ${attributes.join(' ')}><b/></a>`))
    expect(childOf(root, 'b')).toBeDefined()
  })
})

describe('elements that are parsed on use', () => {
  const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
  const stylesOf = (content: string) =>
    childrenOf(parseXml(Buffer.from(`<w:styles ${W}>${content}</w:styles>`)), 'w:style')

  it('have their attributes at once and their content when it is asked for', () => {
    const budget = { remaining: 1000 }
    const part = `<w:styles ${W}><w:style w:styleId="a"><w:name w:val="A &amp; B"/><w:rPr><w:b/></w:rPr></w:style></w:styles>`
    const [style] = childrenOf(parseXml(Buffer.from(part), budget))
    const before = budget.remaining
    expect(style?.attributes['w:styleId']).toBe('a')
    expect(childOf(style, 'w:name')?.attributes['w:val']).toBe('A & B')
    expect(childOf(childOf(style, 'w:rPr'), 'w:b')).toBeDefined()
    expect(before - budget.remaining).toBe(4)
    expect(style?.children).toBe(style?.children)
    expect(before - budget.remaining).toBe(4)
  })

  it('know the namespaces around them', () => {
    const [style] = stylesOf(
      `<q:style xmlns:q="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><q:name/></q:style>`,
    )
    expect(childOf(style, 'w:name')).toBeDefined()
  })

  it('are parsed at once where their end is not plain to see', () => {
    const [first, second] = stylesOf(
      '<w:style><!-- </w:style> --><w:name/></w:style><w:style><w:style/><w:rPr/></w:style >',
    )
    expect(childOf(first, 'w:name')).toBeDefined()
    expect(second?.children.map((child) => (typeof child === 'string' ? child : child.name))).toEqual([
      'w:style',
      'w:rPr',
    ])
  })

  it('must be closed, and be well-formed once they are used', () => {
    expect(codeOf(`<w:styles ${W}><w:style><w:name/></w:styles>`)).toBe('invalid_document')
    const [style] = stylesOf('<w:style><w:name></w:rPr></w:style>')
    expect(() => style?.children).toThrow(expect.objectContaining({ code: 'invalid_document' }))
    expect(() => stylesOf('<w:style><w:name></w:style>')[0]?.children).toThrow(
      expect.objectContaining({ code: 'invalid_document' }),
    )
  })

  it('cost linear time however many of them are open', () => {
    const workedMs = startWork()
    expect(codeOf(`<w:styles ${W}>${'<w:style>'.repeat(200)}${'<w:style/>'.repeat(100_000)}`)).toBe('invalid_document')
    expect(workedMs()).toBeLessThan(2000)
  })
})

describe('elements with the same content', () => {
  const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
  const propertiesOf = (content: string, budget = { remaining: 100_000 }) =>
    childrenOf(parseXml(Buffer.from(`<w:r ${W}>${content}</w:r>`), budget))

  it('share their children, and have attributes of their own', () => {
    const [first, second, third] = propertiesOf(
      '<w:rPr w:id="1"><w:b/><w:sz w:val="20"/></w:rPr><w:rPr w:id="2"><w:b/><w:sz w:val="20"/></w:rPr><w:rPr><w:b/></w:rPr>',
    )
    expect(second?.children).toBe(first?.children)
    expect(childOf(second, 'w:sz')?.attributes['w:val']).toBe('20')
    expect([first?.attributes['w:id'], second?.attributes['w:id']]).toEqual(['1', '2'])
    expect(third?.children).toHaveLength(1)
  })

  it('cost as much as if each were read', () => {
    const properties = '<w:rPr><w:b/><w:sz w:val="20"/></w:rPr>'
    const [one, two] = [{ remaining: 100 }, { remaining: 100 }]
    propertiesOf(properties, one)
    propertiesOf(properties + properties, two)
    expect(100 - two.remaining - (100 - one.remaining)).toBe(4)
    expect(() => propertiesOf(properties.repeat(100), { remaining: 100 })).toThrow('limit')
  })

  it('share nothing where prefixes mean something else', () => {
    const [first, second] = propertiesOf('<w:rPr><w:b/></w:rPr><w:rPr xmlns:w="urn:other"><w:b/></w:rPr>')
    expect(first?.children.map((child) => (typeof child === 'string' ? child : child.name))).toEqual(['w:b'])
    expect(second?.children.map((child) => (typeof child === 'string' ? child : child.name))).toEqual(['other-w:b'])
  })

  it('are read to their own end', () => {
    const [first, second, third] = propertiesOf(
      '<w:pPr><w:pPrChange><w:pPr><w:b/></w:pPr></w:pPrChange><w:i/></w:pPr>' +
        '<w:rPr><!-- </w:rPr> --><w:b/></w:rPr><w:rPr><?x </w:rPr> ?><w:i/></w:rPr>',
    )
    const namesOf = (element: typeof first) => childrenOf(element).map(({ name }) => name)
    expect(namesOf(first)).toEqual(['w:pPrChange', 'w:i'])
    expect([namesOf(second), namesOf(third)]).toEqual([['w:b'], ['w:i']])
  })

  it('must be well-formed', () => {
    expect(codeOf(`<w:r ${W}><w:rPr><w:b></w:rPr></w:r>`)).toBe('invalid_document')
  })

  it('share nothing that is too long for a key', () => {
    const properties = `<w:rPr><w:b w:val="${'x'.repeat(20_000)}"/></w:rPr>`
    const [first, second] = propertiesOf(properties + properties)
    expect(second?.children).not.toBe(first?.children)
    expect(second?.children).toEqual(first?.children)
  })

  it('take linear time however many of them never end', () => {
    const workedMs = startWork()
    expect(codeOf(`<w:r ${W}>${'<w:rPr><w:b>'.repeat(200)}${'<w:i/>'.repeat(200_000)}`)).toBe('invalid_document')
    expect(workedMs()).toBeLessThan(2000)
  })
})
