/**
 * Operators of text (ISO 32000-2, 9.3 and 9.4), and the operators that begin Type 3 glyphs (9.6.4).
 *
 * @module
 */

import { isFiniteMatrix, type Matrix, multiply } from '../../../pdf/matrix.js'
import { nameOf, type PdfObject, PdfString } from '../../../pdf/objects.js'
import { clipByText } from '../clip.js'
import { beginText, type ContentRun, numeric, type OperatorDefinition, plain } from '../content-run.js'
import { moveBack, showString } from '../text-showing.js'

export const TEXT_OPERATORS: readonly OperatorDefinition[] = [
  plain('BT', (run) => {
    if (run.text !== undefined) run.report('misplaced_operator', 'a text object begins inside of another')
    run.text = beginText()
  }),
  plain('ET', endText),
  numeric('Tc', 1, (run, spacing = 0) => {
    run.state.characterSpacing = spacing
  }),
  numeric('Tw', 1, (run, spacing = 0) => {
    run.state.wordSpacing = spacing
  }),
  numeric('Tz', 1, (run, percent = 100) => {
    run.state.horizontalScaling = percent / 100
  }),
  numeric('TL', 1, (run, leading = 0) => {
    run.state.leading = leading
  }),
  { name: 'Tf', operands: 'Nn', run: selectFont },
  numeric('Tr', 1, (run, mode = 0) => setRenderMode(run, mode)),
  numeric('Ts', 1, (run, rise = 0) => {
    run.state.rise = rise
  }),
  numeric('Td', 2, (run, x = 0, y = 0) => moveLine(run, x, y)),
  numeric('TD', 2, (run, x = 0, y = 0) => {
    run.state.leading = -y
    moveLine(run, x, y)
  }),
  numeric('Tm', 6, (run, ...numbers) => setTextMatrix(run, numbers as unknown as Matrix)),
  plain('T*', (run) => moveLine(run, 0, -run.state.leading)),
  { name: 'Tj', operands: 's', run: (run, [string]) => showString(run, (string as PdfString).bytes) },
  { name: 'TJ', operands: 'a', run: (run, [items]) => showPieces(run, items as PdfObject[]) },
  { name: "'", operands: 's', run: (run, [string]) => showOnNextLine(run, string) },
  {
    name: '"',
    operands: 'nns',
    run: (run, [words, characters, string]) => {
      run.state.wordSpacing = words as number
      run.state.characterSpacing = characters as number
      showOnNextLine(run, string)
    },
  },
  numeric('d0', 2, (run) => requireGlyph(run)),
  numeric('d1', 6, (run) => {
    requireGlyph(run)
    run.isUncoloured = run.frame.inGlyph
  }),
]

function endText(run: ContentRun): void {
  if (run.text === undefined) run.report('misplaced_operator', 'a text object ends that did not begin')
  else if (run.text.isClipping) run.cutClip(clipByText(run.state.clip))
  run.text = undefined
}

function selectFont(run: ContentRun, [name, size]: readonly PdfObject[]): void {
  const { reference } = run.resource('Font', nameOf(name) ?? '')
  run.setFont(reference, size as number)
}

/** Highest text rendering mode (9.3.6). */
const LAST_RENDER_MODE = 7

function setRenderMode(run: ContentRun, mode: number): void {
  if (Number.isInteger(mode) && mode >= 0 && mode <= LAST_RENDER_MODE) run.state.renderMode = mode
  else run.report('malformed_operands', 'a text rendering mode does not exist')
}

function moveLine(run: ContentRun, x: number, y: number): void {
  const text = run.requireText()
  setLine(run, multiply([1, 0, 0, 1, x, y], text.line))
}

function setTextMatrix(run: ContentRun, matrix: Matrix): void {
  setLine(run, matrix)
}

function setLine(run: ContentRun, matrix: Matrix): void {
  const text = run.requireText()
  if (!isFiniteMatrix(matrix)) {
    run.report('geometry', 'a text matrix grows beyond all bounds')
    return
  }
  text.line = matrix
  text.matrix = matrix
  text.isAdrift = false
}

function showPieces(run: ContentRun, items: readonly PdfObject[]): void {
  for (const item of items) {
    if (item instanceof PdfString) showString(run, item.bytes)
    else if (typeof item === 'number') moveBack(run, item)
    else run.report('malformed_operands', 'TJ holds something other than strings and numbers')
  }
}

function showOnNextLine(run: ContentRun, string: PdfObject | undefined): void {
  moveLine(run, 0, -run.state.leading)
  if (string instanceof PdfString) showString(run, string.bytes)
}

function requireGlyph(run: ContentRun): void {
  if (!run.frame.inGlyph) run.report('misplaced_operator', 'd0 or d1 stands outside of a glyph')
}
