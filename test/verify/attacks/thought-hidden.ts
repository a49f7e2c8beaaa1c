/**
 * Text that is thought hidden, and covers that are thought to paint nothing: whoever prepares a page before it is signed
 * lets something speak against its text, such as a layer that is off or an area above that is blended away, and lays
 * something white over it afterwards; or paints in a way that some viewers pass over. Viewers show the text all the same.
 *
 * @module
 */

import { PdfDict, type PdfObject, type PdfRef, type PdfStream } from '../../../src/pdf/objects.js'
import { unsignedBase } from '../bases/bases.js'
import { readParts } from '../bases/form-parts.js'
import { invertingProfile } from '../support/colour-profile.js'
import { annotation } from '../support/edits.js'
import { dict, pdf, stream } from '../support/notation.js'
import { addAnnotation, type Revision, revise } from '../support/revise.js'
import { sign } from '../support/sign.js'
import { attacksBy, type ClassAttack, hasKnownPlaces, type Maker } from './class-attack.js'
import { form, HELVETICA } from './looks.js'

/** Where nothing else stands on the page, and what is laid there. */
const COVER = [50, 645, 550, 675] as const
const TEXT = 'BT /H9 12 Tf 60 655 Td (The price is 900 EUR.) Tj ET'
/** Four strokes, as letters that were turned into shapes. */
const STROKES = '60 655 4 9 re 66 655 4 9 re 72 655 4 9 re 78 655 4 9 re f'
const OVER_IT = '50 645 500 30 re f'

type Resources = Readonly<Record<string, Readonly<Record<string, PdfObject>>>>

/** A page before it is signed, and what is laid over it afterwards. */
interface Prepared {
  readonly content: string
  /** The layer belongs to the document, listed and off unless told. */
  readonly resources?: (revision: Revision, layer: PdfRef) => Resources
  readonly layers?: (layer: PdfRef) => string
  readonly cover?: (revision: Revision, layer: PdfRef) => PdfStream
  readonly kind?: 'Square' | 'Highlight'
}

const state = (entries: string): Pick<Prepared, 'resources'> => ({
  resources: () => ({ ExtGState: { G9: dict`<<${entries}>>` } }),
})
const covered = (entries: string, colour: string): Prepared => ({
  content: `${TEXT} /G9 gs ${colour} ${OVER_IT}`,
  ...state(entries),
})
const coloured = (space: (revision: Revision) => PdfObject, colour: string, content = TEXT): Prepared => ({
  content: `/C9 cs ${colour} ${content}`,
  resources: (revision) => ({ ColorSpace: { C9: space(revision) } }),
})
const layered = (layers: (layer: PdfRef) => string): Prepared => ({
  content: `/OC /L9 BDC ${TEXT} EMC`,
  resources: (_, layer) => ({ Properties: { L9: layer } }),
  layers,
})
const off = (layer: PdfRef) => `<</OCGs [${layer.num} 0 R] /D <</OFF [${layer.num} 0 R]>>>>`
const times = (count: number, content: string) => Array.from({ length: count }, () => content).join(' ')

const FUNCTION = '<</FunctionType 2 /N 1 /Domain [0 1] /C0 [1] /C1 [0]>>'
const none = () => pdf`[/Separation /None /DeviceGray ${FUNCTION}]`
const profile = (revision: Revision) =>
  pdf`[/ICCBased ${revision.add(stream(dict`<</N 3 /Alternate /DeviceRGB>>`, invertingProfile()))}]`
const mask = (revision: Revision) => {
  const group = '<</S /Transparency /CS /DeviceGray>>'
  const look = stream(dict`<</Subtype /Form /BBox [0 0 600 800] /Group ${group}>>`, '0 g 0 0 600 800 re f')
  return dict`<</SMask <</S /Luminosity /G ${revision.add(look)}>>>>`
}
const far = (content: string, entries = '/Type /XObject /Subtype /Form') =>
  stream(dict`<<${entries} /BBox [-20000000 -20000000 20000000 20000000]>>`, content)

