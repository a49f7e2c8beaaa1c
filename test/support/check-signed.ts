/**
 * What must hold for every signed document, whatever its input was, judged by independent programs.
 *
 * @module
 */

import {
  docMdpLevel,
  extractCms,
  mutoolSign,
  mutoolWarnings,
  opensslCmsVerify,
  type PdfsigSignature,
  pageDigests,
  pdfinfo,
  pdfsig,
  pdftotext,
  qpdfCheck,
} from './oracles.js'

/** What the programs say about an untouched input. */
export interface Baseline {
  readonly signatures: readonly PdfsigSignature[]
  /** Verdicts of MuPDF by object number of the field: whether it calls the signature intact. */
  readonly mutool: ReadonlyMap<number, boolean>
  readonly qpdf: ReadonlySet<string>
  readonly mutoolWarnings: ReadonlySet<string>
  readonly pages: number
  readonly encrypted: boolean
  readonly text: string
  readonly digests: readonly string[]
  /** /P of the certification, if any: 1 forbids every further signature. */
  readonly docMdp: number | undefined
}

/** Which of the slower checks to run. `rendering`: every old page still looks the same. */
export interface CheckOptions {
  readonly rendering?: boolean
}

/** Asks every program about an input. */
export async function measureBaseline(path: string, options: CheckOptions = {}): Promise<Baseline> {
  const [{ signatures }, mutool, qpdf, warnings, info, text, docMdp] = await Promise.all([
    pdfsig(path),
    mutoolSign(path),
    qpdfCheck(path),
    mutoolWarnings(path),
    pdfinfo(path),
    pdftotext(path),
    docMdpLevel(path),
  ])
  return {
    signatures,
    mutool: new Map(mutool.map(({ fieldObject, intact }) => [fieldObject, intact])),
    qpdf,
    mutoolWarnings: warnings,
    pages: info.pages,
    encrypted: info.encrypted,
    text,
    digests: options.rendering === true ? await pageDigests(path, info.pages) : [],
    docMdp,
  }
}

/** An input and the document that was made from it; both stand in files as well, for the programs. */
export interface SignedCase {
  readonly input: Uint8Array
  readonly output: Uint8Array
  readonly outputPath: string
  readonly certificatePage: boolean
}

/**
 * Compares a signed document with its input.
 *
 * @returns one sentence per fault; empty when all is well.
 */
export async function checkSigned(signed: SignedCase, baseline: Baseline, options: CheckOptions = {}) {
  const faults: string[] = []
  if (!startsWith(signed.output, signed.input)) faults.push('the output does not begin with the bytes of the input')
  if (baseline.docMdp === 1) faults.push('a document certified with DocMDP P=1 was signed')
  if (signed.certificatePage && baseline.signatures.some(({ signatureValid }) => signatureValid)) {
    faults.push('a page was added to a signed document')
  }
  const { outputPath: path } = signed
  const after = await measureBaseline(path, options)
  faults.push(
    ...checkSignatures(baseline, after),
    ...checkMutool(baseline, after),
    ...added('qpdf', baseline.qpdf, after.qpdf),
    ...added('mutool', baseline.mutoolWarnings, after.mutoolWarnings),
    ...checkPages(signed, baseline, after),
    ...(await checkCms(signed.output)),
  )
  if (baseline.encrypted !== after.encrypted) faults.push(`encrypted was ${baseline.encrypted}, is ${after.encrypted}`)
  if (!after.text.startsWith(baseline.text.trimEnd())) faults.push('the text of the old pages changed')
  baseline.digests.forEach((digest, i) => {
    if (after.digests[i] !== digest) faults.push(`page ${i + 1} looks different`)
  })
  return faults
}

function startsWith(whole: Uint8Array, start: Uint8Array): boolean {
  return whole.length > start.length && Buffer.compare(whole.subarray(0, start.length), start) === 0
}

function checkSignatures(before: Baseline, after: Baseline): string[] {
  const faults: string[] = []
  const rest = [...after.signatures]
  for (const old of before.signatures) {
    const at = rest.findIndex(
      ({ field, ranges }) => field === old.field && JSON.stringify(ranges) === JSON.stringify(old.ranges),
    )
    const [now] = at < 0 ? [] : rest.splice(at, 1)
    if (now === undefined) faults.push(`pdfsig: the earlier signature "${old.field}" is gone`)
    else if (old.signatureValid && !now.signatureValid) {
      faults.push(`pdfsig: the earlier signature "${old.field}" was valid, now: ${now.verdict}`)
    }
  }
  const [created] = rest
  if (created === undefined || rest.length > 1) {
    faults.push(`pdfsig: ${rest.length} new signatures instead of 1`)
  } else {
    if (!created.signatureValid) faults.push(`pdfsig: the new signature: ${created.verdict || 'no verdict'}`)
    if (!created.totalDocumentSigned) faults.push('pdfsig: the new signature: not total document signed')
    if (created.subFilter !== 'ETSI.CAdES.detached') faults.push(`pdfsig: the new signature: ${created.subFilter}`)
    if (before.signatures.some(({ field }) => field === created.field)) {
      faults.push(`pdfsig: two signature fields are called "${created.field}"`)
    }
  }
  return faults
}

function checkMutool(before: Baseline, after: Baseline): string[] {
  const faults: string[] = []
  for (const [object, intact] of before.mutool) {
    if (intact && after.mutool.get(object) !== true) faults.push(`mutool: the earlier signature ${object} broke`)
  }
  const created = [...after.mutool].filter(([object]) => !before.mutool.has(object))
  // MuPDF may list no signature at all, then as before the signing: a form that it cannot walk.
  const blind = before.mutool.size < before.signatures.length
  if (!blind && (created.length !== 1 || created[0]?.[1] !== true)) {
    faults.push(`mutool: ${created.length} new signatures, ${created.filter(([, intact]) => intact).length} intact`)
  }
  return faults
}

function added(program: string, before: ReadonlySet<string>, after: ReadonlySet<string>): string[] {
  // A program that could not open the input had nothing to say about its objects.
  const unopened = [...before].some((line) => line.startsWith('qpdf: FILE: '))
  return [...after]
    .filter((line) => !unopened || !line.startsWith('WARNING'))
    .filter((line) => !before.has(line) && line !== 'qpdf: operation succeeded with warnings')
    .map((line) => `${program} says what it did not say about the input: ${line}`)
}

function checkPages({ certificatePage }: SignedCase, before: Baseline, after: Baseline): string[] {
  const more = after.pages - before.pages
  if (certificatePage ? more >= 1 : more === 0) return []
  return [`${more} more pages, certificate page ${certificatePage ? 'on' : 'off'}`]
}

async function checkCms(output: Uint8Array): Promise<string[]> {
  const { cms, content, byteRange } = extractCms(output)
  const [start, , resume, rest] = byteRange
  const whole = start === 0 && resume + rest === output.length
  const { valid, message } = await opensslCmsVerify(cms, content, { cades: true })
  return [
    ...(whole ? [] : ['the last ByteRange does not reach from the first to the last byte']),
    ...(valid ? [] : [`openssl cms -verify -cades: ${message}`]),
  ]
}
