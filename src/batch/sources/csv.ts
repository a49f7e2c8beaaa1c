/**
 * Reads lines of comma-separated values (RFC 4180). In a manifest, a field may not contain a line break, so that an unclosed
 * quote spoils one line and not all that follow.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { JsonFault } from '../../input/json/json-fault.js'
import { parseJson } from '../../input/json/parse-json.js'
import { OPTION_KINDS } from '../jobs/job-spec.js'

/** What the first line says about the other lines. */
export interface CsvHead {
  readonly delimiter: string
  readonly columns: readonly CsvColumn[]
}

/** A column: `sign.signer.name`, or `sign.metadata:json` for values that are not text. */
interface CsvColumn {
  readonly path: readonly string[]
  readonly isJson: boolean
}

const JSON_MARK = ':json'
const PLAIN: ReadonlySet<string> = new Set(['input', 'url', 'output'])
const KINDS: readonly string[] = OPTION_KINDS

/**
 * Reads the names of the columns, separated by commas, semicolons or tabs.
 *
 * @throws SealwrightError `invalid_request` for an unknown column, or one that occurs twice
 */
export function readCsvHead(line: string): CsvHead {
  const delimiter =
    [',', ';', '\t'].find((mark) => splitCsv(line, mark).some((name) => PLAIN.has(name.trim()) && name !== line)) ?? ','
  const names = splitCsv(line, delimiter).map((name) => name.trim())
  const columns = names.map((name) => {
    const isJson = name.endsWith(JSON_MARK)
    const path = (isJson ? name.slice(0, -JSON_MARK.length) : name).split('.')
    const [first = ''] = path
    const isKnown = path.length === 1 ? PLAIN.has(first) || (isJson && KINDS.includes(first)) : KINDS.includes(first)
    if (!isKnown || path.some((part) => part === '' || part === '__proto__')) {
      throw invalid(
        `The manifest has a column "${name}"; columns are input, url, output, and such as sign.signer.name.`,
      )
    }
    return { path, isJson }
  })
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw invalid(`The manifest has two columns "${twice}".`)
  if (!names.includes('input') && !names.includes('url')) throw invalid('The manifest has no column "input" or "url".')
  return { delimiter, columns }
}

/**
 * Reads one line as an entry. An empty field counts as missing.
 *
 * @throws SealwrightError `invalid_request`
 */
export function readCsvLine(line: string, { delimiter, columns }: CsvHead): Record<string, unknown> {
  const fields = splitCsv(line, delimiter)
  if (fields.length !== columns.length) {
    throw invalid(`The line has ${fields.length} fields, but the first line names ${columns.length} columns.`)
  }
  const entry: Record<string, unknown> = {}
  for (const [index, { path, isJson }] of columns.entries()) {
    const field = fields[index] ?? ''
    if (field !== '') put(entry, path, isJson ? parseField(field, path.join('.')) : field)
  }
  return entry
}

function put(entry: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let object = entry
  for (const part of path.slice(0, -1)) {
    const next = object[part] ?? {}
    if (typeof next !== 'object') throw invalid(`The columns for "${path.join('.')}" contradict each other.`)
    object[part] = next
    object = next as Record<string, unknown>
  }
  object[path.at(-1) ?? ''] = value
}

function parseField(field: string, name: string): unknown {
  try {
    return parseJson(field)
  } catch (error) {
    throw error instanceof JsonFault ? invalid(error.describe(`The field "${name}"`)) : error
  }
}

/** @throws SealwrightError `invalid_request` for quotes that RFC 4180 does not allow */
function splitCsv(line: string, delimiter: string): string[] {
  const fields: string[] = []
  for (let at = 0; at <= line.length; ) {
    if (line[at] !== '"') {
      const end = line.indexOf(delimiter, at)
      const field = line.slice(at, end === -1 ? undefined : end)
      if (field.includes('"')) throw invalid('A field with a quote in it must be quoted.')
      fields.push(field)
      at = end === -1 ? line.length + 1 : end + 1
      continue
    }
    let field = ''
    let close = line.indexOf('"', at + 1)
    for (let start = at + 1; ; close = line.indexOf('"', start)) {
      if (close === -1) throw invalid('A quote is not closed on its line.')
      field += line.slice(start, close)
      if (line[close + 1] !== '"') break
      field += '"'
      start = close + 2
    }
    if (close + 1 < line.length && line[close + 1] !== delimiter) throw invalid('There is text after a closing quote.')
    fields.push(field)
    at = close + 2
  }
  return fields
}

function invalid(message: string): SealwrightError {
  return new SealwrightError('invalid_request', message)
}
