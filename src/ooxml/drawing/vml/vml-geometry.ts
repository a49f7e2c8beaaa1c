/**
 * Reads the outlines of VML shapes: from a path, a shape type number, or points.
 *
 * @module
 */

import { PathBuilder } from '../../../typeset/drawings.js'
import { childOf, type XmlElement } from '../../xml/xml-element.js'
import type { Box } from '../box.js'
import type { DrawingEnvironment } from '../drawing-environment.js'
import type { Geometry } from '../geometry/geometry.js'
import { presetGeometry } from '../geometry/preset-geometry.js'
import { readNumber } from '../units.js'
import { pointBounds, readVmlPoints, readVmlSpace } from './vml-box.js'
import { computeFormulas } from './vml-formulas.js'
import { readVmlPath } from './vml-path.js'
import { readFraction } from './vml-style.js'
import { attributeOf, childAttributeOf, shapeTypeNumber, type VmlSource } from './vml-template.js'

/** Preset shapes of DrawingML by the number of VML's shape type, for shapes whose template is missing in the file. */
const PRESETS: Readonly<Record<number, string>> = {
  1: 'rect',
  2: 'roundRect',
  3: 'ellipse',
  4: 'diamond',
  5: 'triangle',
  6: 'rtTriangle',
  7: 'parallelogram',
  8: 'trapezoid',
  9: 'hexagon',
  10: 'octagon',
  11: 'plus',
  12: 'star5',
  13: 'rightArrow',
  15: 'homePlate',
  16: 'cube',
  19: 'arc',
  20: 'line',
  21: 'plaque',
  22: 'can',
  23: 'donut',
  32: 'line',
  33: 'bentConnector2',
  34: 'bentConnector3',
  38: 'curvedConnector3',
  55: 'chevron',
  56: 'pentagon',
  61: 'wedgeRectCallout',
  62: 'wedgeRoundRectCallout',
  63: 'wedgeEllipseCallout',
  65: 'foldedCorner',
  66: 'leftArrow',
  67: 'downArrow',
  68: 'upArrow',
  69: 'leftRightArrow',
  70: 'upDownArrow',
  74: 'heart',
  84: 'bevel',
  85: 'leftBracket',
  86: 'rightBracket',
  87: 'leftBrace',
  88: 'rightBrace',
  95: 'blockArc',
  96: 'smileyFace',
  109: 'flowChartProcess',
  110: 'flowChartDecision',
  111: 'flowChartInputOutput',
  112: 'flowChartPredefinedProcess',
  114: 'flowChartDocument',
  116: 'flowChartTerminator',
  120: 'flowChartConnector',
  183: 'sun',
  184: 'moon',
  185: 'bracketPair',
  186: 'bracePair',
}

/** The outlines of a VML shape in a box of twips. */
export function readVmlGeometry(source: VmlSource, box: Box, env: DrawingEnvironment, bare: number): Geometry {
  const { shape } = source
  const { width, height } = box
  switch (shape.name) {
    case 'v:rect':
    case 'v:image':
      return preset('rect', width, height)
    case 'v:oval':
      return preset('ellipse', width, height)
    case 'v:roundrect': {
      const adjust = readFraction(shape.attributes['arcsize'], 0.2) * 100_000
      return preset('roundRect', width, height, new Map([['adj', adjust]]))
    }
    case 'v:arc': {
      const start = readNumber(shape.attributes['startangle'], 0) - 90
      const end = readNumber(shape.attributes['endangle'], 90) - 90
      const unit = (degrees: number) => (((degrees % 360) + 360) % 360) * 60_000
      const adjustments = new Map([
        ['adj1', unit(start)],
        ['adj2', unit(end)],
      ])
      return preset('arc', width, height, adjustments)
    }
    case 'v:line':
    case 'v:polyline':
    case 'v:curve':
      return pointGeometry(shape, box, bare)
    default:
      return pathGeometry(source, width, height) ?? numberedGeometry(source, width, height, env)
  }
}

function preset(name: string, width: number, height: number, adjustments?: ReadonlyMap<string, number>): Geometry {
  return presetGeometry(name, width, height, adjustments) ?? { paths: [] }
}

