/**
 * Flow documents for tests: short ways to write their parts, and one that has everything.
 *
 * @module
 */

import type {
  FlowBlock,
  FlowCell,
  FlowDocument,
  FlowInline,
  FlowList,
  FlowParagraph,
  FlowTable,
} from '../../../src/convert/docx-writer/flow-document.js'
import type { ParagraphFormat, ParagraphStyleName, RunFormat } from '../../../src/convert/docx-writer/flow-format.js'
import { placeholderPng } from '../../../src/convert/docx-writer/write-png.js'

export function text(value: string, format: RunFormat = {}): FlowInline {
  return { kind: 'text', text: value, format }
}

export function link(url: string, ...inlines: FlowInline[]): FlowInline {
  return { kind: 'link', target: { url }, inlines }
}

export function paragraph(
  inlines: string | readonly FlowInline[],
  style: ParagraphStyleName = 'body',
  format: ParagraphFormat = {},
): FlowParagraph {
  return { kind: 'paragraph', style, format, inlines: typeof inlines === 'string' ? [text(inlines)] : inlines }
}

export function item(
  inlines: string | readonly FlowInline[],
  list: FlowList,
  level = 0,
  continued = false,
): FlowParagraph {
  return { ...paragraph(inlines, 'listParagraph'), list: { list, level, continued } }
}

export function listOf(...formats: FlowList['levels'][number]['format'][]): FlowList {
  return { levels: formats.map((format, index) => ({ format, start: 1, indent: 360 * (index + 1), hanging: 360 })) }
}

export function cell(blocks: string | readonly FlowBlock[], more: Partial<FlowCell> = {}): FlowCell {
  return { columnSpan: 1, blocks: typeof blocks === 'string' ? [paragraph(blocks, 'tableText')] : blocks, ...more }
}

export function table(rows: readonly (readonly FlowCell[])[], more: Partial<FlowTable> = {}): FlowTable {
  return {
    kind: 'table',
    columns: (rows[0] ?? []).map(() => 0),
    width: { type: 'auto' },
    borders: {},
    rows: rows.map((cells, index) => ({ isHeader: index === 0, cells })),
    ...more,
  }
}

export function document(blocks: readonly FlowBlock[], more: Partial<FlowDocument> = {}): FlowDocument {
  return {
    information: {},
    page: {
      width: 11_906,
      height: 16_838,
      margins: { top: 1440, right: 1304, bottom: 1304, left: 1304 },
      pageNumbers: false,
    },
    rightToLeft: false,
    blocks,
    footnotes: [],
    ...more,
  }
}

const SVG = new TextEncoder().encode(
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="60"><rect width="120" height="60" fill="#2e5f8a"/></svg>',
)

const FRACTION =
  '<m:r><m:t>x=</m:t></m:r><m:f><m:num><m:r><m:t>-b</m:t></m:r></m:num><m:den><m:r><m:t>2a</m:t></m:r></m:den></m:f>'

