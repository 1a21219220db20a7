import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The documents whose commands are run. */
const documents = ['README.md', 'deploy/README.md']

/** How a command of the documents is run here. */
export type Way =
  /** To its end, with exit code 0; its output must match. */
  | { run: 'to the end'; shows?: RegExp }
  /** Until the shop is ready and a prank is sold, then Ctrl-C. */
  | { run: 'until a prank is sold' }
  /** Until its output matches, then Ctrl-C. */
  | { run: 'until it shows'; shows: RegExp }
  /** Images must be pulled from a registry first; without one, the other command is run. */
  | { run: 'with pulled images'; services: string[]; instead: string }
  /** Not with Docker, or not here. */
  | { run: 'not'; why: string }

/** Every command of the documents, in the order in which they are run. */
export const commands: Record<string, Way> = {
  'npm start': { run: 'not', why: 'uses no Docker; `npm test` runs the same processes' },
  'npm test': { run: 'not', why: 'uses Docker only for MongoDB and RabbitMQ, and is run on its own' },
  'npm run setup': { run: 'to the end', shows: /settings added/ },
  'docker compose --profile demo up --build': { run: 'until a prank is sold' },
  'docker compose --profile demo --profile observability up --build -d': {
    run: 'with pulled images',
    services: ['prometheus', 'grafana', 'tempo'],
    instead: 'docker compose --profile demo up --build -d --wait',
  },
  'docker compose ps': { run: 'to the end', shows: /gateway.*\(healthy\)/ },
  'docker compose logs --follow order payment': { run: 'until it shows', shows: /order-1 +\| \{"level"/ },
  'docker compose up -d --scale order=3 order': { run: 'to the end', shows: /order-3/ },
  'docker compose exec rabbitmq rabbitmqctl list_queues name messages': {
    run: 'to the end',
    shows: /order\.payment-succeeded\s+\d+/,
  },
  'docker compose run --rm --build backup': {
    run: 'not',
    why: 'what it writes belongs to root; a step of its own restores a backup',
  },
  'docker compose --profile demo --profile observability down': { run: 'to the end' },
  'docker compose up --build -d': { run: 'to the end', shows: /gateway-1 +Started/ },
  'docker compose --profile demo build': { run: 'to the end' },
  'docker builder prune': { run: 'not', why: 'it would remove the build cache of other programs' },
  'docker system prune': { run: 'not', why: 'it would remove images and containers of other programs' },
  'docker build --build-arg SERVICE=order --tag prankpost/order .': { run: 'to the end' },
}

/** The commands of a Markdown text: lines of its shell blocks, and `docker ...` and `npm run setup` in sentences. */
export function commandsIn(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) => block.split('\n'))
  const inline = [
    ...markdown.replaceAll(/^```.*?^```/gms, '').matchAll(/`((?:docker |npm run setup)[^`]*)`/g),
  ]
  return [...blocks, ...inline.map(([, command = '']) => command)]
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/** The distinct commands of all documents in a folder. */
export function documentedCommands(root: string): string[] {
  const texts = documents.map((file) => readFileSync(path.join(root, file), 'utf8'))
  return [...new Set(texts.flatMap(commandsIn))]
}
