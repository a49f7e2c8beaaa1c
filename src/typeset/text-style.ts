import type { FontFace } from './font-face.js'

/** Red, green and blue from 0 to 1, sRGB as seen. */
export type Color = readonly [red: number, green: number, blue: number]

/** How a stretch of text looks. Lengths in twips (1/20 pt). */
export interface TextStyle {
  /** The face, and those to ask for characters that it lacks, in order. */
  readonly faces: readonly [FontFace, ...FontFace[]]
  readonly size: number
  readonly color: Color
  /** Extra space after each character; kerning is off where it is set. */
  readonly tracking?: number
}

/** Text in one style. */
export interface Span {
  readonly text: string
  readonly style: TextStyle
  /** Lets a line break after every so many characters; for digests, so that they break in equal parts. */
  readonly breakEvery?: number
}
