/**
 * The look of reports.
 *
 * @module
 */

import type { FlowBlock } from '../docx-writer/flow-document.js'
import type { RunFormat } from '../docx-writer/flow-format.js'
import { mm, pageCounter, runningLine, textBlock } from './flow-parts.js'
import type { DocumentLook, LookSubject } from './look.js'
import { writeDate } from './words.js'

const INK = '1D2733'
const ACCENT = '0B5C6B'
const BRIGHT = 'E07A2F'
const MUTED = '5F6B78'
const RULE = 'CBD3DB'

const SMALL: RunFormat = { size: 170, color: MUTED }
const HEADING = { bold: true, italic: false } as const

/** Reports. */
export const REPORT: DocumentLook = {
  margins: { top: mm(32), right: mm(38), bottom: mm(30), left: mm(38) },
  otherScripts: { fontFamily: 'Calibri', size: 220 },
  hasClauses: false,
  table: {
    rule: { style: 'single', width: 8, color: 'DCE2E8' },
    outer: { style: 'single', width: 20, color: ACCENT },
    headerBackground: 'EAF2F4',
  },
  styles: {
    body: { fontFamily: 'Calibri', size: 220, color: INK, lineSpacing: { factor: 1.22 }, spaceAfter: 150 },
    title: {
      ...HEADING,
      size: 640,
      color: INK,
      spaceBefore: mm(22),
      spaceAfter: 100,
      lineSpacing: { factor: 0.95 },
      borders: { top: { style: 'single', width: 90, color: BRIGHT, space: 300 } },
    },
    subtitle: { size: 320, color: ACCENT, spaceAfter: 240, lineSpacing: { factor: 1.05 } },
    heading1: { ...HEADING, size: 400, color: INK, spaceBefore: 520, spaceAfter: 140 },
    heading2: { ...HEADING, size: 290, color: ACCENT, spaceBefore: 400, spaceAfter: 90 },
    heading3: { ...HEADING, size: 240, color: INK, spaceBefore: 300, spaceAfter: 60 },
    heading4: { ...HEADING, size: 220, color: ACCENT, spaceBefore: 240, spaceAfter: 40 },
    heading5: { bold: false, italic: true, size: 220, color: INK, spaceBefore: 220, spaceAfter: 40 },
    heading6: { ...HEADING, size: 190, color: MUTED, spaceBefore: 200, spaceAfter: 40 },
    quote: {
      size: 240,
      color: ACCENT,
      indentStart: 360,
      indentEnd: 360,
      borders: { left: { style: 'single', width: 60, color: BRIGHT, space: 240 } },
    },
    tableText: { size: 200, spaceBefore: 70, spaceAfter: 70, lineSpacing: { factor: 1.05 } },
    tableHeader: { bold: true, color: ACCENT },
    caption: { size: 180, color: MUTED, italic: false, spaceBefore: 80, spaceAfter: 100 },
    footnote: { size: 170, color: MUTED, lineSpacing: { factor: 1.1 } },
    contentsTitle: { size: 240, color: ACCENT },
    definitionTerm: { color: ACCENT },
  },
  opening,
  closing: () => [],
  running: (subject) => ({
    header: [
      runningLine(text(subject.title), text(dateOf(subject)), subject, {
        bottom: { style: 'single', width: 8, color: RULE, space: 80 },
      }),
    ],
    footer: [runningLine(text(authors(subject)), pageCounter(subject.words, SMALL), subject)],
    firstPage: {
      header: [],
      footer: [runningLine(text(authors(subject)), pageCounter(subject.words, SMALL), subject)],
    },
    headerDistance: mm(16),
    footerDistance: mm(14),
  }),
}

function text(content: string): { kind: 'text'; text: string; format: RunFormat }[] {
  return content === '' ? [] : [{ kind: 'text', text: content, format: SMALL }]
}

function dateOf({ facts, words }: LookSubject): string {
  return facts.date[0] === undefined ? '' : writeDate(facts.date[0], words)
}

function authors({ facts }: LookSubject): string {
  return [...facts.author, ...facts.organization].join(', ')
}

/** Title, subtitle, and who wrote it when. */
function opening(subject: LookSubject): FlowBlock[] {
  const { facts, title } = subject
  if (title === '') return []
  const subtitle = [...facts.subtitle, ...facts.subject].find((text) => text !== title)
  const line = [authors(subject), dateOf(subject), ...facts.version, ...facts.reference].filter((part) => part !== '')
  return [
    textBlock(title, { style: 'title' }),
    ...(subtitle === undefined ? [] : [textBlock(subtitle, { style: 'subtitle' })]),
    textBlock(line.join('   ·   '), {
      format: {
        spaceBefore: 120,
        spaceAfter: 560,
        borders: { bottom: { style: 'single', width: 8, color: RULE, space: 160 } },
      },
      run: { size: 200, color: MUTED },
    }),
  ]
}
