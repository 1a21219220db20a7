/** Puts a file into the operator's downloads. */
export function saveFile(blob: Blob, fileName: string) {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser reads the address after the click; at once would be too early for large files.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
