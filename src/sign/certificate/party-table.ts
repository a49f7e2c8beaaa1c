/**
 * The parties as a table: the party on the left, and an empty place for its signature on the right.
 *
 * @module
 */

import { layOutBlocks } from '../../typeset/layout.js'
import type { Paragraph } from '../../typeset/model/document-model.js'
import { plainCell, plainRow, plainTable } from '../../typeset/model/plain-model.js'
import type { RunProperties } from '../../typeset/model/properties.js'
import type { Table, TableRow } from '../../typeset/model/table-model.js'
import type { DisplayList } from '../../typeset/painting.js'
import type { CertificateParties, CertificateParty } from './certificate-content.js'
import { LEADING } from './certificate-look.js'
import { NARROW } from './event-table.js'
import { paragraph, type Setting, valueInlines } from './labelled-rows.js'

const PADDING_ABOVE = 110
const PADDING_BELOW = 130
/** Gap between the columns, or in a narrow table between the party and the place below, in twips. */
const GAP = { across: 300, down: 70 } as const

/** Place for a signature within its row, in twips. */
interface PartyPlace {
  /** Distance from the left edge of the column. */
  readonly x: number
  /** Distance from the first line of the row. */
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Width of the places for signatures, in twips. */
function partyPlaceWidth(width: number): number {
  return width < NARROW ? width : width - Math.round(0.32 * width)
}

/** The table. Each row has a bookmark, by which `findPartyPlaces` finds it. */
export function partyTable({ rows }: CertificateParties, setting: Setting): Table {
  const { width } = setting
  const isNarrow = width < NARROW
  const right = partyPlaceWidth(width)
  const grid = isNarrow ? [width] : [width - right, right]
  return plainTable(
    grid,
    rows.map((party, index) => partyRow(party, index, grid, setting)),
    { cellMargins: { top: PADDING_ABOVE, right: 0, bottom: PADDING_BELOW, left: 0 } },
  )
}

function partyRow(party: CertificateParty, index: number, grid: readonly number[], setting: Setting): TableRow {
  const { look } = setting
  const blocks = whoSigns(party, index, setting)
  const borders = { bottom: look.hairline }
  const place = placeFor(party, setting)
  const height = place.y + place.height
  const [first = 0, second] = grid
  const who = plainCell(blocks, first, { borders, margins: { right: second === undefined ? 0 : GAP.across } })
  const signature =
    second === undefined ? [] : [plainCell([paragraph([], look.cell, LEADING.cell)], second, { borders })]
  return plainRow([who, ...signature], { cantSplit: true, height: { value: height, rule: 'atLeast' } })
}

/** Name, e-mail address and role of a party. */
function whoSigns({ name, email, role }: CertificateParty, index: number, setting: Setting): Paragraph[] {
  const { look, width } = setting
  const column = width < NARROW ? width : width - partyPlaceWidth(width) - GAP.across
  const line = (text: string, run: RunProperties) =>
    paragraph(valueInlines(text, run, setting, column), run, LEADING.cell)
  const first = line(name, look.cellStrong)
  return [
    { ...first, inlines: [{ kind: 'bookmark', name: bookmarkOf(index) }, ...first.inlines] },
    line(email, look.cell),
    ...(role === undefined ? [] : [line(role, look.cellLabel)]),
  ]
}

function placeFor(party: CertificateParty, setting: Setting): PartyPlace {
  const { width, fonts } = setting
  const isNarrow = width < NARROW
  const right = partyPlaceWidth(width)
  const column = isNarrow ? width : width - right - GAP.across
  const { height } = layOutBlocks(whoSigns(party, 0, setting), column, { fonts })
  const wanted = party.heightFor(right)
  if (isNarrow) return { x: 0, y: height + GAP.down, width: right, height: wanted }
  return { x: width - right, y: 0, width: right, height: Math.max(wanted, height) }
}

function bookmarkOf(index: number): string {
  return `party-${index + 1}`
}

/** A place on a page, by the distance of its upper left corner from that of the page, in twips. */
export interface FoundPlace extends PartyPlace {
  /** Index of the page. */
  readonly page: number
}

/** Finds the places of the rows after layout. */
export function findPartyPlaces(
  pages: readonly { readonly items: DisplayList }[],
  { rows }: CertificateParties,
  setting: Setting & { readonly left: number },
): FoundPlace[] {
  const tops = new Map<string, { readonly page: number; readonly y: number }>()
  for (const [page, { items }] of pages.entries()) collectBookmarks(items, page, tops)
  return rows.flatMap((party, index) => {
    const top = tops.get(bookmarkOf(index))
    if (top === undefined) return []
    const place = placeFor(party, setting)
    return [{ ...place, page: top.page, x: setting.left + place.x, y: top.y + place.y }]
  })
}

function collectBookmarks(
  items: DisplayList,
  page: number,
  tops: Map<string, { readonly page: number; readonly y: number }>,
): void {
  for (const item of items) {
    if (item.kind === 'group' || item.kind === 'artifact') collectBookmarks(item.items, page, tops)
    else if (item.kind === 'bookmark') tops.set(item.name, { page, y: item.y })
  }
}
