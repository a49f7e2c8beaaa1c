/**
 * PDFBox and Bouncy Castle judge our long-term signatures without knowing our code, and iText 5 writes validation data in its
 * own way, /VRI included.
 *
 * @module
 */

import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyDocument } from '../../src/index.js'
import { extendDocument } from '../../src/sign/extend-document.js'
import { signDocument } from '../../src/sign/sign-document.js'
import { timestampAuthority } from '../../src/trust/timestamping/timestamp-authority.js'
import { makePdf, ONE_PAGE } from '../pdf/make-pdf.js'
import { requestWith } from '../sign/signing.js'
import { type LongTermPki, openLongTermPki, type SignerKind } from '../support/long-term-pki.js'
import { withFiles } from '../support/oracles.js'
import { runTool } from '../support/tools.js'
import { hasJavaPrograms, JAVA_CLASS_PATH } from '../verify/honest/programs/java-programs.js'
import { signDated, stampDated, storeDated } from './support/dated-document.js'
import { makeCrl, when } from './support/dated-pki.js'
import { AFTERWARDS, cast, crlsOf, DAY_BEFORE, STAMPED, signLta, storeOf } from './support/time-cast.js'

const KINDS = ['rsa', 'rsaPss', 'p256', 'p384', 'ed25519'] as const satisfies readonly SignerKind[]
const PATIENCE = { timeout: 180_000 }

async function runJava(program: string, args: readonly string[]): Promise<string> {
  const source = fileURLToPath(new URL(`./support/${program}`, import.meta.url))
  const { code, stdout, stderr } = await runTool('java', ['-cp', JAVA_CLASS_PATH, source, ...args], {
    timeoutMs: 120_000,
  })
  if (code !== 0) throw new Error(`${program} did not run: ${stderr}`)
  return stdout
}

/** What the judge says of each document: the parts that it found good, in order. */
async function judgeInJava(documents: readonly Uint8Array[], root: string): Promise<string[]> {
  const files = Object.fromEntries(documents.map((bytes, i) => [`${i}.pdf`, bytes]))
  return withFiles({ ...files, 'root.pem': root }, async (path) => {
    const stdout = await runJava('judge-archive.java', [path('root.pem'), ...Object.keys(files).map(path)])
    return stdout.trimEnd().split('\n')
  })
}

