/**
 * Lines of Markdown that can be nothing but text, taken at once: in items of lists, marked tries all that a block may be
 * from each line to the end of the item.
 *
 * @module
 */

/** How a line begins that begins no block and underlines no heading: every other is left to marked. */
const LINE_OF_TEXT =
  / {0,3}(?:[^\s#>*+\-_=`~<[|:$\d]|[*_]+[^\s*_]|[-+][^\s+|:-]|`{1,2}[^`\s]|~{1,2}[^~\s]|\$[^$\s]|#+[^\s#]|\d+(?:[^\s\d.)]|[.)][^\s])|\[[^\]\\\n]*\](?!:))/y

/**
 * Where the lines of text that begin with the first line end; `undefined` when that is just this one.
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
  // What follows may make a heading or a table of the line above it.
  const taken = end === source.length || /^\n[ \t]*(?:\n|$)/.test(source.slice(end, end + 200)) ? end : before
  return taken > firstEnd ? taken : undefined
}

/** Whether the line that begins at `at` can be nothing but text. */
export function startsText(source: string, at: number): boolean {
  LINE_OF_TEXT.lastIndex = at
  return LINE_OF_TEXT.test(source)
}

function lineEnd(source: string, from: number): number {
  const end = source.indexOf('\n', from)
  return end < 0 ? source.length : end
}
