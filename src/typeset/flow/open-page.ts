/**
 * Opens pages, with the space that header and footer leave to the text.
 *
 * @module
 */

import { type ColumnStart, openColumn } from './column-draft.js'

import type { FlowContext } from './flow-context.js'
import type { Footnotes } from './footnotes.js'
import { type HeaderCache, headerFrame, headerKind } from './headers.js'
import type { Around, PageDraft, PagePlace, Region } from './page-draft.js'
import { columnsOf, pageGeometry, turnedGeometry } from './page-geometry.js'
import { turnedExclusion } from './place-drawing.js'
import { stackFloats } from './stack-floats.js'

/** What opening pages needs. */
export interface PageParts {
  readonly context: FlowContext
  readonly headers: HeaderCache
  readonly footnotes: Footnotes
}

/** How the text reaches a page. */
interface PageStart {
  readonly start: ColumnStart
  /** The part of the space above the first slice that the section before already provides. */
  readonly spaceTaken: number
  /** Notes that did not fit on the page before. */
  readonly carried: Region['draft']['overflow']
  /** Drawings that text above their anchors was laid out around. */
  readonly wrapped: Around['wrapped']
}

/** Measures header and footer of a page, and opens its first column. */
export function openPage(place: PagePlace, from: PageStart, { headers, footnotes, context }: PageParts): PageDraft {
  const { section, number, isFirstOfSection } = place
  const { properties } = section
  const { settings } = context.document
  const isEven = number % 2 === 0
  const kind = headerKind(properties, isFirstOfSection, isEven, settings.evenAndOddHeaders)
  const plain = pageGeometry(properties, settings, isEven, 0, 0)
  const { [kind]: headerBlocks } = properties.headers
  const { [kind]: footerBlocks } = properties.footers
  const header = headers.measured(headerBlocks, plain.textWidth, headerFrame(plain, properties))
  const below = pageGeometry(properties, settings, isEven, header.height, 0)
  const { stack: footer, top: footerTop } = headers.measuredFooter(footerBlocks, below, properties)
  const sheet = pageGeometry(properties, settings, isEven, header.height, footer.height)
  const floats = [
    ...stackFloats(header, sheet, properties.headerDistance, context),
    ...stackFloats(footer, sheet, footerTop, context),
  ]
  const geometry = properties.isVertical ? turnedGeometry(sheet) : sheet
  const columns = columnsOf(properties, geometry)
  const { bodyTop: top, bodyBottom, frame } = geometry
  const [column] = columns
  const carried = footnotes.fitCarried(from.carried, column.width, bodyBottom - top)
  const draft = openColumn(column, top, from.start, from.spaceTaken, carried)
  // Text also flows around drawings in headers. Letterheads make room for themselves this way.
  const around = floats.flatMap(({ exclusion }) => exclusion ?? [])
  const exclusions = properties.isVertical ? around.map((each) => turnedExclusion(each, sheet.frame)) : around
  return {
    section,
    sectionIndex: place.sectionIndex,
    number,
    isFirstOfSection,
    geometry,
    sheet: properties.isVertical ? sheet : undefined,
    headerKind: kind,
    above: [],
    region: { section, frame, top, columns, full: [], draft },
    around: { exclusions, wrapped: from.wrapped, settled: new Map() },
  }
}
