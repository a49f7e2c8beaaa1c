/**
 * Lines of text that go on a paragraph of an item without the indent of the item (CommonMark 0.31, 5.2): many of them are
 * taken for one line while blocks are told apart. marked looks through all of an item again for each such line.
 *
 * @module
 */

import { startsText } from './plain-lines.js'

/** Lines in a row from which on they are joined: of fewer, the cost is nothing to speak of. */
const LEAST_LINES = 64
/** Lines at both ends of them that stay: what stands above or below may make something else of those. */
const KEPT_LINES = 2

/** Where an item of a list begins, be it in a quote. */
const ITEM = /[ \t>]*(?:[*+-]|\d{1,9}[.)])[ \t]/y
const BLANK = /[ \t>]*(?:\n|$)/y
/** What may stand below the header of a table (GFM 4.10). */
const ROW = /[ \t>|:-]*[|:][ \t>|:-]*(?:\n|$)/y

/** Characters that nobody has agreed on a meaning of (Unicode 23.5): one that a document does not have stands for line ends. */
const FIRST_PRIVATE = 0xe000
const LAST_PRIVATE = 0xf8ff

/** A document in which some line ends are a character that it has nowhere else. */
interface JoinedLines {
  readonly text: string
  /** That character; empty where no lines were joined. */
  readonly joint: string
}

/** Joins the lines of long runs of such lines. */
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
    // A line has a character and its end at least.
    if (end - start >= 2 * LEAST_LINES) collectRuns(markdown, start, end, runs)
    start = end + 2
  }
  return runs
}

/** Collects the runs of a part of a document between empty lines. */
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
