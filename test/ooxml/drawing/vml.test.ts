/**
 * VML: shapes, groups, text boxes, WordArt.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { readDrawing } from '../../../src/ooxml/drawing/read-drawing.js'
import { readVmlPath } from '../../../src/ooxml/drawing/vml/vml-path.js'
import { makeEnvironment, PICTURE, xml } from './drawing-fixtures.js'

describe('VML', () => {
  it('reads a floating text box with its position, wrap and insets', () => {
    const style =
      'position:absolute;margin-left:36pt;margin-top:1in;width:100pt;height:50pt;z-index:-3;' +
      'mso-position-horizontal-relative:page;mso-wrap-distance-left:0'
    const shape = xml(
      'v:rect',
      { style, fillcolor: '#f00 [3204]', stroked: 'f' },
      xml('v:textbox', { inset: '0,1mm,,2pt' }, xml('w:txbxContent')),
      xml('w10:wrap', { type: 'square', side: 'left', anchory: 'margin' }),
    )
    const [read] = readDrawing(xml('w:pict', {}, shape), makeEnvironment())
    expect(read).toMatchObject({
      floating: {
        width: 2000,
        height: 1000,
        elements: [
          {
            fill: { color: 'FF0000' },
            text: { insets: { left: 0, top: 56.69, right: 144, bottom: 40 } },
          },
        ],
      },
      anchor: {
        horizontal: { relativeTo: 'page', offset: 720 },
        vertical: { relativeTo: 'margin', offset: 1440 },
        wrap: 'square',
        wrapSide: 'left',
        distances: { left: 0, right: 180 },
        behindText: true,
        zOrder: -3,
      },
    })
  })

  it('tells of form controls and objects that have no picture to show', () => {
    const shape = (...children: Parameters<typeof xml>[2][]) =>
      xml('v:shape', { type: '#_x0000_t75', style: 'width:126pt;height:20pt' }, ...children)
    const picture = xml('v:imagedata', { 'r:id': 'rId1' })
    const warningsFor = (...children: Parameters<typeof xml>[2][]) => {
      const env = makeEnvironment({ [PICTURE.target]: new Uint8Array(8) }, { rId1: PICTURE })
      readDrawing(xml('w:object', {}, ...children), env)
      return env.warnings
    }
    expect(warningsFor(shape(), xml('w:control', { 'r:id': 'rId4' }))).toEqual([
      'A form control without a picture is left empty.',
    ])
    expect(warningsFor(xml('o:OLEObject'))).toEqual(['An embedded object without a picture is left empty.'])
    expect(warningsFor(shape())).toEqual([])
    expect(warningsFor(shape(picture), xml('w:control', { 'r:id': 'rId4' }))).toEqual([])
  })

  it('reads the weight of lines, in EMU where a number without a unit is large', () => {
    const widthOf = (strokeweight: string) => {
      const shape = xml('v:rect', { strokeweight, style: 'width:100pt;height:50pt' })
      const [read] = readDrawing(xml('w:pict', {}, shape), makeEnvironment())
      const [element] = read !== undefined && 'inline' in read ? read.inline.elements : []
      return element?.line?.width
    }
    expect(['2pt', '2', '999', '1000', '28440'].map(widthOf)).toEqual([40, 30, 14_985, 1.57, 44.79])
  })

  it('remembers templates for later shapes and computes their formulas', () => {
    const env = makeEnvironment()
    const template = xml(
      'v:shapetype',
      { id: '_x0000_t900', coordsize: '100,100', adj: '25', path: 'm@0,l100,100,,100xe', stroked: 'f' },
      xml('v:formulas', {}, xml('v:f', { eqn: 'prod #0 2 1' })),
    )
    const shape = xml('v:shape', { type: '#_x0000_t900', style: 'width:100pt;height:50pt' })
    readDrawing(xml('w:pict', {}, template), env)
    const [read] = readDrawing(xml('w:pict', {}, shape), env)
    expect(read).toMatchObject({
      inline: {
        elements: [
          {
            paths: [
              {
                commands: [
                  { op: 'M', x: 1000, y: 0 },
                  { op: 'L', x: 2000, y: 1000 },
                  { op: 'L', x: 0, y: 1000 },
                  { op: 'Z' },
                ],
              },
            ],
          },
        ],
      },
    })
  })

  it('reads WordArt by the number of its type, where the part does not define it', () => {
    const env = makeEnvironment()
    const shape = (type: string) =>
      xml('v:shape', { type, style: 'width:200pt;height:50pt' }, xml('v:textpath', { string: 'ART' }))
    const texts = (type: string) => JSON.stringify(readDrawing(xml('w:pict', {}, shape(type)), env)).includes('"ART"')
    expect(texts('#_x0000_t136')).toBe(true)
    expect(texts('#t136')).toBe(true)
    expect(texts('#_x0000_t75')).toBe(false)
  })

  it('gives WordArt a line unless it says that it has none', () => {
    const lineOf = (attributes: Readonly<Record<string, string>>) => {
      const style = 'width:200pt;height:50pt'
      const shape = xml('v:shape', { type: '#_x0000_t136', style, ...attributes }, xml('v:textpath', { string: 'ART' }))
      const [read] = readDrawing(xml('w:pict', {}, shape), makeEnvironment())
      return read !== undefined && 'inline' in read ? read.inline.elements[0]?.line : undefined
    }
    expect(lineOf({})).toMatchObject({ color: '000000' })
    expect(lineOf({ stroked: 'f' })).toBeUndefined()
  })

  it('reads watermarks of text and of pictures', () => {
    const env = makeEnvironment({ '/word/media/image1.png': new Uint8Array([1]) }, { rId1: PICTURE })
    const wordArt = xml(
      'v:shape',
      { style: 'position:absolute;width:400pt;height:100pt;rotation:315', fillcolor: 'silver' },
      xml('v:fill', { opacity: '.5' }),
      xml('v:textpath', { on: 't', style: 'font-family:"Calibri";font-weight:bold', string: 'DRAFT' }),
    )
    const washed = xml(
      'v:shape',
      { style: 'width:10pt;height:10pt' },
      xml('v:imagedata', { 'r:id': 'rId1', gain: '19661f', blacklevel: '22938f' }),
    )
    const [text, picture] = readDrawing(xml('w:pict', {}, wordArt, washed), env)
    expect(text).toMatchObject({
      floating: {
        elements: [
          {
            rotation: 315,
            fill: { color: 'C0C0C0', opacity: 0.5 },
            text: { stretch: true, blocks: [{ inlines: [{ text: 'DRAFT', run: { bold: true } }] }] },
          },
        ],
      },
    })
    expect(picture).toMatchObject({ inline: { elements: [{ kind: 'picture', effect: 'washout' }] } })
  })

  it('places shapes in the coordinates of their group', () => {
    const child = xml('v:oval', { style: 'position:absolute;left:150;top:50;width:50;height:25' })
    const group = xml(
      'v:group',
      { style: 'width:100pt;height:100pt', coordorigin: '100,0', coordsize: '100,100' },
      child,
    )
    const [read] = readDrawing(xml('w:pict', {}, group), makeEnvironment())
    expect(read).toMatchObject({ inline: { elements: [{ x: 1000, y: 1000, width: 1000, height: 500 }] } })
  })

  it('draws a line from one end to the other', () => {
    const line = xml('v:line', { style: 'position:absolute', from: '-48pt,-7pt', to: '52pt,3pt' })
    const [read] = readDrawing(xml('w:pict', {}, line), makeEnvironment())
    expect(read).toMatchObject({
      floating: {
        width: 2000,
        height: 200,
        elements: [
          {
            paths: [
              {
                filled: false,
                commands: [
                  { op: 'M', x: 0, y: 0 },
                  { op: 'L', x: 2000, y: 200 },
                ],
              },
            ],
          },
        ],
      },
      anchor: { horizontal: { offset: -960 }, vertical: { offset: -140 } },
    })
  })

  it('reads a horizontal rule as a share of the column', () => {
    const rule = xml('v:rect', { style: 'width:0;height:1.5pt', 'o:hr': 't', fillcolor: 'gray' })
    const [read] = readDrawing(xml('w:pict', {}, rule), makeEnvironment())
    expect(read).toMatchObject({
      inline: { columnShare: 1, height: 30, isRule: true, elements: [{ fill: { color: '808080' } }] },
    })
  })

  it('starts a new path at e and keeps nf and ns to their own', () => {
    const space = { x: 0, y: 0, width: 10, height: 10 }
    const paths = readVmlPath('m0,0l10,10nfem,,l10,xnse', space, 10, 10, () => 0)
    expect(paths.map(({ fill, stroke }) => [fill, stroke])).toEqual([
      ['none', true],
      ['norm', false],
    ])
  })
})
