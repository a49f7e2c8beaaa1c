import { parentPort } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
const { convertFile } = await import('../../src/convert/convert-file.ts')
const { SealwrightError } = await import('../../src/errors.ts')

parentPort.on('message', async (input) => {
  const start = performance.now()
  try {
    const { bytes, warnings } = await convertFile(input, { from: 'docx', to: 'pdf' })
    parentPort.postMessage({ bytes, ms: performance.now() - start, warnings })
  } catch (error) {
    if (error instanceof SealwrightError) parentPort.postMessage({ code: error.code, message: error.message })
    else parentPort.postMessage({ fault: error instanceof Error ? error.stack : String(error) })
  }
})
// Loading the sources is not part of any file's time.
parentPort.postMessage('ready')
