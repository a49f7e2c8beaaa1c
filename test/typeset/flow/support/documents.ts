/**
 * Small documents for tests of the flow.
 *
 * @module
 */

import type { Page } from '../../../../src/typeset/display/display-list.js'
import { layOutDocument } from '../../../../src/typeset/flow/lay-out-document.js'
import type { Block, DocumentModel, Section, SectionProperties } from '../../../../src/typeset/model/document-model.js'
import type { DrawingAnchor } from '../../../../src/typeset/model/drawing-model.js'
import { plainDocument, plainSection } from '../../../../src/typeset/model/plain-model.js'
import { visibleItems } from '../../../support/visible-items.js'
import { fixedFonts } from '../../text/support/fixed-fonts.js'

/** A page of 2,000 by 2,400 twips with room for ten lines of 10-point text, 20 characters wide. */
export const SECTION: SectionProperties = plainSection([], {
  pageWidth: 2400,
  pageHeight: 2400,
  marginTop: 200,
  marginRight: 200,
  marginBottom: 200,
  marginLeft: 200,
  headerDistance: 100,
  footerDistance: 100,
}).properties

export function section(blocks: readonly Block[], properties: Partial<SectionProperties> = {}): Section {
  return { blocks, properties: { ...SECTION, ...properties } }
}

export function document(sections: readonly Section[], changes: Partial<DocumentModel> = {}): DocumentModel {
  return { ...plainDocument(sections), ...changes }
}

/** Anchors a drawing at the corner of its paragraph, with text on both sides. */
export const SQUARE_ANCHOR: DrawingAnchor = {
  horizontal: { relativeTo: 'column', offset: 0 },
  vertical: { relativeTo: 'paragraph', offset: 0 },
  wrap: 'square',
  wrapSide: 'both',
  distances: { top: 0, right: 0, bottom: 0, left: 0 },
  behindText: false,
  allowOverlap: true,
  layoutInCell: true,
  zOrder: 1,
}

export function pagesOf(model: DocumentModel): readonly Page[] {
  return layOutDocument(model, { fonts: fixedFonts() }).pages
}

/** Texts of a page with the places of their baselines. */
export function placedTexts(
  page: Page | undefined,
): { readonly text: string; readonly x: number; readonly y: number }[] {
  return visibleItems(page?.items ?? []).flatMap((item) =>
    item.kind === 'glyphs' ? [{ text: [...item.texts].join('').trim(), x: item.x, y: item.y }] : [],
  )
}

export function textsOf(page: Page | undefined): string[] {
  return placedTexts(page).map(({ text }) => text)
}
