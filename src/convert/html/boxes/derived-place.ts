/**
 * Places in the cascade that no element has, such as anonymous boxes.
 *
 * @module
 */

import type { ComputedStyle } from '../css/computed-style.js'
import type { StyledPlace } from '../css/style-resolver.js'

/** Purposes of derived places. Places of one kind that are derived from one place have the same style. */
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
  'block of a picture',
  'picture in its block',
  'field in its item',
  'beside a line',
  'beside a label',
  'column of a label',
  'with its label',
  'row with a label',
  'table in an item',
  'around a table in an item',
  'grid of one item',
  'list in columns',
  'columns of text',
  'mark in its line',
] as const

/** The purpose of a derived place. */
type DerivedKind = (typeof KINDS)[number]

/**
 * Derives a place with another style from an element's place, or from another derived place. Its id depends only on that place
 * and the kind, so that contents of equal ids share their styles.
 *
 * @example
 *     derivePlace(place, 'anonymous box', { text: place.style.text, box }) // in the box of an element, without what it draws
 */
export function derivePlace({ id }: StyledPlace, kind: DerivedKind, style: ComputedStyle): StyledPlace {
  return { id: `${id}.${KINDS.indexOf(kind)}`, style }
}
