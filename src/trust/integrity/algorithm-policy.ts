/**
 * Which algorithms are outdated, and since when. Sources: NIST SP 800-131A rev. 2 and FIPS 186-5 for what is disallowed, ETSI
 * TS 119 312 for what is recommended. An old algorithm does not make a signature wrong, but it makes weak evidence.
 *
 * @module
 */

import {
  type DigestAlgorithm,
  importPublicKey,
  type PublicKeyInfo,
  type SignatureScheme,
} from '../../cms/algorithms.js'
import type { AlgorithmReport, DatedAlgorithm } from '../trust-report.js'

const SIGNATURE_LABELS = {
  rsa: 'RSASSA-PKCS1-v1_5',
  'rsa-pss': 'RSASSA-PSS',
  ecdsa: 'ECDSA',
  dsa: 'DSA',
  ed25519: 'Ed25519',
  ed448: 'Ed448',
} as const

/** Effect of a collision: only the author of the document can exploit it. */
const COLLISION = 'only whoever drew up the document could have prepared another that the same signature fits'

const DATED_DIGESTS: Readonly<Record<string, DatedAlgorithm>> = {
  md5: {
    code: 'dated_digest_md5',
    since: '2005-01-01',
    message: `The digest is MD5, for which anyone has been able to make collisions since 2004: ${COLLISION}.`,
  },
  ripemd160: {
    code: 'dated_digest_ripemd160',
    since: '2014-01-01',
    message: 'The digest is RIPEMD-160, whose 160 bits have been too few since 2014.',
  },
  sha1: {
    code: 'dated_digest_sha1',
    since: '2014-01-01',
    message: `The digest is SHA-1, disallowed for signatures since 2014; collisions have been known since 2017: ${COLLISION}.`,
  },
}

/** The algorithms of a signature for the report. `digest` is undefined when the algorithm is unknown. */
export function describeAlgorithm(
  digest: DigestAlgorithm | undefined,
  digestOid: string,
  scheme: SignatureScheme | undefined,
  signatureOid: string,
  publicKey: PublicKeyInfo | undefined,
): AlgorithmReport {
  const digests = [digest?.name, scheme?.digest?.name, scheme?.type === 'rsa-pss' ? scheme.mgfDigest.name : undefined]
  return {
    digest: digest?.label ?? digestOid,
    signature: scheme === undefined ? signatureOid : labelOf(scheme),
    keyBits: publicKey === undefined ? null : (keyBitsOf(publicKey) ?? null),
    dated: [...datedDigests(digests), ...(publicKey === undefined ? [] : datedKey(publicKey))],
  }
}

/**
 * The report with the weaknesses of a further digest: the signature may be over a digest that was made with another algorithm
 * than that of the signer, in adbe.pkcs7.sha1 and in time stamps.
 */
export function withDigest(report: AlgorithmReport | null, digest: DigestAlgorithm): AlgorithmReport | null {
  if (report === null) return null
  const known = new Set(report.dated.map(({ code }) => code))
  const further = datedDigests([digest.name]).filter(({ code }) => !known.has(code))
  return further.length === 0 ? report : { ...report, dated: [...further, ...report.dated] }
}

function labelOf(scheme: SignatureScheme): string {
  return scheme.type === 'ml-dsa' ? scheme.set.name : SIGNATURE_LABELS[scheme.type]
}

/** Weaknesses of digests, given by their names in node:crypto; each once. */
function datedDigests(names: readonly (string | undefined)[]): DatedAlgorithm[] {
  return [...new Set(names)].flatMap((name) => (name === undefined ? [] : (DATED_DIGESTS[name] ?? [])))
}

/** Weaknesses of a key. */
export function datedKey(publicKey: PublicKeyInfo): DatedAlgorithm[] {
  const bits = keyBitsOf(publicKey)
  const { type } = publicKey.kind
  if (bits === undefined) return []
  const isCurve = type === 'ec' || type === 'ed25519' || type === 'ed448'
  if (isCurve) {
    if (bits >= 224) return []
    return [
      {
        code: 'dated_key_size',
        since: '2014-01-01',
        message: `Curves of ${bits} bits have been too small since 2014.`,
      },
    ]
  }
  const dated: DatedAlgorithm[] = []
  if (bits < 2048) {
    const since = bits < 1024 ? '2011-01-01' : '2014-01-01'
    const message = `Keys of ${bits} bits have been too short since ${since.slice(0, 4)}; 2048 is the minimum.`
    dated.push({ code: 'dated_key_size', since, message })
  }
  if (type === 'unknown') {
    const message = 'DSA has not been approved for new signatures since 2024 (FIPS 186-5).'
    dated.push({ code: 'dated_signature_dsa', since: '2024-02-04', message })
  }
  return dated
}

/**
 * The day from which a key that is strong today is expected to be too weak. NIST SP 800-57 part 1 rev. 5, table 4, ends 112
 * bits of security (RSA and DSA below 3,072 bits, curves below 256; table 2) with 2030. A forecast affects no verdict, but
 * says when a proof should be renewed. Undefined when none is known.
 */
export function keyForecast(publicKey: PublicKeyInfo): string | undefined {
  const bits = keyBitsOf(publicKey)
  if (bits === undefined) return undefined
  const { type } = publicKey.kind
  const isCurve = type === 'ec' || type === 'ed25519' || type === 'ed448'
  return bits < (isCurve ? 256 : 3072) ? '2031-01-01' : undefined
}

/** Bits of an RSA or DSA modulus, or of a curve; `undefined` for an unknown kind of key. */
function keyBitsOf(publicKey: PublicKeyInfo): number | undefined {
  const { kind } = publicKey
  switch (kind.type) {
    case 'rsa':
    case 'rsa-pss':
      return kind.modulusBits
    case 'ed25519':
      return 256
    case 'ed448':
      return 448
    // The length of a lattice key does not tell its strength; the name of the algorithm does.
    case 'ml-dsa':
      return undefined
    case 'ec':
      return kind.bits ?? bitsFromKey(publicKey)
    default:
      return bitsFromKey(publicKey)
  }
}

function bitsFromKey(publicKey: PublicKeyInfo): number | undefined {
  try {
    const details = importPublicKey(publicKey).asymmetricKeyDetails
    // Names such as secp224r1 and brainpoolP320r1 contain the bits of the curve.
    const named = /\d{3}/.exec(details?.namedCurve ?? '')
    return details?.modulusLength ?? (named === null ? undefined : Number(named[0]))
  } catch {
    return undefined
  }
}
