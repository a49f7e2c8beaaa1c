/**
 * Time-stamping authorities and sources of validation data, by the settings.
 *
 * @module
 */
import { onlineRevocation, type RevocationStore, type TimestampAuthority, timestampAuthority } from '../../src/index.js'
import { CommandError, EXIT } from './exit-codes.js'
import { readNamed } from './load-identity.js'
import type { Settings } from './settings/settings.js'
import type { EVIDENCE_SETTINGS } from './settings/shared-settings.js'
import type { Terminal } from './terminal.js'

/** Options that signDocument, extendDocument and createApi have in common. */
export interface EvidenceChoice {
  timestampAuthorities?: TimestampAuthority[]
  trustAnchors?: Uint8Array[]
  timestampAnchors?: Uint8Array[]
  revocation?: ReturnType<typeof onlineRevocation>
}

/** @param store keeps answers about revocation, for several processes */
export async function readEvidenceOptions(
  settings: Settings<typeof EVIDENCE_SETTINGS>,
  terminal: Terminal,
  store?: RevocationStore,
): Promise<EvidenceChoice> {
  const { timestampAuthority: urls, trustAnchor, timestampAnchor, revocationHost } = settings
  const options: EvidenceChoice = {}
  if (urls !== undefined && urls.length > 0) options.timestampAuthorities = urls.map(authorityAt)
  if (trustAnchor !== undefined) options.trustAnchors = await readAll(trustAnchor, terminal)
  if (timestampAnchor !== undefined) options.timestampAnchors = await readAll(timestampAnchor, terminal)
  if (revocationHost !== undefined || store !== undefined) {
    options.revocation = onlineRevocation({
      ...(revocationHost === undefined ? {} : { trustedHosts: revocationHost }),
      ...(store === undefined ? {} : { store }),
    })
  }
  return options
}

/** The contents of certificate files. */
export function readAll(paths: readonly string[], terminal: Terminal): Promise<Uint8Array[]> {
  return Promise.all(paths.map((path) => readNamed(path, terminal)))
}

function authorityAt(url: string): TimestampAuthority {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new CommandError(
      EXIT.usage,
      `--timestamp-authority must be an http: or https: URL. It is ${JSON.stringify(url)}.`,
    )
  }
  // User and password in the address are sent in a header, so that no error message contains them.
  const { username, password } = new URL(url)
  if (username === '' && password === '') return timestampAuthority(url)
  const plain = new URL(url)
  plain.username = ''
  plain.password = ''
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return timestampAuthority(plain.href, {
    headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
  })
}
