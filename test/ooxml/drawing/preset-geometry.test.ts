/**
 * Preset and custom shapes.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { readCustomGeometry } from '../../../src/ooxml/drawing/geometry/custom-geometry.js'
import { presetGeometry } from '../../../src/ooxml/drawing/geometry/preset-geometry.js'
import { xml } from './drawing-fixtures.js'

const NAMES =
  'rect roundRect can cube foldedCorner frame triangle hexagon star5 plus ellipse donut pie arc chord cloud heart moon pieWedge circularArrow ' +
  'rightArrow leftRightArrow bentArrow curvedRightArrow wedgeRectCallout wedgeEllipseCallout borderCallout1 ' +
  'flowChartDecision flowChartTerminator leftBrace rightBracket line bentConnector3 mathMultiply ribbon actionButtonHome'

describe('preset geometry', () => {
  it.each(NAMES.split(' '))('%s stays finite for every size', (name) => {
    for (const [width, height] of [
      [1000, 500],
      [500, 1000],
      [0, 0],
      [1000, 0],
    ] as const) {
      const wild = new Map([1, 2, 3, 4, 5].map((i) => [`adj${i}`, i % 2 === 0 ? 1e12 : -1e12]))
      for (const adjustments of [new Map<string, number>(), wild]) {
        const geometry = presetGeometry(name, width, height, adjustments)
        const numbers = geometry?.paths.flatMap((path) => path.commands.flatMap((command) => Object.values(command)))
        expect(numbers?.length).toBeGreaterThan(0)
        expect(numbers?.every((value) => typeof value === 'string' || Number.isFinite(value))).toBe(true)
      }
    }
  })

  it('keeps text inside of round shapes', () => {
    expect(presetGeometry('ellipse', 1000, 1000)?.textInsets?.left).toBeCloseTo(146.4, 0)
    expect(presetGeometry('downArrow', 400, 1000)?.textInsets).toMatchObject({ left: 100, right: 100 })
    // The lower the shaft, the further its edges run into the head.
    const thin = presetGeometry(
      'rightArrow',
      1000,
      400,
      new Map([
        ['adj1', 25_000],
        ['adj2', 75_000],
      ]),
    )
    expect(thin?.textInsets).toMatchObject({ top: 150, right: 75, bottom: 150, left: 0 })
    expect(presetGeometry('star5', 1000, 1000)?.textInsets?.left).toBeCloseTo(500 - 500 * 1.05146 * 0.38196 * 0.951, 3)
  })
})

describe('custom geometry', () => {
  it('computes guides and stretches a path to the shape', () => {
    const point = (x: string, y: string) => xml('a:pt', { x, y })
    const custom = xml(
      'a:custGeom',
      {},
      xml('a:gdLst', {}, xml('a:gd', { name: 'half', fmla: '*/ w 1 2' }), xml('a:gd', { name: 'x', fmla: 'nonsense' })),
      xml('a:rect', { l: 'half', t: '0', r: 'r', b: 'b' }),
      xml(
        'a:pathLst',
        {},
        xml(
          'a:path',
          { w: '10', h: '10', fill: 'none' },
          xml('a:moveTo', {}, point('0', 'x')),
          xml('a:lnTo', {}, point('10', '5')),
          xml('a:arcTo', { wR: '5', hR: '5', stAng: '0', swAng: '10800000' }),
          xml('a:close'),
        ),
      ),
    )
    const geometry = readCustomGeometry(custom, 1000, 2000)
    expect(geometry.textInsets).toEqual({ top: 0, right: 0, bottom: 0, left: 500 })
    const [path] = geometry.paths
    expect(path?.fill).toBe('none')
    expect(path?.commands.slice(0, 2)).toEqual([
      { op: 'M', x: 0, y: 0 },
      { op: 'L', x: 1000, y: 1000 },
    ])
    expect(path?.commands.at(-2)).toMatchObject({ op: 'C', x: 0, y: 1000 })
  })
})
