/**
 * Operators of the graphics state, and its parameter dictionaries (ISO 32000-2, 8.4.4 and 8.4.5).
 *
 * @module
 */
import { isFiniteMatrix, type Matrix, multiply } from '../../../pdf/matrix.js'
import { nameOf, numberOf, PdfDict, type PdfObject, PdfStream } from '../../../pdf/objects.js'
import { luminance, readColourSpace } from '../../colour/colour.js'
import { readFunction } from '../../colour/pdf-function.js'
import { getOrMake } from '../../remember.js'
import {
  type ContentRun,
  initialState,
  type MaskKind,
  numeric,
  type OperatorDefinition,
  plain,
} from '../content-run.js'
import { readMatrix, readNumbers, readRectangle } from '../content-source.js'
import { UNKNOWN_OPACITY } from '../painting.js'

export const STATE_OPERATORS: readonly OperatorDefinition[] = [
  plain('q', (run) => run.save()),
  plain('Q', (run) => run.restore()),
  numeric('cm', 6, (run, ...numbers) => concatenate(run, numbers as unknown as Matrix)),
  numeric('w', 1, (run, width = 0) => {
    run.state.lineWidth = Math.abs(width)
  }),
  numeric('J', 1, (run, cap = 0) => {
    run.state.lineCap = cap
  }),
  { name: 'd', operands: 'an', run: setDashPattern },
  { name: 'gs', operands: 'N', run: setParameters },
  numeric('j', 1, (run, join = 0) => {
    run.state.lineJoin = join
  }),
  numeric('M', 1, (run, limit = 0) => {
    run.state.miterLimit = limit
  }),
  // Rendering intent and flatness only change hues and curves slightly.
  { name: 'ri', operands: 'N', run: () => undefined },
  numeric('i', 1, () => undefined),
]

function concatenate(run: ContentRun, matrix: Matrix): void {
  const product = multiply(matrix, run.state.matrix)
  if (isFiniteMatrix(product)) run.state.matrix = product
  else run.report('geometry', 'a matrix grows beyond all bounds')
}

function setDashPattern(run: ContentRun, [array, phase]: readonly PdfObject[]): void {
  applyDashes(run, array as PdfObject[], phase as number)
}

function setParameters(run: ContentRun, [name]: readonly PdfObject[]): void {
  const { value } = run.resource('ExtGState', nameOf(name) ?? '')
  if (value instanceof PdfDict) applyExtGState(run, value)
}

/** Largest dash phase, in units of user space. MuPDF's single precision starts elsewhere in the pattern for a larger one. */
const MAX_PHASE = 10_000

/**
 * Sets a dash pattern. A phase on which readers differ is reported: for a negative one, MuPDF draws a dash where others draw a
 * gap.
 */
function applyDashes(run: ContentRun, dashes: readonly PdfObject[], phase: number): void {
  if (!dashes.every((dash) => typeof dash === 'number' && dash >= 0)) {
    run.report('malformed_operands', 'a dash pattern holds something other than lengths')
    return
  }
  if (!(phase >= 0 && phase <= MAX_PHASE)) {
    run.report('malformed_operands', 'a dash pattern begins before its start, or too far behind it')
  }
  run.state.dashes = dashes as readonly number[]
  run.state.dashPhase = phase
}

/** Blend modes of 11.3.5; /Compatible is an old name of /Normal. */
const BLEND_MODES: ReadonlySet<string> = new Set([
  ...['Normal', 'Compatible', 'Multiply', 'Screen', 'Overlay', 'Darken', 'Lighten', 'ColorDodge', 'ColorBurn'],
  ...['HardLight', 'SoftLight', 'Difference', 'Exclusion', 'Hue', 'Saturation', 'Color', 'Luminosity'],
])

/** Applies each entry; those that only change hues and halftones are left out. */
const ENTRIES: Readonly<Record<string, (run: ContentRun, value: PdfObject) => void>> = {
  LW: (run, value) => {
    run.state.lineWidth = Math.abs(numberOf(value) ?? run.state.lineWidth)
  },
  LC: (run, value) => {
    run.state.lineCap = numberOf(value) ?? run.state.lineCap
  },
  LJ: (run, value) => {
    run.state.lineJoin = numberOf(value) ?? run.state.lineJoin
  },
  ML: (run, value) => {
    run.state.miterLimit = numberOf(value) ?? run.state.miterLimit
  },
  D: setDash,
  Font: setFontParameter,
  CA: (run, value) => {
    run.state.strokeAlpha = readAlpha(run, value)
  },
  ca: (run, value) => {
    run.state.fillAlpha = readAlpha(run, value)
  },
  BM: setBlendMode,
  SMask: setSoftMask,
  OP: (run, value) => {
    run.state.strokeOverprint = value === true
  },
  op: (run, value) => {
    run.state.fillOverprint = value === true
  },
  TR: reportTransfer,
  TR2: reportTransfer,
}

/** Applies a dictionary of graphics state parameters. */
function applyExtGState(run: ContentRun, dict: PdfDict): void {
  // /OP counts for filling as well where /op is absent (table 57).
  if (dict.has('OP') && !dict.has('op')) run.state.fillOverprint = run.context.source.lookup(dict, 'OP') === true
  // Some viewers read TR and others TR2, so either one may set this.
  if (dict.has('TR') || dict.has('TR2')) run.state.isTransferred = false
  for (const key of dict.entries.keys()) {
    const apply = Object.hasOwn(ENTRIES, key) ? ENTRIES[key] : undefined
    apply?.(run, run.context.source.lookup(dict, key))
  }
}

