/**
 * The page that shows the API's description. All it loads comes from this API, so it works without the internet.
 *
 * @module
 */

/** The page, to be served as `/v1/docs`. Its links are relative, so it does not matter where the API is mounted. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>sealwright API</title>
<link rel="icon" href="data:,">
<script type="module" src="docs/page.js"></script>
<script type="module" src="docs/viewer.js"></script>
</head>
<body>
<rapi-doc
  spec-url="openapi.json"
  load-fonts="false"
  regular-font="system-ui, sans-serif"
  mono-font="ui-monospace, monospace"
  render-style="read"
  schema-style="table"
  show-header="false"
  allow-spec-file-load="false"
  allow-spec-url-load="false"
  allow-server-selection="false"
  use-path-in-nav-bar="true"
  show-method-in-nav-bar="as-colored-text"
  persist-auth="false"
></rapi-doc>
<noscript>The description of this API is at <a href="openapi.json">openapi.json</a>.</noscript>
</body>
</html>
`

/** Content-Security-Policy of the page: nothing from elsewhere. The viewer sets styles of its own. */
export const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
