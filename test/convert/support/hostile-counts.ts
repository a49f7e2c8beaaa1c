/**
 * Too much of one thing, in files small enough to be taken.
 *
 * @module
 */

import { createRandom } from '../../support/mutate.js'
import {
  anchored,
  type DocxParts,
  field,
  makeBodyDocx,
  p,
  pictureGraphic,
  r,
  textBoxGraphic,
  wordPart,
} from './rich-docx.js'

const words = 'Several words in a row that make up some text of a usual kind. '
const section = (content: string): string => `<w:sectPr>${content}</w:sectPr>`

/** Markup with a comment of noise, which keeps its part from standing out by how well it is compressed. */
function noisy(markup: string): string {
  const random = createRandom(markup.length)
  const noise = Array.from({ length: markup.length / 60 }, () => random(36).toString(36))
  return `${markup}<!--${noise.join('')}-->`
}

const body = (content: string, parts: DocxParts = {}): Uint8Array => makeBodyDocx(noisy(content), parts)

/** Too much of one thing. */
export const HOSTILE_COUNTS: Readonly<Record<string, () => Uint8Array>> = {
  'a table of a million cells': () =>
    body(`<w:tbl>${`<w:tr>${'<w:tc><w:p/></w:tc>'.repeat(50)}</w:tr>`.repeat(20_000)}</w:tbl>`),
  'a table of ninety thousand cells': () =>
    body(`<w:tbl>${`<w:tr>${'<w:tc><w:p/></w:tc>'.repeat(30)}</w:tr>`.repeat(3000)}</w:tbl>`),
  'a table of one row and thirty thousand paragraphs': () =>
    body(`<w:tbl><w:tr><w:tc>${p(r('x')).repeat(30_000)}</w:tc></w:tr></w:tbl>`),
  'a million empty paragraphs': () => body('<w:p/>'.repeat(1_000_000)),
  'a million paragraphs of a word': () => body('<w:p><w:r><w:t>x</w:t></w:r></w:p>'.repeat(900_000)),
  'half a million runs in one paragraph': () => body(p('<w:r><w:t>x y</w:t></w:r>'.repeat(500_000))),
  'half a million runs, each in a style of its own': () =>
    body(
      p(
        Array.from({ length: 300_000 }, (_, i) =>
          r('x ', `<w:sz w:val="${i % 200}"/><w:spacing w:val="${i % 991}"/>`),
        ).join(''),
      ),
    ),
  '10 MB without a space': () => body(p(r('x'.repeat(10_000_000)))),
  '10 MB of words in one paragraph': () => body(p(r(words.repeat(160_000)))),
  '24 MB of words in paragraphs': () => body(p(r(words.repeat(10))).repeat(38_000)),
  '3 MB of combining marks': () => body(p(r(`a${'\u0301'.repeat(1_500_000)}`))),
  '3 MB of brackets to the left and to the right': () => body(p(r('(\u05d0['.repeat(500_000)), '<w:bidi/>')),
  'a million embeddings of direction': () => body(p(r('\u202ba\u202d'.repeat(300_000)))),
  'half a million tabs': () => body(p('<w:r><w:tab/></w:r>'.repeat(500_000))),
  'two hundred thousand breaks': () => body(p('<w:r><w:br/></w:r>'.repeat(200_000))),
  'thirty thousand page breaks': () => body(p('<w:r><w:br w:type="page"/></w:r>'.repeat(30_000))),
  'a hundred thousand column breaks': () =>
    body(p('<w:r><w:br w:type="column"/></w:r>'.repeat(100_000)) + section('<w:cols w:num="40"/>')),
  'twenty thousand sections': () =>
    body(p('', section('<w:type w:val="continuous"/><w:cols w:num="3"/>')).repeat(20_000)),
  'a hundred thousand fields': () => body(p(field('PAGE', r('1'))).repeat(100_000)),
  'a hundred thousand links to one bookmark': () =>
    body(
      `<w:p><w:bookmarkStart w:id="1" w:name="b"/>${`<w:hyperlink w:anchor="b"><w:r><w:t>x </w:t></w:r></w:hyperlink>`.repeat(100_000)}</w:p>`,
    ),
  'a hundred thousand bookmarks at one place': () =>
    body(
      `<w:p>${Array.from({ length: 100_000 }, (_, i) => `<w:bookmarkStart w:id="${i}" w:name="b${i}"/>`).join('')}</w:p>`,
    ),
  'a hundred thousand headings': () => body(p(r('h'), '<w:pStyle w:val="Heading1"/>').repeat(100_000)),
  'thirty thousand paragraphs that are kept together': () =>
    body(p(r('h'), '<w:keepNext/><w:keepLines/>').repeat(30_000)),
  'forty thousand references to one note': () => body(p('<w:r><w:footnoteReference w:id="2"/></w:r>'.repeat(40_000))),
  'ten thousand notes in one line': () =>
    body(p(Array.from({ length: 10_000 }, (_, i) => `<w:r><w:footnoteReference w:id="${i + 1}"/></w:r>`).join('')), {
      'word/footnotes.xml': wordPart(
        'w:footnotes',
        noisy(
          Array.from({ length: 10_000 }, (_, i) => `<w:footnote w:id="${i + 1}">${p(r('a note'))}</w:footnote>`).join(
            '',
          ),
        ),
      ),
    }),
  'a note of four hundred pages': () =>
    body(p(`${r('x')}<w:r><w:footnoteReference w:id="2"/></w:r>`), {
      'word/footnotes.xml': wordPart(
        'w:footnotes',
        `<w:footnote w:id="2">${p(r(words.repeat(6))).repeat(1500)}</w:footnote>`,
      ),
    }),
  'a header of forty pages': () =>
    makeBodyDocx(p(r(words.repeat(200)), section('<w:headerReference w:type="default" r:id="header"/>')), {
      'word/header1.xml': wordPart('w:hdr', p(r(words.repeat(6))).repeat(400)),
    }),
  'a hundred thousand floats': () => body(p(anchored(pictureGraphic('image'), 0, 0, 99_999, 99_999).repeat(100_000))),
  'ten thousand floats, each in a paragraph': () =>
    body(p(anchored(pictureGraphic('image'), 300_000, 0, 99_999, 99_999) + r(words)).repeat(10_000)),
  'ten thousand text boxes': () => body(p(anchored(textBoxGraphic(p(r(words))), 0, 0).repeat(10_000))),
  'fifty thousand text frames': () =>
    body(
      p(r('f'), '<w:framePr w:w="500" w:hAnchor="page" w:x="9"/>')
        .repeat(20_000)
        .replaceAll('</w:p><w:p>', `</w:p>${p(r('y'))}<w:p>`),
    ),
  'twenty thousand equations': () =>
    body(
      p(
        '<m:oMath><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>',
      ).repeat(20_000),
    ),
  'a matrix of a hundred thousand cells': () =>
    body(
      p(
        `<m:oMath><m:m>${`<m:mr>${'<m:e><m:r><m:t>x</m:t></m:r></m:e>'.repeat(300)}</m:mr>`.repeat(300)}</m:m></m:oMath>`,
      ),
    ),
  'a list with fifty thousand items': () =>
    body(p(r('i'), '<w:numPr><w:ilvl w:val="8"/><w:numId w:val="1"/></w:numPr>').repeat(50_000)),
  'fifty thousand deleted paragraph marks': () => body(p(r('x'), '<w:rPr><w:del/></w:rPr>').repeat(50_000)),
}
