import { basePriceCents, defaultTier } from '@prankpost/contracts'
import type { PrankFacts } from './prank.model.ts'

/** A prank of the seed. Its id is fixed, so replicas that seed concurrently agree. */
export type SeedPrank = PrankFacts & { _id: string }

/** Raised whenever the list below changes: an older release never undoes a newer one. */
export const seedEdition = 2

const prank = (
  position: number,
  name: string,
  image: PrankFacts['image'],
  description: string,
  [contents, allergens]: [string, string],
): SeedPrank => ({
  _id: `5eed00000000000000000${String(position).padStart(3, '0')}`,
  name,
  description,
  contents,
  allergens,
  priceCents: basePriceCents,
  tier: defaultTier,
  image,
  position,
  onSale: true,
})

/** The six known pranks (specification, section 3). */
export const seedPranks: SeedPrank[] = [
  prank(
    1,
    'Raw Potato',
    'potato',
    'One real, raw potato in the mail. No letter, no sender, no explanation. They will think about it for weeks.',
    ['One raw, unwashed potato. Nothing else.', 'No major allergens. Do not eat it raw.'],
  ),
  prank(
    2,
    'Glitter of Doom',
    'glitter',
    'A pretty envelope full of biodegradable glitter. It opens once and sparkles forever: sofa, dog, soul.',
    [
      'Biodegradable glitter (plant cellulose and mineral pigments) in a paper envelope.',
      'No major allergens. Keep it away from eyes, small children and pets.',
    ],
  ),
  prank(
    3,
    'Bag of Farts',
    'fart',
    'A sealed bag labelled "Fresh Farts, premium blend". It is only air, but nobody ever dares to check.',
    ['A sealed plastic bag (polyethylene) with air. No smell is added.', 'No major allergens.'],
  ),
  prank(
    4,
    'Fake Adoption Papers',
    'adopted',
    'A very official-looking certificate: your target is now the proud parent of a garden snail named Gerald.',
    ['One printed sheet of paper. It has no legal effect.', 'No major allergens.'],
  ),
  prank(
    5,
    'Mystery Sauce',
    'condiments',
    'A handful of sealed condiment packets without a single name on them. Ketchup? Mustard? Courage?',
    [
      'Sealed packets of condiments, such as ketchup, mustard, mayonnaise and soy sauce.',
      'Contains mustard. May contain egg, milk, sesame, soy and wheat. Do not eat it if you have a food allergy.',
    ],
  ),
  prank(
    6,
    'Dirty Sock',
    'sock',
    'One lonely sock, artfully stained with harmless paint and freshly washed. The other one is still out there.',
    [
      'One washed sock (cotton, polyester, elastane) with stains of water-based paint.',
      'No major allergens. The elastic may contain latex.',
    ],
  ),
]
