/**
 * Markup that is deep, long, circular, wild or broken.
 *
 * @module
 */

import {
  anchored,
  type DocxParts,
  field,
  inlinePicture,
  makeBodyDocx,
  makeRichDocx,
  p,
  pictureGraphic,
  r,
  relationshipsPart,
  textBoxGraphic,
  wordPart,
} from './rich-docx.js'

type Makers = Readonly<Record<string, () => Uint8Array>>

const main = (content: string | Uint8Array): Uint8Array => makeRichDocx({ 'word/document.xml': content })
const body = (content: string, parts: DocxParts = {}): Uint8Array => makeBodyDocx(content, parts)
const nested = (depth: number, open: string, inner: string, close: string): string =>
  open.repeat(depth) + inner + close.repeat(depth)
const section = (content: string): string => `<w:sectPr>${content}</w:sectPr>`
const words = 'Several words in a row that make up some text of a usual kind. '

/** What XML itself can be made to do. */
export const HOSTILE_XML: Makers = {
  'entities that multiply': () => {
    const entities = Array.from({ length: 30 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`)
    return main(
      `<!DOCTYPE w:document [<!ENTITY e0 "ha">${entities.join('')}]>${wordPart('w:document', `<w:body>${p(r('&e30;'))}</w:body>`).replace(/^.*\n/, '')}`,
    )
  },
  'an entity from a file': () =>
    main(
      `<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>${wordPart('w:document', `<w:body>${p(r('&x;'))}</w:body>`).replace(/^.*\n/, '')}`,
    ),
  'entities that nobody declared': () => body(p(r('&nbsp;&x;&#0;&#xD800;&#x110000;&#99999999999;'))),
  'a million attributes': () =>
    main(wordPart('w:document', `<w:body><w:p ${Array.from({ length: 400_000 }, (_, i) => `a${i}=""`).join(' ')}/></w:body>`)),
  'a thousand namespaces on each of a thousand levels': () =>
    main(
      wordPart(
        'w:document',
        `<w:body>${nested(400, `<w:sdt ${Array.from({ length: 500 }, (_, i) => `xmlns:n${i}="u${i}"`).join(' ')}><w:sdtContent>`.replace(/<w:sdtContent>$/, ''), '', '</w:sdt>')}</w:body>`,
      ),
    ),
  'markup that is cut off': () => main('<w:document xmlns:w="x"><w:body><w:p'),
  'an end without a beginning': () => main('</w:document>'),
  'nothing at all': () => main(''),
  'invalid UTF-8': () => main(Buffer.concat([Buffer.from('<a>'), Buffer.from([0xc0, 0xff, 0xfe, 0x80]), Buffer.from('</a>')])),
  'invalid UTF-16': () => main(Buffer.from([0xff, 0xfe, 0x3c, 0x00, 0x00, 0xd8, 0x3e])),
  'lone surrogates and control characters': () =>
    body(p(r('\u0000\u0001\b\u000b\u001f\ufffe\uffff\ud800 \udc00&#xDFFF;&#1;'))),
  'a comment that never ends': () => main(`<!--${'-'.repeat(1_000_000)}`),
  'a million open brackets': () => main('<'.repeat(1_000_000)),
}

/** What refers to itself, or to nothing. */
export const HOSTILE_REFERENCES: Makers = {
  'styles in a circle': () =>
    makeRichDocx({
      'word/styles.xml': wordPart(
        'w:styles',
        ['A', 'B', 'Heading1', 'Title', 'Normal']
          .map(
            (id, i, all) =>
              `<w:style w:type="paragraph" w:styleId="${id}"><w:basedOn w:val="${all[(i + 1) % all.length]}"/><w:link w:val="${id}"/><w:next w:val="${id}"/></w:style>`,
          )
          .join(''),
      ),
    }),
  'twenty thousand styles, each based on the one before': () =>
    body(p(r('deep'), '<w:pStyle w:val="S19999"/>').repeat(50), {
      'word/styles.xml': wordPart(
        'w:styles',
        Array.from(
          { length: 20_000 },
          (_, i) =>
            `<w:style w:type="paragraph" w:styleId="S${i}"><w:basedOn w:val="S${i - 1}"/><w:pPr><w:ind w:left="${i}"/></w:pPr></w:style>`,
        ).join(''),
      ),
    }),
  'lists in a circle': () =>
    makeRichDocx({
      'word/numbering.xml': wordPart(
        'w:numbering',
        '<w:abstractNum w:abstractNumId="0"><w:numStyleLink w:val="L"/></w:abstractNum><w:abstractNum w:abstractNumId="1"><w:styleLink w:val="L"/><w:numStyleLink w:val="L"/></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
      ),
      'word/styles.xml': wordPart(
        'w:styles',
        '<w:style w:type="numbering" w:styleId="L"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>',
      ),
    }),
  'relationships in a circle': () =>
    makeRichDocx({
      'word/header1.xml': wordPart('w:hdr', `${p(inlinePicture('me', 9_000_000))}<w:altChunk r:id="me"/><w:sectPr><w:headerReference w:type="default" r:id="me"/></w:sectPr>`),
      'word/_rels/header1.xml.rels': relationshipsPart({ me: ['header', 'header1.xml'] }),
      'word/media/image1.png': richHeaderAsPicture,
    }),
  'notes that refer to themselves': () =>
    makeRichDocx({
      'word/footnotes.xml': wordPart(
        'w:footnotes',
        `<w:footnote w:id="2">${p(`${r('x')}<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:endnoteReference w:id="2"/></w:r>`)}</w:footnote>`,
      ),
      'word/endnotes.xml': wordPart(
        'w:endnotes',
        `<w:endnote w:id="2">${p(`${r('x')}<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:endnoteReference w:id="2"/></w:r>`)}</w:endnote>`,
      ),
    }),
  'parts that are not there': () =>
    makeRichDocx(Object.fromEntries(['styles', 'numbering', 'settings', 'theme/theme1', 'footnotes', 'header1', 'charts/chart1'].map((name) => [`word/${name}.xml`, '']))),
  'a main part that is somewhere else': () =>
    makeRichDocx({ '_rels/.rels': relationshipsPart({ main: ['officeDocument', '../../../../etc/passwd'] }) }),
  'content types that are wrong': () =>
    makeRichDocx({ '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="image/png"/></Types>' }),
}

const richHeaderAsPicture = '<w:hdr/>'

/** One thing inside of the next, without end. */
export const HOSTILE_DEPTHS: Makers = Object.fromEntries(
  Object.entries({
    tables: ['<w:tbl><w:tr><w:tc>', '</w:tc></w:tr></w:tbl>'],
    'content controls': ['<w:sdt><w:sdtContent>', '</w:sdtContent></w:sdt>'],
    insertions: ['<w:ins>', '</w:ins>'],
    'smart tags': ['<w:smartTag>', '</w:smartTag>'],
    hyperlinks: ['<w:p><w:hyperlink w:anchor="a">', '</w:hyperlink></w:p>'],
    groups: [
      '<w:p><w:r><w:drawing><wp:inline><wp:extent cx="9" cy="9"/><a:graphic><a:graphicData><wpg:wgp>'.replace(/<wpg:wgp>$/, '<wpg:grpSp>'),
      '</wpg:grpSp></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>',
    ],
    'text boxes': ['<w:p><w:r><w:pict><v:shape><v:textbox><w:txbxContent>', '</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>'],
    equations: ['<m:oMath><m:f><m:num>', '</m:num><m:den/></m:f></m:oMath>'],
    alternatives: ['<mc:AlternateContent><mc:Choice Requires="wps">', '</mc:Choice></mc:AlternateContent>'],
  }).flatMap(([name, [open = '', close = '']]) =>
    [30, 10_000].map((depth) => [
      `${depth} ${name} inside of each other`,
      () => body(nested(depth, open, p(r('inside')), close)),
    ]),
  ),
)

/** Too much of one thing. */
export const HOSTILE_COUNTS: Makers = {
  'a table of a million cells': () => body(`<w:tbl>${`<w:tr>${'<w:tc><w:p/></w:tc>'.repeat(50)}</w:tr>`.repeat(20_000)}</w:tbl>`),
  'a table of ninety thousand cells': () => body(`<w:tbl>${`<w:tr>${'<w:tc><w:p/></w:tc>'.repeat(30)}</w:tr>`.repeat(3000)}</w:tbl>`),
  'a table of one row and thirty thousand paragraphs': () =>
    body(`<w:tbl><w:tr><w:tc>${p(r('x')).repeat(30_000)}</w:tc></w:tr></w:tbl>`),
  'a million empty paragraphs': () => body('<w:p/>'.repeat(1_000_000)),
  'a million paragraphs of a word': () => body('<w:p><w:r><w:t>x</w:t></w:r></w:p>'.repeat(900_000)),
  'half a million runs in one paragraph': () => body(p('<w:r><w:t>x y</w:t></w:r>'.repeat(500_000))),
  'half a million runs, each in a style of its own': () =>
    body(p(Array.from({ length: 300_000 }, (_, i) => r('x ', `<w:sz w:val="${i % 200}"/><w:spacing w:val="${i % 991}"/>`)).join(''))),
  '10 MB without a space': () => body(p(r('x'.repeat(10_000_000)))),
  '10 MB of words in one paragraph': () => body(p(r(words.repeat(160_000)))),
  '24 MB of words in paragraphs': () => body(p(r(words.repeat(10))).repeat(38_000)),
  '3 MB of combining marks': () => body(p(r(`a${'\u0301'.repeat(1_500_000)}`))),
  '3 MB of brackets to the left and to the right': () => body(p(r('(\u05d0['.repeat(500_000)), '<w:bidi/>')),
  'a million embeddings of direction': () => body(p(r('\u202ba\u202d'.repeat(300_000)))),
  'half a million tabs': () => body(p('<w:r><w:tab/></w:r>'.repeat(500_000))),
  'two hundred thousand breaks': () => body(p('<w:r><w:br/></w:r>'.repeat(200_000))),
  'thirty thousand page breaks': () => body(p('<w:r><w:br w:type="page"/></w:r>'.repeat(30_000))),
  'a hundred thousand column breaks': () => body(p('<w:r><w:br w:type="column"/></w:r>'.repeat(100_000)) + section('<w:cols w:num="40"/>')),
  'twenty thousand sections': () => body(p('', section('<w:type w:val="continuous"/><w:cols w:num="3"/>')).repeat(20_000)),
  'a hundred thousand fields': () => body(p(field('PAGE', r('1'))).repeat(100_000)),
  'a hundred thousand links to one bookmark': () =>
    body(`<w:p><w:bookmarkStart w:id="1" w:name="b"/>${`<w:hyperlink w:anchor="b"><w:r><w:t>x </w:t></w:r></w:hyperlink>`.repeat(100_000)}</w:p>`),
  'a hundred thousand bookmarks at one place': () =>
    body(`<w:p>${Array.from({ length: 100_000 }, (_, i) => `<w:bookmarkStart w:id="${i}" w:name="b${i}"/>`).join('')}</w:p>`),
  'a hundred thousand headings': () => body(p(r('h'), '<w:pStyle w:val="Heading1"/>').repeat(100_000)),
  'thirty thousand paragraphs that are kept together': () => body(p(r('h'), '<w:keepNext/><w:keepLines/>').repeat(30_000)),
  'forty thousand references to one note': () => body(p('<w:r><w:footnoteReference w:id="2"/></w:r>'.repeat(40_000))),
  'ten thousand notes in one line': () =>
    body(p(Array.from({ length: 10_000 }, (_, i) => `<w:r><w:footnoteReference w:id="${i + 1}"/></w:r>`).join('')), {
      'word/footnotes.xml': wordPart('w:footnotes', Array.from({ length: 10_000 }, (_, i) => `<w:footnote w:id="${i + 1}">${p(r('a note'))}</w:footnote>`).join('')),
    }),
  'a note of four hundred pages': () =>
    body(p(`${r('x')}<w:r><w:footnoteReference w:id="2"/></w:r>`), {
      'word/footnotes.xml': wordPart('w:footnotes', `<w:footnote w:id="2">${p(r(words.repeat(6))).repeat(6000)}</w:footnote>`),
    }),
  'a header of forty pages': () =>
    makeRichDocx({ 'word/header1.xml': wordPart('w:hdr', p(r(words.repeat(6))).repeat(600)) }),
  'a hundred thousand floats': () => body(p(anchored(pictureGraphic('image'), 0, 0, 99_999, 99_999).repeat(100_000))),
  'ten thousand floats, each in a paragraph': () =>
    body(p(anchored(pictureGraphic('image'), 300_000, 0, 99_999, 99_999) + r(words)).repeat(10_000)),
  'ten thousand text boxes': () => body(p(anchored(textBoxGraphic(p(r(words))), 0, 0).repeat(10_000))),
  'fifty thousand text frames': () => body(p(r('f'), '<w:framePr w:w="500" w:hAnchor="page" w:x="9"/>').repeat(20_000).replaceAll('</w:p><w:p>', `</w:p>${p(r('y'))}<w:p>`)),
  'twenty thousand equations': () => body(p('<m:oMath><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>').repeat(20_000)),
  'a matrix of a hundred thousand cells': () =>
    body(p(`<m:oMath><m:m>${`<m:mr>${'<m:e><m:r><m:t>x</m:t></m:r></m:e>'.repeat(300)}</m:mr>`.repeat(300)}</m:m></m:oMath>`)),
  'a list with fifty thousand items': () => body(p(r('i'), '<w:numPr><w:ilvl w:val="8"/><w:numId w:val="1"/></w:numPr>').repeat(50_000)),
  'fifty thousand deleted paragraph marks': () => body(p(r('x'), '<w:rPr><w:del/></w:rPr>').repeat(50_000)),
}

const BIG = ['0', '-1', '1', '16380', '1000000000', '2147483648', '-2147483649', '1e99', 'NaN', '99999999999999999999', '']

/** Sizes that no paper has. Each maker puts one value wherever a size is asked for. */
export const HOSTILE_SIZES: Makers = Object.fromEntries(BIG.map((value) => [`"${value}" for every size`, () => wildSizes(value)]))

function wildSizes(value: string): Uint8Array {
  const v = `w:val="${value}"`
  const sides = ['top', 'left', 'bottom', 'right'].map((side) => `<w:${side} ${v} w:sz="${value}" w:space="${value}" w:w="${value}" w:type="dxa"/>`).join('')
  const paragraph = (content: string, properties: string): string => p(content, properties)
  const cells = `<w:tc><w:tcPr><w:tcW w:w="${value}" w:type="dxa"/><w:gridSpan ${v}/><w:tcMar>${sides}</w:tcMar></w:tcPr>${p(r('cell'))}</w:tc>`
  return makeBodyDocx(
    [
      paragraph(r(words), `<w:ind w:left="${value}" w:right="${value}" w:firstLine="${value}"/>`),
      paragraph(r(words), `<w:ind w:left="${value}" w:hanging="${value}"/>`),
      paragraph(r(words), `<w:spacing w:before="${value}" w:after="${value}"/>`),
      ...['auto', 'exact', 'atLeast'].map((rule) => paragraph(r(words), `<w:spacing w:line="${value}" w:lineRule="${rule}"/>`)),
      paragraph(`<w:r><w:tab/></w:r>${r('x')}<w:r><w:tab/></w:r>`, `<w:tabs><w:tab w:val="right" w:pos="${value}" w:leader="dot"/></w:tabs>`),
      paragraph(r(words, `<w:sz ${v}/>`), ''),
      paragraph(r(words, `<w:spacing ${v}/><w:w ${v}/><w:position ${v}/><w:kern ${v}/>`), ''),
      paragraph(r(words), `<w:pBdr>${sides}</w:pBdr>`),
      paragraph(r(words), `<w:framePr w:w="${value}" w:h="${value}" w:x="${value}" w:y="${value}" w:hSpace="${value}" w:lines="${value}" w:dropCap="drop"/>`),
      paragraph(r(words), `<w:numPr><w:ilvl ${v}/><w:numId ${v}/></w:numPr><w:outlineLvl ${v}/>`),
      `<w:tbl><w:tblPr><w:tblW w:w="${value}" w:type="dxa"/><w:tblInd w:w="${value}" w:type="dxa"/><w:tblCellSpacing w:w="${value}" w:type="dxa"/><w:tblBorders>${sides}</w:tblBorders></w:tblPr><w:tblGrid><w:gridCol w:w="${value}"/><w:gridCol w:w="${value}"/></w:tblGrid><w:tr><w:trPr><w:gridBefore ${v}/><w:gridAfter ${v}/><w:trHeight ${v} w:hRule="exact"/></w:trPr>${cells}${cells}</w:tr></w:tbl>`,
      `<w:tbl><w:tblPr><w:tblW w:w="${value}" w:type="pct"/><w:tblpPr w:tblpX="${value}" w:tblpY="${value}" w:leftFromText="${value}" w:vertAnchor="page"/></w:tblPr><w:tr>${cells}</w:tr></w:tbl>`,
      p(inlinePicture('image', Number(value)).replaceAll(/c([xy])="[^"]*"/g, `c$1="${value}"`)),
      p(anchored(textBoxGraphic(p(r('boxed'))), 0, 0).replaceAll(/(c[xy]|dist[TBLR]|[xy]|rot|pos|ang|w)="\d+"/g, `$1="${value}"`)),
      p(anchored(pictureGraphic('image'), 0, 0).replace(/<wp:posOffset>[^<]*/g, `<wp:posOffset>${value}`)),
      `<w:p><w:r><w:pict><v:rect style="position:absolute;width:${value}pt;height:${value}in;margin-left:${value}cm;rotation:${value};z-index:${value}" strokeweight="${value}pt"/></w:pict></w:r></w:p>`,
      p(r('x'), section(`<w:pgNumType w:start="${value}"/><w:lnNumType w:countBy="${value}" w:distance="${value}"/><w:docGrid w:type="lines" w:linePitch="${value}"/>`)),
      p(r(words.repeat(9)), section(`<w:pgMar w:top="${value}" w:bottom="${value}" w:left="${value}" w:right="${value}" w:header="${value}" w:footer="${value}" w:gutter="${value}"/>`)),
      p(r(words.repeat(9)), section(`<w:pgSz w:w="${value}" w:h="${value}"/>`)),
      p(r(words.repeat(9)), section(`<w:cols w:num="${value}" w:space="${value}"/><w:pgBorders>${sides}</w:pgBorders>`)),
      p(r(words.repeat(9)), section(`<w:cols w:num="2" w:equalWidth="0"><w:col w:w="${value}" w:space="${value}"/><w:col w:w="${value}"/></w:cols>`)),
    ].join(''),
    {
      'word/settings.xml': wordPart('w:settings', `<w:defaultTabStop ${v}/><w:consecutiveHyphenLimit ${v}/><w:hyphenationZone ${v}/><w:autoHyphenation/>`),
      'word/styles.xml': wordPart('w:styles', `<w:docDefaults><w:rPrDefault><w:rPr><w:kern ${v}/></w:rPr></w:rPrDefault></w:docDefaults>`),
    },
  )
}

/** Pages that hold next to nothing. */
export const HOSTILE_PAGES: Makers = {
  'a page of one twip': () => body(p(r(words.repeat(100))) + section('<w:pgSz w:w="1" w:h="1"/><w:pgMar w:top="0" w:bottom="0" w:left="0" w:right="0"/>')),
  'margins that leave nothing': () => body(p(r(words.repeat(100))) + section('<w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="9000" w:bottom="9000" w:left="9000" w:right="9000"/>')),
  'forty columns of no width': () => body(p(r(words.repeat(100))) + section('<w:cols w:num="45" w:space="720"/>')),
  'rows of nine pages that may not break': () =>
    body(`<w:tbl>${`<w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr><w:tc>${p(r(words.repeat(10))).repeat(100)}</w:tc></w:tr>`.repeat(20)}</w:tbl>`),
  'headers that fill the page': () =>
    makeRichDocx({
      'word/header1.xml': wordPart('w:hdr', p(r('head')).repeat(60)),
      'word/footer1.xml': wordPart('w:ftr', p(r('foot')).repeat(60)),
    }),
  'text that is larger than the page': () => body(p(r(words.repeat(10), '<w:sz w:val="3276"/>'))),
  'floats that are larger than the page': () =>
    body((p(anchored(pictureGraphic('image'), 0, 0, 20_000_000, 20_000_000) + r(words))).repeat(200)),
  'floats that leave slits': () =>
    body(p(Array.from({ length: 200 }, (_, i) => anchored(pictureGraphic('image'), (i % 20) * 300_000, Math.floor(i / 20) * 300_000, 200_000, 200_000)).join('') + r(words.repeat(300)))),
}
