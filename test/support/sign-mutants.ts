/**
 * The property of signDocument under damage: it refuses with a SealwrightError, or what it gives begins with its input
 * and is read as validly signed by an independent reader.
 *
 * @module
 */

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createRandom, mutate } from './mutate.js'
import { extractCms, opensslCmsVerify, pdfinfo, pdfsig, withFiles } from './oracles.js'
import { makeSamplePdfs } from './sample-pdfs.js'
import { type SigningJob, type SigningOutcome, SigningProcess } from './signing-process.js'

/** Which mutants to make: numbers `start` to `start + count - 1` of a seed. `keep`: a folder for the faulty ones. */
export interface MutantOptions {
  readonly count: number
  readonly seed?: number
  readonly start?: number
  readonly keep?: string
  readonly program?: SigningJob['program']
}

/** How the mutants fared. */
export interface MutantReport {
  readonly signed: number
  /** Refusals by error code. */
  readonly refused: ReadonlyMap<string, number>
  /** Whatever breaks the property, one sentence each with the mutant's number and kind. */
  readonly faults: readonly string[]
  /** Signed soundly, but poppler could read neither the mutant nor the result. */
  readonly unreadable: readonly string[]
}

/** Makes mutants, signs each (every fourth with a certificate page), and has poppler judge the results. */
export async function signMutants(options: MutantOptions): Promise<MutantReport> {
  const samples = await makeSamplePdfs()
  const refused = new Map<string, number>()
  const faults: string[] = []
  const unreadable: string[] = []
  let signed = 0
  const signer = new SigningProcess({ program: options.program ?? 'sealwright' })
  let judging: Promise<void> = Promise.resolve()
  try {
    const start = options.start ?? 0
    for (let number = start; number < start + options.count; number++) {
      const random = createRandom((options.seed ?? 1) * 1_000_003 + number)
      const sample = samples[random(samples.length)]
      if (sample === undefined) break
      const { bytes, kinds } = mutate(sample.bytes, random)
      const certificatePage = random(4) === 0
      const name = `#${number} ${sample.name}${certificatePage ? ' + page' : ''} (${kinds.join(', ')})`
      const outcome = await signer.sign(bytes, certificatePage)
      if (outcome.kind === 'refused') refused.set(outcome.code, (refused.get(outcome.code) ?? 0) + 1)
      if (outcome.kind === 'signed') signed += 1
      // One result is judged while the next mutant is signed.
      await judging
      judging = judge(bytes, outcome, certificatePage).then(async ({ faults: found, readable }) => {
        for (const fault of found) faults.push(`${name}: ${fault}`)
        if (!readable && found.length === 0) unreadable.push(name)
        if ((found.length > 0 || !readable) && options.keep !== undefined) {
          await mkdir(options.keep, { recursive: true })
          await writeFile(join(options.keep, `${number}.in.pdf`), bytes)
          if (outcome.kind === 'signed') await writeFile(join(options.keep, `${number}.out.pdf`), outcome.bytes)
        }
      })
    }
    await judging
  } finally {
    signer.close()
  }
  return { signed, refused, faults, unreadable }
}

/** `readable` is false when poppler cannot even open the mutant. */
async function judge(input: Uint8Array, outcome: SigningOutcome, certificatePage: boolean) {
  const faults: string[] = []
  if (outcome.kind === 'refused') return { faults, readable: true }
  if (outcome.kind === 'timeout') return { faults: ['signing did not end'], readable: true }
  if (outcome.kind === 'crashed') return { faults: [outcome.message], readable: true }
  const output = outcome.bytes
  if (Buffer.compare(output.subarray(0, input.length), input) !== 0) {
    faults.push('the output does not begin with the bytes of the input')
  }
  return withFiles({ 'in.pdf': input, 'out.pdf': output }, async (path) => {
    const { signatures } = await pdfsig(path('out.pdf'))
    const created = signatures.filter(
      ({ signatureValid, totalDocumentSigned }) => signatureValid && totalDocumentSigned,
    )
    const before = await pdfinfo(path('in.pdf'))
    if (created.length === 1) {
      const after = await pdfinfo(path('out.pdf'))
      const more = after.pages - before.pages
      if (before.pages > 0 && (certificatePage ? more < 1 : more !== 0)) faults.push(`${more} more pages`)
      return { faults, readable: true }
    }
    const verdicts = signatures.map(
      ({ field, verdict, totalDocumentSigned }) => `${field}: ${verdict} ${totalDocumentSigned}`,
    )
    if (before.pages > 0) faults.push(`pdfsig finds no valid signature over the whole result [${verdicts.join('; ')}]`)
    else {
      const { cms, content } = extractCms(output)
      const { valid, message } = await opensslCmsVerify(cms, content, { cades: true })
      if (!valid) faults.push(`openssl: ${message}`)
    }
    return { faults, readable: before.pages > 0 }
  })
}
