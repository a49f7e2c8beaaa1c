/**
 * What a case of an attack or of honest use is, and the signed documents that cases start from.
 *
 * @module
 */

import { type Contract, type ContractOptions, type ContractRefs, makeContract } from './contract.js'
import { type Revision, revise } from './revise.js'
import { type HandSigning, sign, signByHand } from './sign.js'

/** A hostile document. */
export interface Attack {
  readonly name: string
  /** The honest document that it is made from. */
  readonly from: () => Promise<Contract>
  readonly make: (from: Contract) => Uint8Array | Promise<Uint8Array>
  /** Whether the digests are right all the same, so that a program that looks at nothing else is fooled. */
  readonly digest: 'intact' | 'broken'
}

/** An honest document. */
export interface HonestUse {
  readonly name: string
  readonly make: () => Promise<Uint8Array>
  /** Signatures, document time stamps included. */
  readonly signatures: number
}

type Changes = Readonly<Record<string, Attack['make']>>

/** Attacks that leave every signed byte as it is. */
export function attacksOn(from: Attack['from'], makers: Changes): readonly Attack[] {
  return Object.entries(makers).map(([name, make]) => ({ name, from, make, digest: 'intact' }))
}

/** Attacks that change signed bytes, or sign the wrong ones. */
export function forgeriesOf(from: Attack['from'], makers: Changes): readonly Attack[] {
  return Object.entries(makers).map(([name, make]) => ({ name, from, make, digest: 'broken' }))
}

/** A change that is made in a proper increment. */
export type Edit = (revision: Revision, refs: ContractRefs) => void

/** Attacks by proper increments, on one kind of document; `where` completes their names. */
export function editsOn(from: Attack['from'], where: string, edits: Readonly<Record<string, Edit>>): readonly Attack[] {
  return Object.entries(edits).map(([name, edit]) => ({
    name: `${name}, ${where}`,
    from,
    make: ({ bytes, refs }) => revise(bytes, (revision) => edit(revision, refs)),
    digest: 'intact',
  }))
}

/** Documents with one signature unless told. */
export function honest(
  makers: Readonly<Record<string, () => Promise<Uint8Array>>>,
  signatures = 1,
): readonly HonestUse[] {
  return Object.entries(makers).map(([name, make]) => ({ name, make, signatures }))
}

/** Calls a function the first time only. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** A contract that is signed by this package. */
export function signed(options: ContractOptions = {}, signing: Parameters<typeof sign>[1] = {}): Attack['from'] {
  return once(async () => {
    const { bytes, refs } = makeContract(options)
    return { bytes: await sign(bytes, signing), refs }
  })
}

/** A contract that is signed by hand. */
export function handSigned(options: ContractOptions = {}, how: HandSigning = {}): Attack['from'] {
  return once(async () => {
    const { bytes, refs } = makeContract(options)
    return { bytes: await signByHand(bytes, how), refs }
  })
}

/** An approval signature: nothing is certified or locked. */
export const approved = signed()
/** Certified, with the permission that DocMDP gives. */
export const certified1 = signed({}, { certify: 1 })
export const certified2 = signed({}, { certify: 2 })
export const certified3 = signed({}, { certify: 3 })
/** Two approval signatures, the second in another revision. */
export const approvedTwice = once(async () => {
  const { bytes, refs } = await approved()
  return { bytes: await sign(bytes), refs }
})
