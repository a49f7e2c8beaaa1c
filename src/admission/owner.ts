/**
 * The owner that a request's work is counted for: one key, or one client without a key.
 *
 * @module
 */

import { clientNetwork } from '../keys/client-network.js'
import type { Owner } from '../work/owner.js'

/** The owner of work for an API key. */
export function keyOwner(keyId: string): Owner {
  return { id: `key ${keyId}`, isAnonymous: false }
}

/** The owner of work for a user of the host. */
export function userOwner(id: string): Owner {
  return { id: `user ${id}`, isAnonymous: false }
}

/** The owner of work for a client at an address. All clients without a known address are one owner. */
export function clientOwner(address: string | undefined): Owner {
  return { id: `client ${address === undefined ? 'unknown' : clientNetwork(address)}`, isAnonymous: true }
}
