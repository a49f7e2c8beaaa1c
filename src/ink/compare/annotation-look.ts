/**
 * Compares the look of an annotation in two states: its appearances, and the entries by which viewers draw it themselves.
 *
 * Viewers do not agree on which entries a widget takes from its field, so all count: its own and those above it.
 *
 * @module
 */

import type { PdfDocument } from '../../pdf/document.js'
import { appearanceStreams, flagBits, hasOddRectangle, isInvisible, rectangleOf } from '../../pdf/forms.js'
import { resolveOrNull, sameThroughout } from '../../pdf/lookup.js'
import { type Box, uniteBoxes } from '../../pdf/matrix.js'
import { nameOf, PdfDict, type PdfObject, PdfStream } from '../../pdf/objects.js'
import { PDF_LIMITS } from '../../pdf/reading.js'
import { faultWithoutPlace, hasStreamAsDictionary } from '../annotations/annotation-drawings.js'
import type { Drawing } from '../content/drawing.js'
import type { ContentFont } from '../fonts/content-font.js'
import { differingPlace } from './differing-place.js'
import { type LookStates, usesChangedNames } from './used-resources.js'

/** An annotation in one state: its own dictionary, and those above it from which viewers may take entries. */
export type EntryChain = readonly PdfDict[]

/** Entries by which nothing is drawn: they link to other parts, name or date the annotation, or say what a click does. */
const UNDRAWN: ReadonlySet<string> = new Set([
  ...['Type', 'P', 'Parent', 'Kids', 'Popup', 'IRT', 'StructParent', 'AF', 'A', 'AA', 'PA', 'Dest'],
  ...['T', 'TU', 'TM', 'NM', 'M', 'CreationDate', 'Lock', 'SV', 'DV'],
])
/** Entries of /MK that are drawn (Table 192): ground, border, captions and icons. */
const LOOK_KEYS = ['BG', 'BC', 'CA', 'RC', 'AC', 'I', 'RI', 'IX'] as const
const PRINT_FLAG = 0x4
/** Invisible, Hidden, NoZoom, NoRotate, NoView, ToggleNoView (Table 167). */
const SHOWING_FLAGS = 0x13b
/** Stands for the place of a widget without area. */
const POINT: Box = [0, 0, 1, 1]

export function chainOf(document: PdfDocument, annotation: PdfDict): EntryChain {
  const chain = [annotation]
  if (nameOf(resolveOrNull(document, annotation.get('Subtype'))) !== 'Widget') return chain
  for (let node = annotation; chain.length < PDF_LIMITS.maxFieldTreeDepth; ) {
    const parent = resolveOrNull(document, node.get('Parent'))
    if (!(parent instanceof PdfDict)) break
    chain.push(parent)
    node = parent
  }
  return chain
}

/** Compares what annotations look like in two states. */
export class AnnotationLooks {
  readonly #pair: LookStates
  readonly #areLayersChanged: boolean

  /** @param areLayersChanged True when other layers are on, so that an unchanged appearance may draw something else. */
  constructor(pair: LookStates, areLayersChanged: boolean) {
    this.#pair = pair
    this.#areLayersChanged = areLayersChanged
  }

  /** Where an annotation that was there before looks different; `undefined` for one that does not. */
  differingPlace(before: EntryChain, after: EntryChain): Box | undefined {
    const { older, newer } = this.#pair
    const isSame = this.#isShownAlike(before, after) && this.#hasSameEntries(before, after)
    if (!isSame) {
      const seen = [this.placeOfInk(older, before), this.placeOfInk(newer, after)]
      return seen.reduce((all, box) => (box === undefined ? all : uniteBoxes(all, box)), undefined)
    }
    return this.#differingAppearance(before, after)
  }

  /** The place where an annotation shows something by itself, hidden or not; `undefined` when it shows nothing. */
  placeOfInk(document: PdfDocument, chain: EntryChain): Box | undefined {
    const [annotation] = chain as [PdfDict]
    const rectangle = rectangleOf(document, annotation)
    const streams = [...streamsOf(document, chain).values()]
    const isWidget = nameOf(resolveOrNull(document, annotation.get('Subtype'))) === 'Widget'
    if (rectangle === undefined && isWidget && !hasOddRectangle(document, annotation)) {
      const reader = this.#pair.drawings.reader(document)
      return streams.some((stream) => faultWithoutPlace(reader, stream) !== undefined) ? POINT : undefined
    }
    const isDrawn = streams.some((stream) => {
      const { glyphs, areas, unknown } = this.#draw(document, stream, chain)
      return glyphs.length + areas.length > 0 || unknown.some(({ code }) => code !== 'geometry')
    })
    return isDrawn || !isWidget || isDrawnByEntries(document, chain) ? (rectangle ?? POINT) : undefined
  }

