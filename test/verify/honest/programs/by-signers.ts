/**
 * What @signpdf does to signed documents, and our own signer.
 *
 * @module
 */

import { plainAddPlaceholder } from '@signpdf/placeholder-plain'
import { P12Signer } from '@signpdf/signer-p12'
import { SignPdf } from '@signpdf/signpdf'
import { makeTestKey } from '../../../support/keys.js'
import { SIGNABLE } from '../../attacks/class-attack.js'
import type { Base } from '../../bases/bases.js'
import { once } from '../../support/cases.js'
import { sectionKind } from '../../support/handwriting.js'
import { sign } from '../../support/sign.js'
import { withValidationData } from '../changes.js'
import { timestamped } from '../signing.js'
import { ANY_PROFILE, changesBy, type HonestChange, keepingValues, VISIBLY_SIGNABLE } from './honest-change.js'

const key = once(() => makeTestKey('rsa', 'Bob'))

async function signPlain({ bytes }: Base, widgetRect?: [number, number, number, number]): Promise<Uint8Array> {
  const { pkcs12, passphrase } = key()
  const prepared = plainAddPlaceholder({
    pdfBuffer: Buffer.from(bytes),
    reason: 'I agree',
    contactInfo: 'bob@example.com',
    name: 'Bob',
    location: 'Vienna',
    ...(widgetRect === undefined ? {} : { widgetRect }),
  })
  return new Uint8Array(await new SignPdf().sign(prepared, new P12Signer(Buffer.from(pkcs12), { passphrase })))
}

/** It reads cross-reference tables only. */
const hasTable = ({ bytes }: Base) => sectionKind(bytes) === 'table'

const again = (options: Parameters<typeof sign>[1]) => (base: Base) => sign(base.bytes, options)

/**
 * What @signpdf's plain placeholder does to a document that is signed: it lists its own field alone, or breaks the form. So
 * these are not honest changes: the earlier signature stands in no form any more, and nobody can tell what it permits.
 */
export const changesThatDropSignatures: readonly HonestChange[] = changesBy(
  '@signpdf',
  SIGNABLE,
  {
    sign: (base) => signPlain(base),
    'sign with a place': (base) => signPlain(base, [340, 150, 500, 200]),
  },
  // A second time it loses fields of the form, or writes a dictionary that no reader can read.
  (base) => hasTable(base) && keepingValues(base),
)

export const signerChanges: readonly HonestChange[] = [
  ...changesBy('sealwright', SIGNABLE, {
    sign: again({}),
    'sign the empty field': again({ field: 'Approval' }),
    'sign three times': async ({ bytes }) => sign(await sign(await sign(bytes))),
  }),
  ...changesBy('sealwright', VISIBLY_SIGNABLE, {
    'sign visibly': again({ appearance: { page: 1, rectangle: [340, 150, 500, 200] } }),
    'sign visibly on the last page': again({ appearance: { page: 2, rectangle: [340, 150, 500, 200] } }),
  }),
  ...changesBy('sealwright', ANY_PROFILE, {
    'add validation data': ({ bytes }) => withValidationData(bytes),
    'stamp the time': ({ bytes }) => timestamped(bytes),
    'archive twice': async ({ bytes }) =>
      timestamped(await withValidationData(await timestamped(await withValidationData(bytes)))),
  }),
]
