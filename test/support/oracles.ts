/**
 * What independent programs say about a PDF, as data: poppler, MuPDF, qpdf, OpenSSL and Bouncy Castle.
 *
 * @module
 */

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BOUNCY_CASTLE_JARS, runTool } from './tools.js'

/** One signature as poppler's `pdfsig -nocert` sees it: the mathematics and the ranges, not the trust. */
export interface PdfsigSignature {
  readonly field: string
  readonly commonName: string
  /** "Signature is Valid.": the digest and the signature value are right. */
  readonly signatureValid: boolean
  /** The words after "Signature Validation:". */
  readonly verdict: string
  /** The signed ranges reach the end of the file. */
  readonly totalDocumentSigned: boolean
  readonly subFilter: string
  readonly hash: string
  /** Pairs of first byte and the byte after the last one; empty when poppler could not read them. */
  readonly ranges: readonly (readonly [number, number])[]
}

/** The signatures of a PDF, in the order of its form fields. `errors`: what poppler complained about, one line each. */
export interface PdfsigReport {
  readonly signatures: readonly PdfsigSignature[]
  readonly errors: readonly string[]
}

/** Runs `pdfsig -nocert` on a file. A PDF without signatures gives an empty list. */
export async function pdfsig(path: string, password = ''): Promise<PdfsigReport> {
  const { stdout, stderr } = await runTool('pdfsig', [
    '-nocert',
    ...(password === '' ? [] : ['-upw', password, '-opw', password]),
    path,
  ])
  const signatures = stdout.split(/^Signature #\d+:$/m).slice(1)
  return { signatures: signatures.map(parsePdfsigBlock), errors: linesOf(stderr) }
}

function parsePdfsigBlock(block: string): PdfsigSignature {
  const after = (label: string) => block.match(new RegExp(`^ {2}- ${label}: (.*)$`, 'm'))?.[1]?.trim() ?? ''
  const verdict = after('Signature Validation')
  const ranges = [...after('Signed Ranges').matchAll(/\[(\d+) - (\d+)\]/g)]
  return {
    field: after('Signature Field Name'),
    commonName: after('Signer Certificate Common Name'),
    signatureValid: verdict === 'Signature is Valid.',
    verdict,
    totalDocumentSigned: /^ {2}- Total document signed$/m.test(block),
    subFilter: after('Signature Type'),
    hash: after('Signing Hash Algorithm'),
    ranges: ranges.map(([, start, end]) => [Number(start), Number(end)] as const),
  }
}

/** One signature as `mutool sign -v` sees it. */
export interface MutoolSignature {
  /** Object number of the signature field. */
  readonly fieldObject: number
  /** The digest is right, whether or not something was appended later. */
  readonly intact: boolean
  /** "The document is unchanged since signing." */
  readonly unchanged: boolean
  readonly verdict: string
}

/** Runs `mutool sign -v`. */
export async function mutoolSign(path: string, password = ''): Promise<readonly MutoolSignature[]> {
  const { stdout } = await runTool('mutool', ['sign', '-v', ...(password === '' ? [] : ['-p', password]), path])
  return [...stdout.matchAll(/^Verifying signature (\d+):\n((?:\t.*\n?)*)/gm)].map(([, fieldObject, body = '']) => {
    const verdict = linesOf(body)
      .filter((line) => !/^(Distinguished name:|Certificate)/.test(line))
      .join(' ')
    const unchanged = verdict.includes('unchanged since signing')
    const intact = unchanged || verdict.includes('The signature is valid but there have been edits')
    return { fieldObject: Number(fieldObject), intact, unchanged, verdict }
  })
}

/** /P of the document's certification (ISO 32000-2, 12.8.2.2), read by MuPDF; `undefined` when it is not certified. */
export async function docMdpLevel(path: string): Promise<number | undefined> {
  const level = 'trailer/Root/Perms/DocMDP/Reference/1/TransformParams/P'
  const { stdout } = await runTool('mutool', ['show', '-g', path, level])
  return /^[123]$/.test(stdout.trim()) ? Number(stdout) : undefined
}

/**
 * Warnings and errors of `qpdf --check`, with file names and numbers replaced, so that the sets of an input and of
 * what was made from it can be compared.
 */
export async function qpdfCheck(path: string, password = ''): Promise<ReadonlySet<string>> {
  const { stdout, stderr, code } = await runTool('qpdf', ['--check', `--password=${password}`, path])
  const findings = linesOf(`${stdout}\n${stderr}`)
    .filter((line) => /^(WARNING|ERROR|qpdf):/.test(line))
    .map((line) => normaliseMessage(line, path))
  if (code !== 0 && findings.length === 0) findings.push(`qpdf exit code ${code}`)
  return new Set(findings)
}

/** What MuPDF warns about while it reads the document's pages (repairs, broken sections); normalised like qpdf's. */
export async function mutoolWarnings(path: string): Promise<ReadonlySet<string>> {
  const { stderr, code } = await runTool('mutool', ['pages', path])
  const findings = linesOf(stderr)
    .filter((line) => !/^warning: \.\.\. repeated \d+ times/.test(line))
    .map((line) => normaliseMessage(line, path))
  if (code !== 0 && findings.length === 0) findings.push(`mutool exit code ${code}`)
  return new Set(findings)
}

function normaliseMessage(line: string, path: string): string {
  return line
    .replaceAll(path, 'FILE')
    .replace(/\d+/g, '#')
    .replace(/^warning: \.\.\. repeated # times\.\.\.$/, '')
}

/** Facts from `pdfinfo`. `pages` is 0 when poppler cannot open the file; `errors` says why. */
export async function pdfinfo(path: string): Promise<{
  readonly pages: number
  readonly encrypted: boolean
  readonly fields: ReadonlyMap<string, string>
  readonly errors: readonly string[]
}> {
  const { stdout, stderr } = await runTool('pdfinfo', [path])
  const fields = new Map(
    linesOf(stdout).flatMap((line) => {
      const colon = line.indexOf(':')
      return colon < 0 ? [] : [[line.slice(0, colon), line.slice(colon + 1).trim()] as const]
    }),
  )
  const encrypted = (fields.get('Encrypted') ?? 'no') !== 'no' || stderr.includes('Incorrect password')
  return { pages: Number(fields.get('Pages') ?? 0), encrypted, fields, errors: linesOf(stderr) }
}

/** The text of some pages (1-based, both ends included; every page unless told), in reading order, as UTF-8. */
export async function pdftotext(path: string, first = 1, last?: number): Promise<string> {
  const range = ['-f', String(first), ...(last === undefined ? [] : ['-l', String(last)])]
  const { stdout } = await runTool('pdftotext', ['-enc', 'UTF-8', ...range, path, '-'])
  return stdout
}

/** An MD5 of the picture of each page from 1 to `last`, drawn by MuPDF. */
export async function pageDigests(path: string, last: number): Promise<readonly string[]> {
  const args = ['draw', '-q', '-r', '40', '-s', '5', '-o', '/dev/null', '-F', 'pnm', path, `1-${last}`]
  const { stdout, stderr } = await runTool('mutool', args, { timeoutMs: 60_000 })
  return [...`${stdout}\n${stderr}`.matchAll(/\b[0-9a-f]{32}\b/g)].map(([digest]) => digest)
}

/** A detached CMS signature taken out of a PDF, and the bytes that its /ByteRange covers. */
export interface ExtractedCms {
  readonly byteRange: readonly [number, number, number, number]
  readonly cms: Uint8Array
  readonly content: Uint8Array
}

/**
 * The CMS and the signed bytes of the signature that stands `index`-th in the file (from the end with a negative one),
 * found by its /ByteRange and the hexadecimal string in the gap; independent of every PDF parser.
 *
 * @throws Error when there is no such signature.
 */
export function extractCms(pdf: Uint8Array, index = -1): ExtractedCms {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1')
  const found = [...text.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)].flatMap((match) => {
    const [start, length, resume, rest] = match.slice(1).map(Number) as [number, number, number, number]
    const gap = text.slice(start + length, resume)
    if (!/^<[0-9A-Fa-f\s]*>$/.test(gap) || resume + rest > pdf.length) return []
    const padded = Buffer.from(gap.replace(/[<>\s]/g, ''), 'hex')
    const content = Buffer.concat([pdf.subarray(start, start + length), pdf.subarray(resume, resume + rest)])
    const cms = new Uint8Array(padded.subarray(0, derLength(padded)))
    return [{ byteRange: [start, length, resume, rest] as const, cms, content: new Uint8Array(content) }]
  })
  const wanted = found.at(index)
  if (wanted === undefined) throw new Error(`The file has ${found.length} signatures, and none at ${index}.`)
  return wanted
}

/** Length of the first DER element, header included (definite lengths only; everything otherwise). */
function derLength(der: Uint8Array): number {
  const first = der[1] ?? 0
  if (first < 0x80) return first + 2
  const count = first & 0x7f
  if (count === 0 || count > 4) return der.length
  const length = der.subarray(2, 2 + count).reduce((sum, byte) => sum * 256 + byte, 0)
  return Math.min(der.length, 2 + count + length)
}

/** How OpenSSL should judge a signature. */
export interface OpensslVerifyOptions {
  /** Demand a signing certificate attribute that names the signer's certificate (`-cades`, RFC 5035). */
  readonly cades?: boolean
  /** PEM of the anchors to build the chain to; without it any certificate in the CMS is trusted. */
  readonly anchors?: string
}

/** Checks a detached CMS with `openssl cms -verify`; `message` is OpenSSL's own words. */
export function opensslCmsVerify(
  cms: Uint8Array,
  content: Uint8Array,
  options: OpensslVerifyOptions = {},
): Promise<{ valid: boolean; message: string }> {
  return withFiles({ cms, content, anchors: options.anchors ?? '' }, async (path) => {
    const trust = ['-CAfile', path('anchors'), '-purpose', 'any', '-no_check_time']
    if (options.anchors === undefined) {
      // OpenSSL refuses -noverify together with -cades: trust what the CMS carries instead.
      await runTool('openssl', ['pkcs7', '-inform', 'DER', '-in', path('cms'), '-print_certs', '-out', path('anchors')])
      trust.push('-partial_chain')
    }
    const { code, stderr } = await runTool('openssl', [
      ...['cms', '-verify', '-binary', '-inform', 'DER', '-in', path('cms'), '-content', path('content')],
      ...['-out', '/dev/null', ...trust, ...(options.cades === true ? ['-cades'] : [])],
    ])
    return { valid: code === 0, message: stderr.trim() }
  })
}

/**
 * Checks detached CMS signatures with Bouncy Castle (RSA, RSA-PSS, ECDSA and Ed25519), each with the certificate that
 * it carries. One Java start, about a second, for the whole list. `message` is empty when a signature is valid.
 */
export async function bouncyCastleVerify(
  signatures: readonly { readonly cms: Uint8Array; readonly content: Uint8Array }[],
): Promise<readonly { valid: boolean; message: string }[]> {
  const files = Object.fromEntries(
    signatures.flatMap(({ cms, content }, i) => [
      [`${i}.cms`, cms],
      [`${i}.bin`, content],
    ]),
  )
  const source = fileURLToPath(new URL('./verify-cms.java', import.meta.url))
  return withFiles(files, async (path) => {
    const { code, stdout, stderr } = await runTool(
      'java',
      ['-cp', BOUNCY_CASTLE_JARS.join(delimiter), source, ...Object.keys(files).map(path)],
      { timeoutMs: 60_000 },
    )
    if (code !== 0) throw new Error(`Bouncy Castle did not run: ${stderr}`)
    return linesOf(stdout).map((line) => ({ valid: line === 'valid', message: line === 'valid' ? '' : line }))
  })
}

/** Writes files into a folder of their own, and removes it when `use` is done. */
export async function withFiles<T>(
  files: Readonly<Record<string, Uint8Array | string>>,
  use: (path: (name: string) => string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'sealwright-test-'))
  const path = (name: string) => join(folder, name)
  try {
    for (const [name, data] of Object.entries(files)) await writeFile(path(name), data)
    return await use(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
