/**
 * Finds the route of a path.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import type { Route } from './route.js'

/** A route, with the values of its segments in braces. */
interface Match {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

/** @throws SealwrightError `not_found` */
export type Router = (path: string) => Match

const PARAMETER = /^\{(\w+)\}$/
/** Texts that a segment in braces matches: ids and file names that need no decoding. */
const VALUE = /^[\w-][\w.-]{0,63}$/

/** Makes a router. Routes without segments in braces take precedence. */
export function createRouter(routes: readonly Route[]): Router {
  const plain = new Map(routes.map((route) => [route.path, route]))
  const patterns = routes.filter(({ path }) => path.includes('{'))
  return (path) => {
    const route = plain.get(path)
    if (route !== undefined && !path.includes('{')) return { route, params: {} }
    for (const pattern of patterns) {
      const params = matchPath(pattern.path.split('/'), path.split('/'))
      if (params !== undefined) return { route: pattern, params }
    }
    throw new SealwrightError('not_found', 'There is nothing at this path.')
  }
}

function matchPath(pattern: readonly string[], path: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== path.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, segment] of pattern.entries()) {
    const value = path[index] ?? ''
    const name = PARAMETER.exec(segment)?.[1]
    if (name === undefined ? segment !== value : !VALUE.test(value)) return undefined
    if (name !== undefined) params[name] = value
  }
  return params
}
