import { convertFile } from './sealwright/index.js'

addEventListener('message', async ({ data: file }) => {
  try {
    // The address counts from this file. Only those fonts are fetched that the document needs.
    const assets = { url: './fonts/' }
    const { bytes, fileName, warnings } = await convertFile(file, { to: 'pdf', fileName: file.name }, { assets })
    postMessage({ bytes, fileName, warnings }, [bytes.buffer])
  } catch (error) {
    postMessage({ error: error.message })
  }
})
