/**
 * Finds out which text the pages of a document show, and which is covered, clipped or beyond the page.
 *
 * @module
 */

import { isTurnOver, type Steps } from '../../pace/turns.js'
import type { Matrix } from '../../pdf/matrix.js'
import { IDENTITY, multiply } from '../../pdf/matrix.js'
import type { DisplayItem, DisplayList, GlyphItem, Page } from '../display/display-list.js'
import { boundsOf, transform } from '../display/matrix.js'
import { originOf } from '../model/derived-paragraph.js'
import type { Paragraph } from '../model/document-model.js'
import type { ImageSource, PathCommand } from '../model/drawing-model.js'
import { isOpaqueImage } from './opaque-image.js'
import { countVisible } from './visible-characters.js'

/** Text on pages that cannot be seen. */
export interface UnseenText {
  characters: number
  /** Page of the first such text. */
  page: number
  excerpt: string
}

/** Painted and unseen text of the pages. */
interface PaintedText {
  /** Number of visible characters of each paragraph that were painted anywhere. */
  readonly painted: ReadonlyMap<Paragraph, number>
  readonly offPage: UnseenText
  readonly cutOff: UnseenText
  readonly covered: UnseenText
}

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

type ChangingBox = { -readonly [K in keyof Box]: Box[K] }

/** A run of text at its place on a page. */
interface PlacedRun {
  readonly item: GlyphItem
  readonly matrix: Matrix
  /** Bounds of the run, computed when a shape is near, which most pages do not have. */
  box: Box | undefined
  /** Which of its glyphs are covered by a shape; left out until a shape is compared. */
  covered: boolean[] | undefined
  /** Number of covered glyphs. */
  coveredCount: number
}

/** Height of the middle of letters without ascenders above the baseline, as a share of the font size. */
const MIDDLE = 0.25
/** Height above the baseline, as a share of the font size, above which letters cut off by the page's edge cannot be read. */
const FOOT = 0.1
/** Number of horizontal strips into which a page is divided to find painted text quickly. */
const STRIPS = 64
/** Opacity from which a shape hides what is beneath. */
const OPAQUE = 0.95
const EXCERPT = 40

/** Goes through everything painted on pages, in painting order. */
export function* paintedText(pages: readonly Page[], images: ReadonlyMap<string, ImageSource>): Steps<PaintedText> {
  const text = { painted: new Map<Paragraph, number>(), offPage: nothing(), cutOff: nothing(), covered: nothing() }
  for (const [index, page] of pages.entries()) {
    if (isTurnOver()) yield
    new PageViewer(page, index, images, text).see()
  }
  return text
}

type ChangingText = Omit<PaintedText, 'painted'> & { readonly painted: Map<Paragraph, number> }

/** Sees one page as a reader does, and adds to what was found on the pages before it. */
class PageViewer {
  readonly #page: Page
  readonly #index: number
  readonly #images: ReadonlyMap<string, ImageSource>
  readonly #text: ChangingText
  readonly #edges: Box
  readonly #strips: readonly PlacedRun[][] = Array.from({ length: STRIPS }, () => [])
  /** The box of the run that is looked at: one for all of them, since there is one for each word or two of a page. */
  readonly #box: ChangingBox = { left: 0, top: 0, right: 0, bottom: 0 }

  constructor(page: Page, index: number, images: ReadonlyMap<string, ImageSource>, text: ChangingText) {
    this.#page = page
    this.#index = index
    this.#images = images
    this.#text = text
    this.#edges = { left: 0, top: 0, right: page.width, bottom: page.height }
  }

