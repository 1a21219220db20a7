import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'

/** What the code looks at of a container in docker-compose.yml. */
interface ComposeService {
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

/** docker-compose.yml as it stands. */
export const composeText = readFileSync(path.join(import.meta.dirname, '..', 'docker-compose.yml'), 'utf8')

/** What it says, its anchors resolved and its variables not. */
export const composeFile: ComposeFile = parse(composeText, { merge: true })

const variable = /\$\{(\w+)(?::([-?])((?:[^${}]|\$\{[^{}]*\})*))?\}/g

/** Every variable that a text takes from the environment, and whether it must be there. */
export function variablesIn(text: string): { name: string; required: boolean }[] {
  return [...text.matchAll(variable)].flatMap(([, name = '', kind, word = '']) => [
    { name, required: kind === '?' },
    ...variablesIn(word),
  ])
}

/**
 * Puts values in as docker compose does. @throws when a required one is missing
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

/** The environment of a container under these settings, as the process in it sees it. */
export function environmentOf(service: string, env: NodeJS.Dict<string>): Record<string, string> {
  const declared = Object.entries(composeFile.services[service]?.environment ?? {})
  return Object.fromEntries(
    declared.flatMap(([name, value]) => {
      // Without a value of its own it is handed on, where it is set.
      const text = value === null ? env[name] : interpolate(String(value), env)
      return text === undefined ? [] : [[name, text]]
    }),
  )
}
