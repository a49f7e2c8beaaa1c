/**
 * Opens fonts provided by a document or by its host.
 *
 * @module
 */

import type { EmbeddedFontFile } from '../model/document-model.js'
import { familyKey } from './family-table.js'
import { subsetFont } from './files/subset-font.js'
import type { FontFace } from './font-face.js'
import type { FontSource } from './font-source.js'
import { openFace } from './open-face.js'

/** A face provided by a document or the host, with its style within the family. */
export interface ProvidedFace {
  readonly face: FontFace
  readonly bold: boolean
  readonly italic: boolean
  readonly isOfDocument: boolean
}

/** Opened faces by the bytes object of their file, since a host passes the same fonts to every conversion. */
const opened = new WeakMap<Uint8Array, FontFace | 'unusable'>()

/**
 * The faces of a document and of the host, by normalised family name; those of the host come first. Fonts that are damaged or
 * must not be embedded are left out.
 */
export function openProvidedFaces(
  embedded: readonly EmbeddedFontFile[],
  sources: readonly FontSource[],
): Map<string, ProvidedFace[]> {
  const families = new Map<string, ProvidedFace[]>()
  const files: readonly (FontSource | EmbeddedFontFile)[] = [...sources, ...embedded]
  for (const [index, { family, bold = false, italic = false, bytes }] of files.entries()) {
    const isOfDocument = index >= sources.length
    const face = openUsable(bytes)
    if (face === undefined) continue
    const key = familyKey(family)
    const faces = families.get(key)
    if (faces === undefined) families.set(key, [{ face, bold, italic, isOfDocument }])
    else faces.push({ face, bold, italic, isOfDocument })
  }
  return families
}

/** The face of a family with the nearest style. A face with the wrong weight is less suitable than one with the wrong slope. */
export function nearestFace(faces: readonly ProvidedFace[], bold: boolean, italic: boolean): ProvidedFace | undefined {
  let best: ProvidedFace | undefined
  let bestDistance = Number.POSITIVE_INFINITY
  for (const face of faces) {
    const distance = (face.bold === bold ? 0 : 2) + (face.italic === italic ? 0 : 1)
    if (distance < bestDistance) {
      best = face
      bestDistance = distance
    }
  }
  return best
}

function openUsable(bytes: Uint8Array): FontFace | undefined {
  let face = opened.get(bytes)
  if (face === undefined) {
    face = tryOpen(bytes)
    opened.set(bytes, face)
  }
  return face === 'unusable' ? undefined : face
}

function tryOpen(bytes: Uint8Array): FontFace | 'unusable' {
  try {
    const face = openFace(bytes)
    if (face.font.metrics.embeddingRestricted) return 'unusable'
    // Makes damage show now that would otherwise show only when the PDF is written.
    subsetFont(face, [face.glyphOf(0x20)])
    return face
  } catch {
    return 'unusable'
  }
}
