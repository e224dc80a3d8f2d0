/** Where messages go, which ones, and what is in them. */

import { useModel } from '@/api/model'
import { useTranslation } from '@/i18n/react'
import { Badge } from '@/ui/Badge'
import { Callout } from '@/ui/Callout'
import { ChoiceCards } from '@/ui/ChoiceCards'
import { FormField } from '@/ui/Field'
import type { PayloadFormat } from '../api'
import { EventPicker } from './EventPicker'
import { nameFrom } from './endpointValues'
import { Part, Text } from './Part'
import type { FormState } from './useEndpointForm'

export function Receiver({ values, errors, set, isNew, isRepointed }: FormState) {
  const { t } = useTranslation()
  return (
    <Part title={t('webhooks.form.receiver')}>
      <FormField
        label={t('webhooks.form.url')}
        help={t('webhooks.form.urlHelp')}
        errors={errors.url}
        required
      >
        <Text
          value={values.url}
          onChange={url => set({ url })}
          type="url"
          placeholder="https://hooks.example.com/cairn"
          autoFocus={isNew}
          mono
        />
      </FormField>
      {isRepointed && <Callout tone="warn">{t('form.repointed')}</Callout>}
      <FormField label={t('webhooks.form.name')} errors={errors.name}>
        <Text
          value={values.name}
          onChange={name => set({ name })}
          placeholder={nameFrom(values.url) || t('webhooks.form.nameHint')}
        />
      </FormField>
    </Part>
  )
}

export function Events({ values, errors, set }: FormState) {
  const { t } = useTranslation()
  return (
    <Part title={t('webhooks.form.events')} help={t('webhooks.form.eventsHelp')} invalid={errors.event_types}>
      <EventPicker chosen={values.events} onChange={events => set({ events })} />
    </Part>
  )
}

export function Payload({ values, errors, set }: FormState) {
  const { t } = useTranslation()
  const isPro = useModel().edition === 'pro'
  return (
    <Part title={t('webhooks.form.payload')} invalid={errors.payload_format}>
      <ChoiceCards<PayloadFormat>
        label={t('webhooks.form.payload')}
        value={values.payload_format}
        onChange={payload_format => set({ payload_format })}
        choices={[
          { value: 'full', label: t('webhooks.payload.full'), help: t('webhooks.payload.fullHelp') },
          {
            value: 'thin',
            label: t('webhooks.payload.thin'),
            help: (
              <>
                {t('webhooks.payload.thinHelp')}
                {!isPro && <span className="mt-1 block text-info">{t('webhooks.payload.pro')}</span>}
              </>
            ),
            badge: !isPro && <Badge tone="info">PRO</Badge>,
            disabled: !isPro,
          },
        ]}
      />
    </Part>
  )
}
