/** Handed to the processes that need them, and to no other. */
const secretNames = [
  'ADMIN_PASSWORD',
  'SERVICE_PRIVATE_KEY',
  'SESSION_PRIVATE_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
]

/** What tools leave in the environment, and what a `.env` of the containers holds besides. */
const notForServices =
  /^(npm_|JEST_|SERVICE_(PRIVATE_KEY|PUBLIC_KEY|PASSWORD)_|MONGO_ROOT_|RABBITMQ_ADMIN_|GRAFANA_)/

/** The environment without what is meant for one process alone, or for the tool that started the stack. */
export function inheritable(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(
    ([name]) => !secretNames.includes(name) && !notForServices.test(name),
  )
  return Object.fromEntries(kept)
}
