/** The levels of an axis or of the risk: their names, what they mean, and their colours. The highest comes first. */
import { Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from '@/i18n/react'
import { QUIET } from '@/resource/detail/Section'
import { Button } from '@/ui/Button'
import { type Kind, MOST, withLevel, withMore, without, withText } from './edit'
import type { LevelDefinition, MatrixDefinition } from './matrix'

interface Props {
  kind: Kind
  matrix: MatrixDefinition
  /** The language of the texts; empty for the one that the matrix is written in. */
  language: string
  disabled?: boolean
  onChange: (matrix: MatrixDefinition) => void
}

const textOf = (level: LevelDefinition, name: 'name' | 'description', language: string): string => {
  const texts = language ? (level.translations?.[language] as Record<string, unknown> | undefined) : level
  const text = texts?.[name]
  return typeof text === 'string' ? text : ''
}

export function LevelsEditor({ kind, matrix, language, disabled, onChange }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const levels = matrix[kind]
  const put = (at: number, change: Partial<LevelDefinition>) => onChange(withLevel(matrix, kind, at, change))
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <h3 id={id} className="text-base">
          {t(kind === 'risk' ? 'riskMatrix.risks' : `riskMatrix.${kind}`)}
        </h3>
        <button
          type="button"
          disabled={disabled || levels.length >= MOST[kind]}
          className={QUIET}
          onClick={() => onChange(withMore(matrix, kind, t('matrixEditor.newLevel')))}
        >
          <Plus size={14} aria-hidden />
          {t('matrixEditor.add')} <span className="sr-only">{t(`matrixEditor.kinds.${kind}`)}</span>
        </button>
      </div>
      <ol reversed className="flex flex-col gap-2">
        {levels
          .map((level, at) => {
            const words = { kind: t(`matrixEditor.kinds.${kind}`), number: at + 1 }
            return (
              <li key={at} className="flex flex-col gap-1.5 rounded-md border border-line bg-raised p-2">
                <div className="flex items-center gap-1.5">
                  {kind === 'risk' && (
                    <input
                      type="color"
                      disabled={disabled}
                      aria-label={t('matrixEditor.colour', words)}
                      value={level.hexcolor || '#e4e1d9'}
                      onChange={event => put(at, { hexcolor: event.target.value })}
                      className="size-8 shrink-0 cursor-pointer rounded-md border border-line bg-raised p-0.5"
                    />
                  )}
                  <input
                    disabled={disabled}
                    aria-label={t('matrixEditor.name', words)}
                    placeholder={language ? textOf(level, 'name', '') : undefined}
                    value={textOf(level, 'name', language)}
                    onChange={event => put(at, withText(level, 'name', event.target.value, language))}
                    className="control font-medium"
                  />
                  <Button
                    look="quiet"
                    size="sm"
                    disabled={disabled || levels.length <= 1}
                    icon={<Trash2 size={14} />}
                    label={t('matrixEditor.remove', words)}
                    onClick={() => onChange(without(matrix, kind, at))}
                  />
                </div>
                <textarea
                  rows={2}
                  disabled={disabled}
                  aria-label={t('matrixEditor.description', words)}
                  placeholder={t('matrixEditor.describe')}
                  value={textOf(level, 'description', language)}
                  onChange={event => put(at, withText(level, 'description', event.target.value, language))}
                  className="control resize-y text-sm"
                />
              </li>
            )
          })
          .reverse()}
      </ol>
    </section>
  )
}
