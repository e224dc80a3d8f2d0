/** The model document: which resources there are, with their fields, choices, filters and actions. */
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { get } from './client'
import { forgetEarly, rememberModules } from './early'
import { inParts, whenQuiet } from './parts'
import { learnLogs, readOnly } from './past'
import { useForeignDraft } from './useDraft'
import { useInstant } from './useInstant'

export type Kind =
  | 'id'
  | 'text'
  | 'email'
  | 'url'
  | 'link'
  | 'markdown'
  | 'choice'
  | 'integer'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'json'
  | 'file'
  | 'reference'
  | 'many'
  | 'any'
  | 'translations'

export type Key = string | number
export interface Choice {
  key: Key
  label: string
}

/** The parts of JSON Schema that the server uses. */
export interface Schema {
  type?: string | string[]
  format?: string
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  required?: string[]
  enum?: (string | number | null)[]
  minimum?: number
  maximum?: number
  [more: string]: unknown
}

export interface Field {
  name: string
  label: string
  help: string
  kind: Kind
  widget: string
  required: boolean
  nullable: boolean
  write_only: boolean
  read_only: boolean
  immutable: boolean
  search: boolean
  lookups: string[]
  orderable: boolean
  default?: unknown
  max_length?: number
  min?: number
  max?: number
  choices?: Choice[]
  schema?: Schema
  target?: string
  /** The resources that a reference to any object can point to. */
  targets?: string[]
  options?: boolean
  reverse?: string | null
}

export interface Computed {
  name: string
  label: string
  help: string
  schema: Schema
  detail_only: boolean
  /** Whether a list can be ordered by it. */
  orderable?: boolean
  lookups?: string[]
}

export interface Action {
  name: string
  label: string
  method: 'GET' | 'POST'
  on: 'collection' | 'item'
  help: string
  permission: string
  input: Schema
  output: Schema
  answers: 'json' | 'file' | 'job'
  /** The files that it takes, in a form. */
  files: FilePart[]
}

export interface FilePart {
  name: string
  label: string
  help: string
  required: boolean
  most: number
  media_types: string[]
}

export interface Incoming {
  resource: string
  field: string
  label: string
}

export interface Resource {
  path: string
  model: string
  name: string
  plural: string
  doc: string
  /** Its module in the navigation. */
  module: string
  /** Its icon, by its name in the icon set. */
  icon: string
  listed: boolean
  /** The resource whose list it is a tab of; null if it has its own line in the navigation. */
  beside: string | null
  /** What its events are called; resources of the same records share it. */
  event?: string
  read_only: boolean
  order: string
  search: boolean
  /** Whether the server keeps a history of its objects. */
  history?: boolean
  /** Whether its objects are comments on others. */
  /** What its objects can have, such as `attachments`. */
  carries?: string[]
  conversation?: boolean
  /** It is for the whole instance: the domain switcher does not affect it. */
  instance_wide?: boolean
  permissions: { view: boolean; add: boolean; change: boolean; delete: boolean }
  fields: Field[]
  computed: Computed[]
  filters: { name: string; help: string; schema: Schema }[]
  actions: Action[]
  incoming: Incoming[]
}

export interface Module {
  name: string
  label: string
  icon: string
  /** The letter that goes there after `g`. */
  key: string | null
  /** Whether it is a section of the settings. */
  settings: boolean
  resources: string[]
}

export interface Model {
  version: string
  edition: string
  modules: Module[]
  resources: Record<string, Resource>
}

export const modelQuery = queryOptions({
  queryKey: ['model'],
  queryFn: async ({ signal }) => {
    const outline = await get<Model>('model/', { outline: true }, signal)
    learnLogs(outline.resources)
    rememberModules(outline.resources)
    const model = inParts(outline, module => get<Model>('model/', { module }))
    // The first page is drawn once, with all that it needs, instead of finding out on the way what is missing.
    const first = outline.resources[location.pathname.split('/')[1] ?? '']
    if (first) await model.load(first.module)
    // If this fails, each module is still loaded when it is needed.
    whenQuiet(() => {
      forgetEarly()
      void get<Model>('model/').then(model.complete, () => {})
    })
    return model
  },
  // Comparing two documents would read all of them, including parts that are not loaded yet.
  structuralSharing: false,
  staleTime: Number.POSITIVE_INFINITY,
})

/** The document; the shell loads it before anything else is drawn. For the past and the drafts of others it is read-only. */
export function useModel(): Model {
  const model = useSuspenseQuery(modelQuery).data
  const foreign = useForeignDraft()
  return useInstant() || foreign ? readOnly(model) : model
}

export function field(resource: Resource, name: string): Field | undefined {
  return resource.fields.find(field => field.name === name)
}

/** Any object as the API shows it. */
export type Row = Record<string, unknown> & { id: string }

/** A reference as it is shown. */
export interface Ref {
  id: string
  str: string
}

export function isRef(value: unknown): value is Ref {
  return typeof value === 'object' && value !== null && 'str' in value
}

/** The display name of any object. */
export function title(row: Record<string, unknown>, resource?: Resource): string {
  for (const name of ['str', 'name', 'label', 'email', 'text', 'value']) {
    const value = row[name]
    if (typeof value === 'string' && value.trim()) return value
  }
  const named = resource?.fields.find(
    field => field.kind === 'text' && field.required && field.name !== 'urn',
  )
  const value = named && row[named.name]
  if (typeof value === 'string' && value) return value
  // What has no name of its own goes by what it belongs to, or is about.
  const whole = resource?.fields.find(field => field.kind === 'reference' && field.immutable)
  const owner = whole && row[whole.name]
  if (isRef(owner)) return owner.str
  const about = resource?.fields.find(field => field.kind === 'any' && field.read_only)
  const object = about && row[about.name]
  if (isRef(object)) return object.str
  return String(row.ref_id || row.id || '')
}
