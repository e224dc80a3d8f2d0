/** The score of a requirement: a button for each step, or a number where there are many. */
import { useEffect, useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { scale } from './model/moves'

interface Props {
  score: number | null
  min: number
  max: number
  onSet: (score: number | null) => void
  large?: boolean
}

export function ScoreControl({ score, min, max, onSet, large }: Props) {
  const { t } = useTranslation()
  const steps = scale(min, max)
  if (!steps) return <Typed score={score} min={min} max={max} onSet={onSet} />
  return (
    <div className="flex items-center gap-1.5 max-sm:w-full max-sm:justify-between">
      <span className="text-ink-soft text-xs">{t('audit.score')}</span>
      <div
        role="group"
        aria-label={t('audit.score')}
        className={cn('flex rounded-md border border-line bg-surface p-0.5', large && 'gap-1 p-1')}
      >
        {steps.map(one => {
          const chosen = one === score
          return (
            <button
              key={one}
              type="button"
              aria-pressed={chosen}
              title={chosen ? t('audit.clearScore') : undefined}
              onClick={event => {
                event.stopPropagation()
                onSet(chosen ? null : one)
              }}
              className={cn(
                'tabular h-7 w-5.5 rounded-[5px] text-center font-medium text-sm transition-colors max-sm:h-11 max-sm:w-11',
                large && 'h-11 w-11 text-base',
                chosen ? 'bg-accent text-accent-ink' : 'text-ink-soft hover:bg-hover hover:text-ink',
              )}
            >
              {one}
            </button>
          )
        })}
      </div>
    </div>
  )
}

/** Saved when it is left or with Enter; what is out of range is put back. */
function Typed({ score, min, max, onSet }: Omit<Props, 'large'>) {
  const { t } = useTranslation()
  const [text, setText] = useState(score === null ? '' : String(score))
  useEffect(() => setText(score === null ? '' : String(score)), [score])
  const save = () => {
    const value = text.trim() === '' ? null : Number(text)
    if (value !== null && !(Number.isInteger(value) && value >= min && value <= max))
      setText(score === null ? '' : String(score))
    else if (value !== score) onSet(value)
  }
  return (
    <label className="flex items-center gap-1.5 text-ink-soft text-xs">
      {t('audit.score')}
      <input
        type="number"
        min={min}
        max={max}
        value={text}
        placeholder={`${min}–${max}`}
        onClick={event => event.stopPropagation()}
        onChange={event => setText(event.target.value)}
        onBlur={save}
        onKeyDown={event => {
          if (event.key === 'Enter') save()
        }}
        className="control h-8 w-20"
      />
    </label>
  )
}
