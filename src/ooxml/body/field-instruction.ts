/**
 * Splits the code of a field into words.
 *
 * @module
 */

/** The code of a field, such as `PAGE \* roman`, cut into words (ECMA-376-1, 17.16.1). */
export interface FieldInstruction {
  /** Name in upper case. */
  readonly name: string
  /** The words after the name. A word is a switch if it starts with a backslash and was not quoted. */
  readonly words: readonly FieldWord[]
  /** The unsplit text after the name. */
  readonly rest: string
}

interface FieldWord {
  readonly text: string
  readonly isSwitch: boolean
}

/** Switches that take the next word as their argument. */
const TAKES_ARGUMENT = new Set(['\\*', '\\#', '\\@', '\\l', '\\o', '\\t', '\\f', '\\s'])

const WORD = /"((?:[^"\\]|\\[\s\S])*)"?|\\([*#@]|[a-z])|[^\s"]+/gi

/** Cuts a field's code into its name, arguments and switches. */
export function parseFieldInstruction(code: string): FieldInstruction {
  const trimmed = code.replace(/[\u201c\u201d]/g, '"').trim()
  const name = /^[^\s"\\]+/.exec(trimmed)?.[0] ?? ''
  const rest = trimmed.slice(name.length).trim()
  const words: FieldWord[] = []
  for (const match of rest.matchAll(WORD)) {
    if (match[1] !== undefined) words.push({ text: match[1].replace(/\\([\s\S])/g, '$1'), isSwitch: false })
    else if (match[2] !== undefined) words.push({ text: match[0].toLowerCase(), isSwitch: true })
    else words.push({ text: match[0], isSwitch: false })
  }
  return { name: name.toUpperCase(), words, rest }
}

/** The words that are neither a switch nor the argument of one. */
export function fieldArguments({ words }: FieldInstruction): string[] {
  const found: string[] = []
  for (let index = 0; index < words.length; index++) {
    const word = words[index]
    if (word === undefined) continue
    if (!word.isSwitch) found.push(word.text)
    else if (TAKES_ARGUMENT.has(word.text) && words[index + 1]?.isSwitch === false) index++
  }
  return found
}

/** The first word that is neither a switch nor the argument of one. */
export function fieldArgument(instruction: FieldInstruction): string | undefined {
  return fieldArguments(instruction)[0]
}

/** Whether a field has a switch. */
export function hasFieldSwitch(instruction: FieldInstruction, name: string): boolean {
  return instruction.words.some((word) => word.isSwitch && word.text === name)
}

/** The arguments of a switch, which may occur several times (`\* roman \* MERGEFORMAT`). */
export function fieldSwitchArguments(instruction: FieldInstruction, name: string): string[] {
  const { words } = instruction
  const found: string[] = []
  words.forEach((word, index) => {
    const next = words[index + 1]
    if (word.isSwitch && word.text === name && next?.isSwitch === false) found.push(next.text)
  })
  return found
}
