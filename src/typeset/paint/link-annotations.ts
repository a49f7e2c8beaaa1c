/**
 * Writes links as annotations of a PDF.
 *
 * @module
 */

import { PdfDict, PdfName, type PdfObject, type PdfRef, PdfString } from '../../pdf/objects.js'
import { latin1Bytes } from '../../pdf/reading.js'
import { textString } from '../../pdf/text.js'
import type { LinkTarget } from '../model/document-model.js'
import type { StructureNode } from '../structure/structure-node.js'
import type { NodeRefs } from './node-refs.js'
import type { PageMarks, Place, PlacedLink } from './page-marks.js'

/** A page object and the height of the page, in twips. */
export interface PlacedPage {
  readonly ref: PdfRef
  readonly height: number
}

/**
 * Link annotations of one page (ISO 32000-2, 12.5.6.5). Links without a target and links that could start a program are left
 * out.
 */
export function linkAnnotations(
  links: readonly PlacedLink[],
  height: number,
  marks: PageMarks,
  targets: Targets,
): LinkAnnotation[] {
  const annotations: LinkAnnotation[] = []
  for (const link of links) {
    const action = actionOf(link, marks, targets)
    if (action === undefined) continue
    annotations.push({
      node: link.node,
      dict: new PdfDict({
        Type: PdfName.of('Annot'),
        Subtype: PdfName.of('Link'),
        Rect: [link.x, height - link.y - link.height, link.x + link.width, height - link.y].map(toPoints),
        Border: [0, 0, 0],
        // The flag Print, which PDF/A requires.
        F: 4,
        Contents: textString(describeTarget(link.target, marks)),
        ...action,
      }),
    })
  }
  return annotations
}

/** A link annotation and its structure element. */
export interface LinkAnnotation {
  readonly dict: PdfDict
  readonly node: StructureNode | undefined
}

/** Description of the link's target (ISO 14289-1, 7.18.5). */
function describeTarget(target: LinkTarget, marks: PageMarks): string {
  if ('url' in target) return target.url.trim()
  return `Page ${(marks.bookmarks.get(target.bookmark)?.page ?? 0) + 1}`
}

/** Safe schemes: no scripts, programs or local files. */
const SCHEME = /^(?:https?|mailto|ftps?|tel|sms|news|urn):/i
/** Longest address of a link. A longer one is more likely an attack on a reader than a link. */
const MAX_URL_LENGTH = 8192

function actionOf({ target }: PlacedLink, marks: PageMarks, targets: Targets): Record<string, PdfObject> | undefined {
  if ('bookmark' in target) {
    const place = marks.bookmarks.get(target.bookmark)
    return place === undefined ? undefined : leadTo(place, targets)
  }
  const url = target.url.trim()
  if (!SCHEME.test(url) || url.length > MAX_URL_LENGTH) return undefined
  return { A: new PdfDict({ S: PdfName.of('URI'), URI: new PdfString(latin1Bytes(asciiUrl(url))) }) }
}

/** An address as 7-bit ASCII (ISO 32000-2, 12.6.4.8). All other characters are percent-encoded. */
function asciiUrl(url: string): string {
  let ascii = ''
  for (const character of url) {
    const code = character.codePointAt(0) ?? 0
    if (code > 0x20 && code < 0x7f) ascii += character
    // A lone surrogate cannot be encoded.
    else if (code < 0xd800 || code > 0xdfff) ascii += encodeURIComponent(character)
  }
  return ascii
}

/** Targets that links and outline items of a file refer to. */
export interface Targets {
  readonly pages: readonly PlacedPage[]
  /** Structure elements, which targets refer to as well; left out: targets refer to pages only. */
  readonly refs?: NodeRefs | undefined
}

/**
 * The dictionary entry of a link or outline item that leads to the top of a place and keeps the zoom (ISO 32000-2, 12.3.2.2). A
 * structure destination is part of an action (12.6.4.2), beside a page for readers that do not support it.
 */
export function leadTo(place: Place, { pages, refs }: Targets): Record<string, PdfObject> | undefined {
  const page = pages[place.page]
  if (page === undefined) return undefined
  const view = [PdfName.of('XYZ'), null, toPoints(Math.min(page.height, page.height - place.y)), null]
  const destination = [page.ref, ...view]
  if (refs === undefined || place.node === undefined) return { Dest: destination }
  const element = [refs.of(place.node), ...view]
  return { A: new PdfDict({ S: PdfName.of('GoTo'), D: destination, SD: element }) }
}

function toPoints(twips: number): number {
  return Math.round(twips * 5) / 100
}
