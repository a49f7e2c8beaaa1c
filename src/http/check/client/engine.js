// Checks files in a thread of this page. Once the thread runs, the page gives up every way to send anything.

import { CheckFailure } from './checker.js'
import { startThread } from './thread.js'

/** @typedef {import('./checker.js').Checker} Checker */
/** @typedef {import('./checker.js').Say} Say */
/** @typedef {{ engine: string, host: string | null }} LocalCheck The rest is for the engine alone. */
/** @typedef {{ kind: string, id: number, html: string, bytes: Uint8Array<ArrayBuffer>, done: number, total: number }} Answer */

/** Policy that is added to that of the page: the page may load its own scripts and send nothing. */
const CLOSED =
  "connect-src 'none'; form-action 'none'; img-src data: blob:; font-src data:; media-src 'none'; frame-src 'none'"

/**
 * Starts the thread.
 *
 * @param {LocalCheck} local
 * @param {Say} say
 * @returns {Promise<Checker | undefined>} undefined where this browser cannot run it
 */
export async function startEngine(local, say) {
  // A browser that does not know of modules in workers fails to read it.
  const engine = new Engine(local)
  if (!(await engine.ready)) return undefined
  closePage()
  return createChecker(engine, local, say)
}

/** Adds a policy to the page. Added policies can only restrict it further. */
function closePage() {
  const policy = document.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = CLOSED
  document.head.append(policy)
}

/** The thread, and the requests that it has not answered. */
class Engine {
  /** @type {Worker} */ #worker
  /** @type {Map<number, { resolve(answer: Answer): void, reject(error: Error): void, progress(share: number): void }>} */
  #asked = new Map()
  #count = 0
  #url
  /** @type {Promise<boolean>} */ ready

  /** @param {LocalCheck} local */
  constructor(local) {
    this.#url = new URL(local.engine, import.meta.url).href
    this.#worker = startThread(this.#url)
    this.ready = this.#whenReady()
  }

  /** @returns {Promise<boolean>} */
  #whenReady() {
    return new Promise((resolve) => {
      let isReady = false
      this.#worker.onerror = () => {
        resolve(false)
        if (isReady) this.#replace('The thread has ended.')
      }
      this.#worker.onmessage = ({ data }) => {
        isReady ||= data.kind === 'ready'
        if (data.kind === 'ready' || data.kind === 'failed') resolve(isReady)
        else this.#take(data)
      }
    })
  }

  /** @param {Answer} answer */
  #take(answer) {
    const asked = this.#asked.get(answer.id)
    if (answer.kind === 'progress') return asked?.progress(answer.done / answer.total)
    this.#asked.delete(answer.id)
    asked?.resolve(answer)
  }

  /** @param {string} reason */
  #replace(reason) {
    this.#worker.terminate()
    for (const { reject } of this.#asked.values()) reject(new Error(reason))
    this.#asked.clear()
    this.#worker = startThread(this.#url)
    this.ready = this.#whenReady()
  }

  /**
   * @param {Record<string, unknown>} request
   * @param {(share: number) => void} [progress]
   * @returns {Promise<Answer>}
   */
  ask(request, progress = () => {}) {
    const id = ++this.#count
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject, progress })
      this.#worker.postMessage({ ...request, id })
    })
  }

  /** Stops whatever is running by ending the thread. */
  stop() {
    if (this.#asked.size > 0) this.#replace('It was given up.')
  }
}

/**
 * @param {Engine} engine
 * @param {LocalCheck} local
 * @param {Say} say
 * @returns {Checker}
 */
function createChecker(engine, local, say) {
  const page = (language = document.documentElement.lang) => ({ language, local })
  return {
    async check(file, password, { tell, progress }) {
      tell(say('checking', { name: file.name }))
      if (!(await engine.ready)) throw new CheckFailure(say('errorOther'))
      try {
        const { html } = await engine.ask({ kind: 'check', file, password, page: page() }, progress)
        // The result is parsed in a document of its own, where nothing runs or is loaded.
        return [...new DOMParser().parseFromString(html, 'text/html').body.childNodes]
      } catch {
        throw new CheckFailure(say('errorComplex'))
      }
    },
    cancel: () => engine.stop(),
    async translate(checked, link) {
      const { html } = await engine.ask({ kind: 'page', ...checked, page: page(link.lang) })
      return new DOMParser().parseFromString(html, 'text/html')
    },
    async report(checked) {
      const { bytes } = await engine.ask({ kind: 'report', ...checked, page: page() })
      return new Blob([bytes], { type: 'text/html' })
    },
    isHere: true,
  }
}
