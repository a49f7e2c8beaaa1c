/**
 * Finds the names that default appearance strings (/DA, ISO 32000-2, 12.7.4.3) use from the default resources of the form.
 *
 * Poppler copies the whole string into what it draws, including graphics states and drawings, and parses it by rules of its
 * own. It also looks here for the fonts of free text annotations. So every name in any string counts, both as written and
 * with its escapes decoded.
 *
 * @module
 */
import type { PdfDocument } from '../../../pdf/document.js'
import { readOrNull, resolveOrNull } from '../../../pdf/lookup.js'
import { PdfDict, type PdfObject, PdfString } from '../../../pdf/objects.js'
import { latin1Text } from '../../../pdf/reading.js'
import { oncePerPair } from '../once-per-pair.js'
import type { RevisionPair } from '../revision-pair.js'
import { terminalFields } from './form-field.js'

/** Deepest level of the field tree in which a field's string is searched, and of the page tree. */
const MAX_LEVELS = 64
/** The font of check marks, which Poppler takes from the form whatever the string says. */
const MARKS = 'ZaDb'
/** A name, up to the next character that ends one (7.2.3). */
const NAMES = /\/([^\0\t\n\f\r ()<>[\]{}/%]+)/g

/** All names in the default appearance strings of the older state. A changed string is judged together with its field. */
export const namesAskedFor = oncePerPair(findNames)

function findNames(pair: RevisionPair): ReadonlySet<string> {
  const { older } = pair
  const names = new Set<string>([MARKS])
  const form = pair.oldValue(older.catalog, 'AcroForm')
  addNames(pair, form, names)
  for (const num of terminalFields(pair, older)) {
    for (const dict of fieldAndKin(pair, older, num)) addNames(pair, dict, names)
  }
  addNamesOfAnnotations(pair, older.catalog.get('Pages'), names)
  return names
}

function addNames(pair: RevisionPair, holder: PdfObject, names: Set<string>): void {
  const string = holder instanceof PdfDict ? pair.oldValue(holder, 'DA') : null
  if (!(string instanceof PdfString)) return
  for (const [, name = ''] of latin1Text(string.bytes).matchAll(NAMES)) {
    names.add(name)
    names.add(name.replace(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))))
  }
}

/** Adds the names that annotations use on all pages below a node of the page tree. */
function addNamesOfAnnotations(pair: RevisionPair, root: PdfObject | undefined, names: Set<string>): void {
  const seen = new Set<PdfObject>()
  let nodes: readonly (PdfObject | undefined)[] = [root]
  for (let level = 0; level < MAX_LEVELS && nodes.length > 0; level++) {
    nodes = nodes.flatMap((item) => {
      const node = resolveOrNull(pair.older, item)
      if (!(node instanceof PdfDict) || seen.has(node)) return []
      seen.add(node)
      const annotations = itemsOf(pair, node, 'Annots')
      for (const annotation of annotations) addNames(pair, resolveOrNull(pair.older, annotation), names)
      return itemsOf(pair, node, 'Kids')
    })
  }
}

function itemsOf(pair: RevisionPair, dict: PdfDict, key: string): readonly PdfObject[] {
  const items = pair.oldValue(dict, key)
  pair.spend(1 + (Array.isArray(items) ? items.length : 0))
  return Array.isArray(items) ? items : []
}

/** A field, its widgets, and the fields above it. */
function* fieldAndKin(pair: RevisionPair, document: PdfDocument, num: number): Generator<PdfDict> {
  const field = readOrNull(document, num)
  if (!(field instanceof PdfDict)) return
  for (const kid of itemsOf(pair, field, 'Kids')) {
    const widget = resolveOrNull(document, kid)
    if (widget instanceof PdfDict) yield widget
  }
  let node: PdfObject = field
  for (let depth = 0; node instanceof PdfDict && depth < MAX_LEVELS; depth++) {
    yield node
    node = resolveOrNull(document, node.get('Parent'))
  }
}
