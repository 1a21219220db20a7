import { saveFile } from '@prankpost/web-kit'

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
