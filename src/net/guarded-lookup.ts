/**
 * Name resolution that gives only addresses one may connect to.
 *
 * @module
 */

import { lookup as resolveName } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { SealwrightError } from '../errors.js'
import { isLoopbackAddress, isPublicAddress } from './public-address.js'

/** An address, as `dns.lookup` gives it. */
interface ResolvedAddress {
  readonly address: string
  /** 4 or 6. */
  readonly family: number
}

/** Maps a host name to its addresses, as `dns.lookup` does with `all: true`. */
export type AddressResolver = (hostname: string) => Promise<readonly ResolvedAddress[]>

/** What a connection may lead to. */
export interface AddressRules {
  /** Permits this machine itself, for development and tests. Default false. */
  readonly allowLoopback?: boolean
  /** Default: the system's resolver. */
  readonly resolve?: AddressResolver
}

/**
 * A `lookup` for sockets. The socket connects to one of the very addresses that were checked, so a name whose answer
 * changes between two questions (DNS rebinding) gains nothing. One bad address spoils the whole answer.
 */
export function createGuardedLookup(rules: AddressRules): LookupFunction {
  const resolve = rules.resolve ?? resolveAddresses
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (first === undefined) {
          callback(Object.assign(new Error('The host name has no address.'), { code: 'ENOTFOUND' }), '')
        } else if (!addresses.every(({ address }) => isAllowed(address, rules))) {
          callback(addressRefused(), '')
        } else if (options.all === true) {
          callback(null, [...addresses])
        } else {
          callback(null, first.address, first.family)
        }
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }
}

/** Throws `url_not_allowed` for a host that is an address by itself, for which sockets do not ask `lookup`. */
export function assertLiteralAllowed(hostname: string, rules: AddressRules): void {
  const address = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  if (isIP(address) !== 0 && !isAllowed(address, rules)) throw addressRefused()
}

/** Throws `url_not_allowed` for a port below 1024 that does not belong to HTTP: what is sent there another protocol could take for its own. */
export function assertPortAllowed({ port }: URL): void {
  const number = Number(port)
  if (port !== '' && number < 1024 && number !== 80 && number !== 443) {
    throw new SealwrightError('url_not_allowed', 'The port of the URL belongs to another protocol.')
  }
}

/** Throws `url_not_allowed` for names that always stand for this machine (RFC 6761, 6.3). */
export function assertNotLocalhost(hostname: string, { allowLoopback = false }: AddressRules): void {
  if (!allowLoopback && /^(?:.*\.)?localhost\.?$/i.test(hostname)) throw addressRefused()
}

/** Throws `url_not_allowed` when a socket is connected to an address that is not allowed, for whatever reason. */
export function assertConnectionAllowed(remoteAddress: string | undefined, rules: AddressRules): void {
  // Undefined once the other side has hung up: what was received by then came from an address that lookup gave.
  if (remoteAddress !== undefined && !isAllowed(remoteAddress, rules)) throw addressRefused()
}

function isAllowed(address: string, { allowLoopback = false }: AddressRules): boolean {
  return isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address))
}

// The address is not named: what a private name resolves to must not leak.
function addressRefused(): SealwrightError {
  return new SealwrightError('url_not_allowed', 'The URL leads to an address that is not on the public internet.')
}

function resolveAddresses(hostname: string): Promise<ResolvedAddress[]> {
  return new Promise((resolve, reject) => {
    resolveName(hostname, { all: true }, (error, addresses) => (error === null ? resolve(addresses) : reject(error)))
  })
}
