/**
 * Operators that paint external objects, inline images and shadings (ISO 32000-2, 8.7.4.2, 8.8 to 8.10), and operators of marked
 * content and compatibility (14.6 and 7.8.2).
 *
 * @module
 */

import {
  areaOf,
  type Box,
  boxOfQuad,
  isFiniteMatrix,
  type Matrix,
  multiply,
  scaleOf,
  transformToQuad,
} from '../../../pdf/matrix.js'
import { nameOf, PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from '../../../pdf/objects.js'
import { decodeTextString } from '../../../pdf/text.js'
import { readColourSpace } from '../../colour/colour.js'
import { readImageOpacity } from '../../pictures/image-opacity.js'
import { readPicturePart } from '../../pictures/picture-part.js'
import { shadedPicture } from '../../raster/shading-picture.js'
import { clipByPath } from '../clip.js'
import { spend } from '../content-budget.js'
import { CONTENT_LIMITS } from '../content-limits.js'
import { type ContentRun, type GraphicsState, type OperatorDefinition, plain } from '../content-run.js'
import { type ContentSource, isOddArray, readMatrix, readRectangle, standsForAnother } from '../content-source.js'
import type { PictureReader } from '../drawing.js'
import { takeInlineImage } from '../inline-image.js'
import { blendModeOf, emitArea } from '../painting.js'
import { pathOfBox, pathOfQuad, thickMatrix } from '../path.js'

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
  const { source, layers } = run.context
  const name = nameOf(properties)
  const list = name === undefined ? undefined : source.lookupDict(run.frame.resources, 'Properties')
  const object = name === undefined ? properties : list?.get(name)
  if (nameOf(tag) !== 'OC') {
    noteSpokenTexts(run, source.resolve(object))
    run.beginMarked(undefined)
    return
  }
  run.beginMarked(object instanceof PdfRef || object instanceof PdfDict ? layers.stateOf(object) : 'unknown')
}

/** Texts in the place of content: a replacement, a description, and what an abbreviation stands for (14.9.3 to 14.9.5). */
const SPOKEN_KEYS = ['ActualText', 'Alt', 'E'] as const
/** The second one is one too many: a field says one thing. */
const MAX_SPOKEN = 2

function noteSpokenTexts({ context: { source, spoken } }: ContentRun, properties: PdfObject): void {
  if (!(properties instanceof PdfDict) || spoken.length >= MAX_SPOKEN) return
  const texts = SPOKEN_KEYS.map((key) => source.lookup(properties, key)).filter((text) => text instanceof PdfString)
  for (const text of new Set(texts.map(({ bytes }) => decodeTextString(bytes)))) spoken.push(text)
}

/** Paints a form in the current coordinates. */
function paintForm(run: ContentRun, form: PdfStream, name: string): void {
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
    ...(isGroup ? insideGroup(run, group) : {}),
  }
  const box = readRectangle(source, form.dict.get('BBox'))
  // Some viewers ignore a box without area.
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
 * The state inside of a group (11.6.6). It begins opaque, unmasked and with normal blending; the former state applies to the
 * group as a whole. PDF.js isolates all groups, except that of an appearance.
 */
function insideGroup({ state, frame, context: { source } }: ContentRun, group: PdfDict): Partial<GraphicsState> {
  const isIsolated = source.lookup(group, 'I') !== null && source.lookup(group, 'I') !== false
  return {
    isKnockout: source.lookup(group, 'K') === true,
    isGrouped: state.isGrouped || isIsolated || frame.depth > 0,
    // MuPDF paints in the colour space of the group.
    isTransferred: state.isTransferred || readColourSpace(source, group.get('CS'), undefined)?.components === 1,
    fillAlpha: 1,
    strokeAlpha: 1,
    blendMode: 'Normal',
    isMasked: false,
    groupAlpha: state.groupAlpha * state.fillAlpha,
    groupBlendMode: blendModeOf(state),
    isGroupMasked: state.isMasked || state.isGroupMasked,
  }
}

/** Paints an image XObject, or an inline image in its shape, on the unit square of the current matrix. */
function paintImage(run: ContentRun, image: PdfStream): void {
  const { context, state } = run
  const { source } = context
  const matrix = thickMatrix(state.matrix)
  if (!isFiniteMatrix(matrix)) return
  if (standsForAnother(image)) run.report('image', 'an image stands for another one')
  const imageMask = source.lookup(image.dict, 'ImageMask')
  const isStencil = imageMask === true
  // PDF.js takes any number other than 0 for true.
  if (imageMask !== null && typeof imageMask !== 'boolean') {
    run.report('image', 'whether an image is a stencil depends on the viewer')
  }
  // In uncoloured patterns and glyphs only stencils are allowed (8.7.3.3).
  if (run.isUncoloured && !isStencil) {
    run.report('misplaced_operator', 'an image stands where only stencils may')
    return
  }
  const quad = transformToQuad([0, 0, 1, 1], matrix)
  const shape = { kind: isStencil ? 'stencil' : 'image', path: pathOfQuad(quad), evenOdd: false } as const
  const { map, fault } = readImageOpacity(source, image, isStencil)
  if (fault !== undefined) run.report('image', fault, boxOfQuad(quad))
  const opacity = map === undefined ? {} : { opacity: { map, matrix } }
  const { resources } = run.frame
  const colour = isStencil ? state.fill : { rgb: undefined }
  const picture = pictureReader(source, image, isStencil, resources, matrix)
  emitArea(run, { ...shape, ...opacity, picture }, boxOfQuad(quad), 'fill', colour)
}

function pictureReader(
  source: ContentSource,
  image: PdfStream,
  isStencil: boolean,
  resources: PdfDict | undefined,
  matrix: Matrix,
): PictureReader {
  const kind = isStencil ? 'stencil' : 'colour'
  // A colour space may be given by name, so the resources belong to the origin.
  const origin = [image, resources?.get('ColorSpace') ?? null]
  const extent = scaleOf(matrix) ** 2
  const read = (part: Box) => readPicturePart(source, image, kind, part, { resources, extent })
  const soft = isStencil ? null : source.lookup(image.dict, 'SMask')
  const mask = soft instanceof PdfStream ? soft : isStencil ? null : source.lookup(image.dict, 'Mask')
  if (!(mask instanceof PdfStream)) return { read, matrix, origin }
  const maskKind = mask === soft ? 'soft' : 'stencil'
  return {
    read,
    readMask: (part) => readPicturePart(source, mask, maskKind, part, { resources: undefined, extent }),
    matrix,
    origin,
  }
}

/** Paints a shading on everything within the clip: viewers differ on its own box. */
function paintShading(run: ContentRun, object: PdfDict | PdfStream): void {
  const { state, context } = run
  const shading = object instanceof PdfStream ? object.dict : object
  const { box } = state.clip
  const picture = { shading, object, matrix: state.matrix, box, resources: run.frame.resources }
  const shape = { kind: 'shading', path: pathOfBox(box), evenOdd: false } as const
  emitArea(run, { ...shape, ...shadedPicture(context.source, picture) }, box, 'fill', { rgb: undefined })
}
