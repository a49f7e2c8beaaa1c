/**
 * The look of contracts.
 *
 * @module
 */

import type { FlowBlock, FlowCell } from '../docx-writer/flow-document.js'
import type { RunFormat } from '../docx-writer/flow-format.js'
import { arranged, cell, mm, pageCounter, runningLine, textBlock, textWidth } from './flow-parts.js'
import type { DocumentLook, LookSubject } from './look.js'
import { writeDate } from './words.js'

const INK = '16191D'
const MUTED = '5A5F66'
const RULE = 'B9BDC3'
const LINE = { style: 'single', width: 10, color: INK, space: 0 } as const

const SMALL: RunFormat = { size: 170, color: MUTED }
const HEADING = { bold: true, italic: false, color: INK } as const

/** Contracts. */
export const CONTRACT: DocumentLook = {
  margins: { top: mm(30), right: mm(33), bottom: mm(30), left: mm(33) },
  otherScripts: { fontFamily: 'Times New Roman', size: 230 },
  hasClauses: true,
  table: {
    rule: { style: 'single', width: 8, color: RULE },
    outer: { style: 'single', width: 12, color: INK },
    headerBackground: 'F1F2F3',
  },
  styles: {
    body: { fontFamily: 'Cambria', size: 215, color: INK, lineSpacing: { factor: 1.2 }, spaceAfter: 130 },
    title: {
      ...HEADING,
      size: 360,
      alignment: 'center',
      letterSpacing: 10,
      spaceBefore: mm(12),
      spaceAfter: 120,
      lineSpacing: { factor: 1.05 },
    },
    subtitle: { size: 220, color: MUTED, alignment: 'center', spaceAfter: 200 },
    heading1: { ...HEADING, size: 240, spaceBefore: 360, spaceAfter: 110 },
    heading2: { ...HEADING, size: 240, spaceBefore: 360, spaceAfter: 110 },
    heading3: { ...HEADING, size: 215, spaceBefore: 220, spaceAfter: 80 },
    heading4: { ...HEADING, bold: false, italic: true, size: 215, spaceBefore: 180, spaceAfter: 60 },
    heading5: { ...HEADING, bold: false, italic: true, size: 215, spaceBefore: 180, spaceAfter: 60 },
    heading6: { ...HEADING, bold: false, italic: true, size: 215, spaceBefore: 180, spaceAfter: 60 },
    listParagraph: { spaceAfter: 90 },
    quote: { color: INK, indentStart: 567, indentEnd: 567, borders: {} },
    tableText: { size: 200, spaceBefore: 60, spaceAfter: 60 },
    tableHeader: { bold: true, color: INK },
    caption: { size: 185, color: MUTED },
    footnote: { size: 175, color: INK, lineSpacing: { factor: 1.05 } },
    contentsTitle: { size: 240, color: INK },
    contents1: { bold: false },
  },
  opening,
  closing: signatures,
  running: (subject) => ({
    header: [],
    footer: [
      runningLine(text(footerText(subject)), pageCounter(subject.words, SMALL), subject, {
        top: { style: 'single', width: 8, color: RULE, space: 80 },
      }),
    ],
    footerDistance: mm(14),
  }),
}

function text(content: string): { kind: 'text'; text: string; format: RunFormat }[] {
  return content === '' ? [] : [{ kind: 'text', text: content, format: SMALL }]
}

function footerText({ title, facts }: LookSubject): string {
  return [title, ...facts.reference, ...facts.version].filter((part) => part !== '').join('  ·  ')
}

/** Title and parties. */
function opening({ title, facts, words }: LookSubject): FlowBlock[] {
  const date = facts.date[0] === undefined ? '' : writeDate(facts.date[0], words)
  const line = [...facts.reference, [...facts.place.slice(0, 1), date].filter((part) => part !== '').join(', ')]
  const subtitle = [...facts.subtitle, ...facts.subject].find((text) => text !== title)
  const below = line.filter((part) => part !== '').join('  ·  ')
  return [
    ...(title === '' ? [] : [textBlock(title, { style: 'title' })]),
    ...(subtitle === undefined ? [] : [textBlock(subtitle, { style: 'subtitle' })]),
    ...(below === '' ? [] : [textBlock(below, { style: 'subtitle' })]),
    ...parties(facts.parties, words),
    { kind: 'space', height: mm(4) },
  ]
}

function parties(names: readonly string[], { between, and }: LookSubject['words']): FlowBlock[] {
  if (names.length === 0) return []
  const format = { alignment: 'center', spaceAfter: 110 } as const
  const word = (content: string) => textBlock(content, { format, run: { italic: true, color: MUTED } })
  return [
    word(between),
    ...names.flatMap((name, index) => {
      const comma = name.indexOf(',')
      const [first, rest] = comma < 0 ? [name, ''] : [name.slice(0, comma), name.slice(comma)]
      const party = textBlock(
        [
          { kind: 'text', text: first, format: { bold: true } },
          ...(rest === '' ? [] : [{ kind: 'text', text: rest, format: {} } as const]),
        ],
        { format },
      )
      return index === 0 ? [party] : [word(and), party]
    }),
  ]
}

/** Signature lines, two side by side. */
function signatures(subject: LookSubject): FlowBlock[] {
  const { facts } = subject
  const names = facts.signatories.length > 0 ? facts.signatories : facts.parties
  if (names.length === 0) return []
  const room = textWidth(subject)
  const gap = mm(14)
  const width = Math.floor((room - gap) / 2)
  const rows: FlowCell[][] = []
  for (let at = 0; at < names.length; at += 2) {
    const [first = '', second] = names.slice(at, at + 2)
    rows.push([signature(first, subject), cell(), second === undefined ? cell() : signature(second, subject)])
  }
  return [arranged([width, gap, room - gap - width], rows, subject)]
}

function signature(name: string, { words }: LookSubject): FlowCell {
  const [first = '', ...rest] = name.split(/,\s*/)
  const line = { lineSpacing: { factor: 1 }, keepWithNext: true } as const
  return cell(
    textBlock('', { format: { ...line, spaceBefore: mm(18), borders: { bottom: LINE } } }),
    textBlock(words.placeAndDate, { format: { ...line, spaceBefore: 40 }, run: SMALL }),
    textBlock('', { format: { ...line, spaceBefore: mm(13), borders: { bottom: LINE } } }),
    textBlock(words.signature, { format: { ...line, spaceBefore: 40, spaceAfter: 40 }, run: SMALL }),
    textBlock(first, { format: line, run: { bold: true } }),
    ...(rest.length === 0 ? [] : [textBlock(rest.join(', '), { format: { lineSpacing: { factor: 1 } }, run: SMALL })]),
  )
}
