import { startBenchStack } from './bench/stack.ts'
import { measureEvents } from './bench/events/measure.ts'
const stack = await startBenchStack()
console.log(JSON.stringify(await measureEvents(stack, { runs: 2, seconds: 4, backlog: 5000 }), null, 1).replace(/\n\s+/g, ' '))
await stack.stop()
