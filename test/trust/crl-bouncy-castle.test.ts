/**
 * The matrix of CRLs, judged by Bouncy Castle.
 *
 * @module
 */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BOUNCY_CASTLE_JARS, hasTool, runTool } from '../support/tools.js'
import { type CrlCase, type Status, TODAY, world } from './crl-matrix/case.js'
import { CRL_CASES } from './crl-matrix/cases.js'
import { when } from './support/dated-pki.js'

const CASES = Object.entries(CRL_CASES).flatMap(([group, cases]) =>
  cases.map((each, index) => ({ each, id: `${group.replaceAll(' ', '-')}-${String(index).padStart(3, '0')}` })),
)

const ASKS = 'it asks whether the issuer of the CRL was revoked, which nobody says'
const ONE = 'it takes one CRL where the certificate names no point'
const FAILS = 'it fails with a NullPointerException where a point is for some reasons, and its CRL says nothing of them'
const FIRST = 'it takes any CRL that fits, in the order of a hash table'

/** Its other answers, by the names of cases, and why. It says `good` where we do not in the last eight alone. */
const OTHERWISE: Readonly<Record<string, readonly [gives: Status | 'crash' | 'good or revoked', because: string]>> = {
  'all reasons in two': ['unknown', ONE],
  'all reasons in three': ['unknown', ONE],
  'places for reasons: both': ['crash', FAILS],
  'places for reasons: one': ['crash', FAILS],
  'places for reasons: listed in one': ['crash', FAILS],
  'with a delta CRL': ['unknown', 'it wants a complete CRL that is current'],
  'a delta CRL alone that lists it': ['unknown', 'it uses no delta CRL without a complete one'],
  'who is named, below the CA': ['unknown', ASKS],
  'who is named, below the root': ['unknown', ASKS],
  'who is named, below the root, beside a certificate of a stranger for the root': ['unknown', ASKS],
  'the root itself': ['unknown', 'it does not find who signed among the anchors'],
  'an entry of the CA': ['unknown', ASKS],
  'an entry with its number, of the CRL issuer itself': ['unknown', ASKS],
  'an entry with its number, of another issuer': ['unknown', ASKS],
  'an entry that follows one of the CA': ['unknown', ASKS],
  'an entry that follows one of another issuer': ['unknown', ASKS],
  'who is named, beside a CRL of the CA for another place': ['unknown', 'it stops at the CRL for another place'],
  'the place that is named': ['unknown', ASKS],
  'the name of the CRL issuer as the place': ['unknown', ASKS],
  'the CA instead, for all': ['unknown', 'it stops at the point, which names another issuer'],
  'five minutes after nextUpdate': ['unknown', 'it has no tolerance for clocks'],
  'one that has ended lists it': ['unknown', 'it uses no CRL that has ended'],
  'a revocation for good that is taken back': ['good', 'it takes back whatever the delta CRL says'],
  'two delta CRLs, the newer lists it': ['good or revoked', FIRST],
  'a second earlier': ['good', 'it uses CRLs of the future'],
  'without nextUpdate, a second after that': ['good', 'to it, a CRL without nextUpdate never ends'],
  'two, and the newer lists it': ['good or revoked', FIRST],
  'two, and the older lists it for good': ['good or revoked', FIRST],
  'a critical extension in the entry of another that nobody knows (RFC 5280, 5.3)': ['good', 'it reads one entry only'],
  'a revocation after its removal': ['good', 'it takes the first entry'],
}

/** Only the leaf is asked about: its issuer is an anchor. */
async function writeCase(folder: string, { about, crls, others = [], at = TODAY }: CrlCase): Promise<void> {
  await mkdir(folder)
  const write = (name: string, bytes: Uint8Array | string) => writeFile(join(folder, name), bytes)
  await write('time', String(when(at).getTime()))
  await write('leaf.der', about.certificate.der)
  const anchors = [about.issuer ?? world.ca, world.root]
  for (const [i, { certificate }] of anchors.entries()) await write(`anchor${i}.der`, certificate.der)
  for (const [i, { certificate }] of others.entries()) await write(`other${i}.der`, certificate.der)
  for (const [i, crl] of crls.entries()) await write(`crl${i}.der`, crl)
}

describe.skipIf(!hasTool('bouncycastle'))('Bouncy Castle on the same files', { timeout: 120_000 }, () => {
  const said = new Map<string, string>()
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sealwright-crls-'))
    for (const { each, id } of CASES) await writeCase(join(folder, id), each)
    const source = fileURLToPath(new URL('./support/judge-crls.java', import.meta.url))
    const { code, stdout, stderr } = await runTool('java', ['-cp', BOUNCY_CASTLE_JARS.join(delimiter), source, folder])
    if (code !== 0) throw new Error(stderr)
    for (const line of stdout.trim().split('\n')) said.set(line.split(' ')[0] ?? '', line)
  }, 120_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('says otherwise of cases that there are', () => {
    const names = CASES.map(({ each }) => each.name)
    expect(Object.keys(OTHERWISE).filter((name) => !names.includes(name))).toEqual([])
  })

  it.each(CASES.map(({ each, id }) => [`${id}: ${each.name}`, each, id] as const))('%s', (_, each, id) => {
    const line = said.get(id) ?? ''
    const [gives, because] = OTHERWISE[each.name] ?? [each.gives, line]
    expect(gives.split(' or '), because).toContain(line.split(' ')[1])
  })
})
