import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseCliOptions } from '../../packages/local-stack/src/cli/cli-options.ts'
import { searchedPlaces } from '../../web/src/features/anonymity/searched.ts'
import { isThere, linksIn } from '../support/document-links.ts'

const root = path.join(import.meta.dirname, '..', '..')
const pages = globSync('**/*.md', {
  cwd: root,
  exclude: (name) => /^(node_modules|dist|\.local)$/.test(name),
})
const read = (page: string) => readFileSync(path.join(root, page), 'utf8')
type Scripts = Record<string, string>
const scriptsOf = (file: string) => (JSON.parse(read(file)) as { scripts?: Scripts }).scripts ?? {}
const scripts = scriptsOf('package.json')
/** The npm scripts that a reader of the page can run: those of its package, and those of the root. */
function scriptsFor(page: string): Scripts {
  const own = path.join(path.dirname(page), 'package.json')
  return { ...scripts, ...(existsSync(path.join(root, own)) && scriptsOf(own)) }
}

/** Every command for the reader of a page: lines of shell blocks, and code in a sentence. */
function commandsIn(page: string): string[] {
  const text = read(page)
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) => block.split('\n'))
  const inline = [...text.replace(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  return [...blocks, ...inline]
    .map((line) => line.replace(/\s+#\s.*$/, '').trim())
    .filter((line) => /^(npm|npx|node|docker|curl|git) /.test(line))
}
const commands = pages.flatMap((page) => commandsIn(page).map((command) => ({ page, command })))

/** The test or job that runs each npm command as a reader would, or the reason why it is not run. */
const runBy: Record<string, string> = {
  start: 'packages/local-stack/test/start.slow.test.ts',
  test: '.ci/run',
  'test:slow': '.ci/run',
  check: '.ci/run',
  soak: 'test/crash/soak-quick.timed.test.ts',
  attack: '.ci/run',
  'compose-test': '.ci/run',
  fuzz: 'test/security/fuzz.slow.test.ts',
  seed: 'test/e2e/seed.slow.test.ts',
  backup: 'test/e2e/backup.slow.test.ts',
  restore: 'test/e2e/backup.slow.test.ts',
  'billing-clock': 'test/e2e/billing-clock.slow.test.ts',
  setup: 'test/deploy/compose-setup.test.ts',
  generate: 'test/deploy/system.test.ts',
  'cluster-test': 'no test: it takes many minutes of a machine with Docker',
  dev: 'no test: it waits for edits',
  format: 'no test: it changes the sources',
  bench: 'no test: it takes many minutes of a machine of its own',
  lighthouse: 'no test: it measures a running shop on a machine of its own',
}

describe('the pages', () => {
  test.each(pages)('when %s links to a file or a heading then it exists', (page) => {
    const file = path.join(root, page)
    expect(linksIn(read(page)).filter((link) => !isThere(link, file))).toEqual([])
  })

  test('when they name a file of the repository then it exists', () => {
    const named = pages.flatMap((page) =>
      [
        ...read(page).matchAll(
          /`((?:services|packages|web|admin-web|gateway|test|ops|deploy|soak|attack|cluster|compose-test|bench|ledgers)\/[\w./-]+)`/g,
        ),
      ].map(([, file = '']) => ({ page, file })),
    )
    expect(named.length).toBeGreaterThan(10)
    const isHere = ({ page, file }: { page: string; file: string }) =>
      [root, path.join(root, path.dirname(page))].some((folder) => existsSync(path.join(folder, file)))
    expect(named.filter((one) => !isHere(one))).toEqual([])
  })
})

describe('the commands in the pages', () => {
  test('when it is an npm command then the script exists, and a test or job runs it', () => {
    const named = commands.flatMap(({ page, command }) => {
      const [, script] = /^npm (?:run )?((?<=run )[\w:-]+|start|test)/.exec(command) ?? []
      return script === undefined ? [] : [{ page, command, script }]
    })
    expect(named.length).toBeGreaterThan(15)
    expect(named.filter(({ page, script }) => !(script in scriptsFor(page)))).toEqual([])
    expect(Object.keys(runBy).sort()).toEqual(Object.keys(scripts).sort())
    const runners = Object.values(runBy).filter((runner) => !runner.startsWith('no test: '))
    expect(runners.filter((runner) => !existsSync(path.join(root, runner)))).toEqual([])
  })

  test('when it starts the shop then its options are known', () => {
    const starts = commands.flatMap(
      ({ command }) => /^npm (?:start|run dev) -- (.+)$/.exec(command)?.[1] ?? [],
    )
    expect(starts.length).toBeGreaterThan(3)
    for (const options of starts) expect(() => parseCliOptions(options.split(/\s+/))).not.toThrow()
  })

  test('when it runs a file or names tests then they exist', () => {
    for (const { page, command } of commands) {
      const [, file] = /^node ([\w./-]+\.m?[jt]s)/.exec(command) ?? []
      const places = [root, path.join(root, path.dirname(page))]
      const isHere = !file || places.some((folder) => existsSync(path.join(folder, file)))
      expect([page, file, isHere]).toEqual([page, file, true])
      const [, tests] = /^npm (?:test|run test:slow) -- ([\w./-]+)/.exec(command) ?? []
      if (tests)
        expect([page, tests, globSync(`${tests}*`, { cwd: root }).length > 0]).toEqual([page, tests, true])
    }
  })

  test('when it is for docker compose then its services and profiles are in the compose file', () => {
    const file = parse(read('docker-compose.yml'), { merge: true }) as {
      services: Record<string, { profiles?: string[] }>
    }
    const profiles = new Set(Object.values(file.services).flatMap(({ profiles = [] }) => profiles))
    const dockerCommands = commands.filter(({ command }) => command.startsWith('docker compose '))
    expect(dockerCommands.length).toBeGreaterThan(3)
    for (const { command } of dockerCommands) {
      for (const [, profile = ''] of command.matchAll(/--profile (\S+)/g))
        expect([...profiles]).toContain(profile)
      const [, services = ''] =
        /(?:logs --follow|exec(?: -T)?|run(?: --\S+)+|--scale \S+|restart) ((?:[\w-]+ ?)+)/.exec(command) ??
        []
      const first = services.trim().split(' ').filter(Boolean).slice(0, 1)
      for (const service of first) expect(Object.keys(file.services)).toContain(service)
    }
  })
})

test.each(searchedPlaces)(
  'when /anonymity names the test of $place then it exists',
  ({ test: file, name }) => {
    expect(read(file)).toContain(`test('${name}'`)
  },
)
