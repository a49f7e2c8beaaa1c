/**
 * Connects the parts of the engine while a document is laid out.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { measureDrawing, paintDrawing } from '../drawing/paint-drawing.js'
import type { FontLibrary } from '../fonts/font-face.js'
import type { DocumentModel, Paragraph, SectionProperties } from '../model/document-model.js'
import { layOutTable, layOutTableInSteps } from '../table/lay-out-table.js'
import type { PreparedParagraph } from '../text/line.js'
import { prepareParagraph } from '../text/prepare-paragraph.js'
import type { FlowContext } from './flow-context.js'
import { layOutStack } from './lay-out-stack.js'
import type { PageNumbers } from './layout-context.js'
import type { NoteNumbers } from './note-numbers.js'
import { spacingRules } from './spacing.js'
import { TYPESET_LIMITS } from './typeset-limits.js'

/** The document grid of a section, if it has one. */
type DocumentGrid = Pick<SectionProperties, 'gridLinePitch' | 'gridCharacterSpace'>

/** State that changes from page to page. */
export interface FlowState {
  numbers: PageNumbers
  /** Document grid of the section. */
  grid: DocumentGrid
  readonly warnings: Set<string>
}

/** Prepared paragraphs that are cached. Those around a page break are laid out more than once. */
const MAX_PREPARED = 64

/** Connects the parts of the engine for one document. */
export function createFlowContext(
  document: DocumentModel,
  fonts: FontLibrary,
  notes: NoteNumbers,
  state: FlowState,
  signal?: AbortSignal,
): FlowContext {
  const prepared = new PreparedParagraphs()
  let nesting = 0
  const context: FlowContext = {
    document,
    fonts,
    spacing: spacingRules(document.settings),
    checkpoint() {
      signal?.throwIfAborted()
    },
    warn(message) {
      state.warnings.add(message)
    },
    get numbers() {
      return state.numbers
    },
    noteLabel: (note, id) => notes.label(note, id),
    layOutBlocks(blocks, width, options) {
      if (nesting >= TYPESET_LIMITS.maxBlockNesting) {
        throw new SealwrightError('document_too_complex', 'Tables and text boxes are nested too deeply.')
      }
      nesting++
      try {
        return layOutStack(blocks, width, { hasOutline: options?.isCell ?? false, ...options }, context)
      } finally {
        nesting--
      }
    },
    paintDrawing: (drawing, list, x, y) => paintDrawing(drawing, context, list, x, y),
    measureDrawing: (drawing) => measureDrawing(drawing, context),
    layOutTable: (table, width, options) => layOutTable(table, width, context, options),
    layOutTableInSteps: (table, width) => layOutTableInSteps(table, width, context, { isNested: false }),
    prepareParagraph: (paragraph, options) => prepared.prepare(paragraph, options, context, state.grid),
  }
  return context
}

/** The paragraphs that were prepared last. */
class PreparedParagraphs {
  readonly #known = new Map<Paragraph, PreparedParagraph>()

  prepare(
    paragraph: Paragraph,
    options: Parameters<FlowContext['prepareParagraph']>[1],
    context: FlowContext,
    grid: DocumentGrid,
  ): PreparedParagraph {
    const isPlain = options.fontScale === undefined && options.background === undefined
    const known = isPlain ? this.#known.get(paragraph) : undefined
    if (known !== undefined) return known
    const isOffGrid = options.isTableCell === true && !cellsKeepGrid(context.document)
    const result = prepareParagraph(paragraph, context, {
      fontScale: options.fontScale,
      background: options.background,
      isTableCell: options.isTableCell,
      isVertical: options.isVertical,
      gridLinePitch: isOffGrid ? undefined : grid.gridLinePitch,
      gridCharacterSpace: grid.gridCharacterSpace,
    })
    if (isPlain && !hasPageField(paragraph)) this.#keep(paragraph, result)
    return result
  }

  #keep(paragraph: Paragraph, result: PreparedParagraph): void {
    if (this.#known.size >= MAX_PREPARED) this.#known.delete(this.#known.keys().next().value ?? paragraph)
    this.#known.set(paragraph, result)
  }
}

/** w:adjustLineHeightInTable (ECMA-376-1, 17.15.3.1): without it, lines of cells are as high as without a grid. */
function cellsKeepGrid({ settings }: DocumentModel): boolean {
  return settings.compatibility.has('adjustLineHeightInTable')
}

function hasPageField({ inlines }: Paragraph): boolean {
  return inlines.some(({ kind }) => kind === 'pageField')
}
