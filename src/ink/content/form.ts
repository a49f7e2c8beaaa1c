/**
 * Form XObjects (ISO 32000-2, 8.10), transparency groups among them (11.6.6).
 *
 * @module
 */

import { areaOf, isFiniteMatrix, multiply, transformToQuad } from '../../pdf/matrix.js'
import type { PdfStream } from '../../pdf/objects.js'
import { clipByPath } from './clip.js'
import { spend } from './content-budget.js'
import { CONTENT_LIMITS } from './content-limits.js'
import type { ContentRun } from './content-run.js'
import type { GraphicsState } from './graphics-state.js'
import { pathOfQuad } from './path.js'
import { isOddArray, readMatrix, readRectangle } from './read-matrix.js'

/** Paints a form where the current matrix puts it. */
export function paintForm(run: ContentRun, form: PdfStream, name: string): void {
  const { source } = run.context
  const matrix = multiply(readMatrix(source, form.dict.get('Matrix')), run.state.matrix)
  if (!isFiniteMatrix(matrix)) {
    run.report('geometry', 'the matrix of a form grows beyond all bounds')
    return
  }
  if (!spend(source.budget, 'operators', CONTENT_LIMITS.operatorsPerForm)) {
    run.report('limit', 'the content paints too many forms')
    return
  }
  if (isOddArray(source, form.dict.get('Matrix'), 6) || isOddArray(source, form.dict.get('BBox'), 4)) {
    run.report('malformed_operands', 'the box or the matrix of a form is not of as many numbers as it should be')
  }
  const content = source.decode(form, CONTENT_LIMITS.maxStreamBytes)
  if (content === undefined) return
  const group = source.lookupDict(form.dict, 'Group')
  const isGroup = group !== undefined && source.lookupName(group, 'S') === 'Transparency'
  const state: GraphicsState = {
    ...run.state,
    matrix,
    ...(isGroup ? insideGroup(run.state, source.lookup(group, 'K') === true) : {}),
  }
  const box = readRectangle(source, form.dict.get('BBox'))
  // Some viewers take a box without area for none at all.
  if (areaOf(box) === 0) run.report('geometry', 'the box of a form is missing or without area')
  else if (box !== undefined) state.clip = clipByPath(state.clip, pathOfQuad(transformToQuad(box, matrix)), false)
  run.nest(content, {
    name,
    resources: source.lookupDict(form.dict, 'Resources') ?? run.frame.resources,
    state,
    layer: run.layer,
    inGlyph: run.frame.inGlyph,
    inPattern: run.frame.inPattern,
    isUncoloured: run.isUncoloured,
    inMask: run.frame.inMask,
  })
}

/**
 * 11.6.6: a group begins opaque, unmasked and with normal blending; what was in force before applies to the group as a
 * whole.
 */
function insideGroup(state: GraphicsState, isKnockout: boolean): Partial<GraphicsState> {
  return {
    isKnockout,
    fillAlpha: 1,
    strokeAlpha: 1,
    blendMode: 'Normal',
    isMasked: false,
    groupAlpha: state.groupAlpha * state.fillAlpha,
    groupBlendMode: state.blendMode === 'Normal' ? state.groupBlendMode : state.blendMode,
    isGroupMasked: state.isMasked || state.isGroupMasked,
  }
}
