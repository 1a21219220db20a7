import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findOnPath } from '../packages/local-stack/src/processes/find-on-path.ts'
import { runCommand } from '../packages/local-stack/src/processes/run-command.ts'
import type { ProcessSpec } from '../packages/local-stack/src/processes/supervised-process.ts'

/** A simulated host, with its own addresses, ports and cable. */
export interface Host {
  name: string
  address: string
  /** The spec of the same process on this host. */
  on(spec: ProcessSpec): ProcessSpec
  /** Runs a command on this host and returns its output. */
  run(command: string, args: string[], env?: NodeJS.ProcessEnv): Promise<string>
  /** Pulls the cable: all packets to and from this host are lost without an error. */
  cut(): Promise<void>
  /** Reconnects the cable. */
  join(): Promise<void>
}

/** Hosts at one switch. This process also has an address there. */
export interface Network {
  address: string
  host(name: string): Host
  /** Removes the network. Processes that still run on a host lose their connection. */
  remove(): Promise<void>
}

/** Why this machine cannot simulate several hosts; undefined if it can. */
export async function obstacle(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'network namespaces are available on Linux only'
  if (process.getuid?.() !== 0) return 'only root can create network namespaces'
  if (!findOnPath('ip')) return 'there is no `ip` (Debian: apt-get install iproute2)'
  try {
    const network = await createNetwork(['one'])
    try {
      await network.host('one').run('true', [])
    } finally {
      await network.remove()
    }
    return undefined
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error)
    return `network namespaces cannot be created here: ${reason}`
  }
}

const ip = (...args: string[]) => runCommand('ip', args, { timeoutMs: 10_000 })

let networks = 0

/**
 * Creates the hosts: network namespaces, each with a cable (a veth pair) to a bridge. Their names contain this process's
 * id, so that a machine can have several networks; their addresses are from the block for benchmarks (RFC 2544).
 */
export async function createNetwork(names: string[]): Promise<Network> {
  await removeLeftovers()
  networks += 1
  const id = `${process.pid}n${networks}`
  const subnet = await freeSubnet()
  const bridge = `pp${id}`
  const hosts = new Map(
    names.map((name, n) => [name, makeHost(name, `${subnet}.${n + 10}`, { id, cable: `pp${id}-${n}` })]),
  )
  const remove = async () => {
    // A cable is removed together with its namespace, but only when the last process in it has ended: remove it here.
    for (const [n, name] of names.entries()) {
      await ip('link', 'del', `pp${id}-${n}`).catch(() => undefined)
      await removeNamespace(namespaceOf(id, name))
    }
    await ip('link', 'del', bridge).catch(() => undefined)
  }
  try {
    await ip('link', 'add', bridge, 'type', 'bridge')
    await ip('addr', 'add', `${subnet}.1/24`, 'dev', bridge)
    await ip('link', 'set', bridge, 'up')
    const lines = names.map((name, n) => `${subnet}.${n + 10} ${name}`)
    for (const [n, name] of names.entries()) {
      await writeHostsFile(namespaceOf(id, name), lines)
      await connectHost(namespaceOf(id, name), {
        bridge,
        cable: `pp${id}-${n}`,
        address: `${subnet}.${n + 10}`,
      })
    }
  } catch (error) {
    await remove()
    throw error
  }
  return {
    address: `${subnet}.1`,
    host(name) {
      const host = hosts.get(name)
      if (host === undefined) throw new Error(`There is no host ${name}`)
      return host
    },
    remove,
  }
}

const namespaceOf = (id: string, name: string) => `prankpost-${id}-${name}`

/** Removes the leftovers of a process that was killed. */
async function removeLeftovers(): Promise<void> {
  const isLeftover = (pid: string) => !existsSync(`/proc/${pid}`)
  for (const [name = '', pid = ''] of (await ip('netns', 'list')).matchAll(/^prankpost-(\d+)n\S+/gm)) {
    if (isLeftover(pid)) await removeNamespace(name)
  }
  for (const [, name = '', pid = ''] of (await ip('-o', 'link')).matchAll(/^\d+: (pp(\d+)n[\d-]+)/gm)) {
    if (isLeftover(pid)) await ip('link', 'del', name).catch(() => undefined)
  }
}

async function freeSubnet(): Promise<string> {
  const taken = await ip('-4', 'addr')
  for (;;) {
    const subnet = `198.${randomInt(18, 20)}.${randomInt(256)}`
    if (!taken.includes(`${subnet}.`)) return subnet
  }
}

/** The folder where `ip netns exec` finds files that replace those in /etc. */
const filesOf = (namespace: string) => path.join('/etc/netns', namespace)

async function writeHostsFile(namespace: string, lines: string[]): Promise<void> {
  await mkdir(filesOf(namespace), { recursive: true })
  await writeFile(path.join(filesOf(namespace), 'hosts'), ['127.0.0.1 localhost', ...lines, ''].join('\n'))
}

async function removeNamespace(namespace: string): Promise<void> {
  await ip('netns', 'del', namespace).catch(() => undefined)
  await rm(filesOf(namespace), { recursive: true, force: true })
  // Fails if the folder contains files of other programs.
  await rmdir('/etc/netns').catch(() => undefined)
}

interface Cable {
  bridge: string
  cable: string
  address: string
}

async function connectHost(namespace: string, { bridge, cable, address }: Cable): Promise<void> {
  await ip('netns', 'add', namespace)
  await ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
  await ip('link', 'set', cable, 'master', bridge, 'up')
  await ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
  await ip('-n', namespace, 'link', 'set', 'eth0', 'up')
  await ip('-n', namespace, 'link', 'set', 'lo', 'up')
}

function makeHost(name: string, address: string, { id, cable }: { id: string; cable: string }): Host {
  const namespace = namespaceOf(id, name)
  const inside = ['netns', 'exec', namespace]
  return {
    name,
    address,
    // `ip` executes the command with its own pid, so killing that pid kills the command.
    on: (spec) => ({ ...spec, command: 'ip', args: [...inside, spec.command, ...spec.args] }),
    run: (command, args, env) => runCommand('ip', [...inside, command, ...args], { timeoutMs: 60_000, env }),
    async cut() {
      await ip('link', 'set', cable, 'down')
    },
    async join() {
      await ip('link', 'set', cable, 'up')
    },
  }
}
