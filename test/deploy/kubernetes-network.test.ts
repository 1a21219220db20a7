import { describe, expect, test } from 'vitest'
import { routedServices } from '../../gateway/src/config.ts'
import { outside, serviceNames, services } from '../../system.ts'
import { mayConnect, type Place, type Pods } from '../support/kubernetes-network.ts'
import { containerOf, ofKind, render } from '../support/kubernetes-objects.ts'

const calls = serviceNames.flatMap((from) => services[from].calls.map((to) => ({ from, to })))

const overlays = ['small', 'large'].map((name) => {
  const objects = render(name)
  const pods = [...ofKind(objects, 'Deployment'), ...ofKind(objects, 'Job')].map(
    (workload): Pods => ({
      name: workload.metadata.name,
      labels: workload.spec.template.metadata.labels,
      ports: Object.fromEntries(
        (containerOf(workload).ports ?? []).map((port) => [port.name, port.containerPort]),
      ),
    }),
  )
  // The labels that their operators set.
  const engines: Pods[] = [
    { name: 'mongo', labels: { app: 'mongo-svc' }, ports: { mongodb: 27017 } },
    {
      name: 'rabbitmq',
      labels: {
        'app.kubernetes.io/name': 'rabbitmq',
        'app.kubernetes.io/component': 'rabbitmq',
        'app.kubernetes.io/part-of': 'rabbitmq',
      },
      ports: { epmd: 4369, amqp: 5672, management: 15672, prometheus: 15692, clustering: 25672 },
    },
  ]
  // It proves to the certificate authority that the domain is ours (HTTP-01), in the namespace of the ingress.
  const solver: Pods = {
    name: 'cert-manager',
    labels: { 'acme.cert-manager.io/http01-solver': 'true' },
    ports: { http: 8089 },
  }
  return { name, objects, inside: [...pods, ...engines, solver] }
})

describe.each(overlays)('the network policies of the overlay $name', ({ name, objects, inside }) => {
  const connections = (places: Place[], ports: number[]) =>
    places.flatMap((from) =>
      inside.flatMap((to) =>
        [...Object.values(to.ports), ...ports]
          .filter((port) => mayConnect(objects, from, to, port))
          .map((port) => `${from.name} -> ${to.name}:${port}`),
      ),
    )

  test('allow the existing calls, and no other', () => {
    const expected = [
      ...routedServices.map((to) => `gateway -> ${to}:3000`),
      ...calls.map(({ from, to }) => `${from} -> ${to}:3000`),
      ...serviceNames.flatMap((from) => [`${from} -> mongo:27017`, `${from} -> rabbitmq:5672`]),
      'broker-setup -> rabbitmq:15672',
      'mongo -> mongo:27017',
      'rabbitmq -> rabbitmq:4369',
      'rabbitmq -> rabbitmq:25672',
    ]
    expect(connections(inside, [22, 80]).toSorted()).toEqual(expected.toSorted())
  })

  test('let the ingress controller reach the gateway and the proof of the domain, and Prometheus if it is used', () => {
    const from = (namespace: string) => connections([{ name: namespace, namespace }], [22]).toSorted()
    const scraped = [
      ...serviceNames.map((to) => `monitoring -> ${to}:3000`),
      'monitoring -> gateway:9100',
      'monitoring -> rabbitmq:15692',
    ]
    expect(from('traefik')).toEqual(['traefik -> cert-manager:8089', 'traefik -> gateway:3000'])
    expect(from('rabbitmq-system')).toEqual(['rabbitmq-system -> rabbitmq:15672'])
    expect(from('monitoring')).toEqual(name === 'large' ? scraped.toSorted() : [])
    expect(from('default')).toEqual([])
  })

  test('let payment reach Stripe, contact USPS and notification the mail server, and no other pod of ours leave the cluster', () => {
    const out = (address: string) =>
      inside
        .filter(({ labels }) => labels['app.kubernetes.io/part-of'] === 'prankpost')
        .flatMap((from) =>
          [25, 80, 443, 465, 587, 6443]
            .filter((port) => mayConnect(objects, from, { name: address, address }, port))
            .map((port) => `${from.name}:${port}`),
        )
    const reached = serviceNames.flatMap((name) => {
      const { reaches } = services[name]
      return reaches ? outside[reaches].map((port) => `${name}:${port}`) : []
    })
    expect(out('54.187.174.169').toSorted()).toEqual(reached.toSorted())
    for (const near of ['10.1.2.3', '172.20.0.1', '192.168.0.1', '169.254.169.254'])
      expect(out(near)).toEqual([])
  })

  test('let all pods use DNS', () => {
    const names = { name: 'names', namespace: 'kube-system' }
    expect(inside.filter((from) => !mayConnect(objects, from, names, 53))).toEqual([])
  })
})
