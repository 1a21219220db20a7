import { parseJson } from '@prankpost/web-kit'

const parsedAtMost = 200_000
const shownAtMost = 50_000

/** A message as people read it: JSON with an indent, anything else as it stands; of a huge one the beginning. */
export function readableContent(content: string): { text: string; isJson: boolean; isCut: boolean } {
  const value = content.length <= parsedAtMost ? parseJson(content) : undefined
  const text = value === undefined ? content : JSON.stringify(value, null, 2)
  return {
    text: text.slice(0, shownAtMost),
    isJson: value !== undefined,
    isCut: text.length > shownAtMost,
  }
}
