/**
 * DOCX files at random in which features stand inside of each other, with the list of the words that a reader must see.
 * The generator knows WordprocessingML and nothing of the engine: it is one half of an independent judge.
 *
 * @module
 */

import { makeDocx } from '../support/make-docx.js'

/** A generated document and what its pages must show. */
export interface GeneratedDocx {
  readonly bytes: Uint8Array
  /** Each stands once in the document. */
  readonly once: readonly string[]
  /** Of headers and footers: on every page of their section. */
  readonly repeated: readonly string[]
  /** Of headers and footers that show only if their section happens to begin a page: anything holds. */
  readonly perhaps: readonly string[]
  /** Deleted or hidden text: nowhere. */
  readonly never: readonly string[]
}

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const NAMESPACES = [
  `xmlns:w="${WORD}" xmlns:r="${OFFICE}"`,
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"',
].join(' ')

/** Containers inside of containers. */
const MAX_DEPTH = 5
/** Blocks of a document: large enough for several pages, small enough for thousands of documents. */
const MAX_BLOCKS = 220
/** Columns of tables within tables, and their widths in twips: so wide that no word of the generator must be cut. */
const MOST_COLUMNS = [3, 2, 1]
const WIDTHS = [8000, 3500, 2000]

type Where = 'once' | 'repeated' | 'perhaps' | 'never'

/** Makes a document from a source of random numbers in [0, 1). */
export function generateDocx(random: () => number): GeneratedDocx {
  return new Generator(random).document()
}

class Generator {
  readonly #random: () => number
  readonly #words = { once: [] as string[], repeated: [] as string[], perhaps: [] as string[], never: [] as string[] }
  readonly #footnotes: string[] = []
  readonly #endnotes: string[] = []
  readonly #comments: string[] = []
  readonly #parts: Record<string, string> = {}
  readonly #relationships: string[] = []
  #where: Where = 'once'
  #blocks = 0
  #columns = 1
  #ids = 100

  constructor(random: () => number) {
    this.#random = random
  }

