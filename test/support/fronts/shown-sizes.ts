import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const elements = /<(Picture|PrankPicture|Avatar)\s([^>]*?)\/?>/gs

/**
 * The largest width, in CSS pixels, at which each family of the store's pictures (`prank`, `avatar`, `scene`, `logo`)
 * is shown, from the screens' sources. @throws when a picture is shown in a way that cannot be read here
 */
export function largestShown(source: string): Map<string, number> {
  const largest = new Map<string, number>()
  for (const file of globSync('**/*.tsx', { cwd: source })) {
    if (file.endsWith('picture.tsx')) continue
    for (const [tag, kind = '', attributes = ''] of readFileSync(path.join(source, file), 'utf8').matchAll(
      elements,
    )) {
      const { family, width } = kind === 'Picture' ? ofPicture(attributes) : ofIcon(kind, attributes)
      if (family === undefined || !(width > 0)) throw new Error(`${file}: how large is ${tag}?`)
      largest.set(family, Math.max(width, largest.get(family) ?? 0))
    }
  }
  return largest
}

const numberIn = (attributes: string, name: string) =>
  Number(attributes.match(new RegExp(`\\b${name}=\\{(\\d+)\\}`))?.[1])

function ofPicture(attributes: string) {
  const shown = numberIn(attributes, 'shownAt') || numberIn(attributes, 'width')
  return { family: attributes.match(/\bname=(?:"|\{`)([a-z]+)/)?.[1], width: shown }
}

const ofIcon = (kind: string, attributes: string) => ({
  family: kind === 'Avatar' ? 'avatar' : 'prank',
  width: numberIn(attributes, 'size'),
})
