/**
 * Widths of the columns of a grid (CSS Grid Layout Module Level 1, 7.2 and 12).
 *
 * @module
 */

import { append } from '../../../lists.js'
import { giveWay } from '../../../typeset/layout.js'
import type { FlexStyle } from '../css/computed-style.js'
import { parseLength, resolveLength } from '../css/css-length.js'
import { splitWords } from '../css/css-text.js'

/** Maximum number of columns of a grid that are laid out. */
export const MAX_TRACKS = 31

/** Font sizes for track lengths in `em`, in twips. Such lengths are rare. */
const BASE = { em: 240, rem: 240 }

/** The size of a track. `content` is as wide as its content, while `auto` also takes remaining space. */
type Track = { readonly fraction: number } | { readonly width: number } | 'auto' | 'content'

/** The tracks of a template as texts, with repetitions expanded. */
export function templateTracks(template: string | undefined, available: number, gap: number): string[] {
  const tracks: string[] = []
  for (const word of splitWords((template ?? '').replace(/\[[^\]]*\]/g, ' '))) {
    const [, count = '', repeated = ''] = /^repeat\(\s*([^,]+),([\s\S]*)\)$/i.exec(word) ?? []
    if (count === '') tracks.push(word)
    else {
      const inner = splitWords(repeated)
      for (
        let left = repetitions(count.trim(), inner, available, gap);
        left > 0 && tracks.length < MAX_TRACKS;
        left--
      ) {
        append(tracks, inner)
      }
    }
  }
  return tracks.filter((track) => track !== 'none' && track !== 'subgrid').slice(0, MAX_TRACKS)
}

function repetitions(count: string, tracks: readonly string[], available: number, gap: number): number {
  if (/^\d{1,3}$/.test(count)) return Number(count)
  const width = tracks.reduce(
    (sum, track) => sum + (leastWidth(track, available) ?? 0),
    gap * Math.max(0, tracks.length - 1),
  )
  return width > 0 ? Math.max(1, Math.floor((available + gap) / (width + gap))) : 1
}

