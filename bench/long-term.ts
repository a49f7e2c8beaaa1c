/**
 * What do time stamps and long-term validation cost, in time and in bytes, and against @libpdf/core?
 *
 *     npx tsx bench/long-term.ts [--rounds 40]
 *
 * One infrastructure for all: RSA-2048, a root, an issuing CA, OCSP, CRLs and a time-stamping authority, each answering from
 * this process over real sockets. "Round trip" is one request to the authority with nothing around it. We keep validation data
 * until it is renewed, as a service does; @libpdf/core has no such store and fetches it for every signature.
 *
 * @module
 */

import { parseArgs } from 'node:util'
import { HttpTimestampAuthority, P12Signer, PDF } from '@libpdf/core'
import { signDocument, timestampAuthority } from '../src/index.js'
import { makePkcs12 } from '../test/cms/openssl-keys.js'
import { makePdf, ONE_PAGE } from '../test/pdf/make-pdf.js'
import { openLongTermPki } from '../test/support/long-term-pki.js'
import { compare, printTable, verdict } from './support/measure.js'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '40' } } })
const rounds = Number(values.rounds)
const warmUp = 10

const LEVELS = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const
type Level = (typeof LEVELS)[number]

const pki = await openLongTermPki({ isFast: true })
try {
  const identity = await pki.identity()
  const authority = timestampAuthority(pki.tsa)
  const revocation = pki.revocation()
  const request = {
    signer: { name: 'Ada Lovelace', email: 'ada@example.com' },
    auditTrail: [{ timestamp: '2026-11-20T09:02:00Z', type: 'submit' }],
    certificate: { enabled: false },
  }
  const input = makePdf(ONE_PAGE)
  const ours = async (level: Level) => {
    const evidence = { timestampAuthorities: [authority], trustAnchors: pki.anchors, revocation }
    return (await signDocument(input, request, { identity, level, ...evidence })).bytes
  }
  const { key, certificate } = pki.signer()
  const pkcs12 = makePkcs12({ key, certificate }, 'word', [], `${pki.issuing.certificate}${pki.root.certificate}`)
  const signer = await P12Signer.create(pkcs12, 'word', { buildChain: false })
  const peer = async (level: Level) => {
    const document = await PDF.load(input)
    const timestamp = level === 'B-B' ? {} : { timestampAuthority: new HttpTimestampAuthority(pki.tsa) }
    return (await document.sign({ signer, level, ...timestamp })).bytes
  }
  const trip = () => authority.timestamp('sha256', new Uint8Array(32))

  const bb = await compare(trip, () => ours('B-B'), rounds, warmUp)
  const bt = await compare(
    () => ours('B-B'),
    () => ours('B-T'),
    rounds,
    warmUp,
  )
  const own = (bt.ms - bb.baseMs) / bt.baseMs
  console.log(`one round trip: ${bb.baseMs.toFixed(2)} ms`)
  console.log(`B-T without its round trip, against B-B: ${own.toFixed(2)}x  ${verdict(own, 1.5)}`)

  const table = [
    ['level', 'sealwright', 'added', 'revisions', 'calls', '@libpdf/core', 'added', 'revisions', 'calls', 'its time'],
  ]
  for (const level of LEVELS) {
    const result = await compare(
      () => ours(level),
      () => peer(level),
      Math.ceil(rounds / 2),
      3,
    )
    const row: string[] = [level, `${result.baseMs.toFixed(1)} ms`, ...(await facts(() => ours(level)))]
    row.push(`${result.ms.toFixed(1)} ms`, ...(await facts(() => peer(level))), `${result.ratio.toFixed(1)}x`)
    table.push(row)
  }
  printTable(table)

  /** Bytes added, revisions added, and calls of the authority. */
  async function facts(sign: () => Promise<Uint8Array>): Promise<string[]> {
    const before = pki.pki.count('/tsa')
    const bytes = await sign()
    const revisions = Buffer.from(bytes).toString('latin1').split('startxref').length - 2
    return [`${bytes.length - input.length}`, `${revisions}`, `${pki.pki.count('/tsa') - before}`]
  }
} finally {
  await pki.close()
}
