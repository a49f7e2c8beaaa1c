// Shows pages of the signed revision next to those of the current file, drawn by PDF.js in this browser, with differences
// marked.

import { startThread } from './thread.js'
import * as pdfjs from './viewer/build/pdf.min.mjs'

const viewer = (/** @type {string} */ path) => new URL(`./viewer/${path}`, import.meta.url).href

/** Folders of the viewer's files, by the viewer's names for them. */
const FOLDERS = { cMapUrl: 'cmaps', standardFontDataUrl: 'standard_fonts', wasmUrl: 'wasm' }

/** Maximum number of pixels of one drawn page: enough to read, and few enough for a telephone to hold two. */
const MAX_PIXELS = 2_500_000
const WIDTH = 1100
/** Width in pixels of pages that are only searched for differences. */
const SEARCH_WIDTH = 500
/**
 * How far a difference may extend beyond the rectangle of a known change, as a share of the page. Smoothing and borders of
 * fields do that.
 */
const REACH = 0.015
/** Share of a page's area above which a frame counts as large. */
const LARGE = 0.4

/**
 * @typedef {{ page: number, rectangle?: [number, number, number, number] }} Place Points, in the coordinates of the page.
 * @typedef {{ permitted: boolean, text: string, places: Place[] }} Change
 * @typedef {{ name: string, end: number, changes: Change[] }} Revision
 * @typedef {(key: string, values?: Record<string, string | number>) => string} Say
 * @typedef {{ bytes: Uint8Array, password: string, valid: boolean, revisions: Revision[], say: Say }} Comparison
 * @typedef {{ left: number, top: number, width: number, height: number }} Area Shares of the page.
 * @typedef {{ area: Area, permitted: boolean, text: string }} Frame
 * @typedef {{ canvas: HTMLCanvasElement, viewport: any }} Drawn
 * @typedef {{ file: any, close(): Promise<void> }} Opened
 */

/**
 * @param {HTMLElement} place
 * @param {Comparison} comparison
 */
export async function startComparison(place, comparison) {
  const now = await open(comparison.bytes, comparison.password)
  const view = new View(place, now, comparison)
  await view.chooseRevision(0)
  return view
}

/** Loads fonts and tables as modules, which the page may load; it may not fetch anything. */
class ModuleFiles {
  /** @param {{ kind: keyof typeof FOLDERS, filename: string }} file */
  async fetch({ kind, filename }) {
    const { default: base64 } = await import(viewer(`${FOLDERS[kind]}/${filename}.js`))
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  }
}

/**
 * @param {Uint8Array} bytes
 * @param {string} password
 * @returns {Promise<Opened>}
 */
async function open(bytes, password) {
  const thread = startThread(viewer('build/pdf.worker.min.mjs'))
  const worker = pdfjs.PDFWorker.create({ port: thread })
  const task = pdfjs.getDocument({
    // PDF.js takes over the memory of the bytes that it is given.
    data: bytes.slice(),
    worker,
    ...(password === '' ? {} : { password }),
    cMapUrl: viewer('cmaps/'),
    cMapPacked: true,
    standardFontDataUrl: viewer('standard_fonts/'),
    wasmUrl: viewer('wasm/'),
    BinaryDataFactory: ModuleFiles,
    useWorkerFetch: false,
    isEvalSupported: false,
    enableXfa: false,
    useSystemFonts: false,
  })
  const close = async () => {
    await task.destroy()
    worker.destroy()
    thread.terminate()
  }
  try {
    return { file: await task.promise, close }
  } catch (error) {
    void close()
    throw error
  }
}

/**
 * @param {any} file
 * @param {number} number
 * @param {number} width in pixels
 * @returns {Promise<Drawn>}
 */
async function draw(file, number, width) {
  const page = await file.getPage(number)
  const size = page.getViewport({ scale: 1 })
  const scale = Math.min(width / size.width, Math.sqrt(MAX_PIXELS / (size.width * size.height)))
  const viewport = page.getViewport({ scale })
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(viewport.width))
  canvas.height = Math.max(1, Math.round(viewport.height))
  await page.render({ canvas, viewport }).promise
  page.cleanup()
  return { canvas, viewport }
}

/**
 * The frames of a page: the places of known changes, and all other places that look different.
 *
 * @param {Drawn} before
 * @param {Drawn} after
 * @param {number} number
 * @param {Revision} revision
 * @param {Comparison} comparison
 * @returns {Promise<Frame[]>}
 */
async function framesOf(before, after, number, { changes }, { valid, say }) {
  const frames = changes.flatMap(({ permitted, text, places }) =>
    places.filter(({ page }) => page === number).map((place) => ({ area: areaOf(place, after), permitted, text })),
  )
  const found = await differences(before.canvas, after.canvas)
  const unnamed = found.filter((area) => !frames.some((frame) => holds(frame.area, area)))
  return [...frames, ...unnamed.map((area) => ({ area, permitted: valid, text: say('areaUnnamed') }))]
}

