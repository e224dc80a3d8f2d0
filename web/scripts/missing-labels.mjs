// Lists what the model document names and French has no word for. They are shown in English.
import { readFileSync } from 'node:fs'

const read = path => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
const model = read('../../docs/golden/model.json')
const words = read('../src/i18n/fr.model.json')
const missing = new Set()
for (const resource of Object.values(model.resources)) {
  if (!words.resources?.[resource.path]?.doc) missing.add(`resources.${resource.path}`)
  for (const field of [...resource.fields, ...resource.computed]) {
    if (!words.fields?.[field.name] && !words.fields?.[resource.path]?.[field.name])
      missing.add(`fields.${field.name}`)
    if (field.help && !words.help?.[field.name] && !words.help?.[resource.path]?.[field.name])
      missing.add(`help.${resource.path}.${field.name}`)
    for (const { key } of field.choices ?? []) {
      const name = String(key).replace(/[.:]/g, '_')
      if (!words.choices?.[name] && !words.choices?.[resource.path]?.[field.name]?.[name])
        missing.add(`choices.${name}`)
    }
  }
}
console.log([...missing].sort().join('\n'))
