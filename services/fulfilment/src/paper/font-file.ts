import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'

const require = createRequire(import.meta.url)
const unpacked = new Map<string, Buffer<ArrayBuffer>>()

/**
 * Returns a WOFF file of a package as a TrueType font; each file is read once per process. fontkit also reads WOFF, but
 * it inflates the table of all outlines again for every glyph.
 */
export function fontFile(file: string): Buffer<ArrayBuffer> {
  const cached = unpacked.get(file)
  if (cached !== undefined) return cached
  const font = unpackWoff(readFileSync(require.resolve(file)))
  unpacked.set(file, font)
  return font
}

const woff = { header: 44, entry: 20 }
const trueType = { header: 12, entry: 16 }

/** Converts a WOFF font to TrueType by copying its tables (W3C, 'WOFF File Format 1.0', sections 3 to 5). */
function unpackWoff(file: Buffer): Buffer<ArrayBuffer> {
  const count = file.readUInt16BE(12)
  const header = Buffer.alloc(trueType.header + count * trueType.entry)
  file.copy(header, 0, 4, 8)
  header.writeUInt16BE(count, 4)
  const parts: Uint8Array[] = [header]
  let position = header.length
  for (let n = 0; n < count; n++) {
    const entry = woff.header + n * woff.entry
    const [offset, packed, length, checksum] = [4, 8, 12, 16].map((at) => file.readUInt32BE(entry + at)) as [
      number,
      number,
      number,
      number,
    ]
    const stored = file.subarray(offset, offset + packed)
    const table = packed < length ? inflateSync(stored) : stored
    const to = trueType.header + n * trueType.entry
    file.copy(header, to, entry, entry + 4)
    header.writeUInt32BE(checksum, to + 4)
    header.writeUInt32BE(position, to + 8)
    header.writeUInt32BE(length, to + 12)
    const padding = Buffer.alloc(-length & 3)
    parts.push(table, padding)
    position += length + padding.length
  }
  return Buffer.concat(parts)
}
