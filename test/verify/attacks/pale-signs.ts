/**
 * Pale shapes on small parts of letters: what they take away is a point that makes an amount a hundred times as much, or
 * the foot of an E.
 *
 * @module
 */

import type { PdfObject } from '../../../src/pdf/objects.js'
import { annotation } from '../support/edits.js'
import { dict, pdf } from '../support/notation.js'
import { addAnnotation, type Revision, revise } from '../support/revise.js'
import { ANNOTATABLE, attacksBy, type ClassAttack, hasKnownPlaces, type Maker } from './class-attack.js'
import { form } from './looks.js'

/** The point at the end of "The price is 100 EUR.". */
export const POINT = [171.5, 715.5, 178, 717.8] as const
const KINDS = ['Square', 'FreeText', 'Stamp', 'Ink', 'Caret', 'Link', 'Underline']

const adds =
  (kind: string, rectangle: readonly number[], entries: (revision: Revision) => Record<string, PdfObject>): Maker =>
  ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      addAnnotation(revision, parts.page, annotation(kind, rectangle, entries(revision)))
    })

const box = (revision: Revision) => revision.add(form(6.5, 2.3, '1 g 0 0 6.5 2.3 re f\n'))
/** The same point, and a white dot where nothing is: together they are as large as half a page. */
const WIDE = [100, 300, 178, 717.8] as const
const twoDots = (revision: Revision) => revision.add(form(78, 417.8, '1 g 0 0 1 1 re f 71.5 415.5 6.5 2.3 re f\n'))

export const paleSigns: readonly ClassAttack[] = attacksBy(
  {
    ...Object.fromEntries(
      KINDS.map((kind) => [
        `a white ${kind} on the point of the sentence`,
        adds(kind, POINT, (revision) => ({ AP: dict`<</N ${box(revision)}>>` })),
      ]),
    ),
    'a white dot on the point, in a drawing as large as half a page': adds('Stamp', WIDE, (revision) => ({
      AP: dict`<</N ${twoDots(revision)}>>`,
    })),
    'a white line along the feet of the letters': adds('Line', [60, 714, 180, 718], () => ({
      L: pdf`[60 716.6 180 716.6]`,
      C: pdf`[1 1 1]`,
      BS: dict`<</W 1.6>>`,
    })),
    ...Object.fromEntries(
      ['Underline', 'Squiggly', 'StrikeOut'].map((kind) => [
        `a white ${kind} on the letters`,
        adds(kind, [60, 714, 180, 728], () => ({
          C: pdf`[1 1 1]`,
          QuadPoints: pdf`[60 714 180 714 60 728 180 728]`,
        })),
      ]),
    ),
  },
  { profiles: ANNOTATABLE, fits: hasKnownPlaces },
)