const pemOf = (der: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`

const STAMPED_FACTS = 'signature, ess, stamp'
/** The OCSP answers for signer and authority, and the CRL about their CA. */
const DATA = 'ocsp, good, ocsp, good, crl'

describe.skipIf(!hasJavaPrograms())('PDFBox and Bouncy Castle', PATIENCE, () => {
  let pki: LongTermPki
  beforeAll(async () => {
    pki = await openLongTermPki({ kinds: KINDS, isFast: true })
  }, 120_000)
  afterAll(() => pki.close())

  it('find every part of every level good, by keys of every kind', async () => {
    const levels = ['B-T', 'B-LT', 'B-LTA'] as const
    const expected = [STAMPED_FACTS, `${STAMPED_FACTS}, ${DATA}`, `${STAMPED_FACTS}, document-stamp, ${DATA}`]
    const documents: Uint8Array[] = []
    for (const kind of KINDS) {
      for (const level of levels) {
        const identity = await pki.identity(kind)
        const evidence = { trustAnchors: pki.anchors, revocation: pki.revocation() }
        const timestampAuthorities = [timestampAuthority(pki.tsa)]
        const options = { identity, level, timestampAuthorities, ...evidence }
        documents.push((await signDocument(makePdf(ONE_PAGE), requestWith(), options)).bytes)
      }
    }
    const found = await judgeInJava(documents, pki.root.certificate)
    expect(found).toEqual(KINDS.flatMap(() => expected))
  })

  it('find an archive good that was extended and renewed by another authority', async () => {
    const evidence = { trustAnchors: pki.anchors, revocation: pki.revocation() }
    const by = (url: string) => ({ ...evidence, timestampAuthorities: [timestampAuthority(url)] })
    const signed = await signDocument(makePdf(ONE_PAGE), requestWith(), {
      ...{ identity: await pki.identity('p384'), level: 'B-T' as const },
      ...by(pki.tsa),
    })
    const extended = await extendDocument(signed.bytes, by(pki.tsa))
    const { bytes } = await extendDocument(extended.bytes, by(pki.otherTsa))
    const [found = ''] = await judgeInJava([bytes], pki.root.certificate)
    expect(found).not.toContain('FAULT')
    expect(found.split(', ').filter((each) => each === 'document-stamp')).toHaveLength(2)
  })

  it('and are no judges that find everything good', async () => {
    const whole = await signLta({ store: {} })
    const at = Buffer.from(whole).indexOf('/Contents <') + 400
    const flipped = (place: number, change: (byte: number) => number) =>
      whole.map((byte, i) => (i === place ? change(byte) : byte))
    const broken = flipped(100, (byte) => byte ^ 1)
    const swapped = flipped(at, (byte) => (byte === 0x30 ? 0x31 : 0x30))
    const withList = (forger?: typeof cast.root) =>
      signDated(cast.longSigner, {
        store: { crls: [makeCrl(cast.root, { at: DAY_BEFORE, ...(forger && { forgedBy: forger }) })] },
      })
    const documents = [whole, broken, swapped, await withList(), await withList(cast.ca)]
    const found = await judgeInJava(documents, pemOf(cast.root.certificate.der))
    expect(found.map((each) => (each.includes('FAULT') ? 'FAULT' : each))).toEqual([
      `${STAMPED_FACTS}, document-stamp`,
      'FAULT',
      'FAULT',
      'signature, ess, crl',
      'FAULT',
    ])
  })
})

describe.skipIf(!hasJavaPrograms())('/VRI by iText 5', PATIENCE, () => {
  const anchors = [cast.root.certificate.der, cast.oldRoot.certificate.der]
  const judge = async (bytes: Uint8Array, on: string) => {
    const { signers } = await verifyDocument(bytes, { trustAnchors: anchors, now: () => when(on) })
    const { indication, subIndication, padesLevel, missingEvidence } = signers[0] ?? {}
    return [indication, subIndication, padesLevel, missingEvidence?.length]
  }

  const writeVri = (bytes: Uint8Array, files: Readonly<Record<string, Uint8Array>>) =>
    withFiles({ ...files, 'in.pdf': bytes }, async (path) => {
      await writeFile(path('out.pdf'), '')
      await runJava('write-vri.java', [path('in.pdf'), path('out.pdf'), ...Object.keys(files).map(path)])
      return new Uint8Array(await readFile(path('out.pdf')))
    })

  it('gives what our own store gives, before and after an archive stamp', async () => {
    const bare = await signDated(cast.signer, { stampedBy: [[cast.longTsa, { at: STAMPED }]] })
    const crls = crlsOf(DAY_BEFORE).map((crl, i) => [`${i}.crl`, crl] as const)
    const certs = [cast.ca, cast.oldCa].map(({ certificate }, i) => [`${i}.cer`, certificate.der] as const)
    const written = await writeVri(bare, Object.fromEntries([...crls, ...certs]))
    expect(Buffer.from(written).toString('latin1')).toContain('/VRI')
    expect(await judge(written, '2023-06-01')).toEqual(['TOTAL-PASSED', null, 'B-LT', 0])
    expect(await judge(written, '2023-06-01')).toEqual(await judge(storeDated(bare, storeOf()), '2023-06-01'))
    const archived = await stampDated(written, cast.longTsa, { at: AFTERWARDS, fieldName: 'Timestamp1' })
    expect(await judge(archived, '2023-06-01')).toEqual(['TOTAL-PASSED', null, 'B-LTA', 0])
    const without = await writeVri(bare, Object.fromEntries(certs))
    expect(await judge(without, '2023-06-01')).toEqual(['INDETERMINATE', 'OUT_OF_BOUNDS_NO_POE', 'B-T', 4])
  })
})
