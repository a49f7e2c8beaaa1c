/**
 * Pages (ISO 32000-2, 7.7.3).
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import type { PdfDocument } from '../document.js'
import { nameOf, numberOf, PdfDict, PdfName, type PdfObject, PdfRef } from '../objects.js'
import { PDF_LIMITS } from '../syntax/pdf-limits.js'
import type { IncrementWriter } from '../writing/increment-writer.js'
import { damaged } from '../xref/xref-section.js'

/** A page with its inherited entries. */
export interface PdfPage {
  readonly ref: PdfRef
  readonly dict: PdfDict
  /** Lower left x and y, upper right x and y, in points; the crop box where there is one. */
  readonly box: readonly [number, number, number, number]
  /** Clockwise degrees: 0, 90, 180 or 270. */
  readonly rotation: number
}

const LETTER: PdfPage['box'] = [0, 0, 612, 792]

interface Inherited {
  readonly MediaBox?: PdfObject
  readonly CropBox?: PdfObject
  readonly Rotate?: PdfObject
}

/**
 * The page at an index, counted from 0; `undefined` past the last. Nodes before it are skipped unread by their /Count.
 *
 * @throws SealwrightError `invalid_document` when the page tree cannot be read.
 */
export function getPage(document: PdfDocument, index: number): PdfPage | undefined {
  const root = document.catalog.get('Pages')
  const seen = new Set<number>()
  let remaining = index

  const visit = (object: PdfObject | undefined, inherited: Inherited, depth: number): PdfPage | undefined => {
    const node = document.resolve(object)
    if (!(object instanceof PdfRef) || !(node instanceof PdfDict)) return undefined
    if (depth > PDF_LIMITS.maxPageTreeDepth || seen.has(object.num))
      throw damaged('its page tree contains a node twice or is nested too deeply')
    const own = inherit(node, inherited)
    const kids = document.lookupArray(node, 'Kids')
    if (kids === undefined) {
      if (nameOf(document.lookup(node, 'Type')) === 'Pages') return undefined
      return remaining-- === 0 ? toPage(document, object, node, own) : undefined
    }
    seen.add(object.num)
    const count = numberOf(document.lookup(node, 'Count'))
    if (count !== undefined && Number.isInteger(count) && count > 0 && count <= remaining && depth > 0) {
      remaining -= count
      return undefined
    }
    for (const kid of kids) {
      const page = visit(kid, own, depth + 1)
      if (page !== undefined) return page
    }
    return undefined
  }
  return visit(root, {}, 0)
}

/**
 * Appends pages to the root of the page tree.
 *
 * @param makePages Adds the pages to the increment, with the given reference as their /Parent.
 * @returns The reference that the catalog's /Pages must hold: the old root, or a new one when a damaged file names a
 * lone page as its root.
 * @throws SealwrightError `invalid_document` when the tree cannot be read.
 */
export function appendPages(
  document: PdfDocument,
  increment: IncrementWriter,
  makePages: (parent: PdfRef) => readonly PdfRef[],
): PdfRef {
  const ref = pageTreeRoot(document)
  const root = document.resolve(ref)
  if (!(root instanceof PdfDict)) throw damaged('the root of its page tree is not a dictionary')
  const kids = document.lookupArray(root, 'Kids')
  if (kids === undefined && nameOf(document.lookup(root, 'Type')) !== 'Pages') {
    const newRoot = increment.allocate()
    const pages = makePages(newRoot)
    const tree = { Type: PdfName.of('Pages'), Kids: [ref, ...pages], Count: 1 + pages.length }
    increment.put(newRoot, new PdfDict(tree))
    const page = increment.resolve(ref)
    if (page instanceof PdfDict) increment.put(ref, page.with({ Parent: newRoot }))
    return newRoot
  }
  const stated = numberOf(document.lookup(root, 'Count'))
  const isCount = stated !== undefined && Number.isSafeInteger(stated) && stated >= 0
  const count = isCount ? stated : countPages(document, root)
  const pages = makePages(ref)
  increment.put(ref, root.with({ Kids: [...(kids ?? []), ...pages], Count: count + pages.length }))
  return ref
}

