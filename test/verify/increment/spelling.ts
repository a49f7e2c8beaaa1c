/**
 * Ways to spell an increment that the standard does not know, or only some readers do: what all of them are made of.
 *
 * @module
 */

import type { Draft } from './draft.js'

/** One way to spell. */
export type Spelling = (draft: Draft) => void
export type Spellings = Readonly<Record<string, Spelling>>

/** Spells one part of a draft with each of some values. */
export function each<T>(what: string, values: readonly T[], apply: (draft: Draft, value: T) => void): Spellings {
  return Object.fromEntries(
    values.map((value) => [`${what} ${JSON.stringify(value)}`, (draft: Draft) => apply(draft, value)]),
  )
}

/** Gives an entry of the trailer another value. */
export const setTrailer = (key: string) => (draft: Draft, value: string) => {
  draft.trailer[key] = value
}

/** Rewrites the new object. */
export const ownObject = (draft: Draft, change: (text: string, num: number) => string) => {
  const object = draft.objects[0]
  if (object !== undefined) object.text = change(object.text, object.num)
}

/** A body for the new object. */
export const body = (draft: Draft, text: string) => ownObject(draft, (_, num) => `${num} 0 obj\n${text}\nendobj\n`)