/**
 * @param {Place} place
 * @param {Drawn} drawn
 * @returns {Area}
 */
function areaOf({ rectangle }, { canvas: { width, height }, viewport }) {
  if (rectangle === undefined) return WHOLE_PAGE
  const [x1, y1, x2, y2] = viewport.convertToViewportRectangle(rectangle)
  const [left, top] = [Math.min(x1, x2) / width, Math.min(y1, y2) / height]
  return { left, top, width: Math.abs(x2 - x1) / width, height: Math.abs(y2 - y1) / height }
}

/** @type {Area} */
const WHOLE_PAGE = { left: 0, top: 0, width: 1, height: 1 }

/**
 * Whether an area lies within another one, with a small margin.
 *
 * @param {Area} outer
 * @param {Area} inner
 */
function holds(outer, inner) {
  return (
    inner.left >= outer.left - REACH &&
    inner.top >= outer.top - REACH &&
    inner.left + inner.width <= outer.left + outer.width + REACH &&
    inner.top + inner.height <= outer.top + outer.height + REACH
  )
}

/** @type {Worker | undefined} */
let comparer

/**
 * Where two drawings differ. A thread looks at all their pixels, so that the page stays responsive.
 *
 * @param {HTMLCanvasElement} before
 * @param {HTMLCanvasElement} after
 * @returns {Promise<Area[]>}
 */
async function differences(before, after) {
  if (before.width !== after.width || before.height !== after.height) return [WHOLE_PAGE]
  comparer ??= startThread(new URL('./differences.js', import.meta.url).href)
  const { port1, port2 } = new MessageChannel()
  const found = new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data)
  })
  const pictures = await Promise.all([createImageBitmap(before), createImageBitmap(after)])
  comparer.postMessage(pictures, [...pictures, port2])
  return /** @type {Promise<Area[]>} */ (found)
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} children
 */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children)
  return element
}

/** The controls and the two pages. */
class View {
  #page = 1
  /** @type {Opened | undefined} */ #signed
  /** @type {Revision} */ #revision
  #turn = 0
  #isStopped = false

