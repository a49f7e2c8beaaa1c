// The script of the verification page: it has a file checked and shows the result without blocking the page. The page also works
// without this script.

import { CheckFailure } from './checker.js'
import { startEngine } from './engine.js'
import { createUploader } from './upload.js'

/** @typedef {import('./checker.js').Checked} Checked */
/** @typedef {import('./checker.js').Checker} Checker */
/** @typedef {import('./checker.js').Say} Say */
/** @typedef {import('./checker.js').Watch} Watch */

/** @param {string} id */
const byId = (id) => document.getElementById(id)

/** @type {Checked | undefined} What the verdict in sight is about: reports are made of it. */
let checked
/** @type {File | undefined} What the reader chose last, by the field or by dropping it. */
let chosen
/** @type {Promise<Checker>} */
let checker
/** Number of the latest request. Answers to earlier requests are ignored. */
let turn = 0
/** @type {{ stop(): void } | undefined} */
let comparison

/** @type {Say} */
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

/** @param {number | undefined} share */
function progress(share) {
  const bar = /** @type {HTMLProgressElement} */ (byId('progress'))
  if (share === undefined) bar.removeAttribute('value')
  else bar.value = share
}

/** @param {boolean} isBusy */
function setBusy(isBusy) {
  byId('cancel')?.toggleAttribute('hidden', !isBusy)
  byId('progress')?.toggleAttribute('hidden', !isBusy)
  byId('result')?.setAttribute('aria-busy', String(isBusy))
}

/**
 * Has a file checked. An earlier check that has not ended is abandoned.
 *
 * @param {File} file
 */
async function check(file) {
  const form = /** @type {HTMLFormElement} */ (byId('form'))
  chosen = file
  leaveVerdict()
  if (file.size === 0) return showError(say('errorEmpty'))
  if (file.size > Number(form.dataset.max)) return showError(say('errorTooLarge'))
  const password = /** @type {HTMLInputElement} */ (byId('password')).value
  await begin(async (how, watch) => {
    const nodes = await how.check(file, password, watch)
    return () => {
      checked = { file, password }
      show(nodes)
    }
  })
}

/** Takes the verdict on an earlier file away, and gives up what is being found out about one. */
function leaveVerdict() {
  turn++
  checked = undefined
  comparison?.stop()
  byId('result')?.replaceChildren()
  void checker.then((how) => how.cancel())
}

/**
 * Runs work that takes time. The function that the work resolves to shows the outcome, unless something else was started in the
 * meantime.
 *
 * @param {(how: Checker, watch: Watch) => Promise<() => void>} work
 */
async function begin(work) {
  const own = ++turn
  comparison?.stop()
  setBusy(true)
  progress(undefined)
  const ifOwn = (/** @type {(value: any) => void} */ act) => (/** @type {any} */ value) => own === turn && act(value)
  try {
    const how = await checker
    if (own !== turn) return
    how.cancel()
    const showOutcome = await work(how, { tell: ifOwn(tell), progress: ifOwn(progress) })
    if (own !== turn) return
    end()
    showOutcome()
  } catch (error) {
    if (own !== turn) return
    end()
    showError(error instanceof CheckFailure ? error.message : say('errorOther'))
  }
}

function end() {
  setBusy(false)
  tell('')
}

/**
 * Shows the result. It was parsed without running scripts, and the page's policy permits none.
 *
 * @param {ChildNode[]} nodes
 */
function show(nodes) {
  byId('result')?.replaceChildren(...nodes.map((node) => document.importNode(node, true)))
  const needsPassword = byId('error')?.dataset.code === 'document_encrypted'
  byId('form')?.querySelector('.password')?.classList.toggle('needed', needsPassword)
  showResult()
  if (needsPassword) byId('password')?.focus()
}

/**
 * @param {Document} answer
 * @param {string} address
 */
