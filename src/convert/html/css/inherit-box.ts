/**
 * Properties of boxes that take their value from the element around (CSS Cascading and Inheritance Level 4, 7.3.2).
 *
 * @module
 */

import type { StyleDraft } from './computed-style.js'

const BOX_MEMBERS = new Map<
  string,
  'display' | 'width' | 'height' | 'minWidth' | 'maxWidth' | 'minHeight' | 'maxHeight'
>([
  ['display', 'display'],
  ['width', 'width'],
  ['height', 'height'],
  ['min-width', 'minWidth'],
  ['max-width', 'maxWidth'],
  ['min-height', 'minHeight'],
  ['max-height', 'maxHeight'],
])

const FLEX_MEMBERS = new Map<string, 'templateColumns' | 'templateRows' | 'templateAreas' | 'columnGap' | 'rowGap'>([
  ['grid-template-columns', 'templateColumns'],
  ['grid-template-rows', 'templateRows'],
  ['grid-template-areas', 'templateAreas'],
  ['column-gap', 'columnGap'],
  ['row-gap', 'rowGap'],
])

/** Takes a property of boxes from the element around, where it says `inherit`. Returns whether it is one that can be taken. */
export function inheritBox(draft: StyleDraft, property: string): boolean {
  const { around } = draft
  const [member, part] = [BOX_MEMBERS.get(property), FLEX_MEMBERS.get(property)]
  if (around === undefined || (member === undefined && part === undefined)) return false
  if (member !== undefined) Object.assign(draft.box, { [member]: around[member] })
  if (part !== undefined) draft.box.flex = { ...draft.box.flex, [part]: around.flex?.[part] }
  return true
}