  /** The box around all glyphs whose font took the number of another font, which was a dictionary. */
  placeOfExchangedFont(chain: EntryChain): Box | undefined {
    const { newer } = this.#pair
    const glyphs = [...streamsOf(newer, chain).values()].flatMap((stream) => this.#draw(newer, stream, chain).glyphs)
    const exchanged = new Set([...new Set(glyphs.map(({ font }) => font))].filter((font) => this.#isExchanged(font)))
    let place: Box | undefined
    for (const { font, box } of glyphs) if (exchanged.has(font)) place = uniteBoxes(place, box)
    return place
  }

  #isExchanged({ facts: { objectNumber, dictionary } }: ContentFont): boolean {
    const before = objectNumber === undefined ? null : this.#pair.before(objectNumber)
    return before instanceof PdfDict && !sameThroughout(this.#pair, before, dictionary)
  }

  /** True when flags and layers show an annotation as before. Being printed may be added: signers ask for that. */
  #isShownAlike(before: EntryChain, after: EntryChain): boolean {
    const { older, newer } = this.#pair
    const flagsOf = (document: PdfDocument, chain: EntryChain) =>
      chain.map((dict) => flagBits(resolveOrNull(document, dict.get('F'))))
    const newFlags = flagsOf(newer, after)
    const areKept = flagsOf(older, before).every((flags, i) => {
      const other = newFlags[i]
      if (flags === undefined || other === undefined) return flags === other
      return ((flags ^ other) & SHOWING_FLAGS) === 0 && (flags & ~other & PRINT_FLAG) === 0
    })
    const [one, other] = [before[0] as PdfDict, after[0] as PdfDict]
    if (!areKept || isInvisible(older, one) !== isInvisible(newer, other)) return false
    if (!this.#areLayersChanged || !one.has('OC')) return true
    const { drawings } = this.#pair
    return drawings.reader(older).layerOf(one.get('OC')) === drawings.reader(newer).layerOf(other.get('OC'))
  }

  #hasSameEntries(before: EntryChain, after: EntryChain): boolean {
    const dicts = [...before, ...after]
    const keys = new Set(dicts.flatMap((dict) => [...dict.entries.keys()]))
    // Flags and appearances are compared by their effect, unless viewers differ on what the entry is.
    const isPlain = !after.some((dict) => hasStreamAsDictionary(this.#pair.newer, dict))
    for (const key of keys) {
      if (UNDRAWN.has(key) || key === 'F' || (key === 'AP' && isPlain)) continue
      const [one, other] = [valuesOf(this.#pair.older, before, key), valuesOf(this.#pair.newer, after, key)]
      if (!sameThroughout(this.#pair, one, other, key)) return false
    }
    return true
  }

  #differingAppearance(before: EntryChain, after: EntryChain): Box | undefined {
    const { older, newer } = this.#pair
    const [olderStreams, newerStreams] = [streamsOf(older, before), streamsOf(newer, after)]
    let place: Box | undefined
    for (const key of new Set([...olderStreams.keys(), ...newerStreams.keys()])) {
      const [one, other] = [olderStreams.get(key), newerStreams.get(key)]
      const mayBeSame = one !== undefined && other !== undefined && !this.#areLayersChanged
      if (mayBeSame && this.#isSameStream(one, other)) continue
      const box = differingPlace(
        this.#pair,
        one && this.#draw(older, one, before),
        other && this.#draw(newer, other, after),
      )
      if (box !== undefined) place = uniteBoxes(place, box)
    }
    return place
  }

  #isSameStream(one: PdfStream, other: PdfStream): boolean {
    if (!sameThroughout(this.#pair, withoutResources(one), withoutResources(other))) return false
    const resources = [
      this.#pair.oldValue(one.dict, 'Resources'),
      this.#pair.newValue(other.dict, 'Resources'),
    ] as const
    return !usesChangedNames(this.#pair, one, resources)
  }

  #draw(document: PdfDocument, stream: PdfStream, [annotation]: EntryChain): Drawing {
    const place = rectangleOf(document, annotation as PdfDict) ?? POINT
    return this.#pair.drawings.reader(document).appearance(stream, place)
  }
}

function withoutResources({ dict, data }: PdfStream): PdfStream {
  return new PdfStream(dict.with({ Resources: undefined }), data)
}

/** The appearances of an annotation, and those that it may inherit, by their place in the dictionaries. */
function streamsOf(document: PdfDocument, chain: EntryChain): Map<string, PdfStream> {
  const streams = new Map<string, PdfStream>()
  for (const [level, dict] of chain.entries()) {
    for (const [place, object] of appearanceStreams(document, dict)) {
      const stream = resolveOrNull(document, object)
      if (stream instanceof PdfStream) streams.set(`${level} ${place}`, stream)
    }
  }
  return streams
}

/** The values of an entry, starting with the annotation's own. A signature is left out, since it is not drawn as a value. */
function valuesOf(document: PdfDocument, chain: EntryChain, key: string): PdfObject[] {
  return chain.map((dict) => {
    const value = resolveOrNull(document, dict.get(key))
    return key === 'V' && value instanceof PdfDict ? null : (dict.get(key) ?? null)
  })
}

/** True when viewers may draw a widget from its entries. A signature field has no value that they draw. */
function isDrawnByEntries(document: PdfDocument, chain: EntryChain): boolean {
  const types = valuesOf(document, chain, 'FT').map((type) => nameOf(resolveOrNull(document, type)))
  if (types.some((type) => type !== undefined && type !== 'Sig')) return true
  if (chain.some((dict) => hasStreamAsDictionary(document, dict))) return true
  if (['V', 'RV'].some((key) => valuesOf(document, chain, key).some((value) => value !== null))) return true
  return valuesOf(document, chain, 'MK').some((value) => {
    const look = resolveOrNull(document, value)
    return look instanceof PdfDict && LOOK_KEYS.some((key) => !isEmpty(resolveOrNull(document, look.get(key))))
  })
}

/** Null, or a colour without components, which is transparent. */
function isEmpty(value: PdfObject): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}
