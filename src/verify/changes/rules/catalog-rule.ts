/**
 * The catalog (ISO 32000-2, 7.7.2): only entries with rules of their own may change.
 *
 * @module
 */

import { differingKeys, resolveOrNull } from '../../../pdf/lookup.js'
import { nameOf, PdfDict } from '../../../pdf/objects.js'
import type { ChangeRule } from '../change-rule.js'
import type { RevisionPair } from '../revision-pair.js'
import { quoteKey, reject } from '../verdict.js'

/** Entries that rules of their own judge. */
export const JUDGED_CATALOG_KEYS = {
  AcroForm: 'form',
  DSS: 'validation-data',
  Extensions: 'extensions',
  Metadata: 'metadata',
} as const

/** Descriptions of what changed, for well-known other entries. */
const DESCRIPTIONS: Record<string, string> = {
  AA: 'actions that run by themselves',
  AF: 'associated files',
  Collection: 'the collection of attachments',
  Dests: 'destinations',
  Names: 'the name dictionary (attachments, scripts or destinations)',
  OCProperties: 'the visibility of layers',
  OpenAction: 'the action that runs on opening',
  Outlines: 'the bookmarks',
  PageLabels: 'page labels',
  Pages: 'the page tree',
  Perms: 'permissions',
  StructTreeRoot: 'the structure tree',
  ViewerPreferences: 'viewer preferences',
}

export const catalogRule: ChangeRule = {
  kind: 'catalog',
  *judge(pair) {
    // Compared by what /Root leads to, since the catalog may have been rewritten under another number.
    const before = pair.older.catalog
    const after = pair.newer.catalog
    for (const key of differingKeys(pair.older, before, pair.newer, after)) {
      if (key in JUDGED_CATALOG_KEYS) continue
      if (key === 'Type' && !before.has(key) && nameOf(pair.newValue(after, key)) === 'Catalog') continue
      if (key === 'Version' && (isUpgrade(pair, after) || isOutranked(pair, before, after))) continue
      if (key === 'PageMode' && listsSignedFiles(pair, before, after)) continue
      const verb = !before.has(key) ? 'added' : after.has(key) ? 'changed' : 'removed'
      const what = Object.hasOwn(DESCRIPTIONS, key) ? `: ${DESCRIPTIONS[key]}` : ''
      yield reject('catalog_entry_changed', `The catalog entry ${quoteKey(key)} was ${verb}${what}`)
    }
  },
}

/**
 * True where viewers open their list of attached files (7.7.2, Table 29), and the files there were signed: PyMuPDF asks for it
 * whenever it saves a document that has any. A mode that was chosen stays.
 */
function listsSignedFiles({ older, newer }: RevisionPair, before: PdfDict, after: PdfDict): boolean {
  const [former, mode] = [resolveOrNull(older, before.get('PageMode')), resolveOrNull(newer, after.get('PageMode'))]
  const names = resolveOrNull(older, before.get('Names'))
  const hasFiles = names instanceof PdfDict && resolveOrNull(older, names.get('EmbeddedFiles')) instanceof PdfDict
  return hasFiles && (former === null || nameOf(former) === 'UseNone') && nameOf(mode) === 'UseAttachments'
}

/**
 * True for a PDF version no earlier than the one in the header (7.2.2), since the later of the two applies. iText 5 replaces
 * a later version by PDFBox with its own.
 */
function isUpgrade(pair: RevisionPair, after: PdfDict): boolean {
  const version = nameOf(pair.newValue(after, 'Version'))
  return isVersion(version) && version >= pair.older.headerVersion
}

/**
 * True for a version that the header of a PDF 2.0 file outranks, so that no reader uses it (7.7.2, Table 29). iText 5 takes
 * 2.0 for 1.0, and adds the version that it needs.
 */
function isOutranked({ older, newer }: RevisionPair, before: PdfDict, after: PdfDict): boolean {
  const isAdded = !before.has('Version') && isVersion(nameOf(resolveOrNull(newer, after.get('Version'))))
  return isAdded && older.version === '2.0'
}

function isVersion(version: string | undefined): version is string {
  return version !== undefined && /^(1\.[0-7]|2\.0)$/.test(version)
}
