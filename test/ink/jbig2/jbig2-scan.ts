/**
 * Scanned pages as programs keep them in JBIG2: pixel by pixel, or as symbols that a dictionary shared by pages has.
 *
 * @module
 */
import { genericRegion, pageInformation, regionPlace, segment, symbolDictionary, textRegion } from './jbig2-encoder.js'
import { type Pixels, pixels } from './pixels.js'

/** A side of the pieces that stand for letters. */
const PIECE = 24
const [SYMBOLS, PAGE, REGION, END] = [7, 1, 2, 3]

/** What a page is at first, and how regions go onto it: white and by OR, or black and by REPLACE. */
const KINDS = { plain: { page: 0, operator: 0 }, replacing: { page: 0x44, operator: 4 } } as const

/** Pixel by pixel, rows like those above told by one bit. */
export function scanAsPixels(scan: Pixels, kind: keyof typeof KINDS = 'plain'): Uint8Array {
  const { page, operator } = KINDS[kind]
  const data = genericRegion(scan, { isTypical: true }, regionPlace(scan, 0, 0, operator))
  return Uint8Array.from([
    ...pageInformation(scan.width, scan.height, page),
    ...segment({ number: PAGE, kind: 38, data }),
    ...segment({ number: END, kind: 49, data: [] }),
  ])
}

/** Pieces that are not white, each kind once. */
export function scanAsSymbols(scan: Pixels): { readonly data: Uint8Array; readonly globals: Uint8Array } {
  const symbols: Pixels[] = []
  const ids = new Map<string, number>()
  const instances: { id: number; s: number; t: number }[] = []
  for (let t = 0; t < scan.height; t += PIECE) {
    for (let s = 0; s < scan.width; s += PIECE) {
      const piece = pixels(PIECE, PIECE, (x, y) => scan.at(s + x, t + y) === 1)
      const key = Array.from({ length: PIECE * PIECE }, (_, i) => piece.at(i % PIECE, Math.floor(i / PIECE))).join('')
      if (!key.includes('1')) continue
      const id = ids.get(key) ?? symbols.push(piece) - 1
      ids.set(key, id)
      instances.push({ id, s, t })
    }
  }
  return {
    globals: Uint8Array.from(segment({ number: SYMBOLS, kind: 0, page: 0, data: symbolDictionary(symbols) })),
    data: Uint8Array.from([
      ...pageInformation(scan.width, scan.height),
      ...segment({
        number: SYMBOLS + REGION,
        kind: 6,
        references: [SYMBOLS],
        data: textRegion(regionPlace(scan), instances, symbols),
      }),
    ]),
  }
}
