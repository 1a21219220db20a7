import { baseImage } from './base-image.ts'
import { buildah } from './tools.ts'

/** An image of the local store, with its configuration. */
export interface Image {
  name: string
  /** The bytes that it adds to its base. */
  ownBytes: number
  user: string
  command: string[]
  stopSignal: NodeJS.Signals
  healthcheck: string[]
}

/** Builds the image of a service with the Dockerfile, on a local base image. */
export async function buildImage(service: string, print: (line: string) => void): Promise<Image> {
  const base = await baseImage(print)
  const name = `localhost/prankpost/${service}`
  const ca = process.env.NODE_EXTRA_CA_CERTS
  print(`Building ${name} ...`)
  await buildah(
    [
      'build',
      ...['--isolation', 'chroot', '--format', 'docker', '--pull-never'],
      ...['--build-arg', `NODE_IMAGE=${base}`, '--build-arg', `SERVICE=${service}`],
      ...(ca ? ['--secret', `id=ca,src=${ca}`] : []),
      ...['--tag', name, '.'],
    ],
    600_000,
  )
  // Removes the previous image of this name.
  await buildah(['rmi', '--prune'])
  return describe(name)
}

async function describe(name: string): Promise<Image> {
  const { Docker, Manifest } = JSON.parse(await buildah(['inspect', '--type', 'image', name]))
  const { User, Cmd, StopSignal, Healthcheck } = Docker.config
  const [, ...own] = JSON.parse(Manifest).layers as { size: number }[]
  return {
    name,
    ownBytes: own.reduce((sum, { size }) => sum + size, 0),
    user: User,
    command: Cmd,
    stopSignal: StopSignal,
    healthcheck: Healthcheck.Test,
  }
}
