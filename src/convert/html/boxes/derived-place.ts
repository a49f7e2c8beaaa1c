/**
 * Places in the cascade that no element has.
 *
 * @module
 */

import type { ComputedStyle } from '../css/computed-style.js'
import type { StyledPlace } from '../css/style-resolver.js'

/** What a place is made for: those of one kind that are made of one place have the same style. */
const KINDS = [
  'floated',
  'list without its box',
  'anonymous box',
  'column',
  'scrolled table',
  'inside of a padded table',
  'not a link',
  'around a padded table',
  'around a placed table',
  'around a table that floats',
  'inside of a float',
  'placed table',
  'table in a line',
  'anonymous block of a table',
  'anonymous row',
  'own direction',
  'aligned item',
  'first piece',
  'further piece',
  'field',
] as const

/** Why a place that no element has is made of that of one. */
type DerivedKind = (typeof KINDS)[number]

/**
 * A place with another style, made of one that an element has, or of one that was made itself. Its name is of that place and
 * the kind alone: what stands in it shares its styles with what stands in others of that name.
 *
 * @example
 *     derivePlace(place, 'anonymous box', { text: place.style.text, box }) // in the box of an element, without what it draws
 */
export function derivePlace({ id }: StyledPlace, kind: DerivedKind, style: ComputedStyle): StyledPlace {
  return { id: `${id}.${KINDS.indexOf(kind)}`, style }
}
