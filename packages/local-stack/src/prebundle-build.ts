/**
 * Run after an installation, when packages changed: puts what the services load of their packages, about a thousand
 * modules each, into a few files that all of them share, and writes the preload that points there. The product's
 * own modules stay as they are. Loading a service takes half the CPU then (docs/decisions/0004-no-build-step.md).
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { prebundleFolder, prebundleRegister } from './prebundle.mjs'

/** Whose packages: what every service loads, and the larger ones of some. */
const owners = [
  'packages/contracts',
  'packages/messaging',
  'packages/service-kit',
  'packages/stripe-sandbox',
  'services/payment',
  'gateway',
]

/** Files that are read and not loaded. */
const unbundled = ['swagger-ui-dist']

const root = fileURLToPath(new URL('../../..', import.meta.url))
const target = path.join(root, prebundleFolder)
const fresh = `${target}-${process.pid}`
rmSync(fresh, { recursive: true, force: true })
mkdirSync(fresh, { recursive: true })

const files = new Map<string, string>()
const entries: Record<string, string> = {}
for (const [specifier, file] of packagesOf(owners)) {
  const name = specifier.replaceAll(/[@/]/g, '_')
  const entry = path.join(fresh, `${name}.entry.mjs`)
  writeFileSync(entry, await entryOf(file))
  entries[name] = entry
  files.set(specifier, `${name}.mjs`)
}
const bundle = await rolldown({
  input: entries,
  platform: 'node',
  logLevel: 'warn',
  // Data stays where it is, and comes when it is asked for: most of it is tables of encodings that nobody uses.
  external: (id, _importer, isResolved) => isResolved && id.endsWith('.json'),
})
await bundle.write({
  dir: fresh,
  format: 'esm',
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name].shared.mjs',
  // One letter beyond Latin makes a source twice as large in memory, for as long as the process lives.
  charset: 'ascii',
  // Names of functions and classes stay, for stack traces and for errors that go by theirs.
  minify: {
    compress: false,
    mangle: { toplevel: false, keepNames: true },
    codegen: { removeWhitespace: true },
  },
})
for (const entry of Object.values(entries)) rmSync(entry)
writeFileSync(path.join(fresh, prebundleRegister), registerSource(files))
rmSync(target, { recursive: true, force: true })
try {
  renameSync(fresh, target)
} catch (error) {
  rmSync(fresh, { recursive: true })
  // Another one who builds at the same time was there first: it made the same.
  if (!existsSync(path.join(target, prebundleRegister))) throw error
}

/** The specifier of each package and the file it stands for. @throws when two owners would load different files */
function packagesOf(folders: string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const folder of folders) {
    const manifest = path.join(root, folder, 'package.json')
    const { dependencies = {} }: { dependencies?: object } = JSON.parse(readFileSync(manifest, 'utf8'))
    for (const specifier of Object.keys(dependencies)) {
      if (specifier.startsWith('@prankpost/') || unbundled.includes(specifier)) continue
      const file = fileURLToPath(import.meta.resolve(specifier, pathToFileURL(manifest)))
      if ((found.get(specifier) ?? file) !== file) throw new Error(`two versions of ${specifier}`)
      found.set(specifier, file)
    }
  }
  return found
}

/** A module that exports what the package does; what CommonJS exports by name is only known once it ran. */
async function entryOf(file: string): Promise<string> {
  const from = JSON.stringify(file)
  const exported: object = await import(pathToFileURL(file).href)
  const isCommonJs = 'module.exports' in exported
  const own = 'default' in exported ? `export { default } from ${from}\n` : ''
  if (!isCommonJs) return `export * from ${from}\n${own}`
  const names = Object.keys(exported).filter((name) => name !== 'default' && name !== 'module.exports')
  const taken = names.map((name, index) => `const n${index} = whole[${JSON.stringify(name)}]\n`).join('')
  const given = names.map((name, index) => `n${index} as ${JSON.stringify(name)}`).join(', ')
  return `import whole from ${from}\nexport default whole\n${taken}export { ${given} }\n`
}

/** The preload: what the product's modules import by a package's name comes from here, and all else as ever. */
function registerSource(places: Map<string, string>): string {
  return `import { registerHooks } from 'node:module'
const places = new Map(${JSON.stringify([...places])})
registerHooks({
  resolve(specifier, context, nextResolve) {
    const place = places.get(specifier)
    if (place === undefined || context.parentURL?.includes('/node_modules/')) return nextResolve(specifier, context)
    return { url: new URL(place, import.meta.url).href, format: 'module', shortCircuit: true }
  },
})
`
}
