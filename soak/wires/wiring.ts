import type { NetConnectOpts } from 'node:net'
import type { StartStackOptions } from '@prankpost/test-harness'
import { type Condition, openWire, type Wire } from './wire.ts'

type Rewire = NonNullable<StartStackOptions['rewire']>

/** Every wire of a stack. */
export interface Wiring {
  /** For the start of a stack: puts a wire between each process and the servers that it calls. */
  rewire: Rewire
  wires: Wire[]
  clear(): void
  close(): Promise<void>
}

/**
 * Creates wires from each service to MongoDB and to the broker, from the gateway to each service, from payment to Stripe
 * and from Stripe to the gateway. Calls between services have no wire: there, a caller meets a dead process without a
 * proxy in front. The sandbox has no wire to MongoDB either, because all ledgers are compared with its ledger.
 */
export function createWiring(): Wiring {
  const wires: Wire[] = []
  const open = async (name: string, target: NetConnectOpts) => {
    const wire = await openWire(name, target)
    wires.push(wire)
    return `127.0.0.1:${wire.port}`
  }
  return {
    wires,
    async rewire({ name, replica, env }) {
      const from = replica === 0 ? name : `${name}-${replica + 1}`
      const rewired: NodeJS.ProcessEnv = { ...env }
      for (const [variable, address] of Object.entries(env)) {
        const to = address === undefined ? undefined : calleeOf(name, variable, address)
        if (address !== undefined && to !== undefined)
          rewired[variable] = await through(address, (target) => open(`${from} to ${to}`, target))
      }
      return rewired
    },
    clear: () => setCondition(wires, { kind: 'clear' }),
    async close() {
      await Promise.all(wires.map((wire) => wire.close()))
    },
  }
}

/** Sets the condition of some wires. */
export function setCondition(wires: Wire[], condition: Condition): void {
  for (const wire of wires) wire.setCondition(condition)
}

/** The process that a variable's address leads to; undefined if it gets no wire. */
function calleeOf(name: string, variable: string, address: string): string | undefined {
  if (name === 'sandbox') return variable === 'WEBHOOK_URL' ? 'gateway' : undefined
  if (variable === 'MONGODB_URI') return name === 'gateway' ? undefined : 'mongodb'
  if (variable === 'AMQP_URL') return name === 'gateway' ? undefined : 'broker'
  if (variable === 'STRIPE_API_BASE') return name === 'payment' ? 'stripe' : undefined
  const service = /^([A-Z_]+)_URL$/.exec(variable)?.[1]
  if (name !== 'gateway' || service === undefined || variable === 'PUBLIC_URL') return undefined
  return address.startsWith('http://127.0.0.1:') ? service.toLowerCase().replaceAll('_', '-') : undefined
}

/** Replaces the address, or each of the comma-separated addresses, by that of a wire to it. */
async function through(
  addresses: string,
  open: (target: NetConnectOpts) => Promise<string>,
): Promise<string> {
  const rewired = addresses.split(',').map(async (address) => {
    const [, before = '', host = '', after = ''] = /^(\w+:\/\/(?:[^@/]*@)?)([^/?]+)(.*)$/.exec(address) ?? []
    return `${before}${await open(targetOf(host))}${after}`
  })
  return (await Promise.all(rewired)).join(',')
}

function targetOf(host: string): NetConnectOpts {
  const place = decodeURIComponent(host)
  if (place.startsWith('/')) return { path: place }
  const [name = '', port = ''] = place.split(':')
  return { host: name, port: Number(port) }
}
