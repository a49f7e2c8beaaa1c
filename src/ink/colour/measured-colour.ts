/**
 * Colour spaces that measure their colours (ISO 32000-2, 8.6.5): by a profile, or by a white point and curves.
 *
 * @module
 */
import { numberOf, PdfDict, type PdfObject, type PdfStream } from '../../pdf/objects.js'
import type { ContentSource } from '../content/content-source.js'
import { readNumbers } from '../content/read-matrix.js'
import {
  gammaCurve,
  isLikeGrey,
  isLikeRgb,
  isWhite,
  type ProfileKind,
  profileKind,
  type Tristimulus,
} from './icc-profile.js'

/** Profiles of printers have half a megabyte to three. */
const MAX_PROFILE_BYTES = 4 * 1024 * 1024

const kinds = new WeakMap<PdfStream, ProfileKind>()

/** Whether a profile yields the colours of the device space with as many components. */
export function profileOf(source: ContentSource, stream: PdfStream, components: number): ProfileKind {
  let kind = kinds.get(stream)
  if (kind === undefined) {
    const bytes = source.decode(stream, MAX_PROFILE_BYTES)
    kind = bytes === undefined ? 'unlike' : profileKind(bytes, components)
    kinds.set(stream, kind)
  }
  return kind
}

/** 8.6.5.2. */
export function looksLikeGrey(source: ContentSource, object: PdfObject | undefined): boolean {
  const dict = source.resolve(object)
  if (!(dict instanceof PdfDict)) return false
  const gamma = dict.has('Gamma') ? numberOf(source.lookup(dict, 'Gamma')) : 1
  return gamma !== undefined && isWhite(readWhite(source, dict)) && isLikeGrey(gammaCurve(gamma))
}

/** 8.6.5.3. */
export function looksLikeRgb(source: ContentSource, object: PdfObject | undefined): boolean {
  const dict = source.resolve(object)
  if (!(dict instanceof PdfDict)) return false
  const gammas = dict.has('Gamma') ? readNumbers(source, dict.get('Gamma'), 3) : [1, 1, 1]
  const matrix = dict.has('Matrix') ? readNumbers(source, dict.get('Matrix'), 9) : [1, 0, 0, 0, 1, 0, 0, 0, 1]
  if (gammas === undefined || matrix === undefined) return false
  const primaries = [0, 3, 6].map((i) => matrix.slice(i, i + 3) as unknown as Tristimulus)
  return isLikeRgb(primaries, gammas.map(gammaCurve), readWhite(source, dict))
}

/** Without a white point the space is invalid, and viewers differ. */
function readWhite(source: ContentSource, dict: PdfDict): Tristimulus {
  return (readNumbers(source, dict.get('WhitePoint'), 3) as Tristimulus | undefined) ?? [0, 0, 0]
}
