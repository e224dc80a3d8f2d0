/** Asks what a new token shall be like. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, request } from '@/api/client'
import { field, useModel } from '@/api/model'
import { settingsQuery } from '@/api/settings'
import { formatDate } from '@/i18n/format'
import { FolderControl } from '@/resource/form/FolderControl'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { ChoiceCards } from '@/ui/ChoiceCards'
import { Dialog } from '@/ui/Dialog'
import { FormField, useWiring } from '@/ui/Field'
import type { Token } from './api'

const LIVES = ['7', '30', '90', '180', '365']

export function NewTokenDialog({ onClose, onMade }: { onClose: () => void; onMade: (token: Token) => void }) {
  const { t } = useTranslation()
  const general = useQuery({ ...settingsQuery('general'), retry: false })
  const folders = useModel().resources.folders
  const parent = folders && field(folders, 'parent_folder')
  const [name, setName] = useState('')
  const [life, setLife] = useState('30')
  const [days, setDays] = useState('14')
  const [rights, setRights] = useState<'all' | 'propose' | 'read'>('all')
  const [folder, setFolder] = useState<string | null>(null)
  const endless = general.data?.allow_unlimited_tokens === true
  const expiry = life === 'none' ? null : Number(life === 'custom' ? days : life)
  const make = useMutation({
    mutationFn: async () => {
      const body = {
        name: name.trim(),
        expiry,
        read_only: rights === 'read',
        propose_only: rights === 'propose',
        folder,
      }
      return (await request<Token>('iam/auth-tokens/', { method: 'POST', body })).data
    },
    onSuccess: onMade,
  })
  const errors = make.error instanceof ApiError ? (make.error.problem.errors ?? {}) : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate()
  }
  const end =
    expiry && Number.isFinite(expiry) ? new Date(Date.now() + expiry * 86_400_000).toISOString() : null
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('tokens.newTitle')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit" form="new-token" disabled={make.isPending || !name.trim()}>
            {t('tokens.make')}
          </Button>
        </>
      }
    >
      <form id="new-token" noValidate onSubmit={submit} className="flex flex-col gap-5">
        {make.error && Object.keys(errors).length === 0 && (
          <Callout tone="bad" urgent>
            {make.error.message}
          </Callout>
        )}
        <FormField label={t('tokens.name')} help={t('tokens.nameHelp')} errors={errors.name} required>
          <Name value={name} onChange={setName} />
        </FormField>
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
      </form>
    </Dialog>
  )
}

function Name({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const wiring = useWiring()
  return (
    <input
      {...wiring}
      className="control"
      autoFocus
      autoComplete="off"
      maxLength={200}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
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
