import { setTimeout as sleep } from 'node:timers/promises'
import { composeText, variablesIn } from '../deploy/compose-file.ts'
import { type DockerOptions, docker } from './docker.ts'

/** A container of a project. */
export interface Container {
  name: string
  service: string
  state: string
  health: string
  exitCode: number
}

interface ProjectOptions {
  name: string
  /** The folder with docker-compose.yml. */
  folder: string
  /** The Compose files, in order. */
  files: string[]
  envFile: string
  profiles: string[]
  signal?: AbortSignal | undefined
}

/** Processes must be ready again after this time. */
const readyWithinMs = 120_000
/** What another program starts may be built first. */
const startedWithinMs = 300_000

/** An image with Node, in which commands for the engine's own machine run. */
const toolImage = 'prankpost/broker-setup'

/** A Compose project: starts, stops, kills and disconnects its containers. */
export class Project {
  readonly name: string
  readonly #options: ProjectOptions
  /** Settings of the caller's shell must not replace those of the file. */
  readonly env: NodeJS.ProcessEnv
  readonly #scales = new Map<string, number>()

  constructor(options: ProjectOptions) {
    this.name = options.name
    this.#options = options
    const used = new Set(variablesIn(composeText).map(({ name }) => name))
    const isKept = ([name]: [string, unknown]) => !used.has(name) && !name.startsWith('COMPOSE_')
    this.env = Object.fromEntries(Object.entries(process.env).filter(isKept))
  }

  /** Runs `docker compose` on this project. @throws {DockerError} */
  compose(args: string[], options: DockerOptions = {}): Promise<string> {
    const { name, folder, files, envFile, profiles, signal } = this.#options
    const chosen = [
      ...['--project-name', name, '--env-file', envFile],
      ...files.flatMap((file) => ['--file', file]),
      ...profiles.flatMap((profile) => ['--profile', profile]),
    ]
    return docker(['compose', ...chosen, ...args], { env: this.env, cwd: folder, signal, ...options })
  }

