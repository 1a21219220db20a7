import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { assumed, needs } from '../../bench/capacity.ts'
import { composeFile } from '../../deploy/compose-file.ts'
import { serviceNames } from '../../system.ts'
import {
  containerOf,
  type KubernetesObject,
  ofKind,
  render,
  renderByKubectl,
  selects,
} from '../support/kubernetes-objects.ts'
import { mistakesOf } from '../support/kubernetes-schemas.ts'

const root = path.join(import.meta.dirname, '..', '..')
const overlays = ['small', 'large'].map((name) => ({ name, objects: render(name) }))
const ours = [...serviceNames, 'gateway']
const deploymentsOf = (objects: KubernetesObject[]) => ofKind(objects, 'Deployment')
const byName = (objects: KubernetesObject[]) => objects.map(({ metadata }) => metadata.name).toSorted()

describe.each(overlays)('the overlay $name', ({ name, objects }) => {
  const deployments = deploymentsOf(objects)
  const workloads = [...deployments, ...ofKind(objects, 'Job')]

  // kubectl has its own version of kustomize; where there is none, one kustomize has read it.
  const byKubectl = renderByKubectl(name)
  test.skipIf(byKubectl === null)('when kubectl builds it, then the result is the same', () => {
    expect(byKubectl).toEqual(objects)
  })

  test('has the form that Kubernetes and the operators require, and no unknown field', async () => {
    const wrong = objects.map(async (object) =>
      (await mistakesOf(object)).map((mistake) => `${object.kind} ${object.metadata.name}: ${mistake}`),
    )
    expect((await Promise.all(wrong)).flat()).toEqual([])
  })

  test('runs each service, the gateway and the set-up of the broker, from the images of docker-compose.yml', () => {
    expect(byName(deployments)).toEqual(ours.toSorted())
    for (const workload of workloads) {
      const { name } = workload.metadata
      const { image } = composeFile.services[name] ?? {}
      expect(containerOf(workload).image).toMatch(new RegExp(`^registry\\.example\\.com/${image}:[0-9.]+$`))
    }
  })

  test.each(workloads.map((workload) => [workload.metadata.name, workload] as const))(
    'keeps %s unprivileged, read-only and within limits',
    (_name, workload) => {
      const pod = workload.spec.template.spec
      const { securityContext, resources } = containerOf(workload)
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      })
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      const amount = expect.stringMatching(/^\d+(m|Mi|Gi)?$/)
      expect(resources).toMatchObject({
        requests: { cpu: amount, memory: amount },
        limits: { memory: amount },
      })
    },
  )

  test('when the broker is unavailable, then no pod is removed for it; only starting a service requires the broker', () => {
    for (const deployment of deployments) {
      const { livenessProbe, readinessProbe, startupProbe, ports } = containerOf(deployment)
      const paths = [livenessProbe, readinessProbe, startupProbe].map((probe) => probe?.httpGet.path)
      const start = deployment.metadata.name === 'gateway' ? '/healthz' : '/readyz'
      expect([deployment.metadata.name, paths]).toEqual([
        deployment.metadata.name,
        ['/healthz', '/healthz', start],
      ])
      expect(ports).toContainEqual({ name: 'http', containerPort: 3000 })
    }
    for (const file of ['packages/service-kit/src/http/http-app.ts', 'gateway/src/app.ts'])
      expect(readFileSync(path.join(root, file), 'utf8')).toMatch(/get\('\/healthz'[\s\S]*get\('\/readyz'/)
  })

  test('when a replica stops, then callers have stopped using it before, and it has enough time to finish', () => {
    const source = readFileSync(path.join(root, 'packages/service-kit/src/http/serve.ts'), 'utf8')
    const graceSeconds = Number(/graceMs = (\d+)_000/.exec(source)?.[1])
    expect(graceSeconds).toBeGreaterThan(0)
    for (const deployment of deployments) {
      const leave = containerOf(deployment).lifecycle?.preStop?.sleep?.seconds ?? 0
      const { strategy, template } = deployment.spec
      expect(leave).toBeGreaterThanOrEqual(5)
      expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(leave + graceSeconds)
      expect(strategy).toEqual({ type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } })
    }
  })

  test('has a Service for each, which selects only its pods', () => {
    const services = ofKind(objects, 'Service')
    expect(byName(services)).toEqual(ours.toSorted())
    for (const { metadata, spec } of services) {
      const pods = workloads.filter(({ spec: { template } }) =>
        selects({ matchLabels: spec.selector }, template.metadata.labels),
      )
      expect([metadata.name, byName(pods)]).toEqual([metadata.name, [metadata.name]])
      const open = containerOf(pods[0] as KubernetesObject).ports?.map((port) => [
        port.name,
        port.containerPort,
      ])
      const offered = spec.ports.map((port: { targetPort: string; port: number }) => [
        port.targetPort,
        port.port,
      ])
      expect(offered.toSorted()).toEqual(open?.toSorted())
    }
  })

  test('lets an eviction take one replica of each at a time', () => {
    const budgets = ofKind(objects, 'PodDisruptionBudget')
    expect(byName(budgets)).toEqual([...ours, 'mongo', 'rabbitmq'].toSorted())
    for (const { metadata, spec } of budgets) {
      const pods = deployments.filter(({ spec: { template } }) =>
        selects(spec.selector, template.metadata.labels),
      )
      const isOurs = ours.includes(metadata.name)
      expect([metadata.name, byName(pods)]).toEqual([metadata.name, isOurs ? [metadata.name] : []])
      // A budget that allows no eviction would block every machine's update if there is only one replica.
      expect(spec).toMatchObject({ maxUnavailable: 1 })
    }
  })

  test('states the number of replicas in one place: the Deployment or its autoscaler', () => {
    const scalers = ofKind(objects, 'HorizontalPodAutoscaler')
    expect(byName(scalers)).toEqual(name === 'large' ? ours.toSorted() : [])
    for (const { metadata, spec } of scalers) {
      expect(spec.scaleTargetRef).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name: metadata.name })
      expect(spec.minReplicas).toBeGreaterThanOrEqual(2)
      expect(spec.maxReplicas).toBeGreaterThan(spec.minReplicas)
    }
    for (const { metadata, spec } of deployments)
      expect([metadata.name, typeof spec.replicas]).toEqual([
        metadata.name,
        name === 'large' ? 'undefined' : 'number',
      ])
  })

  test('routes customers to the gateway by TLS only, under the host name of the cookies', () => {
    const [ingress] = ofKind(objects, 'Ingress')
    const settings = objects.find(({ metadata }) => metadata.name.startsWith('settings-'))
    const { hostname, protocol } = new URL(settings?.data?.PUBLIC_URL ?? '')
    expect(protocol).toBe('https:')
    expect(ingress?.spec.tls).toEqual([{ hosts: [hostname], secretName: 'gateway-tls' }])
    expect(ingress?.spec.rules).toEqual([
      {
        host: hostname,
        http: {
          paths: [
            {
              path: '/',
              pathType: 'Prefix',
              backend: { service: { name: 'gateway', port: { name: 'http' } } },
            },
          ],
        },
      },
    ])
  })

  test('runs MongoDB and RabbitMQ in the versions of docker-compose.yml, RabbitMQ with its settings', () => {
    const [mongo] = ofKind(objects, 'MongoDBCommunity')
    const [rabbitmq] = ofKind(objects, 'RabbitmqCluster')
    expect(`mongo:${mongo?.spec.version}`.startsWith(`${composeFile.services.mongo?.image}.`)).toBe(true)
    expect(rabbitmq?.spec.image).toMatch(/^rabbitmq:4\.\d+-management$/)
    expect(composeFile.services.rabbitmq?.image).toBe('rabbitmq:4-management')
    const file = readFileSync(path.join(root, 'deploy', 'compose', 'rabbitmq.conf'), 'utf8')
    const lines = file.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    expect(rabbitmq?.spec.rabbitmq.additionalConfig.split('\n')).toEqual(expect.arrayContaining(lines))
    const advanced = readFileSync(path.join(root, 'deploy', 'compose', 'rabbitmq-advanced.config'), 'utf8')
    expect(rabbitmq?.spec.rabbitmq.advancedConfig).toBe(advanced)
  })

  test('is all in one namespace, and contains no Secret', () => {
    const elsewhere = objects.filter(
      ({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== 'prankpost',
    )
    expect(elsewhere).toEqual([])
    expect(ofKind(objects, 'Secret')).toEqual([])
    expect(JSON.stringify(objects)).not.toMatch(/-----BEGIN|[sr]k_live|whsec_/)
  })
})

