import { readFile } from 'node:fs/promises'
import { sharedStack } from '@prankpost/test-harness'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Metrics, metricsOf } from '../support/metrics.ts'

interface Rule {
  alert: string
  expr: string
  for?: string
  labels: { severity: string }
  annotations: { summary: string; todo: string }
}
const file = await readFile(new URL('../../ops/alerts.yml', import.meta.url), 'utf8')
const rules = (parse(file) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules)

/** The series that a rule reads: names, each with the labels that it requires by `=`. */
function seriesOf({ expr }: Rule) {
  const quoted = /"[^"]*"/g
  const labels = (text: string) =>
    Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
  return [...expr.matchAll(/\b([a-z]+(?:_[a-z]+)+)\b(\{[^}]*\})?/g)]
    .filter(
      ([, name = '']) =>
        name !== 'histogram_quantile' && !expr.match(quoted)?.some((text) => text.includes(name)),
    )
    .map(([, name = '', selector = '']) => ({ name, labels: labels(selector) as Record<string, string> }))
}

const services = ['contact', 'payment', 'order', 'subscription', 'fulfilment']
let shown: Metrics[] = []
beforeAll(async () => {
  const stack = await sharedStack()
  // One request, so that the request metrics appear.
  const url = (name: string) => stack.processes.find(({ spec }) => spec.name === name)?.spec.url
  await Promise.all(services.map((name) => fetch(`${url(name)}/api/prank-history`)))
  shown = await Promise.all([...services, 'gateway'].map((name) => metricsOf(stack, name)))
})

describe('the alert rules', () => {
  // Prometheus itself has the series of ServiceDown; test/deploy/system.test.ts checks its names.
  const measured = rules.filter(({ alert }) => alert !== 'ServiceDown')

  test.each(rules)('$alert says what is wrong and what to do', ({ alert, expr, labels, annotations }) => {
    expect(alert).toMatch(/^[A-Z][A-Za-z]+$/)
    expect(expr).toMatch(/ > [\d.]+$|^label_replace\(absent\(/)
    expect(['page', 'ticket']).toContain(labels.severity)
    expect(annotations.summary).toMatch(/\.$/)
    expect(annotations.todo.length).toBeGreaterThan(20)
  })

  test.each(measured)('$alert reads metrics that a service exposes from its start', (rule) => {
    const series = seriesOf(rule)
    expect(series.length).toBeGreaterThan(0)
    for (const { name, labels } of series) {
      // A series that appears with its first count would hide that count from `increase`.
      const isThere = shown.some((metrics) => metrics.valueOf(name, labels) !== undefined)
      expect([name, labels, isThere]).toEqual([name, labels, true])
    }
  })

  test('when a check can find something missing then there is a rule for it', async () => {
    const kinds = [...new Set(shown.flatMap(({ labelsOf }) => labelsOf('reconciled_total', 'kind')))]
    expect(kinds.length).toBeGreaterThan(5)
    const watched = rules.flatMap(seriesOf).flatMap(({ labels }) => labels.kind ?? [])
    expect(watched.toSorted()).toEqual(kinds.toSorted())
  })
})
