import { SealwrightError, signDocument, verifyDocument } from 'sealwright'
import { identityFromGoogleKms } from 'sealwright/identities/google-kms'

// POST /sign?name=…&email=… and POST /verify take a PDF. The key stays in Google Cloud KMS.
const env = (name: string) => Deno.env.get(name) ?? ''
const certificates = env('CERTIFICATE')
const identity = await identityFromGoogleKms({
  endpoint: env('KMS_ENDPOINT'),
  keyVersion: env('KMS_KEY_VERSION'),
  accessToken: async () => env('KMS_TOKEN'),
  certificates,
})

const server = Deno.serve({ port: Number(env('PORT') || 8000) }, async (request) => {
  const { pathname, searchParams } = new URL(request.url)
  if (request.method !== 'POST') return new Response('Send a PDF to /sign or /verify.', { status: 405 })
  const pdf = new Uint8Array(await request.arrayBuffer())
  try {
    if (pathname === '/verify') return Response.json(await verifyDocument(pdf, { trustAnchors: certificates }))
    if (pathname !== '/sign') return new Response('There is nothing at this path.', { status: 404 })
    const signer = { name: searchParams.get('name') ?? '', email: searchParams.get('email') ?? '' }
    const auditTrail = [{ timestamp: new Date().toISOString(), type: 'submit' }]
    const { bytes, contentType } = await signDocument(pdf, { signer, auditTrail }, { identity })
    return new Response(bytes, { headers: { 'content-type': contentType } })
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return Response.json({ code: error.code, detail: error.message }, { status: 422 })
  }
})

// Deno Deploy sends no signal; a machine of your own does.
Deno.addSignalListener('SIGTERM', async () => {
  await server.shutdown()
  Deno.exit()
})
