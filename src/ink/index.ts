/**
 * The door of this folder: everything that the rest of the project may know about what a page looks like.
 *
 * @module
 */
export { FileDrawings } from './annotations/file-drawings.js'
export { paintsNothing } from './annotations/paints-nothing.js'
export { type ChangedNames, findUsedName } from './annotations/used-names.js'
export { type AnnotationKey, type LookDifference, PageLooks } from './compare/page-look.js'
export { createContentBudget, isUsedUp } from './content/content-budget.js'
export { ContentReader } from './content/content-reader.js'
export type { Drawing } from './content/drawing.js'
export type { DrawnStates } from './drawn-states.js'
export { isCheckMark, isEmptyMark } from './fields/check-mark.js'
export { fontOfWidget, isHarmlessDefaultAppearance, lightnessOfComponents } from './fields/default-appearance.js'
export { findStyleFault, isThinBorder } from './fields/drawn-style.js'
export type { ShownFault } from './fields/field-look.js'
export { keepsIndices } from './fields/list-box.js'
export { isHonestlyMissing, mayBeLacking, seenText, type ValueLetter } from './fields/missing-letters.js'
export { isPlainFont } from './fields/plain-font.js'
export { isInWinAnsi } from './fields/reader-letters.js'
export { readShownPart } from './fields/shown-part.js'
export { dependsOnReader, readShownText, type ShownText, showsItsCaption, showsItsValue } from './fields/shown-value.js'
export { POLICY } from './ink-policy.js'
export { hidesPageAnew } from './judge/field-ground.js'
export { inspectDrawing } from './judge/inspect-drawing.js'
export type { Allowance } from './judge/losses.js'
export { isLegible, type VisibleGlyph } from './text/visible-text.js'
