/**
 * PDFBox, iText 5 and iText 2 in a process that does many jobs.
 *
 * @module
 */

import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { makeTestKey } from '../../../support/keys.js'
import { hasTool, mayUse } from '../../../support/tools.js'

/** Where Debian's libpdfbox2-java, libitext5-java and libitext-java put what they need. */
const JARS = ['pdfbox2', 'fontbox2', 'commons-logging', 'itext5', 'itext', 'bcprov', 'bcpkix', 'bcutil'].map(
  (name) => `/usr/share/java/${name}.jar`,
)
/** The same for `java -cp`. */
export const JAVA_CLASS_PATH = JARS.join(delimiter)
const CHANGES = new URL('./change-pdf.java', import.meta.url)

/**
 * Whether PDFBox and iText can be run here.
 *
 * @throws Error in CI when they are missing
 */
export function hasJavaPrograms(): boolean {
  const found = JARS.every((jar) => existsSync(jar))
  return mayUse(found, 'libpdfbox2-java, libitext5-java and libitext-java') && hasTool('java')
}

/** One Java process; it takes about two seconds to start. Call `close` at the end. */
export class JavaPrograms {
  readonly #folder: string
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  readonly #lines: Interface
  readonly #waiting: ((answer: string) => void)[] = []
  #count = 0

  private constructor(folder: string, child: ChildProcessByStdio<Writable, Readable, null>) {
    this.#folder = folder
    this.#child = child
    this.#lines = createInterface({ input: child.stdout })
    this.#lines.on('line', (line) => this.#waiting.shift()?.(line))
    this.#lines.on('close', () => {
      for (const answer of this.#waiting.splice(0)) answer('The Java process ended.')
    })
  }

  /** @param source A program that takes jobs as `change-pdf.java` does. */
  static async start(source = CHANGES): Promise<JavaPrograms> {
    const folder = await mkdtemp(join(tmpdir(), 'sealwright-java-'))
    const signer = makeTestKey('rsa', 'Bob')
    const authority = makeTestKey('rsa', 'Test time-stamping authority', 'timeStamping')
    const files = [join(folder, 'signer.p12'), join(folder, 'authority.p12')] as const
    await writeFile(files[0], signer.pkcs12)
    await writeFile(files[1], authority.pkcs12)
    const child = spawn('java', ['-cp', JAVA_CLASS_PATH, fileURLToPath(source), ...files, signer.passphrase], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    return new JavaPrograms(folder, child)
  }

  /**
   * Makes a change, named as in `change-pdf.java`.
   *
   * @throws Error when the program does
   */
  async change(bytes: Uint8Array, name: string): Promise<Uint8Array> {
    const number = this.#count++
    const [before, after] = [join(this.#folder, `${number}-in.pdf`), join(this.#folder, `${number}-out.pdf`)]
    await writeFile(before, bytes)
    const answer = new Promise<string>((resolve) => this.#waiting.push(resolve))
    this.#child.stdin.write(`${name}\t${before}\t${after}\n`)
    const result = await answer
    if (result !== 'ok') throw new Error(`${name}: ${result}`)
    return new Uint8Array(await readFile(after))
  }

  async close(): Promise<void> {
    this.#child.stdin.end()
    await rm(this.#folder, { recursive: true, force: true })
  }
}
