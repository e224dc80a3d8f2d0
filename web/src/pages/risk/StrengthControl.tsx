/** How well the risk is known, in words instead of a number. */
import { useTranslation } from '@/i18n/react'
import type { ControlProps } from '@/resource/form/Control'
import { useWiring } from '@/ui/Field'

const STRENGTHS = [-1, 0, 1, 2]

export default function StrengthControl({ value, onChange, onBlur, disabled }: ControlProps) {
  const { t } = useTranslation()
  const wiring = useWiring()
  return (
    <select
      {...wiring}
      disabled={disabled}
      value={String(value ?? -1)}
      onBlur={onBlur}
      onChange={event => onChange(Number(event.target.value))}
      className="control"
    >
      {STRENGTHS.map(strength => (
        <option key={strength} value={strength}>
          {strength < 0 ? t('form.notSet') : t(`risk.strengths.${strength}`)}
        </option>
      ))}
    </select>
  )
}
