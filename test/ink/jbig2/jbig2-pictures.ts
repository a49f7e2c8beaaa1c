/**
 * One picture stored as JBIG2 in many ways.
 *
 * @module
 */
import { ArithmeticEncoder } from './arithmetic-encoder.js'
import { givenTable, huffmanDictionary, huffmanText } from './huffman-encoder.js'
import {
  encodeRefinement,
  faxRegion,
  type GenericOptions,
  genericRegion,
  type Instance,
  pageInformation,
  regionPlace,
  segment,
  symbolDictionary,
  type TextOptions,
  textRegion,
  u8,
  u32,
} from './jbig2-encoder.js'
import { type Pixels, pixels } from './pixels.js'

/** What is stored, and what is to be seen. */
export interface Sample {
  readonly pixels: Pixels
  readonly data: Uint8Array
  readonly globals?: Uint8Array
}

// Whole points at the resolution of the viewers: nothing is smoothed.
const [WIDTH, HEIGHT] = [65, 50]
const [GENERIC, TEXT, REFINED] = [38, 6, 42]

/** Lines, blocks, single dots, and rows that are alike. */
const drawing = pixels(WIDTH, HEIGHT, (x, y) => {
  const isBlock = x > 20 && x < 37 && y > 24
  return isBlock || (y % 11 > 2 && ((x * (y % 7)) % 13) + (x >> 3) < 4) || x === y || (y > 30 && x % 9 === 2)
})
const blank = pixels(WIDTH, HEIGHT, () => false)

/** Small letters, the lower ones first, the narrower before the wider. */
const symbols: readonly Pixels[] = [
  pixels(4, 5, (x, y) => x === 0 || y === 4),
  pixels(6, 5, (x, y) => y === 0 || x === 3),
  pixels(7, 9, (x, y) => x === y || x + y === 6 || y === 8),
  pixels(9, 9, (x, y) => x % 4 === 0 || y % 4 === 0),
]
const shapeOf = (id: number) => symbols[id] ?? blank
/** A symbol with its lower right corner changed, and grown. */
const changed = (id: number, dw: number, dh: number): Pixels => {
  const { width, height, at } = shapeOf(id)
  return pixels(width + dw, height + dh, (x, y) => (x > width - 3 && y > height - 3) || at(x, y) === 1)
}

const page = (...segments: readonly number[][]): Uint8Array => Uint8Array.from(segments.flat())
const plain = (kind: number, data: readonly number[], references: readonly number[] = []) =>
  page(pageInformation(WIDTH, HEIGHT), segment({ number: 9, kind, data, references }))

const generic = (options: GenericOptions, seen = drawing): Sample => ({
  pixels: seen,
  data: plain(GENERIC, genericRegion(seen, options)),
})

/** What operators make of two pixels. */
const OPERATORS: readonly ((under: number, over: number) => boolean)[] = [
  (under, over) => (under | over) === 1,
  (under, over) => (under & over) === 1,
  (under, over) => under !== over,
  (under, over) => under === over,
  (_, over) => over === 1,
]

/** Symbols laid over each other, as the standard places them. */
function seenText(
  instances: readonly Instance[],
  { corner = 1, isTransposed = false, operator = 0, isBlack = false }: TextOptions,
  drawn = symbols,
): Pixels {
  const seen = new Uint8Array(WIDTH * HEIGHT).fill(isBlack ? 1 : 0)
  for (const { id, s, t, refined = drawn[id] ?? blank } of instances) {
    const [x, y] = isTransposed ? [t, s] : [s, t]
    const left = corner >= 2 ? x - refined.width + 1 : x
    const top = corner % 2 === 0 ? y - refined.height + 1 : y
    for (let j = 0; j < refined.height; j++) {
      for (let i = 0; i < refined.width; i++) {
        const [column, row] = [left + i, top + j]
        if (column < 0 || row < 0 || column >= WIDTH || row >= HEIGHT) continue
        const under = seen[row * WIDTH + column] ?? 0
        seen[row * WIDTH + column] = OPERATORS[operator]?.(under, refined.at(i, j)) ? 1 : 0
      }
    }
  }
  return pixels(WIDTH, HEIGHT, (x, y) => seen[y * WIDTH + x] === 1)
}

const INSTANCES: readonly Instance[] = [
  { id: 0, s: 6, t: 10 },
  { id: 2, s: 12, t: 10 },
  { id: 3, s: 21, t: 11 },
  { id: 1, s: 26, t: 11 },
  { id: 3, s: 9, t: 26 },
  { id: 3, s: 19, t: 27 },
  { id: 0, s: 33, t: 26 },
]
const REFINED_INSTANCES: readonly Instance[] = INSTANCES.map((instance, i) =>
  i % 2 === 0 ? instance : { ...instance, refined: changed(instance.id, i % 3, i === 3 ? -1 : 1) },
)

