/**
 * The areas of the pages in which a report says that something changed. Where the parts that it names stand is read by
 * PDF.js.
 *
 * @module
 */

import type { DocumentChange } from '../../../src/index.js'
import type { PageArea } from '../viewers/differences.js'
import type { SeenAnnotation } from '../viewers/pdfjs-process.js'
import { RESOLUTION, type Views } from '../viewers/viewers.js'

/** What may be drawn in an area, and so what has to be looked at in it. */
export type AreaKind = 'field' | 'annotation' | 'signature' | 'signature in its place'

/** An area that a change explains. */
export interface ExplainedArea extends PageArea {
  readonly kind: AreaKind
  readonly annotation: SeenAnnotation
}

/** Anti-aliasing reaches into the next pixel. */
const MARGIN = 2
/** Without an appearance of their own, markings are drawn a little beyond their rectangles. */
const MARKING_MARGIN = 6
/** The same as a share of the longer side: MuPDF draws squiggly lines by it. */
const MARKING_SHARE = 0.06
/** Share of its height by which the ends of a marker bulge in poppler, which draws one without graphics states by itself. */
const MARKER_BULGE = 0.25
/** Points that the icon of a note takes, whatever its rectangle says (ISO 32000-2, 12.5.6.4). */
const ICON_SIZE = 24
const ICONS: ReadonlySet<string> = new Set(['Text', 'FileAttachment', 'Sound'])

/** Codes of changes to signature fields. */
const OF_SIGNATURES = /signature|timestamp|field_signed/

/** A part of a page in both of its states. */
interface Pair {
  readonly old: SeenAnnotation | undefined
  readonly now: SeenAnnotation | undefined
}

/** The areas of all parts that changes name. */
export function explainedAreas(before: Views, after: Views, changes: readonly DocumentChange[]): ExplainedArea[] {
  const pairs = pairUp(before.annotations, after.annotations)
  return changes.flatMap((change) => pairs.filter((pair) => names(change, pair)).flatMap(areasOf))
}

function pairUp(before: readonly SeenAnnotation[], after: readonly SeenAnnotation[]): Pair[] {
  const keyOf = ({ page, id }: SeenAnnotation) => `${page} ${id}`
  const old = new Map(before.map((annotation) => [keyOf(annotation), annotation]))
  const now = new Map(after.map((annotation) => [keyOf(annotation), annotation]))
  return [...new Set([...old.keys(), ...now.keys()])].map((key) => ({ old: old.get(key), now: now.get(key) }))
}

function names({ code, description }: DocumentChange, { old, now }: Pair): boolean {
  const one = now ?? old
  if (one === undefined) return false
  const { subtype, fieldName, fieldType, page } = one
  if (subtype === 'Widget') {
    // What viewers take for another field is not what a sentence about signatures names.
    if (fieldType !== 'Sig' && OF_SIGNATURES.test(code)) return false
    // Poppler drops the looks of signatures, too.
    if (code === 'appearances_requested' || code === 'appearances_restored') return true
    return fieldName !== undefined && namesField(description, fieldName)
  }
  const isHere = description.endsWith(` page ${page + 1}`)
  if (code === 'annotation_added') return old === undefined && isHere && description.includes(`(${subtype})`)
  if (code === 'annotation_removed')
    return now === undefined && isHere && (description.includes(`(${subtype})`) || description.startsWith(subtype))
  return code === 'annotation_changed' && description.includes(`(${subtype})`) && old !== undefined
}

/** Sentences about fields: their name, then what was done to it. */
function namesField(description: string, name: string): boolean {
  const verbs = ['changed', 'updated', 'added', 'signed', 'was']
  return (
    verbs.some((verb) => new RegExp(`[Ff]ield "?${escapePattern(name)}"? ${verb}`).test(description)) ||
    new RegExp(`^(Signature|Document time stamp) "?${escapePattern(name)}"? added`).test(description)
  )
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function areasOf({ old, now }: Pair): ExplainedArea[] {
  return [old, now].flatMap((annotation) => {
    if (annotation === undefined) return []
    const kind = kindOf({ old, now })
    return [{ page: annotation.page, kind, annotation, ...pixelsOf(annotation) }]
  })
}

function kindOf({ old, now }: Pair): AreaKind {
  const one = now ?? old
  if (one?.subtype !== 'Widget') return 'annotation'
  if (one.fieldType !== 'Sig') return 'field'
  return old === undefined ? 'signature' : 'signature in its place'
}

function pixelsOf({ pixels: [left, top, right, bottom], subtype, hasAppearance }: SeenAnnotation) {
  const icon = ICONS.has(subtype) && !hasAppearance ? (ICON_SIZE * RESOLUTION) / 72 : 0
  const marking = Math.max(MARKING_MARGIN, MARKING_SHARE * Math.max(right - left, Math.abs(bottom - top)))
  const bulge = subtype === 'Highlight' ? Math.ceil(MARKER_BULGE * Math.abs(bottom - top)) : 0
  const margin = Math.max(bulge, hasAppearance || subtype === 'Widget' ? MARGIN : Math.ceil(marking))
  return {
    left: Math.floor(left) - margin,
    top: Math.floor(Math.min(top, bottom - icon)) - margin,
    right: Math.ceil(Math.max(right, left + icon)) + margin,
    bottom: Math.ceil(Math.max(bottom, top + icon)) + margin,
  }
}
