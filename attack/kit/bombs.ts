import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'

// Brackets are what a JSON parser works on longest; 1 MB of them is 14 bytes as brotli.
const plain = Buffer.from('['.repeat(1_048_576))

/** A body that inflates to 1 MB, by the encodings that browsers know. */
export const bombs = { gzip: gzipSync(plain), deflate: deflateSync(plain), br: brotliCompressSync(plain) }

/** The body and headers of a compressed call. */
export const bombCall = (encoding: keyof typeof bombs) => ({
  body: bombs[encoding],
  headers: { 'content-type': 'application/json', 'content-encoding': encoding },
})
