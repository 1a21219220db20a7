/** `mongo-door.ts MONGODB_URI HOST PORT`: an address at which other hosts reach a MongoDB that only its own host does. */
import { openDoor } from '../deploy/image/tcp-door.ts'

const [mongodbUri = '', host, port] = process.argv.slice(2)
await openDoor(mongodbUri, { host, port: Number(port) })
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0))
