/**
 * Files that a revision attaches (ISO 32000-2, 7.11.4 and 14.13). No page shows them, but readers list them, and programs
 * read invoices from them. So an attached file is always mentioned, whatever object brings it. A signature that does not
 * permit filling in does not permit a file either.
 *
 * @module
 */
import type { PdfDocument } from '../../../pdf/document.js'
import { resolveOrNull } from '../../../pdf/lookup.js'
import { nameOf, PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from '../../../pdf/objects.js'
import { decodeTextString } from '../../../pdf/text.js'
import { quoteText } from '../../foreign-text.js'
import { gainedObjects } from '../gained-objects.js'
import type { RevisionPair } from '../revision-pair.js'
import { accept, type Verdict } from '../verdict.js'

/** Beginning of the names of audit records. A signature adds its own, which is checked with the signature. */
const AUDIT_RECORD = 'audit-trail'

/** Names every file that the revision attaches. */
export function* judgeFiles(pair: RevisionPair): Generator<Verdict> {
  const known = new Set<string>()
  for (const [num, object] of gainedObjects(pair)) {
    // A file of the document stays in it whatever object lists it. If the file changed, it is among the gained objects
    // itself.
    const added = filesIn(pair.newer, object, (file) => !pair.isFresh(file.num))
    if (added.length === 0) continue
    const before = new Set(pair.isFresh(num) ? [] : filesIn(pair.older, pair.before(num)))
    for (const file of added) if (!before.has(file)) known.add(file)
  }
  for (const file of known) {
    if (file.startsWith(AUDIT_RECORD) && addsSignature(pair)) continue
    const what = file === '' ? 'A file without a name' : `The file ${quoteText(file)}`
    yield accept('form-filling', 'file_attached', `${what} was attached`)
  }
}

/** Names of the files that an object attaches, as a file specification (/EF) or by a list of them (/AF). */
function filesIn(document: PdfDocument, object: PdfObject, isKnown = (_: PdfRef) => false): string[] {
  const files: string[] = []
  const visit = (value: PdfObject): void => {
    const dict = value instanceof PdfStream ? value.dict : value
    if (Array.isArray(dict)) for (const item of dict) visit(item)
    if (!(dict instanceof PdfDict)) return
    if (resolveOrNull(document, dict.get('EF')) !== null) files.push(nameOfFile(document, dict))
    const list = resolveOrNull(document, dict.get('AF'))
    for (const item of Array.isArray(list) ? list : [list]) {
      if (item instanceof PdfRef && isKnown(item)) continue
      const file = resolveOrNull(document, item)
      if (file instanceof PdfDict) files.push(nameOfFile(document, file))
    }
    for (const item of dict.entries.values()) visit(item)
  }
  visit(object)
  return files
}

function nameOfFile(document: PdfDocument, file: PdfDict): string {
  for (const key of ['UF', 'F']) {
    const name = resolveOrNull(document, file.get(key))
    if (name instanceof PdfString) return decodeTextString(name.bytes)
  }
  return ''
}

/**
 * True when the revision adds a signature of a person. A signature that does not permit a file does not permit that either.
 */
function addsSignature(pair: RevisionPair): boolean {
  return [...gainedObjects(pair).values()].some((object) => {
    if (!(object instanceof PdfDict) || !object.has('ByteRange')) return false
    return nameOf(pair.newValue(object, 'SubFilter')) !== 'ETSI.RFC3161'
  })
}
