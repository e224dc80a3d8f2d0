/** Scores the factors of a risk one by one, for who would rather answer questions than point at a cell. */
import { useState } from 'react'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { levelsOf, type MatrixDefinition } from '@/pages/matrix/matrix'
import { Button } from '@/ui/Button'
import { type Factor, factorsOf, IMPACT, LIKELIHOOD, MOST, mean, type Scores, suggested } from './model/owasp'
import { levelAt, type Place } from './model/scenario'
import { RiskBadge } from './RiskBadge'

interface Props {
  matrix: MatrixDefinition
  onRate: (place: Place) => void
}

export default function Assistant({ matrix, onRate }: Props) {
  const { t, i18n } = useTranslation()
  const [scores, setScores] = useState<Scores>({})
  const levels = levelsOf(matrix, i18n.language)
  const place = suggested(scores, matrix)
  const level = place && levelAt(matrix, place)
  const set = (factor: Factor, score: number) => setScores(now => ({ ...now, [factor]: score }))
  return (
    <section aria-label={t('risk.assistant.title')} className="rounded-lg border border-line bg-surface p-4">
      <p className="mb-4 text-ink-soft text-sm">{t('risk.assistant.help')}</p>
      <div className="grid gap-6 sm:grid-cols-2">
        <Side name="likelihood" groups={LIKELIHOOD} scores={scores} onScore={set} />
        <Side name="impact" groups={IMPACT} scores={scores} onScore={set} />
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-line border-t pt-3">
        <span aria-live="polite" className="flex min-h-7 items-center gap-2 text-sm">
          {place ? (
            <>
              {levels.probability[place.probability]?.name} · {levels.impact[place.impact]?.name}
              <RiskBadge level={levels.risk[level ?? -1]} />
            </>
          ) : (
            <span className="text-ink-soft">{t('risk.assistant.more')}</span>
          )}
        </span>
        <Button disabled={!place} onClick={() => place && onRate(place)}>
          {t('risk.assistant.use')}
        </Button>
      </div>
    </section>
  )
}

interface SideProps {
  name: 'likelihood' | 'impact'
  groups: typeof LIKELIHOOD | typeof IMPACT
  scores: Scores
  onScore: (factor: Factor, score: number) => void
}

function Side({ name, groups, scores, onScore }: SideProps) {
  const { t } = useTranslation()
  const average = mean(factorsOf(groups), scores)
  return (
    <div>
      <h3 className="mb-2 flex items-baseline justify-between text-base">
        {t(`risk.assistant.${name}`)}
        <span className="tabular text-ink-soft text-sm">
          {average === null ? '–' : formatNumber(Math.round(average * 10) / 10)}
        </span>
      </h3>
      {Object.entries(groups).map(([group, factors]) => (
        <fieldset key={group} className="mb-4 last:mb-0">
          <legend className="mb-1 font-medium text-ink-soft text-xs">
            {t(`risk.assistant.groups.${group}`)}
          </legend>
          {(factors as readonly Factor[]).map(factor => (
            <Scored
              key={factor}
              factor={factor}
              score={scores[factor]}
              onScore={score => onScore(factor, score)}
            />
          ))}
        </fieldset>
      ))}
    </div>
  )
}

function Scored({
  factor,
  score,
  onScore,
}: {
  factor: Factor
  score?: number
  onScore: (score: number) => void
}) {
  const { t } = useTranslation()
  const [low, high] = [t(`risk.assistant.low.${factor}`), t(`risk.assistant.high.${factor}`)]
  return (
    <label className="mb-3 block text-sm">
      <span className="flex items-baseline justify-between gap-2">
        {t(`risk.assistant.factors.${factor}`)}
        <span className="tabular font-medium">{score ?? '–'}</span>
      </span>
      <input
        type="range"
        min={0}
        max={MOST}
        value={score ?? 0}
        aria-valuetext={score === undefined ? t('risk.assistant.notScored') : `${score}/${MOST}`}
        // A first click on the lowest score changes nothing, and is a score all the same.
        onClick={event => onScore(Number(event.currentTarget.value))}
        onChange={event => onScore(Number(event.target.value))}
        className="w-full accent-accent"
      />
      <span aria-hidden className="flex justify-between gap-4 text-ink-faint text-xs">
        <span>{low}</span>
        <span className="text-right">{high}</span>
      </span>
    </label>
  )
}
