/**
 * Paints drawings: shapes, pictures, and text in them.
 *
 * @module
 */

import type { ContentItem, DisplayList } from '../display/display-list.js'
import { aboutCentre } from '../display/matrix.js'
import type { LayoutContext } from '../flow/layout-context.js'
import type { Drawing, DrawingElement, PathCommand, PictureElement, ShapeElement } from '../model/drawing-model.js'
import { boxPath, type DrawingSize, fittedSize, linkedBoxes, paintStretchedText, paintTextBox } from './text-box.js'

/**
 * Size of a drawing on the page. It differs from what the file says where a shape grows or shrinks to its text.
 */
export function measureDrawing(drawing: Drawing, context: LayoutContext): DrawingSize {
  const shape = fittedShape(drawing)
  if (shape === undefined) return { width: drawing.width, height: drawing.height }
  const { width, height } = sizeWithText(shape, context)
  return {
    width: Math.max(1, drawing.width + width - shape.width),
    height: Math.max(1, drawing.height + height - shape.height),
  }
}

/** Paints a drawing with its box's corner at x, y. Nested text is laid out in the given context. */
export function paintDrawing(drawing: Drawing, context: LayoutContext, list: DisplayList, x: number, y: number): void {
  const fitted = fittedShape(drawing)
  const { width, height } = drawing
  const content: ContentItem = { kind: 'content', owner: drawing, box: { x, y, width, height } }
  const shared = sharedItems(drawing, context)
  if (shared !== undefined) {
    list.push(content, { kind: 'group', matrix: [1, 0, 0, 1, x, y], items: shared, isShared: true })
    return
  }
  for (const element of drawing.elements) {
    list.push(content)
    const placed = { ...element, x: element.x + x, y: element.y + y }
    if (element === fitted && placed.kind === 'shape') {
      paintElement(resized(placed, sizeWithText(element, context)), context, list)
    } else paintElement(placed, context, list)
  }
}

/**
 * Least number of path commands of a drawing that is painted from one list wherever it comes again, as on every page with the
 * same header. Below, a form takes more than the commands.
 */
const MIN_SHARED_COMMANDS = 100

const sharedLists = new WeakMap<Drawing, DisplayList | 'none'>()

/** The items of a large drawing without text at the origin; undefined for others. */
function sharedItems(drawing: Drawing, context: LayoutContext): DisplayList | undefined {
  let items = sharedLists.get(drawing)
  if (items === undefined) {
    items = isLargeOutline(drawing) ? [] : 'none'
    if (items !== 'none') for (const element of drawing.elements) paintElement(element, context, items)
    sharedLists.set(drawing, items)
  }
  return items === 'none' ? undefined : items
}

function isLargeOutline({ elements }: Drawing): boolean {
  let commands = 0
  for (const element of elements) {
    if (element.kind !== 'shape' || (element.text?.blocks.length ?? 0) > 0) return false
    for (const path of element.paths) commands += path.commands.length
  }
  return commands >= MIN_SHARED_COMMANDS
}

/** Only a shape of its own follows its text: in a group the sizes are those of the file. */
function fittedShape(drawing: Drawing): ShapeElement | undefined {
  const [element] = drawing.elements
  if (drawing.elements.length !== 1 || element?.kind !== 'shape') return undefined
  const { text } = element
  return text?.fitShape === true && text.stretch !== true && linkedBoxes(text) === undefined ? element : undefined
}

const sizes = new WeakMap<ShapeElement, DrawingSize>()

/** A drawing is asked for its size more often than it changes: fields in it do not change its size. */
function sizeWithText(shape: ShapeElement, context: LayoutContext): DrawingSize {
  let size = sizes.get(shape)
  if (size === undefined) {
    size = shape.text === undefined ? shape : fittedSize(shape, shape.text, context)
    sizes.set(shape, size)
  }
  return size
}

function resized(shape: ShapeElement, { width, height }: DrawingSize): ShapeElement {
  const across = shape.width > 0 ? width / shape.width : 1
  const down = shape.height > 0 ? height / shape.height : 1
  if (across === 1 && down === 1) return shape
  const paths = shape.paths.map((path) => ({
    ...path,
    commands: path.commands.map((command) => scaled(command, across, down)),
  }))
  return { ...shape, width, height, paths }
}

function scaled(command: PathCommand, across: number, down: number): PathCommand {
  if (command.op === 'Z') return command
  const end = { x: command.x * across, y: command.y * down }
  if (command.op !== 'C') return { ...command, ...end }
  const { x1, y1, x2, y2 } = command
  return { ...command, x1: x1 * across, y1: y1 * down, x2: x2 * across, y2: y2 * down, ...end }
}

function paintElement(element: DrawingElement, context: LayoutContext, list: DisplayList): void {
  const { rotation, flipHorizontal, flipVertical } = element
  const isPlain = rotation % 360 === 0 && !flipHorizontal && !flipVertical
  const outlines = isPlain ? list : []
  if (element.kind === 'picture') paintPicture(element, outlines)
  else paintOutlines(element, outlines)
  if (!isPlain && outlines.length > 0) {
    list.push({ kind: 'group', matrix: aboutCentre(element, rotation, flipHorizontal, flipVertical), items: outlines })
  }
  if (element.kind === 'shape') paintText(element, context, list)
}

/** Text turns with its shape but is never mirrored: a vertical flip turns it upside down. */
function paintText(shape: ShapeElement, context: LayoutContext, list: DisplayList): void {
  const { text, rotation, flipVertical } = shape
  if (text === undefined || (text.blocks.length === 0 && text.link === undefined)) return
  const degrees = rotation + (flipVertical ? 180 : 0)
  const items: DisplayList = degrees % 360 === 0 ? list : []
  if (text.stretch === true) paintStretchedText(shape, text, context, items)
  else paintTextBox(text, shape, context, items)
  if (items !== list && items.length > 0) list.push({ kind: 'group', matrix: aboutCentre(shape, degrees), items })
}

function paintOutlines(shape: ShapeElement, list: DisplayList): void {
  if (shape.text?.stretch === true && shape.text.blocks.length > 0) return
  const { x, y, width, height, fill, line } = shape
  for (const path of shape.paths) {
    const hasFill = path.filled && fill !== undefined
    const hasLine = path.stroked && line !== undefined
    if (!hasFill && !hasLine) continue
    list.push({
      kind: 'path',
      commands: path.commands,
      x,
      y,
      width,
      height,
      ...(hasFill ? { fill } : {}),
      ...(hasLine ? { line } : {}),
    })
  }
}

function paintPicture(picture: PictureElement, list: DisplayList): void {
  const { x, y, width, height, image, crop, opacity, effect, clip, line } = picture
  const item = {
    kind: 'picture',
    image,
    x,
    y,
    width,
    height,
    crop,
    opacity,
    ...(effect === undefined ? {} : { effect }),
  } as const
  if (clip === undefined) list.push(item)
  else {
    // The outline counts from the corner of the picture: the group's origin is moved there.
    const items: DisplayList = [{ ...item, x: 0, y: 0 }]
    list.push({ kind: 'group', matrix: [1, 0, 0, 1, x, y], clip, items })
  }
  if (line === undefined) return
  const commands = clip ?? boxPath({ x: 0, y: 0, width, height })
  list.push({ kind: 'path', commands, x, y, width, height, line })
}
