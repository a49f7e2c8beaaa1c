// The private key cannot be read out of WebCrypto, not even by this script (`extractable` is false). Keep it in
// IndexedDB if it is to last longer than the page.
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const keys = await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify'])
const publicKey = toBase64(new Uint8Array(await crypto.subtle.exportKey('spki', keys.publicKey)))

const status = document.getElementById('status')
document.getElementById('file').addEventListener('change', async ({ target }) => {
  try {
    status.textContent = 'Signing …'
    const signed = await sign(new Uint8Array(await target.files[0].arrayBuffer()))
    const link = document.getElementById('result')
    link.href = URL.createObjectURL(new Blob([signed], { type: 'application/pdf' }))
    link.download = 'signed.pdf'
    link.hidden = false
    status.textContent = 'Signed.'
  } catch (error) {
    status.textContent = error.message
  }
})

async function sign(pdf) {
  const { certificate } = await post('/certificate', { publicKey })
  const signer = { name: 'Ada Lovelace', email: 'ada@example.com' }
  const { id, toBeSigned } = await post('/prepare', { pdf: toBase64(pdf), certificate, signer })
  const signature = await crypto.subtle.sign(ALGORITHM, keys.privateKey, fromBase64(toBeSigned))
  const done = await post('/complete', { id, signature: toBase64(new Uint8Array(signature)) })
  return fromBase64(done.pdf)
}

async function post(path, body) {
  const answer = await fetch(path, { method: 'POST', body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json()
}

function toBase64(bytes) {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

function fromBase64(text) {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
}
