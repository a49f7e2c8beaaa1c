/**
 * The trailer (ISO 32000-2, 7.5.5): catalog, encryption and permanent identifier must stay.
 *
 * @module
 */

import { differingKeys, sameObject } from '../../../pdf/lookup.js'
import { PdfDict } from '../../../pdf/objects.js'
import { TRAILER } from '../reference-graph.js'
import type { RevisionPair } from '../revision-pair.js'
import { quoteKey, reject, type Verdict } from '../verdict.js'

/**
 * Judges the trailer of a revision. /Root may lead to another object, since some programs rewrite the catalog under another
 * number; then the two catalogs are compared. Other entries have rules of their own (/Info), or no reader draws from them.
 */
export function* judgeTrailer(pair: RevisionPair): Generator<Verdict> {
  const before = pair.before(TRAILER)
  const after = pair.after(TRAILER)
  if (!(before instanceof PdfDict) || !(after instanceof PdfDict)) return
  const differing = differingKeys(pair.older, before, pair.newer, after)
  // Not by number: @libpdf/core writes the dictionary again as another object.
  if (!sameObject(pair.older.encryption, pair.newer.encryption)) {
    yield reject('trailer_changed', `The trailer entry ${quoteKey('Encrypt')} was changed`)
  }
  // The first identifier is part of the encryption key; the second one changes with each save (14.4).
  if (differing.includes('ID') && before.has('Encrypt') && !keepsPermanentId(pair, before, after)) {
    yield reject('trailer_changed', 'The permanent identifier of the document was changed')
  }
}

function keepsPermanentId(pair: RevisionPair, before: PdfDict, after: PdfDict): boolean {
  const first = (value: unknown) => new PdfDict({ ID: Array.isArray(value) ? value[0] : null })
  const older = first(pair.oldValue(before, 'ID'))
  const newer = first(pair.newValue(after, 'ID'))
  return differingKeys(pair.older, older, pair.newer, newer).length === 0
}
