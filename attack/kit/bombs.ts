import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'

// Brackets take a JSON parser the longest time; 1 MB of them is 14 bytes in brotli.
const plain = Buffer.from('['.repeat(1_048_576))

/** Bodies that inflate to 1 MB, by content encoding. */
export const bombs = { gzip: gzipSync(plain), deflate: deflateSync(plain), br: brotliCompressSync(plain) }

/** The body and headers of a compressed call. */
export const bombCall = (encoding: keyof typeof bombs) => ({
  body: bombs[encoding],
  headers: { 'content-type': 'application/json', 'content-encoding': encoding },
})
