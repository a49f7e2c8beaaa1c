/**
 * Reduces addresses to the part that identifies one client when requests are counted.
 *
 * @module
 */

/**
 * Reduces an IP address to the part that belongs to one client: an IPv4 address as a whole, and the first 64 bits of an IPv6
 * address. An IPv4-mapped address (RFC 4291, 2.5.5.2) counts as IPv4. Text that is not an IP address is returned unchanged.
 */
export function clientNetwork(address: string): string {
  return networkOf(address, 4)
}

/** The network of a site. For IPv6, this is the first 48 bits, which one site is given (RFC 6177). */
export function clientSite(address: string): string {
  return networkOf(address, 3)
}

function networkOf(address: string, groupCount: number): string {
  if (!address.includes(':')) return address
  const groups = parseIpv6(address.split('%', 1)[0] ?? '')
  if (groups === undefined) return address
  const [, , , , , marker, high = 0, low = 0] = groups
  if (marker === 0xffff && groups.slice(0, 5).every((group) => group === 0)) {
    return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`
  }
  return `${groups
    .slice(0, groupCount)
    .map((group) => group.toString(16))
    .join(':')}::/${16 * groupCount}`
}

/** The eight groups of an IPv6 address in any notation. The URL parser knows all of them. */
function parseIpv6(address: string): number[] | undefined {
  if (!URL.canParse(`http://[${address}]/`)) return undefined
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = new Array<string>(8 - left.length - right.length).fill('0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
}
