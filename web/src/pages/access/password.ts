/** Letters that are not mistaken for one another when read out. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A password that can be handed over: five groups of four, more than enough to withstand guessing. */
export function makePassword(): string {
  const group = () =>
    Array.from({ length: 4 }, () => {
      const limit = 256 - (256 % LETTERS.length)
      for (;;) {
        const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
        if (byte < limit) return LETTERS[byte % LETTERS.length]
      }
    }).join('')
  return Array.from({ length: 5 }, group).join('-')
}
