// The time that the tests pretend, the same for the server, the made-up bank, the browser and the tests
// themselves, so that a test means the same on every day and at every hour. It moves on like any other clock.
//
// `CAIRN_TEST_CLOCK=2026-03-28T23:30:00Z make browser` runs the tests at another time.
import process from 'node:process'

/** Where the person in front of the browser is: not where the server's days begin. */
export const ZONE = 'Europe/Oslo'
/** How long before the tests the made-up bank was founded. */
export const SEEDED_BEFORE = 600_000

/** When each file of tests begins. */
export const BEGINNING = Date.parse(process.env.CAIRN_TEST_CLOCK || '2026-03-11T09:00:00Z')
if (Number.isNaN(BEGINNING))
  throw new Error('CAIRN_TEST_CLOCK must be an instant such as 2026-03-28T23:30:00Z')

/** How far the machine's clock is behind, in whole seconds, which is what the server takes. */
export const OFFSET = Math.round((BEGINNING - Date.now()) / 1000) * 1000

export const now = () => Date.now() + OFFSET

/** What the clock on the wall shows at an instant, in the form that a field for date and time takes. */
export function onTheWall(at) {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: ZONE,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return format.format(at).replace(' ', 'T')
}

/** The same time of the day a day later, which is 23, 24 or 25 hours away. */
export function nextDay(at) {
  const asIfUtc = instant => Date.parse(`${onTheWall(instant)}Z`)
  const wanted = asIfUtc(at) + 86_400_000
  const guess = at + 86_400_000
  return guess + (wanted - asIfUtc(guess))
}

/** The date in the zone of the browser. */
export const dateOf = at => onTheWall(at).slice(0, 10)

/** Gives every page of a context the pretended time. Its timers stay as they are. */
export async function pretend(context) {
  await context.addInitScript(offset => {
    const real = Date
    const pretended = () => real.now() + offset
    globalThis.Date = new Proxy(real, {
      construct: (target, given, made) =>
        Reflect.construct(target, given.length ? given : [pretended()], made),
      apply: () => new real(pretended()).toString(),
      get: (target, name) => (name === 'now' ? pretended : Reflect.get(target, name)),
    })
  }, OFFSET)
}
