/**
 * The icons that the model document names, as `virtual:icons`: the interface keeps no list of them and loads no other.
 * A name that the set does not have fails the build.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const MODEL = fileURLToPath(new URL('../docs/golden/model.json', import.meta.url))
const SET = fileURLToPath(new URL('./node_modules/lucide-react/dist/esm/icons/', import.meta.url))
const NAME = 'virtual:icons'

interface Named {
  icon: string
}

const component = (name: string) =>
  name
    .split('-')
    .map(part => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

export function icons(): Plugin {
  return {
    name: 'icons',
    resolveId: id => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return
      this.addWatchFile(MODEL)
      const model = JSON.parse(readFileSync(MODEL, 'utf8')) as {
        modules: Named[]
        resources: Record<string, Named>
      }
      const named = [...model.modules, ...Object.values(model.resources)].map(one => one.icon)
      const names = [...new Set(named)].sort()
      const unknown = names.filter(name => !['js', 'mjs'].some(end => existsSync(`${SET}${name}.${end}`)))
      if (unknown.length > 0) this.error(`The icon set has none called ${unknown.join(', ')}.`)
      return [
        `import { ${names.map(component).join(', ')} } from 'lucide-react'`,
        `export const icons = { ${names.map(name => `'${name}': ${component(name)}`).join(', ')} }`,
      ].join('\n')
    },
  }
}
