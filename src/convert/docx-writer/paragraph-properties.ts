/**
 * The format of a paragraph as WordprocessingML.
 *
 * @module
 */

import { bordersXml } from './border-xml.js'
import type { ParagraphFormat } from './flow-format.js'
import { twips } from './property-values.js'
import { shadingXml, toggle } from './run-properties.js'

/** Properties of a paragraph or a paragraph style besides its format. */
export interface ParagraphExtras {
  readonly styleId?: string
  readonly numbering?: { readonly id: number; readonly level: number }
  /** No space between paragraphs of the same style (ECMA-376-1, 17.3.1.9). */
  readonly contextualSpacing?: boolean
  /** Whether text runs from right to left where the format does not say. */
  readonly rightToLeft?: boolean
  /** Properties of the mark that ends the paragraph, already written. */
  readonly mark?: string
  /** A tab stop at the end of the line, with its leader. */
  readonly leader?: { readonly kind: 'dot' | 'line' | 'none'; readonly position: number } | undefined
  /** w:sectPr of the section that ends with the paragraph. */
  readonly sectionXml?: string | undefined
}

/** w:pPr with its children in the order of the schema (ECMA-376-1, 17.3.1.26). Empty without any properties. */
export function paragraphProperties(format: ParagraphFormat, extras: ParagraphExtras): string {
  const { styleId, numbering } = extras
  let xml = styleId === undefined ? '' : `<w:pStyle w:val="${styleId}"/>`
  if (format.keepWithNext !== undefined) xml += toggle('w:keepNext', format.keepWithNext)
  if (format.keepLines !== undefined) xml += toggle('w:keepLines', format.keepLines)
  if (format.pageBreakBefore !== undefined) xml += toggle('w:pageBreakBefore', format.pageBreakBefore)
  if (format.keepLoneLines !== undefined) xml += toggle('w:widowControl', format.keepLoneLines)
  if (numbering !== undefined) {
    xml += `<w:numPr><w:ilvl w:val="${numbering.level}"/><w:numId w:val="${numbering.id}"/></w:numPr>`
  }
  if (format.borders !== undefined) xml += bordersXml('w:pBdr', format.borders)
  if (format.shading !== undefined) xml += shadingXml(format.shading)
  if (extras.leader !== undefined) xml += leaderXml(extras.leader)
  if (format.rightToLeft !== undefined) xml += toggle('w:bidi', format.rightToLeft)
  xml += spacingXml(format)
  xml += indentXml(format)
  if (extras.contextualSpacing === true) xml += '<w:contextualSpacing/>'
  if (format.alignment !== undefined) {
    xml += justificationXml(format.alignment, format.rightToLeft ?? extras.rightToLeft ?? false)
  }
  if (format.centersLine === true) xml += '<w:textAlignment w:val="center"/>'
  if (format.outlineLevel !== undefined) xml += `<w:outlineLvl w:val="${twips(format.outlineLevel, 0, 9)}"/>`
  if (extras.mark !== undefined) xml += extras.mark
  xml += extras.sectionXml ?? ''
  return xml === '' ? '' : `<w:pPr>${xml}</w:pPr>`
}

/** The tab stop of a leader (ECMA-376-1, 17.3.1.37). */
function leaderXml({ kind, position }: NonNullable<ParagraphExtras['leader']>): string {
  const leader = kind === 'line' ? 'underscore' : kind
  return `<w:tabs><w:tab w:val="right" w:leader="${leader}" w:pos="${twips(position, 1)}"/></w:tabs>`
}

function spacingXml({ spaceBefore, spaceAfter, lineSpacing }: ParagraphFormat): string {
  let attributes = ''
  if (spaceBefore !== undefined) attributes += ` w:before="${twips(spaceBefore, 0)}"`
  if (spaceAfter !== undefined) attributes += ` w:after="${twips(spaceAfter, 0)}"`
  if (lineSpacing !== undefined) {
    const [line, rule] =
      'factor' in lineSpacing
        ? [lineSpacing.factor * 240, 'auto']
        : 'exact' in lineSpacing
          ? [lineSpacing.exact, 'exact']
          : [lineSpacing.atLeast, 'atLeast']
    attributes += ` w:line="${twips(line, 1)}" w:lineRule="${rule}"`
  }
  return attributes === '' ? '' : `<w:spacing${attributes}/>`
}

/** w:ind. `left` and `right` mean the start and the end of lines, even in transitional documents. */
function indentXml({ indentStart, indentEnd, indentFirstLine }: ParagraphFormat): string {
  let attributes = ''
  if (indentStart !== undefined) attributes += ` w:left="${twips(indentStart)}"`
  if (indentEnd !== undefined) attributes += ` w:right="${twips(indentEnd)}"`
  if (indentFirstLine !== undefined) {
    attributes +=
      indentFirstLine < 0 ? ` w:hanging="${-twips(indentFirstLine)}"` : ` w:firstLine="${twips(indentFirstLine)}"`
  }
  return attributes === '' ? '' : `<w:ind${attributes}/>`
}

/** w:jc. In transitional documents, Word takes `left` for the start of lines and `right` for their end. */
function justificationXml(alignment: NonNullable<ParagraphFormat['alignment']>, rightToLeft: boolean): string {
  switch (alignment) {
    case 'justify':
      return '<w:jc w:val="both"/>'
    case 'center':
      return '<w:jc w:val="center"/>'
    case 'start':
    case 'end':
      return `<w:jc w:val="${alignment === 'start' ? 'left' : 'right'}"/>`
    default:
      return `<w:jc w:val="${(alignment === 'left') === rightToLeft ? 'right' : 'left'}"/>`
  }
}
