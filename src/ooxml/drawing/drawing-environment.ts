/**
 * Context for reading a drawing.
 *
 * @module
 */

import type { DrawChart, Drawing, DrawingAnchor, TextLinks } from '../../typeset/drawings.js'
import type { Block, LinkTarget } from '../../typeset/model/document-model.js'
import type { OpcPackage, Relationship } from '../package/package.js'
import type { Theme } from '../parts/theme.js'
import type { TextCensus } from '../text-census.js'
import type { XmlElement } from '../xml/xml-element.js'
import type { ImageRegistry } from './image-registry.js'

/** What reading a drawing needs to know about the document around it. */
export interface DrawingEnvironment {
  readonly package: OpcPackage
  /** The part that contains the element. Relationship ids are looked up there. */
  readonly partName: string
  readonly theme: Theme
  /** Records which text was read. */
  readonly census: TextCensus
  /** Collects the pictures of the document. */
  readonly images: ImageRegistry
  /** VML templates (v:shapetype) of the document that were read so far. */
  readonly shapeTypes: Map<string, XmlElement>
  /** Collects the text boxes that go on in others. */
  readonly textLinks: TextLinks
  /** Draws charts in the document's fonts. */
  readonly drawChart: DrawChart
  /** Reads the paragraphs and tables of a text box (w:txbxContent). */
  readBlocks(container: XmlElement): readonly Block[]
  /** Adds a warning for the user. The same warning may be added more than once. */
  warn(message: string): void
}

/** A drawing in the text, or one that floats. */
export type ReadDrawing =
  | { readonly inline: Drawing; readonly link?: LinkTarget }
  | { readonly floating: Drawing; readonly anchor: DrawingAnchor; readonly link?: LinkTarget }

/** The relationship that an element of the current part names. */
export function findRelationship(env: DrawingEnvironment, id: string | undefined): Relationship | undefined {
  return id === undefined ? undefined : env.package.relationships(env.partName).get(id)
}
