/**
 * A challenge that a client has to meet before it is sent a code: proof of work, or the answer to a captcha.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'

/** The client that asks for a code. */
export interface ChallengedRequest {
  /** The address to which the code would be sent. */
  readonly email: string
  readonly clientAddress?: string | undefined
  readonly signal: AbortSignal
}

/**
 * Decides whether a client may be sent a code. `proofOfWork` is a challenge that needs no other service. A challenge for a
 * captcha asks its provider about the token of the widget.
 *
 * @example
 * ```ts
 * const captcha: CodeChallenge = {
 *   describe: () => ({ type: 'turnstile', siteKey }),
 *   async check(answer, { clientAddress = '', signal }) {
 *     const body = new URLSearchParams({ secret: captchaSecret, response: answer, remoteip: clientAddress })
 *     const response = await fetch('https://challenges.cloudflare.com/turnstile/v0/siteverify', { method: 'POST', body, signal })
 *     const { success } = (await response.json()) as { success: boolean }
 *     return success
 *   },
 * }
 * ```
 */
export interface CodeChallenge {
  /**
   * What the client must do, as JSON. It is part of the answer that refuses a request without an answer to the challenge, or
   * with a wrong one.
   */
  describe(request: ChallengedRequest): ChallengeDescription | Promise<ChallengeDescription>
  /**
   * Whether this answer is right. A rejection counts as an outage of the challenge: the request is refused with
   * `store_unavailable`.
   *
   * @param answer what the client sent, of at most 4,096 characters
   */
  check(answer: string, request: ChallengedRequest): boolean | Promise<boolean>
}

/** What a client must do, in a form for programs. */
export type ChallengeDescription = Readonly<Record<string, string | number | boolean>>

/** The error for a request for a code without an answer to the challenge, or with a wrong one. */
export class ChallengeError extends SealwrightError {
  /** What the client must do. */
  readonly challenge: ChallengeDescription

  constructor(challenge: ChallengeDescription, isAnswered: boolean) {
    const message = isAnswered
      ? 'The answer to the challenge is wrong or too old: "challenge" has another one.'
      : 'Send the answer to what "challenge" asks for as "challenge".'
    super('challenge_required', message)
    this.challenge = challenge
  }
}
