import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** The fields of Vite's manifest that are used here. */
interface Chunk {
  file: string
  isEntry?: boolean
  isDynamicEntry?: boolean
  imports?: string[]
  css?: string[]
}

/** A built front end: the files of the first load, and those that each screen or window adds. */
export interface BuiltFront {
  /** Paths in the folder. */
  firstLoad: Set<string>
  /** By the source that is loaded on demand, without `src/`. */
  onDemand: Map<string, Set<string>>
}

/** Reads from `index.html` and the manifest which files a browser loads and when. `base` is the path of the front end. */
export function readBuiltFront(dist: string, base: string): BuiltFront {
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync(path.join(dist, '.vite', 'manifest.json'), 'utf8'),
  )
  const html = readFileSync(path.join(dist, 'index.html'), 'utf8')
  const filesOf = (name: string, seen = new Set<string>()): Set<string> => {
    const chunk = manifest[name]
    if (chunk === undefined || seen.has(chunk.file)) return seen
    for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file)
    for (const imported of chunk.imports ?? []) filesOf(imported, seen)
    return seen
  }
  const firstLoad = new Set([...filesOf('index.html'), ...namedIn(html, base), 'index.html'])
  const onDemand = Object.entries(manifest).flatMap(([name, { isDynamicEntry }]) =>
    isDynamicEntry ? [[name.replace(/^src\//, ''), filesOf(name).difference(firstLoad)] as const] : [],
  )
  return { firstLoad, onDemand: new Map(onDemand) }
}

/** Scripts, style sheets and preloaded fonts that a page names. */
function namedIn(html: string, base: string): string[] {
  const tags = html.match(/<(?:script|link)\b[^>]*>/g) ?? []
  const wanted = tags.filter(
    (tag) =>
      tag.startsWith('<script') || /rel="(?:stylesheet|modulepreload)"/.test(tag) || /as="font"/.test(tag),
  )
  return wanted
    .flatMap((tag) => [...tag.matchAll(/(?:src|href|data-modules|data-styles)="([^"]+)"/g)])
    .flatMap(([, files = '']) => files.split(' '))
    .map((file) => file.slice(base.length))
}

/** The bytes of some files as transferred: of the compressed copy, if there is one. */
export function bytesOf(dist: string, files: Iterable<string>, encoding: 'br' | 'gz'): number {
  let sum = 0
  for (const file of files) {
    const packed = statSync(path.join(dist, `${file}.${encoding}`), { throwIfNoEntry: false })
    sum += (packed ?? statSync(path.join(dist, file))).size
  }
  return sum
}

/** The width and height of a WebP picture. @throws for another kind of file */
export function pixelsOf(file: string): { width: number; height: number } {
  const bytes = readFileSync(file)
  const kind = bytes.toString('latin1', 8, 16)
  if (kind === 'WEBPVP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (kind === 'WEBPVP8L') {
    const packed = bytes.readUInt32LE(21)
    return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
  }
  if (kind === 'WEBPVP8 ')
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  throw new Error(`${file} is no WebP picture`)
}
