// A server of its own for each test file: the built binary on a folder that goes away afterwards.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fill, seed, signIn } from '../../../scripts/seed.mjs'
import { BEGINNING, dateOf, now, OFFSET, SEEDED_BEFORE } from './clock.mjs'

export const ADMIN = { email: 'admin@fjord.example', password: 'Granite-Lichen-4711' }

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const binary = process.env.CAIRN_BINARY ?? join(root, 'target/debug/cairn')
const kept = join(root, 'target/browser-seeds')

/** Starts a server on a folder; gives its address and a way to stop it. */
async function start(data, env, offset = OFFSET, flags = []) {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('CAIRN_'))
  const child = spawn(binary, ['serve', '--listen', '127.0.0.1:0', ...flags], {
    cwd: data,
    env: {
      ...Object.fromEntries(own),
      CAIRN_DATA: data,
      CAIRN_LOG: 'warn',
      CAIRN_LIBRARIES_BUNDLED: 'false',
      CAIRN_TEST_CLOCK_OFFSET: String(offset / 1000),
      CAIRN_ADMIN_EMAIL: ADMIN.email,
      CAIRN_ADMIN_PASSWORD: ADMIN.password,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = new Promise(resolve => child.once('exit', resolve))
  let log = ''
  const url = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`the server ended with ${code}:\n${log}`)))
    child.stderr.on('data', text => {
      log += text
      const ready = log.match(/is ready at (http:\S+?)\/\s/)
      if (ready) resolve(ready[1])
    })
  })
  const stop = async () => {
    process.off('exit', kill)
    child.kill('SIGTERM')
    const late = setTimeout(kill, 2000)
    await ended
    clearTimeout(late)
  }
  return { url, stop, log: () => log }
}

/**
 * A folder with the made-up bank in it. It is made once and copied, since that takes no time. Its name says
 * what went into it: the binary, the time that is pretended, the rows and the scripts.
 */
async function seeded(rows) {
  const { mtimeMs, size } = await stat(binary)
  const sources = ['../../../scripts/seed.mjs', './server.mjs', './clock.mjs']
  const texts = await Promise.all(sources.map(source => readFile(new URL(source, import.meta.url), 'utf8')))
  const ours = join(kept, digest([binary, mtimeMs, size]))
  const place = join(ours, digest([BEGINNING, rows, ...texts]))
  if (await stat(place).catch(() => null)) return place
  // What another build left can never be asked for again.
  await mkdir(ours, { recursive: true })
  for (const old of await readdir(kept))
    if (join(kept, old) !== ours) await rm(join(kept, old), { recursive: true, force: true })
  const making = await mkdtemp(join(ours, 'making-'))
  const server = await start(making, {}, OFFSET - SEEDED_BEFORE)
  const api = await signIn(server.url, ADMIN.email, ADMIN.password)
  const made = await seed(api, dateOf(BEGINNING))
  if (rows) await fill(api, made.it, rows)
  await server.stop()
  if (now() - SEEDED_BEFORE > BEGINNING)
    throw new Error('making the bank took so long that the tests would begin before its end')
  // Another file may have been faster; both made the same.
  await rename(making, place).catch(() => rm(making, { recursive: true }))
  return place
}

const digest = parts => createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)

/** A running server: empty but for its administrator, or with the made-up bank and more rows. */
export async function serve({ seed: wanted = true, rows = 0, env = {}, flags = [] } = {}) {
  const data = await mkdtemp(join(tmpdir(), 'cairn-browser-'))
  if (wanted) await cp(await seeded(rows), data, { recursive: true })
  const server = await start(data, env, OFFSET, flags)
  return {
    ...server,
    stop: async () => {
      await server.stop()
      await rm(data, { recursive: true, force: true })
    },
  }
}
