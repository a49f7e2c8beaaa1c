/**
 * The size that an SVG image asks for.
 *
 * @module
 */

import { parseTwips, TWIPS_PER_PIXEL } from '../css/css-length.js'

/** Bytes of a file in which its root element is searched for. */
const MAX_PROLOGUE = 16 * 1024

/** The size of an SVG image in pixels (SVG 2, 8.2); 300 by 150 where it sets none. `undefined` for a file that is not an SVG. */
export function readSvgSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  const start = new TextDecoder().decode(bytes.subarray(0, MAX_PROLOGUE))
  const root = /<svg(?=[\s>/])(?:[^>"']|"[^"]*"|'[^']*')*>/i.exec(start)?.[0]
  return root === undefined ? undefined : sizeOfRoot((name) => attributeOf(root, name))
}

/** The size that the attributes of a root element give. */
export function sizeOfRoot(attribute: (name: string) => string | undefined): { width: number; height: number } {
  const [, , boxWidth = 0, boxHeight = 0] = (attribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const hasBox = boxWidth > 0 && boxHeight > 0
  const width = pixels(attribute('width'))
  const height = pixels(attribute('height'))
  if (width !== undefined && height !== undefined) return { width, height }
  if (!hasBox) return { width: width ?? 300, height: height ?? 150 }
  if (width !== undefined) return { width, height: (width * boxHeight) / boxWidth }
  if (height !== undefined) return { width: (height * boxWidth) / boxHeight, height }
  return { width: boxWidth, height: boxHeight }
}

function attributeOf(root: string, name: string): string | undefined {
  const match = new RegExp(`[\\s"']${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(root)
  return match?.[1] ?? match?.[2]
}

function pixels(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const number = /^\s*\d{1,6}(?:\.\d{1,6})?\s*$/.test(text) ? Number(text) : undefined
  const twips = parseTwips(text, { em: 240, rem: 240 })
  const size = number ?? (twips === undefined ? undefined : twips / TWIPS_PER_PIXEL)
  return size !== undefined && size > 0 ? size : undefined
}
