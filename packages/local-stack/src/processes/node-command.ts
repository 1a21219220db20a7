import { fileURLToPath } from 'node:url'

/** The preload that ends a Node process when the launcher has ended. */
const guardFile = fileURLToPath(new URL('./guard.ts', import.meta.url))

/** The preload that kills a process at a named fault injection point. */
export const crashAtFile = fileURLToPath(new URL('./crash-at.ts', import.meta.url))

/** The path of a module of this package that runs as its own process. */
export function entryFile(name: 'mongo-engine' | 'broker-emulator'): string {
  return fileURLToPath(new URL(`../engines/${name}.ts`, import.meta.url))
}

/** Node's arguments for a guarded process: the preload, the module, the module's own arguments. */
export function nodeArgs(file: string, ...args: string[]): string[] {
  return ['--import', guardFile, file, ...args]
}
