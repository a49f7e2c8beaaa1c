/**
 * The rare ways to paint of `ink-techniques.ts`, each to every end: print of a signed page over which somebody lays white, white
 * over the price, letters behind the sentence, a field without a value that shows something, and a signature field without a
 * signature that does.
 *
 * @module
 */

import { PdfDict, type PdfObject, PdfRef } from '../../../src/pdf/objects.js'
import { type Base, PROFILES, unsignedBase } from '../bases/bases.js'
import { fieldIn } from '../bases/form-parts.js'
import { annotation } from '../support/edits.js'
import { dict, pdf, stream } from '../support/notation.js'
import { addAnnotation, type Revision, revise } from '../support/revise.js'
import { addToForm, signByHand } from '../support/sign.js'
import { ANNOTATABLE, type ClassAttack, FILLABLE, hasKnownPlaces, SIGNABLE } from './class-attack.js'
import { layWhite } from './ink-pages.js'
import { type Ink, LAYERS, type Painted, type Resources, TECHNIQUES, type Technique } from './ink-techniques.js'
import { form, HELVETICA } from './looks.js'
import { OVER_THE_PRICE } from './painting-fields.js'

type Rectangle = readonly [number, number, number, number]

/** Print on the page, in letters of about ten points. */
const PRINT: Ink = { isArea: false, box: [60, 654, 80, 12] }
const COVER: Rectangle = [55, 650, 200, 672]
/** Behind the sentence of the page. */
const BEHIND: Rectangle = [178, 713, 230, 723]

function asDict(object: PdfObject): PdfDict {
  return object instanceof PdfDict ? object : new PdfDict()
}

function withResources(revision: Revision, page: PdfRef, more: Resources): PdfDict {
  let resources = asDict(revision.document.resolve(revision.get(page).get('Resources')))
  for (const [category, items] of Object.entries(more)) {
    const old = asDict(revision.document.resolve(resources.get(category)))
    resources = resources.with({ [category]: old.with(items) })
  }
  return resources
}

/** Names that some techniques use besides their own. */
const USUAL: Resources = { ExtGState: { G8: dict`<</ca 1 /CA 1 /SMask /None>>` }, Font: { F8: HELVETICA } }

function merged(one: Resources, other: Resources = {}): Resources {
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return Object.fromEntries(keys.map((key) => [key, { ...one[key], ...other[key] }]))
}

/** Signs a document with a layer, and with print on its page if there is any. */
const prepare =
  (layers: (layer: PdfRef) => string, print?: Technique) =>
  async (base: Base): Promise<Base> => {
    const original = await unsignedBase(base.writer)
    const { page, content: own, catalog } = base.parts
    const prepared = revise(original, (revision) => {
      const layer = revision.add(dict`<</Type /OCG /Name (Layer)>>`)
      revision.set(catalog, { OCProperties: pdf`${layers(layer)}` })
      if (print === undefined) return
      const { content, resources }: Painted = print(PRINT, revision, layer)
      const added = revision.add(stream(dict`<<>>`, `\nq 0 g ${content}\nQ\n`))
      const all = withResources(revision, page, merged(USUAL, resources))
      revision.set(page, { Contents: [own, added], Resources: all })
    })
    return { ...base, bytes: await PROFILES[base.profile](prepared) }
  }

function layerOf(revision: Revision): PdfRef {
  const { catalog } = revision.document
  const groups = asDict(revision.document.resolve(catalog.get('OCProperties'))).get('OCGs')
  const [layer] = Array.isArray(groups) ? groups : []
  if (!(layer instanceof PdfRef)) throw new Error('The document has no layer.')
  return layer
}

/** An appearance that paints by a technique. */
function lookOf(revision: Revision, technique: Technique, isArea: boolean, width: number, height: number): PdfRef {
  const ink: Ink = { isArea, box: isArea ? [0, 0, width, height] : [1, 1, width - 2, height - 2] }
  const { content, resources } = technique(ink, revision, layerOf(revision))
  const all = Object.entries(merged(USUAL, resources)).map(([key, items]) => [key, new PdfDict({ ...items })] as const)
  return revision.add(form(width, height, `q 0 g ${content} Q\n`, new PdfDict(Object.fromEntries(all))))
}

