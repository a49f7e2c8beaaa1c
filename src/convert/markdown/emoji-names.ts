/**
 * Emoji by GitHub's names, from `gemoji` if the host has installed it.
 *
 * @module
 */

import { requireFromHost } from '../../assets/place.js'
import { SealwrightError } from '../../errors.js'
import { codeOf } from '../../input/foreign-values.js'
import type { TextChange } from './change-texts.js'

const NAME = /:([a-z\d_+-]{1,60}):/g

/** The part of `gemoji` that is used. */
interface Library {
  readonly nameToEmoji: Readonly<Record<string, string>>
}

/**
 * Replaces names of emoji by the emoji.
 *
 * @param isNamed whether the caller asked for emoji by name
 * @throws SealwrightError `missing_dependency` when that is so and `gemoji` is not installed
 */
export function emojiNames(isNamed: boolean): TextChange | undefined {
  const emoji = loadEmoji(isNamed)
  if (emoji === undefined) return undefined
  return (text) =>
    text.replace(NAME, (written, name: string) => (Object.hasOwn(emoji, name) ? (emoji[name] ?? written) : written))
}

function loadEmoji(isNamed: boolean): Library['nameToEmoji'] | undefined {
  try {
    return (requireFromHost('gemoji') as Library).nameToEmoji
  } catch (error) {
    if (!isNamed && codeOf(error) === 'MODULE_NOT_FOUND') return undefined
    throw new SealwrightError(
      'missing_dependency',
      'The extension "emoji" needs the package gemoji: npm install gemoji.',
      {
        cause: error,
      },
    )
  }
}
