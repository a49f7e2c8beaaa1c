/**
 * Decides which elements of a part are processed (ECMA-376-3): branches of alternatives, and ignorable elements.
 *
 * @module
 */

import type { NamespaceScope } from './namespace-scope.js'
import { type AttributeList, rawAttribute } from './xml-tokenizer.js'

/** Element for the content of mc:AlternateContent without a chosen branch. Only the text census reads it. */
export const PASSED_OVER = 'mc:AlternateContent'

/** How an open element is processed. */
export type Role =
  | 'element'
  /** The element is kept apart with its content: no reader uses it, but its text must not be lost silently. */
  | 'aside'
  /** The children are added to the element around. */
  | 'transparent'
  /** An mc:AlternateContent, before and after one of its branches was chosen. */
  | 'undecided'
  | 'decided'

/** An open element, whose role changes when one of its branches is taken. */
interface OpenRole {
  role: Role
}

/** How an element is treated (ECMA-376-3, 9.2 and 9.3); `undefined`: it is left out with all its content. */
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
      // Only branches belong in an mc:AlternateContent.
      return isInAlternatives(parent) ? 'aside' : 'element'
  }
}

export const BRANCHES: ReadonlySet<string> = new Set(['mc:Choice', 'mc:Fallback'])

export function isInAlternatives(parent: OpenRole | undefined): boolean {
  return parent?.role === 'undecided' || parent?.role === 'decided'
}
