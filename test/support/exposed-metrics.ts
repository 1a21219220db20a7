import type { SharedStack } from '@prankpost/test-harness'

/** The combined metrics of all processes of a stack. */
export interface Exposed {
  has(name: string): boolean
  /** The labels of a metric's series, each with its values. */
  labelsOf(name: string): Map<string, Set<string>>
}

/** Reads /metrics of the gateway and of every service. @throws when one does not answer */
export async function exposedBy({ processes }: Pick<SharedStack, 'processes'>): Promise<Exposed> {
  const withMetrics = processes.filter(({ spec }) => spec.cwd.match(/\/(services\/[^/]+|gateway)$/))
  const names = new Set<string>()
  const labels = new Map<string, Map<string, Set<string>>>()
  for (const { spec } of withMetrics) {
    const response = await fetch(`${spec.url}/metrics`)
    if (!response.ok) throw new Error(`${spec.name}: /metrics answered ${response.status}`)
    for (const line of (await response.text()).split('\n')) note(line, names, labels)
  }
  return { has: (name) => names.has(name), labelsOf: (name) => labels.get(name) ?? new Map() }
}

function note(line: string, names: Set<string>, labels: Map<string, Map<string, Set<string>>>): void {
  const [, typed, type] = line.match(/^# TYPE (\S+) (\S+)/) ?? []
  if (typed !== undefined) {
    const parts = type === 'histogram' ? ['_bucket', '_count', '_sum'] : ['']
    for (const part of parts) names.add(typed + part)
  }
  const [, name = '', pairs] = line.match(/^([a-z_]+)\{(.*)\} \S+$/) ?? []
  if (pairs === undefined) return
  const known = labels.get(name) ?? new Map<string, Set<string>>()
  labels.set(name, known)
  for (const [, label = '', value = ''] of pairs.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
    known.set(label, (known.get(label) ?? new Set()).add(value))
  }
}
