/**
 * The verification page: a form that works without scripts, and its result.
 *
 * @module
 */
import { escapeHtml } from '../../escape.js'
import { megabytes } from '../../report/explain-error.js'
import type { PageTexts } from '../../texts/en.js'
import { fill, LANGUAGE_NAMES, LANGUAGES, type Language } from '../../texts/texts.js'
import type { LocalCheck } from './local/local-check.js'
import { STATIC_HEAD, STATIC_PAGES } from './static/static-head.js'

/** Data of the page. */
export interface CheckPage {
  readonly language: Language
  readonly texts: PageTexts
  /** Host that receives the file; null where no host does, as on a static site. */
  readonly host: string | null
  readonly maxBytes: number
  /** Settings with which the page verifies documents itself. */
  readonly local?: LocalCheck
  /** Whether the page could verify files itself, and its reader has chosen to send them. */
  readonly isByChoice?: boolean
  /** Markup of {@link checkResult}, or of {@link errorHtml}. */
  readonly result?: string
  /** Whether the file needs a password. */
  readonly needsPassword?: boolean
}

/** Content-Security-Policy of the page: nothing from elsewhere, nothing inline, and files go to the same host only. */
export const CHECK_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Keys of texts that only the script shows. */
const SCRIPT_TEXTS = [
  'privacyHere',
  'needsBrowser',
  'worksOffline',
  'sending',
  'checking',
  'cancelled',
  'downloadFailed',
  'errorTitle',
  'errorNoFile',
  'errorEmpty',
  'errorTooLarge',
  'errorTooMany',
  'errorBusy',
  'errorTimeout',
  'errorOffline',
  'errorOther',
  'pagesFailed',
  'viewSigned',
  'viewNow',
  'sideBySide',
  'slider',
  'sliderPosition',
  'layout',
  'compareWith',
  'previousPage',
  'nextPage',
  'previousDifference',
  'nextDifference',
  'pageOf',
  'pageAreas',
  'pageArea',
  'areaUnnamed',
  'pageSame',
  'pageNotSigned',
  'pageMissing',
  'drawing',
  'searching',
  'noDifference',
] as const satisfies readonly (keyof PageTexts)[]

/** The page. Its links are relative, so that the API can be mounted at any path. */
export function checkPage(page: CheckPage): string {
  const { language, texts, host, maxBytes, local, result = '', needsPassword = false } = page
  const text = (key: keyof PageTexts, values = {}) => escapeHtml(fill(texts[key], values))
  const address = pageAddress(page)
  const sends = host === null ? '' : ` method="post" enctype="multipart/form-data" action="${address(language)}"`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${host === null ? STATIC_HEAD : '<link rel="icon" href="data:,">'}
<title>${text('title')}</title>
<link rel="stylesheet" href="check/page.css">
<script type="module" src="check/page.js"></script>
</head>
<body>
<header class="no-print">${languageLinks(language, texts, address)}</header>
<main>
<h1>${text('title')}</h1>
<p class="lead no-print">${text('lead')}</p>
<form id="form" class="card no-print${result === '' ? '' : ' done'}"${sends} data-max="${maxBytes}">
<div class="drop"><p class="drop-title" id="drop-title" hidden>${text('drop')}</p>
<p><label for="file">${text('file')}</label><input id="file" name="file" type="file" accept="application/pdf,.pdf" required></p></div>
<p class="password${needsPassword ? ' needed' : ''}"><label for="password">${text('password')}</label><input id="password" name="password" type="password" autocomplete="off"></p>
<p class="actions"><button type="submit" class="main">${text('check')}</button>
<button type="button" id="cancel" hidden>${text('cancel')}</button></p>
${privacyHtml(page)}
</form>
<p id="status" role="status" class="no-print"></p>
<progress id="progress" class="no-print" max="1" hidden aria-labelledby="status"></progress>
<div id="result">${result}</div>
</main>
<template id="texts"${local === undefined ? '' : ` data-local="${escapeHtml(JSON.stringify(local))}"`}>${SCRIPT_TEXTS.map((key) => `<span data-key="${key}">${text(key, { size: megabytes(maxBytes) })}</span>`).join('')}</template>
</body>
</html>
`
}

/** Explains whether and where the file is sent. The script replaces this text once it knows where files are verified. */
function privacyHtml({ language, texts, host, local, isByChoice = false }: CheckPage): string {
  if (host === null) return `<p class="quiet" id="privacy">${escapeHtml(texts.needsBrowser)}</p>`
  const sent = escapeHtml(fill(texts.privacy, { host }))
  const here = isByChoice ? ` <a href="check?language=${language}">${escapeHtml(texts.checkHere)}</a>` : ''
  const privacy = local === undefined ? '' : ' id="privacy"'
  return `<p class="quiet"${privacy}>${sent}${here}</p>`
}

/** Address of the page in each language. */
function pageAddress({ host, isByChoice = false }: CheckPage): (language: Language) => string {
  if (host === null) return (language) => STATIC_PAGES[language]
  return (language) => `check?language=${language}${isByChoice ? '&amp;where=server' : ''}`
}

function languageLinks(current: Language, texts: PageTexts, address: (language: Language) => string): string {
  const links = LANGUAGES.map((language) => {
    const attributes = `href="${address(language)}" hreflang="${language}" lang="${language}"`
    return `<li><a ${attributes}${language === current ? ' aria-current="true"' : ''}>${LANGUAGE_NAMES[language]}</a></li>`
  })
  return `<nav aria-label="${escapeHtml(texts.language)}"><ul class="languages">${links.join('')}</ul></nav>`
}

/** Markup that is shown when there is no report. `code` is for scripts. */
export function errorHtml(texts: PageTexts, message: string, code: string): string {
  return `<section id="error" class="verdict invalid" role="alert" data-code="${escapeHtml(code)}" aria-labelledby="error-title">
<h2 id="error-title" tabindex="-1"><span class="mark" aria-hidden="true"></span>${escapeHtml(texts.errorTitle)}</h2>
<p>${escapeHtml(message)}</p>
</section>`
}
