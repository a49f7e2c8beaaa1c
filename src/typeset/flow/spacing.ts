/**
 * Space between paragraphs.
 *
 * @module
 */

import type { Block, DocumentSettings, Paragraph } from '../model/document-model.js'

/** What HTML's automatic spacing comes to in print: 14 points (ECMA-376-1, 17.3.1.33). */
const AUTO_SPACING = 280
/** The same for documents that keep Word 97's fixed amount (w:doNotUseHTMLParagraphAutoSpacing, ECMA-376-1, 17.15.3.21): 5 points. */
const FIXED_AUTO_SPACING = 100

/** Which of Word's two ways to deal with space between paragraphs a document asks for. */
export interface SpacingRules {
  /** Spaces after and before are added up; otherwise the larger one counts. */
  readonly adds: boolean
}

/** The rules that a document's compatibility settings ask for. */
export function spacingRules(settings: DocumentSettings): SpacingRules {
  return { adds: settings.compatibility.has('doNotUseHTMLParagraphAutoSpacing') }
}

/**
 * Space above a paragraph that stands alone or opens a page.
 *
 * @param isFirst it is the first in its cell or text: automatic spacing falls away there
 */
export function spaceBefore(paragraph: Paragraph, rules: SpacingRules, isFirst = false): number {
  const { properties } = paragraph
  if (!properties.autoSpaceBefore) return properties.spaceBefore
  if (rules.adds) return FIXED_AUTO_SPACING
  return isFirst || paragraph.label !== undefined ? 0 : AUTO_SPACING
}

/** Space below a paragraph with nothing after it. */
export function spaceAfter(paragraph: Paragraph, rules: SpacingRules, isLast = false): number {
  const { properties } = paragraph
  if (!properties.autoSpaceAfter) return properties.spaceAfter
  if (rules.adds) return FIXED_AUTO_SPACING
  return isLast || paragraph.label !== undefined ? 0 : AUTO_SPACING
}

/** Space between two neighbours of a flow: the larger of what they ask for, as Word and HTML have it. */
export function spaceBetween(above: Block | undefined, below: Block, rules: SpacingRules): number {
  const after = above?.kind === 'paragraph' ? spaceTowards(below, above, rules) : 0
  const before = below.kind === 'paragraph' ? beforeIn(above, below, rules) : 0
  if (rules.adds) return after + before
  // What contextual spacing takes off would have been part of the larger space (the example of ECMA-376-1, 17.3.1.9).
  const takenOff = above?.kind === 'paragraph' ? Math.max(0, spaceAfter(above, rules) - after) : 0
  return Math.max(after, before - takenOff)
}

/** What a paragraph asks for between itself and the block after it. */
export function spaceTowards(below: Block, above: Paragraph, rules: SpacingRules): number {
  // Contextual spacing is each paragraph's own: it drops that paragraph's share only (ECMA-376-1, 17.3.1.9).
  if (isContextual(above, styleOf(below))) return 0
  if (above.properties.autoSpaceAfter && !rules.adds && above.label !== undefined && isListItem(below)) return 0
  return above.properties.autoSpaceAfter && !rules.adds ? AUTO_SPACING : spaceAfter(above, rules)
}

function beforeIn(above: Block | undefined, below: Paragraph, rules: SpacingRules): number {
  if (isContextual(below, styleOf(above))) return 0
  if (below.properties.autoSpaceBefore && !rules.adds) {
    return below.label !== undefined && above !== undefined && isListItem(above) ? 0 : AUTO_SPACING
  }
  return spaceBefore(below, rules)
}

/** Whether a paragraph has no space towards a neighbour of some style, since it has the same (w:contextualSpacing). */
export function isContextual({ properties }: Paragraph, neighbour: string | undefined): boolean {
  return properties.contextualSpacing && neighbour === properties.styleId
}

/** The style of a paragraph. */
export function styleOf(block: Block | undefined): string | undefined {
  return block?.kind === 'paragraph' ? block.properties.styleId : undefined
}

function isListItem(block: Block): boolean {
  return block.kind === 'paragraph' && block.label !== undefined
}
