/**
 * Table styles (ECMA-376-1, 17.7.6): formatting for the whole table and for its rows, columns, bands and corners.
 *
 * @module
 */

import type { HexColor } from '../../../typeset/model/properties.js'
import type { Edges } from '../../../typeset/model/table-model.js'
import { readBorder, readInteger, readShading } from '../../values/property-values.js'
import { childOf, childrenOf, type XmlElement } from '../../xml/xml-element.js'
import { EMPTY_PARAGRAPH_LAYER, mergeParagraphLayers, readParagraphLayer } from '../paragraph-layer.js'
import { EMPTY_RUN_LAYER, readRunLayer } from '../run-layer.js'
import type { ThemeFontContext } from '../theme-font.js'
import {
  type PartFormat,
  type PropertyBag,
  type RegionEdges,
  TABLE_PARTS,
  type TablePart,
  type TableStyle,
} from './table-format.js'
import { readCellMargins } from './table-values.js'

const EMPTY_PART: PartFormat = {
  paragraph: EMPTY_PARAGRAPH_LAYER,
  run: EMPTY_RUN_LAYER,
  row: new Map(),
  cell: new Map(),
  borders: {},
  margins: {},
}

/** Reads a style and its ancestors, the root first. */
export function readTableStyle(chain: readonly XmlElement[], context: ThemeFontContext): TableStyle {
  let properties: PropertyBag = new Map()
  let borders: RegionEdges = {}
  let cellMargins: Partial<Edges<number>> = {}
  const parts = new Map<TablePart, PartFormat>()
  const addPart = (name: TablePart, element: XmlElement): void => {
    parts.set(name, readPart(element, parts.get(name) ?? EMPTY_PART, context))
  }
  for (const element of chain) {
    const tblPr = childOf(element, 'w:tblPr')
    properties = addProperties(properties, tblPr)
    const own = readRegionEdges(childOf(tblPr, 'w:tblBorders'), context)
    // Word keeps all edges in one property ([MS-DOC], sprmTTableBorders), and writes those with a border alone.
    if (Object.keys(own).length > 0) borders = own
    cellMargins = { ...cellMargins, ...readCellMargins(childOf(tblPr, 'w:tblCellMar')) }
    addPart('wholeTable', element)
    for (const conditional of childrenOf(element, 'w:tblStylePr')) {
      const name = TABLE_PARTS.find((part) => part === conditional.attributes['w:type'])
      if (name !== undefined) addPart(name, conditional)
    }
  }
  const bandSize = (name: string): number => Math.max(readInteger(properties.get(name)?.attributes['w:val']) ?? 1, 1)
  return {
    id: chain.at(-1)?.attributes['w:styleId'] ?? '',
    properties,
    borders,
    cellMargins,
    parts,
    rowBandSize: bandSize('w:tblStyleRowBandSize'),
    columnBandSize: bandSize('w:tblStyleColBandSize'),
    cells: new Map(),
    texts: new Map(),
  }
}

function readPart(element: XmlElement, inherited: PartFormat, context: ThemeFontContext): PartFormat {
  const tcPr = childOf(element, 'w:tcPr')
  const shading = readShading(childOf(tcPr, 'w:shd'), context.theme) ?? readNoShading(tcPr, inherited)
  const own = readParagraphLayer(childOf(element, 'w:pPr'), context.theme)
  return {
    paragraph: mergeParagraphLayers(inherited.paragraph, own),
    run: { ...inherited.run, ...readRunLayer(childOf(element, 'w:rPr'), context) },
    row: addProperties(inherited.row, childOf(element, 'w:trPr')),
    cell: addProperties(inherited.cell, tcPr),
    borders: { ...inherited.borders, ...readRegionEdges(childOf(tcPr, 'w:tcBorders'), context) },
    margins: { ...inherited.margins, ...readCellMargins(childOf(tcPr, 'w:tcMar')) },
    ...(shading !== undefined && { shading }),
  }
}

function readNoShading(tcPr: XmlElement | undefined, inherited: PartFormat): HexColor | null | undefined {
  return childOf(tcPr, 'w:shd') === undefined ? inherited.shading : null
}

/** Adds the children of an element to a bag. */
export function addProperties(bag: PropertyBag, element: XmlElement | undefined): PropertyBag {
  if (element === undefined || element.children.length === 0) return bag
  const merged = new Map(bag)
  for (const child of childrenOf(element)) merged.set(child.name, child)
  return merged
}

const EDGES: Readonly<Record<string, keyof RegionEdges>> = {
  'w:top': 'top',
  'w:left': 'left',
  'w:start': 'left',
  'w:bottom': 'bottom',
  'w:right': 'right',
  'w:end': 'right',
  'w:insideH': 'insideHorizontal',
  'w:insideV': 'insideVertical',
}

/** Reads the edges in w:tblBorders or w:tcBorders. */
export function readRegionEdges(element: XmlElement | undefined, { theme }: ThemeFontContext): RegionEdges {
  const edges: { -readonly [Name in keyof RegionEdges]: RegionEdges[Name] } = {}
  for (const child of childrenOf(element)) {
    const edge = EDGES[child.name]
    const border = readBorder(child, theme)
    if (edge !== undefined && border !== undefined) edges[edge] = border
  }
  return edges
}
