/**
 * Entries that a field gets and that say what no entry says as well. PyMuPDF writes them into every field that it fills in.
 *
 * @module
 */
import { inherited } from '../../../pdf/forms.js'
import { resolveOrNull } from '../../../pdf/lookup.js'
import { nameOf, numberOf, PdfDict, PdfString } from '../../../pdf/objects.js'
import type { RevisionPair } from '../revision-pair.js'

/** True for an entry that is new and is the default, to all readers. */
export function saysNothing(pair: RevisionPair, key: string, before: PdfDict, after: PdfDict): boolean {
  if (before.has(key)) return false
  if (key === 'TU') return isUnnamed(pair, before, after)
  return key === 'BS' && isDefaultBorder(pair, before, after)
}

/** True for an empty name for people (Table 226), where none is inherited that it would replace. */
function isUnnamed(pair: RevisionPair, before: PdfDict, after: PdfDict): boolean {
  const name = pair.newValue(after, 'TU')
  const isEmpty = name instanceof PdfString && name.bytes.length === 0
  return isEmpty && resolveOrNull(pair.older, inherited(pair.older, before, 'TU')) === null
}

/** True for the solid line of one point that stands for no border style (Table 168), and that has no colour to be seen in. */
function isDefaultBorder(pair: RevisionPair, before: PdfDict, after: PdfDict): boolean {
  const style = pair.newValue(after, 'BS')
  if (before.has('Border') || !(style instanceof PdfDict)) return false
  const isPlain = [...style.entries.keys()].every((key) => DEFAULTS.has(key))
  const width = style.has('W') ? numberOf(pair.newValue(style, 'W')) : 1
  const kind = style.has('S') ? nameOf(pair.newValue(style, 'S')) : 'S'
  const look = pair.newValue(after, 'MK')
  const isUncoloured = look === null || (look instanceof PdfDict && !look.has('BC'))
  return isPlain && width === 1 && kind === 'S' && isUncoloured
}

const DEFAULTS: ReadonlySet<string> = new Set(['Type', 'W', 'S'])
