/**
 * A report as a web page to be saved: one file that loads nothing and runs no script.
 *
 * @module
 */

import { escapeHtml } from '../../escape.js'
import { createHash } from '../../platform/hashes.js'
import { type ReportView, shown } from '../report-view.js'
import type { Wording } from '../wording.js'
import { reportHtml } from './report-html.js'
import { REPORT_STYLE } from './report-style.js'

/** Content-Security-Policy of such a page. It permits only the page's own style. */
export function reportPolicy(): string {
  const digest = createHash('sha256').update(REPORT_STYLE).digest('base64')
  return `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`
}

/** Makes the page. */
export function reportPage(view: ReportView, wording: Wording, fileName: string | undefined): string {
  const title = fileName === undefined ? view.title : `${view.title}: ${shown(fileName)}`
  return `<!doctype html>
<html lang="${view.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(reportPolicy())}">
<title>${escapeHtml(title)}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(view.title)}</h1>
${reportHtml(view, wording)}
</main>
</body>
</html>
`
}