const text = (options: TextOptions, instances = INSTANCES): Sample => ({
  pixels: seenText(instances, options),
  data: page(
    pageInformation(WIDTH, HEIGHT),
    segment({ number: 2, kind: 0, data: symbolDictionary(symbols) }),
    segment({
      number: 3,
      kind: TEXT,
      references: [2],
      data: textRegion(regionPlace(blank), instances, symbols, options),
    }),
  ),
})

const huffman = (options: TextOptions & { readonly isGiven?: boolean }, instances = INSTANCES): Sample => ({
  pixels: seenText(instances, options),
  data: page(
    pageInformation(WIDTH, HEIGHT),
    segment({ number: 1, kind: 53, data: givenTable() }),
    segment({ number: 2, kind: 0, data: huffmanDictionary(symbols) }),
    segment({
      number: 3,
      kind: TEXT,
      references: options.isGiven ? [2, 1] : [2],
      data: huffmanText(regionPlace(blank), instances, symbols, options),
    }),
  ),
})

/** A page whose picture is drawn first without its block, and then refined. */
function refinedPage(template: number): Sample {
  const first = pixels(WIDTH, HEIGHT, (x, y) => drawing.at(x, y) === 1 && !(x > 25 && x < 30))
  const encoder = new ArithmeticEncoder()
  encodeRefinement(encoder, drawing, first, { template })
  const at = template === 0 ? u8(-1, -1, -1, -1) : []
  const data = [...regionPlace(drawing, 0, 0, 0), template, ...at, ...encoder.finish()]
  return {
    pixels: drawing,
    data: page(
      pageInformation(WIDTH, HEIGHT, 0x40),
      segment({ number: 1, kind: GENERIC, data: genericRegion(first) }),
      segment({ number: 2, kind: REFINED, data }),
    ),
  }
}

/** A drawing, and another over a part of it. */
function combined(operator: number): Sample {
  const over = pixels(30, 20, (x, y) => (x * y) % 5 < 2)
  const [left, top] = [13, 17]
  const isSeen = (x: number, y: number) => {
    const isCovered = x >= left && y >= top && x < left + 30 && y < top + 20
    const under = drawing.at(x, y)
    return isCovered ? OPERATORS[operator]?.(under, over.at(x - left, y - top)) === true : under === 1
  }
  return {
    pixels: pixels(WIDTH, HEIGHT, isSeen),
    data: page(
      pageInformation(WIDTH, HEIGHT, 0x40),
      segment({ number: 1, kind: GENERIC, data: genericRegion(drawing) }),
      segment({ number: 2, kind: 39, data: genericRegion(over, {}, regionPlace(over, left, top, operator)) }),
    ),
  }
}

/** Halves of the drawing one below the other, on a page whose height is not told. */
function striped(): Sample {
  const half = HEIGHT / 2
  const parts = [0, 1].map((i) => pixels(WIDTH, half, (x, y) => drawing.at(x, y + i * half) === 1))
  const stripes = parts.flatMap((part, i) => [
    segment({ number: 2 * i + 1, kind: GENERIC, data: genericRegion(part, {}, regionPlace(part, 0, i * half)) }),
    segment({ number: 2 * i + 2, kind: 50, data: u32((i + 1) * half - 1) }),
  ])
  return {
    pixels: drawing,
    data: page(
      pageInformation(WIDTH, 0xffffffff, 0, 0x8000 + half),
      ...stripes,
      segment({ number: 9, kind: 49, data: [] }),
    ),
  }
}

/** A region whose data ends with a mark and the number of its rows. */
function unknownLength(): Sample {
  const data = [...genericRegion(drawing), ...u32(HEIGHT)]
  return {
    pixels: drawing,
    data: page(pageInformation(WIDTH, HEIGHT), segment({ number: 9, kind: GENERIC, data, length: 0xffffffff })),
  }
}

const textOf = (references: readonly number[], drawn: readonly Pixels[], instances = INSTANCES) =>
  segment({ number: 8, kind: TEXT, references, data: textRegion(regionPlace(blank), instances, drawn) })

/** Instances drawn of symbols elsewhere in the list. */
const moved = (by: number) => INSTANCES.map((instance) => ({ ...instance, id: instance.id + by }))

