/**
 * Drawings on pages, and the text in them.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { DisplayList, GlyphItem } from '../../../src/typeset/display/display-list.js'
import { measureDrawing, paintDrawing } from '../../../src/typeset/drawing/paint-drawing.js'
import type { LayoutContext, Stack } from '../../../src/typeset/flow/layout-context.js'
import type { Paragraph } from '../../../src/typeset/model/document-model.js'
import type { Drawing, PictureElement, ShapeElement, TextBox } from '../../../src/typeset/model/drawing-model.js'
import { visibleItems } from '../../support/visible-items.js'

/** A layout of `lines` lines, each 200 high and 1000 wide, that paints a rectangle for each. */
function contextOf(lines: number): LayoutContext {
  const layOutBlocks = (): Stack => ({
    slices: Array.from({ length: lines }, () => ({
      height: 200,
      spaceAbove: 0,
      breakBefore: 'allowed' as const,
      notes: [],
      anchors: [],
      paint: () => {},
    })),
    height: 200 * lines,
    contentWidth: 1000,
    paint: (list, x, y, from = 0, to = lines) => {
      for (let i = from; i < to; i++) {
        list.push({ kind: 'rectangle', x, y: y + 200 * i, width: 1000, height: 200, color: '000000' })
      }
    },
    paintWithin: () => {},
  })
  return { layOutBlocks } as unknown as LayoutContext
}

const paragraph = { kind: 'paragraph' } as Paragraph

function textBox(changes: Partial<TextBox> = {}): TextBox {
  return {
    blocks: [paragraph],
    insets: { top: 50, right: 100, bottom: 50, left: 100 },
    verticalAlign: 'top',
    textDirection: 'horizontal',
    fitShape: false,
    wrap: true,
    ...changes,
  }
}

function shape(changes: Partial<ShapeElement> = {}): ShapeElement {
  return {
    kind: 'shape',
    x: 0,
    y: 0,
    width: 2000,
    height: 1000,
    rotation: 0,
    flipHorizontal: false,
    flipVertical: false,
    paths: [
      {
        commands: [
          { op: 'M', x: 0, y: 0 },
          { op: 'L', x: 2000, y: 1000 },
        ],
        filled: true,
        stroked: true,
      },
    ],
    ...changes,
  }
}

function drawing(...elements: Drawing['elements'][number][]): Drawing {
  return { width: 2000, height: 1000, elements }
}

function paint(lines: number, subject: Drawing): DisplayList {
  const list: DisplayList = []
  paintDrawing(subject, contextOf(lines), list, 100, 100)
  return visibleItems(list)
}

describe('a drawing with many path commands', () => {
  const fill = { type: 'solid', color: 'FF0000', opacity: 1 } as const
  const zigzag = (commands: number, text?: TextBox) => {
    const path = Array.from({ length: commands }, (_, x) => ({ op: x === 0 ? 'M' : 'L', x, y: x % 2 }) as const)
    return drawing(shape({ fill, paths: [{ commands: path, filled: true, stroked: false }], ...(text && { text }) }))
  }
  const groupsOf = (subject: Drawing) => {
    const list: DisplayList = []
    for (const x of [100, 900]) paintDrawing(subject, contextOf(1), list, x, 100)
    return list.filter(({ kind }) => kind === 'path' || kind === 'group')
  }

  it('is one list wherever it is painted', () => {
    const [first, second] = groupsOf(zigzag(100))
    if (first?.kind !== 'group' || second?.kind !== 'group') throw new Error('no groups')
    expect(first).toMatchObject({ isShared: true, matrix: [1, 0, 0, 1, 100, 100] })
    expect(first.items).toMatchObject([{ kind: 'path', x: 0, y: 0 }])
    expect(second.items).toBe(first.items)
  })

  it('is painted by itself where it has fewer commands, or text, which may hold a page number', () => {
    expect(groupsOf(zigzag(99))).toMatchObject([{ kind: 'path' }, { kind: 'path' }])
    expect(groupsOf(zigzag(100, textBox()))).toMatchObject([{ kind: 'path' }, { kind: 'path' }])
  })
})

