import { attack, check, dev, format, guarded, node, soak, start } from './everyday-commands.mjs'
import { install } from './install.mjs'
import { setup } from './setup-command.mjs'
import { fuzz, test, testSlow } from './test-command.mjs'

/** Every npm script except `setup`, as a function of its arguments that returns the exit code. */
const commands = {
  start,
  dev,
  test,
  'test:slow': testSlow,
  check,
  format,
  fuzz,
  soak,
  attack,
  bench: (args) => node('bench/main.ts', args),
  // Runs plans through years of simulated time, and compares all ledgers with Stripe's records.
  'billing-clock': (args) => node('bench/billing-clock/main.ts', args),
  // Fills the databases of the running stack with two years of generated data.
  seed: (args) => node('bench/seed/main.ts', args),
  // The shop in containers, as on several hosts and on one: makes some fail, and compares all ledgers.
  'cluster-test': (args) => guarded('cluster/main.ts', args),
  'compose-test': (args) => guarded('compose-test/main.ts', args),
  // All databases and queued events of the running shop.
  backup: (args) => node('packages/backup/src/main.ts', ['backup', ...args]),
  restore: (args) => node('packages/backup/src/main.ts', ['restore', ...args]),
  // Measures a running store with Lighthouse's mobile settings.
  lighthouse: (args) => node('web/scripts/lighthouse.ts', args),
  // Writes the files that are derived from system.ts.
  generate: () => node('deploy/generate.ts', []),
}

/** Runs one of the npm scripts with the installed toolchain and returns its exit code. */
export async function runCommand(command, args) {
  // `setup` runs without packages: a server that only runs containers does not install them.
  if (command === 'setup') return setup()
  if (!(await install())) return 1
  return await commands[command](args)
}
