/**
 * Draws the row of a party: its signature, or a note that nobody has signed yet.
 *
 * @module
 */
import type { AuditParties } from '../../audit/parties.js'
import { OWN_COLORS, type PartyRowLine } from '../../audit/party-row.js'
import type { ObjectSink, PdfRef } from '../../pdf/objects.js'
import { createFontLibrary, type FontLibrary, type FontSource } from '../../typeset/fonts.js'
import { layOutBlocks, type Stack, visibleInlines } from '../../typeset/layout.js'
import { plainCell, plainRow, plainRun, plainTable, plainText } from '../../typeset/model/plain-model.js'
import type { RunProperties } from '../../typeset/model/properties.js'
import { addForm, type DisplayList } from '../../typeset/painting.js'
import { isReadable, type Palette } from '../certificate/certificate-look.js'
import { paragraph } from '../certificate/labelled-rows.js'

/** Settings for all rows of a document. */
export interface RowStyle {
  readonly parties: Pick<AuditParties, 'language' | 'colors'>
  readonly fonts?: readonly FontSource[] | undefined
  /** True when font subsets have to list their characters, as in PDF/A-1. */
  readonly cidSets: boolean
  /** Collects the characters that no font has, which are shown by number. */
  readonly unshown?: Set<string>
}

/** Size of a row, in twips. */
export interface RowSize {
  readonly width: number
  readonly height: number
}

const SANS = 'Carlito'
const MONO = 'Cousine'
const IDENTITY = [1, 0, 0, 1, 0, 0] as const
/** Width of the bar at the left edge, in twips. */
const BAR_WIDTH = 20
const BAR_COLOR_UNSIGNED = 'CCCFD4'
const BAR_GAP = 150
const LABEL_WIDTH = 1180
/** Font sizes and line spacing at full size, in twips. */
const SIZE = { label: 160, value: 170, digest: 128, unsigned: 180 } as const
const LEADING = 218
/**
 * Shares of the full size that are tried, so that a long name fits its row. Smaller digits than the last would be illegible.
 */
const SHARES = [1, 0.94, 0.88, 0.82, 0.76, 0.7, 0.64, 0.58, 0.52, 0.46, 0.42]

/** Draws a signed row, and returns its form XObject. For text in scripts that need shaping, call `loadShaperFor` before. */
export function drawSignedRow(
  sink: ObjectSink,
  lines: readonly PartyRowLine[],
  size: RowSize,
  style: RowStyle,
): PdfRef {
  const fonts = libraryOf(style)
  const palette = paletteOf(style)
  const accent = isReadable(palette.accent) ? palette.accent : palette.ink
  return addRowForm(sink, { stack: fitRow(lines, size, style, fonts), bar: accent }, size, style, fonts)
}

/** Draws a row that nobody has signed. */
export function drawUnsignedRow(sink: ObjectSink, text: string, size: RowSize, style: RowStyle): PdfRef {
  const fonts = libraryOf(style)
  const run = runOf(SIZE.unsigned, paletteOf(style).quiet, SANS, style)
  const stack = layOutBlocks([paragraph([plainText(text, run)], run, LEADING)], textWidth(size.width), { fonts })
  return addRowForm(sink, { stack, bar: BAR_COLOR_UNSIGNED }, size, style, fonts)
}

/** The height that a row takes at full size, in twips. */
export function heightOfRow(lines: readonly PartyRowLine[], width: number, style: RowStyle): number {
  return layOutRow(lines, textWidth(width), 1, style, libraryOf(style)).height
}

function libraryOf({ fonts }: RowStyle): FontLibrary {
  return createFontLibrary({ sources: fonts ?? [] })
}

function textWidth(width: number): number {
  return Math.max(1, width - BAR_WIDTH - BAR_GAP)
}

function addRowForm(
  sink: ObjectSink,
  { stack, bar }: { readonly stack: Stack; readonly bar: string },
  { width, height }: RowSize,
  style: RowStyle,
  fonts: FontLibrary,
): PdfRef {
  const list: DisplayList = [{ kind: 'rectangle', x: 0, y: 0, width: BAR_WIDTH, height, color: bar }]
  stack.paint(list, BAR_WIDTH + BAR_GAP, 0)
  return addForm(sink, list, { width, height }, IDENTITY, { calibratedColor: true, cidSets: style.cidSets, fonts })
}

/** All lines in the largest size in which they fit. */
function fitRow(lines: readonly PartyRowLine[], { width, height }: RowSize, style: RowStyle, fonts: FontLibrary) {
  let stack: Stack | undefined
  for (const share of SHARES) {
    stack = layOutRow(lines, textWidth(width), share, style, fonts)
    if (stack.height <= height) return stack
  }
  return stack ?? layOutBlocks([], width, { fonts })
}

function layOutRow(
  lines: readonly PartyRowLine[],
  width: number,
  share: number,
  style: RowStyle,
  fonts: FontLibrary,
): Stack {
  const { ink, quiet } = paletteOf(style)
  const labelWidth = Math.round(Math.min(LABEL_WIDTH * share, 0.4 * width))
  const valueWidth = width - labelWidth
  const label = runOf(SIZE.label * share, quiet, SANS, style)
  const cell = (text: string, run: RunProperties, room: number, breakEvery?: number) => {
    const more = breakEvery === undefined ? {} : { breakEvery }
    const found = style.unshown === undefined ? {} : { unshown: style.unshown }
    return paragraph(
      visibleInlines(text, run, { fonts, width: room, ...found, ...more }),
      run,
      Math.round(LEADING * share),
    )
  }
  const rows = lines.map(({ kind, label: name, value }) => {
    const run = runOf(sizeOf(kind) * share, ink, kind === 'digest' ? MONO : SANS, style, kind === 'name')
    return plainRow([
      plainCell([cell(name, label, labelWidth)], labelWidth),
      plainCell([cell(value, run, valueWidth, kind === 'digest' ? 16 : undefined)], valueWidth),
    ])
  })
  return layOutBlocks([plainTable([labelWidth, valueWidth], rows)], width, { fonts })
}

function sizeOf(kind: PartyRowLine['kind']): number {
  return kind === 'digest' ? SIZE.digest : SIZE.value
}

function runOf(size: number, color: string, family: string, { parties }: RowStyle, bold = false): RunProperties {
  return plainRun({ family, size: Math.round(size), color, bold, language: parties.language })
}

function paletteOf({ parties: { colors = OWN_COLORS } }: RowStyle): Palette {
  return { ink: colors.text, quiet: colors.label, accent: colors.accent }
}
