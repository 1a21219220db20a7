import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { confinementOf, faultsOf } from '../../compose-test/checks.ts'
import { explain } from '../../compose-test/docker.ts'
import { commands, commandsIn, documentedCommands } from '../../compose-test/documents.ts'
import { complaint } from '../../compose-test/engine.ts'
import { inMb } from '../../compose-test/memory.ts'
import { weakSecrets } from '../../scripts/setup-command.mjs'

const root = path.join(import.meta.dirname, '..', '..')

describe('the versions of Docker', () => {
  test.each([
    { engine: '25.0.0', compose: '2.24.0' },
    { engine: '26.1.5+dfsg1', compose: '2.26.1-4' },
    { engine: '29.0.1', compose: 'v5.0.0' },
  ])('accepts Engine $engine with Compose $compose', (versions) => {
    expect(complaint(versions)).toBeUndefined()
  })

  test.each([
    { engine: '24.0.9', compose: '2.26.1' },
    { engine: '26.1.5', compose: '2.23.3' },
    { engine: '26.1.5', compose: undefined },
  ])('when it is Engine $engine with Compose $compose, then it names the required versions', (versions) => {
    expect(complaint(versions)).toMatch(/Docker Engine 25\.0 and Docker Compose 2\.24, or newer/)
  })

  test('the documents name the same versions', () => {
    const text = readFileSync(path.join(root, 'deploy', 'README.md'), 'utf8').replaceAll(/\s+/g, ' ')
    expect(text).toContain('Docker Engine 25 or newer with Compose 2.24 or newer')
  })
})

describe('a failed command of Docker', () => {
  test.each([
    [
      'a port in use',
      'Error starting userland proxy: listen tcp4 127.0.0.1:8080: bind: address already in use',
      /^The port 127\.0\.0\.1:8080 is in use\. .*GATEWAY_PORT/,
    ],
    [
      'a port of another container',
      'Bind for 0.0.0.0:8080 failed: port is already allocated',
      /^The port 0\.0\.0\.0:8080 is in use/,
    ],
    [
      'a missing secret',
      'error while interpolating x: required variable SESSION_PUBLIC_KEY is missing a value: run npm run setup',
      /^\.env has no SESSION_PUBLIC_KEY\. Run `npm run setup`/,
    ],
    [
      'a full disk',
      'write /app/x: no space left on device\n',
      /^The disk .* is full\. .*docker system prune/,
    ],
    [
      'a build',
      '#5 ERROR\n------\ntarget order: failed to solve: process "/bin/sh -c false" did not complete: exit code: 1\n',
      /^The image of order cannot be built: process "\/bin\/sh -c false"/,
    ],
    ['anything else', 'first\nlast line\n', /^`docker compose up` failed: last line$/],
  ])('when it is %s, then one line says why and what to do', (_name, output, line) => {
    expect(explain('compose up', output)).toMatch(line)
    expect(explain('compose up', output)).not.toContain('\n')
  })
})

describe('the confinement of a container', () => {
  const status = (uid: number, capabilities: string) =>
    [
      `Uid:\t${uid}\t${uid}`,
      ...['Inh', 'Prm', 'Eff', 'Bnd', 'Amb'].map((set) => `Cap${set}:\t${capabilities}`),
    ].join('\n')
  const confined = {
    status: `${status(1000, '0000000000000000')}\nNoNewPrivs:\t1\n`,
    mounts: 'overlay / overlay ro,relatime,lowerdir=x 0 0\ntmpfs /tmp tmpfs rw 0 0\n',
    memory: '536870912\n',
    pids: '128\n',
    cpu: '100000 100000\n',
  }
  const limits = { memoryBytes: 536_870_912, cpus: 1, pids: 128 }

  test('when it is as docker-compose.yml says, then nothing is wrong, with both versions of control groups', () => {
    expect(faultsOf(confinementOf(confined), limits)).toEqual([])
    expect(faultsOf(confinementOf({ ...confined, cpu: '100000\n100000\n' }), limits)).toEqual([])
  })

  test('reports each thing that is wrong', () => {
    const free = {
      status: `${status(0, '00000000a80425fb')}\nNoNewPrivs:\t0\n`,
      mounts: 'overlay / overlay rw,relatime,lowerdir=x 0 0\n',
      ...{ memory: 'max\n', pids: 'max\n', cpu: 'max 100000\n' },
    }
    expect(faultsOf(confinementOf(free), limits)).toEqual([
      'runs as root',
      'has capabilities in CapInh, CapPrm, CapEff, CapBnd, CapAmb',
      'may gain privileges',
      'has a writable file system',
      expect.stringContaining('is limited to NaN bytes'),
    ])
  })
})

test.each([
  ['72.6MiB / 512MiB', 73],
  ['1.5GiB / 2GiB', 1536],
  ['900KiB / 512MiB', 1],
])('reads %s as %d MB', (usage, mb) => {
  expect(inMb(usage)).toBe(mb)
})

describe('the commands of the documents', () => {
  test('are the lines of shell blocks, and docker commands in sentences', () => {
    const text = 'Run `docker compose ps`.\n```sh\nnpm start   # runs it\n\ndocker build .\n```\n`other`\n'
    expect(commandsIn(text)).toEqual(['npm start', 'docker build .', 'docker compose ps'])
  })

  test('compose-test knows each of them, and no other', () => {
    expect(documentedCommands(root).toSorted()).toEqual(Object.keys(commands).toSorted())
  })
})

test('when a password in .env is too short, then it is named, but not the switch of the shared one', () => {
  const env = {
    ADMIN_SHARED_PASSWORD: 'off',
    ADMIN_PASSWORD: 'secret',
    SERVICE_PASSWORD_ORDER: 'x'.repeat(15),
    GRAFANA_PASSWORD: 'x'.repeat(16),
  }
  expect(weakSecrets(env)).toEqual(['ADMIN_PASSWORD', 'SERVICE_PASSWORD_ORDER'])
})