/** One document with all kinds of blocks and inlines. */
export function everything(): FlowDocument {
  const bullets = listOf('bullet', 'bullet', 'bullet', 'bullet')
  const numbers = listOf('decimal', 'lowerLetter', 'lowerRoman')
  const later: FlowList = { levels: [{ format: 'upperRoman', start: 5, indent: 500, hanging: 500, pattern: '(%)' }] }
  const line = { style: 'single', width: 15, color: 'C00000' } as const
  return document(
    [
      paragraph('Master Services Agreement', 'title'),
      paragraph('Between Northwind Traders and Contoso, effective 1 March 2026', 'subtitle'),
      paragraph(
        [{ kind: 'bookmark', name: 'scope' }, text('Scope of the '), text('services', { style: 'code' })],
        'heading1',
      ),
      paragraph([
        text('The provider delivers the services set out in '),
        { kind: 'link', target: { bookmark: 'fees' }, inlines: [text('the fee schedule')] },
        text(', with '),
        text('bold', { bold: true }),
        text(', '),
        text('italic', { italic: true }),
        text(', '),
        text('struck', { strike: true }),
        text(', H'),
        text('2', { verticalAlign: 'subscript' }),
        text('O, E = mc'),
        text('2', { verticalAlign: 'superscript' }),
        text(', '),
        text('marked', { background: 'FFF2A8' }),
        text(', '),
        text('npm install', { style: 'code' }),
        text(' and '),
        text('Ctrl', { style: 'keyboard' }),
        text('. See '),
        link('https://example.com/terms?a=1&b=2', text('the terms'), link('https://other.example/', text(' twice'))),
        text('. A note follows.'),
        { kind: 'footnote', id: 7 },
        text(' And the same again.'),
        { kind: 'footnote', id: 7 },
        text(' Another.'),
        { kind: 'footnote', id: 3 },
      ]),
      paragraph('Deliverables', 'heading2'),
      paragraph('What is delivered, and in which order:'),
      item('Design documents', bullets),
      item([text('Source code with '), text('strong', { bold: true }), text(' guarantees')], bullets),
      item('Tests', bullets, 1),
      item('Unit tests', bullets, 2),
      item('Fast ones', bullets, 3),
      item([{ kind: 'checkbox', checked: true, format: {} }, text(' Done')], bullets),
      item([{ kind: 'checkbox', checked: false, format: {} }, text(' To do')], bullets),
      paragraph('Steps', 'heading3'),
      item('First', numbers),
      item('More about the first', numbers, 0, true),
      item('Inner', numbers, 1),
      item('Inner too', numbers, 1),
      item('Second', numbers),
      paragraph('A list that starts later:'),
      item('Fifth', later),
      item('Sixth', later),
      paragraph('Quotation', 'heading4'),
      paragraph(
        'Time is what prevents everything from happening at once. It has to be quoted at some length, so that the text runs over more than one line.',
        'quote',
      ),
      paragraph('Code', 'heading5'),
      paragraph('function add(a, b) {\n    // four spaces\n\treturn a + b < 3 && "x"\n}', 'code'),
      paragraph('Definitions', 'heading6'),
      paragraph('Provider', 'definitionTerm'),
      paragraph('The party that provides the services under this agreement.', 'definition'),
      paragraph(
        [
          text('Note. ', { bold: true, color: '2E5F8A' }),
          text('Alerts stand out without shouting. They may be long enough to need a second line of text in the box.'),
        ],
        'alert',
      ),
      paragraph([], 'rule'),
      paragraph([{ kind: 'bookmark', name: 'fees' }, text('Fees')], 'heading1'),
      paragraph('Table 1. Fees by role', 'caption'),
      table(
        [
          [
            cell([paragraph('Role', 'tableHeader')]),
            cell([paragraph('Duties', 'tableHeader')]),
            cell([paragraph('Rate', 'tableHeader', { alignment: 'end' })]),
          ],
          [
            cell('Engineer'),
            cell('Builds what was agreed and writes down why'),
            cell([paragraph('1,200', 'tableText', { alignment: 'end' })]),
          ],
          [cell('Designer'), cell('Draws it first'), cell([paragraph('1,100', 'tableText', { alignment: 'end' })])],
          [cell('Lead'), cell('Answers for it'), cell([paragraph('1,500', 'tableText', { alignment: 'end' })])],
        ],
        { width: { type: 'percent', value: 100 } },
      ),
      paragraph('Text after the table. Cells can be merged, shaded and hold other tables:'),
      table(
        [
          [
            cell('Two columns', { columnSpan: 2, shading: 'EDF1F5' }),
            cell('Two rows', { verticalMerge: 'restart', verticalAlign: 'center' }),
          ],
          [
            cell([table([[cell('Nested')]], { borders: { top: line } })]),
            cell([item('In a cell', bullets)]),
            cell([], { verticalMerge: 'continue' }),
          ],
          [cell('Short row', { borders: { bottom: line }, padding: { left: 200 } })],
        ],
        {
          columns: [3000, 3000, 3000],
          width: { type: 'twips', value: 9000 },
          alignment: 'center',
          caption: 'Merged',
          cellPadding: { top: 40, right: 100, bottom: 40, left: 100 },
          borders: { top: line, right: line, bottom: line, left: line, insideHorizontal: line, insideVertical: line },
        },
      ),
      table([[cell('Next to another table')]]),
      { kind: 'pageBreak' },
      { kind: 'pageBreak' },
      paragraph('Pictures and equations', 'heading1'),
      paragraph([
        {
          kind: 'image',
          bytes: placeholderPng(300, 150),
          type: 'png',
          width: 3000,
          height: 1500,
          description: 'A "box" & more',
        },
        text(' '),
        { kind: 'image', bytes: SVG, type: 'svg', width: 2400, height: 1200, description: 'Drawing', title: 'Vector' },
      ]),
      paragraph('Figure 1. Two boxes', 'caption'),
      paragraph([
        {
          kind: 'image',
          bytes: placeholderPng(300, 150),
          type: 'png',
          width: 90_000,
          height: 9_000,
          description: 'Wide',
        },
      ]),
      paragraph([text('Inline '), { kind: 'math', omml: FRACTION, display: false }, text(' and displayed:')]),
      paragraph([{ kind: 'math', omml: FRACTION, display: true }]),
      paragraph('مرحبا بالعالم', 'body', { rightToLeft: true, alignment: 'start' }),
      paragraph('שלום', 'quote', { rightToLeft: true }),
      paragraph([
        text('中文漢字', { language: 'zh-CN' }),
        text(' 🎉👩‍👩‍👧 '),
        text('soft\u00adhyphen, non\u2011breaking'),
      ]),
      paragraph([
        text('ends'),
        { kind: 'break', type: 'line', format: {} },
        text('a line'),
        { kind: 'tab', format: {} },
        text('tab'),
      ]),
      table([[cell('rtl')], [cell('table')]], { rightToLeft: true, look: 'plain', alignment: 'left' }),
    ],
    {
      information: {
        title: 'Master Services Agreement',
        author: 'Ann & Bob',
        subject: 'Services',
        keywords: 'contract, services',
        description: '<none>',
        language: 'en-GB',
        created: new Date('2026-03-01T10:20:30.456Z'),
      },
      page: {
        width: 11_906,
        height: 16_838,
        margins: { top: 1440, right: 1304, bottom: 1304, left: 1304 },
        pageNumbers: true,
      },
      footnotes: [
        { id: 3, blocks: [table([[cell('Only a table')]])] },
        {
          id: 7,
          blocks: [
            paragraph([text('See '), link('https://notes.example/', text('notes')), text('.')], 'footnote'),
            paragraph('Second.', 'footnote'),
          ],
        },
      ],
    },
  )
}
