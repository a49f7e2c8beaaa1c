/**
 * Soft masks of the graphics state (ISO 32000-2, 11.6.5.1). Their effect is not computed, but what they let through may be
 * letters, whatever is painted through them: so a mask is drawn for itself.
 *
 * @module
 */
import { PdfDict, PdfStream } from '../../pdf/objects.js'
import { luminance, readColourSpace } from '../colour/colour.js'
import type { ContentRun, MaskKind } from './content-run.js'
import { initialState } from './graphics-state.js'
import { readMatrix, readNumbers, readRectangle } from './read-matrix.js'

/** Draws a mask where it comes into force; once, however often it does there. */
export function drawSoftMask(run: ContentRun, mask: PdfDict): void {
  const { source } = run.context
  const form = source.lookup(mask, 'G')
  if (!(form instanceof PdfStream) || !isNew(run, form)) return
  const kind: MaskKind = source.lookupName(mask, 'S') === 'Alpha' ? 'Alpha' : 'Luminosity'
  const { matrix, clip } = run.state
  const ground = kind === 'Alpha' ? '' : groundOf(run, mask, form)
  run.nest(new TextEncoder().encode(`${ground} /Mask Do`), {
    name: 'Mask',
    resources: new PdfDict({ XObject: new PdfDict({ Mask: form }) }),
    state: { ...initialState(matrix, clip.box), clip },
    layer: run.layer,
    inGlyph: false,
    inPattern: false,
    isUncoloured: false,
    inMask: kind,
  })
}

function isNew({ context, state }: ContentRun, form: PdfStream): boolean {
  const places = context.masks.get(form) ?? new Set()
  context.masks.set(form, places)
  const place = [...state.matrix, ...state.clip.box].join(' ')
  if (places.has(place)) return false
  places.add(place)
  return true
}

/** Table 142: what a group that is read for its light stands on; black unless told. */
function groundOf({ context: { source } }: ContentRun, mask: PdfDict, { dict }: PdfStream): string {
  const box = readRectangle(source, dict.get('BBox'))
  if (box === undefined) return ''
  const group = source.lookupDict(dict, 'Group')
  const space = readColourSpace(source, group?.get('CS'), undefined)
  const given = space === undefined ? undefined : readNumbers(source, mask.get('BC'), space.components)
  const colour = given === undefined ? undefined : space?.toRgb(given)
  const shade = colour === undefined ? 0 : luminance(colour)
  const [left, bottom, right, top] = box
  const place = readMatrix(source, dict.get('Matrix')).join(' ')
  return `q ${place} cm ${shade} g ${left} ${bottom} ${right - left} ${top - bottom} re f Q 0 g`
}
