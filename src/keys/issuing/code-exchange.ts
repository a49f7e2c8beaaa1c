/**
 * Sends codes by e-mail and redeems each of them once.
 *
 * @module
 */

import { setTimeout } from 'node:timers/promises'
import { SealwrightError } from '../../errors.js'
import { callWithDeadline } from '../call-with-deadline.js'
import { clientNetwork } from '../client-network.js'
import type { KeyRequestContext } from '../key-issuer-options.js'
import { KEY_LIMITS } from '../key-limits.js'
import { createCodeId } from './api-key.js'
import { ChallengeError } from './challenge.js'
import { writeCodeMail } from './code-mail.js'
import { normalizeEmail } from './email-address.js'
import type { IssuerContext } from './issuer-context.js'
import { createCode, digestCode, matchesCode, parseCode, pseudonym } from './verification-code.js'

/** Time after which a client may try again while e-mail cannot be sent, in seconds. */
const MAIL_RETRY_SECONDS = 60
/** Digest that a code is compared with when there is none, so that the answer takes as long as for a wrong code. */
const NO_DIGEST = '0'.repeat(64)

/** A code that was stored and can be sent. */
interface MadeCode {
  readonly id: string
  readonly code: string
}

/** Sends codes and redeems them. */
export class CodeExchange {
  readonly #context: IssuerContext

  constructor(context: IssuerContext) {
    this.#context = context
  }

  /** Sends a code to an address: see `KeyIssuer.requestCode`. */
  async send(email: string, context: KeyRequestContext = {}): Promise<void> {
    const address = normalizeEmail(email)
    await this.#demandAnswer(address, context)
    const mailbox = this.#context.mailboxOf(address)
    await this.#context.limits.countRequest(mailbox, context)
    this.#context.report('code.requested', context, { address })
    if (!(await this.#isAccepted(address, context))) {
      this.#context.report('code.suppressed', context, { address, reason: 'not_accepted' })
      return
    }
    const pause = await this.#beginPause(mailbox, context)
    const stored = pause === undefined ? undefined : await this.#putCode(address, context)
    if (pause === undefined || stored === undefined) {
      // No code was sent, so the request does not count: a few clicks too many must not cost the next code.
      await this.#context.limits.refundRequest(mailbox, context)
      this.#context.report('code.suppressed', context, { address, reason: 'cooldown' })
      return
    }
    await this.#sendCode(address, stored, pause, context)
  }

  /** Makes and stores a new code of the address. Undefined during the cool-down after the last code. */
  async #putCode(address: string, context: KeyRequestContext): Promise<MadeCode | undefined> {
    const id = createCodeId()
    const code = createCode()
    const createdAt = this.#context.now()
    const stored = {
      id,
      email: address,
      digest: digestCode(this.#context.secrets, id, address, code),
      createdAt,
      expiresAt: createdAt + this.#context.settings.codeTtlMs,
    }
    const isNew = await this.#context.callStore(
      (store) => store.putCode(stored, this.#context.settings.resendCooldownMs),
      context,
    )
    return isNew ? { id, code } : undefined
  }

  /**
   * Begins the cool-down of a mailbox, whatever tag the address has. The cool-down is a code in the store that nobody can know,
   * so that all hosts see it, and the first of many requests wins.
   *
   * @returns a function that ends the cool-down early; undefined while an earlier cool-down lasts
   */
  async #beginPause(mailbox: string, context: KeyRequestContext): Promise<(() => Promise<void>) | undefined> {
    const { resendCooldownMs } = this.#context.settings
    const id = createCodeId()
    const createdAt = this.#context.now()
    // No address contains a space, so nobody can redeem a code of this address.
    const email = `mailbox ${pseudonym(this.#context.secrets, 'mailbox', mailbox)}`
    const pause = { id, email, digest: NO_DIGEST, createdAt, expiresAt: createdAt + Math.max(1, resendCooldownMs) }
    const isNew = await this.#context.callStore((store) => store.putCode(pause, resendCooldownMs), context)
    if (!isNew) return undefined
    return async () => {
      await this.#context.callStore((store) => store.consumeCode(email, id), {}).catch(() => undefined)
    }
  }

