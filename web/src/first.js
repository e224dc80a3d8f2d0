// Runs before anything else, and needs nothing else. It sets the theme before the first paint, so that a dark room stays
// dark, and asks for what the page will need while the interface itself is still being read: its scripts, and what it
// shows (`api/early.ts`).
;(() => {
  const kept = name => {
    try {
      return localStorage.getItem(name)
    } catch {
      return null
    }
  }
  const theme = kept('cairn.theme')
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'

  const isSignedIn = /(?:^|;\s*)cairn_csrf=[^;]/.test(document.cookie)
  if (!isSignedIn) return
  const language = (kept('cairn.lang') ?? navigator.language.slice(0, 2)) === 'fr' ? 'fr' : 'en'
  // The build puts the scripts of each page here (`vite.first.ts`).
  const scripts = /* scripts */ { names: [], pages: [], parts: [], french: [] }
  const here = ([path]) => new RegExp(path).test(location.pathname)
  const page = scripts.pages.find(here)
  const wanted = new Set(language === 'fr' ? scripts.french : [])
  for (const [, own, french] of page ? [page] : scripts.parts.filter(here))
    for (const one of language === 'fr' ? [...own, ...french] : own) wanted.add(one)
  for (const one of wanted) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = `/static/${scripts.names[one]}`
    document.head.append(link)
  }
  // The past and what-ifs are read in another way.
  if (/[?&](?:as_of|draft)=/.test(location.search)) return
  const headers = { accept: 'application/json', 'accept-language': language }
  const answers = {}
  window.early = { language, answers }
  const ask = path => {
    const address = `/api/${path}`
    answers[address] = fetch(address, { headers, credentials: 'same-origin' })
    // Whoever takes it learns of a failure.
    answers[address].catch(() => {})
  }
  ask('iam/current-user/')
  ask('model/?outline=true')
  ask('folders/org_tree/?include_perimeters=false&include_enclaves=true')
  const [, resource, id] = location.pathname.match(/^\/([a-z-]+)(?:\/([0-9a-f-]{36}))?$/) ?? []
  let modules = {}
  try {
    modules = JSON.parse(kept('cairn.modules')) ?? {}
  } catch {}
  if (!resource || !modules[resource]) return
  ask(`model/?module=${modules[resource]}`)
  if (id) ask(`${resource}/${id}/`)
  if (id && resource === 'compliance-assessments') ask(`${resource}/${id}/tree/`)
})()
