// Sends files to the service, which checks them.

import { CheckFailure } from './checker.js'

const RETRY_SECONDS = 10

/** @typedef {import('./checker.js').Checker} Checker */
/** @typedef {import('./checker.js').Say} Say */

/**
 * @param {() => HTMLFormElement} form the one of the page as it is
 * @param {Say} say
 * @returns {Checker}
 */
export function createUploader(form, say) {
  /** @type {XMLHttpRequest | undefined} */
  let running

  /** @type {Checker['check']} */
  const check = async (file, password, { tell, progress }) => {
    const answer = await ask(file, password, form().action, { tell, progress })
    const result = answer.getElementById('result')
    if (result === null) throw new CheckFailure(say('errorOther'))
    return [...result.childNodes]
  }

  /**
   * @param {File} file
   * @param {string} password
   * @param {string} action
   * @param {import('./checker.js').Watch} watch
   * @returns {Promise<Document>}
   */
  const ask = (file, password, action, { tell, progress }) =>
    new Promise((resolve, reject) => {
      const request = post(file, password, action)
      running = request
      request.responseType = 'document'
      tell(say('sending', { name: file.name }))
      request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
        if (!lengthComputable) return
        progress(loaded < total ? loaded / total : undefined)
        if (loaded >= total) tell(say('checking', { name: file.name }))
      }
      request.onload = () => {
        const answer = request.responseXML
        if (answer?.getElementById('result')) resolve(answer)
        else reject(new CheckFailure(explainStatus(request, say)))
      }
      request.onerror = () => reject(new CheckFailure(say('errorOffline')))
    })

  return {
    check,
    cancel: () => running?.abort(),
    translate: ({ file, password }, link, watch) => ask(file, password, link.href, watch),
    report: ({ file, password }, format) =>
      new Promise((resolve, reject) => {
        const request = post(file, password, `${form().action}&format=${format}`)
        request.responseType = 'blob'
        request.onload = () => (request.status === 200 ? resolve(request.response) : reject(new Error('No report.')))
        request.onerror = () => reject(new Error('No answer.'))
      }),
  }
}

/**
 * @param {File} file
 * @param {string} password
 * @param {string} action
 */
function post(file, password, action) {
  const body = new FormData()
  body.append('file', file, file.name)
  if (password !== '') body.append('password', password)
  const request = new XMLHttpRequest()
  request.open('POST', action)
  request.setRequestHeader('Accept', 'text/html')
  // The caller sets the handlers before the microtask runs.
  queueMicrotask(() => request.send(body))
  return request
}

/**
 * @param {XMLHttpRequest} request
 * @param {Say} say
 */
function explainStatus(request, say) {
  const { status } = request
  const seconds = Number(request.getResponseHeader('Retry-After')) || RETRY_SECONDS
  if (status === 413) return say('errorTooLarge')
  if (status === 429) return say('errorTooMany', { seconds })
  if (status === 503) return say('errorBusy', { seconds })
  return say(status === 408 || status === 504 ? 'errorTimeout' : 'errorOther')
}
