import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { freePort } from '@prankpost/local-stack'
import { until } from '@prankpost/test-harness'
import { openJournal } from '../soak/journal.ts'
import { emptyTally } from '../soak/people/caller.ts'
import { createPaymentPage } from '../soak/people/payment-page.ts'
import { projectName, removeProject } from './cleanup.ts'
import { commands, documentedCommands, type Way } from './documents.ts'
import { sellPrank } from './journey.ts'
import { Project } from './project.ts'
import { choosePorts, overrideOf, type Ports, shopAt } from './settings.ts'
import { runLine, type ShellOptions } from './shell.ts'
import { NotTried, type Steps } from './steps.ts'

interface Scene {
  /** A folder for temporary files. */
  temporary: string
  /** Whether MongoDB's image is a stand-in without users. */
  withoutUsers: boolean
  signal: AbortSignal
  steps: Steps
  /** All projects of the run, which are removed at its end. */
  projects: Project[]
}

const root = fileURLToPath(new URL('..', import.meta.url))

/** Files that are in no fresh checkout. */
const isOurs = (file: string) => !/(^|\/)(node_modules|dist|\.local|\.git|\.env)$/.test(file)

/**
 * Runs every command of the documents as written, in a copy of the checkout, so that it creates its own `.env`. Only the
 * environment is different: the project's name, the ports, and an override file for an engine without the real MongoDB.
 */
export async function tryDocuments({
  temporary,
  withoutUsers,
  signal,
  steps,
  projects,
}: Scene): Promise<void> {
  const copy = path.join(temporary, 'checkout')
  await cp(root, copy, { recursive: true, filter: isOurs })
  const ports = await choosePorts({})
  const files = ['docker-compose.yml', ...(withoutUsers ? [path.join(temporary, 'documents.json')] : [])]
  if (withoutUsers) await writeFile(String(files[1]), JSON.stringify(overrideOf({ withoutUsers })))
  const project = new Project({
    ...{ name: projectName('-documents'), folder: copy, files, signal },
    ...{ envFile: path.join(copy, '.env'), profiles: ['demo', 'observability'] },
  })
  const env = {
    ...project.env,
    COMPOSE_PROJECT_NAME: project.name,
    COMPOSE_FILE: files.join(':'),
    GATEWAY_PORT: String(ports.gateway),
    STRIPE_SANDBOX_PORT: String(ports.sandbox),
    MAIL_CATCHER_PORT: String(ports.mail),
    GRAFANA_PORT: String(await freePort()),
  }
  projects.push(project)
  await runAll({ copy, project, env, signal, steps, sell: () => sellThere(copy, ports) })
  await removeProject(project)
}

/** Sells a prank in the shop that the documents' commands started, with the settings that they created. */
async function sellThere(copy: string, ports: Ports): Promise<string> {
  const env = parseEnv(await readFile(path.join(copy, '.env'), 'utf8'))
  const stack = shopAt(ports, env, false)
  const journal = openJournal(path.join(copy, 'journal.jsonl'))
  const shop = { stack, journal, page: createPaymentPage(stack), tally: emptyTally() }
  try {
    return await sellPrank(shop, { mailUrl: `http://127.0.0.1:${ports.mail}`, seed: 1 })
  } finally {
    await journal.close()
  }
}

interface Place {
  copy: string
  project: Project
  env: NodeJS.ProcessEnv
  signal: AbortSignal
  steps: Steps
  sell(): Promise<string>
}

async function runAll(place: Place): Promise<void> {
  const { steps } = place
  const found = documentedCommands(root)
  for (const command of found.filter((one) => commands[one] === undefined))
    await steps.check(`\`${command}\``, () =>
      Promise.reject(new Error('compose-test/documents.ts does not know it')),
    )
  for (const [command, way] of Object.entries(commands)) {
    if (!found.includes(command)) continue
    if (way.run === 'not') steps.notTried(`\`${command}\``, way.why)
    else await steps.check(`\`${command}\``, () => runWay(command, way, place))
  }
}

async function runWay(command: string, way: Exclude<Way, { run: 'not' }>, place: Place): Promise<string> {
  const { copy, env, signal, project, sell } = place
  const shell: ShellOptions = { cwd: copy, env, signal }
  switch (way.run) {
    case 'to the end':
      return shown(await runLine(command, shell), way.shows)
    case 'until it shows':
      await runLine(command, {
        ...shell,
        interruptAfter: (output) => until(() => way.shows.test(output())),
      })
      return 'showed what it should, and ended on Ctrl-C'
    case 'until a prank is sold': {
      let sold = ''
      await runLine(command, {
        ...shell,
        interruptAfter: async () => {
          await project.started('gateway')
          sold = await sell()
        },
      })
      if (sold === '') throw new Error('it ended before a prank was sold')
      return sold
    }
    case 'with pulled images': {
      const pull = `docker compose --profile observability pull --policy missing ${way.services.join(' ')}`
      try {
        await runLine(pull, shell)
      } catch {
        await runLine(way.instead, shell)
        throw new NotTried(`its images cannot be pulled here; instead, this was run: ${way.instead}`)
      }
      await runLine(command, shell)
      await project.started('gateway')
      return 'ended with 0'
    }
  }
}

function shown(output: string, pattern: RegExp | undefined): string {
  if (pattern !== undefined && !pattern.test(output))
    throw new Error(`does not show ${pattern}: ${output.slice(-300)}`)
  return 'ended with 0'
}
