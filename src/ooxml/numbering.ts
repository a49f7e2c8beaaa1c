/**
 * Labels of lists in document order (ECMA-376-1, 17.9).
 *
 * @module
 */

import type { RunProperties } from '../typeset/model/properties.js'
import type { Formatting, ParagraphFormat } from './formatting.js'
import type { XmlElement } from './xml-element.js'

/** A list label whose picture, if it has one, is still XML. */
export interface NumberLabel {
  readonly text: string
  readonly run: RunProperties
  readonly alignment: 'left' | 'center' | 'right'
  readonly suffix: 'tab' | 'space' | 'nothing'
  /** `w:pict` or `w:drawing` of a picture bullet; its relationships are those of {@link Numbering.part}. */
  readonly picture?: XmlElement
}

/** Counts the list paragraphs of a document. */
export class Numbering {
  /** Name of the numbering part. */
  readonly part: string | undefined

  constructor(_formatting: Formatting) {
    throw new Error('being written')
  }

  /** Counts a paragraph and gives its label. To be called once for every paragraph, in document order. */
  next(_paragraph: ParagraphFormat): NumberLabel | undefined {
    throw new Error('being written')
  }
}
