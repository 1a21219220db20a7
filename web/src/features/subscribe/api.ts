import { ApiError, call, isRecord } from '@prankpost/web-kit'

/**
 * Creates the payment page for a plan with this many pranks a month. Nothing is charged before the customer pays there.
 * @returns the URL of the payment page
 * @throws ApiError, also when the response has no URL
 */
export async function startPlan(prankCount: number, discountCode: string): Promise<string> {
  const answer: unknown = await call('POST /api/create-subscription-checkout', {
    body: { prankCount, ...(discountCode && { discountCode }) },
  })
  if (isRecord(answer) && typeof answer.url === 'string' && answer.url) return answer.url
  throw new ApiError(200, 'no-url', 'Subscription setup failed')
}
