/**
 * One DOCX with a little of everything that documents have.
 *
 * @module
 */

import { crc32, deflateSync } from 'node:zlib'
import { makeZip, NAMESPACES, OFFICE } from '../../support/make-docx.js'

/** The parts of a DOCX by name. */
export type DocxParts = Readonly<Record<string, string | Uint8Array>>

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006'

/** Wraps content into a root element that declares the customary prefixes. */
export function wordPart(root: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<${root} ${NAMESPACES}>${content}</${root}>`
}

/** A relationship part. Each relationship: its type's last segment, its target, `External` where it is so. */
export function relationshipsPart(
  relationships: Readonly<Record<string, readonly [string, string, 'External'?]>>,
): string {
  const items = Object.entries(relationships).map(([id, [type, target, mode]]) => {
    const base = type === 'core-properties' ? `${PACKAGE}/relationships/metadata` : OFFICE
    return `<Relationship Id="${id}" Type="${base}/${type}" Target="${target}"${mode === undefined ? '' : ` TargetMode="${mode}"`}/>`
  })
  return `<Relationships xmlns="${PACKAGE}/relationships">${items.join('')}</Relationships>`
}

/** A PNG of 8-bit RGB samples (ISO/IEC 15948) that says it has these sides, whatever its samples are. */
export function makePng(width: number, height: number, samples?: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const rows = samples ?? Buffer.alloc((width * 3 + 1) * height, 0x40)
  if (samples === undefined) for (let row = 0; row < height; row++) rows[row * (width * 3 + 1)] = 0
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      pngChunk('IHDR', header),
      pngChunk('IDAT', deflateSync(rows)),
      pngChunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  chunk.set(body, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

/** A paragraph; `properties` is the content of w:pPr, `content` that of w:p. */
export const p = (content: string, properties = ''): string => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`
/** A run of text; `properties` is the content of w:rPr. */
export const r = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
/** A field with its code and its stored result. */
export const field = (code: string, result: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`
/** A picture that stands in the line. Sides in EMU. */
export const inlinePicture = (id: string, cx: number, cy = cx): string =>
  `<w:r><w:drawing><wp:inline><wp:extent cx="${cx}" cy="${cy}"/><wp:docPr id="1" name="Picture" descr="A picture"/>${pictureGraphic(id, cx, cy)}</wp:inline></w:drawing></w:r>`
/** An object that text keeps off. `graphic` is an a:graphic. */
export const anchored = (graphic: string, x: number, y: number, cx = 914400, cy = 914400): string =>
  `<w:r><w:drawing><wp:anchor distT="0" distB="0" distL="114300" distR="114300" simplePos="0" relativeHeight="5" behindDoc="0" locked="0" layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="column"><wp:posOffset>${x}</wp:posOffset></wp:positionH><wp:positionV relativeFrom="paragraph"><wp:posOffset>${y}</wp:posOffset></wp:positionV><wp:extent cx="${cx}" cy="${cy}"/><wp:wrapSquare wrapText="bothSides"/><wp:docPr id="2" name="Float"/>${graphic}</wp:anchor></w:drawing></w:r>`
/** An a:graphic of a picture part. */
export const pictureGraphic = (id: string, cx = 914400, cy = 914400): string =>
  `<a:graphic><a:graphicData uri="${DRAWING}/picture"><pic:pic><pic:nvPicPr/><pic:blipFill><a:blip r:embed="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic>`
/** An a:graphic of a shape with text in it; `content` is that of w:txbxContent. */
export const textBoxGraphic = (content: string, shape = 'roundRect'): string =>
  `<a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape">${textBoxShape(content, shape)}</a:graphicData></a:graphic>`

const textBoxShape = (content: string, shape: string): string =>
  `<wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm rot="600000"><a:off x="0" y="0"/><a:ext cx="914400" cy="914400"/></a:xfrm><a:prstGeom prst="${shape}"><a:avLst/></a:prstGeom><a:gradFill><a:gsLst><a:gs pos="0"><a:srgbClr val="FFCC00"/></a:gs><a:gs pos="100000"><a:schemeClr val="accent1"><a:lumMod val="50000"/></a:schemeClr></a:gs></a:gsLst><a:lin ang="5400000"/></a:gradFill><a:ln w="12700"><a:solidFill><a:srgbClr val="203040"/></a:solidFill><a:prstDash val="dash"/><a:tailEnd type="triangle"/></a:ln></wps:spPr><wps:txbx><w:txbxContent>${content}</w:txbxContent></wps:txbx><wps:bodyPr/></wps:wsp>`

const groupGraphic = `<a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingGroup"><wpg:wgp><wpg:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="914400" cy="914400"/><a:chOff x="0" y="0"/><a:chExt cx="1828800" cy="1828800"/></a:xfrm></wpg:grpSpPr>${textBoxShape(p(r('grouped')), 'ellipse')}</wpg:wgp></a:graphicData></a:graphic>`

const chartGraphic = `<a:graphic><a:graphicData uri="${DRAWING}/chart"><c:chart r:id="chart"/></a:graphicData></a:graphic>`

const vmlPicture =
  '<w:r><w:pict><v:shape style="width:50pt;height:40pt;rotation:10" fillcolor="#ff0000"><v:imagedata r:id="image"/></v:shape></w:pict></w:r>'

const cell = (content: string, properties = ''): string => `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`

const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
  .map((side) => `<w:${side} w:val="single" w:sz="8" w:space="0" w:color="336699"/>`)
  .join('')

const table = `<w:tbl><w:tblPr><w:tblStyle w:val="Grid"/><w:tblW w:w="5000" w:type="pct"/><w:tblBorders>${borders}</w:tblBorders></w:tblPr><w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="3000"/><w:gridCol w:w="2000"/></w:tblGrid><w:tr><w:trPr><w:tblHeader/><w:cantSplit/><w:trHeight w:val="500" w:hRule="atLeast"/></w:trPr>${cell(p(r('head')), '<w:gridSpan w:val="2"/><w:shd w:val="clear" w:fill="DDEEFF"/>')}${cell(p(r('last')), '<w:vAlign w:val="center"/>')}</w:tr><w:tr>${cell(p(r('tall')), '<w:vMerge w:val="restart"/>')}${cell(p(r('middle')))}${cell(p(r('sideways')), '<w:textDirection w:val="btLr"/>')}</w:tr><w:tr>${cell(p(''), '<w:vMerge/>')}${cell(`<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="900"/></w:tblGrid><w:tr>${cell(p(r('nested')))}</w:tr></w:tbl>${p('')}`)}${cell(p(r('end')))}</w:tr></w:tbl>`

const math =
  '<m:oMathPara><m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:rad><m:deg/><m:e><m:r><m:t>b</m:t></m:r></m:e></m:rad></m:den></m:f><m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub><m:r><m:t>i</m:t></m:r></m:sub><m:sup><m:r><m:t>n</m:t></m:r></m:sup><m:e><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:e></m:nary><m:m><m:mr><m:e><m:r><m:t>p</m:t></m:r></m:e><m:e><m:r><m:t>q</m:t></m:r></m:e></m:mr></m:m></m:oMath></m:oMathPara>'

const page =
  '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" w:footer="567" w:gutter="0"/>'

const BODY = [
  p(r('The whole at once'), '<w:pStyle w:val="Title"/>'),
  p(
    `<w:bookmarkStart w:id="1" w:name="start"/>${r('First chapter')}<w:bookmarkEnd w:id="1"/>`,
    '<w:pStyle w:val="Heading1"/>',
  ),
  p(
    `${r('Plain, ')}${r('bold, ', '<w:b/>')}${r('italic, ', '<w:i/>')}${r('underlined, ', '<w:u w:val="double"/>')}${r('struck, ', '<w:strike/>')}${r('small capitals, ', '<w:smallCaps/>')}${r('large ', '<w:sz w:val="40"/>')}${r('x', '<w:vertAlign w:val="superscript"/>')}${r(' marked', '<w:highlight w:val="yellow"/>')}<w:r><w:footnoteReference w:id="2"/></w:r>${r(' and noted.')}<w:r><w:endnoteReference w:id="2"/></w:r>`,
    '<w:jc w:val="both"/><w:spacing w:before="120" w:after="240" w:line="300" w:lineRule="auto"/><w:ind w:left="300" w:hanging="300"/>',
  ),
  p(
    `<w:hyperlink r:id="link">${r('a link outside')}</w:hyperlink>${r(' and ')}<w:hyperlink w:anchor="start">${r('one inside')}</w:hyperlink>`,
  ),
  p(
    `${r('left')}<w:r><w:tab/></w:r>${r('right')}<w:r><w:tab/></w:r>${r('3.14')}`,
    '<w:tabs><w:tab w:val="right" w:pos="5000" w:leader="dot"/><w:tab w:val="decimal" w:pos="7000"/></w:tabs>',
  ),
  ...['one', 'two', 'three'].map((text, level) =>
    p(r(`item ${text}`), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`),
  ),
  table,
  p(`${inlinePicture('image', 500000)}${vmlPicture}${r(' pictures')}`),
  p(
    `${anchored(pictureGraphic('image'), 3000000, 0)}${anchored(textBoxGraphic(p(r('boxed'))), 0, 100000)}${anchored(groupGraphic, 1000000, 900000)}${r('Text that flows around what floats. '.repeat(12))}`,
  ),
  p(anchored(chartGraphic, 0, 0, 3000000, 2000000)),
  p(math),
  p(
    `${field('REF start \\h', r('First chapter'))}${r(', page ')}${field('PAGEREF start', r('1'))}${r(' of ')}${field('NUMPAGES', r('9'))}`,
  ),
  `<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent>${p(`<w:hyperlink w:anchor="start">${r('First chapter')}<w:r><w:tab/></w:r>${r('1')}</w:hyperlink>`)}</w:sdtContent></w:sdt>`,
  p(
    `<w:ins w:id="5" w:author="A">${r('inserted')}</w:ins><w:del w:id="6" w:author="A"><w:r><w:delText>deleted</w:delText></w:r></w:del>${r(' Ελληνικά Русский ')}${r('שלום עולם', '<w:rtl/>')}`,
  ),
  p(r('مرحبا'), '<w:bidi/>'),
  p(
    '',
    `<w:sectPr><w:headerReference w:type="default" r:id="header"/><w:footerReference w:type="default" r:id="footer"/>${page}<w:pgBorders><w:top w:val="single" w:sz="4" w:space="4" w:color="auto"/></w:pgBorders></w:sectPr>`,
  ),
  p(r('A second chapter'), '<w:pStyle w:val="Heading1"/><w:pageBreakBefore/>'),
  p(r('In columns the words run down one side and then the other. '.repeat(15)), '<w:widowControl/><w:keepNext/>'),
  p(`<w:r><w:br w:type="column"/></w:r>${r('next column')}<w:r><w:br w:type="page"/></w:r>${r('next page')}`),
  p(r('D'), '<w:framePr w:dropCap="drop" w:lines="3" w:wrap="around" w:vAnchor="text" w:hAnchor="text"/>'),
  p(
    r('rop cap and what follows it, a few words more. '.repeat(4)),
    '<w:pBdr><w:bottom w:val="wave" w:sz="6" w:space="1" w:color="FF0000"/></w:pBdr><w:shd w:val="clear" w:fill="EEEEEE"/>',
  ),
  `<w:sectPr><w:type w:val="nextPage"/>${page}<w:cols w:num="2" w:space="500" w:sep="1"/><w:lnNumType w:countBy="5"/></w:sectPr>`,
].join('')

const STYLES = `<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:asciiTheme="minorHAnsi" w:hAnsiTheme="minorHAnsi"/><w:sz w:val="22"/><w:lang w:val="en-US"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="160" w:line="259" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:pPr><w:keepNext/><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:color w:val="2F5496" w:themeColor="accent1"/><w:sz w:val="32"/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:basedOn w:val="Normal"/><w:pPr><w:contextualSpacing/></w:pPr><w:rPr><w:rFonts w:ascii="Cambria" w:hAnsi="Cambria"/><w:sz w:val="56"/></w:rPr></w:style><w:style w:type="table" w:styleId="Grid"><w:name w:val="Table Grid"/><w:tblPr><w:tblCellMar><w:left w:w="108" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr><w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr></w:tblStylePr></w:style>`

const NUMBERING = `<w:abstractNum w:abstractNumId="0">${['decimal', 'lowerLetter', 'bullet']
  .map(
    (format, level) =>
      `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${format === 'bullet' ? '•' : `%${level + 1}.`}"/><w:pPr><w:ind w:left="${(level + 1) * 360}" w:hanging="360"/></w:pPr></w:lvl>`,
  )
  .join('')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`

const SETTINGS = `<w:defaultTabStop w:val="720"/><w:autoHyphenation/><w:evenAndOddHeaders w:val="0"/><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat>`

const CHART = `<c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:ser><c:idx val="0"/><c:cat><c:strRef><c:strCache><c:ptCount val="2"/><c:pt idx="0"><c:v>Q1</c:v></c:pt><c:pt idx="1"><c:v>Q2</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:ptCount val="2"/><c:pt idx="0"><c:v>3</c:v></c:pt><c:pt idx="1"><c:v>5</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser><c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/></c:catAx><c:valAx><c:axId val="2"/></c:valAx></c:plotArea><c:legend/></c:chart>`

const THEME = `<?xml version="1.0" encoding="UTF-8"?><a:theme xmlns:a="${DRAWING}/main" name="T"><a:themeElements><a:clrScheme name="C"><a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1><a:lt1><a:srgbClr val="FFFFFF"/></a:lt1><a:accent1><a:srgbClr val="4472C4"/></a:accent1></a:clrScheme><a:fontScheme name="F"><a:majorFont><a:latin typeface="Calibri Light"/></a:majorFont><a:minorFont><a:latin typeface="Calibri"/></a:minorFont></a:fontScheme></a:themeElements></a:theme>`

const note = (kind: 'footnote' | 'endnote', text: string): string =>
  `<w:${kind} w:type="separator" w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:${kind}><w:${kind} w:id="2">${p(`<w:r><w:${kind}Ref/></w:r>${r(` ${text}`)}`)}</w:${kind}>`

const OVERRIDES: Readonly<Record<string, string>> = {
  '/word/document.xml': 'wordprocessingml.document.main',
  '/word/styles.xml': 'wordprocessingml.styles',
  '/word/numbering.xml': 'wordprocessingml.numbering',
  '/word/settings.xml': 'wordprocessingml.settings',
  '/word/footnotes.xml': 'wordprocessingml.footnotes',
  '/word/endnotes.xml': 'wordprocessingml.endnotes',
  '/word/header1.xml': 'wordprocessingml.header',
  '/word/footer1.xml': 'wordprocessingml.footer',
  '/word/theme/theme1.xml': 'theme',
  '/word/charts/chart1.xml': 'drawingml.chart',
}

/** What the main part refers to, by id. */
export const RICH_RELATIONSHIPS: Readonly<Record<string, readonly [string, string, 'External'?]>> = {
  styles: ['styles', 'styles.xml'],
  numbering: ['numbering', 'numbering.xml'],
  settings: ['settings', 'settings.xml'],
  theme: ['theme', 'theme/theme1.xml'],
  footnotes: ['footnotes', 'footnotes.xml'],
  endnotes: ['endnotes', 'endnotes.xml'],
  header: ['header', 'header1.xml'],
  footer: ['footer', 'footer1.xml'],
  image: ['image', 'media/image1.png'],
  chart: ['chart', 'charts/chart1.xml'],
  link: ['hyperlink', 'https://example.com/a?b=c', 'External'],
}

/** Every part, by name. */
export function richDocxParts(): Record<string, string | Uint8Array> {
  const overrides = Object.entries(OVERRIDES).map(
    ([name, type]) =>
      `<Override PartName="${name}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
  )
  return {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>${overrides.join('')}</Types>`,
    '_rels/.rels': relationshipsPart({
      main: ['officeDocument', 'word/document.xml'],
      core: ['core-properties', 'docProps/core.xml'],
    }),
    'docProps/core.xml': `<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>Everything &amp; more</dc:title><dc:creator>Ada Lovelace</dc:creator><cp:keywords>one, two</cp:keywords><dcterms:created xsi:type="dcterms:W3CDTF">2026-01-02T03:04:05Z</dcterms:created></cp:coreProperties>`,
    'word/document.xml': wordPart('w:document', `<w:body>${BODY}</w:body>`),
    'word/_rels/document.xml.rels': relationshipsPart(RICH_RELATIONSHIPS),
    'word/styles.xml': wordPart('w:styles', STYLES),
    'word/numbering.xml': wordPart('w:numbering', NUMBERING),
    'word/settings.xml': wordPart('w:settings', SETTINGS),
    'word/theme/theme1.xml': THEME,
    'word/footnotes.xml': wordPart('w:footnotes', note('footnote', 'A note at the foot.')),
    'word/endnotes.xml': wordPart('w:endnotes', note('endnote', 'A note at the end.')),
    'word/header1.xml': wordPart('w:hdr', p(r('Running head'), '<w:jc w:val="center"/>')),
    'word/footer1.xml': wordPart(
      'w:ftr',
      p(`${r('Page ')}${field('PAGE', r('1'))}${r(' of ')}${field('NUMPAGES', r('1'))}`),
    ),
    'word/charts/chart1.xml': wordPart('c:chartSpace', CHART),
    'word/media/image1.png': makePng(20, 10),
  }
}

/** The whole file; `parts` go in place of its own or beside them. */
export function makeRichDocx(parts: DocxParts = {}): Uint8Array {
  return makeZip({ ...richDocxParts(), ...parts })
}

/** The rich file with another body. The relationships of {@link RICH_RELATIONSHIPS} and `more` are there. */
export function makeBodyDocx(
  body: string,
  parts: DocxParts = {},
  more: Readonly<Record<string, readonly [string, string, 'External'?]>> = {},
): Uint8Array {
  return makeRichDocx({
    'word/document.xml': wordPart('w:document', `<w:body>${body}</w:body>`),
    'word/_rels/document.xml.rels': relationshipsPart({ ...RICH_RELATIONSHIPS, ...more }),
    ...parts,
  })
}
