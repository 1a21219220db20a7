/** What a customer reads who orders more of a prank than is left. */
export function shortageOf(name: string, left: number): string {
  return left <= 0
    ? `${name} is sold out. Please remove it from your Arsenal.`
    : `Only ${left} of ${name} ${left === 1 ? 'is' : 'are'} left. Please reduce the quantity in your Arsenal.`
}
