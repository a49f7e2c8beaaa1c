/**
 * What content paints, roughly: which text, and which areas (ISO 32000-2, 8 and 9). Boxes are a little too large
 * rather than too small; clipping paths are not followed.
 *
 * @module
 */
import { VERIFY_LIMITS } from '../../limits.js'
import type { PdfDocument } from '../../pdf/document.js'
import { nameOf, numberOf, PdfDict, PdfName, type PdfObject, PdfStream, PdfString } from '../../pdf/objects.js'
import { readOperators } from './content-reader.js'
import { resolveOrNull } from './equality.js'
import { createFontDecoder, type FontDecoder } from './font-decoder.js'
import {
  type Box,
  IDENTITY,
  intersectBoxes,
  type Matrix,
  multiply,
  readMatrix,
  readRectangle,
  transformBox,
} from './matrix.js'

/** Something painted. */
export interface PaintedItem {
  readonly kind: 'text' | 'area' | 'line' | 'image' | 'shading'
  readonly box: Box
  /** For text: the characters; `undefined` when the font does not tell. */
  readonly text?: string | undefined
  /** For text: how many characters. */
  readonly length: number
  /** Hides what lies beneath. */
  readonly opaque: boolean
  /** For text: painted so that it can be seen. */
  readonly visible: boolean
}

/** What content paints. */
export interface ContentScan {
  readonly items: readonly PaintedItem[]
  /** Segments of lines and curves, and shapes other than rectangles. */
  readonly outlines: number
  /** Form XObjects painted. */
  readonly forms: number
  /** False when a limit stopped the scan, or something could not be read. */
  readonly complete: boolean
}

interface State {
  matrix: Matrix
  font: FontDecoder | undefined
  size: number
  leading: number
  rise: number
  scale: number
  renderMode: number
  alpha: number
  multiply: boolean
  lineWidth: number
  /** 0 black to 1 white; undefined for patterns and the like. */
  light: number | undefined
}

const INITIAL: State = {
  matrix: IDENTITY,
  font: undefined,
  size: 0,
  leading: 0,
  rise: 0,
  scale: 1,
  renderMode: 0,
  alpha: 1,
  multiply: false,
  lineWidth: 1,
  light: 0,
}

const MAX_ITEMS = 50_000
/** Width from which a line may hide text, in points. */
const BROAD_LINE = 4
const MAX_SAVED_STATES = 256

/** What all scans of a file together may still read. */
export interface ScanBudget {
  operators: number
  bytes: number
}

/** Scans a content stream with its resources. */
export function scanContent(
  document: PdfDocument,
  content: Uint8Array,
  resources: PdfDict | undefined,
  budget: ScanBudget,
): ContentScan {
  const scanner = new ContentScanner(document, budget)
  scanner.run(content, resources, INITIAL, undefined, 0)
  return scanner
}

/** Scans a form XObject, its box mapped by `matrix`. */
export function scanForm(document: PdfDocument, form: PdfStream, matrix: Matrix, budget: ScanBudget): ContentScan {
  const scanner = new ContentScanner(document, budget)
  scanner.runForm(form, { ...INITIAL, matrix }, undefined, undefined, 0)
  return scanner
}

class ContentScanner implements ContentScan {
  readonly items: PaintedItem[] = []
  outlines = 0
  forms = 0
  complete = true
  readonly #document: PdfDocument
  readonly #fonts = new Map<PdfObject, FontDecoder>()
  readonly #budget: ScanBudget
  #ground = false

  constructor(document: PdfDocument, budget: ScanBudget) {
    this.#document = document
    this.#budget = budget
  }

