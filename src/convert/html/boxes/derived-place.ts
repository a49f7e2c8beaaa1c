/**
 * Places in the cascade that no element has, such as anonymous boxes.
 *
 * @module
 */

import type { ComputedStyle } from '../css/computed-style.js'
import type { StyledPlace } from '../css/style-resolver.js'

/** The purpose of a derived place. */
type DerivedKind =
  | 'floated'
  | 'bare list'
  | 'anonymous'
  | 'column'
  | 'scrolled'
  | 'padded'
  | 'unlinked'
  | 'padding'
  | 'place'
  | 'float'
  | 'inside'
  | 'placed'
  | 'in line'
  | 'table block'
  | 'row'
  | 'direction'
  | 'aligned'
  | 'first'
  | 'further'
  | 'field'
  | 'picture block'
  | 'picture'
  | 'field item'
  | 'beside'
  | 'label text'
  | 'label'
  | 'labelled'
  | 'label row'
  | 'item table'
  | 'item'
  | 'sole'
  | 'list columns'
  | 'columns'
  | 'mark'

/**
 * Derives a place with another style from an element's place, or from another derived place. Its id depends only on that place
 * and the kind, so that contents of equal ids share their styles.
 *
 * @example
 *     derivePlace(place, 'anonymous', { text: place.style.text, box }) // in the box of an element, without what it draws
 */
export function derivePlace({ id }: StyledPlace, kind: DerivedKind, style: ComputedStyle): StyledPlace {
  return { id: `${id}.${kind}`, style }
}
