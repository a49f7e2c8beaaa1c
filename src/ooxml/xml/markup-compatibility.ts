/**
 * Which elements of a part count (ECMA-376-3): branches of alternatives, and what may be ignored.
 *
 * @module
 */

import type { NamespaceScope } from './namespace-scope.js'
import { type AttributeList, rawAttribute } from './xml-tokenizer.js'

/** Holds what stood in branches of mc:AlternateContent of which none was taken. No reader looks into it but the census of text. */
export const PASSED_OVER = 'mc:AlternateContent'

/** What becomes of an open element. */
export type Role =
  | 'element'
  /** It is kept apart with its content: no reader uses it, but its text must not be lost silently. */
  | 'aside'
  /** Its children go to the element around it. */
  | 'transparent'
  /** mc:AlternateContent, before and after one of its branches was taken. */
  | 'undecided'
  | 'decided'

/** An open element, whose role changes when one of its branches is taken. */
interface OpenRole {
  role: Role
}

/** What to do with an element (ECMA-376-3, 9.2 and 9.3); `undefined`: leave it out with all that it holds. */
export function roleOf(
  name: string,
  attributes: AttributeList,
  scope: NamespaceScope,
  parent: OpenRole | undefined,
): Role | undefined {
  if (scope.isIgnored(name)) return scope.processesContent(name) ? 'transparent' : 'aside'
  switch (name) {
    case 'mc:AlternateContent':
      return 'undecided'
    case 'mc:Choice':
    case 'mc:Fallback':
      if (parent?.role === 'decided') return undefined
      if (parent?.role !== 'undecided') return 'aside'
      if (name === 'mc:Choice' && !scope.understands(rawAttribute(attributes, 'Requires') ?? '')) return 'aside'
      parent.role = 'decided'
      return 'transparent'
    default:
      // Only branches belong in mc:AlternateContent.
      return isInAlternatives(parent) ? 'aside' : 'element'
  }
}

export const BRANCHES: ReadonlySet<string> = new Set(['mc:Choice', 'mc:Fallback'])

export function isInAlternatives(parent: OpenRole | undefined): boolean {
  return parent?.role === 'undecided' || parent?.role === 'decided'
}
