/**
 * DOCX files that mean harm, by name.
 *
 * @module
 */

import { HOSTILE_ARCHIVES } from './hostile-archives.js'
import { HOSTILE_COUNTS } from './hostile-counts.js'
import { HOSTILE_LINKS } from './hostile-links.js'
import { HOSTILE_DEPTHS, HOSTILE_REFERENCES, HOSTILE_XML } from './hostile-markup.js'
import { HOSTILE_PICTURES } from './hostile-pictures.js'
import { HOSTILE_PAGES, HOSTILE_SIZES } from './hostile-sizes.js'

/** Documents that are quickly refused or converted, however they look, by name. */
export const QUICK_HOSTILE_DOCX: Readonly<Record<string, () => Uint8Array>> = {
  ...HOSTILE_XML,
  ...HOSTILE_REFERENCES,
  ...HOSTILE_DEPTHS,
  ...HOSTILE_LINKS,
  ...HOSTILE_SIZES,
  ...HOSTILE_PAGES,
}

/** All documents that mean harm, by name. */
export const HOSTILE_DOCX: Readonly<Record<string, () => Uint8Array>> = {
  ...HOSTILE_ARCHIVES,
  ...QUICK_HOSTILE_DOCX,
  ...HOSTILE_PICTURES,
  ...HOSTILE_COUNTS,
}
