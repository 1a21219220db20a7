import {
  attack,
  backup,
  bench,
  billingClock,
  check,
  clusterTest,
  composeTest,
  dev,
  format,
  generate,
  lighthouse,
  restore,
  seed,
  soak,
  start,
} from './everyday-commands.mjs'
import { install } from './install.mjs'
import { setup } from './setup-command.mjs'
import { fuzz, test, testSlow } from './test-command.mjs'

/** Runs one of the npm scripts with the installed toolchain and returns its exit code. */
export async function runCommand(command, args) {
  // `setup` runs without packages: a server that only runs containers does not install them.
  if (command === 'setup') return setup()
  if (!(await install())) return 1
  const run = {
    start,
    dev,
    test,
    'test:slow': testSlow,
    check,
    bench,
    'billing-clock': billingClock,
    soak,
    attack,
    'cluster-test': clusterTest,
    'compose-test': composeTest,
    fuzz,
    seed,
    backup,
    restore,
    lighthouse,
    format,
    generate,
  }[command]
  return await run(args)
}
