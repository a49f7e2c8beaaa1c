/**
 * Reads lines of Markdown that can only be text at once. In list items, marked otherwise tries all blocks from each line to the
 * end of the item.
 *
 * @module
 */

/** The beginning of a line that neither begins a block nor underlines a heading. Other lines are left to marked. */
const LINE_OF_TEXT =
  / {0,3}(?:[^\s#>*+\-_=`~<[|:$\d]|[*_]+[^\s*_]|[-+][^\s+|:-]|`{1,2}[^`\s]|~{1,2}[^~\s]|\$[^$\s]|#+[^\s#]|\d+(?:[^\s\d.)]|[.)][^\s])|\[[^\]\\\n]*\](?!:))/y

/**
 * Offset of the end of the lines of text at the start; `undefined` when only the first line is text.
 *
 * @param source begins with a line that marked has found to be text
 */
export function endOfPlainLines(source: string): number | undefined {
  const firstEnd = source.indexOf('\n')
  if (firstEnd < 0) return undefined
  let end = firstEnd
  let before = firstEnd
  while (end < source.length && startsText(source, end + 1)) {
    before = end
    end = lineEnd(source, end + 1)
  }
  // The following lines may turn the line above them into a heading or a table.
  const taken = end === source.length || /^\n[ \t]*(?:\n|$)/.test(source.slice(end, end + 200)) ? end : before
  return taken > firstEnd ? taken : undefined
}

/** Whether the line at `at` can only be text. */
export function startsText(source: string, at: number): boolean {
  LINE_OF_TEXT.lastIndex = at
  return LINE_OF_TEXT.test(source)
}

function lineEnd(source: string, from: number): number {
  const end = source.indexOf('\n', from)
  return end < 0 ? source.length : end
}
