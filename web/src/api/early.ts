/**
 * What `first.js` has asked for before the interface was read. Each response is taken once, by the first request for the
 * same thing in the same language. What is left when the first page has all that it needs, or when something is changed,
 * is forgotten: it would be old.
 */
declare global {
  interface Window {
    early?: { language: string; answers: Record<string, Promise<Response>> }
  }
}

const MODULES = 'cairn.modules'

/** Whether a response was asked for and has not been taken. */
export const hasEarly = (address: string) => address in (window.early?.answers ?? {})

export function takeEarly(address: string, language: string): Promise<Response> | undefined {
  const { early } = window
  const found = early?.answers[address]
  if (!early || !found) return undefined
  delete early.answers[address]
  return early.language === language ? found : undefined
}

export function forgetEarly() {
  window.early = undefined
}

/** Which module each resource is in, so that the next first page can ask for its own at once. Deleted on sign-out. */
export function rememberModules(resources: Record<string, { module: string }>) {
  const modules = Object.entries(resources).map(([path, { module }]) => [path, module])
  try {
    localStorage.setItem(MODULES, JSON.stringify(Object.fromEntries(modules)))
  } catch {
    // If storage is full or blocked, the module comes after the outline.
  }
}

export function forgetModules() {
  localStorage.removeItem(MODULES)
}
