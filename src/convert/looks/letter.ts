/**
 * The look of letters: on A4 by DIN 5008 (form B), and on Letter paper as is usual in the United States.
 *
 * @module
 */

import type { FlowBlock, FlowCell } from '../docx-writer/flow-document.js'
import type { RunFormat } from '../docx-writer/flow-format.js'
import { arranged, cell, mm, pageCounter, runningLine, textBlock, textWidth } from './flow-parts.js'
import type { DocumentLook, LookSubject } from './look.js'
import { writeDate } from './words.js'

const INK = '22262B'
const ACCENT = '7A2F2B'
const MUTED = '6A6F76'
const RULE = 'D8D2CA'
const SANS = 'Calibri'

const SMALL: RunFormat = { fontFamily: SANS, size: 170, color: MUTED }
const HEADING = { fontFamily: SANS, bold: true, italic: false, color: INK } as const

/** Position of the envelope window from the upper edge of the paper, and where address and subject begin (DIN 5008, form B). */
const WINDOW = { top: mm(45), height: mm(45), addressTop: mm(17.7), subjectTop: mm(98.5) }
const TOP = mm(27)

/** Letters. */
export const LETTER: DocumentLook = {
  margins: { top: TOP, right: mm(32), bottom: mm(22), left: mm(25) },
  otherScripts: { fontFamily: SANS, size: 230 },
  hasClauses: false,
  table: {
    rule: { style: 'single', width: 8, color: RULE },
    outer: { style: 'single', width: 15, color: '9C948A' },
    headerBackground: 'F6F3EF',
  },
  styles: {
    body: { fontFamily: 'Georgia', size: 210, color: INK, lineSpacing: { factor: 1.2 }, spaceAfter: 130 },
    title: { ...HEADING, size: 240, spaceBefore: 0, spaceAfter: 200 },
    subtitle: { fontFamily: SANS, size: 210, color: MUTED, spaceAfter: 200 },
    heading1: { ...HEADING, size: 260, spaceBefore: 300, spaceAfter: 90 },
    heading2: { ...HEADING, size: 230, spaceBefore: 260, spaceAfter: 70 },
    heading3: { ...HEADING, size: 210, color: ACCENT, spaceBefore: 220, spaceAfter: 50 },
    heading4: { ...HEADING, size: 200, color: MUTED, spaceBefore: 200, spaceAfter: 40 },
    quote: {
      italic: true,
      color: '4A4F55',
      borders: { left: { style: 'single', width: 30, color: ACCENT, space: 200 } },
    },
    tableText: { fontFamily: SANS, size: 200, spaceBefore: 60, spaceAfter: 60 },
    tableHeader: { fontFamily: SANS, bold: true, color: INK },
    caption: { fontFamily: SANS, size: 180, color: MUTED },
    contentsTitle: { ...HEADING, size: 230 },
    contents1: { bold: false, spaceBefore: 40 },
    footnote: { fontFamily: SANS, size: 170, color: '4A4F55', lineSpacing: { factor: 1.1 } },
  },
  opening: (subject) => [...(isAmerican(subject) ? americanHead(subject) : germanHead(subject)), ...address(subject)],
  closing,
  running: (subject) => ({
    header: [runningLine(textOf(senderName(subject)), pageCounter(subject.words, SMALL), subject, UNDER)],
    footer: [],
    firstPage: { header: letterhead(subject), footer: [] },
    headerDistance: mm(13),
  }),
}

const UNDER = { bottom: { style: 'single', width: 8, color: RULE, space: 60 } } as const

function textOf(text: string): { kind: 'text'; text: string; format: RunFormat }[] {
  return text === '' ? [] : [{ kind: 'text', text, format: SMALL }]
}

function isAmerican({ page }: LookSubject): boolean {
  return page.width > 12_000
}

function senderName({ facts }: LookSubject): string {
  return facts.organization[0] ?? facts.sender[0] ?? facts.author[0] ?? ''
}

/** Name of the sender in large letters, with a line below. */
function letterhead(subject: LookSubject): FlowBlock[] {
  const name = senderName(subject)
  if (name === '') return []
  const { sender, website } = subject.facts
  const contact = [...sender.filter((line) => line !== name), ...website].join('  ·  ')
  const format = { lineSpacing: { factor: 1 } } as const
  return [
    textBlock(name, { format, run: { fontFamily: 'Georgia', size: 320, color: ACCENT } }),
    textBlock(contact, { format: { ...format, spaceBefore: 50, borders: UNDER }, run: SMALL }),
  ]
}

