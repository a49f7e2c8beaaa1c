/**
 * The mailbox that an address leads to, for limits on how much e-mail somebody is sent.
 *
 * @module
 */

/** Domains of providers that ignore dots in front of the `@`, with the domain that all of them stand for. */
const DOTLESS_DOMAINS: ReadonlyMap<string, string> = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
])

/**
 * The mailbox behind an address: without its `+tag`, and without dots where the provider is known to ignore them.
 *
 * Only limits are counted by it. Two people who share it, at a host that gives tags a meaning of its own, share the limits and
 * nothing else: a key belongs to the address as it was written.
 *
 * @param address as `normalizeEmail` gives it
 *
 * @example
 * ```ts
 * mailboxOf('a.da+shop@googlemail.com') // 'ada@gmail.com'
 * ```
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const local = withoutTag(address.slice(0, at))
  const dotless = DOTLESS_DOMAINS.get(domain)
  return dotless === undefined ? `${local}@${domain}` : `${local.replaceAll('.', '')}@${dotless}`
}

/** RFC 5233 calls it the detail. A name that begins with the sign has none. */
function withoutTag(local: string): string {
  const plus = local.indexOf('+')
  return plus > 0 ? local.slice(0, plus) : local
}
