/**
 * The options for verifying in a service, by its settings.
 *
 * @module
 */
import { type ApiOptions, onlineRevocation } from '../../../src/index.js'
import type { EvidenceChoice } from '../evidence-options.js'
import type { ServeSettings } from '../settings/serve-settings.js'
import type { Terminal } from '../terminal.js'

/** @throws CommandError for a folder without trusted lists */
export async function readVerifyChoice(
  { trustLists, online, revocationHost }: ServeSettings,
  { trustAnchors = [], timestampAnchors, revocation }: EvidenceChoice,
  terminal: Terminal,
  warn: (error: unknown) => void,
): Promise<NonNullable<ApiOptions['verify']>> {
  const anchors = [...trustAnchors, ...(trustLists === undefined ? [] : [await openLists(trustLists, terminal, warn)])]
  const trustedHosts = revocationHost === undefined ? {} : { trustedHosts: revocationHost }
  return {
    ...(anchors.length === 0 ? {} : { trustAnchors: anchors }),
    ...(timestampAnchors === undefined ? {} : { timestampAnchors }),
    ...(online === true ? { fetchRevocation: revocation ?? onlineRevocation(trustedHosts) } : {}),
  }
}

/** Opens trusted lists. The code is loaded only when a folder is named. */
async function openLists(folder: string, terminal: Terminal, warn: (error: unknown) => void) {
  const { openReloadedLists } = await import('./reloaded-lists.js')
  return openReloadedLists(folder, terminal, { onProblem: warn })
}
