/**
 * Cases: one or two sound increments on a signed document, of one to three moves each. The moves know what the standard
 * defines, and nothing of what the verifier permits.
 *
 * @module
 */

import { SealwrightError } from '../../../../src/errors.js'
import { getPage } from '../../../../src/pdf/catalog/page-tree.js'
import { PdfDict, type PdfObject } from '../../../../src/pdf/objects.js'
import { makeCredential } from '../../../cms/openssl-keys.js'
import { buildToken, sha256Imprint } from '../../../support/build-timestamp.js'
import type { Random } from '../../../support/mutate.js'
import { once as onceOnly } from '../../support/cases.js'
import { bytesOf, dict, stream } from '../../support/notation.js'
import { beginRevision, type Revision } from '../../support/revise.js'
import { signByHand, testIdentity } from '../../support/sign.js'
import * as documents from '../document-moves.js'
import { NothingToDo, once, pick } from '../draft.js'
import { appearance, place } from './looks.js'
import * as rewrites from './rewrites.js'
import { indexSeed, kindOf, type SeedIndex } from './seed-index.js'
import { addAnyAnnotation, addFieldTree } from './trees.js'
import { type Workspace, workspaceOver } from './workspace.js'

type Move = (space: Workspace) => void

/** Moves, and how often each is chosen. */
const MOVES: readonly (readonly [weight: number, name: string, move: Move])[] = [
  [30, 'add a field tree', addFieldTree],
  [8, 'add an annotation', addAnyAnnotation],
  [6, 'copy an annotation or field', rewrites.copyActive],
  [6, 'edit an annotation or field', rewrites.editActive],
  [5, 'move an entry', rewrites.moveEntry],
  [12, 'fill a field', rewrites.fill],
  [4, 'revive an orphan', rewrites.reviveOrphan],
  [6, 'redefine an object', rewrites.redefineAny],
  [3, 'change resources', rewrites.changeResources],
  [3, 'change the form', rewrites.changeFormEntry],
  [3, 'change a page', documents.changePage],
  [4, 'change the catalog', documents.changeCatalog],
  [2, 'add validation data', documents.addValidationData],
  [2, 'change the structure', documents.changeStructure],
  [1, 'change properties', documents.changeInformation],
  [1, 'add orphans', documents.addOrphans],
]
const WEIGHTED = MOVES.flatMap(([weight, name, move]) => Array.from({ length: weight }, () => ({ name, move })))

/** A document with increments by chance. */
export interface BlindCase {
  readonly bytes: Uint8Array
  /** What was done. */
  readonly moves: readonly string[]
  /** Kinds of the objects that were written. */
  readonly kinds: ReadonlySet<string>
  /** The objects with their keys, so that cases can be told that differ in values alone. */
  readonly shapes: ReadonlySet<string>
}

interface Making {
  readonly random: Random
  readonly moves: string[]
  readonly kinds: Set<string>
  readonly shapes: Set<string>
}

/** Makes a case; the same numbers make the same case, but for the values of signatures. */
export async function generateBlindCase(seed: SeedIndex, random: Random): Promise<BlindCase | undefined> {
  const making: Making = { random, moves: [], kinds: new Set(), shapes: new Set() }
  const first = await appendRevision(seed, making)
  if (first === undefined) return undefined
  if (!once(random, 8)) return { bytes: first, ...making }
  const again = openAgain(first)
  const second = again === undefined ? undefined : await appendRevision(again, making)
  return { bytes: second ?? first, ...making }
}

/** `undefined` for what the first increment has made unreadable, or left without a page. */
function openAgain(bytes: Uint8Array): SeedIndex | undefined {
  try {
    const seed = indexSeed(bytes)
    return seed.pages.length === 0 || getPage(seed.document, 0) === undefined ? undefined : seed
  } catch (error) {
    if (error instanceof SealwrightError) return undefined
    throw error
  }
}

/** One increment; `undefined` where it would hold nothing. */
async function appendRevision(seed: SeedIndex, making: Making): Promise<Uint8Array | undefined> {
  const { random, moves } = making
  const { bytes } = seed.document
  if (once(random, 4)) return appendSigned(seed, making)
  const { revision, finish } = beginRevision(bytes)
  if (once(random, 12)) {
    moves.push('add certificates')
    await addCertificates(revision)
  }
  play(workspaceOver(seed, revision, random), making)
  return revision.increment.size === 0 ? undefined : bytesOf(bytes, finish())
}

function play(space: Workspace, { random, moves, kinds, shapes }: Making): void {
  const attempt = (name: string, move: Move) => {
    try {
      move(space)
      moves.push(name)
    } catch (error) {
      if (!(error instanceof NothingToDo)) throw error
    }
  }
  for (let count = pick(random, [1, 1, 1, 1, 1, 2, 2, 3]); count > 0; count--) {
    const { name, move } = pick(random, WEIGHTED)
    attempt(name, move)
    const isNearOrphan = space.focus.some(({ num }) => space.seed.orphans.some((orphan) => orphan.num === num))
    if (once(random, isNearOrphan ? 4 : 12)) attempt('redefine what is used', rewrites.redefineBelow)
  }
  for (const object of space.written.values()) {
    const keys = object instanceof PdfDict ? [...object.entries.keys()].sort() : []
    kinds.add(kindOf(object))
    shapes.add(`${kindOf(object)}: ${keys.join(' ')}`)
  }
}

/** Certificates for long-term validation, as any honest program adds them. */
async function addCertificates(revision: Revision): Promise<void> {
  const { certificates } = await testIdentity()
  const list = certificates.map((der) => revision.add(stream(dict`<<>>`, der)))
  revision.set(revision.document.catalogRef, { DSS: dict`<</Type /DSS>>`.with({ Certs: list }) })
}

/** A time-stamping authority that anybody could be. */
const authority = onceOnly(() =>
  makeCredential({
    kind: 'p256',
    subject: '/CN=Time',
    extensions: ['keyUsage=critical,digitalSignature', 'extendedKeyUsage=critical,timeStamping'],
  }),
)
const stamp = (content: Uint8Array) =>
  Promise.resolve(buildToken({ credential: authority(), imprint: sha256Imprint(content) }))

/** A signature or a document time stamp, visible or not, with other changes in its revision. */
function appendSigned(seed: SeedIndex, making: Making): Promise<Uint8Array> {
  const { random, moves } = making
  const isStamp = once(random, 2)
  const isVisible = once(random, 3)
  moves.push(`${isStamp ? 'stamp' : 'sign'}${isVisible ? ' visibly' : ''}`)
  return signByHand(seed.document.bytes, {
    fieldName: `Later${random(1000)}`,
    ...(isStamp ? { type: 'DocTimeStamp', subFilter: 'ETSI.RFC3161', cms: stamp } : {}),
    widget: (revision) => (isVisible ? visible(workspaceOver(seed, revision, random)) : {}),
    change: (revision, _, widget) => {
      if (once(random, 4)) return
      play(workspaceOver(seed, revision, random, [widget, widget]), making)
    },
  })
}

function visible(space: Workspace): Record<string, PdfObject> {
  const rect = place(space)
  return { Rect: rect, F: 4, ...appearance(space, rect) }
}
