/**
 * Pages with drawings on them that are judged without signing anything: a document of one page, and an increment that
 * draws on it.
 *
 * @module
 */
import { FileDrawings } from '../../../src/ink/annotations/file-drawings.js'
import type { DrawnStates } from '../../../src/ink/drawn-states.js'
import { POLICY } from '../../../src/ink/ink-policy.js'
import { type DrawingEffect, inspectDrawing } from '../../../src/ink/judge/inspect-drawing.js'
import type { Allowance } from '../../../src/ink/judge/losses.js'
import { PdfDocument } from '../../../src/pdf/document.js'
import type { Box } from '../../../src/pdf/matrix.js'
import { PdfDict } from '../../../src/pdf/objects.js'
import { readOrNull, resolveOrNull } from '../../../src/pdf/syntax/lenient-lookup.js'
import { appendRevision, streamText } from '../../pdf/make-pdf.js'
import { sheetFile } from '../content/draw.js'

/** Who draws: that decides how much may be hidden. */
export type Role = 'stamp' | 'note' | 'signature' | 'signature in a signed place'

/** An annotation that an increment adds. Its content is in the coordinates of the page. */
export interface NewDrawing {
  /** A stamp unless told. */
  readonly as?: Role
  /** Its rectangle; the whole page unless told. */
  readonly box?: Box
  /** Operators of its appearance; without them, readers draw it by its entries. */
  readonly content?: string
  /** Further entries of its resources, such as `/ExtGState`. */
  readonly resources?: string
  /** Further entries of its dictionary. */
  readonly entries?: string
  /** Its subtype, where the role does not say it. */
  readonly subtype?: string
  /** Its number; those of two revisions of one annotation are the same. One of its own unless told. */
  readonly num?: number
}

/** An annotation that the page had before. */
export interface OldDrawing {
  readonly box: Box
  readonly content: string
  readonly subtype?: string
  readonly entries?: string
}

/** A page, and what is drawn on it one after the other, each in a revision of its own. */
export interface DrawnPage {
  /** Operators of the page, which is 200 by 200 points large. F1 is Helvetica. */
  readonly page: string
  /** Further entries of its resources. */
  readonly resources?: string
  /** Further entries of the page. */
  readonly entries?: string
  /** Further objects of the document, from 60 on. */
  readonly objects?: Readonly<Record<number, string>>
  readonly had?: readonly OldDrawing[]
  readonly drawn: readonly NewDrawing[]
}

/** Members of the effect that say that something was found. */
export type Found = keyof DrawingEffect

const MEMBERS: readonly Found[] = [
  'hidesTooMuch',
  'hidesCharacters',
  'continuesText',
  'marksText',
  'erasesText',
  'coversSignature',
  'unknown',
]

const WHOLE: Box = [0, 0, 200, 200]
const PAGE = 3
const FIRST_OLD = 10
const FIRST_NEW = 100
const FONTS = '/Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>>>'

/** What is found in the drawings of a page, all of them together. */
export function findingsOf(example: DrawnPage): Found[] {
  const effects = effectsOf(example)
  return MEMBERS.filter((member) => effects.some((effect) => effect[member] !== false && effect[member] !== undefined))
}

/** What each drawing of a page does. */
export function effectsOf({ page, resources = '', entries = '', objects = {}, had = [], drawn }: DrawnPage) {
  const numbers = had.map((_, i) => `${FIRST_OLD + 2 * i} 0 R`)
  const old = Object.assign({}, ...had.map((each, i) => objectsOf(FIRST_OLD + 2 * i, each)))
  let bytes = sheetFile({
    content: page,
    resources,
    page: `/Annots [${numbers.join(' ')}] ${entries}`,
    objects: { ...old, ...objects },
  })
  const signed = PdfDocument.open(bytes)
  const drawings = new FileDrawings(bytes.length)
  let older = signed
  return drawn.map((each, i): DrawingEffect => {
    const num = each.num ?? FIRST_NEW + 2 * i
    bytes = appendRevision(bytes, objectsOf(num, each))
    const newer = PdfDocument.open(bytes)
    const pair = statesOf(signed, older, newer, drawings)
    older = newer
    const dict = readOrNull(newer, num)
    if (!(dict instanceof PdfDict)) throw new Error(`object ${num} is no annotation`)
    return inspectDrawing(pair, { dict, num }, PAGE, allowanceOf(each.as ?? 'stamp'))
  })
}

/** Two states of a document as the judgement of ink is given them. */
export function statesOf(
  signed: PdfDocument,
  older: PdfDocument,
  newer: PdfDocument,
  drawings: FileDrawings,
): DrawnStates {
  const valueIn = (document: PdfDocument) => (dict: PdfDict | undefined, key: string) =>
    resolveOrNull(document, dict?.get(key))
  return {
    older,
    newer,
    signed,
    drawings,
    before: (num) => readOrNull(older, num),
    oldValue: valueIn(older),
    newValue: valueIn(newer),
    isSignedThroughout: () => false,
    spend: () => {},
  }
}

/** What a drawing may hide, as the rules for annotations and signatures have it. */
function allowanceOf(role: Role): Allowance {
  const stamp = {
    characters: POLICY.charactersHidden,
    image: POLICY.pictureHidden,
    isMeant: false,
    isHeldAgainstText: true,
  }
  switch (role) {
    case 'stamp':
      return stamp
    case 'note':
      return { ...stamp, characters: POLICY.charactersUnderIcon }
    case 'signature':
      return { ...stamp, image: POLICY.pictureUnderSignature }
    case 'signature in a signed place':
      return {
        characters: POLICY.charactersInSignedPlace,
        image: POLICY.pictureUnderSignature,
        isMeant: true,
        isHeldAgainstText: false,
      }
  }
}

const SUBTYPES: Readonly<Record<Role, string>> = {
  stamp: 'Stamp',
  note: 'Text',
  signature: 'Widget',
  'signature in a signed place': 'Widget',
}

function objectsOf(num: number, drawing: NewDrawing | OldDrawing): Record<number, string> {
  const { box = WHOLE, content, entries = '' } = drawing
  const { as = 'stamp', resources = '' } = drawing as NewDrawing
  const subtype = drawing.subtype ?? SUBTYPES[as]
  const look = content === undefined ? '' : `/AP <</N ${num + 1} 0 R>>`
  const flags = entries.includes('/F ') ? '' : '/F 4'
  const form = `/Type /XObject /Subtype /Form /BBox [${box.join(' ')}] /Resources <<${FONTS} ${resources}>>`
  return {
    [num]: `<</Type /Annot /Subtype /${subtype} /Rect [${box.join(' ')}] ${flags} ${look} ${entries}>>`,
    ...(content === undefined ? {} : { [num + 1]: streamText(form, content) }),
  }
}
