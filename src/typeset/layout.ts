/**
 * Entry module of the layout: laying out a document, measuring its parts, accounting for its text, and its structure.
 *
 * @module
 */

export { accountForText } from './account/account-for-text.js'
export { checkNumbers } from './account/check-numbers.js'
export { findTargets } from './account/find-targets.js'
export { createDrawChart } from './chart/draw-chart.js'
export { headingOf, textOfHeading } from './flow/heading-title.js'
export { layOutBlocks } from './flow/lay-out-blocks.js'
export { layOutDocument, layOutInSteps } from './flow/lay-out-document.js'
export type { Stack } from './flow/layout-context.js'
export { createMeasureParagraph, type MeasureParagraph } from './flow/measure-paragraphs.js'
export { TYPESET_LIMITS } from './flow/typeset-limits.js'
export { buildStructure, buildStructureInSteps, isLanguageTag } from './structure/build-structure.js'
export { makeNode } from './structure/structure-node.js'
export { giveWay } from './table/give-way.js'
export { isEastAsian } from './text/font-slot.js'
export { type VisibleTextOptions, visibleInlines } from './text/visible-inlines.js'
