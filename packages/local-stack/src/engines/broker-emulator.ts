/** Runs the in-memory RabbitMQ emulator as a process: `broker-emulator.ts PORT`. */
import { AmqpServer } from 'amqp-emulator'

const port = Number(process.argv[2])
const server = new AmqpServer()
await server.listen(port, '127.0.0.1')
console.log(JSON.stringify({ msg: 'the in-memory broker listens', port }))

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void server.close().finally(() => process.exit(0)))
}
