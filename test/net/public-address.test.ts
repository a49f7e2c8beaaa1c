/**
 * Which addresses are public.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { isLoopbackAddress, isPublicAddress } from '../../src/net/public-address.js'

describe('isPublicAddress', () => {
  it.each([
    ['8.8.8.8'],
    ['93.184.215.14'],
    ['1.1.1.1'],
    ['172.32.0.1'],
    ['2606:4700:4700::1111'],
    ['2a00:1450:4001:81b::200e'],
  ])('takes %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    ['0.0.0.0', 'this network'],
    ['0.1.2.3', 'this network'],
    ['10.0.0.1', 'private'],
    ['100.64.0.1', 'carrier-grade NAT'],
    ['100.100.100.200', 'metadata of Alibaba Cloud'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['168.63.129.16', 'platform of Azure'],
    ['169.254.169.254', 'metadata'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.0.0.8', 'protocol assignments'],
    ['192.0.2.1', 'documentation'],
    ['192.88.99.1', '6to4 relay'],
    ['192.168.1.1', 'private'],
    ['198.18.0.1', 'benchmarking'],
    ['198.51.100.1', 'documentation'],
    ['203.0.113.1', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::127.0.0.1', 'IPv4-compatible'],
    ['::8.8.8.8', 'IPv4-compatible'],
    ['::ffff:10.0.0.1', 'IPv4-mapped'],
    ['::ffff:8.8.8.8', 'IPv4-mapped'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['64:ff9b:1::1', 'local NAT64'],
    ['100::1', 'discard'],
    ['2001::1', 'Teredo'],
    ['2001:db8::1', 'documentation'],
    ['2002:7f00:1::', '6to4'],
    ['3fff::1', 'documentation'],
    ['fc00::1', 'unique local'],
    ['fd00:ec2::254', 'metadata'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local with a zone'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['localhost', 'no address'],
    ['', 'no address'],
  ])('refuses %s (%s)', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('isLoopbackAddress', () => {
  it('knows both families, and IPv4 inside IPv6', () => {
    expect(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.1', 'x'].map(isLoopbackAddress)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })
})
