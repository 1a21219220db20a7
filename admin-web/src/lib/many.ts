/** `1 order`, `1,200 orders`. */
export const many = (n: number, noun: string) => `${n.toLocaleString('en-US')} ${noun}${n === 1 ? '' : 's'}`
