/**
 * signDocument in a child process.
 *
 * @module
 */

import { fileURLToPath } from 'node:url'
import { type JobFailure, JobProcess, type JobRefusal } from './job-process.js'
import { makeTestKey } from './keys.js'

/** What the child is sent: the document, and the key to sign it with. */
export interface SigningJob {
  readonly program: 'sealwright' | 'libpdf'
  readonly key: string
  readonly certificate: string
  readonly pkcs12: Uint8Array
  readonly passphrase: string
  readonly input: Uint8Array
  readonly certificatePage: boolean
}

/** How one signing ended. */
export type SigningOutcome =
  | { readonly kind: 'signed'; readonly bytes: Uint8Array; readonly milliseconds: number }
  | JobRefusal
  | JobFailure

const CHILD = fileURLToPath(new URL('./signing-child.ts', import.meta.url))

/** Signs documents one after the other in a child that is replaced when it hangs or dies. */
export class SigningProcess {
  readonly #key = makeTestKey('rsa', 'Sealwright corpus')
  readonly #program: SigningJob['program']
  readonly #process: JobProcess<SigningJob, SigningOutcome>

  constructor(options: { program?: SigningJob['program']; timeoutMs?: number } = {}) {
    this.#program = options.program ?? 'sealwright'
    this.#process = new JobProcess(CHILD, options.timeoutMs ?? 10_000)
  }

  /** PEM of the certificate that it signs with. */
  get certificate(): string {
    return this.#key.certificate
  }

  sign(input: Uint8Array, certificatePage: boolean): Promise<SigningOutcome> {
    const { key, certificate, pkcs12, passphrase } = this.#key
    return this.#process.run({
      program: this.#program,
      key,
      certificate,
      pkcs12,
      passphrase,
      input,
      certificatePage,
    })
  }

  /** Ends the child. Another `sign` starts a new one. */
  close(): void {
    this.#process.close()
  }
}
