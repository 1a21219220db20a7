/** Whether a text looks like an e-mail address; the server decides. */
export const isEmail = (text: string) => /^\S+@\S+\.\S+$/.test(text)
