/**
 * Sources of entries: a list, a folder, a manifest. Entries are read as they are taken, so long sources need no memory.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { checkOptions, FUNCTION, listOf, TEXT } from '../../input/check-options.js'
import { JsonFault } from '../../input/json/json-fault.js'
import { parseJson } from '../../input/json/parse-json.js'
import type { BatchEntry } from '../batch.js'
import type { DocumentFacts, DocumentStore } from '../document-store.js'
import { type CsvHead, readCsvHead, readCsvLine } from './csv.js'
import { readEntry, rejection, type SourceEntry } from './read-entry.js'
import { readLines, type TextSource } from './read-lines.js'

/** Entries. If the source knows them, an entry comes with facts about its document and with its name for the caller. */
export type EntrySource = AsyncIterable<SourceEntry & { readonly facts?: DocumentFacts; readonly name?: string }>

/**
 * Entries from names of documents or from entries in a list.
 *
 * @example
 * ```ts
 * await batches.enqueue(fromList(['a.pdf', { input: 'b.pdf', sign: { reason: 'Seen' } }]), options)
 * ```
 */
export async function* fromList(
  entries: Iterable<string | BatchEntry> | AsyncIterable<string | BatchEntry>,
): AsyncGenerator<SourceEntry> {
  const isList = typeof entries === 'object' && entries !== null
  if (!isList || !(Symbol.asyncIterator in entries || Symbol.iterator in entries))
    throw new SealwrightError('invalid_request', 'The entries must be a list or another iterable.')
  let position = 0
  for await (const entry of entries) yield readEntry(entry, ++position)
}

/**
 * All documents of a folder and those below it.
 *
 * @param options.endings file name extensions, such as `['.pdf']`; default: all formats that can be worked on. `without` leaves
 * out names, such as those of results.
 */
export async function* fromFolder(
  store: DocumentStore,
  folder: string,
  options: { readonly endings?: readonly string[]; readonly without?: (name: string) => boolean } = {},
): EntrySource & AsyncGenerator<SourceEntry & { readonly facts?: DocumentFacts }> {
  checkOptions(options, { endings: listOf(TEXT, 'endings'), without: FUNCTION })
  const { endings = DOCUMENT_ENDINGS, without = () => false } = options
  let position = 0
  for await (const facts of store.list(folder)) {
    const { name } = facts
    if (!endings.some((ending) => name.toLowerCase().endsWith(ending)) || without(name)) continue
    yield { ...readEntry(name, ++position), facts }
  }
}

const DOCUMENT_ENDINGS = ['.pdf', '.docx', '.md', '.markdown', '.html', '.htm']

/**
 * Entries of a manifest in JSON Lines: one name or object on each line. Empty lines are skipped. A line that cannot be read is
 * rejected, and reading goes on.
 */
export async function* fromJsonLines(text: TextSource): AsyncGenerator<SourceEntry> {
  for await (const line of readLines(text)) {
    if ('fault' in line) yield reject(line.number, line.fault)
    else if (line.text.trim() !== '') yield parseLine(line.text, line.number)
  }
}

function parseLine(text: string, number: number): SourceEntry {
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    return reject(number, error.describe('The line'))
  }
  return readEntry(value, number)
}

/**
 * Entries of a manifest of comma-separated values; semicolons and tabs are accepted as well. The first line names the columns:
 * `input` or `url`, `output`, and options of steps, such as `sign.signer.name`. The names of columns whose values are not text
 * end in `:json`, such as `sign.metadata:json`. A line that cannot be read is rejected, and reading goes on.
 *
 * @throws SealwrightError `invalid_request` for a first line with an unknown column
 */
export async function* fromCsv(text: TextSource): AsyncGenerator<SourceEntry> {
  let head: CsvHead | undefined
  for await (const line of readLines(text)) {
    if ('fault' in line) {
      if (head === undefined) throw new SealwrightError('invalid_request', `The first line: ${line.fault}`)
      yield reject(line.number, line.fault)
    } else if (line.text.trim() === '') {
      // Editors leave an empty line at the end.
    } else if (head === undefined) head = readCsvHead(line.text)
    else yield parseCsv(line.text, line.number, head)
  }
}

function parseCsv(text: string, number: number, head: CsvHead): SourceEntry {
  try {
    return readEntry(readCsvLine(text, head), number)
  } catch (error) {
    return { rejected: rejection(number, error, undefined) }
  }
}

function reject(position: number, message: string): SourceEntry {
  return { rejected: { position, code: 'invalid_request', message } }
}