function leastWidth(track: string, available: number): number | undefined {
  const [, least = track] = /^minmax\(\s*((?:[^,()]|\([^()]*\))+),/i.exec(track) ?? []
  const length = parseLength(least.trim(), BASE)
  return length === undefined ? undefined : resolveLength(length, available)
}

/** The length of a track that has a fixed one. */
export function fixedTrack(track: string): number | undefined {
  const parsed = parseTrack(track, Number.POSITIVE_INFINITY)
  return typeof parsed === 'object' && 'width' in parsed && !/%/.test(track) ? parsed.width : undefined
}

/** The least length of a track, of which `minmax()` may say no more: `minmax(40px, auto)`. */
export function leastTrack(track: string): number {
  return /^minmax\(/i.test(track) && !/%/.test(track) ? (leastWidth(track, 0) ?? 0) : 0
}

/** Whether items without a place fill one column after the other (7.7). */
export function isColumnFlow(autoFlow: string | undefined): boolean {
  return /\bcolumn\b/i.test(autoFlow ?? '')
}

/** The width of each column, or the height of each row. */
export function gridTracks(
  { templateColumns, autoColumns, autoFlow }: FlexStyle,
  count: number,
  available: number,
  gap: number,
  contents: readonly { readonly least: number; readonly most: number }[],
): number[] {
  const template = templateTracks(templateColumns, available, gap).map((track) => parseTrack(track, available))
  const implicit = templateTracks(autoColumns, available, gap).map((track) => parseTrack(track, available))
  const natural: Track = template.length > 0 || isColumnFlow(autoFlow) ? 'auto' : { fraction: 1 }
  // Implicit tracks use the given sizes in turn (7.6).
  const implicitTrack = (index: number) => implicit[(index - template.length) % Math.max(1, implicit.length)] ?? natural
  const tracks = Array.from({ length: count }, (_, index): Track => template[index] ?? implicitTrack(index))
  const room = Math.max(0, available - gap * (count - 1))
  const widths = tracks.map((track, index) => startWidth(track, contents[index]))
  const fixed = widths.reduce((sum, width) => sum + width, 0)
  // The minimum width of `fr` tracks is reserved before other tracks get their preferred width.
  const words = tracks.reduce((sum, track, index) => sum + (isFraction(track) ? (contents[index]?.least ?? 0) : 0), 0)
  if (fixed + words > room) return shrink(widths, tracks, contents, room)
  const fractions = tracks.reduce((sum, track) => sum + (isFraction(track) ? track.fraction : 0), 0)
  if (fractions > 0) return shareFractions(tracks, widths, contents, room)
  const autos = tracks.filter((track) => track === 'auto').length
  return widths.map((width, index) => (tracks[index] === 'auto' ? width + (room - fixed) / autos : width))
}

function isFraction(track: Track): track is { fraction: number } {
  return typeof track === 'object' && 'fraction' in track
}

function startWidth(track: Track, content: { most: number } | undefined): number {
  if (track === 'auto' || track === 'content') return content?.most ?? 0
  return 'width' in track ? track.width : 0
}

/** Tracks with fractions share the remaining width, each at least as wide as its longest word. */
function shareFractions(
  tracks: readonly Track[],
  widths: readonly number[],
  contents: readonly { readonly least: number }[],
  room: number,
): number[] {
  const held = new Map<number, number>()
  for (;;) {
    const taken = widths.reduce((sum, width, index) => sum + (held.get(index) ?? width), 0)
    const open = tracks.reduce(
      (sum, track, index) => sum + (isFraction(track) && !held.has(index) ? track.fraction : 0),
      0,
    )
    const unit = open > 0 ? Math.max(0, room - taken) / open : 0
    const tooNarrow = tracks.findIndex(
      (track, index) => isFraction(track) && !held.has(index) && unit * track.fraction < (contents[index]?.least ?? 0),
    )
    const isLast = tracks.filter((track, index) => isFraction(track) && !held.has(index)).length <= 1
    if (tooNarrow < 0 || isLast) {
      return tracks.map(
        (track, index) =>
          held.get(index) ?? (isFraction(track) ? Math.max(1, unit * track.fraction) : (widths[index] ?? 0)),
      )
    }
    held.set(tooNarrow, contents[tooNarrow]?.least ?? 0)
  }
}

function shrink(
  widths: readonly number[],
  tracks: readonly Track[],
  contents: readonly { readonly least: number }[],
  room: number,
): number[] {
  const floors = widths.map((width, index) =>
    isFraction(tracks[index] ?? 'auto')
      ? (contents[index]?.least ?? 0)
      : tracks[index] === 'auto' || tracks[index] === 'content'
        ? Math.min(width, contents[index]?.least ?? 0)
        : width,
  )
  const least = floors.reduce((sum, width) => sum + width, 0)
  if (least >= room) return breakLongest(floors, room)
  const spare = widths.map((width, index) => Math.max(0, width - (floors[index] ?? 0)))
  const sum = spare.reduce((total, width) => total + width, 0)
  return floors.map((width, index) => width + (sum > 0 ? ((spare[index] ?? 0) * (room - least)) / sum : 0))
}

/** Narrows the widest words first, so that all others stay whole. */
function breakLongest(widths: readonly number[], room: number): number[] {
  return giveWay(
    widths,
    widths.map(() => 0),
    room,
  )
}

function parseTrack(text: string, available: number): Track {
  const [, least = '', most = ''] = /^minmax\(\s*((?:[^,()]|\([^()]*\))+),\s*([\s\S]+)\)$/i.exec(text) ?? []
  const track = most === '' ? text : most.trim()
  if (/^m(?:ax|in)-content$/i.test(track)) return 'content'
  if (/^auto$/i.test(track)) return 'auto'
  const fraction = /^(\d*\.?\d+)fr$/i.exec(track)
  if (fraction !== null) return { fraction: Number(fraction[1]) }
  const fit = /^fit-content\(([^)]*)\)$/i.exec(track)
  const length = parseLength(fit?.[1] ?? track, BASE) ?? (least === '' ? undefined : parseLength(least.trim(), BASE))
  return length === undefined ? 'auto' : { width: Math.min(available, Math.max(0, resolveLength(length, available))) }
}
