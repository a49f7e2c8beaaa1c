/**
 * Which IP addresses lie on the public internet.
 *
 * @module
 */

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Global unicast: all that IANA has allocated for the internet so far (RFC 4291, 2.4). */
const GLOBAL_UNICAST = [ipaddr.IPv6.parse('2000::'), 3] as const

/** Inside Azure, this address of the public range is the platform's own, with the credentials of the machine. */
const AZURE_PLATFORM = '168.63.129.16'

/**
 * Whether an address is an ordinary unicast address of the internet: none of the ranges for private, local, loopback,
 * shared, documentation, benchmarking, translation, multicast or other special use (RFC 6890), and no IPv6 address
 * that carries an IPv4 address inside.
 *
 * @param address IPv4 in dotted form or IPv6, without brackets or zone, as name resolution gives it.
 *
 * @example
 * ```ts
 * isPublicAddress('93.184.215.14') // true
 * isPublicAddress('::ffff:10.0.0.1') // false
 * ```
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv6 ? parsed.match(...GLOBAL_UNICAST) : parsed.toString() !== AZURE_PLATFORM
}

/** Whether an address leads back to this machine. */
export function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback'
}
