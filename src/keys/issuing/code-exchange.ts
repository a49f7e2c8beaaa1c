/**
 * Codes that are sent by e-mail, and accepted once.
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

/** When a client may come again while e-mail cannot be sent. */
const MAIL_RETRY_SECONDS = 60
/** Compared with when there is no code, so that the answer takes as long as for a wrong one. */
const NO_DIGEST = '0'.repeat(64)

/** A code that is in the store, and can be sent. */
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
      // Nothing was sent, so that a few clicks too many cost nobody the code after that.
      await this.#context.limits.refundRequest(mailbox, context)
      this.#context.report('code.suppressed', context, { address, reason: 'cooldown' })
      return
    }
    await this.#sendCode(address, stored, pause, context)
  }

  /** A new code of the address; undefined where the one before is too young. */
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
   * Begins the time in which a mailbox is sent no other code, whatever tag it is written to with: as a code in the store that
   * nobody can know, so that all hosts see it and the first of many requests wins.
   *
   * @returns what ends it early; undefined while it goes on from before
   */
  async #beginPause(mailbox: string, context: KeyRequestContext): Promise<(() => Promise<void>) | undefined> {
    const { resendCooldownMs } = this.#context.settings
    const id = createCodeId()
    const createdAt = this.#context.now()
    // No address has a space in it, so this is none that anybody could redeem a code of.
    const email = `mailbox ${pseudonym(this.#context.secrets, 'mailbox', mailbox)}`
    const pause = { id, email, digest: NO_DIGEST, createdAt, expiresAt: createdAt + Math.max(1, resendCooldownMs) }
    const isNew = await this.#context.callStore((store) => store.putCode(pause, resendCooldownMs), context)
    if (!isNew) return undefined
    return async () => {
      await this.#context.callStore((store) => store.consumeCode(email, id), {}).catch(() => undefined)
    }
  }

  /** @throws ChallengeError where the host wants more than an address, and the client has not shown it */
  async #demandAnswer(email: string, context: KeyRequestContext): Promise<void> {
    const { challenge } = this.#context.options
    const { challenge: answer, clientAddress } = context
    // A client that has to ask first what to show is counted once it shows it.
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

  /** Redeems a code, which uses it up; gives the address that it was sent to. */
  async take(email: string, code: string, context: KeyRequestContext): Promise<string> {
    const start = performance.now()
    try {
      return await this.#tryCode(email, code, context)
    } catch (error) {
      // How long it takes must not tell whether the address has a live code.
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
    // Counted only while there is a code to guess: nobody can lock an address out without e-mail being sent to it.
    if (attempt !== null)
      await this.#context.limits.count('redemptionsPerEmail', this.#context.mailboxOf(address), context)
    const { id, digest } = attempt ?? { id: '', digest: NO_DIGEST }
    const isRight = matchesCode(this.#context.secrets, digest, id, address, digits)
    if (attempt === null) throw this.#rejectCode(address, 'no_live_code', context)
    if (!isRight) throw this.#rejectCode(address, 'wrong_code', context)
    if (attempt.createdAt - this.#context.now() > KEY_LIMITS.maxClockSkewMs) {
      throw this.#rejectCode(address, 'clock_skew', context)
    }
    // The code is deleted before the key is made: a crash in between costs a code, but never makes one usable twice.
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
      // Not bound to the caller's signal: a client that goes away must not turn the code in its mail box into a dead one.
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
      // A code that nobody received must not hold up the next one. When this fails too, it merely expires.
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
