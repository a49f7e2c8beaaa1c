/**
 * Replacements for header fields and query parameters, which the verification page does not have on a static host.
 *
 * @module
 */

import { escapeHtml } from '../../../escape.js'
import type { Language } from '../../../texts/texts.js'

/** Policy of the page, and of the threads that it starts: nothing may be sent anywhere. */
export const STATIC_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  'font-src data:',
  "connect-src 'none'",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** Files of the page by language. */
export const STATIC_PAGES: Readonly<Record<Language, string>> = {
  en: 'index.html',
  de: 'de.html',
  fr: 'fr.html',
  es: 'es.html',
}

export const STATIC_HEAD = `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(STATIC_POLICY)}">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="check/icon.svg">
<link rel="manifest" href="check/app.webmanifest">`
