/**
 * `sealwright check-page`: the verification page as a folder for any static host.
 *
 * @module
 */
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { checkPageFiles } from '../../../src/index.js'
import { readAll } from '../evidence-options.js'
import { CommandError, EXIT } from '../exit-codes.js'
import { writeResult } from '../files.js'
import type { CHECK_PAGE_SETTINGS } from '../settings/check-page-settings.js'
import type { Settings } from '../settings/settings.js'
import type { Terminal } from '../terminal.js'
import { readPolicySettings } from './verify-command.js'

/** Writes the folder, and prints what the page can do. */
export async function runCheckPage(
  [name = 'check-page']: readonly string[],
  settings: Settings<typeof CHECK_PAGE_SETTINGS>,
  terminal: Terminal,
): Promise<number> {
  const folder = resolve(terminal.cwd, name)
  const present = await readdir(folder).catch(() => [])
  if (present.length > 0 && settings.force !== true) {
    throw new CommandError(EXIT.cannotCreate, `${name} is not empty; --force replaces the files of the page in it.`)
  }
  const certificates = Object.entries({
    trustAnchors: await readAll(settings.trustAnchor ?? [], terminal),
    timestampAnchors: await readAll(settings.timestampAnchor ?? [], terminal),
    ownCertificates: await readAll(settings.ownCertificate ?? [], terminal),
  })
  const anchors = Object.fromEntries(certificates.filter(([, list]) => list.length > 0))
  const files = await checkPageFiles({ verify: { ...anchors, policy: readPolicySettings(settings) } })
  for (const { path, bytes } of files) await writeResult(join(folder, path), bytes, terminal)
  const hasViewer = files.some(({ path }) => path.startsWith('check/viewer/'))
  const pages = hasViewer
    ? 'It draws pages, too.'
    : 'It marks changes on outlines of pages; to draw them: npm install pdfjs-dist, and write it again.'
  await terminal.writeStderr(`${name}: ${files.length} files. Put them on any host with https. ${pages}\n`)
  return EXIT.ok
}