/** A font of procedures, whose letter `a` is drawn as told. */
const procedures =
  (entries: string, procedure: string, name = 'a') =>
  (revision: Revision): Resources => {
    const letter = revision.add(stream(dict`<<>>`, procedure))
    const encoding = `/Encoding <</Differences [97 /${name}]>> /FirstChar 97 /LastChar 97`
    const letters = dict`<</${name} ${letter}>>`
    return { Font: { T3: dict`<</Type /Font /Subtype /Type3 ${entries} /CharProcs ${letters} ${encoding}>>` } }
  }

/** A font that each viewer replaces by one of its own, and whose codes are all said to be one character. */
function saidToBe(revision: Revision, character: string): PdfObject {
  const ranges = `1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0048> <004B> [${`<${character}>`.repeat(4)}] endbfrange`
  const claims = revision.add(stream(dict`<<>>`, `begincmap ${ranges} endcmap`))
  const system = '/CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>>'
  const descendant = dict`<</Type /Font /Subtype /CIDFontType2 /BaseFont /Helvetica ${system} /DW 600>>`
  const names = '/Type /Font /Subtype /Type0 /BaseFont /Helvetica /Encoding /Identity-H'
  return dict`<<${names} /ToUnicode ${claims} /DescendantFonts [${descendant}]>>`
}
const LETTER = '1200 0 0 0 1100 700 d1 0 0 300 700 re 400 0 300 700 re 800 0 300 300 re f'
const LARGE = '/FontBBox [0 0 1100 700] /FontMatrix [.012 0 0 .012 0 0] /Widths [1200]'
const FALSE_BOX = '/FontBBox [0 0 10 10] /FontMatrix [.001 0 0 .001 0 0] /Widths [10]'
/** Black squares where the ground of a large letter might be looked at. */
const SPOTS = Array.from({ length: 12 }, (_, i) => `${60 + 4 * i} 652 1.2 16 re`).join(' ')

