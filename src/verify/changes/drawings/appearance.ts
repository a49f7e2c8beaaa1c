/**
 * Appearance streams of annotations (ISO 32000-2, 12.5.5).
 *
 * @module
 */
import type { PdfDocument } from '../../../pdf/document.js'
import { nameOf, PdfDict, type PdfObject, PdfStream } from '../../../pdf/objects.js'
import { resolveOrNull } from '../equality.js'

/** The streams of an appearance dictionary by their place: `N`, `D/Yes`, ... */
export function appearanceStreams(document: PdfDocument, annotation: PdfDict): Map<string, PdfObject> {
  const streams = new Map<string, PdfObject>()
  const appearances = resolveOrNull(document, annotation.get('AP'))
  if (!(appearances instanceof PdfDict)) return streams
  for (const [key, object] of appearances.entries) {
    const value = resolveOrNull(document, object)
    if (value instanceof PdfStream) streams.set(key, object)
    if (!(value instanceof PdfDict)) continue
    for (const [state, item] of value.entries) {
      if (resolveOrNull(document, item) instanceof PdfStream) streams.set(`${key}/${state}`, item)
    }
  }
  return streams
}

/** The stream that is shown: the normal appearance, in the state that /AS chooses. */
export function shownAppearance(document: PdfDocument, annotation: PdfDict): PdfStream | undefined {
  const appearances = resolveOrNull(document, annotation.get('AP'))
  const normal = appearances instanceof PdfDict ? resolveOrNull(document, appearances.get('N')) : null
  if (normal instanceof PdfStream) return normal
  const state = nameOf(resolveOrNull(document, annotation.get('AS')))
  if (!(normal instanceof PdfDict) || state === undefined) return undefined
  const stream = resolveOrNull(document, normal.get(state))
  return stream instanceof PdfStream ? stream : undefined
}
