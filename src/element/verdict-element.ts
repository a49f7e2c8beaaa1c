/**
 * `<sealwright-verdict>`: shows in a page whether a signed PDF is valid. The browser verifies; the verifier is loaded with the
 * first document.
 *
 * @module
 */

import { judge } from './judge.js'
import type { Judgement, VerdictOptions } from './judge-file.js'

export type { Language } from '../texts/texts.js'
export type { VerificationReport } from '../verify/report.js'
export type { Judgement, VerdictOptions } from './judge-file.js'

type Language = keyof typeof ELEMENT_TEXTS
type Report = Extract<Judgement, { readonly report: unknown }>['report']

const SHELL_STYLE = `:host { display: block } :host([hidden]) { display: none }
#status { margin: 0 } #status.quiet { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
#failure { border-inline-start: .5rem solid #c4161f; padding: .75rem 1rem } #failure h2 { font-size: 1.125rem; margin: 0 } #failure p { margin: .5rem 0 0 }`

/** Selector of each part of the shown markup, by the name with which pages style it through `::part(…)`. */
const PARTS: Readonly<Record<string, string>> = {
  verdict: '.verdict',
  title: 'h2',
  mark: '.mark',
  why: '.verdict p',
  summary: '#summary',
  people: '.people',
  person: '.people > li',
  changes: '.findings',
  failure: '#failure',
}

/** A stand-in for HTMLElement, so that servers that render pages can import this module. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement

/**
 * The element. Attributes: `src`, an address that the page may fetch from; `lang`, one of `en`, `de`, `fr`, `es`; `theme`,
 * `light` or `dark`, otherwise what the reader prefers. The element fires the event `verdict` with the report as `detail`, or
 * `failure` with `{ code, message }`.
 *
 * @example
 * ```html
 * <script type="module" src="/sealwright/web/element.js"></script>
 * <sealwright-verdict src="/contracts/17.pdf" lang="de"></sealwright-verdict>
 * ```
 */
export class VerdictElement extends Base {
  static readonly observedAttributes = ['src', 'lang']

  #file: Blob | undefined
  #options: VerdictOptions = {}
  #report: Report | undefined
  #turn = 0
  #isPlanned = false
  #root: ShadowRoot | undefined

  /** The file to verify, instead of `src`. */
  get file(): Blob | undefined {
    return this.#file
  }
  set file(file: Blob | undefined) {
    this.#file = file
    this.#plan()
  }

  /** Address of the file. The page fetches it, so the page's content security policy must allow the address. */
  get src(): string {
    return this.getAttribute('src') ?? ''
  }
  set src(src: string) {
    this.setAttribute('src', src)
  }

  /** Options of verifyDocument, such as anchors, policy and password. */
  get options(): VerdictOptions {
    return this.#options
  }
  set options(options: VerdictOptions) {
    this.#options = options
    this.#plan()
  }

  /** The report of verifyDocument. Undefined until the file is verified, and for a file that could not be verified. */
  get report(): Report | undefined {
    return this.#report
  }

  connectedCallback(): void {
    this.#root ??= this.#open()
    this.#plan()
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (before !== after) this.#plan()
  }

  /** Moves the focus to the verdict, for readers who use a screen reader. */
  override focus(options?: FocusOptions): void {
    const title = this.#root?.querySelector<HTMLElement>('h2')
    if (title) title.focus(options)
    else super.focus(options)
  }

