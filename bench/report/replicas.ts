import type { ReplicaResults } from '../replicas.ts'
import { type Section, show } from './sections.ts'

/** The report of `npm run bench -- --replicas N`. */
export function replicaSections({ replicas, purchases }: ReplicaResults): Section[] {
  return [
    {
      title: `Whole purchases with ${replicas} of each service`,
      about: 'Alternately with one of each, on the same machine.',
      rows: purchases.map(({ one, several, ofOne }) => ({
        'at once': String(one.concurrency),
        'one /s': show(one.perSecond),
        [`${replicas} /s`]: show(several.perSecond),
        'of one': show(ofOne),
        'one p99 ms': show(one.p99Ms),
        [`${replicas} p99 ms`]: show(several.p99Ms),
        'one, CPU s for 1,000': show(one.cpuMs.ours),
        [`${replicas}, CPU s for 1,000`]: show(several.cpuMs.ours),
      })),
    },
  ]
}
