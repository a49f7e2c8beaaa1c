/**
 * Validation data (ISO 32000-2, 12.8.4.3; ETSI EN 319 142-1, 5.4.2): may be added, never taken away.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import type { PdfDocument } from '../../pdf/document.js'
import { PdfDict, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from '../../pdf/objects.js'
import type { ChangeRule } from './change-rule.js'
import { resolveOrNull, sameValue } from './equality.js'
import type { RevisionPair } from './revision-pair.js'

const STORE_LISTS = new Set(['Certs', 'CRLs', 'OCSPs'])
const VRI_LISTS = new Set(['Cert', 'CRL', 'OCSP'])

export const validationDataRule: ChangeRule = {
  kind: 'validation-data',
  judge(pair) {
    const before = pair.oldValue(pair.older.catalog, 'DSS')
    const after = pair.newValue(pair.newer.catalog, 'DSS')
    const fault = after instanceof PdfDict ? findFault(pair, before, after) : 'it was removed'
    if (fault === undefined) pair.log.accept('validation-data', 'validation_data_added', 'Validation data added')
    else pair.log.reject('validation_data_changed', `The document security store was changed: ${fault}`)
  },
}

function findFault(pair: RevisionPair, before: PdfObject, after: PdfDict): string | undefined {
  const older = before instanceof PdfDict ? before : new PdfDict()
  for (const key of after.entries.keys()) {
    if (
      !STORE_LISTS.has(key) &&
      key !== 'VRI' &&
      key !== 'Type' &&
      !sameValue(pair.older, older.get(key), pair.newer, after.get(key))
    ) {
      return `it has an unknown entry /${key.slice(0, 60)}`
    }
  }
  for (const key of STORE_LISTS) {
    const fault = findListFault(pair, older.get(key), after.get(key))
    if (fault !== undefined) return `/${key} ${fault}`
  }
  return findVriFault(pair, pair.oldValue(older, 'VRI'), pair.newValue(after, 'VRI'))
}

function findVriFault(pair: RevisionPair, before: PdfObject, after: PdfObject): string | undefined {
  if (after === null) return before === null ? undefined : '/VRI was removed'
  if (!(after instanceof PdfDict)) return '/VRI is not a dictionary'
  const older = before instanceof PdfDict ? before : new PdfDict()
  for (const key of older.entries.keys()) if (!after.has(key)) return 'an entry of /VRI was removed'
  for (const [key, object] of after.entries) {
    if (key === 'Type') continue
    if (!/^[0-9A-Za-z]{40}$/.test(key)) return '/VRI has an entry that is no digest'
    if (sameValue(pair.older, older.get(key), pair.newer, object) && !isTouched(pair, object)) continue
    const entry = resolveOrNull(pair.newer, object)
    const oldEntry = pair.oldValue(older, key)
    if (!(entry instanceof PdfDict)) return 'an entry of /VRI is not a dictionary'
    const fault = findEntryFault(pair, oldEntry instanceof PdfDict ? oldEntry : new PdfDict(), entry)
    if (fault !== undefined) return `an entry of /VRI: ${fault}`
  }
  return undefined
}

function isTouched(pair: RevisionPair, object: PdfObject): boolean {
  return object instanceof PdfRef && pair.view.defined.has(object.num)
}

function findEntryFault(pair: RevisionPair, before: PdfDict, after: PdfDict): string | undefined {
  for (const [key, object] of after.entries) {
    const value = resolveOrNull(pair.newer, object)
    if (VRI_LISTS.has(key) || key === 'Type') continue
    if (key === 'TU' ? value instanceof PdfString : key === 'TS' && value instanceof PdfStream) continue
    return `it has an unknown entry /${key.slice(0, 60)}`
  }
  for (const key of VRI_LISTS) {
    const fault = findListFault(pair, before.get(key), after.get(key))
    if (fault !== undefined) return `/${key} ${fault}`
  }
  return undefined
}

/** Lists hold references to streams, and keep all they held. */
function findListFault(
  pair: RevisionPair,
  before: PdfObject | undefined,
  after: PdfObject | undefined,
): string | undefined {
  const older = resolveOrNull(pair.older, before)
  const newer = resolveOrNull(pair.newer, after)
  if (older === null && newer === null) return undefined
  if (!Array.isArray(newer)) return 'was removed'
  const numbers = new Set<number>()
  for (const item of newer) {
    if (!(item instanceof PdfRef)) return 'holds something else than references'
    if (numbers.has(item.num)) continue
    numbers.add(item.num)
    if (pair.isFresh(item.num) && !isDataStream(resolveOrNull(pair.newer, item)))
      return 'holds something else than streams'
  }
  const missing = (Array.isArray(older) ? older : []).filter((item) => item instanceof PdfRef && !numbers.has(item.num))
  if (missing.length === 0) return undefined
  // Some programs write the same data again as new objects.
  const digests = new Set(newer.map((item) => digestOf(pair.newer, item)))
  return missing.every((item) => digests.has(digestOf(pair.older, item))) ? undefined : 'lost some of its data'
}

/** Certificates, CRLs and OCSP responses are not drawn: a stream that claims to be anything else is not one of them. */
function isDataStream(object: PdfObject): boolean {
  return object instanceof PdfStream && !(object.dict.get('Subtype') instanceof PdfName)
}

function digestOf(document: PdfDocument, object: PdfObject): string {
  const stream = resolveOrNull(document, object)
  if (!(stream instanceof PdfStream)) return ''
  try {
    return createHash('sha256').update(document.decode(stream)).digest('hex')
  } catch {
    return ''
  }
}
