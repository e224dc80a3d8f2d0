/** Asks what a new access token shall be like. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { field, useModel } from '@/api/model'
import { settingsQuery } from '@/api/settings'
import { formatDate } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { FolderControl } from '@/resource/form/FolderControl'
import { Button } from '@/ui/Button'
import { ChoiceCards } from '@/ui/ChoiceCards'
import { Code } from '@/ui/Code'
import { FormField, useWiring } from '@/ui/Field'
import { ShownOnce } from '@/ui/ShownOnce'
import type { Token } from './api'
import { MakeTokenDialog } from './MakeTokenDialog'

const LIVES = ['7', '30', '90', '180', '365']

export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const general = useQuery({ ...settingsQuery('general'), retry: false })
  const folders = useModel().resources.folders
  const parent = folders && field(folders, 'parent_folder')
  const [life, setLife] = useState('30')
  const [days, setDays] = useState('14')
  const [rights, setRights] = useState<'all' | 'propose' | 'read'>('all')
  const [folder, setFolder] = useState<string | null>(null)
  const endless = general.data?.allow_unlimited_tokens === true
  const expiry = life === 'none' ? null : Number(life === 'custom' ? days : life)
  const end =
    expiry && Number.isFinite(expiry) ? new Date(Date.now() + expiry * 86_400_000).toISOString() : null
  return (
    <MakeTokenDialog
      title={t('tokens.newTitle')}
      verb={t('tokens.make')}
      name={{ label: t('tokens.name'), help: t('tokens.nameHelp') }}
      body={{ expiry, read_only: rights === 'read', propose_only: rights === 'propose', folder }}
      shown={made => <Made token={made} onClose={onClose} />}
      onClose={onClose}
    >
      {errors => (
        <>
          <FormField
            label={t('tokens.life')}
            help={
              life === 'none'
                ? t('tokens.endlessHelp')
                : end
                  ? t('tokens.endsOn', { date: formatDate(end) })
                  : undefined
            }
            errors={errors.expiry}
          >
            <Life value={life} onChange={setLife} days={days} onDays={setDays} endless={endless} />
          </FormField>
          <ChoiceCards
            label={t('tokens.rights')}
            value={rights}
            onChange={setRights}
            choices={[
              { value: 'all', label: t('tokens.readWrite'), help: t('tokens.readWriteHelp') },
              { value: 'propose', label: t('tokens.proposeOnly'), help: t('tokens.proposeOnlyHelp') },
              { value: 'read', label: t('tokens.readOnly'), help: t('tokens.readOnlyHelp') },
            ]}
          />
          {folders && parent && (
            <FormField label={t('tokens.domain')} help={t('tokens.domainHelp')} errors={errors.folder}>
              <div className="flex gap-2">
                <FolderControl
                  resource={folders}
                  field={parent}
                  value={folder}
                  onChange={value => setFolder(value as string)}
                />
                {folder && <Button onClick={() => setFolder(null)}>{t('common.clear')}</Button>}
              </div>
            </FormField>
          )}
        </>
      )}
    </MakeTokenDialog>
  )
}

function Made({ token, onClose }: { token: Token; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <ShownOnce
      title={t('tokens.made', { name: token.name })}
      label={t('tokens.token')}
      secret={token.token ?? ''}
      warning={t('tokens.warning')}
      onClose={onClose}
    >
      <div className="flex flex-col gap-1.5">
        <p className="font-medium">{t('tokens.try')}</p>
        <Code
          label={t('tokens.try')}
          copy={t('tokens.copyTry')}
          text={`curl -H "Authorization: Token $CAIRN_TOKEN" \\\n  ${window.location.origin}/api/iam/current-user/`}
        />
      </div>
    </ShownOnce>
  )
}

interface LifeProps {
  value: string
  onChange: (life: string) => void
  days: string
  onDays: (days: string) => void
  endless: boolean
}

function Life({ value, onChange, days, onDays, endless }: LifeProps) {
  const { t } = useTranslation()
  const wiring = useWiring()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <select
        {...wiring}
        className="control w-auto min-w-44"
        value={value}
        onChange={event => onChange(event.target.value)}
      >
        {LIVES.map(days => (
          <option key={days} value={days}>
            {t('tokens.days', { count: Number(days) })}
          </option>
        ))}
        <option value="custom">{t('tokens.custom')}</option>
        <option value="none" disabled={!endless}>
          {t(endless ? 'tokens.noEnd' : 'tokens.noEndForbidden')}
        </option>
      </select>
      {value === 'custom' && (
        <>
          <input
            type="number"
            min={1}
            max={365}
            aria-label={t('tokens.customDays')}
            className="control w-24"
            value={days}
            onChange={event => onDays(event.target.value)}
          />
          <span className="text-ink-soft">{t('general.units.days')}</span>
        </>
      )}
    </div>
  )
}
