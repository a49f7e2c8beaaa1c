/**
 * Tells which IP addresses belong to the public internet.
 *
 * @module
 */

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The range of global unicast, from which IANA has allocated all addresses of the internet so far (RFC 4291, 2.4). */
const GLOBAL_UNICAST = [ipaddr.IPv6.parse('2000::'), 3] as const

/**
 * Address of the Azure platform, although it lies in a public range. Inside Azure it hands out the credentials of the
 * machine.
 */
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

/** True for an address of this machine. */
export function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback'
}
