import { type KubernetesObject, ofKind, type Selector, selects } from './kubernetes-objects.ts'

/** The replicas of a workload in the shop's namespace, with their ports by name. */
export interface Pods {
  name: string
  labels: Record<string, string>
  ports: Record<string, number>
}

/** A caller or a callee: pods of the shop, of another namespace, or an address outside of the cluster. */
export type Place = Pods | { name: string; namespace: string } | { name: string; address: string }

interface Peer {
  podSelector?: Selector
  namespaceSelector?: Selector
  ipBlock?: { cidr: string; except?: string[] }
}
interface Rule {
  from?: Peer[]
  to?: Peer[]
  ports?: { port: number | string; endPort?: number }[]
}

/** Whether the network policies of the shop's namespace let one place connect to a port of another. */
export function mayConnect(objects: KubernetesObject[], from: Place, to: Place, port: number): boolean {
  const policies = ofKind(objects, 'NetworkPolicy')
  return allows(policies, 'Egress', from, to, port, to) && allows(policies, 'Ingress', to, from, port, to)
}

/** Policies are additive: pods that no policy selects for a direction are open; all others need a matching rule. */
function allows(
  policies: KubernetesObject[],
  direction: 'Ingress' | 'Egress',
  subject: Place,
  peer: Place,
  port: number,
  called: Place,
): boolean {
  if (!('labels' in subject)) return true
  const picking = policies
    .map(({ spec }) => spec)
    .filter((spec) => spec.policyTypes.includes(direction) && selects(spec.podSelector, subject.labels))
  if (picking.length === 0) return true
  const rules = picking.flatMap((spec): Rule[] => spec[direction.toLowerCase()] ?? [])
  return rules.some((rule) => isPeer(rule.from ?? rule.to, peer) && isPort(rule.ports, port, called))
}

function isPeer(peers: Peer[] | undefined, place: Place): boolean {
  if (peers === undefined) return true
  return peers.some(({ podSelector, namespaceSelector, ipBlock }) => {
    if ('address' in place) return ipBlock !== undefined && isWithin(place.address, ipBlock)
    if ('namespace' in place)
      return (
        podSelector === undefined &&
        namespaceSelector !== undefined &&
        selects(namespaceSelector, { 'kubernetes.io/metadata.name': place.namespace })
      )
    return namespaceSelector === undefined && podSelector !== undefined && selects(podSelector, place.labels)
  })
}

function isPort(ports: Rule['ports'], port: number, called: Place): boolean {
  if (ports === undefined) return true
  const named = 'labels' in called ? called.ports : {}
  return ports.some((rule) => {
    const first = typeof rule.port === 'number' ? rule.port : named[rule.port]
    return first !== undefined && port >= first && port <= (rule.endPort ?? first)
  })
}

function isWithin(address: string, { cidr, except = [] }: { cidr: string; except?: string[] }): boolean {
  return inRange(address, cidr) && !except.some((range) => inRange(address, range))
}

function inRange(address: string, range: string): boolean {
  const [base = '', bits = '32'] = range.split('/')
  const size = 2 ** (32 - Number(bits))
  return Math.floor(toNumber(address) / size) === Math.floor(toNumber(base) / size)
}

const toNumber = (address: string) =>
  address.split('.').reduce((number, part) => number * 256 + Number(part), 0)
