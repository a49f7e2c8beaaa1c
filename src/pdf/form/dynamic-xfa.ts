/**
 * Forms that viewers with XFA draw by a template instead of the pages of the file (ISO 32000-1, 12.7.8).
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import type { PdfDocument } from '../document.js'
import { type PdfObject, PdfStream } from '../objects.js'
import { viewOf } from '../syntax/syntax.js'

/** Most parts of a form that are read. The standard names about ten. */
const MAX_PACKETS = 64
/** Most decoded bytes of one part that are read. The needed part takes a few kilobytes. */
const MAX_PACKET_BYTES = 4 * 1024 * 1024

/** Setting with which viewers lay out the form from its template, whatever the pages show (XFA 3.3, "Config"). */
const DYNAMIC_RENDER = /<(?:\w+:)?dynamicRender>\s*required\s*</

/**
 * True when viewers with XFA show another document than others: the catalog says that the pages have to be made first
 * (/NeedsRendering), or the form says that it is dynamic. All viewers draw a static form on its pages.
 */
export function isDynamicXfa(document: PdfDocument): boolean {
  const { catalog } = document
  const form = document.lookupDict(catalog, 'AcroForm')
  const xfa = form === undefined ? null : document.lookup(form, 'XFA')
  if (xfa === null) return false
  if (document.lookup(catalog, 'NeedsRendering') === true) return true
  return packetsOf(document, xfa).some((packet) => isDynamic(document, packet))
}

/** The parts of a form, which is one stream, or an array of names and streams (Table 224). */
function packetsOf(document: PdfDocument, xfa: PdfObject): PdfStream[] {
  const items = Array.isArray(xfa) ? xfa.slice(0, 2 * MAX_PACKETS) : [xfa]
  return items.map((item) => document.resolve(item)).filter((item) => item instanceof PdfStream)
}

function isDynamic(document: PdfDocument, packet: PdfStream): boolean {
  try {
    const text = viewOf(document.decode(packet, { maxBytes: MAX_PACKET_BYTES, tolerant: true })).toString('latin1')
    return DYNAMIC_RENDER.test(text)
  } catch (error) {
    // Other programs cannot read this form either.
    if (error instanceof SealwrightError) return false
    throw error
  }
}
