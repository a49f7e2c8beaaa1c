/**
 * The fonts that a document or its host brings.
 *
 * @module
 */

import type { EmbeddedFontFile } from '../model/document-model.js'
import { familyKey } from './family-table.js'
import { subsetFont } from './files/subset-font.js'
import type { FontFace } from './font-face.js'
import type { FontSource } from './font-source.js'
import { openFace } from './open-face.js'

/** A face that a document or the host brings, and which style of its family it is. */
export interface ProvidedFace {
  readonly face: FontFace
  readonly bold: boolean
  readonly italic: boolean
}

/** Files of the same bytes object are opened once: a host hands the same fonts to every conversion. */
const opened = new WeakMap<Uint8Array, FontFace | 'unusable'>()

/**
 * The faces of a document and of the host, by normalised family name; the host's come first. A font that is damaged or that
 * must not be embedded is left out.
 */
export function openProvidedFaces(
  embedded: readonly EmbeddedFontFile[],
  sources: readonly FontSource[],
): Map<string, ProvidedFace[]> {
  const families = new Map<string, ProvidedFace[]>()
  for (const { family, bold = false, italic = false, bytes } of [...sources, ...embedded]) {
    const face = openUsable(bytes)
    if (face === undefined) continue
    const key = familyKey(family)
    const faces = families.get(key)
    if (faces === undefined) families.set(key, [{ face, bold, italic }])
    else faces.push({ face, bold, italic })
  }
  return families
}

/** The face of a family that is nearest to the style asked for; a wrong slope is nearer than a wrong weight. */
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
    // Damage that would only show when the PDF is written shows now.
    subsetFont(face, [face.glyphOf(0x20)])
    return face
  } catch {
    return 'unusable'
  }
}
