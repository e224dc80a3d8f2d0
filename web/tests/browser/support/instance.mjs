// A server, a browser, and windows of it in which someone is signed in.
import { chromium } from 'playwright-core'
import { signIn } from '../../../scripts/seed.mjs'
import { pretend, ZONE } from './clock.mjs'
import { late, record } from './network.mjs'
import { ADMIN, serve } from './server.mjs'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Whatever else it may want to look up, it finds nothing.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
]
export const SIZES = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 780 } }
/** How long anything may take before it counts as not happening, in milliseconds. */
export const PATIENCE = 30_000

export async function instance(options = {}) {
  const [server, browser] = await Promise.all([
    serve(options),
    chromium.launch({ executablePath: process.env.CAIRN_CHROMIUM ?? '/usr/bin/chromium', args: FLAGS }),
  ])
  const signedIn = new Map()
  /** The API as someone; each person has one session. */
  const session = ({ email, password }) => {
    if (!signedIn.has(email)) signedIn.set(email, signIn(server.url, email, password))
    return signedIn.get(email)
  }

  /** A window of its own; `log` has its requests, refusals and errors. */
  async function open({ as = ADMIN, narrow = false, dark = false, language = 'en-GB' } = {}) {
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: narrow ? SIZES.narrow : SIZES.wide,
      hasTouch: narrow,
      colorScheme: dark ? 'dark' : 'light',
      locale: language,
      timezoneId: ZONE,
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
      acceptDownloads: true,
    })
    context.setDefaultTimeout(PATIENCE)
    const cookies = as ? (await session(as)).cookies : []
    await context.addCookies(cookies.map(cookie => ({ ...cookie, url: server.url })))
    const log = record(context, server.url)
    await pretend(context)
    await late(context)
    return { context, page: await context.newPage(), log }
  }
  const close = async () => {
    await browser.close()
    await server.stop()
  }
  return { url: server.url, serverLog: server.log, api: await session(ADMIN), session, open, close }
}
