/**
 * Loads and calls HarfBuzz.
 *
 * @module
 */

import type { Feature, Font as HarfBuzzFont } from 'harfbuzzjs'
import type { FontFace, ShapeOptions } from './font-face.js'
import { openHarfBuzz } from './open-harfbuzz.js'

/** Glyphs of one face from left to right, lengths in font units. */
export interface GlyphRun {
  readonly glyphs: number[]
  readonly advances: number[]
  readonly xOffsets: number[]
  readonly yOffsets: number[]
  /** Index of the first UTF-16 unit of each glyph's cluster. */
  readonly clusters: number[]
}

/** Thrown for text that cannot be laid out correctly before {@link loadShaper}. */
export class ShaperMissing extends Error {
  override readonly name = 'ShaperMissing'
}

let harfbuzz: typeof import('harfbuzzjs') | undefined
const fonts = new WeakMap<FontFace, HarfBuzzFont>()

/**
 * Loads HarfBuzz. Before, text is laid out character by character, which is correct only for Latin, Greek, Cyrillic and East
 * Asian text without kerning and ligatures.
 *
 * @throws SealwrightError `missing_dependency` when its file is not there
 */
export async function loadShaper(): Promise<void> {
  harfbuzz ??= await openHarfBuzz()
}

/** Whether HarfBuzz is loaded. */
export function isShaperLoaded(): boolean {
  return harfbuzz !== undefined
}

/**
 * Shapes text of one direction and script with the features of the font.
 *
 * @param isComplex the script needs its ligatures and its kerning to be read at all
 * @returns undefined when HarfBuzz is not loaded
 */
export function shapeGlyphs(
  text: string,
  face: FontFace,
  options: ShapeOptions,
  isComplex: boolean,
): GlyphRun | undefined {
  if (harfbuzz === undefined) return undefined
  const { Buffer, Direction, shape } = harfbuzz
  const buffer = new Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  buffer.setDirection(options.rightToLeft ? Direction.RTL : Direction.LTR)
  if (options.language !== '') buffer.setLanguage(options.language)
  shape(fontOf(harfbuzz, face), buffer, isComplex ? [] : featuresOf(harfbuzz, options))
  const infos = buffer.getGlyphInfos()
  const positions = buffer.getGlyphPositions()
  const run: GlyphRun = { glyphs: [], advances: [], xOffsets: [], yOffsets: [], clusters: [] }
  for (let i = 0; i < infos.length; i++) {
    const info = infos[i]
    const position = positions[i]
    if (info === undefined || position === undefined) break
    run.glyphs.push(info.codepoint)
    run.clusters.push(info.cluster)
    run.advances.push(position.xAdvance)
    run.xOffsets.push(position.xOffset)
    run.yOffsets.push(position.yOffset)
  }
  return run
}

function fontOf({ Blob, Face, Font }: typeof import('harfbuzzjs'), face: FontFace): HarfBuzzFont {
  let font = fonts.get(face)
  if (font === undefined) {
    font = new Font(new Face(new Blob(face.font.reader.bytes), 0))
    font.setScale(face.unitsPerEm, face.unitsPerEm)
    fonts.set(face, font)
  }
  return font
}

/** Features for HarfBuzz. As in Word, kerning and standard ligatures are off unless the run turns them on. */
function featuresOf({ Feature }: typeof import('harfbuzzjs'), options: ShapeOptions): Feature[] {
  const features: Feature[] = []
  if (!options.kerning) features.push(new Feature('kern', 0))
  if (!options.ligatures) for (const tag of ['liga', 'clig', 'calt']) features.push(new Feature(tag, 0))
  if (options.figures !== undefined) features.push(new Feature(options.figures === 'lining' ? 'lnum' : 'onum', 1))
  return features
}

/**
 * The outline of a glyph in font units, y up, as the data of a path in SVG.
 *
 * @throws ShaperMissing before {@link loadShaper}
 */
export function glyphOutline(face: FontFace, glyph: number): string {
  if (harfbuzz === undefined) throw new ShaperMissing()
  return fontOf(harfbuzz, face).glyphToPath(glyph)
}
