/**
 * Honest changes as the editors that people use write them.
 *
 * @module
 */

import { type Attack, type Edit, type HonestUse, honest, signed } from '../support/cases.js'
import type { ContractOptions } from '../support/contract.js'
import { revise } from '../support/revise.js'
import { BUTTONS, CHOICES } from './chosen-options.js'
import { FILLINGS } from './filled-texts.js'
import { COMMENTS } from './review-comments.js'

function uses(
  from: (options: ContractOptions) => Attack['from'],
  where: string,
  cases: Readonly<Record<string, { options?: ContractOptions['changes']; edit: Edit }>>,
): readonly HonestUse[] {
  return honest(
    Object.fromEntries(
      Object.entries(cases).map(([name, { options, edit }]) => [
        `${name}, ${where}`,
        async () => {
          const { bytes, refs } = await from(options === undefined ? {} : { changes: options })()
          return revise(bytes, (revision) => edit(revision, refs))
        },
      ]),
    ),
  )
}

const fillings = Object.fromEntries([
  ...Object.entries(FILLINGS).map(
    ([name, { field, fill }]) =>
      [`${name} is filled in`, { options: () => ({ fieldAmount: field }), edit: fill as Edit }] as const,
  ),
  ...Object.entries(CHOICES).map(
    ([name, { field, fill }]) =>
      [`${name} is chosen`, { options: () => ({ fieldCountry: field }), edit: fill as Edit }] as const,
  ),
  ...Object.entries(BUTTONS).map(([name, edit]) => [name, { edit }] as const),
])
const comments = Object.fromEntries(Object.entries(COMMENTS).map(([name, edit]) => [`${name} is added`, { edit }]))

export const editors: readonly HonestUse[] = [
  ...uses((options) => signed(options), 'after an approval', fillings),
  ...uses((options) => signed(options, { certify: 2 }), 'after a certification that permits forms', fillings),
  ...uses((options) => signed(options, { certify: 3 }), 'after a certification that permits annotations', comments),
]
