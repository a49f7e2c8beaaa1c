/**
 * Whether two lines of Markdown begin a table, judged by these lines only: marked reads all rows before it counts columns.
 *
 * @module
 */

/** The row below the header: hyphens, with colons for the alignment (GFM 4.10). */
const DELIMITER_ROW = /^ {0,3}((?:\| *)?:?-+:? *(?:\| *:?-+:? *)*(?:\| *)?)$/

/** Result for two lines. `uneven`: they look like a table, but header and delimiter row have different numbers of columns. */
type TableShape = 'table' | 'uneven' | 'none'

/** The shape of the lines at the start of `source`. */
export function tableShape(source: string): TableShape {
  const headerEnd = source.indexOf('\n')
  if (headerEnd < 0) return 'none'
  const end = source.indexOf('\n', headerEnd + 1)
  const delimiters = DELIMITER_ROW.exec(source.slice(headerEnd + 1, end < 0 ? undefined : end))?.[1]
  // Hyphens alone underline a heading.
  if (delimiters === undefined || !/[:|]/.test(delimiters)) return 'none'
  const columns = delimiters.replace(/^\||\| *$/g, '').split('|').length
  return countCells(source.slice(0, headerEnd)) === columns ? 'table' : 'uneven'
}

/** Number of cells in a row: the parts between unescaped pipes, and non-empty parts before the first and after the last one. */
export function countCells(row: string): number {
  let first: number | undefined
  let last = -1
  let pipes = 0
  for (let at = 0; at < row.length; at++) {
    if (row[at] === '\\') at++
    else if (row[at] === '|') {
      first ??= at
      last = at
      pipes++
    }
  }
  if (first === undefined) return 1
  const isClosed = row.slice(last + 1).trim() === ''
  return pipes + 1 - (row.slice(0, first).trim() === '' ? 1 : 0) - (isClosed ? 1 : 0)
}

/** The texts of the cells that {@link countCells} counts. */
export function splitRow(row: string): string[] {
  const inside = row.trim().replace(/^\|/, '')
  const cells = inside.match(/(?:\\[\s\S]|[^|\\])*(?:\||$)/g) ?? []
  return cells.map((cell) => cell.replace(/\|$/, '').trim())
}
