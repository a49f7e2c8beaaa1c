/**
 * Operators that paint external objects, inline images and shadings (ISO 32000-2, 8.7.4.2, 8.8 and 8.9.7), and those of
 * marked content and compatibility (14.6 and 7.8.2).
 *
 * @module
 */
import { nameOf, PdfDict, type PdfObject, PdfRef, PdfStream } from '../../../pdf/objects.js'
import type { ContentRun } from '../content-run.js'
import { paintForm } from '../form.js'
import { paintImage } from '../image.js'
import { takeInlineImage } from '../inline-image.js'
import { type OperatorDefinition, plain } from '../operator-table.js'
import { paintShading } from '../shading.js'

export const OBJECT_OPERATORS: readonly OperatorDefinition[] = [
  { name: 'Do', operands: 'N', run: paintObject },
  plain('BI', paintInlineImage),
  { name: 'sh', operands: 'N', run: shade },
  { name: 'BMC', operands: 'N', run: (run) => run.beginMarked(undefined) },
  { name: 'BDC', operands: 'Np', run: beginMarkedWithProperties },
  plain('EMC', (run) => run.endMarked()),
  { name: 'MP', operands: 'N', run: () => undefined },
  { name: 'DP', operands: 'Np', run: () => undefined },
  plain('BX', (run) => {
    run.compatibility++
  }),
  plain('EX', (run) => {
    run.compatibility = Math.max(0, run.compatibility - 1)
  }),
]

function paintObject(run: ContentRun, [operand]: readonly PdfObject[]): void {
  const name = nameOf(operand) ?? ''
  const { value } = run.resource('XObject', name)
  if (!(value instanceof PdfStream)) {
    if (value !== null) run.report('unreadable', `the object /${name} is not a stream`)
    return
  }
  const { source, layers } = run.context
  const layer = value.dict.get('OC')
  run.beginMarked(layer === undefined ? undefined : layers.stateOf(layer))
  const subtype = source.lookupName(value.dict, 'Subtype')
  if (subtype === 'Form') paintForm(run, value, name)
  else if (subtype === 'Image') paintImage(run, value)
  else run.report('unreadable', `the object /${name} is neither a form nor an image`)
  run.endMarked()
}

function paintInlineImage(run: ContentRun): void {
  const image = takeInlineImage(run.lexer, run.context.source.budget)
  if (image === undefined) {
    run.report('malformed_content', 'an inline image is not closed')
    run.lexer.pos = run.lexer.bytes.length
    return
  }
  if (image.fault !== undefined) run.report('malformed_content', image.fault)
  paintImage(run, image.stream)
}

function shade(run: ContentRun, [operand]: readonly PdfObject[]): void {
  const { value } = run.resource('Shading', nameOf(operand) ?? '')
  if (value instanceof PdfDict || value instanceof PdfStream) paintShading(run, value)
}

function beginMarkedWithProperties(run: ContentRun, [tag, properties]: readonly PdfObject[]): void {
  if (nameOf(tag) !== 'OC') {
    run.beginMarked(undefined)
    return
  }
  const { source, layers } = run.context
  const name = nameOf(properties)
  const list = source.lookupDict(run.frame.resources, 'Properties')
  const object = name === undefined ? properties : list?.get(name)
  run.beginMarked(object instanceof PdfRef || object instanceof PdfDict ? layers.stateOf(object) : 'unknown')
}