describe('what docs/capacity.md computes', () => {
  test('has the replicas for 1,000 orders a day in the overlay small', () => {
    const { cores } = needs(1_000)
    for (const { metadata, spec } of ofKind(render('small'), 'Deployment'))
      expect((cores[metadata.name] ?? 0) / assumed.coresPerProcess).toBeLessThanOrEqual(spec.replicas)
  })

  test('lets each service in the overlay large scale to the needs of 100,000 orders a day, and to twice that', () => {
    const { replicas } = needs(100_000)
    for (const { metadata, spec } of ofKind(render('large'), 'HorizontalPodAutoscaler')) {
      expect(spec.maxReplicas).toBeGreaterThanOrEqual(2 * (replicas[metadata.name] ?? 1))
      const [{ resource }] = spec.metrics
      expect(resource.target).toEqual({
        type: 'AverageValue',
        averageValue: `${assumed.coresPerProcess * 1000}m`,
      })
    }
  })
})

describe('the schemas', () => {
  const order = () =>
    structuredClone(
      deploymentsOf(render('small')).find(({ metadata }) => metadata.name === 'order'),
    ) as KubernetesObject

  test('when a field is misspelt, then the check reports it', async () => {
    const odd = order()
    Object.assign(odd.spec.template.spec.containers[0], { readynessProbe: {} })
    expect(await mistakesOf(odd)).toEqual([
      'there is no field /spec/template/spec/containers/0/readynessProbe',
    ])
  })

  test('when a value has another type, then the check reports it', async () => {
    const odd = order()
    odd.spec.template.spec.terminationGracePeriodSeconds = '20s'
    expect(await mistakesOf(odd)).toHaveLength(1)
  })
})
