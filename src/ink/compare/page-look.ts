/**
 * Where a page looks different in two states of a document, whatever was done to make it so.
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'
import { inherited } from '../../pdf/forms.js'
import { resolveOrNull, sameThroughout } from '../../pdf/lookup.js'
import { type Box, uniteBoxes } from '../../pdf/matrix.js'
import { PdfDict, type PdfObject, PdfRef, PdfStream } from '../../pdf/objects.js'
import { AnnotationLooks, chainOf, type EntryChain } from './annotation-look.js'
import { differingPlace } from './differing-place.js'
import { type LookStates, usesChangedNames } from './used-resources.js'

/** Identifies an annotation: its object number, or its dictionary where a page holds that directly. */
export type AnnotationKey = number | PdfDict

/** A place where a page looks different. */
export interface LookDifference {
  /** In points, in the coordinates of the page. */
  readonly box: Box
  /** The annotation that is drawn there; `undefined` for the content of the page. */
  readonly annotation: AnnotationKey | undefined
  /** True when a font was replaced under its number, so that no change of the annotation explains the difference. */
  readonly isForeign?: boolean
}

/** Entries that decide how a page shows its content, besides its boxes; each with its default value. */
const SHOWN_BY: readonly (readonly [string, PdfObject])[] = [
  ['Rotate', 0],
  ['UserUnit', 1],
  ['Group', null],
]

/** Steps that reading an annotation and the dictionaries above it counts as. */
const STEPS_PER_ANNOTATION = 4

/** Compares pages of two states. */
export class PageLooks {
  readonly #pair: LookStates
  readonly #looks: AnnotationLooks
  /** True when other layers are on, so that the same content may draw something else. */
  readonly #areLayersChanged: boolean

  constructor(pair: LookStates) {
    this.#pair = pair
    const layers = [pair.older.catalog.get('OCProperties'), pair.newer.catalog.get('OCProperties')] as const
    this.#areLayersChanged = !sameThroughout(pair, ...layers)
    this.#looks = new AnnotationLooks(pair, this.#areLayersChanged)
  }

  /** True when a change to the document as a whole may show on any page. */
  get concernAllPages(): boolean {
    return this.#areLayersChanged
  }

  *differences(before: PdfDict, after: PdfDict): Generator<LookDifference> {
    const box = this.#differingContent(before, after)
    if (box !== undefined) yield { box, annotation: undefined }
    yield* this.#differingAnnotations(before, after)
  }

  #differingContent(before: PdfDict, after: PdfDict): Box | undefined {
    const { older, newer, drawings } = this.#pair
    const ofPages = (key: string) => [inherited(older, before, key), inherited(newer, after, key)] as const
    const boxes = [drawings.reader(older).pageBox(before), drawings.reader(newer).pageBox(after)] as const
    const isShownAlike = SHOWN_BY.every(([key, usual]) => {
      const [one, other] = ofPages(key)
      return sameThroughout(this.#pair, one ?? usual, other ?? usual)
    })
    if (!isShownAlike || !sameThroughout(this.#pair, [...boxes[0]], [...boxes[1]], 'MediaBox'))
      return uniteBoxes(...boxes)
    const isSame = sameThroughout(this.#pair, before.get('Contents'), after.get('Contents'))
    const [one, other] = ofPages('Resources')
    const resources = [resolveOrNull(older, one), resolveOrNull(newer, other)] as const
    if (isSame && !this.#areLayersChanged && !usesChangedNames(this.#pair, before, resources)) return undefined
    const drawn = [drawings.content(older, before), drawings.content(newer, after)] as const
    return differingPlace(this.#pair, ...drawn)
  }

  *#differingAnnotations(before: PdfDict, after: PdfDict): Generator<LookDifference> {
    const older = listAnnotations(this.#pair.older, before)
    const newer = listAnnotations(this.#pair.newer, after)
    this.#pair.spend(STEPS_PER_ANNOTATION * (older.length + newer.length))
    const left = new Map(older.map((annotation) => [annotation.name, annotation]))
    const direct = older.filter(({ key }) => key instanceof PdfDict)
    let last = -1
    for (const annotation of newer) {
      const { key, name } = annotation
      const known = key instanceof PdfDict ? this.#findDirect(direct, annotation) : left.get(name)
      if (known === undefined) {
        yield* this.#whole(this.#pair.newer, annotation)
        continue
      }
      left.delete(known.name)
      // Annotations lie on one another in the order in which they are listed (12.5.2).
      if (known.place < last) yield* this.#whole(this.#pair.newer, annotation)
      last = Math.max(last, known.place)
      yield* this.#compare(known, annotation)
    }
    for (const annotation of left.values()) yield* this.#whole(this.#pair.older, annotation)
  }

  /** Finds an annotation without an object number by its content. */
  #findDirect(older: ListedAnnotation[], { chain }: ListedAnnotation): ListedAnnotation | undefined {
    const at = older.findIndex((other) => sameThroughout(this.#pair, other.chain[0], chain[0]))
    return at < 0 ? undefined : older.splice(at, 1)[0]
  }

  *#compare(before: ListedAnnotation, { key, chain }: ListedAnnotation): Generator<LookDifference> {
    if (typeof key === 'number' && !this.#areLayersChanged && this.#pair.isUntouched(key)) return
    const box = this.#looks.differingPlace(before.chain, chain)
    if (box === undefined) return
    yield { box, annotation: key }
    const exchanged = this.#looks.placeOfExchangedFont(chain)
    if (exchanged !== undefined) yield { box: exchanged, annotation: key, isForeign: true }
  }

  *#whole(document: PdfDocument, { key, chain }: ListedAnnotation): Generator<LookDifference> {
    const box = this.#looks.placeOfInk(document, chain)
    if (box === undefined) return
    yield { box, annotation: key }
    const exchanged = document === this.#pair.newer ? this.#looks.placeOfExchangedFont(chain) : undefined
    if (exchanged !== undefined) yield { box: exchanged, annotation: key, isForeign: true }
  }
}

interface ListedAnnotation {
  readonly key: AnnotationKey
  /** Name by which an annotation is found in the other state. One with an object number has the same name in both. */
  readonly name: string
  readonly place: number
  readonly chain: EntryChain
}

function listAnnotations(document: PdfDocument, page: PdfDict): ListedAnnotation[] {
  // Some viewers look for the annotations above the page as well.
  const list = resolveOrNull(document, inherited(document, page, 'Annots'))
  const times = new Map<AnnotationKey, number>()
  return (Array.isArray(list) ? list : []).flatMap((item, place) => {
    const value = resolveOrNull(document, item)
    // MuPDF and PDFium read the entries of a stream like those of a dictionary.
    const dict = value instanceof PdfStream ? value.dict : value
    if (!(dict instanceof PdfDict)) return []
    const key = item instanceof PdfRef ? item.num : dict
    const time = (times.get(key) ?? 0) + 1
    times.set(key, time)
    // An annotation that is listed twice is painted twice.
    const name = typeof key === 'number' ? `${key} ${time}` : `direct ${place}`
    return [{ key, name, place, chain: chainOf(document, dict) }]
  })
}