  /** Runs `docker`. @throws {DockerError} */
  docker(args: string[], options: DockerOptions = {}): Promise<string> {
    return docker(args, { signal: this.#options.signal, ...options })
  }

  /** Builds the images of these services, or of all. @throws {DockerError} */
  async build(services: string[] = [], args: Record<string, string> = {}): Promise<void> {
    const buildArgs = Object.entries(args).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`])
    await this.compose(['build', ...buildArgs, ...services], {
      env: { ...this.env, BUILDKIT_PROGRESS: 'plain' },
    })
  }

  /** Starts what does not run, replaces what has changed, and waits until everything is healthy. */
  async up(...args: string[]): Promise<void> {
    const scales = [...this.#scales].flatMap(([service, count]) => ['--scale', `${service}=${count}`])
    await this.compose(['up', '--detach', '--wait', '--no-build', ...scales, ...args])
  }

  /** Replaces the containers of this service alone, for example by those of a new image. */
  async replace(service: string): Promise<void> {
    await this.compose(['up', '--detach', '--wait', '--no-build', '--no-deps', service])
  }

  /** From now on there are so many containers of a service. */
  async scale(counts: Record<string, number>): Promise<void> {
    for (const [service, count] of Object.entries(counts)) this.#scales.set(service, count)
    await this.up('--no-recreate')
  }

  /** Removes containers and networks; with `volumes`, also the data. It also removes what is only half started. */
  async down({ volumes = false, ...options }: { volumes?: boolean } & DockerOptions = {}): Promise<void> {
    await this.compose(['down', '--remove-orphans', ...(volumes ? ['--volumes'] : [])], options)
  }

  /** Everything that exists of this project: containers, networks and volumes. */
  async leftovers(options: DockerOptions = { signal: undefined }): Promise<string[]> {
    const filter = ['--filter', `label=com.docker.compose.project=${this.name}`]
    const lists = await Promise.all([
      this.docker(['ps', '--all', '--format', 'container {{.Names}}', ...filter], options),
      this.docker(['network', 'ls', '--format', 'network {{.Name}}', ...filter], options),
      this.docker(['volume', 'ls', '--format', 'volume {{.Name}}', ...filter], options),
    ])
    return lists.flatMap((text) => text.split('\n').filter((line) => line !== ''))
  }

  async containers(): Promise<Container[]> {
    const lines = (await this.compose(['ps', '--all', '--format', 'json'])).split('\n')
    return lines
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
      .map(({ Name, Service, State, Health, ExitCode }) => ({
        ...{ name: Name, service: Service, state: State, health: Health, exitCode: ExitCode },
      }))
  }

  /** The container of a service; the first, if there are several. */
  async container(service: string): Promise<string> {
    const own = (await this.containers()).filter((container) => container.service === service)
    const [first] = own.map(({ name }) => name).toSorted()
    if (first === undefined) throw new Error(`There is no container of ${service}`)
    return first
  }

  /** The name of a service's first container. */
  containerName(service: string): string {
    return `${this.name}-${service}-1`
  }

  /** Reads a property with a Go template. */
  async inspect(container: string, template: string): Promise<string> {
    return (await this.docker(['inspect', '--format', template, container])).trim()
  }

  /**
   * Kills a container's main process with -9, as the kernel does when memory runs out, so that the restart policy applies.
   * After `docker kill` it would not: the engine counts that as stopped by hand. Resolves when the process has ended.
   */
  async kill(container: string): Promise<void> {
    const pidNow = async () => Number(await this.inspect(container, '{{.State.Pid}}'))
    const pid = await pidNow()
    if (!(pid > 0)) throw new Error(`${container} does not run`)
    const privileges = ['--pid', 'host', '--user', '0', '--cap-drop', 'ALL', '--cap-add', 'KILL']
    const script = `process.kill(${pid}, 'SIGKILL')`
    await this.docker(['run', '--rm', '--network', 'none', ...privileges, toolImage, 'node', '-e', script])
    while ((await pidNow()) === pid) await sleep(50)
  }

  /** Resolves when all containers run, those with a health check are healthy, and all jobs have ended with 0. */
  async ready(services?: string[]): Promise<void> {
    const deadline = Date.now() + readyWithinMs
    for (;;) {
      const all = (await this.containers()).filter(({ service }) => services?.includes(service) ?? true)
      const waiting = all.filter((container) => !isReady(container))
      if (waiting.length === 0) return
      if (Date.now() > deadline) {
        const states = waiting.map(({ name, state, health }) => `${name} is ${state} ${health}`.trim())
        throw new Error(`Not ready after ${readyWithinMs / 1000} s: ${states.join(', ')}`)
      }
      await sleep(300)
    }
  }

  /** Resolves when this service, which another program starts, exists and is ready. */
  async started(service: string): Promise<void> {
    const deadline = Date.now() + startedWithinMs
    while (!(await this.containers()).some((container) => container.service === service)) {
      if (Date.now() > deadline) throw new Error(`${service} was not started in ${startedWithinMs / 1000} s`)
      await sleep(500)
    }
    await this.ready([service])
  }

  /** Disconnects a container from one of the project's networks: its connections there break without an error. */
  async disconnect(container: string, network: string): Promise<void> {
    await this.docker(['network', 'disconnect', this.network(network), container])
  }

  /** Connects it again, with the name by which the others find it. */
  async connect(container: string, network: string, service: string): Promise<void> {
    await this.docker(['network', 'connect', '--alias', service, this.network(network), container])
  }

  /** The engine's name of one of the project's networks. */
  network(name: string): string {
    return `${this.name}_${name}`
  }

  /** Runs a Node script in a new container that is only in this network, and returns its output. */
  runIn(network: string, script: string): Promise<string> {
    const options = ['--rm', '--network', this.network(network), '--cap-drop', 'ALL']
    return this.docker(['run', ...options, toolImage, 'node', '--input-type=module', '-e', script])
  }
}

const isReady = ({ state, health, exitCode }: Container) =>
  (state === 'running' && (health === '' || health === 'healthy')) || (state === 'exited' && exitCode === 0)
