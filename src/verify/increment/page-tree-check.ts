/**
 * Page trees that readers traverse in two ways (ISO 32000-2, 7.7.3): some go down by /Kids and pass on what pages inherit,
 * others go up by /Parent and fetch it. Where the two disagree, readers show a page with other fonts, in another box or
 * turned. Then no drawing added later can be compared with what everybody sees.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { INHERITED_BY_PAGES } from '../../pdf/catalog.js'
import type { PdfDocument } from '../../pdf/document.js'
import { PdfDict, type PdfObject, PdfRef } from '../../pdf/objects.js'
import { PDF_LIMITS } from '../../pdf/reading.js'
import type { Finding } from '../report.js'

/**
 * Finds the first node of the page tree that lists something else than references to dictionaries, or whose /Parent is not the
 * node that lists it. A page is accepted if it inherits nothing, or the same both ways: careless programs write such pages.
 *
 * For a kid that is not there, poppler searches the file and shows what it finds, and some readers count it as a page.
 */
export function findTreeDoubt(document: PdfDocument): Finding | undefined {
  const { catalog } = document
  const root = catalog.get('Pages')
  if (!(root instanceof PdfRef)) return undefined
  /** Nodes with the node that lists each. */
  const lists = new Map<number, PdfRef | undefined>([[root.num, undefined]])
  const pending = [root]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    for (const kid of kidsOf(document, node)) {
      const dict = read(document, kid)
      if (!(kid instanceof PdfRef) || !(dict instanceof PdfDict)) return describeNoPage(node.num)
      const parent = dict.get('Parent')
      if (!(parent instanceof PdfRef)) return describe(kid.num)
      const isListed = parent.num === node.num
      if (!isListed && (dict.has('Kids') || inheritsInTwoWays(document, dict, node, lists))) return describe(kid.num)
      if (dict.has('Kids') && !lists.has(kid.num)) {
        lists.set(kid.num, node)
        pending.push(kid)
      }
    }
  }
  return undefined
}

/** True when a page inherits an entry from one node going down, and from another or none going up. */
function inheritsInTwoWays(
  document: PdfDocument,
  page: PdfDict,
  node: PdfRef,
  lists: ReadonlyMap<number, PdfRef | undefined>,
): boolean {
  const lacking = INHERITED_BY_PAGES.filter((key) => read(document, page.get(key)) === null)
  const down = linesUp(node, (above) => lists.get(above.num))
  const up = linesUp(page.get('Parent'), (above) => {
    const dict = read(document, above)
    return dict instanceof PdfDict ? dict.get('Parent') : undefined
  })
  const giverOf = (nodes: readonly PdfRef[], key: string) =>
    nodes.find((above) => {
      const dict = read(document, above)
      return dict instanceof PdfDict && dict.has(key)
    })?.num
  return up === undefined || down === undefined || lacking.some((key) => giverOf(down, key) !== giverOf(up, key))
}

/** A node and those above it, the nearest first; `undefined` for a cycle, or for a link that is not a reference. */
function linesUp(start: PdfObject | undefined, next: (node: PdfRef) => PdfObject | undefined): PdfRef[] | undefined {
  const nodes: PdfRef[] = []
  for (let node = start; node !== undefined; node = next(node)) {
    if (!(node instanceof PdfRef) || nodes.length > PDF_LIMITS.maxPageTreeDepth) return undefined
    nodes.push(node)
  }
  return nodes
}

function describe(num: number): Finding {
  const message = `Object ${num} of the page tree names another parent than the node that lists it, so that readers differ on what it inherits (ISO 32000-2, 7.7.3.4).`
  return { code: 'page_tree_ambiguous', message }
}

function describeNoPage(num: number): Finding {
  const message = `Node ${num} of the page tree lists something that is no page (ISO 32000-2, 7.7.3.2).`
  return { code: 'page_tree_ambiguous', message }
}

function kidsOf(document: PdfDocument, node: PdfRef): readonly PdfObject[] {
  const dict = read(document, node)
  const kids = dict instanceof PdfDict ? read(document, dict.get('Kids')) : null
  return Array.isArray(kids) ? kids : []
}

/** Reads an object; unreadable ones are reported elsewhere. */
function read(document: PdfDocument, object: PdfObject | undefined): PdfObject {
  try {
    return document.resolve(object)
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return null
  }
}
