/**
 * Reads JSON objects from files that a command is given.
 *
 * @module
 */

import { JsonFault } from '../../src/input/json/json-fault.js'
import { parseJson } from '../../src/input/json/parse-json.js'
import { CommandError, EXIT } from './exit-codes.js'
import { readNamed } from './load-identity.js'
import type { Terminal } from './terminal.js'

/** Reads an object, such as a request. Its metadata may have any names. */
export async function readJsonFile(path: string, terminal: Terminal): Promise<Record<string, unknown>> {
  const value = parse(await readNamed(path, terminal), path)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw new CommandError(EXIT.noInput, `${path} does not hold a JSON object.`)
}

function parse(bytes: Uint8Array, path: string): unknown {
  try {
    return parseJson(bytes)
  } catch (error) {
    throw error instanceof JsonFault ? new CommandError(EXIT.noInput, error.describe(path)) : error
  }
}
