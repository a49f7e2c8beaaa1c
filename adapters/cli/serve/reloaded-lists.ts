/**
 * Trusted lists of a service. They are read again from their folder while the service runs, since `sealwright trust update`
 * renews them there.
 *
 * @module
 */
import { SealwrightError } from '../../../src/index.js'
import type { TrustLists } from '../../../src/trust-lists/entry.js'
import type { Terminal } from '../terminal.js'
import { openTrustFolder } from '../trust-folder.js'

/** Age of lists after which they are read again, in milliseconds. */
const RELOAD_MS = 5 * 60_000

/**
 * How long lists are used that cannot be read again, in milliseconds. Entries that were withdrawn meanwhile must not be trusted
 * for long.
 */
const KEEP_MS = 24 * 3_600_000

interface Reloading {
  readonly now?: () => number
  readonly onProblem: (error: unknown) => void
}

/**
 * Opens the lists of a folder. A call after the lists have become old waits until they are read again.
 *
 * @returns a function for `trustAnchors`; it rejects once the lists have been unreadable for a day
 * @throws CommandError for a folder without valid lists
 */
export async function openReloadedLists(
  folder: string,
  terminal: Terminal,
  { now = Date.now, onProblem }: Reloading,
): Promise<TrustLists> {
  let current = await openTrustFolder(folder, terminal)
  let [readAt, triedAt] = [now(), now()]
  let reading: Promise<void> = Promise.resolve()
  const reload = async () => {
    try {
      current = await openTrustFolder(folder, terminal)
      readAt = now()
    } catch (error) {
      onProblem(error)
      if (now() - readAt >= KEEP_MS) throw unavailable(error)
    }
  }
  return {
    get lists() {
      return current.lists
    },
    async findServices(certificates) {
      if (now() - triedAt >= RELOAD_MS) {
        triedAt = now()
        reading = reload()
      }
      await reading
      return current.findServices(certificates)
    },
  }
}

function unavailable(cause: unknown): SealwrightError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new SealwrightError('trust_list_unavailable', `The trusted lists cannot be read: ${reason}`, { cause })
}
