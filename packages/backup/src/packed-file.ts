import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

/**
 * Packs parts into a file that only its owner may read, and answers its length and digest. It takes parts as
 * fast as it can write them, and holds no more.
 */
export async function writePacked(file: string, parts: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(
    Readable.from(gathered(parts)),
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

const gatheredBytes = 64 * 1024

/** Small parts together: a stream costs its time by the piece. */
async function* gathered(parts: AsyncIterable<Uint8Array>) {
  let waiting: Uint8Array[] = []
  let bytes = 0
  for await (const part of parts) {
    waiting.push(part)
    bytes += part.length
    if (bytes < gatheredBytes) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}

/** The documents of a packed file, as BSON: each begins with its length. @see https://bsonspec.org/spec.html */
export async function* readDocuments(file: string): AsyncGenerator<Buffer> {
  let eventPause: Buffer = Buffer.alloc(0)
  for await (const chunk of unpacked(file)) {
    eventPause = eventPause.length === 0 ? chunk : Buffer.concat([eventPause, chunk])
    let start = 0
    while (eventPause.length - start >= 4) {
      const length = eventPause.readInt32LE(start)
      if (eventPause.length - start < length) break
      yield eventPause.subarray(start, start + length)
      start += length
    }
    eventPause = eventPause.subarray(start)
  }
  if (eventPause.length > 0) throw new Error(`${file} ends in the middle of a document`)
}

/** The lines of a packed file. */
export async function* readLines(file: string): AsyncGenerator<string> {
  let eventPause = ''
  for await (const chunk of unpacked(file).setEncoding('utf8')) {
    const lines = (eventPause + chunk).split('\n')
    eventPause = lines.pop() ?? ''
    yield* lines
  }
  if (eventPause !== '') throw new Error(`${file} ends in the middle of a line`)
}

function unpacked(file: string): Readable {
  const source = createReadStream(file)
  const gunzip = createGunzip()
  source.on('error', (error) => gunzip.destroy(error))
  return source.pipe(gunzip)
}
