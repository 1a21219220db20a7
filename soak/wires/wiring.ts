import type { NetConnectOpts } from 'node:net'
import type { StartStackOptions } from '@prankpost/test-harness'
import { type Condition, openWire, type Wire } from './wire.ts'

type Rewire = NonNullable<StartStackOptions['rewire']>

/** Every wire of a stack. */
export interface Wiring {
  /** For the stack's start: puts a wire between each process and what it calls. */
  rewire: Rewire
  wires: Wire[]
  clear(): void
  close(): Promise<void>
}

/**
 * Wires from each service to MongoDB and to the broker, from the gateway to each service, from payment to
 * Stripe and from Stripe to the gateway. Calls between services go straight: a caller sees there what a dead
 * process looks like without a proxy in front. So does the sandbox see MongoDB: its books are the ones that count.
 */
export function createWiring(): Wiring {
  const wires: Wire[] = []
  const lay = async (name: string, target: NetConnectOpts) => {
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
          rewired[variable] = await through(address, (target) => lay(`${from} to ${to}`, target))
      }
      return rewired
    },
    clear: () => become(wires, { kind: 'clear' }),
    async close() {
      await Promise.all(wires.map((wire) => wire.close()))
    },
  }
}

/** Makes some wires carry in that way. */
export function become(wires: Wire[], condition: Condition): void {
  for (const wire of wires) wire.become(condition)
}

/** Who is called at the address in a variable of a process; undefined where no wire belongs. */
function calleeOf(name: string, variable: string, address: string): string | undefined {
  if (name === 'sandbox') return variable === 'WEBHOOK_URL' ? 'gateway' : undefined
  if (variable === 'MONGODB_URI') return name === 'gateway' ? undefined : 'mongodb'
  if (variable === 'AMQP_URL') return name === 'gateway' ? undefined : 'broker'
  if (variable === 'STRIPE_API_BASE') return name === 'payment' ? 'stripe' : undefined
  const service = /^([A-Z_]+)_URL$/.exec(variable)?.[1]
  if (name !== 'gateway' || service === undefined || variable === 'PUBLIC_URL') return undefined
  return address.startsWith('http://127.0.0.1:') ? service.toLowerCase().replaceAll('_', '-') : undefined
}

/** The address, or the comma-separated addresses, by way of wires. */
async function through(addresses: string, lay: (target: NetConnectOpts) => Promise<string>): Promise<string> {
  const rewired = addresses.split(',').map(async (address) => {
    const [, before = '', host = '', after = ''] = /^(\w+:\/\/(?:[^@/]*@)?)([^/?]+)(.*)$/.exec(address) ?? []
    return `${before}${await lay(targetOf(host))}${after}`
  })
  return (await Promise.all(rewired)).join(',')
}

function targetOf(host: string): NetConnectOpts {
  const place = decodeURIComponent(host)
  if (place.startsWith('/')) return { path: place }
  const [name = '', port = ''] = place.split(':')
  return { host: name, port: Number(port) }
}
