// The only entry point of all npm scripts. It requires only Node and npm: it checks Node's version, installs the pinned
// toolchain if necessary, and runs the command with it. Other modules are imported only after the version check.
import { readFileSync } from 'node:fs'
import { nodeComplaint } from './node-version.mjs'

const complaint = nodeComplaint(process.versions.node)
if (complaint) {
  console.error(complaint)
  process.exit(1)
}

const [command, ...args] = process.argv.slice(2)
const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const commands = Object.keys(scripts)
if (!commands.includes(command)) {
  console.error(`Usage: node scripts/run.mjs <${commands.join('|')}> [arguments]`)
  process.exit(2)
}

const { runCommand } = await import('./commands.mjs')
try {
  process.exitCode = await runCommand(command, args)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (command.startsWith('test')) console.log('0 passed, 1 failed')
  process.exitCode = 1
}
