/**
 * Colours the text in a shape by the shape's style.
 *
 * @module
 */

import type { Block, Inline, TextPiece } from '../../typeset/model/document-model.js'
import type { HexColor, RunProperties } from '../../typeset/model/properties.js'

/** Gives text without a colour the one of its shape's style (a:fontRef). */
export function colorText(blocks: readonly Block[], color: HexColor): readonly Block[] {
  const changed = new Map<RunProperties, RunProperties>()
  const colorRun = (run: RunProperties): RunProperties => {
    if (run.color !== 'auto') return run
    const known = changed.get(run)
    if (known !== undefined) return known
    const result = { ...run, color }
    changed.set(run, result)
    return result
  }
  const colorPieces = (pieces: readonly TextPiece[]): readonly TextPiece[] =>
    pieces.map(({ text, run }) => ({ text, run: colorRun(run) }))
  const colorInline = (inline: Inline): Inline => {
    if (!('run' in inline) || inline.kind === 'math') return inline
    const run = colorRun(inline.run)
    if (inline.kind !== 'stacked') return { ...inline, run }
    return { ...inline, run, over: colorPieces(inline.over), base: colorPieces(inline.base) }
  }
  const colorBlock = (block: Block): Block => {
    if (block.kind === 'paragraph') {
      return {
        ...block,
        inlines: block.inlines.map(colorInline),
        ...(block.label === undefined ? {} : { label: { ...block.label, run: colorRun(block.label.run) } }),
      }
    }
    const rows = block.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell) => ({ ...cell, blocks: cell.blocks.map(colorBlock) })),
    }))
    return { ...block, rows }
  }
  return blocks.map(colorBlock)
}