const showing =
  (technique: Technique, isArea: boolean, rectangle: Rectangle) =>
  (revision: Revision): Record<string, PdfObject> => {
    const [left, bottom, right, top] = rectangle
    const AP = dict`<</N ${lookOf(revision, technique, isArea, right - left, top - bottom)}>>`
    return { Rect: [...rectangle], F: 4, AP }
  }

/** In a stamp, or in the drawing of a later signature. */
const drawn = (technique: Technique, isArea: boolean, rectangle: Rectangle): ClassAttack['make'] =>
  (({ bytes, parts: { page }, profile }: Base) => {
    const entries = showing(technique, isArea, rectangle)
    if (!profile.startsWith('P=3'))
      return signByHand(bytes, {
        fieldName: 'Later',
        widget: (revision) => ({ ...entries(revision), P: page, F: 132 }),
      })
    return revise(bytes, (revision) => {
      addAnnotation(revision, page, annotation('Stamp', rectangle, entries(revision)))
    })
  }) satisfies ClassAttack['make']

/** The field of the name has no value. */
const inEmptyField =
  (technique: Technique): ClassAttack['make'] =>
  ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      const { widgets, rectangle } = fieldIn(parts, 'name')
      const { AP = null } = showing(technique, false, rectangle)(revision)
      for (const widget of widgets) revision.set(widget, { AP })
    })

/** A new signature field without a signature, beside the text. */
const inUnsignedField =
  (technique: Technique): ClassAttack['make'] =>
  ({ bytes, parts: { page } }) =>
    revise(bytes, (revision) => {
      const entries = showing(technique, false, [60, 640, 200, 660])(revision)
      const widget = dict`<</Type /Annot /Subtype /Widget /FT /Sig /T (Another) /P ${page}>>`.with(entries)
      addToForm(revision, addAnnotation(revision, page, widget))
    })

const each = (
  name: (technique: string) => string,
  attack: (technique: Technique) => Omit<ClassAttack, 'name'>,
): readonly ClassAttack[] =>
  Object.entries(TECHNIQUES).map(([technique, paint]) => ({ name: name(technique), ...attack(paint) }))

const [ON, OFF] = [LAYERS.on, LAYERS.off] as [(layer: PdfRef) => string, (layer: PdfRef) => string]
const BY_SIGNERS_AND_NOTES = [...SIGNABLE, ...ANNOTATABLE]

/** White over print that is painted by a technique. */
export function rarePrintOf(technique: Technique): Omit<ClassAttack, 'name'> {
  return {
    prepare: prepare(OFF, technique),
    make: layWhite({ font: () => null, content: '', cover: COVER }, 1),
    profiles: BY_SIGNERS_AND_NOTES,
    fits: hasKnownPlaces,
  }
}

/** White over print of every kind. */
export const rarePrint: readonly ClassAttack[] = each((technique) => `white on ${technique}`, rarePrintOf)

/** White of every kind over the price, and letters behind it. */
export const rareCovers: readonly ClassAttack[] = [
  ...each(
    (technique) => `white over the price by ${technique}`,
    (technique) => ({
      prepare: prepare(OFF),
      make: drawn(technique, true, OVER_THE_PRICE),
      profiles: BY_SIGNERS_AND_NOTES,
      fits: hasKnownPlaces,
    }),
  ),
  ...each(
    (technique) => `letters behind the price by ${technique}`,
    (technique) => ({
      prepare: prepare(ON),
      make: drawn(technique, false, BEHIND),
      profiles: BY_SIGNERS_AND_NOTES,
      fits: hasKnownPlaces,
    }),
  ),
]

/** Fields that show what they should not. */
export const rareFields: readonly ClassAttack[] = [
  ...each(
    (technique) => `an empty field shows ${technique}`,
    (technique) => ({ prepare: prepare(ON), make: inEmptyField(technique), profiles: FILLABLE }),
  ),
  ...each(
    (technique) => `a field without a signature shows ${technique}`,
    (technique) => ({ prepare: prepare(OFF), make: inUnsignedField(technique), profiles: [...SIGNABLE] }),
  ),
]