function numberedGeometry(source: VmlSource, width: number, height: number, env: DrawingEnvironment): Geometry {
  const number = shapeTypeNumber(source) ?? 1
  const name = PRESETS[number]
  // Text boxes (202) and picture frames (75) are rectangles, and unknown types are drawn as such.
  if (name === undefined && number !== 202 && number !== 75 && number !== 201) {
    env.warn('A VML shape of unknown form is drawn as a rectangle.')
  }
  return preset(name ?? 'rect', width, height)
}

function pathGeometry(source: VmlSource, width: number, height: number): Geometry | undefined {
  const path =
    source.shape.attributes['path'] ??
    childOf(source.shape, 'v:path')?.attributes['v'] ??
    source.template?.attributes['path'] ??
    childOf(source.template, 'v:path')?.attributes['v']
  if (path === undefined || path.trim() === '') return undefined
  const space = readVmlSpace(attributeOf(source, 'coordorigin'), attributeOf(source, 'coordsize'))
  const adjust = mergeAdjust(source.shape.attributes['adj'], source.template?.attributes['adj'])
  const formulas = childOf(source.shape, 'v:formulas') ?? childOf(source.template, 'v:formulas')
  const values = computeFormulas(formulas, adjust, space)
  const value = (reference: string) =>
    (reference.startsWith('@') ? values : adjust)[readNumber(reference.slice(1), -1)] ?? 0
  const paths = readVmlPath(path, space, width, height, value)
  const area = readTextArea(childAttributeOf(source, 'v:path', 'textboxrect'), value)
  if (area === undefined) return { paths }
  const [left, top, right, bottom] = area
  const scaleX = width / space.width
  const scaleY = height / space.height
  return {
    paths,
    textInsets: {
      top: (top - space.y) * scaleY,
      right: (space.x + space.width - right) * scaleX,
      bottom: (space.y + space.height - bottom) * scaleY,
      left: (left - space.x) * scaleX,
    },
  }
}

/** Adjust values of the shape. Missing ones are those of its template. */
function mergeAdjust(own: string | undefined, template: string | undefined): readonly number[] {
  const split = (text: string | undefined) => (text === undefined ? [] : text.split(',').slice(0, 64))
  const first = split(own)
  const second = split(template)
  const length = Math.max(first.length, second.length)
  return Array.from({ length }, (_, i) => readNumber(first[i]?.trim() || second[i]?.trim(), 0))
}

/** The first rectangle of textboxrect: left, top, right, bottom. */
function readTextArea(
  text: string | undefined,
  value: (reference: string) => number,
): readonly [number, number, number, number] | undefined {
  const parts = text?.split(';', 1)[0]?.split(',')
  if (parts === undefined || parts.length !== 4) return undefined
  const [left = 0, top = 0, right = 0, bottom = 0] = parts.map((part) => {
    const trimmed = part.trim()
    return /^[@#]/.test(trimmed) ? value(trimmed) : readNumber(trimmed, 0)
  })
  return right > left && bottom > top ? [left, top, right, bottom] : undefined
}

/** Lines and curves through points. The bounds of the points are the box, which groups may have stretched. */
function pointGeometry(shape: XmlElement, { width, height }: Box, bare: number): Geometry {
  const points = readVmlPoints(shape, bare)
  const bounds = pointBounds(points)
  if (bounds === undefined) return { paths: [] }
  const builder = new PathBuilder(width / (bounds.width || 1), height / (bounds.height || 1))
  const [x0 = 0, y0 = 0, ...rest] = points.map((value, i) => value - (i % 2 === 0 ? bounds.x : bounds.y))
  builder.move(x0, y0)
  if (shape.name === 'v:curve') {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = rest
    builder.cubic(x1, y1, x2, y2, x3, y3)
  } else {
    for (let i = 0; i + 1 < rest.length; i += 2) builder.line(rest[i] ?? 0, rest[i + 1] ?? 0)
  }
  const fill = shape.name === 'v:line' ? 'none' : 'norm'
  return { paths: [{ commands: builder.commands, fill, stroke: true }] }
}
