/**
 * Reads the parts of a written DOCX.
 *
 * @module
 */

import { openPackage } from '../../../src/ooxml/package/package.js'

/** A part of a DOCX as text; `''` if there is none of that name. */
export function partOf(docx: Uint8Array, name: string): string {
  return new TextDecoder().decode(openPackage(docx).part(name) ?? new Uint8Array())
}

/** What w:body holds, without its section. */
export function bodyOf(docx: Uint8Array): string {
  return /<w:body>(.*)<w:sectPr>/s.exec(partOf(docx, '/word/document.xml'))?.[1] ?? ''
}