/** Counts the pages below a node, for a tree without a usable /Count. */
function countPages(document: PdfDocument, root: PdfDict): number {
  const seen = new Set<PdfDict>()
  const count = (node: PdfDict, depth: number): number => {
    if (depth > PDF_LIMITS.maxPageTreeDepth || seen.has(node)) {
      throw damaged('its page tree contains a node twice or is nested too deeply')
    }
    seen.add(node)
    const kids = document.lookupArray(node, 'Kids')
    if (kids === undefined) return nameOf(document.lookup(node, 'Type')) === 'Pages' ? 0 : 1
    return kids.reduce((sum: number, kid) => {
      const child = document.resolve(kid)
      return child instanceof PdfDict ? sum + count(child, depth + 1) : sum
    }, 0)
  }
  return count(root, 0)
}

/** The reference to the root of the page tree. */
export function pageTreeRoot(document: PdfDocument): PdfRef {
  const ref = document.catalog.get('Pages')
  if (!(ref instanceof PdfRef)) throw damaged('the catalog names no page tree')
  return ref
}

/** The page at an index from the caller. */
export function requirePage(document: PdfDocument, index: number): PdfPage {
  const page = getPage(document, index)
  if (page !== undefined) return page
  throw new SealwrightError('invalid_request', `The document has no page ${index + 1}: its pages are counted from 1.`)
}

function inherit(node: PdfDict, from: Inherited): Inherited {
  const own: Record<string, PdfObject> = {}
  for (const key of ['MediaBox', 'CropBox', 'Rotate'] as const) {
    const value = node.get(key) ?? from[key]
    if (value !== undefined) own[key] = value
  }
  return own
}

function toPage(document: PdfDocument, ref: PdfRef, dict: PdfDict, inherited: Inherited): PdfPage {
  const media = readBox(document, inherited.MediaBox) ?? LETTER
  const crop = readBox(document, inherited.CropBox)
  const rotation = toRotation(document.resolve(inherited.Rotate)) ?? 0
  return { ref, dict, box: crop === undefined ? media : (intersect(media, crop) ?? media), rotation }
}

/** A multiple of 90 degrees as 0, 90, 180 or 270; `undefined` for anything else. */
export function toRotation(object: PdfObject): PdfPage['rotation'] | undefined {
  const degrees = numberOf(object)
  return degrees !== undefined && degrees % 90 === 0 ? ((degrees % 360) + 360) % 360 : undefined
}

/** Rotation of a page given by its dictionary, in clockwise degrees: its own /Rotate or an ancestor's. */
export function rotationOfPage(document: PdfDocument, page: PdfDict): PdfPage['rotation'] {
  let node: PdfDict | undefined = page
  for (let depth = 0; node !== undefined && depth <= PDF_LIMITS.maxPageTreeDepth; depth++) {
    if (node.has('Rotate')) return toRotation(document.lookup(node, 'Rotate')) ?? 0
    node = document.lookupDict(node, 'Parent')
  }
  return 0
}

/** A rectangle with its corners in order; `undefined` when it is invalid or has no area. */
export function readBox(document: PdfDocument, object: PdfObject | undefined): PdfPage['box'] | undefined {
  const value = document.resolve(object)
  if (!Array.isArray(value) || value.length < 4) return undefined
  const [a, b, c, d] = value.slice(0, 4).map((item) => numberOf(document.resolve(item)))
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined
  if (a === c || b === d || ![a, b, c, d].every(Number.isFinite)) return undefined
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
}

function intersect(one: PdfPage['box'], other: PdfPage['box']): PdfPage['box'] | undefined {
  const left = Math.max(one[0], other[0])
  const bottom = Math.max(one[1], other[1])
  const right = Math.min(one[2], other[2])
  const top = Math.min(one[3], other[3])
  return left < right && bottom < top ? [left, bottom, right, top] : undefined
}
