/**
 * Two lines in one: runs that are split into halves, one above the other (w:eastAsianLayout, ECMA-376-1, 17.3.2.10).
 *
 * @module
 */

import { append } from '../../lists.js'
import type { Inline, StackedText, TextPiece } from '../../typeset/model/document-model.js'
import type { RunProperties } from '../../typeset/model/properties.js'

type TextInline = Extract<Inline, { kind: 'text' }>

/** Longest text that is split, in characters. The halves cannot break, and no column has room for longer ones. */
const MAX_CHARACTERS = 120

/** Joins adjacent runs that are two lines in one. */
export function joinTwoLines(inlines: readonly Inline[]): readonly Inline[] {
  if (!inlines.some((inline) => twoLinesOf(inline) !== undefined)) return inlines
  const result: Inline[] = []
  let open: TextInline[] = []
  for (const inline of inlines) {
    const id = twoLinesOf(inline)?.id
    if (id === undefined || id !== open[0]?.run.twoLines?.id || inline.kind !== 'text' || inline.link !== open[0]?.link)
      flush()
    if (id !== undefined && inline.kind === 'text') open.push(inline)
    else result.push(inline)
  }
  flush()
  return result

  function flush(): void {
    append(result, stackHalves(open))
    open = []
  }
}

function twoLinesOf(inline: Inline): RunProperties['twoLines'] {
  return inline.kind === 'text' ? inline.run.twoLines : undefined
}

function stackHalves(texts: readonly TextInline[]): readonly Inline[] {
  const [first] = texts
  const text = texts.map((inline) => inline.text).join('')
  if (first === undefined || text.trim() === '' || text.length > MAX_CHARACTERS) return texts
  const halved = new Map<RunProperties, RunProperties>()
  const half = (run: RunProperties): RunProperties => {
    const known = halved.get(run) ?? halfSize(run)
    halved.set(run, known)
    return known
  }
  const cut = cutInHalves(text)
  const stacked: StackedText = {
    kind: 'stacked',
    over: slicePieces(texts, 0, cut, half),
    base: slicePieces(texts, cut, text.length, half),
    run: first.run,
    ...(first.link !== undefined && { link: first.link }),
  }
  const [open = '', close = ''] = first.run.twoLines?.brackets ?? ''
  const bracket = (sign: string): TextInline[] => (sign === '' ? [] : [{ ...first, text: sign }])
  return [...bracket(open), stacked, ...bracket(close)]
}

/** The two lines are half as high as their line. */
function halfSize(run: RunProperties): RunProperties {
  return { ...run, size: run.size / 2, complexSize: run.complexSize / 2, tracking: run.tracking / 2 }
}

/** Offset of the split that makes the longer of the two lines shortest. Spaces around it extend beyond the ends of the lines. */
function cutInHalves(text: string): number {
  let best = text.length
  let least = Number.POSITIVE_INFINITY
  for (let cut = 1; cut < text.length; cut++) {
    if (!mayCut(text, cut)) continue
    const longer = Math.max(widthOf(text.slice(0, cut).trimEnd()), widthOf(text.slice(cut).trimEnd()))
    if (longer < least) {
      least = longer
      best = cut
    }
  }
  return best
}

/** Whether text may be split at an offset: before words, and around East Asian characters, but never within a surrogate pair. */
function mayCut(text: string, at: number): boolean {
  const after = String.fromCodePoint(text.codePointAt(at) ?? 0)
  if (after === ' ' || /[\udc00-\udfff]/.test(text.charAt(at))) return false
  const before = text.slice(Math.max(0, at - 2), at)
  return before.endsWith(' ') || ENDS_WIDE.test(before) || WIDE.test(after)
}

/** Width in halves of an em. Letters are about half as wide as East Asian characters. */
function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += WIDE.test(character) ? 2 : 1
  return width
}

/** East Asian characters and their signs. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u
const ENDS_WIDE = new RegExp(`${WIDE.source}$`, 'u')

function slicePieces(
  texts: readonly TextInline[],
  from: number,
  to: number,
  format: (run: RunProperties) => RunProperties,
): TextPiece[] {
  const pieces: TextPiece[] = []
  let offset = 0
  for (const { text, run } of texts) {
    const part = text.slice(Math.max(0, from - offset), Math.max(0, to - offset))
    if (part !== '') pieces.push({ text: part, run: format(run) })
    offset += text.length
  }
  return pieces
}
