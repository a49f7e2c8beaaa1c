/**
 * Page trees that readers go through in two ways (ISO 32000-2, 7.7.3): some come down by /Kids and hand on what pages
 * inherit, others go up by /Parent and fetch it. Where the two do not agree, they show the same page with other fonts,
 * in another box or turned, and no drawing that is added later can be held against what everybody sees.
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import type { PdfDocument } from '../../pdf/document.js'
import { PdfDict, type PdfObject, PdfRef } from '../../pdf/objects.js'
import type { Finding } from '../report.js'

/** The first node of the page tree that names another parent than the node that lists it. */
export function findTreeDoubt(document: PdfDocument): Finding | undefined {
  const { catalog } = document
  const root = catalog.get('Pages')
  if (!(root instanceof PdfRef)) return undefined
  const seen = new Set([root.num])
  const pending = [root]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    for (const kid of kidsOf(document, node)) {
      const dict = read(document, kid)
      if (!(kid instanceof PdfRef) || !(dict instanceof PdfDict)) continue
      const parent = dict.get('Parent')
      if (!(parent instanceof PdfRef) || parent.num !== node.num) return describe(kid.num)
      if (dict.has('Kids') && !seen.has(kid.num)) pending.push(kid)
      seen.add(kid.num)
    }
  }
  return undefined
}

function describe(num: number): Finding {
  const message = `Object ${num} of the page tree names another parent than the node that lists it, so that readers differ on what it inherits (ISO 32000-2, 7.7.3.4).`
  return { code: 'page_tree_ambiguous', message }
}

function kidsOf(document: PdfDocument, node: PdfRef): readonly PdfObject[] {
  const dict = read(document, node)
  const kids = dict instanceof PdfDict ? read(document, dict.get('Kids')) : null
  return Array.isArray(kids) ? kids : []
}

/** What cannot be read is told elsewhere. */
function read(document: PdfDocument, object: PdfObject | undefined): PdfObject {
  try {
    return document.resolve(object)
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return null
  }
}
