import type { Project } from '../compose-test/project.ts'

/** A host of the shop: containers that lose and regain their network together. */
export interface Host {
  name: string
  containers: string[]
  /** The published address of its gateway. */
  gatewayUrl: string
}

interface Connection {
  container: string
  network: string
  /** The names by which others find the container there. */
  aliases: string[]
}

/**
 * Disconnects a host's containers from all networks: packets over their connections are lost without an error. Returns
 * the function that connects them again.
 */
export async function cutOff({ containers }: Host, project: Project): Promise<() => Promise<void>> {
  const connections = await connectionsOf(containers, project)
  const all = async (commandOf: (connection: Connection) => string[]) => {
    await Promise.all(connections.map((one) => project.docker(['network', ...commandOf(one)])))
  }
  const join = () =>
    all(({ container, network, aliases }) => [
      'connect',
      ...aliases.flatMap((alias) => ['--alias', alias]),
      network,
      container,
    ])
  await all(({ container, network }) => ['disconnect', network, container])
  return join
}

async function connectionsOf(containers: string[], project: Project): Promise<Connection[]> {
  const described: Inspected[] = JSON.parse(await project.docker(['inspect', ...containers]))
  return described.flatMap(({ Name, NetworkSettings }) =>
    Object.entries(NetworkSettings.Networks).map(([network, { Aliases }]) => ({
      ...{ container: Name.slice(1), network, aliases: Aliases ?? [] },
    })),
  )
}

interface Inspected {
  /** With a slash before it. */
  Name: string
  NetworkSettings: { Networks: Record<string, { Aliases: string[] | null }> }
}
