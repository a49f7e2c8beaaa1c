/**
 * Reads the query parameters of a URL.
 *
 * @module
 */

import { Refusal } from '../../admission/refusal.js'
import { toJsonPointer } from '../../input/json-pointer.js'
import { invalidInput } from '../../jobs/members/invalid-input.js'

/** The parameters of these names. */
export function readQuery({ searchParams }: URL, names: readonly string[]): Record<string, string> {
  const query: Record<string, string> = {}
  for (const name of names) {
    const values = searchParams.getAll(name)
    if (values.length > 1) {
      const errors = [{ pointer: `/${name}`, code: 'repeated', message: `"${name}" may be given once.` }]
      throw new Refusal('invalid_request', `The request is not valid: "${name}" may be given once.`, { errors })
    }
    if (values[0] !== undefined) query[name] = values[0]
  }
  return query
}

/**
 * Refuses unknown parameters: a misspelt parameter must not be ignored silently.
 *
 * @throws SealwrightError `invalid_request`
 */
export function assertKnownParameters({ searchParams }: URL, names: readonly string[] = []): void {
  const unknown = [...new Set(searchParams.keys())].filter((name) => !names.includes(name))
  if (unknown.length === 0) return
  throw invalidInput(
    unknown.map((name) => {
      const shown = name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}...` : name
      return {
        pointer: toJsonPointer([name]),
        code: 'unknown_parameter',
        message: `There is no query parameter "${shown}".`,
      }
    }),
  )
}

/** Characters of an unknown name that an error message repeats. */
const MAX_SHOWN = 60
