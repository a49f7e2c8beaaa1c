/**
 * Signing in tests: identities, a request, and what independent programs say of the result.
 *
 * @module
 */

import { SealwrightError } from '../../src/errors.js'
import type { SigningIdentity } from '../../src/sign/identity/identity.js'
import { identityFromPem } from '../../src/sign/identity/pem-identity.js'
import type { SignRequest } from '../../src/sign/request/request.js'
import { signDocument } from '../../src/sign/sign-document.js'
import type { SignOptions } from '../../src/sign/sign-options.js'
import { makeTestKey } from '../support/keys.js'
import { mutoolSign, pdfsig, qpdfCheck, withFiles } from '../support/oracles.js'
import { runTool } from '../support/tools.js'

const identities = new Map<string, Promise<SigningIdentity>>()

/** An identity of a kind, made once per test file. */
export function identityOf(kind: Parameters<typeof makeTestKey>[0] = 'rsa'): Promise<SigningIdentity> {
  const name = kind ?? 'rsa'
  let identity = identities.get(name)
  if (identity === undefined) {
    identity = identityFromPem(makeTestKey(name, `Test ${name}`))
    identities.set(name, identity)
  }
  return identity
}

/** A small, valid request; without the certificate page unless told. */
export function requestWith(changes: Partial<SignRequest> = {}): SignRequest {
  return {
    signer: { name: 'Ada Lovelace', email: 'ada@example.com' },
    auditTrail: [{ timestamp: '2026-01-31T12:00:00Z', type: 'submit' }],
    certificate: { enabled: false },
    ...changes,
  }
}

export const WITH_PAGE: SignRequest = requestWith({ certificate: { enabled: true } })

/** Signs with an RSA key unless told, without the certificate page. */
export async function sign(
  input: Uint8Array,
  options: Partial<SignOptions> = {},
  request: SignRequest = requestWith(),
): Promise<Uint8Array> {
  return (await signDocument(input, request, { identity: await identityOf(), ...options })).bytes
}

/** The code of the SealwrightError that a call rejects with; `none` when it does not. Any other error goes on. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
  } catch (error) {
    if (error instanceof SealwrightError) return error.code
    throw error
  }
  return 'none'
}

/** What pdfsig, qpdf and MuPDF say about a file. */
export interface Verdict {
  /** In the order of the form's fields: field name, mathematics and coverage by poppler. */
  readonly signatures: readonly { readonly field: string; readonly valid: boolean; readonly total: boolean }[]
  /** What qpdf complains about. */
  readonly qpdf: readonly string[]
  /** Per signature, whether MuPDF finds it intact. */
  readonly mutool: readonly boolean[]
}

const UNSIGNED = /not signed/i

/** @param password opens the file, where it needs one */
export function judge(bytes: Uint8Array, password = ''): Promise<Verdict> {
  return withFiles({ 'file.pdf': bytes }, async (path) => {
    const file = path('file.pdf')
    const [report, qpdf, mutool] = await Promise.all([
      pdfsig(file, password),
      qpdfCheck(file, password),
      mutoolSign(file, password),
    ])
    return {
      // Both programs list fields that wait for a signature, too.
      signatures: report.signatures
        .filter(({ subFilter }) => subFilter !== '')
        .map(({ field, signatureValid, totalDocumentSigned }) => ({
          field,
          valid: signatureValid,
          total: totalDocumentSigned,
        })),
      qpdf: [...qpdf],
      mutool: mutool.filter(({ verdict }) => !UNSIGNED.test(verdict)).map(({ intact }) => intact),
    }
  })
}

/** The verdict on a file with as many valid signatures as names, the last one over the whole file. */
export function soundVerdict(...fields: string[]): Verdict {
  return {
    signatures: fields.map((field, i) => ({ field, valid: true, total: i === fields.length - 1 })),
    qpdf: [],
    mutool: fields.map(() => true),
  }
}

/** Attachments by name, taken out by pdfdetach. */
export function detach(bytes: Uint8Array): Promise<ReadonlyMap<string, string>> {
  return withFiles({ 'file.pdf': bytes }, async (path) => {
    const { stdout } = await runTool('pdfdetach', ['-list', path('file.pdf')])
    const attachments = new Map<string, string>()
    for (const [, index, name] of stdout.matchAll(/^(\d+): (.*)$/gm)) {
      const out = path(`attachment-${index}`)
      await runTool('pdfdetach', ['-save', String(index), '-o', out, path('file.pdf')])
      const { stdout: text } = await runTool('cat', [out])
      attachments.set(String(name), text)
    }
    return attachments
  })
}
