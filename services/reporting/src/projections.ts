import type { Deps } from './deps.ts'
import type { Plan } from './plan.model.ts'
import { noPlan, planFigures } from './plan-figures.ts'
import type { Projection } from './projected.ts'
import type { Purchase } from './purchase.model.ts'
import { noPurchase } from './purchase-facts.ts'
import { purchaseFigures } from './purchase-figures.ts'

export const purchasesOf = ({ purchases }: Pick<Deps, 'purchases'>): Projection<Purchase> => ({
  model: purchases,
  nothing: noPurchase,
  figuresOf: purchaseFigures,
})

export const plansOf = ({ plans }: Pick<Deps, 'plans'>): Projection<Plan> => ({
  model: plans,
  nothing: noPlan,
  figuresOf: planFigures,
})
