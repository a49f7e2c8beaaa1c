/**
 * signDocument in a child process: an endless loop, a crash or a runaway allocation costs one document, not the run.
 *
 * @module
 */

import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
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

/** How one signing ended. `refused` is a SealwrightError; `crashed` is anything else that was thrown, or a dead child. */
export type SigningOutcome =
  | { readonly kind: 'signed'; readonly bytes: Uint8Array; readonly milliseconds: number }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'crashed'; readonly message: string }
  | { readonly kind: 'timeout' }

const CHILD = fileURLToPath(new URL('./signing-child.ts', import.meta.url))

/** Signs documents one after the other in a child that is replaced when it hangs or dies. */
export class SigningProcess {
  readonly #key = makeTestKey('rsa', 'Sealwright corpus')
  readonly #program: SigningJob['program']
  readonly #timeoutMs: number
  #child: ChildProcess | undefined

  constructor(options: { program?: SigningJob['program']; timeoutMs?: number } = {}) {
    this.#program = options.program ?? 'sealwright'
    this.#timeoutMs = options.timeoutMs ?? 10_000
  }

  /** PEM of the certificate that it signs with. */
  get certificate(): string {
    return this.#key.certificate
  }

  sign(input: Uint8Array, certificatePage: boolean): Promise<SigningOutcome> {
    this.#child ??= fork(CHILD, {
      execArgv: ['--import', 'tsx', '--max-old-space-size=512'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const child = this.#child
    return new Promise((resolve) => {
      const finish = (outcome: SigningOutcome) => {
        clearTimeout(timer)
        child.removeAllListeners()
        resolve(outcome)
      }
      const timer = setTimeout(() => {
        this.close()
        finish({ kind: 'timeout' })
      }, this.#timeoutMs)
      child.once('message', (outcome: SigningOutcome) => finish(outcome))
      child.once('exit', (code, signal) => {
        this.#child = undefined
        finish({ kind: 'crashed', message: `The signing process ended (${signal ?? `code ${code}`}).` })
      })
      const { key, certificate, pkcs12, passphrase } = this.#key
      child.send({ program: this.#program, key, certificate, pkcs12, passphrase, input, certificatePage })
    })
  }

  /** Ends the child. Another `sign` starts a new one. */
  close(): void {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }
}
