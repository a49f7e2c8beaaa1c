/**
 * Fetching documents: limits, redirects, and addresses that are refused.
 *
 * @module
 */

import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { SealwrightError } from '../../src/errors.js'
import { type FetchDocumentOptions, fetchDocument } from '../../src/net/fetch-document.js'
import type { AddressResolver } from '../../src/net/guarded-lookup.js'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

/** Starts a server on a free port of 127.0.0.1; counts what it is asked. */
async function serve(listener: RequestListener): Promise<{ port: number; origin: string; hits: string[] }> {
  const hits: string[] = []
  const server = createServer((request, response) => {
    hits.push(`${request.method} ${request.url}`)
    listener(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port, origin: `http://127.0.0.1:${port}`, hits }
}

const LOOPBACK = { allowLoopback: true } as const

async function failure(url: string, options: FetchDocumentOptions = {}): Promise<SealwrightError> {
  try {
    await fetchDocument(url, options)
  } catch (error) {
    if (error instanceof SealwrightError) return error
    throw error
  }
  throw new Error(`${url} was fetched.`)
}

async function textAt(url: string): Promise<string> {
  const { bytes } = await fetchDocument(url, LOOPBACK)
  return Buffer.from(bytes).toString()
}

describe('fetching', () => {
  it('says what the server calls the document, with its charset', async () => {
    const named = await serve((_, response) => response.setHeader('content-type', 'text/html; charset=x').end('x'))
    expect((await fetchDocument(named.origin, LOOPBACK)).contentType).toBe('text/html; charset=x')
    const unnamed = await serve((_, response) => response.end('x'))
    expect(await fetchDocument(unnamed.origin, LOOPBACK)).not.toHaveProperty('contentType')
  })

  it('gives the bytes', async () => {
    const { origin } = await serve((_, response) => response.end('%PDF-1.7'))
    expect(await textAt(`${origin}/a.pdf`)).toBe('%PDF-1.7')
  })

  it('sends no cookies, credentials or referrer along, and asks for no compression', async () => {
    let sent: NodeJS.Dict<string | string[]> = {}
    const { origin } = await serve((request, response) => {
      sent = request.headers
      response.end('x')
    })
    await fetchDocument(origin, LOOPBACK)
    expect(Object.keys(sent).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
    expect(sent['accept-encoding']).toBe('identity')
  })

  it('follows redirects, relative ones too, up to the limit', async () => {
    const { origin } = await serve((request, response) => {
      const step = Number(request.url?.slice(1))
      if (step === 0) response.end('there')
      else response.writeHead(302, { location: `/${step - 1}` }).end()
    })
    expect(await textAt(`${origin}/3`)).toBe('there')
    expect((await failure(`${origin}/4`, LOOPBACK)).code).toBe('document_fetch_failed')
    expect((await failure(`${origin}/1`, { ...LOOPBACK, maxRedirects: 0 })).code).toBe('document_fetch_failed')
  })

  it('reports what the other side answers instead of a document', async () => {
    const { origin } = await serve((request, response) => {
      if (request.url === '/gzip') response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')
      else response.writeHead(404).end('secret page')
    })
    const missing = await failure(`${origin}/`, LOOPBACK)
    expect(missing.code).toBe('document_fetch_failed')
    expect(missing.message).toContain('404')
    expect(missing.message).not.toContain('secret')
    expect((await failure(`${origin}/gzip`, LOOPBACK)).code).toBe('document_fetch_failed')
  })

  it('reports a server that breaks off', async () => {
    const { origin } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half', () => response.destroy())
    })
    expect((await failure(origin, LOOPBACK)).code).toBe('document_fetch_failed')
  })

  it('reports a port that nobody listens at', async () => {
    const { port } = await serve(() => undefined)
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
    expect((await failure(`http://127.0.0.1:${port}/`, LOOPBACK)).code).toBe('document_fetch_failed')
  })
})

describe('limits', () => {
  it('takes exactly maxBytes', async () => {
    const { origin } = await serve((_, response) => response.end('12345'))
    expect((await fetchDocument(origin, { ...LOOPBACK, maxBytes: 5 })).bytes).toHaveLength(5)
    expect((await failure(origin, { ...LOOPBACK, maxBytes: 4 })).code).toBe('file_too_large')
  })

  it('stops an endless document at the limit', async () => {
    const { origin } = await serve((_, response) => {
      const write = () => {
        while (response.writable && response.write(Buffer.alloc(16_384)));
      }
      response.on('drain', write)
      write()
    })
    expect((await failure(origin, { ...LOOPBACK, maxBytes: 1_000_000 })).code).toBe('file_too_large')
  })

  it('ends at the time limit, before the answer and within it', async () => {
    const { origin } = await serve((request, response) => {
      if (request.url === '/slow') response.writeHead(200).write('x')
    })
    expect((await failure(`${origin}/silent`, { ...LOOPBACK, timeoutMs: 100 })).code).toBe('document_fetch_failed')
    expect((await failure(`${origin}/slow`, { ...LOOPBACK, timeoutMs: 100 })).code).toBe('document_fetch_failed')
  })

  it("rejects with the signal's reason", async () => {
    const reason = new Error('enough')
    const controller = new AbortController()
    const { origin } = await serve(() => controller.abort(reason))
    await expect(fetchDocument(origin, { ...LOOPBACK, signal: controller.signal })).rejects.toBe(reason)
    await expect(fetchDocument(origin, { ...LOOPBACK, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})

describe('addresses that are refused', () => {
  it.each([
    ['127.0.0.1'],
    ['127.1'],
    ['127.0.1'],
    ['2130706433'],
    ['0x7f000001'],
    ['0x7f.1'],
    ['0177.0.0.1'],
    ['0'],
    ['0.0.0.0'],
    ['%31%32%37.0.0.1'],
    ['１２７.0.0.1'],
    ['[::1]'],
    ['[::]'],
    ['[::ffff:127.0.0.1]'],
    ['[::ffff:7f00:1]'],
    ['[::127.0.0.1]'],
    ['[64:ff9b::7f00:1]'],
    ['[2002:7f00:1::]'],
    ['[0:0:0:0:0:ffff:127.0.0.1]'],
    ['localhost'],
    ['LOCALHOST'],
  ])('http://%s, where a server listens', async (host) => {
    const { port, hits } = await serve((_, response) => response.end('%PDF-1.7'))
    expect((await failure(`http://${host}:${port}/`)).code).toBe('url_not_allowed')
    expect(hits).toEqual([])
  })

  it.each([
    ['http://10.0.0.1/'],
    ['http://169.254.169.254/latest/meta-data/'],
    ['http://192.168.0.1/'],
    ['http://[fd00:ec2::254]/'],
    ['http://[fe80::1]/'],
  ])('%s, without a connection', async (url) => {
    expect((await failure(url)).code).toBe('url_not_allowed')
  })

  it.each([
    ['ftp://example.com/a.pdf'],
    ['file:///etc/passwd'],
    ['data:application/pdf;base64,JVBERg=='],
    ['gopher://example.com/'],
    ['https://user:password@example.com/'],
    ['https://user@example.com/'],
    ['https://example.com:25/'],
    ['http://example.com:22/'],
    ['//example.com/'],
    ['example.com/a.pdf'],
    [''],
  ])('%s', async (url) => {
    expect((await failure(url)).code).toBe('url_not_allowed')
  })

  it('a URL of more than 2048 characters', async () => {
    expect((await failure(`https://example.com/${'a'.repeat(2048)}`)).code).toBe('url_not_allowed')
  })

  it('a redirect to a special address', async () => {
    // Loopback is allowed here, so the first host is as good as public.
    const metadata = await serve((_, response) => {
      response.writeHead(301, { location: 'http://169.254.169.254/' }).end()
    })
    expect((await failure(metadata.origin, LOOPBACK)).code).toBe('url_not_allowed')
    expect(metadata.hits).toEqual(['GET /'])
  })

  it('a redirect to another kind of URL', async () => {
    const { origin } = await serve((_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end())
    expect((await failure(origin, LOOPBACK)).code).toBe('url_not_allowed')
  })
})

describe('names', () => {
  const resolveTo =
    (...addresses: string[]): AddressResolver =>
    async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

  it('connects to the address that the resolver gave', async () => {
    const { port } = await serve((request, response) => response.end(request.headers.host))
    const options = { ...LOOPBACK, resolve: resolveTo('127.0.0.1') }
    const { bytes } = await fetchDocument(`http://documents.example:${port}/`, options)
    expect(Buffer.from(bytes).toString()).toBe(`documents.example:${port}`)
  })

  it.each([['127.0.0.1'], ['10.1.2.3'], ['169.254.169.254'], ['::ffff:127.0.0.1'], ['::1'], ['fd00::1']])(
    'refuses one that resolves to %s',
    async (address) => {
      const { port, hits } = await serve((_, response) => response.end('secret'))
      const error = await failure(`http://documents.example:${port}/`, { resolve: resolveTo(address) })
      expect(error.code).toBe('url_not_allowed')
      expect(error.message).not.toContain(address)
      expect(hits).toEqual([])
    },
  )

  it('refuses one with a public and a private address', async () => {
    const error = await failure('http://documents.example/', { resolve: resolveTo('93.184.215.14', '10.0.0.1') })
    expect(error.code).toBe('url_not_allowed')
  })

  it('connects to the very address that was checked, so an answer that changes (DNS rebinding) gains nothing', async () => {
    const { port, hits } = await serve((_, response) => response.end('document'))
    let questions = 0
    const resolve: AddressResolver = async () => {
      questions++
      return [{ address: questions === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]
    }
    const url = `http://rebind.example:${port}/`
    expect((await fetchDocument(url, { ...LOOPBACK, resolve })).bytes).toHaveLength(8)
    expect(questions).toBe(1)
    expect((await failure(url, { ...LOOPBACK, resolve })).code).toBe('url_not_allowed')
    expect(hits).toEqual(['GET /'])
  })

  it('checks the name again after a redirect to itself', async () => {
    const { port, hits } = await serve((_, response) => response.writeHead(302, { location: '/again' }).end())
    let questions = 0
    const resolve: AddressResolver = async () => {
      questions++
      return [{ address: questions === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]
    }
    expect((await failure(`http://rebind.example:${port}/`, { ...LOOPBACK, resolve })).code).toBe('url_not_allowed')
    expect(hits).toEqual(['GET /'])
  })

  it('reports a name that does not exist', async () => {
    const resolve: AddressResolver = async () => {
      throw Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })
    }
    expect((await failure('http://nowhere.example/', { resolve })).code).toBe('document_fetch_failed')
    expect((await failure('http://nowhere.example/', { resolve: resolveTo() })).code).toBe('document_fetch_failed')
  })
})
