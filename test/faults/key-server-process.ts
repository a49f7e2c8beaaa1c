/**
 * A server of keys as a process that tests can kill.
 *
 * @module
 */

import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { KeyServerAnswer, KeyServerCall } from './key-server.js'

const PROGRAM = fileURLToPath(new URL('./key-server.ts', import.meta.url))

/** A call that got no answer, because the process was killed first. Whether it took effect is not known. */
export class Unanswered extends Error {}

/** A call that was answered with an error. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

/** A key server in its own process. */
export class KeyServerProcess {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  #lastId = 0

  private constructor(child: ChildProcess) {
    this.#child = child
    child.on('message', (answer: KeyServerAnswer) => {
      const waiting = this.#waiting.get(answer.id)
      this.#waiting.delete(answer.id)
      if ('value' in answer) waiting?.resolve(answer.value)
      else waiting?.reject(new Refused(answer.code, answer.message))
    })
    child.once('exit', () => {
      for (const { reject } of this.#waiting.values()) reject(new Unanswered('The server was killed.'))
      this.#waiting.clear()
    })
  }

  /** Starts a server and waits until it is ready. */
  static async start(kind: 'wasm' | 'node:sqlite' | 'postgres', location: string): Promise<KeyServerProcess> {
    const child = fork(PROGRAM, [kind, location], {
      execArgv: ['--import', 'tsx', '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const server = new KeyServerProcess(child)
    await server.#wait(0)
    return server
  }

  call(method: KeyServerCall['method'], ...args: string[]): Promise<unknown> {
    const id = ++this.#lastId
    const answer = this.#wait(id)
    if (!this.#child.connected) return Promise.reject(new Unanswered('The server was killed.'))
    this.#child.send({ id, method, args } satisfies KeyServerCall, () => undefined)
    return answer
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = new Promise<void>((resolve) => this.#child.once('exit', () => resolve()))
    this.#child.kill('SIGKILL')
    await ended
  }

  #wait(id: number): Promise<unknown> {
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
    answer.catch(() => undefined)
    return answer
  }
}
