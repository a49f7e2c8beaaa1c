/**
 * All CSS properties that are known, and what becomes of their declarations.
 *
 * @module
 */

import { BOX_PROPERTIES } from './box-properties.js'
import type { CssProperty } from './css-property.js'
import type { Declaration } from './declarations.js'
import { LAYOUT_PROPERTIES } from './layout-properties.js'
import { TEXT_PROPERTIES } from './text-properties.js'
import { TURNING_PROPERTIES } from './turn-box.js'
import { UNSHOWN_PROPERTIES } from './unshown-properties.js'

/** One entry for each property; a test sees to it that no module describes what another one does. */
export const PROPERTY_GROUPS = [
  TEXT_PROPERTIES,
  BOX_PROPERTIES,
  LAYOUT_PROPERTIES,
  TURNING_PROPERTIES,
  UNSHOWN_PROPERTIES,
] as const

export const CSS_PROPERTIES: ReadonlyMap<string, CssProperty> = new Map(
  PROPERTY_GROUPS.flatMap((group) => Object.entries(group)),
)

/** Whether a page with this declaration looks different from what it says. */
export function isLost(property: string, value: string): boolean {
  const lossless = CSS_PROPERTIES.get(property)?.lossless
  const lower = value.toLowerCase()
  return lossless !== undefined && !lossless.test(lower) && !/^(?:inherit|initial|unset|revert)$/.test(lower)
}

/** Properties of an element's declarations whose effect is not shown. The last declaration of a name counts. */
export function unmetProperties(declarations: readonly Declaration[]): readonly string[] {
  let unmet: Set<string> | undefined
  for (const { property, value } of declarations) {
    if (CSS_PROPERTIES.get(property)?.lossless === undefined) continue
    unmet ??= new Set()
    const name = /^border-.*-radius$/.test(property) ? 'border-radius' : property
    if (isLost(property, value)) unmet.add(name)
    else unmet.delete(name)
  }
  return unmet === undefined ? NONE : [...unmet]
}

const NONE: readonly string[] = []