  #open(): ShadowRoot {
    const root = this.attachShadow({ mode: 'open' })
    addStyle(root, SHELL_STYLE)
    const status = Object.assign(document.createElement('p'), { id: 'status' })
    status.setAttribute('role', 'status')
    status.setAttribute('part', 'status')
    const result = Object.assign(document.createElement('div'), { id: 'result' })
    root.append(status, result, document.createElement('slot'))
    return root
  }

  /**
   * Schedules one verification, since pages often set several properties one after the other. From now on, whatever was found
   * out before belongs to another file, or to another question.
   */
  #plan(): void {
    this.#turn++
    this.#report = undefined
    if (this.#isPlanned || !this.isConnected) return
    this.#isPlanned = true
    queueMicrotask(() => {
      this.#isPlanned = false
      void this.#check()
    })
  }

  async #check(): Promise<void> {
    const turn = this.#turn
    const texts = ELEMENT_TEXTS[this.#language]
    if (this.#file === undefined && this.src === '') return this.#show('', '')
    const name = this.#file instanceof File && this.#file.name !== '' ? this.#file.name : texts.document
    this.#show(
      texts.checking.replace('{name}', () => name),
      '',
    )
    const judgement = await this.#judge()
    if ('report' in judgement) await this.#loadStyle()
    if (turn !== this.#turn) return
    if ('report' in judgement) this.#showVerdict(judgement)
    else this.#showFailure(judgement)
  }

  async #judge(): Promise<Judgement> {
    const texts = ELEMENT_TEXTS[this.#language]
    const file = this.#file ?? (await fetchFile(this.src))
    if (file === undefined) return { code: 'fetch_failed', message: texts.notFetched }
    try {
      return await judge({ file, options: this.#options, language: this.#language })
    } catch {
      return { code: 'missing_dependency', message: texts.notLoaded }
    }
  }

  /** The nearest language that is named in the page and has texts. */
  get #language(): Language {
    const named = this.closest<HTMLElement>('[lang]')?.lang.slice(0, 2).toLowerCase() ?? ''
    return named in ELEMENT_TEXTS ? (named as Language) : 'en'
  }

  #showVerdict({ report, html, status }: Extract<Judgement, { readonly report: unknown }>): void {
    this.#report = report
    this.#show(status, html)
    this.dispatchEvent(new CustomEvent('verdict', { detail: report }))
  }

  #showFailure(failure: Exclude<Judgement, { readonly report: unknown }>): void {
    const box = Object.assign(document.createElement('div'), { id: 'failure' })
    const title = Object.assign(document.createElement('h2'), {
      textContent: ELEMENT_TEXTS[this.#language].failed,
      tabIndex: -1,
    })
    box.append(title, Object.assign(document.createElement('p'), { textContent: failure.message }))
    this.#show(`${title.textContent}. ${failure.message}`, box.outerHTML)
    this.dispatchEvent(new CustomEvent('failure', { detail: failure }))
  }

  /** @param html markup made by this package, in which everything from the file is escaped */
  #show(status: string, html: string): void {
    const line = this.#root?.querySelector('#status')
    const result = this.#root?.querySelector('#result')
    if (!line || !result) return
    line.textContent = status
    line.classList.toggle('quiet', html !== '')
    result.innerHTML = html
    result.setAttribute('lang', this.#language)
    for (const [name, selector] of Object.entries(PARTS)) {
      for (const each of result.querySelectorAll(selector)) each.setAttribute('part', name)
    }
  }

  async #loadStyle(): Promise<void> {
    const { VERDICT_STYLE } = await import('./verdict-style.js')
    if (this.#root && this.#root.adoptedStyleSheets.length < 2) addStyle(this.#root, VERDICT_STYLE)
  }
}

/** Adds a style sheet by script, which needs no exception in the page's content security policy. */
function addStyle(root: ShadowRoot, text: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}

async function fetchFile(src: string): Promise<Blob | undefined> {
  try {
    const answer = await fetch(src)
    return answer.ok ? await answer.blob() : undefined
  } catch {
    return undefined
  }
}

if (typeof customElements !== 'undefined' && customElements.get('sealwright-verdict') === undefined) {
  customElements.define('sealwright-verdict', VerdictElement)
}

declare global {
  interface HTMLElementTagNameMap {
    'sealwright-verdict': VerdictElement
  }
}

/** Texts by language. `{name}` stands for the name of the file. */
const ELEMENT_TEXTS = {
  en: {
    checking: 'Checking {name} …',
    document: 'the document',
    failed: 'This file could not be checked',
    notFetched: 'It could not be loaded.',
    notLoaded: 'The program that checks it could not be loaded.',
  },
  de: {
    checking: '{name} wird geprüft …',
    document: 'Das Dokument',
    failed: 'Diese Datei konnte nicht geprüft werden',
    notFetched: 'Sie konnte nicht geladen werden.',
    notLoaded: 'Das Programm, das sie prüft, konnte nicht geladen werden.',
  },
  fr: {
    checking: 'Vérification de {name} …',
    document: 'ce document',
    failed: 'Ce fichier n’a pas pu être vérifié',
    notFetched: 'Il n’a pas pu être chargé.',
    notLoaded: 'Le programme qui le vérifie n’a pas pu être chargé.',
  },
  es: {
    checking: 'Comprobando {name} …',
    document: 'el documento',
    failed: 'No se pudo comprobar este archivo',
    notFetched: 'No se pudo cargar.',
    notLoaded: 'No se pudo cargar el programa que lo comprueba.',
  },
} as const
