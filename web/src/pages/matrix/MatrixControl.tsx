/** The editor of a risk matrix in its form: the grid is painted with levels, and all levels have names and colours. */
import { useEffect, useState } from 'react'
import { LANGUAGES } from '@/i18n'
import { useTranslation } from '@/i18n/react'
import type { ControlProps } from '@/resource/form/Control'
import { Callout } from '@/ui/Callout'
import { Segments } from '@/ui/Segments'
import { beginning } from './begin'
import { fallsSomewhere, unused, withCell } from './edit'
import { GridPaint } from './GridPaint'
import { LevelsEditor } from './LevelsEditor'
import type { MatrixDefinition } from './matrix'
import { levelsOf } from './matrix'

const KINDS = ['probability', 'impact', 'risk'] as const

export default function MatrixControl({ value, onChange, disabled }: ControlProps) {
  const { t } = useTranslation()
  const [language, setLanguage] = useState('')
  const given = value as MatrixDefinition | '' | null | undefined
  const [first] = useState(() => given || beginning(t))
  const matrix = given || first
  // A form that was opened for something else has no matrix yet.
  useEffect(() => {
    if (!given) onChange(first)
  }, [given, first, onChange])
  const empty = unused(matrix)
  const levels = levelsOf(matrix, language || undefined)
  return (
    <div className="flex flex-col gap-6">
      <GridPaint
        levels={levels}
        grid={matrix.grid}
        disabled={disabled}
        onPaint={(row, column, level) => onChange(withCell(matrix, row, column, level))}
      />
      {fallsSomewhere(matrix) && <Callout tone="warn">{t('matrixEditor.falls')}</Callout>}
      {empty.length > 0 && (
        <Callout tone="warn">
          {t('matrixEditor.unused', { names: empty.map(id => levels.risk[id]?.name).join(', ') })}
        </Callout>
      )}
      <Segments
        label={t('matrixEditor.language')}
        value={language}
        segments={[
          { value: '', label: t('matrixEditor.original') },
          ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
        ]}
        onChange={setLanguage}
      />
      <div className="grid gap-6 lg:grid-cols-3">
        {KINDS.map(kind => (
          <LevelsEditor
            key={kind}
            kind={kind}
            matrix={matrix}
            language={language}
            disabled={disabled}
            onChange={onChange}
          />
        ))}
      </div>
    </div>
  )
}
