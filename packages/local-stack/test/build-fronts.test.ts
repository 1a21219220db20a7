import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const builders = 4
const files = 300
const module = path.join(import.meta.dirname, '..', 'src', 'cli', 'build-fronts.ts')

/** Stands in for Vite: it ends when all builders have come so far, so that they put their folders in place at the same time. */
const vite = `
const { mkdirSync, readdirSync, writeFileSync } = require('node:fs')
const outDir = process.argv[process.argv.indexOf('--outDir') + 1]
mkdirSync(outDir, { recursive: true })
for (let n = 0; n < ${files}; n++) writeFileSync(outDir + '/' + n + '.js', '')
mkdirSync('../built', { recursive: true })
writeFileSync('../built/' + process.pid, '')
setInterval(() => readdirSync('../built').length < ${builders} || process.exit(), 1)
`

let root: string
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
}
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'prankpost-build-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

test('when several processes build a front end at the same time then each gets the folder, which is complete', async () => {
  write('pnpm-lock.yaml', '')
  write('web/node_modules/vite/bin/vite.js', vite)
  for (let n = 0; n < files; n++) write(`web/dist/outdated/${n}.js`, '')
  const build = `import(process.argv[1]).then(({ buildFront }) => buildFront(process.argv[2], 'web'))`
  const ran = Array.from({ length: builders }, () =>
    promisify(execFile)(process.execPath, ['-e', build, module, root]),
  )
  await Promise.all(ran)
  expect(readdirSync(path.join(root, 'web', 'dist'))).toHaveLength(files + 1)
  expect(readdirSync(path.join(root, 'web', 'node_modules'))).toEqual(['vite'])
})
