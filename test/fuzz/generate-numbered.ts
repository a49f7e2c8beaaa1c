/**
 * DOCX files at random whose paragraphs are numbered in all ways that contracts and specifications use. Each paragraph ends
 * with a word that stands once in the file, so that the number before it can be found on a page.
 *
 * @module
 */

import { makeDocx, NAMESPACES, OFFICE } from '../support/make-docx.js'
import type { Random } from '../support/mutate.js'

/** What a generated document may have besides plain lists. */
export const NUMBERED_FEATURES = [
  'starts',
  'overrides',
  'levelOverrides',
  'legal',
  'restarts',
  'linkedStyles',
  'derivedStyles',
  'numberingStyles',
  'formats',
  'tables',
  'merged',
  'controls',
  'revisions',
  'hidden',
  'empty',
  'sections',
  'unnumbered',
  'notes',
  'boxes',
  'skipped',
  'partial',
  'joined',
  'rows',
  'breaks',
  'copies',
] as const

export type NumberedFeature = (typeof NUMBERED_FEATURES)[number]

/** A generated document and the words that follow the numbers. */
export interface NumberedDocx {
  readonly bytes: Uint8Array
  readonly words: readonly string[]
}

const LEVELS = 5
const FORMATS = ['decimal', 'lowerLetter', 'upperLetter', 'lowerRoman', 'upperRoman', 'decimalZero']
const RARE_FORMATS = ['none', 'bullet', 'ordinal', 'cardinalText', 'ordinalText', 'decimalEnclosedCircle']
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** Makes a document from a source of random numbers. */
export function generateNumbered(random: Random, features: ReadonlySet<NumberedFeature>): NumberedDocx {
  return new Generator(random, features).document()
}

class Generator {
  readonly #random: Random
  readonly #has: (feature: NumberedFeature) => boolean
  readonly #words: string[] = []
  readonly #notes: string[] = []
  #lists = 0
  #styles: string[] = []
  #ids = 1

  constructor(random: Random, features: ReadonlySet<NumberedFeature>) {
    this.#random = random
    this.#has = (feature) => features.has(feature)
  }

