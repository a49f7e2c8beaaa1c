/**
 * Margins, the text area and the columns of a page.
 *
 * @module
 */

import type { DocumentSettings, SectionProperties } from '../model/document-model.js'
import type { PageDecoration } from './float-position.js'

/** Where a column of text stands on the page. */
export interface Column {
  readonly left: number
  readonly width: number
}

/** The areas of one page. */
export interface PageGeometry {
  readonly frame: PageDecoration
  /** The text area between the margins. */
  readonly textLeft: number
  readonly textWidth: number
  readonly bodyTop: number
  readonly bodyBottom: number
}

/** Minimum height that headers and footers leave to the text, in twips. */
const LEAST_BODY_HEIGHT = 720
/** Minimum width of a column, in twips, for documents whose margins leave no room. */
const LEAST_COLUMN_WIDTH = 240

/**
 * The geometry of a page.
 *
 * @param isEven whether it is the left-hand page of a double-page spread
 * @param headerHeight, footerHeight their heights; the text gives way to them unless the margin is fixed
 *   (ECMA-376-1, 17.6.11)
 */
export function pageGeometry(
  section: SectionProperties,
  settings: DocumentSettings,
  isEven: boolean,
  headerHeight: number,
  footerHeight: number,
): PageGeometry {
  const { pageWidth, pageHeight } = section
  const { marginLeft, marginRight } = sideMargins(section, settings, isEven)
  const marginTop = section.marginTop + (settings.gutterAtTop ? section.gutter : 0)
  const { marginBottom } = section
  const headerBottom = headerHeight === 0 ? 0 : section.headerDistance + headerHeight
  const footerTop = footerHeight === 0 ? 0 : section.footerDistance + footerHeight
  const top = section.fixedMarginTop ? marginTop : Math.max(marginTop, headerBottom)
  const bottom = section.fixedMarginBottom ? marginBottom : Math.max(marginBottom, footerTop)
  const body = bodyBetween(top, pageHeight - bottom, pageHeight)
  return {
    frame: {
      left: 0,
      top: 0,
      width: pageWidth,
      height: pageHeight,
      marginLeft,
      marginRight,
      marginTop,
      marginBottom,
      textTop: Math.max(marginTop, body.bodyTop),
      textBottom: Math.max(marginBottom, pageHeight - body.bodyBottom),
      isEven,
    },
    ...textBetween(pageWidth, marginLeft, marginRight),
    ...body,
  }
}

/** Limits of the text, which keeps a minimum height whatever headers and footers take. */
function bodyBetween(top: number, bottom: number, pageHeight: number): Pick<PageGeometry, 'bodyTop' | 'bodyBottom'> {
  if (bottom - top >= LEAST_BODY_HEIGHT) return { bodyTop: top, bodyBottom: bottom }
  const bodyTop = Math.min(top, pageHeight / 2)
  return { bodyTop, bodyBottom: bodyTop + LEAST_BODY_HEIGHT }
}

/** A page in the coordinates of vertical lines, for which its right edge is the top. */
export function turnedGeometry({ frame, textLeft, textWidth, bodyTop, bodyBottom }: PageGeometry): PageGeometry {
  return {
    frame: {
      left: 0,
      top: 0,
      width: frame.height,
      height: frame.width,
      marginLeft: frame.marginTop,
      marginRight: frame.marginBottom,
      marginTop: frame.marginRight,
      marginBottom: frame.marginLeft,
      isEven: frame.isEven,
      sheet: frame,
    },
    textLeft: bodyTop,
    textWidth: bodyBottom - bodyTop,
    bodyTop: frame.width - textLeft - textWidth,
    bodyBottom: frame.width - textLeft,
  }
}

/** The geometry of a page for a continuous section on it, which has its own side margins. */
export function geometryWithin(
  page: PageGeometry,
  section: SectionProperties,
  settings: DocumentSettings,
): PageGeometry {
  const { frame } = page
  // For vertical lines, the side margins are those of the text area.
  if (section.isVertical) return page
  const margins = sideMargins(section, settings, frame.isEven)
  return {
    ...page,
    frame: { ...frame, ...margins },
    ...textBetween(frame.width, margins.marginLeft, margins.marginRight),
  }
}

/** Margins including the gutter, on the sides where they are on this page. */
function sideMargins(
  section: SectionProperties,
  settings: DocumentSettings,
  isEven: boolean,
): Pick<PageDecoration, 'marginLeft' | 'marginRight'> {
  const isMirrored = settings.mirrorMargins && isEven
  const sideGutter = settings.gutterAtTop ? 0 : section.gutter
  const gutterOnRight = section.gutterOnRight !== isMirrored
  return {
    marginLeft: (isMirrored ? section.marginRight : section.marginLeft) + (gutterOnRight ? 0 : sideGutter),
    marginRight: (isMirrored ? section.marginLeft : section.marginRight) + (gutterOnRight ? sideGutter : 0),
  }
}

function textBetween(
  pageWidth: number,
  marginLeft: number,
  marginRight: number,
): Pick<PageGeometry, 'textLeft' | 'textWidth'> {
  return { textLeft: marginLeft, textWidth: Math.max(pageWidth - marginLeft - marginRight, LEAST_COLUMN_WIDTH) }
}

/** The columns of a section on a page, in the order in which they are filled. */
export function columnsOf(section: SectionProperties, geometry: PageGeometry): readonly [Column, ...Column[]] {
  const { textLeft, textWidth } = geometry
  const columns: Column[] = []
  let offset = 0
  for (const { width, gap } of section.columns) {
    const room = Math.max(Math.min(width, textWidth), LEAST_COLUMN_WIDTH)
    columns.push({ left: section.rightToLeft ? textLeft + textWidth - offset - room : textLeft + offset, width: room })
    offset += room + gap
  }
  const [first, ...others] = columns
  return first === undefined || others.length === 0 ? [{ left: textLeft, width: textWidth }] : [first, ...others]
}
