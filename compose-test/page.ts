import { phaseTable } from '../soak/phases.ts'
import { wholeStack } from './memory.ts'
import type { ComposeReport } from './report.ts'

/** The report as a page of docs/. */
export function pageOf(report: ComposeReport): string {
  const { at, cpus, engine, compose, steps, soak, failures, seconds } = report
  const notTried = steps.filter(({ result }) => result === 'NOT TRIED')
  const rows = steps.filter(({ result }) => result !== 'NOT TRIED')
  const sections = [
    '# The shop in containers',
    `Written by \`npm run compose-test -- --page docs/compose-test.md\`: ${at.slice(0, 10)}, Docker Engine ${engine}, Compose ${compose}, ${cpus} CPUs, ${(seconds / 60).toFixed(1)} minutes. [compose-test/README.md](../compose-test/README.md) explains the parts.`,
    failures.length === 0
      ? 'Nothing was lost, duplicated or different, and every part succeeded.'
      : ['**This run failed:**', '', ...failures.map((failure) => `- ${failure}`)].join('\n'),
    table(
      ['part', 'result', 'seconds', 'found'],
      rows.map(({ name, seconds, result, detail }) => [name, result, seconds.toFixed(1), detail]),
    ),
    '## Incidents under load',
    'Calls that got no answer or a 5xx were retried.',
    [
      '```',
      ...phaseTable(report.phases).map(([name, figures]) => `${name.padEnd(44)}${figures}`),
      '```',
    ].join('\n'),
    '## Memory of the whole stack',
    memoryText(report),
    '## Ledgers',
    soak === undefined
      ? 'They were not compared.'
      : table(
          ['comparison', 'entries'],
          soak.ledgers.map(({ name, entries }) => [name, String(entries)]),
        ),
    '## Not tried, and what was done instead',
    table(
      ['what', 'here', 'instead'],
      [...notTriedHere(report), ...notTried.map(({ name, detail }) => [name, 'not run', detail])],
    ),
  ]
  return `${sections.join('\n\n')}\n`
}

function memoryText({ soak }: ComposeReport): string {
  const figures = Object.entries(soak?.memory ?? {})
  const rows = figures.map(([name, { first, last, peak }]) => [name, ...[first, last, peak].map(String)])
  const [sum] = rows.filter(([name]) => name === wholeStack)
  const intro = `In MB, as \`docker stats\` shows it. The whole stack needs at most ${sum?.at(-1)} MB under load.`
  return `${intro}\n\n${table(['container', 'first minute', 'last minute', 'maximum'], rows)}`
}

/** What this test cannot show, whatever its engine can pull. */
const notTriedHere = ({ mongoUsers }: ComposeReport): string[][] => [
  [
    'MongoDB with the users of `deploy/compose/mongo-users.js`',
    mongoUsers
      ? '**tried**: every service logged in as its own user'
      : '**not tried**: the image here is an embedded engine without users',
    'test/deploy/compose-setup.test.ts runs the script against a substitute for the server, and checks users, passwords and roles',
  ],
  [
    'MongoDB as a replica set',
    '**not tried**: docker-compose.yml runs one server',
    'no code needs one: there are no transactions and no change streams ([decision 1](decisions/0001-outbox-in-the-document.md)); writes wait for the majority where there is one ([decision 2](decisions/0002-write-concern.md))',
  ],
  [
    'Grafana, Tempo and Prometheus',
    'not run where their images cannot be pulled',
    'test/deploy/dashboards.test.ts and alerts.test.ts evaluate every query against the metrics of a running shop',
  ],
  [
    'Kubernetes',
    'not tried: it needs a cluster',
    'test/deploy/kubernetes*.test.ts builds the manifests and compares them with the schemas and with docker-compose.yml',
  ],
]

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cellOf).join(' | ')} |`).join('\n')

const cellOf = (cell: string) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')
