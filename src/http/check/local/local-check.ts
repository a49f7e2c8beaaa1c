/**
 * Data that a page needs to verify documents itself, and its messages to and from the thread that verifies.
 *
 * @module
 */

import type { Language } from '../../../texts/texts.js'
import type { HostSettings } from './host-settings.js'

/** Data for verifying that stands in the page, in JSON. */
export interface LocalCheck {
  /** Address of the engine's module, relative to the page. */
  readonly engine: string
  readonly settings: HostSettings
  /** Host that would receive the file if it were sent; null where no host does, as on a static site. */
  readonly host: string | null
  readonly maxBytes: number
  /** True when pages can be drawn. */
  readonly hasViewer: boolean
}

/**
 * A request of the page to the engine: `check` the file; make a `report` file of the last check; or make the whole `page` in
 * another language, with the result in it.
 */
export interface EngineRequest {
  readonly kind: 'check' | 'report' | 'page'
  /** Id that the answer repeats. */
  readonly id: number
  readonly file: File
  readonly password: string
  readonly page: AskingPage
}

/** The page that sends a request. */
export interface AskingPage {
  readonly language: Language
  readonly local: LocalCheck
}

/** Messages from the engine. */
export type EngineAnswer =
  | { readonly kind: 'ready' }
  /** This browser cannot run the engine, or some of it could not be loaded. */
  | { readonly kind: 'failed' }
  | { readonly kind: 'progress'; readonly id: number; readonly done: number; readonly total: number }
  /** Markup of a result, or of a whole page. */
  | { readonly kind: 'html'; readonly id: number; readonly html: string }
  | { readonly kind: 'file'; readonly id: number; readonly bytes: Uint8Array }

/** The parts of a browser's `File` that are used. */
export interface File extends Blob {
  readonly name: string
}
