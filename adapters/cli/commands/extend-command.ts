/**
 * `sealwright extend`.
 *
 * @module
 */
import { extendDocument } from '../../../src/index.js'
import { readEvidenceOptions } from '../evidence-options.js'
import { CommandError, EXIT } from '../exit-codes.js'
import { assertJsonHasRoom, chooseOutputs, listInputs, PIPE, writeResult } from '../files.js'
import type { EXTEND_SETTINGS } from '../settings/extend-settings.js'
import type { Settings } from '../settings/settings.js'
import { describeWarnings, legible, painter, type Terminal } from '../terminal.js'
import { workOnFiles } from '../work-on-files.js'
import { MAX_BYTES } from './sign-command.js'

type ExtendSettings = Settings<typeof EXTEND_SETTINGS>

/** Extends files, and returns the exit code. */
export async function runExtend(
  args: readonly string[],
  settings: ExtendSettings,
  terminal: Terminal,
): Promise<number> {
  const { output, suffix = '-extended', force = false, json = false, inPlace = false } = settings
  if (inPlace && output !== undefined) {
    throw new CommandError(EXIT.usage, '--in-place and --output cannot go together.')
  }
  const inputs = await listInputs(args, ['.pdf'], terminal, output)
  const places = await chooseOutputs(inputs, '.pdf', { output, suffix, force, inPlace }, terminal)
  assertJsonHasRoom(json, places)
  const options = await readOptions(settings, terminal)
  const paint = painter(terminal.isStderrTerminal, terminal.env)
  return workOnFiles(
    inputs,
    terminal,
    { json, textTo: 'stderr', failureCode: EXIT.failed },
    async (bytes, { name }, index) => {
      const { bytes: extended, level, renewBefore, warnings } = await extendDocument(bytes, options)
      const place = places[index]
      await writeResult(place, extended, terminal)
      const renewal =
        renewBefore === null ? '' : `, to be extended again before ${renewBefore.toISOString().slice(0, 10)}`
      return {
        text: `${paint('green', '✓')} ${legible(`${name} → ${place ?? PIPE}`)}  ${level}${renewal}${describeWarnings(warnings, paint)}`,
        json: { output: place ?? PIPE, level, renewBefore, added: extended.length - bytes.length, warnings },
        exitCode: EXIT.ok,
      }
    },
  )
}

async function readOptions(settings: ExtendSettings, terminal: Terminal) {
  const { level, degrade, password } = settings
  return {
    ...(await readEvidenceOptions(settings, terminal)),
    maxBytes: MAX_BYTES,
    signal: terminal.signal,
    ...(level === undefined ? {} : { level }),
    ...(degrade === true ? ({ onUnavailable: 'degrade' } as const) : {}),
    ...(password === undefined ? {} : { password }),
  }
}