  see(): void {
    this.#visit(this.#page.items, IDENTITY, undefined, 1)
    for (const strip of this.#strips) for (const run of strip) addCovered(this.#text.covered, run, this.#index)
  }

  #stripOf(y: number): number {
    return Math.min(Math.max(Math.floor((y / this.#page.height) * STRIPS), 0), STRIPS - 1)
  }

  #visit(items: DisplayList, matrix: Matrix, clip: Box | undefined, opacity: number): void {
    let owner: Paragraph | undefined
    for (const item of items) {
      if (item.kind === 'content') owner = paragraphOf(item.owner)
      else if (item.kind === 'glyphs') this.#seeGlyphs(item, matrix, clip, owner)
      else if (item.kind === 'artifact') this.#visit(item.items, matrix, clip, opacity)
      else if (item.kind === 'group') {
        const inner = multiply(item.matrix, matrix)
        const cut = item.clip === undefined ? clip : intersect(clip, pathBounds(item.clip, inner))
        this.#visit(item.items, inner, cut, opacity * (item.opacity ?? 1))
      } else if (opacity >= OPAQUE) this.#cover(item, matrix, clip)
    }
  }

  #seeGlyphs(item: GlyphItem, matrix: Matrix, clip: Box | undefined, owner: Paragraph | undefined): void {
    const { painted, offPage, cutOff } = this.#text
    const edges = this.#edges
    const count = countVisible(typeof item.texts === 'string' ? item.texts : item.texts.join(''))
    if (count === 0) return
    if (owner !== undefined) painted.set(owner, (painted.get(owner) ?? 0) + count)
    const box = setBox(this.#box, item, matrix)
    const isOff = isOutside(box, edges)
    const isCut = !isOff && clip !== undefined && isOutside(box, clip)
    if (isOff || isCut) {
      add(isOff ? offPage : cutOff, item, this.#index)
      return
    }
    if (!isWithin(box, edges)) addParts(offPage, item, matrix, { box: edges, height: FOOT }, this.#index)
    else if (clip !== undefined && !isWithin(box, clip))
      addParts(cutOff, item, matrix, { box: clip, height: MIDDLE }, this.#index)
    const run: PlacedRun = { item, matrix, box: undefined, covered: undefined, coveredCount: 0 }
    this.#strips[this.#stripOf((box.top + box.bottom) / 2)]?.push(run)
  }

  /** Hides the text beneath a shape: the glyphs whose middle it covers. */
  #cover(item: DisplayItem, matrix: Matrix, clip: Box | undefined): void {
    const shape = opaqueShape(item, matrix, this.#images)
    if (shape === undefined) return
    const bounds = clip === undefined ? shape.bounds : intersect(clip, shape.bounds)
    for (let strip = this.#stripOf(bounds.top); strip <= this.#stripOf(bounds.bottom); strip++) {
      for (const run of this.#strips[strip] ?? []) {
        run.box ??= setBox({ left: 0, top: 0, right: 0, bottom: 0 }, run.item, run.matrix)
        if (!isOutside(run.box, bounds)) coverGlyphs(run, bounds, shape)
      }
    }
  }
}

/** Sets a box to the area of the small letters of a run. */
function setBox(box: ChangingBox, { x, y, size, advances }: GlyphItem, matrix: Matrix): Box {
  let width = 0
  // An index is used: an iterator would make an object for each glyph of the document.
  for (let index = 0; index < advances.length; index++) width += advances[index] ?? 0
  const height = size * 2 * MIDDLE
  if (matrix === IDENTITY && width >= 0) {
    box.left = x
    box.top = y - height
    box.right = x + width
    box.bottom = box.top + height
    return box
  }
  return Object.assign(box, boundsOf(matrix, x, y - height, width, height))
}

function coverGlyphs(run: PlacedRun, bounds: Box, shape: OpaqueShape): void {
  const { item, matrix } = run
  // Many shapes may overlap. Glyphs that are hidden already are not checked again.
  if (run.coveredCount === item.advances.length) return
  const covered = run.covered ?? []
  run.covered = covered
  let start = item.x
  for (const [index, advance] of item.advances.entries()) {
    const { x, y } = transform(matrix, start + advance / 2, item.y - item.size * MIDDLE)
    const isBelow = x > bounds.left && x < bounds.right && y > bounds.top && y < bounds.bottom
    if (isBelow && !covered[index] && shape.holds(x, y)) {
      covered[index] = true
      run.coveredCount++
    }
    start += advance
  }
}

function paragraphOf(owner: Extract<DisplayItem, { kind: 'content' }>['owner']): Paragraph | undefined {
  return owner !== undefined && 'inlines' in owner ? originOf(owner) : undefined
}

function nothing(): UnseenText {
  return { characters: 0, page: 0, excerpt: '' }
}

function add(unseen: UnseenText, { texts }: GlyphItem, page: number): void {
  const text = typeof texts === 'string' ? texts : texts.join('')
  addText(unseen, text, countVisible(text), page)
}

function addCovered(unseen: UnseenText, { item: { texts }, covered }: PlacedRun, page: number): void {
  if (covered === undefined) return
  let text = ''
  for (const index of covered.keys()) if (covered[index]) text += texts[index] ?? ''
  addText(unseen, text, countVisible(text), page)
}

function addText(unseen: UnseenText, text: string, count: number, page: number): void {
  if (count === 0) return
  if (unseen.characters === 0) {
    unseen.page = page + 1
    unseen.excerpt = text.trim().slice(0, EXCERPT)
  }
  unseen.characters += count
}

/** Bounds that letters are compared with. */
interface Bounds {
  readonly box: Box
  /** How much of a letter may lie outside of the box, as a share of the font size. */
  readonly height: number
}

/** Adds the glyphs of a run that lie too far outside of a box to be read. */
function addParts(unseen: UnseenText, item: GlyphItem, matrix: Matrix, { box, height }: Bounds, page: number): void {
  const low = item.size * height
  const high = item.size * (2 * MIDDLE - height)
  let x = item.x
  let text = ''
  for (const [index, advance] of item.advances.entries()) {
    const foot = transform(matrix, x + advance / 2, item.y - low)
    const head = transform(matrix, x + advance / 2, item.y - high)
    if (!holds(box, foot) || !holds(box, head)) text += item.texts[index] ?? ''
    x += advance
  }
  addText(unseen, text, countVisible(text), page)
}

function holds(box: Box, { x, y }: Point): boolean {
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
}

function isOutside(box: Box, edges: Box): boolean {
  return box.right <= edges.left || box.left >= edges.right || box.bottom <= edges.top || box.top >= edges.bottom
}

function isWithin(box: Box, edges: Box): boolean {
  return box.left >= edges.left && box.right <= edges.right && box.top >= edges.top && box.bottom <= edges.bottom
}

function intersect(a: Box | undefined, b: Box): Box {
  if (a === undefined) return b
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  }
}

interface OpaqueShape {
  readonly bounds: Box
  holds(x: number, y: number): boolean
}

function opaqueShape(
  item: DisplayItem,
  matrix: Matrix,
  images: ReadonlyMap<string, ImageSource>,
): OpaqueShape | undefined {
  switch (item.kind) {
    case 'rectangle':
      return { bounds: boundsOf(matrix, item.x, item.y, item.width, item.height), holds: () => true }
    case 'picture':
      if (item.opacity < OPAQUE || item.effect === 'washout' || !isOpaqueImage(images.get(item.image))) return undefined
      return { bounds: boundsOf(matrix, item.x, item.y, item.width, item.height), holds: () => true }
    case 'path': {
      const { fill } = item
      if (fill?.type !== 'solid' || fill.opacity < OPAQUE) return undefined
      const own = multiply([1, 0, 0, 1, item.x, item.y], matrix)
      let points: readonly Point[] | undefined
      const holds = (x: number, y: number) => {
        points ??= pathPoints(item.commands, own)
        return isInside(points, x, y)
      }
      return { bounds: roughBounds(item.commands, own), holds }
    }
    default:
      return undefined
  }
}

interface Point {
  readonly x: number
  readonly y: number
}

function pathPoints(commands: readonly PathCommand[], matrix: Matrix): Point[] {
  return commands.flatMap((command) => (command.op === 'Z' ? [] : [transform(matrix, command.x, command.y)]))
}

function pathBounds(commands: readonly PathCommand[], matrix: Matrix): Box {
  return pointBounds(pathPoints(commands, matrix))
}

const ownBounds = new WeakMap<readonly PathCommand[], Box>()

/**
 * Bounds of a path, or larger where the matrix turns it. Those of the path alone are kept, since the drawings of a header come on
 * every page.
 */
function roughBounds(commands: readonly PathCommand[], matrix: Matrix): Box {
  let bounds = ownBounds.get(commands)
  if (bounds === undefined) {
    bounds = pathBounds(commands, IDENTITY)
    ownBounds.set(commands, bounds)
  }
  const { left, top, right, bottom } = bounds
  return left > right ? bounds : boundsOf(matrix, left, top, right - left, bottom - top)
}

function pointBounds(points: readonly Point[]): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const { x, y } of points) {
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
  }
  return box
}

/**
 * Whether a point lies in the polygon of a path's end points. Curves extend beyond it, so that no text is taken for hidden by
 * mistake.
 */
function isInside(points: readonly Point[], x: number, y: number): boolean {
  let inside = false
  let from = points.at(-1)
  for (const to of points) {
    if (from !== undefined && from.y > y !== to.y > y && x < ((from.x - to.x) * (y - to.y)) / (from.y - to.y) + to.x) {
      inside = !inside
    }
    from = to
  }
  return inside
}
