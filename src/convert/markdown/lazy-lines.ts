/**
 * Joins lazy continuation lines (CommonMark 0.31, 5.2): lines that continue a paragraph of a list item without its indent. Long
 * runs are treated as one line while blocks are told apart, since marked reads the whole item again for each such line.
 *
 * @module
 */

import { startsText } from './plain-lines.js'

/** Number of adjacent lines from which they are joined. For fewer, the cost is negligible. */
const LEAST_LINES = 64
/** Lines at both ends of a run that are kept, since neighbouring lines may change their meaning. */
const KEPT_LINES = 2

/** The beginning of a list item, possibly within a quote. */
const ITEM = /[ \t>]*(?:[*+-]|\d{1,9}[.)])[ \t]/y
const BLANK = /[ \t>]*(?:\n|$)/y
/** The delimiter row below the header of a table (GFM 4.10). */
const ROW = /[ \t>|:-]*[|:][ \t>|:-]*(?:\n|$)/y

/** First character of the private use area (Unicode 23.5). One that the document does not contain replaces line ends. */
const FIRST_PRIVATE = 0xe000
const LAST_PRIVATE = 0xf8ff

/** A document in which some line ends are replaced by a character that occurs nowhere else in it. */
interface JoinedLines {
  readonly text: string
  /** The replacing character; empty where no lines were joined. */
  readonly joint: string
}

/** Joins long runs of lazy continuation lines. */
export function joinLazyLines(markdown: string): JoinedLines {
  const runs = findLazyRuns(markdown)
  const joint = runs.length === 0 ? '' : freeCharacter(markdown)
  if (joint === '') return { text: markdown, joint }
  let text = ''
  let done = 0
  for (const { start, end } of runs) {
    text += markdown.slice(done, start) + markdown.slice(start, end).replaceAll('\n', joint)
    done = end
  }
  return { text: text + markdown.slice(done), joint }
}

interface Run {
  readonly start: number
  readonly end: number
}

function findLazyRuns(markdown: string): Run[] {
  const runs: Run[] = []
  for (let start = 0; start < markdown.length; ) {
    const blank = markdown.indexOf('\n\n', start)
    const end = blank < 0 ? markdown.length : blank
    // A line has at least a character and its end.
    if (end - start >= 2 * LEAST_LINES) collectRuns(markdown, start, end, runs)
    start = end + 2
  }
  return runs
}

/** Collects the runs in a part of a document between empty lines. */
function collectRuns(markdown: string, from: number, to: number, runs: Run[]): void {
  let isInItem = false
  let starts: number[] = []
  const close = () => {
    const [start, last] = [starts[KEPT_LINES], starts.at(-KEPT_LINES)]
    if (starts.length >= LEAST_LINES && start !== undefined && last !== undefined) runs.push({ start, end: last - 1 })
    starts = []
  }
  for (let at = from; at < to; ) {
    const lineEnd = markdown.indexOf('\n', at)
    if (isInItem && markdown[at] !== ' ' && startsText(markdown, at)) starts.push(at)
    else {
      close()
      // Rows of a table look like text.
      isInItem =
        matches(ITEM, markdown, at) || (isInItem && !matches(BLANK, markdown, at) && !matches(ROW, markdown, at))
    }
    at = lineEnd < 0 ? to : lineEnd + 1
  }
  close()
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

function freeCharacter(text: string): string {
  for (let code = FIRST_PRIVATE; code <= LAST_PRIVATE; code++) {
    const character = String.fromCharCode(code)
    if (!text.includes(character)) return character
  }
  return ''
}
