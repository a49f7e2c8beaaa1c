/**
 * Lays out a report as paragraphs and tables.
 *
 * @module
 */
import type { DataLine } from '../../sign/certificate/certificate-data.js'
import { LEADING, type Look } from '../../sign/certificate/certificate-look.js'
import { LabelledRows, paragraph, type Setting, valueInlines } from '../../sign/certificate/labelled-rows.js'
import type { Block as FlowBlock, Paragraph } from '../../typeset/model/document-model.js'
import { plainCell, plainRow, plainTable, plainText } from '../../typeset/model/plain-model.js'
import type { ParagraphProperties, RunProperties } from '../../typeset/model/properties.js'
import type { TableRow } from '../../typeset/model/table-model.js'
import {
  type Block,
  type Fact,
  type ListItem,
  type Person,
  type ReportView,
  type Section,
  shown,
  type TimelineEvent,
  type Tone,
  type Value,
  type VerdictKind,
} from '../report-view.js'

/** Colours of verdicts. On white they have a contrast of at least 4.5 to 1. */
const VERDICT_COLORS: Readonly<Record<VerdictKind, string>> = {
  valid: '14623A',
  unchecked: '7A4A00',
  unproved: '7A4A00',
  invalid: 'A3161D',
  indeterminate: '7A4A00',
  unsigned: '3C4148',
}
const TONE_COLORS: Readonly<Record<Tone, string | undefined>> = {
  good: VERDICT_COLORS.valid,
  bad: VERDICT_COLORS.invalid,
  open: VERDICT_COLORS.unchecked,
  plain: undefined,
}
/** Marks by tone, so that colour is never the only sign. */
const MARKS: Readonly<Record<Tone, string>> = { good: '\u2713', bad: '\u2715', open: '!', plain: '\u2022' }

const MARK_WIDTH = 300
const LABEL_SHARE = 0.27

/** The blocks of a report: title, verdict and all sections. */
export function reportBlocks(view: ReportView, setting: Setting): FlowBlock[] {
  const { look, width } = setting
  const color = VERDICT_COLORS[view.kind]
  const verdict = { ...look.title, size: 440, complexSize: 440, color }
  return [
    paragraph([plainText(view.title, look.title)], look.title, 640, { keepWithNext: true, outlineLevel: 0 }),
    paragraph(valueInlines(view.verdict, verdict, setting, width), verdict, 520, {
      spaceBefore: 200,
      keepWithNext: true,
      borders: { top: { ...look.accentRule, color, width: 30, space: 120 } },
    }),
    ...view.explanation.map((sentence, index) =>
      paragraph(valueInlines(shown(sentence), look.value, setting, width), look.value, LEADING.body, {
        spaceBefore: index === 0 ? 40 : 0,
        keepLines: true,
      }),
    ),
    ...view.summary.flatMap((block) => flowBlocks(block, 1, setting)),
    ...view.sections.flatMap((section) => sectionBlocks(section, 1, setting)),
  ]
}

function sectionBlocks({ title, blocks, sections }: Section, level: number, setting: Setting): FlowBlock[] {
  return [
    headingBlock(title, level, setting),
    ...blocks.flatMap((block) => flowBlocks(block, level + 1, setting)),
    ...sections.flatMap((section) => sectionBlocks(section, level + 1, setting)),
  ]
}

/** Sizes of headings and the space above them in twips, by level. */
const HEADINGS = [
  { size: 300, leading: 380, above: 460 },
  { size: 230, leading: 300, above: 340 },
  { size: 200, leading: 270, above: 220 },
] as const

function headingBlock(title: string, level: number, setting: Setting): Paragraph {
  const { look, width } = setting
  const { size, leading, above } = HEADINGS[Math.min(level, HEADINGS.length) - 1] ?? HEADINGS[2]
  const run: RunProperties = { ...look.heading, size, complexSize: size, tracking: 0 }
  return paragraph(valueInlines(shown(title), run, setting, width), run, leading, {
    spaceBefore: above,
    spaceAfter: 60,
    keepWithNext: true,
    outlineLevel: level,
    ...(level === 1 ? { borders: { bottom: { ...look.hairline, space: 40 } } } : {}),
  })
}

function flowBlocks(block: Block, level: number, setting: Setting): FlowBlock[] {
  switch (block.kind) {
    case 'text':
      return [toned(block.text, block.tone, setting, { spaceBefore: 60 })]
    case 'answer':
      return [headingBlock(block.title, level, setting), toned(block.text, 'plain', setting)]
    case 'people':
      return [headingBlock(block.title, level, setting), ...peopleBlocks(block.people, block.rest, setting)]
    case 'changes':
      return [headingBlock(block.title, level, setting), ...block.items.flatMap((item) => framedItem(item, setting))]
    case 'facts':
      return [factTable(block.facts, setting)]
    case 'list':
      return [headingBlock(block.title, level, setting), listTable(block.items, setting)]
    case 'steps':
      return [headingBlock(block.title, level, setting), stepTable(block.steps, setting)]
    case 'data':
      return [headingBlock(block.title, level, setting), dataTable(block.lines, setting)]
    case 'timeline':
      return [
        headingBlock(block.title, level, setting),
        ...block.events.flatMap((event) => eventBlocks(event, setting)),
      ]
  }
}

function toned(text: string, tone: Tone, setting: Setting, changes: Partial<ParagraphProperties> = {}): Paragraph {
  const color = TONE_COLORS[tone]
  const run = color === undefined ? setting.look.value : { ...setting.look.value, color }
  return paragraph(valueInlines(shown(text), run, setting, setting.width), run, LEADING.body, changes)
}

