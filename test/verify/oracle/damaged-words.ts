/**
 * Words of the signed page that annotations or later signatures hide, overprint or go on with. What was drawn is judged
 * by the pictures alone: no list of operators, fonts or colours can be forgotten.
 *
 * @module
 */

import type { SeenAnnotation } from '../viewers/pdfjs-process.js'
import type { Picture, PixelArea } from '../viewers/picture.js'
import { VIEWERS, type Views } from '../viewers/viewers.js'
import type { ExplainedArea } from './explained-areas.js'
import { type InkBlot, inkBlots } from './ink-blots.js'
import type { Word } from './words.js'

/** Likeness of a word that can no longer be read. Underlines, strikes and highlights leave more than half. */
const UNREADABLE = 0.35
/** Share of a word's letters, or of the ground between them, that something which hides it takes. */
const MIN_TAKEN = 0.35
/** Share of its contrast at which a word has faded away. */
const FADED = 0.2
/** Share of a word's contrast up to which a column has none of its ink, or no more than the blur of its edge. */
const BLANK = 0.3
/** Pixels of a word that a signature beside it may touch with its anti-aliasing. */
const MAX_TOUCHED = 2
/** Gap in heights of a line within which something reads as the next word. */
const JOINING_GAP = 0.6
/** Heights of a line that are looked at across and along it, to tell letters from frames, bars and strokes of the pen. */
const SURROUNDINGS = [2, 8] as const
/** Largest blot that may be a letter or a sign, in heights of the line, besides the word that it may touch. */
const LETTER_HEIGHT = 1.4
const LETTER_WIDTH = 3
/** The rows of a word where its small letters stand, as shares of its height from the top. */
const CORE = [0.3, 0.68] as const
/** Above this share of its height a word has nothing but accents. */
const BODY = 0.25

/** Sentences about damaged words; none when all of them stand as they were signed. */
export function damagedWords(
  words: readonly Word[],
  before: Views,
  after: Views,
  areas: readonly ExplainedArea[],
): string[] {
  const found = new Set<string>()
  for (const area of areas) {
    if (area.kind === 'field') continue
    for (const word of words) {
      // What a signature or a note shows is theirs: a new look replaces it, and nobody takes the next one for its end.
      if (before.annotations.some((own) => isOwnText(own, word))) continue
      // A field that changed is held against its value.
      if (areas.some((other) => other.kind === 'field' && overlap(other, word) && other.page === word.page)) continue
      if (word.page !== area.page || !overlap(word, widened(area, word))) continue
      for (const viewer of VIEWERS) {
        const [old, now] = [before.pages[viewer][word.page], after.pages[viewer][word.page]]
        if (old === undefined || now === undefined || old.width !== now.width) continue
        if (viewer === 'MuPDF' && hasPrompt(now, area)) continue
        const what = damageTo(word, old, now, area)
        if (what !== undefined) found.add(`${what} "${word.text}" (${area.annotation.subtype} in ${viewer})`)
      }
    }
  }
  return [...found]
}

/** A word of an annotation that is no field to be filled in. */
function isOwnText(
  { page, fieldType, subtype, pixels: [left, top, right, bottom] }: SeenAnnotation,
  word: Word,
): boolean {
  if (page !== word.page || (subtype === 'Widget' && fieldType !== 'Sig')) return false
  const isInside = word.left >= left - 1 && word.right <= right + 1 && word.top >= top - 4 && word.bottom <= bottom + 4
  return isInside && COMMENTING.has(subtype)
}

const COMMENTING: ReadonlySet<string> = new Set(['Widget', 'FreeText', 'Stamp', 'Text'])

/** The orange of the tag "SIGN" that MuPDF draws for each signature field which is not signed, whatever it looks like. */
const TAG = [0xf2, 0x54, 0x2d] as const
const TAG_TOLERANCE = 12

function hasPrompt({ width, pixels }: Picture, { kind, left, top, right, bottom }: ExplainedArea): boolean {
  if (!kind.startsWith('signature')) return false
  const isTag = (at: number) => TAG.every((value, i) => Math.abs((pixels[at + i] ?? 0) - value) <= TAG_TOLERANCE)
  for (let y = Math.max(0, Math.floor(top)); y < bottom; y++) {
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(right, width); x++) {
      if (isTag(3 * (y * width + x))) return true
    }
  }
  return false
}

