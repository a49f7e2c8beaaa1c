/**
 * Parts of a drawing whose look is not computed: each may stand where nothing is near, and does there what an unreadable
 * picture does.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import type { Drawing } from '../../../src/ink/content/drawing.js'
import { withUnreadParts } from '../../../src/ink/judge/unread-parts.js'
import { streamText } from '../../pdf/make-pdf.js'
import { draw } from '../content/draw.js'
import { effectsOf, type Found, findingsOf, type NewDrawing } from '../policy/drawn-page.js'
import { DESCENT, N_WIDTH, rect, text, UNREADABLE, WHITE } from '../policy/operators.js'

/** One letter of ten points, and where its cell ends. */
const LETTER = text('n', 100, 100, 10)
const BEHIND = 100 + 10 * N_WIDTH
/** Just within the distance of words that are read together, and just beyond it. */
const [NEAR, FAR] = [BEHIND + 14, BEHIND + 16]

const GROUP = '/Type /XObject /Subtype /Form /BBox [0 0 200 200] /Group <</S /Transparency /CS /DeviceGray>>'
const mask = (kind: string, content = '1 g 0 0 200 200 re f') => ({
  resources: `/ExtGState <</M <</SMask <</S /${kind} /G 60 0 R>>>>>>`,
  objects: { 60: streamText(GROUP, content) },
})
const hatch = (entries: string, content = '0 0 3 3 re f') => ({
  resources: '/Pattern <</P 60 0 R>>',
  objects: { 60: streamText(`/PatternType 1 /PaintType 1 /TilingType 1 /Resources <<>> ${entries}`, content) },
})
const PATTERN = '/Pattern cs /P scn'

/** Letters of a font that no viewer but one may be able to read, without a width: a point above the letter before. */
const MARKS = '/Font <</F9 60 0 R>>'
const POINTS = {
  resources: MARKS,
  objects: {
    60: '<</Type /Font /Subtype /Type1 /BaseFont /Points /FirstChar 97 /LastChar 97 /Widths [0] /FontDescriptor 61 0 R>>',
    61: '<</Type /FontDescriptor /FontName /Points /Flags 4 /FontBBox [0 0 1000 1000]>>',
  },
}

interface Part extends Pick<NewDrawing, 'resources'> {
  readonly objects: Readonly<Record<number, string>>
  /** Operators for a part that begins at a place and has a width and a height in points. */
  readonly at: (x: number, y: number, width: number, height: number) => string
}

const PARTS: Readonly<Record<string, Part>> = {
  'a soft mask of light over an area': {
    ...mask('Luminosity'),
    at: (x, y, w, h) => `q /M gs ${rect(x, y, w, h)} Q`,
  },
  'a soft mask of alpha over an area': { ...mask('Alpha'), at: (x, y, w, h) => `q /M gs ${rect(x, y, w, h)} Q` },
  'a soft mask over a line': {
    ...mask('Alpha'),
    at: (x, y, w, h) => `q /M gs ${h} w ${x} ${y + h / 2} m ${x + w} ${y + h / 2} l S Q`,
  },
  'a soft mask over an image': {
    ...mask('Alpha'),
    at: (x, y, w, h) => `q /M gs ${w} 0 0 ${h} ${x} ${y} cm BI /W 1 /H 1 /CS /G /BPC 8 /F /AHx ID 80> EI Q`,
  },
  'a soft mask over a large letter': {
    ...mask('Alpha'),
    at: (x, y, w) => `q /M gs ${text('n', x, y + w * DESCENT, w / N_WIDTH)} Q`,
  },
  'cells of a pattern that overlap': {
    ...hatch('/BBox [0 0 6 6] /XStep 4 /YStep 4'),
    at: (x, y, w, h) => `${PATTERN} ${x} ${y} ${w} ${h} re f`,
  },
  'too many cells of a pattern': {
    ...hatch('/BBox [0 0 1 1] /XStep 1 /YStep 1 /Matrix [.1 .1 -9 9 0 0]'),
    at: (x, y, w, h) => `${PATTERN} ${x} ${y} ${w} ${h} re f`,
  },
  'an image of which viewers mask other colours': {
    resources: '/XObject <</I 60 0 R>>',
    objects: {
      60: streamText(
        '/Type /XObject /Subtype /Image /Width 2 /Height 1 /BitsPerComponent 4 /ColorSpace [/Indexed /DeviceRGB 1 <FFFFFF 0000FF>] /Mask [0 0]',
        '\x01',
      ),
    },
    at: (x, y, w, h) => `q ${w} 0 0 ${h} ${x} ${y} cm /I Do Q`,
  },
  'pale paint in a knockout group': {
    resources: '/ExtGState <</A <</ca .5>>>> /XObject <</K 60 0 R>>',
    objects: {
      60: streamText(
        `${GROUP.replace('/CS', '/K true /CS')} /Resources <</ExtGState <</A <</ca .5>>>>>>`,
        '/A gs 0 g 0 0 1 1 re f',
      ),
    },
    at: (x, y, w, h) => `q ${w} 0 0 ${h} ${x} ${y} cm /K Do Q`,
  },
}

const drawing = ({ at, resources, objects }: Part, ...place: Parameters<Part['at']>) => ({
  objects,
  drawn: [{ content: at(...place), ...(resources === undefined ? {} : { resources }) }],
})

