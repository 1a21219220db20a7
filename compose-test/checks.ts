import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { composeFile } from '../deploy/compose-file.ts'
import { DockerError } from './docker.ts'
import type { Container, Project } from './project.ts'
import { expectNone } from './steps.ts'

/** What the kernel says about the main process of a container. */
export interface Confinement {
  user: number
  capabilities: string[]
  mayGainPrivileges: boolean
  isReadOnly: boolean
  memoryBytes: number
  cpus: number
  pids: number
}

/** Version 2 of control groups, or version 1: the files of the other version do not exist. */
const limitFiles = {
  memory: ['memory.max', 'memory/memory.limit_in_bytes'],
  pids: ['pids.max', 'pids/pids.max'],
  cpu: ['cpu.max', 'cpu/cpu.cfs_quota_us', 'cpu/cpu.cfs_period_us'],
}

/** Reads it from inside the container. */
async function readConfinement(container: string, project: Project): Promise<Confinement> {
  const read = async (files: string[]) => {
    try {
      return await project.docker(['exec', container, 'cat', ...files])
    } catch (error) {
      if (error instanceof DockerError) return error.output
      throw error
    }
  }
  const inGroup = (names: string[]) => read(names.map((name) => `/sys/fs/cgroup/${name}`))
  const [status, mounts, memory, pids, cpu] = [
    await read(['/proc/1/status']),
    await read(['/proc/1/mounts']),
    await inGroup(limitFiles.memory),
    await inGroup(limitFiles.pids),
    await inGroup(limitFiles.cpu),
  ]
  return confinementOf({ status, mounts, memory, pids, cpu })
}

interface Texts {
  status: string
  mounts: string
  memory: string
  pids: string
  cpu: string
}

/** Parses /proc/1/status, /proc/1/mounts and the files of the control group. */
export function confinementOf({ status, mounts, memory, pids, cpu }: Texts): Confinement {
  const field = (name: string) => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1] ?? ''
  const number = (text: string) => Number(/^\d+/m.exec(text)?.[0])
  const [quota, period] = cpu.match(/\d+/g)?.map(Number) ?? []
  const sets = ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb']
  return {
    user: Number(field('Uid')),
    capabilities: sets.filter((set) => !/^0+$/.test(field(set))),
    mayGainPrivileges: field('NoNewPrivs') !== '1',
    isReadOnly: / \/ \S+ ro[, ]/.test(mounts),
    memoryBytes: number(memory),
    cpus: Number(quota) / Number(period),
    pids: number(pids),
  }
}

/** Every container that runs: no root, no capabilities, a read-only file system, and the limits of docker-compose.yml. */
export async function checkConfinement(project: Project): Promise<string> {
  const limits = await configuredLimits(project)
  const running = (await project.containers()).filter(({ state }) => state === 'running')
  const wrong = await Promise.all(
    running.map(async ({ name, service }) =>
      faultsOf(await readConfinement(name, project), limits[service]).map((fault) => `${service} ${fault}`),
    ),
  )
  expectNone(wrong.flat())
  return `${running.length} containers: not root, no capabilities, no new privileges, read-only, limits in force`
}

type Limits = Pick<Confinement, 'memoryBytes' | 'cpus' | 'pids'>

/** What is not as it must be, as phrases. */
export function faultsOf(found: Confinement, limits: Limits | undefined): string[] {
  const { user, capabilities, mayGainPrivileges, isReadOnly, memoryBytes, cpus, pids } = found
  const isLimited = memoryBytes === limits?.memoryBytes && cpus === limits.cpus && pids === limits.pids
  return [
    ...(user === 0 ? ['runs as root'] : []),
    ...(capabilities.length > 0 ? [`has capabilities in ${capabilities.join(', ')}`] : []),
    ...(mayGainPrivileges ? ['may gain privileges'] : []),
    ...(isReadOnly ? [] : ['has a writable file system']),
    ...(isLimited ? [] : [`is limited to ${memoryBytes} bytes, ${cpus} CPUs and ${pids} processes`]),
  ]
}

async function configuredLimits(project: Project): Promise<Record<string, Limits>> {
  const { services } = JSON.parse(await project.compose(['config', '--format', 'json']))
  return Object.fromEntries(
    Object.entries<{ deploy: { resources: { limits: { memory: string; cpus: number; pids: number } } } }>(
      services,
    ).map(([name, { deploy }]) => {
      const { memory, cpus, pids } = deploy.resources.limits
      return [name, { memoryBytes: Number(memory), cpus: Number(cpus), pids }]
    }),
  )
}

/** An address of the block for documentation (RFC 5737), which stands for the Internet. */
const outside = '198.51.100.1'

/**
 * From `data` and from `shop`, neither the Internet nor this machine can be reached; from `outside`, this machine can, so
 * that the check can fail.
 */
export async function checkIsolation(project: Project): Promise<string> {
  const server = createServer((socket) => socket.end())
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    const gatewayOf = (network: string) =>
      project.inspect(project.network(network), '{{(index .IPAM.Config 0).Gateway}}')
    const reach = async (network: string, hosts: string[]) =>
      JSON.parse(await project.runIn(network, probe(hosts, port))) as string[]
    const here = ownAddresses()
    const wrong: string[] = []
    for (const network of ['data', 'shop']) {
      const reached = await reach(network, [...here, await gatewayOf(network), outside])
      wrong.push(...reached.map((host) => `${network} reaches ${host}`))
    }
    const [control] = await reach('outside', here)
    if (control === undefined) wrong.push('outside does not reach this machine, so nothing was tried')
    expectNone(wrong)
    return 'no connection to this machine or outside; from `outside` there is one'
  } finally {
    server.close()
  }
}

const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.flatMap(({ family, internal, address }) => (family === 'IPv4' && !internal ? [address] : [])),
  )

/** A script that prints which hosts accept a connection at the port. */
const probe = (hosts: string[], port: number) => `
import net from 'node:net'
const reach = (host) => new Promise((resolve) => {
  const socket = net.connect({ host, port: host === '${outside}' ? 80 : ${port}, timeout: 3000 })
  const end = (reached) => { socket.destroy(); resolve(reached) }
  socket.on('connect', () => end(host)).on('error', () => end()).on('timeout', () => end())
})
const reached = await Promise.all(${JSON.stringify(hosts)}.map(reach))
console.log(JSON.stringify(reached.filter((host) => host !== undefined)))`

const stopWithinSeconds = 10

/** Stops each of our processes with SIGTERM: it must end by itself in 10 s, with exit code 0. */
export async function checkStops(project: Project): Promise<string> {
  const ours = (await project.containers()).filter(isOurs)
  const wrong: string[] = []
  let slowest = 0
  for (const { name, service } of ours) {
    const startedAt = Date.now()
    await project.docker(['stop', '--time', '30', name])
    const seconds = (Date.now() - startedAt) / 1_000
    slowest = Math.max(slowest, seconds)
    const exitCode = await project.inspect(name, '{{.State.ExitCode}}')
    if (exitCode !== '0') wrong.push(`${service} ended with ${exitCode}`)
    if (seconds > stopWithinSeconds) wrong.push(`${service} took ${seconds.toFixed(1)} s`)
  }
  expectNone(wrong)
  return `${ours.length} processes ended with 0, the slowest in ${slowest.toFixed(1)} s`
}

const isOurs = ({ service, state }: Container) =>
  state === 'running' && composeFile.services[service]?.build !== undefined
