// The verification page: sends a file, shows what comes back, and stays usable while it waits. The page works without it.

const RETRY_SECONDS = 10

/** @param {string} id */
const byId = (id) => document.getElementById(id)

/** @type {{ file: File, password: string } | undefined} What was checked last: reports are made of it. */
let checked
/** @type {XMLHttpRequest | undefined} */
let running
/** @type {{ stop(): void } | undefined} */
let comparison

/**
 * A text in the language of the page.
 *
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
function say(key, values = {}) {
  const texts = /** @type {HTMLTemplateElement} */ (byId('texts')).content
  const text = texts.querySelector(`[data-key="${key}"]`)?.textContent ?? key
  return text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place))
}

/** @param {string} text */
function tell(text) {
  const status = byId('status')
  if (status) status.textContent = text
}

/** @param {boolean} isBusy */
function setBusy(isBusy) {
  byId('cancel')?.toggleAttribute('hidden', !isBusy)
  byId('progress')?.toggleAttribute('hidden', !isBusy)
  byId('result')?.setAttribute('aria-busy', String(isBusy))
}

/**
 * Sends the file; a request before that has not ended is given up.
 *
 * @param {File} file
 * @param {string} [action]
 */
function check(file, action) {
  const form = /** @type {HTMLFormElement} */ (byId('form'))
  const maxBytes = Number(form.dataset.max)
  running?.abort()
  comparison?.stop()
  if (file.size === 0) return showError(say('errorEmpty'))
  if (file.size > maxBytes) return showError(say('errorTooLarge'))
  const password = /** @type {HTMLInputElement} */ (byId('password')).value
  const request = post(file, password, action ?? form.action)
  running = request
  request.responseType = 'document'
  const progress = /** @type {HTMLProgressElement} */ (byId('progress'))
  progress.removeAttribute('value')
  setBusy(true)
  tell(say('sending', { name: file.name }))
  request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
    if (!lengthComputable) return
    progress.value = loaded / total
    if (loaded < total) return
    progress.removeAttribute('value')
    tell(say('checking', { name: file.name }))
  }
  request.onload = () => {
    if (running !== request) return
    end()
    checked = { file, password }
    show(request, action)
  }
  request.onerror = () => {
    if (running !== request) return
    end()
    showError(say('errorOffline'))
  }
  request.onabort = () => {
    if (running === request) end()
  }
}

function end() {
  running = undefined
  setBusy(false)
  tell('')
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
  // The handlers are set by whoever asked, before anything can happen.
  queueMicrotask(() => request.send(body))
  return request
}

/**
 * Puts the answer into its place. Scripts in it would not run: it was parsed without them, and the page permits none.
 *
 * @param {XMLHttpRequest} request
 * @param {string | undefined} action given when the language was changed: then the whole page is another one
 */
function show(request, action) {
  const answer = request.responseXML
  const result = answer?.getElementById('result')
  if (!answer || !result) return showError(explainStatus(request))
  if (action !== undefined) return replacePage(answer, action)
  byId('result')?.replaceChildren(...[...result.childNodes].map((node) => document.importNode(node, true)))
  const needsPassword = byId('error')?.dataset.code === 'document_encrypted'
  byId('form')?.querySelector('.password')?.classList.toggle('needed', needsPassword)
  showResult()
  if (needsPassword) byId('password')?.focus()
}

/**
 * @param {Document} answer
 * @param {string} action
 */
function replacePage(answer, action) {
  document.documentElement.lang = answer.documentElement.lang
  document.title = answer.title
  document.body.replaceChildren(...[...answer.body.childNodes].map((node) => document.importNode(node, true)))
  history.replaceState(null, '', action)
  start()
}

/** @param {XMLHttpRequest} request */
function explainStatus(request) {
  const { status } = request
  const seconds = Number(request.getResponseHeader('Retry-After')) || RETRY_SECONDS
  if (status === 413) return say('errorTooLarge')
  if (status === 429) return say('errorTooMany', { seconds })
  if (status === 503) return say('errorBusy', { seconds })
  return say(status === 408 || status === 504 ? 'errorTimeout' : 'errorOther')
}

/** @param {string} message */
function showError(message) {
  const section = document.createElement('section')
  section.id = 'error'
  section.className = 'verdict invalid'
  section.setAttribute('role', 'alert')
  section.setAttribute('aria-labelledby', 'error-title')
  const title = document.createElement('h2')
  title.id = 'error-title'
  title.tabIndex = -1
  const mark = document.createElement('span')
  mark.className = 'mark'
  mark.setAttribute('aria-hidden', 'true')
  title.append(mark, say('errorTitle'))
  const text = document.createElement('p')
  text.textContent = message
  section.append(title, text)
  byId('result')?.replaceChildren(section)
  setBusy(false)
  tell('')
  title.focus({ preventScroll: true })
}