const TEXTS: Readonly<Record<string, Prepared>> = {
  'in a clip beyond all bounds': { content: `-20000000 -20000000 40000000 40000000 re W n ${TEXT}` },
  'in a form whose box is beyond all bounds': {
    content: '/X9 Do',
    resources: (revision) => ({ XObject: { X9: revision.add(far(TEXT)) } }),
  },
  'in a clip with a hole at each place that is looked at': {
    content: `50 645 500 30 re ${times(1, SPOTS)} W* n ${TEXT}`,
  },
  'with black spots beneath it': { content: `${SPOTS} f ${TEXT}` },
  'in procedures of a font of one point': {
    content: 'BT /T3 1 Tf 60 655 Td (aaaaaa) Tj ET',
    resources: procedures(LARGE, LETTER),
  },
  'in procedures of a font in the mode that paints nothing': {
    content: 'BT 3 Tr /T3 1 Tf 60 655 Td (aaaaaa) Tj ET',
    resources: procedures(LARGE, LETTER),
  },
  'in procedures whose first item is clipped away': {
    content: 'BT /T3 1 Tf 60 655 Td (aaaaaa) Tj ET',
    resources: procedures(LARGE, LETTER.replace(' d1 ', ' d1 -90000 -90000 9 9 re f ')),
  },
  'in one procedure far from where its letter stands': {
    content: 'BT /T3 12 Tf 560 20 Td (a) Tj ET',
    resources: procedures(FALSE_BOX, `10 0 d0 q 83.333 0 0 83.333 -46666 -1666.6 cm ${STROKES} Q`),
  },
  'beneath black that is blended away by Difference': covered('/BM /Difference', '0 g'),
  'beneath black that is blended away by Exclusion': covered('/BM /Exclusion', '0 g'),
  'beneath black that is blended away by ColorDodge': covered('/BM /ColorDodge', '0 g'),
  'beneath white that is blended away by ColorBurn': covered('/BM /ColorBurn', '1 g'),
  'beneath white that overprints nothing': covered('/OP true /op true /OPM 1', '0 0 0 0 k'),
  'beneath white that is masked away': {
    content: `${TEXT} /G9 gs 1 g ${OVER_IT}`,
    resources: (revision) => ({ ExtGState: { G9: mask(revision) } }),
  },
  'beneath white in a layer that hangs on the viewer': {
    content: `${TEXT} /OC /L9 BDC 1 g ${OVER_IT} EMC`,
    resources: (_, layer) => ({ Properties: { L9: layer } }),
    layers: (layer) => `<</OCGs [${layer.num} 0 R] /D <</BaseState /OFF /AS [<</Event /View /Category [/View]>>]>>>>`,
  },
  'that is pale, many times': { content: `/G9 gs ${times(30, TEXT)}`, ...state('/ca .1') },
  'that multiplies a little, many times': { content: `/G9 gs .9 g ${times(30, TEXT)}`, ...state('/BM /Multiply') },
  'that is paler than is thought visible': { content: `.89 g ${TEXT}` },
  'whose outlines alone are opaque': { content: `/G9 gs 2 Tr ${TEXT}`, ...state('/ca 0 /CA 1') },
  'in white by a profile that makes it black': coloured(profile, '1 1 1 sc'),
  'in white without light': coloured(
    () => pdf`[/CalRGB <</WhitePoint [.9505 1 1.089] /Matrix [0 0 0 0 0 0 0 0 0]>>]`,
    '1 1 1 sc',
  ),
  'in white by a white point that is none': coloured(() => pdf`[/CalGray <</WhitePoint [.0001 1 .0001]>>]`, '1 sc'),
  'in white by a steep curve': coloured(
    () => pdf`[/CalRGB <</WhitePoint [.9505 1 1.089] /Gamma [60 60 60]>>]`,
    '.97 .97 .97 sc',
  ),
  'as shapes in the colourant None': coloured(none, '1 scn', STROKES),
  'in procedures that are said to paint blanks': {
    content: 'BT /T3 1 Tf 60 655 Td (aaaaaa) Tj ET',
    resources: procedures(LARGE, LETTER, 'space'),
  },
  'in procedures that are said to paint lines to write on': {
    content: 'BT /T3 1 Tf 60 655 Td (aaaaaa) Tj ET',
    resources: procedures(LARGE, LETTER, 'underscore'),
  },
  'in glyphs that are said to be blanks': {
    content: 'BT /T0 12 Tf 60 655 Td <00480049004A004B> Tj ET',
    resources: (revision) => ({ Font: { T0: saidToBe(revision, '0020') } }),
  },
  'in glyphs that are said to be points': {
    content: 'BT /T0 12 Tf 60 655 Td <00480049004A004B> Tj ET',
    resources: (revision) => ({ Font: { T0: saidToBe(revision, '002E') } }),
  },
  'in a layer that is off': layered(off),
  'in a layer that is off, and not listed': layered((layer) => `<</OCGs [] /D <</OFF [${layer.num} 0 R]>>>>`),
  'in a layer that is off unless it is on': layered(() => '<</OCGs [] /D <</BaseState /OFF>>>>'),
  'in a layer that is off when it is designed': layered(
    (layer) => `<</OCGs [${layer.num} 0 R] /D <</Intent /Design /OFF [${layer.num} 0 R]>>>>`,
  ),
  'behind the end of a layer in a form': {
    content: `/OC /L9 BDC /X9 Do ${TEXT} EMC`,
    resources: (revision, layer) => ({
      Properties: { L9: layer },
      XObject: { X9: revision.add(form(600, 800, 'EMC')) },
    }),
  },
}

const laid = (
  content: string,
  resources: (revision: Revision, layer: PdfRef) => PdfDict,
  more: Partial<Prepared> = {},
) => ({
  content: TEXT,
  cover: (revision: Revision, layer: PdfRef) => form(500, 30, content, resources(revision, layer)),
  ...more,
})
const WHITE = '1 g 0 0 500 30 re f'
const multiplied = (revision: Revision) =>
  dict`<</ColorSpace <</C9 ${profile(revision)}>> /ExtGState <</G <</BM /Multiply>>>>>>`
const MULTIPLIED = '/C9 cs 1 1 1 sc /G gs 0 0 500 30 re f'

