/**
 * The catalog (ISO 32000-2, 7.7.2): nothing in it may change but entries that have rules of their own.
 *
 * @module
 */
import { nameOf, PdfDict } from '../../pdf/objects.js'
import type { ChangeRule } from './change-rule.js'
import { differingKeys } from './equality.js'
import { TRAILER } from './reference-graph.js'
import type { RevisionPair } from './revision-pair.js'

/** Entries whose own rules read them, wherever they stand. */
export const JUDGED_CATALOG_KEYS = {
  AcroForm: 'form',
  DSS: 'validation-data',
  Extensions: 'extensions',
  Metadata: 'metadata',
} as const

/** What it means when one of the well-known other entries changes. */
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
  judge(pair) {
    const before = pair.before(pair.older.catalogRef.num)
    const after = pair.after(pair.older.catalogRef.num)
    if (!(before instanceof PdfDict) || !(after instanceof PdfDict)) {
      pair.log.reject('catalog_replaced', 'The catalog of the document was removed or replaced')
      return
    }
    for (const key of differingKeys(pair.older, before, pair.newer, after)) {
      if (key in JUDGED_CATALOG_KEYS || (key === 'Type' && !before.has(key))) continue
      if (key === 'Version' && isUpgrade(pair, before, after)) continue
      const verb = !before.has(key) ? 'added' : after.has(key) ? 'changed' : 'removed'
      const what = DESCRIPTIONS[key] === undefined ? '' : `: ${DESCRIPTIONS[key]}`
      pair.log.reject('catalog_entry_changed', `The catalog entry /${key.slice(0, 60)} was ${verb}${what}`)
    }
  },
}

/** A later version than the catalog named before (7.2.2); saving programs raise it. */
function isUpgrade(pair: RevisionPair, before: PdfDict, after: PdfDict): boolean {
  const older = nameOf(pair.oldValue(before, 'Version')) ?? '1.0'
  const newer = nameOf(pair.newValue(after, 'Version'))
  return newer !== undefined && /^\d\.\d$/.test(newer) && newer >= older
}

/** The trailer (7.5.5): the same catalog, encryption and permanent identifier. */
export function judgeTrailer(pair: RevisionPair): void {
  const before = pair.before(TRAILER)
  const after = pair.after(TRAILER)
  if (!(before instanceof PdfDict) || !(after instanceof PdfDict)) return
  for (const key of differingKeys(pair.older, before, pair.newer, after)) {
    if (key === 'Info') continue
    if (key === 'ID') {
      judgeIdentifier(pair, before, after)
      continue
    }
    if (key !== 'Root' && key !== 'Encrypt') continue
    pair.log.reject('trailer_changed', `The trailer entry /${key} was changed`)
  }
  const oldRoot = before.get('Root')
  const newRoot = after.get('Root')
  const same = oldRoot !== undefined && newRoot !== undefined && pair.older.catalogRef.num === pair.newer.catalogRef.num
  if (!same) pair.log.reject('trailer_changed', 'The trailer names another catalog')
}

/** The first identifier is permanent, the second changes with each save (14.4). */
function judgeIdentifier(pair: RevisionPair, before: PdfDict, after: PdfDict): void {
  if (!before.has('Encrypt')) return
  const older = pair.oldValue(before, 'ID')
  const newer = pair.newValue(after, 'ID')
  const first = (value: unknown) => (Array.isArray(value) ? value[0] : null)
  const same = differingKeys(
    pair.older,
    new PdfDict({ ID: first(older) }),
    pair.newer,
    new PdfDict({ ID: first(newer) }),
  )
  // The first identifier is part of the encryption key.
  if (same.length > 0) pair.log.reject('trailer_changed', 'The permanent identifier of the document was changed')
}
