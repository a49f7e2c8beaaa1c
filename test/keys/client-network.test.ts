/**
 * The network by which a client is counted.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { clientNetwork } from '../../src/keys/client-network.js'

describe('clientNetwork', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['not:an:address', 'not:an:address'],
    ['unknown', 'unknown'],
  ])('takes %s for %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network)
  })
})
