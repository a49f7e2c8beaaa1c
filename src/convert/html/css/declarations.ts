/**
 * Declarations of CSS: `property: value !important`.
 *
 * @module
 */

import { findOutside, removeComments, splitOutside } from './css-text.js'
import { expandShorthand } from './expand-shorthand.js'

/** One longhand property and its value. */
export interface Declaration {
  /** In lower case; a custom property (`--name`) as it is written. */
  readonly property: string
  readonly value: string
  readonly important: boolean
}

/** Reads the declarations of a `style` attribute or of a rule; shorthands are taken apart. */
export function parseDeclarations(text: string): Declaration[] {
  const declarations: Declaration[] = []
  for (const part of splitOutside(removeComments(text), ';')) {
    const colon = findOutside(part, ':')
    if (colon === part.length) continue
    const written = part.slice(0, colon).trim()
    const property = written.startsWith('--') ? written : written.toLowerCase()
    const [value, important] = splitImportance(part.slice(colon + 1).trim())
    // A custom property may be empty: then it says nothing where it is used.
    if (property === '' || (value === '' && !property.startsWith('--'))) continue
    // Variables are only known where the declaration is used, so it is kept as it is.
    if (value.includes('var(')) declarations.push({ property, value, important })
    else pushExpanded(declarations, property, value, important)
  }
  return declarations
}

/** Adds a declaration, or those that a shorthand stands for. */
export function pushExpanded(declarations: Declaration[], property: string, value: string, important: boolean): void {
  const expanded = expandShorthand(property, value)
  if (expanded === undefined) declarations.push({ property, value, important })
  else for (const [longhand, part] of expanded) declarations.push({ property: longhand, value: part, important })
}

function splitImportance(value: string): [value: string, important: boolean] {
  const match = /!\s*important$/i.exec(value)
  return match === null ? [value, false] : [value.slice(0, match.index).trim(), true]
}
