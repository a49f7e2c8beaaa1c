/**
 * The client's address, behind proxies.
 *
 * @module
 */

import { must } from '../src/input/check-options.js'

/** The number of proxies that stand before the server; true is one. */
export type TrustProxy = boolean | number

/** As options have it. */
export const TRUST_PROXY = must(
  'a number of proxies, or true',
  (value) => typeof value === 'boolean' || Number.isInteger(value),
)

/**
 * The address of the client: that of the connection or, behind `trustProxy` proxies, the one that the outermost of them saw. Each
 * proxy appends to `X-Forwarded-For` whom it got the request from, so what counts is the end of the list: its beginning is the
 * client's to invent.
 *
 * @param connected the other end of the connection
 * @param forwardedFor the header field
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

/** Some proxies write the port too: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function stripPort(address: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address
}
