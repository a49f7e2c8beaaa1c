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
  | 'bare list' // a list without its box
  | 'anonymous' // an anonymous box
  | 'column'
  | 'scrolled' // a table that is scrolled
  | 'padded' // inside of a table with padding
  | 'unlinked' // text that is not a link
  | 'padding' // around a table with padding
  | 'place' // around a table that is placed
  | 'float' // around a table that floats
  | 'inside' // inside of a float
  | 'placed' // a table that is placed
  | 'in line' // a table in a line
  | 'table block' // an anonymous block of a table
  | 'row' // an anonymous row
  | 'direction' // a text with its own direction
  | 'aligned'
  | 'first' // the first piece of a box
  | 'further' // a further piece of a box
  | 'field'
  | 'picture block' // the block of a picture
  | 'picture' // a picture in its block
  | 'field item' // a field in its item
  | 'beside' // beside a line
  | 'label text' // beside a label
  | 'label' // the column of a label
  | 'labelled' // with its label
  | 'label row' // a row with a label
  | 'item table' // a table in an item
  | 'item' // around a table in an item
  | 'sole' // a grid of one item
  | 'list columns' // a list in columns
  | 'columns' // columns of text
  | 'mark' // a mark in its line

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
