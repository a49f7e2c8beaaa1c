/**
 * What a built-in look consists of.
 *
 * @module
 */

import type { FlowBlock, FlowDocument, PageSetup, RunningContent, TableLook } from '../docx-writer/flow-document.js'
import type { PageFacts } from './page-facts.js'
import type { Words } from './words.js'

/** Facts about the document that gets a look. */
export interface LookSubject {
  readonly facts: PageFacts
  readonly words: Words
  /** The title: from the front matter, or the only level-1 heading. */
  readonly title: string
  readonly page: PageSetup
  readonly rightToLeft: boolean
}

/** The styles and the fixed parts of a kind of document. */
export interface DocumentLook {
  readonly margins: PageSetup['margins']
  readonly styles: NonNullable<FlowDocument['styles']>
  /** Font family and size of text in scripts that the body's family does not support. */
  readonly otherScripts: { readonly fontFamily: string; readonly size: number }
  readonly table: TableLook
  /** Blocks before and after the text. */
  opening(subject: LookSubject): readonly FlowBlock[]
  closing(subject: LookSubject): readonly FlowBlock[]
  running(subject: LookSubject): RunningContent
  /** Whether headings and lists are numbered as clauses. */
  readonly hasClauses: boolean
}
