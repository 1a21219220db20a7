import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { serviceNames } from '@prankpost/contracts/services'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { prometheusRule } from '../../deploy/kubernetes/alert-rules.mjs'
import { mayConnect } from '../support/kubernetes-network.ts'
import {
  type KubernetesObject,
  manifests,
  ofKind,
  render,
  renderFolder,
  selects,
} from '../support/kubernetes-objects.ts'
import { mistakesOf } from '../support/kubernetes-schemas.ts'

const root = path.join(import.meta.dirname, '..', '..')

describe('the component monitoring', () => {
  const objects = render('large')

  test('when the alert rules are printed for the operator, then they are equal to ops/alerts.yml', async () => {
    const rules = readFileSync(path.join(root, 'ops', 'alerts.yml'), 'utf8')
    const printed = parse(prometheusRule(rules)) as KubernetesObject
    expect(await mistakesOf(printed)).toEqual([])
    expect(printed.spec).toEqual(parse(rules))
    expect(printed.metadata.namespace).toBe('prankpost')
  })

  test('makes Prometheus scrape every service and the gateway at their metrics endpoints', () => {
    const asked = ofKind(objects, 'ServiceMonitor').flatMap(({ spec }) =>
      ofKind(objects, 'Service')
        .filter(({ metadata }) => selects(spec.selector, metadata.labels ?? {}))
        .map(({ metadata }) => [metadata.name, spec.endpoints[0].port, spec.endpoints[0].path]),
    )
    const shown = [...serviceNames, 'gateway'].map((name) => [
      name,
      name === 'gateway' ? 'metrics' : 'http',
      '/metrics',
    ])
    expect(asked.toSorted()).toEqual(shown.toSorted())
  })
})

describe('the component tracing', () => {
  // kustomize accepts only real paths.
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'prankpost-overlay-')))
  afterAll(() => rmSync(folder, { recursive: true }))

  test('when an overlay adds it, then all processes send their traces to the collector, and the network policies allow it', async () => {
    const from = (name: string) => path.relative(folder, path.join(manifests, name))
    const overlay = { resources: [from('overlays/small')], components: [from('components/tracing')] }
    writeFileSync(path.join(folder, 'kustomization.yaml'), JSON.stringify(overlay))
    const objects = renderFolder(folder)
    // The other objects are those of the overlay, which kubernetes.test.ts checks.
    const changed = objects.filter(({ kind }) => kind === 'ConfigMap' || kind === 'NetworkPolicy')
    expect((await Promise.all(changed.map(mistakesOf))).flat()).toEqual([])

    const settings = ofKind(objects, 'ConfigMap').find(({ metadata }) =>
      metadata.name.startsWith('settings-'),
    )
    const { hostname, port } = new URL(settings?.data?.OTEL_EXPORTER_OTLP_ENDPOINT ?? '')
    const without = render('small')
    const collector = { name: 'collector', namespace: hostname.split('.')[1] ?? '' }
    for (const { metadata, spec } of ofKind(objects, 'Deployment')) {
      const pods = { name: metadata.name, labels: spec.template.metadata.labels, ports: {} }
      const [container] = spec.template.spec.containers
      expect(container.envFrom).toContainEqual({ configMapRef: { name: settings?.metadata.name } })
      expect([metadata.name, mayConnect(objects, pods, collector, Number(port))]).toEqual([
        metadata.name,
        true,
      ])
      expect(mayConnect(without, pods, collector, Number(port))).toBe(false)
    }
  })
})
