/**
 * A page before its text: what its header and footer leave of it.
 *
 * @module
 */

import type { Section } from '../model/document-model.js'
import type { Exclusion } from './exclusions.js'
import type { FlowContext } from './flow-context.js'
import { footerFrame, type HeaderCache, headerFrame, headerKind } from './headers.js'
import type { PageDraft, Region } from './page-draft.js'
import { columnsOf, pageGeometry } from './page-geometry.js'
import { stackFloats } from './stack-floats.js'

/** Which page of which section is to be opened. */
export type PagePlace = Pick<PageDraft, 'sectionIndex' | 'number' | 'isFirstOfSection'> & { readonly section: Section }

/** A page without text. */
export interface OpenedPage {
  readonly page: PageDraft
  /** Its only region, without columns as yet. */
  readonly region: Region
  /** Text keeps off the drawings of headers too: letterheads make room for themselves this way. */
  readonly exclusions: Exclusion[]
}

/** Finds out what header and footer leave of a page. */
export function openPage(place: PagePlace, headers: HeaderCache, context: FlowContext): OpenedPage {
  const { section, number, isFirstOfSection } = place
  const { properties } = section
  const { settings } = context.document
  const isEven = number % 2 === 0
  const kind = headerKind(properties, isFirstOfSection, isEven, settings.evenAndOddHeaders)
  const plain = pageGeometry(properties, settings, isEven, 0, 0)
  const { [kind]: headerBlocks } = properties.headers
  const { [kind]: footerBlocks } = properties.footers
  const header = headers.measured(headerBlocks, plain.textWidth, headerFrame(plain, properties))
  const footer = headers.measured(footerBlocks, plain.textWidth, footerFrame(plain))
  const geometry = pageGeometry(properties, settings, isEven, header.height, footer.height)
  const footerTop = properties.pageHeight - properties.footerDistance - footer.height
  const floats = [
    ...stackFloats(header, geometry, properties.headerDistance, context),
    ...stackFloats(footer, geometry, footerTop, context),
  ]
  const region: Region = {
    section,
    frame: geometry.frame,
    top: geometry.bodyTop,
    columns: columnsOf(properties, geometry),
    drafts: [],
  }
  return {
    page: { ...place, geometry, headerKind: kind, regions: [region] },
    region,
    exclusions: floats.flatMap(({ exclusion }) => exclusion ?? []),
  }
}
