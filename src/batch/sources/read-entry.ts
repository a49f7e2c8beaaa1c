/**
 * Reads one entry of a list or a manifest.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import type { BatchEntry, RejectedEntry } from '../batch.js'
import { assertDocumentName } from '../document-store.js'
import { OPTION_KINDS } from '../jobs/job-spec.js'

/** An entry with its position, or the reason why it is not one. */
export type SourceEntry =
  | { readonly position: number; readonly entry: BatchEntry }
  | { readonly rejected: RejectedEntry }

const MEMBERS: ReadonlySet<string> = new Set(['input', 'url', 'output', ...OPTION_KINDS])

/** Checks one value of a list. */
export function readEntry(value: unknown, position: number): SourceEntry {
  try {
    return { position, entry: parseEntry(value) }
  } catch (error) {
    return { rejected: rejection(position, error, inputOf(value)) }
  }
}

/** Describes why an entry was not taken. Errors that are not SealwrightErrors are thrown again. */
export function rejection(position: number, error: unknown, input: string | undefined): RejectedEntry {
  if (!(error instanceof SealwrightError)) throw error
  const issues = error.errors.map(({ pointer, message }) => ` ${pointer}: ${message}`).join('')
  const named = input === undefined ? {} : { input: input.slice(0, MAX_SHOWN) }
  return { position, ...named, code: error.code, message: `${error.message}${issues}`.slice(0, MAX_MESSAGE) }
}

/** Length of the input that is stored with a rejection, in characters. An entry may come from a line of any length. */
const MAX_SHOWN = 1024
/** Length of the message that is stored with a rejection, in characters. */
const MAX_MESSAGE = 1000

function parseEntry(value: unknown): BatchEntry {
  const object: unknown = typeof value === 'string' ? { input: value } : value
  if (!isObject(object)) throw invalid('An entry is the name of a document, or an object.')
  const unknown = Object.keys(object).find((name) => !MEMBERS.has(name))
  if (unknown !== undefined) throw invalid(`An entry has no member "${unknown.slice(0, 60)}".`)
  const { output } = object
  if (output !== undefined) assertDocumentName(output)
  const options = OPTION_KINDS.filter((kind) => object[kind] !== undefined).map((kind) => {
    const members = object[kind]
    if (!isObject(members)) throw invalid(`"${kind}" must be an object.`)
    return [kind, members] as const
  })
  return { input: readInput(object), ...(output === undefined ? {} : { output }), ...Object.fromEntries(options) }
}

function readInput({ input, url }: Record<string, unknown>): BatchEntry['input'] {
  const address = isObject(input) && Object.keys(input).length === 1 ? input['url'] : url
  if (input !== undefined && url !== undefined) throw invalid('An entry has either "input" or "url".')
  if (address !== undefined) {
    if (typeof address !== 'string' || !URL.canParse(address)) throw invalid('The address is not a valid URL.')
    const { username, password } = new URL(address)
    // Such an address would be stored in the queue, and refused when its job begins.
    if (username !== '' || password !== '') {
      throw new SealwrightError('url_not_allowed', 'The address may not hold credentials.')
    }
    return { url: address }
  }
  assertDocumentName(input)
  return input
}

function inputOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  const named = isObject(value) ? (value['input'] ?? value['url']) : undefined
  return typeof named === 'string' ? withoutCredentials(named) : undefined
}

/** An input without the password in it. Entries that are refused because of a password are stored with the reason. */
export function withoutCredentials(name: string): string {
  return name.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function invalid(message: string): SealwrightError {
  return new SealwrightError('invalid_request', message)
}
