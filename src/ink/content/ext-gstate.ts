/**
 * Graphics state parameter dictionaries (ISO 32000-2, 8.4.5).
 *
 * @module
 */
import { nameOf, numberOf, PdfDict, type PdfObject } from '../../pdf/objects.js'
import { readFunction } from '../colour/pdf-function.js'
import type { ContentRun } from './content-run.js'
import { applyDashes } from './dashes.js'
import { drawSoftMask } from './soft-mask.js'

/** Blend modes of 11.3.5; /Compatible is an old name of /Normal. */
const BLEND_MODES: ReadonlySet<string> = new Set([
  'Normal',
  'Compatible',
  'Multiply',
  'Screen',
  'Overlay',
  'Darken',
  'Lighten',
  'ColorDodge',
  'ColorBurn',
  'HardLight',
  'SoftLight',
  'Difference',
  'Exclusion',
  'Hue',
  'Saturation',
  'Color',
  'Luminosity',
])

/** What each entry does; those that change no more than hues and halftones are left out. */
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
  Font: setFont,
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

/** Sets the parameters of a dictionary. */
export function applyExtGState(run: ContentRun, dict: PdfDict): void {
  // /OP counts for filling as well where /op is absent (table 57).
  if (dict.has('OP') && !dict.has('op')) run.state.fillOverprint = run.context.source.lookup(dict, 'OP') === true
  // One of the two counts for some viewers, and the other for others.
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

function setFont(run: ContentRun, value: PdfObject): void {
  if (!Array.isArray(value)) return
  run.setFont(value[0], numberOf(run.context.source.resolve(value[1])) ?? 0)
}

/** Viewers clamp what is no opacity, or keep the one before: any may be in force. */
function readAlpha(run: ContentRun, value: PdfObject): number {
  const alpha = numberOf(value)
  if (alpha !== undefined && alpha >= 0 && alpha <= 1) return alpha
  run.report('transparency', 'an opacity is no number from 0 to 1')
  return UNKNOWN_OPACITY
}

/** Neither opaque nor clear. */
const UNKNOWN_OPACITY = 0.5

/** 11.6.3: of several modes, the first known one counts; MuPDF looks at the first one alone. */
function setBlendMode(run: ContentRun, value: PdfObject): void {
  const names = Array.isArray(value) ? value.map((item) => nameOf(run.context.source.resolve(item))) : [nameOf(value)]
  const mode = names.find((name) => name !== undefined && BLEND_MODES.has(name))
  if (mode === undefined || mode !== names[0]) run.report('transparency', 'a blend mode is not known to every viewer')
  run.state.blendMode = mode === undefined || mode === 'Compatible' ? 'Normal' : mode
}

function setSoftMask(run: ContentRun, value: PdfObject): void {
  run.state.isMasked = nameOf(value) !== 'None'
  if (!run.state.isMasked) return
  run.report('transparency', 'the effect of a soft mask is not computed')
  if (value instanceof PdfDict) drawSoftMask(run, value)
}

function reportTransfer(run: ContentRun, value: PdfObject): void {
  if (isIdentity(run, value)) return
  run.state.isTransferred = true
  run.report('transparency', 'a transfer function changes colours')
}

/** Shades that a function is asked for, and how far it may move them: 10.5 lets it correct a device. */
const SHADES = [0, 0.25, 0.5, 0.75, 1]
const CORRECTED = 0.1

/** 10.5: a function, one for each colourant, or a name. */
function isIdentity(run: ContentRun, value: PdfObject): boolean {
  const { source } = run.context
  return (Array.isArray(value) ? value : [value]).every((item) => {
    const name = nameOf(source.resolve(item))
    if (name !== undefined) return name === 'Identity' || name === 'Default'
    const change = readFunction(source, item)
    return change !== undefined && SHADES.every((shade) => Math.abs((change([shade])[0] ?? -1) - shade) <= CORRECTED)
  })
}
