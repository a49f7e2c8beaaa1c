// Pages of the signed revision and of the file as it is, drawn by PDF.js in this browser, with what differs marked.

import * as pdfjs from './viewer/build/pdf.min.mjs'

const viewer = (/** @type {string} */ path) => new URL(`./viewer/${path}`, import.meta.url).href
pdfjs.GlobalWorkerOptions.workerSrc = viewer('build/pdf.worker.min.mjs')

/** Pixels of one page: enough to read, and what a telephone can hold twice. */
const MAX_PIXELS = 2_500_000
const WIDTH = 1100
/** Of pages that are only looked through. */
const SEARCH_WIDTH = 500
/** What smoothing does to a pixel is no difference. */
const TOLERANCE = 40
/** Differences this close, in pixels, are one area. */
const CELL = 10

/**
 * @typedef {{ name: string, end: number }} Revision
 * @typedef {(key: string, values?: Record<string, string | number>) => string} Say
 * @typedef {{ bytes: Uint8Array, password: string, revisions: Revision[], say: Say }} Comparison
 * @typedef {{ left: number, top: number, width: number, height: number }} Area Shares of the page.
 */

/**
 * @param {HTMLElement} place
 * @param {Comparison} comparison
 */
export async function startComparison(place, { bytes, password, revisions, say }) {
  const now = await open(bytes, password)
  const view = new View(place, now, { bytes, password, revisions, say })
  await view.chooseRevision(0)
  return view
}

/**
 * @param {Uint8Array} bytes
 * @param {string} password
 */
function open(bytes, password) {
  return pdfjs.getDocument({
    // The worker takes its bytes away.
    data: bytes.slice(),
    ...(password === '' ? {} : { password }),
    cMapUrl: viewer('cmaps/'),
    cMapPacked: true,
    standardFontDataUrl: viewer('standard_fonts/'),
    wasmUrl: viewer('wasm/'),
    iccUrl: viewer('iccs/'),
    isEvalSupported: false,
    enableXfa: false,
    useSystemFonts: false,
  }).promise
}

/**
 * @param {any} file
 * @param {number} number
 * @param {number} width in pixels
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
  return canvas
}

/**
 * @param {HTMLCanvasElement} before
 * @param {HTMLCanvasElement} after
 * @returns {Area[]}
 */
function differences(before, after) {
  const { width, height } = after
  if (before.width !== width || before.height !== height) return [{ left: 0, top: 0, width: 1, height: 1 }]
  const pixels = (/** @type {HTMLCanvasElement} */ canvas) =>
    /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(0, 0, width, height).data
  const [a, b] = [pixels(before), pixels(after)]
  const columns = Math.ceil(width / CELL)
  const cells = new Uint8Array(columns * Math.ceil(height / CELL))
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / CELL) * columns
    for (let x = 0; x < width; x++, i += 4) {
      const difference = Math.max(Math.abs(a[i] - b[i]), Math.abs(a[i + 1] - b[i + 1]), Math.abs(a[i + 2] - b[i + 2]))
      if (difference > TOLERANCE) cells[row + Math.floor(x / CELL)] = 1
    }
  }
  return join(cells, columns).map(({ left, top, right, bottom }) => ({
    left: (left * CELL) / width,
    top: (top * CELL) / height,
    width: Math.min(1, ((right + 1) * CELL) / width) - (left * CELL) / width,
    height: Math.min(1, ((bottom + 1) * CELL) / height) - (top * CELL) / height,
  }))
}

/**
 * Cells that touch each other, or nearly, as boxes.
 *
 * @param {Uint8Array} cells
 * @param {number} columns
 */
function join(cells, columns) {
  const boxes = []
  const rows = cells.length / columns
  for (let start = 0; start < cells.length; start++) {
    if (cells[start] !== 1) continue
    const box = { left: columns, top: rows, right: 0, bottom: 0 }
    const pending = [start]
    cells[start] = 2
    for (let cell = pending.pop(); cell !== undefined; cell = pending.pop()) {
      const [x, y] = [cell % columns, Math.floor(cell / columns)]
      box.left = Math.min(box.left, x)
      box.top = Math.min(box.top, y)
      box.right = Math.max(box.right, x)
      box.bottom = Math.max(box.bottom, y)
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -2; dx <= 2; dx++) {
          const [nx, ny] = [x + dx, y + dy]
          const next = ny * columns + nx
          if (nx < 0 || nx >= columns || ny < 0 || ny >= rows || cells[next] !== 1) continue
          cells[next] = 2
          pending.push(next)
        }
      }
    }
    boxes.push(box)
  }
  return boxes
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
  /** @type {any} */ #signed
  #turn = 0
  #isStopped = false

  /**
   * @param {HTMLElement} place
   * @param {any} now
   * @param {Comparison} comparison
   */
  constructor(place, now, comparison) {
    const { say, revisions } = comparison
    this.now = now
    this.comparison = comparison
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
      this.sheets,
    )
  }

  /** Ends all drawing; the documents are let go. */
  stop() {
    this.#isStopped = true
    void this.now.loadingTask.destroy()
    void this.#signed?.loadingTask.destroy()
  }

  /** @param {number} index */
  async chooseRevision(index) {
    const { bytes, password, revisions } = this.comparison
    const revision = revisions[index]
    if (revision === undefined) return
    const before = this.#signed
    this.#signed = await open(bytes.subarray(0, revision.end), password)
    void before?.loadingTask.destroy()
    await this.#turnTo(1)
    if (this.areas === 0) await this.#search(1)
  }

  get #count() {
    return Math.max(this.now.numPages, this.#signed.numPages)
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
    const areas = before && after ? differences(before, after) : []
    this.areas = before && after ? areas.length : 1
    const sheet = (/** @type {HTMLCanvasElement | undefined} */ canvas, /** @type {string} */ absent) =>
      canvas === undefined
        ? make('div', { class: 'sheet absent' }, say(absent))
        : make('div', { class: 'sheet' }, canvas, ...areas.map(markOf))
    this.sheets.replaceChildren(
      make('figure', { class: 'then' }, make('figcaption', {}, say('viewSigned')), sheet(before, 'pageNotSigned')),
      make('figure', { class: 'now' }, make('figcaption', {}, say('viewNow')), sheet(after, 'pageMissing')),
    )
    const found = this.#describe(before, after, areas.length)
    for (const [canvas, key] of /** @type {const} */ ([
      [before, 'viewSigned'],
      [after, 'viewNow'],
    ])) {
      canvas?.setAttribute('role', 'img')
      canvas?.setAttribute('aria-label', `${say(key)}, ${say('pageOf', { page: number, count: this.#count })}`)
    }
    this.position.textContent = `${say('pageOf', { page: number, count: this.#count })}. ${found}`
    this.#cut()
  }

  /**
   * @param {HTMLCanvasElement | undefined} before
   * @param {HTMLCanvasElement | undefined} after
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
    const one = (/** @type {any} */ file) => (number > file.numPages ? undefined : draw(file, number, width))
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
      if (!before || !after || differences(before, after).length > 0) return this.#turnTo(number)
    }
    await this.#turnTo(start)
    if (this.areas === 0) this.position.textContent = `${this.position.textContent} ${say('noDifference')}`
  }
}

/** @param {Area} area */
function markOf({ left, top, width, height }) {
  const mark = make('span', { class: 'area' })
  mark.style.left = `${100 * left}%`
  mark.style.top = `${100 * top}%`
  mark.style.width = `${100 * width}%`
  mark.style.height = `${100 * height}%`
  return mark
}
