/**
 * Interprets content streams: reads operators, looks each up in the table, and lets it work on the graphics state.
 *
 * @module
 */

import { type Box, IDENTITY, type Matrix } from '../../pdf/matrix.js'
import type { PdfDict } from '../../pdf/objects.js'
import { FontCache } from '../fonts/load-font.js'
import { giveBackMemory, spend } from './content-budget.js'
import { ContentLexer } from './content-lexer.js'
import { type ContentFrame, ContentRun, type DrawingContext } from './content-run.js'
import type { ContentSource } from './content-source.js'
import type { ContentDevice } from './device.js'
import { initialState } from './graphics-state.js'
import { fitsShape, lastOperands, type OperatorDefinition } from './operator-table.js'
import { COLOUR_OPERATORS } from './operators/colour-operators.js'
import { OBJECT_OPERATORS } from './operators/object-operators.js'
import { PATH_OPERATORS } from './operators/path-operators.js'
import { STATE_OPERATORS } from './operators/state-operators.js'
import { TEXT_OPERATORS } from './operators/text-operators.js'
import { OptionalContent } from './optional-content.js'
import { type UnknownContent, UnknownLog } from './unknown-content.js'

const TABLE: ReadonlyMap<string, OperatorDefinition> = new Map(
  [...STATE_OPERATORS, ...PATH_OPERATORS, ...COLOUR_OPERATORS, ...TEXT_OPERATORS, ...OBJECT_OPERATORS].map(
    (definition) => [definition.name, definition],
  ),
)

/** Content to interpret, and where it stands. */
export interface InterpretOptions {
  readonly source: ContentSource
  /** Fonts that are kept from one drawing to the next. */
  readonly fonts?: FontCache
  readonly layers?: OptionalContent
  /** The decoded content. */
  readonly content: Uint8Array
  readonly resources: PdfDict | undefined
  /** From the content's coordinates to those of the page; the identity unless told. */
  readonly matrix?: Matrix
  /** What lies outside is not seen, in page space. */
  readonly clip: Box
  readonly device: ContentDevice
}

/** How an interpretation went. */
export interface Interpretation {
  /** What could not be interpreted; empty when everything was. */
  readonly unknown: readonly UnknownContent[]
  /** Items that were numbered, painted or not. */
  readonly items: number
}

/**
 * Interprets content and tells the device what it paints.
 *
 * @example
 * const source = new ContentSource(document, createContentBudget())
 * const text = new TextRecorder()
 * const { unknown } = interpretContent({ source, content, resources, clip: [0, 0, 595, 842], device: text })
 */
export function interpretContent(options: InterpretOptions): Interpretation {
  const { source, device, content, resources } = options
  const unknown = new UnknownLog()
  const context: DrawingContext = {
    source,
    fonts: options.fonts ?? new FontCache(),
    layers: options.layers ?? new OptionalContent(source),
    device,
    unknown,
    order: 0,
    glyphStyle: undefined,
    areaPaint: undefined,
    strokeStyle: undefined,
    glyphAreas: undefined,
    masks: new Map(),
    interpret: (stream, frame) => interpretStream(context, stream, frame),
  }
  interpretStream(context, content, {
    resources,
    state: initialState(options.matrix ?? IDENTITY, options.clip),
    depth: 0,
    path: '',
    layer: 'shown',
    inGlyph: false,
    inPattern: false,
    isUncoloured: false,
  })
  return { unknown: unknown.items, items: context.order }
}

function interpretStream(context: DrawingContext, content: Uint8Array, frame: ContentFrame): void {
  const { source } = context
  const { budget } = source
  spend(budget, 'memory', content.length)
  const lexer = new ContentLexer(content)
  const run = new ContentRun(context, frame, lexer)
  const outer = source.onUnreadable
  source.onUnreadable = (what) => run.report('unreadable', what)
  for (let name = lexer.next(); name !== undefined; name = lexer.next()) {
    if (!spend(budget, 'operators', 1)) {
      run.report('limit', 'the content has too many operators')
      break
    }
    execute(run, name)
    if (budget.areas < 0 || budget.memory < 0) {
      run.report('limit', 'the content paints too much')
      break
    }
  }
  if (budget.memory >= 0) giveBackMemory(budget, content.length)
  if (lexer.fault !== undefined) run.report('malformed_content', lexer.fault)
  if (lexer.isCutShort) run.report('limit', 'operands hold too many values')
  if (budget.segments < 0) run.report('limit', 'the paths of the content are too long')
  source.onUnreadable = outer
}

function execute(run: ContentRun, name: string): void {
  const { lexer } = run
  const definition = TABLE.get(name)
  if (definition === undefined) {
    if (run.compatibility === 0) run.report('unknown_operator', `there is no operator "${printable(name)}"`)
    return
  }
  if (lexer.fault !== undefined) run.report('malformed_content', lexer.fault)
  let operands: typeof lexer.operands | ReturnType<typeof lastOperands> = lexer.operands
  if (!fitsShape(operands, definition.operands)) {
    run.report('malformed_operands', `the operands of "${name}" are not those that it takes`)
    operands = lastOperands(operands, definition.operands)
  }
  if (operands !== undefined) definition.run(run, operands)
}

function printable(name: string): string {
  return name.slice(0, 16).replace(/[^\x21-\x7e]/g, '?')
}
