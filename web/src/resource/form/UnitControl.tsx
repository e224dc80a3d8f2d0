/** A number in a unit: a time in hours and minutes, money in a currency, a level of the instance's scale. */
import { createContext, type ReactNode, useContext } from 'react'
import { useTranslation } from '@/i18n/react'
import { useWiring } from '@/ui/Field'
import { split, steps, type Unit, useUnits } from '../units'

interface Props {
  unit: Unit
  value: unknown
  onChange: (value: number | undefined) => void
}

/** The currency of the structure that a number is in; otherwise the instance's. */
export const CurrencyHere = createContext('')

export function UnitControl({ unit, ...rest }: Props) {
  if (unit === 'seconds') return <Duration {...rest} />
  if (unit === 'level') return <Level {...rest} />
  return <Measured unit={unit} {...rest} />
}

type Simple = Omit<Props, 'unit'>

const read = (text: string) => (text === '' ? undefined : Number(text))

function Duration({ value, onChange }: Simple) {
  const { t } = useTranslation()
  const wiring = useWiring()
  const isSet = typeof value === 'number'
  const now = split(isSet ? value : 0)
  const set = (change: Partial<typeof now>) => {
    const next = { ...now, ...change }
    onChange(next.hours * 3600 + next.minutes * 60 + next.seconds)
  }
  const part = (name: 'hours' | 'minutes' | 'seconds', short: string, first?: boolean) => (
    <span className="inline-flex items-center gap-1">
      <input
        {...(first ? wiring : {})}
        aria-label={`${wiring['aria-label'] ? `${wiring['aria-label']}, ` : ''}${t(`units.names.${name}`)}`}
        type="number"
        inputMode="numeric"
        min={0}
        max={name === 'hours' ? undefined : 59}
        step={1}
        className="control w-20"
        value={isSet ? String(now[name]) : ''}
        onChange={event => {
          const text = event.target.value
          const others = { ...now, [name]: 0 }
          if (text === '' && others.hours + others.minutes + others.seconds === 0) onChange(undefined)
          else set({ [name]: Math.max(0, Math.round(Number(text))) })
        }}
      />
      <span aria-hidden className="text-ink-soft">
        {t(`units.${short}`)}
      </span>
    </span>
  )
  return (
    <span className="flex flex-wrap items-center gap-2.5">
      {part('hours', 'h', true)}
      {part('minutes', 'min')}
      {now.seconds > 0 && part('seconds', 's')}
    </span>
  )
}

function Level({ value, onChange }: Simple) {
  const { t } = useTranslation()
  const wiring = useWiring()
  const { levels } = useUnits()
  const chosen = typeof value === 'number' ? value : undefined
  return (
    <select
      {...wiring}
      className="control"
      value={chosen === undefined ? '' : String(chosen)}
      onChange={event => onChange(read(event.target.value))}
    >
      <option value="">{t('form.notSet')}</option>
      {steps(levels, chosen).map(({ level, word }) => (
        <option key={level} value={level}>
          {word}
        </option>
      ))}
    </select>
  )
}

function Measured({ unit, value, onChange }: Props) {
  const { t } = useTranslation()
  const wiring = useWiring()
  const here = useContext(CurrencyHere)
  const { currency } = useUnits()
  const isMoney = unit === 'currency'
  return (
    <Suffixed suffix={isMoney ? here || currency : t(`units.names.${unit}`)}>
      <input
        {...wiring}
        type="number"
        inputMode="decimal"
        min={0}
        step={unit === 'years' ? 1 : 'any'}
        className="control tabular"
        value={value === undefined || value === null ? '' : String(value)}
        onChange={event => onChange(read(event.target.value))}
      />
    </Suffixed>
  )
}

/** The unit is shown after the number. */
function Suffixed({ suffix, children }: { suffix: string; children: ReactNode }) {
  return (
    <span className="flex max-w-64 items-center gap-2">
      <span className="grow">{children}</span>
      <span className="shrink-0 text-ink-soft">{suffix}</span>
    </span>
  )
}
