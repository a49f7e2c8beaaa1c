/**
 * Kinds of signatures by their /SubFilter (ISO 32000-2, Table 260; ETSI EN 319 142-1, 5.3).
 *
 * @module
 */

/** SubFilters of PAdES. PBAD.PAdES is the name in ICP-Brasil (DOC-ICP-15.03). */
const PADES: ReadonlySet<string> = new Set(['ETSI.CAdES.detached', 'PBAD.PAdES'])

const OTHER_CMS: ReadonlySet<string> = new Set(['adbe.pkcs7.detached', 'adbe.pkcs7.sha1', 'ETSI.RFC3161'])

/** True when a signature claims to be a PAdES signature. */
export function isPades(subFilter: string | undefined): boolean {
  return subFilter !== undefined && PADES.has(subFilter)
}

/** True when /Contents of such a signature is known to be CMS. */
export function isCms(subFilter: string | undefined): boolean {
  return subFilter !== undefined && (PADES.has(subFilter) || OTHER_CMS.has(subFilter))
}