function setDash(run: ContentRun, value: PdfObject): void {
  const { source } = run.context
  const [array, phase] = Array.isArray(value) ? value.map((item) => source.resolve(item)) : []
  if (!Array.isArray(array)) return
  applyDashes(
    run,
    array.map((item) => source.resolve(item)),
    numberOf(phase) ?? 0,
  )
}

function setFontParameter(run: ContentRun, value: PdfObject): void {
  if (!Array.isArray(value)) return
  run.setFont(value[0], numberOf(run.context.source.resolve(value[1])) ?? 0)
}

/** An opacity. Outside of 0 to 1 it is unknown: some viewers take the nearer end and others keep the former one. */
function readAlpha(run: ContentRun, value: PdfObject): number {
  const alpha = numberOf(value)
  if (alpha !== undefined && alpha >= 0 && alpha <= 1) return alpha
  run.report('transparency', 'an opacity is no number from 0 to 1')
  return UNKNOWN_OPACITY
}

/** Sets a blend mode (11.3.6). Of an array, the first known one counts; MuPDF only looks at the first. */
function setBlendMode(run: ContentRun, value: PdfObject): void {
  const names = Array.isArray(value) ? value.map((item) => nameOf(run.context.source.resolve(item))) : [nameOf(value)]
  const mode = names.find((name) => name !== undefined && BLEND_MODES.has(name))
  if (mode === undefined || mode !== names[0]) run.report('transparency', 'a blend mode is not known to every viewer')
  run.state.blendMode = mode === undefined || mode === 'Compatible' ? 'Normal' : mode
}

function setSoftMask(run: ContentRun, value: PdfObject): void {
  run.state.isMasked = nameOf(value) !== 'None'
  if (!run.state.isMasked) return
  run.report('unread', 'the effect of a soft mask is not computed')
  if (value instanceof PdfDict) drawSoftMask(run, value)
}

function reportTransfer(run: ContentRun, value: PdfObject): void {
  if (isIdentity(run, value)) return
  run.state.isTransferred = true
  run.report('transparency', 'a transfer function changes colours')
}

/** Inputs for which a transfer function is tested. */
const SHADES = [0, 0.25, 0.5, 0.75, 1]
/** Largest change that counts as none: transfer functions may correct a device (10.5). */
const CORRECTED = 0.1

/** True for a transfer function that changes nothing (10.5): one function, one for each colourant, or a name. */
function isIdentity(run: ContentRun, value: PdfObject): boolean {
  const { source } = run.context
  return (Array.isArray(value) ? value : [value]).every((item) => {
    const name = nameOf(source.resolve(item))
    if (name !== undefined) return name === 'Identity' || name === 'Default'
    const change = readFunction(source, item)
    return change !== undefined && SHADES.every((shade) => Math.abs((change([shade])[0] ?? -1) - shade) <= CORRECTED)
  })
}

/** Draws a soft mask in the coordinates in which it is set, and only once for each of these. */
function drawSoftMask(run: ContentRun, mask: PdfDict): void {
  const { source } = run.context
  const form = source.lookup(mask, 'G')
  if (!(form instanceof PdfStream) || !isNew(run, form)) return
  const kind: MaskKind = source.lookupName(mask, 'S') === 'Alpha' ? 'Alpha' : 'Luminosity'
  const { matrix, clip } = run.state
  const ground = kind === 'Alpha' ? '' : groundOf(run, mask, form)
  run.nest(new TextEncoder().encode(`${ground} /Mask Do`), {
    name: 'Mask',
    resources: new PdfDict({ XObject: new PdfDict({ Mask: form }) }),
    state: { ...initialState(matrix, clip.box), clip },
    layer: run.layer,
    inGlyph: false,
    inPattern: false,
    isUncoloured: false,
    inMask: kind,
  })
}

function isNew({ context, state }: ContentRun, form: PdfStream): boolean {
  const places = getOrMake(context.masks, form, () => new Set<string>())
  const place = [...state.matrix, ...state.clip.box].join(' ')
  if (places.has(place)) return false
  places.add(place)
  return true
}

/** The backdrop of a luminosity mask, which is black unless its dictionary names a colour (table 142). */
function groundOf({ context: { source } }: ContentRun, mask: PdfDict, { dict }: PdfStream): string {
  const box = readRectangle(source, dict.get('BBox'))
  if (box === undefined) return ''
  const group = source.lookupDict(dict, 'Group')
  const space = readColourSpace(source, group?.get('CS'), undefined)
  const given = space === undefined ? undefined : readNumbers(source, mask.get('BC'), space.components)
  const colour = given === undefined ? undefined : space?.toRgb(given)
  const shade = colour === undefined ? 0 : luminance(colour)
  const [left, bottom, right, top] = box
  const place = readMatrix(source, dict.get('Matrix')).join(' ')
  return `q ${place} cm ${shade} g ${left} ${bottom} ${right - left} ${top - bottom} re f Q 0 g`
}
