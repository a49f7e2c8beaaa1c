/**
 * `sealwright convert`.
 *
 * @module
 */
import { basename, extname } from 'node:path'
import { type Conformance, convertFile, type MarkdownExtensionChoice } from '../../../src/index.js'
import { EXIT } from '../exit-codes.js'
import { assertJsonHasRoom, chooseOutputs, listInputs, PIPE, writeResult } from '../files.js'
import { type CONVERT_SETTINGS, TARGETS } from '../settings/convert-settings.js'
import type { Settings } from '../settings/settings.js'
import { describeWarnings, legible, painter, type Terminal } from '../terminal.js'
import { workOnFiles } from '../work-on-files.js'
import { MAX_BYTES } from './sign-command.js'

type ConvertSettings = Settings<typeof CONVERT_SETTINGS>

/** Converts files, and returns the exit code. */
export async function runConvert(
  args: readonly string[],
  settings: ConvertSettings,
  terminal: Terminal,
): Promise<number> {
  const inputs = await listInputs(args, ['.docx', '.md', '.markdown', '.html', '.htm'], terminal, settings.output)
  const { from, output, force = false, json = false } = settings
  const to = settings.to ?? targetOf(output)
  const places = await chooseOutputs(inputs, `.${to}`, { output, suffix: '', force }, terminal)
  assertJsonHasRoom(json, places)
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
      return {
        text: `${paint('green', '✓')} ${legible(`${name} → ${place ?? PIPE}`)}${describeWarnings(warnings, paint)}`,
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
  const { trackedChanges, comments, conformance, title, baseUrl, markdownExtensions, style } = settings
  return {
    maxBytes: MAX_BYTES,
    signal: terminal.signal,
    ...(trackedChanges === undefined ? {} : { trackedChanges }),
    ...(comments === undefined ? {} : { comments }),
    ...(conformance === undefined ? {} : { conformance: conformance.split(',') as Conformance[] }),
    ...(title === undefined ? {} : { title }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(style === undefined ? {} : { style }),
    ...(markdownExtensions === undefined
      ? {}
      : { markdownExtensions: markdownExtensions.split(',') as MarkdownExtensionChoice[] }),
  }
}
