/** Builds the front ends whose sources changed, for whoever needs them built without starting anything. */
import { fileURLToPath } from 'node:url'
import { buildFronts } from './build-fronts.ts'

await buildFronts(fileURLToPath(new URL('../../../..', import.meta.url)), (text) => console.log(text))
