/**
 * Operators that set colours (ISO 32000-2, 8.6.8), and those that build, paint and clip by paths (8.5).
 *
 * @module
 */

import { nameOf, PdfDict, PdfName, type PdfObject, PdfStream } from '../../../pdf/objects.js'
import {
  asDefault,
  type Colour,
  type ColourSpace,
  DEVICE_CMYK,
  DEVICE_GRAY,
  DEVICE_RGB,
  knownColour,
  readColourSpace,
  UNKNOWN_SPACE,
} from '../../colour/colour.js'
import { type ContentRun, numeric, type OperatorDefinition, plain } from '../content-run.js'
import { paintPath } from '../painting.js'

export const PATH_OPERATORS: readonly OperatorDefinition[] = [
  numeric('m', 2, (run, x = 0, y = 0) => run.path.moveTo(run.state.matrix, x, y)),
  numeric('l', 2, (run, x = 0, y = 0) => requirePoint(run, run.path.lineTo(run.state.matrix, x, y))),
  numeric('c', 6, (run, x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0) =>
    requirePoint(run, run.path.curveTo(run.state.matrix, [x1, y1], [x2, y2, x3, y3])),
  ),
  numeric('v', 4, (run, x2 = 0, y2 = 0, x3 = 0, y3 = 0) =>
    requirePoint(run, run.path.curveTo(run.state.matrix, undefined, [x2, y2, x3, y3])),
  ),
  numeric('y', 4, (run, x1 = 0, y1 = 0, x3 = 0, y3 = 0) =>
    requirePoint(run, run.path.curveTo(run.state.matrix, [x1, y1], [x3, y3, x3, y3])),
  ),
  plain('h', (run) => run.path.close()),
  numeric('re', 4, (run, x = 0, y = 0, width = 0, height = 0) =>
    run.path.rectangle(run.state.matrix, x, y, width, height),
  ),
  plain('S', (run) => paintPath(run, { stroke: true })),
  plain('s', (run) => paintPath(run, { stroke: true, close: true })),
  plain('f', (run) => paintPath(run, { fill: 'nonzero' })),
  plain('F', (run) => paintPath(run, { fill: 'nonzero' })),
  plain('f*', (run) => paintPath(run, { fill: 'even-odd' })),
  plain('B', (run) => paintPath(run, { fill: 'nonzero', stroke: true })),
  plain('B*', (run) => paintPath(run, { fill: 'even-odd', stroke: true })),
  plain('b', (run) => paintPath(run, { fill: 'nonzero', stroke: true, close: true })),
  plain('b*', (run) => paintPath(run, { fill: 'even-odd', stroke: true, close: true })),
  plain('n', (run) => paintPath(run, {})),
  plain('W', (run) => {
    run.pendingClip = 'nonzero'
  }),
  plain('W*', (run) => {
    run.pendingClip = 'even-odd'
  }),
]

function requirePoint(run: ContentRun, hadPoint: boolean): void {
  if (!hadPoint) run.report('misplaced_operator', 'a path continues without a current point')
}

type Side = 'fill' | 'stroke'

export const COLOUR_OPERATORS: readonly OperatorDefinition[] = [
  { name: 'cs', operands: 'N', run: (run, operands) => setSpace(run, 'fill', operands) },
  { name: 'CS', operands: 'N', run: (run, operands) => setSpace(run, 'stroke', operands) },
  { name: 'sc', operands: '*', run: (run, operands) => setComponents(run, 'fill', operands) },
  { name: 'scn', operands: '*', run: (run, operands) => setComponents(run, 'fill', operands) },
  { name: 'SC', operands: '*', run: (run, operands) => setComponents(run, 'stroke', operands) },
  { name: 'SCN', operands: '*', run: (run, operands) => setComponents(run, 'stroke', operands) },
  numeric('g', 1, (run, ...values) => setDevice(run, 'fill', 'DeviceGray', values)),
  numeric('G', 1, (run, ...values) => setDevice(run, 'stroke', 'DeviceGray', values)),
  numeric('rg', 3, (run, ...values) => setDevice(run, 'fill', 'DeviceRGB', values)),
  numeric('RG', 3, (run, ...values) => setDevice(run, 'stroke', 'DeviceRGB', values)),
  numeric('k', 4, (run, ...values) => setDevice(run, 'fill', 'DeviceCMYK', values)),
  numeric('K', 4, (run, ...values) => setDevice(run, 'stroke', 'DeviceCMYK', values)),
]

const DEVICES = { DeviceGray: DEVICE_GRAY, DeviceRGB: DEVICE_RGB, DeviceCMYK: DEVICE_CMYK } as const

function assign(run: ContentRun, side: Side, space: ColourSpace, colour: Colour): void {
  if (run.isUncoloured) {
    // Uncoloured patterns and glyphs ignore colours (8.7.3.3), but not in every viewer.
    run.report('colour', 'a colour is set where it does not count')
    return
  }
  if (side === 'fill') {
    run.state.fillSpace = space
    run.state.fill = colour
  } else {
    run.state.strokeSpace = space
    run.state.stroke = colour
  }
}

function setDevice(run: ContentRun, side: Side, name: keyof typeof DEVICES, values: readonly number[]): void {
  const device = DEVICES[name]
  const space = asDefault(run.context.source, name, device, run.frame.resources)
  assign(run, side, space, { rgb: knownColour(space, values) })
}

function setSpace(run: ContentRun, side: Side, [name]: readonly PdfObject[]): void {
  const space = readColourSpace(run.context.source, name, run.frame.resources)
  if (space === undefined) run.report('colour', `the colour space /${nameOf(name)} is not understood`)
  const known = space ?? UNKNOWN_SPACE
  assign(run, side, known, known.initial)
}

function setComponents(run: ContentRun, side: Side, operands: readonly PdfObject[]): void {
  const space = side === 'fill' ? run.state.fillSpace : run.state.strokeSpace
  const last = operands.at(-1)
  const values = last instanceof PdfName ? operands.slice(0, -1) : operands
  if (!values.every((value) => typeof value === 'number')) {
    run.report('malformed_operands', 'a component of a colour is not a number')
    assign(run, side, space, { rgb: undefined })
  } else if (last instanceof PdfName) {
    assign(run, side, space, patternColour(run, space, last.value, values as number[]))
  } else {
    if (values.length !== space.components && space !== UNKNOWN_SPACE) {
      run.report('malformed_operands', 'a colour has another number of components than its space')
    }
    assign(run, side, space, { rgb: knownColour(space, values as number[]) })
  }
}

function patternColour(run: ContentRun, space: ColourSpace, name: string, values: readonly number[]): Colour {
  const { value } = run.resource('Pattern', name)
  const rgb = values.length === 0 ? undefined : knownColour(space, values)
  if (!space.isPattern) run.report('malformed_operands', 'a pattern is set in a colour space without patterns')
  return value instanceof PdfDict || value instanceof PdfStream ? { rgb, pattern: value } : { rgb: undefined }
}
