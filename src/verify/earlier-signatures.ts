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

/** A signature that is not valid with an increment. */
export interface DoubtedSignature {
  readonly fieldName: string
  /** Why the verifier will say so; the most decisive finding first. */
  readonly findings: readonly Finding[]
}

/** Earlier signatures that are not valid with an increment. */
interface DoubtedSignatures {
  /** Those that are judged worse with it than without it. */
  readonly harmed: readonly DoubtedSignature[]
  /** Those that are invalid without it, too. */
  readonly broken: readonly DoubtedSignature[]
}

/**
 * The earlier signatures that are not valid with an increment. Only what the file says of itself is looked at: nothing is hashed,
 * and no certificate is asked.
 *
 * @param before The document without the increment.
 * @param after The document with it. The signature that ends it may still be empty, but has its ByteRange.
 * @example
 * ```ts
 * const { harmed } = finishSteps(findDoubtedSignatures(PdfDocument.open(input), PdfDocument.open(output)))
 * if (harmed[0] !== undefined) throw new Error(harmed[0].findings[0]?.message)
 * ```
 */
export function* findDoubtedSignatures(before: PdfDocument, after: PdfDocument): Steps<DoubtedSignatures> {
  const earlier = FileJudgement.of(before)
  // If nothing can be judged without the increment, it cannot do harm.
  if (!(earlier instanceof FileJudgement)) return { harmed: [], broken: [] }
  if (isTurnOver()) yield
  const later = FileJudgement.of(after)
  const harmed: DoubtedSignature[] = []
  const broken: DoubtedSignature[] = []
  for (const reading of earlier.readings) {
    const checks = later instanceof FileJudgement ? yield* later.checksOf(keyOf(reading)) : [failed(later)]
    const failures = checks.filter(({ status }) => status !== 'valid')
    // Most signatures are valid with the increment, and then their former state need not be computed.
    if (failures.length === 0) continue
    const findings = [...failures].sort((a, b) => RANKS[b.status] - RANKS[a.status]).flatMap((check) => check.findings)
    const [now, then] = [rankOf(failures), rankOf(yield* earlier.checksOf(keyOf(reading)))]
    if (now > then) harmed.push({ fieldName: reading.field.name, findings })
    else if (then === RANKS.invalid) broken.push({ fieldName: reading.field.name, findings })
  }
  return { harmed, broken }
}

const RANKS: Readonly<Record<SignatureStatus, number>> = { valid: 0, indeterminate: 1, invalid: 2 }

const rankOf = (checks: readonly CheckResult[]) => RANKS[worstStatus(checks.map(({ status }) => status))]

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