  /** @throws ChallengeError when the issuer has a challenge and the client has not met it */
  async #demandAnswer(email: string, context: KeyRequestContext): Promise<void> {
    const { challenge } = this.#context.options
    const { challenge: answer, clientAddress } = context
    // A client that first has to ask what the challenge is counts once it answers.
    if (challenge === undefined || answer !== undefined) await this.#context.limits.countClient(context)
    if (challenge === undefined) return
    const isAnswered = typeof answer === 'string' && answer !== '' && answer.length <= KEY_LIMITS.maxAnswerLength
    const deadline = {
      timeoutMs: this.#context.settings.mailTimeoutMs,
      code: 'store_unavailable',
      message: 'It could not be determined whether a code may be sent.',
      signal: context.signal,
    } as const
    const isRight =
      isAnswered &&
      (await callWithDeadline(async (signal) => challenge.check(answer, { email, clientAddress, signal }), deadline))
    if (isRight === true) return
    const description = await callWithDeadline(
      async (signal) => challenge.describe({ email, clientAddress, signal }),
      deadline,
    )
    this.#context.report('code.challenged', context, { address: email, reason: isAnswered ? 'wrong' : 'missing' })
    throw new ChallengeError(description, isAnswered)
  }

  /** Redeems a code, which uses it up. Returns the address that the code was sent to. */
  async take(email: string, code: string, context: KeyRequestContext): Promise<string> {
    const start = performance.now()
    try {
      return await this.#tryCode(email, code, context)
    } catch (error) {
      // The time until a refusal must not tell whether the address has a live code.
      if (error instanceof SealwrightError && error.code === 'invalid_code') {
        await setTimeout(Math.max(0, KEY_LIMITS.refusalMs - (performance.now() - start)))
      }
      throw error
    }
  }

  async #tryCode(email: string, code: string, context: KeyRequestContext): Promise<string> {
    const address = normalizeEmail(email)
    const digits = parseCode(code)
    const { clientAddress } = context
    await this.#context.limits.count('redemptionsPerClient', clientAddress && clientNetwork(clientAddress), context)
    const { maxCodeAttempts } = this.#context.settings
    const attempt = await this.#context.callStore(
      (store) => store.takeAttempt(address, maxCodeAttempts, this.#context.now()),
      context,
    )
    // Attempts count only while there is a code to guess, so that nobody can lock an address out without e-mail being sent to
    // it.
    if (attempt !== null)
      await this.#context.limits.count('redemptionsPerEmail', this.#context.mailboxOf(address), context)
    const { id, digest } = attempt ?? { id: '', digest: NO_DIGEST }
    const isRight = matchesCode(this.#context.secrets, digest, id, address, digits)
    if (attempt === null) throw this.#rejectCode(address, 'no_live_code', context)
    if (!isRight) throw this.#rejectCode(address, 'wrong_code', context)
    if (attempt.createdAt - this.#context.now() > KEY_LIMITS.maxClockSkewMs) {
      throw this.#rejectCode(address, 'clock_skew', context)
    }
    // The code is deleted before the key is made. A crash in between loses a code, but never makes one usable twice.
    if (!(await this.#context.callStore((store) => store.consumeCode(address, id), context))) {
      throw this.#rejectCode(address, 'already_used', context)
    }
    return address
  }

  async #isAccepted(address: string, { signal }: KeyRequestContext): Promise<boolean> {
    const { acceptEmail } = this.#context.options
    if (acceptEmail === undefined) return true
    return callWithDeadline(async () => acceptEmail(address), {
      timeoutMs: this.#context.settings.storeTimeoutMs,
      code: 'internal_error',
      message: 'It could not be determined whether the address may have a key.',
      signal,
    })
  }

  async #sendCode(
    address: string,
    { id, code }: MadeCode,
    endPause: () => Promise<void>,
    context: KeyRequestContext,
  ): Promise<void> {
    const { serviceName = 'sealwright', writeMail = writeCodeMail, mailer } = this.#context.options
    const minutes = Math.max(1, Math.floor(this.#context.settings.codeTtlMs / 60_000))
    try {
      // The caller's signal does not apply here: the code of a client that disconnects must still work when it arrives by
      // e-mail.
      await callWithDeadline(
        (signal) => mailer.send(writeMail({ to: address, code, serviceName, minutes }), { signal }),
        {
          timeoutMs: this.#context.settings.mailTimeoutMs,
          code: 'mail_unavailable',
          message: 'The e-mail with the code could not be sent. Try again in a minute.',
          retryAfterSeconds: MAIL_RETRY_SECONDS,
        },
      )
    } catch (error) {
      const reason = error instanceof SealwrightError && error.code === 'mail_refused' ? error.code : 'mail_unavailable'
      this.#context.report('code.failed', context, { address, reason })
      // A code that nobody received must not delay the next one. If this fails too, the code expires.
      await this.#context.callStore((store) => store.consumeCode(address, id), {}).catch(() => undefined)
      await endPause()
      if (reason === 'mail_refused') return
      throw error
    }
    this.#context.report('code.sent', context, { address })
  }

  #rejectCode(address: string, reason: string, context: KeyRequestContext): SealwrightError {
    this.#context.report('code.rejected', context, { address, reason })
    return new SealwrightError(
      'invalid_code',
      'The code is wrong, was used already or has expired: ask for another one.',
    )
  }
}
