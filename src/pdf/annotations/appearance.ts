/**
 * Appearance streams of annotations (ISO 32000-2, 12.5.5).
 *
 * @module
 */
import type { PdfDocument } from '../document.js'
import { nameOf, PdfDict, type PdfObject, PdfStream } from '../objects.js'
import { resolveOrNull } from '../syntax/lenient-lookup.js'

/** The appearances that readers know: the normal one, and those under and below the pointer (Table 170). */
const APPEARANCES = ['N', 'R', 'D'] as const

/**
 * The streams of an appearance dictionary by their path: `N`, `D/Yes`, ... Unknown keys have no path: since names may contain
 * slashes, it could be equal to that of a state.
 */
export function appearanceStreams(document: PdfDocument, annotation: PdfDict): Map<string, PdfObject> {
  const streams = new Map<string, PdfObject>()
  const appearances = resolveOrNull(document, annotation.get('AP'))
  if (!(appearances instanceof PdfDict)) return streams
  for (const key of APPEARANCES) {
    const object = appearances.get(key) ?? null
    const value = resolveOrNull(document, object)
    if (value instanceof PdfStream) streams.set(key, object)
    if (!(value instanceof PdfDict)) continue
    for (const [state, item] of value.entries) {
      if (resolveOrNull(document, item) instanceof PdfStream) streams.set(`${key}/${state}`, item)
    }
  }
  return streams
}

/** The state that an appearance is for, `Yes` for `N/Yes`; `undefined` for an appearance without states. */
export function stateOfPlace(place: string): string | undefined {
  return place[1] === '/' ? place.slice(2) : undefined
}

/** The shown stream: the normal appearance, in the state selected by /AS. */
export function shownAppearance(document: PdfDocument, annotation: PdfDict): PdfStream | undefined {
  const appearances = resolveOrNull(document, annotation.get('AP'))
  const normal = appearances instanceof PdfDict ? resolveOrNull(document, appearances.get('N')) : null
  if (normal instanceof PdfStream) return normal
  const state = nameOf(resolveOrNull(document, annotation.get('AS')))
  if (!(normal instanceof PdfDict) || state === undefined) return undefined
  const stream = resolveOrNull(document, normal.get(state))
  return stream instanceof PdfStream ? stream : undefined
}
