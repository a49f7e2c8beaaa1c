/**
 * The manual page, made from the definitions of the commands, in the macros of man(7).
 *
 * @module
 */
import { VERSION } from '../../src/index.js'
import type { Command } from './command-definition.js'
import { EXIT, EXIT_TEXTS } from './exit-codes.js'
import { flagsOf, SOURCES, secretsOf } from './help.js'
import { CONFIGURATION_FILE } from './settings/settings.js'

/** The whole page, as `man -l -` reads it. */
export function writeManPage(commands: readonly Command[]): string {
  const exits: readonly (readonly [number, string])[] = [
    [EXIT.ok, 'done; for verify: all are valid'],
    [EXIT.failed, 'at least one file could not be done; for verify: at least one is not valid'],
    [EXIT.notJudged, 'verify: at least one is not proved or could not be judged, and none is invalid'],
    ...EXIT_TEXTS,
  ]
  return `${[
    `.TH SEALWRIGHT 1 "" "sealwright ${roff(VERSION)}"`,
    '.SH NAME',
    'sealwright \\- signs, verifies and converts documents, and serves that over HTTP',
    '.SH SYNOPSIS',
    ...commands.flatMap((command) => ['.br', synopsis(command)]).slice(1),
    '.SH DESCRIPTION',
    roff(SOURCES),
    `The configuration file is the one that \\fB\\-\\-config\\fR names, or ${roff(CONFIGURATION_FILE)} in the working folder.`,
    '.SH COMMANDS',
    ...commands.flatMap(describeCommand),
    '.SH "EXIT STATUS"',
    ...exits.flatMap(([code, text]) => ['.TP', `\\fB${code}\\fR`, roff(text)]),
    '.SH ENVIRONMENT',
    ...[...new Map(commands.flatMap(secretsOf)).entries()].flatMap(([variable, about]) => [
      '.TP',
      `\\fB${roff(variable)}\\fR, \\fB${roff(variable)}_FILE\\fR`,
      roff(about),
    ]),
    '.TP',
    '\\fBNO_COLOR\\fR',
    'no colours on a terminal',
  ].join('\n')}\n`
}

function synopsis({ name, argument }: Command): string {
  const rest = argument === undefined ? '' : ` ${roff(argument.spelling)}`
  return `\\fBsealwright ${roff(name)}\\fR [options]${rest}`
}

function describeCommand(command: Command): string[] {
  const { name, about, argument, notes = [], examples } = command
  return [
    `.SS "${roff(name)}${argument === undefined ? '' : ` ${roff(argument.spelling)}`}"`,
    roff(`${about[0]?.toUpperCase()}${about.slice(1)}.`),
    ...notes.flatMap((note) => ['.PP', roff(note)]),
    ...flagsOf(command).flatMap(({ flag, about: text }) => ['.TP', `\\fB${roff(flag)}\\fR`, roff(text)]),
    ...examples.flatMap(([line, does]) => [
      '.PP',
      '.nf',
      `\\fB${roff(line)}\\fR`,
      '.fi',
      ...(does === '' ? [] : [roff(does)]),
    ]),
  ]
}

/** Escapes text, so that no character in it is a macro or an escape. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replace(/^([.'])/, '\\&$1')
}
