/**
 * Parts that the reports on signatures and on time stamps share.
 *
 * @module
 */

import { append } from '../../lists.js'
import type { Finding, Indication, ProofReport, TrustReport } from '../../verify/report.js'
import type { PathObjectReport } from '../../verify/validation-objects-report.js'
import type { BuildingBlock } from '../validation/building-blocks.js'
import type { ValidationObjects } from './validation-objects.js'
import {
  BLOCK_INDICATIONS,
  BLOCK_URIS,
  CONSTRAINT_STATUS,
  MAIN_INDICATIONS,
  MESSAGE_TYPES,
  revocationReasonUri,
  subIndicationUri,
} from './vocabulary.js'
import { element, elementWith, type ReportElement, textElement } from './xml-tree.js'
import { referenceElement, xmlTime } from './xml-values.js'

/** The building blocks as constraints, each with its findings (4.3.5). */
export function constraintsElement(blocks: readonly BuildingBlock[]): ReportElement {
  return element('vr:ValidationConstraintsEvaluationReport', ...blocks.map(constraintElement))
}

function constraintElement({ name, indication, subIndication, findings }: BuildingBlock): ReportElement {
  const status = indication === 'NOT_RUN' ? CONSTRAINT_STATUS.disabled : CONSTRAINT_STATUS.applied
  return element(
    'vr:ValidationConstraint',
    element('vr:ValidationConstraintIdentifier', BLOCK_URIS[name]),
    element('vr:ConstraintStatus', element('vr:Status', status)),
    indication === 'NOT_RUN'
      ? undefined
      : element(
          'vr:ValidationStatus',
          element('vr:MainIndication', BLOCK_INDICATIONS[indication]),
          subIndicationElement(subIndication),
          associatedData([], messagesElement(findings, [])),
        ),
  )
}

/** The overall status (4.3.4). */
export function statusElement(
  { indication, subIndication }: { readonly indication: Indication; readonly subIndication: string | null },
  ...data: readonly (ReportElement | undefined)[]
): ReportElement {
  return element(
    'vr:SignatureValidationStatus',
    element('vr:MainIndication', MAIN_INDICATIONS[indication] ?? MAIN_INDICATIONS.INDETERMINATE),
    subIndicationElement(subIndication),
    ...data,
  )
}

function subIndicationElement(subIndication: string | null): ReportElement | undefined {
  return textElement('vr:SubIndication', subIndication === null ? null : subIndicationUri(subIndication))
}

/** The data of a status; undefined where there are none. */
export function associatedData(
  parts: readonly (ReportElement | undefined)[],
  messages: ReportElement | undefined,
): ReportElement | undefined {
  const found = [...parts, messages].filter((part) => part !== undefined)
  return found.length === 0 ? undefined : element('vr:AssociatedValidationReportData', ...found)
}

/** Findings as additional data, each with its sentence, and its code as an attribute (4.3.4.5). */
export function messagesElement(errors: readonly Finding[], warnings: readonly Finding[]): ReportElement | undefined {
  if (errors.length + warnings.length === 0) return undefined
  return element(
    'vr:AdditionalValidationReportData',
    ...errors.map((finding) => messageElement(MESSAGE_TYPES.error, finding)),
    ...warnings.map((finding) => messageElement(MESSAGE_TYPES.warning, finding)),
  )
}

function messageElement(type: string, { code, message }: Finding): ReportElement {
  return element('vr:ReportData', element('vr:Type', type), elementWith('vr:Value', { code }, message))
}

/**
 * The identifiers of the certificates of a path, from the signer's certificate on. Without a known path, only that of the
 * signer's certificate.
 */
export function pathIds(
  { chain }: TrustReport,
  signingCertificate: string | undefined,
  path: readonly PathObjectReport[] | undefined,
  objects: ValidationObjects,
): readonly string[] {
  const known = objects.addPath(path ?? [])
  if (known !== undefined) return known
  const [first, ...issuers] = chain
  const signing = signingCertificate ?? (first === undefined ? undefined : objects.addNamedCertificate(first))
  if (signing === undefined) return []
  return [signing, ...issuers.map((subject) => objects.addNamedCertificate(subject))]
}

/** The chain of certificates (4.3.4.2). */
export function chainElements({ status }: TrustReport, ids: readonly string[]): ReportElement[] {
  const [signing, ...above] = ids
  if (signing === undefined) return []
  const anchor = status === 'trusted' ? (above.pop() ?? signing) : undefined
  const chained = element(
    'vr:CertificateChain',
    referenceElement('vr:SigningCertificate', signing),
    ...above.map((id) => referenceElement('vr:IntermediateCertificate', id)),
    anchor === undefined ? undefined : referenceElement('vr:TrustAnchor', anchor),
  )
  return anchor === undefined ? [chained] : [referenceElement('vr:TrustAnchor', anchor), chained]
}

/** Revocation information on the certificates of a path (4.3.4.1, 4.3.4.3). */
interface RevocationParts {
  /** References to the revocation data that were used. */
  readonly related: readonly ReportElement[]
  /** One element for each certificate that was revoked. */
  readonly revoked: readonly ReportElement[]
}

/** The revocation information on a path. `ids` are the identifiers of its certificates. */
export function revocationParts(
  path: readonly PathObjectReport[],
  ids: readonly string[],
  objects: ValidationObjects,
): RevocationParts {
  const related: string[] = []
  const revoked: ReportElement[] = []
  for (const [index, { revocation }] of path.entries()) {
    const certificate = ids[index]
    if (revocation === null || certificate === undefined) continue
    const found = revocation.objects.flatMap((sha256) => objects.addRevocation(sha256) ?? [])
    append(related, found)
    const time = xmlTime(revocation.revokedAt)
    if (revocation.status !== 'revoked' || time === undefined) continue
    revoked.push(
      element(
        'vr:RevocationStatusInformation',
        referenceElement('vr:ValidationObjectId', certificate),
        element('vr:RevocationTime', time),
        textElement('vr:RevocationReason', revocationReasonUri(revocation.reason)),
        ...found.slice(0, 1).map((id) => referenceElement('vr:RevocationObject', id)),
      ),
    )
  }
  return { related: [...new Set(related)].map((id) => referenceElement('vr:RelatedValidationObject', id)), revoked }
}

/** The time of the validation, and the earliest time at which the signature is proved to have existed (4.3.6). */
export function timesElement(
  validationTime: string,
  proofs: readonly ProofReport[],
  objects: ValidationObjects,
): ReportElement {
  const [earliest] = proofs
  const now = element('vr:BestSignatureTime', ...objects.provedNow())
  return element(
    'vr:ValidationTimeInfo',
    element('vr:ValidationTime', validationTime),
    (earliest && objects.proof('vr:BestSignatureTime', earliest)) ?? now,
  )
}