/** Symbols that are others changed, and one that is made of two. */
function refinedSymbols(refinementTemplate: number): Sample {
  const joined = pixels(12, 12, (x, y) => shapeOf(0).at(x, y) === 1 || shapeOf(2).at(x - 5, y - 1) === 1)
  const others = [...symbols.map((_, i) => changed(i, 1, 0)), joined]
  const parts = (symbol: number): Instance[] =>
    symbol < symbols.length
      ? [{ id: symbol, s: 0, t: 0 }]
      : [
          { id: 0, s: 0, t: 0 },
          { id: 2, s: 5, t: 1 },
        ]
  const instances = [...moved(symbols.length), { id: 2 * symbols.length, s: 45, t: 30 }]
  const drawn = [...symbols, ...others]
  return {
    pixels: seenText(instances, {}, drawn),
    data: page(
      pageInformation(WIDTH, HEIGHT),
      segment({ number: 2, kind: 0, data: symbolDictionary(symbols) }),
      segment({
        number: 3,
        kind: 0,
        references: [2],
        data: symbolDictionary(others, { inputs: symbols, parts, refinementTemplate }),
      }),
      textOf([2, 3], drawn, instances),
    ),
  }
}

/** As many as the short form allows; numbers of segments take two bytes. */
function manyDictionaries(): Sample {
  const numbers = [300, 301, 302, 303]
  const drawn = numbers.flatMap(() => symbols)
  const instances = INSTANCES.map((instance, i) => ({ ...instance, id: instance.id + 4 * (i % numbers.length) }))
  return {
    pixels: seenText(instances, {}, drawn),
    data: page(
      pageInformation(WIDTH, HEIGHT),
      ...numbers.map((number) => segment({ number, kind: 0, data: symbolDictionary(symbols) })),
      segment({ number: 400, kind: TEXT, references: numbers, data: textRegion(regionPlace(blank), instances, drawn) }),
    ),
  }
}

/** A sample that not all viewers show. */
export const FAX_SAMPLE = 'pixels in the code of facsimile'

/** Ways to store a picture, each by its name. */
export const SAMPLES: Readonly<Record<string, Sample>> = {
  ...Object.fromEntries(
    [0, 1, 2, 3].flatMap((template) => [
      [`pixels by template ${template}`, generic({ template })],
      [`pixels by template ${template}, rows like those above`, generic({ template, isTypical: true })],
    ]),
  ),
  'pixels by some far away': generic({
    at: [
      [-9, 0],
      [5, -1],
      [2, -7],
      [-2, -2],
    ],
  }),
  'pixels by one far above': generic({ template: 2, at: [[-20, -12]] }),
  ...Object.fromEntries([0, 2, 3].map((i) => [`two regions, operator ${i}`, combined(i)])),
  'refined pixels by template 0': refinedPage(0),
  'refined pixels by template 1': refinedPage(1),
  stripes: striped(),
  [FAX_SAMPLE]: { pixels: drawing, data: plain(GENERIC, faxRegion(drawing)) },
  'pixels of unknown length': unknownLength(),
  'refined symbols by template 0': refinedSymbols(0),
  'refined symbols by template 1': refinedSymbols(1),
  'many dictionaries': manyDictionaries(),
  ...Object.fromEntries(
    [0, 1, 2, 3].flatMap((corner) => [
      [`text by corner ${corner}`, text({ corner })],
      [`text from top to bottom by corner ${corner}`, text({ corner, isTransposed: true })],
    ]),
  ),
  'text in strips with a distance': text({ logStrips: 3, spacing: -3 }),
  'white text on black': text({ operator: 2, isBlack: true }),
  'refined text by template 0': text({}, REFINED_INSTANCES),
  'refined text by template 1': text({ refinementTemplate: 1, corner: 2 }, REFINED_INSTANCES),
  "text in Huffman's code": huffman({ corner: 0 }),
  "text in Huffman's code in strips": huffman({ logStrips: 2, spacing: 2 }),
  "text in Huffman's code by a table of its own": huffman({ isGiven: true }),
  'shared symbols': {
    pixels: seenText(INSTANCES, {}),
    globals: page(segment({ number: 0, kind: 0, page: 0, data: symbolDictionary(symbols, { template: 1 }) })),
    data: page(
      segment({ number: 1, kind: 48, data: [...u32(WIDTH, HEIGHT, 0, 0), 0, 0, 0] }),
      segment({ number: 2, kind: TEXT, references: [0], data: textRegion(regionPlace(blank), INSTANCES, symbols) }),
    ),
  },
}