function damageTo(named: Word, old: Picture, now: Picture, { kind, annotation }: ExplainedArea): string | undefined {
  if (isHidden(old, now, named)) return 'hides'
  // What a reader writes into an empty field by itself was chosen by nobody.
  if (kind !== 'signature' || !annotation.hasAppearance) return undefined
  const word = withoutBearings(named, old)
  const height = word.bottom - word.top
  const blots = inkBlots(old, now, grown(word, height))
  const letters = blots.filter(({ box, isDarker }) => isDarker && mayBeLetter(box, word))
  const core = { ...word, top: word.top + CORE[0] * height, bottom: Math.floor(word.top + CORE[1] * height) }
  const body = { ...word, top: word.top + BODY * height }
  if (inkIn(blots, core) > MAX_TOUCHED || inkIn(letters, body) > MAX_TOUCHED) return 'prints over'
  const gap = JOINING_GAP * height
  const middle = { top: word.top + 2, bottom: word.bottom - 2 }
  const beside = [
    { ...middle, left: word.right + 1, right: word.right + gap },
    { ...middle, left: word.left - gap, right: word.left - 1 },
  ]
  return beside.some((area) => inkIn(letters, area) > MAX_TOUCHED) ? 'continues' : undefined
}

/** A word as wide as its ink: what stands in the blank beside the last sign of a line touches nothing. */
function withoutBearings(word: Word, picture: Picture): Word {
  const contrastOf = (area: PixelArea) => {
    const values = lightness(picture, area)
    return Math.max(...values) - Math.min(...values)
  }
  const contrast = contrastOf(word)
  const isBlank = (left: number) => contrastOf({ ...word, left, right: left + 1 }) <= BLANK * contrast
  let { left, right } = { left: Math.floor(word.left), right: Math.ceil(word.right) }
  while (left < right && isBlank(left)) left++
  while (right > left && isBlank(right - 1)) right--
  return left < right ? { ...word, left, right } : word
}

/** Frames, grounds and strokes of the pen are larger than letters: nobody reads them as a part of the line. */
function mayBeLetter({ left, top, right, bottom }: PixelArea, word: Word): boolean {
  const height = word.bottom - word.top
  return bottom - top <= LETTER_HEIGHT * height && right - left <= word.right - word.left + LETTER_WIDTH * height
}

function inkIn(blots: readonly InkBlot[], { left, top, right, bottom }: PixelArea): number {
  const isInside = ([x, y]: readonly [number, number]) =>
    x >= Math.floor(left) && x < Math.ceil(right) && y >= Math.floor(top) && y < Math.ceil(bottom)
  return blots.reduce((sum, { pixels }) => sum + pixels.filter(isInside).length, 0)
}

function grown({ left, top, right, bottom }: PixelArea, height: number): PixelArea {
  const [across, along] = SURROUNDINGS.map((times) => times * height) as [number, number]
  return { left: left - along, top: top - across, right: right + along, bottom: bottom + across }
}

function widened(area: PixelArea, { top, bottom }: PixelArea): PixelArea {
  const gap = JOINING_GAP * (bottom - top)
  return { ...area, left: area.left - gap, right: area.right + gap }
}

function overlap(a: PixelArea, b: PixelArea): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

/** Whether a word looks like something else than before, or has faded; thin lines through pale letters hide nothing. */
function isHidden(old: Picture, now: Picture, area: PixelArea): boolean {
  const [a, b] = [lightness(old, area), lightness(now, area)]
  const [contrast, left, likeness] = [deviation(a), deviation(b), correlation(a, b)]
  if (contrast === 0) return false
  if (left < FADED * contrast) return true
  if (likeness >= UNREADABLE) return false
  const ground = median(a)
  const isLetter = a.map((value) => Math.abs(value - ground) > contrast)
  const taken = (ofLetters: boolean) => {
    const pixels = [...a.keys()].filter((i) => isLetter[i] === ofLetters)
    const changed = pixels.filter((i) => Math.abs((a[i] ?? 0) - (b[i] ?? 0)) > contrast)
    return changed.length / Math.max(1, pixels.length)
  }
  return taken(true) > MIN_TAKEN || taken(false) > MIN_TAKEN
}

/** Of the lightness of all pixels; 0 where one of the pictures is empty. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB, spread] = [mean(a), mean(b), deviation(a) * deviation(b)]
  const both = mean(a.map((value, i) => (value - meanA) * ((b[i] ?? 0) - meanB)))
  return spread === 0 ? 0 : both / spread
}

function deviation(values: readonly number[]): number {
  const middle = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)))
}

function median(values: readonly number[]): number {
  return values.toSorted((x, y) => x - y)[Math.floor(values.length / 2)] ?? 0
}

function lightness({ width, height, pixels }: Picture, area: PixelArea): number[] {
  const values: number[] = []
  for (let y = Math.max(0, Math.floor(area.top)); y < Math.min(height, Math.ceil(area.bottom)); y++) {
    for (let x = Math.max(0, Math.floor(area.left)); x < Math.min(width, Math.ceil(area.right)); x++) {
      const at = 3 * (y * width + x)
      values.push(0.3 * (pixels[at] ?? 0) + 0.6 * (pixels[at + 1] ?? 0) + 0.1 * (pixels[at + 2] ?? 0))
    }
  }
  return values
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
