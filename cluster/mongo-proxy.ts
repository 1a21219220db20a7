/** `mongo-proxy.ts MONGODB_URI HOST PORT`: a proxy with which other hosts reach a MongoDB that listens only locally. */
import { openProxy } from '../deploy/image/tcp-proxy.ts'

const [mongodbUri = '', host, port] = process.argv.slice(2)
await openProxy(mongodbUri, { host, port: Number(port) })
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0))
