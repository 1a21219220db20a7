import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'

/** The properties of a container in docker-compose.yml that the code reads. */
export interface ComposeService {
  image?: string
  build?: { args: Record<string, string | null> }
  environment?: Record<string, string | number | null>
  profiles?: string[]
  ports?: string[]
  networks?: string[]
  volumes?: string[]
  tmpfs?: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { disable?: boolean }
  restart?: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  logging?: object
  deploy?: object
}

interface ComposeFile {
  services: Record<string, ComposeService>
  networks: Record<string, { internal?: boolean }>
  volumes: Record<string, object>
}

/** The text of docker-compose.yml. */
export const composeText = readFileSync(path.join(import.meta.dirname, '..', 'docker-compose.yml'), 'utf8')

/** The parsed docker-compose.yml: anchors are resolved, variables are not. */
export const composeFile: ComposeFile = parse(composeText, { merge: true })

const variable = /\$\{(\w+)(?::([-?])((?:[^${}]|\$\{[^{}]*\})*))?\}/g

/** Every environment variable that a text uses, and whether it is required. */
export function variablesIn(text: string): { name: string; required: boolean }[] {
  return [...text.matchAll(variable)].flatMap(([, name = '', kind, word = '']) => [
    { name, required: kind === '?' },
    ...variablesIn(word),
  ])
}

/**
 * Replaces variables as docker compose does. @throws when a required one is missing
 * @source https://github.com/compose-spec/compose-spec/blob/main/12-interpolation.md
 */
function interpolate(text: string, env: NodeJS.Dict<string>): string {
  return text.replace(variable, (_whole, name: string, kind?: string, word = '') => {
    const value = env[name]
    if (value) return value
    if (kind === '?') throw new Error(`${name} is missing: ${word}`)
    return interpolate(word, env)
  })
}

/** The environment that the process in a container has with these settings. */
export function environmentOf(service: string, env: NodeJS.Dict<string>): Record<string, string> {
  const declared = Object.entries(composeFile.services[service]?.environment ?? {})
  return Object.fromEntries(
    declared.flatMap(([name, value]) => {
      // A variable without a value is passed on, if it is set.
      const text = value === null ? env[name] : interpolate(String(value), env)
      return text === undefined ? [] : [[name, text]]
    }),
  )
}
