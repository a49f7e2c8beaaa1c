/**
 * Targets of links, without those that would run code.
 *
 * @module
 */

import type { LinkTarget } from '../../typeset/model/document-model.js'

/** Schemes that run code or read local files. */
const UNSAFE = /^\s*(javascript|vbscript|data|file|jscript):/i

/** A link out of the document; undefined for one that must not be followed. `place` is the fragment of its target. */
export function externalLink(url: string, place?: string): LinkTarget | undefined {
  const target = url.trim()
  if (target === '' || UNSAFE.test(target)) return undefined
  return { url: place === undefined || place === '' ? target : `${target}#${place}` }
}

/** A link to a bookmark of the document. */
export function bookmarkLink(name: string | undefined): LinkTarget | undefined {
  return name === undefined || name === '' ? undefined : { bookmark: name }
}
