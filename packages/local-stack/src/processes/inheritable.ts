import { serviceNames, services } from '../../../../system.ts'

/** Passed only to the processes that need them. */
const ownNames = ['SERVICE_PRIVATE_KEY', ...serviceNames.flatMap((name) => services[name].needs ?? [])]

/** Variables of development tools, and of the `.env` for the containers. */
const notForServices =
  /^(npm_|JEST_|SERVICE_(PRIVATE_KEY|PUBLIC_KEY|PASSWORD)_|MONGO_ROOT_|RABBITMQ_ADMIN_|GRAFANA_)/

/** The environment without the variables for a single process or for the tool that started the stack. */
export function inheritable(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !ownNames.includes(name) && !notForServices.test(name))
  return Object.fromEntries(kept)
}
