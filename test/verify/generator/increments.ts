/**
 * Increments by chance: one to three moves on a signed document, written as the standard says or misspelled.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { SealwrightError } from '../../../src/errors.js'
import { getPage } from '../../../src/pdf/catalog/page-tree.js'
import { PdfDocument } from '../../../src/pdf/document.js'
import { PdfDict } from '../../../src/pdf/objects.js'
import type { Random } from '../../support/mutate.js'
import { SPELLINGS } from '../attacks/unreadable-increments.js'
import { appendByHand, sectionKind } from '../support/handwriting.js'
import { bytesOf } from '../support/notation.js'
import { signByHand } from '../support/sign.js'
import * as annotations from './annotation-moves.js'
import * as documents from './document-moves.js'
import { beginDraft, type Draft, draftOver, NothingToDo, once, pick } from './draft.js'
import * as fields from './field-moves.js'
import { anyLook } from './random-content.js'
import { rectangle } from './random-values.js'

type Move = (draft: Draft) => void

/** Kinds of moves, and how often each is chosen. */
const MOVES: readonly (readonly [weight: number, name: string, move: Move])[] = [
  [6, 'fill a text field', fields.fillText],
  [4, 'choose states', fields.chooseStates],
  [3, 'choose an option', fields.chooseOption],
  [6, 'change a widget', fields.changeWidget],
  [3, 'change the form', fields.changeForm],
  [8, 'annotate', annotations.annotate],
  [2, 'change an annotation', annotations.changeAnnotation],
  [1, 'rearrange annotations', annotations.rearrangeAnnotations],
  [3, 'add a signature field', annotations.addSignatureField],
  [2, 'change a page', documents.changePage],
  [3, 'change the catalog', documents.changeCatalog],
  [3, 'add validation data', documents.addValidationData],
  [2, 'change the structure', documents.changeStructure],
  [2, 'change properties', documents.changeInformation],
  [3, 'rewrite an object', documents.rewriteObject],
  [1, 'rewrite a stream', documents.rewriteStream],
  [2, 'add orphans', documents.addOrphans],
]
const WEIGHTED = MOVES.flatMap(([weight, name, move]) => Array.from({ length: weight }, () => ({ name, move })))

/** A document with an increment by chance. */
export interface GeneratedCase {
  readonly bytes: Uint8Array
  /** What was done. */
  readonly moves: readonly string[]
  /** Parts that are drawn otherwise than they are. */
  readonly lies: readonly string[]
}

/** Makes a case; the same numbers make the same case, but for signatures. */
export async function generateCase(bytes: Uint8Array, random: Random): Promise<GeneratedCase> {
  const moves: string[] = []
  const lies: string[] = []
  let made = bytes
  for (let revisions = once(random, 6) ? 2 : 1; revisions > 0 && isReadable(made); revisions--) {
    made = once(random, 5) ? await appendSigned(made, random, moves, lies) : appendMoves(made, random, moves, lies)
  }
  return { bytes: made, moves, lies }
}

/** Nothing can be appended in order to what the first increment has made unreadable. */
function isReadable(bytes: Uint8Array): boolean {
  try {
    return getPage(PdfDocument.open(bytes), 0) !== undefined
  } catch (error) {
    if (error instanceof SealwrightError) return false
    throw error
  }
}

function appendMoves(bytes: Uint8Array, random: Random, moves: string[], lies: string[]): Uint8Array {
  const { draft, finish } = beginDraft(bytes, random)
  play(draft, moves)
  lies.push(...draft.lies, ...fields.wrongStates(draft))
  if (!once(random, 4)) return bytesOf(bytes, finish())
  const kind = once(random, 6) ? 'table' : sectionKind(bytes)
  const spellings = once(random, 4) ? {} : SPELLINGS[kind]
  const [name, spelling] = pick(random, [...Object.entries(spellings), ['by hand', {}] as const])
  moves.push(`written with ${name}`)
  return appendByHand(bytes, { objects: [...draft.written], kind, spelling })
}

function play(draft: Draft, moves: string[]): void {
  for (let count = 1 + (once(draft.random, 3) ? 1 + draft.random(2) : 0); count > 0; count--) {
    const { name, move } = pick(draft.random, WEIGHTED)
    try {
      move(draft)
      moves.push(name)
    } catch (error) {
      if (!(error instanceof NothingToDo)) throw error
    }
  }
}

/** A later signature, visible or not, with or without other changes in its revision. */
async function appendSigned(bytes: Uint8Array, random: Random, moves: string[], lies: string[]): Promise<Uint8Array> {
  const empty = PdfDocument.open(bytes)
  const rect = rectangle({ random } as Draft)
  const [a = 0, b = 0, c = 0, d = 0] = rect
  const isVisible = !once(random, 3)
  moves.push(isVisible ? 'sign visibly' : 'sign')
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, 6)
  return signByHand(bytes, {
    fieldName: `Later ${name} ${empty.sections.length}`,
    widget: (revision) => {
      if (!isVisible) return {}
      const draft = draftOver(revision, random)
      return {
        Rect: rect,
        AP: new PdfDict({
          N: revision.add(anyLook(draft, Math.max(1, Math.abs(c - a)), Math.max(1, Math.abs(d - b)))),
        }),
      }
    },
    change: (revision) => {
      if (!once(random, 3)) return
      const draft = draftOver(revision, random)
      play(draft, moves)
      lies.push(...draft.lies, ...fields.wrongStates(draft))
    },
  })
}
