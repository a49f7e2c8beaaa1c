/**
 * Turns a command line into a call of a command, with commander and the definitions of the commands.
 *
 * @module
 */
import { Command as CommanderCommand, CommanderError, Option } from 'commander'
import { SealwrightError, VERSION } from '../../src/index.js'
import type { Command } from './command-definition.js'
import { COMMANDS, GROUPS, KNOWN_NAMES } from './commands.js'
import { CommandError, EXIT } from './exit-codes.js'
import { flagsOf, writeHelp } from './help.js'
import { environmentName, kebab } from './settings/settings.js'
import { legible, painter, type Terminal } from './terminal.js'

/**
 * Runs a command line.
 *
 * @param args without the program's own name
 * @returns the exit code
 */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode: number = EXIT.ok
  let printed = Promise.resolve()
  const print = (text: string) => {
    printed = printed.then(() => terminal.writeStdout(text))
    // The promise is awaited below. Until then, a rejection must not count as unhandled.
    printed.catch(() => undefined)
  }
  const program = createProgram(commandsFor(args), { ...terminal, print }, (code) => {
    exitCode = code
  })
  try {
    await program.parseAsync([...args], { from: 'user' })
    return exitCode
  } catch (error) {
    const code = explain(error, terminal)
    return await printed.then(
      () => code,
      (failure: unknown) => explain(failure, terminal),
    )
  }
}

/** A terminal to which commander can print synchronously. */
interface PrintingTerminal extends Terminal {
  print(text: string): void
}

/**
 * The definitions of the command that is named, or of all where none is: for the help, and for words that are no command. To set
 * up all of them takes a twentieth of a short run.
 */
function commandsFor([first]: readonly string[]): readonly Command[] {
  const named = COMMANDS.filter(({ name }) => name.split(' ')[0] === first)
  return named.length > 0 ? named : COMMANDS
}

function createProgram(
  commands: readonly Command[],
  terminal: PrintingTerminal,
  finish: (exitCode: number) => void,
): CommanderCommand {
  const program = new CommanderCommand('sealwright')
    .description('Signs, verifies and converts documents, and serves that over HTTP.')
    .version(VERSION, '-V, --version', 'prints the version')
    .helpOption('-h, --help', 'prints help')
    .helpCommand('help [command]', 'prints help for a command')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.print(text),
      writeErr: (text) => terminal.writeStderr(text),
      getOutHelpWidth: () => terminal.columns,
      getErrHelpWidth: () => terminal.columns,
    })
    .showSuggestionAfterError()
    .addHelpText('after', '\nEach command has help of its own with examples: sealwright sign --help')
  const groups = new Map<string, CommanderCommand>()
  const groupOf = (name: string) => {
    const known = groups.get(name)
    if (known !== undefined) return known
    const group = program
      .command(name)
      .description(GROUPS[name] ?? '')
      .copyInheritedSettings(program)
    groups.set(name, group)
    return group
  }
  for (const definition of commands) {
    const [first = '', second] = definition.name.split(' ')
    const parent = second === undefined ? program : groupOf(first)
    addCommand(parent.command(second ?? first).copyInheritedSettings(program), definition, terminal, finish)
  }
  addTextCommands(program, terminal)
  return program
}

function addCommand(
  command: CommanderCommand,
  definition: Command,
  terminal: Terminal,
  finish: (exitCode: number) => void,
): void {
  const { about, argument } = definition
  command.description(about)
  if (argument !== undefined) command.argument(argument.spelling, argument.about)
  // Values are checked together with those of the environment and the file, by the same rule.
  for (const { flag, about: text } of flagsOf(definition)) command.addOption(new Option(flag, text))
  command.addHelpText('after', writeHelp(definition, terminal.columns))
  command.action(async () => {
    const { config, ...values } = command.opts<{ config?: string }>()
    // Commander sets switches to a default value that nobody gave.
    const given = Object.entries(values).filter(([name]) => command.getOptionValueSource(name) === 'cli')
    finish(
      await definition.run(
        command.args,
        { flags: Object.fromEntries(given), file: config, known: KNOWN_NAMES },
        terminal,
      ),
    )
  })
}

/** Adds commands that print texts made from the definitions. */
function addTextCommands(program: CommanderCommand, terminal: Terminal): void {
  program
    .command('completion')
    .description('prints a script that completes command lines: source <(sealwright completion bash)')
    .copyInheritedSettings(program)
    .addArgument(program.createArgument('<shell>', 'bash, zsh or fish').choices(['bash', 'zsh', 'fish']))
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { completionScript } = await import('./completion.js')
      await terminal.writeStdout(completionScript(shell, COMMANDS, GROUPS))
    })
  program
    .command('man')
    .description('prints the manual page: sealwright man | man -l -')
    .copyInheritedSettings(program)
    .action(async () => {
      const { writeManPage } = await import('./man-page.js')
      await terminal.writeStdout(writeManPage(COMMANDS))
    })
}

/** A hint where to put a secret, for somebody who gave it as a flag. */
function secretHint(message: string): string | undefined {
  const flag = /--([a-z-]+)/.exec(message)?.[1]
  const names = COMMANDS.flatMap(({ settings }) => Object.entries(settings))
    .filter(([, { isSecret }]) => isSecret === true)
    .map(([name]) => name)
  const name = names.find((each) => kebab(each) === flag)
  if (name === undefined) return undefined
  return `Other users of the machine can read flags. Give it in ${environmentName(name)}, or in a file that --${kebab(name)}-file names.`
}

function explain(error: unknown, terminal: Terminal): number {
  // Commander has printed its message, or the requested help.
  if (error instanceof CommanderError) {
    const hint = error.code === 'commander.unknownOption' ? secretHint(error.message) : undefined
    if (hint !== undefined) terminal.writeStderr(`${hint}\n`)
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage
  }
  if (terminal.signal.aborted) return EXIT.interrupted
  if (!(error instanceof CommandError) && !(error instanceof SealwrightError)) throw error
  const paint = painter(terminal.isStderrTerminal, terminal.env)
  terminal.writeStderr(`${paint('red', 'sealwright:')} ${legible(error.message)}\n`)
  return error instanceof CommandError ? error.exitCode : EXIT.failed
}