  document(): NumberedDocx {
    const numbering = this.#numbering()
    const styles = this.#styleSheet()
    let body = ''
    const count = 12 + this.#random(24)
    for (let index = 0; index < count; index++) body += this.#block(0)
    const parts = {
      'word/document.xml': `<w:document ${NAMESPACES}><w:body>${body}${section()}</w:body></w:document>`,
      'word/numbering.xml': `<w:numbering ${NAMESPACES}>${numbering}</w:numbering>`,
      'word/styles.xml': `<w:styles ${NAMESPACES}>${styles}</w:styles>`,
      'word/footnotes.xml': `<w:footnotes ${NAMESPACES}>${this.#notes.join('')}</w:footnotes>`,
      'word/_rels/document.xml.rels': relationships(['numbering', 'styles', 'footnotes']),
    }
    return { bytes: makeDocx('', parts), words: this.#words }
  }

  // -- lists ------------------------------------------------------------------------------------------------------

  #numbering(): string {
    const abstracts = 1 + this.#random(3)
    let xml = ''
    let levels = ''
    for (let id = 0; id < abstracts; id++) {
      if (!this.#has('copies') || id === 0) levels = this.#levels(id)
      const nsid = (number: number) => (this.#has('copies') ? `<w:nsid w:val="00AB00${10 + number}"/>` : '')
      const link = this.#has('numberingStyles') && id === 0 ? '<w:styleLink w:val="ListStyle"/>' : ''
      xml += `<w:abstractNum w:abstractNumId="${id}">${nsid(id)}<w:multiLevelType w:val="multilevel"/>${link}${levels}</w:abstractNum>`
    }
    if (this.#has('numberingStyles'))
      xml += `<w:abstractNum w:abstractNumId="${abstracts}"><w:multiLevelType w:val="multilevel"/><w:numStyleLink w:val="ListStyle"/></w:abstractNum>`
    const all = abstracts + (this.#has('numberingStyles') ? 1 : 0)
    this.#lists = all + (this.#has('overrides') || this.#has('levelOverrides') ? 3 : 1)
    for (let id = 1; id <= this.#lists; id++) {
      const abstract = id <= all ? id - 1 : this.#random(all)
      xml += `<w:num w:numId="${id}"><w:abstractNumId w:val="${abstract}"/>${id > all ? this.#overrides() : ''}</w:num>`
    }
    return xml
  }

  #levels(abstract: number): string {
    let xml = ''
    for (let level = 0; level < LEVELS; level++) xml += this.#level(level, abstract)
    return xml
  }

  #level(level: number, abstract: number): string {
    const restart = this.#has('restarts') && level > 0 && this.#random(3) === 0
    const format = this.#format()
    // LibreOffice writes 0 and not 00 for a zero of two digits.
    const start = this.#has('starts') ? this.#pick([format === 'decimal' ? 0 : 1, 1, 3, 26]) : 1
    const isLinked = this.#has('linkedStyles') && abstract === 0 && level < 3
    return [
      `<w:lvl w:ilvl="${level}"><w:start w:val="${start}"/>`,
      `<w:numFmt w:val="${format}"/>`,
      restart ? `<w:lvlRestart w:val="${this.#pick([0, 1, level])}"/>` : '',
      isLinked ? `<w:pStyle w:val="Heading${level + 1}"/>` : '',
      this.#has('legal') && this.#random(2) === 0 ? '<w:isLgl/>' : '',
      `<w:suff w:val="${this.#pick(['tab', 'space', 'tab'])}"/>`,
      `<w:lvlText w:val="${format === 'bullet' ? '-' : this.#text(level)}"/><w:lvlJc w:val="left"/>`,
      `<w:pPr><w:ind w:left="${1100 + 50 * level}" w:hanging="1100"/></w:pPr></w:lvl>`,
    ].join('')
  }

  #format(): string {
    if (this.#has('formats') && this.#random(3) === 0) return this.#pick(RARE_FORMATS)
    return this.#random(2) === 0 ? 'decimal' : this.#pick(FORMATS)
  }

  #text(level: number): string {
    const all = Array.from({ length: level + 1 }, (_, index) => `%${index + 1}`)
    const own = `%${level + 1}`
    const texts = [all.join('.'), `${all.join('.')}.`, `${own})`, `(${own})`, `Art. ${own}`, `${all.join('-')}:`]
    if (level > 1) texts.push(`%1.%${level + 1}`)
    return this.#pick(texts)
  }

  #overrides(): string {
    let xml = ''
    for (let level = 0; level < LEVELS; level++) {
      if (this.#random(3) > 0 && level > 0) continue
      const start = this.#has('overrides') ? `<w:startOverride w:val="${this.#pick([1, 1, 1, 4])}"/>` : ''
      const own = this.#has('levelOverrides') && this.#random(2) === 0 ? this.#level(level, 99) : ''
      if (start + own !== '') xml += `<w:lvlOverride w:ilvl="${level}">${start}${own}</w:lvlOverride>`
    }
    return xml
  }

  // -- styles -----------------------------------------------------------------------------------------------------

  #styleSheet(): string {
    let xml = '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>'
    if (this.#has('numberingStyles'))
      xml += `<w:style w:type="numbering" w:styleId="ListStyle"><w:name w:val="List Style"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>`
    if (this.#has('linkedStyles')) for (let level = 0; level < 3; level++) xml += this.#heading(level)
    if (this.#has('derivedStyles')) {
      const bases = [...this.#styles]
      if (bases.length === 0) {
        xml += paragraphStyle('Listed', 'Normal', '<w:numId w:val="1"/>')
        bases.push('Listed')
      }
      for (let index = 0; index < 3; index++) {
        const changes = ['', '', '<w:ilvl w:val="1"/>', '<w:numId w:val="0"/>', `<w:numId w:val="${this.#lists}"/>`]
        const id = `Derived${index}`
        xml += paragraphStyle(id, this.#pick(bases), this.#pick(changes))
        bases.push(id)
      }
      this.#styles = bases
    }
    return xml
  }

  #heading(level: number): string {
    const id = `Heading${level + 1}`
    this.#styles.push(id)
    const ilvl = level === 0 ? '' : `<w:ilvl w:val="${level}"/>`
    return paragraphStyle(id, 'Normal', `${ilvl}<w:numId w:val="1"/>`)
  }

  // -- blocks -----------------------------------------------------------------------------------------------------

  #block(depth: number): string {
    const choice = this.#random(12)
    if (choice === 0 && this.#has('tables') && depth < 2) return this.#table(depth)
    if (choice === 1 && this.#has('controls')) return this.#control(depth)
    if (choice === 2 && this.#has('revisions')) return this.#revised()
    if (choice === 3 && this.#has('hidden')) return this.#hidden()
    if (choice === 4 && this.#has('empty')) return `<w:p><w:pPr>${this.#properties()}</w:pPr></w:p>`
    if (choice === 5 && this.#has('sections') && depth === 0) return this.#sectionEnd()
    if (choice === 6 && this.#has('notes') && depth === 0) return this.#withNote()
    if (choice === 7 && this.#has('boxes') && depth === 0) return this.#withBox()
    if (choice === 8 && this.#has('joined')) return this.#joined()
    if (choice === 9 && this.#has('rows') && depth === 0) return this.#changedRows()
    if (choice === 10 && this.#has('breaks')) return this.#withBreak()
    return this.#paragraph()
  }

  #paragraph(inner = '', marks = ''): string {
    const mark = marks === '' ? '' : `<w:rPr>${marks}</w:rPr>`
    return `<w:p><w:pPr>${this.#properties()}${mark}</w:pPr><w:r><w:t>${this.#word()}</w:t></w:r>${inner}</w:p>`
  }

  #properties(): string {
    const style =
      this.#styles.length > 0 && this.#random(2) === 0 ? `<w:pStyle w:val="${this.#pick(this.#styles)}"/>` : ''
    if (style !== '' && this.#random(4) > 0) return style
    if (this.#has('unnumbered') && this.#random(5) === 0)
      return `${style}<w:numPr><w:ilvl w:val="0"/><w:numId w:val="0"/></w:numPr>`
    if (this.#has('partial') && this.#random(3) === 0) {
      const part = this.#pick([
        '<w:ilvl w:val="1"/>',
        '<w:ilvl w:val="0"/>',
        `<w:numId w:val="${1 + this.#random(this.#lists)}"/>`,
      ])
      return `${style}<w:numPr>${part}</w:numPr>`
    }
    const most = this.#has('skipped') ? LEVELS : 3
    const level = Math.min(this.#random(most), this.#random(most))
    return `${style}<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${1 + this.#random(this.#lists)}"/></w:numPr>`
  }

  #word(): string {
    const word = `Q${String(this.#words.length).padStart(3, '0')}Z`
    this.#words.push(word)
    return word
  }

  #table(depth: number): string {
    let rows = ''
    for (let row = 0; row < 3; row++) {
      let cells = ''
      for (let cell = 0; cell < 2; cell++) {
        const width = 4500 >> depth
        const merge = this.#has('merged') && cell === 0 ? `<w:vMerge${row === 0 ? ' w:val="restart"' : ''}/>` : ''
        const isCovered = merge !== '' && row > 0
        const content = isCovered ? `<w:p><w:pPr>${this.#properties()}</w:pPr></w:p>` : this.#block(depth + 1)
        const ending = content.endsWith('</w:tbl>') ? '<w:p/>' : ''
        cells += `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${merge}</w:tcPr>${content}${ending}</w:tc>`
      }
      rows += `<w:tr>${cells}</w:tr>`
    }
    const column = `<w:gridCol w:w="${4500 >> depth}"/>`
    return `<w:tbl><w:tblPr><w:tblW w:w="${9000 >> depth}" w:type="dxa"/></w:tblPr><w:tblGrid>${column}${column}</w:tblGrid>${rows}</w:tbl>`
  }

  #control(depth: number): string {
    let content = ''
    for (let index = 0; index < 2; index++) content += this.#block(depth)
    return `<w:sdt><w:sdtPr><w:id w:val="${this.#ids++}"/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`
  }

  #revised(): string {
    const by = ` w:id="${this.#ids++}" w:author="A"`
    switch (this.#random(4)) {
      case 0:
        return this.#paragraph('', `<w:ins${by}/>`)
      case 1:
        return `<w:p><w:pPr>${this.#properties()}<w:rPr><w:del${by}/></w:rPr></w:pPr><w:del${by}><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>`
      case 2:
        return `<w:p><w:pPr>${this.#properties()}<w:pPrChange${by}><w:pPr>${this.#properties()}</w:pPr></w:pPrChange></w:pPr><w:r><w:t>${this.#word()}</w:t></w:r></w:p>`
      default:
        return `<w:p><w:pPr>${this.#properties()}</w:pPr><w:del${by}><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins${by}><w:r><w:t>${this.#word()}</w:t></w:r></w:ins></w:p>`
    }
  }

  /** A paragraph whose mark is deleted or moved away, and the paragraph with which it becomes one. */
  #joined(): string {
    const by = ` w:id="${this.#ids++}" w:author="A"`
    const mark = this.#pick([`<w:del${by}/>`, `<w:moveFrom${by}/>`])
    return this.#paragraph('', mark) + this.#paragraph()
  }

  #changedRows(): string {
    const cell = (content: string) => `<w:tc><w:tcPr><w:tcW w:w="9000" w:type="dxa"/></w:tcPr>${content}</w:tc>`
    let rows = ''
    for (let row = 0; row < 4; row++) {
      const by = ` w:id="${this.#ids++}" w:author="A"`
      const kind = this.#pick(['none', 'del', 'ins', 'control'])
      if (kind === 'del')
        rows += `<w:tr><w:trPr><w:del${by}/></w:trPr>${cell(`<w:p><w:pPr>${this.#properties()}<w:rPr><w:del${by}/></w:rPr></w:pPr><w:del${by}><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>`)}</w:tr>`
      else if (kind === 'ins')
        rows += `<w:tr><w:trPr><w:ins${by}/></w:trPr>${cell(this.#paragraph('', `<w:ins${by}/>`))}</w:tr>`
      else if (kind === 'control')
        rows += `<w:sdt><w:sdtContent><w:tr><w:sdt><w:sdtContent>${cell(this.#paragraph())}</w:sdtContent></w:sdt></w:tr></w:sdtContent></w:sdt>`
      else rows += `<w:tr>${cell(this.#paragraph())}</w:tr>`
    }
    return `<w:tbl><w:tblPr><w:tblW w:w="9000" w:type="dxa"/></w:tblPr><w:tblGrid><w:gridCol w:w="9000"/></w:tblGrid>${rows}</w:tbl>`
  }

  #withBreak(): string {
    const page = '<w:r><w:br w:type="page"/></w:r>'
    return this.#pick([
      () => this.#paragraph(page),
      () => `<w:p><w:pPr>${this.#properties()}</w:pPr>${page}<w:r><w:t>${this.#word()}</w:t></w:r></w:p>`,
      () => `<w:p><w:pPr>${this.#properties()}</w:pPr>${page}</w:p>`,
      () => `<w:p><w:pPr>${this.#properties()}<w:pageBreakBefore/></w:pPr><w:r><w:t>${this.#word()}</w:t></w:r></w:p>`,
    ])()
  }

  #hidden(): string {
    if (this.#random(2) === 0)
      return `<w:p><w:pPr>${this.#properties()}<w:rPr><w:vanish/></w:rPr></w:pPr><w:r><w:rPr><w:vanish/></w:rPr><w:t>unseen</w:t></w:r></w:p>`
    const separator = `<w:p><w:pPr>${this.#properties()}<w:rPr><w:vanish/><w:specVanish/></w:rPr></w:pPr><w:r><w:t>${this.#word()}</w:t></w:r></w:p>`
    return `${separator}<w:p><w:r><w:t> and text.</w:t></w:r></w:p>`
  }

  #sectionEnd(): string {
    const type = this.#pick(['nextPage', 'continuous'])
    const text = this.#random(2) === 0 ? '' : `<w:r><w:t>${this.#word()}</w:t></w:r>`
    return `<w:p><w:pPr>${this.#properties()}${section(type)}</w:pPr>${text}</w:p>`
  }

  #withNote(): string {
    const id = this.#notes.length + 1
    const paragraph = this.#paragraph(`<w:r><w:footnoteReference w:id="${id}"/></w:r>`)
    this.#notes.push(`<w:footnote w:id="${id}"><w:p><w:r><w:footnoteRef/></w:r></w:p>${this.#paragraph()}</w:footnote>`)
    return paragraph
  }

  #withBox(): string {
    const word = this.#paragraph()
    const content = `<w:txbxContent>${this.#paragraph()}${this.#paragraph()}</w:txbxContent>`
    const shape = `<wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="3600000" cy="720000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></wps:spPr><wps:txbx>${content}</wps:txbx><wps:bodyPr/></wps:wsp>`
    const id = this.#ids++
    const inline = `<wp:inline><wp:extent cx="3600000" cy="720000"/><wp:docPr id="${id}" name="Box"/><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape">${shape}</a:graphicData></a:graphic></wp:inline>`
    return `${word}<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>${inline}</w:drawing></mc:Choice></mc:AlternateContent></w:r></w:p>`
  }

  #pick<T>(values: readonly T[]): T {
    return values[this.#random(values.length)] as T
  }
}

function section(type = 'nextPage'): string {
  return `<w:sectPr><w:type w:val="${type}"/><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr>`
}

function paragraphStyle(id: string, base: string, numbering: string): string {
  const numPr = numbering === '' ? '' : `<w:pPr><w:numPr>${numbering}</w:numPr></w:pPr>`
  return `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/><w:basedOn w:val="${base}"/>${numPr}</w:style>`
}

function relationships(types: readonly string[]): string {
  const each = types.map(
    (type, index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${type}.xml"/>`,
  )
  return `<Relationships xmlns="${PACKAGE}">${each.join('')}</Relationships>`
}
