/**
 * The public interface of this folder: all that the rest of the project may know about what a page looks like.
 *
 * @module
 */

export { paintsNothing } from './annotations/annotation-drawings.js'
export { FileDrawings } from './annotations/file-drawings.js'
export { type AnnotationKey, type LookDifference, PageLooks } from './compare/page-look.js'
export { type ChangedNames, findUsedName } from './compare/used-resources.js'
export { createContentBudget, isUsedUp } from './content/content-budget.js'
export { ContentReader } from './content/content-reader.js'
export type { Drawing } from './content/drawing.js'
export type { DrawnStates } from './drawn-states.js'
export { isCheckMark, isEmptyMark, isMarkOfSome } from './fields/check-mark.js'
export {
  findDrawingFault,
  findStyleFault,
  fontOfWidget,
  isHarmlessDefaultAppearance,
  isPlainFont,
  isThinBorder,
  lightnessOfComponents,
} from './fields/default-appearance.js'
export type { ShownFault } from './fields/field-look.js'
export { formattedValue } from './fields/formatted-value.js'
export { isInWinAnsi } from './fields/letter-faults.js'
export { keepsIndices } from './fields/list-box.js'
export { isHonestlyMissing, mayBeLacking, readShownPart, seenText, type ValueLetter } from './fields/shown-part.js'
export { dependsOnReader, readShownText, type ShownText, showsItsCaption, showsItsValue } from './fields/shown-value.js'
export { comparableText } from './fonts/glyph-meaning.js'
export { POLICY } from './ink-policy.js'
export { hidesPageAnew } from './judge/field-ground.js'
export { inspectDrawing } from './judge/inspect-drawing.js'
export type { Allowance } from './judge/losses.js'
export { readLines } from './text/text-order.js'
export { isLegible, type VisibleGlyph } from './text/visible-text.js'
