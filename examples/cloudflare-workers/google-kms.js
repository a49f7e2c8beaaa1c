// An identity is its certificates, an algorithm and a function that signs. This one asks Google Cloud KMS, for a key of the
// algorithm EC_SIGN_P256_SHA256.

export function googleKmsIdentity({ KMS_ENDPOINT, KMS_KEY_VERSION, KMS_TOKEN, CERTIFICATE }) {
  return {
    certificates: readPem(CERTIFICATE),
    algorithm: { name: 'ECDSA', hash: 'SHA-256' },
    async sign(data, { signal } = {}) {
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
      const answer = await fetch(`${KMS_ENDPOINT}/v1/${KMS_KEY_VERSION}:asymmetricSign`, {
        method: 'POST',
        headers: { authorization: `Bearer ${KMS_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify({ digest: { sha256: btoa(String.fromCharCode(...digest)) } }),
        signal,
      })
      if (!answer.ok) throw new Error(`The KMS answered ${answer.status}.`)
      return fromBase64((await answer.json()).signature)
    },
  }
}

function readPem(text) {
  return Array.from(text.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END/g), ([, base64]) => fromBase64(base64))
}

function fromBase64(text) {
  return Uint8Array.from(atob(text.replace(/\s/g, '')), (char) => char.charCodeAt(0))
}
