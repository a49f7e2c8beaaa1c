/**
 * Sizes that no paper has.
 *
 * @module
 */

import {
  anchored,
  type DocxParts,
  inlinePicture,
  makeBodyDocx,
  makeRichDocx,
  p,
  pictureGraphic,
  r,
  textBoxGraphic,
  wordPart,
} from './rich-docx.js'

type Makers = Readonly<Record<string, () => Uint8Array>>

const words = 'Several words in a row that make up some text of a usual kind. '
const section = (content: string): string => `<w:sectPr>${content}</w:sectPr>`
const body = (content: string, parts: DocxParts = {}): Uint8Array => makeBodyDocx(content, parts)

const BIG = [
  '0',
  '-1',
  '1',
  '16380',
  '1000000000',
  '2147483648',
  '-2147483649',
  '1e99',
  'NaN',
  '99999999999999999999',
  '',
]

/** Sizes that no paper has. Each maker puts one value wherever a size is asked for. */
export const HOSTILE_SIZES: Makers = Object.fromEntries(
  BIG.map((value) => [`"${value}" for every size`, () => wildSizes(value)]),
)

function wildSizes(value: string): Uint8Array {
  const v = `w:val="${value}"`
  const sides = ['top', 'left', 'bottom', 'right']
    .map((side) => `<w:${side} ${v} w:sz="${value}" w:space="${value}" w:w="${value}" w:type="dxa"/>`)
    .join('')
  const paragraph = (content: string, properties: string): string => p(content, properties)
  const cells = `<w:tc><w:tcPr><w:tcW w:w="${value}" w:type="dxa"/><w:gridSpan ${v}/><w:tcMar>${sides}</w:tcMar></w:tcPr>${p(r('cell'))}</w:tc>`
  return makeBodyDocx(
    [
      paragraph(r(words), `<w:ind w:left="${value}" w:right="${value}" w:firstLine="${value}"/>`),
      paragraph(r(words), `<w:ind w:left="${value}" w:hanging="${value}"/>`),
      paragraph(r(words), `<w:spacing w:before="${value}" w:after="${value}"/>`),
      ...['auto', 'exact', 'atLeast'].map((rule) =>
        paragraph(r(words), `<w:spacing w:line="${value}" w:lineRule="${rule}"/>`),
      ),
      paragraph(
        `<w:r><w:tab/></w:r>${r('x')}<w:r><w:tab/></w:r>`,
        `<w:tabs><w:tab w:val="right" w:pos="${value}" w:leader="dot"/></w:tabs>`,
      ),
      paragraph(r(words, `<w:sz ${v}/>`), ''),
      paragraph(r(words, `<w:spacing ${v}/><w:w ${v}/><w:position ${v}/><w:kern ${v}/>`), ''),
      paragraph(r(words), `<w:pBdr>${sides}</w:pBdr>`),
      paragraph(
        r(words),
        `<w:framePr w:w="${value}" w:h="${value}" w:x="${value}" w:y="${value}" w:hSpace="${value}" w:lines="${value}" w:dropCap="drop"/>`,
      ),
      paragraph(r(words), `<w:numPr><w:ilvl ${v}/><w:numId ${v}/></w:numPr><w:outlineLvl ${v}/>`),
      `<w:tbl><w:tblPr><w:tblW w:w="${value}" w:type="dxa"/><w:tblInd w:w="${value}" w:type="dxa"/><w:tblCellSpacing w:w="${value}" w:type="dxa"/><w:tblBorders>${sides}</w:tblBorders></w:tblPr><w:tblGrid><w:gridCol w:w="${value}"/><w:gridCol w:w="${value}"/></w:tblGrid><w:tr><w:trPr><w:gridBefore ${v}/><w:gridAfter ${v}/><w:trHeight ${v} w:hRule="exact"/></w:trPr>${cells}${cells}</w:tr></w:tbl>`,
      `<w:tbl><w:tblPr><w:tblW w:w="${value}" w:type="pct"/><w:tblpPr w:tblpX="${value}" w:tblpY="${value}" w:leftFromText="${value}" w:vertAnchor="page"/></w:tblPr><w:tr>${cells}</w:tr></w:tbl>`,
      p(inlinePicture('image', Number(value)).replaceAll(/c([xy])="[^"]*"/g, `c$1="${value}"`)),
      p(
        anchored(textBoxGraphic(p(r('boxed'))), 0, 0).replaceAll(
          /(c[xy]|dist[TBLR]|[xy]|rot|pos|ang|w)="\d+"/g,
          `$1="${value}"`,
        ),
      ),
      p(anchored(pictureGraphic('image'), 0, 0).replace(/<wp:posOffset>[^<]*/g, `<wp:posOffset>${value}`)),
      `<w:p><w:r><w:pict><v:rect style="position:absolute;width:${value}pt;height:${value}in;margin-left:${value}cm;rotation:${value};z-index:${value}" strokeweight="${value}pt"/></w:pict></w:r></w:p>`,
      p(
        r('x'),
        section(
          `<w:pgNumType w:start="${value}"/><w:lnNumType w:countBy="${value}" w:distance="${value}"/><w:docGrid w:type="lines" w:linePitch="${value}"/>`,
        ),
      ),
      p(
        r(words.repeat(9)),
        section(
          `<w:pgMar w:top="${value}" w:bottom="${value}" w:left="${value}" w:right="${value}" w:header="${value}" w:footer="${value}" w:gutter="${value}"/>`,
        ),
      ),
      p(r(words.repeat(9)), section(`<w:pgSz w:w="${value}" w:h="${value}"/>`)),
      p(
        r(words.repeat(9)),
        section(`<w:cols w:num="${value}" w:space="${value}"/><w:pgBorders>${sides}</w:pgBorders>`),
      ),
      p(
        r(words.repeat(9)),
        section(
          `<w:cols w:num="2" w:equalWidth="0"><w:col w:w="${value}" w:space="${value}"/><w:col w:w="${value}"/></w:cols>`,
        ),
      ),
    ].join(''),
    {
      'word/settings.xml': wordPart(
        'w:settings',
        `<w:defaultTabStop ${v}/><w:consecutiveHyphenLimit ${v}/><w:hyphenationZone ${v}/><w:autoHyphenation/>`,
      ),
      'word/styles.xml': wordPart(
        'w:styles',
        `<w:docDefaults><w:rPrDefault><w:rPr><w:kern ${v}/></w:rPr></w:rPrDefault></w:docDefaults>`,
      ),
    },
  )
}

/** Pages that hold next to nothing. */
export const HOSTILE_PAGES: Makers = {
  'a page of one twip': () =>
    body(
      p(r(words.repeat(100))) +
        section('<w:pgSz w:w="1" w:h="1"/><w:pgMar w:top="0" w:bottom="0" w:left="0" w:right="0"/>'),
    ),
  'margins that leave nothing': () =>
    body(
      p(r(words.repeat(100))) +
        section(
          '<w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="9000" w:bottom="9000" w:left="9000" w:right="9000"/>',
        ),
    ),
  'forty columns of no width': () => body(p(r(words.repeat(100))) + section('<w:cols w:num="45" w:space="720"/>')),
  'rows of nine pages that may not break': () =>
    body(
      `<w:tbl>${`<w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr><w:tc>${p(r(words.repeat(10))).repeat(100)}</w:tc></w:tr>`.repeat(20)}</w:tbl>`,
    ),
  'headers that fill the page': () =>
    makeRichDocx({
      'word/header1.xml': wordPart('w:hdr', p(r('head')).repeat(60)),
      'word/footer1.xml': wordPart('w:ftr', p(r('foot')).repeat(60)),
    }),
  'text that is larger than the page': () => body(p(r(words.repeat(10), '<w:sz w:val="3276"/>'))),
  'floats that are larger than the page': () =>
    body(p(anchored(pictureGraphic('image'), 0, 0, 20_000_000, 20_000_000) + r(words)).repeat(200)),
  'floats that leave slits': () =>
    body(
      p(
        Array.from({ length: 200 }, (_, i) =>
          anchored(pictureGraphic('image'), (i % 20) * 300_000, Math.floor(i / 20) * 300_000, 200_000, 200_000),
        ).join('') + r(words.repeat(300)),
      ),
    ),
}
