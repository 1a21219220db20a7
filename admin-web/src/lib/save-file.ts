/** Downloads a file to the operator's computer. */
export function saveFile(blob: Blob, fileName: string) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser reads the URL after the click; revoking it immediately would be too early for large files.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** The URL of a document stays valid for some time, so that its tab can print and save it. */
const openForMs = 30 * 60_000

/** Opens the document in a new tab; returns the file name if it had to be downloaded instead. */
export function openFile(blob: Blob, fileName: string): string | null {
  const url = URL.createObjectURL(blob)
  setTimeout(() => URL.revokeObjectURL(url), openForMs)
  if (globalThis.open(url, '_blank')) return null
  saveFile(blob, fileName)
  return fileName
}
