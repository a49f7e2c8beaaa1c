/**
 * XMP metadata alone.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { metadataRule } from '../../../../src/verify/changes/rules/metadata-rule.js'
import { name, REFS, stream } from '../changed-documents.js'
import { says } from './rule-pair.js'

const PACKET = (inside: string) =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${inside}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

const withPacket = (packet: string) =>
  says(metadataRule, 0, ({ update, increment }) =>
    update(REFS.catalog, {
      Metadata: increment.add(stream(packet, { Type: name('Metadata'), Subtype: name('XML') })),
    }),
  )

describe('metadata', () => {
  it('may be added', () => {
    expect(withPacket(PACKET(''))).toEqual(['accepted validation-data metadata_updated'])
  })

  it('are a packet of XMP', () => {
    expect(withPacket('<x/>')).toEqual(['rejected metadata_malformed'])
  })
})
