/**
 * Optional packages, and which features are missing without them.
 *
 * @module
 */
import { createRequire } from 'node:module'
import type { Diagnosis } from './diagnosis.js'

const OPTIONAL: readonly (readonly [name: string, without: string])[] = [
  ['@expo-google-fonts/noto-sans-arabic', 'Arabic letters are shown by number on pages'],
  ['@expo-google-fonts/noto-sans-devanagari', 'Hindi is shown by number on pages'],
  ['@expo-google-fonts/noto-sans-thai', 'Thai letters are shown by number on pages'],
  ['@expo-google-fonts/noto-sans-sc', 'Chinese characters are shown by number on pages'],
  ['@expo-google-fonts/noto-sans-jp', 'Japanese characters are shown by number on pages'],
  ['@expo-google-fonts/noto-sans-kr', 'Korean letters are shown by number on pages'],
  ['@expo-google-fonts/noto-emoji', 'emoji are shown by number on pages'],
  ['highlight.js', 'code in Markdown has no colours'],
  ['gemoji', 'names of emoji in Markdown stay names'],
  ['pg', 'no database at postgres://'],
  ['ioredis', 'no server at redis://'],
  ['nodemailer', 'no mail server'],
  ['@opentelemetry/api', 'no --telemetry'],
]

/** One finding for each package. */
export function* diagnosePackages(): Generator<Diagnosis> {
  yield diagnoseSqlite()
  for (const [name, without] of OPTIONAL) {
    if (isInstalled(name)) yield { subject: name, state: 'ok', text: 'installed' }
    else yield { subject: name, state: 'missing', text: `not installed: ${without}` }
  }
}

function diagnoseSqlite(): Diagnosis {
  const subject = 'SQLite'
  if (process.getBuiltinModule?.('node:sqlite') !== undefined) {
    return { subject, state: 'ok', text: 'part of this Node.js' }
  }
  return isInstalled('node-sqlite3-wasm')
    ? { subject, state: 'ok', text: 'by node-sqlite3-wasm' }
    : {
        subject,
        state: 'missing',
        text: 'Node.js 22.13 has it, or node-sqlite3-wasm: without it serve needs a database',
      }
}

function isInstalled(name: string): boolean {
  // In CommonJS, a file name takes the place of `import.meta.url`.
  const { resolve } = createRequire(typeof __filename === 'string' ? __filename : import.meta.url)
  // A package need not export its package.json, so its main module is tried as well.
  return [`${name}/package.json`, name].some((path) => {
    try {
      resolve(path)
      return true
    } catch {
      return false
    }
  })
}
