/**
 * How the element looks: the style of reports, within its shadow tree.
 *
 * @module
 */

import { REPORT_STYLE } from '../report/html/report-style.js'

const [light = '', dark = ''] = Array.from(REPORT_STYLE.matchAll(/:root \{([^}]*)\}/g), ([, block = '']) => block)

/** The custom properties are set on the element itself, so that rules of the page override them. */
export const VERDICT_STYLE = `${REPORT_STYLE.replaceAll(':root', ':host')}
:host([theme=light]) {${light}}
:host([theme=dark]) {${dark}; color-scheme: dark}
#result { color: var(--ink); line-height: 1.5 }
.verdict { margin-top: 0 }
#failure { background: var(--bad-ground); border-color: var(--bad) }
`
