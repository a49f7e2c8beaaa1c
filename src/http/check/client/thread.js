/**
 * Starts a thread that may load its own modules and send nothing. The service gives its scripts such a policy. Static hosts give
 * none: there, the thread starts from a blob, and so has the policy of the page.
 *
 * @param {string} url of a module
 */
export function startThread(url) {
  const isServed = document.getElementById('form')?.hasAttribute('action')
  if (isServed) return new Worker(url, { type: 'module' })
  const script = new Blob([`import ${JSON.stringify(url)}`], { type: 'text/javascript' })
  return new Worker(URL.createObjectURL(script), { type: 'module' })
}