describe.each(Object.entries(PARTS))('%s', (_, part) => {
  const found = (page: string, ...place: Parameters<Part['at']>): Found[] =>
    findingsOf({ page, ...drawing(part, ...place) })

  it('may stand where nothing is near', () => {
    expect(found(LETTER, FAR, 95, 40, 40)).toEqual([])
    expect(found(LETTER, 20, 20, 40, 40)).toEqual([])
  })

  it('is read as a part of the text that it stands beside', () => {
    expect(found(LETTER, NEAR, 95, 40, 40)).toContain('marksText')
  })

  it('hides what it lies on', () => {
    expect(found(text('nnnn', 100, 100, 10), 95, 95, 40, 40)).toContain('hidesTooMuch')
  })
})

describe('what a soft mask leaves', () => {
  const masked = (page: string, content: string, group?: string) => {
    const { resources, objects } = mask('Luminosity', group)
    return findingsOf({ page, objects, drawn: [{ content: `/M gs ${content}`, resources }] })
  }

  it('may be a digit beside an amount', () => {
    const digit = `1 g ${BEHIND + 3} 100 1.5 7 re f`
    expect(masked(LETTER, rect(BEHIND + 2, 60, 80, 80, '0 g'), digit)).toContain('marksText')
    expect(masked(LETTER, rect(FAR, 60, 80, 80, '0 g'), digit)).toEqual([])
  })

  it('may be a sliver in the colour of paper, or of any other', () => {
    expect(masked(LETTER, rect(100, 95, 2, 12, WHITE), '1 g 100 95 2 12 re f')).toContain('erasesText')
    expect(masked(LETTER, rect(100, 95, 2, 12, '1 0 0 rg'))).toContain('erasesText')
  })

  it('may be a part of a picture on a scan', () => {
    const scan = '0 g 60 60 2 10 re f 65 60 2 10 re f 70 60 2 10 re f'
    expect(masked(scan, rect(64, 58, 4, 14))).not.toEqual([])
    expect(masked(scan, rect(120, 58, 4, 14))).toEqual([])
  })
})

it('lines and areas under a soft mask keep their shapes, and a picture has that of its frame', () => {
  const image = 'q 20 0 0 20 100 100 cm BI /W 1 /H 1 /CS /G /BPC 8 /F /AHx ID 80> EI Q'
  const content = `/M gs 1 w 10 10 50 50 re S ${rect(20, 20, 5, 5)} ${image}`
  const { areas } = withUnreadParts(draw({ content, ...mask('Alpha') }).drawing) as Drawing
  expect(areas.map(({ kind }) => kind)).toEqual(['stroke', 'fill', 'fill'])
})

describe('a letter whose place viewers do not agree on', () => {
  const [letter, area] = ['BT /F9 10 Tf 20 20 Td (a) Tj ET', rect(20, 20, 5, 5)]
  const orders = (...parts: string[]) => {
    const { drawing } = draw({ content: parts.join(' '), ...POINTS })
    const { areas, glyphs } = withUnreadParts(drawing) as Drawing
    return { areas: areas.map(({ order }) => order), glyphs: glyphs.map(({ order }) => order) }
  }

  it('counts as painted after everything else, since it may be what is seen', () => {
    expect(orders(letter)).toEqual({ areas: [1], glyphs: [0] })
    expect(orders(area, letter, area, area)).toEqual({ areas: [0, 2, 3, 4], glyphs: [1] })
    expect(orders(letter, area, letter, letter)).toEqual({ areas: [1, 4], glyphs: [0, 2, 3] })
  })
})

describe('a letter that a viewer may take from another font', () => {
  it('may stand where nothing is near', () => {
    const { resources, objects } = POINTS
    const at = (x: number) => ({
      page: LETTER,
      objects,
      drawn: [{ content: `BT /F9 10 Tf ${x} 100 Td (a) Tj ET`, resources }],
    })
    expect(findingsOf(at(20))).toEqual([])
    expect(findingsOf(at(BEHIND + 5))).not.toEqual([])
    expect(findingsOf(at(100))).not.toEqual([])
  })
})

describe('what has no known place', () => {
  it.each([
    ['an operator that does not exist', `${rect(10, 10, 5, 5)} 1 2 nonsense`],
    ['a font that is missing', 'BT /Missing 10 Tf 20 20 Td (a) Tj ET'],
  ])('cannot be told: %s', (_, content) => {
    expect(effectsOf({ page: LETTER, drawn: [{ content }] })[0]?.unknown).toBeDefined()
  })

  it('cannot be told, although a soft mask has one', () => {
    const { resources, objects } = mask('Alpha')
    const content = `/M gs ${rect(10, 10, 5, 5)} 1 2 nonsense`
    expect(effectsOf({ page: LETTER, objects, drawn: [{ content, resources }] })[0]?.unknown).toMatch('nonsense')
  })
})

describe('an image that cannot be read', () => {
  it('is no other than a part that is not computed', () => {
    const page = { objects: { 60: UNREADABLE }, page: LETTER }
    const at = (x: number) => ({
      ...page,
      drawn: [{ content: `q 40 0 0 40 ${x} 95 cm /I Do Q`, resources: '/XObject <</I 60 0 R>>' }],
    })
    expect(findingsOf(at(FAR))).toEqual([])
    expect(findingsOf(at(NEAR))).toContain('marksText')
  })
})
