// A server of its own for each test file: the built binary on a folder that goes away afterwards.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fill, seed, signIn } from '../../../scripts/seed.mjs'

export const ADMIN = { email: 'admin@fjord.example', password: 'Granite-Lichen-4711' }

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const binary = process.env.CAIRN_BINARY ?? join(root, 'target/debug/cairn')

/** Starts a server on a folder; gives its address and a way to stop it. */
async function start(data, env) {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('CAIRN_'))
  const child = spawn(binary, ['serve', '--listen', '127.0.0.1:0'], {
    cwd: data,
    env: {
      ...Object.fromEntries(own),
      CAIRN_DATA: data,
      CAIRN_LOG: 'warn',
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

/** A folder with the made-up bank in it. It is made once and copied, since that takes no time. */
async function seeded(rows) {
  const { mtimeMs, size } = await stat(binary)
  const source = await readFile(new URL('../../../scripts/seed.mjs', import.meta.url))
  const key = createHash('sha256').update(`${binary} ${mtimeMs} ${size} ${rows}`).update(source).digest('hex')
  const kept = join(tmpdir(), `cairn-browser-seed-${key.slice(0, 16)}`)
  if (await stat(kept).catch(() => null)) return kept
  const making = await mkdtemp(join(tmpdir(), 'cairn-browser-'))
  const server = await start(making, {})
  const api = await signIn(server.url, ADMIN.email, ADMIN.password)
  const made = await seed(api)
  if (rows) await fill(api, made.it, rows)
  await server.stop()
  // Another file may have been faster; both made the same.
  await rename(making, kept).catch(() => rm(making, { recursive: true }))
  return kept
}

/** A running server: empty but for its administrator, or with the made-up bank and more rows. */
export async function serve({ seed: wanted = true, rows = 0, env = {} } = {}) {
  const data = await mkdtemp(join(tmpdir(), 'cairn-browser-'))
  if (wanted) await cp(await seeded(rows), data, { recursive: true })
  const server = await start(data, env)
  return {
    ...server,
    stop: async () => {
      await server.stop()
      await rm(data, { recursive: true, force: true })
    },
  }
}
