/**
 * Space between paragraphs.
 *
 * @module
 */

import type { Block, DocumentSettings, Paragraph } from '../model/document-model.js'

/** HTML's automatic spacing in print, in twips: 14 points (ECMA-376-1, 17.3.1.33). */
const AUTO_SPACING = 280
/**
 * Automatic spacing in documents that keep Word 97's fixed amount, in twips: 5 points (w:doNotUseHTMLParagraphAutoSpacing,
 * ECMA-376-1, 17.15.3.21).
 */
const FIXED_AUTO_SPACING = 100

/** Word's two ways of combining the space between paragraphs. */
export interface SpacingRules {
  /** Whether spaces after and before are added up; otherwise the larger one counts. */
  readonly adds: boolean
}

/** The rules that a document's compatibility settings ask for. */
export function spacingRules(settings: DocumentSettings): SpacingRules {
  return { adds: settings.compatibility.has('doNotUseHTMLParagraphAutoSpacing') }
}

/**
 * Space above a paragraph that stands alone or opens a page.
 *
 * @param isFirst whether it is the first in its cell or text, where automatic spacing is dropped
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

/** Space between two neighbours in a flow: the larger of their spaces, as in Word and HTML. */
export function spaceBetween(above: Block | undefined, below: Block, rules: SpacingRules): number {
  const after = above?.kind === 'paragraph' ? spaceTowards(below, above, rules) : 0
  const before = below.kind === 'paragraph' ? beforeIn(above, below, rules) : 0
  if (rules.adds) return after + before
  // The space that contextual spacing removes would have been part of the larger space (the example of ECMA-376-1, 17.3.1.9).
  const takenOff = above?.kind === 'paragraph' ? Math.max(0, spaceAfter(above, rules) - after) : 0
  return Math.max(after, before - takenOff)
}

/** The space that a paragraph requires between itself and the next block. */
export function spaceTowards(below: Block, above: Paragraph, rules: SpacingRules): number {
  // Contextual spacing only removes the space of the paragraph that has it (ECMA-376-1, 17.3.1.9).
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

/** Whether a paragraph has no space towards a neighbour of the same style (w:contextualSpacing). */
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
