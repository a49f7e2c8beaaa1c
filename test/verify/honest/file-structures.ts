/**
 * Honest documents in every file structure, signed once and twice.
 *
 * @module
 */

import { type HonestUse, honest } from '../support/cases.js'
import { makeContract } from '../support/contract.js'
import { bytesOf } from '../support/notation.js'
import { revise } from '../support/revise.js'
import { sign, signByHand } from '../support/sign.js'
import { encryptWithQpdf, makeHybrid, rewriteWithQpdf } from '../support/structures.js'

const contract = () => makeContract().bytes

const STRUCTURES: Record<string, () => Uint8Array | Promise<Uint8Array>> = {
  'a cross-reference table': contract,
  'a cross-reference stream': () => makeContract({ xref: 'stream' }).bytes,
  'object streams': () => rewriteWithQpdf(contract(), '--object-streams=generate'),
  'a hybrid cross-reference': makeHybrid,
  'linearized, with a table': () => rewriteWithQpdf(contract(), '--linearize', '--object-streams=disable'),
  'linearized, with streams': () => rewriteWithQpdf(contract(), '--linearize', '--object-streams=generate'),
  'encrypted with AES-128': () => encryptWithQpdf(contract(), 128),
  'encrypted with AES-256': () => encryptWithQpdf(contract(), 256),
  'encrypted, with object streams': () =>
    rewriteWithQpdf(contract(), '--object-streams=generate', '--encrypt', '', 'owner', '256', '--'),
  'bytes before the header': () => bytesOf('\r\n\r\nHTTP\r\n', contract()),
  'white space before the cross-reference': () => moveTable(contract()),
  'no line end at its end': () => contract().slice(0, -1),
  'a line end more at its end': () => bytesOf(contract(), '\r\n'),
  'a comment at its end': () => bytesOf(contract(), '% printed by a machine\n'),
  'several revisions before it was signed': () => {
    const { bytes, refs } = makeContract()
    return revise(
      revise(bytes, ({ set }) => set(refs.page1, { Rotate: 90 })),
      ({ set }) => set(refs.page1, { Rotate: 0 }),
    )
  },
  'line ends of two bytes': () => rewriteWithQpdf(contract(), '--qdf', '--object-streams=disable'),
}

/** White space between the last object and the table; `startxref` leads to the white space. */
function moveTable(bytes: Uint8Array): Uint8Array {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).lastIndexOf('\nxref\n') + 1
  return bytesOf(bytes.subarray(0, at), ' \n', bytes.subarray(at))
}

const named = (times: string, make: (bytes: Uint8Array) => Promise<Uint8Array>) =>
  Object.fromEntries(
    Object.entries(STRUCTURES).map(([name, build]) => [`${name}, ${times}`, async () => make(await build())]),
  )

export const fileStructures: readonly HonestUse[] = [
  ...honest(named('signed once', (bytes) => sign(bytes))),
  ...honest(
    named('signed twice', async (bytes) => sign(await sign(bytes))),
    2,
  ),
  ...honest({
    'a signed file without a line end at its end': async () => {
      const whole = await signByHand(contract(), { ranges: ([a, b, c, d]) => [a, b, c, d - 1] })
      return whole.slice(0, -1)
    },
  }),
]
