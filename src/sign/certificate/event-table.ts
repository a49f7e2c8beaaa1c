/**
 * The events of the audit trail as a table.
 *
 * @module
 */
import { append } from '../../lists.js'
import type { Inline, Paragraph } from '../../typeset/model/document-model.js'
import { plainCell, plainRow, plainTable, plainText } from '../../typeset/model/plain-model.js'
import type { RunProperties } from '../../typeset/model/properties.js'
import type { Table, TableRow } from '../../typeset/model/table-model.js'
import type { CertificateContent } from './certificate-content.js'
import { type DataLine, flattenData } from './certificate-data.js'
import { LEADING } from './certificate-look.js'
import type { CertificateWording } from './certificate-wording.js'
import { indentOf, LONG_ROW, lengthOf, paragraph, type Setting, valueInlines, withKeep } from './labelled-rows.js'

/** Number of digits of an event's digest in the table. The chain digest is shown in full. */
export const SHORT_DIGEST = 16

/** Width in twips below which the table has two columns instead of four. */
export const NARROW = 7000

/** Number of detail lines from which a row may break across pages. */
const LONG_DETAILS = 12
const DETAIL_HANG = 160

type EventSetting = Setting & { readonly wording: CertificateWording }

/** Beginnings and ends of the columns. Each width except the last includes `gap`. */
interface Columns {
  readonly isNarrow: boolean
  readonly widths: readonly number[]
  readonly gap: number
}

/** A table with one row for each event. With `holdsNext`, the last row stays with what follows. */
export function eventTable({ events }: CertificateContent, setting: EventSetting, holdsNext: boolean): Table {
  const columns = columnsFor(setting.width, setting.wording.hasLocalTime)
  const rows = events.map((event, index) => {
    const isKept = holdsNext && index === events.length - 1
    return rowOf(eventCells(event, columns, setting), columns, setting, { isHeader: false, isKept })
  })
  return plainTable(columns.widths, [headerRow(columns, setting), ...rows], {
    cellMargins: { top: 52, right: 0, bottom: 76, left: 0 },
  })
}

function columnsFor(width: number, hasLocalTime: boolean): Columns {
  if (width < NARROW) {
    const first = Math.round(0.42 * width) + 200
    return { isNarrow: true, widths: [first, width - first], gap: 200 }
  }
  const gap = 240
  // The offset of a time zone comes after its time.
  const time = (hasLocalTime ? 2260 : 1980) + gap
  const digest = 1360
  const type = Math.round(Math.min(2000, 0.14 * width)) + gap
  return { isNarrow: false, widths: [time, type, width - time - type - digest, digest], gap }
}

function headerRow(columns: Columns, setting: EventSetting): TableRow {
  const { wording, look } = setting
  const zones = { zones: wording.zones }
  const titles = columns.isNarrow
    ? [wording.say('eventAndTime', zones), wording.say('details')]
    : [wording.say('time', zones), wording.say('event'), wording.say('details'), wording.say('digest')]
  const cells = titles.map((title) => [
    paragraph([plainText(title, look.columnTitle)], look.columnTitle, LEADING.cell, { keepWithNext: true }),
  ])
  return rowOf(cells, columns, setting, { isHeader: true, isKept: false })
}

function eventCells(
  event: CertificateContent['events'][number],
  { isNarrow, widths, gap }: Columns,
  setting: EventSetting,
): Paragraph[][] {
  const { look, wording } = setting
  const textWidth = (column: number) => (widths[column] ?? 0) - (column < widths.length - 1 ? gap : 0)
  const cell = (value: string, run: RunProperties, column: number, breakEvery?: number) => {
    const more = breakEvery === undefined ? {} : { breakEvery }
    return paragraph(valueInlines(value, run, setting, textWidth(column), more), run, LEADING.cell)
  }
  const { utc, local } = wording.time(event.timestamp)
  const times = [cell(utc, look.cell, 0), ...(local === undefined ? [] : [cell(local, look.cellLabel, 0)])]
  const type = cell(event.type, look.cellStrong, isNarrow ? 0 : 1)
  const digest = cell(event.digest.slice(0, SHORT_DIGEST), look.cellDigest, isNarrow ? 0 : 3, 8)
  const width = textWidth(isNarrow ? 1 : 2)
  const details = flattenData(event.data).map((line) => detailParagraph(line, width, setting))
  if (details.length === 0) details.push(paragraph([], look.cell, LEADING.cell))
  return isNarrow ? [[type, ...times, digest], details] : [times, [type], details, [digest]]
}

function rowOf(
  cells: readonly (readonly Paragraph[])[],
  { isNarrow, widths, gap }: Columns,
  { look }: EventSetting,
  { isHeader, isKept }: { readonly isHeader: boolean; readonly isKept: boolean },
): TableRow {
  const detailLines = cells[isNarrow ? 1 : 2]?.length ?? 0
  const isShort = detailLines < LONG_DETAILS && lengthOf(cells.flat()) < LONG_ROW
  return plainRow(
    cells.map((blocks, column) =>
      plainCell(
        blocks.map((block) => withKeep(block, isKept && isShort)),
        widths[column] ?? 0,
        {
          borders: { bottom: look.hairline },
          margins: { right: column < widths.length - 1 ? gap : 0 },
        },
      ),
    ),
    { isHeader, cantSplit: isHeader || isShort },
  )
}

/** A paragraph `key: value` with the key in grey; further lines are indented. */
function detailParagraph(line: DataLine, width: number, setting: EventSetting): Paragraph {
  const { look } = setting
  const indent = indentOf(line.level)
  const room = width - indent - DETAIL_HANG
  const inlines: Inline[] = valueInlines(line.key, look.cellLabel, setting, room)
  inlines.push(plainText(line.value === undefined ? ':' : ': ', look.cellLabel))
  if (line.value !== undefined) append(inlines, valueInlines(line.value, look.cell, setting, room))
  return paragraph(inlines, look.cell, LEADING.cell, {
    indentStart: indent + DETAIL_HANG,
    indentFirstLine: -DETAIL_HANG,
  })
}
