/**
 * Makes the files of the verification page for a static host.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { SealwrightError } from '../../../errors.js'
import { BYTE_LIMIT, checkOptions, members, type OptionTable, without } from '../../../input/check-options.js'
import { MAX_DOCUMENT_BYTES } from '../../../limits.js'
import { REPORT_STYLE } from '../../../report/html/report-style.js'
import { LANGUAGES, type Language, loadTexts } from '../../../texts/texts.js'
import { VERIFY_OPTIONS } from '../../../verify/verify-options.js'
import { checkPage } from '../check-page.js'
import { CHECK_STYLE } from '../check-style.js'
import { findViewer, loadScript, loadViewerFile } from '../client-files.js'
import { CLIENT_SCRIPTS } from '../client-scripts.js'
import { findEngine, loadEngineFile } from '../local/engine-files.js'
import { hostSettings } from '../local/host-settings.js'
import type { LocalCheck } from '../local/local-check.js'
import { STATIC_PAGES } from './static-head.js'
import type { CheckPageFile, CheckPageFilesOptions } from './static-options.js'

const OPTIONS: OptionTable<CheckPageFilesOptions> = {
  verify: members(
    without(VERIFY_OPTIONS, 'signal', 'now', 'maxBytes', 'password', 'proofs', 'fetchRevocation', 'onProgress'),
  ),
  maxBytes: BYTE_LIMIT,
}

/** {@link checkPageFiles}, loaded by its first call. */
export async function makeCheckPage(options: CheckPageFilesOptions): Promise<CheckPageFile[]> {
  checkOptions(options, OPTIONS)
  const { verify, maxBytes = MAX_DOCUMENT_BYTES } = options
  const settings = hostSettings(verify)
  if (settings === undefined) {
    const message = 'verify.trustAnchors must be certificates: trusted lists are too large for a page.'
    throw new SealwrightError('invalid_request', message)
  }
  const engine = findEngine()
  if (engine === undefined) {
    throw new SealwrightError(
      'missing_dependency',
      'The modules of the page are missing: they are part of the built package.',
    )
  }
  const hasViewer = findViewer() !== undefined
  const local: LocalCheck = { engine: `engine/${engine.entry}`, settings, host: null, maxBytes, hasViewer }
  const files = [
    ...(await Promise.all(LANGUAGES.map((language) => pageFile(language, local)))),
    textFile('check/page.css', REPORT_STYLE + CHECK_STYLE),
    textFile('check/icon.svg', ICON),
    textFile('check/app.webmanifest', await manifest()),
    ...CLIENT_SCRIPTS.map((name) => ({ path: `check/${name}`, bytes: loadScript(name) })),
    ...engine.files.map((name) => ({ path: `check/engine/${name}`, bytes: loadEngineFile(name, 'identity') })),
    ...viewerFiles(),
  ]
  return [...files, serviceWorker(files)]
}

async function pageFile(language: Language, local: LocalCheck): Promise<CheckPageFile> {
  const { page: texts } = await loadTexts(language)
  return textFile(STATIC_PAGES[language], checkPage({ language, texts, host: null, maxBytes: local.maxBytes, local }))
}

function viewerFiles(): CheckPageFile[] {
  return [...(findViewer()?.paths.keys() ?? [])].map((name) => {
    const [folder = '', file = ''] = name.split('/')
    return { path: `check/viewer/${name}`, bytes: loadViewerFile(folder, file) }
  })
}

function textFile(path: string, text: string): CheckPageFile {
  return { path, bytes: new TextEncoder().encode(text) }
}

async function manifest(): Promise<string> {
  const { page: texts } = await loadTexts('en')
  return JSON.stringify({
    name: texts.title,
    short_name: texts.check,
    start_url: '../index.html',
    scope: '../',
    display: 'standalone',
    background_color: '#fbfbfa',
    theme_color: '#0d4554',
    icons: [{ src: 'icon.svg', sizes: 'any', type: 'image/svg+xml' }],
  })
}

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0d4554"/><path d="M8 16.5l5.5 5.5L24 11" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/></svg>
`

/**
 * A service worker that keeps all files in the browser. Its content changes with any file, so that the browser then fetches all
 * files again.
 */
function serviceWorker(files: readonly CheckPageFile[]): CheckPageFile {
  const hash = createHash('sha256')
  for (const { path, bytes } of files) hash.update(`${path}\0`).update(createHash('sha256').update(bytes).digest())
  const head = `const VERSION = ${JSON.stringify(hash.digest('base64url').slice(0, 22))}
const FILES = ${JSON.stringify(['./', ...files.map(({ path }) => path)])}
`
  const script = new TextDecoder().decode(loadScript('service-worker.js'))
  return textFile('service-worker.js', head + script)
}
