/**
 * Where entries come from: a list, a folder, a manifest. All are read as they are taken, so their length costs no memory.
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

/** Entries; where whoever lists them knows it, the version of each document, and what it is called to whoever named it. */
export type EntrySource = AsyncIterable<SourceEntry & { readonly facts?: DocumentFacts; readonly name?: string }>

/**
 * Names of documents, or entries.
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
 * @param options.endings such as `['.pdf']`; default all that can be worked on. `without` leaves names out, such as those of results.
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
 * A manifest in JSON Lines: an entry on each line, as a name or an object. Empty lines are passed over; a line that cannot be
 * read is rejected, and the next one is read.
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
 * A manifest of comma-separated values (semicolons and tabs are taken too). The first line names the columns: `input` or
 * `url`, `output`, and options of steps as `sign.signer.name`; those that are no text end in `:json`, as
 * `sign.metadata:json`. A line that cannot be read is rejected, and the next one is read.
 *
 * @throws SealwrightError `invalid_request` for a first line with a column that nobody knows
 */
export async function* fromCsv(text: TextSource): AsyncGenerator<SourceEntry> {
  let head: CsvHead | undefined
  for await (const line of readLines(text)) {
    if ('fault' in line) {
      if (head === undefined) throw new SealwrightError('invalid_request', `The first line: ${line.fault}`)
      yield reject(line.number, line.fault)
    } else if (line.text.trim() === '') {
      // Editors leave one at the end.
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
