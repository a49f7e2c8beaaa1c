/**
 * Restrictions that are written so that a careless reader finds none, and a certification that no signature made.
 *
 * @module
 */

import { type Attack, attacksOn, handSigned, signed } from '../support/cases.js'
import type { ContractRefs } from '../support/contract.js'
import { annotation, EMPTY_PLACE, fillText } from '../support/edits.js'
import { dict, pdf } from '../support/notation.js'
import { addAnnotation, type Revision, revise } from '../support/revise.js'

/** Values of /Reference, or /Lock: each asks that the field "amount" stays as it is. */
const REFERENCES: Readonly<Record<string, string>> = {
  'a single dictionary': reference('/DocMDP', '<</P 1>>'),
  'a list in a list': `[[${reference('/DocMDP', '<</P 1>>')}]]`,
  'a method that is a text': `[${reference('(DocMDP)', '<</P 1>>')}]`,
  'a single lock': reference('/FieldMDP', '<</Action /All>>'),
  'a lock in lower case': `[${reference('/FieldMDP', '<</Action /all>>')}]`,
  'a lock without an action': `[${reference('/FieldMDP', '<</Fields [(amount)]>>')}]`,
  'a lock with an action that is a text': `[${reference('/FieldMDP', '<</Action (All)>>')}]`,
  'a lock with one name': `[${reference('/FieldMDP', '<</Action /Include /Fields (amount)>>')}]`,
  'a lock with a name of names': `[${reference('/FieldMDP', '<</Action /Include /Fields [/amount]>>')}]`,
  'a lock with names in a list': `[${reference('/FieldMDP', '<</Action /Include /Fields [[(amount)]]>>')}]`,
  'a lock with a code of a language': `[${reference('/FieldMDP', '<</Action /Include /Fields [<FEFF001B0065006E001B0061006D006F0075006E0074>]>>')}]`,
  'a lock with a name that ends in 0': `[${reference('/FieldMDP', '<</Action /Include /Fields [<616D6F756E7400>]>>')}]`,
}
const LOCKS: Readonly<Record<string, string>> = {
  'in lower case': '<</Action /all>>',
  'without an action': '<</Fields [(amount)]>>',
  'with one name': '<</Action /Include /Fields (amount)>>',
}

function reference(method: string, params: string): string {
  return `<</Type /SigRef /TransformMethod ${method} /TransformParams ${params}>>`
}

/** A document whose catalog names a certification that allows comments, and an approval. No field holds the certification. */
const certifiedByNobody = handSigned({
  changes: () => ({
    catalog: {
      Perms: dict`<</DocMDP <</Type /Sig /Filter /Adobe.PPKLite /Contents <00> /Reference [${pdf`${reference('/DocMDP', '<</P 3>>')}`}]>>>>`,
    },
  }),
})

const fill = (revision: Revision, refs: ContractRefs) => fillText(revision, refs.fieldAmount, refs.helv, '900')

export const oddPermissions: readonly Attack[] = [
  ...Object.entries(REFERENCES).flatMap(([name, references]) =>
    attacksOn(handSigned({}, { dictionary: (text) => text.replace(/>>$/, `/Reference ${references}>>`) }), {
      [`a field is filled, which a signature forbids by ${name}`]: ({ bytes, refs }) =>
        revise(bytes, (revision) => fill(revision, refs)),
    }),
  ),
  ...Object.entries(LOCKS).flatMap(([name, lock]) =>
    attacksOn(signed({ changes: () => ({ fieldApproval: { Lock: pdf`${lock}` } }) }, { field: 'Approval' }), {
      [`a field is filled, which a lock forbids ${name}`]: ({ bytes, refs }) =>
        revise(bytes, (revision) => fill(revision, refs)),
    }),
  ),
  ...attacksOn(certifiedByNobody, {
    'a comment is added, which only a certification by nobody permits': ({ bytes, refs }) =>
      revise(
        bytes,
        (revision) => void addAnnotation(revision, refs.page3, annotation('Square', EMPTY_PLACE, { C: pdf`[1 0 0]` })),
      ),
  }),
]
