/** The floor: bare express behind a bare proxy with keep-alive; each in a process of its own. Prints its address. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'

const pranks = Array.from({ length: 6 }, (_, n) => ({
  id: `${n}`.padStart(24, '0'),
  name: 'Glitter of Doom',
  description: 'It never leaves. Not the carpet, not the car, not the memories of those who opened it.',
  price: '4.99',
  tier: 'Standard',
  image: 'glitter',
}))

if (process.argv[2] === 'upstream') {
  const server = express()
    .get('/api/pranks', (_req, res) => void res.json(pranks))
    .listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.send?.((server.address() as AddressInfo).port)
  process.on('disconnect', () => process.exit(0))
} else {
  const upstream = fork(process.argv[1] ?? '', ['upstream'])
  const [port] = (await once(upstream, 'message')) as [number]
  const agent = new http.Agent({ keepAlive: true })
  const proxy = createProxyMiddleware({ target: `http://127.0.0.1:${port}`, agent })
  const server = express().use(proxy).listen(0, '127.0.0.1')
  await once(server, 'listening')
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/pranks`)
}
