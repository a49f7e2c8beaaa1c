/**
 * Resolves names to addresses that may be connected to.
 *
 * @module
 */

import { lookup as resolveName } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { SealwrightError } from '../errors.js'
import { isLoopbackAddress, isPublicAddress } from './public-address.js'

/** An address in the form of `dns.lookup`. */
interface ResolvedAddress {
  readonly address: string
  /** Version of the address: 4 or 6. */
  readonly family: number
}

/** Resolves a host name to its addresses, like `dns.lookup` with `all: true`. */
export type AddressResolver = (hostname: string) => Promise<readonly ResolvedAddress[]>

/** Rules on the addresses that may be connected to. */
export interface AddressRules {
  /** Permits addresses of this machine, for development and tests. Default false. */
  readonly allowLoopback?: boolean | undefined
  /** Resolves names. Default: the system's resolver. */
  readonly resolve?: AddressResolver | undefined
}

/**
 * A `lookup` for sockets. The socket connects to one of the checked addresses, so a name that resolves differently the next
 * time (DNS rebinding) has no effect. One forbidden address makes the whole answer forbidden.
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

/** Throws `url_not_allowed` for a host that is a forbidden IP address. Sockets do not call `lookup` for such a host. */
export function assertLiteralAllowed(hostname: string, rules: AddressRules): void {
  const address = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  if (isIP(address) !== 0 && !isAllowed(address, rules)) throw addressRefused()
}

/**
 * Throws `url_not_allowed` for a port below 1024 that does not belong to HTTP. The server of another protocol could take the
 * request for a command.
 */
export function assertPortAllowed({ port }: URL): void {
  const number = Number(port)
  if (port !== '' && number < 1024 && number !== 80 && number !== 443) {
    throw new SealwrightError('url_not_allowed', 'The port of the URL belongs to another protocol.')
  }
}

/** Throws `url_not_allowed` for names that always mean this machine (RFC 6761, 6.3). */
export function assertNotLocalhost(hostname: string, { allowLoopback = false }: AddressRules): void {
  if (!allowLoopback && /^(?:.*\.)?localhost\.?$/i.test(hostname)) throw addressRefused()
}

/** Throws `url_not_allowed` when a socket is connected to a forbidden address, for whatever reason. */
export function assertConnectionAllowed(remoteAddress: string | undefined, rules: AddressRules): void {
  // The address is undefined after the server has closed the connection. Data received before came from an address that was
  // checked.
  if (remoteAddress !== undefined && !isAllowed(remoteAddress, rules)) throw addressRefused()
}

function isAllowed(address: string, { allowLoopback = false }: AddressRules): boolean {
  return isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address))
}

// The message does not name the address, since it would reveal what a private name resolves to.
function addressRefused(): SealwrightError {
  return new SealwrightError('url_not_allowed', 'The URL leads to an address that is not on the public internet.')
}

function resolveAddresses(hostname: string): Promise<ResolvedAddress[]> {
  return new Promise((resolve, reject) => {
    resolveName(hostname, { all: true }, (error, addresses) => (error === null ? resolve(addresses) : reject(error)))
  })
}
