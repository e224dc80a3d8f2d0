/** The day until which something is put off. */
import { useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormField, useWiring } from '@/ui/Field'
import { addDays, today } from '../due/days'

interface Props {
  name: string
  onClose: () => void
  onApply: (day: string) => void
}

export default function SnoozeDialog({ name, onClose, onApply }: Props) {
  const { t } = useTranslation()
  const first = addDays(today(), 1)
  const [day, setDay] = useState(addDays(first, 6))
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && day >= first
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t('myWork.snoozeIt', { name })}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" disabled={!isDay} onClick={() => onApply(day)}>
            {t('myWork.snooze')}
          </Button>
        </>
      }
    >
      <FormField label={t('myWork.until')} help={t('myWork.snoozeHelp')}>
        <Day value={day} min={first} onChange={setDay} />
      </FormField>
    </Dialog>
  )
}

function Day({ value, min, onChange }: { value: string; min: string; onChange: (day: string) => void }) {
  return (
    <input
      {...useWiring()}
      type="date"
      className="control"
      value={value}
      min={min}
      onChange={event => onChange(event.target.value)}
    />
  )
}
