/**
 * Asks a program that knows nothing of the converter which letters of a DOCX are lost: see `find-lost-text.py`.
 *
 * @module
 */

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** What the witness says about one conversion. */
export interface Testimony {
  /** How many letters it looked for; left out where it cannot read the file. */
  readonly letters?: number
  /** What is neither on the pages nor in the warnings: excerpts. */
  readonly lost?: readonly string[]
  readonly unread?: string
}

const PROGRAM = fileURLToPath(new URL('./find-lost-text.py', import.meta.url))

/** The witness in a process of its own, asked one conversion at a time. */
export class TextWitness {
  readonly #folder = mkdtempSync(join(tmpdir(), 'text-witness-'))
  readonly #process: ChildProcessWithoutNullStreams = spawn('python3', [PROGRAM])
  readonly #lines: Interface = createInterface({ input: this.#process.stdout })
  readonly #answers: AsyncIterator<string> = this.#lines[Symbol.asyncIterator]()

  async ask(docx: Uint8Array, pdf: Uint8Array, warnings: readonly string[]): Promise<Testimony> {
    const task = { docx: join(this.#folder, 'a.docx'), pdf: join(this.#folder, 'a.pdf'), warnings }
    writeFileSync(task.docx, docx)
    writeFileSync(task.pdf, pdf)
    this.#process.stdin.write(`${JSON.stringify(task)}\n`)
    const { value, done } = await this.#answers.next()
    if (done === true) throw new Error('The witness has ended.')
    return JSON.parse(value) as Testimony
  }

  close(): void {
    this.#process.stdin.end()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
