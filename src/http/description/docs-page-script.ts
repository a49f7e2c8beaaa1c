/**
 * What the page adds to its viewer: on narrow screens, rows wrap, and the colours are those of the verification page.
 *
 * @module
 */

/** The script, to be served as `/v1/docs/page.js` and run before the viewer. */
export const DOCS_SCRIPT = `const sheet = new CSSStyleSheet()
sheet.replaceSync(\`#api-info, #api-info > span { margin-left: 0; padding-left: 0; border-left: 0 }
@media (max-width: 600px) {
  div:has(> .m-btn), div:has(> div > .m-btn), .row-api, .row-api-left, .request-body-container > div:first-child,
  .table-title, .tab-buttons { flex-wrap: wrap }
  .tab-buttons { height: auto }
  .m-btn { margin: 4px 4px 4px 0 }
  select, input, textarea { max-width: 100%; min-width: 0; box-sizing: border-box }
  table, pre { max-width: 100%; overflow-x: auto }
}\`)
const LIGHT = { 'primary-color': '#0d4554', 'bg-color': '#fbfbfa', 'text-color': '#1c1f24', 'nav-bg-color': '#eef0f2', 'nav-text-color': '#1c1f24' }
const DARK = { 'primary-color': '#7cc4d8', 'bg-color': '#15181c', 'text-color': '#e8eaed', 'nav-bg-color': '#1d2126', 'nav-text-color': '#e8eaed' }
const isDark = matchMedia('(prefers-color-scheme: dark)').matches
const viewer = document.querySelector('rapi-doc')
viewer.setAttribute('theme', isDark ? 'dark' : 'light')
for (const [name, colour] of Object.entries(isDark ? DARK : LIGHT)) viewer.setAttribute(name, colour)
const attachShadow = Element.prototype.attachShadow
Element.prototype.attachShadow = function (options) {
  const root = attachShadow.call(this, options)
  // The viewer sets its own sheets right after, in place of those that are there.
  queueMicrotask(() => {
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  })
  return root
}
`
