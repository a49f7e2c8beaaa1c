/**
 * Markup that is deep, long, circular, wild or broken.
 *
 * @module
 */

import {
  type DocxParts,
  inlinePicture,
  makeBodyDocx,
  makeRichDocx,
  p,
  r,
  relationshipsPart,
  wordPart,
} from './rich-docx.js'

type Makers = Readonly<Record<string, () => Uint8Array>>

const main = (content: string | Uint8Array): Uint8Array => makeRichDocx({ 'word/document.xml': content })
const body = (content: string, parts: DocxParts = {}): Uint8Array => makeBodyDocx(content, parts)
const nested = (depth: number, open: string, inner: string, close: string): string =>
  open.repeat(depth) + inner + close.repeat(depth)

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
  'four hundred thousand attributes': () =>
    main(
      wordPart(
        'w:document',
        `<w:body><w:p ${Array.from({ length: 400_000 }, (_, i) => `a${i}=""`).join(' ')}/></w:body>`,
      ),
    ),
  'five hundred namespaces on each of four hundred levels': () =>
    main(
      wordPart(
        'w:document',
        `<w:body>${nested(400, `<w:sdt ${Array.from({ length: 500 }, (_, i) => `xmlns:n${i}="u${i}"`).join(' ')}>`, '', '</w:sdt>')}</w:body>`,
      ),
    ),
  'markup that is cut off': () => main('<w:document xmlns:w="x"><w:body><w:p'),
  'an end without a beginning': () => main('</w:document>'),
  'nothing at all': () => main(''),
  'invalid UTF-8': () =>
    main(Buffer.concat([Buffer.from('<a>'), Buffer.from([0xc0, 0xff, 0xfe, 0x80]), Buffer.from('</a>')])),
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
      'word/header1.xml': wordPart(
        'w:hdr',
        `${p(inlinePicture('me', 9_000_000))}<w:altChunk r:id="me"/><w:sectPr><w:headerReference w:type="default" r:id="me"/></w:sectPr>`,
      ),
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
    makeRichDocx(
      Object.fromEntries(
        ['styles', 'numbering', 'settings', 'theme/theme1', 'footnotes', 'header1', 'charts/chart1'].map((name) => [
          `word/${name}.xml`,
          '',
        ]),
      ),
    ),
  'a main part that is somewhere else': () =>
    makeRichDocx({ '_rels/.rels': relationshipsPart({ main: ['officeDocument', '../../../../etc/passwd'] }) }),
  'content types that are wrong': () =>
    makeRichDocx({
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="image/png"/></Types>',
    }),
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
      '<w:p><w:r><w:drawing><wp:inline><wp:extent cx="9" cy="9"/><a:graphic><a:graphicData><wpg:grpSp>',
      '</wpg:grpSp></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>',
    ],
    'text boxes': [
      '<w:p><w:r><w:pict><v:shape><v:textbox><w:txbxContent>',
      '</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>',
    ],
    equations: ['<m:oMath><m:f><m:num>', '</m:num><m:den/></m:f></m:oMath>'],
    alternatives: ['<mc:AlternateContent><mc:Choice Requires="wps">', '</mc:Choice></mc:AlternateContent>'],
  }).flatMap(([name, [open = '', close = '']]) =>
    [30, 10_000].map((depth) => [
      `${depth} ${name} inside of each other`,
      () => body(nested(depth, open, p(r('inside')), close)),
    ]),
  ),
)
