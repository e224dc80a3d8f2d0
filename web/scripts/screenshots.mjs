// Pictures of every page, light and dark, wide and narrow, into web/screenshots/. To look at, not to compare.
//   node scripts/screenshots.mjs [patterns that the name of a picture must match …], such as 'risk|what-if' narrow
// In French with CAIRN_LANGUAGE=fr; their names begin with `fr.`.
import { mkdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { instance, SIZES } from '../tests/browser/support/instance.mjs'
import { handMadePlaces, resourcePlaces } from '../tests/browser/support/places.mjs'
import { settled } from '../tests/browser/support.mjs'
import { stage } from './pictures/stage.mjs'

const folder = fileURLToPath(new URL('../screenshots/', import.meta.url))
const words = process.argv.slice(2)
const french = process.env.CAIRN_LANGUAGE === 'fr'

const { api, url, open, close } = await instance({ rows: 10_000 })
const staged = await stage({ api, url })
const places = [
  { resource: 'sign-in', kind: 'page', address: '/', as: null },
  ...staged,
  ...(await handMadePlaces(api)),
  ...(await resourcePlaces(api)),
]
const wanted = name => words.every(word => new RegExp(word).test(name))
if (words.length === 0) await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
let taken = 0

/** On a busy machine a page may take long; it is taken as it is then, and named. */
const ready = (page, place) => settled(page).catch(() => console.log(`still loading: ${place.address}`))

/** Makes the window as tall as what scrolls in it, so that a form is seen to its end. */
async function grow(page) {
  const { width, height } = page.viewportSize()
  const more = await page
    .locator('main')
    .first()
    .evaluate(main => main.scrollHeight - main.clientHeight)
    .catch(() => 0)
  if (more > 0) await page.setViewportSize({ width, height: Math.min(height + more, 4000) })
}
for (const narrow of [false, true]) {
  for (const as of new Set(places.map(place => place.as))) {
    const { page, context } = await open({ narrow, as, language: french ? 'fr-FR' : 'en-GB' })
    for (const place of places.filter(place => place.as === as)) {
      const name = theme =>
        [
          ...(french ? ['fr'] : []),
          place.resource.replaceAll('/', '-'),
          place.kind,
          narrow ? 'narrow' : 'wide',
          theme,
        ].join('.')
      const themes = ['light', 'dark'].filter(theme => wanted(name(theme)))
      if (themes.length === 0) continue
      await page.goto(place.address)
      await ready(page, place)
      await place.act?.(page)
      await grow(page)
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme })
        // Nobody is signed in, so nothing watches for another theme: it is there from the start.
        if (as === null) await page.reload()
        await page.waitForTimeout(150)
        await page.screenshot({ path: `${folder}${name(theme)}.png` })
        taken += 1
      }
      await page.setViewportSize(narrow ? SIZES.narrow : SIZES.wide)
    }
    await context.close()
  }
}
await close()
console.log(`${taken} pictures in ${folder}`)
