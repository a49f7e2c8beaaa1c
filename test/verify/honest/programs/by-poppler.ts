/**
 * What Poppler does to signed documents, through the interface that Evince uses (`change-pdf.py`) and with `pdfsig`.
 *
 * @module
 */

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { PdfDocument } from '../../../../src/pdf/document.js'
import { PdfRef } from '../../../../src/pdf/objects.js'
import { makeTestKey } from '../../../support/keys.js'
import { withFiles } from '../../../support/oracles.js'
import { hasTool, mayUse, runTool } from '../../../support/tools.js'
import { ANNOTATABLE, FILLABLE, SIGNABLE } from '../../attacks/class-attack.js'
import type { Base, ProfileName } from '../../bases/bases.js'
import { fieldIn } from '../../bases/form-parts.js'
import { once } from '../../support/cases.js'
import { changesBy, type HonestChange } from './honest-change.js'

const SCRIPT = new URL('./change-pdf.py', import.meta.url).pathname
/** Debian's Python: the packages python3-gi and gir1.2-poppler-0.18 are made for it. */
const PYTHON = '/usr/bin/python3'
const TYPELIBS = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu'].map(
  (folder) => `${folder}/girepository-1.0/Poppler-0.18.typelib`,
)

/**
 * Whether Poppler can be run from here as a writer.
 *
 * @throws Error in CI when it is missing
 */
export function hasPopplerWriter(): boolean {
  const found = existsSync(PYTHON) && TYPELIBS.some((file) => existsSync(file)) && hasTool('certutil')
  return mayUse(found, 'python3-gi, gir1.2-poppler-0.18 and libnss3-tools')
}

const run = (name: string) => (base: Base) =>
  withFiles({ 'in.pdf': base.bytes }, async (path) => {
    const { code, stderr } = await runTool(PYTHON, [SCRIPT, name, path('in.pdf'), path('out.pdf')])
    if (code !== 0) throw new Error(`Poppler: ${stderr}`)
    return new Uint8Array(await readFile(path('out.pdf')))
  })

const changes = (profiles: readonly ProfileName[], names: readonly string[], fits?: HonestChange['fits']) =>
  changesBy('Poppler', profiles, Object.fromEntries(names.map((name) => [name, run(name)])), fits)

/** It writes the value into the widget, where that is no place for it when the field is another object. */
const hasMergedFields = ({ parts }: Base) =>
  ['name', 'amount', 'country', 'colours'].every((name) => {
    const { field, widgets } = fieldIn(parts, name)
    return widgets.length === 1 && widgets[0]?.num === field.num
  })

/** Of a form that stands in the catalog itself it loses the new field. */
const hasFormObject = ({ bytes }: Base) => PdfDocument.open(bytes).catalog.get('AcroForm') instanceof PdfRef

const key = once(() => makeTestKey('rsa', 'Bob'))

/** Signs with `pdfsig`, whose keys lie in a database of NSS. */
const sign = (...options: readonly string[]) => {
  return ({ bytes }: Base) =>
    withFiles({ 'in.pdf': bytes, 'key.p12': key().pkcs12 }, async (path) => {
      const database = `sql:${path('.')}`
      const { passphrase } = key()
      await mustRun('certutil', ['-N', '-d', database, '--empty-password'])
      await mustRun('pk12util', ['-i', path('key.p12'), '-d', database, '-W', passphrase])
      const { stdout } = await mustRun('certutil', ['-L', '-d', database])
      const nick = /^(.+?)\s+u,u,u/m.exec(stdout)?.[1] ?? 'Bob'
      const shared = ['-nssdir', database, '-nocert', '-nick', nick, '-reason', 'I agree']
      await mustRun('pdfsig', [...shared, ...options, path('in.pdf'), path('out.pdf')])
      return new Uint8Array(await readFile(path('out.pdf')))
    })
}

async function mustRun(program: string, args: readonly string[]) {
  const result = await runTool(program, [...args])
  if (result.code !== 0) throw new Error(`${program}: ${result.stderr}${result.stdout}`)
  return result
}

export const popplerChanges: readonly HonestChange[] = [
  ...changes(
    FILLABLE,
    [
      'fill a text field',
      'fill a text field again',
      'clear a text field',
      'choose in a drop-down list',
      'choose in a list',
      'fill three fields',
    ],
    hasMergedFields,
  ),
  ...changes(FILLABLE, ['tick a box', 'untick a box', 'choose a radio button', 'change the properties']),
  ...changes(ANNOTATABLE, [
    'add a note',
    'highlight a line',
    'underline a line',
    'strike a line out',
    'mark a line with a squiggle',
    'draw a square',
    'draw a circle',
  ]),
  ...changesBy('Poppler', SIGNABLE, { sign: sign('-add-signature') }, hasFormObject),
  ...changesBy('Poppler', SIGNABLE, {
    'sign the empty field': sign('-sign', 'Approval'),
    'sign the empty field, PAdES': sign('-sign', 'Approval', '-etsi'),
  }),
]
