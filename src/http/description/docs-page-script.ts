/**
 * What the page adds to its viewer: on narrow screens, rows wrap.
 *
 * @module
 */

/** The script, to be served as `/v1/docs/page.js` and run before the viewer. */
export const DOCS_SCRIPT = `const sheet = new CSSStyleSheet()
sheet.replaceSync(\`@media (max-width: 600px) {
  div:has(> .m-btn), div:has(> div > .m-btn), .row-api, .row-api-left, .request-body-container > div:first-child,
  .table-title, .tab-buttons { flex-wrap: wrap }
  .tab-buttons { height: auto }
  .m-btn { margin: 4px 4px 4px 0 }
  select, input, textarea { max-width: 100%; min-width: 0; box-sizing: border-box }
  table, pre { max-width: 100%; overflow-x: auto }
}\`)
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
