import { type Achievement, prankImages } from '@prankpost/contracts'
import type { Track } from './progress.model.ts'

type Definition = Pick<Achievement, 'id' | 'title' | 'description' | 'icon' | 'maxProgress' | 'reward'> & {
  track: Track
}

/** All achievements, in the order of the list (design, section 6). An id never changes its meaning. */
export const achievements: readonly Definition[] = [
  {
    id: 'first-strike',
    title: 'First Strike',
    description: 'Send your first prank.',
    icon: 'zap',
    maxProgress: 1,
    reward: 'The right to say "It was not me" once, with a straight face',
    track: 'prank',
  },
  {
    id: 'serial-prankster',
    title: 'Serial Prankster',
    description: 'Send 5 pranks.',
    icon: 'star',
    maxProgress: 5,
    reward: 'A firm nod from your mail carrier',
    track: 'prank',
  },
  {
    id: 'prank-legend',
    title: 'Prank Legend',
    description: 'Send 25 pranks.',
    icon: 'crown',
    maxProgress: 25,
    reward: 'A crown made of bubble wrap (imaginary, but loud)',
    track: 'prank',
  },
  {
    id: 'collector',
    title: 'Collector',
    description: 'Send every kind of prank.',
    icon: 'trophy',
    maxProgress: prankImages.length,
    reward: 'An honorary degree in Applied Mischief',
    track: 'kind',
  },
  {
    id: 'little-black-book',
    title: 'Little Black Book',
    description: 'Save 5 targets.',
    icon: 'heart',
    maxProgress: 5,
    reward: 'Five people who should be a little nervous',
    track: 'contact',
  },
  {
    id: 'marathon',
    title: 'Marathon',
    description: 'Keep Auto-Prank going for 12 paid months.',
    icon: 'medal',
    maxProgress: 12,
    reward: 'A year of perfect alibis',
    track: 'month',
  },
  {
    id: 'repeat-offender',
    title: 'Repeat Offender',
    description: 'Prank the same target 3 times.',
    icon: 'medal',
    maxProgress: 3,
    reward: 'A lifetime supply of suspicious looks',
    track: 'target',
  },
  {
    id: 'auto-pilot',
    title: 'Auto-Pilot',
    description: 'Start an Auto-Prank plan.',
    icon: 'zap',
    maxProgress: 1,
    reward: 'Mischief that runs itself while you nap',
    track: 'plan',
  },
]

/** How many entries of a track are read: the most that any of its achievements requires. */
export const needed = (track: Track): number =>
  Math.max(...achievements.filter((one) => one.track === track).map(({ maxProgress }) => maxProgress))
