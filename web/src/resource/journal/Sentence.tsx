/** A journal entry as a sentence: “Ada changed Card vault (asset): name, owner”. */
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { isRef, type Ref, type Resource, useModel } from '@/api/model'
import { formatNumber } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { to } from '../address'
import { useFieldName, usePartName } from './Change'
import { type Entry, type Gathered, LOG } from './entry'
import { parted } from './parts'

const NAME =
  'rounded-sm font-medium text-accent-text underline decoration-accent-text/40 underline-offset-3 hover:decoration-current'

export function useActorName() {
  const { t } = useTranslation()
  return (entry: Pick<Entry, 'actor' | 'actor_label' | 'origin'>) =>
    entry.origin === 'system' || entry.origin === 'worker'
      ? t('history.system')
      : (entry.actor?.str ?? entry.actor_label ?? t('history.someone'))
}

/** Signing in is about oneself: the sentence is complete without an object. */
const ALONE = new Set(['signed_in', 'signed_out', 'sign_in_failed'])

/** `count` objects of the same kind, if it stands for several. */
export function Sentence({ entry, count = 1, isCut }: { entry: Entry } & Partial<Gathered>) {
  const { t, i18n } = useTranslation()
  const labels = useLabels()
  const model = useModel()
  const actor = useActorName()
  const resource = model.resources[entry.object?.resource ?? entry.resource]
  const field = useFieldName(resource)
  const part = usePartName()
  const verb = t([`log.did.${entry.kind}`, 'log.did.other'], {
    kind: labels.part(entry.kind).toLowerCase(),
  })
  const fields = entry.kind === 'updated' && count === 1 ? parted(entry.changes ?? [], part).map(field) : []
  return (
    <>
      <span className="font-medium">{actor(entry)}</span> {verb}
      {!ALONE.has(entry.kind) && (
        <>
          {' '}
          {count > 1 ? (
            <Several entry={entry} count={isCut ? undefined : count} />
          ) : (
            <Subject entry={entry} />
          )}
        </>
      )}
      {fields.length > 0 && (
        <span className="text-ink-soft">
          {i18n.language === 'fr' ? '\u00a0: ' : ': '}
          {fields.slice(0, 4).map((name, at) => (
            <Fragment key={name}>
              {at > 0 && ', '}
              {name}
            </Fragment>
          ))}
          {fields.length > 4 && t('log.moreFields', { count: fields.length - 4 })}
        </span>
      )}
    </>
  )
}

/**
 * The object by its name at the time, linked; an object without a name goes by its kind and what it belongs
 * to.
 */
function Subject({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const model = useModel()
  const { object } = entry
  const resource = model.resources[object?.resource ?? entry.resource]
  const kind = resource ? labels.name(resource).toLowerCase() : ''
  if (!object) return resource ? labels.plural(resource).toLowerCase() : (entry.object_name ?? '')
  const canOpen = !!resource && resource.history !== false
  if (object.str !== object.id) {
    const name = labels.known(object.resource, object.str)
    return (
      <>
        {canOpen ? <Name path={object.resource} id={object.id} name={name} /> : name}
        {kind && <span className="text-ink-soft"> ({kind})</span>}
      </>
    )
  }
  const name = t('log.nameless', {
    kind,
    one: resource ? labels.one(resource) : '',
    context: /^[aeiou]/i.test(kind) ? 'vowel' : undefined,
  })
  const whole = resource && wholeOf(entry, resource)
  if (!whole) return canOpen ? <Name path={object.resource} id={object.id} name={name} /> : name
  return (
    <>
      {name} {t('log.on')} <Name path={whole.path} id={whole.id} name={whole.str} />
    </>
  )
}

/** Objects that one request changed, linked to their entries; and what they are part of. */
function Several({ entry, count }: { entry: Entry; count?: number }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const resource = useModel().resources[entry.object?.resource ?? entry.resource]
  const whole = resource && wholeOf(entry, resource)
  const kinds = resource
    ? labels.plural(resource).toLowerCase()
    : labels.pluralOf(entry.resource).toLowerCase()
  return (
    <>
      <Link to={`/${LOG}`} search={{ request: entry.request } as never} className={NAME}>
        {count === undefined ? kinds : t('log.several', { number: formatNumber(count), kinds })}
      </Link>
      {whole && (
        <>
          {' '}
          {t('log.on')} <Name path={whole.path} id={whole.id} name={whole.str} />
        </>
      )}
    </>
  )
}

/** What a nameless object is part of: what it refers to from its beginning to its end. */
function wholeOf(entry: Entry, resource: Resource): (Ref & { path: string }) | undefined {
  for (const { field: name, before, after } of entry.changes ?? []) {
    const field = resource.fields.find(field => field.name === name)
    const value = after ?? before
    if (field?.immutable && field.target && isRef(value)) return { ...value, path: field.target }
  }
}

function Name({ path, id, name }: { path: string; id: string; name: string }) {
  return (
    <Link to={to.item(path, id)} className={NAME}>
      {name}
    </Link>
  )
}
