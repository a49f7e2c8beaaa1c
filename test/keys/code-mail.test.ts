/**
 * The e-mail with a code.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { writeCodeMail } from '../../src/keys/issuing/code-mail.js'
import { consoleMailer } from '../../src/keys/issuing/console-mailer.js'

const MAIL = { to: 'ada@example.com', code: '012345', serviceName: 'Example', minutes: 10 }

describe('writeCodeMail', () => {
  it('names the code, the service and the time in subject and both bodies', () => {
    const { to, subject, text, html } = writeCodeMail(MAIL)
    expect(to).toBe('ada@example.com')
    expect(subject).toBe('012345 is your code for Example')
    expect(text).toContain('Your code for Example: 012345')
    expect(text).toContain('within 10 minutes')
    expect(html).toContain('012 345')
    expect(html).toContain('within 10 minutes')
  })

  it('holds no link that a mail scanner could follow', () => {
    const { text, html } = writeCodeMail(MAIL)
    expect(text + html).not.toMatch(/https?:|href|src=/)
  })

  it('lets a service name neither break out of HTML nor add header lines', () => {
    const { subject, html } = writeCodeMail({ ...MAIL, serviceName: 'A <b>&"\r\nBcc: bob@example.com' })
    expect(subject).not.toMatch(/[\r\n]/)
    expect(html).not.toContain('<b>')
    expect(html).toContain('A &lt;b&gt;&amp;&quot; Bcc')
  })
})

describe('consoleMailer', () => {
  it('writes the e-mail instead of sending it', async () => {
    const written: string[] = []
    await consoleMailer({ write: (text) => written.push(text) }).send(writeCodeMail(MAIL))
    expect(written.join('')).toMatch(
      /^To: ada@example\.com\nSubject: 012345 is your code[\s\S]*Your code for Example: 012345/,
    )
  })
})