function peopleBlocks(people: readonly Person[], rest: readonly string[], setting: Setting): FlowBlock[] {
  const rows = new LabelledRows(setting, LABEL_SHARE)
  const lines = people.flatMap(({ name, status, lines }) => [
    factRow(rows, status, { ...name, isStrong: true }, setting.look),
    ...lines.map((line) => factRow(rows, '', line, setting.look)),
  ])
  return [rows.table(lines, 'mayBreak'), ...rest.map((text) => toned(text, 'plain', setting))]
}

function factTable(facts: readonly Fact[], setting: Setting): FlowBlock {
  const rows = new LabelledRows(setting, LABEL_SHARE)
  return rows.table(
    facts.flatMap(({ label, values }) =>
      values.map((value, index) => factRow(rows, index === 0 ? label : '', value, setting.look)),
    ),
    'mayBreak',
  )
}

function factRow(rows: LabelledRows, label: string, { text, kind, isStrong }: Value, look: Look) {
  if (kind === 'digest') return rows.digest(label, shown(text))
  return rows.text(label, shown(text), isStrong === true ? look.valueStrong : look.value)
}

/** A table of two columns: a mark, and the text that it marks. */
function markedTable(
  rows: readonly (readonly [mark: Paragraph, text: readonly Paragraph[]])[],
  { width }: Setting,
): FlowBlock {
  return plainTable(
    [MARK_WIDTH, width - MARK_WIDTH],
    rows.map(
      ([mark, texts]): TableRow =>
        plainRow([plainCell([mark], MARK_WIDTH), plainCell(texts, width - MARK_WIDTH)], { cantSplit: true }),
    ),
    { cellMargins: { top: 20, right: 0, bottom: 20, left: 0 } },
  )
}

function listTable(items: readonly ListItem[], setting: Setting): FlowBlock {
  const { look, width } = setting
  const inner = { ...setting, width: width - MARK_WIDTH }
  const rows = items.map(({ tone, label, text, detail, code }) => {
    const run = { ...look.valueStrong, color: TONE_COLORS[tone] ?? look.value.color }
    const mark = paragraph(valueInlines(MARKS[tone], run, setting, MARK_WIDTH), run, LEADING.body)
    const head = label === undefined ? [] : [...valueInlines(`${shown(label)}: `, run, inner, inner.width)]
    const main = paragraph(
      [...head, ...valueInlines(shown(text), look.value, inner, inner.width)],
      look.value,
      LEADING.body,
    )
    const more = [detail === undefined ? undefined : shown(detail), code].filter((part) => part !== undefined)
    const note = { ...look.note, language: 'en' }
    const below = more.map((part) => paragraph(valueInlines(part, note, inner, inner.width), note, LEADING.note))
    return [mark, [main, ...below]] as const
  })
  return markedTable(rows, setting)
}

/** A change in a frame: grey where it is permitted, red where it is not. */
function framedItem({ tone, label, text }: ListItem, setting: Setting): FlowBlock[] {
  const { look, width } = setting
  const color = tone === 'bad' ? VERDICT_COLORS.invalid : FRAME_COLOR
  const run = { ...look.valueStrong, color }
  const inner = { ...setting, width: width - 2 * FRAME_MARGIN }
  const head = valueInlines(`${MARKS[tone]} ${label === undefined ? '' : `${shown(label)}: `}`, run, inner, inner.width)
  const words = valueInlines(shown(text), look.value, inner, inner.width)
  const border = { ...look.hairline, width: 12, color }
  const borders = { top: border, right: border, bottom: border, left: border }
  const cell = plainCell([paragraph([...head, ...words], look.value, LEADING.body)], width, { borders })
  const margins = { top: 50, right: FRAME_MARGIN, bottom: 50, left: FRAME_MARGIN }
  const frame = plainTable([width], [plainRow([cell], { cantSplit: true })], { cellMargins: margins })
  return [frame, paragraph([], look.note, FRAME_GAP)]
}

const FRAME_COLOR = '5B6068'
/** The space inside of a frame and between two frames, in twips. */
const FRAME_MARGIN = 120
const FRAME_GAP = 80

function stepTable(steps: readonly string[], setting: Setting): FlowBlock {
  const { look, width } = setting
  const rows = steps.map((step, index) => {
    const number = paragraph([plainText(`${index + 1}.`, look.label)], look.label, LEADING.body)
    const text = paragraph(valueInlines(shown(step), look.value, setting, width - MARK_WIDTH), look.value, LEADING.body)
    return [number, [text]] as const
  })
  return markedTable(rows, setting)
}

function dataTable(lines: readonly DataLine[], setting: Setting): FlowBlock {
  const rows = new LabelledRows(setting, LABEL_SHARE)
  return rows.table(
    lines.map((line) => rows.data({ ...line, key: shown(line.key), value: shown(line.value ?? '') })),
    'mayBreak',
  )
}

function eventBlocks({ time, type, data, digest }: TimelineEvent, setting: Setting): FlowBlock[] {
  const { look, width } = setting
  const head = [
    ...valueInlines(shown(type), look.valueStrong, setting, width),
    plainText('   ', look.label),
    ...valueInlines(shown(time), look.label, setting, width),
  ]
  return [
    paragraph(head, look.value, LEADING.body, { spaceBefore: 160, keepWithNext: true }),
    ...(data.length === 0 ? [] : [dataTable(data, setting)]),
    paragraph(valueInlines(shown(digest), look.cellDigest, setting, width), look.cellDigest, LEADING.cell),
  ]
}
