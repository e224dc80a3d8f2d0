/** How messages are signed and, for a new URL, with which secret. */
import { useTranslation } from '@/i18n/react'
import { ChoiceCards } from '@/ui/ChoiceCards'
import { FormField } from '@/ui/Field'
import type { SignMode } from '../api'
import { Part, Text } from './Part'
import type { FormState } from './useEndpointForm'

export function Signature(form: FormState) {
  const { t } = useTranslation()
  return (
    <Part
      title={t('webhooks.form.signature')}
      help={t('webhooks.form.signatureHelp')}
      invalid={form.errors.sign_mode}
    >
      <ChoiceCards<SignMode>
        label={t('webhooks.form.signature')}
        columns={3}
        value={form.values.sign_mode}
        onChange={sign_mode => form.set({ sign_mode })}
        choices={(['text', 'standard', 'both'] as const).map(value => ({
          value,
          label: t(`webhooks.sign.${value}`),
          help: t(`webhooks.sign.${value}Help`),
        }))}
      />
      {(form.isNew || form.isRepointed) && <Secret {...form} />}
    </Part>
  )
}

function Secret({ values, errors, set }: FormState) {
  const { t } = useTranslation()
  return (
    <>
      <h3 className="-mb-1.5 font-medium">{t('webhooks.secret.label')}</h3>
      <ChoiceCards
        label={t('webhooks.secret.label')}
        value={values.secret}
        onChange={secret => set({ secret })}
        choices={[
          {
            value: 'generate',
            label: t('webhooks.secret.generate'),
            help: t('webhooks.secret.generateHelp'),
          },
          { value: 'own', label: t('webhooks.secret.own'), help: t('webhooks.secret.ownHelp') },
        ]}
      />
      {values.secret === 'own' && (
        <FormField label={t('webhooks.secret.label')} errors={errors.secret} required>
          <Text
            value={values.ownSecret}
            onChange={ownSecret => set({ ownSecret })}
            placeholder="whsec_…"
            mono
          />
        </FormField>
      )}
    </>
  )
}
