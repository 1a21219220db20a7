import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { composeFile } from '../../deploy/compose-file.ts'
import { serviceNames } from '../../system.ts'

const root = path.join(import.meta.dirname, '..', '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const dockerfile = read('Dockerfile')
const packagesUsedBy = (folder: string): string[] => {
  const { dependencies = {} } = JSON.parse(read(path.join(folder, 'package.json')))
  return Object.keys(dependencies).flatMap((name) => /^@prankpost\/(.+)/.exec(name)?.[1] ?? [])
}

describe('the Dockerfile', () => {
  test.each([...serviceNames, 'gateway', 'stripe-sandbox', 'mail-catcher', 'backup', 'broker-setup'])(
    'builds the image of %s, with files of a fixed time',
    (name) => {
      const { image, build } = composeFile.services[name] ?? {}
      expect(image).toBe(`prankpost/${name}`)
      expect(build?.args).toMatchObject({ SERVICE: name, SOURCE_DATE_EPOCH: 0 })
    },
  )

  test('puts all workspace packages that services use into the images, and no others', () => {
    const used = new Set<string>()
    const add = (folder: string) => {
      for (const name of packagesUsedBy(folder)) {
        used.add(name)
        add(path.join('packages', name))
      }
    }
    for (const folder of [...serviceNames.map((name) => path.join('services', name)), 'gateway']) add(folder)
    const [, shared = ''] = /cd packages && mv (.+) "\$shared\/packages/.exec(dockerfile) ?? []
    expect(shared.split(' ')).toEqual([...used].toSorted())
  })

  test('uses the same Node version as the rest of the project', () => {
    expect(dockerfile).toContain(`NODE_IMAGE=node:${JSON.parse(read('package.json')).devDependencies.node}-`)
  })
})
