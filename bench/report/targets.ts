import { type Range, round } from '../repeat.ts'
import type { StoreResults } from '../store.ts'
import { number, show } from './sections.ts'

/** A performance target, and how the results are compared with it. */
interface Target {
  promise: string
  target: string
  measured: (results: StoreResults) => string
  isKept: (results: StoreResults) => boolean
}

const at = (results: StoreResults, concurrency: number) => {
  const found = results.purchases.find((one) => one.concurrency === concurrency)
  if (found === undefined) throw new Error(`no purchases at ${concurrency}`)
  return found
}
/** Complete purchases a second on the same kind of machine before the tuning of processes was removed, by concurrency. */
const before: Record<string, number> = { 8: 88, 32: 117.8 }
const ofBefore = (results: StoreResults, concurrency: string): Range => {
  const { median, low, high } = at(results, Number(concurrency)).perSecond
  const ratio = (perSecond: number) => round(perSecond / Number(before[concurrency]), 2)
  return { median: ratio(median), low: ratio(low), high: ratio(high) }
}
const least = (ranges: Range[]) => Math.min(...ranges.map(({ median }) => median))
const eachOf = (ranges: Range[]) => ranges.map(show).join(', ')
const backlogTarget = { events: 10_000, seconds: 10 }

const targets: Target[] = [
  {
    promise: 'catalog reads, of a bare proxy and express, at 10, 50 and 100 connections',
    target: 'above 1',
    measured: ({ catalogReads }) => eachOf(catalogReads.map(({ ofProxy }) => ofProxy)),
    isKept: ({ catalogReads }) => least(catalogReads.map(({ ofProxy }) => ofProxy)) > 1,
  },
  {
    promise: "the same without the gateway's cache",
    target: 'at least 0.8',
    measured: ({ catalogReads }) => eachOf(catalogReads.map(({ uncachedOfProxy }) => uncachedOfProxy)),
    isKept: ({ catalogReads }) => least(catalogReads.map(({ uncachedOfProxy }) => uncachedOfProxy)) >= 0.8,
  },
  {
    promise: 'p99 of catalog reads, and that of the floor',
    target: 'no worse',
    measured: ({ catalogReads }) =>
      catalogReads
        .map(
          ({ gateway, floors }) =>
            `${number(gateway.p99Ms.median)} and ${number(floors.proxy.p99Ms.median)} ms`,
        )
        .join(', '),
    isKept: ({ catalogReads }) =>
      catalogReads.every(({ gateway, floors }) => gateway.p99Ms.median <= floors.proxy.p99Ms.median),
  },
  {
    promise: 'signed-in reads (user, contacts, history), of a bare proxy, express and lean mongoose read',
    target: 'at least 0.6',
    measured: ({ signedInReads }) => eachOf(signedInReads.map(({ ofFloor }) => ofFloor)),
    isKept: ({ signedInReads }) => least(signedInReads.map(({ ofFloor }) => ofFloor)) >= 0.6,
  },
  {
    promise: 'complete purchases a second at 8 and at 32 customers, of those of 23 November 2026',
    target: 'at least 0.8',
    measured: (results) => eachOf(Object.keys(before).map((concurrency) => ofBefore(results, concurrency))),
    isKept: (results) =>
      least(Object.keys(before).map((concurrency) => ofBefore(results, concurrency))) >= 0.8,
  },
  {
    promise: 'p99 of a purchase at 8 at once',
    target: 'under 300 ms',
    measured: (results) => `${show(at(results, 8).p99Ms)} ms`,
    isKept: (results) => at(results, 8).p99Ms.median < 300,
  },
  {
    promise: 'p99 from the webhook to the history, while 20 purchases a second go on',
    target: 'under 250 ms',
    measured: ({ webhookToVisible: { beside } }) =>
      `${show(beside.p99Ms)} ms at ${show(beside.boughtPerSecond)} a second`,
    isKept: ({ webhookToVisible: { beside } }) =>
      beside.p99Ms.median < 250 && beside.boughtPerSecond.median >= 19,
  },
  {
    promise: 'events a second of one pair of services, sustained',
    target: 'at least 2,000',
    measured: ({ events }) => show(events.sustained.perSecond),
    isKept: ({ events }) => events.sustained.perSecond.median >= 2_000,
  },
  {
    promise: 'a backlog of 10,000 events is handled',
    target: 'within 10 s',
    measured: ({ events: { backlog } }) => `${show(backlog.seconds)} s for ${number(backlog.events)}`,
    isKept: ({ events: { backlog } }) =>
      backlog.events >= backlogTarget.events && backlog.seconds.median <= backlogTarget.seconds,
  },
  {
    promise: 'a warm `npm start` is ready',
    target: 'within 10 s',
    measured: ({ startup }) => `${show(startup.warmSeconds)} s`,
    isKept: ({ startup }) => startup.warmSeconds.median <= 10,
  },
  {
    promise: 'memory of everything that `npm start` runs, at idle (PSS)',
    target: 'under 1,500 MB',
    measured: ({ startup }) => `${number(startup.idleMb)} MB`,
    isKept: ({ startup }) => startup.idleMb < 1_500,
  },
  {
    promise: 'CPU of all our processes for 1,000 purchases, at 8 at once',
    target: 'at most 15 s',
    measured: (results) => `${show(at(results, 8).cpuMs.ours)} s`,
    isKept: (results) => at(results, 8).cpuMs.ours.median <= 15,
  },
]

/** The targets, the measured values, and whether each target is met. */
export function targetRows(results: StoreResults): Record<string, string>[] {
  return targets.map(({ promise, target, measured, isKept }) => ({
    promise,
    target,
    measured: measured(results),
    kept: isKept(results) ? 'yes' : 'no',
  }))
}
