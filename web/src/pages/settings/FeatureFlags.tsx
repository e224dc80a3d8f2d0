/** Features, each with a description and a switch. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowRight, RotateCcw } from 'lucide-react'
import { useId } from 'react'
import { flagDefaultsQuery, settingsQuery, useChangeSettings, useMayChangeSettings } from '@/api/settings'
import { useTranslation } from '@/i18n/react'
import { PageHeader } from '@/shell/PageHeader'
import { Badge } from '@/ui/Badge'
import { Button, ButtonLink } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { SearchField } from '@/ui/SearchField'
import { Segments } from '@/ui/Segments'
import { Empty, Failed, Loading } from '@/ui/States'
import { Switch } from '@/ui/Switch'
import { toast } from '@/ui/Toast'
import { groupFlags, humanise } from './flagGroups'

type Shown = 'all' | 'on' | 'off' | 'changed'

/** Pages to configure a feature once it is on. */
const SET_UP: Record<string, string> = { outgoing_webhooks: '/webhooks/endpoints' }

export default function FeatureFlags() {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { search?: string; show?: Shown }
  const flags = useQuery(settingsQuery('feature-flags'))
  const defaults = useQuery(flagDefaultsQuery)
  const change = useChangeSettings('feature-flags')
  const mayChange = useMayChangeSettings()
  const set = (wanted: Record<string, string | undefined>) =>
    void navigate({
      to: '.',
      search: (now: Record<string, string>) => ({ ...now, ...wanted }),
      replace: true,
    } as never)

  const name = (flag: string) =>
    i18n.exists(`flags.list.${flag}.name`) ? t(`flags.list.${flag}.name`) : humanise(flag)
  const help = (flag: string) =>
    i18n.exists(`flags.list.${flag}.help`) ? t(`flags.list.${flag}.help`) : t('flags.noHelp')
  const flip = (flag: string, on: boolean) => {
    const words = { name: name(flag) }
    change.mutate({ [flag]: on } as never, {
      onSuccess: () =>
        toast.good(t(on ? 'flags.switchedOn' : 'flags.switchedOff', words), {
          label: t('common.undo'),
          run: () => change.mutate({ [flag]: !on } as never, { onError: toast.bad }),
        }),
      onError: toast.bad,
    })
  }

  const values = flags.data ?? {}
  const all = Object.keys(values)
  const isChanged = (flag: string) => defaults.data !== undefined && defaults.data[flag] !== values[flag]
  const parts: Record<Shown, (flag: string) => boolean> = {
    all: () => true,
    on: flag => values[flag] === true,
    off: flag => values[flag] === false,
    changed: isChanged,
  }
  const show: Shown = search.show && search.show in parts ? search.show : 'all'
  const words = (search.search ?? '').toLowerCase()
  const visible = all.filter(
    flag =>
      parts[show](flag) && (!words || `${flag} ${name(flag)} ${help(flag)}`.toLowerCase().includes(words)),
  )
  const groups = groupFlags(visible)
  return (
    <div className="w-full max-w-4xl pb-12">
      <PageHeader
        title={t('flags.title')}
        crumbs={[{ label: t('settings.title'), to: '/settings' }]}
        note={t('flags.note')}
      />
      <div className="flex flex-col gap-6 px-5 lg:px-8">
        {flags.isPending && <Loading />}
        {flags.error && !flags.data && <Failed error={flags.error} retry={() => void flags.refetch()} />}
        {flags.data && (
          <>
            {!mayChange && <Callout>{t('settings.readOnly')}</Callout>}
            <div className="flex flex-wrap items-center gap-3">
              <SearchField
                label={t('flags.search')}
                value={search.search ?? ''}
                onChange={text => set({ search: text || undefined })}
              />
              <Segments<Shown>
                label={t('flags.show')}
                value={show}
                onChange={value => set({ show: value === 'all' ? undefined : value })}
                segments={(['all', 'on', 'off', 'changed'] as const).map(value => ({
                  value,
                  label: t(`flags.${value}`),
                  count: all.filter(parts[value]).length,
                }))}
              />
            </div>
            {groups.length === 0 && (
              <Empty title={t('list.emptyFiltered')}>
                <Button onClick={() => set({ search: undefined, show: undefined })}>
                  {t('list.clearFilters')}
                </Button>
              </Empty>
            )}
            {groups.map(group => (
              <section key={group.name} aria-labelledby={`flags-${group.name}`}>
                <h2 id={`flags-${group.name}`} className="mb-2 text-base">
                  {t(`flags.groups.${group.name}`)}
                </h2>
                <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-raised">
                  {group.flags.map(flag => (
                    <Flag
                      key={flag}
                      flag={flag}
                      name={name(flag)}
                      help={help(flag)}
                      on={values[flag] === true}
                      usual={isChanged(flag) ? defaults.data?.[flag] : undefined}
                      disabled={!mayChange}
                      onChange={on => flip(flag, on)}
                    />
                  ))}
                </ul>
              </section>
            ))}
          </>
        )}
      </div>
    </div>
  )
}

interface Props {
  flag: string
  name: string
  help: string
  on: boolean
  /** The default, if it differs. */
  usual?: boolean
  disabled: boolean
  onChange: (on: boolean) => void
}

function Flag({ flag, name, help, on, usual, disabled, onChange }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const setUp = SET_UP[flag]
  return (
    <li className="flex items-start gap-4 px-4 py-3.5">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{name}</span>
          <code className="font-mono text-ink-faint text-xs">{flag}</code>
          {usual !== undefined && (
            <Badge tone="accent">{t(usual ? 'flags.usuallyOn' : 'flags.usuallyOff')}</Badge>
          )}
        </p>
        <p id={id} className="mt-0.5 max-w-[68ch] text-ink-soft">
          {help}
        </p>
        {setUp && on && (
          <ButtonLink to={setUp} size="sm" className="mt-2">
            {t('flags.setUp')} <ArrowRight size={14} aria-hidden />
          </ButtonLink>
        )}
      </div>
      <div className="flex shrink-0 items-center gap-2 pt-0.5">
        {usual !== undefined && !disabled && (
          <Button
            look="quiet"
            size="sm"
            icon={<RotateCcw size={14} />}
            label={t('flags.reset', { name })}
            onClick={() => onChange(usual)}
          />
        )}
        <Switch checked={on} onChange={onChange} disabled={disabled} label={name} describedBy={id} />
      </div>
    </li>
  )
}
