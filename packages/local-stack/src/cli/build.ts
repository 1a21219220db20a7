/** Builds the front ends whose sources changed, without starting anything. */
import { fileURLToPath } from 'node:url'
import { buildFronts } from './build-fronts.ts'

await buildFronts(fileURLToPath(new URL('../../../..', import.meta.url)), (text) => console.log(text))
