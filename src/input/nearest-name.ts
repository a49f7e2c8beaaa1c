/**
 * Finds the name that was probably meant.
 *
 * @module
 */

/** Longest compared name, in characters. The cost is the product of both lengths, and no option has a longer name. */
const MAX_NAME_LENGTH = 60

/** Largest share of the longer name that may differ in a misspelling. */
const MAX_CHANGED = 0.6

/** Names in other libraries, with the names of the same options in this package. */
const ALIASES: ReadonlyMap<string, readonly string[]> = new Map([
  ['tsa', ['timestampAuthorities']],
  ['tsaurl', ['timestampAuthorities']],
  ['timestampserver', ['timestampAuthorities']],
  ['roots', ['trustAnchors']],
  ['ca', ['trustAnchors']],
  ['trustedcertificates', ['trustAnchors']],
  ['trustroots', ['trustAnchors']],
  ['crl', ['revocation', 'fetchRevocation']],
  ['ocsp', ['revocation', 'fetchRevocation']],
  ['key', ['identity']],
  ['p12', ['identity']],
  ['pfx', ['identity']],
  ['cert', ['identity', 'trustAnchors']],
  ['certificate', ['identity', 'trustAnchors']],
  ['passphrase', ['password']],
  ['lang', ['language']],
  ['locale', ['language']],
  ['css', ['styleSheet']],
  ['template', ['referenceDocx']],
  ['rect', ['rectangle']],
  ['clock', ['now']],
  ['abortsignal', ['signal']],
  ['maxsize', ['maxBytes', 'maxDocumentBytes']],
  ['at', ['validationTime']],
  ['digest', ['hash']],
  ['markdown', ['md']],
  ['txt', ['md']],
  ['text', ['md']],
  ['htm', ['html']],
  ['xhtml', ['html']],
  ['word', ['docx']],
  ['doc', ['docx']],
])

/** The known synonym of a name, or else the name in `names` with the fewest changes; undefined when all differ too much. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const wanted = name.slice(0, MAX_NAME_LENGTH).toLowerCase()
  const alias = ALIASES.get(wanted)?.find((each) => names.includes(each))
  if (alias !== undefined) return alias
  let best: { readonly name: string; readonly distance: number } | undefined
  for (const each of names) {
    const distance = editDistance(wanted, each.toLowerCase())
    if (distance > MAX_CHANGED * Math.max(wanted.length, each.length)) continue
    if (best === undefined || distance < best.distance) best = { name: each, distance }
  }
  return best?.name
}

/**
 * Number of letters to add, drop or change to get from one text to the other (Levenshtein). The table is computed row by row.
 */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (letter === b[j - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
