/**
 * The verification page: a form that works without scripts, and its result.
 *
 * @module
 */
import { escapeHtml } from '../../escape.js'
import type { PageTexts } from '../../texts/en.js'
import { fill, LANGUAGE_NAMES, LANGUAGES, type Language } from '../../texts/texts.js'

/** What the page shows. */
export interface CheckPage {
  readonly language: Language
  readonly texts: PageTexts
  /** Who gets the file. */
  readonly host: string
  readonly maxBytes: number
  /** Markup of {@link checkResult}, or of {@link errorHtml}. */
  readonly result?: string
  /** Whether the result is a report, which the title then leads to. */
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

/** Texts that only the script shows. */
const SCRIPT_TEXTS = [
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
  'pageSame',
  'pageNotSigned',
  'pageMissing',
  'drawing',
  'searching',
  'noDifference',
] as const satisfies readonly (keyof PageTexts)[]

/** The page. Its links are relative, so it does not matter where the API is mounted. */
export function checkPage({ language, texts, host, maxBytes, result = '', needsPassword = false }: CheckPage): string {
  const text = (key: keyof PageTexts, values = {}) => escapeHtml(fill(texts[key], values))
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${text('title')}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="check/page.css">
<script type="module" src="check/page.js"></script>
</head>
<body>
<header class="no-print">${languageLinks(language, texts)}</header>
<main>
<h1>${text('title')}</h1>
<p class="lead no-print">${text('lead')}</p>
<form id="form" class="card no-print" method="post" enctype="multipart/form-data" action="check?language=${language}" data-max="${maxBytes}">
<div class="drop"><p class="drop-title" id="drop-title" hidden>${text('drop')}</p>
<p><label for="file">${text('file')}</label><input id="file" name="file" type="file" accept="application/pdf,.pdf" required></p></div>
<p class="password${needsPassword ? ' needed' : ''}"><label for="password">${text('password')}</label><input id="password" name="password" type="password" autocomplete="off"></p>
<p class="actions"><button type="submit" class="main">${text('check')}</button>
<button type="button" id="cancel" hidden>${text('cancel')}</button></p>
<p class="quiet">${text('privacy', { host })}</p>
</form>
<p id="status" role="status" class="no-print"></p>
<progress id="progress" class="no-print" max="1" hidden aria-labelledby="status"></progress>
<div id="result">${result}</div>
</main>
<template id="texts">${SCRIPT_TEXTS.map((key) => `<span data-key="${key}">${text(key, { size: megabytes(maxBytes) })}</span>`).join('')}</template>
</body>
</html>
`
}

function languageLinks(current: Language, texts: PageTexts): string {
  const links = LANGUAGES.map((language) => {
    const attributes = `href="check?language=${language}" hreflang="${language}" lang="${language}"`
    return `<li><a ${attributes}${language === current ? ' aria-current="true"' : ''}>${LANGUAGE_NAMES[language]}</a></li>`
  })
  return `<nav aria-label="${escapeHtml(texts.language)}"><ul class="languages">${links.join('')}</ul></nav>`
}

/** What is shown instead of a report when there is none. `code` is for scripts. */
export function errorHtml(texts: PageTexts, message: string, code: string): string {
  return `<section id="error" class="verdict invalid" role="alert" data-code="${escapeHtml(code)}" aria-labelledby="error-title">
<h2 id="error-title" tabindex="-1"><span class="mark" aria-hidden="true"></span>${escapeHtml(texts.errorTitle)}</h2>
<p>${escapeHtml(message)}</p>
</section>`
}

/** Whole megabytes, as people count them. */
export function megabytes(bytes: number): number {
  return Math.max(1, Math.floor(bytes / 1024 / 1024))
}
