import { serviceNames, services } from '../../../../system.ts'

/** Settings of the systems of others (Stripe, the mail server, USPS), of the shop's engines, and of its public address. */
const ofTheShop = [
  ...serviceNames.flatMap((name) => (services[name].reaches ? (services[name].needs ?? []) : [])),
  'STRIPE_API_BASE',
  ...['MONGODB_URI', 'AMQP_URL', 'PUBLIC_URL', 'HOST', 'NODE_ENV'],
]

/**
 * The environment without the settings that lead to the shop that customers use: the rehearsal of a restore starts in
 * that shop's folder, whose `.env` names them. The keys stay, because the restored data need them.
 */
export const rehearsalEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !ofTheShop.includes(name)))
