import { useTranslation } from 'react-i18next'
import type { Measures } from '@/layouts/layout'
import { QUIET, Section } from './Section'

/** A few numbers that belong together, such as what a control costs. */
export function MeasureCard({ measures, onEdit }: { measures: Measures; onEdit?: () => void }) {
  const { t } = useTranslation()
  return (
    <Section
      title={t(measures.title)}
      action={
        onEdit && (
          <button type="button" className={QUIET} onClick={onEdit}>
            {t('common.edit')} <span className="sr-only">{t(measures.title)}</span>
          </button>
        )
      }
    >
      <dl className="mt-1 grid grid-cols-2 divide-line overflow-hidden rounded-lg border border-line bg-raised shadow-sm @2xl:flex @2xl:divide-x">
        {measures.items.map(item => (
          <div key={item.label} className="grow px-4 py-2.5">
            <dt className="text-ink-soft text-sm">{t(item.label)}</dt>
            <dd className="tabular font-semibold text-lg">{item.value}</dd>
          </div>
        ))}
      </dl>
      {measures.note && <p className="mt-1.5 text-ink-soft text-sm">{t(measures.note)}</p>}
    </Section>
  )
}
