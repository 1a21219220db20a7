import { bench, billingClock, check, dev, format, lighthouse, seed, start } from './everyday-commands.mjs'
import { install } from './install.mjs'
import { test } from './test-command.mjs'

/** Runs one of the npm scripts on the installed toolchain and gives its exit code. */
export async function runCommand(command, args) {
  if (!(await install())) return 1
  const run = { start, dev, test, check, bench, 'billing-clock': billingClock, seed, lighthouse, format }[
    command
  ]
  return await run(args)
}
