import { parseJson } from '@prankpost/web-kit'

const maxParsed = 200_000
const maxShown = 50_000

/** The content of a message for display: indented JSON, anything else unchanged; only the start of a very long one. */
export function readableContent(content: string): { text: string; isJson: boolean; isCut: boolean } {
  const value = content.length <= maxParsed ? parseJson(content) : undefined
  const text = value === undefined ? content : JSON.stringify(value, null, 2)
  return {
    text: text.slice(0, maxShown),
    isJson: value !== undefined,
    isCut: text.length > maxShown,
  }
}