describe('paintDrawing', () => {
  it('places text inside of the insets, where its alignment says', () => {
    const at = (verticalAlign: TextBox['verticalAlign']) =>
      paint(1, drawing(shape({ text: textBox({ verticalAlign }) })))
    expect(at('top')).toMatchObject([{ kind: 'rectangle', x: 200, y: 150 }])
    expect(at('center')).toMatchObject([{ y: 500 }])
    expect(at('bottom')).toMatchObject([{ y: 850 }])
  })

  it('cuts text off at the bottom of its box', () => {
    const [group] = paint(20, drawing(shape({ text: textBox({ verticalAlign: 'bottom' }) })))
    if (group?.kind !== 'group') throw new Error('not cut')
    expect(group.clip?.[2]).toMatchObject({ y: 1050 })
    // Lines that start in 900 twips.
    expect(group.items).toHaveLength(5)
    expect(group.items[0]).toMatchObject({ y: 150 })
  })

  it('lets a shape grow to its text, outline and all', () => {
    const fill = { type: 'solid', color: 'FF0000', opacity: 1 } as const
    const subject = drawing(shape({ fill, text: textBox({ fitShape: true }) }))
    expect(measureDrawing(subject, contextOf(12))).toEqual({ width: 2000, height: 2500 })
    const [outline] = paint(12, subject)
    expect(outline).toMatchObject({ kind: 'path', height: 2500, commands: [{ y: 0 }, { x: 2000, y: 2500 }], fill })
    expect(outline).not.toHaveProperty('line')
  })

  it('lets a shape grow sideways where lines run down the page', () => {
    const fill = { type: 'solid', color: 'FF0000', opacity: 1 } as const
    for (const textDirection of ['clockwise', 'anticlockwise'] as const) {
      const subject = drawing(shape({ fill, text: textBox({ fitShape: true, textDirection }) }))
      expect(measureDrawing(subject, contextOf(12))).toEqual({ width: 2600, height: 1000 })
      expect(paint(12, subject)[0]).toMatchObject({ width: 2600, height: 1000, commands: [{}, { x: 2600, y: 1000 }] })
    }
  })

  it('turns and mirrors outlines, but never mirrors text', () => {
    const line = { width: 20, color: '000000', opacity: 1, dash: [], cap: 'butt', join: 'miter' } as const
    const turned = shape({ rotation: 90, flipHorizontal: true, line, text: textBox() })
    const [outline, text] = paint(1, drawing(turned))
    expect(outline).toMatchObject({ kind: 'group', matrix: [-0, -1, -1, 0, 1700, 1700] })
    expect(text).toMatchObject({ kind: 'group', matrix: [0, 1, -1, 0, 1700, -500] })
  })

  it('runs vertical text down or up its box', () => {
    const at = (textDirection: TextBox['textDirection']) =>
      paint(1, drawing(shape({ text: textBox({ textDirection }) })))[0]
    expect(at('clockwise')).toMatchObject({ kind: 'group', matrix: [0, 1, -1, 0, 2000, 150] })
    expect(at('anticlockwise')).toMatchObject({ kind: 'group', matrix: [0, -1, 1, 0, 200, 1050] })
  })

  it('stretches the text of a watermark over its shape', () => {
    const [group] = paint(1, drawing(shape({ text: textBox({ stretch: true }) })))
    expect(group).toMatchObject({ kind: 'group', matrix: [2, 0, 0, 5, 100, 100] })
  })

  it('draws the outlines of stretched text that has no fill, or that of the paper', () => {
    const glyphs = { kind: 'glyphs', color: '111111', opacity: 1 } as GlyphItem
    const stack = { slices: [], height: 200, contentWidth: 1000, paint: (list: DisplayList) => list.push(glyphs) }
    const context = { layOutBlocks: () => stack } as unknown as LayoutContext
    const line = { width: 20, color: '00FF00', opacity: 1, dash: [], cap: 'butt', join: 'miter' } as const
    const fill = (color: string) => ({ type: 'solid', color, opacity: 0.5 }) as const
    const paintOf = (look: Pick<ShapeElement, 'fill' | 'line'>) => {
      const list: DisplayList = []
      paintDrawing(drawing(shape({ ...look, text: textBox({ stretch: true }) })), context, list, 0, 0)
      const group = list.find(({ kind }) => kind === 'group')
      return group?.kind === 'group' ? group.items[0] : undefined
    }
    expect(paintOf({ line })).toMatchObject({ color: '00FF00', outline: true })
    expect(paintOf({ line, fill: fill('FFFFFF') })).toMatchObject({ color: '00FF00', outline: true })
    expect(paintOf({ line, fill: fill('FFFFFE') })).toEqual({ ...glyphs, color: 'FFFFFE', opacity: 0.5 })
    expect(paintOf({ fill: fill('FFFFFF') })).toEqual({ ...glyphs, color: 'FFFFFF', opacity: 0.5 })
  })

  it('cuts a picture to its outline and draws the line around it', () => {
    const clip = [{ op: 'M', x: 0, y: 0 }, { op: 'L', x: 500, y: 0 }, { op: 'L', x: 0, y: 500 }, { op: 'Z' }] as const
    const line = { width: 20, color: '00FF00', opacity: 1, dash: [], cap: 'butt', join: 'miter' } as const
    const { paths: _, ...box } = shape()
    const crop = { top: 0, right: 0, bottom: 0, left: 0 }
    const picture: PictureElement = { ...box, kind: 'picture', image: 'a', crop, opacity: 1, clip, line }
    expect(paint(0, drawing(picture))).toMatchObject([
      { kind: 'group', matrix: [1, 0, 0, 1, 100, 100], clip, items: [{ kind: 'picture', x: 0, y: 0, width: 2000 }] },
      { kind: 'path', x: 100, y: 100, commands: clip, line },
    ])
  })
})
