/**
 * The relations of an object: each of its fields that holds other records, and each field of another
 * resource that refers to it. A relation that both sides have counts once.
 */
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Field, type Incoming, type Model, type Resource, type Row, useModel } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { type Labels, useLabels } from '@/i18n/labels'
import type { Layout } from '@/layouts'
import { isListed } from './arrange'

export interface Related {
  /** In the address of its tab. */
  name: string
  label: string
  /** Undefined while it is not known. */
  count?: number
  resource: Resource
  /** The parameters of the list. */
  params: Record<string, string>
  /**
   * The field of the other resource that points here: it is not shown as a column, and is preset for a new
   * record.
   */
  field?: Field
  /** The field of this resource that holds them. */
  own?: Field
  /** Whether the reader may add one. */
  mayAdd: boolean
}

/** This many empty tabs are an invitation; more are clutter. */
const FEW = 6
/** How many ids fit into a URL. */
const IDS = 100

/** Whether two paths lead to the same records, as policies and controls do. */
const isKin = (model: Model, one: string | undefined, path: string) =>
  one === path || (!!one && model.resources[one]?.event === model.resources[path]?.event)

/** The other side of a relation, where the other resource has a field for it. */
function backOf(model: Model, path: string, own: Field): Field | undefined {
  return model.resources[own.target ?? '']?.fields.find(
    field =>
      field.kind === 'many' &&
      isKin(model, field.target, path) &&
      (field.reverse === own.name || own.reverse === field.name),
  )
}

/** The relations of a resource, independent of an object. */
export function relations(
  model: Model,
  resource: Resource,
  labels: Labels,
): (Omit<Related, 'params' | 'mayAdd' | 'count'> & { incoming?: Incoming })[] {
  const own = resource.fields
    .filter(field => !field.write_only && isListed(model, field))
    .map(field => {
      const target = model.resources[field.target as string] as Resource
      const back = backOf(model, resource.path, field)
      const incoming = resource.incoming.find(
        one => back && one.resource === target.path && one.field === back.name,
      )
      const sole =
        resource.fields.filter(one => one.target === field.target && isListed(model, one)).length === 1
      return {
        name: incoming ? `${incoming.resource}.${incoming.field}` : field.name,
        label: sole ? labels.plural(target) : labels.field(resource, field),
        resource: target,
        own: field,
        field: back,
        incoming,
      }
    })
  const rest = resource.incoming.flatMap(incoming => {
    const target = model.resources[incoming.resource]
    // What is not in the navigation is shown by the page itself, as comments are, or is only for programs.
    if (!target?.listed || own.some(one => one.incoming === incoming)) return []
    const field = target.fields.find(field => field.name === incoming.field)
    // A relation that this resource owns is listed once, whichever side stored it.
    if (own.some(one => one.resource === target && one.field === field)) return []
    const others = resource.incoming.filter(one => one.resource === incoming.resource && one !== incoming)
    const isAny = (name: string) => target.fields.find(one => one.name === name)?.kind === 'any'
    // Beside a field that may lead to anything, the one that leads here needs no explanation.
    const alone = others.length === 0 || (!isAny(incoming.field) && others.every(one => isAny(one.field)))
    const label =
      alone || !field
        ? labels.plural(target)
        : field.kind === 'any'
          ? labels.about(target, field)
          : `${labels.plural(target)} (${labels.field(target, field)})`
    return [
      {
        name: `${incoming.resource}.${incoming.field}`,
        label,
        resource: target,
        field,
        incoming,
        own: undefined,
      },
    ]
  })
  return [...own, ...rest]
}

/** The records in a domain and its subdomains, and the subdomains themselves. */
function withinDomain(model: Model, paths: string[], row: Row, labels: Labels): Related[] {
  return paths.flatMap(path => {
    const resource = model.resources[path]
    if (!resource) return []
    const isDomain = path === 'folders'
    const field = resource.fields.find(one => one.name === (isDomain ? 'parent_folder' : 'folder'))
    return [
      {
        name: path,
        label: isDomain
          ? labels.field(resource, { name: 'subfolders', label: resource.plural })
          : labels.plural(resource),
        resource,
        field,
        params: { [isDomain ? 'parent_folder' : 'within']: row.id },
        mayAdd: resource.permissions.add && !!field && !field.read_only,
      },
    ]
  })
}

const idsOf = (value: unknown) =>
  (Array.isArray(value) ? (value as { id?: string }[]) : []).map(one => one.id)

export function useRelated(resource: Resource, row: Row, layout: Layout): Related[] {
  const model = useModel()
  const labels = useLabels()
  const all = useMemo(() => {
    if (layout.within) return withinDomain(model, layout.within, row, labels)
    const found = relations(model, resource, labels).map((one): Related => {
      const held = one.own ? idsOf(row[one.own.name]) : undefined
      const params: Record<string, string> = one.field
        ? { [one.field.name]: row.id }
        : one.incoming
          ? { [one.incoming.field]: row.id }
          : { id: (held ?? []).slice(0, IDS).join(',') }
      const mayLink =
        resource.permissions.change &&
        !resource.read_only &&
        !!one.own &&
        !one.own.read_only &&
        !!one.own.options
      const mayMake = one.resource.permissions.add && !!one.field && !one.field.read_only
      return { ...one, params, count: held?.length, mayAdd: mayLink || mayMake }
    })
    const wanted = layout.tabs ?? []
    const place = (one: Related) => {
      const at = wanted.findIndex(name => goesBy(one, name))
      return at < 0 ? wanted.length : at
    }
    return found.sort((a, b) => place(a) - place(b))
  }, [model, resource, labels, row, layout])
  const asked = all.filter(one => one.count === undefined)
  const counts = useQueries({ queries: asked.map(one => pageQuery(one.resource.path, one.params, 0, 1)) })
  return all
    .map(one => (one.count === undefined ? { ...one, count: counts[asked.indexOf(one)]?.data?.count } : one))
    .filter(
      one =>
        (one.count ?? 0) > 0 ||
        (one.mayAdd &&
          (all.length <= FEW || !!layout.within || !!layout.tabs?.some(name => goesBy(one, name)))),
    )
}

/** Layouts name a relation by the field that holds it, or by the resource and its field. */
export const goesBy = (one: Pick<Related, 'name' | 'own'>, name: string) =>
  one.name === name || one.own?.name === name