  /**
   * @param {HTMLElement} place
   * @param {Opened} now
   * @param {Comparison} comparison
   */
  constructor(place, now, comparison) {
    const { say, revisions } = comparison
    this.now = now
    this.comparison = comparison
    this.#revision = revisions[0] ?? { name: '', end: 0, changes: [] }
    this.legend = make('ol', { class: 'legend' })
    this.position = make('output', { class: 'quiet' })
    this.sheets = make('div', { class: 'sheets' })
    this.slider = make('input', { type: 'range', id: 'slider', min: '0', max: '100', value: '50', hidden: '' })
    this.slider.setAttribute('aria-label', say('sliderPosition'))
    this.slider.addEventListener('input', () => this.#cut())
    const choice = make('select', { id: 'revision' })
    choice.append(...revisions.map(({ name }, index) => make('option', { value: String(index) }, name)))
    choice.addEventListener('change', () => void this.chooseRevision(Number(choice.value)))
    const button = (/** @type {string} */ key, /** @type {() => Promise<void>} */ act) => {
      const element = make('button', { type: 'button' }, say(key))
      element.addEventListener('click', () => void act())
      return element
    }
    const radio = (/** @type {string} */ key, /** @type {boolean} */ isSlider) => {
      const input = make('input', { type: 'radio', name: 'layout', ...(isSlider ? {} : { checked: '' }) })
      input.addEventListener('change', () => this.#chooseLayout(isSlider))
      return make('label', {}, input, say(key))
    }
    place.replaceChildren(
      make(
        'div',
        { class: 'controls' },
        make('div', {}, make('label', { for: 'revision' }, say('compareWith')), choice),
        make('fieldset', {}, make('legend', {}, say('layout')), radio('sideBySide', false), radio('slider', true)),
      ),
      make(
        'div',
        { class: 'controls' },
        button('previousPage', () => this.#turnTo(this.#page - 1)),
        button('nextPage', () => this.#turnTo(this.#page + 1)),
        button('previousDifference', () => this.#search(-1)),
        button('nextDifference', () => this.#search(1)),
      ),
      make('p', { role: 'status' }, this.position),
      this.slider,
      this.legend,
      this.sheets,
    )
  }

  /** Stops all drawing and releases the documents. */
  stop() {
    this.#isStopped = true
    void this.now.close()
    void this.#signed?.close()
  }

  /** @param {number} index */
  async chooseRevision(index) {
    const { bytes, password, revisions } = this.comparison
    const revision = revisions[index]
    if (revision === undefined) return
    const before = this.#signed
    this.#revision = revision
    this.#signed = await open(bytes.subarray(0, revision.end), password)
    void before?.close()
    await this.#turnTo(1)
    if (this.areas === 0) await this.#search(1)
  }

  get #count() {
    return Math.max(this.now.file.numPages, this.#signed?.file.numPages ?? 0)
  }

  /** @param {boolean} isSlider */
  #chooseLayout(isSlider) {
    this.slider.toggleAttribute('hidden', !isSlider)
    this.sheets.classList.toggle('slide', isSlider)
    this.#cut()
  }

  #cut() {
    this.sheets.style.setProperty('--cut', `${100 - Number(this.slider.value)}%`)
  }

  /** @param {number} number */
  async #turnTo(number) {
    if (this.#isStopped || number < 1 || number > this.#count) return
    const turn = ++this.#turn
    const { say } = this.comparison
    this.#page = number
    this.position.textContent = say('drawing')
    const [before, after] = await this.#drawBoth(number, WIDTH)
    // Another page was asked for in the meantime.
    if (turn !== this.#turn || this.#isStopped) return
    const frames = before && after ? await framesOf(before, after, number, this.#revision, this.comparison) : []
    if (turn !== this.#turn || this.#isStopped) return
    this.areas = before && after ? frames.length : 1
    const sheet = (/** @type {Drawn | undefined} */ drawn, /** @type {string} */ absent) =>
      drawn === undefined
        ? make('div', { class: 'sheet absent' }, say(absent))
        : make('div', { class: 'sheet' }, drawn.canvas, ...frames.map(markOf))
    this.legend.replaceChildren(...frames.map(({ permitted, text }) => make('li', { class: kindOf(permitted) }, text)))
    this.sheets.replaceChildren(
      make('figure', { class: 'then' }, make('figcaption', {}, say('viewSigned')), sheet(before, 'pageNotSigned')),
      make('figure', { class: 'now' }, make('figcaption', {}, say('viewNow')), sheet(after, 'pageMissing')),
    )
    const found = this.#describe(before, after, frames.length)
    for (const [drawn, key] of /** @type {const} */ ([
      [before, 'viewSigned'],
      [after, 'viewNow'],
    ])) {
      drawn?.canvas.setAttribute('role', 'img')
      drawn?.canvas.setAttribute('aria-label', `${say(key)}, ${say('pageOf', { page: number, count: this.#count })}`)
    }
    this.position.textContent = `${say('pageOf', { page: number, count: this.#count })}. ${found}`
    this.#cut()
  }

  /**
   * @param {Drawn | undefined} before
   * @param {Drawn | undefined} after
   * @param {number} count
   */
  #describe(before, after, count) {
    const { say } = this.comparison
    if (before === undefined) return say('pageNotSigned')
    if (after === undefined) return say('pageMissing')
    if (count === 0) return say('pageSame')
    return count === 1 ? say('pageArea') : say('pageAreas', { count })
  }

  /**
   * @param {number} number
   * @param {number} width
   */
  #drawBoth(number, width) {
    const one = (/** @type {Opened | undefined} */ opened) =>
      opened === undefined || number > opened.file.numPages ? undefined : draw(opened.file, number, width)
    return Promise.all([one(this.#signed), one(this.now)])
  }

  /**
   * Goes on to the next page that looks different.
   *
   * @param {1 | -1} step
   */
  async #search(step) {
    const turn = ++this.#turn
    const { say } = this.comparison
    const start = this.#page
    for (let number = start + step; number >= 1 && number <= this.#count; number += step) {
      this.position.textContent = say('searching', { page: number, count: this.#count })
      const [before, after] = await this.#drawBoth(number, SEARCH_WIDTH)
      if (turn !== this.#turn || this.#isStopped) return
      const found = before && after ? await differences(before.canvas, after.canvas) : [WHOLE_PAGE]
      if (turn !== this.#turn || this.#isStopped) return
      if (found.length > 0) return this.#turnTo(number)
    }
    await this.#turnTo(start)
    if (this.areas === 0) this.position.textContent = `${this.position.textContent} ${say('noDifference')}`
  }
}

/** @param {boolean} permitted */
const kindOf = (permitted) => (permitted ? 'permitted' : 'refused')

/**
 * @param {Frame} frame
 * @param {number} index
 */
function markOf({ area: { left, top, width, height }, permitted }, index) {
  const number = make('span', { class: 'number' }, String(index + 1))
  // A frame that covers most of the page is not tinted, so that the page stays readable.
  const size = width * height > LARGE ? ' large' : ''
  const mark = make('span', { class: `area ${kindOf(permitted)}${size}`, 'aria-hidden': 'true' }, number)
  mark.style.left = `${100 * left}%`
  mark.style.top = `${100 * top}%`
  mark.style.width = `${100 * width}%`
  mark.style.height = `${100 * height}%`
  return mark
}
