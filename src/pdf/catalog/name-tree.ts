/**
 * Name trees (ISO 32000-2, 7.9.6).
 *
 * @module
 */

import type { PdfDocument } from '../document.js'
import { PdfDict, type PdfObject, PdfRef, PdfString } from '../objects.js'
import { PDF_LIMITS } from '../syntax/pdf-limits.js'
import type { IncrementWriter } from '../writing/increment-writer.js'
import { damaged } from '../xref/xref-section.js'

/** Every key with its value, in tree order; stops at the limit of visited nodes. */
export function* nameTreeEntries(
  document: PdfDocument,
  root: PdfObject | undefined,
): Generator<[PdfString, PdfObject]> {
  const pending: (PdfObject | undefined)[] = [root]
  const seen = new Set<number>()
  for (let visited = 0; pending.length > 0 && visited < PDF_LIMITS.maxNameTreeNodes; visited++) {
    const object = pending.pop()
    if (object instanceof PdfRef) {
      if (seen.has(object.num)) continue
      seen.add(object.num)
    }
    const node = document.resolve(object)
    if (!(node instanceof PdfDict)) continue
    const names = document.lookupArray(node, 'Names') ?? []
    for (let i = 0; i + 1 < names.length; i += 2) {
      const key = document.resolve(names[i])
      if (key instanceof PdfString) yield [key, names[i + 1] as PdfObject]
    }
    const kids = document.lookupArray(node, 'Kids') ?? []
    for (let i = kids.length - 1; i >= 0; i--) pending.push(kids[i])
  }
}

/**
 * The node with an entry added in its sorted place. Only the nodes on the path to it are rewritten: indirect ones are put
 * into the increment, and a direct one is returned for the caller to store.
 *
 * @throws SealwrightError `invalid_document` when the tree is malformed.
 */
export function withNameTreeEntry(
  document: PdfDocument,
  increment: IncrementWriter,
  object: PdfObject | undefined,
  key: PdfString,
  value: PdfObject,
  depth = 0,
): PdfObject {
  if (depth > PDF_LIMITS.maxPageTreeDepth) throw damaged('a name tree contains itself or is nested too deeply')
  const resolved = document.resolve(object)
  const node = resolved instanceof PdfDict ? resolved : new PdfDict()
  const changed = insertInto(document, increment, node, key, value, depth)
  if (!(object instanceof PdfRef) || !(resolved instanceof PdfDict)) return changed
  increment.put(object, changed)
  return object
}

function insertInto(
  document: PdfDocument,
  increment: IncrementWriter,
  node: PdfDict,
  key: PdfString,
  value: PdfObject,
  depth: number,
): PdfDict {
  const limits = widenLimits(document, node, key)
  const kids = document.lookupArray(node, 'Kids')
  if (kids !== undefined && kids.length > 0) {
    const index = kidFor(document, kids, key)
    const changed = [...kids]
    changed[index] = withNameTreeEntry(document, increment, kids[index], key, value, depth + 1)
    return node.with({ Kids: changed, ...limits })
  }
  const names = document.lookupArray(node, 'Names') ?? []
  let at = 0
  while (at + 1 < names.length) {
    const other = document.resolve(names[at])
    if (other instanceof PdfString && compareBytes(other.bytes, key.bytes) > 0) break
    at += 2
  }
  return node.with({ Names: [...names.slice(0, at), key, value, ...names.slice(at)], ...limits })
}

/** The kid whose range holds the key, or the last one that starts before it. */
function kidFor(document: PdfDocument, kids: readonly PdfObject[], key: PdfString): number {
  let chosen = 0
  for (let i = 0; i < kids.length; i++) {
    const kid = document.resolve(kids[i])
    const least = kid instanceof PdfDict ? document.resolve(document.lookupArray(kid, 'Limits')?.[0]) : null
    if (least instanceof PdfString && compareBytes(least.bytes, key.bytes) <= 0) chosen = i
  }
  return chosen
}

function widenLimits(document: PdfDocument, node: PdfDict, key: PdfString): { Limits?: PdfObject } {
  const limits = document.lookupArray(node, 'Limits')
  if (limits === undefined) return {}
  const least = document.resolve(limits[0])
  const greatest = document.resolve(limits[1])
  const first = least instanceof PdfString && compareBytes(least.bytes, key.bytes) <= 0 ? least : key
  const last = greatest instanceof PdfString && compareBytes(greatest.bytes, key.bytes) >= 0 ? greatest : key
  return { Limits: [first, last] }
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shorter = Math.min(a.length, b.length)
  for (let i = 0; i < shorter; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}
