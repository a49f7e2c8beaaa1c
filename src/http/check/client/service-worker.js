// Keeps the files of the page, so that it works without a network. VERSION and FILES are defined before this code.

const NAME = `sealwright-check-${VERSION}`

addEventListener('install', (/** @type {any} */ event) => event.waitUntil(keep()))
addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(forgetOthers()))
addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event
  if (request.method === 'GET') event.respondWith(answer(request))
})

async function keep() {
  const kept = await caches.open(NAME)
  await kept.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' })))
}

async function forgetOthers() {
  for (const name of await caches.keys()) {
    if (name.startsWith('sealwright-check-') && name !== NAME) await caches.delete(name)
  }
}

/**
 * Answers from the kept files first, since the files of one version belong together.
 *
 * @param {Request} request
 */
async function answer(request) {
  const kept = await caches.open(NAME)
  return (await kept.match(request, { ignoreSearch: true })) ?? fetch(request)
}
