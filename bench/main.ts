/**
 * `npm run bench [-- --admin] [-- --quick]`: bounded, loopback only, on a stack of its own. Measures what
 * customers wait for, or with `--admin` what the operator does, over two years of made-up business. Prints
 * tables and leaves bench/results.json, or bench/results-admin.json.
 */
import { writeFile } from 'node:fs/promises'
import { startStack } from '@prankpost/local-stack'
import { benchAdmin } from './admin.ts'
import { benchStore } from './store.ts'

const [admin, quick] = ['--admin', '--quick'].map((flag) => process.argv.includes(flag)) as [boolean, boolean]
const stack = await startStack({
  ownMongo: true,
  ownBroker: true,
  env: {
    all: { LOG_LEVEL: 'warn' },
    gateway: { RATE_LIMIT_CALLS: '1000000000' },
    auth: { REGISTRATION_LIMIT: '1000000' },
  },
})
try {
  const results = admin ? await benchAdmin(stack, quick) : await benchStore(stack, quick)
  const file = new URL(admin ? 'results-admin.json' : 'results.json', import.meta.url)
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`)
} finally {
  await stack.stop()
}