  runForm(form: PdfStream, state: State, clip: Box | undefined, inherited: PdfDict | undefined, depth: number): void {
    const document = this.#document
    if (depth > VERIFY_LIMITS.maxFormNesting) {
      this.complete = false
      return
    }
    const own = resolveOrNull(document, form.dict.get('Resources'))
    const resources = own instanceof PdfDict ? own : inherited
    const matrix = multiply(readMatrix(document, form.dict.get('Matrix')), state.matrix)
    const box = readRectangle(document, form.dict.get('BBox'))
    const area = box === undefined ? undefined : transformBox(box, matrix)
    const inner = area === undefined || clip === undefined ? (area ?? clip) : intersectBoxes(area, clip)
    if (area !== undefined && clip !== undefined && inner === undefined) return
    let content: Uint8Array
    try {
      content = document.decode(form, { maxBytes: VERIFY_LIMITS.maxContentBytes })
    } catch {
      this.complete = false
      return
    }
    this.run(content, resources, { ...state, matrix }, inner, depth)
  }

  run(content: Uint8Array, resources: PdfDict | undefined, initial: State, clip: Box | undefined, depth: number): void {
    this.#budget.bytes -= content.length
    if (this.#budget.bytes < 0) {
      this.complete = false
      return
    }
    let state = { ...initial }
    const saved: State[] = []
    let path: Box | undefined
    let text: Matrix = IDENTITY
    let line: Matrix = IDENTITY
    let segments = 0

    const extend = (x: number, y: number) => {
      const [px, py] = [
        state.matrix[0] * x + state.matrix[2] * y + state.matrix[4],
        state.matrix[1] * x + state.matrix[3] * y + state.matrix[5],
      ]
      path =
        path === undefined
          ? [px, py, px, py]
          : [Math.min(path[0], px), Math.min(path[1], py), Math.max(path[2], px), Math.max(path[3], py)]
    }
    const paint = (kind: PaintedItem['kind'], box: Box, opaque: boolean) =>
      this.#add({ kind, box, length: 0, opaque, visible: true }, clip)
    const isOpaque = () => state.alpha >= 0.5 && (!state.multiply || (state.light ?? 0) < 0.4)
    const strokePath = ([left, bottom, right, top]: Box) => {
      const { matrix } = state
      const width = state.lineWidth * Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
      const half = width / 2
      // A line as broad as a line of text hides like an area.
      if (width < BROAD_LINE) paint('line', [left, bottom, right, top], false)
      else paint('area', [left - half, bottom - half, right + half, top + half], isOpaque())
    }
    const endPath = (fill: boolean, stroke: boolean) => {
      if (path !== undefined) {
        if (fill) paint('area', path, isOpaque())
        else if (stroke) strokePath(path)
        if (fill || stroke) this.outlines += segments
      }
      path = undefined
      segments = 0
    }
    const show = (bytes: Uint8Array) => {
      const count = Math.ceil(bytes.length / (state.font?.codeBytes ?? 1))
      const width = count * 0.55 * state.size * state.scale
      const matrix = multiply(text, state.matrix)
      const box = transformBox([0, state.rise - 0.2 * state.size, width, state.rise + 0.75 * state.size], matrix)
      const decoded = state.font?.decode(bytes)
      const hidden = state.renderMode === 3 || state.renderMode === 7 || state.alpha < 0.1 || box[3] - box[1] < 0.5
      // White on nothing else is as good as not there.
      const unseen = (state.light ?? 0) > 0.95 && !this.#ground
      this.#add({ kind: 'text', box, text: decoded, length: count, opaque: false, visible: !hidden && !unseen }, clip)
      text = multiply([1, 0, 0, 1, width, 0], text)
    }
    const move = (x: number, y: number) => {
      line = multiply([1, 0, 0, 1, x, y], line)
      text = line
    }

    for (const { name, operands } of readOperators(content)) {
      if (--this.#budget.operators < 0 || this.items.length > MAX_ITEMS) {
        this.complete = false
        return
      }
      const n = (index: number) => numberOf(operands[index]) ?? 0
      switch (name) {
        case 'q':
          if (saved.length < MAX_SAVED_STATES) saved.push({ ...state })
          else this.complete = false
          break
        case 'Q':
          state = saved.pop() ?? state
          break
        case 'cm':
          state.matrix = multiply([n(0), n(1), n(2), n(3), n(4), n(5)], state.matrix)
          break
        case 'gs':
          this.#applyState(state, resources, operands[0])
          break
        case 'g':
        case 'rg':
        case 'k':
          state.light = lightness(operands)
          break
        case 'sc':
        case 'scn':
          state.light = operands.at(-1) instanceof PdfName ? undefined : lightness(operands)
          break
        case 'w':
          state.lineWidth = n(0)
          break
        case 'm':
          extend(n(0), n(1))
          break
        case 'l':
          extend(n(0), n(1))
          segments++
          break
        case 'c':
          extend(n(0), n(1))
          extend(n(2), n(3))
          extend(n(4), n(5))
          segments += 2
          break
        case 'v':
        case 'y':
          extend(n(0), n(1))
          extend(n(2), n(3))
          segments += 2
          break
        case 're': {
          extend(n(0), n(1))
          extend(n(0) + n(2), n(1) + n(3))
          extend(n(0) + n(2), n(1))
          extend(n(0), n(1) + n(3))
          break
        }
        case 'f':
        case 'F':
        case 'f*':
          endPath(true, false)
          break
        case 'B':
        case 'B*':
        case 'b':
        case 'b*':
          endPath(true, true)
          break
        case 'S':
        case 's':
          endPath(false, true)
          break
        case 'n':
          endPath(false, false)
          break
        case 'sh':
          paint('shading', clip ?? [-1e6, -1e6, 1e6, 1e6], isOpaque())
          break
        case 'BI':
          paint('image', transformBox([0, 0, 1, 1], state.matrix), isOpaque())
          break
        case 'Do':
          this.#paintObject(state, resources, operands[0], clip, depth)
          break
        case 'BT':
          text = IDENTITY
          line = IDENTITY
          break
        case 'Tf':
          state.font = this.#findFont(resources, operands[0])
          state.size = n(1)
          break
        case 'TL':
          state.leading = n(0)
          break
        case 'Ts':
          state.rise = n(0)
          break
        case 'Tz':
          state.scale = n(0) / 100
          break
        case 'Tr':
          state.renderMode = n(0)
          break
        case 'Td':
          move(n(0), n(1))
          break
        case 'TD':
          state.leading = -n(1)
          move(n(0), n(1))
          break
        case 'Tm':
          line = [n(0), n(1), n(2), n(3), n(4), n(5)]
          text = line
          break
        case 'T*':
          move(0, -state.leading)
          break
        case 'Tj':
          if (operands[0] instanceof PdfString) show(operands[0].bytes)
          break
        case "'":
        case '"': {
          const string = operands.at(-1)
          move(0, -state.leading)
          if (string instanceof PdfString) show(string.bytes)
          break
        }
        case 'TJ':
          for (const item of Array.isArray(operands[0]) ? operands[0] : []) {
            if (item instanceof PdfString) show(item.bytes)
            else text = multiply([1, 0, 0, 1, (-(numberOf(item) ?? 0) / 1000) * state.size * state.scale, 0], text)
          }
          break
      }
    }
  }