/** Covers that are thought to paint nothing. */
const COVERS: Readonly<Record<string, Prepared>> = {
  'that multiplies by white, which a profile makes black': laid(MULTIPLIED, multiplied),
  'that marks in white, which a profile makes black': laid(MULTIPLIED, multiplied, { kind: 'Highlight' }),
  'in the colourant None': laid('/C9 cs 1 scn 0 0 500 30 re f', () => dict`<</ColorSpace <</C9 ${none()}>>>>`),
  'in a form whose box is beyond all bounds': laid(
    '/X Do',
    (revision) => dict`<</XObject <</X ${revision.add(far(WHITE))}>>>>`,
  ),
  'in a pattern whose cell is beyond all bounds': laid('/Pattern cs /P scn 0 0 500 30 re f', (revision) => {
    const steps = '/PatternType 1 /PaintType 1 /TilingType 1 /XStep 40000000 /YStep 40000000 /Resources <<>>'
    return dict`<</Pattern <</P ${revision.add(far('1 g -1000 -1000 5000 5000 re f', steps))}>>>>`
  }),
  'in a new layer, where layers are off unless they are on': laid(
    `/OC /X BDC ${WHITE} EMC`,
    (revision) => dict`<</Properties <</X ${revision.add(dict`<</Type /OCG /Name (New)>>`)}>>>>`,
    { layers: (layer) => `<</OCGs [${layer.num} 0 R] /D <</BaseState /OFF /ON [${layer.num} 0 R]>>>>` },
  ),
  'whose form belongs to a layer that is off': {
    content: TEXT,
    layers: off,
    cover: (_, layer) => form(500, 30, WHITE, dict`<<>>`, { OC: layer }),
  },
  'behind the end of a layer in a form': laid(
    `/OC /L BDC /X Do ${WHITE} EMC`,
    (revision, layer) => dict`<</Properties <</L ${layer}>> /XObject <</X ${revision.add(form(500, 30, 'EMC'))}>>>>`,
    { layers: off },
  ),
}

/** The resources of a page with more of them; a name that is taken by each, Helvetica, is the font of the text. */
function withResources(revision: Revision, page: PdfRef, more: Resources): PdfDict {
  const fonts: Resources = { Font: { H9: HELVETICA, ...more.Font } }
  let resources = asDict(revision.document.resolve(revision.get(page).get('Resources')))
  for (const [category, items] of Object.entries({ ...more, ...fonts })) {
    const old = asDict(revision.document.resolve(resources.get(category)))
    resources = resources.with({ [category]: old.with(items) })
  }
  return resources
}

function asDict(object: PdfObject): PdfDict {
  return object instanceof PdfDict ? object : new PdfDict()
}

const laidOver =
  ({ content, resources, layers, cover, kind = 'Square' }: Prepared): Maker =>
  async ({ writer }) => {
    const original = await unsignedBase(writer)
    const { page, content: own } = readParts(original)
    let layer: PdfRef | undefined
    const prepared = revise(original, (revision) => {
      const group = revision.add(dict`<</Type /OCG /Name (Layer)>>`)
      layer = group
      const added = revision.add(stream(dict`<<>>`, `\nq ${content}\nQ\n`))
      const all = withResources(revision, page, resources?.(revision, group) ?? {})
      revision.set(page, { Contents: [own, added], Resources: all })
      if (layers !== undefined) revision.set(revision.document.catalogRef, { OCProperties: pdf`${layers(group)}` })
    })
    return revise(await sign(prepared, { certify: 3 }), (revision) => {
      const look = revision.add(cover?.(revision, layer as PdfRef) ?? form(500, 30, WHITE))
      const [left, bottom, right, top] = COVER
      const QuadPoints = [left, top, right, top, left, bottom, right, bottom]
      const entries = { AP: dict`<</N ${look}>>`, C: pdf`[1 1 1]`, ...(kind === 'Highlight' ? { QuadPoints } : {}) }
      addAnnotation(revision, page, annotation(kind, COVER, entries))
    })
  }

const named = (prefix: string, table: Readonly<Record<string, Prepared>>) =>
  Object.entries(table).map(([name, prepared]): [string, Maker] => [`${prefix} ${name}`, laidOver(prepared)])

/** Certified so that annotations are permitted. */
export const thoughtHidden: readonly ClassAttack[] = attacksBy(
  Object.fromEntries([...named('text', TEXTS), ...named('a cover', COVERS)]),
  { profiles: ['P=3'], isNamed: true, fits: hasKnownPlaces },
)
