import { readdir, readFile } from 'node:fs/promises'
import { events } from '@prankpost/contracts'
import { type SharedStack, sharedStack } from '@prankpost/test-harness'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Exposed, exposedBy } from '../support/exposed-metrics.ts'
import { readQuery } from '../support/prom-query.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

interface Datasource {
  type: string
  uid: string
}
interface Panel {
  id: number
  type: string
  title: string
  description?: string
  datasource?: Datasource
  gridPos: { x: number; y: number; w: number; h: number }
  fieldConfig?: { defaults: { unit?: string } }
  targets?: { refId: string; datasource: Datasource; expr: string; legendFormat: string }[]
}
interface Dashboard {
  uid: string
  title: string
  description: string
  schemaVersion: number
  templating: { list: { name: string; type: string; query: unknown; datasource?: Datasource }[] }
  panels: Panel[]
}

const folder = new URL('../../deploy/grafana/dashboards/', import.meta.url)
const files = (await readdir(folder)).filter((name) => name.endsWith('.json'))
const dashboards = await Promise.all(
  files.map(async (file) => JSON.parse(await readFile(new URL(file, folder), 'utf8')) as Dashboard),
)
const graphs = dashboards.flatMap(({ uid, panels }) =>
  panels.filter(({ type }) => type !== 'row').map((panel) => ({ uid, ...panel })),
)
const queries = graphs.flatMap(({ title, targets = [] }) => targets.map((target) => ({ title, ...target })))

/** The labels that Prometheus adds to everything it scrapes (deploy/compose/prometheus.yml). */
const addedLabels = ['service', 'instance']
/** Grafana's names of units. */
const units = ['short', 'reqps', 'cps', 's', 'bytes', 'percentunit', 'currencyUSD']

let stack: SharedStack
let exposed: Exposed
beforeAll(async () => {
  stack = await sharedStack()
  // Metrics that appear only after an event: a purchase, a message, and a 404.
  const shopper = await new Shopper(stack).signUp()
  const cart = await shopper.cart()
  await shopper.call('POST', '/api/validate-order', cart)
  const { sessionId } = await shopper.checkOut()
  await sandboxOf(stack).pay(sessionId)
  await shopper.historyOf(1)
  await shopper.call('POST', '/api/contact-submit', {})
  await shopper.call('GET', '/api/nothing')
  exposed = await exposedBy(stack)
})

describe('the dashboards', () => {
  test('when Grafana loads the folder then there is one for operation and one for the shop', () => {
    expect(dashboards.map(({ uid }) => uid).toSorted()).toEqual(['prankpost-ops', 'prankpost-shop'])
  })

  test.each(dashboards)('$title is valid for Grafana 12, and its data source can be chosen', (dashboard) => {
    const { schemaVersion, templating, description, panels } = dashboard
    expect(schemaVersion).toBe(41)
    expect(description.length).toBeGreaterThan(40)
    expect(templating.list[0]).toMatchObject({
      name: 'datasource',
      type: 'datasource',
      query: 'prometheus',
    })
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const isChoosable = ({ datasource }: { datasource?: Datasource }) =>
      datasource?.type === 'prometheus' && /^\$\{datasource\}$/.test(datasource.uid)
    const all = panels.filter(({ type }) => type !== 'row')
    expect(
      [...all, ...all.flatMap(({ targets = [] }) => targets)].filter((one) => !isChoosable(one)),
    ).toEqual([])
  })

  test.each(dashboards)(
    '$title has its panels next to each other on 24 columns, without overlap',
    ({ panels }) => {
      const taken = new Map<string, string>()
      for (const { title, gridPos } of panels) {
        const { x, y, w, h } = gridPos
        expect([title, x + w <= 24]).toEqual([title, true])
        for (let column = x; column < x + w; column += 1) {
          for (let line = y; line < y + h; line += 1) {
            expect([title, 'on', taken.get(`${column}/${line}`)]).toEqual([title, 'on', undefined])
            taken.set(`${column}/${line}`, title)
          }
        }
      }
    },
  )

  test.each(graphs)('$uid: "$title" states what it shows, in which unit, and queries it', (panel) => {
    const { title, description, fieldConfig, targets = [] } = panel
    expect(title).toMatch(/^[A-Z0-9].+ \([^)]+\)$/)
    expect(description).toMatch(/^.{20,}\.$/)
    expect(units).toContain(fieldConfig?.defaults.unit)
    expect(targets.length).toBeGreaterThan(0)
    expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length)
  })
})

describe('the queries', () => {
  test.each(queries)('"$title": $expr queries metrics that a running shop exposes', ({ expr }) => {
    const { series } = readQuery(expr)
    expect(series.length).toBeGreaterThan(0)
    expect(series.filter(({ name }) => !exposed.has(name))).toEqual([])
  })

  test.each(queries)('"$title": $expr filters by labels and values that exist', ({ expr, legendFormat }) => {
    const { series, by } = readQuery(expr)
    for (const { name, matchers } of series) {
      const labels = exposed.labelsOf(name)
      const asked = [...by, ...matchers.map(({ label }) => label)].filter(
        (label) => !addedLabels.includes(label),
      )
      // A counter that has not counted yet shows no labels.
      if (labels.size > 0) expect(asked.filter((label) => !labels.has(label))).toEqual([])
      for (const { label, values } of matchers) {
        if (label === 'event') expect(Object.keys(events)).toEqual(expect.arrayContaining(values))
        else if (label === 'service') expect(values).toEqual(values.filter(isProcess))
        else if (label !== 'status')
          expect([...(labels.get(label) ?? [])]).toEqual(expect.arrayContaining(values))
      }
    }
    const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label)
    expect(shown.filter((label) => !by.includes(label ?? ''))).toEqual([])
  })
})

const isProcess = (name: string) => stack.processes.some(({ spec }) => spec.name === name)