function replacePage(answer, address) {
  document.documentElement.lang = answer.documentElement.lang
  document.title = answer.title
  document.body.replaceChildren(...[...answer.body.childNodes].map((node) => document.importNode(node, true)))
  history.replaceState(null, '', address)
  start()
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

/** Activates the controls of a result that came with the page or with an answer. */
function showResult() {
  const report = byId('report')
  byId('form')?.classList.toggle('done', report !== null)
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
  // The comparison opens at once when the document was changed, so that the reader need not search for the change.
  if (showPages && byId('verdict')?.dataset.valid === 'false') void compare(showPages)
}

/** @param {Element} button */
async function download(button) {
  if (checked === undefined) return
  const { name } = checked.file
  const format = button.getAttribute('data-format') ?? 'pdf'
  button.setAttribute('disabled', '')
  try {
    const report = await (await checker).report(checked, format)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(report)
    link.download = `${name.replace(/\.pdf$/i, '')}-report.${format}`
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
    tell('')
  } catch {
    tell(say('downloadFailed'))
  }
  button.removeAttribute('disabled')
}

/** @param {HTMLElement} button */
async function compare(button) {
  const place = byId('comparison')
  if (checked === undefined || place === null) return
  const { file, password } = checked
  const own = turn
  button.hidden = true
  tell(say('drawing'))
  try {
    const { startComparison } = await import('./compare.js')
    const revisions = JSON.parse(place.dataset.revisions ?? '[]')
    const bytes = new Uint8Array(await file.arrayBuffer())
    const valid = byId('verdict')?.dataset.valid === 'true'
    const started = await startComparison(place, { bytes, password, valid, revisions, say })
    // Another file was chosen in the meantime.
    if (own !== turn) return started.stop()
    comparison = started
    tell('')
  } catch (error) {
    button.hidden = false
    button.addEventListener('click', () => compare(button), { once: true })
    tell(say('pagesFailed', { reason: error instanceof Error ? error.message : String(error) }))
  }
}

/** Opens folded sections for printing, since some browsers do not print them by the style alone. */
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
    const file = chosen ?? input.files?.[0]
    if (file === undefined) showError(say('errorNoFile'))
    else void check(file)
  })
  input.addEventListener('change', () => {
    const file = input.files?.[0]
    if (file === undefined) return
    // A password belongs to one file.
    if (password instanceof HTMLInputElement && chosen !== undefined) password.value = ''
    void check(file)
  })
  byId('cancel')?.addEventListener('click', async () => {
    turn++
    end()
    ;(await checker).cancel()
    tell(say('cancelled'))
    input.focus()
  })
  for (const link of document.querySelectorAll('.languages a')) link.addEventListener('click', changeLanguage)
  void checker.then((how) => {
    const privacy = byId('privacy')
    if (how.isHere && privacy) privacy.textContent = say('privacyHere')
    if (isStatic()) void keepOffline(privacy)
  })
  showResult()
}

/** Whether the page is on a static host, without a service. */
function isStatic() {
  return !byId('form')?.hasAttribute('action')
}

/**
 * Has the browser keep the page for use without a network, if it can.
 *
 * @param {HTMLElement | null} note
 */
async function keepOffline(note) {
  try {
    await navigator.serviceWorker.register(new URL('../service-worker.js', import.meta.url))
    await navigator.serviceWorker.ready
    note?.append(` ${say('worksOffline')}`)
  } catch {
    // Some browsers cannot do this, and none can for a page that was loaded without encryption.
  }
}

/** Chooses the language of the browser, since a static host always serves the same page. */
function chooseLanguage() {
  if (!isStatic() || !location.pathname.endsWith('/')) return
  const wanted = navigator.languages.map((language) => language.slice(0, 2))
  const links = [...document.querySelectorAll('.languages a')].filter((link) => link instanceof HTMLAnchorElement)
  const link = wanted.map((language) => links.find(({ hreflang }) => hreflang === language)).find((found) => found)
  if (link && link.hreflang !== document.documentElement.lang) location.replace(link.href)
}

/**
 * Chooses what checks files: a thread of this page if possible, otherwise the service.
 *
 * @returns {Promise<Checker>}
 */
async function chooseChecker() {
  const { local = '' } = /** @type {HTMLElement} */ (byId('texts')).dataset
  const page = local === '' ? undefined : JSON.parse(local)
  const here = page && (await startEngine(page, say))
  if (here) return here
  const uploader = createUploader(() => /** @type {HTMLFormElement} */ (byId('form')), say)
  const refuse = () => Promise.reject(new CheckFailure(say('needsBrowser')))
  return page?.host === null ? { ...uploader, check: refuse } : uploader
}

/**
 * Changes the language and keeps the report.
 *
 * @param {Event} event
 */
async function changeLanguage(event) {
  const { currentTarget: link } = event
  if (checked === undefined || !(link instanceof HTMLAnchorElement)) return
  event.preventDefault()
  const known = checked
  await begin(async (how, watch) => {
    const answer = await how.translate(known, link, watch)
    return () => replacePage(answer, link.href)
  })
}

/**
 * Accepts files that are dropped anywhere on the page. Outside of the field, the browser would otherwise open the file and leave
 * the page.
 */
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
    if (password instanceof HTMLInputElement && chosen !== undefined) password.value = ''
    void check(file)
  })
}

chooseLanguage()
checker = chooseChecker()
takeDrops()
printWhole()
start()