  #add(item: PaintedItem, clip: Box | undefined): void {
    if (!item.box.every(Number.isFinite)) {
      this.complete = false
      return
    }
    if (item.kind === 'area' || item.kind === 'image' || item.kind === 'shading') this.#ground = true
    if (clip === undefined) {
      this.items.push(item)
      return
    }
    const { box } = item
    const outside = box[2] < clip[0] || box[0] > clip[2] || box[3] < clip[1] || box[1] > clip[3]
    if (outside) return
    const clipped: Box = [
      Math.max(box[0], clip[0]),
      Math.max(box[1], clip[1]),
      Math.min(box[2], clip[2]),
      Math.min(box[3], clip[3]),
    ]
    this.items.push({ ...item, box: clipped })
  }

  #paintObject(
    state: State,
    resources: PdfDict | undefined,
    name: PdfObject | undefined,
    clip: Box | undefined,
    depth: number,
  ): void {
    const object = this.#resource(resources, 'XObject', name)
    if (!(object instanceof PdfStream)) return
    const subtype = nameOf(resolveOrNull(this.#document, object.dict.get('Subtype')))
    if (subtype === 'Form') {
      this.forms++
      if (this.forms > 1000) this.complete = false
      else this.runForm(object, state, clip, resources, depth + 1)
      return
    }
    const opaque = state.alpha >= 0.5 && !state.multiply && !isSeeThrough(this.#document, object)
    const box = transformBox([0, 0, 1, 1], state.matrix)
    this.#add({ kind: 'image', box, length: 0, opaque, visible: true }, clip)
  }

  #applyState(state: State, resources: PdfDict | undefined, name: PdfObject | undefined): void {
    const dict = this.#resource(resources, 'ExtGState', name)
    if (!(dict instanceof PdfDict)) return
    state.alpha = numberOf(resolveOrNull(this.#document, dict.get('ca'))) ?? state.alpha
    state.lineWidth = numberOf(resolveOrNull(this.#document, dict.get('LW'))) ?? state.lineWidth
    const mode = resolveOrNull(this.#document, dict.get('BM'))
    const first = nameOf(Array.isArray(mode) ? resolveOrNull(this.#document, mode[0]) : mode)
    if (first !== undefined) state.multiply = first === 'Multiply' || first === 'Darken'
    const font = resolveOrNull(this.#document, dict.get('Font'))
    if (Array.isArray(font)) {
      const fontDict = resolveOrNull(this.#document, font[0])
      if (fontDict instanceof PdfDict) state.font = createFontDecoder(this.#document, fontDict)
      state.size = numberOf(resolveOrNull(this.#document, font[1])) ?? state.size
    }
  }

  #findFont(resources: PdfDict | undefined, name: PdfObject | undefined): FontDecoder | undefined {
    const dict = this.#resource(resources, 'Font', name)
    if (!(dict instanceof PdfDict)) return undefined
    let decoder = this.#fonts.get(dict)
    if (decoder === undefined) {
      decoder = createFontDecoder(this.#document, dict)
      this.#fonts.set(dict, decoder)
    }
    return decoder
  }

  #resource(resources: PdfDict | undefined, category: string, name: PdfObject | undefined): PdfObject {
    const items = resolveOrNull(this.#document, resources?.get(category))
    const key = nameOf(name)
    return items instanceof PdfDict && key !== undefined ? resolveOrNull(this.#document, items.get(key)) : null
  }
}

/** Lightness of a colour in gray, RGB or CMYK, told by the number of its components. */
function lightness(operands: readonly PdfObject[]): number | undefined {
  const values = operands.map((operand) => numberOf(operand) ?? 0)
  const [a = 0, b = 0, c = 0, d = 0] = values
  if (values.length === 1) return a
  if (values.length === 3) return 0.3 * a + 0.59 * b + 0.11 * c
  return values.length === 4 ? Math.max(0, 1 - (0.3 * a + 0.59 * b + 0.11 * c) - d) : undefined
}

const MAX_MASK_BYTES = 4 * 1024 * 1024

/** True for a stencil, or an image whose mask lets most of the ground through. */
function isSeeThrough(document: PdfDocument, image: PdfStream): boolean {
  if (resolveOrNull(document, image.dict.get('ImageMask')) === true) return true
  const mask = resolveOrNull(document, image.dict.get('SMask'))
  if (!(mask instanceof PdfStream)) return false
  if (numberOf(resolveOrNull(document, mask.dict.get('BitsPerComponent'))) !== 8) return false
  try {
    const alpha = document.decode(mask, { maxBytes: MAX_MASK_BYTES })
    const step = Math.max(1, Math.floor(alpha.length / 4096))
    let sum = 0
    let count = 0
    for (let i = 0; i < alpha.length; i += step, count++) sum += alpha[i] as number
    return count > 0 && sum / count < 128
  } catch {
    return false
  }
}
