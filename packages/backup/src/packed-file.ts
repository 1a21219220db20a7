import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

/**
 * Compresses parts into a file that only its owner can read, and returns its length and digest. Parts are read only as
 * fast as they are written (backpressure).
 */
export async function writePacked(file: string, parts: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(
    Readable.from(joined(parts)),
    createGzip({ level: 1 }),
    async function* (packed: AsyncIterable<Buffer>) {
      for await (const chunk of packed) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    createWriteStream(file, { mode: 0o600, flags: 'wx' }),
  )
  return { bytes, sha256: hash.digest('hex') }
}

const chunkBytes = 64 * 1024

/** Joins small parts, because a stream has a cost per chunk. */
async function* joined(parts: AsyncIterable<Uint8Array>) {
  let waiting: Uint8Array[] = []
  let bytes = 0
  for await (const part of parts) {
    waiting.push(part)
    bytes += part.length
    if (bytes < chunkBytes) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}

/** The BSON documents of a compressed file; each begins with its length. @see https://bsonspec.org/spec.html */
export async function* readDocuments(file: string): AsyncGenerator<Buffer> {
  let pending: Buffer = Buffer.alloc(0)
  for await (const chunk of unpacked(file)) {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
    let start = 0
    while (pending.length - start >= 4) {
      const length = pending.readInt32LE(start)
      if (pending.length - start < length) break
      yield pending.subarray(start, start + length)
      start += length
    }
    pending = pending.subarray(start)
  }
  if (pending.length > 0) throw new Error(`${file} ends in the middle of a document`)
}

/** The lines of a compressed file. */
export async function* readLines(file: string): AsyncGenerator<string> {
  let pending = ''
  for await (const chunk of unpacked(file).setEncoding('utf8')) {
    const lines = (pending + chunk).split('\n')
    pending = lines.pop() ?? ''
    yield* lines
  }
  if (pending !== '') throw new Error(`${file} ends in the middle of a line`)
}

function unpacked(file: string): Readable {
  const source = createReadStream(file)
  const gunzip = createGunzip()
  source.on('error', (error) => gunzip.destroy(error))
  return source.pipe(gunzip)
}
