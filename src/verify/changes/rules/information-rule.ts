/**
 * Properties of the document apart from its content: the information dictionary (ISO 32000-2, 14.3.3) and developer
 * extensions (7.12).
 *
 * @module
 */

import { differingKeys, resolveOrNull } from '../../../pdf/lookup.js'
import { PdfDict, PdfName, type PdfObject, PdfString } from '../../../pdf/objects.js'
import { readTextEntry } from '../../../pdf/text.js'
import { toIsoDate } from '../../document-facts.js'
import type { ChangeRule } from '../change-rule.js'
import { describeValue } from '../fields/form-field.js'
import type { RevisionPair } from '../revision-pair.js'
import { accept, quoteName, reject } from '../verdict.js'

/** Entries that every saving program sets. The creation date may only be added, since it never changes. */
const SAVING_KEYS = new Set(['ModDate', 'Producer', 'Creator', 'Trapped'])
const CREATION = 'CreationDate'

export const informationRule: ChangeRule = {
  kind: 'information',
  *judge(pair) {
    const before = pair.oldValue(pair.older.trailer, 'Info')
    const after = pair.newValue(pair.newer.trailer, 'Info')
    if ((after !== null && !(after instanceof PdfDict)) || (before !== null && !(before instanceof PdfDict))) {
      yield reject('information_replaced', 'The information dictionary is not a dictionary')
      return
    }
    const older = before ?? new PdfDict()
    const newer = after ?? new PdfDict()
    for (const key of differingKeys(pair.older, older, pair.newer, newer)) {
      const value = pair.newValue(newer, key)
      if (!(value === null || value instanceof PdfString || value instanceof PdfName || typeof value === 'boolean')) {
        yield reject('information_replaced', `The document property ${quoteName(key)} is not text`)
      } else if (SAVING_KEYS.has(key) || (key === CREATION && saysTheSame(pair, older, newer))) {
        yield accept('validation-data', 'information_updated', 'Document properties updated')
      } else {
        const from = describeValue(pair.older, older.get(key))
        const to = describeValue(pair.newer, newer.get(key))
        const description = `Document property ${quoteName(key)} changed from ${from} to ${to}`
        yield accept('form-filling', 'information_changed', description)
      }
    }
  },
}

/** True for an equal time in another spelling (7.9.4), and for a time where there was none. */
function saysTheSame(pair: RevisionPair, older: PdfDict, newer: PdfDict): boolean {
  const before = readTextEntry(pair.older, older, CREATION)
  if (before === null) return true
  const [one, other] = [toIsoDate(before), toIsoDate(readTextEntry(pair.newer, newer, CREATION))]
  return one !== null && other !== null && Date.parse(one) === Date.parse(other)
}

export const extensionsRule: ChangeRule = {
  kind: 'extensions',
  *judge(pair) {
    const value = pair.newValue(pair.newer.catalog, 'Extensions')
    if (value === null) return
    if (value instanceof PdfDict && [...value.entries].every(([key, item]) => isExtension(pair, key, item))) {
      yield accept('validation-data', 'extensions_updated', 'Developer extensions updated')
    } else {
      yield reject('extensions_malformed', 'The new /Extensions dictionary holds something other than extensions')
    }
  },
}

/**
 * Entries of an extension and their types (Table 49). Values of other types could bring any object into the document, and no
 * report would name it.
 */
const EXTENSION_ENTRIES: Readonly<Record<string, (value: PdfObject) => boolean>> = {
  Type: (value) => value instanceof PdfName,
  BaseVersion: (value) => value instanceof PdfName,
  ExtensionLevel: (value) => typeof value === 'number',
  URL: (value) => value instanceof PdfString,
  ExtensionRevision: (value) => value instanceof PdfString,
}

function isExtension(pair: RevisionPair, key: string, object: PdfObject): boolean {
  const value = resolveOrNull(pair.newer, object)
  if (key === 'Type') return value instanceof PdfName
  const items = Array.isArray(value) ? value.map((item) => resolveOrNull(pair.newer, item)) : [value]
  return items.every(
    (item) =>
      item instanceof PdfDict &&
      [...item.entries].every(([entry, part]) => {
        const isRight = Object.hasOwn(EXTENSION_ENTRIES, entry) ? EXTENSION_ENTRIES[entry] : undefined
        return isRight?.(resolveOrNull(pair.newer, part)) === true
      }),
  )
}