  document(): GeneratedDocx {
    const sections = this.#int(1, 3)
    let body = ''
    for (let i = 0; i < sections; i++) {
      this.#columns = this.#pick([1, 1, 1, 2, 3])
      body += this.#blocksIn(0, this.#int(2, 12), true)
      const properties = this.#section()
      body += i < sections - 1 ? `<w:p><w:pPr>${properties}</w:pPr></w:p>` : properties
    }
    this.#addNotes()
    const bytes = makeDocx('', {
      'word/document.xml': `<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
      'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${this.#relationships.join('')}</Relationships>`,
      'word/numbering.xml': `<w:numbering ${NAMESPACES}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/><w:pPr><w:ind w:left="720" w:hanging="360"/></w:pPr></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
      ...this.#parts,
    })
    return { bytes, ...this.#words }
  }

  // -- parts ------------------------------------------------------------------------------------------------------

  #relate(type: string, target: string): string {
    const id = `rId${this.#ids++}`
    this.#relationships.push(`<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    return id
  }

  #addNotes(): void {
    this.#relate('numbering', 'numbering.xml')
    for (const [kind, texts] of [
      ['footnote', this.#footnotes],
      ['endnote', this.#endnotes],
      ['comment', this.#comments],
    ] as const) {
      if (texts.length === 0) continue
      const notes = texts.map((content, i) => {
        const about = kind === 'comment' ? ' w:author="A" w:initials="A"' : ''
        return `<w:${kind} w:id="${i + 1}"${about}>${content}</w:${kind}>`
      })
      this.#parts[`word/${kind}s.xml`] = `<w:${kind}s ${NAMESPACES}>${notes.join('')}</w:${kind}s>`
      this.#relate(`${kind}s`, `${kind}s.xml`)
    }
  }

  #section(): string {
    const type = this.#pick(['nextPage', 'continuous', 'oddPage', 'evenPage'])
    let references = ''
    for (const kind of ['header', 'footer'] as const) {
      if (!this.#chance(0.5)) continue
      const name = `${kind}${this.#ids++}.xml`
      const before = this.#where
      // A continuous section that ends on the page of the one before shows that one's.
      this.#where = type === 'continuous' ? 'perhaps' : 'repeated'
      const content = this.#blocksIn(3, this.#int(0, 1), false)
      this.#where = before
      const tag = kind === 'header' ? 'hdr' : 'ftr'
      this.#parts[`word/${name}`] = `<w:${tag} ${NAMESPACES}>${content}</w:${tag}>`
      references += `<w:${kind}Reference w:type="default" r:id="${this.#relate(kind, name)}"/>`
    }
    const landscape = this.#chance(0.2)
    const [width, height] = landscape ? [15840, 12240] : [12240, 15840]
    const columns = this.#columns
    const equal = columns !== 2 || this.#chance(0.7)
    const cols = equal
      ? `<w:cols w:num="${columns}" w:space="500"${this.#chance(0.3) ? ' w:sep="1"' : ''}/>`
      : '<w:cols w:num="2" w:equalWidth="0"><w:col w:w="3600" w:space="400"/><w:col w:w="5000"/></w:cols>'
    return [
      `<w:sectPr>${references}<w:type w:val="${type}"/>`,
      `<w:pgSz w:w="${width}" w:h="${height}"/>`,
      `<w:pgMar w:top="1440" w:right="${this.#pick([720, 1440])}" w:bottom="1440" w:left="${this.#pick([720, 1440])}" w:header="720" w:footer="720" w:gutter="0"/>`,
      this.#chance(0.15) ? '<w:lnNumType w:countBy="5"/>' : '',
      cols,
      this.#chance(0.1) ? '<w:bidi/>' : '',
      this.#chance(0.1) ? '<w:textDirection w:val="tbRl"/>' : '',
      this.#chance(0.2) ? '<w:docGrid w:type="lines" w:linePitch="360"/>' : '',
      '</w:sectPr>',
    ].join('')
  }

  // -- blocks -----------------------------------------------------------------------------------------------------

  #blocksIn(depth: number, count: number, isBody: boolean): string {
    let xml = ''
    for (let i = 0; i < count; i++) xml += this.#block(depth, isBody)
    // What holds blocks ends with a paragraph.
    return xml + this.#paragraph(depth, isBody)
  }

  #block(depth: number, isBody: boolean): string {
    if (++this.#blocks > MAX_BLOCKS || depth >= MAX_DEPTH) return this.#paragraph(depth, isBody)
    const kind = this.#random()
    if (kind < 0.25) return this.#table(depth, isBody)
    if (kind < 0.32) return `<w:sdt><w:sdtPr/><w:sdtContent>${this.#block(depth + 1, isBody)}</w:sdtContent></w:sdt>`
    if (kind < 0.36) return `<w:customXml w:element="e">${this.#block(depth + 1, isBody)}</w:customXml>`
    return this.#paragraph(depth, isBody)
  }

  #paragraph(depth: number, isBody: boolean): string {
    const properties = [
      this.#chance(0.08) ? '<w:keepNext/>' : '',
      this.#chance(0.08) ? '<w:keepLines/>' : '',
      this.#chance(0.03) && isBody && depth === 0 ? '<w:pageBreakBefore/>' : '',
      this.#chance(0.05) && depth < 3 ? this.#frame() : '',
      this.#chance(0.1) ? '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>' : '',
      this.#chance(0.08)
        ? '<w:pBdr><w:top w:val="single" w:sz="8" w:space="1" w:color="auto"/><w:bottom w:val="double" w:sz="8" w:space="1" w:color="auto"/></w:pBdr>'
        : '',
      this.#chance(0.1) ? '<w:shd w:val="clear" w:color="auto" w:fill="FFFFCC"/>' : '',
      this.#chance(0.1) ? '<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="4000"/></w:tabs>' : '',
      this.#chance(0.1) ? '<w:bidi/>' : '',
      this.#chance(0.4)
        ? `<w:spacing w:before="${this.#int(0, 400)}" w:after="${this.#int(0, 400)}"${this.#chance(0.4) ? ` w:line="${this.#pick([240, 276, 360, 480])}" w:lineRule="${this.#pick(['auto', 'atLeast'])}"` : ''}/>`
        : '',
      this.#chance(0.2) ? `<w:ind w:left="${this.#int(0, 900)}" w:firstLine="${this.#int(0, 400)}"/>` : '',
      this.#chance(0.3) ? `<w:jc w:val="${this.#pick(['both', 'center', 'right'])}"/>` : '',
    ].join('')
    let content = ''
    const pieces = this.#int(1, 6)
    for (let i = 0; i < pieces; i++) content += this.#inline(depth, isBody)
    return `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`
  }

  #frame(): string {
    const place = this.#pick([
      'w:hAnchor="text" w:vAnchor="text" w:x="300" w:y="200"',
      'w:hAnchor="margin" w:vAnchor="text" w:xAlign="right" w:y="100"',
      'w:hAnchor="text" w:vAnchor="text" w:y="1"',
    ])
    return `<w:framePr w:w="${this.#int(1500, 3500)}" w:hSpace="120" w:vSpace="60" w:wrap="around" ${place}/>`
  }

