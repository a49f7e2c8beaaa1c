/**
 * Starts a thread that may load its own modules and send nothing. The service sends its scripts with such a policy. Static hosts
 * do not, so there the thread starts from a blob, which has the policy of the page.
 *
 * @param {string} url of a module
 */
export function startThread(url) {
  const isServed = document.getElementById('form')?.hasAttribute('action')
  if (isServed) return new Worker(url, { type: 'module' })
  const script = new Blob([`import ${JSON.stringify(url)}`], { type: 'text/javascript' })
  return new Worker(URL.createObjectURL(script), { type: 'module' })
}
