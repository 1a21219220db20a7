import type { StoreResults } from '../store.ts'
import { number, type Section, show } from './sections.ts'
import { targetRows } from './targets.ts'

/** The report of `npm run bench`: the targets first, then every figure. */
export function storeSections(results: StoreResults): Section[] {
  return [
    { title: 'Targets', rows: targetRows(results) },
    catalog(results),
    signedIn(results),
    purchases(results),
    webhook(results),
    events(results),
    cpu(results),
    memory(results),
    {
      title: 'Start',
      rows: [
        { what: 'warm `npm start` until ready, s', measured: show(results.startup.warmSeconds) },
        {
          what: 'memory of everything that it runs, at idle, as a share, MB',
          measured: number(results.startup.idleMb),
        },
      ],
    },
  ]
}

const catalog = ({ catalogReads }: StoreResults): Section => ({
  title: 'Catalog reads',
  about: 'GET /api/pranks a second through the gateway, and floors with the same bytes alternately.',
  rows: catalogReads.map(({ connections, gateway, uncached, floors, ...ratios }) => ({
    connections: String(connections),
    'gateway /s': show(gateway.perSecond),
    'without its cache /s': show(uncached.perSecond),
    'bare proxy + express /s': show(floors.proxy.perSecond),
    'of the proxy': show(ratios.ofProxy),
    'without the cache, of the proxy': show(ratios.uncachedOfProxy),
    'gateway p99 ms': show(gateway.p99Ms),
    'without the cache p99 ms': show(uncached.p99Ms),
    'proxy p99 ms': show(floors.proxy.p99Ms),
    'bare express /s': show(floors.express.perSecond),
    'bare node:http /s': show(floors.http.perSecond),
  })),
})

const signedIn = ({ signedInReads }: StoreResults): Section => ({
  title: 'Signed-in reads',
  about:
    'A second, compared with a bare proxy, a bare express and one lean read of the same documents, with no session.',
  rows: signedInReads.map(({ path, connections, bytes, gateway, floor, ofFloor }) => ({
    read: path,
    connections: String(connections),
    bytes: number(bytes),
    'gateway /s': show(gateway.perSecond),
    'floor /s': show(floor.perSecond),
    'of the floor': show(ofFloor),
    'gateway p99 ms': show(gateway.p99Ms),
    'floor p99 ms': show(floor.p99Ms),
  })),
})

const purchases = ({ purchases }: StoreResults): Section => ({
  title: 'Whole purchases',
  about: 'Catalog, cart check, record, payment session, payment, webhook, and the order in the history.',
  rows: purchases.map(({ concurrency, perSecond, p50Ms, p99Ms, cpuMs }) => ({
    'at once': String(concurrency),
    'purchases /s': show(perSecond),
    'p50 ms': show(p50Ms),
    'p99 ms': show(p99Ms),
    'CPU s for 1,000': show(cpuMs.ours),
    'and of the Stripe sandbox': cpuMs.sandbox ? show(cpuMs.sandbox) : '',
  })),
})

const webhook = ({ webhookToVisible: { alone, beside } }: StoreResults): Section => ({
  title: 'Webhook to visible',
  about: 'From the answer to a webhook until the history shows the order as paid.',
  rows: [['alone', alone] as const, ['while others buy', beside] as const].map(
    ([how, { boughtPerSecond, p50Ms, p99Ms, maxMs }]) => ({
      how,
      'p50 ms': show(p50Ms),
      'p99 ms': show(p99Ms),
      'most ms': show(maxMs),
      'purchases meanwhile /s': show(boughtPerSecond),
    }),
  ),
})

const events = ({ events: { sustained, backlog } }: StoreResults): Section => ({
  title: 'Events of one pair of services',
  rows: [
    {
      what: `events /s from write to effect, over ${sustained.seconds} s`,
      measured: show(sustained.perSecond),
    },
    { what: 'p50 of write to effect meanwhile, ms', measured: show(sustained.lagP50Ms) },
    { what: 'p99 of write to effect meanwhile, ms', measured: show(sustained.lagP99Ms) },
    { what: `backlog of ${number(backlog.events)} handled, s`, measured: show(backlog.seconds) },
    ...Object.entries(sustained.cpuMs).map(([name, ms]) => ({
      what: `CPU of ${name} for 1,000 events, s`,
      measured: show(ms),
    })),
  ],
})

const cpu = ({ purchases }: StoreResults): Section => {
  const names = [...new Set(purchases.flatMap(({ cpuMs }) => Object.keys(cpuMs)))]
  return {
    title: 'CPU by process',
    about:
      'Seconds for 1,000 purchases. "ours" leaves out MongoDB, the broker, the sandbox, mails and the load.',
    rows: names.map((name) => ({
      process: name,
      ...Object.fromEntries(
        purchases.map(({ concurrency, cpuMs }) => [
          `${concurrency} at once`,
          cpuMs[name] ? show(cpuMs[name]) : '',
        ]),
      ),
    })),
  }
}

const memory = ({ memory: { idle, share, afterPurchases } }: StoreResults): Section => ({
  title: 'Memory',
  about:
    'In MB: resident, and as a share, where what processes have in common (Node itself) is divided among them.',
  rows: Object.keys(idle).map((name) => ({
    process: name,
    'at idle': number(idle[name] ?? 0),
    'share at idle': number(share[name] ?? 0),
    'after reads and purchases': number(afterPurchases[name] ?? 0),
  })),
})
