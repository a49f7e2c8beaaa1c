/**
 * `sealwright convert`.
 *
 * @module
 */
import { basename, extname } from 'node:path'
import { convertFile } from '../../src/index.js'
import { CommandError, EXIT } from './exit-codes.js'
import { chooseOutputs, listInputs, PIPE, writeResult } from './files.js'
import type { Setting, Settings } from './settings.js'
import { MAX_BYTES } from './sign-command.js'
import { legible, painter, type Terminal } from './terminal.js'
import { workOnFiles } from './work-on-files.js'

const TARGETS = ['pdf', 'docx', 'html', 'md'] as const

export const CONVERT_SETTINGS = {
  from: {
    flag: '--from <format>',
    about: 'told from content and name if left out',
    type: 'text',
    choices: ['docx', 'md', 'html'],
  },
  to: { flag: '--to <format>', about: "that of --output's name, else pdf", type: 'text', choices: TARGETS },
  output: {
    flag: '-o, --output <place>',
    about: 'a file, a folder, or - ; beside the input if left out',
    type: 'text',
  },
  force: { flag: '-f, --force', about: 'replaces results that are there already', type: 'switch' },
  trackedChanges: {
    flag: '--tracked-changes <how>',
    about: 'how tracked changes of a DOCX are taken',
    type: 'text',
    choices: ['accept', 'reject', 'show', 'refuse'],
  },
  comments: {
    flag: '--comments <how>',
    about: 'how comments of a DOCX are taken',
    type: 'text',
    choices: ['omit', 'show', 'refuse'],
  },
  conformance: {
    flag: '--conformance <standard>',
    about: 'refuses what cannot follow it',
    type: 'text',
    choices: ['PDF/A-2u', 'PDF/A-3u', 'PDF/A-4', 'PDF/UA-1'],
  },
  baseUrl: { flag: '--base-url <url>', about: 'what relative links in HTML and Markdown refer to', type: 'text' },
  json: { flag: '--json', about: 'one line of JSON for each file', type: 'switch' },
} as const satisfies Record<string, Setting>

type ConvertSettings = Settings<typeof CONVERT_SETTINGS>

/** Converts files, and gives the exit code. */
export async function runConvert(
  args: readonly string[],
  settings: ConvertSettings,
  terminal: Terminal,
): Promise<number> {
  const inputs = await listInputs(args, ['.docx', '.md', '.markdown', '.html', '.htm'], terminal)
  const { from, output, force = false, json = false } = settings
  const to = settings.to ?? targetOf(output)
  const places = await chooseOutputs(inputs, `.${to}`, { output, suffix: '', force }, terminal)
  if (json && places.includes(undefined)) {
    throw new CommandError(EXIT.usage, 'The standard output cannot hold the document and --json: name an --output.')
  }
  const paint = painter(terminal.isStderrTerminal, terminal.env)
  const options = readOptions(settings, terminal)
  return workOnFiles(
    inputs,
    terminal,
    { json, textTo: 'stderr', failureCode: EXIT.failed },
    async (bytes, { name }, index) => {
      const request = {
        to,
        ...(from === undefined ? {} : { from }),
        ...(name === PIPE ? {} : { fileName: basename(name) }),
      }
      const { bytes: result, warnings } = await convertFile(bytes, request, options)
      const place = places[index]
      await writeResult(place, result, terminal)
      const notes = warnings.map((warning) => `\n    ${paint('yellow', '!')} ${legible(warning)}`).join('')
      return {
        text: `${paint('green', '✓')} ${legible(`${name} → ${place ?? PIPE}`)}${notes}`,
        json: { output: place ?? PIPE, warnings },
        exitCode: EXIT.ok,
      }
    },
  )
}

function targetOf(output: string | undefined): (typeof TARGETS)[number] {
  const ending = extname(output ?? '')
    .slice(1)
    .toLowerCase()
  return TARGETS.find((target) => target === ending) ?? 'pdf'
}

function readOptions(settings: ConvertSettings, terminal: Terminal) {
  const { trackedChanges, comments, conformance, baseUrl } = settings
  return {
    maxBytes: MAX_BYTES,
    signal: terminal.signal,
    ...(trackedChanges === undefined ? {} : { trackedChanges }),
    ...(comments === undefined ? {} : { comments }),
    ...(conformance === undefined ? {} : { conformance }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  }
}
