/**
 * What a page needs to know to verify documents itself, and what it exchanges with the thread that does it.
 *
 * @module
 */

import type { Language } from '../../../texts/texts.js'
import type { HostSettings } from './host-settings.js'

/** Stands in the page, in JSON. */
export interface LocalCheck {
  /** Address of the engine's module, relative to the page. */
  readonly engine: string
  readonly settings: HostSettings
  /** Who would get the file if it were sent; null where nobody takes files, as on a static host. */
  readonly host: string | null
  readonly maxBytes: number
  /** Whether pages can be drawn. */
  readonly hasViewer: boolean
}

/**
 * What the page asks of the engine: `check` the file; a `report` to keep on what was checked last; or the whole `page` in another
 * language, with the result in it.
 */
export interface EngineRequest {
  readonly kind: 'check' | 'report' | 'page'
  /** Comes back with each answer. */
  readonly id: number
  readonly file: File
  readonly password: string
  readonly page: AskingPage
}

/** The page that asks. */
export interface AskingPage {
  readonly language: Language
  readonly local: LocalCheck
}

/** What the engine says. */
export type EngineAnswer =
  | { readonly kind: 'ready' }
  /** This browser cannot run it, or not all of it could be loaded. */
  | { readonly kind: 'failed' }
  | { readonly kind: 'progress'; readonly id: number; readonly done: number; readonly total: number }
  /** Markup for the place of results, or a page. */
  | { readonly kind: 'html'; readonly id: number; readonly html: string }
  | { readonly kind: 'file'; readonly id: number; readonly bytes: Uint8Array }

/** The parts of a browser's `File` that are used. */
export interface File extends Blob {
  readonly name: string
}