/** Makes what came with the page or with an answer work. */
function showResult() {
  const report = byId('report')
  const title = byId('verdict-title') ?? byId('error-title')
  title?.focus({ preventScroll: true })
  title?.scrollIntoView({ block: 'nearest' })
  if (!report) return
  tell(report.dataset.done ?? '')
  if (checked === undefined) return
  byId('downloads')?.removeAttribute('hidden')
  for (const button of report.querySelectorAll('[data-format]'))
    button.addEventListener('click', () => download(button))
  report.querySelector('[data-print]')?.addEventListener('click', () => print())
  const showPages = byId('show-pages')
  showPages?.removeAttribute('hidden')
  showPages?.addEventListener('click', () => compare(showPages), { once: true })
}

/** @param {Element} button */
function download(button) {
  if (checked === undefined) return
  const { file, password } = checked
  const format = button.getAttribute('data-format') ?? 'pdf'
  const { action } = /** @type {HTMLFormElement} */ (byId('form'))
  const request = post(file, password, `${action}&format=${format}`)
  request.responseType = 'blob'
  const done = () => {
    button.removeAttribute('disabled')
    const isReport = request.status === 200
    tell(isReport ? '' : say('downloadFailed'))
    if (!isReport) return
    const link = document.createElement('a')
    link.href = URL.createObjectURL(request.response)
    link.download = `${file.name.replace(/\.pdf$/i, '')}-report.${format}`
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  }
  button.setAttribute('disabled', '')
  request.onload = done
  request.onerror = done
}

/** @param {HTMLElement} button */
async function compare(button) {
  const place = byId('comparison')
  if (checked === undefined || place === null) return
  const { file, password } = checked
  button.hidden = true
  tell(say('drawing'))
  try {
    const { startComparison } = await import('./compare.js')
    const revisions = JSON.parse(place.dataset.revisions ?? '[]')
    const bytes = new Uint8Array(await file.arrayBuffer())
    comparison = await startComparison(place, { bytes, password, revisions, say })
    tell('')
  } catch (error) {
    button.hidden = false
    button.addEventListener('click', () => compare(button), { once: true })
    tell(say('pagesFailed', { reason: error instanceof Error ? error.message : String(error) }))
  }
}

/** What is folded is printed too: not every browser does so by the style alone. */
function printWhole() {
  /** @type {HTMLDetailsElement[]} */
  let opened = []
  addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll('details')].filter(({ open }) => !open)
    for (const details of opened) details.open = true
  })
  addEventListener('afterprint', () => {
    for (const details of opened) details.open = false
    opened = []
  })
}

function start() {
  const form = /** @type {HTMLFormElement} */ (byId('form'))
  const input = /** @type {HTMLInputElement} */ (byId('file'))
  byId('drop-title')?.removeAttribute('hidden')
  const password = byId('password')
  form.noValidate = true
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const file = input.files?.[0] ?? checked?.file
    if (file === undefined) showError(say('errorNoFile'))
    else check(file)
  })
  input.addEventListener('change', () => {
    const file = input.files?.[0]
    if (file === undefined) return
    // A password is of one file.
    if (password instanceof HTMLInputElement && checked !== undefined && checked.file !== file) password.value = ''
    check(file)
  })
  byId('cancel')?.addEventListener('click', () => {
    running?.abort()
    end()
    tell(say('cancelled'))
    input.focus()
  })
  for (const link of document.querySelectorAll('.languages a')) link.addEventListener('click', changeLanguage)
  showResult()
}

/**
 * The report stays, in the other language.
 *
 * @param {Event} event
 */
function changeLanguage(event) {
  if (checked === undefined || !(event.currentTarget instanceof HTMLAnchorElement)) return
  event.preventDefault()
  check(checked.file, event.currentTarget.href)
}

/** Files may be dropped anywhere: beside the field, the browser would open them and leave the page. */
function takeDrops() {
  const mark = (/** @type {boolean} */ isOver) => document.querySelector('.drop')?.classList.toggle('over', isOver)
  addEventListener('dragover', (event) => {
    event.preventDefault()
    mark(true)
  })
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) mark(false)
  })
  addEventListener('drop', (event) => {
    event.preventDefault()
    mark(false)
    const file = event.dataTransfer?.files[0]
    if (file === undefined) return
    const password = byId('password')
    if (password instanceof HTMLInputElement && checked !== undefined) password.value = ''
    check(file)
  })
}

takeDrops()
printWhole()
start()
