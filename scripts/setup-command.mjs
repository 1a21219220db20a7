import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { root } from './run-process.mjs'

/** Adds the missing secrets for docker compose to `.env`; existing values are kept. */
export function setup() {
  const file = path.join(root, '.env')
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const added = missingLines(before, localKeys(process.env.DATA_DIR || parseEnv(before).DATA_DIR))
  if (added.length === 0) console.log('.env has everything that docker-compose.yml needs.')
  else {
    const gap = before === '' || before.endsWith('\n') ? '' : '\n'
    writeFileSync(file, `${before}${gap}${added.join('\n')}\n`, { mode: 0o600 })
    chmodSync(file, 0o600)
    console.log(`.env: ${added.length} settings added. ADMIN_PASSWORD is the operator's password.`)
  }
  const weak = weakSecrets(parseEnv(before))
  if (weak.length > 0) {
    console.error(`.env: ${weak.join(', ')} is too short. Delete the line and run npm run setup again.`)
    return 1
  }
  console.log('Next: docker compose --profile demo up --build')
  return 0
}

/** The names of the passwords that are too short: people may choose ADMIN_PASSWORD, all others are only for machines. */
export function weakSecrets(env) {
  const shortest = (name) => (name === 'ADMIN_PASSWORD' ? 8 : 16)
  // ADMIN_SHARED_PASSWORD is not a password: it is `on` or `off`.
  const isSecret = (name) => /PASSWORD|WEBHOOK_SECRET/.test(name) && name !== 'ADMIN_SHARED_PASSWORD'
  return Object.keys(env).filter(
    (name) => isSecret(name) && env[name] && env[name].trim().length < shortest(name),
  )
}

/**
 * The keys that `npm start` made in its data folder; none when there is none. It uses those of `.env` once there are some, and
 * with another ADDRESS_KEY consent could not read its data.
 */
export function localKeys(dataDir = '.local') {
  try {
    return JSON.parse(readFileSync(path.resolve(root, dataDir, 'secrets.json'), 'utf8'))
  } catch {
    return {}
  }
}

/** The lines with secrets that are missing in the text of a `.env`: new ones, or those in `known`. */
export function missingLines(text, known = {}) {
  const existing = parseEnv(text)
  const lines = []
  const add = (name, make) => {
    if (existing[name]) return
    existing[name] = make()
    lines.push(`${name}='${existing[name]}'`)
  }
  const addKeyPair = (privateName, publicName) => {
    add(privateName, () => (known[privateName] ? inOneLine(known[privateName]) : newPrivateKey()))
    add(publicName, () => publicHalf(existing[privateName]))
  }
  add('ADMIN_PASSWORD', () => randomBytes(15).toString('base64url'))
  add('STRIPE_WEBHOOK_SECRET', () => `whsec_${password()}`)
  add('ADDRESS_KEY', () => known.ADDRESS_KEY ?? password())
  addKeyPair('SESSION_PRIVATE_KEY', 'SESSION_PUBLIC_KEY')
  for (const service of services()) {
    addKeyPair(`SERVICE_PRIVATE_KEY_${service}`, `SERVICE_PUBLIC_KEY_${service}`)
  }
  for (const user of [...services(), 'STRIPE_SANDBOX']) add(`SERVICE_PASSWORD_${user}`, password)
  for (const name of ['MONGO_ROOT_PASSWORD', 'RABBITMQ_ADMIN_PASSWORD', 'GRAFANA_PASSWORD'])
    add(name, password)
  return lines
}

function services() {
  const folder = path.join(root, 'services')
  return readdirSync(folder)
    .filter((name) => existsSync(path.join(folder, name, 'src', 'main.ts')))
    .map((name) => name.toUpperCase().replaceAll('-', '_'))
}

function password() {
  return randomBytes(24).toString('hex')
}

function newPrivateKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return inOneLine(privateKey.export({ type: 'pkcs8', format: 'pem' }))
}

function publicHalf(privatePem) {
  const key = createPrivateKey(privatePem.replaceAll('\\n', '\n'))
  return inOneLine(createPublicKey(key).export({ type: 'spki', format: 'pem' }))
}

function inOneLine(pem) {
  return pem.trim().replaceAll('\n', '\\n')
}
