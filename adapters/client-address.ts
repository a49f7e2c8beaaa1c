/**
 * The client's address, behind proxies.
 *
 * @module
 */

import { must } from '../src/input/check-options.js'

/** Number of proxies in front of the server; true means one. */
export type TrustProxy = boolean | number

/** Check of the option `trustProxy`. */
export const TRUST_PROXY = must(
  'a number of proxies, or true',
  (value) => typeof value === 'boolean' || Number.isInteger(value),
)

/**
 * The address of the client: the address of the connection or, behind `trustProxy` proxies, the one that the outermost proxy
 * saw. Each proxy appends the address it got the request from to `X-Forwarded-For`. The end of the list is therefore reliable,
 * while a client can invent its beginning.
 *
 * @param connected address of the other end of the connection
 * @param forwardedFor value of the header field `X-Forwarded-For`
 */
export function clientAddress(
  connected: string | undefined,
  forwardedFor: string | readonly string[] | null | undefined,
  trustProxy: TrustProxy = 0,
): string | undefined {
  const proxies = Number(trustProxy)
  if (proxies < 1 || forwardedFor === undefined || forwardedFor === null) return connected
  const seen = String(forwardedFor).split(',')
  const address = stripPort((seen[seen.length - proxies] ?? seen[0] ?? '').trim())
  return address === '' ? connected : address
}

/** Removes a port, which some proxies write too: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function stripPort(address: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address
}
