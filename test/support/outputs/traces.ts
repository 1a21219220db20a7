import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import type { Output } from './scanner.ts'

/** Listens for spans (OTLP/HTTP) at `url` and keeps all their content. */
export async function collectTraces() {
  const seen: Output[] = []
  const server = createServer(async (req, res) => {
    const parts: Buffer[] = []
    for await (const part of req) parts.push(part)
    const body = Buffer.concat(parts)
    const text = (req.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString()
    seen.push({ place: 'a trace', text })
    res.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, seen, close: () => void server.close() }
}
