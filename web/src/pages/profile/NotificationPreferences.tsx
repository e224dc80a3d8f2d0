/** What one is told of, where and when. Changes are kept at once. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { get, request } from '@/api/client'
import { useTranslation } from '@/i18n/react'
import { FormField, useWiring } from '@/ui/Field'
import { Failed, Loading } from '@/ui/States'
import { Switch } from '@/ui/Switch'
import { toast } from '@/ui/Toast'
import { merge } from './merge'
import { Section } from './Section'

type When = 'immediately' | 'daily' | 'off'
const WHENS: readonly When[] = ['immediately', 'daily', 'off']

interface Wishes {
  kinds: Record<string, { in_app: boolean; email: When }>
  quiet_hours: { from: string; to: string } | null
  digest_at: string
  time_zone: string | null
}
interface Preferences {
  notifications: Wishes
}
/** A part of the wishes; what is left out stays. */
interface Change {
  kinds?: Record<string, Partial<Wishes['kinds'][string]>>
  quiet_hours?: Wishes['quiet_hours']
  digest_at?: string
  time_zone?: string | null
}

const KEY = ['item', 'user-preferences', 'notifications']
const NIGHT = { from: '20:00', to: '07:00' }

export default function NotificationPreferences() {
  const client = useQueryClient()
  const found = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => get<Preferences>('user-preferences/', undefined, signal),
  })
  const save = useMutation({
    mutationFn: async (change: Change) =>
      (await request<Preferences>('user-preferences/', { method: 'PATCH', body: { notifications: change } }))
        .data,
    // One after another, so that the last answer is the latest.
    scope: { id: 'preferences' },
    onMutate: change => {
      const before = client.getQueryData<Preferences>(KEY)
      if (before) client.setQueryData(KEY, { ...before, notifications: merge(before.notifications, change) })
    },
    onError: toast.bad,
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
  if (found.error) return <Failed error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <Loading />
  return <Wanted wishes={found.data.notifications} onChange={save.mutate} />
}

function Wanted({ wishes, onChange }: { wishes: Wishes; onChange: (change: Change) => void }) {
  const { t } = useTranslation()
  const zones = Intl.supportedValuesOf('timeZone')
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const quiet = wishes.quiet_hours
  return (
    <div className="flex flex-col gap-8 px-5 py-6 lg:px-8">
      <Section title={t('inbox.kinds')} help={t('inbox.kindsHelp')}>
        <Kinds wishes={wishes} onChange={onChange} />
      </Section>
      <Section title={t('inbox.when')} help={t('inbox.whenHelp')}>
        <div className="flex max-w-md flex-col gap-5">
          <FormField label={t('inbox.digestAt')} help={t('inbox.digestAtHelp')}>
            <Time value={wishes.digest_at} onChange={digest_at => onChange({ digest_at })} />
          </FormField>
          <div className="flex items-start justify-between gap-6">
            <div>
              <p className="font-medium">{t('inbox.quiet')}</p>
              <p id="quiet-help" className="text-ink-soft text-sm">
                {t('inbox.quietHelp')}
              </p>
            </div>
            <Switch
              label={t('inbox.quiet')}
              describedBy="quiet-help"
              checked={quiet !== null}
              onChange={isOn => onChange({ quiet_hours: isOn ? NIGHT : null })}
            />
          </div>
          {quiet && (
            <div className="flex gap-4">
              <FormField label={t('inbox.from')}>
                <Time value={quiet.from} onChange={from => onChange({ quiet_hours: { ...quiet, from } })} />
              </FormField>
              <FormField label={t('inbox.to')}>
                <Time value={quiet.to} onChange={to => onChange({ quiet_hours: { ...quiet, to } })} />
              </FormField>
            </div>
          )}
          <FormField label={t('inbox.zone')} help={t('inbox.zoneHelp')}>
            <Zone
              value={wishes.time_zone}
              zones={zones.includes(here) ? zones : [here, ...zones]}
              onChange={time_zone => onChange({ time_zone })}
            />
          </FormField>
        </div>
      </Section>
    </div>
  )
}

function Kinds({ wishes, onChange }: { wishes: Wishes; onChange: (change: Change) => void }) {
  const { t } = useTranslation()
  return (
    <table className="w-full max-w-2xl text-sm">
      <thead>
        <tr className="border-line border-b text-ink-soft">
          <th scope="col" className="py-1.5 pr-3 text-left font-medium">
            {t('inbox.kind')}
          </th>
          <th scope="col" className="w-20 px-2 py-1.5 text-left font-medium">
            {t('inbox.inApp')}
          </th>
          <th scope="col" className="w-44 py-1.5 pl-2 text-left font-medium max-sm:w-36">
            {t('inbox.email')}
          </th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(wishes.kinds).map(([kind, wish]) => {
          const name = t(`inbox.kindNames.${kind}`)
          return (
            <tr key={kind} className="h-12 border-line border-b">
              <th scope="row" className="pr-3 text-left font-medium">
                {name}
              </th>
              <td className="px-2">
                <Switch
                  label={t('inbox.inAppOf', { name })}
                  checked={wish.in_app}
                  onChange={in_app => onChange({ kinds: { [kind]: { in_app } } })}
                />
              </td>
              <td className="pl-2">
                <select
                  aria-label={t('inbox.emailOf', { name })}
                  className="control"
                  value={wish.email}
                  onChange={event => onChange({ kinds: { [kind]: { email: event.target.value as When } } })}
                >
                  {WHENS.map(when => (
                    <option key={when} value={when}>
                      {t(`inbox.whens.${when}`)}
                    </option>
                  ))}
                </select>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Kept once it is a time: while someone types it is not. */
function Time({ value, onChange }: { value: string; onChange: (time: string) => void }) {
  return (
    <input
      {...useWiring()}
      type="time"
      className="control max-w-36"
      key={value}
      defaultValue={value.slice(0, 5)}
      onBlur={event => {
        const time = event.target.value
        if (/^\d\d:\d\d$/.test(time) && time !== value.slice(0, 5)) onChange(time)
      }}
    />
  )
}

interface ZoneProps {
  value: string | null
  zones: string[]
  onChange: (zone: string | null) => void
}

function Zone({ value, zones, onChange }: ZoneProps) {
  const { t } = useTranslation()
  return (
    <select
      {...useWiring()}
      className="control"
      value={value ?? ''}
      onChange={event => onChange(event.target.value || null)}
    >
      <option value="">{t('inbox.zoneOfInstance')}</option>
      {(value && !zones.includes(value) ? [value, ...zones] : zones).map(zone => (
        <option key={zone} value={zone}>
          {zone.replaceAll('_', ' ')}
        </option>
      ))}
    </select>
  )
}
