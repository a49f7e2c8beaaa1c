/**
 * Names of structure types in a file.
 *
 * @module
 */

import type { StructureNode, StructureVersion } from '../structure/structure-node.js'

/** Deepest level of headings. PDF 1.7 has types for six levels, PDF 2.0 for any number, and word processors have nine. */
const DEEPEST_HEADING: Readonly<Record<StructureVersion, number>> = { '1.7': 6, '2.0': 9 }

/** The name of an element's structure type in a file (ISO 32000-1, 14.8.4; ISO 32000-2, 14.8.4). */
export function typeName({ type, level = 0 }: StructureNode, version: StructureVersion): string {
  if (type === 'H') return `H${Math.min(level + 1, DEEPEST_HEADING[version])}`
  return type === 'Note' && version === '2.0' ? 'FENote' : type
}
