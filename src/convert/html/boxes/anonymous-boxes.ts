/**
 * Creates anonymous boxes around others, and decides whether boxes are positioned or left out.
 *
 * @module
 */

import type { BoxStyle } from '../css/computed-style.js'
import type { StyledPlace } from '../css/style-resolver.js'
import type { BlockBox, Box } from './box-tree.js'
import { derivePlace } from './derived-place.js'

/** The place of an anonymous box around a box that keeps its own style. */
export function anonymousPlace(place: StyledPlace): StyledPlace {
  const { flex } = place.style.box
  const box = {
    display: 'block' as const,
    margin: {},
    padding: {},
    border: {},
    ...(flex === undefined ? {} : { flex }),
  }
  return derivePlace(place, 'anonymous', { text: place.style.text, box })
}

/** The place of an anonymous box with the widths of the box inside it. */
export function sizedPlace(
  around: StyledPlace,
  { width, minWidth, maxWidth }: { readonly [K in 'width' | 'minWidth' | 'maxWidth']: BoxStyle[K] | undefined },
): StyledPlace {
  const { id, style } = anonymousPlace(around)
  const sizes = {
    ...(width === undefined ? {} : { width }),
    ...(minWidth === undefined ? {} : { minWidth }),
    ...(maxWidth === undefined ? {} : { maxWidth }),
  }
  return { id, style: { ...style, box: { ...style.box, ...sizes } } }
}

/**
 * The two places of a picture that is a block, or an item of a flex or grid container. `outer` is a block with the margins;
 * `inner` is the picture in it, without margins.
 */
export function picturePlaces(place: StyledPlace): { readonly outer: StyledPlace; readonly inner: StyledPlace } {
  const { text, box } = place.style
  const { flex, margin } = box
  const outer = {
    display: 'block' as const,
    margin,
    padding: {},
    border: {},
    ...(flex === undefined ? {} : { flex }),
  }
  const aligned = margin.left !== 'auto' ? text : { ...text, textAlign: alignmentBy(margin.right) }
  return {
    outer: derivePlace(place, 'picture block', { text: aligned, box: outer }),
    inner: derivePlace(place, 'picture', { text, box: { ...box, display: 'inline', margin: {} } }),
  }
}

/**
 * The two places of a field that is an item of a flex or grid container. `outer` has its share of the container's width, which
 * `inner`, the field, fills.
 */
export function fieldPlaces(place: StyledPlace): { readonly outer: StyledPlace; readonly inner: StyledPlace } {
  const { text, box } = place.style
  const { width } = box
  if (width === undefined || !('fraction' in width)) return { outer: anonymousPlace(place), inner: place }
  const whole = { ...box, width: { fraction: 1 } }
  return {
    outer: sizedPlace(place, { width, minWidth: box.minWidth, maxWidth: box.maxWidth }),
    inner: derivePlace(place, 'field item', { text, box: whole }),
  }
}

/** Where a box with a left margin of `auto` stands (CSS 2.2, 10.3.3). */
function alignmentBy(right: BoxStyle['margin']['right']): 'center' | 'right' {
  return right === 'auto' ? 'center' : 'right'
}

/** Puts a positioned table into a box with its position. Other boxes are returned unchanged. */
export function aroundPlacedTable(box: Box): Box {
  const { style } = box.place
  if (box.kind !== 'table' || style.box.inset === undefined) return box
  const { inset, isPositioned: _, fixedTo, shift, tilt, isBelow, margin, width, ...rest } = style.box
  const outer = {
    display: 'block' as const,
    padding: {},
    border: {},
    margin,
    inset,
    isPositioned: true,
    ...(fixedTo === undefined ? {} : { fixedTo }),
    ...(shift === undefined ? {} : { shift }),
    ...(tilt === undefined ? {} : { tilt }),
    ...(isBelow === undefined ? {} : { isBelow }),
  }
  const [outerWidth, innerWidth] = width === undefined ? [{}, {}] : [{ width }, { width: { fraction: 1 } }]
  return {
    kind: 'block',
    tag: '',
    place: derivePlace(box.place, 'place', { text: style.text, box: { ...outer, ...outerWidth } }),
    children: [
      {
        ...box,
        place: derivePlace(box.place, 'placed', {
          text: style.text,
          box: { ...rest, margin: {}, ...innerWidth },
        }),
      },
    ],
  }
}

/**
 * Puts a box that is no block into an item of a flex or grid container. In a flex container, a table gives the item
 * its widths and margins, since they refer to the container, and fills the item.
 */
export function aroundItem(box: Box, beside: readonly Box[], isFlex: boolean): BlockBox {
  const { style } = box.place
  const { width, minWidth, maxWidth, margin, ...rest } = style.box
  if (box.kind !== 'table' || !isFlex)
    return { kind: 'block', tag: '', place: anonymousPlace(box.place), children: [...beside, box] }
  const outer = sizedPlace(box.place, { width, minWidth, maxWidth })
  const whole = width === undefined ? {} : { width: { fraction: 1 } }
  const inner = derivePlace(box.place, 'item table', { text: style.text, box: { ...rest, margin: {}, ...whole } })
  return {
    kind: 'block',
    tag: '',
    place: derivePlace(box.place, 'item', { ...outer.style, box: { ...outer.style.box, margin } }),
    children: [...beside, { ...box, place: inner }],
  }
}

/** Whether a box has no content, draws nothing and takes no space. Floating anchors of headings are often such boxes. */
export function isNothing({ kind, place, ...box }: Box): boolean {
  if (kind !== 'block' || !('children' in box) || box.children.length > 0) return false
  const { width, height, backgroundColor, border } = place.style.box
  return (
    width === undefined && height === undefined && backgroundColor === undefined && Object.keys(border).length === 0
  )
}

/** Whether a box stands at a place of its own, and not where it is written. Lists and tables only do on every page. */
export function isPlaced({ kind, place }: Box): boolean {
  const { isPositioned, inset, fixedTo } = place.style.box
  return isPositioned === true && ((kind === 'block' && inset !== undefined) || fixedTo !== undefined)
}
