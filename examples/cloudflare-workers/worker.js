import { SealwrightError, signDocument, verifyDocument } from 'sealwright'
import { googleKmsIdentity } from './google-kms.js'

// POST /sign?name=…&email=… and POST /verify take a PDF. The key stays in Google Cloud KMS: the worker sends it digests.
export default {
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url)
    if (request.method !== 'POST') return new Response('Send a PDF to /sign or /verify.', { status: 405 })
    const pdf = new Uint8Array(await request.arrayBuffer())
    try {
      if (pathname === '/verify') return Response.json(await verifyDocument(pdf, { trustAnchors: env.CERTIFICATE }))
      if (pathname === '/sign') return await sign(pdf, searchParams, env)
      return new Response('There is nothing at this path.', { status: 404 })
    } catch (error) {
      if (!(error instanceof SealwrightError)) throw error
      return Response.json({ code: error.code, detail: error.message }, { status: 422 })
    }
  },
}

async function sign(pdf, searchParams, env) {
  const request = {
    signer: { name: searchParams.get('name') ?? '', email: searchParams.get('email') ?? '' },
    auditTrail: [{ timestamp: new Date().toISOString(), type: 'submit' }],
    // Pages are set where the fonts are, on Node.js.
    certificate: { enabled: false },
  }
  const { bytes, contentType } = await signDocument(pdf, request, { identity: googleKmsIdentity(env) })
  return new Response(bytes, { headers: { 'content-type': contentType } })
}
