/** `npm start`: runs the stack until Ctrl-C or SIGTERM, or until the parent program ends. */
import { fileURLToPath } from 'node:url'
import { buildFronts } from './build-fronts.ts'
import { addDemo } from './demo.ts'
import { runUntilStopped } from './run-until-stopped.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const print = (text: string) => console.log(text)

await runUntilStopped({
  root,
  argv: process.argv.slice(2),
  env: process.env,
  print,
  build: () => buildFronts(root, print),
  addDemo,
})
