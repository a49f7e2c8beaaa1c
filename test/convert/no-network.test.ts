/**
 * Converting fetches nothing, whatever a page asks for.
 *
 * @module
 */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConvertingProcess } from './support/converting-process.js'

let requests = 0
const server = createServer((_request, response) => {
  requests++
  response.end()
})
const child = new ConvertingProcess({ timeoutMs: 60_000 })
let url = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  child.close()
  await new Promise((resolve) => server.close(resolve))
})

const page = (to: string) => `<!doctype html><html><head><base href="${to}/">
  <link rel="stylesheet" href="${to}/a.css"><style>@import url(${to}/b.css); p { background: url(${to}/c.png) }
  @font-face { font-family: x; src: url(${to}/x.ttf) } li { list-style-image: url(${to}/d.png) }</style>
  <script src="${to}/a.js"></script><meta http-equiv="refresh" content="0;url=${to}/"></head><body background="${to}/e.png">
  <p>text<img src="${to}/f.png" alt="alternative"><img srcset="${to}/g.png 2x"><picture><source srcset="${to}/h.webp"></picture>
  <iframe src="${to}/i"></iframe><object data="${to}/j"></object><embed src="${to}/k"><video poster="${to}/l.png" src="${to}/m"></video>
  <svg><image href="${to}/n.png"/><use href="${to}/o.svg#x"/></svg><input type="image" src="${to}/p.png"><a href="${to}/q">link</a></body></html>`

describe('what a document refers to', () => {
  it('is not fetched for HTML', async () => {
    const outcome = await child.convert(new TextEncoder().encode(page(url)), 'html')
    expect(outcome).toMatchObject({ kind: 'converted', warnings: expect.arrayContaining([expect.any(String)]) })
    expect(requests).toBe(0)
  })

  it('is not read from files for HTML', async () => {
    for (const place of ['file:///etc', '/etc', '..']) {
      expect(await child.convert(new TextEncoder().encode(page(place)), 'html')).toMatchObject({ kind: 'converted' })
    }
  })

  it('is not fetched or read for Markdown', async () => {
    const text = `![a](${url}/a.png) ![b](/etc/passwd) ![c](file:///etc/passwd) <img src="${url}/b.png">\n\n![d][d]\n\n[d]: ${url}/d.png`
    expect(await child.convert(new TextEncoder().encode(text), 'md')).toMatchObject({ kind: 'converted' })
    expect(requests).toBe(0)
  })
})
