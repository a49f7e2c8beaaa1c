/**
 * Drawings: pictures, shapes, groups, SmartArt.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { readDrawing } from '../../../src/ooxml/drawing/read-drawing.js'
import type { XmlElement } from '../../../src/ooxml/xml/xml-element.js'
import { makeEnvironment, PICTURE, xml } from './drawing-fixtures.js'

const extent = (cx: number, cy: number) => xml('wp:extent', { cx: String(cx), cy: String(cy) })

const graphic = (...content: XmlElement[]) => xml('a:graphic', {}, xml('a:graphicData', {}, ...content))

const xfrm = (x: number, y: number, cx: number, cy: number, attributes: Record<string, string> = {}) =>
  xml(
    'a:xfrm',
    attributes,
    xml('a:off', { x: String(x), y: String(y) }),
    xml('a:ext', { cx: String(cx), cy: String(cy) }),
  )

const picture = (blip: XmlElement, ...rest: XmlElement[]) =>
  xml('pic:pic', {}, xml('pic:blipFill', {}, blip, ...rest), xml('pic:spPr', {}, xfrm(0, 0, 635, 635)))

const inline = (content: XmlElement, cx = 635_000, cy = 317_500) =>
  xml('w:drawing', {}, xml('wp:inline', {}, extent(cx, cy), graphic(content)))

const shape = (properties: XmlElement[], style?: XmlElement) =>
  xml('wps:wsp', {}, xml('wps:spPr', {}, ...properties), ...(style === undefined ? [] : [style]))

function onlyInline(element: XmlElement, env = makeEnvironment()) {
  const [read] = readDrawing(element, env)
  if (read === undefined || !('inline' in read)) throw new Error('no inline drawing')
  return read.inline
}

describe('readDrawing', () => {
  it('turns and places the text of SmartArt shapes by itself', () => {
    const place = (name: string, x: number, rot: string) =>
      xml(name, { rot }, xml('a:off', { x: String(x), y: '0' }), xml('a:ext', { cx: '127000', cy: '63500' }))
    const words = xml('a:p', {}, xml('a:r', {}, xml('a:t', {}, 'upright')))
    const sp = xml(
      'dsp:sp',
      {},
      xml('dsp:spPr', {}, place('a:xfrm', 0, '5400000'), xml('a:prstGeom', { prst: 'pieWedge' })),
      xml('dsp:txBody', {}, xml('a:bodyPr'), words),
      place('dsp:txXfrm', 254_000, '-5400000'),
    )
    const tree = xml('dsp:drawing', {}, xml('dsp:spTree', {}, xml('dsp:grpSpPr'), sp))
    const drawing = { type: 'diagramDrawing', target: '/word/diagrams/drawing1.xml', external: false }
    const env = makeEnvironment({ '/word/diagrams/drawing1.xml': tree }, { rId5: drawing })
    const { elements } = onlyInline(inline(xml('dgm:relIds', { 'r:dm': 'rId4' })), env)
    expect(elements).toHaveLength(2)
    expect(elements[0]).toMatchObject({ rotation: 90, x: 0 })
    expect(elements[0]).not.toHaveProperty('text')
    expect(elements[1]).toMatchObject({ rotation: 0, x: 400, width: 200, height: 100, paths: [] })
    expect(JSON.stringify(elements[1])).toContain('upright')
  })

  it('reads an inline picture with its crop and registers the part once', () => {
    const env = makeEnvironment({ '/word/media/image1.png': new Uint8Array([1]) }, { rId1: PICTURE })
    const element = inline(picture(xml('a:blip', { 'r:embed': 'rId1' }), xml('a:srcRect', { l: '10000', b: '25000' })))
    const drawing = onlyInline(element, env)
    expect(drawing).toMatchObject({ width: 1000, height: 500 })
    expect(drawing.elements).toMatchObject([
      { kind: 'picture', image: '/word/media/image1.png', width: 1000, crop: { left: 0.1, bottom: 0.25, top: 0 } },
    ])
    onlyInline(element, env)
    expect([...env.images.images.keys()]).toEqual(['/word/media/image1.png'])
  })

  it('reads the colours that a picture is given', () => {
    const color = (value: string) => xml('a:srgbClr', { val: value })
    const effectOf = (...effects: XmlElement[]) => {
      const env = makeEnvironment({ '/word/media/image1.png': new Uint8Array([1]) }, { rId1: PICTURE })
      const [element] = onlyInline(inline(picture(xml('a:blip', { 'r:embed': 'rId1' }, ...effects))), env).elements
      return element?.kind === 'picture' ? element.effect : undefined
    }
    const washedOut = xml('a:lum', { bright: '70000', contrast: '-70000' })
    expect(effectOf()).toBeUndefined()
    expect(effectOf(xml('a:duotone', {}, color('112233'), color('FFFFFF')))).toEqual({
      dark: '112233',
      light: 'FFFFFF',
    })
    expect(effectOf(xml('a:duotone', {}, color('112233')))).toBe('grayscale')
    expect(effectOf(xml('a:grayscl'))).toBe('grayscale')
    expect(effectOf(washedOut, xml('a:grayscl'))).toBe('washout')
  })

  it('gives text boxes the default insets and lines the default width', () => {
    const box = shape([xml('a:ln', {}, xml('a:solidFill', {}, xml('a:srgbClr', { val: '112233' })))])
    const text = xml('wps:txbx', {}, xml('w:txbxContent'))
    const full = { ...box, children: [...box.children, text, xml('wps:bodyPr', { lIns: '0' })] }
    expect(onlyInline(inline(full)).elements).toMatchObject([
      { line: { width: 15, color: '112233' }, text: { insets: { top: 72, right: 144, bottom: 72, left: 0 } } },
    ])
  })

  it('prefers an SVG to its bitmap, unless it needs what is not drawn', () => {
    const svg = (content: string) => new TextEncoder().encode(`<svg>${content}</svg>`)
    const read = (content: string) => {
      const parts = { '/word/media/image1.png': new Uint8Array([1]), '/word/media/image2.svg': svg(content) }
      const other = { ...PICTURE, target: '/word/media/image2.svg' }
      const extension = xml(
        'a:ext',
        { uri: '{96DAC541-7B7A-43D3-8B79-37D633B846F1}' },
        xml('asvg:svgBlip', { 'r:embed': 'rId2' }),
      )
      const blip = xml('a:blip', { 'r:embed': 'rId1' }, xml('a:extLst', {}, extension))
      const [element] = onlyInline(
        inline(picture(blip)),
        makeEnvironment(parts, { rId1: PICTURE, rId2: other }),
      ).elements
      return element?.kind === 'picture' ? element.image : undefined
    }
    expect(read('<path d="M0 0"/>')).toBe('/word/media/image2.svg')
    expect(read('<mask id="m"/>')).toBe('/word/media/image1.png')
  })

  it('leaves a linked picture empty and says so', () => {
    const env = makeEnvironment({}, { rId1: { type: 'image', target: 'https://example.com/a.png', external: true } })
    const drawing = onlyInline(inline(picture(xml('a:blip', { 'r:link': 'rId1' }))), env)
    expect(drawing.elements).toMatchObject([{ kind: 'shape', width: 1000, height: 500 }])
    expect(env.warnings).toEqual([expect.stringContaining('only linked')])
  })

  it('reads where an anchor stands and how text wraps', () => {
    const anchor = xml(
      'wp:anchor',
      { distL: '114300', behindDoc: '1', relativeHeight: '7', allowOverlap: '0' },
      xml('wp:positionH', { relativeFrom: 'page' }, xml('wp:align', {}, 'center')),
      xml('wp:positionV', { relativeFrom: 'margin' }, xml('wp14:pctPosVOffset', {}, '25000')),
      extent(1_270_000, 635_000),
      xml(
        'wp:wrapTight',
        { wrapText: 'left' },
        xml(
          'wp:wrapPolygon',
          {},
          xml('wp:start', { x: '0', y: '0' }),
          xml('wp:lineTo', { x: '21600', y: '0' }),
          xml('wp:lineTo', { x: '10800', y: '21600' }),
        ),
      ),
      xml('wp14:sizeRelH', { relativeFrom: 'margin' }, xml('wp14:pctWidth', {}, '40000')),
    )
    const [read] = readDrawing(xml('w:drawing', {}, anchor), makeEnvironment())
    expect(read).toMatchObject({
      anchor: {
        horizontal: { relativeTo: 'page', align: 'center' },
        vertical: { relativeTo: 'margin', share: 0.25 },
        wrap: 'tight',
        wrapSide: 'left',
        polygon: [
          { x: 0, y: 0 },
          { x: 2000, y: 0 },
          { x: 1000, y: 1000 },
        ],
        distances: { left: 180, right: 0 },
        relativeWidth: { relativeTo: 'margin', share: 0.4 },
        behindText: true,
        allowOverlap: false,
        zOrder: 7,
      },
    })
  })

  it('flattens a group: children take its scale, flip and rotation', () => {
    const group = xml(
      'wpg:wgp',
      {},
      xml(
        'wpg:grpSpPr',
        {},
        xml(
          'a:xfrm',
          { rot: '5400000' },
          xml('a:off', { x: '0', y: '0' }),
          xml('a:ext', { cx: '635000', cy: '635000' }),
          xml('a:chOff', { x: '100', y: '100' }),
          xml('a:chExt', { cx: '200', cy: '200' }),
        ),
      ),
      shape([xfrm(100, 100, 100, 50)]),
    )
    const [element] = onlyInline(inline(group, 635_000, 635_000)).elements
    // At the top left before the group turns by a quarter: at the top right after it.
    expect(element).toMatchObject({ x: 625 - 0, y: 125, width: 500, height: 250, rotation: 90 })
  })

  it('keeps the scale where a group gives its children no space, or has no size itself', () => {
    const extent = (name: string, size: number) => xml(name, { cx: `${size}`, cy: `${size}` })
    const groupOf = (size: number, inner: number) => {
      const offsets = ['a:off', 'a:chOff'].map((name) => xml(name, { x: '0', y: '0' }))
      const space = xml('a:xfrm', {}, ...offsets, extent('a:ext', size), extent('a:chExt', inner))
      const group = xml('wpg:wgp', {}, xml('wpg:grpSpPr', {}, space), shape([xfrm(63_500, 63_500, 127_000, 63_500)]))
      return onlyInline(inline(group, 635_000, 635_000)).elements[0]
    }
    const place = { x: 100, y: 100, width: 200, height: 100 }
    for (const [size, inner] of [
      [635_000, 635_000],
      [635_000, 0],
      [0, 0],
      [0, 635_000],
    ] as const) {
      expect(groupOf(size, inner)).toMatchObject(place)
    }
  })

  it('takes fill, line and colour of a shape from the style that it refers to', () => {
    const style = xml(
      'wps:style',
      {},
      xml('a:lnRef', { idx: '1' }, xml('a:schemeClr', { val: 'accent1' }, xml('a:shade', { val: '50000' }))),
      xml('a:fillRef', { idx: '1' }, xml('a:schemeClr', { val: 'accent1' })),
    )
    const phClr = xml('a:solidFill', {}, xml('a:schemeClr', { val: 'phClr' }))
    const env = {
      ...makeEnvironment(),
      theme: {
        colors: new Map([['accent1', '4472C4']]),
        formatScheme: xml(
          'a:fmtScheme',
          {},
          xml('a:fillStyleLst', {}, phClr),
          xml('a:lnStyleLst', {}, xml('a:ln', { w: '12700' }, phClr)),
        ),
      },
    }
    const element = inline(shape([xfrm(0, 0, 1, 1), xml('a:prstGeom', { prst: 'ellipse' })], style))
    const [read] = readDrawing(element, env)
    expect(read).toMatchObject({
      inline: {
        elements: [{ fill: { type: 'solid', color: '4472C4' }, line: { width: 20, color: '2F528F' } }],
      },
    })
  })

  it('draws unknown presets as rectangles with a warning', () => {
    const env = makeEnvironment()
    const drawing = onlyInline(inline(shape([xml('a:prstGeom', { prst: 'constructor' })])), env)
    expect(drawing.elements).toHaveLength(1)
    expect(env.warnings).toEqual(['The shape "constructor" is drawn as a rectangle.'])
  })

  it('bounds nested groups', () => {
    let content = shape([xfrm(0, 0, 1, 1)])
    for (let i = 0; i < 200; i++) content = xml('wpg:grpSp', {}, xml('wpg:grpSpPr', {}, xfrm(0, 0, 1, 1)), content)
    const env = makeEnvironment()
    const drawing = onlyInline(inline({ ...content, name: 'wpg:wgp' }), env)
    expect(drawing.elements).toEqual([])
    expect(env.warnings[0]).toContain('nested too deeply')
  })

  it('survives numbers that are none', () => {
    const attributes = { cx: 'NaN', cy: '1e400' }
    const element = xml('w:drawing', {}, xml('wp:inline', {}, xml('wp:extent', attributes), graphic(shape([]))))
    expect(onlyInline(element)).toMatchObject({ width: 0, height: 0 })
  })
})
