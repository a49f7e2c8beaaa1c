/**
 * Known policies of signatures, certificates and time stamps that standards and states have published, by their identifiers.
 * A name tells what the signer or issuer refers to. The policy's demands are not checked.
 *
 * @module
 */

/** A policy, or all policies below an identifier. */
interface KnownPolicy {
  /** Object identifier. Longer ones that begin with it belong to the policy as well, as versions or variants. */
  readonly id: string
  readonly of: 'signature' | 'certificate' | 'timestamp'
  readonly name: string
  /** Country code (ISO 3166); null for a policy of no state. */
  readonly country: string | null
}

type Row = readonly [id: string, of: KnownPolicy['of'], country: string | null, name: string]

const PBAD = '2.16.76.1.7.1'

const ROWS: readonly Row[] = [
  // ETSI EN 319 411-2, 5.3
  ['0.4.0.194112.1.0', 'certificate', null, 'QCP-n: qualified, natural person'],
  ['0.4.0.194112.1.1', 'certificate', null, 'QCP-l: qualified, legal person'],
  ['0.4.0.194112.1.2', 'certificate', null, 'QCP-n-qscd: qualified, natural person, key in a QSCD'],
  ['0.4.0.194112.1.3', 'certificate', null, 'QCP-l-qscd: qualified, legal person, key in a QSCD'],
  ['0.4.0.194112.1.4', 'certificate', null, 'QEVCP-w: qualified, website'],
  // ETSI EN 319 411-1, 5.3
  ['0.4.0.2042.1.1', 'certificate', null, 'NCP: normalized certificate'],
  ['0.4.0.2042.1.2', 'certificate', null, 'NCP+: normalized certificate, key in a secure device'],
  ['0.4.0.2042.1.3', 'certificate', null, 'LCP: lightweight certificate'],
  // ETSI TS 101 456, 5.2
  ['0.4.0.1456.1.1', 'certificate', null, 'QCP public + SSCD: qualified before July 2016, secure device'],
  ['0.4.0.1456.1.2', 'certificate', null, 'QCP public: qualified before July 2016'],
  // ETSI EN 319 421, 5.2
  ['0.4.0.2023.1.1', 'timestamp', null, 'BTSP: best practices policy for time stamps'],

  // ITI, DOC-ICP-15.03; http://politicas.icpbrasil.gov.br/
  [`${PBAD}.1`, 'signature', 'BR', 'ICP-Brasil CAdES AD-RB: basic references'],
  [`${PBAD}.2`, 'signature', 'BR', 'ICP-Brasil CAdES AD-RT: reference of time'],
  [`${PBAD}.3`, 'signature', 'BR', 'ICP-Brasil CAdES AD-RV: references for validation'],
  [`${PBAD}.4`, 'signature', 'BR', 'ICP-Brasil CAdES AD-RC: complete references'],
  [`${PBAD}.5`, 'signature', 'BR', 'ICP-Brasil CAdES AD-RA: references for archives'],
  [`${PBAD}.6`, 'signature', 'BR', 'ICP-Brasil XAdES AD-RB: basic references'],
  [`${PBAD}.7`, 'signature', 'BR', 'ICP-Brasil XAdES AD-RT: reference of time'],
  [`${PBAD}.8`, 'signature', 'BR', 'ICP-Brasil XAdES AD-RV: references for validation'],
  [`${PBAD}.9`, 'signature', 'BR', 'ICP-Brasil XAdES AD-RC: complete references'],
  [`${PBAD}.10`, 'signature', 'BR', 'ICP-Brasil XAdES AD-RA: references for archives'],
  [`${PBAD}.11`, 'signature', 'BR', 'ICP-Brasil PAdES AD-RB: basic references'],
  [`${PBAD}.12`, 'signature', 'BR', 'ICP-Brasil PAdES AD-RT: reference of time'],
  [`${PBAD}.13`, 'signature', 'BR', 'ICP-Brasil PAdES AD-RC: complete references'],
  [`${PBAD}.14`, 'signature', 'BR', 'ICP-Brasil PAdES AD-RA: references for archives'],
  // ITI, DOC-ICP-04
  ['2.16.76.1.2.1', 'certificate', 'BR', 'ICP-Brasil A1: signatures, key in software'],
  ['2.16.76.1.2.2', 'certificate', 'BR', 'ICP-Brasil A2: signatures, key made in software'],
  ['2.16.76.1.2.3', 'certificate', 'BR', 'ICP-Brasil A3: signatures, key in a device'],
  ['2.16.76.1.2.4', 'certificate', 'BR', 'ICP-Brasil A4: signatures, key in a device'],

  // Política de Firma Electrónica y de Certificados de la AGE; https://sede.administracion.gob.es/
  ['2.16.724.1.3.1.1.2.1', 'signature', 'ES', 'Signature policy of the state administration (AGE)'],

  // BDOC 2.1, 5.2; https://www.sk.ee/repository/bdoc-spec21.pdf
  ['1.3.6.1.4.1.10015.1000.3.2.1', 'signature', 'EE', 'BDOC 2.1 with time mark'],
  // SK ID Solutions, certificate policies; https://www.skidsolutions.eu/repository/
  ['1.3.6.1.4.1.10015.1.1', 'certificate', 'EE', 'Identity card'],
  ['1.3.6.1.4.1.10015.1.2', 'certificate', 'EE', 'Digi-ID'],
  ['1.3.6.1.4.1.10015.1.3', 'certificate', 'EE', 'Mobile-ID'],
  ['1.3.6.1.4.1.10015.17.1', 'certificate', 'EE', 'Smart-ID, not qualified'],
  ['1.3.6.1.4.1.10015.17.2', 'certificate', 'EE', 'Smart-ID, qualified'],
  // Police and Border Guard Board and SK, certificate policies for identity cards; https://www.id.ee/
  ['1.3.6.1.4.1.51361.1.1', 'certificate', 'EE', 'Identity documents of the police'],
  ['1.3.6.1.4.1.51455.1.1', 'certificate', 'EE', 'Identity documents of the foreign ministry'],

  // Certification practice statements of the Belgian citizen and foreigner CAs; https://repository.eid.belgium.be/
  ...['2.16.56.1.1.1', '2.16.56.9.1.1', '2.16.56.10.1.1', '2.16.56.12.1.1'].flatMap((root): Row[] => [
    [`${root}.2.1`, 'certificate', 'BE', 'eID of a citizen: signatures'],
    [`${root}.2.2`, 'certificate', 'BE', 'eID of a citizen: logging in, no signatures'],
    [`${root}.7.1`, 'certificate', 'BE', 'eID of a foreigner: signatures'],
    [`${root}.7.2`, 'certificate', 'BE', 'eID of a foreigner: logging in, no signatures'],
  ]),

  // BSI, SigI, part A1 (certificates)
  ['1.3.36.8.1.1', 'certificate', 'DE', 'SigI: conforms to the signature law'],
  // AgID, determinazione 121/2019; https://www.agid.gov.it/
  ['1.3.76.16.6', 'certificate', 'IT', 'agIDcert: follows the recommendations of AgID'],
  // SCEE, certificate policies; http://www.scee.gov.pt/ECEE/en/pcerti/
  ['2.16.620.1.1.1.2', 'certificate', 'PT', 'Certificates of the state (SCEE), such as those of identity cards'],

  // CCA, Interoperability Guidelines for Digital Signature Certificates (CCA-IOG); https://cca.gov.in/
  ['2.16.356.100.2.1', 'certificate', 'IN', 'CCA class 1'],
  ['2.16.356.100.2.2', 'certificate', 'IN', 'CCA class 2'],
  ['2.16.356.100.2.3', 'certificate', 'IN', 'CCA class 3'],
  // CCA, Identity Verification Guidelines, and e-Authentication Guidelines for eSign; https://cca.gov.in/
  ['2.16.356.100.2.4.1', 'certificate', 'IN', 'eSign, eKYC with one factor (Aadhaar, one-time password)'],
  ['2.16.356.100.2.4.2', 'certificate', 'IN', 'eSign, eKYC with several factors (Aadhaar, biometrics)'],
  // CCA, Interoperability Guidelines for Digital Signature Certificates (CCA-IOG); https://cca.gov.in/
  ['2.16.356.100.10.1', 'certificate', 'IN', 'CCA document signer of an organization'],
]

/** All known policies. */
export const KNOWN_POLICIES: readonly KnownPolicy[] = ROWS.map(([id, of, country, name]) => ({
  id,
  of,
  name,
  country,
}))

const BY_ID = new Map(KNOWN_POLICIES.map((policy) => [policy.id, policy]))

/**
 * The policy with an identifier or with its beginning: `2.16.76.1.7.1.11.1.3` is a version of `2.16.76.1.7.1.11`.
 *
 * @returns undefined for an unknown policy
 */
export function findKnownPolicy(id: string): KnownPolicy | undefined {
  for (let at = id; at.includes('.'); at = at.slice(0, at.lastIndexOf('.'))) {
    const policy = BY_ID.get(at)
    if (policy !== undefined) return policy
  }
  return undefined
}
