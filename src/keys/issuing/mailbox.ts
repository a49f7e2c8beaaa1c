/**
 * The mailbox that an address leads to, for limits on how much e-mail one person is sent.
 *
 * @module
 */

/** Domains of providers that ignore dots before the `@`, each with the domain under which its mailboxes are counted. */
const DOTLESS_DOMAINS: ReadonlyMap<string, string> = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
])

/**
 * The mailbox behind an address: without its `+tag`, and without dots where the provider is known to ignore them.
 *
 * Mailboxes are used to count limits only. At a mail host that gives tags another meaning, two people may count as one mailbox;
 * they then share the limits and nothing else, since a key belongs to the address as it was written.
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

/** The local part without its tag (called detail in RFC 5233). A local part that begins with the sign has no tag. */
function withoutTag(local: string): string {
  const plus = local.indexOf('+')
  return plus > 0 ? local.slice(0, plus) : local
}