function germanHead(subject: LookSubject): FlowBlock[] {
  const { facts, rightToLeft } = subject
  const details = detailsOf(subject)
  // Without an address, nothing has to be visible through the window.
  if (facts.recipient.length === 0) return details.map(detailLine)
  const room = textWidth(subject)
  const columns = [mm(80), room - mm(132), mm(52)]
  const returnLine = textBlock(facts.sender.join(' · '), {
    format: { spaceBefore: WINDOW.addressTop - mm(5), lineSpacing: { exact: mm(5) } },
    run: { ...SMALL, size: 140 },
  })
  const recipient = textBlock(facts.recipient.join('\n'), { format: { lineSpacing: { factor: 1.1 } } })
  const table = arranged(
    columns,
    [[cell(returnLine, recipient), cell(), detailCell(details)]],
    { rightToLeft },
    WINDOW.height,
  )
  return [
    { kind: 'space', height: WINDOW.top - TOP },
    table,
    { kind: 'space', height: WINDOW.subjectTop - WINDOW.top - WINDOW.height },
  ]
}

type Detail = readonly [label: string, value: string]

function detailsOf({ facts, words }: LookSubject): Detail[] {
  const date = facts.date[0] === undefined ? '' : writeDate(facts.date[0], words)
  const all: Detail[] = [
    [words.yourReference, facts.yourReference.join(', ')],
    [words.reference, facts.reference.join(', ')],
    [words.phone, facts.phone.join(', ')],
    [words.email, facts.email.join(', ')],
    [words.date, [...facts.place.slice(0, 1), date].filter((part) => part !== '').join(', ')],
  ]
  return all.filter(([, value]) => value !== '')
}

function detailLine([label, value]: Detail, index: number, all: readonly Detail[]): FlowBlock {
  const spaceAfter = index === all.length - 1 ? 360 : 40
  return textBlock(`${label}: ${value}`, { format: { alignment: 'end', spaceAfter }, run: { ...SMALL, size: 190 } })
}

function detailCell(details: readonly Detail[]): FlowCell {
  const format = { lineSpacing: { factor: 1 } } as const
  const blocks = details.flatMap(([label, value]) => [
    textBlock(label, { format: { ...format, keepWithNext: true }, run: { ...SMALL, size: 150 } }),
    textBlock(value, { format: { ...format, spaceAfter: 90 }, run: { fontFamily: SANS, size: 200 } }),
  ])
  return cell(...blocks)
}

/** Date, then the address of the recipient, two inches from the upper edge. */
function americanHead(subject: LookSubject): FlowBlock[] {
  const { facts } = subject
  const details = detailsOf(subject)
  const written = details.map(([label, value], index) => (index === details.length - 1 ? value : `${label}: ${value}`))
  const blocks: FlowBlock[] = written.map((text) => textBlock(text, { format: { spaceAfter: 40 } }))
  if (facts.recipient.length === 0) return blocks
  return [
    { kind: 'space', height: mm(8) },
    ...blocks,
    { kind: 'space', height: mm(8) },
    textBlock(facts.recipient.join('\n'), { format: { lineSpacing: { factor: 1.1 } } }),
    { kind: 'space', height: mm(9) },
  ]
}

/** Subject and salutation. */
function address({ facts, title }: LookSubject): FlowBlock[] {
  const subject = facts.subject[0] ?? title
  return [
    ...(subject === '' ? [] : [textBlock(subject, { style: 'title' })]),
    ...facts.opening.slice(0, 1).map((text) => textBlock(text, { format: { spaceAfter: 150 } })),
  ]
}

/** Closing words, space for a signature, and the list of enclosures. */
function closing({ facts, words }: LookSubject): FlowBlock[] {
  const [name] = facts.signature
  const farewell = facts.closing[0] ?? (name === undefined ? undefined : words.closing)
  const more = [
    [words.enclosures, facts.enclosures.join(', ')],
    [words.copies, facts.copies.join(', ')],
  ].filter(([, value]) => value !== '')
  return [
    ...(farewell === undefined ? [] : [textBlock(farewell, { format: { spaceBefore: 280, keepWithNext: true } })]),
    ...(name === undefined
      ? []
      : [textBlock(name, { format: { spaceBefore: mm(15), keepWithNext: more.length > 0 }, run: { bold: true } })]),
    ...[...facts.signature.slice(1), ...facts.role].map((line) =>
      textBlock(line, { format: { keepWithNext: more.length > 0 }, run: { ...SMALL, size: 190 } }),
    ),
    ...more.map(([label, value], index) =>
      textBlock(`${label}: ${value}`, {
        format: { spaceBefore: index === 0 ? 300 : 40 },
        run: { ...SMALL, size: 180 },
      }),
    ),
  ]
}
