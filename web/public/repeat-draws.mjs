// Repeats the Auto-Prank draws of a month, with Node 20 or newer: node repeat-draws.mjs https://the-shop 2026-12
import { createHash, createHmac } from 'node:crypto'

const least = (all, of) => all.filter((one) => of(one) === Math.min(...all.map(of)))
const has = (pairs, target, prank) => pairs.some(([t, p]) => t === target && p === prank)
export function repeat({ id, step, rows, targets, pranks, sent, taken }, seed) {
  let n = 0
  const hash = () => createHmac('sha256', seed).update(`${id}:${step}:${n++}`).digest('hex')
  const pick = (from) => from[Number(BigInt(`0x${hash()}`) % BigInt(from.length))]
  const options = targets.map((target) => {
    const fresh = pranks.filter((prank) => !has([...sent, ...taken], target, prank)).length
    return { target, fresh, left: fresh, rows: taken.filter(([t]) => t === target).length }
  })
  const drawn = Array.from({ length: rows }, () => {
    const open = options.filter(({ left }) => left > 0)
    const option = pick(least(open.length > 0 ? open : options, (one) => one.rows))
    Object.assign(option, { left: option.left - 1, rows: option.rows + 1 })
    return { target: option.target, fresh: option.fresh, prank: '' }
  })
  const pairs = [...taken]
  for (const row of drawn.toSorted((a, b) => a.fresh - b.fresh)) {
    const costOf = (prank) =>
      Math.max(100 * has(pairs, row.target, prank), 10 * has(sent, row.target, prank)) +
      pairs.some(([, p]) => p === prank)
    row.prank = pick(least(pranks, costOf))
    pairs.push([row.target, row.prank])
  }
  return drawn.map(({ target, prank }) => [target, prank])
}

const [, script, shop, month] = process.argv
for (let cursor = ''; script?.endsWith('repeat-draws.mjs') && cursor !== null; ) {
  const page = await (await fetch(`${shop}/api/draws/${month}?${cursor && `cursor=${cursor}`}`)).json()
  if (!page.seed) throw new Error(`The seed of ${month} is not published.`)
  const isCommitted = createHash('sha256').update(page.seed).digest('hex') === page.commitment
  const same = page.draws.filter((draw) => `${repeat(draw, page.seed)}` === `${draw.result}`).length
  console.log(
    `${isCommitted ? 'The' : 'Not the'} committed seed: ${same} of ${page.draws.length} draws repeated.`,
  )
  cursor = page.nextCursor
}
