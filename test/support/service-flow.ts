/**
 * The flow of the README against a running service: from an e-mail address to a verified document.
 *
 * @module
 */
import { type Answer, multipartForm, send, sendJson } from '../contracts/adapter-client.js'

/** What came out of it; whoever calls judges that. */
export interface FlowResult {
  readonly apiKey: string
  readonly signed: Uint8Array
  readonly report: { readonly valid: boolean; readonly signer: { readonly sealedByThisService: boolean } }
  readonly pdf: Uint8Array
}

export interface FlowOptions {
  /** The code that was sent last. */
  readCode(): Promise<string>
  /** Where each request goes: of several replicas, another one each time. */
  nextUrl(): string
}

const ADDRESS = 'ada@example.com'

/** Registers, takes the code, converts, signs and verifies. Throws for an answer that is not 2xx. */
export async function runServiceFlow({ readCode, nextUrl }: FlowOptions): Promise<FlowResult> {
  assertOk(await sendJson(`${nextUrl()}/v1/auth/register`, { email: ADDRESS }))
  const code = await readCode()
  const { apiKey } = assertOk(await sendJson(`${nextUrl()}/v1/auth/verify`, { email: ADDRESS, code })).json<{
    apiKey: string
  }>()
  const headers = { authorization: `Bearer ${apiKey}` }
  const docx = await convert(`${nextUrl()}/v1/convert?from=md&to=docx`, 'note.md', Buffer.from('# Note\n\nWe agree.\n'))
  const pdf = await convert(`${nextUrl()}/v1/convert?from=docx&to=pdf`, 'note.docx', docx)
  const request = {
    document: { base64: Buffer.from(pdf).toString('base64') },
    signer: { name: 'Ada Lovelace', email: ADDRESS },
    auditTrail: [{ timestamp: '2026-11-21T09:04:10Z', type: 'submit', data: { consent: true } }],
  }
  const signed = assertOk(await sendJson(`${nextUrl()}/v1/sign`, request, headers)).json<{
    document: { base64: string }
  }>()
  const report = assertOk(await sendJson(`${nextUrl()}/v1/verify`, signed)).json<FlowResult['report']>()
  return { apiKey, signed: Buffer.from(signed.document.base64, 'base64'), report, pdf }

  async function convert(url: string, name: string, bytes: Uint8Array): Promise<Uint8Array> {
    const { body, type } = multipartForm(bytes, name)
    const form = { headers: { ...headers, 'content-type': type }, body }
    return assertOk(await send(url, form)).body
  }
}

function assertOk(answer: Answer): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer
  throw new Error(`The service answered ${answer.status}: ${answer.body.toString('utf8').slice(0, 500)}`)
}
