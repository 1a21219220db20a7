/** Downloads a file. */
export function saveFile(blob: Blob, fileName: string) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser reads the URL after the click; revoking it immediately would be too early for large files.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
