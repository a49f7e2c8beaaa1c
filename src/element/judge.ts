/**
 * Verifies files in a thread where one can be started, otherwise in the page.
 *
 * @module
 */

import type { Judgement, Question } from './judge-file.js'

let thread: Promise<Worker | undefined> | undefined
let count = 0

/** Rejects when the verifier cannot be loaded. */
export async function judge(question: Question): Promise<Judgement> {
  thread ??= startThread()
  const worker = await thread
  return (worker && askThread(worker, question)) ?? (await import('./judge-file.js')).judgeFile(question)
}

/** Starts a thread. Undefined where the page may not start one, or where a bundler has lost its module. */
function startThread(): Promise<Worker | undefined> {
  return new Promise((resolve) => {
    try {
      const worker = new Worker(new URL('./judge-thread.js', import.meta.url), { type: 'module' })
      worker.onmessage = () => resolve(worker)
      worker.onerror = (event) => {
        event.preventDefault()
        resolve(undefined)
      }
    } catch {
      resolve(undefined)
    }
  })
}

/** Asks the thread. Undefined for options that cannot be passed to a thread, such as functions. */
function askThread(worker: Worker, question: Question): Promise<Judgement> | undefined {
  const id = ++count
  try {
    worker.postMessage({ id, ...question })
  } catch {
    return undefined
  }
  return new Promise((resolve, reject) => {
    const stop = new AbortController()
    const { signal } = stop
    worker.addEventListener(
      'message',
      ({ data }) => {
        if (data.id !== id) return
        stop.abort()
        if (data.judgement === undefined) reject(new Error('The thread could not load what it needs.'))
        else resolve(data.judgement)
      },
      { signal },
    )
    worker.addEventListener(
      'error',
      () => {
        stop.abort()
        thread = undefined
        reject(new Error('The thread has ended.'))
      },
      { signal },
    )
  })
}
