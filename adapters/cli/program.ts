/**
 * The commands of `sealwright`.
 *
 * @module
 */
import { Command, CommanderError, Option } from 'commander'
import { SealwrightError, VERSION } from '../../src/index.js'
import { type CompletedCommand, completionScript, SHELLS, type Shell } from './completion.js'
import { CONVERT_SETTINGS, runConvert } from './convert-command.js'
import { DOCTOR_SETTINGS, runDoctor } from './doctor-command.js'
import { CommandError, EXIT } from './exit-codes.js'
import {
  assertKnownNames,
  CONFIGURATION_FILE,
  environmentName,
  resolveSettings,
  type Settings,
  type SettingTable,
} from './settings.js'
import { runSign, SIGN_SETTINGS } from './sign-command.js'
import { legible, painter, type Terminal } from './terminal.js'
import { runVerify, VERIFY_SETTINGS } from './verify-command.js'

interface CommandDefinition<T extends SettingTable> {
  readonly name: string
  readonly about: string
  /** Whether it takes files. */
  readonly takesFiles: boolean
  readonly settings: T
  readonly help: string
  run(files: readonly string[], settings: Settings<T>, terminal: Terminal): Promise<number>
}

/** Keeps the settings' types while the definitions stand in one list. */
function define<const T extends SettingTable>(definition: CommandDefinition<T>) {
  const { name, about, takesFiles, settings, help } = definition
  return {
    name,
    about,
    takesFiles,
    settings: settings as SettingTable,
    help,
    async run(files: readonly string[], flags: Record<string, unknown>, terminal: Terminal, file: string | undefined) {
      await assertKnownNames(terminal, file, knownNames())
      return definition.run(files, await resolveSettings(settings, flags, terminal, file), terminal)
    },
  }
}

const COMMANDS = [
  define({
    name: 'sign',
    about: 'signs PDF and DOCX files',
    takesFiles: true,
    settings: SIGN_SETTINGS,
    help: `
Examples:
  sealwright sign contract.pdf --key key.p12 --signer-name "Ada Lovelace" --signer-email ada@example.com
  sealwright sign contracts/ --output signed/ --request request.json --level B-LT --timestamp-authority https://tsa.example.com
  cat contract.pdf | sealwright sign - --development --signer-name Ada --signer-email ada@example.com > signed.pdf`,
    run: runSign,
  }),
  define({
    name: 'verify',
    about: 'says whether signed PDF files are valid, and what was changed',
    takesFiles: true,
    settings: VERIFY_SETTINGS,
    help: `
Exit code: 0 all are valid, 1 one is not, 2 one could not be judged.

Examples:
  sealwright verify contract-signed.pdf
  sealwright verify archive/ --trust-anchor root.pem --require-timestamp --quiet
  sealwright verify "archive/**/*.pdf" --json > verdicts.jsonl`,
    run: runVerify,
  }),
  define({
    name: 'convert',
    about: 'converts DOCX, Markdown and HTML to PDF and DOCX',
    takesFiles: true,
    settings: CONVERT_SETTINGS,
    help: `
Examples:
  sealwright convert contract.docx
  sealwright convert letters/ --output pdfs/ --conformance PDF/A-3u
  sealwright convert - --from md --to docx < notes.md > notes.docx`,
    run: runConvert,
  }),
  define({
    name: 'doctor',
    about: 'says what is missing on this machine',
    takesFiles: false,
    settings: DOCTOR_SETTINGS,
    help: '',
    run: (_, settings, terminal) => runDoctor(settings, terminal),
  }),
]

/** One file may hold the settings of all commands. */
function knownNames(): ReadonlySet<string> {
  return new Set(COMMANDS.flatMap(({ settings }) => Object.keys(settings)))
}

/**
 * Runs a command line.
 *
 * @param args without the program's own name
 * @returns the exit code
 */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode: number = EXIT.ok
  const program = createProgram(terminal, (code) => {
    exitCode = code
  })
  try {
    await program.parseAsync([...args], { from: 'user' })
    return exitCode
  } catch (error) {
    return explain(error, terminal)
  }
}

function createProgram(terminal: Terminal, finish: (exitCode: number) => void): Command {
  const program = new Command('sealwright')
    .description('Signs, verifies and converts documents.')
    .version(VERSION, '-V, --version', 'prints the version')
    .helpOption('-h, --help', 'prints help')
    .helpCommand('help [command]', 'prints help for a command')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.writeStdout(text),
      writeErr: (text) => terminal.writeStderr(text),
      getOutHelpWidth: () => terminal.columns,
      getErrHelpWidth: () => terminal.columns,
    })
    .showSuggestionAfterError()
  for (const definition of COMMANDS) {
    const command = program.command(definition.name).description(definition.about).copyInheritedSettings(program)
    if (definition.takesFiles) command.argument('<files...>', 'files, folders, patterns, or - for a pipe')
    addFlags(command, definition.settings)
    command.option('--config <file>', `settings in JSON (${CONFIGURATION_FILE} if that is there)`)
    command.addHelpText('after', `${describeSources(definition.settings)}${definition.help}`)
    command.action(async () => {
      const { config, ...values } = command.opts<{ config?: string }>()
      // Commander gives switches a value of its own where nobody did.
      const given = Object.entries(values).filter(([name]) => command.getOptionValueSource(name) === 'cli')
      finish(await definition.run(command.args, Object.fromEntries(given), terminal, config))
    })
  }
  program
    .command('completion')
    .description('prints a script that completes command lines: source <(sealwright completion bash)')
    .copyInheritedSettings(program)
    .addArgument(program.createArgument('<shell>', 'the shell').choices(SHELLS))
    .action((shell: Shell) => terminal.writeStdout(completionScript(shell, completedCommands())))
  return program
}

function addFlags(command: Command, settings: SettingTable): void {
  for (const { flag, about, choices, isSecret } of Object.values(settings)) {
    if (isSecret === true) continue
    // The values are checked with those of the environment and the file, by one rule.
    command.addOption(new Option(flag, choices === undefined ? about : `${about}: ${choices.join(', ')}`))
  }
}

function describeSources(settings: SettingTable): string {
  const secrets = Object.entries(settings).filter(([, { isSecret }]) => isSecret === true)
  const lines = secrets.map(([name, { about }]) => `  ${environmentName(name).padEnd(26)} ${about.split(':')[0]}`)
  const list =
    lines.length === 0 ? '' : `\nSecrets, from the environment or the configuration file:\n${lines.join('\n')}\n`
  return `
Every flag can also be set in the environment (--signer-name as SEALWRIGHT_SIGNER_NAME) or in the configuration file
(as "signerName"). A flag goes before the environment, and that before the file.
${list}`
}

function completedCommands(): CompletedCommand[] {
  return COMMANDS.map(({ name, about, settings }) => ({
    name,
    about,
    flags: Object.values(settings)
      .filter(({ isSecret }) => isSecret !== true)
      .map((setting) => ({
        name: /--[\w-]+/.exec(setting.flag)?.[0] ?? setting.flag,
        about: setting.about,
        choices: setting.choices ?? [],
      })),
  }))
}

function explain(error: unknown, terminal: Terminal): number {
  // Commander has printed its message, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
  if (terminal.signal.aborted) return EXIT.interrupted
  if (!(error instanceof CommandError) && !(error instanceof SealwrightError)) throw error
  const paint = painter(terminal.isStderrTerminal, terminal.env)
  terminal.writeStderr(`${paint('red', 'sealwright:')} ${legible(error.message)}\n`)
  return error instanceof CommandError ? error.exitCode : EXIT.failed
}
