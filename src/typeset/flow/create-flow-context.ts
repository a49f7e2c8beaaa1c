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
  const prepared = new Map<Paragraph, PreparedParagraph>()
  // Without w:adjustLineHeightInTable (ECMA-376-1, 17.15.3.1), lines in cells are as high as without a grid.
  const cellsKeepGrid = document.settings.compatibility.has('adjustLineHeightInTable')
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
    prepareParagraph(paragraph, options) {
      const isPlain = options.fontScale === undefined && options.background === undefined
      const known = isPlain ? prepared.get(paragraph) : undefined
      if (known !== undefined) return known
      const isOffGrid = options.isTableCell === true && !cellsKeepGrid
      const result = prepareParagraph(paragraph, context, {
        fontScale: options.fontScale,
        background: options.background,
        isTableCell: options.isTableCell,
        isVertical: options.isVertical,
        gridLinePitch: isOffGrid ? undefined : state.grid.gridLinePitch,
        gridCharacterSpace: state.grid.gridCharacterSpace,
      })
      if (isPlain && !hasPageField(paragraph)) {
        if (prepared.size >= MAX_PREPARED) prepared.delete(prepared.keys().next().value ?? paragraph)
        prepared.set(paragraph, result)
      }
      return result
    },
  }
  return context
}

function hasPageField({ inlines }: Paragraph): boolean {
  return inlines.some(({ kind }) => kind === 'pageField')
}