  #table(depth: number, isBody: boolean): string {
    const columns = this.#int(1, this.#columns > 1 ? 1 : (MOST_COLUMNS[depth] ?? 1))
    const rows = this.#int(1, depth > 1 ? 3 : 8)
    const width = Math.floor((this.#columns > 1 ? 2400 - depth * 150 : (WIDTHS[depth] ?? 1500)) / columns)
    const span: number[] = new Array(columns).fill(0)
    let xml = ''
    for (let i = 0; i < rows; i++) xml += this.#row({ depth, isBody, columns, rows, width, span }, i)
    const isFloating = depth === 0 && isBody && this.#chance(0.08)
    return [
      '<w:tbl><w:tblPr>',
      isFloating
        ? '<w:tblpPr w:leftFromText="180" w:rightFromText="180" w:vertAnchor="text" w:horzAnchor="margin" w:tblpX="400" w:tblpY="100"/>'
        : '',
      this.#chance(0.12) ? '<w:bidiVisual/>' : '',
      `<w:tblW w:w="${this.#chance(0.5) ? 0 : width * columns}" w:type="${this.#chance(0.5) ? 'auto' : 'dxa'}"/>`,
      this.#chance(0.1) ? '<w:tblCellSpacing w:w="40" w:type="dxa"/>' : '',
      '<w:tblBorders><w:top w:val="single" w:sz="4"/><w:left w:val="single" w:sz="4"/><w:bottom w:val="single" w:sz="4"/><w:right w:val="single" w:sz="4"/><w:insideH w:val="single" w:sz="4"/><w:insideV w:val="single" w:sz="4"/></w:tblBorders>',
      this.#chance(0.2) ? '<w:tblLayout w:type="fixed"/>' : '',
      `</w:tblPr><w:tblGrid>${`<w:gridCol w:w="${width}"/>`.repeat(columns)}</w:tblGrid>${xml}</w:tbl>`,
    ].join('')
  }

  #row(
    table: { depth: number; isBody: boolean; columns: number; rows: number; width: number; span: number[] },
    index: number,
  ): string {
    const { depth, isBody, columns, rows, width, span } = table
    let cells = ''
    for (let column = 0; column < columns; ) {
      const merge = span[column] ?? 0
      const wide = merge === 0 && column + 1 < columns && (span[column + 1] ?? 0) === 0 && this.#chance(0.15) ? 2 : 1
      let properties = `<w:tcW w:w="${width * wide}" w:type="dxa"/>`
      if (wide > 1) properties += '<w:gridSpan w:val="2"/>'
      let content: string
      if (merge > 0) {
        span[column] = merge - 1
        properties += '<w:vMerge/>'
        content = '<w:p/>'
      } else {
        if (wide === 1 && index + 1 < rows && this.#chance(0.15)) {
          span[column] = this.#int(1, rows - index - 1)
          properties += '<w:vMerge w:val="restart"/>'
        }
        if (this.#chance(0.1)) properties += '<w:shd w:val="clear" w:color="auto" w:fill="DDEEFF"/>'
        if (depth === 0 && this.#chance(0.04))
          properties += `<w:textDirection w:val="${this.#pick(['btLr', 'tbRl'])}"/>`
        if (this.#chance(0.2)) properties += `<w:vAlign w:val="${this.#pick(['center', 'bottom'])}"/>`
        content = this.#blocksIn(depth + 1, this.#chance(0.3) ? 1 : 0, isBody)
      }
      cells += `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`
      column += wide
    }
    const rowProperties = [
      this.#chance(0.15) ? '<w:cantSplit/>' : '',
      this.#chance(0.15) ? `<w:trHeight w:val="${this.#int(200, 1500)}" w:hRule="atLeast"/>` : '',
    ].join('')
    return `<w:tr><w:trPr>${rowProperties}</w:trPr>${cells}</w:tr>`
  }

  // -- inlines ----------------------------------------------------------------------------------------------------

  #inline(depth: number, isBody: boolean): string {
    const kind = this.#random()
    const isDeep = depth >= MAX_DEPTH || this.#blocks > MAX_BLOCKS
    if (kind < 0.5) return this.#run(this.#int(1, 12))
    if (kind < 0.54) return `<w:hyperlink w:anchor="there">${this.#run(2)}</w:hyperlink>`
    if (kind < 0.58) return `<w:ins w:id="${this.#ids++}" w:author="A">${this.#run(2)}</w:ins>`
    if (kind < 0.61) return this.#deleted()
    if (kind < 0.64) return `<w:sdt><w:sdtPr/><w:sdtContent>${this.#run(2)}</w:sdtContent></w:sdt>`
    if (kind < 0.67) return `<w:smartTag w:element="e">${this.#run(1)}</w:smartTag>`
    if (kind < 0.7) return this.#field()
    if (kind < 0.74 && isBody && this.#where === 'once') return this.#note()
    if (kind < 0.77) return this.#equation()
    if (kind < 0.79) return '<w:r><w:tab/></w:r>'
    if (kind < 0.81) return '<w:r><w:br/></w:r>'
    if (kind < 0.82 && isBody && depth === 0) return `<w:r><w:br w:type="${this.#pick(['page', 'column'])}"/></w:r>`
    if (kind < 0.86 && !isDeep) return this.#textBox(depth)
    if (kind < 0.88 && !isDeep) return this.#vmlBox(depth)
    if (kind < 0.9) return `<w:dir w:val="rtl">${this.#run(2)}</w:dir>`
    if (kind < 0.92) return this.#ruby()
    if (kind < 0.94) return this.#alternate()
    if (kind < 0.95 && this.#where === 'once' && isBody) return this.#comment()
    return this.#run(3)
  }

  #run(count: number): string {
    const properties = [
      this.#chance(0.15) ? '<w:b/>' : '',
      this.#chance(0.1) ? '<w:i/>' : '',
      this.#chance(0.05) ? `<w:position w:val="${this.#int(-6, 6)}"/>` : '',
      this.#chance(0.15) ? `<w:sz w:val="${this.#pick([12, 18, 26])}"/>` : '',
      this.#chance(0.08) ? '<w:highlight w:val="yellow"/>' : '',
      this.#chance(0.08) ? '<w:u w:val="single"/>' : '',
      this.#chance(0.05) ? `<w:vertAlign w:val="${this.#pick(['superscript', 'subscript'])}"/>` : '',
    ].join('')
    const words = Array.from({ length: count }, () => this.#word()).join(' ')
    return `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${words} </w:t></w:r>`
  }

  #deleted(): string {
    return `<w:del w:id="${this.#ids++}" w:author="A"><w:r><w:delText xml:space="preserve">${this.#word('never')} </w:delText></w:r></w:del>`
  }

  #field(): string {
    const result = this.#run(2)
    if (this.#chance(0.5)) return `<w:fldSimple w:instr=" DOCPROPERTY x ">${result}</w:fldSimple>`
    const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
    const code = `<w:r><w:instrText> ${this.#pick(['REF a', 'MERGEFIELD b', 'QUOTE c'])} </w:instrText></w:r>`
    return `${mark('begin')}${code}${mark('separate')}${result}${mark('end')}`
  }

  #note(): string {
    const kind = this.#pick(['footnote', 'footnote', 'endnote'] as const)
    const notes = kind === 'footnote' ? this.#footnotes : this.#endnotes
    const content = `<w:p><w:r><w:${kind}Ref/></w:r>${this.#run(this.#int(1, 30))}</w:p>`
    notes.push(this.#chance(0.1) ? this.#table(3, false) + content : content)
    return `<w:r><w:${kind}Reference w:id="${notes.length}"/></w:r>`
  }

  #comment(): string {
    const before = this.#where
    this.#where = 'never'
    this.#comments.push(`<w:p>${this.#run(2)}</w:p>`)
    this.#where = before
    return `<w:r><w:commentReference w:id="${this.#comments.length}"/></w:r>`
  }

  #equation(): string {
    const r = (text: string) => `<m:r><m:rPr><m:nor/></m:rPr><m:t xml:space="preserve"> ${text} </m:t></m:r>`
    const inner = this.#pick([
      () => `<m:f><m:num>${r(this.#word())}</m:num><m:den>${r(this.#word())}</m:den></m:f>`,
      () => `<m:rad><m:deg/><m:e>${r(this.#word())}</m:e></m:rad>`,
      () => `<m:sSup><m:e>${r(this.#word())}</m:e><m:sup>${r(this.#word())}</m:sup></m:sSup>`,
      () => `<m:d><m:e>${r(this.#word())}</m:e></m:d>`,
      () => `<m:m><m:mr><m:e>${r(this.#word())}</m:e><m:e>${r(this.#word())}</m:e></m:mr></m:m>`,
    ])()
    return `<m:oMath>${inner}</m:oMath>`
  }

  #ruby(): string {
    return `<w:r><w:ruby><w:rubyPr/><w:rt><w:r><w:t>guide</w:t></w:r></w:rt><w:rubyBase><w:r><w:t xml:space="preserve">${this.#word()}</w:t></w:r></w:rubyBase></w:ruby></w:r><w:r><w:t xml:space="preserve"> </w:t></w:r>`
  }

  #alternate(): string {
    const choice = this.#run(1)
    const before = this.#where
    this.#where = 'never'
    const fallback = this.#run(1)
    this.#where = before
    return `<mc:AlternateContent><mc:Choice Requires="wps">${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`
  }

  #textBox(depth: number): string {
    const content = this.#blocksIn(depth + 3, 1, false)
    const isInline = this.#chance(0.4)
    // Shapes follow their text, so that nothing is cut off.
    const shape = `<a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1300000" cy="600000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></wps:spPr><wps:txbx><w:txbxContent>${content}</w:txbxContent></wps:txbx><wps:bodyPr><a:spAutoFit/></wps:bodyPr></wps:wsp></a:graphicData></a:graphic>`
    const about = `<wp:extent cx="1300000" cy="600000"/>`
    const name = `<wp:docPr id="${this.#ids++}" name="b"/>`
    if (isInline) return `<w:r><w:drawing><wp:inline>${about}${name}${shape}</wp:inline></w:drawing></w:r>`
    const wrap = this.#pick(['<wp:wrapSquare wrapText="bothSides"/>', '<wp:wrapTopAndBottom/>', '<wp:wrapNone/>'])
    const place = `<wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="column"><wp:posOffset>${this.#int(0, 100000)}</wp:posOffset></wp:positionH><wp:positionV relativeFrom="paragraph"><wp:posOffset>${this.#int(0, 300000)}</wp:posOffset></wp:positionV>`
    return `<w:r><w:drawing><wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="${this.#ids++}" behindDoc="0" locked="0" layoutInCell="1" allowOverlap="1">${place}${about}${wrap}${name}${shape}</wp:anchor></w:drawing></w:r>`
  }

  #vmlBox(depth: number): string {
    const content = this.#blocksIn(depth + 3, 0, false)
    return `<w:r><w:pict><v:shape style="width:180pt;height:60pt"><v:textbox style="mso-fit-shape-to-text:t"><w:txbxContent>${content}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`
  }

  // -- words and chances ------------------------------------------------------------------------------------------

  /** A word that stands nowhere else; short enough for narrow cells, and no part of another. */
  #word(where: Where = this.#where): string {
    const list = this.#words[where]
    const letter = { once: 'q', repeated: 'h', perhaps: 'p', never: 'x' }[where]
    const word = `${letter}${list.length.toString(16)}z`
    list.push(word)
    return word
  }

  #chance(share: number): boolean {
    return this.#random() < share
  }

  #int(low: number, high: number): number {
    return low + Math.floor(this.#random() * (high - low + 1))
  }

  #pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.#random() * items.length)] ?? items[0]
    if (item === undefined) throw new Error('Nothing to pick from.')
    return item
  }
}
