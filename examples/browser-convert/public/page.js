// The file stays in this browser. A thread converts it, so that the page can be used meanwhile.
const thread = new Worker('thread.js', { type: 'module' })
const status = document.getElementById('status')

document.getElementById('file').addEventListener('change', ({ target }) => {
  status.textContent = 'Converting …'
  thread.postMessage(target.files[0])
})

thread.addEventListener('message', ({ data: { bytes, fileName, warnings, error } }) => {
  status.textContent = error ?? ['Converted.', ...warnings].join(' ')
  const link = document.getElementById('result')
  link.hidden = error !== undefined
  if (error !== undefined) return
  link.href = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
  link.download = fileName
})
