import { CONVERT_LIMITS } from '../../limits.js'

/** What is not shown as the source has it; each thing is told once. */
export class ConversionWarnings {
  readonly #messages = new Set<string>()

  /** Adds a warning unless there are too many already. */
  add(message: string): void {
    if (this.#messages.size < CONVERT_LIMITS.maxWarnings) this.#messages.add(message)
  }

  /** All of them, in the order they came up. */
  get messages(): readonly string[] {
    return [...this.#messages]
  }
}
