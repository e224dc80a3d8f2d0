/** The domains that the endpoint covers, and how much it is sent at once. */

import { field } from '@/api/model'
import { useTranslation } from '@/i18n/react'
import { Control } from '@/resource/form/Control'
import { FormField } from '@/ui/Field'
import { Switch } from '@/ui/Switch'
import { Part, Text } from './Part'
import type { FormState } from './useEndpointForm'

export function Scope({ resource, values, errors, set }: FormState) {
  const { t } = useTranslation()
  const folders = field(resource, 'target_folders')
  return (
    <Part title={t('webhooks.form.scope')} help={t('webhooks.form.scopeHelp')}>
      {folders && (
        <FormField label={t('webhooks.form.domains')} errors={errors.target_folders}>
          <Control
            resource={resource}
            field={{ ...folders, label: t('webhooks.form.domains') }}
            value={values.target_folders}
            onChange={chosen => set({ target_folders: chosen as string[] })}
          />
        </FormField>
      )}
      {values.target_folders.length > 0 && (
        <FormField label={t('webhooks.form.below')}>
          <Switch
            checked={values.include_subfolders}
            onChange={include_subfolders => set({ include_subfolders })}
          />
        </FormField>
      )}
    </Part>
  )
}

export function Limits({ resource, values, errors, set }: FormState) {
  const { t } = useTranslation()
  const home = field(resource, 'folder')
  return (
    <Part title={t('webhooks.form.limits')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField
          label={t('webhooks.form.timeout')}
          help={t('webhooks.form.timeoutHelp')}
          errors={errors.timeout}
        >
          <Text
            value={values.timeout}
            onChange={timeout => set({ timeout })}
            type="number"
            min={1}
            max={30}
          />
        </FormField>
        <FormField
          label={t('webhooks.form.inFlight')}
          help={t('webhooks.form.inFlightHelp')}
          errors={errors.max_in_flight}
        >
          <Text
            value={values.max_in_flight}
            onChange={max_in_flight => set({ max_in_flight })}
            type="number"
            min={1}
            max={64}
          />
        </FormField>
        {home && (
          <FormField
            label={t('webhooks.form.folder')}
            help={t('webhooks.form.folderHelp')}
            errors={errors.folder}
          >
            <Control
              resource={resource}
              field={home}
              value={values.folder}
              onChange={folder => set({ folder: String(folder) })}
            />
          </FormField>
        )}
      </div>
    </Part>
  )
}
