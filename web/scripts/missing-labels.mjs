// Lists what the model document names and French has no word for. They are shown in English.
import { readFileSync } from 'node:fs'

const read = path => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
const model = read('../../docs/golden/model.json')
const words = read('../src/i18n/fr.model.json')
const missing = new Set()
/** Looks through a schema: its parts have names, and sentences that describe them. */
function describe(schema) {
  if (!schema || typeof schema !== 'object') return
  if (schema.description && !words.sentences?.[schema.description])
    missing.add(`sentences.${schema.description}`)
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    if (!words.fields?.[name] && !words.sentences?.[part.description]) missing.add(`fields.${name}`)
    describe(part)
  }
  describe(schema.items)
}
for (const { name } of model.modules) if (!words.modules?.[name]) missing.add(`modules.${name}`)
for (const resource of Object.values(model.resources)) {
  if (!words.resources?.[resource.path]?.doc) missing.add(`resources.${resource.path}`)
  for (const action of resource.actions.filter(action => action.method === 'POST')) {
    if (!words.actions?.[action.name]) missing.add(`actions.${action.name}`)
    if (action.help && !words.help?.[action.name] && !words.help?.[resource.path]?.[action.name])
      missing.add(`help.${resource.path}.${action.name}`)
    describe(action.input)
  }
  for (const field of [...resource.fields, ...resource.computed]) {
    if (!words.fields?.[field.name] && !words.fields?.[resource.path]?.[field.name])
      missing.add(`fields.${field.name}`)
    if (field.help && !words.help?.[field.name] && !words.help?.[resource.path]?.[field.name])
      missing.add(`help.${resource.path}.${field.name}`)
    // What is only shown is drawn without its descriptions.
    if (field.kind && !field.read_only) describe(field.schema)
    for (const { key } of field.choices ?? []) {
      const name = String(key).replace(/[.:]/g, '_')
      if (!words.choices?.[name] && !words.choices?.[resource.path]?.[field.name]?.[name])
        missing.add(`choices.${name}`)
    }
  }
}
console.log([...missing].sort().join('\n'))
