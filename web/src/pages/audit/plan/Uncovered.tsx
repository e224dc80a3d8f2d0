/** Requirements that are not met although nothing is planned for them. */
import { useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { QUIET } from '@/resource/detail/Section'
import { counts, nameOf, resultOf } from '../model/tree'
import { ResultMark } from '../ResultMark'
import { useWork } from '../work'
import { useOpenRequirement } from './useOpenRequirement'

const FIRST = 8
const UNMET = ['non_compliant', 'partially_compliant']

export function Uncovered() {
  const { t } = useTranslation()
  const { nodes } = useWork()
  const open = useOpenRequirement()
  const [all, setAll] = useState(false)
  const found = nodes.filter(node => counts(node) && node.controls === 0 && UNMET.includes(resultOf(node)))
  if (found.length === 0) return null
  return (
    <section aria-labelledby="uncovered">
      <h2 id="uncovered" className="text-base">
        {t('plan.uncovered', { count: found.length })}
      </h2>
      <p className="mb-2 text-ink-soft text-sm">{t('plan.uncoveredHelp')}</p>
      <ul className="text-sm">
        {found.slice(0, all ? undefined : FIRST).map(node => (
          <li key={node.id} className="border-line border-t">
            <button
              type="button"
              onClick={() => open(node)}
              className="flex min-h-9 w-full items-center gap-2 text-left hover:bg-hover"
            >
              <ResultMark result={resultOf(node)} size={14} />
              <span className="tabular shrink-0 font-medium">{node.ref_id}</span>
              <span className="min-w-0 truncate">{nameOf(node)}</span>
            </button>
          </li>
        ))}
      </ul>
      {!all && found.length > FIRST && (
        <button type="button" className={QUIET} onClick={() => setAll(true)}>
          {t('audit.showAll', { count: found.length })}
        </button>
      )}
    </section>
  )
}
