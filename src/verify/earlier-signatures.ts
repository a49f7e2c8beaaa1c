/**
 * Determines what a new increment does to earlier signatures, so that a program can know the verifier's result before adding
 * it.
 *
 * @module
 */
import { isTurnOver, type Steps } from '../pace/turns.js'
import type { PdfDocument } from '../pdf/document.js'
import type { CheckResult, Finding, SignatureStatus } from './report.js'
import { bySignedEnd, findCollisions, findRemainder } from './signature/signature-fields.js'
import { readSignature, type SignatureReading } from './signature/signature-reading.js'
import { analyzeReading, type OpenFile, openSignedFile, sharedDoubts } from './signed-file.js'
import { worstStatus } from './status.js'

/** A signature that an increment puts in doubt. */
interface HarmedSignature {
  readonly fieldName: string
  /** Why the verifier will judge it otherwise than before; the most decisive finding first. */
  readonly findings: readonly Finding[]
}

/**
 * The earlier signatures that are judged worse with an increment than without it. What is wrong with them already is not
 * counted again. Only what the file says of itself is looked at: nothing is hashed, and no certificate is asked.
 *
 * @param before The document without the increment.
 * @param after The document with it. The signature that ends it may still be empty, but has its ByteRange.
 * @example
 * ```ts
 * const [harmed] = finishSteps(findHarmedSignatures(PdfDocument.open(input), PdfDocument.open(output)))
 * if (harmed !== undefined) throw new Error(harmed.findings[0]?.message)
 * ```
 */
export function* findHarmedSignatures(before: PdfDocument, after: PdfDocument): Steps<readonly HarmedSignature[]> {
  const earlier = FileJudgement.of(before)
  // If nothing can be judged without the increment, it cannot do harm.
  if (!(earlier instanceof FileJudgement)) return []
  if (isTurnOver()) yield
  const later = FileJudgement.of(after)
  const harmed: HarmedSignature[] = []
  for (const reading of earlier.readings) {
    const checks = later instanceof FileJudgement ? yield* later.checksOf(keyOf(reading)) : [failed(later)]
    const failures = checks.filter(({ status }) => status !== 'valid')
    // Most signatures are valid with the increment, and then their former state need not be computed.
    if (failures.length === 0 || !isWorse(failures, yield* earlier.checksOf(keyOf(reading)))) continue
    const findings = [...failures].sort((a, b) => RANKS[b.status] - RANKS[a.status]).flatMap((check) => check.findings)
    harmed.push({ fieldName: reading.field.name, findings })
  }
  return harmed
}

const RANKS: Readonly<Record<SignatureStatus, number>> = { valid: 0, indeterminate: 1, invalid: 2 }

function isWorse(after: readonly CheckResult[], before: readonly CheckResult[]): boolean {
  const [now, then] = [after, before].map((checks) => RANKS[worstStatus(checks.map(({ status }) => status))])
  return (now as number) > (then as number)
}

/** A key that identifies a signature in both files: the bytes that it covers, and its field. */
function keyOf({ field, structure }: SignatureReading): string {
  return `${structure.ranges?.flat().join() ?? 'none'} ${field.ref?.num ?? field.name}`
}

function failed(finding: Finding): CheckResult {
  return { status: 'invalid', findings: [finding] }
}

const MISSING: Finding = { code: 'signature_missing', message: 'The signature is not found any more.' }

/** The signatures of one file, each judged on demand. */
class FileJudgement {
  readonly readings: readonly SignatureReading[]
  readonly #file: OpenFile
  readonly #byKey: ReadonlyMap<string, SignatureReading>
  readonly #collisions: ReadonlyMap<SignatureReading, Finding>

  private constructor(file: OpenFile) {
    const { document, chain, fields } = file
    this.#file = file
    this.readings = fields.map((field) => readSignature(document, chain, field)).toSorted(bySignedEnd)
    this.#byKey = new Map(this.readings.map((reading) => [keyOf(reading), reading]))
    this.#collisions = findCollisions(this.readings)
  }

  static of(document: PdfDocument): FileJudgement | Finding {
    const file = openSignedFile(document)
    return 'code' in file ? file : new FileJudgement(file)
  }

  *checksOf(key: string): Steps<readonly CheckResult[]> {
    const reading = this.#byKey.get(key)
    if (reading === undefined) return [failed(MISSING)]
    const { document, chain } = this.#file
    const collision = this.#collisions.get(reading)
    return [
      reading.structure.coverage,
      ...(collision === undefined ? [] : [failed(collision)]),
      ...(findRemainder(document, chain, this.readings) === undefined ? [] : [failed(REMAINS)]),
      yield* analyzeReading(chain, reading),
      ...sharedDoubts(chain, reading),
    ]
  }
}

const REMAINS: Finding = { code: 'trailing_bytes', message: 'Bytes stand after the last revision of the file.' }
